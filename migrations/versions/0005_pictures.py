"""Pictures that the HTML of mails shows, each kept once."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "picture",
        sa.Column("cid", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("svg", sa.String(), nullable=False),
        sa.Column("most", sa.Integer(), nullable=False),
        sa.Column("png", sa.LargeBinary(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("length(cid) <= 64", name=op.f("ck_picture_cid_length")),
        sa.CheckConstraint("length(name) <= 64", name=op.f("ck_picture_name_length")),
        sa.PrimaryKeyConstraint("cid", name=op.f("pk_picture")),
    )
    op.create_index(op.f("ix_picture_created_at"), "picture", ["created_at"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_picture_created_at"), "picture")
    op.drop_table("picture")
