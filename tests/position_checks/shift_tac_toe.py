"""Positions of Shift Tac Toe. R is player 0, B player 1; P is player 0 too, Q player 1."""

from __future__ import annotations

from collections import Counter
from typing import Any

import gamekit as gk
from gamekit.boards import cube
from tests.position_checks.take_back_toe import known

Data = dict[str, Any]
SIZE = 4
SEATS = {"R": 0, "B": 1, "P": 0, "Q": 1, None: None}
MARKS = "RB"


def load(**parameters: Any) -> gk.Game:
    return gk.load("shift-tac-toe", **parameters)


def scene(board: Data, mover: str | None = None, **parameters: Any) -> gk.Match:
    """The mover is to shift after a piece that is on the board, or else to place one."""
    placed = next((cell for cell, mark in board.items() if mark == mover), None)
    position = {"board": board, "placed": placed, "to_move": SEATS[mover] or 0}
    return gk.Match(load(**parameters), position=position)


def shift_of(given: Data) -> str:
    return f"{given['from']}>{given['to']}"


def any_player(board: Data) -> str:
    """A player with a piece on the board, who may have placed it."""
    return str(next(iter(board.values())))


def board(match: gk.Match) -> Data:
    cells = match.game.dump(match.rules, match.state)["board"]
    return {cell: MARKS[player] for cell, player in cells.items()}


def first_round(match: gk.Match) -> Any:
    """Winner, fours and threes of round 1, once it is over."""
    return match.game.dump(match.rules, match.state)["rounds"][0]


def by_mark(pair: Any) -> Data:
    return {mark: pair[SEATS[mark]] for mark in MARKS}


def shifted(now: Data, start: str, end: str) -> Data:
    return board(scene(now, any_player(now)).play(f"{start}>{end}"))


# --- the board ---------------------------------------------------------------------------------


def census(given: Data, expect: Data, position: Data) -> None:
    known(given)
    known(
        expect, "lines", "axis", "plane_diagonals", "space_diagonals", "cells_with_7_lines",
        "cells_with_4_lines",
    )  # fmt: skip
    kinds = Counter(cube.kind(SIZE, line) for line in cube.lines(SIZE))
    through = Counter(len(cube.through(SIZE, cell)) for cell in range(SIZE**3))
    assert len(cube.lines(SIZE)) == expect["lines"]
    assert kinds[cube.EDGE] == expect["axis"]
    assert kinds[cube.PLANE] == expect["plane_diagonals"]
    assert kinds[cube.SPACE] == expect["space_diagonals"]
    assert through[7] == expect["cells_with_7_lines"]
    assert through[4] == expect["cells_with_4_lines"]


def is_line(given: Data, expect: Data, position: Data) -> None:
    known(given, "cells")
    known(expect, "line")
    match = scene(dict.fromkeys(given["cells"], "R"))
    assert (match.state.fours == [1, 0]) is expect["line"]
    shift = f"{given['cells'][0]}>{given['cells'][-1]}"
    assert (gk.Match(load()).why_not(f"BX3, {shift}") is None) is expect["line"]


def opening(given: Data, expect: Data, position: Data) -> None:
    known(given)
    known(
        expect, "placements", "raw_actions", "actions_without_empty_line_shifts", "distinct_boards"
    )
    match = gk.Match(load())
    assert len(match.legal()) == expect["placements"]
    raw, sensible, boards = 0, 0, set()
    for cell in match.legal_moves():
        placed = match.fork().play(cell)
        raw += len(placed.legal_moves())
        moves = [0] * placed.game.moves
        count = placed.game.sensible_moves(placed.rules, placed.state, moves)
        sensible += count
        boards |= {tuple(board(placed.fork().play(move))) for move in moves[:count]}
    assert raw == expect["raw_actions"]
    assert sensible == expect["actions_without_empty_line_shifts"]
    assert len(boards) == expect["distinct_boards"]


# --- shifts ------------------------------------------------------------------------------------


def shift(given: Data, expect: Data, position: Data) -> None:
    known(given, "board", "from", "to")
    known(expect, "board")
    assert shifted(given["board"], given["from"], given["to"]) == expect["board"]


def group(given: Data, expect: Data, position: Data) -> None:
    known(given, "board", "from", "to")
    known(expect, "order", "inverse_ok", "three_equals_inverse")
    start, ends = given["board"], (given["from"], given["to"])
    boards = [start]
    while len(boards) == 1 or boards[-1] != start:
        boards.append(shifted(boards[-1], *ends))
    assert len(boards) - 1 == expect["order"]
    back = shifted(start, *ends[::-1])
    assert (shifted(boards[1], *ends[::-1]) == start) is expect["inverse_ok"]
    assert (boards[3] == back) is expect["three_equals_inverse"]


