"""The command line. Imports click alone: each command's module is loaded when it is called or its help is shown."""

import sys
from importlib import import_module
from typing import Any, ClassVar

import click

from pbem import __version__
from pbem.core.errors import Failed, Unusable


class LazyGroup(click.Group):
    """A group whose commands live in modules of their own, each as `command` there; `listed` holds their one-line help."""

    listed: ClassVar[dict[str, tuple[str, str]]] = {
        "games": ("pbem.cli.games", "The games: list, options, rules for players."),
        "resolve": ("pbem.cli.resolve", "Adjudicate scenario files, without a database or a mailbox."),
    }

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(self.listed)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.listed:
            return None
        command = import_module(self.listed[cmd_name][0]).command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, self.listed[name][1]) for name in self.list_commands(ctx)])

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except Unusable as error:
            raise WrongUse(str(error)) from error
        except Failed as error:
            raise Sentence(str(error)) from error


class Sentence(click.ClickException):
    """An error that is one sentence on standard error: something failed."""

    exit_code = 1

    def show(self, file: Any = None) -> None:
        click.echo(f"pbem: {self.message}", err=True, file=file)


class WrongUse(Sentence):
    """What was asked for cannot be used."""

    exit_code = 2


@click.group(cls=LazyGroup)
@click.version_option(__version__, prog_name="pbem")
def main() -> None:
    """The moderator of postal campaigns."""


if __name__ == "__main__":
    sys.exit(main())
