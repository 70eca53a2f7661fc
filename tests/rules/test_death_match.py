"""The rules of Death Match, one test or more for each; those of its games have files of their own."""

from __future__ import annotations

import re
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

import gamekit as gk
from gamekit.chance import Random as Draws
from tests.matches import refused

GAME = gk.load("death-match")
FIVE_PURPLE = {"D3": "P", "D4": "P", "D5": "P", "D6": "P", "D7": "P"}
CAUGHT = {"board": FIVE_PURPLE, "recent": ["D7"]}
TRUE = "challenge D3 D4 D5 D6 / D4 D5 D6 D7"
FALSE = "challenge D3 D4 D5 D6 / D3 D4 D5 D6"
ONES = [[1, 1, 1, 1], [1, 1, 1, 1]]
EMPTY_ROW = "......"
OPENING = "3x4; D5 red; C3"


def load(**parameters: Any) -> gk.Game:
    return gk.load("death-match", **parameters)


def scene(game: gk.Game = GAME, **fields: Any) -> Any:
    """A match in which player 0 starts with eight 1s on the table, unless fields say otherwise."""
    fields.setdefault("liars_dice", {"dice": ONES})
    return gk.Match(game, position=fields, auto=False)


def seen(match: Any, viewer: int) -> tuple[Any, ...]:
    """Everything a viewer gets of a match but the number of steps so far."""
    view = match.view(viewer)
    return view.state, view.legal(), view.legal_moves(), view.board_text(), repr(view), view.result


# --- three games at once -------------------------------------------------------------------------


@pytest.mark.rule("DM-1")
def test_a_turn_has_a_part_for_each_of_three_games() -> None:
    match: Any = gk.Match(GAME, seed=1).play("3x4; D5 red; C3")
    state = match.state
    assert match.game.dump(match.rules, state)["liars_dice"]["claim"] == [3, 4]
    assert match.game.dump(match.rules, state)["flower_field"]["board"] == {"D4": "P", "D5": "R"}
    assert state.sliding_tic_tac_toe.placed == [1, 0]
    assert (state.turn, match.to_act) == (1, 1)
    match.play("challenge; D6 red, C4 blue; C4, slide C3-C4 right 1, N A1")
    assert (match.state.turn, match.to_act) == (2, 0)


@pytest.mark.rule("DM-1")
def test_a_move_of_another_game_than_the_one_that_is_due_is_refused() -> None:
    match: Any = gk.Match(GAME, seed=1)
    refusal = match.why_not(GAME.moves - 1)  # a slide; claims have fewer numbers
    assert (refusal.rule, refusal.message[:22]) == ("DM-1", "The part for Dice is d")
    assert refused(match, "D5 red ...") == "DM-4"
    match.play("3x4 ...").play("C3 ...")
    assert refused(match, GAME.moves - 1) == "DM-1"
    assert refused(match, "3x5 ...") == "X-Q1"


@pytest.mark.rule("DM-2")
@pytest.mark.parametrize("first", [0, 1])
def test_the_player_who_starts_does_so_in_all_three_games(first: int) -> None:
    match: Any = gk.Match(GAME, seed=1, first=first)
    state = match.state
    assert match.to_act == state.liars_dice.opener == state.flower_field.player == first
    assert state.sliding_tic_tac_toe.player == first
    assert state.sliding_tic_tac_toe.neutral[1 - first] == 1
    match.play(OPENING).play("4x4; D6 blue; C4, N D4")
    assert match.to_act == first


# --- the submission ------------------------------------------------------------------------------


@pytest.mark.rule("DM-4")
@pytest.mark.parametrize("text", ["3x4", "3x4; D5 red", "D5 red", "3x4; D5 red; C3; C4", ";;"])
def test_a_submission_without_all_its_parts_does_not_conclude_a_turn(text: str) -> None:
    match: Any = gk.Match(GAME, seed=1)
    before = match.state
    with pytest.raises(gk.IllegalMove):
        match.play(text)
    assert match.state == before


REFUSALS = [
    ("3x3; D6 red; C4", "LD-6", "Dice: 3x3 is not higher than 3x4"),
    ("3x7; D6 red; C4", "LD-Q4", "Dice: No die shows 7"),
    ("4x4; A1 red; C4", "FF-6", "Flowers: A1 shares no side with a flower."),
    ("4x4; D6 red, D7 red; C4", "FF-Q1", "Flowers: D7 is only beside flowers"),
    ("4x4; D6 green; C4", "FF-3", "Flowers: There are no green flowers"),
    ("4x4; D6 red; C3", "STT-4", "Tiles: C3 is not empty."),
    ("4x4; D6 red; C4, slide D1 up 1", "STT-6", "Tiles: There is no tile on D1"),
    ("4x4; D6 red; H3", "STT-1", "Tiles: There is no cell H3"),
    ("4x4; D6 red; N D4", "STT-Q10", "Tiles: Putting down the neutral tile"),
    ("4x4; D6; C4", "FF-3", "Flowers: Write the flower on D6 with its color"),
    ("4x4; hello; C4", "X-Q1", "Flowers: Write each flower"),
]


