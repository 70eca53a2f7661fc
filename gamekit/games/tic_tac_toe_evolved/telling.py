"""How Tic-Tac-Toe Evolved tells whose dice were rolled, and how a contest ended."""

from __future__ import annotations

from gamekit.games.tic_tac_toe_evolved.contest import marks_of, roll, roller
from gamekit.games.tic_tac_toe_evolved.rules import apply
from gamekit.games.tic_tac_toe_evolved.state import (
    BIDDING,
    DECIDING,
    REROLLING,
    ROLLING,
    TAKING,
    Parameters,
    State,
)
from gamekit.games.tic_tac_toe_evolved.text import name, write

CONTESTED = (BIDDING, ROLLING, DECIDING, REROLLING)  # the score is not certain yet


def whose_roll(rules: Parameters, state: State) -> int:
    """Whose die of a contest is rolled; the green die is nobody's (TTE-15)."""
    return roller(state) if state.phase in (ROLLING, REROLLING) else -1


def tell(rules: Parameters, state: State, move: int, said: str) -> tuple[str, str]:
    """The notation, and after the last throw of a contest how it ended (TTE-16, TTE-20)."""
    text = write(rules, state, move)
    after = state.copy()
    apply(rules, after, move)
    is_taken = state.phase == BIDDING and after.phase == TAKING  # a free die, before the throw
    if state.phase not in CONTESTED or after.phase in CONTESTED or is_taken:
        return text, ""
    thrown = state.copy()
    if state.phase in (ROLLING, REROLLING):
        roll(rules, thrown, move)
    score = [marks_of(thrown, player) for player in range(2)]
    square = name(state.square)
    if score[0] == score[1]:
        came = f"a tie, so {square} is empty"
    else:
        winner = int(score[1] > score[0])
        came = (
            f"{{{winner}}} {'keeps' if state.marks[state.square] == winner else 'takes'} {square}"
        )
    return text, f"X {score[0]}, O {score[1]}: {came}."
