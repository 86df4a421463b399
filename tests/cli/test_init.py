"""`pbem init`."""

import tomllib
from pathlib import Path

import pytest

from pbem import resources
from pbem.service.config import load
from pbem.service.first_config import filled_in
from tests.cli.conftest import Give

BATCH = ("init", "--batch", "--address", "games@example.org")


def test_questions_are_answered_by_their_defaults(give: Give, tmp_path: Path) -> None:
    answers = ["ann@gmail.com", "", "", "", "", "", "", "", "imap-secret", "", "", "", "", "archive", ""]
    result = give("init", input="\n".join(answers))
    assert "pbem doctor" in result.output
    assert "imap-secret" not in result.output
    settings = load(tmp_path / "config.toml")
    assert (settings.house.address, settings.house.gm) == ("ann@gmail.com", ["ann@gmail.com"])
    assert (settings.imap.host, settings.imap.port_used, settings.imap.user) == ("imap.gmail.com", 993, "ann@gmail.com")
    assert (settings.smtp.host, settings.smtp.port_used) == ("smtp.gmail.com", 465)
    assert settings.imap.read_password() == settings.smtp.read_password() == "imap-secret"
    assert settings.archive.folder == tmp_path / "archive"
    assert (tmp_path / "pbem.db").exists()


def test_a_wrong_answer_is_asked_again(give: Give, tmp_path: Path) -> None:
    answers = ["", "nobody", "games@example.org", "", "", "", "Maildir", "localhost", "none", "", ""]
    result = give("init", input="\n".join(answers) + "\n")
    assert "address is missing" in result.output
    assert "'nobody' is not an e-mail address" in result.output
    settings = load(tmp_path / "config.toml")
    assert (settings.house.address, settings.smtp.host, settings.smtp.user) == ("games@example.org", "localhost", "")
    assert (settings.maildir.path, settings.imap.host) == (tmp_path / "Maildir", "")


def test_one_password_file_does_for_one_login(give: Give, tmp_path: Path) -> None:
    (tmp_path / "password").write_text("secret\n")
    give(*BATCH, "--imap-password-file", "password")
    settings = load(tmp_path / "config.toml")
    assert settings.imap.read_password() == settings.smtp.read_password() == "secret"


def test_options_answer_in_place_of_questions(give: Give, tmp_path: Path) -> None:
    (tmp_path / "password").write_text("secret\n")
    more = ("--smtp-host", "mail.example.org", "--smtp-tls", "starttls", "--smtp-port", "2525", "--smtp-user", "gm")
    give(*BATCH, "--maildir", "Maildir", *more, "--smtp-password-file", "password", "--name", 'The "Post"')
    settings = load(tmp_path / "config.toml")
    assert (settings.smtp.host, settings.smtp.port, settings.smtp.tls) == ("mail.example.org", 2525, "starttls")
    assert (settings.smtp.read_password(), settings.pbem.name) == ("secret", 'The "Post"')
    assert (settings.maildir.path, settings.imap.host) == (tmp_path / "Maildir", "")


def test_the_file_is_the_example_with_its_comments(give: Give, tmp_path: Path) -> None:
    give(*BATCH)
    written = (tmp_path / "config.toml").read_text().splitlines()
    example = (resources.root() / "config.example.toml").read_text().splitlines()
    assert len(written) == len(example)
    comments = [line for line in example if line.startswith("# ") and " = " not in line]
    assert comments
    assert [line for line in written if line in comments] == comments
    assert (tmp_path / "config.toml").stat().st_mode & 0o077 == 0


def test_a_configuration_is_not_overwritten(give: Give, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("precious")
    assert "give --force" in give(*BATCH, status=2).stderr
    assert (tmp_path / "config.toml").read_text() == "precious"
    give(*BATCH, "--force")
    assert load(tmp_path / "config.toml").house.address == "games@example.org"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("init", "--batch"), "give --address"),
        ((*BATCH, "--address", "nobody"), "is not an e-mail address"),
        ((*BATCH, "--imap-port", "70000"), "[imap] port"),
        ((*BATCH, "--database", "pbem.db"), "[pbem] database: this is not a URL"),
        ((*BATCH, "--config", "nowhere/config.toml"), "cannot be written"),
    ],
)
def test_an_answer_that_cannot_be_used_leaves_nothing(
    give: Give, tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    assert said in give(*words, status=1 if "nowhere/config.toml" in words else 2).stderr
    assert list(tmp_path.iterdir()) == []


def test_questions_that_are_not_answered_leave_nothing(give: Give, tmp_path: Path) -> None:
    assert "nothing is written; --batch asks nothing" in give("init", input="games@example.org\n", status=1).stderr
    assert list(tmp_path.iterdir()) == []


def test_answers_stand_in_the_lines_of_their_entries() -> None:
    text = filled_in('[a]\n# What it is.\n# host = ""\n[b]\nhost = "x"\n', {("a", "host"): "h", ("b", "host"): 'q"'})
    assert text.splitlines()[1:3] == ["# What it is.", 'host = "h"']
    assert tomllib.loads(text) == {"a": {"host": "h"}, "b": {"host": 'q"'}}