@pytest.mark.rule("DM-Q4", "DM-4")
@pytest.mark.parametrize(("text", "rule", "message"), REFUSALS)
def test_one_part_that_is_not_valid_stops_the_whole_submission(
    text: str, rule: str, message: str
) -> None:
    match: Any = gk.Match(GAME, seed=1).play(OPENING)
    before = match.state
    with pytest.raises(gk.IllegalMove) as refusal:
        match.play(text)
    assert refusal.value.rule == rule
    assert refusal.value.rule in match.game.rulebook or rule == "X-Q1"
    assert refusal.value.message.startswith(message)
    assert match.state == before


@pytest.mark.rule("DM-Q3")
def test_parts_take_effect_together() -> None:
    match: Any = scene(liars_dice={"dice": ONES, "claim": [8, 1]}, flower_field=CAUGHT)
    match.play("challenge ...").play("F6 ...").play("challenge ...").play("D3 D4 D5 D6 ...")
    state = match.state
    assert (state.liars_dice.count, state.flower_field.lives) == ([4, 4], [3, 3])
    match.play("D4 D5 D6 D7")
    state = match.state
    assert (state.liars_dice.count, state.flower_field.lives) == ([5, 4], [3, 2])


@pytest.mark.rule("DM-Q3")
def test_a_game_won_does_not_stop_the_parts_after_it() -> None:
    match: Any = scene(
        liars_dice={"dice": [[1] * 4, [1] * 8], "claim": [20, 1]},
        sliding_tic_tac_toe={"rows": ["XXXX..", "OOOO..", *[EMPTY_ROW] * 4]},
        flower_field={"board": {"D4": "P", "D5": "R"}, "recent": ["D5"], "lives": [1, 3]},
    )
    match.play("challenge; give up; A5")
    assert match.state.liars_dice.count == [4, 9]
    assert match.state.flower_field.lives == [0, 3]
    assert match.result.winner == 0
    assert [title in match.result.text for title in ("Liar's", "Flower", "Sliding")] == [True] * 3


@pytest.mark.rule("DM-Q13")
def test_a_part_can_be_changed_until_the_submission_stands() -> None:
    match: Any = gk.Match(GAME, seed=1).play("3x4 ...").play("C3 ...").play("D5 red ...")
    match.undo().undo().undo().play("2x2 ...").play("C4 ...").play("D5 blue")
    state = match.state
    assert match.game.dump(match.rules, state)["liars_dice"]["claim"] == [2, 2]
    assert (state.turn, match.to_act) == (1, 1)


# --- time ----------------------------------------------------------------------------------------


def timed(match: Any) -> tuple[Any, list[float]]:
    """The match with a watch that shows what the test says; it shows 0 now."""
    now = [0.0]
    match.timer = lambda: now[0]
    return match.goto(0), now


@pytest.mark.rule("DM-4", "DM-5")
def test_the_official_clock_gives_two_minutes_and_sixty_periods_of_ten_seconds() -> None:
    clock = gk.Match(GAME, clock="official").clock
    assert clock is not None
    assert (clock.main, clock.total, clock.period) == (120, 60, 10)
    charge = clock.charge(0, 130.1)
    assert (charge.used, charge.left, charge.flag) == (2, 58, False)


@pytest.mark.rule("DM-4")
def test_the_two_minutes_are_for_all_parts_together() -> None:
    for parts in ([OPENING], ["3x4 ...", "C3 ...", "D5 red ...", "stop"]):
        match, now = timed(gk.Match(GAME, seed=1, clock="official"))
        for part in parts:
            now[0] += 125 / len(parts)
            match.play(part)
        assert match.clock.left == (59, 60)
        now[0] += 119
        match.play("4x4; D6 red; C4")
        assert match.clock.left == (59, 60)


@pytest.mark.rule("DM-4", "DM-Q13")
def test_changing_a_part_gives_no_time_back() -> None:
    match, now = timed(gk.Match(GAME, seed=1, clock="official"))
    match.play("3x4 ...")
    now[0] = 100.0
    match.undo()
    now[0] = 131.0
    match.play(OPENING)
    assert match.clock.left == (58, 60)


@pytest.mark.rule("DM-5", "DM-Q11")
def test_a_player_without_time_loses_even_with_a_move_that_wins() -> None:
    fields = {"liars_dice": {"dice": ONES}, "sliding_tic_tac_toe": STT_FOR[0]}
    match, now = timed(gk.Match(GAME, clock="official", position=fields))
    now[0] = 720.5
    with pytest.raises(gk.IllegalMove):
        match.play("1x1; D5 red; A5")
    assert (match.result.winner, match.result.rule) == (1, "X-Q2")


@pytest.mark.rule("DM-Q12")
def test_under_the_official_clock_one_is_told_what_is_legal() -> None:
    match: Any = gk.Match(GAME, seed=1, clock="official").play(OPENING)
    assert "4x4 ..." in match.legal()
    assert refused(match, "2x1; D6 red; C4") == "LD-6"


@pytest.mark.rule("DM-Q12")
def test_the_board_tells_of_no_duplicates_odds_or_threats() -> None:
    unlike = {"D3": "B", "D4": "P", "D5": "P", "D6": "R", "D7": "R"}
    boards = [
        scene(flower_field={"board": board, "recent": ["D7"]}).board_text()
        for board in (FIVE_PURPLE, unlike)
    ]
    assert boards[0] != boards[1]
    one, two = (re.sub("[PRB]", "a flower", board) for board in boards)
    assert one == two


