"""The GM's mail about a point to rule on: sent to the address for `right` or for `wrong`, or saying so on its first line."""

from pbem.core.errors import Failed
from pbem.core.letters import Letter, LineKind, Verdict
from pbem.moderator import rulings, tokens
from pbem.moderator.answers import Answer, saying
from pbem.moderator.desk import Desk
from pbem.moderator.identity import Writer
from pbem.moderator.later_rulings import WORDS, Ruled
from pbem.moderator.outcome import Outcome
from pbem.store import campaigns
from pbem.store import rulings as points


def handle(desk: Desk, letter: Letter, writer: Writer) -> Outcome:
    """Rules as the GM says, and answers what has come of it. A mail from another address is set aside for the GM."""
    assert writer.named is not None
    assert writer.named.ruling_id is not None
    point = points.get(desk.connection, writer.named.ruling_id)
    campaign = campaigns.get(desk.connection, point.campaign_id)
    if writer.address not in {address.casefold() for address in desk.house.gm}:
        return Outcome(
            Verdict.QUAR, f"it answers a question to the GM of {campaign.name}, and comes from somebody else"
        )
    named = next((word for word in WORDS if tokens.ruling_word(desk, point.id, word) == writer.named.token), "")
    said = _word(letter)
    word = named or said
    verdict = Verdict.ERR
    if word not in WORDS or (named and said in WORDS and said != named):
        sentence = (
            "Nothing was ruled. Please write `right` or `wrong` on the first line of your answer, or write to the address for "
            "the one or the other, and not both."
        )
    else:
        try:
            sentence = told(rulings.rule(desk, campaign.name, point.question, point.given, word, writer.address))
            verdict = Verdict.ACK
        except Failed as refused:
            sentence = f"Nothing was ruled: {refused}."
    answer = Answer(
        to=writer.address,
        kind="ack" if verdict is Verdict.ACK else "error",
        subject=f"[{campaign.name}] {point.question}: {'ruled ' + word if verdict is Verdict.ACK else 'not ruled'}",
        pieces=(saying(sentence),),
        reply_to=tokens.reply_address(desk, tokens.ruling_token(desk, point.id, campaign.id, "")),
        campaign=campaign.name,
        campaign_id=campaign.id,
    )
    return Outcome(verdict, answer.subject, answer, campaign.id)


def told(ruled: Ruled) -> str:
    """What has come of a ruling, for the GM."""
    said = f'"{ruled.given}" for {ruled.question} counts as {ruled.ruling} in {ruled.campaign}.'
    if ruled.withdrawn:
        last = ruled.withdrawn[-1]
        turns = f"turns {ruled.turn} to {last}" if last > ruled.turn else f"turn {ruled.turn}"
        return f"{said} For that {turns} had to be withdrawn; turn {ruled.turn} is adjudicated anew, and the reports go out now."
    if ruled.done is not None:
        return f"{said} Turn {ruled.turn} is adjudicated; the reports go out now."
    if ruled.left:
        points = "1 point is" if ruled.left == 1 else f"{ruled.left} points are"
        return f"{said} Turn {ruled.turn} waits still: {points} left."
    return f"{said} That changes nothing in turn {ruled.turn}, which stands as it is."


def _word(letter: Letter) -> str:
    """The first line that the writer wrote, in lower case without a full stop; empty where nothing was written."""
    own = (line.text for line in letter.lines if line.kind is LineKind.OWN)
    first = next((text for text in own if text.strip()), "")
    return " ".join(first.split()).rstrip(".!,").casefold()
