"""The legal moves nearest to what somebody wrote, so that a refusal says what would be possible."""

from __future__ import annotations

from itertools import islice

from gamekit.contract import Game, Parameters, State
from gamekit.contract.notation import apart
from gamekit.errors import Unreadable
from gamekit.match.view import leaves_turn_open, numbered_moves, written

NEAR = 5  # moves that a refusal names
READ = 200  # characters of a text that are compared
PARTS = 6  # of a turn that may be right before one that is not


def nearest(game: Game, rules: Parameters, state: State, text: str) -> tuple[str, ...]:
    """Return up to five legal moves, nearest first.

    Where the first moves of a turn are legal, these are turns that begin with them.
    """
    if own := game.namespace.get("turns_like"):
        found = (turn for turn in own(rules, state, text[:READ]) if _fits(game, rules, state, turn))
        if whole := tuple(islice(found, NEAR)):
            return whole
    mark = game.join.strip() or game.join
    parts = text[:READ].split(mark)
    for made in range(min(len(parts) - 1, PARTS), 0, -1):
        words: list[str] = []
        after = _played(game, rules, state, mark.join(parts[:made]), words)
        if after is not None and game.to_act(rules, after) in (0, 1):
            near = _by_distance(game, rules, after, parts[made].strip())
            turns = [game.join.join([*words, move]) for move in near]
            if whole := tuple(turn for turn in turns if _fits(game, rules, state, turn)):
                return whole
    return _by_distance(game, rules, state, text[:READ])


def _fits(game: Game, rules: Parameters, state: State, text: str) -> bool:
    return _played(game, rules, state, text, []) is not None


def _by_distance(game: Game, rules: Parameters, state: State, text: str) -> tuple[str, ...]:
    own = game.namespace.get("how_far")

    def how_far(move: int) -> int:
        if own:
            return int(own(rules, state, text, move))
        return apart(text, game.write(rules, state, move))

    moves = sorted(numbered_moves(game, rules, state), key=how_far)[:NEAR]
    return tuple(written(game, rules, state, move) for move in moves)


def _played(
    game: Game, rules: Parameters, state: State, text: str, words: list[str]
) -> State | None:
    """Return the state after these moves, noting their notation; None if they are no part of a turn."""
    try:
        moves = game.read(rules, state.copy(), text.removesuffix("...").strip())
    except Unreadable:
        return None
    after, is_open = state.copy(), True
    for move in moves:
        if not is_open or game.why_illegal(rules, after, move):
            return None
        words.append(game.write(rules, after, move))
        is_open = leaves_turn_open(game, rules, after, move)
        game.apply(rules, after, move)
    return after
