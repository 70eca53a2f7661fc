"""Positions of Tactical Escape. E, the escaper, is player 0; G, who gave the win condition, player 1."""

from __future__ import annotations

from collections import Counter
from typing import Any

import gamekit as gk
from gamekit.boards import hexagon, shapes
from tests.position_checks.take_back_toe import known, variants_of

Data = dict[str, Any]
SIZE = 5
# Options of the positions that are parameters, and those that are not: for information only.
NAMES = "min_place superlative basket_overlap wc1 wc11_first_turn stage_turns turn_cap cap_tie"
PARAMETERS = {name: name for name in NAMES.split()}
OTHERS = ("seat_after_offer", "wc11_current", "turn_cap_unit", "cap_moment")
SEATS = {"first": 0, "second": 1}


def variants(named: Data) -> list[tuple[Data, Any]]:
    """Return (parameters, expected) of each variant whose option is a parameter."""
    return variants_of(named, PARAMETERS, OTHERS)


def labels(cells: list[int]) -> list[str]:
    return sorted(hexagon.label(SIZE, cell) for cell in cells)


def board(given: Data) -> dict[str, int]:
    return {**dict.fromkeys(given["E"], 0), **dict.fromkeys(given["G"], 1)}


def offer_with(held: list[int]) -> list[int]:
    """Three win conditions, those held among them; 12 last, as it would always help."""
    return [*held, *(c for c in range(1, 13) if c not in held)][:3]


# --- the board ---------------------------------------------------------------------------------


def census(given: Data, expect: Data, position: Data) -> None:
    known(given)
    known(
        expect, "cells", "rows", "by_number", "degree", "lines", "five_windows", "six_windows",
        "possible_flowers", "five_cell_baskets", "free_baskets",
    )  # fmt: skip
    cells = range(hexagon.cell_count(SIZE))
    names = [hexagon.label(SIZE, cell) for cell in cells]
    degrees = Counter(len(hexagon.neighbors(SIZE, cell)) for cell in cells)
    numbers = Counter(hexagon.number_of(SIZE, cell) for cell in cells)
    baskets = hexagon.connected(SIZE, 5)
    kinds = {shapes.free(shapes.shifted(basket), shapes.HEXAGON) for basket in baskets}
    assert len(cells) == len(set(names)) == expect["cells"]
    assert Counter(name[0] for name in names) == expect["rows"]
    assert {str(number): count for number, count in numbers.items()} == expect["by_number"]
    assert {str(degree): count for degree, count in degrees.items()} == expect["degree"]
    assert len(hexagon.lines(SIZE)) == expect["lines"]
    assert len(hexagon.windows(SIZE, 5)) == expect["five_windows"]
    assert len(hexagon.windows(SIZE, 6)) == expect["six_windows"]
    assert len(hexagon.flowers(SIZE)) == expect["possible_flowers"]
    assert len(baskets) == expect["five_cell_baskets"]
    assert len(kinds) == len(hexagon.KINDS) - 1 == expect["free_baskets"]


def edges(given: Data, expect: Data, position: Data) -> None:
    known(given)
    known(expect, "union_is_border", "each_edge_straight", "pair_distance", "pairs_disjoint")
    sides = [hexagon.side(SIZE, number) for number in range(6)]
    pairs = list(zip(sides[:3], sides[3:], strict=True))
    cells = range(hexagon.cell_count(SIZE))
    border = {cell for cell in cells if len(hexagon.neighbors(SIZE, cell)) < 6}
    assert ({cell for side in sides for cell in side} == border) is expect["union_is_border"]
    straight = [side in hexagon.windows(SIZE, SIZE) or side[::-1] in hexagon.windows(SIZE, SIZE)
                for side in sides]  # fmt: skip
    assert all(straight) is expect["each_edge_straight"]
    far = [min(_distance(a, b) for a in one for b in other) for one, other in pairs]
    assert far == expect["pair_distance"]
    assert all(not set(a) & set(b) for a, b in pairs) is expect["pairs_disjoint"]


def _distance(one: int, other: int) -> int:
    """Return the fewest steps from one cell to another."""
    q = hexagon.EAST[one] - hexagon.EAST[other]
    s = hexagon.SOUTH[one] - hexagon.SOUTH[other]
    return max(abs(q), abs(s), abs(q + s))


def neighbours(given: Data, expect: Data, position: Data) -> None:
    known(given, "cell")
    known(expect, "neighbours")
    cell = hexagon.cell(SIZE, given["cell"])
    assert cell is not None
    assert labels(hexagon.neighbors(SIZE, cell)) == sorted(expect["neighbours"])


def flowers(given: Data, expect: Data, position: Data) -> None:
    known(given, "cells")
    known(expect, "flowers", "centres")
    match = gk.Match("tactical-escape", position={"board": dict.fromkeys(given["cells"], 0)})
    centres = [
        hexagon.label(SIZE, cell)
        for cell in range(hexagon.cell_count(SIZE))
        for turn in range(2)
        if hexagon.is_flower(SIZE, match.state.board, cell, turn)
    ]
    assert match.game.flowers(match.rules, match.state, 0) == expect["flowers"]
    assert sorted(centres) == sorted(expect["centres"])


# --- turns -------------------------------------------------------------------------------------


def started(**parameters: Any) -> gk.Match:
    """A match after the first gifts."""
    match = gk.Match(gk.load("tactical-escape", offer=(1, 2, 3), **parameters))
    return match.play("give 1").play("give 1")


