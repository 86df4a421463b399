"""Templates made into text and HTML."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pbem.report.telling import Telling


@dataclass(frozen=True, slots=True)
class Rendered:
    """A text ready to go out: one line of subject without control characters, the text at most 78 columns wide, the HTML
    (empty for none)."""

    subject: str
    text: str
    html: str = ""


class Renderer:
    """Renders mails and reports; a template in `overrides` (the GM's folder) wins over ours, ours over a game's own."""

    def __init__(self, overrides: Path | None = None) -> None:
        self._overrides = overrides

    def mail(self, name: str, context: Mapping[str, object]) -> Rendered:
        """The mail `templates/mail/NAME.txt.j2`, whose first line is `Subject: …`, with `NAME.html.j2` where there is one."""
        raise NotImplementedError(name)

    def report(self, telling: Telling) -> Rendered:
        """A turn's report for one reader, by the templates in `templates/games/SLUG/`."""
        raise NotImplementedError(telling.campaign)
