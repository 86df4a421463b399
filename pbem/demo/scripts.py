"""The games of which a campaign can be shown."""

from collections.abc import Callable, Mapping

from pbem.core.errors import Unusable
from pbem.demo.bux import BuxScript
from pbem.demo.glass_bead import GlassBeadScript
from pbem.demo.glitches import GlitchesScript
from pbem.demo.global_pursuit import GlobalPursuitScript
from pbem.demo.pitagoras import PitagorasScript
from pbem.demo.script import Script

SCRIPTS: Mapping[str, Callable[[], Script]] = {
    script.campaign.game: script
    for script in (PitagorasScript, GlitchesScript, GlassBeadScript, GlobalPursuitScript, BuxScript)
}


def script_of(game: str) -> Script:
    """The script for a game, new for one campaign. Raises Unusable for a game that has none."""
    try:
        return SCRIPTS[game]()
    except KeyError:
        raise Unusable(f"there is no demo of {game!r}; there are demos of {', '.join(SCRIPTS)}") from None
