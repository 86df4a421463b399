"""What the commands do, one file each."""

import re
from collections.abc import Callable, Mapping

from pbem.moderator import command_words as words
from pbem.moderator.command import Asking, Done
from pbem.moderator.command_words import Command, Given
from pbem.moderator.commands import help as help_
from pbem.moderator.commands import history, join, leave, options, orders, reminders, rules, status, withdraw

_RUN: Mapping[Command, Callable[[Asking, re.Match[str]], Done]] = {
    words.HELP: help_.run,
    words.RULES: rules.run,
    words.STATUS: status.run,
    words.ORDERS: orders.run,
    words.OPTIONS: options.run,
    words.HISTORY: history.run,
    words.WITHDRAW_ORDERS: withdraw.run,
    words.JOIN: join.run,
    words.LEAVE: leave.run,
    words.REMINDERS_OFF: reminders.turn_off,
    words.REMINDERS_ON: reminders.turn_on,
}


def carry_out(given: Given, asking: Asking) -> Done:
    """What comes of a command that stands in a mail."""
    return _RUN[given.command](asking, given.match)
