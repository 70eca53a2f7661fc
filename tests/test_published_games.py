"""Games that are rules and declarations alone conform, and are the games that OpenSpiel plays."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NamedTuple

import pytest

import gamekit as gk
from gamekit import conformance
from gamekit.contract import CHANCE, OVER
from tests.published_games import (
    GAMES,
    breakthrough,
    dots,
    hex,
    kuhn,
    mancala,
    othello,
    pentago,
    pig,
)

IN_STEP = int(os.environ.get("GAMES_IN_STEP", "40"))  # that are played in step; 500 agree
SPELLED = "abcdefgh"


class Peer(NamedTuple):
    """A game of OpenSpiel's.

    Attributes:
        game: ours.
        name: theirs.
        action: how they write one of our moves, given our state; None where they number it alike.
    """

    game: gk.Game
    name: str
    action: Callable[[Any, Any, int], str] | None = None


def from_to(rules: Any, state: Any, move: int) -> str:
    """Return a move of a pawn, letters for columns and rows counted from the bottom."""
    cells = breakthrough.way(rules, state, move)
    places = [divmod(cell, rules.columns) for cell in cells]
    return "".join(f"{SPELLED[column]}{rules.rows - row}" for row, column in places)


PEERS = (
    Peer(breakthrough.GAME, "breakthrough(rows=6,columns=6)", from_to),
    Peer(hex.GAME, "hex(board_size=5)"),
    Peer(dots.GAME, "dots_and_boxes"),
    Peer(kuhn.GAME, "kuhn_poker"),
    Peer(pig.GAME, "pig"),
    Peer(othello.GAME, "othello"),
    Peer(mancala.GAME, "mancala"),
    Peer(pentago.GAME, "pentago"),
)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_of_declarations_conforms(game: gk.Game) -> None:
    assert conformance.check(game, games=5).compiled


@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer.game.name)
def test_openspiel_plays_the_same_game(peer: Peer) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game(peer.name)
    for seed in range(IN_STEP):
        in_step(peer, theirs.new_initial_state(), Random(seed))


def in_step(peer: Peer, theirs: Any, random: Random) -> None:
    """Play one game at random, comparing who acts, what is legal, and how it ends."""
    game, rules = peer.game, peer.game.rules()
    state = game.start(rules)
    while (actor := game.to_act(rules, state)) != OVER:
        if actor == CHANCE:
            actions = [action for action, _ in theirs.chance_outcomes()]
            assert game.outcomes(rules, state) == len(actions)
            move = random.randrange(len(actions))
            action = actions[move]
        else:
            assert theirs.current_player() == actor
            known = actions_of(peer, theirs, rules, state)
            legal = [m for m in range(game.moves) if not game.why_illegal(rules, state, m)]
            assert sorted(known) == legal
            move = random.choice(legal)
            action = known[move]
        game.apply(rules, state, move)
        theirs.apply_action(action)
    assert theirs.is_terminal()
    winner = game.result(rules, state)[0]
    signs = [(gain > 0) - (gain < 0) for gain in theirs.returns()]
    assert signs == [(winner == p) - (winner == 1 - p) for p in range(2)]


def actions_of(peer: Peer, theirs: Any, rules: Any, state: Any) -> Mapping[int, int]:
    """Return their actions for our moves."""
    actions = theirs.legal_actions()
    if peer.action is None:
        return dict(zip(actions, actions, strict=True))
    texts = {theirs.action_to_string(a).replace("*", ""): a for a in actions}
    legal = [m for m in range(peer.game.moves) if not peer.game.why_illegal(rules, state, m)]
    assert len(texts) == len(legal)
    return {move: texts[peer.action(rules, state, move)] for move in legal}
