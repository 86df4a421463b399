"""The arrows between the packages, held with the syntax tree. Source: design.md, "The way of the data"."""

import ast
from pathlib import Path

import pytest

import pbem

HOUSE = Path(pbem.__file__).parent

# package: what it may import of pbem. Standard library and third parties are checked in FORBIDDEN.
ARROWS = {
    "core": {"core"},
    "games": {"core", "games", "resources"},
    "report": {"core", "games", "report", "resources"},
    "store": {"core.letters", "core.errors", "store", "resources"},
    "mail": {"core.letters", "core.errors", "mail"},
    "moderator": {"core", "games.registry", "report", "store", "moderator"},
    "archive": {"core", "games", "report", "store", "archive", "resources"},
    "demo": {"*"},
    "service": {"*"},
    "cli": {"*"},
}
FORBIDDEN = {
    "core": {"sqlmodel", "sqlalchemy", "jinja2", "aiosmtplib", "imap_tools", "apscheduler", "click", "lxml", "email"},
    "games": {
        "sqlmodel",
        "sqlalchemy",
        "aiosmtplib",
        "imap_tools",
        "apscheduler",
        "click",
        "random",
        "time",
        "datetime",
    },
    "report": {"sqlmodel", "sqlalchemy", "aiosmtplib", "imap_tools", "apscheduler", "click", "email"},
    "store": {"aiosmtplib", "imap_tools", "apscheduler", "click", "jinja2", "email"},
    "mail": {"sqlmodel", "sqlalchemy", "apscheduler", "click", "jinja2"},
    "moderator": {"imap_tools", "aiosmtplib", "click", "apscheduler", "email"},
    "archive": {"imap_tools", "aiosmtplib", "click", "apscheduler", "email"},
}


def imports_of(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: a relative import"
            assert node.module
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def files_of(package: str) -> list[Path]:
    return sorted((HOUSE / package).rglob("*.py"))


@pytest.mark.parametrize("package", sorted(ARROWS))
def test_imports_point_only_along_the_arrows(package: str) -> None:
    files = files_of(package)
    assert files, f"nothing examined for {package}"
    wrong = []
    for file in files:
        imported = imports_of(file)
        wrong += [f"{file.name}: {name}" for name in imported if name.split(".")[0] in FORBIDDEN.get(package, ())]
        if "*" in ARROWS[package]:
            continue
        for name in imported:
            inner = name.removeprefix("pbem.")
            if not name.startswith("pbem.") or inner == "__version__":
                continue
            if not any(inner == arrow or inner.startswith(arrow + ".") for arrow in ARROWS[package]):
                wrong.append(f"{file.relative_to(HOUSE)}: {name}")
    assert not wrong


def test_no_game_imports_another() -> None:
    games = [folder for folder in (HOUSE / "games").iterdir() if (folder / "__init__.py").exists()]
    assert games
    for game in games:
        for file in game.rglob("*.py"):
            others = {
                name
                for name in imports_of(file)
                if name.startswith("pbem.games.") and not name.startswith(f"pbem.games.{game.name}")
            }
            assert not others, f"{file}: {others}"


def test_the_table_and_the_packages_are_the_same() -> None:
    packages = {
        folder.name for folder in HOUSE.iterdir() if (folder / "__init__.py").exists() and folder.name != "_bundled"
    }
    assert packages == set(ARROWS)
