"""The rules of Take-Back-Toe, one test or more for each."""

from __future__ import annotations

from typing import Any

import pytest

import gamekit as gk
from tests.matches import refused, timed

START = {"B1": 10, "B2": 10, "B3": 10, "B4": 10}
# Stacks of 4 at most, and no three alike at home: only a 5 or a 6 beats them all.
FLAT = {
    "A1": 4, "A2": 4, "A3": 2, "A4": 3,
    "B1": 4, "B2": 4, "B3": 4, "B4": 3,
    "C1": 4, "C2": 4, "C3": 1, "C4": 3,
}  # fmt: skip
# Red, in row A, has rolled 3; Green has just moved three pieces from A2 to A1.
EXAMPLE = {"A1": 3, "A2": 1, "B1": 10, "B2": 6, "B3": 10, "B4": 10}


def scene(board: dict[str, int] = START, first: int = 0, game: Any = None, **fields: Any) -> Any:
    """A match from this board on, where the test rolls the die."""
    return gk.Match(
        game or gk.load("take-back-toe"),
        first=first,
        position={"board": board, **fields},
        auto=False,
    )


def board(match: Any) -> Any:
    return match.game.dump(match.rules, match.state)["board"]


def turn(match: Any, roll: int, move: str) -> Any:
    return match.dictate(roll).play(move)


# --- setup -------------------------------------------------------------------------------------


@pytest.mark.rule("TBT-1")
def test_the_board_has_three_rows_of_four_cells() -> None:
    match = scene(dict.fromkeys(["A1", "A2", "C1", "C2"], 1) | {"B1": 36}, die=1)
    cells = [f"{row}{column}" for row in "ABC" for column in range(1, 5)]
    for cell in cells:
        one = {cell: 40} if cell[0] == "B" else {cell: 39, "B1": 1}
        assert board(scene(one)) == one
    for cell in ("A0", "A5", "D1", "E9"):
        assert refused(match, f"A1-{cell}") == "TBT-1"
        with pytest.raises(gk.BadPosition, match=f"no cell {cell}"):
            scene({cell: 40})


@pytest.mark.rule("TBT-1")
def test_no_move_leaves_the_board() -> None:
    # Move number cell * 4 + direction: A1 is cell 0 and direction 0 goes up.
    assert refused(scene({"A1": 40}, die=1), 0) == "TBT-1"


@pytest.mark.rule("TBT-2")
def test_row_a_is_home_to_one_player_row_c_to_the_other_row_b_to_nobody() -> None:
    assert scene({"A1": 5, "A2": 5, "A3": 5, "B1": 25}).result.winner == 0
    assert scene({"C1": 5, "C2": 5, "C3": 5, "B1": 25}).result.winner == 1
    assert scene({"B1": 10, "B2": 10, "B3": 10, "B4": 10}).result is None


@pytest.mark.rule("TBT-3")
def test_the_board_always_holds_forty_pieces() -> None:
    with pytest.raises(gk.BadPosition, match="39 pieces; the game has 40"):
        scene({"B1": 39})
    for seed in range(20):
        match = gk.Match("take-back-toe", seed=seed)
        while match.result is None:
            match.play(match.legal()[seed % len(match.legal())])
            assert sum(board(match).values()) == 40


@pytest.mark.rule("TBT-3")
def test_pieces_belong_to_neither_player() -> None:
    assert scene(FLAT, die=2, to_move=0).legal() == scene(FLAT, die=2, to_move=1).legal()


@pytest.mark.rule("TBT-3")
def test_a_single_piece_is_a_stack() -> None:
    match = scene({"A1": 1, "A2": 1, "B3": 38}, die=1)
    assert match.play("B3-A3").result.winner == 0


@pytest.mark.rule("TBT-3")
def test_an_empty_cell_is_not_a_stack() -> None:
    assert scene({"A1": 5, "B1": 28, "C4": 7}).result is None
    assert refused(scene({"A1": 5, "B1": 28, "C4": 7}, die=1), "A2-A3") == "TBT-9"


