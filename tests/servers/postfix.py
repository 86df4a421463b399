"""A Postfix of our own: takes mail by SMTP for Dovecot's boxes and for nobody else. It needs root."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from tests.servers import accepts, free_port, program, skip, usual_umask, wait_until
from tests.servers.dovecot import Dovecot

_MAIN = """
compatibility_level = 3.6
queue_directory = {folder}/spool
data_directory = {folder}/data
command_directory = {commands}
daemon_directory = {daemons}
mail_owner = postfix
setgid_group = postdrop
maillog_file = {folder}/log/mail.log
maillog_file_prefixes = {folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mail.pbem.test
mydestination =
mynetworks = 127.0.0.0/8
recipient_delimiter = +
virtual_mailbox_domains = {domains}
virtual_mailbox_base = {mail}
virtual_mailbox_maps = texthash:{folder}/etc/vmailbox
virtual_uid_maps = static:{owner}
virtual_gid_maps = static:{group}
virtual_minimum_uid = 1
smtpd_relay_restrictions = permit_mynetworks, reject_unauth_destination
smtpd_recipient_restrictions = reject_unlisted_recipient, permit_mynetworks, reject
default_transport = error:no outside mail from a test server
disable_dns_lookups = yes
alias_maps =
smtputf8_enable = yes
smtpd_tls_security_level = none
"""
_MASTER = """
127.0.0.1:{port} inet n - n - 20 smtpd
pickup    unix  n - n 60    1 pickup
cleanup   unix  n - n -     0 cleanup
qmgr      unix  n - n 300   1 qmgr
rewrite   unix  - - n -     - trivial-rewrite
bounce    unix  - - n -     0 bounce
defer     unix  - - n -     0 bounce
trace     unix  - - n -     0 bounce
verify    unix  - - n -     1 verify
proxymap  unix  - - n -     - proxymap
smtp      unix  - - n -     - smtp
relay     unix  - - n -     - smtp
showq     unix  n - n -     - showq
error     unix  - - n -     - error
retry     unix  - - n -     - error
discard   unix  - - n -     - discard
virtual   unix  - n n -     - virtual
anvil     unix  - - n -     1 anvil
scache    unix  - - n -     1 scache
postlog   unix-dgram n - n - 1 postlogd
"""


@dataclass(frozen=True, slots=True)
class Postfix:
    """A running server. `folder`: where its configuration (`etc`) and its queue (`spool`) lie."""

    port: int
    folder: Path


@contextmanager
def postfix(boxes: Dovecot, files: Mapping[str, str] = MappingProxyType({})) -> Iterator[Postfix]:
    """A server that delivers into Dovecot's boxes; skips the test where Postfix is not installed or the caller is not root.

    `files`: what stands in its configuration besides, by the name of the file, with the places that docs/mail-setup.md names.
    """
    command, configured = program("postfix"), program("postconf")
    if command is None or configured is None:
        skip("Postfix is not installed (apt-get install postfix)")
    if os.getuid() != 0:
        skip("Postfix can only be started by root")
    assert command is not None
    assert configured is not None
    folder = Path(tempfile.mkdtemp(prefix="pbem-postfix-"))
    folder.chmod(0o755)
    try:
        with usual_umask():
            port = _prepare(folder, configured, boxes)
            _add(folder / "etc", files, boxes)
            process = subprocess.Popen([command, "-c", str(folder / "etc"), "start-fg"], start_new_session=True)
        try:
            wait_until(lambda: process.poll() is not None or accepts(port), "Postfix")
            assert process.poll() is None, (folder / "log" / "mail.log").read_text()
            yield Postfix(port, folder)
        finally:
            _stop([command, "-c", str(folder / "etc"), "stop"], process, folder / "spool" / "pid" / "master.pid")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _stop(stop: Sequence[str], process: "subprocess.Popen[bytes]", master: Path) -> None:
    """Stops the server in good order; one that does not answer is killed with all that it has started."""
    with suppress(subprocess.TimeoutExpired):
        subprocess.run(stop, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=30)
        process.wait(30)
        return
    os.killpg(int(master.read_text()), signal.SIGKILL)
    process.wait(30)


def _add(etc: Path, files: Mapping[str, str], boxes: Dovecot) -> None:
    """Adds the lines to main.cf and master.cf, and writes the other files."""
    for name, lines in files.items():
        text = lines.replace("/etc/postfix", str(etc)).replace("/var/mail/vhosts", str(boxes.mail))
        text = text.replace("virtual_uid_maps = static:5000", f"virtual_uid_maps = static:{boxes.owner[0]}")
        text = text.replace("virtual_gid_maps = static:5000", f"virtual_gid_maps = static:{boxes.owner[1]}")
        text = text.replace("= private/auth", f"= {boxes.mail.parent}/auth")
        if name == "main.cf":
            text = _without((etc / name).read_text(), text) + text
        elif name == "master.cf":
            text = (etc / name).read_text() + text
        (etc / name).write_text(text + "\n")


def _without(lines: str, others: str) -> str:
    """The settings but for those that the others set: each is a warning, at which postlogd can hang for ever."""
    anew = {line.partition("=")[0].strip() for line in others.splitlines() if "=" in line}
    kept = [line for line in lines.splitlines(keepends=True) if line.partition("=")[0].strip() not in anew]
    return "".join(kept)


def _prepare(folder: Path, configured: str, boxes: Dovecot) -> int:
    for name in ("etc", "spool", "data", "log"):
        (folder / name).mkdir()
    shutil.chown(folder / "data", "postfix")
    answer = subprocess.run(
        [configured, "-d", "-h", "command_directory", "daemon_directory"], check=True, capture_output=True, text=True
    )
    commands, daemons = answer.stdout.split()
    port = free_port()
    domains = ", ".join(sorted({box.partition("@")[2] for box in boxes.boxes}))
    (folder / "etc" / "vmailbox").write_text("".join(f"{box} {box}/\n" for box in boxes.boxes))
    (folder / "etc" / "master.cf").write_text(_MASTER.format(port=port).lstrip())
    (folder / "etc" / "main.cf").write_text(
        _MAIN.format(
            folder=folder,
            commands=commands,
            daemons=daemons,
            domains=domains,
            mail=boxes.mail,
            owner=boxes.owner[0],
            group=boxes.owner[1],
        ).lstrip()
    )
    return port
