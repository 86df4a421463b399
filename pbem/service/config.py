"""The configuration: config.toml and `PBEM_SECTION_ENTRY` in the environment, checked entry by entry.

Paths are taken from the folder of the file. The environment wins over the file. docs/settings.md describes every entry.
"""

import os
import re
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    model_validator,
)
from pydantic_settings import BaseSettings, NoDecode, PydanticBaseSettingsSource, SettingsConfigDict

from pbem.core.errors import Unusable

ENVIRONMENT = "PBEM_"
LONGEST_LOCAL_PART = 64  # RFC 5321 4.5.3.1.1
TOKEN_LENGTH = 34  # "b-" and the 32 hexadecimal digits of a return path, the longest token there is

Tls = Literal["tls", "starttls", "none"]
Port = Annotated[int, Field(ge=1, le=65535)]

_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")
_REPLY_TO = re.compile(r"[A-Za-z0-9._+=-]*(\{local\}[._+=-])?\{token\}@(\{domain\}|[A-Za-z0-9.-]+)")


def _address(text: str) -> str:
    if not _ADDRESS.fullmatch(text) or len(text) > 254:
        raise ValueError(f"{text!r} is not an e-mail address; write one such as games@example.org")
    return text.lower()


def _reply_to(text: str) -> str:
    if text and not _REPLY_TO.fullmatch(text):
        raise ValueError(
            f"{text!r} is not a form of address; write one such as {{local}}+{{token}}@{{domain}}, or nothing where"
            " the provider keeps no such addresses"
        )
    return text


def _web_address(text: str) -> str:
    if text and (urlsplit(text).scheme not in ("http", "https") or not urlsplit(text).netloc or " " in text):
        raise ValueError(f"{text!r} is not a web address; write one such as https://example.org/games/")
    return text


def _database(text: str) -> str:
    from pbem.store.session import parse_url  # brings SQLAlchemy, which no command's help needs

    try:
        parse_url(text)
    except Unusable as error:
        raise ValueError(str(error).removeprefix("database: ")) from error
    return text


def _one_line(text: str) -> str:
    if not text.isprintable():
        raise ValueError("control characters cannot be used; write one line of plain text")
    return text


def _by_commas(value: object) -> object:
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


def _nothing_where_empty(value: object) -> object:
    return None if value == "" else value


Address = Annotated[str, AfterValidator(_address)]
Addresses = Annotated[list[Address], BeforeValidator(_by_commas), NoDecode]
Place = Annotated[Path | None, BeforeValidator(_nothing_where_empty)]
Line = Annotated[str, AfterValidator(_one_line)]


class Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


class Program(Section):
    """[pbem]: the program itself."""

    name: Annotated[Line, Field(min_length=1, max_length=60)] = "pbem"
    database: Annotated[str, AfterValidator(_database)] = "sqlite:///pbem.db"
    secret_file: Path = Path("pbem.secret")
    templates: Place = None
    log: Literal["console", "json"] = "console"
    log_level: Literal["debug", "info", "warning", "error"] = "info"


class HouseSection(Section):
    """[house]: where players write to, and who runs the games."""

    address: Address
    gm: Addresses = []
    reply_to: Annotated[str, AfterValidator(_reply_to)] = "{local}+{token}@{domain}"
    authserv_id: Line = ""
    archive_url: Annotated[str, AfterValidator(_web_address)] = ""

    @model_validator(mode="after")
    def _token_addresses_fit(self) -> Self:
        local = self.reply_to.replace("{local}", self.address.partition("@")[0]).partition("@")[0]
        if self.reply_to and len(local.replace("{token}", "")) + TOKEN_LENGTH > LONGEST_LOCAL_PART:
            raise ValueError(
                f"the part of {self.address} before the @ leaves no room for a token; use an address with"
                " at most 29 characters there, or a shorter reply_to"
            )
        return self


