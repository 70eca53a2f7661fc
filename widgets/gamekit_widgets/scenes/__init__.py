"""How each game looks: one scene file a game, and a plain one for a game that has none yet."""

from __future__ import annotations

from gamekit_widgets.scene import Scenery
from gamekit_widgets.scenes import (
    death_match,
    flower_field,
    liars_dice,
    plain,
    shift_tac_toe,
    sliding_tic_tac_toe,
    tactical_escape,
    take_back_toe,
    tic_tac_toe_evolved,
)

SCENES: dict[str, Scenery] = {
    "death-match": death_match,
    "shift-tac-toe": shift_tac_toe,
    "liars-dice": liars_dice,
    "flower-field": flower_field,
    "sliding-tic-tac-toe": sliding_tic_tac_toe,
    "tactical-escape": tactical_escape,
    "take-back-toe": take_back_toe,
    "tic-tac-toe-evolved": tic_tac_toe_evolved,
}


def scenery(name: str) -> Scenery:
    """Return the scene file of the game with this name, or the plain one."""
    return SCENES.get(name, plain)
