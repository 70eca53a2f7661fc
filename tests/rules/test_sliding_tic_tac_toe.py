"""The rules of Sliding Tic-Tac-Toe, one test or more for each. X is player 0 and starts."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gamekit as gk
from gamekit.boards import grid
from gamekit.drivers.engine import Interpreted
from tests.matches import refused

NAME = "sliding-tic-tac-toe"
EMPTY_ROW = "......"
# The corners are empty, and O lies on no cell beside them.
FROZEN = [".XOOX.", "XXOOXX", "OOXXOO", "OONXOO", "XXOOXX", ".XOOX."]
FIVE_LEFT = [".XOOX.", "XXOOXX", "OOXXOO", "OO.XOO", "XXOOXX", ".XOOX."]
NOUGHTS_AND_CROSSES = {
    "size": 3,
    "line": 3,
    "tiles": 5,
    "sliding": "no",
    "neutral": "none",
    "stop_at": 0,
}


def variant(**parameters: Any) -> gk.Game:
    return gk.load(NAME, **parameters)


def board(*rows: str) -> list[str]:
    """The rows that are given, and empty ones below."""
    return [*rows, *[EMPTY_ROW] * (6 - len(rows))]


def scene(rows: list[str], mover: str = "X", game: Any = None, **more: Any) -> Any:
    first = more.pop("first", 0)
    fields = {"rows": rows, "to_move": "XO".index(mover), **more}
    return gk.Match(game or NAME, first=first, position=fields)


def rows(match: Any) -> Any:
    return match.game.dump(match.rules, match.state)["rows"]


def starts(match: Any, word: str) -> list[str]:
    return [move.removesuffix(" ...") for move in match.legal() if move.startswith(word)]


def second_turn(**parameters: Any) -> Any:
    """The second player's first turn, with X on C3."""
    return gk.Match(variant(**parameters)).play("C3")


# --- the board and the turn ----------------------------------------------------------------------


@pytest.mark.rule("STT-1")
def test_the_board_has_six_rows_and_columns_and_starts_empty() -> None:
    match = gk.Match(NAME)
    assert rows(match) == [EMPTY_ROW] * 6
    assert set(match.legal()) == {f"{row}{n}" for row in "ABCDEF" for n in range(1, 7)}
    for cell in ("A0", "A7", "G1"):
        assert refused(match, cell) == "STT-1"


@pytest.mark.rule("STT-2")
def test_a_player_has_eighteen_tiles() -> None:
    eighteen = ["XXOOXX", "OOXXOO", "XXOOXX", "OOXX..", "XXOO..", "XX...."]
    assert sum(row.count("X") for row in eighteen) == 16
    eighteen[5] = "XX.X.X"
    match = scene(eighteen)
    assert match.state.placed[0] == 18
    assert refused(match, "F3") == "STT-2"
    assert refused(scene(eighteen, "O"), "F3") is None
    with pytest.raises(gk.BadPosition, match="there are 19 X; a player has 18"):
        scene([*eighteen[:5], "XX.XXX"])
    with pytest.raises(gk.BadPosition, match="placed is"):
        scene(eighteen, placed=[17, 10])


@pytest.mark.rule("STT-3")
@pytest.mark.parametrize("first", [0, 1])
def test_the_first_turn_is_a_single_placement(first: int) -> None:
    match = gk.Match(NAME, first=first)
    assert len(list(match.turns())) == len(match.legal()) == 36
    assert refused(match, "C3, slide C3 right 1") == "STT-3"
    match.play("C3")
    assert match.to_act == 1 - first
    both = gk.Match(variant(neutral="both"), first=first)
    assert refused(both, "C3, slide C3 right 1") == "STT-3"
    assert refused(both, "C3, C4") == "STT-3"


@pytest.mark.rule("STT-4")
@pytest.mark.parametrize("turn", ["A1", "slide C3 right 2", "A1, slide C3 right 2"])
def test_a_later_turn_is_a_tile_a_slide_or_a_tile_and_a_slide(turn: str) -> None:
    match = second_turn().play(turn)
    assert (match.to_act, match.state.turn) == (0, 2)


@pytest.mark.rule("STT-4")
def test_two_tiles_an_empty_turn_and_a_taken_cell_are_no_turns() -> None:
    match = second_turn()
    assert refused(match, "A1, B1") == "STT-4"
    assert refused(match, "C3") == "STT-4"
    assert match.why_not("C3").cells == ("C3",)
    assert refused(match, "stop") == "STT-4"
    assert refused(match, "") == "STT-Q21"


@pytest.mark.rule("STT-5")
def test_there_is_one_slide_in_a_turn() -> None:
    assert refused(second_turn(), "slide C3 right 1, slide C4 right 1") == "STT-5"
    assert refused(second_turn(neutral="none"), "slide C3 right 1, slide C4 right 1") == "STT-5"


# --- slides --------------------------------------------------------------------------------------


@pytest.mark.rule("STT-6")
def test_the_tiles_slid_have_no_gap_between_them() -> None:
    match = scene(board("XO.O..", "XX.O.."))
    assert refused(match, "slide A1-A4 right 1") == "STT-6"
    assert match.why_not("slide A1-A4 right 1").cells == ("A3",)
    assert refused(match, "slide A1-A2 right 1") is None
    assert refused(match, "slide C1 right 1") == "STT-6"


