"""Telling the GM by another way than mail, where mail itself is in the way. Source: mail.md 73."""

import shlex
import subprocess

from pbem.moderator import sending
from pbem.service import logs
from pbem.service.wiring import Office

SECONDS = 60.0
"""How long the GM's command may take."""

_LOG = logs.logger("alarm")


def no_mail_leaves(office: Office) -> None:
    """Sounds the alarm, at most once a day: the mail server refuses our login, so that no note to the GM can go either."""
    with office.at_desk() as desk:
        sentence = sending.note_locked_out(desk)
    if sentence and office.settings.house.alarm:
        _call(office.settings.house.alarm, sentence)


def _call(command: str, sentence: str) -> None:
    """Gives the sentence to the GM's command on standard input; what goes wrong is logged."""
    words = shlex.split(command)
    try:
        done = subprocess.run(  # noqa: S603 - the GM's own command, without a shell
            words, input=sentence.encode() + b"\n", timeout=SECONDS, check=False, capture_output=True
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        _LOG.warning("the alarm could not be sounded", command=words[0], error=type(error).__name__)
        return
    if done.returncode:
        _LOG.warning("the alarm could not be sounded", command=words[0], status=done.returncode)
