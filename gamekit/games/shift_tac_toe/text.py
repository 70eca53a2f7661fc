"""Shift Tac Toe, as people write and read it: notation, explanations, positions and the board as text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial

from gamekit.boards import cube
from gamekit.boards.cube import FIRST_LINE
from gamekit.contract import ONGOING, RULING, Scenario, Unreadable
from gamekit.games.shift_tac_toe.rounds import EMPTY, NONE, decide, lead, start_round, won_by
from gamekit.games.shift_tac_toe.rules import (
    BACKWARD,
    FREEZE,
    NO,
    Parameters,
    State,
    can_shift,
    cells,
    direction_of,
    judge,
    line_of,
    owner,
    put,
    shift,
    shift_count,
)

MARKS = "RB"
CELL, GAP = r"([A-Z]{2}\d+)", r"\s*(?:->|>|-|–|→|\bTO\b|\s)\s*"


def name(rules: Parameters, cell: int) -> str:
    """The label of a cell."""
    return cube.label(rules.size, cell)


def cell_named(rules: Parameters, label: str) -> int:
    """The cell with this label; refuses one that is not on the board (SHT-2)."""
    return cube.cell_named(rules.size, label, 2)


def read(rules: Parameters, state: State, text: str) -> list[int]:
    """Read "BX2", "BX2, AW up", "BX2, shift AW1>DZ4", or one of the moves."""
    words = re.split(r"\s*[,;]\s*|\s+(?=SHIFT\b)", text.strip().upper())
    return [read_move(rules, word.removeprefix("SHIFT").strip()) for word in words]


def read_move(rules: Parameters, text: str) -> int:
    """Read one move."""
    if text in ("STOP", "PASS", "NO SHIFT", ""):
        return stop_move(rules)
    if re.fullmatch(CELL, text):
        return cell_named(rules, text)
    ends = re.fullmatch(CELL + GAP + CELL, text)
    pillar = re.fullmatch(r"([A-Z]{2})\s*(UP|DOWN)", text)
    if pillar:
        start, end = f"{pillar[1]}1", f"{pillar[1]}{rules.size}"
        if pillar[2] == "UP":
            start, end = end, start
    elif ends:
        start, end = ends[1], ends[2]
    else:
        raise Unreadable(
            "A turn names a cell, and a line to shift after it: BX2, or BX2, AW up for a pillar, "
            "or BX2, AW1>DZ4 for any line by its two ends.",
            RULING + 23,
        )
    return shift_named(rules, cell_named(rules, start), cell_named(rules, end))


def stop_move(rules: Parameters) -> int:
    """The move that ends a turn without a shift."""
    if rules.shifting == NO:
        raise Unreadable("Lines are not shifted here: a turn is one cell.", 3)
    return cells(rules)


def shift_named(rules: Parameters, start: int, end: int) -> int:
    """The shift of the line from one end toward the other; refuses what is no line."""
    labels = name(rules, start), name(rules, end)
    both = f"{labels[0]} and {labels[1]}"
    stop = stop_move(rules)
    found = cube.between(rules.size, start, end)
    if found:
        line, backward = found[0] - FIRST_LINE[rules.size - 3], found[1]
        if line < shift_count(rules):
            return stop + 1 + 2 * line + backward
        raise Unreadable(
            f"{both} are the ends of a diagonal; those are not shifted here.", 4, labels
        )
    apart = set(cube.distances(rules.size, start, end)) - {0}
    if set(cube.through(rules.size, start)) & set(cube.through(rules.size, end)):
        raise Unreadable(f"{both} are not the two ends of a line; name both.", RULING + 23, labels)
    if len(apart) == 1:
        raise Unreadable(f"{both} lie on a diagonal that is too short.", RULING + 4, labels)
    if apart <= {1, rules.size - 1}:
        raise Unreadable(f"A line from {both} would go around the edge.", RULING + 3, labels)
    raise Unreadable(f"{both} do not lie on a line.", 4, labels)


def write(rules: Parameters, state: State, move: int) -> str:
    """The notation of a move."""
    if move < cells(rules):
        return name(rules, move)
    if move == cells(rules):
        return "stop"
    backward = direction_of(rules, move) == BACKWARD
    start, end = cube.ends(rules.size, line_of(rules, move), backward)
    return f"{name(rules, start)}>{name(rules, end)}"


def explain(rules: Parameters, state: State, move: int, rule: int) -> tuple[str, tuple[str, ...]]:
    """Why the rule forbids this move, and the cells concerned."""
    if rule == RULING + 8:
        return "A turn begins with a piece on an empty cell; only then a line may be shifted.", ()
    if rule == 3:
        here = name(rules, move)
        if state.placed != NONE:
            placed = name(rules, state.placed)
            return f"{placed} has been placed; now shift a line or stop.", (here, placed)
        return f"{here} holds a piece of {{{state.board[move]}}}.", (here,)
    four = touched_four(rules, state, line_of(rules, move), direction_of(rules, move))
    labels = tuple(name(rules, cell) for cell in cube.cells_of(rules.size, four))
    verb = "touch" if rules.four_lock == FREEZE else "break"
    whose = f"the line of {{{owner(rules, state, four)}}} on {'-'.join(labels)}"
    return f"{write(rules, state, move)} would {verb} {whose}.", labels


def touched_four(rules: Parameters, state: State, line: int, direction: int) -> int:
    """A four that forbids this shift."""
    after = state.copy()
    shift(rules, after, line, direction)
    cells = set(cube.cells_of(rules.size, line))
    return next(
        four
        for four in cube.lines(rules.size)
        if four != line
        and owner(rules, state, four) != EMPTY
        and cells & set(cube.cells_of(rules.size, four))
        and (rules.four_lock == FREEZE or owner(rules, after, four) != owner(rules, state, four))
    )


def ending(rules: Parameters, state: State) -> str:
    """How the match ended."""
    winner = state.winner
    if state.rule == 13:
        won = [str(k + 1) for k in range(rules.rounds) if state.round_winner[k] == winner]
        return f"{{{winner}}} has won round {' and '.join(won)}, {{{1 - winner}}} none."
    how = "Each has won a round" if won_by(state, winner) else "No round was won"
    if state.rule == 16:
        return f"{how} and the rest is equal too, so {{{winner}}}, the DMO, wins."
    word, tally = "threes", state.round_threes
    if state.rule == 15 and lead(state.round_fours):
        word, tally = "fours", state.round_fours
    more, fewer = sum(tally[winner::2]), sum(tally[1 - winner :: 2])
    return f"{how}, and {{{winner}}} has more {word}, {more} against {fewer}."


FIELDS = ("board", "to_move", "round", "rounds", "placed")
ROUND = {"winner": 0, "fours": [2, 1], "threes": [5, 3], "turns": 40}


def position(rules: Parameters, state: State, fields: Mapping[str, object]) -> None:
    """Set up `board`, `to_move`, `round`, `rounds` and, while a shift may follow, `placed`."""
    scene = Scenario(fields, FIELDS)
    set_rounds(rules, state, scene)
    pieces = scene.cells("board", '{"AW1": 0, "BX2": 1}', partial(cell_named, rules))
    for cell, mark in pieces.items():
        put(rules, state, cell, scene.player(f"the piece on {name(rules, cell)}", mark, MARKS))
    state.player = scene.whole("to_move", 0, 1, state.player)
    if state.winner != ONGOING:
        return
    state.turn += len(pieces)
    if "placed" in scene:
        state.placed = scene.understood(partial(cell_named, rules), scene.raw("placed"))
        if state.board[state.placed] != state.player:
            scene.refuse(f"the mover, player {state.player}, has no piece on the cell just placed.")
        if not can_shift(rules, state):
            scene.refuse("nothing can be shifted after the piece just placed: its turn is over.")
        state.turn -= 1
    else:
        judge(rules, state, 1 - state.player)


def set_rounds(rules: Parameters, state: State, scene: Scenario) -> None:
    """Note the rounds that were played; one that is not described was tied without anything."""
    most = rules.rounds
    given = scene.several("rounds", f"{[ROUND]}, {most} at most", most)
    round = scene.whole("round", 1, most, min(len(given) + 1, most))
    if "rounds" in scene and len(given) != round - 1 and not len(given) == round == most:
        scene.refuse(f"round {round} follows {round - 1} others; rounds describes {len(given)}.")
    for k in range(max(len(given), round - 1)):
        start_round(rules, state, k + 1)
        fields = given[k] if k < len(given) else {}
        state.turn += set_round(rules, state, k, Scenario(fields, ROUND, "a round played"))
    if len(given) == most:
        decide(rules, state)
    else:
        start_round(rules, state, round)


def set_round(rules: Parameters, state: State, k: int, played: Scenario) -> int:
    """Note one round that was played; return how many turns it had."""
    if "winner" in played:
        what = "the winner of a round"
        state.round_winner[k] = played.player(what, played.raw("winner"), MARKS)
    for key, tally in (("fours", state.round_fours), ("threes", state.round_threes)):
        if key in played:
            tally[2 * k : 2 * k + 2] = played.numbers(key, 0, 999, "[2, 1]")
    enough = [state.round_fours[2 * k + player] >= rules.fours_needed for player in range(2)]
    winner = state.round_winner[k]
    if "fours" in played and (not enough[winner] if winner != NONE else enough[0] != enough[1]):
        needed = f"a round is won with {rules.fours_needed} fours"
        played.refuse(f"fours {played.raw('fours')} cannot be: {needed}.")
    return played.whole("turns", 0, cells(rules), 0)


def dump(rules: Parameters, state: State) -> dict[str, object]:
    """The position as scenario fields."""
    board, winners = state.board[: cells(rules)], state.round_winner
    turns = [state.begun, state.turn - state.begun] if state.round == 2 else [state.turn]
    return {
        "board": {name(rules, cell): mark for cell, mark in enumerate(board) if mark != EMPTY},
        "to_move": state.player,
        "round": state.round,
        "rounds": [
            {
                "winner": None if winners[k] == NONE else winners[k],
                "fours": state.round_fours[2 * k : 2 * k + 2],
                "threes": state.round_threes[2 * k : 2 * k + 2],
                "turns": turns[k],
            }
            for k in range(rounds_over(state))
        ],
        "placed": None if state.placed == NONE else name(rules, state.placed),
    }


def rounds_over(state: State) -> int:
    """How many rounds are finished."""
    return state.round - 1 if state.winner == ONGOING else state.round


def text_board(rules: Parameters, state: State) -> str:
    """The levels side by side, and what the rounds have brought."""
    marks = ["." if player == EMPTY else MARKS[player] for player in state.board]
    drawn = [cube.text(rules.size, marks[: cells(rules)])]
    for k in range(rounds_over(state)):
        winner, (a, b) = state.round_winner[k], state.round_fours[2 * k : 2 * k + 2]
        c, d = state.round_threes[2 * k : 2 * k + 2]
        how = "tied" if winner == NONE else f"won by {{{winner}}}"
        drawn.append(f"Round {k + 1}: {how}; fours {a} to {b}, threes {c} to {d}")
    if state.winner == ONGOING:
        a, b = state.fours
        drawn.append(f"Round {state.round}: R is {{0}}, B is {{1}}; fours {a} to {b}")
    return "\n".join(drawn)
