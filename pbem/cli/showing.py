"""What commands print: JSON for programs, tables for people."""

import json
import sys
from collections.abc import Sequence
from typing import Any

import click


def show_json(value: Any) -> None:
    """The value as JSON on one line, in ASCII, so that it survives any terminal and any pipe."""
    click.echo(json.dumps(value))


def printable(text: str) -> str:
    """The text as a terminal may be given it: a mail's control characters, which could command it, as U+FFFD; line ends stay."""
    return "".join(c if c.isprintable() or c in "\n\t" else "\ufffd" for c in text)


def show_text(text: str) -> None:
    """A text that somebody else wrote, without the line ends at its end."""
    click.echo(printable(text.rstrip("\n")))


def show_table(columns: Sequence[str], rows: Sequence[Sequence[object]], nothing: str) -> None:
    """A table: by rich on a terminal, else in plain columns; the sentence `nothing` where there is no row."""
    if not rows:
        click.echo(nothing)
        return
    cells = [["" if cell is None else printable(" ".join(str(cell).splitlines())) for cell in row] for row in rows]
    if sys.stdout.isatty():
        _rich(columns, cells)
    else:
        _plain(columns, cells)


def _rich(columns: Sequence[str], rows: list[list[str]]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*columns, box=SIMPLE_HEAD)
    for row in rows:
        table.add_row(*map(Text, row))
    Console().print(table)


def _plain(columns: Sequence[str], rows: list[list[str]]) -> None:
    lines = [list(columns), *rows]
    widths = [max(len(line[at]) for line in lines) for at in range(len(columns))]
    for line in lines:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())
