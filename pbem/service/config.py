"""The configuration: config.toml and `PBEM_SECTION_ENTRY` in the environment, checked entry by entry.

Paths are taken from the folder of the file. The environment wins over the file. docs/settings.md describes every entry.
"""

import os
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field, ValidationError, model_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from pbem.core.errors import Unusable
from pbem.service.entries import (
    Address,
    Addresses,
    CommandLine,
    Database,
    Line,
    Place,
    ReplyTo,
    Section,
    WebAddress,
    reason,
)
from pbem.service.mail_sections import Imap, MaildirSection, OAuthSection, Smtp

ENVIRONMENT = "PBEM_"
LONGEST_LOCAL_PART = 64  # RFC 5321 4.5.3.1.1
TOKEN_LENGTH = 34  # "b-" and the 32 hexadecimal digits of a return path, the longest token there is


class Program(Section):
    """[pbem]: the program itself."""

    name: Annotated[Line, Field(min_length=1, max_length=60)] = "pbem"
    database: Database = "sqlite:///pbem.db"
    secret_file: Path = Path("pbem.secret")
    templates: Place = None
    log: Literal["console", "json"] = "console"
    log_level: Literal["debug", "info", "warning", "error"] = "info"


class HouseSection(Section):
    """[house]: where players write to, and who runs the games."""

    address: Address
    gm: Addresses = Field(default=[])
    alarm: CommandLine = ""
    reply_to: ReplyTo = "{local}+{token}@{domain}"
    authserv_id: Line = ""
    check_dkim: bool = False
    archive_url: WebAddress = ""

    @model_validator(mode="after")
    def _token_addresses_fit(self) -> Self:
        local = self.reply_to.replace("{local}", self.address.partition("@")[0]).partition("@")[0]
        if self.reply_to and len(local.replace("{token}", "")) + TOKEN_LENGTH > LONGEST_LOCAL_PART:
            raise ValueError(
                f"the part of {self.address} before the @ leaves no room for a token; use an address with"
                " at most 29 characters there, or a shorter reply_to"
            )
        return self


class ArchiveSection(Section):
    """[archive]: where the pages of the campaigns are written; without a folder there are none."""

    folder: Place = None


class Limits(Section):
    """[limits]: against floods, loops and mistakes. Source: mail.md."""

    letter_bytes: Annotated[int, Field(ge=10_000)] = 25_000_000
    letter_header_bytes: Annotated[int, Field(ge=4_096)] = 65_536
    letter_parts: Annotated[int, Field(ge=1, le=500)] = 200
    letter_depth: Annotated[int, Field(ge=1, le=100)] = 20
    letter_line: Annotated[int, Field(ge=100)] = 10_000
    letter_text: Annotated[int, Field(ge=1_000)] = 200_000
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
    oauth: OAuthSection = OAuthSection()
    archive: ArchiveSection = ArchiveSection()
    limits: Limits = Limits()

    @model_validator(mode="after")
    def _tokens_can_be_had(self) -> Self:
        users = [name for name in ("imap", "smtp") if getattr(self, name).login == "oauth"]
        if users and not self.oauth.provider:
            raise ValueError(
                f'[oauth] provider is missing, and login in [{users[0]}] is "oauth"; add the section [oauth]'
            )
        return self

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
        raise Unusable(f"the configuration file {file} cannot be read: {reason(error)}") from error
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
    if not place:
        return f"{file}: {first['msg'].removeprefix('Value error, ')}{more}"
    words = "input should be text" if first["type"] == "path_type" else first["msg"].removeprefix("Value error, ")
    where = f"{variable} in the environment" if variable in os.environ else f"{file}: {entry}"
    if words[1:2].islower():
        words = words[:1].lower() + words[1:]
    return f"{where}: {words}{_advice(first['type'])}{more}"


def _advice(kind: str) -> str:
    return "" if kind == "value_error" else "; correct it (docs/settings.md says what it may be)"


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
