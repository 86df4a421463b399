"""docs/mail-setup.md as the tests of servers use it: what it says is what they run."""

import re
from pathlib import Path

PAGE = (Path(__file__).parents[2] / "docs" / "mail-setup.md").read_text("utf-8")

_BLOCK = re.compile(r"(?ms)^```(\w+)\n(.*?)^```$")
_FILE = re.compile(r"# (/\S+|~/\S+?)(?:, \w+)?$")


def section(heading: str) -> str:
    """What stands below that heading, of whatever level, up to the next of a level as high."""
    found = re.search(rf"(?m)^(#+) {re.escape(heading)}$", PAGE)
    assert found, heading
    rest = PAGE[found.end() :]
    end = re.search(
        rf"(?m)^#{{2,{len(found[1])}}} ", re.sub(r"(?ms)^```.*?^```$", lambda block: "-" * len(block[0]), rest)
    )
    return rest[: end.start()] if end else rest


def blocks(text: str, language: str) -> list[str]:
    """The blocks in that language."""
    return [block for kind, block in _BLOCK.findall(text) if kind == language]


def files(heading: str) -> dict[str, str]:
    """The lines that a section has for each file that it names, by its whole name."""
    found: dict[str, str] = {}
    for block in blocks(section(heading), "text"):
        name = ""
        for line in block.splitlines():
            if named := _FILE.match(line):
                name = named[1]
            elif name:
                found[name] = found.get(name, "") + line + "\n"
    return found
