"""`rules`: a game's rules for players."""

import re

import pbem.games.registry as registry
from pbem.core.contract import Game
from pbem.core.errors import Unusable
from pbem.moderator.answers import Piece, saying
from pbem.moderator.command import Asking, Done
from pbem.report.markdown import as_html, as_text
from pbem.store import campaigns


def run(asking: Asking, match: re.Match[str]) -> Done:
    games, unknown = _games(asking, (match["game"] or "").lower())
    if unknown:
        return Done((saying(unknown),), well=False)
    return Done(tuple(_piece(game) for game in games))


def _piece(game: Game) -> Piece:
    page = rules_of(game)
    return Piece("rules", {"title": game.title, "text": as_text(page), "html": as_html(page)})


def rules_of(game: Game) -> str:
    """The game's rules for players, in Markdown."""
    return (game.files / "rules.md").read_text(encoding="utf-8")


def _games(asking: Asking, slug: str) -> tuple[list[Game], str]:
    if slug:
        campaign = campaigns.find(asking.desk.connection, slug)
        try:
            return [registry.game(campaign.game if campaign else slug)], ""
        except Unusable:
            return [], f"There is no game called {slug}. The games are: {', '.join(registry.slugs())}."
    slugs = dict.fromkeys(campaigns.get(asking.desk.connection, chair.campaign_id).game for chair in asking.chairs)
    if not slugs:
        return [], f"Which game? Write: rules GAME. The games are: {', '.join(registry.slugs())}."
    return [registry.game(slug) for slug in slugs], ""
