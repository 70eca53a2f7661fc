"""Positions of Tic-Tac-Toe Evolved. X is player 0 and starts; the contested square is 2,2."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import gamekit as gk
from tests.position_checks.take_back_toe import known

Data = dict[str, Any]
SEATS = {"X": 0, "O": 1, None: None}
SQUARE, NUMBER = "2,2", 4
SLOTS = {"X": 0, "O": 1, "random": 2}  # whose turn it is there, for the first time
# Options of the positions that are parameters, as parameters.
OPTIONS: dict[str, Data] = {
    "displaced_die=pool": {"displaced_die": "pool"},
    "free_recharge_time=after_contest": {"free_recharge_time": "after_contest"},
    "contest_own=no": {"contest_own": "no"},
    "r_policy=always_reroll": {"r_policy": "always_reroll"},
    "r_policy=always_return": {"r_policy": "always_return"},
    "defender_may_swap=yes": {"defender_may_swap": "yes"},
    "green=off": {"green": "off"},
    "order_without_green=ABBA": {"green": "off", "order_without_green": "ABBA"},
}
# Options that are no parameters: what positions say of them is for information.
OTHERS = ("green_recharge", "pass", "recharge_empty")


def load(**parameters: Any) -> gk.Game:
    return gk.load("tic-tac-toe-evolved", **parameters)


def variants(expect: Data) -> list[tuple[Data, Any]]:
    """(parameters, expected) of the game itself and of each variant whose option is a parameter."""
    plain = {key: value for key, value in expect.items() if key != "variants"}
    found: list[tuple[Data, Any]] = [({}, plain)]
    for option, expected in expect.get("variants", {}).items():
        if option.partition("=")[0] in OTHERS:
            continue
        changed = expected if isinstance(expected, dict) else dict.fromkeys(plain, expected)
        found.append((OPTIONS[option], {**plain, **changed}))
    return found


def scene(fields: Data, **parameters: Any) -> gk.Match:
    return gk.Match(load(**parameters), position=fields, auto=False)


def dump(match: gk.Match) -> Any:
    return match.game.dump(match.rules, match.state)


def winner(match: gk.Match) -> str | None:
    return None if match.result is None else "XO"[match.result.winner or 0]


def start(given: Data, expect: Data, position: Data) -> None:
    known(given)
    known(expect, "pool", "discard", "board", "total_each")
    match = scene({})
    fields = dump(match)
    assert fields["pool"] == expect["pool"]
    assert fields["discard"] == expect["discard"]
    assert len(fields["board"]) == expect["board"]
    assert match.game.parameters["dice"] == expect["total_each"]


def contested(bids: Data, holder: str | None, **parameters: Any) -> gk.Match:
    """A green contest with these bids, before the roll."""
    board = {SQUARE: {"mark": holder, "owner": holder}} if holder else {}
    fields = {"slot": 2, "board": board, "square": SQUARE, "bids": bids, "phase": "roll"}
    return scene(fields, **parameters)


def odds_of(match: gk.Match) -> list[Fraction]:
    return list(match.game.odds(match.rules, match.state))


POLICIES = {"always_reroll": "always_reroll", "never_reroll": "always_return"}
HOLDERS = {"empty": None, "opponent_holds": "O", "i_hold": "X", 0: None, -1: "O", 1: "X"}


def die(given: Data, expect: Data, position: Data) -> None:
    known(given)
    for policy, chances in expect.items():
        known(chances, "own", "opp", "returned")
        match = contested({"X": 1, "O": 0}, None, r_policy=POLICIES[policy])
        assert odds_of(match) == [Fraction(chances[key]) for key in ("own", "returned", "opp")]


def odds(given: Data, expect: Data, position: Data) -> None:
    known(given, "a", "b", "hold")
    known(expect, "win", "tie", "lose")
    match = contested({"X": given["a"], "O": given["b"]}, HOLDERS[given["hold"]])
    assert odds_of(match) == [Fraction(expect[key]) for key in ("win", "tie", "lose")]


def odds_table(table: Data) -> None:
    """Win, tie and lose for each policy for R, holder and pair of bids."""
    for policy, by_holder in table.items():
        for holder, by_bids in by_holder.items():
            for bids, chances in by_bids.items():
                mine, theirs = map(int, bids.split("v"))
                if mine + theirs == 0:  # nothing to roll: settled at once
                    fields = {"slot": 2, "square": SQUARE, "bids": {"X": 0, "O": 0}}
                    if HOLDERS[holder]:
                        fields["board"] = {SQUARE: {"mark": HOLDERS[holder]}}
                    left = dump(scene(fields))["board"].get(SQUARE, {"mark": None})["mark"]
                    assert chances == [str(int(left == sign)) for sign in ("X", None, "O")]
                    continue
                match = contested(
                    {"X": mine, "O": theirs}, HOLDERS[holder], r_policy=POLICIES[policy]
                )
                assert odds_of(match) == list(map(Fraction, chances)), (policy, holder, bids)


def recharge(given: Data, expect: Data, position: Data) -> None:
    known(given)
    known(expect, "p", "mean")
    match = scene({"phase": "recharge", "pool": {"X": 0}})
    found = match.game.shares_of(match.rules, match.state, lambda state: state.pool[0])
    assert found == {int(dice): Fraction(p) for dice, p in expect["p"].items()}
    assert sum(dice * p for dice, p in found.items()) == Fraction(expect["mean"])


def contest(given: Data, expect: Data, position: Data) -> None:
    """Dice that "ret" shows are rolled as R and returned."""
    known(given, "holder", "hold_owner", "X", "O", "contester")
    for parameters, expected in variants(expect):
        known(expected, "marks", "result", "mark_die_choices", "square_after", "discard")
        match = fought(given, **parameters)
        assert marks(match, given) == expected["marks"]
        choices = [move for move in match.legal() if move.startswith("mark")]
        if choices:
            taker = "XO"[match.to_act]
            owner = {"mark own": taker, "mark theirs": "XO"[1 - match.to_act]}
            assert sorted(owner[move] for move in choices) == sorted(expected["mark_die_choices"])
            match.play(choices[0])
        square = dump(match)["board"].get(SQUARE, {"mark": None, "owner": None})
        assert square["mark"] == expected["square_after"]
        assert expected["result"] == (square["mark"] or "tie")
        if not choices and "mark_die_choices" in expected:
            assert [square["owner"]] == expected["mark_die_choices"]
        if "discard" in expected:
            assert dump(match)["discard"] == expected["discard"]


def fought(given: Data, **parameters: Any) -> gk.Match:
    """The contest, up to the choice of a die or to its end."""
    held = given["holder"] is not None
    board = {SQUARE: {"mark": given["holder"], "owner": given["hold_owner"]}} if held else {}
    kind = given.get("contester") or ("X" if given["X"] else "O")
    fields = {"board": board, "discard": {"X": 0, "O": 0}, "slot": SLOTS[kind]}
    match = scene(fields, **parameters).play(f"contest {SQUARE}")
    for sign in "XO":
        match.play(f"bid {len(given[sign])}")
    for sign in "XO":
        for face in given[sign]:
            match.dictate("R" if face == "ret" else face)
    while any(move.startswith("reroll") for move in match.legal()):
        match.play("reroll 0")
    return match


def marks(match: gk.Match, given: Data) -> Data:
    """What counts for each player when these dice are shown."""
    state = match.game.start(match.rules)
    state.square = NUMBER
    if given["holder"] is not None:
        state.marks[NUMBER] = SEATS[given["holder"]]
    for owner, sign in enumerate("XO"):
        for face in given[sign]:
            if face != "ret":
                state.shown[2 * owner + "XO".index(face)] += 1
    return {sign: match.game.marks_of(state, player) for player, sign in enumerate("XO")}


def order(given: Data, expect: Data, position: Data) -> None:
    known(given, "n")
    for parameters, expected in variants(expect):
        match = scene({}, **parameters)
        found = []
        for _ in range(given["n"]):
            if match.to_act == gk.CHANCE:
                found.append("G")
                match.dictate("1,1").play("bid 0").play("bid 0")
            else:
                found.append(str(match.to_act + 1))
                match.play("recharge").dictate("0")
        assert found == expected["order"]


def bid(given: Data, expect: Data, position: Data) -> None:
    """The bid is X's."""
    known(given, "bid", "pool", "contester")
    known(expect, "legal")
    fields = {"pool": {"X": given["pool"]}, "slot": SLOTS["X" if given["contester"] else "O"]}
    match = scene(fields)
    refusal = match.why_not(f"contest {SQUARE}")
    if refusal is None:
        refusal = match.play(f"contest {SQUARE}").why_not(f"bid {given['bid']}")
    assert (refusal is None) is expect["legal"]