@pytest.mark.rule("STT-7")
@pytest.mark.parametrize(
    "turn", ["slide C2-C3 down 1", "slide C3-D3 left 1", "slide C2-D3 right 1"]
)
def test_tiles_are_not_slid_sideways(turn: str) -> None:
    match = scene(board(EMPTY_ROW, EMPTY_ROW, ".XO...", "..X..."))
    assert refused(match, turn) == "STT-7"


@pytest.mark.rule("STT-8")
def test_a_tile_that_was_not_chosen_is_not_pushed() -> None:
    match = scene(board("XXO..N"))
    refusal = match.why_not("slide A1-A2 right 1")
    assert (refusal.rule, refusal.cells) == ("STT-8", ("A3",))
    assert refused(match, "slide A3 right 3") == "STT-8"
    assert refused(match, "slide A6 left 3") == "STT-8"
    assert rows(match.play("slide A1-A3 right 2"))[0] == "..XXON"


@pytest.mark.rule("STT-9")
@pytest.mark.parametrize("way", ["diagonally", "up-right", "northeast", "forward"])
def test_slides_are_not_diagonal(way: str) -> None:
    assert refused(second_turn(), f"slide C3 {way} 1") == "STT-9"


@pytest.mark.rule("STT-9")
def test_slides_go_in_four_directions() -> None:
    for way, cell in (("up", "A3"), ("down", "E3"), ("left", "C1"), ("right", "C5")):
        match = second_turn().play(f"slide C3 {way} 2")
        row, column = grid.cell(cell) or (0, 0)
        assert rows(match)[row][column] == "X"


@pytest.mark.rule("STT-10")
def test_a_lone_tile_has_ten_slides_wherever_it_lies() -> None:
    for cell in ("A1", "C3", "F4", "B6"):
        match = gk.Match(NAME).play(cell)
        assert len(starts(match, "slide")) == 10
        for distance in (6, 1000, 10**6):
            refusal = match.why_not(f"slide {cell} right {distance}")
            assert (refusal.rule, refusal.cells) == ("STT-10", (cell,))


@pytest.mark.rule("STT-11")
def test_the_slide_may_leave_the_placed_tile_where_it_is() -> None:
    match = second_turn().play("A1, slide C3 left 2")
    assert rows(match)[0] == "O....."
    assert rows(match)[2] == "X....."


@pytest.mark.rule("STT-12")
def test_no_tile_is_placed_after_sliding() -> None:
    assert refused(second_turn(), "slide C3 right 1, A1") == "STT-12"


# --- the neutral tile ----------------------------------------------------------------------------


@pytest.mark.rule("STT-13")
@pytest.mark.parametrize("first", [0, 1])
def test_the_second_player_owns_the_neutral_tile(first: int) -> None:
    match = gk.Match(NAME, first=first).play("C3")
    assert match.state.neutral[1 - first] == 1
    assert refused(match, "N D4, A1") is None
    match.play("A1")
    assert refused(match, "N D4, B1") == "STT-13"


@pytest.mark.rule("STT-13")
def test_the_neutral_tile_counts_for_nobodys_five() -> None:
    for mover in "XO":
        assert scene(board("XXNXXX"), mover).result is None
        assert scene(board("OONOOX"), mover).result is None


@pytest.mark.rule("STT-14")
@pytest.mark.parametrize(
    ("order", "legal"),
    [("P", True), ("S", True), ("NP", True), ("PN", True), ("NS", True), ("SN", True),
     ("NPS", True), ("PNS", True), ("PSN", True), ("PP", False), ("SS", False), ("SPN", False),
     ("NN", False), ("N", False), ("NPN", False)],
)  # fmt: skip
def test_the_neutral_tile_is_put_down_at_any_moment(order: str, legal: bool) -> None:
    words = {"P": ["A1", "B1"], "S": ["slide C3 up 1", "slide B3 up 1"], "N": ["N F6", "N F5"]}
    turn = ", ".join(words[letter].pop(0) for letter in order)
    assert (refused(second_turn(), turn) is None) is legal


# --- four empty spaces ---------------------------------------------------------------------------


@pytest.mark.rule("STT-15")
def test_with_four_empty_spaces_nobody_places() -> None:
    match = scene(FROZEN)
    assert match.state.empty == 4
    assert len(match.legal()) == len(starts(match, "slide")) == 32
    assert refused(match, "A1") == "STT-15"


@pytest.mark.rule("STT-15")
def test_with_five_empty_spaces_a_tile_is_placed() -> None:
    assert refused(scene(FIVE_LEFT, neutral=[0, 1]), "D3") is None


# --- the end -------------------------------------------------------------------------------------


@pytest.mark.rule("STT-16")
@pytest.mark.parametrize(
    ("four", "fifth"),
    [(["A1", "A2", "A3", "A4"], "A5"), (["B3", "C3", "D3", "E3"], "F3"),
     (["A1", "B2", "D4", "E5"], "C3"), (["B6", "C5", "D4", "E3"], "F2")],
)  # fmt: skip
def test_five_in_a_row_win_across_down_and_diagonally(four: list[str], fifth: str) -> None:
    marks = [[("X" if f"{row}{n}" in four else ".") for n in range(1, 7)] for row in "ABCDEF"]
    match = scene(["".join(row) for row in marks], neutral=[0, 0])
    assert match.result is None
    match.play(fifth)
    assert (match.result.winner, match.result.kind, match.result.rule) == (0, "win", "STT-17")
    assert match.result.text.startswith("Cross wins. Five crosses in a row, ")


