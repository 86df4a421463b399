"""Mails that come back, as mail servers write them. Source: mail.md 57, 58; `bounces.toml`."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.mail.reading import letter

SHAPES: dict[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_suffix(".toml").with_stem("bounces").read_text("utf-8")
)


@pytest.mark.parametrize("name", SHAPES)
def test_row_57_58_what_servers_write(name: str) -> None:
    shape = SHAPES[name]
    read = letter(shape["mail"])
    assert read.robot == shape["robot"]
    assert (read.bounce.kind if read.bounce else "") == shape["kind"]
    assert list(read.bounce.addresses if read.bounce else ()) == shape["addresses"]
