"""Whole numbers on the command line: of a letter, of a turn, of entries to list."""

from typing import Any

import click

LARGEST = 2**31 - 1
"""The largest number that an integer column of every database holds."""


class WholeNumber(click.ParamType[int]):
    """A number from `least` to `LARGEST`, so that none that is given is too large for a query."""

    name = "number"

    def __init__(self, least: int = 0) -> None:
        self._least = least

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            number = int(value)
        except ValueError:
            self.fail(f"{value!r} is not a whole number", param, ctx)
        if not self._least <= number <= LARGEST:
            self.fail(f"{value!r} is not from {self._least} to {LARGEST}", param, ctx)
        return number
