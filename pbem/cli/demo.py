"""`pbem demo`: a whole campaign by mail, on this machine alone."""

import importlib.util
from pathlib import Path

import click

from pbem.core.errors import Unusable


@click.command("demo")
@click.option(
    "--game",
    default="pitagoras",
    show_default=True,
    help="What is played: pitagoras, glitches, glass-bead, global-pursuit or bux.",
)
@click.option("--play", is_flag=True, help="Take a seat yourself: your mails are shown and answered here.")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("pbem-demo"),
    show_default=True,
    help="Where the mails, the database, the reports and the pages are left.",
)
def command(game: str, play: bool, folder: Path) -> None:
    """Play a whole campaign by mail, on this machine alone.

    A few players play the game from the invitation to the winner. A real SMTP server and a real IMAP server are started on
    loopback, pbem runs against them as in earnest, and the players write their mails the way people do. Ends with status 0 only
    if the campaign ended and could be verified.
    """
    if any(importlib.util.find_spec(name) is None for name in ("aiosmtpd", "pymap")):
        raise Unusable("the demo needs two mail servers more; install them with: pip install 'pbem[demo]'")
    from rich.console import Console

    from pbem.demo.play import Demo
    from pbem.demo.screen import Screen
    from pbem.demo.scripts import script_of

    script = script_of(game)

    console = Console(highlight=False, width=None if Console().is_terminal else 100)
    visitor = None
    if play:
        from pbem.demo.visitor import AtTerminal

        visitor = AtTerminal(console, script.cast[0])
    Demo(Screen(console), folder, script, visitor).play()
