"""`pbem mail`: the letters that come in."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.authorize import authorize
from pbem.cli.explain import explain
from pbem.cli.office import as_json, gm_name, open_office, with_config
from pbem.cli.showing import printable, show_json, show_table, show_text
from pbem.cli.whole_number import WholeNumber
from pbem.core.errors import Failed

if TYPE_CHECKING:
    from pbem.core.letters import Letter
    from pbem.service.wiring import Office
    from pbem.store.letters import LetterRow

TRY_AGAIN = 75
"""The exit status by which a mail server keeps a mail and brings it again later (EX_TEMPFAIL of sysexits.h)."""

_WORDS = {"NEW": "new", "ACK": "taken", "ERR": "refused", "ASK": "held", "QUAR": "set aside", "IGN": "ignored"}


@click.group()
def command() -> None:
    """The letters that come in: list, show, explain, accept, drop, poll, feed, authorize."""


command.add_command(explain)
command.add_command(authorize)


@command.command("list")
@click.option("--all", "everything", is_flag=True, help="Also those that have been dealt with.")
@click.option("--limit", default=100, show_default=True, type=WholeNumber(1), help="How many at most.")
@as_json
@with_config
def list_letters(everything: bool, limit: int, as_json: bool, config: Path) -> None:
    """List the letters that are held or set aside, and must be accepted or dropped; oldest first."""
    from pbem.store import letters

    with open_office(config).looking() as desk:
        found = (
            letters.listed(desk.connection, limit=limit) if everything else letters.undecided(desk.connection)[:limit]
        )
    if as_json:
        show_json([_told(row) for row in found])
        return
    rows = [
        (row.id, f"{row.received_at:%Y-%m-%d %H:%M}", _WORDS[row.verdict], row.sender, row.subject, row.reason)
        for row in found
    ]
    show_table(("number", "came (UTC)", "", "from", "subject", "why"), rows, "No letter waits for you.")


@command.command()
@click.argument("number", type=WholeNumber())
@click.option("--raw", is_flag=True, help="Print the mail itself, byte for byte.")
@as_json
@with_config
def show(number: int, raw: bool, as_json: bool, config: Path) -> None:
    """Show a letter: who wrote it, what became of it, and its text line by line as it was understood."""
    office = open_office(config)
    row, content, letter = _letter(office, number)
    if raw:
        sys.stdout.buffer.write(content)
        return
    if as_json:
        lines = [[line.number, line.kind.value, line.text] for line in letter.lines]
        taken_in = letter.boundary.isoformat() if letter.boundary else None
        show_json({**_told(row), "taken_in": taken_in, "lines": lines, "held_text": row.held_text, "error": row.error})
        return
    head = {
        "from": f"{letter.sender_name} <{letter.sender or '?'}>",
        "to": ", ".join(letter.recipients),
        "subject": letter.subject,
        "came": f"{row.received_at:%Y-%m-%d %H:%M:%S} UTC, in {row.mailbox}",
        "taken in": f"{letter.boundary:%Y-%m-%d %H:%M:%S} UTC, by its server's Received line"
        if letter.boundary
        else "",
        "state": f"{_WORDS[row.verdict]}{f': {row.reason}' if row.reason else ''}",
        "error": row.error,
        "not read": ", ".join((*letter.unread, *letter.pictures)),
        "trouble": letter.reading_problem,
        "held since": letter.held_reason,
    }
    for name, value in head.items():
        if value:
            click.echo(f"{name + ':':<12}{printable(value)}")
    click.echo()
    for line in letter.lines:
        mark = "" if line.kind.value == "own" else line.kind.value
        show_text(f"{mark:<12}{line.text}")


@command.command()
@click.argument("number", type=WholeNumber())
@click.option("--campaign", default="", help="The campaign that it is for, where that is not plain or wrong.")
@click.option("--player", default="", help="The player in that campaign whose orders it holds.")
@with_config
def accept(number: int, campaign: str, player: str, config: Path) -> None:
    """Take a letter that is held or set aside as orders of a seat; its player is answered as ever.

    Its orders count as of the time at which it came.
    """
    from pbem.core.errors import Unusable
    from pbem.moderator.confirmations import accept as take

    if bool(campaign) != bool(player):
        raise Unusable("give both --campaign and --player, or neither")
    office = open_office(config)
    _, _, letter = _letter(office, number)
    with office.at_desk() as desk:
        take(desk, letter, number, gm_name(), campaign, player)
    click.echo(f"Letter {number} is taken, and its player is told.")


@command.command()
@click.argument("number", type=WholeNumber())
@click.option("--word", default="", help="A sentence for its writer.")
@with_config
def drop(number: int, word: str, config: Path) -> None:
    """Drop a letter that is held or set aside, with a word to its writer if that is a player."""
    from pbem.moderator.confirmations import drop as let_go

    office = open_office(config)
    _, _, letter = _letter(office, number)
    with office.at_desk() as desk:
        told = let_go(desk, letter, number, word, gm_name())
    click.echo(f"Letter {number} is dropped{', and its writer is told' if told else ''}.")


@command.command()
@as_json
@with_config
def poll(as_json: bool, config: Path) -> None:
    """Read the mailboxes once, and handle what came; answers go out with `pbem run`."""
    from pbem.service import logs, post_room, servers

    office = open_office(config)
    program = office.settings.pbem
    logs.begin(program.log, "warning", servers.passwords(office.settings))
    done = post_room.poll(office)
    if as_json:
        show_json({"handled": done.handled, "complete": done.complete, "waiting": done.waiting})
    else:
        click.echo(f"{done.handled} letters were handled; {done.waiting} wait for you.")
    if not done.complete:
        raise Failed("not every mailbox could be read; `pbem doctor` says why")


@command.command()
@with_config
def feed(config: Path) -> None:
    """Take one mail from standard input, as a mail server hands it over: `|pbem mail feed --config FILE`.

    Exit status 0 once it is stored; 75 for whatever is in the way, so that the mail server keeps it and tries again.
    """
    from pbem.service import post_room

    content = sys.stdin.buffer.read()
    try:
        post_room.feed(open_office(config), content)
    except Exception as error:  # noqa: BLE001 - with any other exit status the mail server would send the mail back
        click.echo(f"pbem: {printable(str(error))}", err=True)
        sys.exit(TRY_AGAIN)


def _letter(office: "Office", number: int) -> "tuple[LetterRow, bytes, Letter]":
    """A letter's row, its bytes, and the letter as read. Raises Failed where there is none of that number."""
    from pbem.service import reading
    from pbem.store import letters

    with office.looking() as desk:
        try:
            row = letters.get(desk.connection, number)
        except LookupError as error:
            raise Failed(f"there is no letter {number}; `pbem mail list --all` shows those there are") from error
        [waiting] = letters.as_they_came(desk.connection, [number])
    return row, waiting.raw.content, reading.read(office, waiting.raw)


def _told(row: "LetterRow") -> dict[str, Any]:
    return {
        "number": row.id,
        "state": _WORDS[row.verdict],
        "came": row.received_at.isoformat(),
        "from": row.sender,
        "subject": row.subject,
        "reason": row.reason,
        "mailbox": row.mailbox,
        "campaign_id": row.campaign_id,
        "turn": row.turn,
    }
