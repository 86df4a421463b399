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


def _imap_wanted(given: _Given) -> bool:
    return not given["maildir"]


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
    Question("imap_host", "imap", "host", "The IMAP server", lambda given: _provider(given).imap, _imap_wanted),
    Question("imap_tls", "imap", "tls", "Its encryption", lambda given: "tls", _imap_wanted, kind=_TLS),
    Question("imap_port", "imap", "port", "Its port", asked=lambda given: False, kind=int),
    Question("imap_user", "imap", "user", "Your user name there", lambda given: given["address"], _imap_wanted),
    Question("imap_password", "imap", "password", "Your password there", asked=_imap_wanted, hidden=True),
    Question("imap_password_file", "imap", "password_file", "A file that holds it", asked=lambda given: False),
    Question(
        "smtp_host", "smtp", "host", "The server that takes your mail (SMTP)", lambda given: _provider(given).smtp
    ),
    Question("smtp_tls", "smtp", "tls", "Its encryption", lambda given: _provider(given).smtp_tls, kind=_TLS),
    Question("smtp_port", "smtp", "port", "Its port", asked=lambda given: False, kind=int),
    Question("smtp_user", "smtp", "user", "Your user name there", lambda given: given["imap_user"] or ""),
    Question(
        "smtp_password", "smtp", "password", "Your password there", lambda given: given["imap_password"], hidden=True
    ),
    Question("smtp_password_file", "smtp", "password_file", "A file that holds it", asked=lambda given: False),
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
    from pbem.core.errors import Unusable
    from pbem.service.first_config import write_config
    from pbem.store import migrations

    if config.exists() and not force:
        raise Unusable(f"{config} exists; give --force to replace it, or --config to name another")
    if batch and not given["address"]:
        raise Unusable("give --address, the address that players write to")
    write_config(config, _answers(given, batch), overwrite=force)
    click.echo(f"{config} is written; it may hold passwords and can be read by you alone.")
    migrations.upgrade(open_database(config))
    click.echo("The database is ready. Next: `pbem doctor` sees whether all is in order, `pbem campaign new` begins.")


def _answers(given: _Given, batch: bool) -> "Answers":
    """What options and questions say, without what they leave empty."""
    known = {question.option: given.get(question.option) for question in QUESTIONS}
    for question in QUESTIONS:
        if known[question.option] is None:
            known[question.option] = _ask(question, known, batch)
    found: dict[tuple[str, str], str | int | list[str]] = {}
    for question in QUESTIONS:
        value = known[question.option]
        if value not in (None, ""):
            found[question.section, question.entry] = [value] if question.option == "gm" else value
    return found


def _ask(question: Question, known: _Given, batch: bool) -> Any:
    """The answer to a question that no option gave: its default where nothing is to be asked, None where it has none."""
    if question.hidden and (batch or known.get(question.option + "_file")):
        return None
    if not question.asked(known):
        return None
    default = question.default(known)
    if batch:
        return default
    return click.prompt(
        question.words,
        default=default,
        type=question.kind,
        hide_input=question.hidden,
        show_default=bool(default) and not question.hidden,
    )
