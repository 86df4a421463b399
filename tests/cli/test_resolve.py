"""`pbem resolve`: reports and JSON of scenario files, and one line for each file that cannot be used."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli import main
from tests.cli.conftest import Give

SCENARIO = """
game = "pitagoras"
players = ["Ann", "Bob", "Cleo"]
seed = "resolve"
chance = { "stake 1.1" = 3, "stake 9.9" = 1 }
[[turns]]
[turns.orders]
Ann = '''
1: jolly
2: +9
'''
Bob = "1: if riot then x4\\n2: x3"
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    (tmp_path / "what-if.toml").write_text(SCENARIO)
    return "what-if.toml"


def test_json_is_one_line_a_file_and_errors_stand_among_them(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken.json").write_text('{"game": "pythagoras", "players": ["Ann", "Bob"]}')
    result = CliRunner().invoke(main, ["resolve", "--json", file, "broken.json", "missing.toml", file])
    assert result.exit_code == 2
    first, broken, missing, last = map(json.loads, result.stdout.splitlines())
    assert first == last
    assert first["turns"][0]["events"][0] == {"event": "nmr", "player": "Cleo"}
    assert first["unused"] == ["stake 9.9"]
    assert broken == {"file": "broken.json", "error": broken["error"]}
    assert broken["error"].startswith("game: there is no game 'pythagoras'; the games are ")
    assert missing == {"file": "missing.toml", "error": "cannot be read: No such file or directory"}
    assert result.stderr == ""


def test_standard_input(give: Give) -> None:
    assert json.loads(give("resolve", "--json", "-", input=SCENARIO).stdout)["scores"].keys() == {"Ann", "Bob", "Cleo"}


def test_the_gm_sees_all_problems_with_their_lines(give: Give, file: str) -> None:
    shown = give("resolve", file).stdout
    assert "2: +9" in shown
    assert "1: if riot then x4" in shown
    assert "Fixed outcomes that nothing asked for: stake 9.9" in shown


def test_lines_are_counted_at_line_ends_only(give: Give) -> None:
    sheet = json.dumps("1: +3\f\u2028\n2: x9\r\nprompter: Ann")
    shown = give(
        "resolve",
        "-",
        input=f'{{"game": "pitagoras", "players": ["Ann", "Bob"], "turns": [{{"orders": {{"Ann": {sheet}}}}}]}}',
    ).stdout
    assert "Ann, line 2:\n    2: x9\n       ^" in shown
    assert "Ann, line 3:\n    prompter: Ann\n              ^" in shown


@pytest.mark.parametrize(("reader", "own"), [("Ann", True), ("ann", True), ("Bob", False), ("public", False)])
def test_a_reader_sees_what_that_reader_would_be_mailed(give: Give, file: str, reader: str, own: bool) -> None:
    shown = give("resolve", file, "--for", reader).stdout
    assert ("2: +9" in shown) is own
    assert ("if riot" in shown) is (reader == "Bob")
    assert ("\n1:\n" in shown) is (reader != "public")
    assert "Fixed outcomes" not in shown
    assert max(map(len, shown.splitlines())) <= 78


def test_without_a_turn_the_set_up_is_told(give: Give) -> None:
    text = 'game = "pitagoras"\nplayers = ["Ann", "Bob"]\nseed = "x"\n'
    assert "THE COURSE" in give("resolve", "-", "--for", "Bob", input=text).stdout


def test_errors_of_reports_are_one_line_each_and_the_rest_is_printed(give: Give, file: str, tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes(b'game = "pit\xe4goras"')
    result = give("resolve", "latin.toml", file, "--for", "Ann", status=2)
    assert result.stderr == "pbem: latin.toml: not a text in UTF-8: the byte at 11 fits nowhere\n"
    assert "THE COURSE" in result.stdout
    result = give("resolve", file, "--for", "Dora", status=2)
    assert result.stderr == "pbem: what-if.toml: --for: no player 'Dora'; expected public, Ann, Bob, Cleo\n"


def test_json_is_for_the_gm(give: Give, file: str) -> None:
    assert "leave out --for" in give("resolve", file, "--json", "--for", "Ann", status=2).stderr


def imported_by(words: list[str], folder: Path) -> set[str]:
    program = (
        "import sys\nfrom pbem.cli import main\n"
        "try:\n    main(sys.argv[1:])\n"
        "finally:\n    sys.stderr.write('\\n'.join(sys.modules))"
    )
    command = [sys.executable, "-c", program, *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return set(done.stderr.splitlines())


def test_json_loads_neither_templates_nor_store_nor_mail(file: str, tmp_path: Path) -> None:
    loaded = imported_by(["resolve", "--json", file], tmp_path)
    assert "pbem.games.pitagoras" in loaded
    packages = {name.split(".")[0] for name in loaded}
    assert not packages & {"jinja2", "pydantic", "sqlalchemy", "sqlmodel", "email", "lxml", "asyncio", "rich"}


def test_a_report_loads_neither_store_nor_mail(file: str, tmp_path: Path) -> None:
    loaded = imported_by(["resolve", file], tmp_path)
    assert "jinja2" in loaded
    assert not {name.split(".")[0] for name in loaded} & {"pydantic", "sqlalchemy", "sqlmodel", "email", "rich"}
