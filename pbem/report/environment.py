"""Where templates are looked for, and how they are compiled: once."""

from collections.abc import Callable, MutableMapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    StrictUndefined,
    Template,
    TemplateNotFound,
    TemplateSyntaxError,
    select_autoescape,
)

from pbem import resources
from pbem.core.columns import columns, pad
from pbem.core.contract import Event
from pbem.core.errors import Unusable
from pbem.report import layout


class GameFolders(BaseLoader):
    """Templates that games of other packages bring: `games/SLUG/NAME` is `templates/NAME` in that game's folder."""

    def __init__(self) -> None:
        self._loaders: dict[str, FileSystemLoader] = {}

    def add(self, slug: str, files: Path) -> None:
        """Makes the templates of that game known; nothing happens for one that is known."""
        if slug not in self._loaders:
            self._loaders[slug] = FileSystemLoader(files / "templates")

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, Callable[[], bool] | None]:
        top, _, rest = template.partition("/")
        slug, _, name = rest.partition("/")
        if top != "games" or slug not in self._loaders:
            raise TemplateNotFound(template)
        return self._loaders[slug].get_source(environment, name)

    def list_templates(self) -> list[str]:
        return [f"games/{slug}/{name}" for slug, loader in self._loaders.items() for name in loader.list_templates()]


class _House(Environment):
    """Jinja's environment, for templates whose globals never change once they are compiled."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """As one mapping: it is copied for every template that is filled in, which a chain of mappings makes slow."""
        return {**self.globals, **(d or {})}


class Templates:
    """The templates of one house: the GM's folder first, then ours, then those of games from other packages."""

    def __init__(self, overrides: Path | None) -> None:
        self.overrides = overrides
        self.games = GameFolders()
        folders: list[BaseLoader] = [FileSystemLoader(overrides)] if overrides else []
        self._environment = _House(
            loader=ChoiceLoader([*folders, FileSystemLoader(resources.root() / "templates"), self.games]),
            autoescape=select_autoescape(["html", "html.j2", "svg.j2"], default_for_string=True),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            auto_reload=False,
            cache_size=-1,
        )
        filters = (
            columns,
            pad,
            layout.wrap,
            layout.listed,
            layout.quoted,
            layout.fold_order,
            layout.fold_told,
            layout.fold_form,
            layout.one_line,
            layout.plain,
        )
        self._environment.filters["told_fields"] = _told_fields
        self._environment.filters.update({f.__name__: f for f in filters})
        self._sources: dict[str, str] = {}
        self._known: dict[str, Template | None] = {}

    def get(self, name: str) -> Template:
        """The compiled template. Raises jinja2.TemplateNotFound, and Unusable for one that cannot be read."""
        template = self.find(name)
        if template is None:
            raise TemplateNotFound(name)
        return template

    def find(self, name: str) -> Template | None:
        """The compiled template, None where nobody has it. Raises Unusable for one that cannot be read."""
        try:
            return self._known[name]
        except KeyError:
            pass
        try:
            template = self._environment.get_template(name)
        except TemplateSyntaxError as wrong:
            raise Unusable(f"template {wrong.filename or name}, line {wrong.lineno}: {wrong.message}") from wrong
        except TemplateNotFound as missing:
            if missing.name != name:
                raise Unusable(f"template {name} needs {missing.name}, which is missing") from missing
            template = None
        self._known[name] = template
        return template

    def source(self, name: str) -> str:
        """The text of a file beside the templates, such as a style sheet."""
        loader = self._environment.loader
        assert loader is not None
        if name not in self._sources:
            self._sources[name] = loader.get_source(self._environment, name)[0]
        return self._sources[name]

    def names(self) -> list[str]:
        """Every template that is known, by name."""
        return self._environment.list_templates()


def _told_fields(event: Event) -> str:
    """The fields of an event but its name: `player Ann, result 7`."""
    return ", ".join(f"{key} {_plain(value)}" for key, value in event.items() if key != "event")


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return "(" + ", ".join(f"{key} {_plain(of)}" for key, of in value.items()) + ")"
    if isinstance(value, list):
        return ", ".join(map(_plain, value)) or "nothing"
    return str(value)


@cache
def templates(overrides: Path | None) -> Templates:
    """The templates of a house with that folder of the GM's; the same ones again for the same folder."""
    return Templates(overrides)
