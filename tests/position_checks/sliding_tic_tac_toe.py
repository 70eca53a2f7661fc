"""Positions of Sliding Tic-Tac-Toe. X is player 0, O is player 1; X starts unless it is said."""

from __future__ import annotations

from typing import Any

import gamekit as gk
from gamekit.boards import grid
from tests.position_checks.take_back_toe import known

Data = dict[str, Any]
NAME = "sliding-tic-tac-toe"
SEATS = {"X": 0, "O": 1}


def variants(expect: Data) -> list[tuple[Data, Any]]:
    """Return (parameters, expected) of each variant; every option here is a parameter."""
    return [
        ({key: value}, expected)
        for option, expected in expect.get("variants", {}).items()
        for key, _, value in [option.partition("=")]
    ]


def rows_of(given: Data) -> list[str]:
    """The rows that are given, or those with the tiles that are given."""
    if given.get("rows"):
        return list(given["rows"])
    return [
        "".join(given["tiles"].get(grid.label(row, column), ".") for column in range(6))
        for row in range(6)
    ]


def scene(rows: list[str], mover: str = "X", **parameters: Any) -> gk.Match:
    return gk.Match(gk.load(NAME, **parameters), position={"rows": rows, "to_move": SEATS[mover]})


def slides(match: gk.Match) -> list[str]:
    return [move for move in match.legal() if move.startswith("slide")]


def slide_text(given: Data) -> str:
    group = given["group"]
    ends = group[0] if len(group) == 1 else f"{group[0]}-{group[-1]}"
    return f"slide {ends} {given['dir']} {given['dist']}"


def has_five(match: gk.Match, mark: str) -> bool:
    return bool(match.game.has_five(match.rules, match.state, SEATS[mark]))


def winner(match: gk.Match) -> str | None:
    return None if match.result is None else {0: "X", 1: "O", None: "-"}[match.result.winner]


def dumped_rows(match: gk.Match) -> Any:
    return match.game.dump(match.rules, match.state)["rows"]


def windows(given: Data, expect: Data, position: Data) -> None:
    known(given)
    known(expect, "windows")
    assert len(grid.windows(6, 6, 5)) == expect["windows"]


def first(given: Data, expect: Data, position: Data) -> None:
    known(given)
    known(expect, "actions")
    match = gk.Match(NAME)
    assert len(list(match.turns())) == len(match.legal()) == expect["actions"]


def count_slides(given: Data, expect: Data, position: Data) -> None:
    known(given, "rows", "tiles")
    known(expect, "count")
    assert len(slides(scene(rows_of(given)))) == expect["count"]


def slide_ok(given: Data, expect: Data, position: Data) -> None:
    known(given, "rows", "group", "dir", "dist")
    known(expect, "legal")
    refusal = scene(given["rows"]).why_not(slide_text(given))
    assert (refusal is None) is expect["legal"]


def second(given: Data, expect: Data, position: Data) -> None:
    known(given, "first")
    known(expect, "place", "slide", "place_then_slide", "total", "distinct_boards")
    match = gk.Match(gk.load(NAME, neutral="none")).play(given["first"])
    turns = list(match.turns())
    assert len(turns) == expect["total"]
    assert len([turn for turn in turns if "slide" not in turn]) == expect["place"]
    assert len([turn for turn in turns if turn.startswith("slide")]) == expect["slide"]
    assert len([turn for turn in turns if ", slide" in turn]) == expect["place_then_slide"]
    boards = {tuple(dumped_rows(match.fork().play(turn))) for turn in turns}
    assert len(boards) == expect["distinct_boards"]


def evaluate(given: Data, expect: Data, position: Data) -> None:
    """The board at the end of the mover's turn."""
    known(given, "rows", "mover")
    known(expect, "X", "O", "winner")
    match = scene(given["rows"], {"X": "O", "O": "X"}[given["mover"]])
    assert [has_five(match, mark) for mark in "XO"] == [expect["X"], expect["O"]]
    assert winner(match) == expect["winner"]


def slide_five(given: Data, expect: Data, position: Data) -> None:
    known(given, "rows", "group", "dir", "dist", "mover")
    known(expect, "after_row_A", "X", "O", "winner", "variants")
    for parameters, expected in [({}, expect["winner"]), *variants(expect)]:
        match = scene(given["rows"], given["mover"], **parameters)
        assert match.result is None
        match.play(slide_text(given))
        assert dumped_rows(match)[0] == expect["after_row_A"]
        assert [has_five(match, mark) for mark in "XO"] == [expect["X"], expect["O"]]
        assert winner(match) == expected


def phase(given: Data, expect: Data, position: Data) -> None:
    known(given, "rows")
    known(
        expect, "empties", "may_place", "slides", "X_five", "O_five",
        "placements_left_before_freeze",
    )  # fmt: skip
    match = scene(given["rows"], "O")
    assert match.state.empty == expect["empties"]
    placements = [move for move in match.legal() if not move.startswith("slide")]
    assert bool(placements) is expect["may_place"]
    if "slides" in expect:
        assert len(slides(match)) == expect["slides"]
        assert [has_five(match, mark) for mark in "XO"] == [expect["X_five"], expect["O_five"]]
    if "placements_left_before_freeze" in expect:
        assert expect["placements_left_before_freeze"] == 1
        for move in placements:
            then = match.fork().play(move)
            assert slides(then) == [m for m in then.legal() if m != "stop"]


def order(given: Data, expect: Data, position: Data) -> None:
    """Each order of (P)lacing, (S)liding and the (N)eutral tile, once X lies on C3."""
    known(given, "order", "player", "neutral_available")
    known(expect, "legal")
    match = gk.Match(NAME).play("C3")
    if given["player"] == "first":
        match.play("D4")
    words = {
        "P": iter(["A1", "B1"]),
        "S": iter(["slide C3 right 1", "slide C4 right 1"]),
        "N": iter(["N F6"]),
    }
    refusal = match.why_not(", ".join(next(words[letter]) for letter in given["order"]))
    assert (refusal is None) is expect["legal"]
    left = match.state.neutral[match.to_act]
    assert bool(left) is given["neutral_available"]


def supply(given: Data, expect: Data, position: Data) -> None:
    """X has placed so many tiles, O the rest, in pairs so that nobody has five in a row."""
    known(given, "placed", "empties")
    known(expect, "may_place", "must")
    marks = "XXOOXXOOXXOOXXOOXXOOXXOOXXOOXXOOXXOO"
    cells = list(marks[: 36 - given["empties"]].ljust(36, "."))
    for n in range(35, -1, -1):  # make the last tiles those of whoever lacks some
        if cells.count("X") == given["placed"]:
            break
        if cells[n] == "OX"[cells.count("X") > given["placed"]]:
            cells[n] = "XO"[cells[n] == "X"]
    rows = ["".join(cells[n : n + 6]) for n in range(0, 36, 6)]
    match = scene(rows)
    assert match.state.placed[0] == given["placed"]
    assert match.state.empty == given["empties"]
    may_place = [move for move in match.legal() if not move.startswith(("slide", "N"))]
    assert bool(may_place) is expect["may_place"]
    if "must" in expect:
        assert match.legal()
        assert all(move.startswith(expect["must"]) for move in match.legal())


CHECKS = {
    "stt.windows": windows,
    "stt.first": first,
    "stt.slides": count_slides,
    "stt.slide_ok": slide_ok,
    "stt.second": second,
    "stt.eval": evaluate,
    "stt.slide_five": slide_five,
    "stt.phase": phase,
    "stt.order": order,
    "stt.supply": supply,
}
