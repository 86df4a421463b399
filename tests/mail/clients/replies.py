"""A reply put together: what its writer typed, where, and in which form the program sends it."""

import base64
import quopri
from collections.abc import Sequence
from email.header import Header
from html import escape

from tests.mail.clients.languages import Language
from tests.mail.clients.programs import ADDRESS, SUBJECT, TO, Program, as_html, block

REPORT = [
    "[pbem pit-1 turn 3 k7m2q4xa begin]",
    "Pitagoras, turn 3: Ann",
    "",
    "The prompter fell asleep, and nobody dared to wake him.",
    "",
    "1: +9",
    "2: x7",
    "prompter: Dora",
    "",
    "Orders until Friday, 6 November 2026, 20:00 UTC.",
    "[pbem pit-1 turn 3 k7m2q4xa end]",
]
"""The report that is quoted; its orders must never count."""

PLACES = ("top", "bottom", "inline", "forward")
FORMS = ("text", "html", "both", "flowed", "quoted-printable", "base64")


def reply(program: Program, language: Language, place: str, form: str, typed: Sequence[str]) -> bytes:
    """The mail. `place`: of `PLACES`; `form`: of `FORMS`."""
    text, html = _text(program, language, place, typed), _html(program, language, place, typed)
    prefix = language.prefixes[place == "forward"]
    fields = [f"From: Ann <{TO}>", f"To: <{ADDRESS}>", f"Subject: {Header(f'{prefix}: {SUBJECT}', 'utf-8').encode()}"]
    fields += ["Message-ID: <1@client.test>", "MIME-Version: 1.0"]
    if form in ("html", "both"):
        html_part = ["Content-Type: text/html; charset=utf-8", "Content-Transfer-Encoding: 8bit", "", html]
        if form == "html":
            return "\r\n".join([*fields, *html_part, ""]).encode()
        text_part = ["Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit", "", *text]
        head = [*fields, 'Content-Type: multipart/alternative; boundary="b1"', ""]
        return "\r\n".join([*head, "--b1", *text_part, "--b1", *html_part, "--b1--", ""]).encode()
    kind = "text/plain; charset=utf-8" + ("; format=flowed; delsp=no" if form == "flowed" else "")
    body = "\r\n".join([*(_flowed(text) if form == "flowed" else text), ""]).encode()
    encoding = form if form in ("quoted-printable", "base64") else "8bit"
    if form == "quoted-printable":
        body = quopri.encodestring(body.replace(b"\r\n", b"\n")).replace(b"\n", b"\r\n")
    elif form == "base64":
        body = base64.encodebytes(body).replace(b"\n", b"\r\n")
    head = [*fields, f"Content-Type: {kind}", f"Content-Transfer-Encoding: {encoding}", "", ""]
    return "\r\n".join(head).encode() + body


def _above(program: Program, language: Language, place: str) -> list[str]:
    if place != "forward":
        return program.above(language)
    return [f"---------- {language.forwarded} ----------", *block(language)]


def _text(program: Program, language: Language, place: str, typed: Sequence[str]) -> list[str]:
    above = _above(program, language, place)
    marked = program.marked and place != "forward"
    quoted = [f"> {line}".rstrip() if marked else line for line in REPORT]
    signed = ["", program.signed] if program.signed else []
    if place == "bottom":
        return [*above, *quoted, "", *typed, *signed]
    if place == "inline":
        return [*above, *quoted[:4], "", *typed[:2], "", *quoted[4:], "", *typed[2:], *signed]
    return [*typed, *signed, "", *above, "", *quoted]


def _html(program: Program, language: Language, place: str, typed: Sequence[str]) -> str:
    above = [escape(line) for line in _above(program, language, place)]
    signed = f"<div><br></div><div>{escape(program.signed)}</div>" if program.signed else ""
    if place == "forward":
        quoted = f'<div class="forwarded">{"<br>".join(above)}<br><br>{as_html(REPORT)}</div>'
    elif place == "inline":
        # an editor splits the quotation in two where its user types
        first, second = (
            program.wrap(above, as_html(REPORT[:4])),
            f'<blockquote type="cite">{as_html(REPORT[4:])}</blockquote>',
        )
        return f"<html><body>{first}{as_html(typed[:2])}{second}{as_html(typed[2:])}{signed}</body></html>"
    else:
        quoted = program.wrap(above, as_html(REPORT))
    typed_html = as_html(typed)
    if place == "bottom":
        return f"<html><body>{quoted}<div><br></div>{typed_html}{signed}</body></html>"
    return f"<html><body>{typed_html}{signed}<div><br></div>{quoted}</body></html>"


def _flowed(lines: Sequence[str]) -> list[str]:
    """Lines as format=flowed wants them: long ones broken behind a space, those that begin with a space stuffed (RFC 3676)."""
    flowed = []
    for line in lines:
        marks = ">" if line.startswith(">") else ""
        rest = line.removeprefix(">") if marks else (f" {line}" if line.startswith((" ", "From ")) else line.rstrip())
        while len(rest) > 70 and (cut := rest.rfind(" ", 1, 70)) > 0:
            flowed.append(marks + rest[: cut + 1])
            rest = (" " if marks else "") + rest[cut + 1 :]
        flowed.append(marks + rest)
    return flowed