# --- winning -------------------------------------------------------------------------------------

LD_FOR = ({"dice": [[1] * 4, [1] * 8], "claim": [20, 1]}, "challenge")
LD_AGAINST = ({"dice": [[1] * 8, [1] * 4], "claim": [1, 1]}, "challenge")
FF_FOR = ({**CAUGHT, "lives": [3, 1]}, TRUE)
FF_AGAINST = ({**CAUGHT, "lives": [1, 3]}, FALSE)
STT_FOR = ({"rows": ["XXXX..", "OOOO..", *[EMPTY_ROW] * 4]}, "A5")
STT_AGAINST = ({"rows": ["OO.OO.", "XXOXX.", *[EMPTY_ROW] * 4]}, "slide B3 up 1")
CALM = ({"dice": ONES}, "1x1"), ({}, "D5 red"), ({}, "F6")


def submitted(ld: Any = CALM[0], ff: Any = CALM[1], stt: Any = CALM[2], **parameters: Any) -> Any:
    """The match after player 0's submission, made of a scene and a part for each game."""
    game = load(**parameters)
    match = scene(game, liars_dice=ld[0], flower_field=ff[0], sliding_tic_tac_toe=stt[0])
    assert match.result is None
    part = "D3 red" if ff == CALM[1] else ff[1]
    return match.play(f"{ld[1]}; {part}; {stt[1]}")


@pytest.mark.rule("DM-6", "DM-Q1")
@pytest.mark.parametrize(
    ("parts", "winner", "rule"),
    [
        ({"ld": LD_FOR}, 0, "LD-10"),
        ({"ff": FF_FOR}, 0, "FF-16"),
        ({"stt": STT_FOR}, 0, "STT-17"),
        ({"ld": LD_AGAINST}, 1, "LD-10"),
        ({"ff": FF_AGAINST}, 1, "FF-16"),
    ],
)
def test_whoever_wins_one_game_has_won_the_match(parts: Any, winner: int, rule: str) -> None:
    result = submitted(**parts).result
    assert (result.winner, result.kind, result.rule) == (winner, "win", rule)


@pytest.mark.rule("DM-6")
def test_winning_two_games_at_once_wins_too() -> None:
    result = submitted(ld=LD_FOR, stt=STT_FOR).result
    assert (result.winner, result.rule) == (0, "DM-6")
    assert result.text == (
        "Wolf wins. Liar's Dice: Hawk has 9 dice, more than 8. Sliding Tic-Tac-Toe: Five crosses "
        "in a row, A1 to A5."
    )


BOTH_END = {"sliding_tic_tac_toe__five_check": "both_end"}
EVEN = {"ld": LD_AGAINST, "stt": STT_FOR}  # one game each
BEHIND = {"ld": LD_AGAINST, "ff": FF_AGAINST, "stt": STT_FOR}  # one against two
AHEAD = {"ld": LD_FOR, "ff": FF_FOR, "stt": STT_AGAINST}  # two against one
EVEN_TOO = {"ld": LD_FOR, "ff": FF_AGAINST}


@pytest.mark.rule("DM-Q2")
@pytest.mark.parametrize(
    ("option", "winners"),
    [
        # of                 EVEN EVEN_TOO BEHIND AHEAD
        ("count_then_mover", (0, 0, 1, 0)),
        ("listed_order", (1, 0, 1, 0)),
        ("mover_first", (0, 0, 0, 0)),
        ("opponent", (1, 1, 1, 1)),
        ("draw", (None, None, None, None)),
    ],
)
def test_if_both_win_games_at_once_the_option_says_who_wins(
    option: str, winners: tuple[int | None, ...]
) -> None:
    for parts, winner in zip((EVEN, EVEN_TOO, BEHIND, AHEAD), winners, strict=True):
        result = submitted(**parts, simultaneous=option, **BOTH_END).result
        assert (result.winner, result.rule) == (winner, "DM-Q2")
        assert result.kind == ("draw" if option == "draw" else "win")


@pytest.mark.rule("DM-Q2")
def test_listed_order_asks_flower_field_before_the_tiles() -> None:
    result = submitted(ff=FF_AGAINST, stt=STT_FOR, simultaneous="listed_order").result
    assert result.winner == 1
    assert submitted(ff=FF_AGAINST, stt=STT_FOR).result.winner == 0


@pytest.mark.rule("DM-Q10")
def test_a_line_made_for_the_opponent_wins_only_by_option() -> None:
    match = submitted(stt=STT_AGAINST)
    assert match.result is None
    match.play("2x1; D5 blue; F5")
    assert (match.result.winner, match.result.rule) == (1, "STT-17")
    assert submitted(stt=STT_AGAINST, **BOTH_END).result.winner == 1


# --- challenges of flowers -----------------------------------------------------------------------


@pytest.mark.rule("DM-Q5")
def test_after_a_failed_challenge_only_the_flowers_are_played_again_in_the_same_turn() -> None:
    match: Any = scene(liars_dice={"dice": ONES, "claim": [9, 1]}, flower_field=CAUGHT)
    match.play(f"challenge; {FALSE}; F6")
    state = match.view(1).state
    assert (state.flower_field.lives, state.turn, match.to_act) == ([2, 3], 0, 0)
    assert state.liars_dice.count == [4, 5], "the bout is settled"
    assert any(state.liars_dice.last_dice), "and its dice are shown"
    assert state.sliding_tic_tac_toe.placed == [1, 0]
    assert refused(match, "2x1; C4 red; F5") == "DM-4"
    match.play("C4 red")
    assert (match.state.turn, match.state.player, match.to_act) == (1, 1, gk.CHANCE)