@pytest.mark.rule("STT-16")
def test_there_are_32_winning_windows_and_each_wins() -> None:
    assert len(grid.windows(6, 6, 5)) == 32
    for window in grid.windows(6, 6, 5):
        marks = "".join("O" if cell in window else "." for cell in range(36))
        match = scene([marks[n : n + 6] for n in range(0, 36, 6)], "X", first=1)
        assert match.result.winner == 1


@pytest.mark.rule("STT-16")
def test_four_in_a_row_or_a_broken_five_do_not_win() -> None:
    assert scene(board("XXXX.."), "O").result is None
    assert scene(board("XXXX.X"), "O").result is None
    assert scene(board("...XXX", "XX...."), "O").result is None


@pytest.mark.rule("STT-17")
def test_the_first_to_have_five_wins_and_the_game_is_over() -> None:
    match = scene(board("XXXX..", "OOOO.."))
    match.play("A5")
    assert match.result.winner == 0
    assert match.to_act == gk.OVER
    assert match.legal() == ()
    assert refused(match, "B5") == "STT-17"


# --- rulings -------------------------------------------------------------------------------------


@pytest.mark.rule("STT-Q1")
def test_any_tiles_may_be_slid() -> None:
    for whose, legal in (("any", "XON"), ("own_and_neutral", "XN"), ("own", "X")):
        match = scene(board("X.....", "O.....", "N....."), game=variant(slide_whose=whose))
        for cell, mark in (("A1", "X"), ("B1", "O"), ("C1", "N")):
            expected = None if mark in legal else "STT-Q1"
            assert refused(match, f"slide {cell} right 1") == expected
    mixed = scene(board("XON..."))
    assert rows(mixed.play("slide A1-A3 right 3"))[0] == "...XON"


@pytest.mark.rule("STT-Q2")
def test_the_front_part_of_a_row_may_slide_away() -> None:
    match = scene(board("XOX..."))
    assert rows(match.fork().play("slide A2-A3 right 1"))[0] == "X.OX.."
    assert rows(match.fork().play("slide A3 right 3"))[0] == "XO...X"
    assert refused(match, "slide A2 right 1") == "STT-8"


@pytest.mark.rule("STT-Q3")
def test_no_tile_jumps() -> None:
    match = scene(board("X.O..."))
    assert refused(match, "slide A1 right 1") is None
    for distance in (2, 3, 4):
        assert refused(match, f"slide A1 right {distance}") == "STT-8"


@pytest.mark.rule("STT-Q4")
def test_staying_is_no_slide() -> None:
    assert refused(second_turn(), "slide C3 right 0") == "STT-Q4"


@pytest.mark.rule("STT-Q5")
def test_six_in_a_row_win() -> None:
    assert scene(board("XXX.XX")).play("A4").result.winner == 0
    assert scene(board("XXXXXX"), "O").result.winner == 0


# O's column lacks the tile that X can slide into it; O has five when X slides A2.
GIFT = [".O....", "..O...", "..O...", "..O...", "..O...", "X....."]


@pytest.mark.rule("STT-Q6")
def test_only_the_movers_five_is_looked_for() -> None:
    assert scene(GIFT).play("slide A2 right 1").result is None
    generous = scene(GIFT, game=variant(five_check="both_end")).play("slide A2 right 1")
    assert (generous.result.winner, generous.result.rule) == (1, "STT-17")
    assert winning(generous) == ("A3", "B3", "C3", "D3", "E3")


@pytest.mark.rule("STT-Q7")
@pytest.mark.parametrize("check", ["mover_end", "both_end"])
def test_if_both_have_five_the_mover_wins(check: str) -> None:
    match = scene(board("XXXX.X", "OOOO.O", "....O."), game=variant(five_check=check))
    # X places A5; then the O on C5 moves up to complete O's row as well.
    result = match.play("A5, slide C5 up 1").result
    assert (result.winner, result.rule) == (0, "STT-17")


@pytest.mark.rule("STT-Q8")
def test_a_five_made_for_the_opponent_must_stand_at_the_end_of_the_opponents_turn() -> None:
    match = scene(GIFT).play("slide A2 right 1")
    assert match.fork().play("F6").result.winner == 1
    assert match.fork().play("slide A3 right 1").result is None


@pytest.mark.rule("STT-Q9")
def test_a_five_that_the_slide_breaks_does_not_win() -> None:
    match = scene(board("XXXX.."))
    assert match.fork().play("A5, slide A5 right 1").result is None
    open_turn = match.fork().play("A5 ...")
    assert open_turn.result is None
    assert open_turn.play("stop").result.winner == 0


@pytest.mark.rule("STT-Q10")
def test_the_neutral_tile_is_not_a_whole_turn() -> None:
    match = second_turn()
    refusal = match.why_not("N D4")
    assert refusal.rule == "STT-Q10"
    assert refusal.message == (
        "Putting down the neutral tile is not an action: place or slide as well."
    )
    assert match.play("N D4 ...").to_act == 1


