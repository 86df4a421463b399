"""A referee who knows the rules of Pitagoras and not the program: checks what happened in a turn, event by event.

It is given the observable state before and after, and recomputes dice, arithmetic, winners and squares in its own, slow way.
"""

from typing import Any

Event = dict[str, Any]
ELEVEN = ["+2", "+3", "+4", "-2", "-3", "-4", "x2", "x3", "x4", "jolly", "jolly"]


def who_wins(results: dict[str, Any]) -> str | None:
    """Takes away the holders of jollys if there are several, then those who tie for the highest, until one is alone."""
    left = dict(results)
    jollys = {name for name in left if left[name] == "jolly"}
    if len(jollys) == 1:
        return jollys.pop()
    for name in jollys:
        del left[name]
    while left:
        best = sorted(left.values())[-1]
        holders = [name for name in left if left[name] == best]
        if len(holders) == 1:
            return holders[0]
        for name in holders:
            del left[name]
    return None


def passed_on(results: dict[str, Any]) -> dict[str, Any]:
    """Everybody's result moves one seat on, round the table."""
    names, values = list(results), list(results.values())
    return dict(zip(names, values[-1:] + values[:-1], strict=True))


class Referee:
    """Follows a game from the observable state of one turn to the next."""

    def __init__(self, players: tuple[str, ...], well: int) -> None:
        self.players = players
        self.well = well

    def check(self, before: dict[str, Any], events: list[Event], after: dict[str, Any]) -> None:
        """Raises AssertionError where the events do not follow from `before`, or do not lead to `after`."""
        self.squares = dict(before["squares"])
        self.hands = {name: list(hand) for name, hand in before["hands"].items()}
        self.resting, self.riot = list(before["benched"]), before["riot"]
        self.over = False
        published = before["next"]
        self.events = [event for event in events if event["event"] != "nmr"]
        assert [event["event"] for event in events[: len(events) - len(self.events)]] == ["nmr"] * (
            len(events) - len(self.events)
        )
        for number in (0, 1):
            if not self.over:
                dice = {name: published["dice"][name][number] for name in self.players}
                self.calculation(str(number + 1), published["stakes"][number], dice)
        if not self.over and all(len(hand) == 1 for hand in self.hands.values()):
            self.calculation("x", None, None)
        assert not self.events
        assert self.squares == after["squares"]
        assert self.hands == after["hands"]
        assert after["benched"] == ([] if self.over else self.resting)
        assert after["riot"] == (self.riot and not self.over)
        assert (after["next"] is None) == self.over
        if not self.over:
            assert after["next"]["turn"] == published["turn"] + 1

    def take(self, name: str) -> Event:
        event = self.events.pop(0)
        assert event["event"] == name
        return event

    def calculation(self, number: str, stake: int | None, dice: dict[str, int] | None) -> None:
        begun = self.take("calculation")
        resting, riot = self.resting, self.riot
        self.resting, self.riot = [], False
        stake = begun["stake"] if stake is None else stake
        assert begun == {
            "event": "calculation",
            "calculation": number,
            "stake": stake,
            "riot": riot,
            "benched": resting,
        }
        results = {name: self.laid(name, dice) for name in self.players if name not in resting}
        if riot:
            results = passed_on(results)
            assert list(self.take("exchange")["results"].items()) == list(results.items())
        winner = who_wins(results)
        if winner is None:
            self.take("no-winner")
        else:
            assert self.take("win") == {"event": "win", "player": winner, "result": results[winner]}
            self.moved(winner, stake)
        if not self.over:
            for name in self.players:
                if not self.hands[name]:
                    assert self.take("replenish")["player"] == name
                    self.hands[name] = list(ELEVEN)

    def laid(self, name: str, dice: dict[str, int] | None) -> Any:
        event = self.take("play")
        assert event["player"] == name
        card, die = event["card"], event["die"]
        assert dice is None or die == dice[name]
        assert (event["how"] == "forced") == (len(self.hands[name]) == 1)
        self.hands[name].remove(card)
        if card == "jolly":
            assert event["result"] == "jolly"
            return "jolly"
        n = "01234".index(card[1])
        made = {"+": die + n, "-": die - n, "x": sum([die] * n)}
        assert event["result"] == made[card[0]]
        return event["result"]

    def moved(self, winner: str, stake: int) -> None:
        target = min(12, self.squares[winner] + stake)
        assert self.take("move") == {
            "event": "move",
            "player": winner,
            "from": self.squares[winner],
            "to": target,
        }
        self.squares[winner] = target
        if target == 12:
            assert self.take("end")["winner"] == winner
            self.over = True
        elif target == self.well:
            assert self.take("well") == {"event": "well", "player": winner, "to": 1}
            self.squares[winner] = 1
        elif target == 11:
            assert self.take("wrong-calculation") == {"event": "wrong-calculation", "player": winner, "to": 9}
            self.squares[winner] = 9
        elif target == 3:
            assert self.take("bench")["player"] == winner
            self.resting = [winner]
        elif target == 10:
            assert self.take("riot")["player"] == winner
            self.riot = True
        elif target == 5:
            self.swapped(winner)

    def swapped(self, winner: str) -> None:
        event = self.take("prompter")
        other = event["with"]
        others = [name for name in self.players if name != winner]
        assert event["player"] == winner
        assert other in others
        assert (event["how"] == "forced") == (len(others) == 1)
        if event["how"] == "random":
            assert self.squares[other] == max(self.squares[name] for name in others)
        assert event["to"] == self.squares[other]
        self.squares[winner], self.squares[other] = self.squares[other], 5
