"""Tactical Escape as scenario fields: positions that people write down."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from gamekit.boards import hexagon
from gamekit.boards.patterns import EMPTY, NOWHERE, join
from gamekit.contract import Scenario
from gamekit.games.tactical_escape.goals import (
    CONDITIONS,
    HIDDEN,
    LATEST,
    OFFERED,
    gifts,
    is_given,
    stage,
)
from gamekit.games.tactical_escape.rules import (
    EXEMPT,
    NO_TURN,
    Parameters,
    State,
    begin_turn,
    is_at_limit,
    judge,
    most_pieces,
)
from gamekit.games.tactical_escape.text import cell_named, name

FIELDS = (
    "board", "to_move", "offer", "given", "turns", "banned", "placed", "laid", "removed",
)  # fmt: skip


def position(rules: Parameters, state: State, fields: Mapping[str, object]) -> None:
    """Set up `board`, `to_move`, `offer`, `given`, `turns`, `banned`, `placed` (in past turns) and,
    within a turn, `laid` (pieces placed so far) or `removed` (the cell)."""
    scene = Scenario(fields, FIELDS)
    board = scene.cells("board", '{"E5": 0, "F3": 1}', partial(cell_named, rules))
    for cell, owner in board.items():
        state.board[cell] = scene.number(f"the owner of {name(rules, cell)}", owner, 0, 1)
        join(rules.size, state.board, state.group, cell)
    placed = placed_turns(scene)
    set_turns(state, scene, placed)
    set_gifts(rules, state, scene)
    set_placed(rules, state, scene, placed)
    for label in scene.several("banned", '["D4"], one cell at most', 1):
        state.banned = empty_cell(rules, state, scene, label, "banned")
    if is_at_limit(rules, state):
        judge(rules, state, 32)
    else:
        begin_turn(state)
        set_turn_under_way(rules, state, scene)


def empty_cell(rules: Parameters, state: State, scene: Scenario, label: object, field: str) -> int:
    """The cell a scenario names, from which a piece has just gone."""
    cell = scene.understood(partial(cell_named, rules), label)
    if state.board[cell] != EMPTY:
        scene.refuse(f"{field} names {name(rules, cell)}, on which a piece stands.")
    return cell


def placed_turns(scene: Scenario) -> list[list[int]]:
    """The pieces placed in past turns, for each player from the first known turn on."""
    if "placed" not in scene:
        return [[], []]
    shape = "[[1, 2, 0], [2, 2]]"
    pair = [scene.values("placed", turns, shape) for turns in scene.sequence("placed", 2, shape)]
    return [[scene.number("placed", count, 0, 2) for count in turns] for turns in pair]


def set_turns(state: State, scene: Scenario, placed: list[list[int]]) -> None:
    """Who is to move in which turn; without `turns`, the fewest that the rest allows."""
    pieces = sum(owner != EMPTY for owner in state.board)
    if "turns" not in scene and "placed" in scene:
        lengths = {"turns": [len(turns) for turns in placed], "to_move": scene.raw("to_move")}
        scene = Scenario(lengths, FIELDS)
    state.turn, state.player = scene.turns(state.first, 10_000)
    if "turns" not in scene and pieces > 0 and state.turn == 0:
        state.turn = 2
    if state.turn == 0 and pieces > 0 and not scene.whole("laid", 0, 1, 0):
        scene.refuse("turns are [0, 0], but pieces stand on the board.")


def set_gifts(rules: Parameters, state: State, scene: Scenario) -> None:
    """The offer and what was given of it."""
    if "offer" in scene:
        offer = sorted(scene.numbers("offer", 1, CONDITIONS, "[1, 6, 9]", OFFERED))
        if len(set(offer)) < OFFERED:
            scene.refuse(f"offer is {offer}; three different win-cons are offered.")
        state.offer[:] = offer
    if "given" not in scene:
        return
    most = stage(rules, state)
    shape = f"[[6], [9]], with up to {most} each by now"
    for giver, raw in enumerate(scene.sequence("given", 2, shape)):
        gift = scene.values("given", raw, shape, 0, most)
        for place, condition in enumerate(gift):
            number = scene.number("a win-con given", condition, 1, CONDITIONS)
            if number not in state.offer or is_given(state, giver, number):
                scene.refuse(
                    f"given: player {giver} cannot have given {gift!r} of the offer {state.offer}."
                )
            state.given[giver * OFFERED + place] = number
    if gifts(state, 0) - gifts(state, 1) not in (0, 1):
        scene.refuse(f"given is {scene.raw('given')!r}; the players give in turn, player 0 first.")


def set_placed(rules: Parameters, state: State, scene: Scenario, placed: list[list[int]]) -> None:
    """What each player placed in the latest turns."""
    for turn in range(2 * LATEST):
        state.placed[turn] = NO_TURN
    for player, done in enumerate(Scenario.turns_done(state.first, state.turn)):
        known = placed[player]
        if len(known) > done:
            scene.refuse(
                f"placed tells of {len(known)} turns of player {player}, who has done {done}."
            )
        if rules.wc11_first_turn == EXEMPT and player == state.first and len(known) == done:
            known = known[1:]
        for turn, count in enumerate(known[: -LATEST - 1 : -1]):
            state.placed[player * LATEST + turn] = count


def set_turn_under_way(rules: Parameters, state: State, scene: Scenario) -> None:
    """What the player to move has done in this turn."""
    laid = scene.whole("laid", 0, most_pieces(state), 0)
    if laid > state.board.count(state.player):
        scene.refuse(f"laid is {laid}, but so many pieces of player {state.player} do not stand.")
    state.placed[state.player * LATEST] += laid
    if "removed" in scene:
        state.removed = empty_cell(rules, state, scene, scene.raw("removed"), "removed")
        if laid or state.turn == 0:
            scene.refuse("removed: nothing can be removed in this turn (TE-Q3, TE-Q6).")


def dump(rules: Parameters, state: State) -> dict[str, object]:
    """The position as scenario fields."""
    labels = {name(rules, c): state.board[c] for row in hexagon.rows(rules.size) for c in row}
    past = [state.placed[:LATEST], state.placed[LATEST:]]
    laid = 0
    if not is_at_limit(rules, state):  # a turn is under way
        laid, past[state.player] = past[state.player][0], past[state.player][1:]
    given = [state.given[:OFFERED], state.given[OFFERED:]]
    fields: dict[str, object] = {
        "board": {label: owner for label, owner in labels.items() if owner != EMPTY},
        "to_move": state.player,
        "offer": list(state.offer) if state.offer[0] else None,
        "given": [[c if c != HIDDEN else "?" for c in gift if c != 0] for gift in given],
        "turns": Scenario.turns_done(state.first, state.turn),
        "banned": [name(rules, state.banned)] if state.banned != NOWHERE else [],
        "placed": [[n for n in turns[::-1] if n != NO_TURN] for turns in past],
    }
    if laid > 0:
        fields["laid"] = laid
    if state.removed != NOWHERE:
        fields["removed"] = name(rules, state.removed)
    return fields
