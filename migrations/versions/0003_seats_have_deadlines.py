"""What each seat was asked, and until when; reports that are gathered; which report a sheet answered.

In a campaign that is being played everybody was asked with the last report, until the campaign's deadline.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_PLAYED = "FROM campaign WHERE campaign.id = seat.campaign_id AND campaign.status IN ('running', 'paused')"


def upgrade() -> None:
    op.add_column("campaign", sa.Column("reports", sa.String(), nullable=False, server_default=sa.text("''")))
    op.add_column("campaign", sa.Column("report_at", sa.DateTime(timezone=True), nullable=True))
    op.create_index(op.f("ix_campaign_report_at"), "campaign", ["report_at"], unique=False)
    op.add_column("order_sheet", sa.Column("answers", sa.Integer(), nullable=True))
    op.add_column("seat", sa.Column("asked", sa.String(), nullable=False, server_default=sa.text("''")))
    op.add_column("seat", sa.Column("step", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("seat", sa.Column("asked_in", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("seat", sa.Column("due_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("seat", sa.Column("remind_at", sa.DateTime(timezone=True), nullable=True))
    op.execute("UPDATE order_sheet SET answers = turn - 1")
    op.execute(
        f"UPDATE seat SET asked_in = COALESCE((SELECT campaign.turn {_PLAYED}), 0), "  # noqa: S608 - constants
        f"due_at = (SELECT campaign.due_at {_PLAYED}), remind_at = (SELECT campaign.remind_at {_PLAYED})"
    )


def downgrade() -> None:
    for column in ("remind_at", "due_at", "asked_in", "step", "asked"):
        op.drop_column("seat", column)
    op.drop_column("order_sheet", "answers")
    op.drop_index(op.f("ix_campaign_report_at"), "campaign")
    op.drop_column("campaign", "report_at")
    op.drop_column("campaign", "reports")
