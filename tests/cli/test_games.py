"""`pbem games`: what is installed, options, rules."""

import json
import tomllib

from pbem.report.markdown import as_text
from tests.cli.conftest import Give


def test_the_games_are_listed(give: Give) -> None:
    rows = [line.split() for line in give("games", "list").stdout.splitlines()]
    assert ["pitagoras", "Pitagoras", "2", "to", "5"] in rows
    listed = json.loads(give("games", "list", "--json").stdout)
    assert {"slug": "pitagoras", "title": "Pitagoras", "players": [2, 5]} in listed


def test_options_are_shown_with_what_they_mean(give: Give) -> None:
    shown = give("games", "show", "pitagoras").stdout
    assert "well" in shown
    assert "The square of the well" in shown
    about = json.loads(give("games", "show", "pitagoras", "--json").stdout)
    (option,) = about["options"]
    assert (option["option"], option["default"]) == ("well", 8)
    assert about["rules_version"] == 1
    pursuit = give("games", "show", "global-pursuit").stdout
    assert "PP, PE, HH, PR The sets in play" in " ".join(pursuit.split())
    assert "starter (in campaigns: full)" in pursuit


def test_the_rules_are_printed(give: Give) -> None:
    printed = give("games", "rules", "pitagoras").stdout
    assert printed.startswith("PITAGORAS\n=========\n")
    assert "(P23)" in printed
    source = json.loads(give("games", "rules", "pitagoras", "--json").stdout)["rules"]
    assert source.startswith("# Pitagoras\n")
    assert as_text(source) == printed


def test_an_unknown_game_is_answered_with_those_there_are(give: Give) -> None:
    for words in (["show"], ["rules"]):
        error = give("games", *words, "chess", status=2).stderr
        assert error.startswith("pbem: there is no game 'chess'; the games are ")
        assert "pitagoras" in error


def test_a_deck_is_written_to_start_an_own_one_from(give: Give) -> None:
    sample = tomllib.loads(give("games", "deck", "glass-bead").stdout)
    assert len(sample["cards"]) == 100
    assert len(tomllib.loads(give("games", "deck", "glass-bead", "--cards", "125").stdout)["cards"]) == 125
    assert "there is no deck of 7 cards" in give("games", "deck", "glass-bead", "--cards", "7", status=2).stderr
    assert (
        give("games", "deck", "pitagoras", status=2).stderr == "pbem: pitagoras has no decks of its own to start from\n"
    )