@pytest.mark.rule("TBT-4")
def test_ten_pieces_start_on_each_cell_of_row_b() -> None:
    assert board(gk.Match("take-back-toe")) == START


@pytest.mark.rule("TBT-5")
def test_the_board_shows_stack_sizes_and_leaves_empty_cells_blank() -> None:
    shown = scene({"A2": 4, "B1": 10, "B2": 6, "C4": 20}).board_text().splitlines()
    cells = {line[0]: [cell.strip() for cell in line.split("|")[1:5]] for line in shown[1:4]}
    assert cells == {"A": ["", "4", "", ""], "B": ["10", "6", "", ""], "C": ["", "", "", "20"]}


@pytest.mark.rule("TBT-6")
def test_the_die_has_six_faces() -> None:
    for face in range(1, 7):
        assert scene().dictate(face).state.die == face
    for face in (0, 7, "1.5", "one"):
        with pytest.raises(gk.GameError, match=r"choose from: 1, 2, 3, 4, 5, 6\."):
            scene().dictate(face)
    rolled = {gk.Match("take-back-toe", seed=seed).state.die for seed in range(60)}
    assert rolled == {1, 2, 3, 4, 5, 6}


# --- the turn ----------------------------------------------------------------------------------


@pytest.mark.rule("TBT-7")
@pytest.mark.parametrize("first", [0, 1])
def test_players_alternate_from_the_starting_player(first: int) -> None:
    match = gk.Match("take-back-toe", first=first, seed=3)
    movers = []
    for _ in range(6):
        movers.append(match.to_act)
        match.play(match.legal_moves()[0])
    assert movers == [first, 1 - first] * 3


@pytest.mark.rule("TBT-8")
def test_a_turn_begins_with_the_roll() -> None:
    match = scene()
    assert match.to_act == gk.CHANCE
    assert match.legal() == ()
    with pytest.raises(gk.IllegalMove, match="A roll or draw comes first"):
        match.play("B2-A2")
    turn(match, 4, "B2-A2")
    assert match.to_act == gk.CHANCE


@pytest.mark.rule("TBT-8")
@pytest.mark.parametrize("roll", range(1, 7))
def test_the_roll_is_the_number_of_pieces_moved(roll: int) -> None:
    assert board(turn(scene(), roll, "B2-A2")) == {**START, "B2": 10 - roll, "A2": roll}


@pytest.mark.rule("TBT-9")
def test_a_stack_smaller_than_the_roll_cannot_be_used() -> None:
    match = scene(EXAMPLE, die=4)
    refusal = match.why_not("A1-B1")
    assert refusal.rule == "TBT-9"
    assert refusal.message == "The roll is 4, but A1 holds three pieces."
    assert refusal.cells == ("A1",)


@pytest.mark.rule("TBT-9")
def test_a_stack_of_exactly_the_roll_moves_as_a_whole() -> None:
    match = scene(EXAMPLE, die=3).play("A1-B1")
    assert board(match) == {"A2": 1, "B1": 13, "B2": 6, "B3": 10, "B4": 10}


@pytest.mark.rule("TBT-9")
def test_pieces_move_to_a_cell_that_shares_a_side() -> None:
    match = scene(die=1)
    reached = {move.split("-")[1] for move in match.legal() if move.startswith("B2-")}
    assert reached == {"A2", "C2", "B1", "B3"}
    for far in ("B2-B4", "B2-B2", "B1-C4"):
        assert refused(match, far) == "TBT-9"


@pytest.mark.rule("TBT-9")
def test_rows_do_not_go_on_around_the_edge() -> None:
    match = scene({"A4": 20, "B1": 20}, die=1)
    assert set(match.legal()) == {"A4-A3", "A4-B4", "B1-A1", "B1-C1", "B1-B2"}


@pytest.mark.rule("TBT-10")
@pytest.mark.parametrize("mover", [0, 1])
def test_any_stack_and_any_target_may_be_used_home_rows_included(mover: int) -> None:
    match = scene(FLAT, die=1, to_move=mover)
    moves = [move.split("-") for move in match.legal()]
    assert {start for start, _ in moves} == set(FLAT)
    assert {end for _, end in moves} == set(FLAT)
    assert len(moves) == 34


