"""Positions of Flower Field. P1 is player 0, who starts."""

from __future__ import annotations

import re
from typing import Any

import gamekit as gk
from gamekit.boards import shapes, tetrominoes
from tests.position_checks.take_back_toe import known

Data = dict[str, Any]
PLAYERS = {"P1": 0, "P2": 1}
NAMES = {player: name for name, player in PLAYERS.items()}
# One field of each shape, by its letter.
LETTERS = {
    "I": "D2 D3 D4 D5",
    "O": "D4 D5 E4 E5",
    "T": "D3 D4 D5 E4",
    "L": "D3 D4 D5 E3",
    "S": "D4 D5 E5 E6",
}
# What the kit says where a position expects "fail:...".
FLAWS = {
    "same field": r"Both are the same field\.",
    "not equivalent": r"The two fields are not equivalent\.",
    "not connected": r"[A-G1-7 ]+ are not connected\.",
    "empty": r"There is no flower on [A-G1-7 ]+\.",
}
# Options that are parameters, by the name of the parameter.
PARAMETERS = (
    "adjacency",
    "overlap",
    "redo",
    "full_board",
    "lives",
    "max_plants",
    "colours",
    "size",
)
# Options that are no parameters: what positions say of them is for information.
OTHERS = ("malformed", "failed_redo", "assist")


def variants(expect: Data) -> list[tuple[Data, Any]]:
    """Return (parameters, expected) of each variant whose option is a parameter."""
    found: list[tuple[Data, Any]] = []
    for option, expected in expect.get("variants", {}).items():
        key, _, value = option.partition("=")
        if key not in OTHERS:
            assert key in PARAMETERS, f"unknown option {option!r}"
            found.append(({key: int(value) if value.isdigit() else value}, expected))
    return found


def scene(given: Data, **parameters: Any) -> gk.Match:
    fields = {key: given[key] for key in ("board", "recent", "lives") if key in given}
    return gk.Match(gk.load("flower-field", **parameters), position=fields)


def planting(plants: list[list[str]]) -> str:
    return ", ".join(f"{cell} {colour}" for cell, colour in plants)


def challenge(fields: list[list[str]]) -> str:
    return "challenge " + " / ".join(" ".join(field) for field in fields)


def census(given: Data, expect: Data, position: Data) -> None:
    known(given)
    known(
        expect, "fixed_placements", "by_shape", "fixed_tetrominoes", "free_tetrominoes",
        "coloured_classes", "coloured_total", "through_D4", "through_A1",
    )  # fmt: skip
    fields = [tetrominoes.cells(7, field) for field in range(tetrominoes.count(7))]
    assert len(set(map(frozenset, fields))) == expect["fixed_placements"]
    kinds = [tetrominoes.kind(7, field) for field in range(len(fields))]
    placed = [[divmod(cell, 7) for cell in cells] for cells in fields]
    assert len({shapes.shifted(cells) for cells in placed}) == expect["fixed_tetrominoes"]
    free = {shapes.free(shapes.shifted(cells), shapes.SQUARE) for cells in placed}
    assert len(free) == expect["free_tetrominoes"] == len(LETTERS)
    total = 0
    for letter, text in LETTERS.items():
        one = tetrominoes.found(7, [numbered(label) for label in text.split()])
        assert kinds.count(kinds[one]) == expect["by_shape"][letter]
        shape = shapes.free(shapes.shifted(placed[one]), shapes.SQUARE)
        classes = len(set(shapes.colorings(shape, shapes.SQUARE, 3).values()))
        assert classes == expect["coloured_classes"][letter]
        total += classes
    assert total == expect["coloured_total"]
    for cell in ("D4", "A1"):
        assert sum(numbered(cell) in cells for cells in fields) == expect[f"through_{cell}"]


def numbered(label: str) -> int:
    """The number of a cell in the 7x7 garden."""
    return "ABCDEFG".index(label[0]) * 7 + int(label[1]) - 1


