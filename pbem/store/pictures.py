"""Rows of pictures: each kept once, drawn once, and from then on always the same bytes."""

import re
from collections.abc import Sequence
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


_ROW: sa.Select[Any] = sa.select(_C.cid, _C.name, _C.svg, _C.most, _C.png)


def keep(connection: Connection, cid: str, name: str, svg: str, most: int, now: datetime) -> None:
    """Keeps a picture that is to be drawn in at most so many bytes; nothing happens for one that is known."""
    row = {"cid": cid, "name": name, "svg": svg, "most": most, "png": None, "created_at": now}
    _KEEP.run(connection, row)


def sizes(connection: Connection, cids: Sequence[str]) -> dict[str, int]:
    """Those of the pictures that are kept, with their bytes: at most, where they have not been drawn yet."""
    size = sa.func.coalesce(sa.func.length(_C.png), _C.most)
    rows = connection.execute(sa.select(_C.cid, size).where(_C.cid.in_(cids)))
    return {row[0]: row[1] for row in rows}


def undrawn(connection: Connection, limit: int) -> list[PictureRow]:
    """The pictures that have not been drawn yet, oldest first."""
    statement = _ROW.where(_C.png.is_(None)).order_by(_C.created_at, _C.cid).limit(limit)
    return [PictureRow(*row) for row in connection.execute(statement)]


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