@pytest.mark.rule("DM-Q5")
def test_the_clock_runs_on_while_flowers_are_played_again() -> None:
    fields = {"liars_dice": {"dice": ONES, "claim": [9, 1]}, "flower_field": CAUGHT}
    match, now = timed(gk.Match(GAME, clock="official", position=fields))
    now[0] = 70.0
    match.play(f"challenge; {FALSE}; F6")
    assert match.clock.left == (60, 60)
    now[0] = 131.0  # since the turn began
    match.play("C4 red")
    assert match.clock.left == (58, 60)


@pytest.mark.rule("DM-Q5")
def test_flowers_played_again_are_hidden_until_they_are_all_planted() -> None:
    one: Any = scene(flower_field=CAUGHT).play(f"1x1; {FALSE}; F6")
    two = one.fork()
    one.play("C4 red ...")
    two.play("C4 blue ...")
    assert seen(one, 1) == seen(two, 1)
    assert one.view(1).state.flower_field.lives == [2, 3]
    assert one.view(1).history == two.view(1).history
    one.play("stop")
    told = [[entry.text for entry in one.view(viewer).history[-2:]] for viewer in (0, 1)]
    assert told[0] == told[1]


@pytest.mark.rule("DM-Q5")
def test_by_option_flowers_are_played_again_in_the_next_turn_of_the_challenger() -> None:
    match: Any = scene(load(ff_redo="next_turn"), flower_field=CAUGHT)
    match.play(f"1x1; {FALSE}; F6")
    assert (match.to_act, match.state.turn, match.state.flower_field.lives) == (1, 1, [2, 3])
    assert refused(match, "2x1; C4 red; F5") == "DM-4"
    match.play("2x1; F5, N A1")
    assert (match.to_act, match.state.flower_field.player) == (0, 0)
    match.play("3x1; C4 red; F4")
    assert (match.to_act, match.state.flower_field.player) == (1, 1)
    match.play("4x1; C5 red; F3")
    assert match.to_act == 0


@pytest.mark.rule("DM-Q5")
def test_a_submission_without_flowers_is_complete_with_its_tiles() -> None:
    match: Any = scene(load(ff_redo="next_turn"), flower_field=CAUGHT)
    match.play(f"1x1; {FALSE}; F6").play("2x1 ...").play("F5 ...")
    assert "stop" in match.legal()
    assert match.view(0).state.liars_dice.claim == 1
    match.play("stop")
    assert (match.to_act, match.view(0).state.liars_dice.claim) == (0, 7)


@pytest.mark.rule("DM-Q6")
def test_after_a_successful_challenge_the_flowers_are_the_opponents_part_of_the_next_turn() -> None:
    match: Any = scene(flower_field=CAUGHT).play(f"1x1; {TRUE}; F6")
    state = match.state
    assert (state.flower_field.lives, state.turn, match.to_act) == ([3, 2], 1, 1)
    assert state.flower_field.flowers[3 * 7 + 6] == 0, "the flower on D7 is gone"
    match.play("2x1; D7 purple; F5")
    assert match.to_act == 0
    match.play(f"3x1; {TRUE}; F4")
    assert match.state.flower_field.lives == [3, 1]


@pytest.mark.rule("DM-Q7")
def test_flowers_played_again_may_fail_again_until_the_match_is_lost() -> None:
    match: Any = scene(flower_field=CAUGHT).play(f"1x1; {FALSE}; F6").play(FALSE)
    assert (match.to_act, match.state.flower_field.lives, match.state.turn) == (0, [1, 3], 0)
    match.play("give up")
    assert (match.result.winner, match.result.rule) == (1, "FF-16")


@pytest.mark.rule("DM-Q7")
def test_a_challenge_in_the_second_try_may_succeed() -> None:
    match: Any = scene(flower_field=CAUGHT).play(f"1x1; {FALSE}; F6").play(TRUE)
    assert (match.to_act, match.state.flower_field.lives) == (1, [2, 2])


# --- dice ----------------------------------------------------------------------------------------


@pytest.mark.rule("DM-Q8")
def test_after_a_challenge_the_next_player_opens_a_new_bout() -> None:
    match: Any = scene(liars_dice={"dice": ONES, "claim": [9, 1]}).play("challenge; D5 red; F6")
    assert (match.to_act, match.state.player, match.state.liars_dice.count) == (
        gk.CHANCE,
        1,
        [4, 5],
    )
    match.dictate("1,2,3,4,1,2,3,4,5")
    assert match.to_act == 1
    assert refused(match, "challenge; D6 red; F5") == "LD-3"
    match.play("1x1; D6 red; F5")
    assert match.to_act == 0


@pytest.mark.rule("DM-Q8")
def test_the_next_bout_is_rolled_after_flowers_that_are_played_again() -> None:
    match: Any = scene(liars_dice={"dice": ONES, "claim": [9, 1]}, flower_field=CAUGHT)
    match.play(f"challenge; {FALSE}; F6")
    assert (match.to_act, match.state.liars_dice.rolled) == (0, 0)
    assert match.play("C4 red").to_act == gk.CHANCE


