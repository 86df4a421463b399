"""`pbem mail authorize`, and what `pbem doctor` and the service then make of the tokens: nothing secret is ever told."""

import io
import json
import logging
import stat
import threading
from collections.abc import Iterator
from datetime import timedelta

import click
import pytest

from pbem.core.errors import Failed
from pbem.mail.smtp import SmtpConnection
from pbem.moderator import intake
from pbem.service import clock, servers
from pbem.service.config import load
from pbem.service.logs import begin as begin_log
from pbem.service.run import Service
from pbem.service.wiring import Office, open_office
from pbem.store import outbox
from pbem.store.session import reading
from tests.cli.conftest import Club
from tests.mail import scripted_imap
from tests.mail.provider import CLIENT_SECRET, USER_CODE, Provider, providing, visit
from tests.mail.scripted_imap import ScriptedImap
from tests.mail.scripted_smtp import ScriptedSmtp, scripted
from tests.mail.test_xoauth2 import OFFERS, imap_that_asks

CONFIG = """\
[house]
address = "gm@pbem.test"
gm = ["gm@example.org"]
[imap]
host = "127.0.0.1"
port = {imap}
tls = "none"
login = "oauth"
user = "gm@pbem.test"
processed = ""
[smtp]
host = "127.0.0.1"
port = {smtp}
tls = "none"
login = "oauth"
user = "gm@pbem.test"
[oauth]
provider = "own"
client_id = "pbem-at-the-club"
client_secret_file = "client-secret"
authorize_url = "{url}/authorize"
token_url = "{url}/token"
scope = "mail offline"
"""


class Post:
    """A house without a password, with the servers that it uses."""

    def __init__(self, club: Club, provider: Provider, imap: ScriptedImap, smtp: ScriptedSmtp) -> None:
        self.club, self.provider, self.imap, self.smtp = club, provider, imap, smtp
        self.file = club.folder / "pbem.oauth"
        (club.folder / "client-secret").write_text(CLIENT_SECRET + "\n")
        self.configure(f'device_url = "{provider.url}/device"\n')

    def configure(self, more: str = "") -> None:
        text = CONFIG.format(imap=self.imap.port, smtp=self.smtp.port, url=self.provider.url)
        (self.club.folder / "config.toml").write_text(text + more)

    @property
    def secrets(self) -> set[str]:
        return {CLIENT_SECRET, "device-s3cret", *self.provider.refresh_tokens, *self.provider.access_tokens}

    def give(self, *words: str, status: int = 0, input: str | None = None, loud: bool = True) -> str:
        """What a command prints, which holds no secret."""
        result = self.club.give(*words, status=status, input=input, loud=loud)
        assert not [secret for secret in self.secrets if secret in result.output]
        return result.output

    def examined(self, status: int) -> dict[str, str]:
        found = json.loads(self.give("doctor", "--no-dns", "--json", status=status, loud=False))
        return {one["what"]: f"{one['state']}: {one['said']}" for one in found}


@pytest.fixture
def post(club: Club, monkeypatch: pytest.MonkeyPatch) -> Iterator[Post]:
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    provider = Provider()
    with (
        providing(provider),
        scripted_imap.serving(imap_that_asks(provider)) as imap,
        scripted({"EHLO": OFFERS}) as smtp,
    ):
        yield Post(club, provider, imap, smtp)


def test_a_code_opens_the_account(post: Post) -> None:
    said = post.give("mail", "authorize")
    assert f"Open {post.provider.url}/enter in any browser, and enter the code {USER_CODE}." in said
    assert "pbem may read and send mail as gm@pbem.test" in said
    assert stat.S_IMODE(post.file.stat().st_mode) == 0o600
    found = post.examined(0)
    assert found["OAuth"] == "good: The provider gives access tokens for [imap] and [smtp]."
    assert [found[what].partition(":")[0] for what in ("IMAP", "SMTP")] == ["good", "good"]
    assert post.provider.tokens_asked[-1]["grant_type"] == "refresh_token"


