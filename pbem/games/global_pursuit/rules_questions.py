"""Trivia cards: drawing, the level, the answer, the WILD CARD. Source: W30 to W43."""

from pbem.core.contract import Rulable
from pbem.core.sheets import Order
from pbem.games.global_pursuit import orders
from pbem.games.global_pursuit.judging import Judged, judged, plain
from pbem.games.global_pursuit.play import Play
from pbem.games.global_pursuit.rules_rounds import end_turn
from pbem.games.global_pursuit.state import ANSWER, DIE, LEVEL, MATCH, WILD_ANSWER
from pbem.games.global_pursuit.trivia import BONUS, ROLL, WILD, WILD_CARD, Question, accepted, question
from pbem.games.global_pursuit.words import ASK, Level

FLAT_POINTS = 2
LOST_WILD = -1
DEFAULT_LEVEL = 1


def draw_trivia(play: Play, deck: str, level: Level | None, order: Order | None) -> None:
    """The front card of the deck, with the die where it has one; then its level. Source: W30.

    `level`: what `order` gives for it, None for nothing.
    """
    at = play.at
    card = next(one for one in play.table.decks["trivia"] if one["id"] == at.trivia[deck][0])
    at.trivia[deck].pop(0)
    symbol = card.get("symbol")
    roll = None
    if symbol in (ROLL, BONUS):
        at.rolls += 1
        roll = play.chance.die(f"roll {at.rolls}", DIE)
    play.events.append(
        {
            "event": "trivia",
            "player": play.mover,
            "category": deck,
            "card": card["id"],
            "symbol": symbol,
            "roll": roll,
        }
    )
    at.asked = {"card": card["id"], "category": deck, "symbol": symbol, "roll": roll, "level": None}
    choose_level(play, level, order)


def choose_level(play: Play, given: Level | None, order: Order | None) -> None:
    """The level of a card just drawn: that of the match order, else of the orders on file, else 1; or wait. Source: W31, W42."""
    name = play.mover
    if name in play.at.levels:
        ask_question(play, play.at.levels[name])
    elif given == ASK and order is not None:
        wait_for_level(play, order)
    elif given is not None:
        ask_question(play, int(given))
    else:
        level = ordered_level(play, may_ask=True)
        if isinstance(level, Order):
            wait_for_level(play, level)
        else:
            ask_question(play, DEFAULT_LEVEL if level is None else level)


def ordered_level(play: Play, *, may_ask: bool) -> int | Order | None:
    """The level that the mover's orders give for the card in play, or the order that asks to see it first; None for neither.

    An order that cannot be carried out counts as missing. Source: W31, W58.
    """
    name, asked = play.mover, play.at.asked
    assert asked is not None
    for part in (f"{orders.LEVELS} {asked['category']}", orders.LEVELS):
        order = play.find(name, part)
        if order is None:
            continue
        values: list[Level] = play.offers(name, order)
        if may_ask and values and values[0] == ASK:
            return order
        for value in values:
            if value != ASK:
                return int(value)
        if values:
            play.report(name, order, "symbol and die have been shown; expected a level: 1, 2, 3")
        else:
            play.report(name, order, "warning: no condition was true")
    return None


def wait_for_level(play: Play, order: Order) -> None:
    """Symbol and die are shown. The level orders that came with the one that asks for it are spent. Source: W31."""
    name = play.mover
    play.filed[name] = [
        kept
        for kept in play.filed[name]
        if orders.part(kept) not in orders.LEVEL_KEYS or not orders.same_sheet(kept, order)
    ]
    play.at.phase = LEVEL
    play.at.step += 1
    play.halted = True


def take_level(play: Play) -> bool:
    """The level of a card that was shown first; False where no order gives one."""
    level = ordered_level(play, may_ask=False)
    if level is None:
        return False
    assert isinstance(level, int)
    ask_question(play, level)
    return True


def default_level(play: Play) -> None:
    """Source: W58."""
    play.events.append({"event": "nmr", "player": play.mover, "decision": LEVEL})
    ask_question(play, DEFAULT_LEVEL)


def ask_question(play: Play, level: int) -> None:
    """The question is told, and waits for its answer. Source: W32."""
    at = play.at
    assert at.asked is not None
    if play.options.trivia == "flat":
        at.levels[play.mover] = level
    at.asked["level"] = level
    at.phase = WILD_ANSWER if at.asked["category"] == WILD else ANSWER
    at.step += 1
    at.since = at.turn
    play.events.append(
        {"event": "question", "player": play.mover, "question": f"{at.asked['card']}/{level}", "level": level}
    )
    play.halted = True


