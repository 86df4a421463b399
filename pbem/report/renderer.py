"""Templates made into text and HTML."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from jinja2 import Template, TemplateError
from markupsafe import escape

from pbem.core.contract import Picture
from pbem.core.errors import Failed
from pbem.report.body import Body, Frame, Slots, by_what, shared
from pbem.report.changes import Change, changes
from pbem.report.environment import templates
from pbem.report.layout import one_line
from pbem.report.styles import StyleSheet
from pbem.report.telling import Telling

_BLANK_LINES = re.compile(r"\n{3,}")

_LONGEST_SUBJECT = 255
"""Characters; longer subjects are cut. Source: mail.md 43."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A text ready to go out: one line of subject without control characters, the text at most 78 columns wide, the HTML
    (empty for none) and the pictures that it shows."""

    subject: str
    text: str
    html: str = ""
    pictures: tuple[Picture, ...] = ()


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
        subject, text = _parted(f"mail/{name}.txt.j2", _fill(template, context))
        text = _BLANK_LINES.sub("\n\n", text)
        twin = self._templates.find(f"mail/{name}.html.j2")
        if twin is None:
            return Rendered(subject, text)
        return Rendered(subject, text, self._inline(_fill(twin, {**context, "subject": subject})))

    def report(self, telling: Telling) -> Rendered:
        """A turn's report for one reader, by the templates in `templates/games/SLUG/`."""
        return self.render_turn([telling])[0]

    def render_turn(self, tellings: Iterable[Telling]) -> list[Rendered]:
        """The reports of one turn, in the order given; what several readers may know alike is rendered once."""
        bodies: list[Body] = []
        frames: list[Frame] = []
        reports = []
        for telling in tellings:
            body = next((known for known in bodies if known.tells(telling)), None)
            if body is None:
                body = self.body(telling)
                bodies.append(body)
            frame = next((known for known in frames if known.fits(body, telling)), None)
            if frame is None:
                frame = self._frame(body, telling)
                frames.append(frame)
            reports.append(self._filled_up(frame, body, telling))
        return reports

    def body(self, telling: Telling) -> Body:
        """What the game's own templates make of that turn, without anything that is one reader's alone.

        A game that has none gets its events listed, and its pictures.
        """
        pictures = tuple(telling.game.pictures(telling.table, telling.view))
        context = self._context(telling, pictures)
        name = self._of_game(telling.game.slug, "txt")
        headline, text = _parted(name, _fill(self._templates.get(name), context))
        html = _fill(self._templates.get(self._of_game(telling.game.slug, "html")), {**context, "drawn": False})
        shown = tuple(picture for picture in pictures if picture.mailed)
        return Body(telling, shared(telling.view), headline, text, self._inline(html), shown)

    def fragment(self, telling: Telling) -> str:
        """The same as HTML for a page: elements have classes and no styles, and pictures are drawn."""
        pictures = telling.game.pictures(telling.table, telling.view)
        context = {**self._context(telling, pictures), "drawn": True}
        return _fill(self._templates.get(self._of_game(telling.game.slug, "html")), context)

    def page(self, name: str, context: Mapping[str, object]) -> str:
        """A page of the archive, `templates/archive/NAME.html.j2`."""
        return _fill(self._templates.get(f"archive/{name}.html.j2"), context)

    def source(self, name: str) -> str:
        """A file beside the templates as it is, such as the archive's style sheet."""
        return self._templates.source(name)

    def _context(self, telling: Telling, pictures: Sequence[Picture]) -> dict[str, object]:
        game, table = telling.game, telling.table
        self._templates.games.add(game.slug, game.files)
        view = shared(telling.view)
        return {
            "game": game,
            "table": table,
            "campaign": telling.campaign,
            "turn": telling.turn,
            "next_turn": telling.next_turn,
            "events": telling.events,
            "view": view,
            "pictures": pictures,
            "story": game.story(table, view, telling.events),
        }

    def _of_game(self, slug: str, kind: str) -> str:
        name = f"games/{slug}/report.{kind}.j2"
        return name if self._templates.find(name) else f"games/_plain.{kind}.j2"

    def _frame(self, body: Body, telling: Telling) -> Frame:
        context = {
            "body": replace(body, text=Slots.text),
            "told": telling,
            "awaited": by_what(telling),
            "changes": self._changes(body, telling),
            "slots": Slots,
        }
        name = "games/_report.txt.j2"
        subject, text = _parted(name, _fill(self._templates.get(name), context))
        html = _fill(self._templates.get("games/_report.html.j2"), {**context, "subject": subject})
        return Frame(body.headline, telling, subject, text, self._inline(html))

    def _changes(self, body: Body, telling: Telling) -> Sequence[Change]:
        """What the turn's story says otherwise than before; nothing where it was told only once."""
        if telling.before is None:
            return ()
        before = replace(telling, events=telling.before.events, view=telling.before.view, before=None)
        return changes(self.body(before).text, body.text)

    def _filled_up(self, frame: Frame, body: Body, telling: Telling) -> Rendered:
        context = {"told": telling}
        own = _fill(self._templates.get("games/_own.txt.j2"), context)
        begin = f"{telling.marker_begin}\n\n" if telling.marker_begin else ""
        text = f"{begin}{frame.text.replace(Slots.text, body.text, 1)}\n{own}".rstrip("\n") + "\n"
        own = _fill(self._templates.get("games/_own.html.j2"), context)
        begin = f'<p class="marker">{escape(telling.marker_begin)}</p>' if telling.marker_begin else ""
        html = frame.html.replace(Slots.body, body.mailed, 1)
        html = html.replace(Slots.begin, self._inline(begin), 1).replace(Slots.own, self._inline(own), 1)
        return Rendered(frame.subject, text, html, body.pictures)

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
    except TemplateError as wrong:
        raise Failed(f"template {template.filename or template.name}: {wrong}; mend the template") from wrong


def _parted(name: str, filled: str) -> tuple[str, str]:
    first, _, rest = filled.partition("\n")
    if not first.startswith("Subject:"):
        raise Failed(f"template {name}: the first line must begin with Subject:, not {first[:40]!r}")
    return subject_line(first.removeprefix("Subject:")), rest.strip("\n") + "\n"


def subject_line(text: str) -> str:
    """The text as a subject may hold it: one line, no controls, at most 255 characters. Source: mail.md 43."""
    return one_line(text)[:_LONGEST_SUBJECT].rstrip()