def opening(given: Data, expect: Data, position: Data) -> None:
    known(given)
    known(
        expect, "first_turn_placements", "second_player_two", "second_player_one",
        "second_player_remove", "first_turn_pass", "second_player_pass",
    )  # fmt: skip
    match = started()
    first = [turn for turn in match.turns() if not turn.endswith("escape")]
    second = [turn for turn in match.play("E5").turns() if not turn.endswith("escape")]
    removals = [turn for turn in second if turn.startswith("remove")]
    placements = [turn for turn in second if turn not in ("pass", *removals)]
    assert len(first) == expect["first_turn_placements"]
    assert first.count("pass") == expect["first_turn_pass"]
    assert sum(" " in turn for turn in placements) == expect["second_player_two"]
    assert sum(" " not in turn for turn in placements) == expect["second_player_one"]
    assert len(removals) == expect["second_player_remove"]
    assert second.count("pass") == expect["second_player_pass"]


def sequence(given: Data, expect: Data, position: Data) -> None:
    known(given, "actions")
    known(expect, "illegal_at")
    match = started()
    illegal_at = None
    for number, (who, action, cells) in enumerate(given["actions"]):
        assert match.to_act == SEATS[who]
        word = {"place": "", "remove": "remove "}[action]
        turn = word + " ".join(cells) if cells else "pass"
        if match.why_not(turn):
            illegal_at = number
            break
        match.play(turn)
    assert illegal_at == expect["illegal_at"]


def stage(given: Data, expect: Data, position: Data) -> None:
    known(given, "completed")
    known(expect, "stage")
    match = gk.Match("tactical-escape", position={"turns": given["completed"]})
    assert match.game.stage(match.rules, match.state) == expect["stage"]


# --- winning -----------------------------------------------------------------------------------


def condition(given: Data, expect: Data, position: Data) -> None:
    known(given, "wincon", "E", "G", "turns", "given_stage", "escape_stage")
    known(expect, "fulfilled", "variants")
    wanted = given["wincon"]
    for parameters, expected in [({}, expect["fulfilled"]), *variants(expect.get("variants", {}))]:
        fields: Data = {"board": board(given), "to_move": 0, "offer": offer_with([wanted])}
        fields["given"] = [[wanted], [wanted]]
        turn, first = "pass escape", 1
        if "turns" in given:
            *past, last = given["turns"]
            fields["placed"] = [past, [2] * len(given["turns"])]
            turn = f"{' '.join(['A1', 'A3'][:last]) or 'pass'} escape"
        if "given_stage" in given:
            now, first, turn = given["escape_stage"], 0, "E5 escape"
            order = [1, 2]
            order.insert(given["given_stage"] - 1, wanted)
            fields |= {"offer": [1, 2, wanted], "given": [order[:now], order[:now]]}
            fields["turns"] = [10 * (now - 1), 10 * (now - 1)]
        game = gk.load("tactical-escape", **parameters)
        match = gk.Match(game, first=first, position=fields)
        if wanted <= 10:
            assert game.fulfills(match.rules, match.state, 0, wanted) is expected
            assert bool(game.fulfilling_cells(match.rules, match.state, 0, wanted)) is expected
        assert match.play(turn).result is not None
        assert (match.result.winner == 0) is expected, position["title"]


def escape(given: Data, expect: Data, position: Data) -> None:
    known(given, "held", "E", "G")
    known(expect, "fulfilled", "winner")
    held = given["held"]
    fields = {
        "board": board(given),
        "offer": offer_with(held),
        "given": [held, held],
        "turns": [10 * (len(held) - 1) + 1, 10 * (len(held) - 1) + 1],
    }
    match = gk.Match("tactical-escape", position=fields)
    assert list(match.game.fulfilled(match.rules, match.state, 0)) == expect["fulfilled"]
    match.play("pass escape")
    assert match.result is not None
    assert {0: "escaper", 1: "opponent"}[match.result.winner] == expect["winner"]


FIVE = ("A1", "A2", "A3", "A4", "A5"), ("I1", "I2", "I3", "I4", "I5")
SIX = ("C1", "C2", "C3", "C4", "C5", "C6"), ("G1", "G2", "G3", "G4", "G5", "G6")


def cap(given: Data, expect: Data, position: Data) -> None:
    """Rows of five and of six, offered with the first two win conditions, as many as are to count."""
    known(given, "first", "second")
    known(expect, "winner", "variants")
    pieces: dict[str, int] = {}
    for who, player in SEATS.items():
        for row in (FIVE, SIX)[: given[who]]:
            pieces |= dict.fromkeys(row[player], player)
    fields = {
        "board": pieces,
        "offer": [1, 2, 12],
        "given": [[1, 2, 12], [12, 2, 1]],
        "turns": [50, 49],
    }
    for parameters, expected in [({}, expect["winner"]), *variants(expect.get("variants", {}))]:
        match = gk.Match(gk.load("tactical-escape", **parameters), position=fields)
        match.play("pass")
        assert match.result is not None
        text = {0: "first", 1: "second", None: f"none ({match.result.kind})"}
        assert text[match.result.winner] == expected


def capped(given: Data, expect: Data, position: Data) -> None:
    known(given, "completed")
    known(expect, "ended", "variants")
    for parameters, expected in [({}, expect["ended"]), *variants(expect.get("variants", {}))]:
        game = gk.load("tactical-escape", **parameters)
        match = gk.Match(game, position={"turns": given["completed"]})
        assert (match.result is not None) is expected


CHECKS = {
    "te.census": census,
    "te.edges": edges,
    "te.nb": neighbours,
    "te.flowers": flowers,
    "te.opening": opening,
    "te.sequence": sequence,
    "te.stage": stage,
    "te.wc": condition,
    "te.escape": escape,
    "te.cap": cap,
    "te.capped": capped,
}
