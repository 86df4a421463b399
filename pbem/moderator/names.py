"""What a seat may be called, so that everybody can write it in orders and nobody is taken for somebody else."""

import unicodedata
from collections.abc import Iterable

from pbem.core.orders.characters import folded, look_alike
from pbem.core.orders.tokens import KEYWORDS
from pbem.moderator import command_words

LONGEST = 40
"""Characters. Source: mail.md, Threats."""

_MARKS = frozenset(" '.-")
_NOBODY = frozenset({"public", "gm"})
_QUOTES = '"“”„«»'
_LONE_QUOTES = "'‘’"


def tidied(name: str) -> str:
    """A name as it is kept: composed (NFC), its spaces single, curly apostrophes straight, without quotes around it."""
    name = unicodedata.normalize("NFC", name).strip().strip(_QUOTES)
    if len(name) > 2 and name[0] in _LONE_QUOTES and name[-1] in _LONE_QUOTES:
        name = name[1:-1]
    return " ".join(name.replace("’", "'").split())


def refusal(name: str, taken: Iterable[str]) -> str:
    """Why a tidied name cannot be a seat's, in a sentence that says what to do; empty for one that can be.

    `taken`: the names of the campaign's seats.
    """
    if not name:
        return "A name is missing."
    if len(name) > LONGEST:
        return f"The name is too long: it has {len(name)} characters, and {LONGEST} is the most. Please choose a shorter one."
    strange = next((letter for letter in name if not _is_allowed(letter)), None)
    if strange is not None:
        return (
            f"A name may hold letters, digits, spaces and ' . - only, and {_shown(strange)} is none of them. "
            "Please choose another name."
        )
    if not any(letter.isalpha() for letter in name):
        return "A name needs a letter. Please choose another name."
    alike = look_alike(name)
    if alike is not None and any("a" <= letter <= "z" for letter in name.lower()):
        return (
            f"A name may not mix Latin letters with others that look like them, and {name[alike[0]]} is {alike[1]}. "
            "Please choose another name."
        )
    if name.split()[-1].isdigit():
        return "A name may not end in a number of its own, which would read as part of an order. Please choose another name."
    reserved = _reserved(name)
    if reserved:
        return f"{name} cannot be a name: {reserved}. Please choose another name."
    other = next((other for other in taken if _alike(name) == _alike(other)), None)
    if other is not None:
        return f"The name {other} is taken. Please choose another name."
    return ""


def _is_allowed(letter: str) -> bool:
    return letter in _MARKS or unicodedata.category(letter) in ("Lu", "Ll", "Lt", "Lo", "Lm", "Mn", "Mc", "Nd")


def _shown(letter: str) -> str:
    return letter if letter.isprintable() and not letter.isspace() else f"U+{ord(letter):04X}"


def _reserved(name: str) -> str:
    key = _alike(name)
    if key in _NOBODY:
        return "it stands for somebody who is no player"
    if key in KEYWORDS:
        return "it is a word of the order language"
    written = {
        text
        for command in command_words.COMMANDS
        for text in (command.usage, command.usage.split()[0], command.example)
    }
    if command_words.find(name) is not None or key in {_alike(text) for text in written}:
        return "it is a command"
    return ""


def _alike(name: str) -> str:
    """The name without what a reader overlooks: case, accents, and all but letters and digits."""
    plain = unicodedata.normalize("NFKD", folded(name))
    return "".join(letter for letter in plain if letter.isalnum())
