"""The rules of Tic-Tac-Toe Evolved, one test or more for each."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

import gamekit as gk
from gamekit import contract
from gamekit.boards.grid import has_line
from tests.matches import refused

SQUARES = [f"{column},{row}" for row in (1, 2, 3) for column in (1, 2, 3)]
SIDES = ("X", "O", "R")


def load(**parameters: Any) -> Any:
    return gk.load("tic-tac-toe-evolved", **parameters)


def scene(
    board: dict[str, str] | None = None, game: Any = None, first: int = 0, **more: Any
) -> Any:
    """A match where the test rolls; "XO" on a square is a mark of X on a die of O."""
    dice = {sq: {"mark": signs[0], "owner": signs[-1]} for sq, signs in (board or {}).items()}
    position = {"board": dice, **more}
    return gk.Match(game or load(), first=first, position=position, auto=False)


def fight(match: Any, x: int, o: int, dice: str = "", square: str = "2,2") -> Any:
    """Contest a square with these bids and roll these dice, the player's to move or the green die's."""
    if match.to_act == gk.CHANCE:
        match.dictate(square)
    else:
        match.play(f"contest {square}")
    match.play(f"bid {x}").play(f"bid {o}")
    for side in dice:
        match.dictate(side)
    return match


def board(match: Any) -> dict[str, str]:
    """Marks, with the owner of the die where that is another: "XO"."""
    cells = match.game.dump(match.rules, match.state)["board"]
    return {
        sq: die["mark"] + (die["owner"] if die["owner"] != die["mark"] else "")
        for sq, die in cells.items()
    }


def stocks(match: Any) -> list[int]:
    """Pool and discard of X, pool and discard of O."""
    state = match.state
    return [state.pool[0], state.discard[0], state.pool[1], state.discard[1]]


def sides(match: Any) -> list[str]:
    """What the sides of the die to be rolled show."""
    count = match.game.outcomes(match.rules, match.state)
    return [match.game.write(match.rules, match.state, side) for side in range(count)]


def phase(match: Any) -> Any:
    return match.game.dump(match.rules, match.state)["phase"]


WITHOUT_LINE = "XOXXOOOXX"  # a full board
FULL = {"discard": {"X": 0, "O": 0}}  # everything in the pools: no free recharge


# --- equipment ---------------------------------------------------------------------------------


@pytest.mark.rule("TTE-1")
def test_the_board_has_three_columns_and_three_rows() -> None:
    match = scene()
    assert {move for move in match.legal() if "contest" in move} == {
        f"contest {s}" for s in SQUARES
    }
    for name in ("0,1", "4,1", "1,4", "2", "B2", "", "{x}", "{"):
        assert refused(match, f"contest {name}") == "TTE-1"
        with pytest.raises(gk.BadPosition, match="no square"):
            scene({name: "X"})


@pytest.mark.rule("TTE-1")
def test_one_player_is_x_and_the_other_o() -> None:
    shown = scene({"1,1": "X", "3,1": "O", "2,3": "OX"}).board_text().splitlines()
    cells = {line[0]: [cell.strip() for cell in line.split("|")[1:4]] for line in shown[1:4]}
    assert cells == {"1": ["X", "", "O"], "2": ["", "", ""], "3": ["", "O(X)", ""]}
    assert shown[4:] == ["X (X): pool 6, discard 2", "O (O): pool 6, discard 3", "X to move"]


@pytest.mark.rule("TTE-2")
def test_play_dice_are_in_the_pool_in_the_discard_or_on_a_square() -> None:
    match = scene({"1,1": "X", "2,1": "XO"}, pool={"X": 2, "O": 9})
    assert stocks(match) == [2, 7, 9, 0]
    match = scene(discard={"X": 10, "O": 3})
    assert stocks(match) == [0, 10, 7, 3]


@pytest.mark.rule("TTE-3")
@pytest.mark.parametrize(("bids", "faces"), [((1, 0), "XXXXOR"), ((0, 1), "OOOOXR")])
def test_a_play_die_has_four_own_marks_one_of_the_opponent_and_one_r(
    bids: tuple[int, int], faces: str
) -> None:
    match = scene(slot=2, square="2,2", bids=dict(zip("XO", bids, strict=True)), phase="roll")
    assert "".join(sides(match)) == faces


@pytest.mark.rule("TTE-4")
def test_an_r_is_rerolled_or_returned_as_its_owner_likes() -> None:
    match = fight(scene(**FULL), 2, 1, "RXO")
    assert match.to_act == 0
    assert match.legal() == ("reroll 0", "reroll 1")
    returned = match.fork().play("reroll 0")
    assert board(returned) == {}  # X against O
    assert stocks(returned) == [9, 1, 9, 1]
    again = match.play("reroll 1")
    assert match.to_act == gk.CHANCE
    assert board(again.dictate("X")) == {"2,2": "X"}
    assert stocks(again) == [8, 1, 9, 1]


@pytest.mark.rule("TTE-4")
def test_a_second_r_goes_back_by_itself() -> None:
    match = fight(scene(**FULL), 2, 1, "RXO").play("reroll 1").dictate("R")
    assert phase(match) == "turn"
    assert stocks(match) == [9, 1, 9, 1]


@pytest.mark.rule("TTE-4")
def test_only_shown_rs_are_rerolled() -> None:
    match = fight(scene(**FULL), 2, 1, "RXO")
    for move in ("reroll 2", "reroll -1", "reroll", "reroll 9"):
        assert refused(match, move) == "TTE-4"
    assert refused(match, "bid 1") == "TTE-4"


@pytest.mark.rule("TTE-6")
def test_nobody_has_more_than_ten_play_dice() -> None:
    for fields in ({"pool": {"X": 11}}, {"pool": {"X": 6}, "discard": {"X": 5}}):
        with pytest.raises(gk.BadPosition):
            scene(**fields)
    with pytest.raises(gk.BadPosition, match=r"1 of 10 dice on the board.*TTE-6"):
        scene({"1,1": "X"}, pool={"X": 6}, discard={"X": 4})


@pytest.mark.rule("TTE-6")
@pytest.mark.parametrize("seed", range(5))
def test_dice_are_neither_lost_nor_gained(seed: int) -> None:
    random = Random(seed)
    match = gk.Match(load(), seed=seed, auto=False)
    for _ in range(400):
        if match.result:
            break
        if match.to_act == gk.CHANCE:
            match.dictate(random.choice(sides(match)))
        else:
            match.play(random.choice(match.legal_moves()))
        state = match.state
        for player in range(2):
            on_board = list(state.owners).count(player)
            assert state.pool[player] + state.discard[player] + on_board == 10


@pytest.mark.rule("TTE-7")
def test_the_eleventh_die_has_0_to_4_and_r() -> None:
    assert sides(scene().play("recharge")) == ["0", "1", "2", "3", "4", "R"]
    match = scene(slot=1).play("contest 2,2")
    assert match.legal() == tuple(f"bid {n}" for n in range(5))
    assert refused(match, "bid R") is None


@pytest.mark.rule("TTE-8")
def test_the_green_die_has_each_of_1_to_3_twice() -> None:
    match = scene(slot=2)
    assert sides(match) == ["1", "1", "2", "2", "3", "3"]
    assert sides(match.dictate(2)) == ["1", "1", "2", "2", "3", "3"]


@pytest.mark.rule("TTE-9")
def test_six_dice_start_in_each_pool_and_four_in_each_discard() -> None:
    match = gk.Match("tic-tac-toe-evolved")
    assert stocks(match) == [6, 4, 6, 4]
    assert board(match) == {}


# --- turns -------------------------------------------------------------------------------------


@pytest.mark.rule("TTE-10")
def test_a_turn_contests_recharges_or_relinquishes() -> None:
    match = scene({"1,1": "X"})
    assert {move.split()[0] for move in match.legal()} == {"contest", "recharge", "relinquish"}
    for move in ("bid 2", "take 1", "reroll 0", "mark own", "hello", ""):
        assert refused(match, move) == "TTE-10"
    assert match.play("relinquish 1,1").to_act == 1


@pytest.mark.rule("TTE-11")
@pytest.mark.parametrize("square", SQUARES)
def test_the_contester_names_the_square(square: str) -> None:
    match = fight(scene(**FULL), 1, 0, "X", square)
    assert board(match) == {square: "X"}


@pytest.mark.rule("TTE-12")
def test_so_many_dice_are_rolled_as_were_bid() -> None:
    match = fight(scene(**FULL), 3, 2)
    rolled = 0
    while phase(match) == "roll":
        match.dictate("X")
        rolled += 1
    assert rolled == 5
    assert sum(entry.text == "X" for entry in match.history) == 5


@pytest.mark.rule("TTE-12")
def test_a_bid_is_at_most_four() -> None:
    match = scene(pool={"X": 9, "O": 9}).play("contest 2,2")
    for bid in ("5", "6", "7", "10", "-1", "x", ""):
        assert refused(match, f"bid {bid}") == "TTE-12"
    assert refused(match, "contest 1,1") == "TTE-12"


@pytest.mark.rule("TTE-12")
@pytest.mark.parametrize("first", [0, 1])
def test_the_first_bid_is_covered_until_the_second_is_made(first: int) -> None:
    match = scene(first=first).play("contest 2,2").play("bid 3")
    for viewer in (1, gk.PUBLIC):
        view = match.view(viewer)
        assert view.state.bids == [-1, -1]
        assert [entry.text for entry in view.history] == ["contest 2,2", "?"]
        assert view.history[-1].move is None
        assert "bid ?" in view.board_text()
        assert "bid 3" not in repr(view)
    assert match.view(0).state.bids == [3, -1]
    assert match.view(0).history[-1].text == "bid 3"
    assert match.view(0).legal() == ()
    match.play("bid 2")
    for viewer in (0, 1, gk.PUBLIC):
        view = match.view(viewer)
        assert view.state.bids == [3, 2]
        assert [entry.text for entry in view.history] == ["contest 2,2", "bid 3", "bid 2"]


@pytest.mark.rule("TTE-12")
@pytest.mark.parametrize(
    ("slot", "pool", "bids"),
    [(0, 6, {1, 2, 3, 4}), (0, 2, {1, 2}), (1, 6, {0, 1, 2, 3, 4}), (1, 3, {0, 1, 2, 3}),
     (2, 2, {0, 1, 2}), (1, 0, {0})],
)  # fmt: skip
def test_a_covered_bid_may_be_any_that_was_allowed(slot: int, pool: int, bids: set[int]) -> None:
    match = scene(slot=slot, square="2,2", pool={"X": pool})
    match.play(match.legal_moves()[0])
    random = contract.Random(seed=1)
    for viewer in (1, gk.PUBLIC):
        known = match.view(viewer).state
        found = Counter()
        for _ in range(100):
            state = known.copy()
            match.game.imagine(match.rules, state, viewer, random)
            found[state.bids[0]] += 1
            match.game.hide(match.rules, state, viewer)
            assert state == known
        assert set(found) == bids
    own = match.view(0).state
    match.game.imagine(match.rules, own, 0, random)
    assert own == match.state


@pytest.mark.rule("TTE-13")
@pytest.mark.parametrize(("slot", "contester"), [(0, 0), (1, 1)])
def test_the_contester_bids_at_least_one_die(slot: int, contester: int) -> None:
    match = scene(slot=slot).play("contest 2,2")
    for player in range(2):
        assert match.to_act == player
        for bid in ("bid 0", "bid R"):
            assert refused(match, bid) == ("TTE-13" if player == contester else None)
        match.play("bid 1")


@pytest.mark.rule("TTE-14")
def test_an_opponent_who_bids_nothing_may_recharge_one_die() -> None:
    match = fight(scene(), 2, 0)
    assert match.to_act == 1
    assert match.legal() == ("take 0", "take 1")
    assert refused(match, "take 2") == refused(match, "bid 1") == "TTE-14"
    assert stocks(match.play("take 1")) == [6, 4, 7, 3]
    assert match.to_act == gk.CHANCE


@pytest.mark.rule("TTE-14")
def test_nobody_recharges_for_free_who_bids_or_has_nothing_to_recharge() -> None:
    assert phase(fight(scene(), 2, 1)) == "roll"
    assert phase(fight(scene(**FULL), 2, 0)) == "roll"


@pytest.mark.rule("TTE-15")
def test_the_square_is_settled_once_every_r_is() -> None:
    match = fight(scene(**FULL), 1, 1, "R")
    assert phase(match) == "roll"
    assert phase(match.dictate("R")) == "decide"
    assert phase(match.play("reroll 1")) == "decide"
    assert phase(match.play("reroll 1")) == "reroll"
    assert phase(match.dictate("O")) == "reroll"
    match.dictate("O")
    assert phase(match) == "mark"


@pytest.mark.rule("TTE-16")
@pytest.mark.parametrize(
    ("x", "o", "holder"),
    [("XX", "O", "X"), ("X", "OO", "O"), ("XO", "OO", "O"), ("XX", "XO", "X"), ("OO", "X", "O")],
)
def test_more_marks_on_all_dice_take_the_square(x: str, o: str, holder: str) -> None:
    match = fight(scene(**FULL), len(x), len(o), x + o)
    if phase(match) == "mark":
        match.play("mark own")
    assert board(match)["2,2"][0] == holder


@pytest.mark.rule("TTE-16")
def test_the_throw_that_wins_the_game_tells_how_its_contest_ended() -> None:
    match = fight(scene({"1,2": "X", "3,2": "X"}, **FULL), 2, 1, "XXO")
    assert match.result.winner == 0
    assert match.history[-1].remark == "X 2, O 1: X takes 2,2."


@pytest.mark.rule("TTE-17")
def test_the_winner_marks_the_square_with_an_own_die_or_one_of_theirs() -> None:
    match = fight(scene(**FULL), 2, 1, "XOX")
    assert match.to_act == 0
    assert match.legal() == ("mark own", "mark theirs")
    own, theirs = match.fork().play("mark own"), match.fork().play("mark theirs")
    assert (board(own), stocks(own)) == ({"2,2": "X"}, [8, 1, 9, 1])
    assert (board(theirs), stocks(theirs)) == ({"2,2": "XO"}, [8, 2, 9, 0])
    for move in ("keep", "bid 1", "contest 1,1"):
        assert refused(match, move) == "TTE-17"


@pytest.mark.rule("TTE-17")
@pytest.mark.parametrize(
    ("x", "o", "after"), [("XX", "O", "X"), ("O", "X", None), ("OO", "X", "OX")]
)
def test_with_one_kind_of_die_there_is_no_choice(x: str, o: str, after: str | None) -> None:
    match = fight(scene(**FULL), len(x), len(o), x + o)
    assert phase(match) == "turn"
    assert board(match).get("2,2") == after


@pytest.mark.rule("TTE-18")
def test_the_owner_cannot_recharge_a_locked_die() -> None:
    match = scene({"2,2": "XO"}, slot=1, pool={"O": 7}, discard={"O": 2})
    match.play("recharge").dictate("4")
    assert stocks(match)[2:] == [9, 0]
    assert board(match) == {"2,2": "XO"}
    assert refused(scene({"2,2": "XO"}, slot=1, pool={"O": 9}), "recharge") == "TTE-Q20"


@pytest.mark.rule("TTE-19")
def test_after_a_win_all_other_dice_go_to_their_owners_discard() -> None:
    match = fight(scene(**FULL), 4, 2, "XXXROO").play("reroll 0")
    assert board(match) == {"2,2": "X"}
    assert stocks(match) == [7, 2, 8, 2]


@pytest.mark.rule("TTE-20")
def test_after_a_tie_the_dice_go_to_the_discards() -> None:
    match = fight(scene(**FULL), 2, 2, "XXOO")
    assert board(match) == {}
    assert stocks(match) == [8, 2, 8, 2]
    match = fight(scene(**FULL), 3, 1, "XORR").play("reroll 0").play("reroll 0")
    assert board(match) == {}
    assert stocks(match) == [8, 2, 10, 0]


@pytest.mark.rule("TTE-21")
@pytest.mark.parametrize(("dice", "after"), [("XR", None), ("XX", "X"), ("XO", "O"), ("RR", "O")])
def test_the_holder_has_one_mark_for_free(dice: str, after: str | None) -> None:
    match = fight(scene({"2,2": "O"}, **FULL), 2, 0, dice)
    if phase(match) == "decide":
        match.play("reroll 0")
    assert board(match).get("2,2") == after


@pytest.mark.rule("TTE-22")
@pytest.mark.parametrize("holder", ["X", "O", "XO", "OX"])
def test_a_tie_on_a_held_square_empties_it(holder: str) -> None:
    dice = "XOO" if holder[0] == "X" else "XXO"
    match = fight(scene({"2,2": holder}, **FULL), dice.count("X"), dice.count("O"), dice)
    assert board(match) == {}


LINES = [
    {"1,1", "2,1", "3,1"}, {"1,2", "2,2", "3,2"}, {"1,3", "2,3", "3,3"},
    {"1,1", "1,2", "1,3"}, {"2,1", "2,2", "2,3"}, {"3,1", "3,2", "3,3"},
    {"1,1", "2,2", "3,3"}, {"3,1", "2,2", "1,3"},
]  # fmt: skip


@pytest.mark.rule("TTE-23")
@pytest.mark.parametrize("line", [sorted(line) for line in LINES])
def test_three_in_a_row_win_at_once(line: list[str]) -> None:
    match = fight(scene({line[0]: "X", line[1]: "XO"}, **FULL), 1, 0, "X", line[2])
    assert match.to_act == gk.OVER
    assert (match.result.winner, match.result.rule) == (0, "TTE-23")
    assert all(square in match.result.text for square in line)


@pytest.mark.rule("TTE-23")
def test_no_other_three_squares_win() -> None:
    for squares in ({a, b, c} for a, b, c in product(SQUARES, repeat=3)):
        if len(squares) == 3:
            assert (scene(dict.fromkeys(squares, "O")).result is not None) == (squares in LINES)
    assert scene({"1,1": "X", "2,1": "O", "3,1": "X"}).result is None


@pytest.mark.rule("TTE-24")
@pytest.mark.parametrize(("rolls", "moved"), [("0", 0), ("1", 1), ("4", 4), ("R3", 3), ("RR", 0)])
def test_a_recharge_moves_as_many_dice_as_the_eleventh_die_shows(rolls: str, moved: int) -> None:
    match = scene(pool={"X": 1}).play("recharge")
    for roll in rolls:
        assert match.to_act == gk.CHANCE
        match.dictate(roll)
    assert stocks(match) == [1 + moved, 9 - moved, 6, 4]
    assert match.to_act == 1


@pytest.mark.rule("TTE-25")
def test_a_player_gives_up_only_a_square_with_the_own_mark() -> None:
    match = scene({"1,1": "X", "1,2": "OX", "1,3": "XO"})
    gone = {move for move in match.legal() if move.startswith("relinquish")}
    assert gone == {"relinquish 1,1", "relinquish 1,3", "relinquish 1,3 retrieve 1,2"}
    assert refused(match, "relinquish 1,2") == refused(match, "relinquish 2,2") == "TTE-25"
    after = match.play("relinquish 1,3")
    assert board(after) == {"1,1": "X", "1,2": "OX"}
    assert stocks(after) == [6, 2, 7, 3]


@pytest.mark.rule("TTE-26", "TTE-Q17")
def test_giving_back_a_die_of_the_opponent_allows_taking_back_an_own_one() -> None:
    match = scene({"1,1": "XO", "2,2": "OX", "3,3": "O", "3,1": "X"})
    after = match.fork().play("relinquish 1,1 retrieve 2,2")
    assert board(after) == {"3,3": "O", "3,1": "X"}
    assert stocks(after) == [7, 2, 7, 2]
    assert refused(match, "relinquish 3,1 retrieve 2,2") == "TTE-26"
    assert "own" in match.why_not("relinquish 3,1 retrieve 2,2").message
    for square in ("1,1", "3,3", "3,1", "1,3"):
        assert refused(match, f"relinquish 1,1 retrieve {square}") == "TTE-26"


def order(match: Any, turns: int) -> str:
    """Who takes the turns: 0, 1 or the green die."""
    found = ""
    for _ in range(turns):
        if match.to_act == gk.CHANCE:
            found += "G"
            match.dictate("1,1").play("bid 0").play("bid 0")
        else:
            found += str(match.to_act)
            match.play("recharge").dictate("0")
    return found


@pytest.mark.rule("TTE-27")
@pytest.mark.parametrize(("first", "expected"), [(0, "01G10G"), (1, "10G01G")])
def test_the_order_of_turns_has_period_six(first: int, expected: str) -> None:
    match = gk.Match(load(), first=first, auto=False)
    assert order(match, 18) == expected * 3


@pytest.mark.rule("TTE-28")
def test_the_green_die_names_a_square_for_both_to_fight_for() -> None:
    match = scene(slot=2, **FULL).dictate("3,1")
    for player in range(2):
        assert match.to_act == player
        assert match.legal() == tuple(f"bid {n}" for n in range(5))
        match.play("bid 1")
    assert board(match.dictate("X,X").play("mark own")) == {"3,1": "X"}


@pytest.mark.rule("TTE-28")
@pytest.mark.parametrize(("x", "o"), [("0", "0"), ("R", "0"), ("R", "R")])
def test_in_a_green_turn_nobody_recharges_if_both_bid_nothing(x: str, o: str) -> None:
    match = scene(slot=2).dictate("3,1").play(f"bid {x}").play(f"bid {o}")
    assert phase(match) == "turn"
    assert stocks(match) == [6, 4, 6, 4]


@pytest.mark.rule("TTE-29")
def test_the_first_player_may_be_random() -> None:
    starters = {
        gk.Match("tic-tac-toe-evolved", seed=s, first="random", auto=False).to_act
        for s in range(20)
    }
    assert starters == {0, 1}


# --- rulings -----------------------------------------------------------------------------------


@pytest.mark.rule("TTE-Q1")
@pytest.mark.parametrize(("slot", "before"), [(0, 0), (1, 1), (2, 1), (3, 1), (4, 0), (5, 0)])
def test_the_contester_decides_all_rs_first_or_in_a_green_turn_who_moves_next(
    slot: int, before: int
) -> None:
    match = fight(scene(slot=slot, **FULL), 2, 2)
    match.dictate("R,R,R,O")
    deciders = []
    while match.to_act in (0, 1) and phase(match) == "decide":
        deciders.append(match.to_act)
        match.play("reroll 1")
    assert deciders == [before, 1 - before]
    assert phase(match) == "reroll"


@pytest.mark.rule("TTE-Q1")
def test_nobody_decides_before_all_first_rolls() -> None:
    match = fight(scene(**FULL), 2, 2, "RRR")
    assert match.to_act == gk.CHANCE
    assert phase(match) == "roll"


@pytest.mark.rule("TTE-Q1")
@pytest.mark.parametrize(
    ("policy", "next_phase"), [("always_reroll", "reroll"), ("always_return", "turn")]
)
def test_rs_may_be_decided_automatically(policy: str, next_phase: str) -> None:
    match = fight(scene(game=load(r_policy=policy), **FULL), 2, 1, "RRR")
    assert phase(match) == next_phase


@pytest.mark.rule("TTE-Q2")
def test_some_rs_may_be_rerolled_and_others_not() -> None:
    match = fight(scene(**FULL), 3, 0, "RRR")
    assert match.legal() == tuple(f"reroll {n}" for n in range(4))
    match.play("reroll 2").dictate("X,X")
    assert stocks(match) == [8, 1, 10, 0]


@pytest.mark.rule("TTE-Q3")
def test_a_returned_die_can_be_bid_again() -> None:
    match = fight(scene(pool={"X": 1}, discard={"X": 9, "O": 0}), 1, 0, "R").play("reroll 0")
    assert stocks(match)[:2] == [1, 9]
    assert match.play("contest 2,2").play("bid 1").state.bids[0] == 1


@pytest.mark.rule("TTE-Q4")
def test_marks_on_the_opponents_dice_count() -> None:
    match = fight(scene(**FULL), 1, 2, "XXX")
    assert match.to_act == 0
    assert board(match.play("mark theirs")) == {"2,2": "XO"}


@pytest.mark.rule("TTE-Q5")
def test_nobody_bids_more_dice_than_the_pool_holds() -> None:
    match = scene(pool={"X": 2, "O": 3}).play("contest 2,2")
    assert match.legal() == ("bid 1", "bid 2")
    assert refused(match, "bid 3") == "TTE-Q5"
    match.play("bid 2")
    assert match.legal() == ("bid 0", "bid 1", "bid 2", "bid 3")
    assert refused(match, "bid 4") == "TTE-Q5"


@pytest.mark.rule("TTE-Q6")
def test_a_player_with_an_empty_pool_cannot_contest_and_bids_nothing() -> None:
    match = scene(pool={"X": 0})
    assert refused(match, "contest 2,2") == "TTE-Q6"
    assert match.legal() == ("recharge",)
    match = scene(pool={"X": 0}, slot=1).play("contest 2,2")
    assert match.legal() == ("bid 0",)
    match.play("bid 0").play("bid 1")
    assert match.to_act == 0
    assert stocks(match.play("take 1"))[:2] == [1, 9]


@pytest.mark.rule("TTE-Q7")
def test_a_bid_of_r_is_a_bid_of_0() -> None:
    states = [
        scene(slot=1).play("contest 2,2").play(bid).state for bid in ("bid R", "bid r", "bid 0")
    ]
    assert states[0] == states[1] == states[2]


@pytest.mark.rule("TTE-Q8")
def test_the_free_recharge_may_be_declined() -> None:
    match = fight(scene(), 2, 0).play("take 0")
    assert stocks(match) == [6, 4, 6, 4]
    assert phase(match) == "roll"


@pytest.mark.rule("TTE-Q8")
def test_the_free_recharge_comes_before_the_roll_or_after_the_contest() -> None:
    # The only die of O that could be recharged is the one that this contest displaces.
    early = fight(scene({"2,2": "O"}, pool={"O": 9}), 2, 0, "XX")
    assert phase(early) == "turn"
    assert stocks(early)[2:] == [9, 1]
    game = load(free_recharge_time="after_contest")
    late = fight(scene({"2,2": "O"}, game, pool={"O": 9}), 2, 0, "XX")
    assert late.to_act == 1
    assert stocks(late.play("take 1"))[2:] == [10, 0]
    assert phase(late) == "turn"


@pytest.mark.rule("TTE-Q9")
@pytest.mark.parametrize(("x", "o", "who"), [(0, 2, 0), (2, 0, 1), (1, 1, None)])
def test_in_a_green_turn_who_alone_bids_nothing_may_recharge(
    x: int, o: int, who: int | None
) -> None:
    match = fight(scene(slot=2), x, o)
    assert match.to_act == (gk.CHANCE if who is None else who)
    assert ("take 1" in match.legal()) == (who is not None)


@pytest.mark.rule("TTE-Q10")
def test_a_player_who_bid_nothing_can_win_with_the_opponents_die() -> None:
    match = fight(scene(**FULL), 1, 0, "O")
    assert board(match) == {"2,2": "OX"}
    assert stocks(match) == [9, 0, 10, 0]


@pytest.mark.rule("TTE-Q11")
def test_nothing_against_nothing_is_a_tie() -> None:
    match = fight(scene(**FULL), 1, 0, "R").play("reroll 0")
    assert board(match) == {}
    assert stocks(match) == [10, 0, 10, 0]
    match = scene({"2,2": "O"}, slot=2).dictate("2,2").play("bid 0").play("bid 0")
    assert board(match) == {"2,2": "O"}


@pytest.mark.rule("TTE-Q12")
def test_the_holders_die_stays_when_the_holder_wins() -> None:
    match = fight(scene({"2,2": "OX"}, **FULL), 1, 2, "XOO")
    assert board(match) == {"2,2": "OX"}
    assert stocks(match) == [8, 1, 8, 2]


@pytest.mark.rule("TTE-Q12")
def test_a_variant_lets_the_holder_swap_the_die() -> None:
    match = fight(scene({"2,2": "OX"}, load(defender_may_swap="yes"), **FULL), 1, 2, "OOO")
    assert match.to_act == 1
    assert match.legal() == ("mark own", "mark theirs", "keep")
    kept, swapped = match.fork().play("keep"), match.fork().play("mark own")
    assert (board(kept), stocks(kept)) == ({"2,2": "OX"}, [8, 1, 8, 2])
    assert (board(swapped), stocks(swapped)) == ({"2,2": "O"}, [8, 2, 8, 1])


@pytest.mark.rule("TTE-Q13")
@pytest.mark.parametrize(("goal", "expected"), [("discard", [8, 1, 9, 1]), ("pool", [8, 1, 10, 0])])
def test_the_die_of_a_lost_square_goes_to_its_owners_discard(
    goal: str, expected: list[int]
) -> None:
    match = fight(scene({"2,2": "O"}, load(displaced_die=goal), **FULL), 2, 0, "XX")
    assert board(match) == {"2,2": "X"}
    assert stocks(match) == expected


@pytest.mark.rule("TTE-Q14")
@pytest.mark.parametrize(("goal", "expected"), [("discard", [9, 1, 9, 1]), ("pool", [9, 1, 10, 0])])
def test_the_die_of_a_tied_square_goes_the_same_way(goal: str, expected: list[int]) -> None:
    match = fight(scene({"2,2": "O"}, load(displaced_die=goal), **FULL), 1, 0, "X")
    assert board(match) == {}
    assert stocks(match) == expected


@pytest.mark.rule("TTE-18", "TTE-Q15")
def test_a_locked_die_is_free_when_it_leaves_the_square_for_any_reason() -> None:
    locked = {"2,2": "OX"}
    won = fight(scene(locked, **FULL), 2, 0, "XX")
    assert board(won) == {"2,2": "X"}
    assert stocks(won) == [7, 2, 10, 0]
    tied = fight(scene(locked, **FULL), 1, 0, "X")
    assert stocks(tied)[:2] == [8, 2]
    given_up = scene(locked, slot=1, **FULL).play("relinquish 2,2")
    assert stocks(given_up)[:2] == [10, 0]


@pytest.mark.rule("TTE-Q16")
def test_a_player_may_contest_the_own_square() -> None:
    held = {"2,2": "X"}
    assert refused(scene(held), "contest 2,2") is None
    assert board(fight(scene(held, **FULL), 1, 0, "O")) == {}
    strict = scene(held, load(contest_own="no"))
    assert refused(strict, "contest 2,2") == "TTE-Q16"
    assert "contest 2,2" not in strict.legal()
    assert refused(scene({"2,2": "O"}, load(contest_own="no")), "contest 2,2") is None


@pytest.mark.rule("TTE-Q18", "TTE-Q19")
def test_a_turn_gives_up_one_square_and_its_die_goes_to_the_pool() -> None:
    match = scene({"1,1": "X", "2,2": "X"})
    assert refused(match, "relinquish 1,1 2,2") == "TTE-1"
    match.play("relinquish 1,1")
    assert match.to_act == 1
    assert board(match) == {"2,2": "X"}
    assert stocks(match) == [7, 2, 6, 4]


def test_examples_of_turns_are_legal() -> None:
    for match in (scene(), scene(**FULL), scene({"1,1": "X"}, pool={"X": 0}), scene({"1,1": "XO"})):
        examples = match.why_not("hello").message.split('"')[1::2]
        assert examples
        assert all(refused(match, example) is None for example in examples)


@pytest.mark.rule("TTE-Q20")
def test_nobody_passes_or_recharges_from_an_empty_discard() -> None:
    assert refused(scene(), "pass") == "TTE-Q20"
    assert '"contest 1,1" or "recharge"' in scene().why_not("pass").message
    match = scene(**FULL)
    assert refused(match, "recharge") == "TTE-Q20"
    assert "recharge" not in match.legal()


@pytest.mark.rule("TTE-Q20")
def test_a_player_whose_dice_are_all_on_the_board_can_give_one_up() -> None:
    marks = dict(zip(SQUARES, WITHOUT_LINE, strict=True))
    game = load(dice=9)
    match = scene({square: mark + "X" for square, mark in marks.items()}, game)
    assert stocks(match) == [0, 0, 6, 3]
    assert {move.split()[0] for move in match.legal()} == {"relinquish"}


@pytest.mark.rule("TTE-Q21")
def test_a_recharge_moves_no_more_than_there_is() -> None:
    match = scene(pool={"X": 8}).play("recharge").dictate("4")
    assert stocks(match) == [10, 0, 6, 4]


@pytest.mark.rule("TTE-Q22")
def test_both_players_never_have_three_in_a_row() -> None:
    both = dict.fromkeys(["1,1", "2,1", "3,1"], "X") | dict.fromkeys(["1,3", "2,3", "3,3"], "O")
    with pytest.raises(gk.BadPosition, match="TTE-Q22"):
        scene(both)


@pytest.mark.rule("TTE-Q23")
@pytest.mark.parametrize("slot", [0, 2])
def test_a_line_wins_in_the_opponents_turn_and_in_a_green_turn(slot: int) -> None:
    match = fight(scene({"1,1": "O", "2,2": "OX"}, slot=slot, **FULL), 1, 0, "O", "3,3")
    assert match.result.winner == 1


@pytest.mark.rule("TTE-Q24")
def test_on_a_full_board_without_a_line_play_goes_on() -> None:
    marks = dict(zip(SQUARES, WITHOUT_LINE, strict=True))
    match = scene(marks)
    assert match.result is None
    fight(match, 2, 0, "XO")
    assert board(match) == marks
    assert (match.result, match.to_act) == (None, 1)


@pytest.mark.rule("TTE-Q24")
@pytest.mark.parametrize("green", ["on", "off"])
def test_a_limit_of_turns_each_is_a_draw(green: str) -> None:
    match = gk.Match(load(turn_cap=3, green=green), auto=False)
    order(match, 8 if green == "on" else 6)
    assert (match.result.kind, match.result.rule) == ("draw", "TTE-Q24")
    assert match.state.turn == 6


@pytest.mark.rule("TTE-30", "TTE-Q25")
def test_without_the_green_die_players_alternate_or_move_in_pairs() -> None:
    assert order(gk.Match(load(green="off"), auto=False), 8) == "01010101"
    game = load(green="off", order_without_green="ABBA")
    assert order(gk.Match(game, auto=False), 8) == "01100110"
    assert order(gk.Match(game, first=1, auto=False), 4) == "1001"


@pytest.mark.rule("TTE-Q26")
def test_the_first_green_roll_is_the_column_and_every_square_is_as_likely() -> None:
    held = scene(dict(zip(SQUARES, WITHOUT_LINE, strict=True)), slot=2)
    for column, row in product("123", repeat=2):
        match = held.fork().dictate(column)
        assert f"column {column}" in match.board_text()
        match.dictate(row)
        assert match.game.dump(match.rules, match.state)["square"] == f"{column},{row}"
    found = held.game.shares_of(held.rules, held.state, lambda state: state.square)
    assert found == dict.fromkeys(range(9), Fraction(1, 9))


def deciding() -> dict[str, Any]:
    """A match in each phase in which a player decides."""
    return {
        "turn": scene(),
        "contester": scene().play("contest 1,1"),
        "opponent": scene(first=1).play("contest 1,1"),
        "take": fight(scene(), 1, 0),
        "decide": fight(scene(), 2, 1, "RXO"),
        "mark": fight(scene(), 1, 2, "XXO"),
    }


@pytest.mark.parametrize(
    ("phase", "rule", "asked"),
    [
        ("turn", "TTE-10", "contests a square, recharges or relinquishes a square"),
        ("contester", "TTE-12", "bids 1 to 4 dice"),
        ("opponent", "TTE-12", "bids 0 to 4 dice"),
        ("take", "TTE-14", '"take 0" or "take 1"'),
        ("decide", "TTE-4", "may re-roll"),
        ("mark", "TTE-17", '"mark own" or "mark theirs"'),
    ],
)
@pytest.mark.parametrize(
    "text", ["4", "mark X", "", "bid", "take", "reroll", "pass the dice", "bid 9x"]
)
def test_what_cannot_be_read_is_told_what_is_asked(
    phase: str, rule: str, asked: str, text: str
) -> None:
    refusal = deciding()[phase].why_not(text)
    assert refusal.rule == rule
    assert asked in refusal.message


@pytest.mark.rule("TTE-13")
def test_a_bid_that_is_refused_is_told_which_are_not() -> None:
    def told(match: Any) -> str:
        return str(match.why_not("bid 5").message)

    assert told(deciding()["contester"]).startswith("X bids 1 to 4 dice: ")
    assert told(deciding()["opponent"]).startswith("X bids 0 to 4 dice: ")
    assert told(scene(pool={"X": 2}).play("contest 1,1")).startswith(
        "X bids 1 or 2 dice, as the pool"
    )
    one = scene(pool={"X": 1, "O": 0}).play("contest 1,1")
    assert told(one) == 'X bids one die, as the pool has no more: write "bid 1", not "bid 5".'
    assert told(one.play("bid 1")).startswith("O has no dice in the pool and bids 0: ")


@pytest.mark.rule("TTE-Q27")
@pytest.mark.parametrize(("slot", "bids"), [(0, "1234"), (1, "01234R")])
def test_the_contester_sets_1_to_4_and_the_opponent_every_side(slot: int, bids: str) -> None:
    match = scene(slot=slot).play("contest 2,2")
    assert [bid for bid in "01234R" if refused(match, f"bid {bid}") is None] == list(bids)


@pytest.mark.rule("TTE-Q28")
@pytest.mark.parametrize("slot", [0, 1])
def test_the_winner_chooses_whose_die_it_is(slot: int) -> None:
    match = fight(scene(slot=slot, **FULL), 2, 2, "OOOX")
    assert match.to_act == 1
    assert board(match.fork().play("mark own")) == {"2,2": "O"}
    assert board(match.play("mark theirs")) == {"2,2": "OX"}


@pytest.mark.rule("TTE-5", "TTE-Q29")
def test_an_empty_square_that_is_won_gets_a_die_and_the_discards_get_the_others() -> None:
    for mine, theirs in product(range(3), repeat=2):
        for dice in product("XO", repeat=mine + theirs):
            match = fight(scene(slot=2, **FULL), mine, theirs, "".join(dice))
            if phase(match) == "mark":
                match.play("mark own")
            assert len(board(match)) == (2 * dice.count("X") != len(dice))
            assert sum(stocks(match)[1::2]) + len(board(match)) == len(dice)


@pytest.mark.rule("TTE-Q30")
@pytest.mark.parametrize("first", [0, 1])
def test_player_0_is_x_whoever_starts(first: int) -> None:
    match = scene({"1,1": "X"}, first=first)
    assert match.to_act == first
    assert ("relinquish 1,1" in match.legal()) == (first == 0)
    assert match.names == ("X", "O")


# --- odds --------------------------------------------------------------------------------------


def odds(mine: int, theirs: int, holder: str = "", policy: str = "always_reroll") -> Any:
    match = scene(
        {"2,2": holder} if holder else {}, load(r_policy=policy),
        slot=2, square="2,2", bids={"X": mine, "O": theirs}, phase="roll",
    )  # fmt: skip
    return match.game.odds(match.rules, match.state)


def test_the_odds_of_a_die() -> None:
    assert odds(1, 0) == (Fraction(7, 9), Fraction(1, 36), Fraction(7, 36))
    assert odds(1, 0, policy="always_return") == (Fraction(2, 3), Fraction(1, 6), Fraction(1, 6))


def test_two_dice_win_an_unopposed_square_less_often_than_one() -> None:
    assert odds(2, 0)[0] == Fraction(35, 54) < odds(1, 0)[0]
    assert odds(1, 0, "O") == (0, Fraction(7, 9), Fraction(2, 9))


def test_odds_are_alike_for_both_sides() -> None:
    for mine, theirs in ((1, 2), (3, 1)):
        assert odds(mine, theirs, "O") == odds(theirs, mine, "X")[::-1]


@pytest.mark.parametrize("holder", ["", "X", "O"])
@pytest.mark.parametrize("policy", ["choose", "always_return"])
def test_the_odds_of_bids_are_those_of_their_dice(holder: str, policy: str) -> None:
    rules = load(r_policy=policy)
    match = scene({"2,2": holder} if holder else {}, rules, slot=2, square="2,2", phase="bid")
    for bids in list(product(range(4), repeat=2))[1:]:  # without bids there is nothing to roll
        found = match.game.odds_of_bids(match.rules, match.state, bids)
        assert found == odds(*bids, holder, policy)


def test_odds_know_what_has_been_rolled() -> None:
    match = fight(scene(**FULL), 2, 1, "X")
    assert match.game.odds(match.rules, match.state)[0] > odds(2, 1)[0]
    match.dictate("X")
    win, tie, lose = match.game.odds(match.rules, match.state)
    assert (win, tie, lose) == (1, 0, 0)


def test_the_odds_of_a_recharge() -> None:
    match = scene(phase="recharge", pool={"X": 0})
    found = match.game.shares_of(match.rules, match.state, lambda state: state.pool[0])
    assert found == {0: Fraction(8, 36)} | dict.fromkeys(range(1, 5), Fraction(7, 36))


# --- notation, positions, bots -----------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["contest 2,3", "Contest 2,3", " contest (2, 3) ", "contest 2 3", "contest 2,3 ..."]
)
def test_squares_are_written_column_first(text: str) -> None:
    assert scene().play(text).state.square == 7


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"board": {"1,1": "X"}}, "what 1,1 holds is a dictionary of mark, owner"),
        ({"board": {"1,1": {"mark": "Q"}}}, "write X or O"),
        ({"board": {"1,1": {"mark": "X"}, "(1,1)": {"mark": "O"}}}, "named twice"),
        ({"slot": 6}, "whole number from 0 to 5"),
        ({"slot": 3, "turn": 3}, "do not lead to slot 3"),
        ({"phase": "noon"}, "it is one of turn, column"),
        ({"phase": "bid"}, "would be turn, not bid"),
        ({"slot": 2, "phase": "turn"}, "would be column, not turn"),
        ({"square": "2,2", "bids": {"O": 2}}, "X bids first"),
        ({"square": "2,2", "bids": {"X": 0, "O": 2}}, "at least one die"),
        ({"square": "2,2", "bids": {"X": 5, "O": 2}}, 'bids 1 to 4 dice: .*, not "bid 5"'),
        ({"square": "2,2", "pool": {"X": 0}}, "no dice in the pool"),
        ({"square": "2,2", "dice": {"X": ["X"]}}, "X bids first"),
        ({"square": "2,2", "bids": {"X": 1, "O": 1}, "dice": {"X": ["X", "X"]}}, "bids 1 and has"),
        ({"square": "2,2", "bids": {"X": 1, "O": 1}, "phase": "take"}, "not take"),
        ({"bid": 2}, "Did you mean 'bids'"),
    ],
)  # fmt: skip
def test_an_impossible_position_is_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(gk.BadPosition, match=message):
        gk.Match("tic-tac-toe-evolved", position=fields)


def test_a_scene_within_a_contest_goes_on_from_there() -> None:
    match = scene(square="2,2", bids={"X": 2, "O": "R"}, dice={"X": ["X", "R"], "O": []})
    assert match.legal() == ("reroll 0", "reroll 1")
    match = scene(square="2,2", bids={"X": 2, "O": "R"})
    assert match.legal() == ("take 0", "take 1")
    match = scene(square="2,2", bids={"X": 2, "O": 1}, dice={"X": ["X", "ret"], "O": ["X"]})
    assert match.legal() == ("mark own", "mark theirs")


def test_a_pool_cannot_start_with_more_dice_than_there_are() -> None:
    with pytest.raises(gk.BadVariant, match="Lower start_pool or raise dice"):
        load(start_pool=12)
    match = gk.Match(load(start_pool=12, dice=12))
    assert stocks(match) == [12, 0, 12, 0]


def test_more_dice_may_be_bid_where_the_limit_is_higher() -> None:
    match = scene(game=load(max_bid=6, start_pool=10), slot=1).play("contest 2,2")
    assert match.legal() == tuple(f"bid {n}" for n in range(7))
    assert scene(game=load(max_bid=1)).play("contest 2,2").legal() == ("bid 1",)


def test_greedy_returns_a_die_where_that_wins() -> None:
    fields = {
        "board": {square: {"mark": "X"} for square in ("1,1", "3,3")},
        "discard": {"X": 0, "O": 0},
        "square": "2,2", "bids": {"X": 2, "O": 1}, "dice": {"X": ["X", "R"], "O": ["ret"]},
    }  # fmt: skip
    for seed in range(5):
        match = gk.Match("tic-tac-toe-evolved", position=fields, auto=False)
        match.play(gk.bot("greedy").choose(match.view(0), seed=seed))
        assert match.result is not None
        assert match.result.winner == 0


def test_bots_neither_refuse_a_gift_nor_fight_for_their_own_square() -> None:
    def sensible(match: Any) -> set[str]:
        moves = [0] * match.game.moves
        count = match.game.sensible_moves(match.rules, match.state, moves)
        return {match.game.write(match.rules, match.state, move) for move in moves[:count]}

    assert sensible(fight(scene(), 2, 0)) == {"take 1"}
    turn = sensible(scene({"1,1": "XO", "2,2": "OX"}))
    assert "contest 1,1" not in turn
    assert {"contest 2,2", "recharge", "relinquish 1,1 retrieve 2,2"} <= turn
    assert "relinquish 1,1" not in turn
    assert "relinquish 1,1" in sensible(scene({"1,1": "X"}, pool={"X": 1}))


# --- variants ----------------------------------------------------------------------------------


def has_corners(state: Any, player: int) -> bool:
    return all(state.marks[corner] == player for corner in (0, 2, 6, 8))


@pytest.mark.rule("TTE-23")
@pytest.mark.parametrize(
    ("board", "cells"),
    [
        (["1,1", "2,1", "3,1", "2,3"], "1,1 2,1 3,1"),
        (["1,1", "2,2", "3,3", "1,2", "1,3"], "1,1 1,2 2,2 1,3 3,3"),
    ],
)
def test_the_end_names_the_squares_that_won(board: list[str], cells: str) -> None:
    match = scene(dict.fromkeys(board, "X"))
    assert match.game.winning_cells(match.rules, match.state) == tuple(cells.split())
    assert match.result.text == f"X wins. X stands on {cells.replace(' ', ' and ')}."


@pytest.mark.rule("TTE-23")
def test_sentence_and_picture_of_a_win_ask_the_rule_that_decided_it() -> None:
    game = load().variant(has_three=has_corners)
    row = ["1,1", "2,1", "3,1"]
    assert scene(dict.fromkeys(row, "O"), game=game).result is None
    match = scene(dict.fromkeys([*row, "1,3", "3,3"], "O"), game=game)
    assert match.result.text == "O wins. O stands on 1,1 and 3,1 and 1,3 and 3,3."
    assert game.winning_cells(match.rules, match.state) == ("1,1", "3,1", "1,3", "3,3")


def test_a_line_that_ends_the_game_by_a_rule_of_ones_own_is_named() -> None:
    def judge_lines(state: Any, player: int) -> None:
        if has_line(3, 3, state.marks, player, 3):
            state.winner, state.rule = player, 28

    game = load().variant(judge_lines=judge_lines)
    match = scene(dict.fromkeys(["1,1", "2,2", "3,3"], "X"), game=game)
    assert match.result.rule == "TTE-28"
    assert match.result.text == "X wins. X stands on 1,1 and 2,2 and 3,3."


def test_no_squares_win_before_the_end_or_at_the_limit() -> None:
    for match in (scene(), scene({"1,1": "X"}, game=load(turn_cap=2), slot=5, turn=4)):
        assert match.game.winning_cells(match.rules, match.state) == ()


@pytest.mark.parametrize(
    ("rule", "parameters", "sentence"),
    [
        ("TTE-6", {"dice": 12},
         "On the board, in the pool and in the discard a player never has more than twelve play "
         "dice together."),
        ("TTE-9", {"dice": 9, "start_pool": 9},
         "Both players start with nine of their dice in the pool and none in the discard, and the "
         "board is empty."),
        ("TTE-12", {"max_bid": 2},
         "Both players set a number from 0 to 2 in secret and show it together; each of them rolls "
         "that many dice."),
        ("TTE-4", {"r_policy": "always_return"},
         "A die that shows R goes back to its owner's pool."),
        ("TTE-28", {"green": "off"}, "There are no green turns."),
        ("TTE-Q13", {"displaced_die": "pool"},
         "The die of a square that changes hands goes to its owner's pool."),
        ("TTE-Q24", {"turn_cap": 20},
         "On a full board without a line play goes on; after 20 turns each the game is a draw."),
        ("TTE-Q27", {"max_bid": 1}, "The opponent may set R or 0 to 1, the contester 1."),
    ],
)  # fmt: skip
def test_the_rulebook_follows_the_parameters(
    rule: str, parameters: dict[str, Any], sentence: str
) -> None:
    assert load(**parameters).rulebook[rule].text == sentence


def test_the_rulebook_marks_what_a_replaced_rule_may_change() -> None:
    game = load().variant(lowest_bid=lambda rules, state, player: 0)
    changed = {rule.id: rule.changed_by for rule in game.rulebook if rule.changed_by}
    assert changed == {"TTE-13": ("lowest_bid",), "TTE-28": ("lowest_bid",)}


def test_dice_that_won_the_game_are_not_said_to_have_gone_back() -> None:
    match = scene({"1,1": "XO", "2,1": "X"}, slot=0).play("contest 3,1").play("bid 3")
    match.play("bid 0").play("take 0").dictate("X,X,O")
    assert match.result.winner == 0
    assert "X (X): pool 3, discard 5, bid 3\n" in match.board_text()


def test_a_refusal_after_half_a_turn_and_a_stray_comma_names_whole_turns() -> None:
    match = gk.Match("tic-tac-toe-evolved", seed=0)
    for move in ("contest 1,1", "bid 2", "bid 2", "contest 1,2", "bid 4", "bid 2", "bid 0",
                 "bid 1", "take 0", "recharge"):  # fmt: skip
        match.play(move)
    refusal = match.why_not("relinquish 1,2,")
    assert refusal
    assert "relinquish 1,2" in refusal.legal
