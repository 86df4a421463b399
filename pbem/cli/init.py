"""`pbem init`: the first configuration, by questions or by options."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.office import open_database, with_config

if TYPE_CHECKING:
    from pbem.service.first_config import Answers

_Given = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Question:
    """One entry of the configuration: the option that answers it, and what is asked where it was not given.

    `default`: from what is known so far. `asked`: whether it is asked at all, from the same; the option always counts.
    """

    option: str
    section: str
    entry: str
    words: str
    default: Callable[[_Given], Any] = lambda given: ""
    asked: Callable[[_Given], bool] = lambda given: True
    hidden: bool = False
    kind: Any = None


def _by_imap(given: _Given) -> bool:
    return not given["maildir"]


def _never(given: _Given) -> bool:
    return False


def _provider(given: _Given) -> Any:
    from pbem.service.first_config import provider_of

    return provider_of(given["address"])


_TLS = click.Choice(["tls", "starttls", "none"])

QUESTIONS = (
    Question("address", "house", "address", "The address that players write to"),
    Question("gm", "house", "gm", "Your own address, for what needs a person", lambda given: given["address"]),
    Question("name", "pbem", "name", "The name that stands in From beside the campaign's", lambda given: "pbem"),
    Question("database", "pbem", "database", "The database", lambda given: "sqlite:///pbem.db"),
    Question("maildir", "maildir", "path", "A Maildir of this machine to read letters from (empty: a mailbox by IMAP)"),
    Question("imap_host", "imap", "host", "The IMAP server", lambda given: _provider(given).imap, _by_imap),
    Question("imap_tls", "imap", "tls", "The IMAP server's encryption", lambda given: "tls", _by_imap, kind=_TLS),
    Question("imap_port", "imap", "port", "The IMAP server's port, if it is not the usual one", asked=_never, kind=int),
    Question("imap_user", "imap", "user", "Your user name for IMAP", lambda given: given["address"], _by_imap),
    Question("imap_password_file", "imap", "password_file", "A file that holds your password for IMAP", asked=_never),
    Question(
        "imap_password",
        "imap",
        "password",
        "Your password for IMAP (empty: by OAuth, as docs/mail-setup.md tells)",
        asked=_by_imap,
        hidden=True,
    ),
    Question(
        "smtp_host", "smtp", "host", "The SMTP server, which takes your mail", lambda given: _provider(given).smtp
    ),
    Question(
        "smtp_tls", "smtp", "tls", "The SMTP server's encryption", lambda given: _provider(given).smtp_tls, kind=_TLS
    ),
    Question("smtp_port", "smtp", "port", "The SMTP server's port, if it is not the usual one", asked=_never, kind=int),
    Question("smtp_user", "smtp", "user", "Your user name for SMTP", lambda given: given["imap_user"] or ""),
    Question("smtp_password_file", "smtp", "password_file", "A file that holds your password for SMTP", asked=_never),
    Question(
        "smtp_password",
        "smtp",
        "password",
        "Your password for SMTP (empty: the one for IMAP)",
        asked=lambda given: bool(given["smtp_user"]),
        hidden=True,
    ),
    Question("archive", "archive", "folder", "The folder for the archive's pages (empty: none)"),
)


def _options(function: Callable[..., None]) -> Callable[..., None]:
    """An option for every question whose answer may be seen in a list of processes."""
    for question in reversed(QUESTIONS):
        if not question.hidden:
            flag = "--" + question.option.replace("_", "-")
            function = click.option(flag, question.option, type=question.kind, help=f"{question.words}.")(function)
    return function


@click.command()
@_options
@click.option("--batch", is_flag=True, help="Ask nothing: what no option gives gets its default.")
@click.option("--force", is_flag=True, help="Replace the configuration file if it exists.")
@with_config
def command(config: Path, batch: bool, force: bool, **given: Any) -> None:
    """Ask what has to be known, write the configuration, and create the database.

    Passwords are asked for, or taken from files or from PBEM_IMAP_PASSWORD and PBEM_SMTP_PASSWORD; never from an option.
    """
    from pbem.core.errors import Failed, Unusable
    from pbem.service.first_config import write_config
    from pbem.store import migrations

    if config.exists() and not force:
        raise Unusable(f"{config} exists; give --force to replace it, or --config to name another")
    if batch and not given["address"]:
        raise Unusable("give --address, the address that players write to")
    try:
        answers = _answers(given, batch, config)
    except click.Abort as aborted:
        click.echo()
        raise Failed(
            "not all was answered, so nothing is written; --batch asks nothing, and takes options"
        ) from aborted
    write_config(config, answers, overwrite=force)
    click.echo(f"{config} is written; it may hold passwords and can be read by you alone.")
    migrations.upgrade(open_database(config))
    click.echo("The database is ready. Next: `pbem doctor` sees whether all is in order, `pbem campaign new` begins.")


def _answers(given: _Given, batch: bool, config: Path) -> "Answers":
    """What options and questions say, without what they leave empty."""
    known = {question.option: given.get(question.option) for question in QUESTIONS}
    for question in QUESTIONS:
        if known[question.option] is None:
            known[question.option] = _answer(question, known, batch, config)
    same_login = known["smtp_user"] and known["smtp_user"] == known["imap_user"]
    if same_login and not (known["smtp_password"] or known["smtp_password_file"]):
        known.update(smtp_password=known["imap_password"], smtp_password_file=known["imap_password_file"])
    return _given_so_far(known)


def _given_so_far(known: _Given) -> "Answers":
    found: dict[tuple[str, str], str | int | list[str]] = {}
    for question in QUESTIONS:
        value = known[question.option]
        if value not in (None, ""):
            found[question.section, question.entry] = [value] if question.option == "gm" else value
    return found


def _answer(question: Question, known: _Given, batch: bool, config: Path) -> Any:
    """The answer to a question that no option gave; its default where nothing is asked, None where it does not arise."""
    from pbem.core.errors import Unusable
    from pbem.service.first_config import check

    file_given = question.hidden and known[question.option + "_file"]
    if file_given or not question.asked(known):
        return None
    if batch:
        return None if question.hidden else question.default(known)
    while True:
        answer = _ask(question, known)
        try:
            check(_given_so_far({**known, question.option: answer}), config)
        except Unusable as error:
            click.echo(str(error), err=True)
        else:
            return answer


def _ask(question: Question, known: _Given) -> Any:
    default = question.default(known)
    shown = bool(default) and not question.hidden
    return click.prompt(
        question.words, default=default, type=question.kind, hide_input=question.hidden, show_default=shown
    )
