"""Positions of Death Match, as people write them: those of its games, and how far a submission is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gamekit.contract import ONGOING, Position, PositionFields
from gamekit.errors import BadPosition
from gamekit.games.death_match.rules import is_open, judge, keep_boards
from gamekit.games.death_match.state import (
    DICE,
    GARDEN,
    NEXT_TURN,
    NOTHING,
    TILES,
    Parameters,
    State,
)
from gamekit.games.death_match.text import PARTS, Part, noted
from gamekit.games.flower_field import positions as garden_positions
from gamekit.games.liars_dice import positions as dice_positions
from gamekit.games.liars_dice.rules import to_act as dice_to_act
from gamekit.games.liars_dice.rules import why_illegal as dice_why_illegal
from gamekit.games.liars_dice.text import read as read_dice
from gamekit.games.sliding_tic_tac_toe import positions as tiles_positions
from gamekit.games.sliding_tic_tac_toe.state import EMPTY, NEUTRAL

INSIDE = {DICE: dice_positions, GARDEN: garden_positions, TILES: tiles_positions}
BEFORE = "_before"  # behind the name of a board: as it was before this submission
BOARDS = (GARDEN, TILES)

A_GARDEN = {"board": {"D4": "P", "D5": "R"}, "recent": ["D5"]}  # examples
TILES_LAID = {"rows": ["......", "......", "..X...", "......", "......", "......"]}
FIELDS = PositionFields(
    liars_dice=(
        "the position of Liar's Dice, with its own fields",
        {"dice": [[2, 2, 5, 6], [2, 3, 3, 1]], "claim": [3, 4]},
    ),
    flower_field=("the position of Flower Field", A_GARDEN),
    sliding_tic_tac_toe=("the position of Sliding Tic-Tac-Toe", TILES_LAID),
    to_move=("the player whose turn it is", 0),
    turn=("completed turns of both players", 2),
    part=("within a submission: the game whose part is due", "sliding_tic_tac_toe"),
    noted=("within a submission: the move in Liar's Dice that waits for the other parts", "4x4"),
    flower_field_before=("within a submission: Flower Field before it", A_GARDEN),
    sliding_tic_tac_toe_before=("within a submission: Sliding Tic-Tac-Toe before it", TILES_LAID),
)


def position(rules: Parameters, state: State, fields: Mapping[str, object]) -> None:
    """Set up the three games, and a submission that is under way."""
    given = FIELDS.read(fields)
    state.player = given.whole("to_move", 0, 1, state.first)
    for part, game in PARTS.items():
        set_game(rules, state, given, part, game.field)
    set_submission(rules, state, given)
    for part, game in PARTS.items():
        check_mover(rules, state, given, part, game)
    before = state.sliding_tic_tac_toe_before.turn
    state.turn = given.whole("turn", 0, 1_000_000, before)
    if state.turn % 2 != int(state.player != state.first):
        turns = f"{state.turn} turn{'' if state.turn == 1 else 's'}"
        given.refuse(f"player {1 - state.player} is to move after {turns}.")
    if not is_open(rules, state):
        judge(rules, state, state.player if state.part == GARDEN else 1 - state.player)


def set_game(rules: Parameters, state: State, given: Position, part: int, field: str) -> None:
    """Set up one game; the player to move in the match is to move there unless it says otherwise."""
    game = PARTS[part]
    full = {"to_move": state.player, **given.mapping(field)}
    try:
        INSIDE[part].position(game.of(rules), getattr(state, field), full)
    except BadPosition as problem:
        given.refuse(f"{game.title}: {str(problem).removeprefix('Position: ')}")


def set_submission(rules: Parameters, state: State, given: Position) -> None:
    """Go on within a submission."""
    if "part" not in given:
        keep_boards(state)
        return
    parts = {game.field: part for part, game in PARTS.items()}
    state.part = parts[given.word("the part that is due", given.raw("part"), parts)]
    for part in BOARDS:
        field = PARTS[part].field + BEFORE
        if field not in given:
            given.refuse(f"within a submission, {field} is missing.")
        set_game(rules, state, given, part, field)
    if "noted" in given:
        dice = rules.liars_dice, state.liars_dice
        if dice_to_act(*dice) != state.player:
            given.refuse(f"noted: player {state.player} cannot make a move in Liar's Dice here.")
        move = given.understood(lambda text: read_dice(*dice, text)[0], given.raw("noted"))
        if dice_why_illegal(*dice, move):
            given.refuse(f"noted: {given.raw('noted')} is not legal.")
        state.noted = move
    check_boards(rules, state, given)
    again = state.part == GARDEN and rules.ff_redo != NEXT_TURN  # after a failed challenge
    if (state.noted == NOTHING) != (state.part == DICE) and not (again and state.noted == NOTHING):
        given.refuse(
            "noted is the move in Liar's Dice that waits for the other parts: it belongs to a "
            "submission in which that move is made."
        )


def check_boards(rules: Parameters, state: State, given: Position) -> None:
    """The boards must be those before the submission, with what it has changed on them so far."""
    garden, before = state.flower_field.copy(), state.flower_field_before
    for cell, planting in enumerate(garden.planted):
        if planting > garden.plants:  # this turn's
            garden.flowers[cell] = 0
    kept = ("flowers", "plants", "lives", "passes") + ("sown", "challenging") * (
        state.part == TILES
    )
    if any(getattr(garden, field) != getattr(before, field) for field in kept):
        given.refuse("flower_field does not follow from flower_field_before in this submission.")
    if not tiles_follow(state):
        given.refuse(
            "sliding_tic_tac_toe does not follow from sliding_tic_tac_toe_before in this submission."
        )


def tiles_follow(state: State) -> bool:
    """Can the mover, in this submission, have changed the tiles from what they were before?"""
    tiles, before, mover = state.sliding_tic_tac_toe, state.sliding_tic_tac_toe_before, state.player
    added = [tiles.board.count(tile) - before.board.count(tile) for tile in (1, 2, NEUTRAL)]
    placed, theirs, laid = added[mover], added[1 - mover], added[2]
    if theirs != 0 or not (0 <= placed <= 1 and 0 <= laid <= before.neutral[mover]):
        return False
    if tiles.neutral[1 - mover] != before.neutral[1 - mover]:
        return False
    has_slid = tiles.has_slid == 1
    if state.part == TILES:
        if (tiles.turn, tiles.has_placed, tiles.has_laid) != (before.turn, placed, laid):
            return False
    elif tiles.turn == before.turn:  # a game that is over, or the flowers are played again
        return tiles.board == before.board
    else:
        has_slid = tiles.turn == before.turn + 1
    pairs = zip(before.board, tiles.board, strict=True)
    return has_slid or all(was in (EMPTY, now) for was, now in pairs)


def check_mover(rules: Parameters, state: State, given: Position, part: int, game: Part) -> None:
    """In each game that goes on the player to move must be the one who can be."""
    is_done = part < state.part and (part != DICE or state.noted == NOTHING)
    ends = any(one.result(one.of(rules), one.of(state))[0] in (0, 1) for one in PARTS.values())
    waits = part == GARDEN != state.part and (ends or rules.ff_redo == NEXT_TURN)  # for who failed
    expected = 1 - state.player if is_done else state.player
    goes_on = game.result(game.of(rules), game.of(state))[0] == ONGOING
    if goes_on and not waits and game.of(state).player != expected:
        given.refuse(f"{game.title}: player {expected} must be to move.")
    if not goes_on and part == state.part != DICE:
        given.refuse(f"{game.title} is over and takes no part.")


def dump(rules: Parameters, state: State) -> dict[str, object]:
    """The position as fields; those of a submission only while one is under way."""
    values: dict[str, object] = {"to_move": state.player, "turn": state.turn}
    for part, game in PARTS.items():
        values[game.field] = INSIDE[part].dump(game.of(rules), game.of(state))
    if state.part != DICE:
        values["part"] = PARTS[state.part].field
        if state.noted != NOTHING:
            values["noted"] = noted(rules, state)
        for part in BOARDS:
            game, field = PARTS[part], PARTS[part].field + BEFORE
            values[field] = INSIDE[part].dump(game.of(rules), getattr(state, field))
    return FIELDS.write(**values)


# What the two games with a board are called on the table.
ON_TABLE = {TILES: "tiles", GARDEN: "flowers"}


def cell_names(rules: Parameters) -> tuple[str, ...]:
    """The labels of all cells of both boards, each with its board before it."""
    return tuple(
        f"{board} {cell}"
        for part, board in ON_TABLE.items()
        for cell in INSIDE[part].cell_names(PARTS[part].of(rules))
    )


def played_on(rules: Parameters, state: State, move: int) -> tuple[str, ...]:
    """The cells on the board of the game whose part is made."""
    if state.part not in ON_TABLE:
        return ()
    game, inside = PARTS[state.part], INSIDE[state.part]
    cells = inside.played_on(game.of(rules), game.of(state), move)
    return tuple(f"{ON_TABLE[state.part]} {cell}" for cell in cells)


def occupied(rules: Parameters, state: State) -> tuple[str, ...]:
    """The cells with a tile or a flower."""
    tiles = tiles_positions.occupied(rules.sliding_tic_tac_toe, state.sliding_tic_tac_toe)
    flowers: Any = garden_positions.dump(rules.flower_field, state.flower_field)["board"]
    return tuple(
        f"{ON_TABLE[part]} {cell}"
        for part, cells in ((TILES, tiles), (GARDEN, flowers))
        for cell in cells
    )
