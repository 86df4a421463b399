"""The visitor's seat: mails for it are answered at the terminal."""

from rich.console import Console

from pbem.core.errors import Failed
from pbem.demo.cast import Player
from pbem.demo.mailbag import Delivered
from pbem.demo.play import Demo
from pbem.demo.script import CAMPAIGN

_HOW = (
    "You write the mails of {name}. Write a mail line by line; an empty line ends it and sends it. Nothing at all waits for other"
    " mail, also such as you send with a mail program. A lone `skip` lets the days go by until the deadline; a lone `quit`"
    " ends the demo."
)


class AtTerminal:
    """Plays the seat of one of the cast. Asks for a mail where one is called for, and whenever the last was in vain."""

    def __init__(self, console: Console, player: Player) -> None:
        self._console = console
        self._player = player
        self.name = self._player.name
        self._report: Delivered | None = None

    def begins(self, demo: Demo) -> None:
        """Asks for the mail that asks for a seat."""
        demo.screen.remark(_HOW.format(name=self.name))
        self._ask(demo, None, f"To take a seat, write: join {CAMPAIGN} as {self.name}")

    def opens(self, demo: Demo, mail: Delivered) -> None:
        """Asks for an answer to that mail, and hands it in. Raises Failed where the visitor leaves."""
        if mail.kind == "confirm":
            self._ask(demo, mail, "To confirm, write: yes")
        elif mail.kind == "report" and self.name in demo.asked_by(mail):
            self._report = mail
            self._ask(demo, mail, "Your orders, one a line")
        elif mail.kind == "ack" and self._report is not None:
            self._ask(demo, self._report, "Another mail, if you like")
        elif mail.kind != "report":
            self._ask(demo, self._report or mail, "Your next mail")

    def waits(self, demo: Demo) -> None:
        """Asks what to do, as no mail comes for anybody: they may all wait for this one."""
        self._ask(demo, self._report, "No mail comes; your next mail")

    def _ask(self, demo: Demo, answered: Delivered | None, what: str) -> None:
        self._console.print(f"\n[bold]{what}.[/]")
        lines: list[str] = []
        while line := self._line():
            if line == "quit":
                raise Failed("the visitor has left before the campaign ended")
            if line == "skip" and not lines:
                demo.skips(self.name)
                return
            lines.append(line)
        if not lines:
            return
        if answered is None:
            demo.say(self._player, "\n".join(lines), "I would like to play")
        else:
            demo.say(self._player, "\n".join(lines), f"Re: {answered.mail.subject}", answered.mail)

    def _line(self) -> str:
        """The next line that is text, without the blanks around it; `quit` where there are no more."""
        while True:
            try:
                line = self._console.input("   > ").strip()
                line.encode()
            except (EOFError, KeyboardInterrupt):
                return "quit"
            except UnicodeError:
                self._console.print("   That was no text in UTF-8; write it once more.")
            else:
                return line
