"""Questions derived from what is known of a country: a key names what to ask, its value the country or countries."""

from collections.abc import Callable, Mapping
from typing import Any

from tools.trivia import countries


def _capital(code: str) -> tuple[str, list[str]]:
    return f"What is the capital of {countries.name(code)}?", [countries.capital(code)]


def _country_of(code: str) -> tuple[str, list[str]]:
    return f"Of which country is {countries.capital(code)} the capital?", [countries.name(code)]


def _only_neighbour(code: str) -> tuple[str, list[str]]:
    asked = f"Which is the only country that borders on {countries.name(code)}?"
    return asked, [countries.name(countries.only_neighbour(code))]


def _between(codes: list[str]) -> tuple[str, list[str]]:
    one, other = sorted(countries.name(code) for code in codes)
    return f"Which country borders on {one} and {other}, and on no other?", [countries.name(countries.bordering(codes))]


def _language(code: str) -> tuple[str, list[str]]:
    return f"What is the official language of {countries.name(code)}?", [countries.only_language(code)]


def _currency(code: str) -> tuple[str, list[str]]:
    return f"What is the money of {countries.name(code)} called?", list(countries.currency(code))


def _flag_of(code: str) -> tuple[str, list[str]]:
    return "Whose flag is this?", [countries.name(code)]


ASKED: Mapping[str, Callable[[Any], tuple[str, list[str]]]] = {
    "capital": _capital,
    "country_of": _country_of,
    "only_neighbour": _only_neighbour,
    "between": _between,
    "language": _language,
    "currency": _currency,
    "flag_of": _flag_of,
}
_ALLOWED = {"also", "not", "note", "flag"}


def question(level: int, row: Mapping[str, Any]) -> dict[str, Any]:
    """A question in the form of the trivia file, from a row of `cards/`. Raises ValueError for one of no known form."""
    if "text" in row:
        return {"level": level, **row}
    keys = set(row) - _ALLOWED
    if len(keys) != 1 or not keys <= set(ASKED):
        raise ValueError(f"expected a text or one of {', '.join(ASKED)}: {row}")
    (key,) = keys
    text, answers = ASKED[key](row[key])
    first = answers[0].removeprefix("the ")
    asked = {
        "level": level,
        "text": text,
        "answers": [first, *answers[1:], *countries.also(first), *row.get("also", ())],
    }
    asked |= {kept: row[kept] for kept in ("not", "note", "flag") if kept in row}
    return asked | ({"iso": row[key]} if key == "flag_of" else {})