@pytest.mark.rule("DM-Q8")
def test_another_opener_than_the_next_player_makes_no_game() -> None:
    for opener in ("loser", "winner", "alternate"):
        with pytest.raises(gk.BadVariant, match="turn_order"):
            load(liars_dice__next_opener=opener)


# --- games that cannot move ----------------------------------------------------------------------

FULL = {f"{row}{column}": "RBP"[(3 * n + column) % 3] for n, row in enumerate("ABCDEFG")
        for column in range(1, 8)} | {"D4": "P"}  # fmt: skip


@pytest.mark.rule("DM-Q9")
def test_in_a_full_garden_a_pass_is_a_part() -> None:
    match: Any = scene(flower_field={"board": FULL, "recent": ["A1"]})
    match.play("1x1; pass; F6")
    assert (match.to_act, match.state.flower_field.passes) == (1, 1)
    assert refused(match, "2x1; F5") == "DM-4"


@pytest.mark.rule("DM-Q9")
def test_after_two_passes_the_garden_is_frozen_and_the_match_goes_on() -> None:
    match: Any = scene(flower_field={"board": FULL, "recent": ["A1"]})
    match.play("1x1; pass; F6").play("2x1; pass; F5")
    assert (match.result, match.to_act) == (None, 0)
    assert refused(match, "3x1; pass; F4") == "DM-4"
    match.play("3x1; F4")
    assert match.to_act == 1


@pytest.mark.rule("DM-Q9")
def test_by_option_two_passes_win_for_more_lives() -> None:
    game = load(flower_field__full_board="more_lives_wins")
    match: Any = scene(game, flower_field={"board": FULL, "recent": ["A1"], "lives": [2, 3]})
    match.play("1x1; pass; F6").play("2x1; pass; F5")
    assert (match.result.winner, match.result.rule) == (1, "FF-Q15")


@pytest.mark.rule("DM-Q9")
def test_tiles_that_an_option_draws_take_no_parts_any_more() -> None:
    match: Any = scene(load(sliding_tic_tac_toe__turn_cap=1))
    match.play("1x1; D5 red; A1").play("2x1; D6 red; A2")
    assert (match.result, match.to_act) == (None, 0)
    match.play("3x1; D7 blue")
    assert match.to_act == 1


@pytest.mark.rule("DM-Q9")
def test_with_two_games_drawn_the_dice_decide() -> None:
    game = load(sliding_tic_tac_toe__turn_cap=1)
    match: Any = scene(game, flower_field={"board": FULL, "recent": ["A1"]})
    match.play("1x1; pass; A1").play("9x1; pass; A2").play("challenge")
    assert (match.state.player, match.state.liars_dice.count) == (1, [4, 5])


# --- secrets -------------------------------------------------------------------------------------


@pytest.mark.rule("DM-8")
def test_only_the_dice_are_hidden_once_a_submission_stands() -> None:
    match: Any = gk.Match(GAME, seed=1).play(OPENING).play("4x4; D6 red, C4 blue; C4, N A1")
    for viewer in (0, 1, gk.PUBLIC):
        view = match.view(viewer)
        state, full = view.state, match.state
        assert state.flower_field == full.flower_field
        assert state.sliding_tic_tac_toe == full.sliding_tic_tac_toe
        assert state.liars_dice.claim == full.liars_dice.claim
        hands = GAME.dump(match.rules, state)["liars_dice"]["dice"]
        assert [None not in hand for hand in hands] == [viewer == 0, viewer == 1]
        assert [entry.text for entry in view.history[8:]] == [
            entry.text for entry in match.history[8:]
        ]
        hidden = [n for n, entry in enumerate(view.history) if entry.text == "?"]
        own = range(4) if viewer == 0 else range(4, 8) if viewer == 1 else range(0)
        assert hidden == [n for n in range(8) if n not in own]


@pytest.mark.rule("DM-8")
def test_a_submission_that_does_not_stand_yet_shows_nowhere() -> None:
    match: Any = gk.Match(GAME, seed=1).play(OPENING)
    before = {viewer: seen(match, viewer) for viewer in (0, gk.PUBLIC)}
    for move in ("challenge ...", "C4 ...", "slide C3-C4 right 1 ...", "N A1 ...", "D6 red ..."):
        match.play(move)
        for viewer, known in before.items():
            assert seen(match, viewer) == known
            assert [e.text for e in match.view(viewer).history[12:]] == ["?"] * (match.ply - 4)
        assert "Hawk is about to say: challenge" in match.view(1).board_text()
    assert match.view(1).state == match.fork().view(1).state
    match.play("stop")
    assert match.view(0).state.sliding_tic_tac_toe == match.state.sliding_tic_tac_toe


def test_imagine_reaches_every_hand_the_other_one_may_have() -> None:
    game = load(liars_dice__start_dice=1, liars_dice__sides=3)
    match: Any = gk.Match(game, seed=2).play("1x1 ...")
    stream = Draws.from_key(3)
    found = set()
    for _ in range(60):
        state = match.view(0).state
        game.imagine(match.rules, state, 0, stream)
        assert state.noted == match.state.noted
        found.add(state.liars_dice.dice[16])
    assert found == {1, 2, 3}


