"""Twelve replies to reports with what their writers wrote, and email-reply-parser's rate over them.

As a script it answers each line of standard input with replies a second; it imports nothing of ours.
"""

import sys
import time

LASTING = 0.2
"""Seconds behind a figure."""

_SHEETS = (
    "1: +3\n2: if Bob won 1 then x4 else -2\nprompter: Cleo",
    "1: jolly\n2: x2 or x3",
    "play c4\nif Ann passed then pass else bid 7",
    "buy blue 3\n\nsell green 1",
)
_REPORT = "\n".join(
    f"Turn 12, {name} moved by {at * 7 % 13} and stands on square {at}." for at, name in enumerate("ABCD" * 6)
)
_QUOTED = "\n".join("> " + line for line in _REPORT.split("\n"))


def _replies() -> list[tuple[str, str]]:
    replies = []
    for sheet in _SHEETS:
        top = f"{sheet}\n\nOn Tue, 3 Nov 2026 at 10:02, The Moderator <gm@pbem.test> wrote:\n\n{_QUOTED}\n"
        block = (
            "-----Original Message-----\nFrom: The Moderator <gm@pbem.test>\nSent: Tuesday, November 3, 2026 10:02\n"
            f"To: Ann\nSubject: turn 12\n\n{_REPORT}\n"
        )
        bottom = f"Am 03.11.2026 um 10:02 schrieb The Moderator <gm@pbem.test>:\n{_QUOTED}\n{sheet}\n"
        replies += [(top, sheet), (f"{sheet}\n\n-- \nAnn Lee\nin a train\n\n{block}", sheet), (bottom, sheet)]
    return replies


REPLIES = _replies()


def _rate() -> float:
    from email_reply_parser import EmailReplyParser

    done, spent = 0, 0.0
    while spent < LASTING:
        start = time.perf_counter()
        for reply, _ in REPLIES:
            EmailReplyParser.parse_reply(reply)
        spent += time.perf_counter() - start
        done += len(REPLIES)
    return done / spent


if __name__ == "__main__":
    _rate()
    for _ in sys.stdin:
        print(_rate(), flush=True)
