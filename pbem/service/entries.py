"""What an entry of the configuration may hold."""

import re
import shlex
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, SecretStr
from pydantic_settings import NoDecode

from pbem.core.errors import Unusable

HERE = ("localhost", "127.0.0.1", "::1")
"""The names of this machine, to which passwords and tokens may go in the clear."""

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


def _endpoint(text: str) -> str:
    where = urlsplit(text)
    if (
        text
        and (where.scheme != "https" or not where.hostname)
        and not (where.scheme == "http" and where.hostname in HERE)
    ):
        raise ValueError(
            f"{text!r} cannot be used; write an address that begins with https:// (http:// on this machine only)"
        )
    return text


def _command_line(text: str) -> str:
    try:
        words = shlex.split(_one_line(text))
    except ValueError as error:
        raise ValueError(
            f"{text!r} is no command ({error}); write the program and its words, quoted where they hold spaces"
        ) from error
    if text and not words:
        raise ValueError("there is no command in it; name a program")
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
WebAddress = Annotated[str, AfterValidator(_web_address)]
CommandLine = Annotated[str, AfterValidator(_command_line)]
Endpoint = Annotated[str, AfterValidator(_endpoint)]
ReplyTo = Annotated[str, AfterValidator(_reply_to)]
Database = Annotated[str, AfterValidator(_database)]


class Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


def secret_of(what: str, given: SecretStr, file: Path | None) -> str:
    """The secret that is `given`, or the first line of the file; empty without either. Raises Unusable, which names `what`."""
    if file is None:
        return given.get_secret_value()
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise Unusable(f"the {what} cannot be read from {file}: {reason(error)}") from error
    if not lines or not lines[0]:
        raise Unusable(f"{file} is empty; write the {what} on its first line")
    return lines[0]


def reason(error: Exception) -> str:
    """Why a file cannot be read, in a few words."""
    return error.strerror or str(error) if isinstance(error, OSError) else "it is not UTF-8 text"