class Server(Section):
    """What a login to a mail server needs."""

    host: Line = ""
    port: Port | None = None
    tls: Tls = "tls"
    user: Line = ""
    password: SecretStr = SecretStr("")
    password_file: Place = None
    timeout: Annotated[float, Field(gt=0, le=120)] = 30

    @model_validator(mode="after")
    def _one_password(self) -> Self:
        if self.password.get_secret_value() and self.password_file:
            raise ValueError("password and password_file are both given; keep one of them")
        if self.password_file and not self.user:
            raise ValueError("password_file is given without user; add user")
        return self

    def read_password(self) -> str:
        """The password: the entry's, or the first line of `password_file`; empty without either. Raises Unusable."""
        if self.password_file is None:
            return self.password.get_secret_value()
        try:
            lines = self.password_file.read_text("utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise Unusable(f"the password cannot be read from {self.password_file}: {_reason(error)}") from error
        if not lines or not lines[0]:
            raise Unusable(f"{self.password_file} is empty; write the password on its first line")
        return lines[0]


class Imap(Server):
    """[imap]: the mailbox that players write to; without a host there is none."""

    folder: Annotated[Line, Field(min_length=1)] = "INBOX"
    processed: Line = "Processed"
    junk: Line = ""
    poll: Annotated[float, Field(ge=1, le=3600)] = 60
    idle: bool = True

    @property
    def port_used(self) -> int:
        return self.port or (993 if self.tls == "tls" else 143)


class MaildirSection(Section):
    """[maildir]: a Maildir that an MTA delivers into, in place of or beside the mailbox."""

    path: Place = None


class Smtp(Server):
    """[smtp]: the server that takes our mail. `dkim_selector`: the name of the key that it, or its provider, signs with."""

    dkim_selector: Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]*$", max_length=63)] = ""

    @property
    def port_used(self) -> int:
        return self.port or {"tls": 465, "starttls": 587, "none": 25}[self.tls]


class ArchiveSection(Section):
    """[archive]: where the pages of the campaigns are written; without a folder there are none."""

    folder: Place = None


class Limits(Section):
    """[limits]: against floods, loops and mistakes. Source: mail.md."""

    letter_bytes: Annotated[int, Field(ge=10_000)] = 25_000_000
    answers_an_hour: Annotated[int, Field(ge=1)] = 10
    answers_a_day: Annotated[int, Field(ge=1)] = 30
    stranger_answers_a_day: Annotated[int, Field(ge=0)] = 3
    tries: Annotated[int, Field(ge=1, le=100)] = 3
    bounce_score: Annotated[int, Field(ge=1)] = 5
    uncertain_wait: Annotated[float, Field(ge=0, le=86_400)] = 900
    domain_burst: Annotated[int, Field(ge=1, le=10_000)] = 100
    domain_per_minute: Annotated[float, Field(gt=0, le=100_000)] = 60
    batch: Annotated[int, Field(ge=1, le=10_000)] = 100
    tick: Annotated[float, Field(ge=0.1, le=60)] = 10


class Settings(BaseSettings):
    """All that a GM may set; `load` reads it."""

    model_config = SettingsConfigDict(
        extra="forbid",
        frozen=True,
        env_prefix=ENVIRONMENT,
        env_nested_delimiter="_",
        env_nested_max_split=1,
        hide_input_in_errors=True,
    )

    pbem: Program = Program()
    house: HouseSection
    imap: Imap = Imap()
    maildir: MaildirSection = MaildirSection()
    smtp: Smtp = Smtp()
    archive: ArchiveSection = ArchiveSection()
    limits: Limits = Limits()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return env_settings, init_settings