# --- notation, positions, files ------------------------------------------------------------------


def test_one_part_can_be_given_at_a_time_in_the_order_dice_tiles_flowers() -> None:
    match: Any = gk.Match(GAME, seed=1).play(OPENING)
    match.play("4x4 ...").play("C4 ...").play("stop ...").play("D6 red ...").play("C4 blue")
    again: Any = gk.Match(GAME, seed=1).play(OPENING).play("4x4; D6 red, C4 blue; C4")
    assert match.state == again.state
    assert [entry.text for entry in match.history] == [entry.text for entry in again.history]
    rest: Any = gk.Match(GAME, seed=1).play(OPENING).play("4x4 ...").play("D6 red; C4")
    assert rest.to_act == 0, "what is left can be given together"


@pytest.mark.parametrize(
    "text",
    [
        "4X4;d6 RED , c4 b;c4",
        "  claim 4 4's ; D6 r and C4 b ; C4 , stop",
        "4x4; D6 red, C4 blue; C4",
    ],
)
def test_the_notation_of_each_game_is_read(text: str) -> None:
    match: Any = gk.Match(GAME, seed=1).play(OPENING).play(text)
    assert [e.text for e in match.history[12:]] == ["4x4", "C4", "stop", "D6 red", "C4 blue"]


def test_a_whole_turn_is_written_as_it_is_read() -> None:
    match: Any = gk.Match(GAME, seed=1).play(OPENING)
    for text in (
        "4x4; C4 blue, D6 red; C4",
        "challenge; D6 red; C4, slide C3-C4 right 1, N A1",
        f"challenge; {FALSE}; slide C3 down 3",
        "4x4; give up; N A1, slide C3 down 3",
    ):
        begun, words = match.state, []
        trial = match.fork().play(text)
        words = [entry.text for entry in trial.history[len(match.history) :] if entry.player == 1]
        assert match.game.turn_text(match.rules, begun, words) == text


def test_whole_turns_can_be_listed() -> None:
    game = load(
        liars_dice__start_dice=1, liars_dice__sides=2, liars_dice__max_claim="total_dice",
        flower_field__max_plants=1, flower_field__colours=1, sliding_tic_tac_toe__size=3,
        sliding_tic_tac_toe__line=3, sliding_tic_tac_toe__stop_at=2, liars_dice__die_limit=2,
    )  # fmt: skip
    turns = list(gk.Match(game, seed=1).turns())
    claims, cells, spaces = 2 * 2, 4, 9
    assert len(turns) == len(set(turns)) == claims * cells * spaces
    assert "1x1; C4 purple; A1" in turns


def test_a_decided_position_loads_as_over() -> None:
    for parts, winner in ((EVEN, 0), (BEHIND, 1), ({"stt": STT_FOR}, 0)):
        match = submitted(**parts)
        fields = match.game.dump(match.rules, match.state)
        again: Any = gk.Match(GAME, position=fields, auto=False)
        assert again.result == match.result
        assert again.result.winner == winner


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"flower": {}}, "Did you mean 'flower_field'"),
        ({"flower_field": 3}, "flower_field"),
        ({"flower_field": {"board": {"D5": "P"}}}, "Flower Field: .*D4"),
        ({"liars_dice": {"dice": [[7] * 4, [1] * 4]}}, "Liar's Dice: a die is 7"),
        ({"sliding_tic_tac_toe": {"rows": ["X"]}}, "Sliding Tic-Tac-Toe: rows"),
        ({"flower_field": {"to_move": 1}}, "Flower Field: player 0 must be to move"),
        (
            {"sliding_tic_tac_toe": {"rows": ["X....."] + [EMPTY_ROW] * 5, "to_move": 1}},
            "Tic-Tac-Toe: player 0 must be to move",
        ),
        ({"turn": 1}, r"player 1 is to move after 1 turn\."),
        ({"part": "chess"}, "is one of liars_dice, flower_field, sliding_tic_tac_toe"),
        ({"part": "flower_field"}, "flower_field_before is missing"),
    ],
)
def test_a_position_that_cannot_be_is_refused(fields: Any, message: str) -> None:
    with pytest.raises(gk.BadPosition, match=message):
        gk.Match(GAME, position=fields)


def test_a_match_is_saved_and_read_back_halfway_through_a_submission(tmp_path: Path) -> None:
    match: Any = gk.Match(GAME, seed=1).play(OPENING).play("4x4 ...").play("C4 ...")
    match.save(tmp_path / "match.json")
    again: Any = gk.read(tmp_path / "match.json")
    assert (again.state, again.legal()) == (match.state, match.legal())
    match.save(tmp_path / "mine.json", viewer=0)
    assert "4x4" not in (tmp_path / "mine.json").read_text()


# --- what the rulebook says under other parameters -----------------------------------------------


