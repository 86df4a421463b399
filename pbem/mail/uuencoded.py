"""Files that stand uuencoded in a mail's text, from before there were attachments. Source: mail.md 23."""

import re

_BEGINS = re.compile(r"begin(?:-base64)? [0-7]{3,4} (\S.{0,199})")
_DATA = re.compile(r"[ -`]{1,62}|[A-Za-z0-9+/=]{1,76}")
_ENDS = ("end", "====")


def take_out_files(lines: list[str]) -> list[str]:
    """The names of the files in these lines, each of whose lines is made blank, so that the others keep their numbers."""
    names = []
    at = 0
    while at < len(lines):
        begins = _BEGINS.fullmatch(lines[at]) if lines[at].startswith("begin") else None
        end = at + 1
        while begins and end < len(lines) and lines[end] not in _ENDS and _DATA.fullmatch(lines[end]):
            end += 1
        if begins and end < len(lines) and lines[end] in _ENDS:
            names.append(begins[1].strip())
            lines[at : end + 1] = [""] * (end + 1 - at)
        at = end
    return names
