"""The configuration: what it accepts, how it refuses, and that example, model and page agree."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from pbem import resources
from pbem.core.errors import Unusable
from pbem.service import config

ADDRESS = '[house]\naddress = "games@example.org"\n'
HERE = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def no_settings_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for section in config.Settings.model_fields:
        for entry in config.entries()[section]:
            monkeypatch.delenv(f"PBEM_{section}_{entry}".upper(), raising=False)


def written(folder: Path, text: str) -> Path:
    file = folder / "config.toml"
    file.write_text(text, "utf-8")
    return file


def test_an_address_is_all_that_must_be_given(tmp_path: Path) -> None:
    settings = config.load(written(tmp_path, '[house]\naddress = "Games@Example.org"\n'))
    assert settings.house.address == "games@example.org"
    assert settings.imap.port_used == 993
    assert settings.smtp.port_used == 465


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "[house] address is missing; add it"),
        ('[house]\naddress = "games"', "[house] address: 'games' is not an e-mail address; write one such as"),
        ('[house]\naddress = "a@b\\r\\nBcc: c@d"', "is not an e-mail address"),
        (ADDRESS + 'gm = ["a@b.c", "x"]', "[house] gm: 'x' is not an e-mail address"),
        (ADDRESS + 'reply_to = "{local}@{domain}"', "[house] reply_to: '{local}@{domain}' is not a form of address"),
        (ADDRESS + 'archive_url = "games.html"', "[house] archive_url: 'games.html' is not a web address"),
        (f'[house]\naddress = "{"x" * 30}@example.org"', "[house]: the part of xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx@"),
        (ADDRESS + '[imap]\nhots = "mail"', "[imap] hots is no entry of the configuration; take it out, or use one of"),
        (ADDRESS + "[imaps]\n", "[imaps] is no section of the configuration; take it out, or use one of pbem, house,"),
        ("imap = 3\n" + ADDRESS, "[imap] must be a section with entries of its own"),
        (ADDRESS + "[imap]\nport = 70000", "[imap] port: input should be less than or equal to 65535; correct it"),
        (ADDRESS + "[archive]\nfolder = 3", "[archive] folder: input should be text; correct it"),
        (ADDRESS + '[smtp]\ntls = "ssl"', "[smtp] tls: input should be 'tls', 'starttls' or 'none'; correct it"),
        (ADDRESS + '[smtp]\nuser = "a"\npassword = "b"\npassword_file = "c"', "[smtp]: password and password_file are"),
        (ADDRESS + '[smtp]\npassword_file = "c"', "[smtp]: password_file is given without user; add user"),
        (ADDRESS + '[imap]\nuser = "a"\nlogin = "oauth"', "[oauth] provider is missing, and login in [imap] is"),
        (ADDRESS + '[smtp]\ndkim_key_file = "k"', "[smtp]: dkim_key_file is given without dkim_selector; add the name"),
        (ADDRESS + 'alarm = "tell \'me"', '[house] alarm: "tell \'me" is no command (No closing quotation)'),
        (ADDRESS + '[smtp]\ndkim_domain = "x y"', "[smtp] dkim_domain: "),
        (ADDRESS + '[smtp]\nlogin = "oauth"', '[smtp]: login = "oauth" is given without user; add user'),
        (ADDRESS + '[imap]\nlogin = "oauth"\nuser = "a"\npassword = "b"', "[imap]: a password is given, which login"),
        (
            ADDRESS + '[imap]\nlogin = "oauth"\nuser = "a"\nhost = "mail.example.org"\ntls = "none"',
            '[imap]: login = "oauth" must not go in the clear; set tls',
        ),
        (
            ADDRESS + '[oauth]\nprovider = "yahoo"',
            "[oauth] provider: input should be '', 'google', 'microsoft' or 'own'",
        ),
        (ADDRESS + '[oauth]\nprovider = "google"', "[oauth]: client_id is missing; the provider gives it"),
        (
            ADDRESS + '[oauth]\nprovider = "google"\nclient_id = "x"\ntoken_url = "https://a.example/"',
            "[oauth]: the addresses of google are known; take yours out",
        ),
        (
            ADDRESS + '[oauth]\nprovider = "own"\nclient_id = "x"\ntoken_url = "https://a.example/"',
            '[oauth]: provider = "own" needs token_url, and authorize_url or device_url',
        ),
        (ADDRESS + '[oauth]\ntoken_url = "http://a.example/"', "[oauth] token_url: 'http://a.example/' cannot be used"),
        (ADDRESS + '[oauth]\ntoken_url = "https://"', "[oauth] token_url: 'https://' cannot be used"),
        (ADDRESS + '[oauth]\ntenant = "a/b"', "[oauth] tenant: "),
        (
            ADDRESS + '[oauth]\nclient_secret = "b"\nclient_secret_file = "c"',
            "[oauth]: client_secret and client_secret_file",
        ),
        (ADDRESS + '[pbem]\nname = "a\\nb"', "[pbem] name: control characters cannot be used"),
        (ADDRESS + '[pbem]\ndatabase = "pbem.db"', "[pbem] database: this is not a URL; write sqlite:///FILE or"),
        (ADDRESS + '[pbem]\ndatabase = "mysql://u:s3cret@h/d"', "[pbem] database: mysql is not supported; write"),
        (ADDRESS + '[pbem]\ndatabase = "sqlite:///:memory:"', "[pbem] database: SQLite needs a file, such as"),
        (ADDRESS + "[limits]\ntick = 0\ntries = 0", "(1 more to correct after it)"),
        ("[house\n", "is not TOML:"),
    ],
)
def test_what_cannot_be_used_is_one_sentence_that_names_it(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(Unusable) as error:
        config.load(written(tmp_path, text))
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(Unusable, match=r"no configuration file .*nowhere\.toml; `pbem init` writes one"):
        config.load(tmp_path / "nowhere.toml")


def test_the_environment_wins_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_IMAP_PASSWORD", "s3cret")
    monkeypatch.setenv("PBEM_IMAP_PORT", "1143")
    monkeypatch.setenv("PBEM_HOUSE_GM", "ann@example.org, Bob@example.org")
    monkeypatch.setenv("PBEM_SMTP_PASSWORD_FILE", "smtp.password")
    monkeypatch.setenv("PBEM_SMTP_USER", "games")
    settings = config.load(written(tmp_path, ADDRESS + '[imap]\nport = 1\nuser = "games"'))
    assert (settings.imap.port_used, settings.imap.user, settings.imap.read_password()) == (1143, "games", "s3cret")
    assert settings.house.gm == ["ann@example.org", "bob@example.org"]
    assert settings.smtp.password_file == tmp_path / "smtp.password"


@pytest.mark.parametrize(
    ("variable", "value", "sentence"),
    [
        ("PBEM_IMAP_PROT", "1", "the environment variable PBEM_IMAP_PROT is no setting"),
        ("PBEM_IMAP_PORT", "x", "PBEM_IMAP_PORT in the environment: input should be a valid integer"),
    ],
)
def test_a_wrong_variable_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str, value: str, sentence: str
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(Unusable, match=sentence):
        config.load(written(tmp_path, ADDRESS))


def test_paths_are_taken_from_the_folder_of_the_file(tmp_path: Path) -> None:
    text = ADDRESS + '[maildir]\npath = "mail"\n[archive]\nfolder = "/srv/games"\n[pbem]\ntemplates = ""\n'
    settings = config.load(written(tmp_path, text))
    assert settings.pbem.database == f"sqlite:///{tmp_path}/pbem.db"
    assert settings.pbem.secret_file == tmp_path / "pbem.secret"
    assert settings.pbem.templates is None
    assert settings.maildir.path == tmp_path / "mail"
    assert settings.archive.folder == Path("/srv/games")


@pytest.mark.parametrize("url", ["sqlite:////var/pbem.db", "postgresql+psycopg://u:p@h/d"])
def test_a_database_that_is_not_a_relative_file_is_left_as_it_is(tmp_path: Path, url: str) -> None:
    settings = config.load(written(tmp_path, ADDRESS + f'[pbem]\ndatabase = "{url}"'))
    assert settings.pbem.database == url


def test_passwords_are_never_shown(tmp_path: Path) -> None:
    text = ADDRESS + '[imap]\npassword = "s3cret"\n'
    assert "s3cret" not in repr(config.load(written(tmp_path, text)))
    with pytest.raises(Unusable) as error:
        config.load(written(tmp_path, ADDRESS + '[smtp]\npassword = ["s3cret"]\n'))
    assert "s3cret" not in str(error.value)


def test_a_password_file_is_read_when_needed(tmp_path: Path) -> None:
    text = ADDRESS + '[imap]\nuser = "games"\npassword_file = "imap.password"\n'
    settings = config.load(written(tmp_path, text))
    with pytest.raises(Unusable, match=r"imap\.password: No such file"):
        settings.imap.read_password()
    (tmp_path / "imap.password").write_text("s3cret\n")
    assert settings.imap.read_password() == "s3cret"
    (tmp_path / "imap.password").write_text("\n")
    with pytest.raises(Unusable, match="write the password on its first line"):
        settings.imap.read_password()


def shown(default: object) -> object:
    """A default as the example writes it: what is not there is the empty text."""
    if isinstance(default, Path):
        return str(default)
    return "" if default is None or default == SecretStr("") else default


def example(commented: bool) -> Mapping[str, Any]:
    text = (resources.root() / "config.example.toml").read_text("utf-8")
    return tomllib.loads(re.sub(r"(?m)^# (?=[a-z_]+ = )", "", text) if commented else text)


def test_the_example_shows_every_entry_with_its_default() -> None:
    entries = config.entries()
    computed = {("imap", "port"): 993, ("smtp", "port"): 465, ("house", "address"): "games@example.org"}
    expected = {
        section: {entry: computed.get((section, entry), shown(default)) for entry, default in defaults.items()}
        for section, defaults in entries.items()
    }
    found = example(commented=True)
    assert found == expected
    assert [list(found[section]) for section in found] == [list(entries[section]) for section in entries]


def test_the_example_can_be_used_as_it_is(tmp_path: Path) -> None:
    text = (resources.root() / "config.example.toml").read_text("utf-8")
    assert config.load(written(tmp_path, text)).house.address == "games@example.org"


def test_the_page_of_settings_lists_every_entry_in_its_section() -> None:
    page = (HERE / "docs" / "settings.md").read_text("utf-8")
    sections = re.split(r"(?m)^## \[(\w+)\]$", page)
    listed = {
        name: re.findall(r"(?m)^\| `(\w+)` \|", text) for name, text in zip(sections[1::2], sections[2::2], strict=True)
    }
    assert listed == {section: list(entries) for section, entries in config.entries().items()}
