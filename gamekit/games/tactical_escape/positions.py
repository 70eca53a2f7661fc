"""Tactical Escape as position fields: positions that people write down."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from gamekit.boards import hexagon
from gamekit.boards.hexagon_patterns import EMPTY, NOWHERE, join
from gamekit.contract import Position, PositionFields, shown
from gamekit.games.tactical_escape.gifts import gifts, is_given, stage
from gamekit.games.tactical_escape.rules import (
    apply,
    begin_turn,
    is_at_limit,
    judge,
    most_pieces,
    to_act,
    why_illegal,
)
from gamekit.games.tactical_escape.state import (
    ESCAPE,
    ESCAPED,
    EXEMPT,
    HIDDEN,
    LATEST,
    LIMIT,
    MOST_PIECES,
    NO_TURN,
    OFFERED,
    Parameters,
    State,
    code_of,
)
from gamekit.games.tactical_escape.text import cell_named, name
from gamekit.games.tactical_escape.win_conditions import CONDITIONS

FIELDS = PositionFields(
    board=("whose piece stands on each cell that holds one", {"E5": 0, "F3": 1}),
    to_move=("the player whose turn it is", 0),
    offer=("the three win conditions that are offered", [1, 6, 9]),
    given=(
        "the win conditions that player 0 gave so far, and those that player 1 gave",
        [[6], [9]],
    ),
    turns=("turns completed by player 0 and by player 1", [3, 2]),
    banned=("the cell on which the player to move may not place, if there is one", ["D4"]),
    placed=("pieces placed in each past turn of player 0, and of player 1", [[1, 2, 0], [2, 2]]),
    laid=("pieces placed so far in the turn under way", 1),
    removed=("the cell from which this turn has removed a piece", "D4"),
    escaped=("has the player to move ended the game with an ESCAPE", True),
)


def position(rules: Parameters, state: State, fields: Mapping[str, object]) -> None:
    """Put a position that somebody wrote into a state that was set up."""
    given = FIELDS.read(fields)
    for cell, owner in given.cells("board", partial(cell_named, rules)).items():
        state.board[cell] = given.number(f"the owner of {name(rules, cell)}", owner, 0, 1)
        join(rules.size, state, cell)
    placed = placed_turns(given)
    set_turns(state, given, placed)
    set_gifts(rules, state, given)
    set_placed(rules, state, given, placed)
    banned = given.several("banned")
    if len(banned) > 1:
        given.refuse(f"banned is {shown(banned)}; it names one cell at most.")
    for label in banned:
        state.banned = empty_cell(rules, state, given, label, "banned")
    if is_at_limit(rules, state):
        judge(rules, state, LIMIT)
    else:
        begin_turn(state)
        set_turn_under_way(rules, state, given)
    if "escaped" in given:
        escape(rules, state, given)


def empty_cell(rules: Parameters, state: State, given: Position, label: object, field: str) -> int:
    """The cell a position names, from which a piece has just gone."""
    cell = given.understood(partial(cell_named, rules), label)
    if state.board[cell] != EMPTY:
        given.refuse(f"{field} names {name(rules, cell)}, on which a piece stands.")
    return cell


def placed_turns(given: Position) -> list[list[int]]:
    """The pieces placed in past turns, for each player from the first known turn on."""
    if "placed" not in given:
        return [[], []]
    pair = [given.values("placed", turns) for turns in given.sequence("placed", 2)]
    return [[given.number("placed", n, 0, MOST_PIECES) for n in turns] for turns in pair]


def set_turns(state: State, given: Position, placed: list[list[int]]) -> None:
    """Who is to move in which turn; without `turns`, the fewest that the rest allows."""
    pieces = sum(owner != EMPTY for owner in state.board)
    known = given
    if "turns" not in given and "placed" in given:
        lengths = [len(turns) for turns in placed]
        known = FIELDS.read({"turns": lengths, "to_move": given.raw("to_move")})
    state.turn, state.player = known.turns(state.first, 10_000)
    if "turns" not in known and pieces > 0 and state.turn == 0:
        state.turn = 2
    if state.turn == 0 and pieces > 0 and not given.whole("laid", 0, 1, 0):
        given.refuse("turns are [0, 0], but pieces stand on the board.")


def set_gifts(rules: Parameters, state: State, given: Position) -> None:
    """The offer and what was given of it."""
    if "offer" in given:
        offer = sorted(given.numbers("offer", 1, CONDITIONS, OFFERED))
        if len(set(offer)) < OFFERED:
            given.refuse(f"offer is {offer}; three different win conditions are offered.")
        state.offer[:] = offer
    if "given" not in given:
        return
    most = stage(rules, state)
    for giver, raw in enumerate(given.sequence("given", 2)):
        gift = given.values("given", raw, 0, OFFERED)
        if len(gift) > most:
            given.refuse(f"given: {shown(gift)} are too many; by now there are up to {most} each.")
        for place, condition in enumerate(gift):
            number = given.number("a win condition given", condition, 1, CONDITIONS)
            if number not in state.offer or is_given(state, giver, number):
                given.refuse(
                    f"given: player {giver} cannot have given {shown(gift)} of the offer {state.offer}."
                )
            state.given[giver * OFFERED + place] = number
    if gifts(state, 0) - gifts(state, 1) not in (0, 1):
        raw = shown(given.raw("given"))
        given.refuse(f"given is {raw}; the players give in turn, player 0 first.")


def set_placed(rules: Parameters, state: State, given: Position, placed: list[list[int]]) -> None:
    """What each player placed in the latest turns."""
    for turn in range(2 * LATEST):
        state.placed[turn] = NO_TURN
    for player, done in enumerate(Position.turns_done(state.first, state.turn)):
        known = placed[player]
        if len(known) > done:
            given.refuse(
                f"placed tells of {len(known)} turns of player {player}, who has done {done}."
            )
        if rules.wc11_first_turn == EXEMPT and player == state.first and len(known) == done:
            known = known[1:]
        for turn, count in enumerate(known[: -LATEST - 1 : -1]):
            state.placed[player * LATEST + turn] = count


def set_turn_under_way(rules: Parameters, state: State, given: Position) -> None:
    """What the player to move has done in this turn (TE-Q3, TE-Q6)."""
    laid = given.whole("laid", 0, most_pieces(state), 0)
    mover = state.player
    if laid > state.board.count(mover):
        given.refuse(f"laid is {laid}, but player {mover} has fewer pieces on the board.")
    state.placed[mover * LATEST] += laid
    if "removed" in given:
        state.removed = empty_cell(rules, state, given, given.raw("removed"), "removed")
        if laid or state.turn == 0:
            given.refuse("removed: nothing can be removed in this turn (TE-Q3, TE-Q6).")


def escape(rules: Parameters, state: State, given: Position) -> None:
    """End the game where the player to move has escaped (TE-7, TE-13)."""
    if given.raw("escaped") is not True:
        given.refuse("escaped is true, or left out.")
    move = code_of(rules, ESCAPE, 0)
    if to_act(rules, state) != state.player or why_illegal(rules, state, move):
        given.refuse(f"escaped: player {state.player} cannot escape here.")
    apply(rules, state, move)


def dump(rules: Parameters, state: State) -> dict[str, object]:
    """Return the position as somebody would write it."""
    cells = [cell for row in hexagon.rows(rules.size) for cell in row]
    past = [state.placed[:LATEST], state.placed[LATEST:]]
    under_way: dict[str, object] = {}
    if state.rule != LIMIT:
        laid, *past[state.player] = past[state.player]
        under_way = {"laid": laid} if laid > 0 else {}
    if state.removed != NOWHERE:
        under_way["removed"] = name(rules, state.removed)
    if has_escaped := state.rule == ESCAPED:  # told as the turn in which it happened
        under_way["escaped"] = True
    given = [state.given[:OFFERED], state.given[OFFERED:]]
    return FIELDS.write(
        board={name(rules, c): state.board[c] for c in cells if state.board[c] != EMPTY},
        to_move=state.player,
        offer=list(state.offer) if state.offer[0] else None,
        given=[[c if c != HIDDEN else "?" for c in gift if c != 0] for gift in given],
        turns=Position.turns_done(state.first, state.turn - has_escaped),
        banned=[name(rules, state.banned)] if state.banned != NOWHERE else [],
        placed=[[n for n in turns[::-1] if n != NO_TURN] for turns in past],
        **under_way,
    )


def cell_names(rules: Parameters) -> tuple[str, ...]:
    """The labels of all cells, row by row."""
    return tuple(name(rules, cell) for row in hexagon.rows(rules.size) for cell in row)
