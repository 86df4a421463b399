"""docs/commands.md, made from the help of the commands: `python -m pbem.cli.reference docs/commands.md`."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from pbem.cli import main

_HEAD = """\
# The commands

<!-- Made from the commands' own help by `make reference`; change the help, not this page. -->

Every command ends with exit status 0 when it has done what was asked, 2 when what was asked cannot be used (a wrong option, a
configuration or database that does not fit), and 1 when it failed (a server that is away). Errors are one sentence on standard
error. What lists or shows takes `--json`. `--config FILE`, or `PBEM_CONFIG` in the environment, names the configuration.
"""


def page() -> str:
    """The whole page: a heading and the help of every command, groups before what they hold."""
    parts = [_HEAD]
    for words, context in _commands(("pbem",), click.Context(main, info_name="pbem", terminal_width=100)):
        parts.append(f"## {' '.join(words)}\n\n```text\n{context.command.get_help(context).rstrip()}\n```\n")
    return "\n".join(parts)


def _commands(words: tuple[str, ...], context: click.Context) -> Iterator[tuple[tuple[str, ...], click.Context]]:
    yield words, context
    if isinstance(context.command, click.Group):
        for name in context.command.list_commands(context):
            inner = context.command.get_command(context, name)
            assert inner is not None
            below = click.Context(inner, parent=context, info_name=name, terminal_width=100)
            yield from _commands((*words, name), below)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), "utf-8")