def legal(given: Data, expect: Data, position: Data) -> None:
    """Neither player's right to shift depends on whose the fours are."""
    known(given, "board", "from", "to")
    locks = ("preserve", "freeze", "none")
    known(expect, *locks, "fours_R_before", "fours_R_after")
    for mover in sorted(set(given["board"].values())):
        for lock in locks:
            match = scene(given["board"], mover, four_lock=lock)
            refusal = match.why_not(shift_of(given))
            assert (refusal is None) is expect[lock]
            assert refusal is None or refusal.rule in position["rules"]
    if "fours_R_before" in expect:
        match = scene(given["board"], "R")
        assert match.state.fours[SEATS["R"]] == expect["fours_R_before"]
        match.play(shift_of(given))
        assert first_round(match)["fours"][SEATS["R"]] == expect["fours_R_after"]


def double(given: Data, expect: Data, position: Data) -> None:
    known(given, "board", "from", "to", "mover")
    known(expect, "before", "after", "legal", "winner")
    for rule, winner in expect["winner"].items():
        match = scene(given["board"], given["mover"], simultaneous=rule)
        assert by_mark(match.state.fours) == expect["before"]
        assert (match.why_not(shift_of(given)) is None) is expect["legal"]
        match.play(shift_of(given))
        assert by_mark(first_round(match)["fours"]) == expect["after"]
        assert first_round(match)["winner"] == SEATS[winner]


def turn(given: Data, expect: Data, position: Data) -> None:
    known(given, "board", "mover", "place", "shift")
    known(expect, "legal")
    match = gk.Match(load(), position={"board": given["board"], "to_move": SEATS[given["mover"]]})
    parts = [given["place"], ">".join(given["shift"]) if given["shift"] else None]
    text = ", ".join(part for part in parts if part) or "stop"
    assert (match.why_not(text) is None) is expect["legal"]


# --- fours, threes and the match ---------------------------------------------------------------


def fours(given: Data, expect: Data, position: Data) -> None:
    """The mover's turn is over."""
    known(given, "board", "mover")
    known(expect, "R", "B", "round_winner")
    position = {"board": given["board"], "to_move": 1 - int(SEATS[given["mover"]] or 0)}
    match = gk.Match(load(), position=position)
    if expect["round_winner"] is None:
        assert match.state.round == 1
        found = match.state.fours
    else:
        assert first_round(match)["winner"] == SEATS[expect["round_winner"]]
        found = first_round(match)["fours"]
    assert by_mark(found) == {mark: expect[mark] for mark in MARKS}


def full(given: Data, expect: Data, position: Data) -> None:
    known(given, "layers")
    known(expect, "R_count", "B_count", "fours", "threes")
    cells = {
        cube.label(SIZE, cube.number(SIZE, row, column, level)): mark
        for level, rows in enumerate(given["layers"])
        for row, marks in enumerate(rows)
        for column, mark in enumerate(marks)
    }
    counts = Counter(cells.values())
    assert (counts["R"], counts["B"]) == (expect["R_count"], expect["B_count"])
    for mode, threes in expect["threes"].items():
        match = scene(cells, threes=mode)
        assert first_round(match)["winner"] is None
        assert by_mark(first_round(match)["fours"]) == expect["fours"]
        assert by_mark(first_round(match)["threes"]) == threes


def threes(given: Data, expect: Data, position: Data) -> None:
    known(given, "board")
    known(expect, "consecutive", "any3of4", "windows")
    assert set(given["board"].values()) == {"R"}
    for mode, count in expect.items():
        match = scene(given["board"], threes=mode)
        assert match.game.threes(match.rules, match.state, SEATS["R"]) == count


def match_result(given: Data, expect: Data, position: Data) -> None:
    """Fours and threes are totals: all of them are put in round 1, whoever starts or is the DMO."""
    known(given, "round_winners", "fours", "threes")
    known(expect, "winner")
    rounds: list[Data] = [{"winner": SEATS[winner]} for winner in given["round_winners"]]
    for key in ("fours", "threes"):
        if key in given:
            rounds[0][key] = [given[key]["P"], given[key]["Q"]]
    for dmo in (0, 1):
        match = gk.Match(load(), dmo=dmo, position={"rounds": rounds})
        assert match.result is not None
        wanted = dmo if expect["winner"] == "DMO" else SEATS[expect["winner"]]
        assert match.result.winner == wanted
        assert match.result.rule in position["rules"]


CHECKS = {
    "sht.census": census,
    "sht.isline": is_line,
    "sht.opening": opening,
    "sht.shift": shift,
    "sht.group": group,
    "sht.legal": legal,
    "sht.double": double,
    "sht.turn": turn,
    "sht.fours": fours,
    "sht.full": full,
    "sht.threes": threes,
    "sht.match": match_result,
}
