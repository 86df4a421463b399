"""A picture's row tells when a report last showed it, since what none has shown for long is cleared."""

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _rename("created_at", "shown_at")


def downgrade() -> None:
    _rename("shown_at", "created_at")


def _rename(old: str, new: str) -> None:
    op.drop_index(op.f(f"ix_picture_{old}"), "picture")
    op.execute(f"ALTER TABLE picture RENAME COLUMN {old} TO {new}")
    op.create_index(op.f(f"ix_picture_{new}"), "picture", [new], unique=False)
