"""What is known of a country: the extract of the packages, with the exceptions that are kept by hand before it."""

import json
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

_HERE = Path(__file__).parent


@cache
def extract() -> dict[str, Any]:
    """`facts.json` as it is kept: `sources` and `countries`."""
    read: dict[str, Any] = json.loads((_HERE / "facts.json").read_text(encoding="utf-8"))
    return read


@cache
def exceptions() -> dict[str, dict[str, Any]]:
    """`exceptions.toml`, by its tables."""
    return tomllib.loads((_HERE / "exceptions.toml").read_text(encoding="utf-8"))


def name(code: str) -> str:
    """The name under which a country is asked for, with its article if it has one."""
    return str(_known("name", code))


def capital(code: str) -> str:
    """The capital. Raises ValueError for a country of several, of none, or of one in dispute."""
    if code in exceptions()["several"]:
        raise ValueError(f"{code} is not asked for its capital: {exceptions()['several'][code]}")
    return str(_known("capital", code))


def neighbours(code: str) -> frozenset[str]:
    """The codes of the countries that it has a land border with."""
    return frozenset(_known("neighbours", code))


def only_language(code: str) -> str:
    """Its official language. Raises ValueError where there are several."""
    return _only(extract()["countries"][code]["languages"], f"the languages of {code}")


def currency(code: str) -> tuple[str, ...]:
    """The names of its money: the last word first, then with the country's adjective; singular before plural."""
    if code in exceptions()["currency"]:
        return (str(exceptions()["currency"][code]),)
    whole = sorted(extract()["countries"][code]["currency"], key=lambda one: (len(one), one))
    short = list(dict.fromkeys(one.split()[-1] for one in whole))
    return tuple(_distinct([*(one.capitalize() for one in short), *whole]))


def bordering(both: Sequence[str]) -> str:
    """The one country that has these neighbours and no others. Raises ValueError where there are several, or none."""
    found = [code for code in extract()["countries"] if neighbours(code) == frozenset(both)]
    return _only(found, f"the countries between {' and '.join(both)}")


def only_neighbour(code: str) -> str:
    """The one country that it borders on. Raises ValueError where there are several, or none."""
    return _only(sorted(neighbours(code)), f"the neighbours of {code}")


def also(answer: str) -> list[str]:
    """More answers that are right where this one is."""
    return list(exceptions()["answers"].get(answer, ()))


def _known(what: str, code: str) -> Any:
    kept = exceptions()[what]
    return kept[code] if code in kept else extract()["countries"][code][what]


def _only(found: Sequence[str], what: str) -> str:
    if len(found) != 1:
        raise ValueError(f"expected one, but {what} are {', '.join(found) or 'none'}")
    return found[0]


def _distinct(names: Sequence[str]) -> list[str]:
    return list({one.casefold(): one for one in reversed(names)}.values())[::-1]
