"""Bytes to text by a ladder of charsets. Nothing is ever guessed by leaving characters out. Source: mail.md 24, 25."""

import codecs
import re
from dataclasses import dataclass
from functools import lru_cache

from pbem.mail.words import word_set

# Only codecs between text and bytes that mail programs use. Everything else that Python calls a codec (utf-7, punycode,
# base64, rot13 …) is refused: such a label can turn a harmless text into another one.
_ALLOWED = word_set(
    "ascii utf-8 utf-16 utf-16-le utf-16-be utf-32 utf-32-le utf-32-be",
    "iso8859-1 iso8859-2 iso8859-3 iso8859-4 iso8859-5 iso8859-6 iso8859-7 iso8859-8 iso8859-9 iso8859-10 iso8859-11",
    "iso8859-13 iso8859-14 iso8859-15 iso8859-16",
    "cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 cp437 cp850 cp852 cp866 cp874",
    "koi8-r koi8-u tis-620 mac-roman mac-latin2 mac-cyrillic mac-greek",
    "gb2312 gbk gb18030 big5 big5hkscs cp950 hz euc_jp shift_jis cp932 euc_kr cp949 johab",
    "iso2022_jp iso2022_jp_1 iso2022_jp_2 iso2022_jp_3 iso2022_jp_ext iso2022_kr",
)
# What programs mean by these labels is the larger set of the vendor.
_LARGER = {"iso8859-1": "cp1252", "gb2312": "gb18030", "gbk": "gb18030", "euc_kr": "cp949", "shift_jis": "cp932"}
_LABEL = re.compile(r"[A-Za-z0-9_.:()+-]{1,40}")
_OWN_NAMES = {
    "utf8mb4": "utf-8",
    "unicode-1-1-utf-8": "utf-8",
    "iso-8859-8-i": "iso8859-8",
    "x-sjis": "cp932",
    "x-mac-roman": "mac-roman",
    "x-mac-cyrillic": "mac-cyrillic",
    "x-gbk": "gbk",
    "x-euc-jp": "euc_jp",
    "x-euc-kr": "euc_kr",
    "cp50220": "iso2022_jp_ext",
    "cp50221": "iso2022_jp_ext",
    "iso-2022-jp-ms": "iso2022_jp_ext",
}


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text, the codec that gave it, and whether that is what the label said. `refused`: the label names no charset of texts."""

    text: str
    codec: str
    as_labelled: bool
    refused: bool = False


@lru_cache(maxsize=256)
def codec_of(label: str) -> str | None:
    """Python's name of the codec that a charset label means; None for an unknown, empty or refused one."""
    label = label.strip().strip("\"'").lower()
    if not _LABEL.fullmatch(label):
        return None
    label = _OWN_NAMES.get(label, label)
    try:
        name = codecs.lookup(label).name
    except (LookupError, ValueError):
        return None
    return name if name in _ALLOWED else None


def decode(data: bytes, label: str) -> Decoded:
    """The text of `data`: by its label, else as UTF-8, as Windows-1252, as the detector finds, at the last as Latin-1.

    Each step decodes strictly. An empty label is one that was not given, which ASCII and UTF-8 satisfy.
    """
    codec = codec_of(label) if label else None
    if codec is not None:
        for name in (_LARGER.get(codec, codec), codec):
            text = _strictly(data, name)
            if text is not None:
                return Decoded(text, name, True)
    refused = bool(label) and codec is None and _is_codec(label)
    return _unlabelled(data, absent=not label, refused=refused)


def _unlabelled(data: bytes, absent: bool, refused: bool) -> Decoded:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        text = _strictly(data, "utf-16")
        if text is not None:
            return Decoded(text, "utf-16", False, refused)
    text = _strictly(data, "utf-8")
    if text is not None:
        return Decoded(text, "utf-8", absent, refused)
    text = _strictly(data, "cp1252")
    if text is not None:
        return Decoded(text, "cp1252", False, refused)
    found = _detected(data)
    if found is not None:
        return Decoded(found[0], found[1], False, refused)
    return Decoded(data.decode("latin-1"), "latin-1", False, refused)


def _strictly(data: bytes, codec: str) -> str | None:
    try:
        return data.decode(codec)
    except (UnicodeError, ValueError):
        return None


def _detected(data: bytes) -> tuple[str, str] | None:
    from charset_normalizer import from_bytes  # slow to import, and hardly ever needed

    best = from_bytes(data[:_SAMPLE]).best()
    if best is None or best.encoding not in {name.replace("-", "_") for name in _ALLOWED}:
        return None
    text = _strictly(data, best.encoding)
    return None if text is None else (text, best.encoding)


_SAMPLE = 20_000  # bytes that the detector sees: its time grows with them, its certainty no more


@lru_cache(maxsize=256)
def _is_codec(label: str) -> bool:
    if not _LABEL.fullmatch(label):
        return False
    try:
        codecs.lookup(label)
    except (LookupError, ValueError):
        return False
    return True