def free_recharge(given: Data, expect: Data, position: Data) -> None:
    known(given, "kind", "X", "O")
    known(expect, "max_recharge", "variants")
    for parameters, expected in variants(expect):
        kind = given["kind"].removeprefix("contest_by_")
        match = scene({"slot": SLOTS[kind]}, **parameters)
        if kind == "random":
            match.dictate("2,2")
        else:
            match.play(f"contest {SQUARE}")
        match.play(f"bid {given['X']}").play(f"bid {given['O']}")
        while match.to_act == gk.CHANCE and match.state.slot == SLOTS[kind]:
            match.dictate("X")  # where the free recharge comes after the contest
        offered = match.to_act if "take 1" in match.legal() else None
        found = {sign: int(SEATS[sign] == offered) for sign in "XO"}
        assert found == expected["max_recharge"]


def relinquish(given: Data, expect: Data, position: Data) -> None:
    known(given, "player", "board", "square", "retrieve")
    known(expect, "legal", "pool", "board")
    match = scene({"board": given["board"], "slot": SLOTS[given["player"]]})
    move = f"relinquish {given['square']}"
    if given["retrieve"]:
        move += f" retrieve {given['retrieve']}"
    assert (match.why_not(move) is None) is expect["legal"]
    if expect["legal"]:
        after = dump(match.play(move))
        assert {key: after[key] for key in ("pool", "board") if key in expect} == {
            key: expect[key] for key in ("pool", "board") if key in expect
        }


