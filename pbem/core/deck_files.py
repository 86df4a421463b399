"""A deck of a GM's own as a file, in TOML or CSV: what all games that take one read alike."""

import csv
import tomllib
from typing import Any

_SEPARATORS = (",", ";", "\t")


def is_csv(name: str) -> bool:
    """Whether a file of that name holds CSV; any other holds TOML."""
    return name.lower().endswith(".csv")


def from_toml(text: str) -> dict[str, Any]:
    """The deck in a TOML text. Raises ValueError, in one sentence, for what is none."""
    try:
        return tomllib.loads(text.lstrip("\ufeff"))
    except ValueError as error:
        raise ValueError(f"deck: not a TOML file: {error}") from error


def rows_of_csv(text: str) -> list[list[str]]:
    """The rows of a CSV text, at least one, their fields without the blanks around them; lines that begin with a lone `#` are
    left out.

    Commas, semicolons or tabs part the fields, whichever the first row has most of; a quoted field may have several lines. Raises
    ValueError, in one sentence.
    """
    every = text.lstrip("\ufeff").splitlines(keepends=True)
    lines = [line for line in every if line.strip() and line.split(maxsplit=1)[0] != "#"]
    if not lines:
        raise ValueError("deck: the file holds no cards")
    separator = max(_SEPARATORS, key=lines[0].count)
    try:
        rows = list(csv.reader(lines, delimiter=separator, strict=True, skipinitialspace=True))
    except csv.Error as error:
        raise ValueError(f"deck: not a CSV file: {error}") from error
    return [[field.strip() for field in row] for row in rows]
