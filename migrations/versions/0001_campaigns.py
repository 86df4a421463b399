"""People, campaigns, seats, turns and reports."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    _create_campaign()
    _create_instance()
    _create_person()
    _create_address()
    _create_seat()
    _create_turn()
    _create_audit()
    _create_member()
    _create_report()


def downgrade() -> None:
    op.drop_table("report")
    op.drop_table("member")
    op.drop_table("audit")
    op.drop_table("turn")
    op.drop_table("seat")
    op.drop_table("address")
    op.drop_table("person")
    op.drop_table("instance")
    op.drop_table("campaign")


def _create_campaign() -> None:
    op.create_table(
        "campaign",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column(
            "status",
            sa.Enum(
                "signup",
                "running",
                "paused",
                "ended",
                name="campaign_status",
                native_enum=False,
                create_constraint=True,
                length=32,
            ),
            nullable=False,
        ),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("decks", sa.JSON(), nullable=False),
        sa.Column("min_players", sa.Integer(), nullable=False),
        sa.Column("max_players", sa.Integer(), nullable=False),
        sa.Column("timezone", sa.String(64), nullable=False),
        sa.Column("schedule", sa.String(200), nullable=False),
        sa.Column("move_time", sa.Integer(), nullable=False),
        sa.Column("early", sa.Boolean(), nullable=False),
        sa.Column("start_when_full", sa.Boolean(), nullable=False),
        sa.Column("reminder_hours", sa.Integer(), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("due_sequence", sa.Integer(), nullable=False),
        sa.Column("remind_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("look", sa.Boolean(), nullable=False),
        sa.Column("waiting", sa.String(300), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint("1 <= min_players AND min_players <= max_players", name=op.f("ck_campaign_players")),
        sa.CheckConstraint("length(commitment) <= 64", name=op.f("ck_campaign_commitment_length")),
        sa.CheckConstraint("length(game) <= 64", name=op.f("ck_campaign_game_length")),
        sa.CheckConstraint("length(name) <= 40", name=op.f("ck_campaign_name_length")),
        sa.CheckConstraint("length(schedule) <= 200", name=op.f("ck_campaign_schedule_length")),
        sa.CheckConstraint("length(secret) <= 64", name=op.f("ck_campaign_secret_length")),
        sa.CheckConstraint("length(timezone) <= 64", name=op.f("ck_campaign_timezone_length")),
        sa.CheckConstraint("length(waiting) <= 300", name=op.f("ck_campaign_waiting_length")),
        sa.CheckConstraint("move_time >= 0 AND reminder_hours >= 0", name=op.f("ck_campaign_times")),
        sa.CheckConstraint("turn >= 0 AND attempt >= 1 AND version >= 1", name=op.f("ck_campaign_counts")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_campaign")),
        sa.UniqueConstraint("name", name=op.f("uq_campaign_name")),
    )
    with op.batch_alter_table("campaign", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_campaign_due_at"), ["due_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_campaign_look"), ["look"], unique=False)
        batch_op.create_index(batch_op.f("ix_campaign_remind_at"), ["remind_at"], unique=False)


def _create_instance() -> None:
    op.create_table(
        "instance",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.CheckConstraint('length("key") <= 64', name=op.f("ck_instance_key_length")),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_instance")),
    )


def _create_person() -> None:
    op.create_table(
        "person",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("length(name) <= 80", name=op.f("ck_person_name_length")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person")),
    )


def _create_address() -> None:
    op.create_table(
        "address",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("confirmed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("bounce_score", sa.Integer(), nullable=False),
        sa.Column("bounced_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("suspended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reminders", sa.Boolean(), nullable=False),
        sa.Column("preferred", sa.Boolean(), nullable=False),
        sa.CheckConstraint("length(address) <= 254", name=op.f("ck_address_address_length")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_address_person_id_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_address")),
        sa.UniqueConstraint("address", name=op.f("uq_address_address")),
    )
    with op.batch_alter_table("address", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_address_person_id"), ["person_id"], unique=False)


def _create_seat() -> None:
    op.create_table(
        "seat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("luck", sa.String(200), nullable=False),
        sa.Column("filed", sa.JSON(), nullable=False),
        sa.Column("wrote", sa.Boolean(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("length(luck) <= 200", name=op.f("ck_seat_luck_length")),
        sa.CheckConstraint("length(name) <= 40", name=op.f("ck_seat_name_length")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_seat_campaign_id_campaign")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seat")),
        sa.UniqueConstraint("campaign_id", "name", name=op.f("uq_seat_campaign_id_name")),
        sa.UniqueConstraint("campaign_id", "number", name=op.f("uq_seat_campaign_id_number")),
    )


def _create_turn() -> None:
    op.create_table(
        "turn",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("adjudicated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("given", sa.JSON(), nullable=False),
        sa.Column("state", sa.JSON(), nullable=False),
        sa.Column("events", sa.JSON(), nullable=False),
        sa.Column("filed", sa.JSON(), nullable=False),
        sa.Column("problems", sa.JSON(), nullable=False),
        sa.Column("chance", sa.JSON(), nullable=False),
        sa.Column("public_view", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_turn_campaign_id_campaign")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_turn")),
        sa.UniqueConstraint("campaign_id", "number", "attempt", name=op.f("uq_turn_campaign_id_number_attempt")),
    )
    with op.batch_alter_table("turn", schema=None) as batch_op:
        batch_op.create_index(
            "uq_turn_in_force",
            ["campaign_id", "number"],
            unique=True,
            sqlite_where=sa.text("withdrawn_at IS NULL"),
            postgresql_where=sa.text("withdrawn_at IS NULL"),
        )


def _create_audit() -> None:
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("who", sa.String(80), nullable=False),
        sa.Column("action", sa.String(64), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=True),
        sa.Column("seat_id", sa.Integer(), nullable=True),
        sa.Column("detail", sa.JSON(), nullable=False),
        sa.CheckConstraint("length(action) <= 64", name=op.f("ck_audit_action_length")),
        sa.CheckConstraint("length(who) <= 80", name=op.f("ck_audit_who_length")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_audit_campaign_id_campaign")),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_audit_seat_id_seat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    with op.batch_alter_table("audit", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_audit_campaign_id"), ["campaign_id"], unique=False)


def _create_member() -> None:
    op.create_table(
        "member",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_member_person_id_person")),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_member_seat_id_seat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_member")),
    )
    with op.batch_alter_table("member", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_member_person_id"), ["person_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_member_seat_id"), ["seat_id"], unique=False)
        batch_op.create_index(
            "uq_member_present",
            ["seat_id", "person_id"],
            unique=True,
            sqlite_where=sa.text("until IS NULL"),
            postgresql_where=sa.text("until IS NULL"),
        )


def _create_report() -> None:
    op.create_table(
        "report",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("turn_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=True),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("html", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_report_seat_id_seat")),
        sa.ForeignKeyConstraint(["turn_id"], ["turn.id"], name=op.f("fk_report_turn_id_turn")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_report")),
        sa.UniqueConstraint("turn_id", "seat_id", name=op.f("uq_report_turn_id_seat_id")),
    )
    with op.batch_alter_table("report", schema=None) as batch_op:
        batch_op.create_index(
            "uq_report_public",
            ["turn_id"],
            unique=True,
            sqlite_where=sa.text("seat_id IS NULL"),
            postgresql_where=sa.text("seat_id IS NULL"),
        )
