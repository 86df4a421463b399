"""What the DNS says of the domain that we write from, as far as it can be seen from here. Source: mail.md, Going out."""

import base64
import ipaddress
from collections.abc import Sequence
from functools import partial
from typing import Any, Protocol

from pbem.core.errors import Failed
from pbem.service.entries import HERE
from pbem.service.findings import Finding, good, unseen, warning, wrong
from pbem.service.spf import Broken, Coverage, record_of

_SECONDS = 5.0
_BYTES_OF_1024_BITS = 128


class Names(Protocol):
    """Look-ups in the DNS. Each gives an empty list where there is nothing of that kind, and raises Failed for no answer."""

    def texts(self, name: str) -> list[str]:
        """The TXT records, each joined from its parts."""
        ...

    def mail_servers(self, domain: str) -> list[str]:
        """The MX hosts, the preferred first."""
        ...

    def addresses(self, host: str) -> list[str]:
        """The IPv4 and IPv6 addresses."""
        ...

    def host_of(self, address: str) -> list[str]:
        """The PTR names of an IP address."""
        ...


class Dns:
    """The DNS as this machine's resolver tells it, or as the servers given do."""

    def __init__(self, servers: Sequence[str] = (), port: int = 53) -> None:
        import dns.resolver

        try:
            self._resolver = dns.resolver.Resolver(configure=not servers)
        except dns.resolver.NoResolverConfiguration as error:
            raise Failed("this machine has no resolver for the DNS") from error
        if servers:
            self._resolver.nameservers = list(servers)
            self._resolver.port = port
        self._resolver.lifetime = _SECONDS

    def texts(self, name: str) -> list[str]:
        return [b"".join(record.strings).decode("utf-8", "replace") for record in self._find(name, "TXT")]

    def mail_servers(self, domain: str) -> list[str]:
        records = sorted(self._find(domain, "MX"), key=lambda record: record.preference)
        return [record.exchange.to_text(omit_final_dot=True) for record in records]

    def addresses(self, host: str) -> list[str]:
        return [record.address for kind in ("A", "AAAA") for record in self._find(host, kind)]

    def host_of(self, address: str) -> list[str]:
        import dns.reversename

        name = str(dns.reversename.from_address(address))
        return [record.target.to_text(omit_final_dot=True) for record in self._find(name, "PTR")]

    def _find(self, name: str, kind: str) -> list[Any]:
        import dns.exception
        import dns.resolver

        try:
            return list(self._resolver.resolve(name, kind))
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            return []
        except (dns.exception.DNSException, OSError) as error:
            raise Failed(f"the DNS gave no answer about {name} ({type(error).__name__})") from error


def examine(names: Names, domain: str, smtp_host: str, selector: str = "") -> list[Finding]:
    """What receivers of our mail will look for: MX, SPF, DKIM, DMARC of the domain, and the name of the sending server.

    `selector`: that of the DKIM key, empty where it is not known.
    """
    if "." not in domain:
        return [
            unseen(
                "DNS", f"{domain} is a name of this machine or network only; nobody outside can be written to from it"
            )
        ]
    looks = (
        ("MX", partial(_mx, names, domain)),
        ("SPF", partial(_spf, names, domain, smtp_host)),
        ("DKIM", partial(_dkim, names, domain, selector)),
        ("DMARC", partial(_dmarc, names, domain)),
        ("PTR", partial(_ptr, names, smtp_host)),
    )
    found = []
    for what, look in looks:
        try:
            found.append(look())
        except Failed as error:
            found.append(unseen(what, f"{error}."))
    return found


def _mx(names: Names, domain: str) -> Finding:
    hosts = names.mail_servers(domain)
    if hosts in ([""], ["."]):
        return wrong("MX", f"{domain} says that it takes no mail, so no player can write to it.")
    if hosts:
        return good("MX", f"Mail to {domain} goes to {', '.join(hosts)}.")
    if names.addresses(domain):
        return warning("MX", f"{domain} has no MX record; some servers will not deliver to its address record.")
    return wrong("MX", f"{domain} has no MX record and no address: no player can write to it; add an MX record.")


def _spf(names: Names, domain: str, smtp_host: str) -> Finding:
    try:
        record = record_of(names, domain)
        if not record:
            return warning(
                "SPF", f"{domain} has no SPF record; add a TXT record that names the servers which send your mail."
            )
        covered = Coverage(names, _addresses(names, smtp_host)).covers(domain)
    except Broken as error:
        return wrong("SPF", str(error))
    terms = record.lower().split()
    if "+all" in terms or "all" in terms:
        return warning("SPF", f"{record} lets everybody send as {domain}; end it with ~all or -all.")
    if not terms[-1].endswith("all") and not any(term.startswith("redirect=") for term in terms):
        return warning("SPF", f"{record} does not say what holds for other servers; end it with ~all or -all.")
    if covered:
        return good("SPF", f"{record} covers {smtp_host}.")
    return good(
        "SPF", f"{record} (see that it covers the server that your mail leaves from; {smtp_host} is not in it)."
    )