@pytest.mark.rule("STT-Q10")
def test_the_neutral_tile_is_not_put_where_its_owner_could_do_nothing_else() -> None:
    # Five empty spaces; after the neutral tile O, who slides own tiles only, has none beside a space.
    rows = [".XOOX.", "XXOOXX", "OOXXOO", "OOOX.X", "XXOOXX", ".XOOX."]
    tight = scene(rows, "O", game=variant(slide_whose="own"), neutral=[0, 1])
    assert refused(tight, "N D5 ...") == "STT-Q10"
    assert tight.why_not("N D5 ...").cells == ("D5",)
    assert refused(tight, "D5, N A1") == "STT-Q12"
    assert refused(scene(rows, "O", neutral=[0, 1]), "N D5, slide A2 left 1") is None
    last = gk.Match(variant(**{**NOUGHTS_AND_CROSSES, "neutral": "both"}))
    for turn in ("B2", "A1", "A2, N C3", "C2", "B1", "B3", "A3"):
        last.play(turn)
    assert refused(last, "N C1 ...") == "STT-Q10"
    assert last.play("C1").result.rule == "STT-Q15"


@pytest.mark.rule("STT-Q11")
def test_the_slide_may_move_the_neutral_tile_at_once() -> None:
    assert rows(second_turn().play("N A1, slide A1 right 3"))[0] == "...N.."
    assert rows(second_turn().play("A1, N A2, slide A1-A2 right 1"))[0] == ".ON..."


@pytest.mark.rule("STT-Q12")
def test_the_stop_holds_for_the_neutral_tile_and_before_each_tile() -> None:
    match = scene(FIVE_LEFT, "O", neutral=[0, 1])
    for turn, rule in (("D3, N A1", "STT-Q12"), ("N D3, A1", "STT-15")):
        assert refused(match, turn) == rule
    assert refused(match, "N D3, slide A2 left 1") is None
    frozen = [*FIVE_LEFT[:3], "OOXXOO", *FIVE_LEFT[4:]]
    assert refused(scene(frozen, "O", neutral=[0, 1]), "N A1, slide A2 left 1") == "STT-Q12"


@pytest.mark.rule("STT-Q13")
def test_there_are_never_fewer_than_four_empty_spaces() -> None:
    with pytest.raises(gk.BadPosition, match="3 spaces are empty; placing stops at 4"):
        scene(["XXOOX.", *FROZEN[1:]])
    match = scene(FIVE_LEFT, "O", neutral=[0, 1]).play("N D3, slide A2 left 1")
    while match.result is None and match.ply < 30:
        assert match.state.empty == 4
        match.play(match.legal_moves()[-1])


@pytest.mark.rule("STT-Q14")
def test_a_player_without_tiles_slides() -> None:
    match = scene(board("X.O...", "X.O..."), game=variant(tiles=2))
    assert match.legal()
    assert all(move.startswith("slide") for move in match.legal())


@pytest.mark.rule("STT-Q15")
def test_some_tile_can_always_slide() -> None:
    for seed in range(3):
        match = gk.Match(variant(size=3, line=3, stop_at=1, tiles=9), seed=seed)
        while match.result is None and match.ply < 40:
            if match.state.turn > 0 and not match.state.has_slid:
                assert starts(match, "slide")
            match.play(match.legal_moves()[(seed + match.ply) % len(match.legal_moves())])


@pytest.mark.rule("STT-Q15")
def test_a_player_without_any_action_draws() -> None:
    own = variant(slide_whose="own")
    stuck = scene(FROZEN, "O", game=own)
    assert (stuck.result.kind, stuck.result.rule) == ("draw", "STT-Q15")
    assert (
        stuck.result.text == "The game is drawn. Nobody has 5 in a row, and Nought can do nothing."
    )
    assert scene(FROZEN, "X", game=own).result is None
    full = gk.Match(variant(**NOUGHTS_AND_CROSSES))
    for move in ("B2", "A1", "A2", "C2", "B1", "B3", "A3", "C1", "C3"):
        assert full.result is None
        full.play(move)
    assert (full.result.kind, full.result.rule) == ("draw", "STT-Q15")
    assert full.result.text.endswith("and the board is full.")


@pytest.mark.rule("STT-Q15")
def test_a_neutral_tile_can_be_the_tile_to_slide() -> None:
    # O has no tile left and none beside an empty space, but may slide the neutral one.
    game = variant(slide_whose="own_and_neutral", tiles=2, size=3, line=3, stop_at=1)
    match = scene(["OX.", "X..", "..."], "O", game=game, neutral=[0, 1], turns=[2, 1])
    assert starts(match, "C3")
    walled = scene(["OX.", "X..", "..."], "O", game=game.with_(tiles=2), turns=[3, 2])
    assert walled.result is None


@pytest.mark.rule("STT-Q16", "STT-Q17")
def test_there_is_no_end_to_sliding_unless_an_option_says_so() -> None:
    back_and_forth = ["slide A1 right 1", "slide A2 left 1"]
    for repetition, turns in (("none", 12), ("threefold_draw", 4)):
        match = scene(board("X.O..."), "O", game=variant(repetition=repetition))
        for n in range(12):
            if match.result is None:
                match.play(back_and_forth[n % 2])
        assert len([e for e in match.history if e.text != "stop"]) == turns
    assert (match.result.kind, match.result.rule) == ("draw", "STT-Q16")
    assert match.result.text.endswith("has come up for the third time.")