@pytest.mark.rule("TBT-11")
def test_cells_that_touch_at_a_corner_are_not_adjacent() -> None:
    match = scene(die=1)
    for corner in ("B2-A1", "B2-A3", "B2-C1", "B2-C3"):
        refusal = match.why_not(corner)
        assert refusal.rule == "TBT-11"
        assert refusal.cells == tuple(corner.split("-"))


@pytest.mark.rule("TBT-12")
def test_a_player_may_not_reverse_the_opponents_last_move() -> None:
    match = turn(turn(scene(), 4, "B2-A2"), 3, "A2-A1").dictate(3)
    with pytest.raises(gk.IllegalMove) as refused:
        match.play("A1-A2")
    assert refused.value.rule == "TBT-12"
    assert refused.value.message == (
        "Green has just moved three pieces from A2 to A1: A1-A2 would be the exact reverse."
    )
    assert refused.value.cells == ("A1", "A2")
    assert "A1-A2" not in match.legal()
    assert set(refused.value.legal) <= set(match.legal())
    assert len(refused.value.legal) == 5


@pytest.mark.rule("TBT-12")
def test_the_ban_can_be_switched_off() -> None:
    free = gk.load("take-back-toe", reversal="none")
    match = turn(turn(scene(game=free), 4, "B2-A2"), 3, "A2-A1").dictate(3)
    assert "A1-A2" in match.legal()


@pytest.mark.rule("TBT-13")
def test_another_number_may_move_back_between_the_same_cells() -> None:
    match = turn(scene(), 4, "B2-A2")
    for roll in (1, 2, 3):
        assert refused(match.fork().dictate(roll), "A2-B2") is None
    assert refused(match.dictate(4), "A2-B2") == "TBT-12"


@pytest.mark.rule("TBT-14")
def test_an_earlier_board_may_return() -> None:
    match = scene()
    for move in ("B1-A1", "B2-A2", "A1-B1", "A2-B2"):
        turn(match, 1, move)
    assert board(match) == START


@pytest.mark.rule("TBT-15")
@pytest.mark.parametrize("roll", [5, 6])
def test_a_roll_larger_than_every_stack_skips_the_turn_by_itself(roll: int) -> None:
    match = scene(FLAT).dictate(roll)
    assert match.to_act == gk.CHANCE
    assert [(entry.player, entry.text) for entry in match.history] == [
        (gk.CHANCE, str(roll)),
        (None, "skip"),
    ]
    assert board(match) == FLAT
    assert match.dictate(1).to_act == 1


@pytest.mark.rule("TBT-15")
def test_a_roll_equal_to_the_largest_stack_is_played() -> None:
    match = scene(FLAT).dictate(4)
    assert match.to_act == 0
    assert {move[:2] for move in match.legal()} == {c for c, size in FLAT.items() if size == 4}


@pytest.mark.rule("TBT-16")
def test_a_stack_has_no_maximum() -> None:
    assert board(turn(scene(), 6, "B2-B1")) == {**START, "B1": 16, "B2": 4}
    assert board(scene({"B1": 34, "B2": 6}, die=6).play("B2-B1")) == {"B1": 40}


# --- the end -----------------------------------------------------------------------------------


@pytest.mark.rule("TBT-17")
def test_three_equal_stacks_in_their_own_home_row_win() -> None:
    match = scene({"A1": 3, "A2": 1, "A3": 3, "B4": 10, "B1": 23}, die=3).play("B4-A4")
    result = match.result
    assert (result.winner, result.kind, result.rule) == (0, "win", "TBT-17")
    assert result.text == "Red wins. 3 stacks of 3 stand in row A."
    assert match.to_act == gk.OVER
    assert match.legal() == ()
    assert refused(match, "B1-B2") == "TBT-17"