def test_an_address_pasted_from_another_machine(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(words: str) -> str:
        return visit(pages[0])[1]

    pages: list[str] = []
    echo = click.echo

    def keep(said: str = "", *words: object, **how: object) -> None:
        pages.extend(line for line in said.splitlines() if line.startswith("http"))
        echo(said)

    monkeypatch.setattr("click.echo", keep)
    monkeypatch.setattr("click.prompt", answer)
    assert "pbem may read and send mail" in post.give("mail", "authorize", "--paste")


def test_a_browser_on_this_machine(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    browsers: list[threading.Thread] = []

    def open_page(page: str) -> None:
        browsers.append(threading.Thread(target=visit, args=[page]))
        browsers[0].start()

    monkeypatch.setattr("pbem.cli.authorize._show_page", open_page)
    assert "pbem may read and send mail" in post.give("mail", "authorize", "--browser")
    browsers[0].join()


def test_what_is_pasted_wrongly_is_one_sentence(post: Post) -> None:
    said = post.give("mail", "authorize", "--paste", status=1, input="http://127.0.0.1/?code=x&state=y\n")
    assert "that is not the address at which this visit ended; begin once more" in said
    assert not post.file.exists()


def test_a_provider_without_a_page(post: Post) -> None:
    text = (post.club.folder / "config.toml").read_text().replace("authorize_url", "device_url", 1)
    (post.club.folder / "config.toml").write_text(text.rpartition("device_url")[0])
    assert "this provider has no page for a browser" in post.give("mail", "authorize", "--paste", status=2)


def test_without_a_refresh_token_nothing_is_kept(post: Post) -> None:
    post.provider.script = [(200, {"access_token": "a", "token_type": "Bearer"})]
    assert "the provider gave no refresh token" in post.give("mail", "authorize", status=1)
    assert not post.file.exists()


def test_without_a_provider_in_the_settings(club: Club) -> None:
    said = club.give("mail", "authorize", status=2).stderr
    assert "set provider and client_id in [oauth]" in said


def test_the_doctor_says_what_is_wrong_with_the_tokens(post: Post) -> None:
    found = post.examined(1)
    assert found["OAuth"].startswith(
        "wrong: The mail account has not been opened to pbem yet; run `pbem mail authorize`"
    )
    post.give("mail", "authorize")
    post.provider.script = [(503, b"busy")]
    assert found["IMAP"].startswith("wrong: ")
    assert post.examined(1)["OAuth"].startswith("wrong: No access token can be had now: 127.0.0.1 gave no JSON")
    post.provider.refresh_tokens.clear()
    assert "run `pbem mail authorize` again" in post.examined(1)["OAuth"]
    post.file.write_text("{")
    assert "does not hold what `pbem mail authorize` writes" in post.examined(1)["OAuth"]


def test_the_doctor_names_a_provider_that_nobody_uses(post: Post) -> None:
    text = (post.club.folder / "config.toml").read_text().replace('login = "oauth"\n', "")
    (post.club.folder / "config.toml").write_text(text)
    assert post.examined(0)["OAuth"].startswith("warning: No server uses it")


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What the program writes of itself in the test."""
    root, ours = logging.getLogger(), logging.getLogger("pbem")
    handlers, level, our_level = root.handlers[:], root.level, ours.level
    stream = io.StringIO()
    begin_log("json", "debug", [CLIENT_SECRET], stream)
    yield stream
    root.handlers = handlers
    root.setLevel(level)
    ours.setLevel(our_level)


def round_of(office: Office) -> None:
    server = servers.smtp_server(office.settings)
    Service(office, servers.sources(office.settings), lambda: SmtpConnection(server), intake).once()


def rows(office: Office) -> list[outbox.Mail]:
    with reading(office.engine) as connection:
        return outbox.listed(connection)


def test_row_73_while_access_is_withdrawn_nothing_is_lost_and_the_gm_is_told_at_once(
    post: Post, log: io.StringIO
) -> None:
    """Rounds of the service: with access, after it was withdrawn, and after it was given again; its log holds no secret."""
    now = clock.now()
    post.imap.mails.clear()
    office = open_office(load(post.club.folder / "config.toml"), lambda: now)
    try:
        post.give("mail", "authorize")
        round_of(office)
        post.provider.refresh_tokens.clear()
        post.provider.access_tokens.clear()
        asked = len(post.provider.tokens_asked)
        for _ in range(3):
            now += timedelta(hours=2)
            with pytest.raises(Failed, match="not all mail could be read"):
                round_of(office)
        assert {row.subject for row in rows(office)} == {"[pbem] the mail cannot be read"}
        assert len(post.provider.tokens_asked) - asked == 1
        post.provider.refresh_tokens.add("refresh-0")
        post.give("mail", "authorize")
        round_of(office)
        assert {row.state.value for row in rows(office)} == {"sent"}
        assert len(post.smtp.taken) == len(rows(office))
    finally:
        office.engine.dispose()
    told = log.getvalue()
    assert "run `pbem mail authorize` again" in told
    secrets = {*post.secrets, *(form.get("refresh_token", "-") for form in post.provider.tokens_asked)} - {"-"}
    assert not [secret for secret in secrets if secret in told]
    assert not [secret for secret in secrets if any(secret.encode() in mail for mail in post.smtp.taken)]