@pytest.mark.rule("STT-Q16")
def test_only_the_same_board_with_the_same_player_to_move_is_a_repetition() -> None:
    game = variant(repetition="threefold_draw", neutral="none")
    match = scene(board("X..O.."), "O", game=game)
    for move in ("slide A1 right 1", "slide A2 right 1", "slide A3 left 2"):
        match.play(move)  # the same board, but X is to move
    for move in ("slide A1 right 1", "slide A2 left 1", "slide A1 right 1"):
        assert match.play(move).result is None
    assert match.play("slide A2 left 1").result.rule == "STT-Q16"


@pytest.mark.rule("STT-Q16")
def test_a_tile_put_down_ends_all_repetition() -> None:
    match = scene(board("X.O..."), "O", game=variant(repetition="threefold_draw"))
    for move in ("slide A1 right 1", "slide A2 left 1", "slide A1 right 1, N F6"):
        match.play(move)
    assert match.state.remembered == 0
    assert match.play("slide A2 left 1").result is None


@pytest.mark.rule("STT-Q16")
def test_the_memory_holds_the_latest_64_slides() -> None:
    game = variant(repetition="threefold_draw", neutral="none")
    match = scene(board("X.O...", "..X.O.", "X....O"), "O", game=game)
    played = []
    for n in range(80):
        slides = [move for move in match.legal_moves() if move >= 73]  # after the placements
        played.append(slides[(31 * n + 7) % len(slides)])
        match.play(played[-1])
        assert match.result is None
        state = match.state
        assert [73 + slide for slide in state.slides[: state.remembered]] == played[-64:]


@pytest.mark.rule("STT-Q16")
def test_past_slides_are_part_of_a_position() -> None:
    game = variant(repetition="threefold_draw", neutral="none")
    there_and_back = ["slide A1 right 1", "slide A2 left 1"]
    match = scene(board("X.O..."), "O", game=game, slides=there_and_back)
    match.play(there_and_back[0])
    assert match.play(there_and_back[1]).result.rule == "STT-Q16"
    for wrong in ("slide A1 right 1", "slide A3 right 1", "slide A9 up 1", "A1"):
        with pytest.raises(gk.BadPosition, match=r"slides: |no cell A9"):
            scene(board("X.O..."), "O", game=game, slides=[wrong])


@pytest.mark.rule("STT-Q16")
def test_a_cap_on_turns_draws() -> None:
    match = gk.Match(variant(turn_cap=2, neutral="none"))
    for move in ("A1", "B1", "A2", "B2"):
        assert match.result is None
        match.play(move)
    assert (match.result.kind, match.result.rule) == ("draw", "STT-Q16")
    assert match.result.text.endswith("After 2 turns each, nobody has 5 in a row.")


@pytest.mark.rule("STT-Q19")
@pytest.mark.parametrize(
    ("cell", "turns", "boards"), [("C3", 709, 387), ("A1", 713, 365), ("A3", 711, 376)]
)
def test_the_number_of_second_turns(cell: str, turns: int, boards: int) -> None:
    match = gk.Match(variant(neutral="none")).play(cell)
    game, rules = match.game, match.rules
    found, waiting = [], [match.state]
    while waiting:
        state = waiting.pop()
        moves = [0] * game.moves
        for move in moves[: game.legal_moves(rules, state, moves)]:
            after = state.copy()
            game.apply(rules, after, move)
            (waiting if after.turn == state.turn else found).append(after)
    assert len(found) == turns
    assert len({tuple(state.board) for state in found}) == boards


@pytest.mark.rule("STT-Q20")
def test_the_neutral_tile_can_be_given_to_both_or_nobody() -> None:
    assert gk.Match(NAME).state.neutral == [0, 1]
    assert gk.Match(NAME, first=1).state.neutral == [1, 0]
    assert gk.Match(variant(neutral="both")).state.neutral == [1, 1]
    assert gk.Match(variant(neutral="none")).state.neutral == [0, 0]
    with pytest.raises(gk.BadPosition, match="2 neutral tiles on the board"):
        scene(board("XNN..."))


@pytest.mark.rule("STT-Q21")
@pytest.mark.parametrize(
    "text",
    ["A1, slide C3 right 2", "a1,slide c3 RIGHT 2", " A1 ,  slide  C3-C3   right  2 ",
     "A1, slide C3 to C3 right 2"],
)  # fmt: skip
def test_a_turn_is_written_in_any_case_and_spacing(text: str) -> None:
    match = second_turn(neutral="none").play(text)
    assert [entry.text for entry in match.history] == ["C3", "A1", "slide C3 right 2"]


@pytest.mark.rule("STT-Q21")
def test_slides_and_neutral_tiles_are_written_with_their_cells() -> None:
    match = scene(board("XX....", "XO...."))
    assert refused(match, "slide A2-A1 right 1") is None
    written = [move.removesuffix(" ...") for move in match.legal()]
    assert "slide A1-A2 right 4" in written
    assert "slide A1-B1 down 3" in written
    assert "slide B2 down 4" in written
    for text in ("A1-A2 right 1", "slide A1", "slide A1 right", "slide right 1", "N", "?", "A1 A2"):
        assert refused(match, text) == "STT-Q21"


# --- what is shown and set up --------------------------------------------------------------------


