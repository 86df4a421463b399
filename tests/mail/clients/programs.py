"""How mail programs write a reply: a program is what it puts above the quotation, and how it sets the quotation apart."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from tests.mail.clients.languages import Language

NAME = "Postal Games"
ADDRESS = "gm+k5x2mz7qpdh3w4ravbn6tjyecg@pbem.test"
TO = "ann@example.org"
SUBJECT = "[pit-1] turn 3"

Above = Callable[[Language], list[str]]
"""The lines that a program puts above what it quotes."""
Wrap = Callable[[list[str], str], str]
"""HTML of what is above (as HTML lines) and of the quotation."""


@dataclass(frozen=True, slots=True)
class Program:
    """`marked`: whether its text part begins quoted lines with `>`; `signed`: the line it adds by itself, empty for none."""

    name: str
    above: Above
    wrap: Wrap
    marked: bool = True
    signed: str = ""


def attribution(language: Language) -> list[str]:
    return [language.wrote.format(date=language.date, name=NAME, address=ADDRESS)]


def wrapped(language: Language) -> list[str]:
    """The attribution as Gmail wraps it: the address on a line of its own."""
    line = attribution(language)[0]
    before, found, rest = line.partition(f"<{ADDRESS}>")
    return [before.rstrip(), found + rest] if len(line) > 78 and before.strip() else [line]


def bare(language: Language) -> list[str]:
    """An attribution without an address."""
    return [language.wrote.format(date=language.date, name=NAME, address=ADDRESS).replace(f" <{ADDRESS}>", "")]


def _values(language: Language) -> tuple[str, str, str, str]:
    return f"{NAME} <{ADDRESS}>", language.date, TO, SUBJECT


def block(language: Language) -> list[str]:
    return [f"{name}: {value}" for name, value in zip(language.fields, _values(language), strict=True)]


def starred(language: Language) -> list[str]:
    return [f"*{name}:* {value}" for name, value in zip(language.fields, _values(language), strict=True)]


def ruled(language: Language) -> list[str]:
    return ["_" * 32, *block(language)]


def titled(language: Language) -> list[str]:
    return ["-------- Original Message --------", *block(language)]


def outlook_titled(language: Language) -> list[str]:
    return ["-----Original Message-----", *block(language)]


def bolded(language: Language) -> list[str]:
    return ["", *block(language)]


def notes(language: Language) -> list[str]:
    """The header block of Lotus Notes, whose first lines have no names."""
    fields = language.fields
    return [f"{NAME} <{ADDRESS}>", "02.11.2026 09:00", "", f"{fields[2]}", f"{TO}", "cc", "", f"{fields[3]}", SUBJECT]


def notes_labelled(language: Language) -> list[str]:
    fields = language.fields
    return [
        f"{fields[0]}:   {NAME} <{ADDRESS}>",
        f"{fields[2]}:     {TO}",
        f"{fields[1]}:   02.11.2026 09:00",
        f"{fields[3]}:        {SUBJECT}",
    ]


def dashed(language: Language) -> list[str]:
    return [f"---- {attribution(language)[0].rstrip(':：').rstrip()} ----"]


def _joined(above: Sequence[str]) -> str:
    return "<br>".join(above)


def gmail(above: list[str], quoted: str) -> str:
    return (
        f'<br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">{_joined(above)}<br></div>'
        f'<blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px #ccc solid">{quoted}</blockquote></div>'
    )


def apple(above: list[str], quoted: str) -> str:
    return (
        f'<div><br><blockquote type="cite"><div>{_joined(above)}</div><br class="Apple-interchange-newline"><div>{quoted}</div>'
        "</blockquote></div>"
    )


def cited(above: list[str], quoted: str) -> str:
    return f'<div class="moz-cite-prefix">{_joined(above)}<br></div><blockquote type="cite" cite="mid:1@x">{quoted}</blockquote>'


def plain_quote(above: list[str], quoted: str) -> str:
    return f"<p>{_joined(above)}</p><blockquote>{quoted}</blockquote>"


def outlook(above: list[str], quoted: str) -> str:
    return (
        '<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">'
        f"{_joined(above)}</p></div>{quoted}"
    )


def outlook_web(above: list[str], quoted: str) -> str:
    return (
        f'<hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr">{_joined(above)}'
        f"<div>&nbsp;</div></div><div>{quoted}</div>"
    )


def outlook_mobile(above: list[str], quoted: str) -> str:
    return (
        f'<div id="ms-outlook-mobile-signature"></div><hr><div id="divRplyFwdMsg">{_joined(above)}</div>'
        f'<div class="BodyFragment">{quoted}</div>'
    )


def yahoo(above: list[str], quoted: str) -> str:
    return (
        f'<div id="ydp1yahoo_quoted_1" class="yahoo_quoted"><div style="font-size:13px"><div>{_joined(above)}</div>'
        f"<div><br></div><div><div>{quoted}</div></div></div></div>"
    )


def aol(above: list[str], quoted: str) -> str:
    return f'<div id="aol_quoted" class="yahoo_quoted"><div>{_joined(above)}</div><div>{quoted}</div></div>'


def gmx(above: list[str], quoted: str) -> str:
    return (
        '<div name="quote" style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid #C3D9E5;">'
        f'<div style="margin:0 0 10px 0;">{_joined(above)}</div><div name="quoted-content">{quoted}</div></div>'
    )


def proton(above: list[str], quoted: str) -> str:
    return (
        f'<div class="protonmail_quote">{_joined(above)}<br><br><blockquote class="protonmail_quote" type="cite">{quoted}'
        "</blockquote></div>"
    )


def zimbra(above: list[str], quoted: str) -> str:
    return (
        f'<hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__HEADERS__">{_joined(above)}</div>'
        f'<div data-marker="__QUOTED_TEXT__"><blockquote style="border-left:2px solid #1010FF">{quoted}</blockquote></div>'
    )


def samsung(above: list[str], quoted: str) -> str:
    return (
        f'<div style="font-size:100%;color:#000000"><!-- originalMessage --><div>{_joined(above)}</div><div><br></div>'
        f"{quoted}</div>"
    )


def mailru(above: list[str], quoted: str) -> str:
    return (
        f'<blockquote style="border-left:1px solid #0857A6;margin:10px;padding:0 0 0 10px;">{_joined(above)}<br><div>{quoted}'
        "</div></blockquote>"
    )


def netease(above: list[str], quoted: str) -> str:
    return (
        '<div style="position:relative;zoom:1"></div><div id="divNeteaseMailCard"></div><br><pre><br>'
        f'{_joined(above)}</pre><blockquote id="isReplyContent" style="PADDING-LEFT: 1ex">{quoted}</blockquote>'
    )


def tencent(above: list[str], quoted: str) -> str:
    return (
        '<div style="font-size: 12px;font-family: Arial Narrow;padding:2px 0 2px 0;">------------------&nbsp;Original'
        f'&nbsp;------------------</div><div style="font-size: 12px;background:#efefef;padding:8px;">{_joined(above)}</div>'
        f"<div><br></div>{quoted}"
    )


def fairemail(above: list[str], quoted: str) -> str:
    return f'<div fairemail="reference"><p>{_joined(above)}</p><blockquote type="cite">{quoted}</blockquote></div>'


PROGRAMS = (
    Program("gmail-web", wrapped, gmail),
    Program("gmail-ios", attribution, gmail),
    Program("gmail-android", attribution, gmail),
    Program("outlook-desktop", block, outlook, marked=False),
    Program("outlook-desktop-plain", outlook_titled, outlook, marked=False),
    Program("outlook-desktop-marked", outlook_titled, outlook),
    Program("outlook-web", ruled, outlook_web, marked=False),
    Program("outlook-mobile", ruled, outlook_mobile, marked=False, signed="Get Outlook for iOS<https://aka.ms/o0ukef>"),
    Program("outlook-365-new", starred, outlook_web, marked=False),
    Program("apple-mail-macos", attribution, apple),
    Program("apple-mail-ios", attribution, apple, signed="Sent from my iPhone"),
    Program("thunderbird", attribution, cited),
    Program("thunderbird-without-address", bare, cited),
    Program("yahoo-web", wrapped, yahoo),
    Program("yahoo-unmarked", attribution, yahoo, marked=False),
    Program("aol", titled, aol, marked=False),
    Program("gmx-web", ruled, gmx, marked=False),
    Program("gmx-marked", attribution, gmx),
    Program("proton", attribution, proton, signed="Sent with Proton Mail secure email."),
    Program("proton-titled", titled, proton),
    Program("fastmail", attribution, plain_quote),
    Program("zimbra", block, zimbra),
    Program("roundcube", attribution, plain_quote),
    Program("horde", attribution, plain_quote),
    Program("squirrelmail", bare, plain_quote),
    Program("k-9", attribution, gmail, signed="Sent from my Android device with K-9 Mail."),
    Program("fairemail", attribution, fairemail),
    Program("samsung-email", titled, samsung, marked=False, signed="Sent from my Galaxy"),
    Program("blackberry", titled, samsung, marked=False, signed="Sent from my BlackBerry smartphone"),
    Program("lotus-notes", notes, outlook, marked=False),
    Program("hcl-notes", notes_labelled, outlook, marked=False),
    Program("mutt", attribution, plain_quote),
    Program("alpine", attribution, plain_quote),
    Program("evolution", attribution, plain_quote),
    Program("kmail", attribution, plain_quote),
    Program("claws", attribution, plain_quote),
    Program("mail.ru", attribution, mailru),
    Program("yandex", attribution, mailru),
    Program("qq", block, tencent, marked=False),
    Program("netease", block, netease),
    Program("spark", attribution, gmail, signed="Sent from Spark"),
    Program("em-client", titled, plain_quote),
    Program("the-bat", attribution, plain_quote),
    Program("windows-mail", block, outlook, marked=False, signed="Sent from Mail for Windows"),
    Program("huawei", titled, samsung, marked=False, signed="Sent from my Huawei phone"),
    Program("zoho", dashed, plain_quote),
)


def as_html(lines: Sequence[str]) -> str:
    """Lines typed into an editor for HTML."""
    return "".join(f"<div>{escape(line) or '<br>'}</div>" for line in lines)
