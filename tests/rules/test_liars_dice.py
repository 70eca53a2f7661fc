"""The rules of Liar's Dice, one test or more for each."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gamekit as gk
from gamekit import contract
from gamekit.games.liars_dice.bots import at_least, exactly
from tests.matches import refused

EXAMPLE = ((2, 2, 5, 6), (2, 3, 3, 1))  # three 2s, two 3s, one each of 1, 5 and 6, no 4
ONES_EACH = ((1, 1, 1, 1), (1, 1, 1, 1))
NUMBERS = st.integers(1, 127)
FACES = st.integers(1, 6)


def scene(dice: Any = EXAMPLE, game: Any = None, first: int = 0, **fields: Any) -> Any:
    """A match with these dice on the table, where the test rolls."""
    return gk.Match(
        game or gk.load("liars-dice"),
        first=first,
        position={"dice": dice, **fields},
        auto=False,
    )


def bout(match: Any, loser: int) -> Any:
    """Roll nothing but 1s and let this player lose the bout."""
    match.dictate(",".join("1" * sum(match.state.count)))
    is_true = match.to_act != loser
    return match.play("1x1" if is_true else "1x2").play("challenge")


def last(match: Any) -> Any:
    """What the latest challenge showed."""
    return match.game.dump(match.rules, match.state)["last"]


# --- the roll ----------------------------------------------------------------------------------


@pytest.mark.rule("LD-1")
def test_both_players_start_with_four_dice() -> None:
    assert gk.Match("liars-dice").state.count == [4, 4]
    assert gk.Match(gk.load("liars-dice", start_dice=7)).state.count == [7, 7]


@pytest.mark.rule("LD-1")
def test_dice_have_six_faces() -> None:
    match: Any = gk.Match("liars-dice", auto=False)
    for face in ("0", "7", "one"):
        with pytest.raises(gk.GameError, match=r"choose from: 1, 2, 3, 4, 5, 6\."):
            match.dictate(face)
    for number in range(1, 7):
        match.dictate(number)
    assert {face for seed in range(9) for face in gk.Match("liars-dice", seed=seed).state.dice} == {
        *range(7)
    }


@pytest.mark.rule("LD-2")
def test_all_dice_of_both_players_are_rolled_before_the_first_claim() -> None:
    match: Any = gk.Match("liars-dice", auto=False)
    for face in (2, 2, 5, 6, 2, 3, 3, 1):
        assert match.to_act == gk.CHANCE
        match.dictate(face)
    assert match.to_act == 0
    assert match.game.dump(match.rules, match.state)["dice"] == [list(dice) for dice in EXAMPLE]


@pytest.mark.rule("LD-2")
def test_players_see_only_their_own_dice() -> None:
    match: Any = gk.Match("liars-dice", auto=False).dictate("2,2,5,6,2,3,3,1")
    seen = {
        viewer: match.game.dump(match.rules, match.view(viewer).state)["dice"]
        for viewer in (0, 1, gk.PUBLIC, gk.ALL)
    }
    own, other, unknown = [2, 2, 5, 6], [2, 3, 3, 1], [None] * 4
    assert seen == {
        0: [own, unknown],
        1: [unknown, other],
        gk.PUBLIC: [unknown, unknown],
        gk.ALL: [own, other],
    }
    rolls = {viewer: [entry.text for entry in match.view(viewer).history] for viewer in seen}
    assert rolls[0] == ["2", "2", "5", "6", "?", "?", "?", "?"]
    assert rolls[1] == ["?", "?", "?", "?", "2", "3", "3", "1"]
    assert rolls[gk.PUBLIC] == ["?"] * 8
    assert match.view(0).board_text().splitlines()[:2] == [
        "Fox, 4 dice: 2 2 5 6",
        "Owl, 4 dice: ? ? ? ?",
    ]


@pytest.mark.rule("LD-2")
@pytest.mark.parametrize("reveal", ["all", "count_only", "verdict_only"])
def test_nothing_a_player_may_see_depends_on_the_others_dice(reveal: str, tmp_path: Path) -> None:
    game = gk.load("liars-dice", reveal=reveal, max_claim="total_dice", sides=3)
    compared = 0
    for seed in range(8):
        random = Random(seed)
        me, one, two = seed % 2, *(gk.Match(game, auto=False) for _ in range(2))
        while last(one) == last(two) and one.result is None and one.ply < 12:
            for viewer in (me, gk.PUBLIC):
                a, b = one.view(viewer), two.view(viewer)
                assert (a.state, a.to_act, a.history) == (b.state, b.to_act, b.history)
                assert (a.legal(), repr(a), repr(one)) == (b.legal(), repr(b), repr(two))
            compared += one.state.dice != two.state.dice
            if one.to_act == gk.CHANCE:
                face = random.randint(1, 3)
                own = game.sees(one.rules, one.state, 0, me)
                one.dictate(face)
                two.dictate(face if own else random.randint(1, 3))
            else:
                move = random.choice(one.legal_moves()[: 1 + random.randrange(4)])
                one.play(move)
                two.play(move)
        if last(one) == last(two):
            one.save(tmp_path / "one", viewer=me)
            two.save(tmp_path / "two", viewer=me)
            assert (tmp_path / "one").read_text() == (tmp_path / "two").read_text()
    assert compared > 40


@pytest.mark.rule("LD-2")
def test_imagined_dice_are_uniform_among_those_a_player_may_believe_in() -> None:
    game = gk.load("liars-dice", start_dice=2, sides=3)
    match = scene([[1, 2], [3, 3]], game, claims=[[1, 2], [2, 3]])
    known = match.view(0).state
    random = contract.Random(seed=1)
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(1800):
        state = known.copy()
        game.imagine(match.rules, state, 0, random)
        hands = game.dump(match.rules, state)["dice"]
        assert hands[0] == [1, 2]
        found[tuple(hands[1])] += 1
        game.hide(match.rules, state, 0)
        assert state == known
    assert set(found) == set(product((1, 2, 3), repeat=2))
    chi_square = sum((n - 200) ** 2 / 200 for n in found.values())
    assert chi_square < 26.1  # one in a thousand, 8 degrees of freedom


@pytest.mark.rule("LD-2")
def test_an_onlooker_imagines_both_hands_and_dice_yet_to_be_rolled_stay_so() -> None:
    game = gk.load("liars-dice", start_dice=2)
    match: Any = gk.Match(game, auto=False).dictate("1,2,3")
    state = match.view(gk.PUBLIC).state
    game.imagine(match.rules, state, gk.PUBLIC, contract.Random(seed=1))
    hands = game.dump(match.rules, state)["dice"]
    assert [len(hand) for hand in hands] == [2, 1]
    assert all(face in range(1, 7) for hand in hands for face in hand)


# --- claims ------------------------------------------------------------------------------------


@pytest.mark.rule("LD-3")
def test_the_first_turn_of_a_bout_must_claim() -> None:
    match = scene()
    assert refused(match, "challenge") == "LD-3"
    assert "challenge" not in match.legal()


@pytest.mark.rule("LD-3")
def test_after_a_claim_a_player_claims_or_challenges() -> None:
    match = scene().play("126x6")
    claims = [f"127x{face}" for face in range(1, 7)]
    assert sorted(match.legal()) == sorted(["challenge", *claims])


@pytest.mark.rule("LD-4")
@pytest.mark.parametrize(
    ("claim", "is_true"),
    [("3x2", True), ("2x2", True), ("4x2", False), ("2x3", True), ("3x3", False), ("1x4", False)],
)
def test_a_claim_says_that_at_least_that_many_of_all_dice_show_the_face(
    claim: str, is_true: bool
) -> None:
    match = scene().play(claim).play("challenge")
    assert (last(match)["loser"] == last(match)["challenger"]) is is_true


@pytest.mark.rule("LD-4")
@pytest.mark.parametrize("text", ["3x4", "3X4", " 3 x 4 ", "3 4's", "3 4s", "(3, 4)", "claim 3x4"])
def test_claims_can_be_written_in_several_ways(text: str) -> None:
    assert scene().play(text).history[-1].text == "3x4"


@pytest.mark.rule("LD-4")
@pytest.mark.parametrize(
    "text", ["", "34", "3x", "x4", "3x4x5", "3.5x4", "three 4s", "challenge 3"]
)
def test_what_names_no_claim_is_unreadable(text: str) -> None:
    assert refused(scene(), text) == "X-Q1"


@pytest.mark.rule("LD-5")
def test_the_first_claim_is_unrestricted() -> None:
    claims = [f"{dice}x{face}" for dice in range(1, 128) for face in range(1, 7)]
    assert list(scene().legal()) == claims


@pytest.mark.rule("LD-6", "LD-Q6", "LD-Q12")
@settings(max_examples=30, deadline=None)
@given(NUMBERS, FACES, NUMBERS, FACES)
def test_a_later_claim_names_more_dice_or_as_many_and_a_higher_face(
    x: int, y: int, more: int, face: int
) -> None:
    match = scene(claim=[x, y])
    for dice in {more, x}:
        legal = dice > x or (dice == x and face > y)
        same = (dice, face) == (x, y)
        assert refused(match, f"{dice}x{face}") == (None if legal else "LD-Q6" if same else "LD-6")


@pytest.mark.rule("LD-6")
def test_the_published_example_of_later_claims() -> None:
    match = scene(claim=[3, 3])
    assert [refused(match, text) for text in ("3 4's", "4 2's", "100 1's")] == [None] * 3
    assert [refused(match, text) for text in ("2 5's", "3 2's")] == ["LD-6"] * 2
    assert "3 dice and a face above 3, or 4 dice or more" in match.why_not("3x2").message


@pytest.mark.rule("LD-7")
def test_a_claim_may_name_more_dice_than_there_are_up_to_127() -> None:
    match = scene(claim=[3, 3])
    assert refused(match, "100x1") is None
    assert refused(match, "127x6") is None
    assert refused(match, "128x1") == "LD-7"
    assert "127" in match.why_not("128x1").message
    assert match.play("9x1").play("challenge").state.last_loser == 0


@pytest.mark.rule("LD-Q4")
@pytest.mark.parametrize("text", ["0x1", "-1x1", "3x0", "3x7", "3x-1"])
def test_a_claim_names_one_die_or_more_and_a_face_of_the_dice(text: str) -> None:
    assert refused(scene(), text) == "LD-Q4"


@pytest.mark.rule("LD-Q4")
def test_the_faces_of_a_claim_are_those_of_the_dice() -> None:
    match = scene(game=gk.load("liars-dice", sides=10))
    assert refused(match, "3x10") is None
    assert refused(match, "3x11") == "LD-Q4"


@pytest.mark.rule("LD-Q5")
def test_an_impossible_claim_is_legal_and_false() -> None:
    match = scene(ONES_EACH, to_move=0).play("9x1").play("challenge")
    assert last(match)["matching"] == 8
    assert last(match)["loser"] == 0


@pytest.mark.rule("LD-Q5")
def test_claims_can_be_limited_to_the_dice_in_play() -> None:
    match = scene(game=gk.load("liars-dice", max_claim="total_dice"))
    assert refused(match, "8x6") is None
    assert refused(match, "9x1") == "LD-Q5"
    assert refused(match, "17x1") == "LD-Q5"
    assert match.play("8x6").legal() == ("challenge",)
    assert refused(bout(match.play("challenge"), 1), "9x1") == "X-Q1"  # to be rolled yet


@pytest.mark.rule("LD-Q6")
def test_the_same_claim_may_not_be_repeated() -> None:
    assert refused(scene(claim=[3, 4]), "3x4") == "LD-Q6"


@pytest.mark.rule("LD-Q7")
def test_after_the_highest_face_the_number_must_go_up() -> None:
    match = scene(claim=[3, 6])
    assert match.legal()[:2] == ("challenge", "4x1")
    assert "name 4 dice or more" in match.why_not("3x5").message


@pytest.mark.rule("LD-Q12")
def test_faces_do_not_wrap_round() -> None:
    for face in range(1, 6):
        assert refused(scene(claim=[3, 6]), f"3x{face}") == "LD-6"


@pytest.mark.rule("LD-12")
def test_no_face_is_wild() -> None:
    for claim, count in (("8x6", 4), ("8x1", 4), ("8x3", 0)):
        match = scene([[1, 1, 6, 6], [1, 1, 6, 6]]).play(claim).play("challenge")
        assert last(match)["matching"] == count


@pytest.mark.rule("LD-12")
@pytest.mark.parametrize("text", ["pass", "exact", "spot on", "exactly 3x2", "stop"])
def test_nobody_can_pass_or_call_a_claim_exact(text: str) -> None:
    assert refused(scene(claim=[3, 2]), text) == ("LD-12" if text in ("pass", "exact") else "X-Q1")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "A bout opens with a claim, such as 1x6 (at least 1 die showing 6)."),
        (
            {"claim": [3, 6]},
            "A turn is a higher claim, such as 4x1 (at least 4 dice showing 1), or",
        ),
        ({"claim": [8, 6]}, "8x6 is the highest claim: a turn is a challenge now."),
    ],
)
def test_what_cannot_be_read_is_told_turns_that_can_be_made(
    fields: dict[str, Any], said: str
) -> None:
    game = gk.load("liars-dice", max_claim="total_dice")
    assert said in gk.Match(game, seed=1, position=fields).why_not("three fours").message


# --- challenges --------------------------------------------------------------------------------


@pytest.mark.rule("LD-8")
@pytest.mark.parametrize("claimer", [0, 1])
@pytest.mark.parametrize(("claim", "is_true"), [([3, 2], True), ([4, 2], False)])
def test_a_true_claim_wins_the_bout_for_its_maker_a_false_one_for_the_challenger(
    claimer: int, claim: list[int], is_true: bool
) -> None:
    match = scene(claim=claim, to_move=1 - claimer).play("challenge")
    assert last(match)["loser"] == (1 - claimer if is_true else claimer)
    assert match.state.claim == 0, "the bout is over"


@pytest.mark.rule("LD-9")
def test_the_loser_of_a_bout_gets_one_more_die() -> None:
    assert scene(claim=[3, 2], to_move=1).play("challenge").state.count == [4, 5]
    assert scene(claim=[4, 2], to_move=1).play("challenge").state.count == [5, 4]


@pytest.mark.rule("LD-9")
def test_the_loser_can_be_made_to_lose_a_die_instead() -> None:
    match: Any = gk.Match(gk.load("liars-dice", penalty="lose", start_dice=2), auto=False)
    assert bout(match, 1).state.count == [2, 1]
    assert bout(match, 0).state.count == [1, 1]
    assert match.to_act != gk.OVER
    bout(match, 0)
    assert match.state.count == [0, 1]
    assert (match.result.winner, match.result.rule) == (1, "LD-10")
    assert match.result.text == "Owl wins. Fox has no dice left."


@pytest.mark.rule("LD-10")
@pytest.mark.parametrize(("dice", "winner"), [(7, None), (8, 1)])
def test_a_player_with_more_than_eight_dice_has_lost(dice: int, winner: int | None) -> None:
    match = scene([[1] * dice, [2] * 4], claim=[5, 2], to_move=1).play("challenge")
    assert match.state.count == [dice + 1, 4]
    assert (match.result and match.result.winner) == winner
    if match.result:
        assert match.result.rule == "LD-10"
        assert match.result.text == "Owl wins. Fox has 9 dice, more than 8."


@pytest.mark.rule("LD-10")
def test_the_limit_can_be_changed() -> None:
    match: Any = gk.Match(gk.load("liars-dice", die_limit=4), auto=False)
    assert bout(match, 0).result.winner == 1
    with pytest.raises(gk.BadVariant, match="Raise die_limit"):
        gk.load("liars-dice", start_dice=8, die_limit=7)


@pytest.mark.rule("LD-11")
@pytest.mark.parametrize("first", [0, 1])
def test_the_player_who_starts_makes_the_first_claim(first: int) -> None:
    assert gk.Match("liars-dice", first=first).to_act == first


@pytest.mark.rule("LD-Q1")
def test_the_ninth_die_is_never_rolled() -> None:
    match = scene([[1] * 8, [2] * 4], claim=[5, 2], to_move=1).play("challenge")
    assert match.to_act == gk.OVER
    with pytest.raises(gk.GameError, match="No roll or draw is due"):
        match.dictate(1)


@pytest.mark.rule("LD-Q1")
@pytest.mark.parametrize(("losers", "bouts"), [([0], 5), ([0, 1], 9), ([1, 1, 0], 7)])
def test_a_game_has_five_to_nine_bouts(losers: list[int], bouts: int) -> None:
    match: Any = gk.Match("liars-dice", auto=False)
    played = 0
    while match.result is None:
        bout(match, losers[played % len(losers)])
        played += 1
    assert played == bouts


@pytest.mark.rule("LD-Q2")
@pytest.mark.parametrize("loser", [0, 1])
@pytest.mark.parametrize("challenger", [0, 1])
def test_turns_alternate_across_bouts(loser: int, challenger: int) -> None:
    claim = [1, 2] if loser == challenger else [1, 4]
    match = scene(claim=claim, to_move=challenger).play("challenge")
    assert last(match)["loser"] == loser
    assert match.state.player == 1 - challenger


@pytest.mark.rule("LD-Q2")
@pytest.mark.parametrize(
    ("option", "openers"),
    [
        ("turn_order", [0, 0, 0, 0]),
        ("loser", [0, 0, 1, 0]),
        ("winner", [0, 1, 0, 1]),
        ("alternate", [0, 1, 0, 1]),
    ],
)
def test_another_player_can_be_made_to_open(option: str, openers: list[int]) -> None:
    match: Any = gk.Match(gk.load("liars-dice", next_opener=option), auto=False)
    found = []
    for loser in (0, 1, 0, 1):
        found.append(match.state.player)
        bout(match, loser)
    assert found == openers


@pytest.mark.rule("LD-Q2")
def test_alternate_openers_do_not_depend_on_who_challenges() -> None:
    match: Any = gk.Match(gk.load("liars-dice", next_opener="alternate"), auto=False)
    match.dictate("1,1,1,1,1,1,1,1").play("1x1").play("1x2").play("challenge")
    assert match.state.player == 1
    match.dictate("1,1,1,1,1,1,1,1,1").play("1x1").play("challenge")
    assert match.state.player == 0


@pytest.mark.rule("LD-Q3")
def test_the_first_turn_of_every_bout_must_claim() -> None:
    match = bout(gk.Match("liars-dice", auto=False), 0)
    match.dictate("1,1,1,1,1,1,1,1,1")
    assert refused(match, "challenge") == "LD-3"
    assert refused(match, "1x1") is None, "nor does the claim of the bout before bind"


@pytest.mark.rule("LD-Q8")
@pytest.mark.parametrize("viewer", [0, 1, gk.PUBLIC])
def test_a_challenge_shows_all_dice_and_the_count(viewer: int) -> None:
    match = scene(claim=[3, 2], to_move=1).play("challenge")
    assert match.board_text(viewer).splitlines()[-3:] == [
        "Owl challenged Fox's claim of 3x2, which was true: 3 dice counted.",
        "  Fox showed 2 2 5 6",
        "  Owl showed 2 3 3 1",
    ]


@pytest.mark.rule("LD-Q8")
@pytest.mark.parametrize(
    ("reveal", "count"), [("count_only", ": 3 dice counted"), ("verdict_only", "")]
)
def test_a_challenge_can_show_less(reveal: str, count: str) -> None:
    game = gk.load("liars-dice", reveal=reveal, bouts=1)
    match = scene(game=game, claim=[3, 2], to_move=1).play("challenge")
    for viewer in (0, 1, gk.PUBLIC):
        text = match.board_text(viewer)
        assert text.endswith(f"Owl challenged Fox's claim of 3x2, which was true{count}.")
        assert "showed" not in text
        assert match.result.text.endswith(f"which was true{count}.")
    assert last(match)["dice"] is None
    assert last(match)["matching"] == (3 if count else None)


@pytest.mark.rule("LD-Q9")
@pytest.mark.parametrize("viewer", [0, 1, gk.PUBLIC])
def test_everybody_knows_how_many_dice_each_player_has(viewer: int) -> None:
    match = scene([[1] * 5, [2] * 7])
    assert match.view(viewer).state.count == [5, 7]
    lines = match.board_text(viewer).splitlines()
    assert lines[0].startswith("Fox, 5 dice: ")
    assert lines[1].startswith("Owl, 7 dice: ")


@pytest.mark.rule("LD-Q10")
def test_only_the_player_whose_turn_it_is_can_challenge() -> None:
    match = scene().play("3x2")
    assert "challenge" in match.view(1).legal()
    assert match.view(0).legal() == ()
    assert match.play("challenge").history[-1].player == 1


@pytest.mark.rule("LD-Q11")
def test_every_bout_rolls_all_dice_anew() -> None:
    match = scene(claim=[3, 2], to_move=1).play("challenge")
    assert set(match.state.dice) == {0}
    match.dictate("6,6,6,6,5,5,5,5,5")
    assert match.to_act == 0
    assert match.game.dump(match.rules, match.state)["dice"] == [[6] * 4, [5] * 5]


@pytest.mark.rule("LD-Q13")
def test_the_next_bout_is_rolled_as_soon_as_a_challenge_is_settled() -> None:
    match: Any = gk.Match("liars-dice", seed=3).play("1x1").play("challenge")
    assert [entry.text for entry in match.history[-10:-9]] == ["challenge"]
    assert sum(face > 0 for face in match.state.dice) == 9
    assert match.to_act == 0


# --- parameters --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wild", "claim", "count"),
    [
        ("ones", "9x6", 5),
        ("ones", "9x1", 2),
        ("top", "9x1", 5),
        ("top", "9x6", 3),
        ("top", "9x2", 4),
    ],
)
def test_a_wild_face_counts_as_every_face(wild: str, claim: str, count: int) -> None:
    game = gk.load("liars-dice", wild=wild)
    match = scene([[1, 1, 2, 3], [6, 6, 6, 4]], game).play(claim).play("challenge")
    assert last(match)["matching"] == count


def test_the_top_face_is_that_of_the_dice() -> None:
    game = gk.load("liars-dice", wild="top", sides=4)
    match = scene([[1, 2, 3, 4], [1, 1, 4, 4]], game).play("9x1").play("challenge")
    assert last(match)["matching"] == 6


def test_one_bout_can_decide() -> None:
    match: Any = gk.Match(gk.load("liars-dice", bouts=1, start_dice=8, die_limit=1), auto=False)
    bout(match, 0)
    assert (match.result.winner, match.result.rule) == (1, "LD-8")
    assert match.to_act == gk.OVER


@pytest.mark.parametrize(
    ("most", "stands", "tried", "said"),
    [
        (
            "total_dice",
            [8, 6],
            "8x5",
            "8x5 is not higher than 8x6, the highest claim: challenge it.",
        ),
        ("total_dice", [8, 6], "8x6", "8x6 is the claim that stands, and there is none higher"),
        ("total_dice", [8, 4], "8x3", "name 8 dice and a face above 4."),
        ("total_dice", [7, 6], "7x6", "name a higher one or challenge."),
        ("total_dice", [7, 6], "7x5", "name 8 dice."),
        ("total_dice", [6, 6], "6x5", "name 7 dice or more."),
        ("none", [127, 6], "127x5", "the highest claim: challenge it."),
        ("none", [127, 6], "127x6", "there is none higher"),
        ("none", [127, 5], "126x6", "name 127 dice and a face above 5."),
        ("none", [126, 6], "1x1", "name 127 dice."),
        ("none", [3, 4], "3x2", "name 3 dice and a face above 4, or 4 dice or more."),
    ],
)
def test_no_refusal_advises_a_claim_that_cannot_be_made(
    most: str, stands: list[int], tried: str, said: str
) -> None:
    game = gk.load("liars-dice", max_claim=most)
    match: Any = gk.Match(game, seed=1, position={"claim": stands})
    assert said in match.why_not(tried).message


# --- positions ---------------------------------------------------------------------------------


def test_dice_that_are_counted_and_not_given_are_rolled() -> None:
    match: Any = gk.Match("liars-dice", position={"count": [5, 6], "claim": [3, 3]}, auto=False)
    assert match.to_act == gk.CHANCE
    match.dictate("1,1,1,1,1,2,2,2,2,2,2")
    assert match.to_act == 0
    assert refused(match, "3x2") == "LD-6"


def test_a_decided_position_loads_as_over() -> None:
    match: Any = gk.Match("liars-dice", position={"count": [9, 4]})
    assert (match.result.winner, match.result.rule) == (1, "LD-10")
    bout_lost = {"claim": [2, 2], "challenger": 0, "loser": 0}
    match = gk.Match(gk.load("liars-dice", bouts=1), position={"last": bout_lost})
    assert (match.result.winner, match.result.rule) == (1, "LD-8")


LAST = {"claim": [3, 2], "challenger": 1, "loser": 1, "matching": 3}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"die": [[1], [2]]}, "unknown field 'die'. Did you mean 'dice'"),
        ({"dice": [1, 2, 3]}, "dice is"),
        ({"dice": [[1, 7], [2]]}, "a whole number from 1 to 6"),
        ({"dice": [[1] * 9, [2]]}, "up to 8 dice"),
        ({"dice": [[], [2]]}, "nobody plays on"),
        ({"dice": [[1, 1], [2]], "count": [3, 1]}, "not what is rolled first"),
        ({"dice": [[1, 1], [2]], "count": [1, 1]}, "not what is rolled first"),
        ({"count": [9, 9]}, "both players would be out"),
        ({"count": [10, 4]}, "from 0 to 9"),
        ({"count": [9, 4], "claim": [3, 3]}, "the game is decided"),
        ({"claim": [3, 7]}, "No die shows 7"),
        ({"claim": [128, 1]}, "127"),
        ({"claim": "3x4"}, r"write it like \[3, 4\]"),
        ({"claims": [[3, 4], [3, 4]]}, "3x4 is the claim that stands"),
        ({"claims": [[3, 4], [2, 4]]}, "not higher"),
        ({"claims": [[3, 4]], "claim": [3, 5]}, "not the latest"),
        ({"claims": 3}, "write it like"),
        ({"to_move": 2}, "from 0 to 1"),
        ({"to_move": 1, "turn": 2}, "player 0 is to move after 2 turns"),
        ({"turn": 0, "claim": [3, 3], "to_move": 1}, "from 1 to"),
        ({"last": {**LAST, "loser": 0}}, "does not follow"),
        ({"last": {**LAST, "dice": [[2, 2], [1, 1]]}}, "not 3 of the last bout's dice"),
        ({"last": {"claim": [3, 2], "loser": 1}}, "the challenger is None"),
    ],
)
def test_positions_that_cannot_be_are_refused(fields: Any, message: str) -> None:
    with pytest.raises(gk.BadPosition, match=message):
        gk.Match("liars-dice", position=fields)


def test_a_position_may_hold_only_one_bout_at_a_time() -> None:
    with pytest.raises(gk.BadPosition, match="nobody plays on"):
        gk.Match(gk.load("liars-dice", bouts=1), position={"count": [5, 4]})


# --- the rulebook and the moves ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "rule", "sentence"),
    [
        ({}, "LD-1", "Each player starts with four dice with faces 1 to 6."),
        ({"start_dice": 1, "sides": 8}, "LD-1", "starts with one die with faces 1 to 8."),
        ({}, "LD-4", "show a 4."),
        ({"sides": 3}, "LD-4", "The claim 3x3"),
        ({"wild": "ones"}, "LD-4", "show 4 or the wild face, 1."),
        ({"wild": "top", "sides": 4}, "LD-4", "show 3 or the wild face, 4."),
        ({"max_claim": "total_dice"}, "LD-7", "may not name more dice than there are."),
        ({"penalty": "lose"}, "LD-9", "one die fewer"),
        ({"die_limit": 10}, "LD-10", "more than ten dice"),
        ({"penalty": "lose"}, "LD-10", "no dice left"),
        ({"bouts": 1, "penalty": "lose"}, "LD-10", "the only bout decides"),
        ({}, "LD-Q1", "five to nine bouts."),
        ({"die_limit": 4}, "LD-Q1", "The first bout that is lost decides"),
        ({"start_dice": 3, "penalty": "lose"}, "LD-Q1", "three to five bouts."),
        ({"next_opener": "loser"}, "LD-Q2", "The loser of a bout opens the next one."),
        ({"reveal": "verdict_only"}, "LD-Q8", "whether the claim was true"),
    ],
)
def test_the_rulebook_follows_the_parameters(
    changes: dict[str, Any], rule: str, sentence: str
) -> None:
    assert sentence in gk.load("liars-dice", **changes).rulebook[rule].text


@pytest.mark.rule("LD-10")
def test_the_end_is_told_as_a_replaced_rule_has_it() -> None:
    game = gk.load("liars-dice").variant(is_out=lambda rules, state, p: state.count[p] > 5)
    match: Any = gk.Match(game, auto=False)
    bout(match, 0)
    assert bout(match, 0).result.text == "Owl wins. Fox has 6 dice and is out."
    changed = [rule.id for rule in game.rulebook if rule.changed_by]
    assert changed == ["LD-10", "LD-Q1"]


# --- known facts -------------------------------------------------------------------------------


def test_the_odds_of_dice_are_exact() -> None:
    for n, sides, faces in product(range(4), (2, 3, 6), (1, 2)):
        hands = list(product(range(1, sides + 1), repeat=n))
        for k in range(-1, n + 2):
            hits = [sum(face <= faces for face in hand) for hand in hands]
            assert at_least(k, n, sides, faces) == Fraction(sum(h >= k for h in hits), len(hands))
            assert exactly(k, n, sides, faces) == Fraction(hits.count(k), len(hands))


@pytest.mark.parametrize("wild", ["none", "ones", "top"])
def test_the_odds_of_a_claim_are_the_share_of_hands_that_make_it_true(wild: str) -> None:
    game = gk.load("liars-dice", wild=wild, sides=4, start_dice=2)
    hands = [list(hand) for hand in product(range(1, 5), repeat=2)]
    for claim in ((1, 1), (2, 1), (2, 2), (3, 4), (5, 3)):
        said = [
            scene([[1, 3], hand], game).play(f"{claim[0]}x{claim[1]}").play("challenge")
            for hand in hands
        ]
        known = scene([[1, 3], hands[0]], game)
        number = game.read(known.rules, known.state, f"{claim[0]}x{claim[1]}")[0]
        share = Fraction(sum(match.state.last_loser == 1 for match in said), len(hands))
        assert game.odds(known.rules, known.view(0).state, number) == share


def solved_game(sides: int) -> Any:
    """The version with one die each that the literature solves."""
    return gk.load(
        "liars-dice", start_dice=1, wild="top", bouts=1, max_claim="total_dice", sides=sides
    )


def count_endings(game: Any, rules: Any, state: Any, known: set[Any]) -> int:
    """How many ways the game can end from here; `known` takes what movers may know on the way."""
    actor = game.to_act(rules, state)
    if actor == gk.OVER:
        return 1
    if actor == gk.CHANCE:
        moves = list(range(game.outcomes(rules, state)))
    else:
        view = state.copy()
        game.hide(rules, view, actor)
        known.add((actor, view.values()))
        moves = game.numbered_moves(rules, state)
    total = 0
    for move in moves:
        after = state.copy()
        game.apply(rules, after, move)
        total += count_endings(game, rules, after, known)
    return total


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_one_die_each_has_the_known_number_of_endings_and_of_things_to_know(sides: int) -> None:
    game, known = solved_game(sides), set[Any]()
    rules = game.rules()
    assert game.moves == 2 * sides + 1
    # A bout is a rising run of claims: any set of the 2 * sides claims but the empty one.
    assert count_endings(game, rules, game.start(rules), known) == sides**2 * (4**sides - 1)
    # A player knows their own die and the claims so far; the last claim of all ends the choice.
    assert len(known) == sides * 4**sides


def test_one_die_with_six_faces_has_147420_endings() -> None:
    game = solved_game(6)
    match: Any = gk.Match(game, auto=False).dictate("3,6")
    known = set[Any]()
    assert 36 * count_endings(game, match.rules, match.state, known) == 147_420
    assert 6 * len(known) == 24_576


# --- bots --------------------------------------------------------------------------------------


def test_claims_worth_a_bots_time_name_at_most_the_dice_in_play() -> None:
    for claim, sensible in ((None, 48), ([8, 5], 2), ([8, 6], 1), ([100, 1], 1)):
        match = scene(claim=claim)
        room = [0] * match.game.moves
        count = match.game.sensible_moves(match.rules, match.state, room)
        assert count == sensible
        assert {match.game.write(match.rules, match.state, move) for move in room[:count]} <= set(
            match.legal()
        )