def test_the_board_is_shown_with_what_is_left() -> None:
    match = second_turn().play("A1")
    assert match.board_text().splitlines() == [
        "    1    2    3    4    5    6",
        "A |  O |    |    |    |    |    |  X  Cross, 17 left",
        "B |    |    |    |    |    |    |  O  Nought, 17 left and N",
        "C |    |    |  X |    |    |    |",
        *[f"{row} |    |    |    |    |    |    |" for row in "DEF"],
    ]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"rows": [EMPTY_ROW] * 5}, r"write it like \[\"......\", "),
        ({"rows": board("XYZ...")}, "row A is 'XYZ...'"),
        ({"rows": board("X"), "to_move": 0}, "row A is 'X'; a row is 6 marks"),
        ({"rows": board("X....."), "turns": [0, 0]}, "cannot have been placed"),
        ({"rows": board(), "to_move": 1}, "it is not on the board"),
        ({"rows": board("X....."), "neutral": [1, 1]}, "neutral tiles left to player 0"),
        ({"rows": board("XN...."), "neutral": [0, 1]}, "1 neutral tile on the board"),
        ({"rows": board("X....."), "done": ["pass"]}, "it is one of place, slide, neutral"),
        ({"row": []}, "unknown field 'row'"),
    ],
)
def test_an_impossible_position_is_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(gk.BadPosition, match=message):
        gk.Match(NAME, position=fields)


# --- what the rulebook says under other parameters ------------------------------------------------


@pytest.mark.parametrize(
    ("parameters", "rule", "sentence"),
    [
        ({}, "STT-1", "The board has six rows and six columns and starts empty."),
        ({"size": 8}, "STT-1", "The board has eight rows and eight columns and starts empty."),
        ({"tiles": 1}, "STT-2", "Each player has one tile."),
        ({"neutral": "both"}, "STT-3", "places one tile and does nothing else."),
        ({"neutral": "both"}, "STT-14", "except the first turn of the game"),
        ({"stop_at": 2}, "STT-15", "While only two spaces are empty, no tile is placed"),
        ({"stop_at": 1}, "STT-15", "While only one space is empty, no tile is placed"),
        ({"line": 4}, "STT-16", "The goal is to have four of your own tiles in a row"),
        ({"five_check": "both_end"}, "STT-16", "at the end of a turn."),
        ({"slide_whose": "own"}, "STT-Q1", "Players slide their own tiles only."),
        ({"line": 6}, "STT-Q5", "More than six in a row contain six, so they count."),
        ({"stop_at": 3}, "STT-Q12", "The three spaces are counted before each tile is put down, the "
         "neutral tile included: with four empty spaces one more tile can enter."),
        ({"turn_cap": 40}, "STT-Q16", "The game is drawn after 40 turns each."),
        ({"turn_cap": 9, "repetition": "threefold_draw"}, "STT-Q16",
         "after 9 turns each or when the same position stands after a turn for the third time"),
        ({"neutral": "none"}, "STT-Q20", "There is no neutral tile: an option leaves it out."),
        (NOUGHTS_AND_CROSSES, "STT-4", "a player places one tile on an empty space."),
        (NOUGHTS_AND_CROSSES, "STT-15", "Tiles are placed until no space is empty."),
    ],
)  # fmt: skip
def test_the_rulebook_follows_the_parameters(
    parameters: dict[str, Any], rule: str, sentence: str
) -> None:
    assert sentence in variant(**parameters).rulebook[rule].text


def test_without_sliding_no_sentence_lets_anybody_slide() -> None:
    how = ("STT-6", "STT-7", "STT-8", "STT-9", "STT-10", "STT-12", "STT-Q3", "STT-Q4")
    rules = [rule for rule in variant(**NOUGHTS_AND_CROSSES).rulebook if rule.id not in how]
    assert [rule.text for rule in rules if "slide" in rule.text] == ["Nobody slides tiles."]


# --- which cells won ------------------------------------------------------------------------------


def won(rows: list[str], game: gk.Game | None = None, winner: int = 0) -> Any:
    """A match that is over because the turn that ended left these rows."""
    match = scene(rows, "XO"[1 - winner], game=game, first=winner)
    assert match.result is not None
    return match


def winning(match: Any) -> tuple[str, ...]:
    return tuple(match.game.winning_cells(match.rules, match.state))


@pytest.mark.rule("STT-16")
def test_the_winning_cells_are_those_of_the_line() -> None:
    match = won(["X.....", ".X.O..", "O.X..X", "...X..", "....X.", "......"])
    assert winning(match) == ("A1", "B2", "C3", "D4", "E5")
    assert match.result.text == "Cross wins. Five crosses in a row, A1 to E5."
    assert winning(scene(board("XXXX.."))) == (), "nobody has won yet"


@pytest.mark.rule("STT-16")
def test_the_length_of_the_line_comes_from_the_parameters() -> None:
    match = won(board("OXXX..", "OX....", "O....."), variant(line=3))
    assert winning(match) == ("A2", "A3", "A4")
    assert match.result.text.endswith("Three crosses in a row, A2 to A4.")


@pytest.mark.rule("STT-Q5")
def test_all_cells_of_a_longer_row_and_of_two_rows_won() -> None:
    assert winning(won(board("XXXXXX"))) == tuple(f"A{n}" for n in range(1, 7))
    both = won(["XXXXX.", "X.....", "X.....", "X.....", "X.....", ".....X"])
    assert len(winning(both)) == 9
    assert "F6" not in winning(both)