def question_in_play(play: Play) -> Question:
    asked = play.at.asked
    assert asked is not None
    card = next(one for one in play.table.decks["trivia"] if one["id"] == asked["card"])
    return question(card, asked["level"])


def take_answer(play: Play) -> bool:
    """The answer on file; False where there is none."""
    order = play.find(play.mover, orders.ANSWERS)
    if order is None:
        return False
    play.use_up(play.mover, order)
    (given,) = play.offers(play.mover, order)
    judge(play, str(given))
    return True


def judge(play: Play, given: str | None) -> None:
    """Whether an answer counts, what it is worth, and how the turn goes on. None: no answer. Source: W35 to W41."""
    at, name = play.at, play.mover
    asked, about = at.asked, question_in_play(play)
    assert asked is not None
    how, ruling = Judged.NONE, None
    if given is not None:
        how = judged(given, about.answers, about.no, accepted_answers(play))
        ruling = ruling_on(play, about.name, given)
    right = (
        ruling == "right" if ruling else how is Judged.RIGHT or (how is Judged.NEAR and play.options.near == "right")
    )
    if given is not None and ruling is None and how in (Judged.NEAR, Judged.DOUBT):
        play.rulable.append(Rulable(about.name, given, "right" if right else "wrong", for_the_gm(about, how)))
    is_wild = at.phase == WILD_ANSWER
    lost = LOST_WILD if is_wild else 0
    play.events.append(
        {
            "event": "answer",
            "player": name,
            "question": about.name,
            "given": given,
            "judged": str(how),
            "ruling": ruling,
            "right": right,
            "answer": about.answers[0],
            "points": play.score({name: worth(play) if right else lost}),
        }
    )
    put_back(play)
    if not right:
        end_turn(play)
    elif is_wild or asked["symbol"] != WILD_CARD or not offer_wild(play):
        at.phase = MATCH
        at.step += 1


def for_the_gm(about: Question, how: Judged) -> tuple[str, ...]:
    """What the GM is told of a question beside what was given: its text, what is accepted, and how the answer reads."""
    near = "It reads like a misspelling of one of these."
    doubt = "One of these stands in it, and there is more around it."
    return (about.text, f"Accepted: {'; '.join(about.answers)}.", near if how is Judged.NEAR else doubt)


def accepted_answers(play: Play) -> frozenset[str]:
    """Every accepted answer of the decks, in plain form."""
    return accepted(play.table.decks["trivia"])


def ruling_on(play: Play, name: str, given: str) -> str | None:
    """The GM's ruling on that answer to that question, the last one of several; None where there is none. Source: W39."""
    form = plain(given)
    in_order = (play.options.rulings or {}).get(name, {}), play.rulings.get(name, {})
    ruled = [ruling for rulings in in_order for answer, ruling in rulings.items() if plain(answer) == form]
    return ruled[-1] if ruled else None


def worth(play: Play) -> int:
    """What the right answer to the question in play is worth. Source: W40, W41, W42."""
    asked = play.at.asked
    assert asked is not None
    level: int = FLAT_POINTS if play.options.trivia == "flat" else asked["level"]
    if asked["symbol"] == ROLL:
        level += asked["roll"]
    elif asked["symbol"] == BONUS:
        level *= asked["roll"]
    return level


def put_back(play: Play) -> None:
    """The card in play goes to the back of its deck. Source: W30."""
    asked = play.at.asked
    assert asked is not None
    play.at.trivia[asked["category"]].append(asked["card"])
    play.at.asked = None


def offer_wild(play: Play) -> bool:
    """Whether the mover takes the question of the WILD deck, which is then drawn. Source: W41."""
    name = play.mover
    order = play.find(name, orders.WILD)
    choice = "no"
    if order is not None:
        play.use_up(name, order)
        values = play.offers(name, order)
        if values:
            choice = values[0]
        else:
            play.report(name, order, "warning: no condition was true, so no WILD CARD question was taken")
    taken = choice != "no"
    play.events.append({"event": "wild", "player": name, "taken": taken})
    if taken:
        draw_trivia(play, WILD, None if choice == "yes" else int(choice), order)
    return taken
