"""Peers: other projects' packages in virtual environments of their own, measured from a process of their own.

A peer's script lies in `benchmarks/peers/` and imports nothing of ours. For every line on its standard input it answers with
one figure on a line of its standard output.
"""

import subprocess
import sys
import venv
from pathlib import Path
from types import TracebackType

SCRIPTS = Path(__file__).parent / "peers"


class Peer:
    """A running peer script; a context manager. `folder` holds the environments, made once and kept."""

    def __init__(self, folder: Path, script: str, *requirements: str, arguments: tuple[str, ...] = ()) -> None:
        python = _environment(folder / script, requirements)
        command = [str(python), str(SCRIPTS / f"{script}.py"), *arguments]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> "Peer":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.communicate()

    def figure(self) -> float:
        """The peer's next figure. Raises RuntimeError where the script has ended instead."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("go\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError(f"the peer script {self._process.args!r} ended without a figure")
        return float(answer)


def _environment(home: Path, requirements: tuple[str, ...]) -> Path:
    python = home / "bin" / "python"
    if not (home / "ready").exists():
        venv.create(home, with_pip=True, clear=True)
        install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *requirements]
        subprocess.run(install, check=True, stdout=sys.stderr)
        (home / "ready").touch()
    return python
