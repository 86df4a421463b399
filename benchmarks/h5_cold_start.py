"""H5: cold start, a process from its beginning to its end, beside a Python with click and one command.

Both run in the same environment. Files stay in the system's cache, as they do for a GM who types one command after another.
"""

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.pairs import Goal, ratios, seconds

VERSION = Goal("H5", "cold start, --version", 1.15)
RESOLVE = Goal("H5", "cold start, resolve FILE", 4.0)

CLICK_ALONE = """\
import click

@click.command()
@click.option("--name", default="x")
def command(name):
    click.echo(name)

command()
"""
SCENARIO = Path(__file__).parents[1] / "tests" / "games" / "pitagoras" / "vectors" / "01-seed-example.json"


def lines(_peers: Path | None) -> Iterator[str]:
    with TemporaryDirectory() as folder:
        script = Path(folder) / "click_alone.py"
        script.write_text(CLICK_ALONE)
        for goal, arguments in ((VERSION, ["--version"]), (RESOLVE, ["resolve", str(SCENARIO)])):
            yield goal.line(ratios(_process(["-m", "pbem", *arguments]), _process([str(script)])))


def _process(arguments: Sequence[str]) -> Callable[[], float]:
    """A figure: the seconds from starting a Python with these arguments to its end. Raises where it fails."""
    return seconds(lambda: subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL))
