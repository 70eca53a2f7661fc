"""Death Match: the hobby players of its three games, each of whom sees one of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import gamekit as gk
from gamekit.games.death_match.state import DICE, GARDEN, TILES
from tests.hobby_players import flower_field, liars_dice, sliding_tic_tac_toe

GAMES = (  # as they are written, and when their parts are made
    ("liars_dice", DICE, gk.load("liars-dice"), liars_dice.HobbyPlayer()),
    ("flower_field", GARDEN, gk.load("flower-field"), flower_field.HobbyPlayer()),
    (
        "sliding_tic_tac_toe",
        TILES,
        gk.load("sliding-tic-tac-toe"),
        sliding_tic_tac_toe.HobbyPlayer(),
    ),
)


@dataclass
class Inside:
    """What a player sees of one of the games."""

    game: gk.Game
    rules: Any
    state: Any
    to_act: int

    def legal_moves(self) -> list[int]:
        moves = [0] * self.game.moves
        return moves[: self.game.legal_moves(self.rules, self.state, moves)]


class HobbyPlayer:
    def choose(self, view: gk.View, seed: int = 1) -> str | int:
        """Return what is left of the submission, a part for each game that takes one."""
        parts = []
        for name, part, game, hobby in GAMES:
            inner, state = getattr(view.rules, name), getattr(view.state, name)
            if part >= view.state.part and game.to_act(inner, state) == view.player:
                choice = hobby.choose(Inside(game, inner, state, view.player), seed)
                parts.append(
                    choice if isinstance(choice, str) else game.write(inner, state, choice)
                )
        return "; ".join(parts)
