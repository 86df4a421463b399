"""The GM's rulings: points asked, the time that a turn waits for them, and those that hold."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("campaign", sa.Column("ruling_time", sa.Integer(), nullable=False, server_default="86400"))
    op.add_column("campaign", sa.Column("rulings", sa.JSON(), nullable=False, server_default=sa.text("'{}'")))
    op.add_column("campaign", sa.Column("rule_by", sa.DateTime(timezone=True), nullable=True))
    op.add_column("campaign", sa.Column("rule_due", sa.JSON(), nullable=False, server_default=sa.text("'[]'")))
    with op.batch_alter_table("campaign") as campaign:
        campaign.alter_column("rulings", server_default=None)
        campaign.alter_column("rule_due", server_default=None)
    op.create_index(op.f("ix_campaign_rule_by"), "campaign", ["rule_by"], unique=False)
    op.create_table(
        "ruling",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("question", sa.String(), nullable=False),
        sa.Column("given", sa.String(), nullable=False),
        sa.Column("default", sa.String(length=16), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ruling", sa.String(length=16), nullable=False),
        sa.Column("ruled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ruled_by", sa.String(length=254), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_ruling_campaign_id_campaign")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ruling")),
        sa.CheckConstraint("length(ruling) <= 16", name=op.f("ck_ruling_ruling_length")),
        sa.CheckConstraint("length(ruled_by) <= 254", name=op.f("ck_ruling_ruled_by_length")),
        sa.CheckConstraint('length("default") <= 16', name=op.f("ck_ruling_default_length")),
    )
    op.create_index(op.f("ix_ruling_campaign_id_turn"), "ruling", ["campaign_id", "turn"], unique=False)
    with op.batch_alter_table("token") as token:
        token.add_column(sa.Column("ruling_id", sa.Integer(), nullable=True))
        token.create_foreign_key(op.f("fk_token_ruling_id_ruling"), "ruling", ["ruling_id"], ["id"])


def downgrade() -> None:
    with op.batch_alter_table("token") as token:
        token.drop_constraint(op.f("fk_token_ruling_id_ruling"), type_="foreignkey")
        token.drop_column("ruling_id")
    op.drop_index(op.f("ix_ruling_campaign_id_turn"), "ruling")
    op.drop_table("ruling")
    op.drop_index(op.f("ix_campaign_rule_by"), "campaign")
    for column in ("rule_due", "rule_by", "rulings", "ruling_time"):
        op.drop_column("campaign", column)
