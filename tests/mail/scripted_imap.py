"""An IMAP server that does what a test tells it, where a real one would do so once in a year."""

import re
import socketserver
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

Answer = Callable[["Connection", str, str], None]
"""Answers one command: on which connection, its tag, and what follows its name."""

_COMMAND = re.compile(r"(\S+) (UID )?(\S+) ?(.*)")


@dataclass
class ScriptedImap:
    """A mailbox of mails by UID. `answers`: what is done for a command in place of the usual; `log`: the commands that came;
    `dates`: when a mail was received, where that is not ever the same."""

    mails: dict[int, bytes] = field(default_factory=dict)
    capabilities: str = "IMAP4rev1 IDLE MOVE"
    uidvalidity: int = 7
    folders: dict[str, str] = field(default_factory=lambda: {"INBOX": "", "Junk": " \\Junk"})
    dates: dict[int, str] = field(default_factory=dict)
    answers: dict[str, Answer] = field(default_factory=dict)
    log: list[str] = field(default_factory=list)
    connections: int = 0
    port: int = 0


class Connection(socketserver.StreamRequestHandler):
    """One client's connection; lines go out with CRLF."""

    script: ScriptedImap

    def handle(self) -> None:
        self.script.connections += 1
        self.say("* OK ready")
        while line := self.rfile.readline():
            found = _COMMAND.match(line.decode("latin-1").strip())
            assert found, line
            tag, command, rest = found[1], ((found[2] or "") + found[3]).upper(), found[4]
            self.script.log.append(f"{command} {rest}".strip())
            answer = self.script.answers.get(command)
            try:
                if answer is not None:
                    answer(self, tag, rest)
                else:
                    self.usual(tag, command, rest)
            except Gone:
                return

    def say(self, text: str) -> None:
        self.wfile.write(text.encode("latin-1") + b"\r\n")
        self.wfile.flush()

    def usual(self, tag: str, command: str, rest: str) -> None:
        """What any server does."""
        if command == "CAPABILITY":
            self.say(f"* CAPABILITY {self.script.capabilities}")
        elif command in ("SELECT", "EXAMINE"):
            self.say(f"* {len(self.script.mails)} EXISTS")
            self.say(f"* OK [UIDVALIDITY {self.script.uidvalidity}] .")
            self.say(f"* OK [UIDNEXT {max(self.script.mails, default=0) + 1}] .")
        elif command == "UID SEARCH":
            begin = int(rest.split()[-1].partition(":")[0])
            found = [uid for uid in sorted(self.script.mails) if uid >= begin] or sorted(self.script.mails)[-1:]
            self.say("* SEARCH " + " ".join(map(str, found)))
        elif command == "UID FETCH":
            self.fetch(rest)
        elif command == "IDLE":
            self.say("+ idling")
            self.rfile.readline()
        elif command == "LIST":
            for name, flag in self.script.folders.items():
                self.say(f'* LIST (\\HasNoChildren{flag}) "/" "{name}"')
        elif command == "LOGOUT":
            self.say("* BYE")
        self.say(f"{tag} OK done")

    def fetch(self, rest: str) -> None:
        for number in rest.partition(" ")[0].split(","):
            if int(number) in self.script.mails:
                self.say_mail(int(number), "HEADER" if "HEADER" in rest else "BODY" if "BODY" in rest else "SIZE")

    def say_mail(self, uid: int, what: str) -> None:
        mail = self.script.mails[uid]
        if what == "SIZE":
            date = self.script.dates.get(uid, " 3-Nov-2026 10:00:00 +0000")
            self.say(f'* {uid} FETCH (UID {uid} RFC822.SIZE {len(mail)} INTERNALDATE "{date}")')
            return
        part = mail.partition(b"\r\n\r\n")[0] + b"\r\n\r\n" if what == "HEADER" else mail
        self.wfile.write(f"* {uid} FETCH (UID {uid} BODY[] {{{len(part)}}}\r\n".encode() + part + b")\r\n")

    def hang_up(self) -> None:
        """Ends the connection without a word."""
        raise Gone


class Gone(Exception):
    """The connection has ended."""


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that goes away is no news."""


@contextmanager
def serving(script: ScriptedImap) -> Iterator[ScriptedImap]:
    """The server, as long as the block runs; `script.port` is its port."""
    handler = type("Scripted", (Connection,), {"script": script})
    with _Server(("127.0.0.1", 0), handler) as server:
        script.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield script
        server.shutdown()
        thread.join()
