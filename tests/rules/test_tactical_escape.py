"""The rules of Tactical Escape, one test or more for each."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

import gamekit as gk
from gamekit.boards import hexagon
from gamekit.games.tactical_escape.win_conditions import CONDITIONS
from tests.matches import Wall, refused

NAME = "tactical-escape"
FIVE = "E1 E2 E3 E4 E5"
SIX = "E1 E2 E3 E4 E5 E6"
ROWS = dict(zip("ABCDEFGHI", (5, 6, 7, 8, 9, 8, 7, 6, 5), strict=True))
CELLS = [f"{row}{n}" for row, cells in ROWS.items() for n in range(1, cells + 1)]


def scene(own: str = "", theirs: str = "", first: int = 0, game: Any = None, **fields: Any) -> Any:
    """A match with these pieces of players 0 and 1, where the first win conditions are given."""
    board = {**dict.fromkeys(own.split(), 0), **dict.fromkeys(theirs.split(), 1)}
    start = {"board": board, "offer": [1, 2, 3], "given": [[1], [1]], "to_move": 0, **fields}
    if "turns" in fields or "placed" in fields:
        del start["to_move"]
    return gk.Match(game or gk.load(NAME), first=first, position=start)


def begun(**more: Any) -> Any:
    """A match at its very first turn; the win conditions 1, 2 and 3 are offered."""
    return gk.Match(gk.load(NAME, offer=(1, 2, 3)), **more).play("give 1").play("give 2")


def board(match: Any) -> Any:
    return match.game.dump(match.rules, match.state)["board"]


def wins(condition: int, own: str, theirs: str = "", turn: str = "pass", **options: Any) -> bool:
    """Does player 0, who has received this win condition only, win by an ESCAPE with this turn?"""
    others = [c for c in (1, 2, 3) if c != condition][:2]
    fields = {"offer": [condition, *others], "given": [[others[0]], [condition]]}
    match = scene(own, theirs, 1, gk.load(NAME, **options), **fields)
    fulfilled = match.game.fulfills(match.rules, match.state, 0, condition)
    cells = match.game.fulfilling_cells(match.rules, match.state, 0, condition)
    assert bool(cells) is (fulfilled and condition not in (11, 12))
    match.play(f"{turn} escape")
    assert match.result.rule == "TE-14"
    return bool(match.result.winner == 0)


def cells_of(condition: int, own: str, theirs: str = "") -> str:
    """The cells by which player 0 fulfills a win condition."""
    match = scene(own, theirs, 1)
    return " ".join(match.game.fulfilling_cells(match.rules, match.state, 0, condition))


# --- board and turns ---------------------------------------------------------------------------


@pytest.mark.rule("TE-1", "TE-Q1")
def test_the_board_has_61_cells_five_a_side() -> None:
    match = begun()
    assert sorted(match.turns()) == sorted(CELLS + [f"{cell} escape" for cell in CELLS])
    for cell in ("A6", "B7", "E10", "I6", "J1", "E0"):
        assert refused(match, cell) == "TE-1"
        with pytest.raises(gk.BadPosition, match=f"no cell {cell}"):
            scene(cell)
    lines = match.play("A2").board_text().splitlines()
    assert lines[0] == "A     . R . . ."
    assert [len(line.split()) - 1 for line in lines[:9]] == list(ROWS.values())


@pytest.mark.rule("TE-Q1")
@pytest.mark.parametrize("size", [3, 4, 6, 7])
def test_other_sizes_are_named_alike(size: int) -> None:
    names = [[hexagon.label(size, cell) for cell in row] for row in hexagon.rows(size)]
    letters = "ABCDEFGHIJKLM"[: 2 * size - 1]
    lengths = [2 * size - 1 - abs(size - 1 - row) for row in range(2 * size - 1)]
    assert names == [
        [f"{row}{n + 1}" for n in range(length)]
        for row, length in zip(letters, lengths, strict=True)
    ]


@pytest.mark.rule("TE-3")
def test_the_first_turn_places_one_piece() -> None:
    assert refused(begun(), "E5 E6") == "TE-3"
    assert board(begun().play("E5")) == {"E5": 0}


@pytest.mark.rule("TE-Q3")
def test_the_first_turn_is_neither_a_pass_nor_a_removal() -> None:
    assert refused(begun(), "pass") == "TE-Q3"
    assert refused(begun(), "pass escape") == "TE-Q3"
    assert refused(begun(), "remove E5") == "TE-Q3"


@pytest.mark.rule("TE-4")
def test_a_turn_places_up_to_two_pieces_on_empty_cells() -> None:
    match = begun().play("E5")
    assert board(match.fork().play("A1")) == {"A1": 1, "E5": 0}
    assert board(match.fork().play("A1, A2")) == {"A1": 1, "A2": 1, "E5": 0}
    assert refused(match, "A1 A2 A3") == "TE-4"
    assert refused(match, "E5") == "TE-4"
    assert refused(match, "A1 A1") == "TE-4"
    pairs = [turn for turn in match.turns() if turn[0] in ROWS and len(turn.split()) == 2]
    assert len([pair for pair in pairs if "escape" not in pair]) == 60 * 59 // 2


@pytest.mark.rule("TE-4")
def test_the_order_of_two_pieces_does_not_matter() -> None:
    one, two = begun().play("E5").play("F3 A1"), begun().play("E5").play("A1 F3")
    assert one.state == two.state
    turns = list(begun().play("E5").turns())
    assert len(turns) == len(set(turns)) == 2 * (1770 + 60 + 1 + 1)


@pytest.mark.rule("TE-5")
def test_a_turn_may_remove_one_piece_of_the_opponent_instead() -> None:
    match = scene("E5 E6", "A1 A2")
    assert board(match.fork().play("remove A1")) == {"A2": 1, "E5": 0, "E6": 0}
    assert refused(match, "remove A1 remove A2") == "TE-5"
    assert refused(match, "remove E5") == "TE-5"
    assert refused(match, "remove C3") == "TE-5"


@pytest.mark.rule("TE-6")
def test_a_removed_piece_may_not_come_back_at_once() -> None:
    match = begun().play("E5").play("remove E5")
    assert refused(match, "E5") == refused(match, "A1 E5") == "TE-6"
    assert "E5" in match.why_not("E5").message
    assert match.why_not("E5").cells == ("E5",)
    assert refused(match.play("A1").play("I1"), "E5") is None


@pytest.mark.rule("TE-Q5")
@pytest.mark.parametrize("turn", ["A1", "pass", "remove I1"])
def test_the_ban_lasts_one_turn_whatever_that_turn_does(turn: str) -> None:
    match = scene("E5", "I1 I2", turns=[2, 1]).play("remove E5").play(turn)
    assert refused(match.fork().play("I3"), "E5") is None


@pytest.mark.rule("TE-Q5")
def test_the_remover_may_use_the_cell() -> None:
    match = begun().play("E5").play("remove E5").play("A1")
    assert board(match.play("E5"))["E5"] == 1


@pytest.mark.rule("TE-7")
def test_play_goes_on_until_somebody_escapes() -> None:
    match = scene("E1 E2 E3 E4", "A1")
    match.play("E5").play("pass").play("pass")
    assert match.game.fulfilled(match.rules, match.state, 0) == (1,)
    assert match.result is None
    assert match.play("pass escape").result.winner == 0


@pytest.mark.rule("TE-Q2")
def test_where_placing_is_needed_only_the_stuck_may_pass() -> None:
    strict = gk.load(NAME, min_place=1, size=3)
    cells = [name for name in CELLS if hexagon.cell(3, name) is not None]
    match = scene("C3", game=strict)
    assert refused(match, "pass") == refused(match, "pass escape") == "TE-Q2"
    assert "pass" in scene(" ".join(cells), game=strict).legal()
    stuck = scene(" ".join(cells[1:]), game=strict, banned=[cells[0]])
    assert set(stuck.legal()) == {"pass", "pass escape"}


@pytest.mark.rule("TE-Q4")
def test_the_second_players_first_turn_may_remove_the_only_piece() -> None:
    match = begun().play("E5")
    assert {"pass", "A1 ...", "remove E5 ..."} <= set(match.legal())
    assert board(match.play("remove E5")) == {}


@pytest.mark.rule("TE-Q6")
def test_placing_and_removing_do_not_mix() -> None:
    match = scene("E5", "A1")
    assert refused(match, "E6 remove A1") == refused(match, "remove A1 E6") == "TE-Q6"
    assert set(match.fork().play("remove A1 ...").legal()) == {"stop", "escape"}


@pytest.mark.rule("TE-Q7")
def test_pieces_never_run_out() -> None:
    match = begun()
    for n in range(30):
        match.play(" ".join(CELLS[2 * n - 1 : 2 * n + 1]) if n else CELLS[0]).play("pass")
        if n in (9, 19):
            match.play(match.legal()[0]).play(match.legal()[0])
    assert len(board(match)) == 59


@pytest.mark.rule("TE-Q40")
def test_on_a_full_board_one_removes_or_passes() -> None:
    match = scene(" ".join(CELLS[:30]), " ".join(CELLS[30:]))
    removals = {f"remove {cell} ..." for cell in CELLS[30:]}
    assert set(match.legal()) == {"pass", "pass escape"} | removals


# --- win conditions: offer and gifts -----------------------------------------------------------------


@pytest.mark.rule("TE-8")
def test_both_are_shown_the_same_three_win_cons() -> None:
    match = gk.Match(NAME, auto=False)
    match.dictate("3 6 12")
    for viewer in (0, 1, gk.PUBLIC):
        assert list(match.view(viewer).state.offer) == [3, 6, 12]
        assert "Offer: 3, 6, 12" in match.view(viewer).board_text()
    assert match.legal() == ("give 3", "give 6", "give 12")
    assert refused(match, "give 4") == refused(match, "give 13") == "TE-8"


@pytest.mark.rule("TE-Q12")
def test_every_offer_is_equally_likely_or_named() -> None:
    match = gk.Match(NAME, auto=False)
    game, rules, state = match.game, match.rules, match.state
    names = [game.write(rules, state, n) for n in range(game.outcomes(rules, state))]
    assert names == [" ".join(map(str, triple)) for triple in combinations(range(1, 13), 3)]
    assert len(names) == 220
    named = gk.Match(gk.load(NAME, offer=(1, 6, 9)))
    assert named.legal() == ("give 1", "give 6", "give 9")
    with pytest.raises(gk.BadVariant, match=rf"of 1 to {CONDITIONS}\b"):
        gk.load(NAME, offer=(9, 6, 9))


@pytest.mark.rule("TE-2", "TE-9", "TE-Q13")
@pytest.mark.parametrize("first", [0, 1])
def test_offer_then_gifts_then_the_first_turn(first: int) -> None:
    match = gk.Match(NAME, auto=False, first=first)
    order = [match.to_act, match.dictate("1 2 3").to_act]
    assert refused(match, "E5") == "TE-9"
    order += [match.play("give 1").to_act, match.play("give 2").to_act]
    assert order == [gk.CHANCE, 0, 1, first]
    assert list(match.state.given) == [1, 0, 0, 2, 0, 0]
    assert refused(match, "give 3") == "TE-10"


@pytest.mark.rule("TE-10", "TE-11")
@pytest.mark.parametrize(("done", "rule"), [(10, "TE-10"), (20, "TE-11")])
def test_another_win_con_is_given_after_ten_and_twenty_turns(done: int, rule: str) -> None:
    sofar = [1, 2][: done // 10]
    match = scene("E5", turns=[done - 1, done - 1], given=[sofar, sofar])
    match.play("pass")
    assert match.to_act == 1
    match.play("pass")
    assert refused(match, "E6") == refused(match, "pass escape") == rule
    match.play("give 3")
    assert match.to_act == 1
    assert match.play("give 3").play("E6").to_act == 1


@pytest.mark.rule("TE-10")
def test_the_turns_between_gifts_can_be_changed() -> None:
    match = scene("E5", turns=[3, 3], game=gk.load(NAME, stage_turns=3))
    assert match.legal() == ("give 2", "give 3")


@pytest.mark.rule("TE-12")
def test_nobody_gets_a_win_con_twice_and_all_stay_in_force() -> None:
    match = scene(FIVE, turns=[10, 10], given=[[2], [1]])
    assert refused(match, "give 2") == "TE-12"
    assert "Blue win condition 2" in match.why_not("give 2").message
    match.play("give 3").play("give 3")
    assert match.play("pass escape").result.winner == 0


@pytest.mark.rule("TE-Q14")
def test_the_third_gift_is_no_choice() -> None:
    match = scene("E5", turns=[20, 20], given=[[1, 3], [3, 2]])
    assert match.legal() == ("give 2",)
    assert match.play("give 2").legal() == ("give 1",)
    match.play("give 1")
    assert refused(match, "give 1") == "TE-12"


@pytest.mark.rule("TE-Q15")
def test_both_may_give_the_same() -> None:
    match = gk.Match(gk.load(NAME, offer=(1, 2, 3))).play("give 2").play("give 2")
    assert list(match.state.given) == [2, 0, 0, 2, 0, 0]


@pytest.mark.rule("TE-Q16")
@pytest.mark.parametrize(
    ("turns", "stage"),
    [([9, 9], 1), ([10, 9], 1), ([10, 10], 2), ([20, 19], 2), ([20, 20], 3), ([49, 49], 3)],
)
def test_the_next_gift_is_due_when_both_have_done_their_turns(turns: Any, stage: int) -> None:
    match = gk.Match(NAME, position={"turns": turns})
    assert match.game.stage(match.rules, match.state) == stage


@pytest.mark.rule("TE-Q16")
def test_an_escape_in_a_tenth_turn_comes_before_the_second_gift() -> None:
    fields = {"turns": [10, 9], "offer": [1, 2, 12], "given": [[12], [1]]}
    assert scene("E5", **fields).play("A1 escape").result.winner == 1


@pytest.mark.rule("TE-Q39")
def test_a_win_con_may_be_given_that_is_fulfilled() -> None:
    match = scene("A1", FIVE, turns=[10, 10], given=[[2], [2]])
    assert refused(match, "give 1") is None


# --- escape ------------------------------------------------------------------------------------


@pytest.mark.rule("TE-13")
@pytest.mark.parametrize("turn", ["A1", "A1 A2", "remove I1", "pass"])
def test_escape_goes_with_any_turn_and_ends_the_game(turn: str) -> None:
    match = scene("E5", "I1")
    after = board(match.fork().play(turn))
    assert match.play(f"{turn} escape").to_act == gk.OVER
    assert board(match) == after
    assert refused(match, "A3") == "TE-14"


@pytest.mark.rule("TE-14")
def test_the_escaper_wins_by_one_win_con_received_and_loses_otherwise() -> None:
    both: dict[str, Any] = {"turns": [11, 11], "offer": [1, 2, 7]}
    result = scene(FIVE, "A1", **both, given=[[2, 7], [1, 7]]).play("pass escape").result
    assert (result.winner, result.kind, result.rule) == (0, "win", "TE-14")
    assert result.text == (
        "Red wins. Red escaped with win condition 1, a row of exactly five (E1, E2, E3, E4, E5)."
    )
    result = scene(FIVE, "A1", **both, given=[[2, 7], [2, 7]]).play("pass escape").result
    assert (result.winner, result.rule) == (1, "TE-14")
    assert result.text == (
        "Blue wins. Red escaped without fulfilling win condition 2 (a row of six or more) or 7 (the "
        "most flowers)."
    )


@pytest.mark.rule("TE-Q8")
def test_escape_is_judged_after_the_turns_move() -> None:
    assert wins(1, "E1 E2 E3 E4", turn="E5")
    assert not wins(1, FIVE, turn="E6")
    match = scene("E1")
    assert refused(match, "escape") == "TE-Q8"
    assert refused(match, "escape E5") == "X-Q1"
    assert match.play("E5 ...").play("escape").result.rule == "TE-14"


def test_examples_of_turns_are_legal() -> None:
    small = gk.load(NAME, size=3, min_place=1)
    matches = [begun(), scene("E1"), scene("E1", "A1", laid=1), scene("E1", "A1", removed="B1")]
    for match in [*matches, scene("C3", game=small), scene("C3", "A1", game=small)]:
        examples = match.why_not("hello").message.split('"')[1::2]
        assert examples
        for example in examples:
            whole = f"{examples[0]}{example}" if example == " escape" else f"{example} ..."
            assert refused(match, whole) is None


def test_a_gift_that_is_due_is_asked_for_whatever_is_written() -> None:
    """What was given before stays a secret: no example says which win conditions are left."""
    for given, another in (([[], []], "one"), ([[1], [3]], "another")):
        match = scene(given=given, turns=[10, 10] if given[0] else [0, 0])
        message = (
            "First Red must give Blue {} of the win conditions offered: 1 (a row of exactly five), "
            "2 (a row of six or more), 3 (the largest group, of ten or more)."
        )
        for text in ("hello", "E5", "pass", "escape"):
            assert match.why_not(text).message.startswith(message.format(another))


def test_the_first_turn_is_told_in_sentences_that_make_sense() -> None:
    match = begun().play("E5 ...")
    assert match.why_not("remove E5").message.endswith("nothing is removed from E5.")
    assert match.why_not("E6").message.endswith("no second piece can go on E6.")
    once = gk.Match(gk.load(NAME, offer=(1, 2, 3), stage_turns=1)).play("give 1").play("give 1")
    assert once.why_not("give 2").message == "The next win condition is given after one turn each."


def test_what_is_advised_for_an_escape_without_a_turn_is_not_refused() -> None:
    """ "pass escape" is offered only where one may pass, and a gift that is due comes first."""
    due = gk.Match(gk.load(NAME, offer=(1, 2, 3)))
    assert refused(due, "escape") == "TE-9"
    assert "must give" in due.why_not("escape").message
    strict = gk.load(NAME, min_place=1)
    for match in (begun(), scene("E1", game=strict), scene("E1"), scene("E1 E5", "A1", laid=1)):
        refusal = match.why_not("escape")
        if refusal:
            assert refusal.rule == "TE-Q8"
            advised = refusal.message.split('"')[1]
            assert advised.endswith(" escape")
            assert refused(match, advised) is None
    assert "pass" in scene("E1").why_not("escape").message
    assert "pass" not in begun().why_not("escape").message


@pytest.mark.rule("TE-Q9")
def test_the_very_first_turn_may_be_an_escape() -> None:
    fields = {"offer": [1, 2, 12], "given": [[1], [12]]}
    assert scene(**fields).play("E5 escape").result.winner == 0


@pytest.mark.rule("TE-Q10")
def test_only_what_the_escaper_received_counts() -> None:
    given = {"offer": [1, 2, 3], "given": [[1], [2]]}  # player 0 holds 2, player 1 holds 1
    assert scene(FIVE, "A1 A2 A3 A4 A5", **given).play("pass escape").result.winner == 1
    assert scene(SIX, "A1 A2 A3 A4 A5", **given).play("pass escape").result.winner == 0


@pytest.mark.rule("TE-Q11")
def test_a_player_may_escape_without_fulfilling_anything() -> None:
    assert refused(scene("E5"), "A1 escape") is None


# --- the twelve --------------------------------------------------------------------------------


@pytest.mark.rule("TE-15")
@pytest.mark.parametrize(
    "row", [FIVE, "A1 A2 A3 A4 A5", "I1 H2 G3 F4 E5", "A3 B3 C3 D3 E3", "A3 B4 C5 D6 E7"]
)
def test_1_a_row_of_exactly_five(row: str) -> None:
    assert wins(1, row)
    assert set(cells_of(1, row).split()) == set(row.split())
    assert not wins(1, " ".join(row.split()[1:]))


@pytest.mark.rule("TE-Q18")
@pytest.mark.parametrize(
    ("wc1", "five", "six", "both"),
    [
        ("any_exact5", True, False, True),
        ("longest_is_5", True, False, False),
        ("contains_5", True, True, True),
    ],
)
def test_1_in_a_six_is_no_five(wc1: str, five: bool, six: bool, both: bool) -> None:
    assert wins(1, FIVE, wc1=wc1) is five
    assert wins(1, SIX, wc1=wc1) is six
    assert wins(1, f"{SIX} A1 A2 A3 A4 A5", wc1=wc1) is both


@pytest.mark.rule("TE-16")
@pytest.mark.parametrize("row", [SIX, "A3 B3 C3 D3 E3 F2", "E1 E2 E3 E4 E5 E6 E7"])
def test_2_a_row_of_six_or_more(row: str) -> None:
    assert wins(2, row)
    assert not wins(2, " ".join(row.split()[-5:]))
    assert not wins(2, "", row)


@pytest.mark.rule("TE-Q19")
def test_rows_never_run_along_a_number() -> None:
    assert not wins(2, "A3 B3 C3 D3 E3 F3")
    assert wins(1, "A3 B3 C3 D3 E3 F3")
    assert not wins(1, "C3 D3 E3 F3 G3")


TEN = "E1 E2 E3 E4 E5 E6 E7 E8 E9 D1"
NINE = "A1 A2 A3 A4 A5 B6 B5 B4 B3"


@pytest.mark.rule("TE-17")
def test_3_the_largest_group_of_ten_or_more() -> None:
    assert wins(3, TEN, NINE)
    assert set(cells_of(3, f"{TEN} I1").split()) == set(TEN.split())
    assert not wins(3, TEN[:-3] + " I1", "")
    assert not wins(3, TEN.replace("E5", "I5"))


@pytest.mark.rule("TE-Q20")
def test_3_of_two_groups_of_ten_only_the_larger_fulfills() -> None:
    assert not wins(3, TEN, f"{NINE} B2 B1")
    assert wins(3, f"{TEN} D2 D3", f"{NINE} B2 B1")


FOUR = "A1 A2 A3 I1 I2 I3 E1 E2 E3 E7 E8 E9"
OTHER_FOUR = "C3 C4 C5 C7 D8 D7 G1 G2 H1 G6 G7 H6"


@pytest.mark.rule("TE-18")
def test_4_four_groups_of_three_and_the_most() -> None:
    assert wins(4, FOUR, "C3 C4 C5")
    assert wins(4, f"{FOUR} G5", "C3 C4 C5")
    assert cells_of(4, f"{FOUR} G5") == "A1 A2 A3 E1 E2 E3 E7 E8 E9 I1 I2 I3"
    assert not wins(4, FOUR[:-3])
    assert not wins(4, FOUR, OTHER_FOUR)


@pytest.mark.rule("TE-Q21")
def test_4_compares_groups_of_three_of_both() -> None:
    pairs = "C1 C2 C4 C5 C7 D8 G1 G2 G6 G7"  # five groups, all too small
    assert wins(4, FOUR, pairs)


@pytest.mark.rule("TE-Q17")
def test_a_tie_is_not_the_most() -> None:
    eleven = f"{NINE} B2"
    flower = "F3 G3 G4 H2"
    other = "B3 C4 D4 C5"
    for condition, own, theirs in ((3, TEN, eleven), (4, FOUR, OTHER_FOUR), (7, flower, other)):
        assert not wins(condition, own, theirs)
        assert wins(condition, own, theirs, superlative="ties_ok")


@pytest.mark.rule("TE-19", "TE-28")
@pytest.mark.parametrize(
    "path",
    [
        "E1 E2 E3 E4 E5 E6 E7 E8 E9",
        "A1 B1 C1 D1 E1 F1 G1 H1 I1",
        "A3 B3 C3 D3 E3 F2 G2 H2 I2",
        "C1 C2 C3 D4 E5 F5 G5 G6 G7",
    ],
)
def test_5_a_group_connects_opposite_sides(path: str) -> None:
    assert wins(5, path)
    cells = path.split()
    assert not wins(5, " ".join(cells[:4] + cells[5:]))
    assert not wins(5, "", path)


@pytest.mark.rule("TE-28")
def test_each_pair_of_opposite_sides_is_the_listed_one() -> None:
    sides = [" ".join(hexagon.label(5, cell) for cell in hexagon.side(5, n)) for n in range(6)]
    assert sides == [
        "A1 A2 A3 A4 A5", "A5 B6 C7 D8 E9", "E9 F8 G7 H6 I5",
        "I5 I4 I3 I2 I1", "I1 H1 G1 F1 E1", "E1 D1 C1 B1 A1",
    ]  # fmt: skip


@pytest.mark.rule("TE-Q22")
def test_5_corners_are_on_two_sides_and_sides_that_meet_do_not_count() -> None:
    assert wins(5, "A1 B2 C3 D4 E5 F5 G5 H5 I5")  # corner to corner, through the middle
    assert not wins(5, "A1 A2 A3 A4 A5 B6 C7 D8")  # along two sides that meet
    assert wins(5, "A1 A2 A3 A4 A5 B6 C7 D8 E9")  # E9 lies opposite A1


@pytest.mark.rule("TE-20", "TE-29")
def test_6_a_group_of_the_opponent_is_surrounded() -> None:
    ring = "D4 D5 D6 E4 E7 F4 F5 F6"
    assert wins(6, ring, "E5 E6")
    assert cells_of(6, ring, "E5 E6 A1") == "E5 E6"
    for cell in ring.split():
        assert not wins(6, ring.replace(cell, ""), "E5 E6")
    assert not wins(6, "E5 E6", ring)


@pytest.mark.rule("TE-Q23")
def test_6_the_edge_of_the_board_helps_to_surround() -> None:
    assert wins(6, "A2 B1 B2", "A1")
    assert not wins(6, "A2 B1", "A1")


@pytest.mark.rule("TE-Q24")
def test_6_a_full_board_of_one_colour_is_not_surrounded() -> None:
    assert not wins(6, "", " ".join(CELLS))


@pytest.mark.rule("TE-21", "TE-30")
def test_7_the_most_flowers() -> None:
    assert wins(7, "F3 G3 G4 H2")
    assert cells_of(7, "F3 G3 G4 H2 A1") == "F3 G3 G4 H2"
    assert not wins(7, "F3 G3 G4 H3")
    assert not wins(7, "F3 G3 G4 H2", "B3 C4 D4 C5")
    assert wins(7, "B3 C4 D4 C5 B5 D6", "F3 G3 G4 H2")  # two flowers share a cell


@pytest.mark.rule("TE-Q25")
def test_7_a_full_ring_is_two_flowers_and_none_is_never_the_most() -> None:
    assert wins(7, "G3 G4 F4 F3 G2 H2 H3", "B3 C4 D4 C5")
    assert not wins(7, "A1", "I1", superlative="ties_ok")
    assert len(hexagon.flowers(5)) == 74


SINGLES = "D3 D6 F2 F6 C4"
BIG = "E3 E4 E5 E6 D4 D5"


@pytest.mark.rule("TE-22")
def test_8_five_groups_that_border_and_more_than_the_opponents() -> None:
    assert wins(8, SINGLES, BIG)
    assert cells_of(8, f"{SINGLES} A1", BIG) == "C4 D3 D6 F2 F6"
    assert not wins(8, SINGLES[:-3], BIG)
    assert not wins(8, SINGLES, f"{BIG} B4 C6 G1 F7")  # five of theirs touch, too
    assert wins(8, SINGLES, f"{BIG} B4 C6 G1 I5")


@pytest.mark.rule("TE-Q26")
def test_8_groups_border_by_standing_side_by_side() -> None:
    assert not wins(8, SINGLES.replace("C4", "B4"), BIG)


@pytest.mark.rule("TE-23", "TE-31")
def test_9_the_giver_has_two_identical_baskets() -> None:
    straight, bent = "A1 A2 A3 A4 A5", "I1 H2 G3 F4 E5"
    assert wins(9, "", f"{straight} {bent}")
    assert set(cells_of(9, "", f"{straight} {bent} C1").split()) == {
        *straight.split(),
        *bent.split(),
    }
    assert not wins(9, "", straight)
    assert not wins(9, "", f"{straight} G2 G3 G4 G5 F5")


@pytest.mark.rule("TE-31")
def test_baskets_are_alike_when_turned_or_flipped() -> None:
    hook, turned, flipped, other = (
        "B1 B2 B3 B4 A4",
        "H2 H3 H4 H5 I1",
        "H1 H2 H3 H4 G1",
        "H1 H2 H3 H4 G2",
    )
    assert wins(9, "", f"{hook} {turned}")
    assert wins(9, "", f"{hook} {flipped}")
    assert not wins(9, "", f"{hook} {other}")


@pytest.mark.rule("TE-Q27")
def test_9_baskets_may_overlap_but_not_in_the_variant() -> None:
    assert wins(9, "", SIX)
    assert not wins(9, "", SIX, basket_overlap="disjoint")
    assert wins(9, "", "A1 A2 A3 A4 A5 I1 H2 G3 F4 E5", basket_overlap="disjoint")


@pytest.mark.rule("TE-24")
@pytest.mark.parametrize("column", ["A3 B3 D3 F3 I3", "C7 D7 E7 F7 G7", "A1 C1 E1 G1 I1 B1"])
def test_10_five_of_the_givers_pieces_share_a_number(column: str) -> None:
    assert wins(10, "", column)
    assert set(cells_of(10, "", f"{column} E4").split()) == set(column.split())
    assert not wins(10, "", " ".join(column.split()[:4]))


@pytest.mark.rule("TE-Q28")
def test_9_and_10_are_about_the_givers_pieces() -> None:
    assert not wins(9, SIX, "A1")
    assert not wins(10, "A3 B3 D3 F3 I3", "A1")


@pytest.mark.rule("TE-Q29")
def test_10_a_letter_is_no_number() -> None:
    assert not wins(10, "", FIVE)
    sizes = [sum(name.endswith(str(n)) for name in CELLS) for n in range(1, 10)]
    assert sizes == [9, 9, 9, 9, 9, 7, 5, 3, 1]


def lingers(
    past: list[int], turn: str, first: int = 1, wc11_first_turn: str = "counts", **fields: Any
) -> bool:
    """Does player 0 win by win condition 11, having placed so many pieces in past turns?"""
    other = [2] * (len(past) + first)
    game = gk.load(NAME, wc11_first_turn=wc11_first_turn)
    fields = {"placed": [past, other], "offer": [1, 2, 11], "given": [[1], [11]], **fields}
    match = scene("E5", "I1", first, game, **fields)
    return bool(match.play(f"{turn} escape").result.winner == 0)


@pytest.mark.rule("TE-25")
@pytest.mark.parametrize(
    ("past", "turn", "won"),
    [
        ([2, 0, 1], "A1", True),
        ([2, 2, 2, 0, 0], "pass", True),
        ([1, 2, 0], "A1", False),
        ([0, 0, 0], "A1 A2", False),
        ([0, 0, 2], "pass", False),
    ],
)
def test_11_three_turns_with_fewer_than_two_pieces(past: Any, turn: str, won: bool) -> None:
    assert lingers(past, turn) is won


@pytest.mark.rule("TE-25")
def test_11_in_play() -> None:
    game = gk.load(NAME, offer=(1, 2, 11))
    match = gk.Match(game).play("give 1").play("give 11").play("E5").play("A1 A2").play("E6 F3")
    for turn in ("pass", "F4", "pass", "remove A1", "pass"):
        match.play(turn)
    assert match.fork().play("A3 escape").result.winner == 0
    assert match.fork().play("A3 A4 escape").result.winner == 1


@pytest.mark.rule("TE-Q30")
def test_11_needs_three_turns_the_escaping_one_included() -> None:
    assert not lingers([0], "pass")
    assert lingers([0, 0], "pass")
    assert lingers([0, 0], "remove I1")


@pytest.mark.rule("TE-Q31")
def test_11_the_forced_first_turn_counts_unless_exempt() -> None:
    assert lingers([1, 0], "pass", first=0)
    assert not lingers([1, 0], "pass", first=0, wc11_first_turn="exempt")
    assert lingers([1, 0, 0], "pass", first=0, wc11_first_turn="exempt")
    for option, winner in (("counts", 0), ("exempt", 1)):
        game = gk.load(NAME, offer=(1, 2, 11), wc11_first_turn=option)
        match = gk.Match(game).play("give 1").play("give 11")
        for turn in ("E5", "A1", "E6", "A2"):
            match.play(turn)
        assert match.play("pass escape").result.winner == winner


def window(given: list[int], stage: int) -> bool:
    """Does player 0 win by 12 in this stage, having received these?"""
    turns = [10 * stage - 9, 10 * stage - 9]
    match = scene("E5", offer=[1, 2, 12], turns=turns, given=[[1, 2, 12][:stage], given])
    return bool(match.play("A1 escape").result.winner == 0)


@pytest.mark.rule("TE-26", "TE-Q32")
def test_12_works_until_another_win_con_is_given() -> None:
    assert window([12], 1)
    assert not window([12, 1], 2)
    assert window([1, 12], 2)
    assert not window([1, 12, 2], 3)
    assert window([1, 2, 12], 3)
    assert not window([1], 1)


@pytest.mark.rule("TE-Q32")
def test_12_works_until_the_giver_gives_again() -> None:
    fields = {"turns": [9, 9], "offer": [1, 2, 12], "given": [[1], [12]]}
    assert scene("E5", **fields).play("pass escape").result.winner == 0
    match = scene("E5", **fields).play("pass").play("pass").play("give 2").play("give 1")
    assert match.play("pass escape").result.winner == 1


@pytest.mark.rule("TE-Q33")
def test_12_needs_the_recipients_own_escape() -> None:
    fields = {"offer": [1, 2, 12], "given": [[12], [1]]}
    assert scene("E5", **fields).play("pass escape").result.winner == 1
    assert scene("E5", first=1, to_move=1, **fields).play("pass escape").result.winner == 1


@pytest.mark.rule("TE-27")
def test_a_group_is_all_connected_pieces_of_a_colour() -> None:
    match = scene("E5 C1 C2 C3 G4 G5 H4 H5", "D4 D5")
    sizes = sorted(
        match.state.pieces[cell] for cell in range(61) if match.game.is_group(match.state, cell, 0)
    )
    assert sizes == [1, 3, 4]


@pytest.mark.rule("TE-27")
def test_groups_join_and_break_in_play() -> None:
    match = scene("E1 E2 E4 E5", "A1")
    assert groups(match) == flooded(match)
    match.play("E3")
    assert groups(match) == flooded(match)
    assert len(groups(match)) == 2
    match.play("remove E2")
    assert groups(match) == flooded(match)
    assert len(groups(match)) == 3


@pytest.mark.rule("TE-27")
@pytest.mark.parametrize("size", [3, 5])
def test_groups_after_random_turns_are_those_of_the_position(size: int) -> None:
    random, game = Random(size), gk.load(NAME, size=size)
    match = gk.Match(game, seed=1, first=0)
    for _ in range(80):
        legal = [move for move in match.legal() if "escape" not in move]
        removals = [move for move in legal if move.startswith("remove")]
        match.play(random.choice(removals or legal if random.random() < 0.3 else legal))
        fields = match.game.dump(match.rules, match.state)
        assert gk.Match(game, first=0, position=fields, auto=False).state == match.state
        assert groups(match) == flooded(match)


def groups(match: Any) -> set[frozenset[str]]:
    """The groups as the state has them."""
    size, state = match.rules.size, match.state
    found: dict[int, set[str]] = {}
    for cell, group in enumerate(state.group):
        if group >= 0:
            found.setdefault(group, set()).add(hexagon.label(size, cell))
    return {frozenset(cells) for cells in found.values()}


def flooded(match: Any) -> set[frozenset[str]]:
    """The groups as found by walking from each piece."""
    size, owner = match.rules.size, match.state.board
    found = set()
    for start in range(hexagon.cell_count(size)):
        if owner[start] >= 0:
            cells = [start]
            for cell in cells:
                beside = hexagon.neighbors(size, cell)
                cells += [c for c in beside if owner[c] == owner[start] and c not in cells]
            found.add(frozenset(hexagon.label(size, cell) for cell in cells))
    return found


# --- the limit ---------------------------------------------------------------------------------


def at_limit(own: str, theirs: str, turn: str = "pass", dmo: int = 1, **options: Any) -> Any:
    """How a game ends whose last turn this is, when both hold 1, 2 and 12."""
    board = {**dict.fromkeys(own.split(), 0), **dict.fromkeys(theirs.split(), 1)}
    fields = {"board": board, "offer": [1, 2, 12], "given": [[1, 2, 12], [12, 2, 1]]}
    match = gk.Match(
        gk.load(NAME, **options), first=1, dmo=dmo, position={**fields, "turns": [49, 50]}
    )
    assert match.result is None
    return match.play(turn).result


@pytest.mark.rule("TE-32")
def test_after_fifty_turns_more_fulfilled_win_cons_win() -> None:
    result = at_limit(f"{FIVE} G1 G2 G3 G4 G5 G6", "A1 A2 A3 A4 A5")
    assert (result.winner, result.rule) == (0, "TE-32")
    assert result.text.endswith(
        "After 50 turns each Red fulfills 2 and Blue 1 of the win conditions received."
    )
    assert at_limit("", SIX).winner == 1


@pytest.mark.rule("TE-Q34")
@pytest.mark.parametrize(
    ("turns", "ended"), [([49, 49], False), ([50, 49], False), ([50, 50], True)]
)
def test_the_limit_comes_when_both_have_done_fifty_turns(turns: Any, ended: bool) -> None:
    match = gk.Match(NAME, position={"turns": turns})
    assert (match.result is not None) is ended


@pytest.mark.rule("TE-Q34")
def test_in_the_last_turn_one_may_still_escape() -> None:
    assert at_limit(FIVE, f"{SIX} C1 C2 C3 C4 C5".replace("E", "G"), "pass escape").rule == "TE-14"


@pytest.mark.rule("TE-Q34")
def test_the_limit_can_be_changed_or_left_out() -> None:
    assert gk.Match(gk.load(NAME, turn_cap=3), position={"turns": [3, 3]}).result is not None
    assert gk.Match(gk.load(NAME, turn_cap=0), position={"turns": [900, 900]}).result is None


@pytest.mark.rule("TE-Q35")
def test_at_the_limit_12_is_unfulfilled_and_11_looks_at_the_last_three_turns() -> None:
    assert at_limit("A1", "I1").winner is None
    for placed, winner in (([0, 0], 0), ([2, 0], None)):
        match = scene(
            "E5", "I1", 1, offer=[1, 2, 11], given=[[1, 2, 11], [1, 2, 11]],
            turns=[49, 50], placed=[placed, [2, 2, 2]],
        )  # fmt: skip
        assert match.play("A1").result.winner == winner


@pytest.mark.rule("TE-Q36")
@pytest.mark.parametrize("dmo", [0, 1])
def test_a_tie_at_the_limit_loses_for_both(dmo: int) -> None:
    tie = (FIVE, "A1 A2 A3 A4 A5")
    result = at_limit(*tie, dmo=dmo)
    assert (result.winner, result.kind, result.rule) == (None, "both lose", "TE-32")
    assert at_limit(*tie, dmo=dmo, cap_tie="draw").kind == "draw"
    assert at_limit(*tie, dmo=dmo, cap_tie="dmo").winner == dmo


# --- what won, in words and in pictures ----------------------------------------------------------


def winning(match: Any) -> str:
    """The cells that won, as the view gives them to the board; the sentence must name the same."""
    cells = match.view(gk.PUBLIC).winning_cells()
    assert f"({', '.join(cells)})" in match.result.text
    return " ".join(cells)


@pytest.mark.rule("TE-14")
def test_the_cells_that_won_are_named() -> None:
    held = {"turns": [11, 11], "offer": [1, 2, 7], "given": [[2, 7], [1, 7]]}
    assert winning(scene(f"{FIVE} A1 I1", "A5", **held).play("pass escape")) == FIVE
    two = scene(f"{FIVE} F3 G3 G4 H2 A1", "A5", **held).play("pass escape")
    assert set(two.view(gk.PUBLIC).winning_cells()) == set(f"{FIVE} F3 G3 G4 H2".split())


@pytest.mark.rule("TE-14")
def test_a_failed_escape_is_won_by_no_cells() -> None:
    failed = scene("A1", FIVE, offer=[1, 2, 3], given=[[1], [2]]).play("pass escape")
    assert failed.result.winner == 1
    assert failed.view(gk.PUBLIC).winning_cells() == ()


@pytest.mark.rule("TE-32")
def test_the_cells_that_won_at_the_limit_are_those_of_every_win_con_fulfilled() -> None:
    game = gk.load(NAME, turn_cap=3)
    fields = {"offer": [1, 2, 3], "given": [[1], [1]], "turns": [3, 3]}
    match = scene(f"{FIVE} A1", "A5", 0, game, **fields)
    assert match.result.rule == "TE-32"
    assert match.view(gk.PUBLIC).winning_cells() == tuple(FIVE.split())


def ring(size: int, board: Any, centre: int, turn: int) -> bool:
    """A flower as a variant has it: a whole ring around its center."""
    owner = board[centre]
    for direction in range(6):
        petal = hexagon.step(size, centre, direction)
        if petal < 0 or board[petal] != owner:
            return False
    return turn == 0


def test_the_cells_that_won_are_those_of_the_rule_that_a_variant_replaces() -> None:
    held: dict[str, Any] = {"offer": [1, 7, 9], "given": [[9], [7]]}
    flower, whole = "B3 C4 D4 C5", "F3 F4 G2 G3 G4 H2 H3"
    game = gk.load(NAME).variant(is_flower=ring)
    assert winning(scene(f"{flower} {whole}", "A1", 0, game, **held).play("pass escape")) == whole

    held = {"offer": [1, 7, 9], "given": [[9], [1]]}
    shorter = gk.load(NAME).variant(
        longest_row=lambda rules, state, owner, condition: (
            5 if state.board[0] == owner and state.board[1] == owner else 0
        )
    )
    match = scene("E5 D4 A1 A2 A3 A4 A5", "I1", 0, shorter, **held).play("pass escape")
    assert winning(match) == "D4 E5"

    middle = gk.load(NAME).variant(
        fulfills=lambda rules, state, player, condition: state.board[0] == player
    )
    assert winning(scene("E4 E5 E6", "I1", 0, middle, **held).play("pass escape")) == "E5"


def test_a_win_con_is_named_as_the_parameters_have_it() -> None:
    held: dict[str, Any] = {"offer": [1, 2, 7], "given": [[2], [1]]}
    longer = scene(SIX, "A1", 0, gk.load(NAME, wc1="contains_5"), **held).play("pass escape")
    assert "win condition 1, a row of five or more (E1, E2, E3, E4, E5, E6)." in longer.result.text
    held["given"] = [[2], [7]]
    tie = scene("F3 G3 G4 H2", "B3 C4 D4 C5", 0, gk.load(NAME, superlative="ties_ok"), **held)
    text = tie.play("pass escape").result.text
    assert "win condition 7, the most flowers, a tie being enough (F3, G3, G4, H2)." in text


# --- the rulebook under other parameters ---------------------------------------------------------


@pytest.mark.parametrize(
    ("parameters", "rule", "text"),
    [
        ({"size": 3}, "TE-1", "The board is a hexagon of 19 cells, three on each side."),
        ({"size": 3}, "TE-28", "A1-A3 and E1-E3, C1-E1 and A3-C5, A1-C1 and C5-E3"),
        ({"stage_turns": 1}, "TE-10", "After one turn each, both secretly give another one."),
        ({"stage_turns": 4}, "TE-11", "After four more turns each"),
        ({"turn_cap": 8}, "TE-32", "After eight turns each"),
        ({"turn_cap": 0}, "TE-Q34", "There is no limit."),
        ({"cap_tie": "dmo"}, "TE-32", "with equally many, the DMO wins."),
        ({"superlative": "ties_ok"}, "TE-21", "your opponent has no more of them"),
        ({"wc1": "contains_5"}, "TE-15", "five pieces or more"),
        ({"basket_overlap": "disjoint"}, "TE-Q27", "share no cell"),
        ({"wc11_first_turn": "exempt"}, "TE-Q31", "is not one of the three"),
        ({"min_place": 1}, "TE-Q2", "neither place nor remove"),
        ({"offer": (1, 6, 9)}, "TE-Q12", "The variant names the three"),
    ],
)
def test_the_rulebook_follows_the_parameters(parameters: Any, rule: str, text: str) -> None:
    assert text in gk.load(NAME, **parameters).rulebook[rule].text
    assert text not in gk.load(NAME).rulebook[rule].text


def test_the_rulebook_marks_what_a_replaced_function_may_change() -> None:
    game = gk.load(NAME).variant(had_short_turns=lambda state, player: True)
    assert game.rulebook["TE-25"].changed_by == ("had_short_turns",)
    assert game.rulebook["TE-24"].changed_by == ()


# --- time --------------------------------------------------------------------------------------


def timed() -> tuple[Any, Wall]:
    """A match under the official clock, where player 0 is to give a win condition."""
    match, wall = gk.Match(gk.load(NAME, offer=(1, 2, 3)), clock="official", auto=False), Wall()
    match.timer = wall
    match.advance().goto(0)
    return match, wall


@pytest.mark.rule("TE-33")
def test_the_official_clock_has_ninety_seconds_and_thirty_periods() -> None:
    clock = gk.Match(NAME, clock="official").clock
    assert (clock.main, clock.period, clock.left) == (90, 10, (30, 30))
    match, wall = timed()
    match.play("give 1").play("give 1")
    wall.now += 90.5
    match.play("E5")
    assert match.clock.left == (29, 30)


@pytest.mark.rule("TE-34")
def test_giving_a_win_con_is_timed_like_a_move() -> None:
    match, wall = timed()
    wall.now += 111
    match.play("give 1")
    assert match.clock.left == (27, 30)


@pytest.mark.rule("TE-35", "TE-Q37")
def test_whoever_runs_out_of_time_loses_even_while_giving() -> None:
    match, wall = timed()
    wall.now += 390
    match.play("give 1")
    wall.now += 390.5
    with pytest.raises(gk.IllegalMove, match="Blue ran out of time"):
        match.play("give 1")
    assert match.result.winner == 0


# --- secrets -----------------------------------------------------------------------------------


@pytest.mark.rule("TE-36", "TE-Q38")
def test_gifts_are_hidden_in_the_history_of_others() -> None:
    match = begun()
    texts = {
        viewer: [entry.text for entry in match.view(viewer).history] for viewer in (0, 1, gk.PUBLIC)
    }
    assert texts == {0: ["give 1", "?"], 1: ["?", "give 2"], gk.PUBLIC: ["?", "?"]}
    assert "Red gave 1\nBlue gave ?" in match.view(0).board_text()


@pytest.mark.rule("TE-36")
@pytest.mark.parametrize(("stage", "ways"), [(1, 3), (2, 6), (3, 6)])
def test_imagined_gifts_are_all_that_the_view_allows(stage: int, ways: int) -> None:
    given = [[1, 2, 3][:stage], [3, 1, 2][:stage]]
    match = scene("E5", turns=[10 * stage - 9, 10 * stage - 9], given=given)
    for player in range(2):
        view, found = match.view(player), {}
        for seed in range(60 * ways):
            state = view.state
            match.game.imagine(match.rules, state, player, gk.chance.Random(seed))
            again = state.copy()
            match.game.hide(match.rules, again, player)
            assert again == view.state
            found[tuple(state.given)] = found.get(tuple(state.given), 0) + 1
        assert tuple(match.state.given) in found
        assert len(found) == ways
        assert min(found.values()) > 30


# --- bots --------------------------------------------------------------------------------------


def test_bots_escape_where_it_wins_and_only_where_it_may() -> None:
    held = {"turns": [20, 20], "given": [[1, 2, 3], [3, 2, 1]]}
    sure = scene(FIVE, "A1", **held)
    turn = sure.state.turn
    while sure.result is None:
        assert sure.state.turn == turn
        sure.play(gk.bot("greedy").choose(sure.view(0)))
    assert sure.result.winner == 0
    assert "escape" in sure.history[-1].text
    for bot in ("random", "greedy", "search:20"):
        never = scene("E5", "A1", **held)
        for seed in range(5):
            move = gk.bot(bot).choose(never.view(0), seed)
            assert "escape" not in never.game.write(never.rules, never.state, move)


def test_a_search_does_not_take_a_chance_of_a_third_for_a_certainty() -> None:
    match = scene(FIVE, "A1 A2 B5", given=[[2], [3]])
    values = []
    for seed in range(8):
        thoughts = gk.bot("search:300").think(match.view(0), seed)
        values += [thought.value for thought in thoughts if "escape" in thought.text]
    assert sum(values) / len(values) < 0.6


# --- positions, notation, facts ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"board": {"E5": 2}}, "owner of E5"),
        ({"board": {"E5": 0, "e5": 1}}, "E5 is named twice"),
        ({"offer": [1, 1, 2]}, "three different"),
        ({"offer": [0, 1, 2]}, f"from 1 to {CONDITIONS}"),
        ({"offer": [1, 2, 3], "given": [[4], []]}, "player 0 cannot have given"),
        ({"offer": [1, 2, 3], "given": [[], [1]]}, "player 0 first"),
        ({"offer": [1, 2, 3], "given": [[1, 2], [1, 2]]}, "up to 1 each"),
        ({"given": [[4], []]}, "cannot have given"),
        ({"board": {"E5": 0}, "banned": ["E5"]}, "a piece stands"),
        ({"banned": ["E5", "E6"]}, "one cell at most"),
        ({"board": {"E5": 0}, "turns": [0, 0]}, "pieces stand on the board"),
        ({"turns": [1, 1], "placed": [[1, 2], [2]]}, "who has taken 1"),
        ({"placed": [[3], [2]]}, "from 0 to 2"),
        ({"laid": 2}, "from 0 to 1"),
        ({"colour": 1}, "unknown field"),
    ],
)
def test_impossible_positions_are_refused(fields: Any, message: str) -> None:
    with pytest.raises(gk.BadPosition, match=message):
        gk.Match(NAME, position=fields)


@pytest.mark.parametrize("options", [{}, {"turn_cap": 2}, {"wc11_first_turn": "exempt"}])
def test_a_match_that_an_escape_ended_is_dumped_as_it_was(options: dict[str, Any]) -> None:
    for turns in (["E5 escape"], ["E5", "remove E5 escape"], ["E5", "pass", "A1", "B1 B2 escape"]):
        match = gk.Match(gk.load(NAME, offer=(1, 2, 12), **options), first=1)
        match.play("give 12").play("give 1")
        for turn in turns:
            match.play(turn)
        fields = match.game.dump(match.rules, match.state)
        again = gk.Match(match.game, first=1, position=fields)
        assert again.state == match.state
        assert again.result == match.result


def test_turns_can_be_written_in_several_ways() -> None:
    match = scene("E5", "A1")
    for text in ("b1 b2", "B1, B2", "place B1 and B2", " B2  B1 "):
        assert board(match.fork().play(text)) == {"A1": 1, "B1": 0, "B2": 0, "E5": 0}
    for text in ("", "B1 remove", "remove", "B1 pass", "give", "E", "escape escape", "stop escape"):
        assert refused(match, text) in ("X-Q1", "TE-Q8")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"escaped": True}, "escaped: player 0 cannot escape here"),
        ({"escaped": "yes"}, "escaped is true, or left out"),
        ({"escaped": False, "offer": [1, 2, 3]}, "escaped is true, or left out"),
    ],
)
def test_a_position_that_nobody_can_have_escaped_from_is_refused(
    fields: dict[str, Any], message: str
) -> None:
    with pytest.raises(gk.BadPosition, match=message):
        gk.Match(NAME, position=fields)


@pytest.mark.rule("TE-36")
@pytest.mark.parametrize("end", ["escape", "resign", "flag", "limit"])
@pytest.mark.parametrize("viewer", [0, 1, gk.PUBLIC])
def test_every_gift_is_revealed_when_the_game_is_over(end: str, viewer: int, tmp_path: Any) -> None:
    match = gk.Match(gk.load(NAME, offer=(1, 6, 9), turn_cap=1), seed=1)
    for move in ("give 6", "give 9", "E5"):
        match.play(move)
    assert "?" in [entry.text for entry in match.view(viewer).history]
    assert "?" in match.view(viewer).board_text()
    {
        "escape": lambda: match.play("pass escape"),
        "limit": lambda: match.play("pass"),
        "resign": lambda: match.resign(0),
        "flag": lambda: match.flag(1),
    }[end]()
    told = match.view(viewer)
    assert [entry.text for entry in told.history[:2]] == ["give 6", "give 9"]
    assert "?" not in [entry.text for entry in told.history]
    assert "Red gave 6\nBlue gave 9" in told.board_text()
    assert told.state == match.state
    if viewer in (0, 1):
        match.save(tmp_path / "seen.json", viewer=viewer)
        assert gk.read(tmp_path / "seen.json").result == match.result
    if end in ("escape", "limit"):
        hidden = match.undo().view(viewer)
        assert "?" in [entry.text for entry in hidden.history]


@pytest.mark.parametrize("offer", [(9, 1, 6), [6, 9, 1], (1, 6, 9)])
def test_an_offer_may_be_named_in_any_order(offer: Any) -> None:
    assert gk.load("tactical-escape", offer=offer).parameters["offer"] == (1, 6, 9)


def test_a_turn_that_is_too_long_is_offered_without_its_end() -> None:
    match = gk.Match("tactical-escape", seed=7)
    while match.legal()[0].startswith("give"):
        match.play(match.legal()[0])
    refusal = match.why_not("A1 A1")
    assert refusal
    assert refusal.legal[0] == "A1"
