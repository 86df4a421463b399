"""An SMTP server that answers as a script says, and keeps what it took, byte by byte."""

import socketserver
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

CLOSE = "close"
SILENCE = "silence"
CERTIFICATE = Path(__file__).parent / "tls" / "localhost.crt"
KEY = Path(__file__).parent / "tls" / "localhost.key"

USUAL = {
    "GREETING": "220 scripted",
    "EHLO": "250-scripted\r\n250 8BITMIME",
    "MAIL": "250 ok",
    "RCPT": "250 ok",
    "DATA": "354 go on",
    "DOT": "250 2.0.0 Ok: queued as 4F1B2",
    "RSET": "250 ok",
    "NOOP": "250 ok",
    "QUIT": "221 bye",
    "AUTH": "235 2.7.0 welcome",
    "STARTTLS": "220 go on",
}


class Abandoned(ssl.SSLSocket):
    """Closes itself: a client that resets the connection before the handshake leaves nobody else who could."""

    def __del__(self) -> None:
        self.close()


class ScriptedSmtp(socketserver.ThreadingTCPServer):
    """`script` gives the answer at a stage, or CLOSE or SILENCE; a list is used up, one a time, then the usual one follows."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, script: Mapping[str, str | list[str]], tls: bool = False) -> None:
        super().__init__(("127.0.0.1", 0), Conversation)
        self.script = dict(script)
        self.taken: list[bytes] = []
        self.commands: list[str] = []
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.sslsocket_class = Abandoned
        self.context.load_cert_chain(CERTIFICATE, KEY)
        self.tls = tls

    @property
    def port(self) -> int:
        port = self.server_address[1]
        assert isinstance(port, int)
        return port

    def answer(self, stage: str) -> str:
        scripted = self.script.get(stage, USUAL.get(stage, "502 5.5.1 what?"))
        if isinstance(scripted, list):
            return scripted.pop(0) if scripted else USUAL[stage]
        return scripted

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that leaves early is part of the script."""


class Conversation(socketserver.StreamRequestHandler):
    server: ScriptedSmtp

    def handle(self) -> None:
        if self.server.tls:
            self._start_tls()
        if not self._say("GREETING"):
            return
        while line := self.rfile.readline():
            verb = line.split()[0].upper().decode() if line.split() else ""
            self.server.commands.append(line.decode().rstrip("\r\n"))
            if not self._say(verb):
                return
            if verb == "STARTTLS":
                self._start_tls()
            if verb == "DATA" and self.last.startswith("354") and not self._content():
                return
            if verb == "QUIT" or self.last.startswith("421"):
                return

    def _content(self) -> bool:
        content = b""
        while not content.endswith(b"\r\n.\r\n"):
            line = self.rfile.readline()
            if not line:
                return False
            content += line
        self.server.taken.append(content)
        return self._say("DOT")

    def _say(self, stage: str) -> bool:
        self.last = self.server.answer(stage)
        if self.last == CLOSE:
            return False
        if self.last == SILENCE:
            return True
        self.wfile.write(self.last.encode() + b"\r\n")
        return True

    def finish(self) -> None:
        super().finish()
        self.connection.close()

    def _start_tls(self) -> None:
        self.request = self.connection = self.server.context.wrap_socket(self.connection, server_side=True)
        self.rfile = self.connection.makefile("rb")
        self.wfile = self.connection.makefile("wb", buffering=0)


@contextmanager
def scripted(script: Mapping[str, str | list[str]] | None = None, tls: bool = False) -> Iterator[ScriptedSmtp]:
    with ScriptedSmtp(script or {}, tls) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()
