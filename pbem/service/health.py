"""Whether everything that a campaign needs is in order: database, templates, mail servers, the DNS, and what waits for the GM."""

import secrets
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy.engine import Connection

from pbem.core.errors import Failed, Unusable
from pbem.core.letters import Handover, Message
from pbem.mail.access import NoAccess
from pbem.mail.dkim_check import DkimCheck, see_that_it_is_installed
from pbem.mail.imap import ImapAccount
from pbem.mail.smtp import Encryption, SmtpConnection
from pbem.mail.source import PIPE
from pbem.mail.write import Letterhead, compose, envelope_address
from pbem.report.renderer import Renderer
from pbem.service import mail_access, mx_tls, sender_dns, servers
from pbem.service.config import Settings
from pbem.service.entries import HERE
from pbem.service.findings import Finding, good, unseen, warning, wrong
from pbem.service.mail_sections import AUTO, Server
from pbem.service.sender_dns import Names
from pbem.service.wiring import Office, lost_secret, open_store, read_secret
from pbem.store import letters, mailboxes, outbox
from pbem.store.session import reading
from pbem.store.tables import OutboxState

_SILENT = timedelta(minutes=30)
"""A service that runs looks into the mailbox at least so often."""


def examine(settings: Settings, names: Names | None, now: datetime, selector: str = "") -> Iterator[Finding]:
    """Looks at one thing after the other. `names`: the DNS, None to leave it out; `selector`: the name of the DKIM key, empty for
    the configured one.
    """
    yield from _database(settings, now)
    yield _secret(settings)
    yield _templates(settings.pbem.templates)
    yield from _oauth(settings)
    yield from _letters(settings)
    yield from _signatures_of_others(settings)
    yield from _smtp(settings, now)
    if not settings.house.gm:
        yield warning("GM", "Nobody is told when something needs a person; set gm in [house].")
    if names is not None:
        domain = settings.house.address.rpartition("@")[2]
        yield from sender_dns.examine(names, domain, settings.smtp.host, selector or settings.smtp.dkim_selector)
        yield from _signature(settings, names, now)
        yield from mx_tls.examine(names, domain, now)


def send_test(office: Office, address: str) -> Handover:
    """Hands a test mail for that address to the SMTP server, past the outbox, and gives what became of it. Raises Unusable."""
    settings, house = office.settings, office.house
    rendered = office.renderer.mail("test", {"house": house.name, "address": house.address})
    message = Message(
        to=address,
        subject=rendered.subject,
        text=rendered.text,
        html=rendered.html,
        kind="test",
        message_id=f"<test.{secrets.token_hex(16)}@{house.domain}>",
        date=office.now(),
        sender_name=house.name,
        reply_to=house.address,
        return_path=house.address,
        auto="auto-generated",
    )
    content = compose(message, Letterhead(house.address, office.instance))
    with SmtpConnection(servers.smtp_server(settings)) as connection:
        done = connection.hand_over(content, envelope_address(house.address), envelope_address(address))
    assert done is not None
    return done


def _database(settings: Settings, now: datetime) -> Iterator[Finding]:
    try:
        engine = open_store(settings)
        with reading(engine) as connection:
            yield good("database", f"{engine.url.render_as_string(hide_password=True)} can be used.")
            yield from _waiting(connection, now, _reads_mailboxes(settings))
        engine.dispose()
    except (Unusable, Failed) as error:
        yield wrong("database", _sentence(error))


def _reads_mailboxes(settings: Settings) -> bool:
    return bool(settings.imap.host) or settings.maildir.path is not None


def _waiting(connection: Connection, now: datetime, reads: bool) -> Iterator[Finding]:
    looks = [(row.name, row.read_at) for row in mailboxes.listing(connection) if row.read_at is not None]
    silent = [name for name, at in looks if now - at > _SILENT]
    if reads and not looks:
        yield unseen("service", "No mailbox has been read yet; `pbem run` reads them, and `pbem mail poll` once.")
    elif reads and silent:
        yield warning("service", f"{', '.join(silent)} has not been read for half an hour; see that `pbem run` runs.")
    elif reads:
        yield good("service", "The mailboxes have been read within the last half hour.")
    undecided = len(letters.undecided(connection))
    if undecided:
        yield warning("letters", f"{undecided} wait for you; `pbem mail list` shows them.")
    failed = outbox.counts(connection).get(OutboxState.FAILED, 0)
    if failed:
        yield warning("outbox", f"{failed} could not be sent; `pbem outbox list` shows them.")


def _secret(settings: Settings) -> Finding:
    file = settings.pbem.secret_file
    if not file.exists():
        return _no_secret(settings)
    try:
        read_secret(file)
    except (Unusable, Failed) as error:
        return wrong("secret", _sentence(error))
    if file.stat().st_mode & 0o077:
        return warning("secret", f"{file} can be read by other users; run chmod 600 {file}.")
    return good("secret", f"{file} is there; keep a copy with the database.")


def _no_secret(settings: Settings) -> Finding:
    lost = ""
    with suppress(Unusable, Failed):  # of a database that cannot be used another line tells
        engine = open_store(settings)
        with reading(engine) as connection:
            lost = lost_secret(settings, connection)
        engine.dispose()
    if lost:
        return wrong("secret", _sentence(Unusable(lost)))
    return unseen("secret", f"{settings.pbem.secret_file} will be made at the first start.")


def _templates(overrides: Path | None) -> Finding:
    try:
        count = len(Renderer(overrides).check())
    except (Unusable, Failed) as error:
        return wrong("templates", _sentence(error))
    return good("templates", f"All {count} can be used.")