def has_square(rules: Any, state: Any, player: int) -> bool:
    """Has this player four tiles in a square?"""
    for row in range(rules.size - 1):
        for column in range(rules.size - 1):
            cell, tile = row * rules.size + column, player + 1
            if (
                state.board[cell] == tile
                and state.board[cell + 1] == tile
                and state.board[cell + rules.size] == tile
                and state.board[cell + rules.size + 1] == tile
            ):
                return True
    return False


def has_row_across(rules: Any, state: Any, player: int) -> bool:
    """Has this player `line` tiles in a row from left to right?"""
    for row in range(rules.size):
        count = 0
        for column in range(rules.size):
            mine = state.board[row * rules.size + column] == player + 1
            count = count + 1 if mine else 0
            if count == rules.line:
                return True
    return False


@pytest.mark.rule("STT-16")
def test_where_a_variant_replaces_the_line_the_winning_cells_are_its_own() -> None:
    squares = gk.load(NAME).variant(has_five=has_square)
    rows = ["XXXXX.", "..OO..", "..OO..", "......", "......", "......"]
    match = won(rows, squares, winner=1)
    assert winning(match) == ("B3", "B4", "C3", "C4")
    assert match.result.text == "Nought wins. The O on B3, B4, C3 and C4 decided it."
    assert squares.rulebook["STT-16"].changed_by == ("has_five",)
    two = won(["OO....", "OO.X..", "XX....", "...OO.", "...OO.", "......"], squares, winner=1)
    assert winning(two) == ("A1", "A2", "B1", "B2", "D4", "D5", "E4", "E5")


@pytest.mark.rule("STT-16")
def test_a_line_that_a_variant_does_not_count_is_not_among_the_winning_cells() -> None:
    across = gk.load(NAME).variant(has_five=has_row_across)
    rows = ["XXXXX.", "X..O..", "X.O...", "X.....", "X.....", ".....O"]
    match = won(rows, across)
    assert winning(match) == ("A1", "A2", "A3", "A4", "A5")
    assert match.result.text.endswith("Five crosses in a row, A1 to A5.")


def test_a_variant_may_give_the_game_to_the_other_player_or_for_something_else() -> None:
    def loses(rules: Any, state: Any, mover: int) -> None:
        if state.turn >= 4:
            state.winner, state.rule = 1 - mover, 17

    misere = gk.load(NAME).variant(judge=loses)
    match = won(board("XXXXX.", "OOOO.."), misere, winner=0)
    assert match.result.text == "Nought wins. Five crosses in a row, A1 to A5."
    match = won(board("XX.XX.", "OOO..."), misere, winner=0)
    assert (winning(match), match.result.winner) == ((), 1)


# --- parameters ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"line": 7}, "does not fit on a board of size=6"),
        ({"stop_at": 0}, "from 1 to 5"),
        ({"stop_at": 6}, "from 1 to 5"),
        ({"sliding": "no"}, "Set stop_at=0"),
        ({"sliding": "no", "stop_at": 0, "tiles": 17}, "tiles=18 or more"),
        ({"size": 9}, "from 3 to 8"),
    ],
)
def test_combinations_that_make_no_game_are_refused(
    parameters: dict[str, Any], message: str
) -> None:
    with pytest.raises(gk.BadVariant, match=message):
        variant(**parameters)


