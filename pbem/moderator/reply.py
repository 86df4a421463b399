"""An answer in the making: the parts that a letter's commands and orders give, until they are one mail."""

from dataclasses import dataclass, field

from pbem.core.letters import Verdict
from pbem.moderator import tokens
from pbem.moderator.answers import Answer, Piece
from pbem.moderator.command import Done
from pbem.moderator.command_words import Given
from pbem.moderator.desk import Desk
from pbem.moderator.identity import Writer
from pbem.moderator.outcome import Outcome
from pbem.moderator.turn_told import turn_told
from pbem.store.campaigns import CampaignRow
from pbem.store.people import Chair
from pbem.store.tables import CampaignStatus


@dataclass(slots=True)
class Reply:
    """The parts of an answer. `well`: whether everything asked for was done. `title`: what its subject says.

    `kind` and `reply_to`: decided by a command, empty for what is usual. `gone`: whether the writer has given the seat up.
    """

    pieces: list[Piece] = field(default_factory=list)
    well: bool = True
    title: str = ""
    kind: str = ""
    reply_to: str = ""
    gone: bool = False

    def add(self, given: Given, done: Done) -> None:
        """Takes in what came of a command."""
        self.title = self.title or done.title or given.match[0].lower()
        self.pieces += done.pieces
        self.well = self.well and done.well
        self.kind = self.kind or done.kind
        self.reply_to = self.reply_to or done.reply_to
        self.gone = self.gone or done.gone

    def refuse(self, piece: Piece, title: str) -> None:
        """Says first of all what could not be done."""
        self.pieces.insert(0, piece)
        self.well = False
        self.title = title

    def answer(
        self, desk: Desk, writer: Writer, campaign: CampaignRow | None, chair: Chair | None, turn: int | None = None
    ) -> Outcome:
        """The letter's verdict with its answer, about that campaign and seat, None for about none in particular."""
        token = self.reply_to
        about = campaign.turn if campaign else 0
        if campaign and chair and not self.gone:
            about = turn_told(desk, campaign, chair.seat_id)
            token = token or reply_token(desk, writer, campaign, chair, about)
        verdict = Verdict.ACK if self.well else Verdict.ERR
        answer = Answer(
            to=writer.address,
            kind=self.kind or ("ack" if self.well else "error"),
            subject=f"[{campaign.name if campaign else desk.house.name}] {self.title}",
            pieces=tuple(self.pieces),
            reply_to=tokens.reply_address(desk, token) if token else "",
            campaign=campaign.name if campaign else "",
            turn=about or None,
            campaign_id=campaign.id if campaign else None,
            seat_id=chair.seat_id if chair else None,
            stranger=writer.person is None,
        )
        return Outcome(verdict, self.title, answer, answer.campaign_id, answer.seat_id, turn)


def reply_token(desk: Desk, writer: Writer, campaign: CampaignRow, chair: Chair, turn: int) -> str:
    """The token that an answer about that turn bears; empty where none is being played."""
    if campaign.status in (CampaignStatus.SIGNUP, CampaignStatus.ENDED):
        return ""
    named = writer.named
    asked = (chair.seat_id, turn, campaign.attempt)
    if named and named.token and not named.revoked and (named.seat_id, named.turn, named.attempt) == asked:
        return named.token
    return tokens.orders_token(desk, campaign.id, chair.seat_id, turn, campaign.attempt)
