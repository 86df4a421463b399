"""The mail servers of the settings: where letters are read, and where mails are handed over."""

from collections.abc import Callable

from sqlalchemy.engine import make_url

from pbem.core.errors import Unusable
from pbem.mail.dkim_sign import read_signer
from pbem.mail.imap import ImapAccount, ImapFolder, ImapServer
from pbem.mail.maildir import Maildir
from pbem.mail.smtp import SmtpServer
from pbem.mail.source import Source
from pbem.service.config import Settings
from pbem.service.mail_access import access_of
from pbem.service.mail_sections import AUTO


def smtp_server(settings: Settings) -> SmtpServer:
    """The server that takes our mail. Raises Unusable where none is given, or its password or our key cannot be read."""
    smtp = settings.smtp
    if not smtp.host:
        raise Unusable("no server takes our mail: set host in [smtp] of the configuration")
    return SmtpServer(
        smtp.host,
        smtp.port_used,
        smtp.tls,
        smtp.user,
        smtp.read_password(),
        smtp.timeout,
        hello=settings.house.address.rpartition("@")[2],
        access=access_of(settings) if smtp.login == "oauth" else None,
        sign=_sign(settings),
    )


def imap_server(settings: Settings) -> ImapServer:
    """The server with the mailbox that players write to. Raises Unusable where its password cannot be read."""
    imap = settings.imap
    return ImapServer(
        imap.host,
        imap.port_used,
        imap.tls,
        imap.user,
        imap.read_password(),
        imap.timeout,
        access=access_of(settings) if imap.login == "oauth" else None,
    )


def _sign(settings: Settings) -> Callable[[bytes], bytes] | None:
    smtp = settings.smtp
    if smtp.dkim_key_file is None:
        return None
    domain = smtp.dkim_domain or settings.house.address.rpartition("@")[2]
    return read_signer(smtp.dkim_key_file, smtp.dkim_selector, domain).signed


def sources(settings: Settings) -> list[list[Source]]:
    """Where letters are read: the mailbox with its spam folder over one connection, and the Maildir, as far as they are given.

    Empty where letters come by `pbem mail feed` alone.
    """
    found: list[list[Source]] = []
    imap, size = settings.imap, settings.limits.letter_bytes
    if imap.host:
        account = ImapAccount(imap_server(settings))
        begin = f"imap:{imap.user}@{imap.host}/"
        group: list[Source] = [
            ImapFolder(account, begin + imap.folder, imap.folder, imap.processed, size=size, idle=imap.idle)
        ]
        for name in imap.junk_folders:
            folder = "" if name == AUTO else name
            group.append(ImapFolder(account, begin + (folder or "spam"), folder, junk=True, size=size))
        found.append(group)
    if settings.maildir.path:
        path = settings.maildir.path
        found.append([Maildir(path, f"maildir:{path}", size=size)])
    return found


def passwords(settings: Settings) -> list[str]:
    """What must never be written anywhere. Raises Unusable where a password cannot be read."""
    of_database = make_url(settings.pbem.database).password
    known = (
        settings.imap.read_password(),
        settings.smtp.read_password(),
        settings.oauth.read_client_secret(),
        of_database,
    )
    return [password for password in known if password]
