"""The rules of Shift Tac Toe, one test or more for each."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gamekit as gk
from gamekit.boards import cube
from tests.matches import refused

Board = dict[str, int]
CELLS = [cube.label(4, cell) for cell in range(64)]
LINES = [[cube.label(4, cell) for cell in cube.cells_of(4, line)] for line in cube.lines(4)]
KINDS = [cube.kind(4, line) for line in cube.lines(4)]


def pieces(red: str = "", blue: str = "") -> Board:
    return dict.fromkeys(red.split(), 0) | dict.fromkeys(blue.split(), 1)


def layers(*levels: str) -> Board:
    """A board from levels of rows A to D, each with columns W to Z."""
    return {
        f"{letter}{column}{level}": "RB".index(mark)
        for level, rows in enumerate(levels, 1)
        for letter, row in zip("ABCD", rows.split(), strict=True)
        for column, mark in zip("WXYZ", row, strict=True)
        if mark != "."
    }


# Fours neither restrict shifts nor end the round soon.
FREE = gk.load("shift-tac-toe", four_lock="none", fours_needed=5)
# Full cubes; the numbers of threes come from an independent count.
NO_FOUR = layers(  # threes 10 to 10
    "RBRR BRBB BRRR RBRB", "RRBR BBRR RBBB RRBR", "BRBB RRBR BBRR RRBB", "BRBB RBBR BRRB BRBB"
)  # fmt: skip
ONE_FOUR = layers(  # one four of Red, threes 8 to 11
    "BBRB BRBB RRBR BRRR", "BBRR RRBB BRRB RBRB", "RRBB RBRR RBBB RBBR", "BRBR RRRB BBBR RBBR"
)  # fmt: skip
# Red has a four and wins with AZ1; then threes are 0 to 1.
RED_NEARLY = pieces("AW1 AW2 AW3 AW4 AX1 AY1", "DW1 DX1 DY1")
# The same for Blue: threes are 1 to 0.
BLUE_NEARLY = pieces("DW1 DX1 DY1", "AW1 AW2 AW3 AW4 AX1 AY1")
# AW1>AW4 completes a second four of both.
BOTH_NEARLY = pieces("AW1 AX2 AY2 AZ2 DW1 DX1 DY1 DZ1", "AW3 AX4 AY4 AZ4 DW3 DX3 DY3 DZ3")
# AW4>DW4 would complete BW with a piece of the four on AW, whose place nothing takes.
BREAKING = pieces("AW1 AW2 AW3 AW4 BW1 BW2 BW3")


def scene(board: Board, game: Any = None, first: int = 0, dmo: int = 1, **fields: Any) -> Any:
    """A match from this board on."""
    return gk.Match(
        game or gk.load("shift-tac-toe"),
        first=first,
        dmo=dmo,
        position={"board": board, **fields},
        auto=False,
    )


def fields(match: Any) -> Any:
    return match.game.dump(match.rules, match.state)


def board(match: Any) -> Any:
    return fields(match)["board"]


def variant(**parameters: Any) -> Any:
    return gk.load("shift-tac-toe", **parameters)


def shifted(before: Board, shift: str, **parameters: Any) -> Any:
    """The match after a shift, once Red has placed any piece that is on the board."""
    placed = next(cell for cell, player in before.items() if player == 0)
    return scene(before, variant(**parameters), to_move=0, placed=placed).play(shift)


def shift_refused(before: Board, shift: str, mover: int = 0, **parameters: Any) -> str | None:
    """The rule that forbids a shift to this mover, who has just placed a piece on the board."""
    placed = next(cell for cell, player in before.items() if player == mover)
    match = scene(before, variant(**parameters), to_move=mover, placed=placed)
    return refused(match, shift)


def last_move(full: Board, **more: Any) -> Any:
    """The match after the last piece of a full cube of round 2 was placed."""
    (last, mover), *rest = full.items()
    return scene(dict(rest), round=2, to_move=mover, **more).play(last)


def tied(fours: tuple[int, int] = (0, 0), threes: tuple[int, int] = (0, 0)) -> Any:
    return {"winner": None, "fours": fours, "threes": threes}


def won(player: int, threes: tuple[int, int] = (0, 0), fours: Any = None) -> Any:
    return {"winner": player, "fours": fours or ([2, 0], [0, 2])[player], "threes": threes}


# --- board and rounds --------------------------------------------------------------------------


@pytest.mark.rule("SHT-1", "SHT-12", "SHT-Q22")
@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("winner", [0, 1])
def test_whoever_did_not_start_round_one_starts_round_two(first: int, winner: int) -> None:
    before = (RED_NEARLY, BLUE_NEARLY)[winner]
    assert gk.Match("shift-tac-toe", first=first).to_act == first
    match = scene(before, first=first, to_move=winner).play("AZ1")
    assert match.to_act == 1 - first
    assert match.state.round == 2
    assert fields(match)["rounds"][0]["winner"] == winner
    assert board(match) == {}
    assert match.play("BX2").to_act == first


@pytest.mark.rule("SHT-1", "SHT-13")
def test_the_match_ends_after_two_rounds() -> None:
    match = scene(RED_NEARLY, to_move=0, rounds=[won(0)]).play("AZ1")
    assert match.to_act == gk.OVER
    assert (match.result.winner, match.result.rule) == (0, "SHT-13")
    assert match.result.text == "Red wins. Red has won rounds 1 and 2, Blue none."


@pytest.mark.rule("SHT-1")
def test_turns_are_counted_over_both_rounds() -> None:
    match = scene(RED_NEARLY, to_move=0)
    assert match.state.turn == 9
    match.play("AZ1").play("AW1").play("BX2")
    assert match.state.turn == 12
    assert fields(match)["rounds"] == [
        {"winner": 0, "fours": [2, 0], "threes": [0, 1], "turns": 10}
    ]


@pytest.mark.rule("SHT-2")
def test_the_cube_has_64_cells_from_aw1_to_dz4() -> None:
    match = gk.Match("shift-tac-toe")
    wanted = {f"{a}{w}{n}" for a in "ABCD" for w in "WXYZ" for n in range(1, 5)}
    assert {move.removesuffix(" ...") for move in match.legal()} == wanted
    for cell in ("EW1", "AV1", "AW0", "AW5", "WA1"):
        refusal = match.why_not(cell)
        assert refusal.rule == "SHT-2"
        assert refusal.message == f"There is no cell {cell}: the board goes from AW1 to DZ4."
        with pytest.raises(gk.BadPosition, match=f"no cell {cell}"):
            scene({cell: 0})


@pytest.mark.rule("SHT-2")
@pytest.mark.parametrize(("size", "last"), [(3, "CZ3"), (5, "EZ5")])
def test_the_cube_can_have_another_side(size: int, last: str) -> None:
    match = gk.Match(variant(size=size))
    names = [move.removesuffix(" ...") for move in match.legal()]
    assert len(names) == size**3
    assert names[0] == {3: "AX1", 5: "AV1"}[size]
    assert names[-1] == last
    assert len(match.play(f"{last} ...").legal()) == 1 + 2 * {3: 49, 5: 109}[size]


# --- the turn ----------------------------------------------------------------------------------


@pytest.mark.rule("SHT-3")
def test_a_turn_places_one_piece_and_may_shift_one_line() -> None:
    match = gk.Match("shift-tac-toe")
    match.play("BX2")
    assert (board(match), match.to_act) == ({"BX2": 0}, 1)
    match.play("AW3, AW up")
    assert (board(match), match.to_act) == ({"BX2": 0, "AW2": 1}, 0)
    match.play("CZ3 ...")
    assert match.to_act == 0
    assert "stop" in match.legal()
    assert match.play("stop").to_act == 1
    assert [entry.text for entry in match.history] == [
        "BX2", "stop", "AW3", "AW4>AW1", "CZ3", "stop"
    ]  # fmt: skip


@pytest.mark.rule("SHT-3")
def test_a_piece_goes_on_an_empty_cell_only() -> None:
    for player in (0, 1):
        refusal = scene({"AW1": player}).why_not("AW1")
        assert refusal.rule == "SHT-3"
        assert refusal.message == f"AW1 holds a piece of {('Red', 'Blue')[player]}'s."
        assert refusal.cells == ("AW1",)


@pytest.mark.rule("SHT-3")
def test_a_turn_places_no_second_piece_and_shifts_no_second_line() -> None:
    match = gk.Match("shift-tac-toe").play("BX2 ...")
    assert refused(match, "AW1") == "SHT-3"
    assert match.why_not("AW1").message == "BX2 has been placed; now shift a line or stop."
    assert refused(match, "AW up, AX up") == "SHT-3"
    assert refused(gk.Match("shift-tac-toe"), "BX2, AW up, AX up") == "SHT-3"


@pytest.mark.rule("SHT-3")
def test_shifting_can_be_switched_off() -> None:
    match = gk.Match(variant(shifting="no"))
    assert match.game.moves == 64
    assert match.play("BX2").to_act == 1
    assert refused(match, "AW1, AW up") == "SHT-3"
    assert match.legal()[0] == "AW1"


@pytest.mark.rule("SHT-4")
def test_every_row_column_pillar_and_diagonal_may_be_shifted() -> None:
    shifts = gk.Match("shift-tac-toe").play("BX2 ...").legal()[1:]
    assert set(shifts) == {f"{a}>{b}" for ends in LINES for a, b in (ends[::3], ends[::-3])}
    assert len(set(shifts)) == 152
    for what in ("AW1>AW4", "AW1>AZ1", "AW1>DW1", "AW1>AZ4", "AW1>DZ1", "AW1>DZ4", "AZ1>DW4"):
        assert what in shifts


@pytest.mark.rule("SHT-4")
def test_cells_that_are_not_the_ends_of_a_line_name_no_shift() -> None:
    match = gk.Match("shift-tac-toe").play("BX2 ...")
    for pair in ("AW1>BY4", "AW1>CW2", "AW1>BY1"):
        assert refused(match, pair) == "SHT-4"


@pytest.mark.rule("SHT-4")
def test_shifts_can_be_limited_to_rows_columns_and_pillars() -> None:
    match = gk.Match(variant(shift_lines="axes_only")).play("BX2 ...")
    assert len(match.legal()) == 1 + 2 * 48
    assert refused(match, "AW1>DW1") is None
    assert refused(match, "AW1>DZ4") == "SHT-4"
    assert refused(match, "AW1>AZ4") == "SHT-4"
    diagonal = {"AX1": 0, "BX2": 0, "CX3": 0, "DX4": 0}
    assert scene(diagonal, match.game).state.fours == [1, 0], "diagonals still win"


@pytest.mark.rule("SHT-5", "SHT-Q6")
@pytest.mark.parametrize("forward", [True, False])
def test_everything_on_a_line_moves_one_way_and_loops(forward: bool) -> None:
    for line in LINES:
        ends = line if forward else line[::-1]
        before = {ends[0]: 0, ends[2]: 1, ends[3]: 1}
        after = {ends[1]: 0, ends[3]: 1, ends[0]: 1}
        assert board(shifted(before, f"{ends[0]}>{ends[3]}")) == after


@pytest.mark.rule("SHT-5")
@settings(max_examples=12, deadline=None)
@given(st.sampled_from(LINES), st.dictionaries(st.sampled_from(CELLS), st.integers(0, 1)))
def test_four_shifts_change_nothing_and_three_are_one_back(line: list[str], start: Board) -> None:
    start |= {line[0]: 0}
    there, back = f"{line[0]}>{line[3]}", f"{line[3]}>{line[0]}"

    def after(*shifts: str) -> Any:
        now = start
        for shift in shifts:
            match = scene(now, FREE, placed=next(cell for cell in now if now[cell] == 0))
            now = board(match.play(shift)) or now
        return now

    assert after(there, back) == after(there, there, there, there) == dict(sorted(start.items()))
    assert after(there, there, there) == after(back)


@pytest.mark.rule("SHT-6")
def test_a_shift_changes_nothing_outside_its_line() -> None:
    rest = {cell: mark for cell, mark in NO_FOUR.items() if cell not in ("AX2", "DZ1")}
    match = scene(rest, FREE, placed="AW1", to_move=0)
    for line in LINES[::5]:
        after = board(match.fork().play(f"{line[0]}>{line[3]}"))
        changed = {cell for cell in CELLS if after.get(cell) != rest.get(cell)}
        assert changed <= set(line)
        assert changed


@pytest.mark.rule("SHT-7")
def test_the_diagonal_from_aw1_to_dz4_shifted_downwards_brings_dz4_to_aw1() -> None:
    assert board(shifted({"DZ4": 0, "BX2": 1}, "AW1>DZ4")) == {"AW1": 0, "CY3": 1}


@pytest.mark.rule("SHT-8")
def test_aw_up_takes_aw1_to_aw4_and_aw4_to_aw3() -> None:
    before = {"AW1": 0, "AW3": 1, "AW4": 1, "BW1": 0}
    assert board(shifted(before, "AW Up")) == {"AW2": 1, "AW3": 1, "AW4": 0, "BW1": 0}


@pytest.mark.rule("SHT-9")
@pytest.mark.parametrize("text", ["AW up", "aw UP", "Shift AW Up", "  shift  aw   up "])
def test_two_coordinates_and_a_direction_name_a_shift(text: str) -> None:
    match = gk.Match("shift-tac-toe").play("AW3 ...").play(text)
    assert match.history[-1].text == "AW4>AW1"
    whole = gk.Match("shift-tac-toe").play(f"AW3, {text}")
    assert board(whole) == board(match) == {"AW2": 0}


@pytest.mark.rule("SHT-9")
def test_a_turn_may_be_written_as_in_the_rules() -> None:
    for text in ("BX2 shift AW down", "bx2; AW1>AW4", "BX2, AW1 to AW4", "BX2, AW1-AW4"):
        match = gk.Match("shift-tac-toe").play(text)
        assert [entry.text for entry in match.history] == ["BX2", "AW1>AW4"]


# --- fours -------------------------------------------------------------------------------------


@pytest.mark.rule("SHT-10")
def test_a_shift_may_not_break_a_four() -> None:
    four = pieces("AX1 BX1 CX1 DX1", "AX4")
    match = scene(four, to_move=0, placed="AX1")
    with pytest.raises(gk.IllegalMove) as refusal:
        match.play("AX1>AX4")
    assert refusal.value.rule == "SHT-10"
    assert refusal.value.message == "AX1>AX4 would break Red's line on AX1-BX1-CX1-DX1."
    assert refusal.value.cells == ("AX1", "BX1", "CX1", "DX1")
    assert "AX1>AX4" not in match.legal()
    assert shift_refused(four, "AX1>AX4", mover=1) == "SHT-10"
    assert shift_refused(four, "AX1>AX4", four_lock="none") is None


@pytest.mark.rule("SHT-10")
def test_with_freeze_no_crossing_shift_may_touch_a_four() -> None:
    like = pieces("AW1 AW2 AW3 AW4 BW1 BW2 BW3 DW4")
    assert shift_refused(like, "AW4>DW4") is None
    match = scene(like, variant(four_lock="freeze"), placed="AW1")
    refusal = match.why_not("AW4>DW4")
    assert refusal.rule == "SHT-10"
    assert refusal.message == "AW4>DW4 would touch Red's line on AW1-AW2-AW3-AW4."
    assert refused(match, "AW up") is None
    assert refused(match, "BW up") is None


@pytest.mark.rule("SHT-11")
def test_each_of_the_76_lines_is_a_four() -> None:
    for line in LINES:
        assert scene(dict.fromkeys(line, 1)).state.fours == [0, 1]
    for named in ("AZ1 BY2 CX3 DW4", "AX1 BX1 CX1 DX1", "AW1 AX2 AY3 AZ4"):
        assert scene(pieces(named)).state.fours == [1, 0]


@pytest.mark.rule("SHT-11")
def test_a_line_of_both_players_is_no_four() -> None:
    assert scene(pieces("AW1 AW2 AW3", "AW4")).state.fours == [0, 0]
    assert scene(pieces("AW1 AW2 AW3")).state.fours == [0, 0]


@pytest.mark.rule("SHT-12")
@pytest.mark.parametrize("needed", [1, 3])
def test_another_number_of_fours_can_be_needed(needed: int) -> None:
    ready = {1: pieces("AX1 BX1 CX1"), 3: RED_NEARLY | pieces("BW1 BW2 BW3 BW4 DX3")}
    last = {1: "DX1", 3: "AZ1"}[needed]
    game = variant(fours_needed=needed, rounds=1)
    assert scene(ready[needed], game, to_move=0).play(last).result.winner == 0
    more = variant(fours_needed=needed + 1, rounds=1)
    assert scene(ready[needed], more, to_move=0).play(last).result is None


# --- the match ---------------------------------------------------------------------------------


@pytest.mark.rule("SHT-13")
@pytest.mark.parametrize("player", [0, 1])
def test_who_alone_has_won_a_round_wins_the_match(player: int) -> None:
    other = 1 - player
    threes = (9, 0) if player else (0, 9)
    match = last_move(NO_FOUR, rounds=[won(player, threes)], dmo=other)
    assert (match.result.winner, match.result.rule) == (player, "SHT-13")
    assert match.result.text.endswith(
        f"{match.names[player]} has won round 1, {match.names[other]} none."
    )


@pytest.mark.rule("SHT-14")
@pytest.mark.parametrize(("threes", "winner"), [((4, 2), 0), ((2, 4), 1)])
def test_after_a_round_each_more_threes_win(threes: tuple[int, int], winner: int) -> None:
    # Round 2 brings Red no three and Blue one.
    match = scene(RED_NEARLY, to_move=0, rounds=[won(1, threes)], dmo=1 - winner).play("AZ1")
    assert (match.result.winner, match.result.rule) == (winner, "SHT-14")
    more, fewer = (4, 3) if winner == 0 else (5, 2)
    name = match.names[winner]
    assert match.result.text == (
        f"{name} wins. Each has won a round, and {name} has more threes, {more} against {fewer}."
    )


@pytest.mark.rule("SHT-14", "SHT-Q20")
def test_after_a_round_each_fours_count_for_nothing() -> None:
    # Blue won the first round with two fours more than Red has in the second.
    match = scene(RED_NEARLY, to_move=0, rounds=[won(1, (4, 2), [0, 4])], dmo=1).play("AZ1")
    assert (match.result.winner, match.result.rule) == (0, "SHT-14")


@pytest.mark.rule("SHT-15")
def test_with_no_round_won_more_fours_win() -> None:
    match = last_move(ONE_FOUR, rounds=[tied()])  # although Blue has more threes
    assert (match.result.winner, match.result.rule) == (0, "SHT-15")
    assert match.result.text.endswith("Red has more fours, 1 against 0.")


@pytest.mark.rule("SHT-15")
def test_with_equal_fours_too_more_threes_win() -> None:
    match = last_move(ONE_FOUR, rounds=[tied((0, 1))], dmo=0)  # threes 8 to 11
    assert (match.result.winner, match.result.rule) == (1, "SHT-15")
    assert match.result.text == (
        "Blue wins. No round was won, and Blue has more threes, 11 against 8."
    )


@pytest.mark.rule("SHT-16")
@pytest.mark.parametrize("dmo", [0, 1])
@pytest.mark.parametrize("first", [0, 1])
def test_if_everything_is_equal_the_dmo_wins(dmo: int, first: int) -> None:
    no_round = last_move(NO_FOUR, rounds=[tied((1, 1), (3, 3))], dmo=dmo, first=first)
    each = scene(RED_NEARLY, to_move=0, rounds=[won(1, (4, 3))], dmo=dmo, first=first).play("AZ1")
    for match in (no_round, each):
        assert (match.result.winner, match.result.rule) == (dmo, "SHT-16")
        assert f"{match.names[dmo]}, the DMO, wins such a tie" in match.result.text


@pytest.mark.rule("SHT-17")
def test_pieces_never_run_out() -> None:
    many = dict.fromkeys((cell for cell in CELLS if cell != "DZ4"), 0)
    striped = many | dict.fromkeys(CELLS[1:60:3], 1)
    assert Counter(striped.values())[0] > 32
    assert refused(scene(striped, FREE, to_move=0), "DZ4") is None


# --- rulings on lines and shifts ---------------------------------------------------------------


@pytest.mark.rule("SHT-Q1")
def test_level_1_is_on_top() -> None:
    assert board(shifted({"CY3": 0}, "CY up")) == {"CY2": 0}
    assert board(shifted({"CY1": 0}, "CY up")) == {"CY4": 0}
    assert board(shifted({"CY3": 0}, "CY down")) == {"CY4": 0}
    assert board(shifted({"CY4": 0}, "CY down")) == {"CY1": 0}


@pytest.mark.rule("SHT-Q2")
def test_there_are_48_edges_24_plane_diagonals_and_4_space_diagonals() -> None:
    assert Counter(KINDS) == {cube.EDGE: 48, cube.PLANE: 24, cube.SPACE: 4}
    through = Counter(cell for line in LINES for cell in line)
    corners_and_centre = {
        cell for cell in CELLS if all((x in "ADWZ14") == (cell[0] in "AD") for x in cell)
    }
    assert len(corners_and_centre) == 16
    assert through == {cell: 7 if cell in corners_and_centre else 4 for cell in CELLS}


@pytest.mark.rule("SHT-Q2")
def test_the_lines_that_win_are_the_lines_that_shift() -> None:
    ends = gk.Match("shift-tac-toe").play("BX2 ...").legal()[1:]
    random, lines = Random(1), {frozenset(line) for line in LINES}
    assert {frozenset(move.split(">")) for move in ends} == {frozenset(line[::3]) for line in LINES}
    for _ in range(300):
        four = random.sample(CELLS, 4)
        assert (scene(dict.fromkeys(four, 0)).state.fours[0] == 1) == (frozenset(four) in lines)


@pytest.mark.rule("SHT-Q3")
def test_diagonals_do_not_go_on_around_the_edge() -> None:
    straight = {frozenset(cube.cells_of(4, line)) for line in cube.lines(4)}
    around = {
        frozenset(
            cube.number(
                4, *((x + k * d) % 4 for x, d in zip(cube.place(4, cell), way, strict=True))
            )
            for k in range(4)
        )
        for way in cube.DIRECTIONS
        for cell in range(4**3)
    } - straight
    assert len(around) == 208 - 76
    for line in around:
        assert scene({cube.label(4, cell): 0 for cell in line}).state.fours == [0, 0]
    match = gk.Match("shift-tac-toe").play("BX2 ...")
    refusal = match.why_not("AX1>DW1")
    assert refusal.rule == "SHT-Q3"
    assert refusal.message == "A line through AX1 and DW1 would go around the edge of the cube."


@pytest.mark.rule("SHT-Q4")
def test_short_diagonals_cannot_be_shifted() -> None:
    match = gk.Match("shift-tac-toe").play("BX2 ...")
    for short in ("AX1>BW1", "AX1>CZ1", "AW2>BX1", "AW3>CY1", "BW1>DY3"):
        assert refused(match, short) == "SHT-Q4"


@pytest.mark.rule("SHT-Q5")
def test_a_shift_is_one_step() -> None:
    match = gk.Match("shift-tac-toe").play("AW1 ...")
    reached = {next(iter(board(match.fork().play(move)))) for move in match.legal()}
    one_step = {"AW1"} | {
        line[k] for line in LINES if "AW1" in line for k in ((1, 3) if line[0] == "AW1" else (0, 2))
    }
    assert reached == one_step
    assert refused(match, "AW up 2") == "SHT-Q23"


@pytest.mark.rule("SHT-Q7")
def test_a_shift_without_effect_is_as_good_as_none() -> None:
    plain, empty = (
        gk.Match("shift-tac-toe").play("BX2"),
        gk.Match("shift-tac-toe").play("BX2, AW up"),
    )
    assert plain.state == empty.state
    full = pieces("AX1 BX1 CX1 DX1")
    assert shift_refused(full, "AX1>DX1") is None
    assert board(shifted(full, "AX1>DX1")) == full


@pytest.mark.rule("SHT-Q7")
def test_bots_leave_out_shifts_without_effect() -> None:
    match = scene(pieces("AX1 BX1 CX1 DX1", "AX4"), to_move=1, placed="AX4")
    moves = [0] * match.game.moves
    sensible = set(moves[: match.game.sensible_moves(match.rules, match.state, moves)])
    for move in match.legal_moves():
        after = match.fork().play(move)
        stop = match.game.write(match.rules, match.state, move) == "stop"
        assert (move in sensible) == (stop or board(after) != board(match))


@pytest.mark.rule("SHT-Q8")
def test_a_turn_begins_with_a_piece() -> None:
    match = scene({"AW1": 0}, to_move=1)
    for text in ("AW up", "AW1>AW4", "stop", "pass"):
        refusal = match.why_not(text)
        assert refusal.rule == "SHT-Q8"
        assert refusal.message == (
            "A turn begins with a piece on an empty cell; only then may a line be shifted."
        )
    assert refused(match, "AW up, BX2") == "SHT-Q8"


@pytest.mark.rule("SHT-Q9")
def test_a_shift_may_move_the_piece_just_placed() -> None:
    assert board(gk.Match("shift-tac-toe").play("AW1, AW up")) == {"AW4": 0}


@pytest.mark.rule("SHT-Q9")
def test_a_shift_may_undo_the_opponents() -> None:
    match = scene({"AW1": 0, "AW2": 1}, to_move=0).play("BX2, AW up").play("CX1, AW down")
    assert board(match) == {"AW1": 0, "AW2": 1, "BX2": 0, "CX1": 1}


@pytest.mark.rule("SHT-Q9")
def test_every_turn_fills_a_cell() -> None:
    match, random = gk.Match("shift-tac-toe"), Random(3)
    for turn in range(20):
        assert len(board(match)) == match.state.turn == turn
        match.play(random.choice(match.legal_moves()))
        match.play(random.choice(match.legal_moves()))


# --- rulings on fours --------------------------------------------------------------------------


@pytest.mark.rule("SHT-Q10")
def test_a_four_may_turn_along_itself() -> None:
    four = pieces("AX1 BX1 CX1 DX1", "AX4")
    for lock in ("preserve", "freeze", "none"):
        assert shift_refused(four, "AX1>DX1", four_lock=lock) is None
        assert shift_refused(four, "DX1>AX1", mover=1, four_lock=lock) is None


@pytest.mark.rule("SHT-Q10")
def test_a_piece_of_a_four_may_be_replaced_by_one_of_the_same_colour() -> None:
    like = pieces("AW1 AW2 AW3 AW4 BW1 BW2 BW3 DW4")
    assert shift_refused(like, "AW4>DW4") is None
    assert shift_refused(like, "DW4>AW4") == "SHT-10", "an empty cell would enter AW4"
    assert shift_refused(like | {"DW4": 1}, "AW4>DW4") == "SHT-10"
    match = scene(like, placed="BW1")
    assert match.play("AW4>DW4").state.round_winner[0] == 0


@pytest.mark.rule("SHT-Q10")
def test_a_four_just_completed_is_safe_too() -> None:
    match = scene(pieces("AX1 BX1 CX1"), to_move=0).play("DX1 ...")
    assert refused(match, "AX up") == "SHT-10"
    assert refused(match, "DX1>DX4") == "SHT-10"
    assert refused(match, "AX1>DX1") is None
    assert refused(match, "AX2>DX2") is None


def fours_of(now: Board) -> set[tuple[int, int]]:
    """(line, player) of every four, from the definition."""
    return {
        (number, player)
        for number, line in enumerate(LINES)
        for player in (0, 1)
        if all(now.get(cell) == player for cell in line)
    }


def turned(now: Board, move: str) -> Board:
    """The board after a shift, from the definition."""
    start, end = move.split(">")
    line = next(line for line in LINES if {line[0], line[3]} == {start, end})
    ends = line if line[0] == start else line[::-1]
    return {cell: mark for cell, mark in now.items() if cell not in line} | {
        ends[(k + 1) % 4]: now[ends[k]] for k in range(4) if ends[k] in now
    }


@pytest.mark.rule("SHT-Q10")
@pytest.mark.parametrize("lock", ["preserve", "freeze", "none"])
def test_shifts_are_judged_exactly(lock: str) -> None:
    """On crowded boards, every shift against the definition."""
    random, seen = Random(7), Counter[str]()
    for _ in range(6):
        now = {cell: random.choice((0, 0, 1)) for cell in random.sample(CELLS, 40)}
        now |= dict.fromkeys(random.choice(LINES), 0) | dict.fromkeys(random.choice(LINES), 1)
        standing = fours_of(now)
        placed = next(cell for cell in now if now[cell] == 0)
        match = scene(now, variant(four_lock=lock, fours_needed=5), to_move=0, placed=placed)
        legal = set(match.legal())
        for line in LINES:
            for move in (f"{line[0]}>{line[3]}", f"{line[3]}>{line[0]}"):
                touched = any(
                    set(LINES[four]) & set(line) and LINES[four] != line for four, _ in standing
                )
                kept = standing <= fours_of(turned(now, move))
                wanted = {"preserve": kept, "freeze": not touched, "none": True}[lock]
                assert (move in legal) == wanted
                seen[f"{touched} {kept}"] += 1
    assert min(seen["True True"], seen["True False"], seen["False True"]) > 5


@pytest.mark.rule("SHT-Q11")
def test_breaking_one_four_to_make_another_is_illegal() -> None:
    assert shift_refused(BREAKING, "AW4>DW4") == "SHT-10"
    assert shift_refused(BREAKING, "AW4>DW4", four_lock="none") is None
    match = shifted(BREAKING, "AW4>DW4", four_lock="none")
    assert match.state.fours == [1, 0]
    assert match.state.round == 1


@pytest.mark.rule("SHT-Q12")
def test_the_same_four_does_not_count_twice() -> None:
    match = scene(pieces("AX1 BX1 CX1", "AY1"), to_move=0).play("DX1, AX1>DX1")
    match.play("AY2, AX1>DX1")
    assert match.state.fours == [1, 0]
    assert match.state.round == 1


@pytest.mark.rule("SHT-Q12")
def test_only_fours_that_stand_at_the_end_of_a_turn_count() -> None:
    match = scene(BREAKING, variant(four_lock="none"), to_move=0)
    assert match.state.fours == [1, 0]
    match.play("CZ2, AW4>DW4").play("CZ3, DW4>AW4")
    assert match.state.fours == [1, 0], "broken, remade, and another broken"
    assert match.state.round == 1


@pytest.mark.rule("SHT-Q13")
def test_two_crossing_lines_completed_at_once_count_as_two() -> None:
    cross = pieces("AW2 AW3 AW4 AX1 AY1 AZ1")
    match = scene(cross, to_move=0).play("AW1")
    assert fields(match)["rounds"][0]["winner"] == 0


@pytest.mark.rule("SHT-Q13")
def test_two_lines_completed_by_one_shift_count_as_two() -> None:
    match = scene(pieces("BX1 CX1 DX1 BX2 CX2 DX2 AX4 AX1"), to_move=0, placed="AX1")
    assert match.play("AX down").state.round_winner[0] == 0


@pytest.mark.rule("SHT-Q14")
def test_a_line_the_opponent_completes_counts_for_its_owner() -> None:
    gift = pieces("AX2 AY2 AZ2 AW1 DW1 DX1 DY1 DZ1", "BZ4")
    match = scene(gift, to_move=1, placed="BZ4").play("AW down")
    assert fields(match)["rounds"][0]["winner"] == 0
    one = {cell: mark for cell, mark in gift.items() if cell[0] != "D"}
    assert scene(one, to_move=1, placed="BZ4").play("AW down").state.fours == [1, 0]


@pytest.mark.rule("SHT-Q15")
@pytest.mark.parametrize("mover", [0, 1])
@pytest.mark.parametrize("rule", ["mover", "most_lines", "tie_round"])
def test_when_both_reach_two_fours_the_mover_wins(mover: int, rule: str) -> None:
    placed = ("AW1", "AW3")[mover]
    match = scene(BOTH_NEARLY, variant(simultaneous=rule), to_move=mover, placed=placed)
    round_one = fields(match.play("AW1>AW4"))["rounds"][0]
    assert round_one["fours"] == [2, 2]
    assert round_one["winner"] == (None if rule == "tie_round" else mover)


@pytest.mark.rule("SHT-Q15")
@pytest.mark.parametrize(("rule", "winner"), [("mover", 1), ("most_lines", 0), ("tie_round", None)])
def test_more_lines_can_decide_when_both_have_enough(rule: str, winner: int | None) -> None:
    # Red has placed AX2 before, a four short; Blue's shift brings Red two lines at once.
    more = BOTH_NEARLY | pieces("BW2 CW2 DW2")
    match = scene(more, variant(simultaneous=rule), to_move=1, placed="AW3").play("AW down")
    round_one = fields(match)["rounds"][0]
    assert round_one["fours"] == [3, 2]
    assert round_one["winner"] == winner


@pytest.mark.rule("SHT-Q16")
def test_fours_are_counted_at_the_end_of_the_turn() -> None:
    match = scene(RED_NEARLY, to_move=0).play("AZ1 ...")
    assert match.state.fours == [2, 0]
    assert (match.to_act, match.state.round) == (0, 1)
    assert len(match.legal()) > 1
    assert match.play("DW1>DZ1").state.round == 2


@pytest.mark.rule("SHT-Q17")
def test_a_full_cube_without_two_fours_ties_the_round_even_with_one_four() -> None:
    for full, fours in ((NO_FOUR, [0, 0]), (ONE_FOUR, [1, 0])):
        (last, mover), *rest = full.items()
        match = scene(dict(rest), to_move=mover).play(last)
        assert match.state.round == 2
        assert fields(match)["rounds"][0]["winner"] is None
        assert fields(match)["rounds"][0]["fours"] == fours


@pytest.mark.rule("SHT-Q17")
def test_the_last_piece_may_be_followed_by_a_shift() -> None:
    (last, mover), *rest = NO_FOUR.items()
    match = scene(dict(rest), to_move=mover).play(f"{last} ...")
    assert (match.to_act, match.state.round) == (mover, 1)
    assert match.play("AW up").state.round == 2


# --- rulings on ties ---------------------------------------------------------------------------


def threes(red: str, mode: str = "consecutive", blue: str = "", size: int = 4) -> int:
    match = scene(pieces(red, blue), variant(threes=mode, size=size))
    return int(match.game.threes(match.rules, match.state, 0))


@pytest.mark.rule("SHT-Q18")
def test_a_three_is_three_neighbors_on_a_line_and_not_the_fourth() -> None:
    assert threes("AW1 AX1 AY1") == threes("AX1 AY1 AZ1") == 1
    assert threes("AW1 AX1 AY1", blue="AZ1") == 1, "whatever is on the fourth"
    assert threes("AW1 AX1 AZ1") == threes("AW1 AY1 AZ1") == 0, "a gap"
    assert threes("AW1 AX1 AY1 AZ1") == 0, "a four is no three"
    assert threes("AX1 BY1 CZ1") == 0, "on a short diagonal"
    assert threes("AW1 BX2 CY3") == threes("AX1 AX2 AX3") == 1


@pytest.mark.rule("SHT-Q18")
@pytest.mark.parametrize(("mode", "counts"), [("any3of4", (1, 1, 0, 0)), ("windows", (1, 0, 2, 1))])
def test_threes_can_be_counted_otherwise(mode: str, counts: tuple[int, ...]) -> None:
    for red, count in zip(
        ("AW1 AX1 AY1", "AW1 AX1 AZ1", "AW1 AX1 AY1 AZ1", "AX1 BY1 CZ1"), counts, strict=True
    ):
        assert threes(red, mode) == count


@pytest.mark.rule("SHT-Q18")
def test_in_a_smaller_or_larger_cube_threes_lack_one_cell_of_a_line() -> None:
    assert threes("AX1 AY1", size=3) == 1
    assert threes("AX1 AZ1", size=3) == 0
    assert threes("AV1 AW1 AX1 AY1", size=5) == 1
    assert threes("AV1 AW1 AX1", size=5) == 0


@pytest.mark.rule("SHT-Q18")
@pytest.mark.parametrize(("size", "lines", "windows"), [(3, 49, 158), (4, 76, 224), (5, 109, 302)])
def test_the_number_of_lines_and_windows(size: int, lines: int, windows: int) -> None:
    assert len(cube.lines(size)) == lines
    assert len(cube.straight(size, size - 1)) == windows
    runs = [
        {start + i * step for i in range(size - 1)} for start, step in cube.straight(size, size - 1)
    ]
    inside = [
        run for run in runs if any(run < set(cube.cells_of(size, n)) for n in cube.lines(size))
    ]
    assert len(inside) == 2 * lines


@pytest.mark.rule("SHT-Q19")
@pytest.mark.parametrize(("round_one", "winner"), [((4, 0), 0), ((2, 0), 1), ((3, 0), 1)])
def test_threes_of_both_final_boards_are_added_up(round_one: Any, winner: int) -> None:
    # Round 2 ends with fours 1 to 0 and threes 8 to 11; the DMO is Blue.
    match = last_move(ONE_FOUR, rounds=[tied((0, 1), round_one)])
    assert match.result.winner == winner
    assert match.result.rule == ("SHT-16" if round_one == (3, 0) else "SHT-15")


@pytest.mark.rule("SHT-Q19")
def test_the_final_board_of_round_one_counts() -> None:
    (last, mover), *rest = ONE_FOUR.items()
    match = scene(dict(rest), to_move=mover).play(last)
    assert fields(match)["rounds"] == [
        {"winner": None, "fours": [1, 0], "threes": [8, 11], "turns": 64}
    ]


@pytest.mark.rule("SHT-Q21")
def test_one_round_won_and_one_tied_is_enough() -> None:
    match = scene(RED_NEARLY, to_move=0, rounds=[tied((0, 1), (0, 9))]).play("AZ1")
    assert (match.result.winner, match.result.rule) == (0, "SHT-13")
    assert match.result.text == "Red wins. Red has won round 2, Blue none."


@pytest.mark.rule("SHT-Q23")
def test_the_two_ends_name_any_shift() -> None:
    for text in ("AW4>AW1", "aw4 > aw1", "AW4->AW1", "AW4-AW1", "AW4 to AW1", "shift AW4>AW1"):
        match = gk.Match("shift-tac-toe").play("AW3 ...").play(text)
        assert board(match) == {"AW2": 0}
    assert board(gk.Match("shift-tac-toe").play("AW1, AW1>DZ4")) == {"BX2": 0}


@pytest.mark.rule("SHT-Q23")
def test_a_direction_that_does_not_tell_the_line_is_refused() -> None:
    match = gk.Match("shift-tac-toe").play("AW3 ...")
    for text in ("A1 left", "W1 up", "AW left", "AW", "AW1 up", "AW1>AW3", "up"):
        assert refused(match, text) == "SHT-Q23"


@pytest.mark.rule("SHT-Q24")
def test_the_colours_are_those_of_the_players_names() -> None:
    match = gk.Match("shift-tac-toe", players=("Ann", "Bo")).play("AW1").play("DZ4")
    shown = match.board_text().splitlines()
    assert shown[0].split() == ["level", "1", "level", "2", "level", "3", "level", "4"]
    assert shown[2] == "A   R . . .   . . . .   . . . .   . . . ."
    assert shown[5] == "D   . . . .   . . . .   . . . .   . . . B"
    assert shown[6] == "Round 1: R is Ann, B is Bo; fours 0 to 0"


def test_the_board_says_what_the_rounds_brought() -> None:
    match = scene(RED_NEARLY, to_move=0).play("AZ1")
    assert match.board_text().splitlines()[6:] == [
        "Round 1: won by Red; fours 2 to 0, threes 0 to 1",
        "Round 2: R is Red, B is Blue; fours 0 to 0",
    ]
    over = last_move(NO_FOUR, rounds=[tied()])
    assert over.board_text().splitlines()[7] == "Round 2: tied; fours 0 to 0, threes 10 to 10"


# --- what won ----------------------------------------------------------------------------------


def winning(match: Any) -> set[str]:
    return set(match.view(gk.PUBLIC).winning_cells())


@pytest.mark.rule("SHT-13")
def test_the_cells_that_won_are_the_winners_fours() -> None:
    match = scene(RED_NEARLY | {"BX3": 0}, to_move=0, rounds=[won(0)])
    assert winning(match) == set()
    match.play("AZ1")
    assert winning(match) == {"AW1", "AW2", "AW3", "AW4", "AX1", "AY1", "AZ1"}


@pytest.mark.rule("SHT-14", "SHT-15")
def test_no_cells_won_where_the_last_round_did_not_decide() -> None:
    assert winning(last_move(ONE_FOUR, rounds=[tied()])) == set()
    assert winning(last_move(NO_FOUR, rounds=[won(0)])) == set()
    each = scene(RED_NEARLY, to_move=0, rounds=[won(1, (4, 2))], dmo=1).play("AZ1")
    assert (each.result.winner, each.result.rule) == (0, "SHT-14")
    assert winning(each) == set()


def is_straight_and_uniform(rules: Any, state: Any, line: int) -> bool:
    """A line as a variant has it: diagonals are none."""
    cells_on = [state.board[cell] for cell in cube.cells_of(rules.size, line)]
    return cube.kind(rules.size, line) == cube.EDGE and len(set(cells_on)) == 1


@pytest.mark.rule("SHT-11")
def test_the_cells_that_won_follow_the_rule_that_a_variant_replaces() -> None:
    diagonal = pieces("AW1 BX2 CY3 DZ4 AW2 AW3 AW4 AX1 AY1", "DW1")
    game = variant(rounds=1).variant(is_uniform=is_straight_and_uniform)
    match = scene(diagonal, game, to_move=0).play("AZ1")
    assert match.result.winner == 0
    assert winning(match) == {"AW1", "AW2", "AW3", "AW4", "AX1", "AY1", "AZ1"}
    assert game.rulebook["SHT-11"].changed_by == ("is_uniform",)


# --- the rulebook under other parameters -------------------------------------------------------


@pytest.mark.parametrize(
    ("parameters", "rule", "text"),
    [
        ({"size": 5}, "SHT-2", "5 x 5 x 5 cells, each named by a letter A to E, a letter V to Z"),
        ({"size": 3}, "SHT-8", "AX up takes what was on AX1 to AX3 and what was on AX3 to AX2."),
        ({"size": 3}, "SHT-11", "filled with three pieces"),
        ({"size": 3}, "SHT-Q2", "The 49 lines are the 27 rows, columns and pillars, 18 diagonals"),
        ({"fours_needed": 1}, "SHT-12", "connected four once"),
        ({"fours_needed": 3}, "SHT-Q17", "nobody has three fours"),
        ({"rounds": 1}, "SHT-1", "only one round"),
        ({"shifting": "no"}, "SHT-3", "A turn places one piece on an empty cell."),
        ({"shifting": "no", "shift_lines": "axes_only"}, "SHT-4", "No line may be shifted."),
        ({"shift_lines": "axes_only"}, "SHT-4", "but no diagonal"),
        ({"four_lock": "none"}, "SHT-10", "fours are not safe"),
        (
            {"simultaneous": "tie_round", "fours_needed": 1},
            "SHT-Q15",
            "one four, the round is tied",
        ),
        ({"threes": "windows", "size": 5}, "SHT-Q18", "any straight run of four pieces"),
    ],
)
def test_the_rulebook_follows_the_parameters(parameters: Any, rule: str, text: str) -> None:
    assert text in variant(**parameters).rulebook[rule].text
    assert text not in variant().rulebook[rule].text


# --- moves and positions -----------------------------------------------------------------------


def test_pieces_may_be_written_as_numbers_or_letters() -> None:
    assert scene({"AW1": "R", "bx2": "b"}).state == scene({"AW1": 0, "BX2": 1}).state  # type: ignore[dict-item]


def test_a_decided_position_loads_as_decided() -> None:
    decided = RED_NEARLY | {"AZ1": 0}
    assert scene(decided, to_move=1).state.round_winner[0] == 0
    assert scene(decided, to_move=1, rounds=[won(0)]).to_act == gk.OVER
    over = gk.Match("shift-tac-toe", position={"rounds": [won(0), won(1, (0, 1))]})
    assert (over.result.winner, over.result.rule) == (1, "SHT-14")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"boards": {}}, "Did you mean 'board'"),
        ({"board": {"AW1": 2}}, "write R or B"),
        ({"board": {"AW1": "X"}}, "the piece on AW1"),
        ({"board": {"AW1": 0, "aw1": 1}}, "AW1 is named twice"),
        ({"to_move": 2}, "to_move is 2"),
        ({"round": 3}, "round is 3"),
        ({"round": 1, "rounds": [{"winner": 0}]}, "rounds describes 1"),
        ({"rounds": [{}, {}, {}]}, "a match has 2 at most"),
        ({"rounds": [0]}, "a round played is a dictionary of winner"),
        ({"rounds": [{"winner": 0, "fours": [1, 0]}]}, "won with 2 fours"),
        ({"rounds": [{"winner": None, "fours": [2, 0]}]}, "won with 2 fours"),
        ({"rounds": [{"fours": [1]}]}, "fours is"),
        ({"placed": "AW1"}, "no piece on the cell just placed"),
        ({"board": {"AW1": 1}, "placed": "AW1"}, "no piece on the cell just placed"),
    ],
)
def test_impossible_positions_are_refused(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(gk.BadPosition, match=message):
        gk.Match("shift-tac-toe", position=wrong)


# --- known facts and variants ------------------------------------------------------------------


@pytest.mark.rule("SHT-12")
def test_one_four_in_one_round_without_shifts_is_qubic() -> None:
    qubic = variant(shifting="no", fours_needed=1, rounds=1)
    assert len(list(gk.Match(qubic).turns())) == 64
    for line in LINES:
        *three, last = line
        match = scene(dict.fromkeys(three, 0), qubic, to_move=0)
        assert match.play(last).result.winner == 0


@pytest.mark.rule("SHT-3")
def test_a_turn_ends_by_itself_when_nothing_can_be_shifted() -> None:
    stuck = gk.load("shift-tac-toe").variant(
        has_safe_four=lambda rules, state: True,
        breaks_four=lambda rules, state, line, direction: True,
    )
    match = gk.Match(stuck).play("BX2")
    assert match.to_act == 1
    assert [entry.text for entry in match.history] == ["BX2"]
    assert match.legal()[0] == "AW1"


# --- what refusals and results say ---------------------------------------------------------------


@pytest.mark.rule("SHT-3")
@pytest.mark.parametrize("text", ["BX2, BX up, AX up", "BX2, no shift, AX up", "BX2, AX up, AW1"])
def test_a_turn_that_goes_on_after_its_shift_is_told_what_a_turn_is(text: str) -> None:
    refusal = gk.Match("shift-tac-toe").why_not(text)
    assert refusal.rule == "SHT-3"
    assert refusal.legal


@pytest.mark.rule("SHT-3")
@pytest.mark.parametrize("text", ["BX2, no shift", "bx2; No Shift", "BX2 no shift", "BX2, stop"])
def test_no_shift_is_written_out(text: str) -> None:
    match = gk.Match("shift-tac-toe").play(text)
    assert (match.to_act, match.ply) == (1, 2)


@pytest.mark.rule("SHT-16")
def test_the_last_resort_names_only_what_was_compared() -> None:
    def told(fours: tuple[list[int], list[int]], *winners: int | None) -> str:
        rounds = [
            {"winner": winner, "fours": own, "threes": [3, 3]}
            for winner, own in zip(winners, fours, strict=True)
        ]
        text: str = gk.Match("shift-tac-toe", position={"rounds": rounds}).result.text
        return text

    each = told(([2, 0], [1, 2]), 0, 1)  # fours 3 to 2, which are not compared
    assert each == (
        "Blue wins. Each has won a round and threes are equal at 6. Blue, the DMO, wins such a tie."
    )
    none = told(([1, 0], [0, 1]), None, None)
    assert "No round was won, and fours and threes are equal" in none


@pytest.mark.rule("SHT-1")
def test_the_rulebook_says_who_starts() -> None:
    for rounds in (1, 2):
        assert "(DMO) decides who starts" in variant(rounds=rounds).rulebook["SHT-1"].text


@pytest.mark.rule("SHT-Q23")
@pytest.mark.parametrize(
    ("parameters", "example"),
    [
        ({}, "BX2, AW1>DZ4"),
        ({"size": 3}, "BY2, AX1>CZ3"),
        ({"size": 5}, "BW2, AV1>EZ5"),
        ({"shift_lines": "axes_only"}, "BX2, AW1>DW1"),
        ({"shifting": "no"}, "A turn names a cell: BX2."),
    ],
)
def test_how_to_write_a_turn_names_what_the_variant_has(
    parameters: dict[str, Any], example: str
) -> None:
    game = variant(**parameters)
    assert example in gk.Match(game).why_not("hello").message
    if ">" in example:
        assert refused(gk.Match(game), example) is None
