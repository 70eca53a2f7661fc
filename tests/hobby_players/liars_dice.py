"""A hobby player of Liar's Dice: the odds, from the own dice alone."""

from __future__ import annotations

from fractions import Fraction

import gamekit as gk
from gamekit.games.liars_dice.bots import odds
from gamekit.games.liars_dice.rules import total_dice
from gamekit.games.liars_dice.state import CHALLENGE, State


class HobbyPlayer:
    """Challenges below even odds; otherwise raises as safely as the dice allow, and then as high."""

    def choose(self, view: gk.View, seed: int) -> str | int:
        state: State = view.state
        chances: dict[int, Fraction] = {}
        highest = state.claim + view.rules.sides * (1 + total_dice(state))
        for claim in view.legal_moves():
            if claim != CHALLENGE and claim <= highest:
                chances[claim] = odds(view.rules, state, claim)
        if not chances or (state.claim and odds(view.rules, state, state.claim) < Fraction(1, 2)):
            return CHALLENGE
        return max(chances, key=lambda claim: (chances[claim], claim))