def plants(given: Data, expect: Data, position: Data) -> None:
    known(given, "board")
    known(expect, "one", "two", "total", "variants")
    for parameters, expected in [({}, expect), *variants(expect)]:
        turns = [turn.count(",") + 1 for turn in scene(given, **parameters).turns()]
        if isinstance(expected, dict):
            counts = {"one": turns.count(1), "two": turns.count(2), "total": len(turns)}
            for key in counts.keys() & expected.keys():
                assert counts[key] == expected[key]
        else:
            assert len(turns) == expected


def plant_ok(given: Data, expect: Data, position: Data) -> None:
    known(given, "board", "plants")
    known(expect, "legal", "reason", "variants")
    for parameters, expected in [({}, expect["legal"]), *variants(expect)]:
        refusal = scene(given, **parameters).why_not(planting(given["plants"]))
        legal = expected["legal"] if isinstance(expected, dict) else expected
        assert (refusal is None) is legal


def challenged(given: Data, expect: Data, position: Data) -> None:
    known(given, "board", "recent", "f1", "f2", "lives")
    known(expect, "result", "variants")
    fields = [given["f1"], given["f2"]]
    for parameters, expected in [({}, expect["result"]), *variants(expect)]:
        match = scene(given, **parameters)
        before = match.state.lives
        flaw = match.game.flaw(match.rules, match.state, *(" ".join(field) for field in fields))
        match.play(challenge(fields))
        wanted = expected["result"] if isinstance(expected, dict) else expected
        verdict, _, reason = wanted.partition(":")
        assert verdict in ("success", "fail")
        loser = 1 if verdict == "success" else 0
        assert match.state.lives == [before[p] - (p == loser) for p in range(2)]
        assert bool(flaw) is (verdict == "fail")
        assert re.fullmatch(FLAWS.get(reason, ".*"), flaw)


def sequence(given: Data, expect: Data, position: Data) -> None:
    known(given, "actions", "start", "board", "recent", "lives")
    known(expect, "after", "variants")
    for parameters, after in [({}, expect["after"]), *variants(expect)]:
        match = scene(given, **parameters)
        for (player, kind, what), stands in zip(given["actions"], after, strict=True):
            assert match.to_act == PLAYERS[player]
            if stands.get("legal") is False:
                assert match.why_not(action(kind, what)) is not None
                continue
            match.play(action(kind, what))
            check(match, stands)


def action(kind: str, what: list[Any]) -> str:
    if kind == "plant":
        return planting(what)
    return challenge(what) if kind == "challenge" else {"give_up": "give up", "pass": "pass"}[kind]


def check(match: gk.Match, stands: Data) -> None:
    known(stands, "lives", "to_move", "flowers", "winner", "legal")
    if "lives" in stands:
        assert match.state.lives == stands["lives"]
    if "flowers" in stands:
        assert len(board(match)) == stands["flowers"]
    if stands.get("to_move") is not None:
        assert match.to_act == PLAYERS[stands["to_move"]]
    winner = None if match.result is None else match.result.winner
    assert winner == PLAYERS.get(stands.get("winner") or "")


def board(match: gk.Match) -> Any:
    return match.game.dump(match.rules, match.state)["board"]


def full(given: Data, expect: Data, position: Data) -> None:
    known(given, "fill")
    known(expect, "plants", "duplicates_exist", "variants")
    cells = {f"{row}{column}": given["fill"] for row in "ABCDEFG" for column in range(1, 8)}
    match = gk.Match("flower-field", position={"board": cells, "recent": ["A1"]})
    assert set(match.legal()) == {"challenge ...", "pass"}
    assert expect["plants"] == 0
    room = [0] * match.game.moves
    count = match.game.sensible_moves(match.rules, match.state, room)
    offered = [match.game.write(match.rules, match.state, move) for move in room[:count]]
    assert ("challenge" in offered) is expect["duplicates_exist"]


CHECKS = {
    "ff.census": census,
    "ff.plants": plants,
    "ff.plant_ok": plant_ok,
    "ff.challenge": challenged,
    "ff.sequence": sequence,
    "ff.full": full,
}
