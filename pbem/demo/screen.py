"""What the visitor of the demo sees: who writes to whom, and what."""

import textwrap
from collections.abc import Sequence
from datetime import datetime

from rich.console import Console
from rich.text import Text

_WIDTH = 78
_COLOURS = {"Ann": "cyan", "Bob": "yellow", "Cleo": "magenta", "Dora": "green", "pbem": "bold blue", "GM": "red"}


class Screen:
    """Prints to `console`; plain text where that is not a terminal."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def title(self, text: str) -> None:
        self._console.print()
        self._console.rule(Text(text, style="bold"))

    def remark(self, text: str) -> None:
        """A sentence of the narrator's."""
        self._console.print()
        for line in textwrap.wrap(text, _WIDTH):
            self._console.print(Text(line, style="italic"))

    def mail(self, when: datetime, sender: str, receiver: str, subject: str, body: str = "", most: int = 0) -> None:
        """A mail: one line of who, to whom and about what, then its body, or the first `most` lines of it."""
        head = Text(f"{when:%a %H:%M}  ", style="dim")
        head.append(sender, style=_COLOURS.get(sender, "bold"))
        head.append(" to ", style="dim")
        head.append(receiver, style=_COLOURS.get(receiver, "bold"))
        head.append(f": {subject}")
        self._console.print()
        self._console.print(head, soft_wrap=True)
        lines = body.rstrip().splitlines()
        shown = lines[:most] if most else lines
        for line in shown:
            self._console.print(Text("    | " + line), soft_wrap=True, style="dim" if sender == "pbem" else "")
        if len(shown) < len(lines):
            self._console.print(Text(f"    | … {len(lines) - len(shown)} more lines", style="dim"))

    def lines(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._console.print(Text(line), soft_wrap=True)
