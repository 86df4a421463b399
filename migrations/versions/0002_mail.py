"""Letters, order sheets, sign-ups, tokens, press, and the outbox."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _create_lease()
    _create_mailbox()
    _create_letter()
    _create_order_sheet()
    _create_outbox()
    _create_press()
    _create_signup()
    _create_token()


def downgrade() -> None:
    op.drop_table("token")
    op.drop_table("signup")
    op.drop_table("press")
    op.drop_table("outbox")
    op.drop_table("order_sheet")
    op.drop_table("letter")
    op.drop_table("mailbox")
    op.drop_table("lease")


def _create_lease() -> None:
    op.create_table(
        "lease",
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("holder", sa.String(100), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("length(holder) <= 100", name=op.f("ck_lease_holder_length")),
        sa.CheckConstraint("length(name) <= 255", name=op.f("ck_lease_name_length")),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_lease")),
    )


def _create_mailbox() -> None:
    op.create_table(
        "mailbox",
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("uidvalidity", sa.BigInteger(), nullable=False),
        sa.Column("uid", sa.BigInteger(), nullable=False),
        sa.Column("read_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("length(name) <= 255", name=op.f("ck_mailbox_name_length")),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_mailbox")),
    )


def _create_letter() -> None:
    op.create_table(
        "letter",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("mailbox", sa.String(255), nullable=False),
        sa.Column("uidvalidity", sa.BigInteger(), nullable=False),
        sa.Column("uid", sa.String(255), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("stored_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column(
            "verdict",
            sa.Enum(
                "NEW",
                "ACK",
                "ERR",
                "ASK",
                "QUAR",
                "IGN",
                name="letter_verdict",
                native_enum=False,
                create_constraint=True,
                length=32,
            ),
            nullable=False,
        ),
        sa.Column("reason", sa.String(500), nullable=False),
        sa.Column("error", sa.String(), nullable=False),
        sa.Column("message_id", sa.String(1000), nullable=False),
        sa.Column("sender", sa.String(254), nullable=False),
        sa.Column("subject", sa.String(255), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=True),
        sa.Column("seat_id", sa.Integer(), nullable=True),
        sa.Column("turn", sa.Integer(), nullable=True),
        sa.Column("held_text", sa.String(), nullable=True),
        sa.Column("junk", sa.Boolean(), nullable=False),
        sa.Column("oversize", sa.Boolean(), nullable=False),
        sa.Column("filed_away", sa.Boolean(), nullable=False),
        sa.Column("handled_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("length(digest) <= 64", name=op.f("ck_letter_digest_length")),
        sa.CheckConstraint("length(mailbox) <= 255", name=op.f("ck_letter_mailbox_length")),
        sa.CheckConstraint("length(message_id) <= 1000", name=op.f("ck_letter_message_id_length")),
        sa.CheckConstraint("length(reason) <= 500", name=op.f("ck_letter_reason_length")),
        sa.CheckConstraint("length(sender) <= 254", name=op.f("ck_letter_sender_length")),
        sa.CheckConstraint("length(subject) <= 255", name=op.f("ck_letter_subject_length")),
        sa.CheckConstraint("length(uid) <= 255", name=op.f("ck_letter_uid_length")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_letter_campaign_id_campaign")),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_letter_seat_id_seat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_letter")),
        sa.UniqueConstraint("mailbox", "uidvalidity", "uid", name=op.f("uq_letter_mailbox_uidvalidity_uid")),
    )
    with op.batch_alter_table("letter", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_letter_digest"), ["digest"], unique=False)
        batch_op.create_index(batch_op.f("ix_letter_sender"), ["sender"], unique=False)
        batch_op.create_index(
            "ix_letter_to_file_away",
            ["mailbox"],
            unique=False,
            sqlite_where=sa.text("NOT filed_away"),
            postgresql_where=sa.text("NOT filed_away"),
        )
        batch_op.create_index(batch_op.f("ix_letter_verdict"), ["verdict"], unique=False)


def _create_order_sheet() -> None:
    op.create_table(
        "order_sheet",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("letter_id", sa.Integer(), nullable=True),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("orders", sa.JSON(), nullable=False),
        sa.Column("problems", sa.JSON(), nullable=False),
        sa.Column("filed", sa.JSON(), nullable=False),
        sa.Column("used", sa.Boolean(), nullable=False),
        sa.Column("receipt", sa.String(32), nullable=False),
        sa.CheckConstraint("length(receipt) <= 32", name=op.f("ck_order_sheet_receipt_length")),
        sa.CheckConstraint("revision >= 1 AND turn >= 0", name=op.f("ck_order_sheet_counts")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_order_sheet_campaign_id_campaign")),
        sa.ForeignKeyConstraint(["letter_id"], ["letter.id"], name=op.f("fk_order_sheet_letter_id_letter")),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_order_sheet_seat_id_seat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_order_sheet")),
        sa.UniqueConstraint("seat_id", "revision", name=op.f("uq_order_sheet_seat_id_revision")),
    )
    with op.batch_alter_table("order_sheet", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_order_sheet_letter_id"), ["letter_id"], unique=False)


def _create_outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(200), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("to", sa.String(254), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=True),
        sa.Column("seat_id", sa.Integer(), nullable=True),
        sa.Column("letter_id", sa.Integer(), nullable=True),
        sa.Column("turn_id", sa.Integer(), nullable=True),
        sa.Column("report_id", sa.Integer(), nullable=True),
        sa.Column("message_id", sa.String(255), nullable=False),
        sa.Column("bounce_key", sa.String(64), nullable=False),
        sa.Column("message", sa.JSON(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("html", sa.String(), nullable=False),
        sa.Column("automatic", sa.Boolean(), nullable=False),
        sa.Column(
            "state",
            sa.Enum(
                "queued",
                "sending",
                "sent",
                "deferred",
                "failed",
                "uncertain",
                "expired",
                "held",
                name="outbox_state",
                native_enum=False,
                create_constraint=True,
                length=32,
            ),
            nullable=False,
        ),
        sa.Column("priority", sa.Integer(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("unknowns", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("next_try_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("bounced_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("server_id", sa.String(200), nullable=False),
        sa.Column("error", sa.String(), nullable=False),
        sa.CheckConstraint('length("key") <= 200', name=op.f("ck_outbox_key_length")),
        sa.CheckConstraint('length("to") <= 254', name=op.f("ck_outbox_to_length")),
        sa.CheckConstraint("length(server_id) <= 200", name=op.f("ck_outbox_server_id_length")),
        sa.CheckConstraint("length(bounce_key) <= 64", name=op.f("ck_outbox_bounce_key_length")),
        sa.CheckConstraint("length(kind) <= 32", name=op.f("ck_outbox_kind_length")),
        sa.CheckConstraint("length(message_id) <= 255", name=op.f("ck_outbox_message_id_length")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_outbox_campaign_id_campaign")),
        sa.ForeignKeyConstraint(["letter_id"], ["letter.id"], name=op.f("fk_outbox_letter_id_letter")),
        sa.ForeignKeyConstraint(["report_id"], ["report.id"], name=op.f("fk_outbox_report_id_report")),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_outbox_seat_id_seat")),
        sa.ForeignKeyConstraint(["turn_id"], ["turn.id"], name=op.f("fk_outbox_turn_id_turn")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sa.UniqueConstraint("bounce_key", name=op.f("uq_outbox_bounce_key")),
        sa.UniqueConstraint("key", name=op.f("uq_outbox_key")),
        sa.UniqueConstraint("message_id", name=op.f("uq_outbox_message_id")),
    )
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.create_index("ix_outbox_due", ["state", "next_try_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_outbox_letter_id"), ["letter_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_outbox_seat_id"), ["seat_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_outbox_to"), ["to"], unique=False)


def _create_press() -> None:
    op.create_table(
        "press",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=True),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("letter_id", sa.Integer(), nullable=True),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("length(title) <= 200", name=op.f("ck_press_title_length")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_press_campaign_id_campaign")),
        sa.ForeignKeyConstraint(["letter_id"], ["letter.id"], name=op.f("fk_press_letter_id_letter")),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_press_seat_id_seat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_press")),
    )
    with op.batch_alter_table("press", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_press_campaign_id"), ["campaign_id"], unique=False)


def _create_signup() -> None:
    op.create_table(
        "signup",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("luck", sa.String(200), nullable=False),
        sa.Column("letter_id", sa.Integer(), nullable=True),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=True),
        sa.CheckConstraint("length(address) <= 254", name=op.f("ck_signup_address_length")),
        sa.CheckConstraint("length(luck) <= 200", name=op.f("ck_signup_luck_length")),
        sa.CheckConstraint("length(name) <= 40", name=op.f("ck_signup_name_length")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_signup_campaign_id_campaign")),
        sa.ForeignKeyConstraint(["letter_id"], ["letter.id"], name=op.f("fk_signup_letter_id_letter")),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_signup_seat_id_seat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_signup")),
    )
    with op.batch_alter_table("signup", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_signup_campaign_id"), ["campaign_id"], unique=False)


def _create_token() -> None:
    op.create_table(
        "token",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column(
            "kind",
            sa.Enum(
                "orders",
                "confirm",
                "held",
                "gm",
                name="token_kind",
                native_enum=False,
                create_constraint=True,
                length=32,
            ),
            nullable=False,
        ),
        sa.Column("mark", sa.String(16), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=True),
        sa.Column("seat_id", sa.Integer(), nullable=True),
        sa.Column("turn", sa.Integer(), nullable=True),
        sa.Column("attempt", sa.Integer(), nullable=True),
        sa.Column("signup_id", sa.Integer(), nullable=True),
        sa.Column("letter_id", sa.Integer(), nullable=True),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("length(digest) <= 64", name=op.f("ck_token_digest_length")),
        sa.CheckConstraint("length(mark) <= 16", name=op.f("ck_token_mark_length")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_token_campaign_id_campaign")),
        sa.ForeignKeyConstraint(["letter_id"], ["letter.id"], name=op.f("fk_token_letter_id_letter")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_token_person_id_person")),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_token_seat_id_seat")),
        sa.ForeignKeyConstraint(["signup_id"], ["signup.id"], name=op.f("fk_token_signup_id_signup")),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_token")),
    )
    with op.batch_alter_table("token", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_token_mark"), ["mark"], unique=False)
