"""A Dovecot of our own: IMAP in plain, with STARTTLS and over TLS, over Maildirs. It needs no rights at all."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.servers import accepts, free_port, program, skip, usual_umask, wait_until
from tests.servers.page import files

CERTIFICATE = Path(__file__).parents[1] / "mail" / "tls" / "localhost.crt"
KEY = CERTIFICATE.with_suffix(".key")

_CONFIGURATION = """
protocols = imap
listen = 127.0.0.1
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/dovecot.log
ssl = yes
ssl_cert = <{folder}/server.crt
ssl_key = <{folder}/server.key
disable_plaintext_auth = no
auth_mechanisms = plain login
default_internal_user = {service}
default_internal_group = {group}
default_login_user = {service}
first_valid_uid = 1
namespace inbox {{
  inbox = yes
  separator = {separator}
  prefix = {prefix}
  mailbox Junk {{
    auto = create
    special_use = \\Junk
  }}
}}
{tokens}{accounts}
auth_failure_delay = 0
service anvil {{
  chroot =
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    address = 127.0.0.1
    port = {port}
  }}
  inet_listener imaps {{
    address = 127.0.0.1
    port = {tls_port}
  }}
}}
"""


_ACCOUNTS = """mail_location = maildir:/var/mail/vhosts/%u
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%u /etc/dovecot/users
}
userdb {
  driver = static
  args = uid=5000 gid=5000 home=/var/mail/vhosts/homes/%u
}
"""


@dataclass(frozen=True, slots=True)
class Dovecot:
    """A running server. `mail`: the folder of the Maildirs, one for each box by its address; `owner`: whom they belong to."""

    port: int
    tls_port: int
    mail: Path
    owner: tuple[int, int]
    boxes: Mapping[str, str]


@contextmanager
def dovecot(
    boxes: Mapping[str, str], prefix: str = "", provider: str = "", accounts: str = _ACCOUNTS
) -> Iterator[Dovecot]:
    """A server with these boxes and their passwords; skips the test where Dovecot is not installed.

    `prefix`: what the names of all folders but INBOX begin with, such as `INBOX.`. `provider`: the address of a provider whose
    access tokens are taken as well, empty for none. `accounts`: the lines about boxes and logins, with the places and the owner
    that docs/mail-setup.md names.
    """
    command = program("dovecot")
    if command is None:
        skip("Dovecot is not installed (apt-get install dovecot-imapd)")
    assert command is not None
    folder = Path(tempfile.mkdtemp(prefix="pbem-dovecot-"))
    folder.chmod(0o755)
    try:
        with usual_umask():
            server = _prepared(folder, boxes, prefix, provider, accounts)
            process = subprocess.Popen([command, "-F", "-c", str(folder / "dovecot.conf")])
        try:
            wait_until(lambda: process.poll() is not None or accepts(server.port), "Dovecot")
            assert process.poll() is None, (folder / "dovecot.log").read_text()
            yield server
        finally:
            process.terminate()
            process.wait(30)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _prepared(folder: Path, boxes: Mapping[str, str], prefix: str, provider: str, accounts: str) -> Dovecot:
    caller = pwd.getpwuid(os.getuid())
    root = caller.pw_uid == 0
    service = pwd.getpwnam("dovecot") if root else caller
    owner = pwd.getpwnam("nobody") if root else caller
    for name in ("run", "state", "mail"):
        (folder / name).mkdir()
    owned = owner.pw_uid, owner.pw_gid
    os.chown(folder / "mail", *owned)
    (folder / "users").write_text("".join(f"{box}:{{PLAIN}}{password}::::::\n" for box, password in boxes.items()))
    shutil.copyfile(CERTIFICATE, folder / "server.crt")
    shutil.copyfile(KEY, folder / "server.key")
    tokens = files("A provider of your own")
    asked = tokens["/etc/dovecot/dovecot-oauth2.conf.ext"].replace("https://login.example.org", provider)
    (folder / "dovecot-oauth2.conf.ext").write_text(asked)
    port, tls_port = free_port(), free_port()
    (folder / "dovecot.conf").write_text(
        _CONFIGURATION.format(
            folder=folder,
            service=service.pw_name,
            group=_group_of(service.pw_gid),
            accounts=placed(accounts, folder, owned),
            port=port,
            tls_port=tls_port,
            prefix=prefix,
            separator=prefix[-1:] or "/",
            tokens=placed(tokens["/etc/dovecot/dovecot.conf"], folder, owned) if provider else "",
        )
    )
    return Dovecot(port, tls_port, folder / "mail", owned, boxes)


def placed(lines: str, folder: Path, owner: tuple[int, int]) -> str:
    """Lines of a configuration with the test's own places and owner in place of the page's."""
    places = {
        "/var/mail/vhosts": f"{folder}/mail",
        "/etc/dovecot/": f"{folder}/",
        "/var/spool/postfix/private/": f"{folder}/",
        "uid=5000 gid=5000": f"uid={owner[0]} gid={owner[1]}",
    }
    for page, own in places.items():
        lines = lines.replace(page, own)
    return lines


def _group_of(number: int) -> str:
    import grp

    return grp.getgrgid(number).gr_name
