"""docs/mail-rows.md names the tests of every row of the catalogue, and they are there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "mail-rows.md").read_text("utf-8")
ROWS = 83


def files_by_row() -> dict[int, set[str]]:
    """The files, from the project's folder on, in which a test is named after each row."""
    found: dict[int, set[str]] = {}
    for file in (ROOT / "tests").rglob("test_*.py"):
        for name in re.finditer(r"^def test_row_((?:\d\d_)+)", file.read_text("utf-8"), re.M):
            for number in map(int, name[1].rstrip("_").split("_")):
                found.setdefault(number, set()).add(file.relative_to(ROOT).as_posix())
    return found


def test_every_row_has_a_test_named_after_it() -> None:
    assert sorted(files_by_row()) == list(range(1, ROWS + 1))


def test_the_page_names_the_files_of_every_row() -> None:
    told = {
        int(row[1]): set(re.findall(r"\(\.\./(tests/[^)]+)\)", row[2]))
        for row in re.finditer(r"^\| (\d+) (\|.*)$", PAGE, re.M)
    }
    assert sorted(told) == list(range(1, ROWS + 1))
    for row, files in files_by_row().items():
        assert told[row], f"row {row} names no file"
        assert told[row] <= files, f"row {row} has no test in {told[row] - files}"


def test_every_threat_of_the_page_has_a_test() -> None:
    threats = re.findall(r"^\| (\d+): .*\(\.\./(tests/[^)]+)\)", PAGE, re.M)
    assert [int(number) for number, _ in threats] == list(range(1, 17))
    for number, file in threats:
        text = (ROOT / file).read_text("utf-8")
        assert f"threat_{int(number):02}" in text, f"threat {number} in {file}"