def _oauth(settings: Settings) -> Iterator[Finding]:
    """Whether access tokens can be had; a new one is asked for. Nothing where neither server wants one."""
    users = [name for name in ("imap", "smtp") if getattr(settings, name).login == "oauth"]
    if not users:
        if settings.oauth.provider:
            yield warning("OAuth", 'No server uses it: set login = "oauth" in [imap] and [smtp].')
        return
    try:
        mail_access.access_of(settings).token_anew()
    except (NoAccess, Unusable) as error:
        yield wrong("OAuth", _sentence(error))
        return
    yield good("OAuth", f"The provider gives access tokens for {' and '.join(f'[{name}]' for name in users)}.")


def _letters(settings: Settings) -> Iterator[Finding]:
    """Where letters are read."""
    if not _reads_mailboxes(settings):
        yield _handed_over(settings)
    if settings.imap.host:
        yield _imap(settings)
    path = settings.maildir.path
    if path is not None:
        if all((path / part).is_dir() for part in ("new", "cur", "tmp")):
            yield good("Maildir", f"{path} is one.")
        else:
            yield wrong("Maildir", f"{path} is none (new, cur and tmp are missing); see [maildir] path.")


def _handed_over(settings: Settings) -> Finding:
    """Whether a mail server hands letters over, where none are read."""
    other = "set host in [imap], or path in [maildir], where that is not meant"
    try:
        engine = open_store(settings)
        with reading(engine) as connection:
            handed = letters.have_come_by(connection, PIPE)
        engine.dispose()
    except (Unusable, Failed):
        handed = False
    if handed:
        return good("letters", "None are read; a mail server hands them to `pbem mail feed`.")
    return warning("letters", f"None are read, and none has yet been handed to `pbem mail feed`; {other}.")


def _signatures_of_others(settings: Settings) -> Iterator[Finding]:
    if not settings.house.check_dkim:
        return
    try:
        see_that_it_is_installed()
    except Unusable as error:
        yield wrong("check_dkim", _sentence(error))
        return
    yield good("check_dkim", "Signatures are checked of letters of which no mail server of yours says anything.")


def _imap(settings: Settings) -> Finding:
    imap = settings.imap
    try:
        account = ImapAccount(servers.imap_server(settings))
        try:
            with account.open("looking for the folders") as box:
                there = {folder.name for folder in box.folder.list()}
        finally:
            account.close()
    except (Unusable, Failed) as error:
        return wrong("IMAP", _sentence(error))
    missing = [name for name in (imap.folder, *imap.junk_folders) if name != AUTO and name not in there]
    if missing:
        return wrong(
            "IMAP", f"The login works, but there is no folder {missing[0]!r}; there are {', '.join(sorted(there))}."
        )
    return _plain("IMAP", imap) or good("IMAP", f"The login to {imap.host} works, and {imap.folder} can be read.")


def _smtp(settings: Settings, now: datetime) -> Iterator[Finding]:
    smtp = settings.smtp
    try:
        with SmtpConnection(servers.smtp_server(settings)) as connection:
            refused = connection.check()
            spoken = connection.encryption()
    except (Unusable, Failed) as error:
        yield wrong("SMTP", _sentence(error))
        return
    if refused:
        yield wrong("SMTP", f"{smtp.host} takes no mail from us now: {refused}.")
        return
    yield _plain("SMTP", smtp) or good("SMTP", f"{smtp.host} takes mail from us.")
    if spoken is not None:
        yield _tls(smtp.host, spoken, now)


def _signature(settings: Settings, names: Names, now: datetime) -> Iterator[Finding]:
    """Whether receivers would find our own signature good; nothing where we make none."""
    smtp, house = settings.smtp, settings.house
    if smtp.dkim_key_file is None:
        return
    try:
        sign = servers.smtp_server(settings).sign
    except (Unusable, Failed) as error:
        yield wrong("signature", _sentence(error))
        return
    assert sign is not None
    message = Message(house.address, "test", "test\n", "test", f"<test@{house.address.rpartition('@')[2]}>", now)
    signed = sign(compose(message, Letterhead(house.address, "test")))
    if DkimCheck(names.texts).vouches(signed, house.address):
        yield good("signature", f"pbem signs with {smtp.dkim_key_file}, and the key in the DNS fits.")
    else:
        name = f"{smtp.dkim_selector}._domainkey.{smtp.dkim_domain or house.address.rpartition('@')[2]}"
        yield wrong(
            "signature",
            f"Receivers will not find pbem's signature good: {name} in the DNS must hold the public half of {smtp.dkim_key_file},"
            " and its domain must be that of [house] address or the one above it.",
        )


def _tls(host: str, spoken: Encryption, now: datetime) -> Finding:
    left = spoken.certificate_ends - now
    said = f"{host} speaks {spoken.version}, with a certificate until {spoken.certificate_ends:%Y-%m-%d}"
    if left < mx_tls.RENEWAL:
        return warning("TLS", f"{said}: when it has ended no mail can be sent; whoever runs the server must renew it.")
    return good("TLS", f"{said}.")


def _plain(what: str, server: Server) -> Finding | None:
    """That passwords and mails go to another machine for everybody to read; None where they do not."""
    if server.tls != "none" or server.host in HERE:
        return None
    return warning(what, f'{server.host} is used without encryption; set tls to "tls" or "starttls".')


def _sentence(error: Exception) -> str:
    said = str(error)
    return f"{said[:1].upper()}{said[1:]}."
