"""The command line. Imports click alone: each command's module is loaded when it is called or its help is shown."""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import click

from pbem import __version__
from pbem.core.errors import Failed, Unusable

COMMANDS = {
    "archive": ("pbem.cli.archive", "The static pages of all campaigns, as the public may see them."),
    "campaign": (
        "pbem.cli.campaign",
        "Campaigns: new, list, show, start, pause, resume, end, and the log of what was done.",
    ),
    "completion": ("pbem.cli.completion", "Print what makes a shell complete pbem's commands."),
    "db": ("pbem.cli.db", "The database: its form, and copies of it."),
    "demo": ("pbem.cli.demo", "Play a whole campaign by mail, on this machine alone."),
    "doctor": ("pbem.cli.doctor", "See whether everything that a campaign needs is in order."),
    "games": ("pbem.cli.games", "The games: list, options, rules for players, decks."),
    "init": ("pbem.cli.init", "Ask what has to be known, write the configuration, and create the database."),
    "mail": ("pbem.cli.mail", "The letters that come in: list, show, explain, accept, drop, poll, feed, authorize."),
    "orders": ("pbem.cli.orders", "What is on file, and what could be: show, set, options."),
    "outbox": ("pbem.cli.outbox", "The mails that go out: list, show, retry, resume."),
    "player": ("pbem.cli.player", "Who plays: list, add, member, address, replace."),
    "resolve": ("pbem.cli.resolve", "Adjudicate scenario files, without a database or a mailbox."),
    "run": ("pbem.cli.run", "Run the campaigns: read the mail, answer it, keep the deadlines, send the reports."),
    "turn": ("pbem.cli.turn", "The turns of a campaign: show, adjudicate, rule, deadline, resend, withdraw."),
    "verify": ("pbem.cli.verify", "Recompute every die and every turn of a campaign from the stored letters' orders."),
}
"""Every command: the module that holds it as `command`, and its help in one line."""


class LazyGroup(click.Group):
    """A group whose commands live in modules of their own, each as `command` there; see `COMMANDS` for what `listed` holds."""

    def __init__(self, *args: Any, listed: Mapping[str, tuple[str, str]] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.listed = listed or {}

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


class Worded(LazyGroup):
    """The outermost group: whatever goes wrong below it ends as one sentence and an exit status."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        with _one_sentence(traceback=False):
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with _one_sentence(ctx.params["traceback"]):
            return super().invoke(ctx)


class Sentence(click.ClickException):
    """An error that is one sentence on standard error: something failed."""

    exit_code = 1

    def show(self, file: Any = None) -> None:
        said = "".join(c if c.isprintable() else " " for c in self.message)
        click.echo(f"pbem: {said}", err=True, file=file)


class WrongUse(Sentence):
    """What was asked for cannot be used."""

    exit_code = 2


@contextmanager
def _one_sentence(traceback: bool) -> Iterator[None]:
    """Turns what goes wrong into a sentence; with `traceback` a fault of the program stays whole."""
    try:
        yield
    except click.exceptions.NoArgsIsHelpError:
        raise
    except click.UsageError as error:
        raise WrongUse(_usage(error)) from error
    except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
        raise
    except Unusable as error:
        raise WrongUse(str(error)) from error
    except Failed as error:
        raise Sentence(str(error)) from error
    except OSError as error:
        _forget_output_that_was_not_taken()
        raise Sentence(f"{error.filename or 'the system'}: {error.strerror or error}") from error
    except Exception as error:
        if traceback:
            raise
        fault = f"{type(error).__name__}: {error}".splitlines()[0]
        again = "run it again as `pbem --traceback …` and report what it prints"
        raise Sentence(f"this is a fault of the program ({fault}); {again}") from error


def _forget_output_that_was_not_taken() -> None:
    """Where standard output takes nothing any more, the interpreter must not try it once more at its end, and complain."""
    try:
        sys.stdout.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _usage(error: click.UsageError) -> str:
    """What is wrong with the words of a command, and where to read what they can be."""
    said = " ".join(error.format_message().split()).rstrip(".")
    command = error.ctx.command_path if error.ctx else "pbem"
    return f"{said[:1].lower()}{said[1:]} (`{command} --help` shows what can be given)"


@click.group(cls=Worded, listed=COMMANDS)
@click.option(
    "--traceback", is_flag=True, help="Where the program itself is at fault, print all that is known about it."
)
@click.version_option(__version__, prog_name="pbem")
def main(traceback: bool) -> None:
    """The moderator of postal campaigns."""


if __name__ == "__main__":
    sys.exit(main())