@pytest.mark.parametrize(
    ("parameters", "rule", "sentence"),
    [
        ({}, "DM-Q2", "or, if both won equally many, the player who submitted."),
        ({"simultaneous": "draw"}, "DM-Q2", "the match is drawn."),
        ({"simultaneous": "listed_order"}, "DM-Q2", "Liar's Dice decides the match"),
        ({"ff_redo": "next_turn"}, "DM-Q5", "a new part for Flower Field on their next turn"),
        ({"flower_field__full_board": "must_challenge"}, "DM-Q9", "a challenge is the only part"),
        (BOTH_END, "DM-Q10", "wins Sliding Tic-Tac-Toe for the opponent"),
        (BOTH_END, "STT-Q6", "both players' tiles are checked."),
        ({"sliding_tic_tac_toe__line": 4}, "STT-16", "four of your own tiles in a row"),
        ({"sliding_tic_tac_toe__stop_at": 2}, "STT-Q13", "never fewer than two empty spaces"),
        ({"liars_dice__start_dice": 3}, "LD-1", "three dice"),
        ({"flower_field__lives": 5}, "FF-2", "five lives"),
    ],
)
def test_the_rulebook_follows_the_parameters_of_the_match_and_of_its_games(
    parameters: dict[str, Any], rule: str, sentence: str
) -> None:
    assert sentence in load(**parameters).rulebook[rule].text


# --- variants ------------------------------------------------------------------------------------


def test_the_games_parameters_are_the_matchs_with_a_prefix() -> None:
    match: Any = gk.Match(load(liars_dice__start_dice=3, flower_field__lives=5), seed=1)
    assert match.state.liars_dice.count == [3, 3]
    assert match.state.flower_field.lives == [5, 5]
    with pytest.raises(gk.BadVariant, match="start_dice"):
        load(liars_dice__start_dice=9)
    with pytest.raises(gk.BadVariant, match="does not fit"):
        load(sliding_tic_tac_toe__line=8)


def test_a_rule_of_one_of_the_games_is_replaced_by_a_function() -> None:
    free = GAME.variant(dice_why_illegal=lambda rules, state, move: 0)
    match: Any = gk.Match(free, seed=1).play(OPENING).play("1x1; D6 red; C4")
    assert match.state.liars_dice.claim == 1
    assert refused(gk.Match(GAME, seed=1).play(OPENING), "1x1; D6 red; C4") == "LD-6"


def test_a_rule_that_a_replaced_function_decided_is_marked_in_the_rulebook() -> None:
    def judge(rules: Any, state: Any, mover: int) -> None:
        """Nothing ends the match."""

    book = GAME.variant(judge=judge, dice_why_illegal=lambda rules, state, move: 0).rulebook
    assert book["DM-6"].changed_by == ("judge",)
    assert book["LD-6"].changed_by == ("dice_why_illegal",)
    assert book["DM-8"].changed_by == book["STT-16"].changed_by == ()


# --- what refusals and results say ---------------------------------------------------------------


@pytest.mark.rule("DM-4")
def test_a_part_alone_is_told_which_parts_a_submission_needs() -> None:
    match: Any = gk.Match(GAME, seed=1)
    refusal = match.why_not("3x4")
    assert refusal.rule == "DM-4"
    assert "Flowers and Tiles" in refusal.message
    assert "Dice, Flowers, Tiles" in match.why_not("3x4; D5 red").message
    match.play("3x4 ...")
    refusal = match.why_not("C3")
    assert refusal.rule == "DM-4"
    assert refusal.message == "Still to do: Flowers."
    assert refused(match, "D5 red; C3") is None
    assert refused(gk.Match(GAME, seed=1), "D5 red") == "DM-4"
    assert refused(gk.Match(GAME, seed=1), "C3") == "DM-4"


def test_parts_that_are_left_are_not_called_the_submission() -> None:
    match = second_turn().play("4x1 ...")
    assert "still needs 2 parts" in match.why_not("challenge").message
    assert "This submission needs 3 parts" in second_turn().why_not("N C3").message


@pytest.mark.rule("DM-4")
@pytest.mark.parametrize("texts", list(permutations(["4x1", "D3 red", "C1, slide C3 right 1"])))
def test_parts_in_any_order_are_understood(texts: tuple[str, ...]) -> None:
    match = second_turn().play("; ".join(texts))
    assert match.state == second_turn().play("4x1; D3 red; C1, slide C3 right 1").state
    assert refused(second_turn(), ", ".join(texts)) == "DM-4"


@pytest.mark.rule("DM-4")
def test_a_challenge_alone_is_offered_a_challenge() -> None:
    assert second_turn().why_not("challenge").legal[0] == "challenge ..."


def second_turn() -> Any:
    return gk.Match(GAME, seed=1).play("3x4; D5 red; C3").play("3x5; C4 red; D4")


@pytest.mark.rule("STT-4")
@pytest.mark.parametrize("more", ["F4", "N C4", "N D1", "stop", "C2", "slide C3 right 1"])
def test_nothing_follows_the_end_of_the_part_for_the_tiles(more: str) -> None:
    match = second_turn()
    for text in (f"4x1; D3 red; C1, stop, {more}", f"4x1; D3 red; slide C3 right 1, {more}"):
        refusal = match.why_not(text)
        assert refusal.rule.startswith("STT-")
        assert refusal.message.startswith("Tiles: ")
    assert match.why_not("4x1; D3 red; C1, stop") is None
    match.play("4x1 ...")
    assert refused(match, f"C1, stop, {more}") == "STT-4"
    assert refused(gk.Match(GAME, seed=1), f"3x4; D5 red; C3, {more}") in ("STT-3", "STT-13")