def walked_slides(rows: list[str]) -> set[str]:
    """Every slide, found by walking each unbroken set of tiles one space after the other."""
    found = set()
    for one in range(36):
        for way, down, right in (("up", -1, 0), ("down", 1, 0), ("left", 0, -1), ("right", 0, 1)):
            for count in range(1, 7):
                cells = [(one // 6 + k * abs(down), one % 6 + k * abs(right)) for k in range(count)]
                if any(r > 5 or c > 5 or rows[r][c] == "." for r, c in cells):
                    break
                others = {(r, c) for r in range(6) for c in range(6) if rows[r][c] != "."} - set(
                    cells
                )
                for distance in range(1, 6):
                    moved = [(r + down * distance, c + right * distance) for r, c in cells]
                    if any(not (0 <= r < 6 and 0 <= c < 6) or (r, c) in others for r, c in moved):
                        break
                    ends = grid.label(*cells[0]) + (
                        f"-{grid.label(*cells[-1])}" if count > 1 else ""
                    )
                    found.add(f"slide {ends} {way} {distance}")
    return found


@settings(deadline=None, max_examples=40)
@given(st.integers(5, 30), st.randoms(use_true_random=False))
def test_the_slides_are_those_found_by_walking(tiles: int, random: Any) -> None:
    cells = ["."] * 36
    for cell in random.sample(range(36), tiles):
        cells[cell] = random.choice("XO")
    if cells.count("X") > 18 or cells.count("O") > 18:
        return
    rows = ["".join(cells[n : n + 6]) for n in range(0, 36, 6)]
    match = scene(rows, neutral=[0, 0])
    if match.result is None:
        assert set(starts(match, "slide")) == walked_slides(rows)


# --- noughts and crosses, whose numbers are known --------------------------------------------------


def test_without_sliding_it_is_noughts_and_crosses() -> None:
    """5,478 positions, 255,168 games, a draw."""
    game = variant(**NOUGHTS_AND_CROSSES)
    rules = game.rules()
    known: dict[Any, tuple[int, int]] = {}

    def explore(state: Any) -> tuple[int, int]:
        """The games from here on, and the best result for X: 1, 0 or -1."""
        key = tuple(state.board[:9])
        if key not in known:
            winner, _ = game.result(rules, state)
            if winner != -1:
                known[key] = 1, {0: 1, 1: -1, 2: 0}[winner]
                return known[key]
            moves, found = [0] * game.moves, []
            for move in moves[: game.legal_moves(rules, state, moves)]:
                after = state.copy()
                game.apply(rules, after, move)
                found.append(explore(after))
            best = (max, min)[state.player](value for _, value in found)
            known[key] = sum(count for count, _ in found), best
        return known[key]

    assert explore(game.start(rules)) == (255_168, 0)
    assert len(known) == 5_478


# --- bots ----------------------------------------------------------------------------------------


def test_sensible_moves_never_miss_a_line() -> None:
    """Wherever a move wins at once, a sensible move does."""
    game = variant(size=4, line=3, stop_at=2, tiles=8)
    engine = Interpreted(game)
    rules = game.rules()

    def wins(state: Any, moves: list[int]) -> bool:
        for move in moves:
            after = state.copy()
            game.apply(rules, after, move)
            if game.result(rules, after)[0] == state.player:
                return True
        return False

    seen = 0
    for seed in range(12):
        match = gk.Match(game, seed=seed)
        while match.result is None and match.ply < 40:
            state, room = match.state, [0] * game.moves
            sensible = room[: engine.game.sensible_moves(rules, state, room)]
            if wins(state, list(match.legal_moves())):
                assert wins(state, sensible)
                seen += 1
            legal = match.legal_moves()
            match.play(legal[(7 * seed + 13 * match.ply) % len(legal)])
    assert seen > 3


# --- what refusals say ---------------------------------------------------------------------------


@pytest.mark.rule("STT-3", "STT-Q19")
@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("turn", ["C3, N D4", "N D4, C3", "N D4 ..."])
def test_not_even_the_neutral_tile_joins_the_first_tile_of_the_game(turn: str, first: int) -> None:
    match = gk.Match(variant(neutral="both"), first=first)
    assert refused(match, turn) == "STT-3"
    assert len(match.legal()) == 36
    assert match.play("C3").to_act == 1 - first
    assert refused(match, "C4, N D4") is None
    assert refused(match.play("A1"), "N D4, A2") is None


@pytest.mark.parametrize(
    ("text", "rule", "message", "parameters"),
    [
        ("slide C3 right 9", "STT-3", "The first turn of the game is a single tile.", {}),
        ("stop", "STT-3", "The first turn of the game is a single tile.", {}),
        ("N C3", "STT-13", "Cross started and so has no neutral tile.", {}),
        ("N C3", "STT-13", "There is no neutral tile in this game.", {"neutral": "none"}),
        ("hop", "STT-Q21", "A turn is written like C3, or N B2 for the neutral tile.",
         {"size": 3, "line": 3, "sliding": "no", "stop_at": 0}),
        ("hop", "STT-Q21", "A turn is written like C3, or slide A1-A2 down 1.",
         {"size": 3, "line": 3, "stop_at": 2, "neutral": "none"}),
    ],
)  # fmt: skip
def test_refusals_of_the_first_turn_are_true_in_every_variant(
    text: str, rule: str, message: str, parameters: dict[str, Any]
) -> None:
    refusal = gk.Match(variant(**parameters)).why_not(text)
    assert (refusal.rule, refusal.message) == (rule, message)


def test_refusals_of_later_turns_say_what_is_allowed() -> None:
    match = second_turn().play("A1, N B2").play("F6")
    assert match.why_not("N A2").message == "Nought has no neutral tile left."
    own = gk.Match(variant(slide_whose="own")).play("C3")
    said = "Nought may not slide the tile on C3: players slide only their own tiles."
    assert own.why_not("slide C3 up 1").message == said
    match = second_turn().play("A1 ...")
    assert match.why_not("C3").message == "A tile has already been placed in this turn."


@pytest.mark.rule("STT-5")
@pytest.mark.parametrize(
    "text", ["slide C4 right 0", "slide C4 north 1", "slide C4-D5 right 1", "slide Z9 up 1"]
)
def test_a_second_slide_is_refused_for_being_one_however_it_is_written(text: str) -> None:
    match = gk.Match("sliding-tic-tac-toe", seed=1).play("C3").play("slide C3 right 1 ...")
    assert match.why_not(text).rule == "STT-5"


@pytest.mark.rule("STT-2", "STT-4", "STT-15")
def test_placing_after_a_slide_is_refused_for_what_placing_first_would_not_mend() -> None:
    rows = ["XOXOXO", "XOXOXO", "OXOXOX", "OXOXOX", "XOXOXO", "XO...."]
    few = gk.Match("sliding-tic-tac-toe", seed=1, position={"rows": rows, "to_move": 0})
    assert few.why_not("slide F2 right 1, F2").rule == "STT-15"
    placed = gk.Match("sliding-tic-tac-toe", seed=1).play("C3")
    assert placed.why_not("C1, slide C3 right 1, C2").rule == "STT-4"
    assert placed.why_not("slide C3 right 1, C2").rule == "STT-12"
