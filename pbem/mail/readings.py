"""A body read: each form of it line by line, and which form counts where there are two. Source: mail.md 16 to 19, 34."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pbem.core.letters import LineKind
from pbem.mail.own_text import classify
from pbem.mail.parts import Body, Piece


@dataclass(frozen=True, slots=True)
class Reading:
    """A body in one of its forms: the lines, and what each is."""

    lines: Sequence[str]
    kinds: Sequence[LineKind]

    def own(self) -> str:
        """The writer's own lines, joined by newlines."""
        return "\n".join([line for line, kind in zip(self.lines, self.kinds, strict=True) if kind is LineKind.OWN])


NOTHING = Reading((), ())

_MARKUP = re.compile(
    r"^[ \t]*[-*•·][ \t]+|<(?:https?|mailto):[^>\s]{0,2000}>|\[(?:image|cid):[^\]\n]{0,300}\]"
    "|[*_\u200b\u200e\u200f\u00ad\ufeff]",
    re.M | re.I,
)
_PGP = "-----BEGIN PGP "
_PGP_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_PGP_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
_PGP_END = "-----END PGP SIGNATURE-----"
_PGP_ENCRYPTED = "-----BEGIN PGP MESSAGE-----"


def read_body(body: Body, forwarding: bool, most_lines: int) -> tuple[Reading, tuple[str, ...]]:
    """The reading that counts; and both own texts, of the text part and the HTML part, where they differ in their words.

    Where only the wrapping differs the HTML part's lines count, where nothing differs the text part's. A form without any
    own text gives way to the other. Of a form with more than `most_lines` only these are read.
    """
    pieces = body.pieces
    if not pieces:
        return NOTHING, ()
    if all(piece.html is None for piece in pieces):
        return _read_plain([line for piece in pieces for line in piece.plain or ()], body, forwarding, most_lines), ()
    rich = _read_rich(pieces, body, forwarding, most_lines)
    if any(piece.plain is None for piece in pieces) or not any(piece.html and piece.plain for piece in pieces):
        return rich, ()
    plain = _read_plain([line for piece in pieces for line in piece.plain or ()], body, forwarding, most_lines)
    return _choose(plain, rich)


def _choose(plain: Reading, rich: Reading) -> tuple[Reading, tuple[str, ...]]:
    plain_text, rich_text = plain.own(), rich.own()
    if not plain_text.strip() or not rich_text.strip():
        return (rich if rich_text.strip() or not any(plain.lines) else plain), ()
    if _filled_lines(plain_text) == _filled_lines(rich_text):
        return plain, ()
    if _words(plain_text) == _words(rich_text):
        return rich, ()
    return plain, (plain_text, rich_text)


def _words(text: str) -> str:
    """The text without spaces, and without the signs that programs put into a text part for mark-up and links."""
    return "".join(_MARKUP.sub("", text).split())


def _filled_lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.split("\n") if line.strip()]


def _read_plain(lines: list[str], body: Body, forwarding: bool, most: int) -> Reading:
    hints = None
    if len(lines) > most:
        _too_long(body, most)
        del lines[most:]
    if any(line.startswith(_PGP) for line in lines):
        lines, hints = _without_armour(lines, body)
    return Reading(lines, classify(lines, hints, forwarding))


def _read_rich(pieces: Sequence[Piece], body: Body, forwarding: bool, most: int) -> Reading:
    from pbem.mail.html_text import html_text  # lxml is loaded for the first mail that needs it

    lines: list[str] = []
    hints: list[LineKind | None] = []
    for piece in pieces:
        if piece.html is None:
            lines += piece.plain or ()
            hints += [None] * len(piece.plain or ())
            continue
        text = html_text(piece.html)
        if text.cut:
            body.hold("nests its HTML too deep")
        lines += text.lines
        hints += text.hints
    if len(lines) > most:
        _too_long(body, most)
        del lines[most:], hints[most:]
    return Reading(lines, classify(lines, hints, forwarding))


def _too_long(body: Body, most: int) -> None:
    body.fail(f"has more than {most:,} lines")


def _without_armour(lines: list[str], body: Body) -> tuple[list[str], list[LineKind | None]]:
    """A clear-signed text with the armour marked as no text of the player's and its escaped dashes undone (RFC 9580, 7)."""
    kept: list[str] = []
    hints: list[LineKind | None] = []
    inside: LineKind | None = None
    signed = False
    for line in lines:
        text = line.rstrip()
        if text == _PGP_SIGNED:
            inside, signed = LineKind.BANNER, True
        elif text == _PGP_SIGNATURE and signed:
            inside, signed = LineKind.SIGNATURE, False
        elif text == _PGP_ENCRYPTED:
            body.fail("is encrypted")
        hints.append(inside)
        kept.append(line[2:] if signed and inside is None and line.startswith("- ") else line)
        if (inside is LineKind.BANNER and not text) or text == _PGP_END:
            inside = None
    return kept, hints
