"""Templates made into text and HTML."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Template, TemplateError, UndefinedError

from pbem.core.errors import Failed
from pbem.report.environment import templates
from pbem.report.layout import one_line
from pbem.report.styles import StyleSheet
from pbem.report.telling import Telling

_LONGEST_SUBJECT = 255
"""Characters; longer subjects are cut. Source: mail.md 43."""


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
        self._templates = templates(overrides)
        self._styles: StyleSheet | None = None

    def mail(self, name: str, context: Mapping[str, object]) -> Rendered:
        """The mail `templates/mail/NAME.txt.j2`, whose first line is `Subject: …`, with `NAME.html.j2` where there is one.

        Raises Failed, naming the template, for one that asks for what the context has not, and KeyError for an unknown name.
        """
        template = self._templates.find(f"mail/{name}.txt.j2")
        if template is None:
            raise KeyError(f"no template mail/{name}.txt.j2")
        subject, text = _parted(name, _fill(template, context))
        twin = self._templates.find(f"mail/{name}.html.j2")
        if twin is None:
            return Rendered(subject, text)
        return Rendered(subject, text, self._inline(_fill(twin, {**context, "subject": subject})))

    def report(self, telling: Telling) -> Rendered:
        """A turn's report for one reader, by the templates in `templates/games/SLUG/`."""
        raise NotImplementedError(telling.campaign)

    def check(self) -> Sequence[str]:
        """Compiles every template of the GM's folder and ours, and names them. Raises Unusable for one that cannot be read."""
        names = [name for name in self._templates.names() if name.endswith(".j2")]
        for name in names:
            self._templates.find(name)
        return names

    def _inline(self, html: str) -> str:
        if self._styles is None:
            self._styles = StyleSheet(self._templates.source("mail/_style.css"))
        return self._styles.inline(html)


def _fill(template: Template, context: Mapping[str, object]) -> str:
    try:
        return template.render(context)
    except UndefinedError as wrong:
        raise Failed(f"template {template.filename or template.name}: {wrong.message}; mend the template") from wrong
    except TemplateError as wrong:
        raise Failed(f"template {template.filename or template.name}: {wrong}; mend the template") from wrong


def _parted(name: str, filled: str) -> tuple[str, str]:
    first, _, rest = filled.partition("\n")
    if not first.startswith("Subject:"):
        raise Failed(f"template mail/{name}.txt.j2: the first line must begin with Subject:, not {first[:40]!r}")
    return subject_line(first.removeprefix("Subject:")), rest.strip("\n") + "\n"


def subject_line(text: str) -> str:
    """The text as a subject may hold it: one line, no controls, at most 255 characters. Source: mail.md 43."""
    return one_line(text)[:_LONGEST_SUBJECT].rstrip()