@pytest.mark.rule("TBT-17")
def test_two_equal_stacks_do_not_win() -> None:
    assert scene({"A1": 3, "B2": 37}, die=3).play("B2-A2").result is None


@pytest.mark.rule("TBT-18")
@pytest.mark.parametrize("first", [0, 1])
def test_the_game_stops_after_forty_turns_of_each(first: int) -> None:
    done = [40, 39] if first == 0 else [39, 40]
    match = scene({"A1": 9, "B1": 31}, first=first, turns=done, die=1)
    assert match.to_act == 1 - first
    assert match.play("B1-B2").result.rule == "TBT-19"
    assert match.result.text == (
        "Red wins. After 40 turns each, Red has more pieces at home, 9 against 0."
    )


@pytest.mark.rule("TBT-18")
def test_a_whole_game_without_a_line_has_eighty_turns() -> None:
    match = scene({"B1": 40})
    for n in range(80):
        assert match.result is None
        # Two pieces wander along row B, never straight back.
        turn(match, 1 + n % 2, ("B1-B2", "B1-B2", "B2-B1", "B2-B1")[n % 4])
    assert match.result.rule == "TBT-20"
    assert match.ply == 80


@pytest.mark.rule("TBT-19")
@pytest.mark.parametrize(("a", "c", "winner"), [(14, 11, 0), (11, 14, 1), (1, 0, 0), (0, 1, 1)])
def test_at_the_limit_more_pieces_at_home_win(a: int, c: int, winner: int) -> None:
    for first in (0, 1):
        pieces = {"A1": a, "C4": c, "B1": 40 - a - c}
        match = scene(pieces, first=first, turns=[40, 40])
        assert (match.result.winner, match.result.rule) == (winner, "TBT-19")


@pytest.mark.rule("TBT-20")
@pytest.mark.parametrize("first", [0, 1])
def test_at_the_limit_a_tie_goes_to_the_starting_player(first: int) -> None:
    match = scene({"A1": 7, "C1": 3, "C2": 4, "B1": 26}, first=first, turns=[40, 40])
    assert (match.result.winner, match.result.rule) == (first, "TBT-20")
    name = ("Red", "Green")[first]
    assert match.result.text == (
        f"{name} wins. After 40 turns each, both home rows hold seven pieces, so {name}, who "
        "started, wins."
    )


# --- administration ----------------------------------------------------------------------------


@pytest.mark.rule("TBT-22")
@pytest.mark.parametrize(
    "text", ["B2-A2", "b2-a2", "B2 to A2", " b2 TO a2 ", "B2 - A2", "B2>A2", "B2 A2"]
)
def test_a_move_names_its_start_and_its_end(text: str) -> None:
    match = turn(scene(), 4, text)
    assert match.history[-1].text == "B2-A2"
    assert board(match)["A2"] == 4


@pytest.mark.rule("TBT-22")
@pytest.mark.parametrize("text", ["", "B2", "B2-", "4 B2-A2", "B2-A2 4", "B2-A2-A1", "22-A2"])
def test_a_text_without_start_and_end_is_not_a_move(text: str) -> None:
    refusal = scene(die=4).why_not(text)
    assert refusal.rule == "TBT-22"
    assert refusal.message == "A move names its start and its end, like B1-A1."


@pytest.mark.rule("TBT-22")
def test_the_example_of_a_move_is_legal() -> None:
    match = scene({"A1": 5, "B1": 35}, die=5, last=["B1", "A1", 5])
    assert refused(match, "A1-B1") == "TBT-12"
    example = match.why_not("hello").message.rsplit(maxsplit=1)[1].removesuffix(".")
    assert refused(match, example) is None


@pytest.mark.rule("TBT-15")
@pytest.mark.parametrize("text", ["pass", "Skip"])
def test_nobody_skips_a_turn_on_purpose(text: str) -> None:
    assert refused(scene(die=4), text) == "TBT-15"


