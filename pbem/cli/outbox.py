"""`pbem outbox`: the mails that go out."""

from pathlib import Path

import click

from pbem.cli.office import as_json, gm_name, open_office, with_config
from pbem.cli.showing import show_json, show_table, show_text
from pbem.cli.whole_number import WholeNumber

_STATES = ("queued", "sending", "sent", "deferred", "failed", "uncertain", "expired", "held")


@click.group()
def command() -> None:
    """The mails that go out: list, show, retry, resume."""


@command.command("list")
@click.option("--state", "states", multiple=True, type=click.Choice(_STATES), help="Only those; may be repeated.")
@click.option("--all", "everything", is_flag=True, help="Also those that were sent.")
@click.option("--limit", default=100, show_default=True, type=WholeNumber(1), help="How many at most.")
@as_json
@with_config
def list_mails(states: tuple[str, ...], everything: bool, limit: int, as_json: bool, config: Path) -> None:
    """List the mails that are not sent or came back, newest first."""
    from pbem.store import outbox
    from pbem.store.tables import OutboxState

    wanted = [OutboxState(state) for state in states or (() if everything else _STATES)]
    if not states and not everything:
        wanted.remove(OutboxState.SENT)
        wanted.remove(OutboxState.EXPIRED)
    with open_office(config).looking() as desk:
        mails = outbox.listed(desk.connection, wanted, limit, bounced=not states and not everything)
    if as_json:
        show_json(
            [
                {
                    "number": mail.id,
                    "state": mail.state.value,
                    "kind": mail.kind,
                    "to": mail.to,
                    "campaign": mail.campaign,
                    "subject": mail.subject,
                    "attempts": mail.attempts,
                    "created_at": mail.created_at.isoformat(),
                    "next_try_at": mail.next_try_at.isoformat(),
                    "sent_at": mail.sent_at.isoformat() if mail.sent_at else None,
                    "bounced_at": mail.bounced_at.isoformat() if mail.bounced_at else None,
                    "error": mail.error,
                }
                for mail in mails
            ]
        )
        return
    rows = [
        (
            mail.id,
            "came back" if mail.bounced_at else mail.state.value,
            mail.kind,
            mail.to,
            mail.subject,
            mail.attempts,
            f"{mail.next_try_at:%Y-%m-%d %H:%M}",
            mail.error,
        )
        for mail in mails
    ]
    columns = ("number", "state", "kind", "to", "subject", "tries", "next (UTC)", "said")
    show_table(columns, rows, "No mails wait, and none has failed.")


@command.command()
@click.argument("number", type=WholeNumber())
@as_json
@with_config
def show(number: int, as_json: bool, config: Path) -> None:
    """Show a mail of the outbox whole, as it is or will be sent."""
    from pbem.core.errors import Failed
    from pbem.store import outbox

    with open_office(config).looking() as desk:
        try:
            mail, message = outbox.get(desk.connection, number), outbox.message_of(desk.connection, number)
        except LookupError as error:
            raise Failed(f"no mail has the number {number}; `pbem outbox list` shows those there are") from error
    if as_json:
        show_json({"number": mail.id, "state": mail.state.value, **message.to_json(), "text": message.text})
        return
    show_text(f"To: {message.to}\nSubject: {message.subject}\nDate: {message.date:%Y-%m-%d %H:%M} UTC")
    show_text(f"State: {mail.state.value}{f' ({mail.error})' if mail.error else ''}\n\n{message.text}")


@command.command()
@click.argument("number", type=WholeNumber())
@with_config
def retry(number: int, config: Path) -> None:
    """Send a mail once more, whatever became of it."""
    from pbem.moderator import sending

    with open_office(config).at_desk() as desk:
        mail = sending.retry(desk, gm_name(), number)
    click.echo(f"Mail {mail.id} to {mail.to} goes out once more.")


@command.command()
@click.argument("address")
@with_config
def resume(address: str, config: Path) -> None:
    """Send to an address again that was suspended because mails came back."""
    from pbem.moderator import sending

    with open_office(config).at_desk() as desk:
        count = sending.resume_address(desk, gm_name(), address.lower())
    click.echo(f"Mails go to {address.lower()} again; {count} that had been held back go out now.")
