"""An SPF record as receivers evaluate it: which addresses it covers, and what makes it count as none. Source: RFC 7208."""

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

MOST_LOOKUPS = 10
"""Terms that ask the DNS; a record with more of them is an error to receivers. Source: RFC 7208 4.6.4."""

_ASKING = ("include", "a", "mx", "ptr", "exists", "redirect")


class Broken(Exception):
    """The record counts as none; the message is a sentence that says why and what to do."""


class Names(Protocol):
    """The look-ups that a record asks for: see `sender_dns.Names`."""

    def texts(self, name: str) -> list[str]: ...

    def mail_servers(self, domain: str) -> list[str]: ...

    def addresses(self, host: str) -> list[str]: ...


@dataclass(slots=True)
class Coverage:
    """Whether a domain's record covers any of these addresses; `lookups` counts the terms that asked the DNS."""

    names: Names
    wanted: Sequence[str]
    lookups: int = 0
    _above: list[str] = field(default_factory=list)

    def covers(self, domain: str) -> bool:
        """Reads the whole record with all that it includes; its first term that holds decides.

        Raises Broken, and Failed where the DNS gives no answer.
        """
        if domain in self._above:
            raise Broken(f"The SPF record of {domain} includes itself; take that out.")
        self._above.append(domain)
        record = record_of(self.names, domain)
        if not record:
            raise Broken(f"{domain} has no SPF record, and the sender's record includes it; take that include out.")
        terms = record.lower().split()[1:]
        terms.sort(key=lambda term: term.startswith("redirect="))  # RFC 7208 6.1: after all others
        passing = [term[0] not in "-~?" for term in terms if self._holds(term, domain)]
        self._above.pop()
        return bool(passing) and passing[0]

    def _holds(self, term: str, domain: str) -> bool:
        """Whether a term speaks of one of the addresses; a modifier that is not `redirect` never does."""
        name, _, value = term.lstrip("+-~?").replace("redirect=", "redirect:").partition(":")
        name = name.partition("/")[0]
        if name in _ASKING:
            self.lookups += 1
            if self.lookups > MOST_LOOKUPS:
                raise Broken(
                    f"The SPF record of {self._above[0]} asks the DNS more than {MOST_LOOKUPS} times, which counts as"
                    " an error; take out an include, or name addresses with ip4 and ip6."
                )
        if name in ("ip4", "ip6"):
            return self._in(value, term)
        if name in ("include", "redirect") and "%" not in value:
            return self.covers(value)
        host = value.partition("/")[0] or domain
        if name == "a":
            return self._is_one_of(self.names.addresses(host))
        if name == "mx":
            return any(self._is_one_of(self.names.addresses(one)) for one in self.names.mail_servers(host))
        return name == "all"

    def _in(self, network: str, term: str) -> bool:
        try:
            there = ipaddress.ip_network(network, strict=False)
        except ValueError as error:
            raise Broken(f"The SPF record of {self._above[-1]} has a term {term}, which names no address.") from error
        return any(ipaddress.ip_address(address) in there for address in self.wanted)

    def _is_one_of(self, addresses: Sequence[str]) -> bool:
        return any(ipaddress.ip_address(address) in map(ipaddress.ip_address, self.wanted) for address in addresses)


def record_of(names: Names, domain: str) -> str:
    """The domain's one SPF record, empty for none. Raises Broken where there are several."""
    found = [text for text in names.texts(domain) if text.lower().split(" ")[0] == "v=spf1"]
    if len(found) > 1:
        raise Broken(f"{domain} has {len(found)} SPF records, which counts as none; keep one.")
    return found[0] if found else ""