@pytest.mark.rule("TBT-24")
@pytest.mark.parametrize("first", [0, 1])
def test_the_turn_number_is_posted_after_the_second_players_turns(first: int) -> None:
    match = scene(first=first)
    posted = [match.board_text().splitlines()[4:]]
    for move in ("B1-A1", "B2-A2", "B3-A3", "B4-A4"):
        posted.append(turn(match, 1 + len(posted), move).board_text().splitlines()[4:])
    assert posted == [[], [], ["Turn 1"], [], ["Turn 2"]]


@pytest.mark.rule("TBT-25")
def test_the_official_clock_is_a_minute_a_move_and_five_minutes_of_reserve() -> None:
    clock = gk.Match("take-back-toe", clock="official").clock
    assert clock.remaining(0) == clock.remaining(1) == (60, 300)


# --- rulings -----------------------------------------------------------------------------------


@pytest.mark.rule("TBT-Q1")
@pytest.mark.parametrize("first", [0, 1])
def test_player_0_has_row_a_whoever_starts(first: int) -> None:
    match = scene({"A1": 2, "A2": 2, "B3": 36}, first=first, die=2)
    assert match.to_act == first
    assert match.play("B3-A3").result.winner == 0
    lines = match.board_text().splitlines()
    assert lines[1].startswith("A")
    assert lines[1].endswith("Red")
    assert lines[3].startswith("C")
    assert lines[3].endswith("Green")


@pytest.mark.rule("TBT-Q1")
def test_the_two_sides_mirror_each_other() -> None:
    mirror = str.maketrans("AC", "CA")
    for seed in range(5):
        one = gk.Match("take-back-toe", seed=seed, first=0)
        two = gk.Match("take-back-toe", seed=seed, first=1)
        while one.result is None:
            assert sorted(move.translate(mirror) for move in one.legal()) == sorted(two.legal())
            move = one.legal()[one.ply % len(one.legal())]
            one.play(move)
            two.play(move.translate(mirror))
        assert two.result.winner == 1 - one.result.winner


@pytest.mark.rule("TBT-Q2")
@pytest.mark.parametrize("reversal", ["previous_turn", "last_actual_move"])
def test_only_the_opponents_preceding_turn_is_protected(reversal: str) -> None:
    match = scene(game=gk.load("take-back-toe", reversal=reversal))
    turn(turn(match, 4, "B2-A2"), 3, "A2-A1")  # Green's move
    assert refused(match.fork().dictate(3), "A1-A2") == "TBT-12"
    turn(turn(match, 2, "B3-C3"), 1, "B4-C4")
    assert refused(match.dictate(3), "A1-A2") is None


@pytest.mark.rule("TBT-Q3")
@pytest.mark.parametrize(
    ("reversal", "rule"), [("previous_turn", None), ("last_actual_move", "TBT-12"), ("none", None)]
)
def test_after_the_opponents_skip_nothing_is_protected(reversal: str, rule: str | None) -> None:
    game = gk.load("take-back-toe", reversal=reversal)
    match = scene(FLAT, game=game, to_move=1)
    turn(match, 1, "A4-A3")  # Green
    turn(match, 1, "C4-B4")  # Red
    match.dictate(6)  # Green
    assert match.history[-1].text == "skip"
    assert refused(match.dictate(1), "A3-A4") == rule


@pytest.mark.rule("TBT-Q4")
def test_a_player_may_reverse_their_own_earlier_move() -> None:
    match = turn(turn(scene(), 4, "B2-A2"), 2, "B4-C4").dictate(4)
    assert refused(match, "A2-B2") is None


@pytest.mark.rule("TBT-Q6")
def test_the_ban_never_blocks_the_only_stack_that_can_move() -> None:
    corner = {**FLAT, "A1": 6, "A2": 2}
    match = scene(corner, die=6, last=["A2", "A1", 6])
    assert match.to_act == 0
    assert match.legal() == ("A1-B1",)


@pytest.mark.rule("TBT-Q7")
def test_only_a_five_or_six_can_skip() -> None:
    for roll in range(1, 5):
        assert scene(FLAT).dictate(roll).to_act == 0
    for roll in (5, 6):
        assert scene(FLAT).dictate(roll).history[-1].text == "skip"


