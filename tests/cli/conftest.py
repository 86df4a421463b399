"""What the tests of commands get: a folder with a configuration and a database, and a way to give commands."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli import main

CONFIG = """\
[house]
address = "games@example.org"
gm = ["gm@example.org"]
"""

Give = Callable[..., Result]


@pytest.fixture
def give(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Give:
    """Gives one command in an empty folder, and sees to its exit status: `give("db", "status", status=0, input=None)`."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str, status: int = 0, input: str | None = None) -> Result:
        result = CliRunner().invoke(main, list(words), input=input)
        assert result.exit_code == status, result.output
        if status:
            assert "Traceback" not in result.output
            assert result.stderr.strip(), "a failure says why"
        return result

    return run


@pytest.fixture
def house(give: Give, tmp_path: Path) -> Give:
    """The same, where a configuration and an empty database are."""
    (tmp_path / "config.toml").write_text(CONFIG)
    give("db", "upgrade")
    return give