def _dkim(names: Names, domain: str, selector: str) -> Finding:
    """RFC 6376 3.6.1, RFC 8301 3.2."""
    if not selector:
        return unseen(
            "DKIM", "The key's name is not known; set dkim_selector in [smtp] to what your provider or signer calls it."
        )
    name = f"{selector}._domainkey.{domain}"
    keys = [text for text in names.texts(name) if "p=" in text]
    if not keys:
        return wrong("DKIM", f"There is no key at {name}; receivers will not find your mails' signature valid.")
    if len(keys) > 1:
        return wrong("DKIM", f"There are {len(keys)} keys at {name}; keep the one that your server signs with.")
    tags = _tags(keys[0])
    if not tags.get("p"):
        return wrong("DKIM", f"The key at {name} has been revoked; use the one that your server signs with now.")
    try:
        length = len(base64.b64decode("".join(tags["p"].split()), validate=True))
    except ValueError:
        return wrong("DKIM", f"The key at {name} is damaged; copy the record anew from your provider or signer.")
    if tags.get("k", "rsa") == "rsa" and length < _BYTES_OF_1024_BITS:
        return wrong(
            "DKIM", f"The key at {name} is shorter than 1024 bits; receivers ignore it. Make one of 2048 bits."
        )
    if "y" in tags.get("t", "").split(":"):
        return warning("DKIM", f"The key at {name} is marked as a test (t=y); take that out when signing works.")
    return good("DKIM", f"There is a key at {name}.")


def _tags(record: str) -> dict[str, str]:
    """The tags of a DKIM or DMARC record."""
    pairs = (part.partition("=") for part in record.split(";"))
    return {name.strip().lower(): value.strip() for name, _, value in pairs if name.strip()}


def _dmarc(names: Names, domain: str) -> Finding:
    """RFC 7489 6.6.3: of the domain itself, else of a domain above it."""
    parts = domain.split(".")
    for above in (".".join(parts[at:]) for at in range(len(parts) - 1)):
        found = [
            text for text in names.texts(f"_dmarc.{above}") if text.replace(" ", "").lower().startswith("v=dmarc1")
        ]
        if len(found) > 1:
            return wrong("DMARC", f"_dmarc.{above} has {len(found)} DMARC records, which counts as none; keep one.")
        if found and _tags(found[0]).get("p", "").lower() not in ("none", "quarantine", "reject"):
            return wrong("DMARC", f"{found[0]} at _dmarc.{above} has no policy; add p=none, p=quarantine or p=reject.")
        if found:
            return good("DMARC", f"{found[0]} (from _dmarc.{above}).")
    return warning("DMARC", f"There is no DMARC record; add a TXT record at _dmarc.{domain}, such as v=DMARC1; p=none.")


def _ptr(names: Names, smtp_host: str) -> Finding:
    """That each address has a name, and the name that address."""
    if smtp_host in HERE:
        return unseen(
            "PTR",
            "Mail goes through this machine, whose address outside cannot be seen from here; see that its provider gives it a"
            " name in the reverse DNS that leads back to it.",
        )
    addresses = _addresses(names, smtp_host)
    if not addresses:
        return wrong("PTR", f"The SMTP server {smtp_host} has no address in the DNS; see [smtp] host.")
    hosts = {address: names.host_of(address) for address in addresses}
    nameless = [address for address in addresses if not hosts[address]]
    if nameless:
        return warning(
            "PTR",
            f"{smtp_host} ({', '.join(nameless)}) has no name in the reverse DNS; receivers may refuse it. Ask whoever gave the"
            " address for one.",
        )
    for address in addresses:
        if not any(address in names.addresses(host) for host in hosts[address]):
            return warning(
                "PTR",
                f"{address} is called {hosts[address][0]} in the reverse DNS, but that name does not lead back to it; correct"
                " one of the two.",
            )
    return good("PTR", f"{smtp_host} has a name in the reverse DNS (if it relays by another server, that one counts).")


def _addresses(names: Names, host: str) -> list[str]:
    """The host's addresses outside this machine; itself where it is one."""
    if host in HERE:
        return []
    try:
        return [str(ipaddress.ip_address(host))]
    except ValueError:
        return names.addresses(host)
