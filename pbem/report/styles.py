"""Styles written into the HTML of mails: many mail programs obey only what stands in each element itself."""

import re
from functools import cache

_RULE = re.compile(r"\.([a-z][a-z-]*)\s*\{([^}]*)\}")
_COMMENT = re.compile(r"/\*.*?\*/", re.S)
_CLASS = re.compile(r' class="([a-z][a-z -]*)"')


class StyleSheet:
    """A style sheet of plain class rules, `.name { … }`."""

    def __init__(self, text: str) -> None:
        plain = _COMMENT.sub("", text)
        self._rules = {
            name: " ".join(body.replace('"', "'").split()).rstrip("; ") for name, body in _RULE.findall(plain)
        }
        self._attribute = cache(self._attribute_of)

    def inline(self, html: str) -> str:
        """The HTML with the style of its classes in each element. Text cannot be mistaken for a class: it has no bare quotes."""
        return _CLASS.sub(lambda found: self._attribute(found[1]), html)

    def _attribute_of(self, classes: str) -> str:
        styles = [self._rules[name] for name in classes.split() if name in self._rules]
        kept = f' class="{classes}"'
        return f'{kept} style="{"; ".join(styles)}"' if styles else kept