def load(file: Path) -> Settings:
    """The settings of a configuration file and the environment. Raises Unusable, which names the entry and what to do."""
    try:
        content = tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError as error:
        raise Unusable(
            f"there is no configuration file {file}; `pbem init` writes one, --config names another"
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise Unusable(f"the configuration file {file} cannot be read: {_reason(error)}") from error
    except tomllib.TOMLDecodeError as error:
        raise Unusable(f"{file} is not TOML: {error}; correct that place") from error
    return settings_from(content, file)


def settings_from(content: dict[str, Any], file: Path) -> Settings:
    """The settings of a configuration already read, and of the environment; `file` is for messages and for paths."""
    strange = _strange_variables()
    if strange:
        raise Unusable(f"the environment variable {strange[0]} is no setting; see docs/settings.md for those there are")
    try:
        settings = Settings(**content)
    except ValidationError as error:
        raise Unusable(_sentence(error, file)) from error
    return _from_folder(settings, file.resolve().parent)


def entries() -> dict[str, dict[str, Any]]:
    """Every section's entries in the order of the model, with their defaults; None where there is no default."""
    return {
        name: {
            entry: None if field.is_required() else field.get_default()
            for entry, field in _section(name).model_fields.items()
        }
        for name in Settings.model_fields
    }


def _section(name: str) -> type[Section]:
    kind = Settings.model_fields[name].annotation
    assert isinstance(kind, type)
    assert issubclass(kind, Section)
    return kind


def _strange_variables() -> list[str]:
    """Environment variables that name a section of ours and no entry of it."""
    strange = []
    for variable in sorted(os.environ):
        section, _, entry = variable.removeprefix(ENVIRONMENT).lower().partition("_")
        is_ours = variable.upper().startswith(ENVIRONMENT) and section in Settings.model_fields
        if is_ours and entry not in _section(section).model_fields:
            strange.append(variable)
    return strange


def _sentence(error: ValidationError, file: Path) -> str:
    """One sentence for the first thing that is wrong, and how many more there are."""
    problems = error.errors(include_url=False, include_context=False, include_input=False)
    first = problems[0]
    place = [str(part) for part in first["loc"]]
    section = place[0] if place else ""
    entry = f"[{section}] {place[1]}" if len(place) > 1 else f"[{section}]"
    variable = f"{ENVIRONMENT}{'_'.join(place[:2])}".upper()
    more = f" ({len(problems) - 1} more to correct after it)" if len(problems) > 1 else ""
    if first["type"] == "extra_forbidden":
        known = ", ".join(_section(section).model_fields if len(place) > 1 else Settings.model_fields)
        kind = "entry" if len(place) > 1 else "section"
        return f"{file}: {entry} is no {kind} of the configuration; take it out, or use one of {known}{more}"
    if first["type"] == "missing":
        missing = entry if len(place) > 1 else "[house] address"
        return f"{file}: {missing} is missing; add it{more}"
    if first["type"] in ("model_type", "model_attributes_type"):
        return f"{file}: {entry} must be a section with entries of its own{more}"
    words = "input should be text" if first["type"] == "path_type" else first["msg"].removeprefix("Value error, ")
    where = f"{variable} in the environment" if variable in os.environ else f"{file}: {entry}"
    if words[1:2].islower():
        words = words[:1].lower() + words[1:]
    return f"{where}: {words}{_advice(first['type'])}{more}"


def _advice(kind: str) -> str:
    return "" if kind == "value_error" else "; correct it (docs/settings.md says what it may be)"


def _reason(error: Exception) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else "it is not UTF-8 text"


def _from_folder(settings: Settings, folder: Path) -> Settings:
    """The same settings with every path, and the file of an SQLite database, taken from that folder."""
    changed: dict[str, Section] = {}
    for name in Settings.model_fields:
        section = getattr(settings, name)
        paths = {
            entry: folder / value.expanduser()
            for entry in type(section).model_fields
            if isinstance(value := getattr(section, entry), Path)
        }
        changed[name] = section.model_copy(update=paths)
    program = settings.pbem
    prefix, separator, path = program.database.partition(":///")
    if separator and prefix.startswith("sqlite") and path and not path.startswith(("/", ":", "file:")):
        changed["pbem"] = changed["pbem"].model_copy(update={"database": f"{prefix}:///{folder / path}"})
    return settings.model_copy(update=changed)
