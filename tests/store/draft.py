"""Drafts the next migration: `python -m tests.store.draft "what it does"`. Read what it wrote before you keep it."""

import subprocess
import sys
import tempfile
from pathlib import Path

from alembic import command

from pbem import resources
from pbem.store import migrations
from pbem.store.session import connect


def draft(message: str) -> Path:
    """The new script in migrations/versions, for what the tables have and a database at the newest revision has not."""
    number = f"{len(migrations.revisions()) + 1:04d}"
    with tempfile.TemporaryDirectory() as folder:
        engine = connect(f"sqlite:///{folder}/draft.sqlite3")
        if migrations.revisions():
            migrations.upgrade(engine)
        with migrations.migrating(engine) as connection:
            config = migrations.alembic_config(connection)
            command.revision(config, message, autogenerate=True, rev_id=number)
        engine.dispose()
    [script] = (resources.root() / "migrations" / "versions").glob(f"{number}_*.py")
    subprocess.run(["ruff", "check", "--fix", "--quiet", str(script)], check=True)
    subprocess.run(["ruff", "format", "--quiet", str(script)], check=True)
    return script


if __name__ == "__main__":
    draft(sys.argv[1])
