"""Whether the servers that take mail for our domain speak TLS to other servers, as far as their port can be reached from here."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from pbem.core.errors import Failed
from pbem.mail.smtp import Encryption, SmtpConnection, SmtpServer
from pbem.service.findings import Finding, good, unseen, warning
from pbem.service.sender_dns import Names

PORT = 25
MOST_HOSTS = 3
RENEWAL = timedelta(days=14)
"""A certificate that nobody has renewed by then has probably been forgotten."""

_WHAT = "MX TLS"
_SECONDS = 5.0


def examine(names: Names, domain: str, now: datetime) -> Iterator[Finding]:
    """One finding for each of the preferred MX hosts; none where the domain has none."""
    try:
        hosts = [host for host in names.mail_servers(domain) if host.strip(".")][:MOST_HOSTS]
        reachable = [host for host in hosts if names.addresses(host)]
    except Failed as error:
        yield unseen(_WHAT, f"{error}.")
        return
    for host in reachable:
        yield _judged(host, now)


def _judged(host: str, now: datetime) -> Finding:
    trouble, spoken = _spoken_to(host, "starttls")
    if spoken is not None:
        left = spoken.certificate_ends - now
        said = f"{host} speaks {spoken.version}, with a certificate until {spoken.certificate_ends:%Y-%m-%d}"
        if left < RENEWAL:
            return warning(_WHAT, f"{said}: see that it is renewed; some servers deliver nothing without.")
        return good(_WHAT, f"{said}.")
    if not trouble:
        return unseen(_WHAT, f"{host} answers, and does not say how it encrypts.")
    unencrypted, _ = _spoken_to(host, "none")
    if unencrypted:
        return unseen(_WHAT, f"Port {PORT} of {host} cannot be reached from here, as in many networks ({unencrypted}).")
    return warning(
        _WHAT,
        f"{host} takes mail, but TLS with it fails ({trouble}); players' mail comes in the clear or not at all. Give it a"
        " certificate for its name and let it offer STARTTLS.",
    )


def _spoken_to(host: str, tls: str) -> tuple[str, Encryption | None]:
    """Why the server cannot be spoken to in this way, empty if it can; and what protects the connection."""
    with SmtpConnection(SmtpServer(host, PORT, tls, timeout=_SECONDS)) as connection:
        return connection.check(), connection.encryption()
