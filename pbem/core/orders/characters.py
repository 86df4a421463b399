"""Characters as players' keyboards and mail programs make them: what they are read as, and how texts are compared.

Source: orders.md 1.1.
"""

import re
import unicodedata

_NOTHING = "\u00ad\u034f\u061c\u180e\u200b-\u200f\u202c\u2060-\u2064\u2069-\u206f\ufe00-\ufe0f\ufeff"
TURNS_TEXT = re.compile("[\u202a\u202b\u202d\u202e\u2066-\u2068]")
"""Signs that begin a stretch of text in another direction: what is seen is not what is written. Source: mail.md, Threats."""
TWO_FOR_ONE = {"≥": ">=", "≤": "<=", "≠": "!="}
MOVES_COLUMNS = re.compile(f"[{_NOTHING}{''.join(TWO_FOR_ONE)}]")
IS_NOTHING = re.compile(f"[{_NOTHING}]")
PLAIN_CHARACTERS = " -~"
PLAIN = re.compile(f"[{PLAIN_CHARACTERS}]*")


def _tolerated() -> dict[int, str]:
    spaces = "\t\v\f\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
        map(chr, range(0x2000, 0x200B))
    )
    read_as = dict.fromkeys([*range(0x20), *range(0x7F, 0xA0), *range(0xD800, 0xE000)], "\ufffd")
    read_as |= {ord(full) - 0x20 + 0xFF00: full for full in map(chr, range(0x21, 0x7F))}
    read_as |= dict.fromkeys(map(ord, spaces), " ")
    read_as |= dict.fromkeys([*range(0x2010, 0x2016), ord("−")], "-")
    read_as |= (
        dict.fromkeys(map(ord, "×✕"), "x") | dict.fromkeys(map(ord, "“”„«»"), '"') | dict.fromkeys(map(ord, "‘’"), "'")
    )
    return read_as


TOLERATED = _tolerated()


def normalised(text: str) -> str:
    """A text on one line with the tolerated characters read as what they stand for; other control characters as `\ufffd`."""
    if PLAIN.fullmatch(text):
        return text
    text = IS_NOTHING.sub("", text)
    for mark, read_as in TWO_FOR_ONE.items():
        text = text.replace(mark, read_as)
    return text.translate(TOLERATED)


def compared(text: str) -> str:
    """A normalised text in the form in which texts are compared: runs of spaces as one, without case."""
    if text.isascii():
        return " ".join(text.lower().split())
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def folded(text: str) -> str:
    """A name or title as it is compared with what players write; without double quotes, which nobody can write."""
    return compared(normalised(text).replace('"', ""))


# Letters that look Latin and are not.
_LOOK_ALIKES = {
    "Cyrillic": "АВЕЅІЈКМНОРСТУХҮҺԚԜавеѕіјкмнорстухүһԁԛԝӀӏгԍ",
    "Greek": "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϳαγεικνορτυχωϲ",
    "Armenian": "ՕՍԼոսցհօզ",
    "Cherokee": "ᎪᏴᏟᎠᎬᎢᎫᏞᎷᎻᏢᏒᏚᎢᎳᏃ",
}
_SCRIPT_OF = {letter: script for script, letters in _LOOK_ALIKES.items() for letter in letters}


def look_alike(text: str) -> tuple[int, str] | None:
    """Where in a text the first letter stands that only looks Latin, and its script; None if there is none."""
    if text.isascii():
        return None
    return next(((at, _SCRIPT_OF[letter]) for at, letter in enumerate(text) if letter in _SCRIPT_OF), None)
