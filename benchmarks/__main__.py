"""`python -m benchmarks [--peers [FOLDER]] [NUMBER …]`: every goal, or those named, one line each.

A goal is a module `hN_….py` here with `lines(peers)`: the lines to print, given the folder of the peers' environments, None
where no peer may be used; a goal that cannot be measured without one then gives no line.
"""

import argparse
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).parent


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Speed as ratios measured side by side.")
    parser.add_argument("goals", nargs="*", metavar="NUMBER", help="h1, h6, …; all where none is named")
    parser.add_argument(
        "--peers",
        nargs="?",
        type=Path,
        const=Path("build/peers"),
        metavar="FOLDER",
        help="measure against other projects too, installed in FOLDER (build/peers)",
    )
    arguments = parser.parse_args()
    modules = {file.stem.partition("_")[0]: file.stem for file in sorted(HERE.glob("h[0-9]*_*.py"))}
    wanted = [goal.lower() for goal in arguments.goals] or list(modules)
    unknown = [goal for goal in wanted if goal not in modules]
    if unknown:
        parser.error(f"no goal {unknown[0]!r}; there are {', '.join(modules)}")
    for goal in wanted:
        said = False
        for line in import_module(f"benchmarks.{modules[goal]}").lines(arguments.peers):
            print(line, flush=True)
            said = True
        if not said:
            print(f"{goal.upper()}: measured against a peer, with --peers", flush=True)


main()
