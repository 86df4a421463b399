"""Where the files that are not Python lie: templates, migrations and the example configuration."""

from functools import cache
from pathlib import Path


@cache
def root() -> Path:
    """The folder that holds `templates/` and `migrations/`: inside an installed wheel, else the checkout.

    Raises RuntimeError where neither has them.
    """
    here = Path(__file__).resolve().parent
    for candidate in (here / "_bundled", here.parent):
        if (candidate / "templates").is_dir() and (candidate / "migrations").is_dir():
            return candidate
    raise RuntimeError(f"pbem: templates/ and migrations/ are missing beside {here}; install pbem again")
