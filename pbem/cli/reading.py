"""What commands read: text files."""

import click

from pbem.core.errors import Unusable


def read_text(file: str, longest: int, what: str) -> str:
    """The text in a file, `-` for standard input. Raises Unusable for none in UTF-8, and one of more bytes than `what` has."""
    try:
        with click.open_file(file, "rb") as source:
            content: bytes = source.read(longest + 1)
    except OSError as error:
        raise Unusable(f"{file} cannot be read: {error.strerror}") from error
    if len(content) > longest:
        raise Unusable(f"{file} is longer than {what}")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unusable(f"{file} is not a text in UTF-8") from error
