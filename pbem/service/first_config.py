"""The first configuration: the example with the answers filled in where they belong, its comments kept."""

import os
import re
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import tomlkit

from pbem import resources
from pbem.core.errors import Failed, Unusable
from pbem.service.config import settings_from

Answers = Mapping[tuple[str, str], str | int | list[str]]
"""What to set, by section and entry."""

_SECTION = re.compile(r"\[(\w+)\]\s*$")
_ENTRY = re.compile(r"#?\s?(\w+) = ")


@dataclass(frozen=True, slots=True)
class Provider:
    """The servers of a mail provider, each with its port's kind of TLS."""

    imap: str
    smtp: str
    smtp_tls: str = "tls"


_OUTLOOK = Provider("outlook.office365.com", "smtp-mail.outlook.com", "starttls")

PROVIDERS = {
    "fastmail.com": Provider("imap.fastmail.com", "smtp.fastmail.com"),
    "gmail.com": Provider("imap.gmail.com", "smtp.gmail.com"),
    "gmx.de": Provider("imap.gmx.net", "mail.gmx.net"),
    "gmx.net": Provider("imap.gmx.net", "mail.gmx.net"),
    "hotmail.com": _OUTLOOK,
    "icloud.com": Provider("imap.mail.me.com", "smtp.mail.me.com", "starttls"),
    "live.com": _OUTLOOK,
    "mailbox.org": Provider("imap.mailbox.org", "smtp.mailbox.org"),
    "outlook.com": _OUTLOOK,
    "posteo.de": Provider("posteo.de", "posteo.de"),
    "yahoo.com": Provider("imap.mail.yahoo.com", "smtp.mail.yahoo.com"),
}


def provider_of(address: str) -> Provider:
    """The servers that an address at a known provider uses; for another domain the names that are usual."""
    domain = address.rpartition("@")[2].lower()
    return PROVIDERS.get(domain, Provider(f"imap.{domain}", f"smtp.{domain}"))


def filled_in(example: str, answers: Answers) -> str:
    """The text of a configuration with each answer in the line of its entry, commented out there or not."""
    section, lines, missing = "", [], dict(answers)
    for line in example.splitlines():
        if found := _SECTION.match(line):
            section = found[1]
        entry = _ENTRY.match(line)
        key = (section, entry[1]) if entry else ("", "")
        lines.append(f"{key[1]} = {tomlkit.item(missing.pop(key)).as_string()}" if key in missing else line)
    assert not missing, f"the example configuration has no line for {sorted(missing)}"
    text = "\n".join(lines) + "\n"
    tomlkit.parse(text)
    return text


def check(answers: Answers, file: Path) -> None:
    """Raises Unusable for answers that no configuration may hold; `file`: where it will lie."""
    content: dict[str, dict[str, object]] = {}
    for (section, entry), value in answers.items():
        content.setdefault(section, {})[entry] = value
    settings_from(content, file)


def write_config(file: Path, answers: Answers, *, overwrite: bool = False) -> None:
    """Writes the configuration, readable by its owner alone, whole or not at all.

    Raises Unusable, and writes nothing, for an answer that no configuration may hold, or where the file exists.
    """
    if file.exists() and not overwrite:
        raise Unusable(f"{file} exists; give --force to replace it, or --config to name another")
    text = filled_in((resources.root() / "config.example.toml").read_text("utf-8"), answers)
    settings_from(tomlkit.parse(text).unwrap(), file)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
        with os.fdopen(handle, "w", encoding="utf-8") as new:
            new.write(text)
        Path(name).replace(file)
    except OSError as error:
        raise Failed(f"{file} cannot be written: {error.strerror}; give --config to name another file") from error