@pytest.mark.rule("TBT-Q8")
def test_a_skipped_turn_counts_toward_the_limit() -> None:
    match = scene(FLAT, turns=[40, 39]).dictate(6)
    assert match.history[-1].text == "skip"
    assert match.result.rule == "TBT-19"


@pytest.mark.rule("TBT-Q9")
def test_a_player_can_hand_the_opponent_the_win_unless_only_the_movers_row_counts() -> None:
    gift = {"A1": 2, "B1": 10, "B2": 9, "B3": 6, "B4": 7, "C1": 3, "C2": 3}
    match = scene(gift, die=3).play("B3-C3")
    assert (match.result.winner, match.result.rule) == (1, "TBT-17")
    match = scene(gift, game=gk.load("take-back-toe", win_check="mover_only"), die=3)
    assert match.play("B3-C3").result is None
    assert turn(match, 1, "B1-B2").result.winner == 1


@pytest.mark.rule("TBT-Q10")
def test_no_move_touches_both_home_rows() -> None:
    for roll in range(1, 5):
        for move in scene(FLAT, die=roll).legal():
            assert not {"A", "C"} <= set(move)


@pytest.mark.rule("TBT-Q10")
def test_a_position_with_two_winners_is_refused() -> None:
    lines = {"A1": 5, "A2": 5, "A3": 5, "C1": 5, "C2": 5, "C4": 5, "B1": 10}
    with pytest.raises(gk.BadPosition, match="no turn can complete two"):
        scene(lines)


@pytest.mark.rule("TBT-Q11")
@pytest.mark.parametrize("sizes", [(2, 2, 2, 2), (1, 9, 1, 1), (1, 1, 9, 1), (3, 3, 3, 0)])
def test_four_count_and_gaps_do_not_matter(sizes: tuple[int, ...]) -> None:
    for row, player in (("A", 0), ("C", 1)):
        pieces = {f"{row}{n}": size for n, size in enumerate(sizes, 1)}
        assert scene({**pieces, "B1": 40 - sum(sizes)}).result.winner == player


@pytest.mark.rule("TBT-Q11")
@pytest.mark.parametrize("sizes", [(0, 0, 0, 0), (5, 0, 0, 0), (2, 2, 3, 3), (1, 2, 3, 4)])
def test_empty_cells_and_two_pairs_do_not_count(sizes: tuple[int, ...]) -> None:
    pieces = {f"A{n}": size for n, size in enumerate(sizes, 1)}
    assert scene({**pieces, "B1": 40 - sum(sizes)}).result is None


@pytest.mark.rule("TBT-Q12")
def test_a_line_on_the_very_last_turn_wins_against_more_pieces() -> None:
    last = {"A1": 12, "A2": 11, "B1": 4, "B2": 5, "C1": 2, "C2": 2, "C3": 4}
    match = scene(last, turns=[40, 39], die=2).play("C3-C4")
    assert (match.result.winner, match.result.rule) == (1, "TBT-17")


@pytest.mark.rule("TBT-Q13")
def test_the_limit_compares_pieces_not_stacks() -> None:
    match = scene({"A1": 9, "C1": 1, "C2": 2, "C3": 1, "C4": 2, "B1": 25}, turns=[40, 40])
    assert (match.result.winner, match.result.rule) == (0, "TBT-19")


@pytest.mark.rule("TBT-Q14")
@pytest.mark.parametrize("first", [0, 1])
def test_two_empty_home_rows_are_equal(first: int) -> None:
    assert scene({"B1": 40}, first=first, turns=[40, 40]).result.winner == first
    drawn = gk.load("take-back-toe", limit_tie="draw")
    result = scene({"B1": 40}, first=first, game=drawn, turns=[40, 40]).result
    assert (result.winner, result.kind, result.rule) == (None, "draw", "TBT-20")
    assert result.text == "The game is drawn. After 40 turns each, both home rows hold no pieces."


