"""Positions of Take-Back-Toe. Row A is player 0's, row C player 1's."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

import pytest

import gamekit as gk

Data = dict[str, Any]
ROWS = {"A": 0, "C": 1}
# Options of the positions that are parameters, by the name of the parameter.
PARAMETERS = {
    "reversal_memory": "reversal",
    "win_check": "win_check",
    "turn_limit": "turn_limit",
    "limit_tie": "limit_tie",
}
# Options that are no parameters: what positions say of them is for information.
OTHERS = ("skip_counts", "limit_score", "series", "series_score", "timeout", "reserve")


def variants_of(
    named: Data, parameters: Mapping[str, str] = PARAMETERS, others: Collection[str] = OTHERS
) -> list[tuple[Data, Any]]:
    """Return (parameters, expected) of each variant whose option is a parameter."""
    found = []
    for option, expected in named.items():
        key, _, value = option.partition("=")
        if key in others:
            continue
        assert key in parameters, f"unknown option {option!r}"
        found.append(
            ({parameters[key]: int(value) if value.lstrip("-").isdigit() else value}, expected)
        )
    return found


def known(data: Data, *keys: str) -> None:
    """Refuse what this translation would pass over."""
    assert set(data) <= set(keys), f"unknown: {', '.join(sorted(set(data) - set(keys)))}"


def board(match: gk.Match) -> Any:
    return match.game.dump(match.rules, match.state)["board"]


def winner_row(match: gk.Match) -> str | None:
    if match.result is None:
        return None
    return {player: row for row, player in ROWS.items()}[match.result.winner]


def scene(given: Data, **parameters: Any) -> gk.Match:
    """A match where the player to move has rolled."""
    fields = {"board": given["board"], "die": given["roll"], "last": given.get("last")}
    return gk.Match(gk.load("take-back-toe", **parameters), position=fields)


def moves(given: Data, expect: Data, position: Data) -> None:
    known(given, "board", "roll", "last")
    known(expect, "count", "moves")
    match = scene(given)
    assert sorted(match.legal()) == sorted(expect["moves"])
    assert len(match.legal()) == expect["count"]


def replay(given: Data, expect: Data, position: Data) -> None:
    known(given, "start", "starter_row", "turns")
    known(expect, "all_legal", "legal_counts", "boards", "winner_after")
    assert given["start"] == "standard"
    assert expect["all_legal"] is True
    match = gk.Match("take-back-toe", first=ROWS[given["starter_row"]], auto=False)
    for (roll, move), count, after, winner in zip(
        given["turns"], expect["legal_counts"], expect["boards"], expect["winner_after"],
        strict=True,
    ):  # fmt: skip
        match.dictate(roll)
        assert len(match.legal()) == count
        match.play(move)
        assert board(match) == after
        assert winner_row(match) == winner


def legal(given: Data, expect: Data, position: Data) -> None:
    known(given, "board", "roll", "last", "move")
    known(expect, "legal", "reason", "legal_without_ban", "variant", "variants")
    refusal = scene(given).why_not(given["move"])
    assert (refusal is None) is expect["legal"]
    if "reason" in expect:
        assert refusal is not None
        assert refusal.rule in position["rules"]
        assert set(refusal.cells) == set(re.findall(r"[A-Z]\d", expect["reason"]))
    unbanned = scene(given, reversal="none").why_not(given["move"])
    assert (unbanned is None) is expect["legal_without_ban"]
    for parameters, expected in variants_of(
        {**expect.get("variant", {}), **expect.get("variants", {})}
    ):
        changed = dict(given)
        if parameters == {"reversal": "last_actual_move"} and given["last"] is None:
            # The opponent's last actual move, before a skip, stands in the note: "3xA2-A1".
            count, start, end = re.findall(r"(\d+)x([A-Z]\d)-([A-Z]\d)", position["note"])[0]
            changed["last"] = [start, end, int(count)]
        assert (scene(changed, **parameters).why_not(given["move"]) is None) is expected


def win(given: Data, expect: Data, position: Data) -> None:
    known(given, "board_before", "mover_row", "roll", "move", "turn", "is_second_player")
    known(expect, "winner_row", "variant", "variants")
    mover = ROWS[given["mover_row"]]
    second = given.get("is_second_player", False)
    fields: Data = {"board": given["board_before"], "die": given["roll"], "to_move": mover}
    if "turn" in given:
        done = {mover: given["turn"] - 1, 1 - mover: given["turn"] - (0 if second else 1)}
        fields["turns"] = [done[0], done[1]]
    everything = [({}, expect["winner_row"])]
    everything += variants_of({**expect.get("variant", {}), **expect.get("variants", {})})
    for parameters, expected in everything:
        game = gk.load("take-back-toe", **parameters)
        match = gk.Match(game, first=1 - mover if second else mover, position=fields, auto=False)
        match.play(given["move"])
        assert winner_row(match) == expected


def row(given: Data, expect: Data, position: Data) -> None:
    known(given, "board")
    known(expect, "winner_rows")
    for to_move in (0, 1):
        fields = {"board": given["board"], "to_move": to_move}
        if len(expect["winner_rows"]) == 2:
            with pytest.raises(gk.BadPosition, match="TBT-Q10"):
                gk.Match("take-back-toe", position=fields)
            continue
        match = gk.Match("take-back-toe", position=fields, auto=False)
        assert [winner_row(match)] == (expect["winner_rows"] or [None])


def limit(given: Data, expect: Data, position: Data) -> None:
    """The last turn of all moves one piece within row B; the home rows hold what is given."""
    known(given, "A", "C", "starter")
    known(expect, "winner_row", "variant", "variants")
    first = ROWS[given["starter"]]
    done = {first: 40, 1 - first: 39}
    pieces = {"A1": given["A"], "C1": given["C"], "B1": 40 - given["A"] - given["C"]}
    fields = {
        "board": {cell: count for cell, count in pieces.items() if count},
        "turns": [done[0], done[1]],
        "die": 1,
    }
    everything = [({}, expect["winner_row"])]
    everything += variants_of({**expect.get("variant", {}), **expect.get("variants", {})})
    for parameters, expected in everything:
        game = gk.load("take-back-toe", **parameters)
        match = gk.Match(game, first=first, position=fields)
        assert match.result is None
        match.play("B1-B2")
        assert winner_row(match) == expected
        assert match.to_act == gk.OVER


def double(given: Data, expect: Data, position: Data) -> None:
    """Which rows the moves touch, on a board where every stack can move."""
    known(given)
    known(expect, "row_pairs_touched", "move_can_touch_A_and_C")
    spread = {"A": (1, 2, 4, 5), "B": (3, 3, 3, 3), "C": (1, 2, 4, 9)}
    cells = {f"{row}{n}": size for row, sizes in spread.items() for n, size in enumerate(sizes, 1)}
    match = gk.Match("take-back-toe", position={"board": cells, "die": 1})
    touched = {tuple(sorted({start[0], end[0]})) for start, end in map(ends, match.legal())}
    assert sorted(map(list, touched)) == expect["row_pairs_touched"]
    assert any({"A", "C"} <= set(rows) for rows in touched) is expect["move_can_touch_A_and_C"]


def ends(move: str) -> tuple[str, str]:
    start, end = move.split("-")
    return start, end


def apply(given: Data, expect: Data, position: Data) -> None:
    known(given, "board", "roll", "move", "last")
    known(expect, "board")
    assert board(scene(given).play(given["move"])) == expect["board"]


CHECKS = {
    "tbt.moves": moves,
    "tbt.replay": replay,
    "tbt.legal": legal,
    "tbt.win": win,
    "tbt.row": row,
    "tbt.limit": limit,
    "tbt.double": double,
    "tbt.apply": apply,
}