@pytest.mark.rule("FF-11")
def test_what_a_refused_challenge_offers_can_be_played() -> None:
    match = second_turn().play("4x1 ...").play("C1 ...").play("stop ...").play("challenge ...")
    for text in ("C4 D4 D5", "C4 D4 D5 D6", "C4 D4 D5 D6 / C4 D4 D5 E5 / D3 D4 D5 D6"):
        refusal = match.why_not(text)
        assert refusal.legal
        assert [match.why_not(offered) for offered in refusal.legal] == [None] * len(refusal.legal)
    example = re.search(r"fields: (.+ / .+)\.", match.why_not("C4 D4 D5 D6").message)
    assert match.why_not(example[1]) is None


@pytest.mark.rule("DM-Q2")
@pytest.mark.parametrize(
    ("option", "why"),
    [
        ("count_then_mover", "both won equally many games, so {mover}, who submitted, wins"),
        ("mover_first", "{mover}, who submitted, wins"),
        ("opponent", "{other}, who did not submit, wins"),
        ("listed_order", "Liar's Dice decides"),
        ("draw", "the match is drawn"),
    ],
)
def test_where_both_win_games_the_result_says_who_wins_and_why(option: str, why: str) -> None:
    tiles = {"rows": ["XXXX..", "OOOO..", *[EMPTY_ROW] * 4], "placed": [4, 4]}
    game = load(simultaneous=option)
    dice = {"dice": [[1] * 8, [1] * 4], "claim": [12, 1]}
    match: Any = scene(game, liars_dice=dice, sliding_tic_tac_toe=tiles, flower_field={})
    match.play("challenge; D5 red; A5")
    names = {"mover": match.names[0], "other": match.names[1]}
    assert match.result.rule == "DM-Q2"
    assert why.format(**names) in match.result.text


@pytest.mark.rule("DM-Q2")
def test_the_result_counts_the_games_that_each_has_won() -> None:
    match: Any = scene(
        liars_dice={"dice": [[1] * 8, [1] * 4], "claim": [12, 1]},
        flower_field={**CAUGHT, "lives": [3, 1]},
        sliding_tic_tac_toe={"rows": ["XXXX..", "OOOO..", *[EMPTY_ROW] * 4], "placed": [4, 4]},
    )
    match.play(f"challenge; {TRUE}; A5")
    assert match.result.winner == 0
    assert "wins 2 games with this submission and Hawk wins 1" in match.result.text


@pytest.mark.parametrize("noted", ["107x6", "4x4", "challenge"])
def test_a_position_cannot_hold_a_claim_noted_before_the_dice_are_rolled(noted: str) -> None:
    match: Any = scene().play("3x4 ...")
    fields = match.game.dump(match.rules, match.state)
    del fields["liars_dice"]["dice"]  # so that they are to be rolled
    fields["noted"] = noted
    with pytest.raises(gk.BadPosition, match=r"noted|dice"):
        gk.Match(GAME, position=fields, auto=False)


@pytest.mark.parametrize(
    "change",
    [
        {"flower_field": {"board": {"D4": "P", "D5": "R"}, "recent": ["D5"], "to_move": 0}},
        {"flower_field_before": {"board": {"D4": "P", "D5": "R"}, "recent": ["D5"]}},
        {"sliding_tic_tac_toe": {"rows": ["XX....", *[EMPTY_ROW] * 5]}},
        {"sliding_tic_tac_toe_before": {"rows": ["X.....", "O.....", *[EMPTY_ROW] * 4]}},
    ],
)
def test_boards_within_a_submission_follow_from_those_before_it(change: dict[str, Any]) -> None:
    match: Any = scene().play("3x4 ...")
    fields = match.game.dump(match.rules, match.state) | change
    with pytest.raises(gk.BadPosition):
        gk.Match(GAME, position=fields, auto=False)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("4x4; D6 red; C7", "4x4; D6 red; C6"),
        ("4x4; A5 red; C4", "4x4; C5 red; C4"),
        ("3x4; D6 red; C4", "3x5; D6 red; C4"),
        ("4x4; D6 red; C4, slide D1 up 1", "4x4; D6 red; slide C3 up 1"),
        ("4x4; challenge; C4", "4x4; D6 purple; C4"),
    ],
)
def test_the_part_that_is_refused_is_the_one_for_which_others_are_named(
    text: str, wanted: str
) -> None:
    match: Any = gk.Match(GAME, seed=1).play("3x4; D5 red; C3")
    refusal = match.why_not(text)
    assert wanted in refusal.legal
    assert all(match.why_not(turn) is None for turn in refusal.legal)


def test_a_match_that_ends_with_a_failed_challenge_of_flowers_loads_as_over() -> None:
    """The garden waits for who failed, but nobody plays there any more."""
    dice = {"dice": [[1] * 8, [1] * 4], "claim": [3, 1]}
    match = gk.Match(GAME, position={"liars_dice": dice, "flower_field": CAUGHT}, seed=1)
    match.play(f"challenge; {FALSE}; C3")
    assert match.result is not None
    assert (match.result.winner, match.result.rule) == (1, "LD-10")
    assert match.state.flower_field.player == 0
    fields = GAME.dump(match.rules, match.state)
    assert gk.Match(GAME, position=fields).result == match.result
