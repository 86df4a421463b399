"""How wide a text is in a fixed-width font, and texts of a given width."""

import unicodedata


def columns(text: str) -> int:
    """How many columns the text takes: two for a wide (East Asian) character, none for a combining one."""
    if text.isascii():
        return len(text)
    return sum(map(columns_of, text))


def columns_of(character: str) -> int:
    """How many columns one character takes."""
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def cut(text: str, width: int) -> str:
    """The longest beginning of the text that takes at most `width` columns."""
    if columns(text) <= width:
        return text
    taken = 0
    for number, character in enumerate(text):
        taken += columns_of(character)
        if taken > width:
            return text[:number]
    return text


def pad(text: object, width: int) -> str:
    """The text with spaces after it up to that many columns."""
    words = str(text)
    return words + " " * (width - columns(words))
