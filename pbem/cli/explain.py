"""`pbem mail explain`: what a mail was taken for, line by line."""

import logging
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.office import as_json, open_office, with_config
from pbem.cli.showing import printable, show_json
from pbem.core.errors import Failed, Unusable

if TYPE_CHECKING:
    from pbem.service.explaining import Explained
    from pbem.service.wiring import Office

_log = logging.getLogger(__name__)


@click.command()
@click.argument("mails", metavar="FILE…|ID", nargs=-1, required=True)
@click.option("--redact", is_flag=True, help="Replace names, addresses and tokens, so that it can be shown to others.")
@as_json
@with_config
@click.pass_context
def explain(context: click.Context, mails: tuple[str, ...], redact: bool, as_json: bool, config: Path) -> None:
    """Explain mails: what each line was taken for and why, who wrote, what it is for, what was answered.

    Each is a file (`-` for standard input) or the number of a stored letter. Files need no configuration and no database; where
    there is one, what would become of the mail if it came now is told, and nothing is changed.
    """
    from pbem.core.letters import Verdict
    from pbem.service.explaining import explain, explain_stored

    asked_for = context.get_parameter_source("config") is not click.core.ParameterSource.DEFAULT
    stored = [mail for mail in mails if mail.isascii() and mail.isdigit() and not Path(mail).exists()]
    office = _office(config, needed=asked_for or bool(stored))
    unread = []
    for mail in mails:
        if mail in stored:
            assert office is not None
            try:
                explained = explain_stored(office, int(mail), redact)
            except LookupError as error:
                raise Failed(f"there is no letter {mail}; `pbem mail list --all` shows those there are") from error
        else:
            content = _content(mail)
            if content is None:
                unread.append(mail)
                continue
            explained = explain(content, office, redact)
        assert explained.verdict is not Verdict.NEW
        if as_json:
            show_json(explained.to_json())
        else:
            _show(mail, explained)
    if unread:
        context.exit(1)


def _office(config: Path, needed: bool) -> "Office | None":
    """The office of that configuration; None where there is none to be had, and none is needed."""
    if not needed and not config.is_file():
        return None
    try:
        return open_office(config)
    except Unusable:
        if needed:
            raise
        return None


def _content(file: str) -> bytes | None:
    """The bytes of a mail; None, said on standard error, where they cannot be read."""
    if file == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(file).read_bytes()
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "this is no name of a file"
        click.echo(f"pbem: {printable(file)} cannot be read: {why}", err=True)
        return None


def _show(mail: str, explained: "Explained") -> None:
    unknown = "not known without the database"
    head = {
        "mail": mail,
        "verdict": f"{explained.verdict}: {explained.reason}",
        "from": explained.sender or "not exactly one sender",
        "subject": explained.subject,
        "identity": explained.identity or unknown,
        "for": explained.binding or unknown,
        "answered": explained.answered or unknown,
        "noted": "; ".join(explained.notes),
        "compared": _second_opinion(explained),
    }
    for name, value in head.items():
        if value:
            click.echo(f"{name + ':':<12}{printable(' '.join(value.splitlines()))}")
    click.echo()
    for line, why in zip(explained.lines, explained.whys, strict=True):
        click.echo(f"{line.number:>5} {line.kind:<12}{printable(line.text):<60}  ({why})")
    click.echo()


def _second_opinion(explained: "Explained") -> str:
    """Whether a reply parser finds the same text, where one is installed; it never decides anything. Source: mail.md, fact 5."""
    try:
        from mailparser_reply import EmailReplyParser
    except ImportError:
        return ""
    text = "\n".join(line.text for line in explained.lines)[:200_000]
    try:
        other = EmailReplyParser(languages=["en", "de", "fr", "es", "it", "nl", "pl", "sv"]).parse_reply(text) or ""
    except Exception as error:  # noqa: BLE001 - another's program on any mail at all: its failure is only worth a line
        return f"mail-parser-reply failed ({type(error).__name__})"
    if other.split() == explained.own.split():
        return "mail-parser-reply finds the same text"
    _log.info(
        "mail-parser-reply takes %d words for the writer's own, not %d", len(other.split()), len(explained.own.split())
    )
    return f"mail-parser-reply takes this for the writer's own: {' / '.join(other.split(chr(10)))[:500]}"
