"""Mails as the rows of the catalogue have them, sent by Ann to the address of her seat in a campaign of Pitagoras, `pit-1`."""

from datetime import datetime

from sqlalchemy.engine import Engine

from pbem.core.letters import Verdict
from pbem.report.renderer import Renderer
from pbem.store import outbox
from tests.moderator.letterbox import Letterbox
from tests.moderator.tabletop import Office, address_of

ACK, ERR, ASK, QUAR, IGN = Verdict.ACK, Verdict.ERR, Verdict.ASK, Verdict.QUAR, Verdict.IGN
ATTACHED = 'Content-Type: {kind}; name="{name}"\nContent-Disposition: attachment; filename="{name}"\n\n{text}\n'
UTF8 = "Content-Type: text/plain; charset=utf-8\n"
HTML = "Content-Type: text/html; charset=utf-8\n"
ANN, BOB = address_of("Ann"), address_of("Bob")


def pitagoras(engine: Engine) -> Letterbox:
    """A house with `pit-1` running, and the way of mails into it."""
    office = Office(engine, renderer=Renderer())
    office.started("pit-1", ("Ann", "Bob", "Cleo"), game="pitagoras")
    return Letterbox(office)


def token(post: Letterbox, player: str = "Ann") -> str:
    """The address of a player's seat."""
    return post.token_address(player, "pit-1")


def sent(post: Letterbox, fields: str, body: str | bytes, subject: str = "orders") -> tuple[Verdict, list[str], str]:
    """Verdict, orders on file and answer of a mail of Ann's with these fields and this body, in single spaces."""
    return came(post, f"From: {ANN}\nTo: {token(post)}\nSubject: {subject}\n{fields}", body)


def came(
    post: Letterbox, fields: str, body: str | bytes = "1: +3\n", received: datetime | None = None, junk: bool = False
) -> tuple[Verdict, list[str], str]:
    """The same of a mail with these fields alone, whoever wrote it; the orders are Ann's."""
    head = fields if fields.endswith("\n") else fields + "\n"
    content = head.encode("utf-8", "surrogateescape") + b"\n" + (body.encode() if isinstance(body, str) else body)
    letter = post.deliver(content, received=received, junk=junk)
    answers = post.answers(letter)
    assert len(answers) <= 1
    said = " ".join(str(answers[0].text).split()) if answers else ""
    return post.verdicts[letter], post.on_file("Ann", "pit-1"), said


def parted(*parts: str, kind: str = "mixed", more: str = "") -> tuple[str, str]:
    """The fields and the body of a mail with parts."""
    body = "".join(f"--b\n{part}\n" for part in parts) + "--b--\n"
    return f'MIME-Version: 1.0\nContent-Type: multipart/{kind}; boundary="b"{more}\n', body


def plain(text: str) -> str:
    return f"Content-Type: text/plain; charset=utf-8\n\n{text}"


def rich(text: str) -> str:
    return f"Content-Type: text/html; charset=utf-8\n\n{text}"


def report_to(post: Letterbox, player: str) -> str:
    """The text of the last report to a player, as it was mailed."""
    row = [row for row in post.office.outbox("report") if row.to == address_of(player)][-1]
    with post.office.desk() as desk:
        return outbox.message_of(desk.connection, row.id).text


def quoted(text: str) -> str:
    """A text as a mail program quotes it."""
    return "".join(f"> {line}".rstrip() + "\n" for line in text.rstrip("\n").split("\n"))


def told_to_gm(post: Letterbox) -> list[str]:
    """The subjects of the notes to the GM so far."""
    return [str(row.message["subject"]) for row in post.office.outbox("gm-note")]
