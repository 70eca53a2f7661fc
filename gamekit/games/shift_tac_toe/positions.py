"""Shift Tac Toe as position fields: positions that people write down."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from gamekit.boards import cube
from gamekit.contract import ONGOING, Position, PositionFields
from gamekit.games.shift_tac_toe.rounds import decide, rounds_over, start_round
from gamekit.games.shift_tac_toe.rules import can_shift, judge, put
from gamekit.games.shift_tac_toe.state import (
    EMPTY,
    NONE,
    PLACE,
    SHIFT,
    Parameters,
    State,
    cells,
    meaning_of,
)
from gamekit.games.shift_tac_toe.text import MARKS, cell_named, name

FIELDS = PositionFields(
    board=("whose piece is on each cell that holds one, 0 or R, 1 or B", {"AW1": 0, "BX2": 1}),
    to_move=("the player whose turn it is", 0),
    round=("the round being played", 2),
    rounds=(
        "the rounds played so far",
        [{"winner": 0, "fours": [2, 1], "threes": [5, 3], "turns": 40}],
    ),
    placed=("the cell of the piece just placed, while a shift may follow", "AW1"),
)
ROUND = PositionFields(
    winner=("the player who won the round, or none", 0),
    fours=("fours of player 0 and of player 1 at its end", [2, 1]),
    threes=("threes of player 0 and of player 1 at its end", [5, 3]),
    turns=("turns of both players together", 40),
)


def position(rules: Parameters, state: State, fields: Mapping[str, object]) -> None:
    """Put a position that somebody wrote into a state that was set up."""
    given = FIELDS.read(fields)
    set_rounds(rules, state, given)
    pieces = given.cells("board", partial(cell_named, rules))
    for cell, mark in pieces.items():
        put(rules, state, cell, given.player(f"the piece on {name(rules, cell)}", mark, MARKS))
    state.player = given.whole("to_move", 0, 1, state.player)
    if state.winner != ONGOING:
        return
    state.turn += len(pieces)
    if "placed" in given:
        state.placed = given.understood(partial(cell_named, rules), given.raw("placed"))
        if state.board[state.placed] != state.player:
            given.refuse(f"the mover, player {state.player}, has no piece on the cell just placed.")
        if not can_shift(rules, state):
            given.refuse("nothing can be shifted after the piece just placed: its turn is over.")
        state.turn -= 1
    else:
        judge(rules, state, 1 - state.player)


def set_rounds(rules: Parameters, state: State, given: Position) -> None:
    """Note the rounds that were played; one that is not described was tied without anything."""
    most = rules.rounds
    played = given.several("rounds")
    if len(played) > most:
        given.refuse(f"rounds describes {len(played)} rounds; a match has {most} at most.")
    round = given.whole("round", 1, most, min(len(played) + 1, most))
    if "rounds" in given and len(played) != round - 1 and not len(played) == round == most:
        given.refuse(f"round {round} follows {round - 1} others; rounds describes {len(played)}.")
    for k in range(max(len(played), round - 1)):
        start_round(rules, state, k + 1)
        fields = played[k] if k < len(played) else {}
        state.turn += set_round(rules, state, k, ROUND.read(fields, "a round played"))
    if len(played) == most:
        decide(rules, state)
    else:
        start_round(rules, state, round)


def set_round(rules: Parameters, state: State, k: int, played: Position) -> int:
    """Note one round that was played; return how many turns it had."""
    if "winner" in played:
        what = "the winner of a round"
        state.round_winner[k] = played.player(what, played.raw("winner"), MARKS)
    for key, tally in (("fours", state.round_fours), ("threes", state.round_threes)):
        if key in played:
            tally[2 * k : 2 * k + 2] = played.numbers(key, 0, 999)
    enough = [state.round_fours[2 * k + player] >= rules.fours_needed for player in range(2)]
    winner = state.round_winner[k]
    if "fours" in played and (not enough[winner] if winner != NONE else enough[0] != enough[1]):
        needed = f"a round is won with {rules.fours_needed} fours"
        played.refuse(f"fours {played.raw('fours')} cannot be: {needed}.")
    return played.whole("turns", 0, cells(rules), 0)


def dump(rules: Parameters, state: State) -> dict[str, object]:
    """Return the position as somebody would write it."""
    board, winners = state.board[: cells(rules)], state.round_winner
    turns = [state.begun, state.turn - state.begun] if state.round == 2 else [state.turn]
    return FIELDS.write(
        board={name(rules, cell): mark for cell, mark in enumerate(board) if mark != EMPTY},
        to_move=state.player,
        round=state.round,
        rounds=[
            ROUND.write(
                winner=None if winners[k] == NONE else winners[k],
                fours=state.round_fours[2 * k : 2 * k + 2],
                threes=state.round_threes[2 * k : 2 * k + 2],
                turns=turns[k],
            )
            for k in range(rounds_over(state))
        ],
        placed=None if state.placed == NONE else name(rules, state.placed),
    )


def cell_names(rules: Parameters) -> tuple[str, ...]:
    """The labels of all cells."""
    return tuple(name(rules, cell) for cell in range(cells(rules)))


def played_on(rules: Parameters, state: State, move: int) -> tuple[str, ...]:
    """The cell a piece is placed on, or those of the line that is shifted."""
    kind, place, _ = meaning_of(rules, move)
    if kind == SHIFT:
        return tuple(name(rules, cell) for cell in cube.cells_of(rules.size, place))
    return (name(rules, place),) if kind == PLACE else ()