@pytest.mark.rule("TBT-Q15")
def test_the_turn_number_is_that_of_completed_rounds() -> None:
    assert scene(turns=[12, 12]).board_text().endswith("\nTurn 12")
    assert "Turn" not in scene(turns=[12, 11]).board_text()


@pytest.mark.rule("TBT-Q16")
@pytest.mark.parametrize(("seconds", "winner"), [(360.0, None), (360.01, 1)])
def test_whoever_has_used_up_minute_and_bank_loses(seconds: float, winner: int | None) -> None:
    match, wall = timed(roll=4)
    wall.now += seconds
    if winner is None:
        match.play("B2-A2")
        assert match.result is None
        assert match.clock.remaining(0) == (60, 0)
    else:
        with pytest.raises(gk.IllegalMove, match="Red ran out of time"):
            match.play("B2-A2")
        assert (match.result.winner, match.result.rule) == (winner, "X-Q2")
        assert board(match) == START


@pytest.mark.rule("TBT-Q17")
def test_the_bank_is_used_by_the_second() -> None:
    match, wall = timed(roll=4)
    wall.now += 60.5
    match.play("B2-A2")
    assert match.clock.remaining(0) == (60, 299.5)
    assert match.clock.remaining(1) == (60, 300)


@pytest.mark.rule("TBT-Q19")
def test_the_limit_can_be_changed() -> None:
    assert gk.load("take-back-toe").parameters["turn_limit"] == 40
    short = gk.load("take-back-toe", turn_limit=2)
    assert scene({"A1": 1, "B1": 39}, game=short, turns=[2, 2]).result.rule == "TBT-19"
    endless = gk.load("take-back-toe", turn_limit=0)
    assert scene({"A1": 1, "B1": 39}, game=endless, turns=[900, 900]).result is None


# --- variants ----------------------------------------------------------------------------------


def two_at_both_ends(rules: Any, state: Any, player: int) -> bool:
    first = 0 if player == 0 else (rules.rows - 1) * rules.columns
    return bool(state.stacks[first] == state.stacks[first + rules.columns - 1] == 2)


@pytest.mark.rule("TBT-17")
def test_sentence_and_picture_of_a_win_ask_the_rule_that_decided_it() -> None:
    game = gk.load("take-back-toe").variant(has_equal_stacks=two_at_both_ends)
    match = scene({"A1": 2, "A2": 5, "A3": 5, "B4": 28}, game=game, die=2).play("B4-A4")
    assert match.result.text == "Red wins. 2 stacks of 2 stand in row A."
    assert game.winning_cells(match.rules, match.state) == ("A1", "A4")


@pytest.mark.rule("TBT-17")
@pytest.mark.parametrize(
    ("sizes", "cells", "sentence"),
    [
        ((2, 2, 2, 2), "A1 A2 A3 A4", "4 stacks of 2 stand in row A."),
        ((5, 1, 5, 5), "A1 A3 A4", "3 stacks of 5 stand in row A."),
        (
            (5, 2, 5, 2, 5, 2),
            "A1 A2 A3 A4 A5 A6",
            "3 stacks of 5 and 3 stacks of 2 stand in row A.",
        ),
        ((7, 2, 2, 2, 2, 7, 1), "A2 A3 A4 A5", "4 stacks of 2 stand in row A."),
    ],
)
def test_all_stacks_that_win_are_named(sizes: tuple[int, ...], cells: str, sentence: str) -> None:
    game = gk.load("take-back-toe", columns=len(sizes))
    pieces = {f"A{n}": size for n, size in enumerate(sizes, 1)}
    match = scene({**pieces, "B1": 10 * len(sizes) - sum(sizes)}, game=game)
    assert " ".join(game.winning_cells(match.rules, match.state)) == cells
    assert match.result.text == f"Red wins. {sentence}"


def test_no_cells_win_before_the_end_or_at_the_limit() -> None:
    for match in (scene(), scene({"A1": 9, "B1": 31}, turns=[40, 40])):
        assert match.game.winning_cells(match.rules, match.state) == ()


