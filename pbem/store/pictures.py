"""Rows of pictures: each kept once, drawn once, from then on always the same bytes, and cleared when long unused."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.prepared import insertion
from pbem.store.tables import Picture, table_of

_PICTURE = table_of(Picture)
_C = _PICTURE.c
_KEEP = insertion(_PICTURE, unless=("cid",))
_CLEARED = sa.and_(_C.png.is_(None), _C.svg == "")

SHOWN = re.compile(r'<img src="cid:([0-9a-f]{40}@pbem)"[^<>]*>')
"""Where the HTML of our mails shows a picture. No text can look like it: its `<` would be escaped."""


@dataclass(frozen=True, slots=True)
class PictureRow:
    """A row of the pictures. `png` is None before it has been drawn, and empty where it could not be."""

    cid: str
    name: str
    svg: str
    most: int
    png: bytes | None

    @property
    def is_cleared(self) -> bool:
        """Whether it has to be drawn again from what it shows."""
        return self.png is None and not self.svg


_ROW: sa.Select[Any] = sa.select(_C.cid, _C.name, _C.svg, _C.most, _C.png)


def keep(connection: Connection, cid: str, name: str, svg: str, most: int, now: datetime) -> None:
    """Keeps a picture that is to be drawn in at most so many bytes; nothing happens for one that is known and not cleared."""
    row = {"cid": cid, "name": name, "svg": svg, "most": most, "png": None, "shown_at": now}
    if _KEEP.run(connection, row) == 0:
        renewed = sa.update(_PICTURE).where(_C.cid == cid, _CLEARED)
        connection.execute(renewed.values(svg=svg, most=most, shown_at=now))


def renew(connection: Connection, drawings: Mapping[str, str], now: datetime) -> None:
    """Puts the SVG back, by the picture's cid, where it has been cleared, to be drawn in as many bytes as before."""
    for cid, svg in drawings.items():
        connection.execute(sa.update(_PICTURE).where(_C.cid == cid, _CLEARED).values(svg=svg, shown_at=now))


def give_up(connection: Connection, cids: Collection[str], now: datetime) -> None:
    """Leaves these pictures out from now on, where they have been cleared."""
    if cids:
        connection.execute(sa.update(_PICTURE).where(_C.cid.in_(cids), _CLEARED).values(png=b"", shown_at=now))


def sizes(connection: Connection, cids: Collection[str]) -> dict[str, int]:
    """Those of the pictures that are kept and not cleared, with their bytes: at most, where they have not been drawn yet."""
    size = sa.func.coalesce(sa.func.length(_C.png), _C.most)
    rows = connection.execute(sa.select(_C.cid, size).where(_C.cid.in_(cids), ~_CLEARED))
    return {row[0]: row[1] for row in rows}


def note_shown(connection: Connection, cids: Collection[str], now: datetime, since: datetime) -> None:
    """Writes that these pictures are shown now, where that was last written before `since`."""
    if cids:
        connection.execute(sa.update(_PICTURE).where(_C.cid.in_(cids), _C.shown_at < since).values(shown_at=now))


def clear(connection: Connection, before: datetime) -> int:
    """Clears the pictures that no report has shown since then, and gives how many; their rows stay, to be renewed."""
    old = sa.update(_PICTURE).where(_C.shown_at < before, ~_CLEARED).values(svg="", png=None)
    return connection.execute(old).rowcount


def undrawn(connection: Connection, limit: int) -> list[PictureRow]:
    """The pictures that have not been drawn yet, oldest first."""
    waiting = _ROW.where(_C.png.is_(None), _C.svg != "").order_by(_C.shown_at, _C.cid).limit(limit)
    return [PictureRow(*row) for row in connection.execute(waiting)]


def settle(connection: Connection, cid: str, png: bytes) -> None:
    """The picture as it is from now on; nothing happens for one that has been drawn."""
    statement = sa.update(_PICTURE).where(_C.cid == cid, _C.png.is_(None)).values(png=png, svg="")
    connection.execute(statement)


def shown_in(connection: Connection, html: str) -> Sequence[PictureRow]:
    """The pictures that the HTML of a mail shows, in its order, each once."""
    cids = list(dict.fromkeys(SHOWN.findall(html))) if "cid:" in html else []
    if not cids:
        return ()
    found = {row[0]: PictureRow(*row) for row in connection.execute(_ROW.where(_C.cid.in_(cids)))}
    return [found[cid] for cid in cids if cid in found]