def line(given: Data, expect: Data, position: Data) -> None:
    """The mover bids one die, which shows the new mark."""
    known(given, "marks", "square", "new_mark", "mover")
    known(expect, "winner")
    board = {square: {"mark": mark, "owner": mark} for square, mark in given["marks"].items()}
    match = scene({"board": board, "discard": {"X": 0, "O": 0}, "slot": SLOTS[given["mover"]]})
    match.play(f"contest {given['square']}")
    for sign in "XO":
        match.play("bid 1" if sign == given["mover"] else "bid 0")
    match.dictate(given["new_mark"])
    assert dump(match)["board"][given["square"]]["mark"] == given["new_mark"]
    assert winner(match) == expect["winner"]


def green(given: Data, expect: Data, position: Data) -> None:
    known(given, "first_roll", "second_roll")
    known(expect, "square", "each_square_probability")
    match = scene({"slot": 2})
    found = match.game.shares_of(match.rules, match.state, lambda state: state.square)
    assert found == dict.fromkeys(range(9), Fraction(expect["each_square_probability"]))
    match.dictate(given["first_roll"]).dictate(given["second_roll"])
    assert dump(match)["square"] == expect["square"]


CHECKS = {
    "tte.start": start,
    "tte.die": die,
    "tte.recharge": recharge,
    "tte.contest": contest,
    "tte.order": order,
    "tte.bid": bid,
    "tte.free_recharge": free_recharge,
    "tte.odds": odds,
    "tte.relinquish": relinquish,
    "tte.line": line,
    "tte.green": green,
}
TABLES = {"TTE_win_tie_lose": odds_table}