def test_a_win_by_a_rule_of_ones_own_has_a_true_sentence() -> None:
    def judge(rules: Any, state: Any, mover: int) -> None:
        if state.stacks[0] >= 20:
            state.winner, state.rule = 0, 16

    game = gk.load("take-back-toe").variant(judge=judge)
    result = scene({"A1": 25, "B1": 15}, game=game).result
    assert (result.rule, result.text) == ("TBT-16", "Red wins. Red has what it takes at home.")


def test_a_win_without_any_stack_has_a_sentence_too() -> None:
    empty = gk.load("take-back-toe").variant(
        has_equal_stacks=lambda rules, state, player: player == 1 and state.stacks[8] == 0
    )
    match = scene(game=empty)
    assert match.result.text == "Green wins. Green has what it takes at home."


def test_a_ban_of_another_kind_is_not_called_the_exact_reverse() -> None:
    game = gk.load("take-back-toe").variant(
        takes_back=lambda rules, state, start, target: start == 4
    )
    refusal = scene(game=game, die=1).why_not("B1-B2")
    assert refusal.message == "B1-B2 counts as taking back a move."


@pytest.mark.rule("TBT-12")
@pytest.mark.parametrize(
    ("reversal", "verb"), [("previous_turn", "has just moved"), ("last_actual_move", "last moved")]
)
def test_the_ban_names_the_move_it_protects(reversal: str, verb: str) -> None:
    game = gk.load("take-back-toe", reversal=reversal)
    refusal = scene(EXAMPLE, game=game, die=3, last=["A2", "A1", 3]).why_not("A1-A2")
    assert refusal.message == (
        f"Green {verb} three pieces from A2 to A1: A1-A2 would be the exact reverse."
    )


@pytest.mark.parametrize(
    ("rule", "parameters", "sentence"),
    [
        ("TBT-1", {"rows": 5, "columns": 3},
         "The board has 15 cells: rows A, B, C, D, E and columns 1 to 3."),
        ("TBT-2", {"rows": 7},
         "One player's home row is A, the other's is G; rows B to F are nobody's."),
        ("TBT-4", {"rows": 5, "height": 1},
         "At the start a stack of one stands on each cell of row C; the other rows are empty."),
        ("TBT-6", {"sides": 8}, "One die is used, with faces 1 to 8."),
        ("TBT-12", {"reversal": "none"}, "You may reverse your opponent's last move."),
        ("TBT-17", {"match": 4, "win_check": "mover_only"},
         "Whoever has four or more equal stacks in their own home row after their own turn wins."),
        ("TBT-18", {"turn_limit": 1}, "The game stops when both players have taken one turn."),
        ("TBT-18", {"turn_limit": 0},
         "There is no limit: the game goes on until somebody wins."),
        ("TBT-20", {"limit_tie": "draw"}, "If those totals are equal, the game is drawn."),
        ("TBT-Q7", {"height": 6},
         "The 24 pieces on twelve cells make a stack of two or more, so only a roll of 3 or more "
         "can skip."),
        ("TBT-Q7", {"sides": 5},
         "The 40 pieces on twelve cells make a stack of four or more, so only a roll of 5 can skip."),
        ("TBT-Q7", {"sides": 4},
         "The 40 pieces on twelve cells make a stack of four or more, so no roll can skip."),
    ],
)  # fmt: skip
def test_the_rulebook_follows_the_parameters(
    rule: str, parameters: dict[str, Any], sentence: str
) -> None:
    assert gk.load("take-back-toe", **parameters).rulebook[rule].text == sentence


def test_the_rulebook_marks_what_a_replaced_rule_may_change() -> None:
    free = gk.load("take-back-toe").variant(takes_back=lambda rules, state, start, target: False)
    changed = {rule.id: rule.changed_by for rule in free.rulebook if rule.changed_by}
    assert set(changed) == {"TBT-12", "TBT-13", "TBT-14", "TBT-Q4"}
    assert set(changed.values()) == {("takes_back",)}
