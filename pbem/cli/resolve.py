"""`pbem resolve`: scenario files adjudicated, without a database or a mailbox."""

import sys
from pathlib import Path

import click

from pbem.cli.showing import show_json
from pbem.core.contract import Audience, Game, Reader
from pbem.core.errors import Unusable
from pbem.core.scenario import Resolution, document, resolve, scenario
from pbem.games.registry import game


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a file, each on one line.")
@click.option("--for", "reader", metavar="NAME|public", help="What that player, or everybody, may see; else all.")
def command(files: tuple[str, ...], as_json: bool, reader: str | None) -> None:
    """Adjudicate scenario files, without a database or a mailbox.

    FILE is TOML or JSON, - is standard input. Prints the turn reports as a GM sees them.
    """
    if as_json and reader is not None:
        raise Unusable("--json is the GM's full sight; leave out --for")
    wrong = False
    for file in files:
        try:
            read = scenario(document(text_of(file)))
            done = resolve(read, game_of(read.game))
            if as_json:
                show_json(done.to_json())
            else:
                from pbem.cli.turn_reports import print_reports

                print_reports(done, read, reader_of(done, reader), file)
        except Unusable as error:
            wrong = True
            if as_json:
                show_json({"file": file, "error": str(error)})
            else:
                click.echo(f"pbem: {file}: {error}", err=True)
    if wrong:
        sys.exit(2)


def game_of(slug: str) -> Game:
    """The scenario's game. Raises Unusable, with the place, where there is none."""
    try:
        return game(slug)
    except Unusable as error:
        raise Unusable(f"game: {error}") from error


def text_of(file: str) -> str:
    """The text of a file, of standard input for `-`. Raises Unusable where there is none in UTF-8."""
    try:
        raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return raw.decode("utf-8-sig")
    except OSError as error:
        raise Unusable(f"cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise Unusable(f"not a text in UTF-8: the byte at {error.start} fits nowhere") from error


def reader_of(done: Resolution, reader: str | None) -> Reader:
    """The reader that `--for` names, the GM without it. Raises Unusable for one who does not play."""
    if reader is None:
        return Audience.GM
    if reader.casefold() == "public":
        return Audience.PUBLIC
    for name in done.table.players:
        if name.casefold() == reader.casefold():
            return name
    raise Unusable(f"--for: no player {reader!r}; expected public, {', '.join(done.table.players)}")
