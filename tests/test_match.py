"""A match: moves, dice, taking back, forks, views, and how it shows."""

from __future__ import annotations

from typing import Any

import pytest

import gamekit as gk
from gamekit.match.history import turns
from gamekit.sentences import addressed
from tests.small_games import noughts

GAME = gk.load("take-back-toe")


def played(turns: int, **options: Any) -> Any:
    """Return a match after this many turns, each the first legal move."""
    match = gk.Match("take-back-toe", **{"seed": 7, **options})
    for _ in range(turns):
        match.play(match.legal_moves()[0])
    return match


def dice(match: Any) -> list[str]:
    return [entry.text for entry in match.history if entry.player == gk.CHANCE]


# --- moves -------------------------------------------------------------------------------------


def test_play_and_friends_give_the_match_back() -> None:
    match = gk.Match("take-back-toe", auto=False)
    assert match.dictate(4) is match
    assert match.play("B2-A2") is match
    assert match.undo() is match.redo() is match.goto(1) is match.advance() is match


def test_every_turn_of_this_game_is_one_move() -> None:
    match = played(3)
    assert sorted(match.turns()) == sorted(match.legal())
    assert len(set(match.turns())) == len(match.legal())
    assert not any(text.endswith("...") for text in match.legal())
    assert list(match.resign(0).turns()) == []
    assert list(gk.Match("take-back-toe", auto=False).turns()) == []


def test_the_game_says_which_moves_of_both_players_make_a_turn() -> None:
    def both(rules: Any, before: Any, after: Any) -> bool:
        return bool(before.turn // 2 == after.turn // 2)

    sizes = {}
    for game in (noughts.GAME, noughts.GAME.variant(same_turn=both)):
        match = gk.Match(game)
        for _ in range(5):
            match.play(match.legal_moves()[0])
        sizes[game] = [len(turn) for turn in turns(match.history)]
        assert match.undo(turns=2).ply == 5 - sum(sizes[game][-2:])
    assert [*sizes.values()] == [[1, 1, 1, 1, 1], [2, 2, 1]]


def test_what_is_left_of_a_turn_may_be_just_to_stop() -> None:
    match = gk.Match("flower-field", seed=1).play("D5 red ...")
    turns = list(match.turns())
    assert {"stop", "C4 blue"} <= set(turns)
    assert match.fork().play("stop").to_act == 1


def test_why_not_is_what_play_would_raise() -> None:
    match = played(2)
    legal = set(match.legal_moves())
    for move in range(match.game.moves):
        refusal = match.why_not(move)
        assert (refusal is None) is (move in legal)
        if refusal is not None:
            with pytest.raises(gk.IllegalMove) as raised:
                match.play(move)
            assert raised.value.args == refusal.args


def test_an_illegal_move_says_everything_in_one_line() -> None:
    refusal = gk.Match("take-back-toe", seed=7).why_not("B2-A1")
    assert str(refusal) == "B2 and A1 touch only at a corner. (TBT-11)"
    assert isinstance(refusal, gk.GameError)
    assert "B2-A2" in refusal.legal
    assert refusal.move == "B2-A1"


def test_the_history_tells_who_did_what() -> None:
    match = gk.Match("take-back-toe", auto=False)
    match.dictate(4).play("B2-A2").dictate(3).play("A2-A1")
    assert [(entry.player, entry.text, entry.ply) for entry in match.history] == [
        (gk.CHANCE, "4", 0), (0, "B2-A2", 1), (gk.CHANCE, "3", 1), (1, "A2-A1", 2),
    ]  # fmt: skip
    for entry in match.history:
        if entry.player in (0, 1):
            assert match.game.moves > entry.move >= 0


def test_refusals_name_the_players_of_the_match() -> None:
    match = gk.Match("take-back-toe", players=("Ann", "Bo"), auto=False)
    match.dictate(2).play("B1-A1").dictate(2)
    assert match.why_not("A1-B1").message.startswith("Ann has just moved two pieces")
    assert match.resign(0).result.text == "Bo wins. Ann resigned."
    assert "Ann" in match.board_text()


# --- dice --------------------------------------------------------------------------------------


def test_dice_depend_on_the_seed_and_their_number_alone() -> None:
    one, two = played(0), played(0)
    while one.ply < 12:
        one.play(one.legal_moves()[0])
        two.play(two.legal_moves()[-1])
    assert dice(one) == dice(two)
    assert dice(one) != dice(played(12, seed=8))


def test_a_dictated_roll_uses_up_the_one_of_the_seed() -> None:
    rolls = dice(played(3))
    match = gk.Match("take-back-toe", seed=7, auto=False)
    match.dictate(1).play(match.legal_moves()[0]).advance()
    assert dice(match) == ["1", rolls[1]]


def test_rolls_and_draws_can_be_made_one_by_one() -> None:
    match = gk.Match("liars-dice", seed=7, auto=False)
    for n in (1, 2, 3):
        match.advance(1)
        assert len(match.history) == n
    match.advance(2)
    assert match.history == gk.Match("liars-dice", seed=7).history[:5]
    assert match.advance().history == gk.Match("liars-dice", seed=7).history


def test_dictating_is_all_or_nothing() -> None:
    match = gk.Match("take-back-toe", auto=False)
    with pytest.raises(gk.GameError, match="No roll or draw is due, so '2' cannot be dictated"):
        match.dictate("4,2")
    assert match.history == ()
    with pytest.raises(gk.GameError, match="'7' is not possible here; choose from: 1, 2"):
        match.dictate(7)
    with pytest.raises(gk.GameError, match="No roll or draw is due"):
        gk.Match("take-back-toe", seed=1).dictate(3)


def test_a_seed_is_chosen_and_kept_where_none_is_given() -> None:
    seeds = {gk.Match("take-back-toe").seed for _ in range(5)}
    assert len(seeds) == 5
    match = gk.Match("take-back-toe")
    again = gk.Match("take-back-toe", seed=match.seed)
    for _ in range(5):
        assert again.state == match.state
        again.play(match.legal()[0])
        match.play(match.legal()[0])


def test_each_number_under_a_seed_has_dice_of_its_own() -> None:
    games = {tuple(dice(played(8, number=number))) for number in range(20)}
    assert len(games) == 20
    assert played(8, number=0).record == played(8).record
    assert dice(played(8, number=5)) == dice(played(8, number=5))


def test_player_1_starts_the_odd_games_unless_somebody_is_named() -> None:
    assert [gk.Match("take-back-toe", seed=7, number=n).first for n in range(4)] == [0, 1, 0, 1]
    assert gk.Match("take-back-toe", seed=7, number=3, first=0).first == 0
    drawn, again = (
        [gk.Match("take-back-toe", seed=7, number=n, first="random").first for n in range(2, 20)]
        for _ in range(2)
    )
    assert drawn == again, "seed and number say who starts"
    assert {*drawn} == {0, 1}


def test_a_fork_keeps_its_number() -> None:
    match = played(3, number=4)
    fork = match.fork()
    assert fork.number == 4
    for each in (match, fork):
        for _ in range(5):
            each.play(each.legal_moves()[0])
    assert dice(fork) == dice(match) == dice(played(8, number=4))


# --- back and forth ----------------------------------------------------------------------------


def test_undo_and_redo_go_move_by_move_and_keep_the_dice() -> None:
    match = played(6)
    states = [played(n).state for n in range(7)]
    for n in (5, 4, 3):
        assert match.undo().state == states[n]
    assert (match.ply, match.plies) == (3, 6)
    assert [len(match.history), len(match.line)] == [7, 13]
    for n in (4, 5, 6):
        assert match.redo().state == states[n]
    for n in (0, 6, 2, 5):
        assert match.goto(n).state == states[n]
    with pytest.raises(gk.GameError, match="moves 0 to 6"):
        match.goto(7)
    with pytest.raises(gk.GameError, match="moves 0 to 6"):
        match.goto(-1)


def test_turns_can_be_taken_back() -> None:
    match = played(6).undo(turns=2)
    assert match.ply == 4
    with pytest.raises(gk.GameError, match="5 turns cannot be taken back: only 4 have begun"):
        match.undo(turns=5)
    with pytest.raises(gk.GameError, match="only 1 has begun"):
        played(1).undo(turns=3)


def test_there_is_an_end_both_ways() -> None:
    match = played(1)
    with pytest.raises(gk.GameError, match="no move to redo"):
        match.redo()
    with pytest.raises(gk.GameError, match="no move to take back"):
        match.undo().undo()


def test_another_move_replaces_what_was_taken_back() -> None:
    match = played(4).goto(2)
    other = match.legal_moves()[-1]
    match.play(other)
    assert match.plies == 3
    assert match.line == match.history
    assert dice(match) == dice(played(3))


def test_a_resignation_can_be_taken_back() -> None:
    match = played(3).resign(1)
    assert match.result.winner == 0
    assert match.undo().result is None
    assert match.redo().result.winner == 0
    assert match.undo().play(match.legal_moves()[1]).result is None


# --- forks -------------------------------------------------------------------------------------


def test_a_fork_goes_its_own_way_with_the_same_dice() -> None:
    match = played(3)
    before = match.state, match.history
    fork = match.fork()
    fork.play(fork.legal_moves()[-1])
    assert (match.state, match.history) == before
    match.play(match.legal_moves()[0])
    assert dice(match) == dice(fork)
    assert fork.state != match.state


def test_a_fork_with_another_seed_has_the_same_past_and_other_dice() -> None:
    match = played(3)
    futures = set()
    for seed in range(8):
        fork = match.fork(seed=seed)
        assert (fork.state, fork.history, fork.seed) == (match.state, match.history, seed)
        for _ in range(6):
            fork.play(fork.legal_moves()[0])
        futures.add(tuple(dice(fork)))
        again = gk.Record.parse(str(fork.record)).match()
        assert again.state == fork.state
    assert len(futures) > 5


# --- views -------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [0, 1, gk.PUBLIC, gk.ALL])
def test_a_view_is_read_only_and_a_copy(viewer: int) -> None:
    match = played(3)
    view, before = match.view(viewer), match.state
    for name in ("state", "player", "history", "anything"):
        with pytest.raises(gk.GameError, match="read-only"):
            setattr(view, name, 1)
    view.state.stacks[0] = 99
    view.state.die = 5
    view.rules.columns = 2
    match.state.stacks[0] = 99
    match.rules.copy().columns = 2
    assert match.state == view.state == before
    assert match.view(viewer).rules == match.rules
    match.play(match.legal_moves()[0])
    assert view.state == before
    assert len(view.history) == len(match.history) - 2


def test_only_the_mover_and_the_host_see_legal_moves() -> None:
    match = played(2)
    assert match.to_act == 0
    assert match.view(0).legal() == match.view(gk.ALL).legal() == match.legal()
    assert match.view(1).legal() == match.view(gk.PUBLIC).legal() == ()


@pytest.mark.parametrize("viewer", [2, -1, -2, "0"])
def test_there_is_nobody_else_to_look(viewer: Any) -> None:
    with pytest.raises(gk.GameError, match=r"give 0, 1, gamekit\.PUBLIC or gamekit\.ALL"):
        played(0).view(viewer)


def test_a_view_names_the_cells_that_won_once_the_game_is_decided() -> None:
    assert played(3).view().winning_cells() == ()
    match = gk.Match("take-back-toe", position={"board": {"A1": 2, "A2": 2, "A4": 2, "B1": 34}})
    assert (match.to_act, match.result.rule, match.history) == (gk.OVER, "TBT-17", ())
    assert match.view().winning_cells() == ("A1", "A2", "A4")
    assert played(3).resign(0).view().winning_cells() == (), "nobody has won on the board"


# --- positions ---------------------------------------------------------------------------------


def test_a_position_without_a_die_is_before_the_roll() -> None:
    match = gk.Match("take-back-toe", position={"to_move": 1}, auto=False)
    assert match.to_act == gk.CHANCE
    assert match.dictate(3).to_act == 1


# --- showing -----------------------------------------------------------------------------------


def test_a_match_shows_as_text() -> None:
    match = gk.Match("take-back-toe", auto=False).dictate(4).play("B2-A2")
    assert (
        repr(match)
        == match.board_text()
        == (
            "    1    2    3    4\n"
            "A |    |  4 |    |    |  Red\n"
            "B | 10 |  6 | 10 | 10 |\n"
            "C |    |    |    |    |  Green"
        )
    )
    assert match._repr_mimebundle_()["text/plain"] == repr(match)


def test_the_table_of_games() -> None:
    games = gk.games()
    assert next(game.name for game in games) == "take-back-toe"
    html = games._repr_html_()
    assert html.count("<tr>") == len(games) + 1
    for text in ("take-back-toe", "Take-Back-Toe", "3 x 4 grid of stacks", "dice", "secrets"):
        assert text in html
    assert repr(games).splitlines()[1].split()[:2] == ["take-back-toe", "Take-Back-Toe"]


def test_a_game_says_what_was_changed() -> None:
    assert repr(GAME) == "<Take-Back-Toe>"
    assert repr(GAME.with_(columns=5)) == "<Take-Back-Toe, columns=5>"
    assert dict(GAME.with_(columns=5).changes) == {"columns": 5}
    with pytest.raises(TypeError):
        GAME.parameters["columns"] = 5  # type: ignore[index]


def test_the_front_door_has_what_it_promises() -> None:
    assert set(gk.__all__) <= set(dir(gk))
    for name in gk.__all__:
        assert getattr(gk, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        gk.nothing  # noqa: B018


# --- the nearest legal moves -------------------------------------------------------------------


def nearest(name: str, text: str, **match: Any) -> tuple[str, ...]:
    refusal = gk.Match(name, seed=1, **match).why_not(text)
    assert refusal is not None
    return tuple(move.removesuffix(" ...") for move in refusal.legal)


def test_the_nearest_claims_change_the_face_or_the_number_of_dice_a_little() -> None:
    dice = [[2, 2, 5, 6], [2, 3, 3, 1]]
    for text in ("3x4", "53x4", "nonsense"):
        position = {"dice": dice, "claim": [53, 4], "to_move": 0}
        found = nearest("liars-dice", text, position=position)
        assert found == ("53x5", "54x4", "53x6", "54x3", "54x5")
    capped = gk.load("liars-dice", max_claim="total_dice")
    match = gk.Match(capped, position={"dice": dice, "claim": [7, 4]}, auto=False)
    assert match.why_not("9x3").legal[0] == "8x3"


def test_somebody_who_tried_to_slide_is_offered_slides() -> None:
    match = gk.Match("sliding-tic-tac-toe", seed=1).play("C3")
    for text in ("slide A1 right 2", "C3-B7", "A1-B7", "A1>A4", "A1 to A4"):
        assert all(move.startswith("slide C3") for move in match.why_not(text).legal)


def test_somebody_who_names_a_cell_is_offered_to_place_there() -> None:
    match = gk.Match("sliding-tic-tac-toe", seed=1).play("C3")
    assert match.why_not("A1 B7").legal[0].removesuffix(" ...") == "A1"
    assert not any(move.startswith("slide") for move in match.why_not("A9").legal)


def test_nobody_is_offered_an_escape_that_they_did_not_write() -> None:
    match = gk.Match("tactical-escape", seed=7).play("give 7").play("give 11")
    assert match.why_not("A1 A1").legal == ("A1",)
    match.play("A1 ...")
    assert match.why_not("B1").legal == ("stop",)


@pytest.mark.parametrize(
    ("name", "text", "cells"),
    [
        ("sliding-tic-tac-toe", "C7", {"C6", "B6", "D6", "C5"}),
        ("shift-tac-toe", "AW5", {"AW4", "AX4", "BW4", "AW3"}),
        ("take-back-toe", "B2-A1", {"B2-A2", "B2-B1"}),
    ],
)
def test_the_nearest_moves_on_a_board_are_the_cells_beside(
    name: str, text: str, cells: set[str]
) -> None:
    assert cells <= set(nearest(name, text))


def test_the_nearest_cells_are_those_around_the_one_that_was_taken() -> None:
    match = gk.Match("sliding-tic-tac-toe", seed=1).play("C3")
    assert {"B3", "D3", "C2", "C4"} <= {m.removesuffix(" ...") for m in match.why_not("C3").legal}


def test_nearest_moves_go_on_from_the_part_of_a_turn_that_was_right() -> None:
    match = gk.Match("shift-tac-toe")
    refusal = match.why_not("BX2, AW1>AZ2")
    assert all(move.startswith("BX2, ") and match.why_not(move) is None for move in refusal.legal)


def test_a_turn_that_is_not_finished_is_refused_with_whole_turns() -> None:
    def apply(rules: Any, state: Any, move: int) -> None:
        state.marks[state.player] |= 1 << move
        if sum(marks.bit_count() for marks in state.marks) % 2 == 0:  # two marks are a turn
            state.turn, state.player = state.turn + 1, 1 - state.player

    def read(rules: Any, state: Any, text: str) -> list[int]:
        return [move for word in text.split(",") for move in noughts.GAME.read(rules, state, word)]

    match = gk.Match(noughts.GAME.variant(apply=apply, read=read))
    refusal = match.why_not("4")
    assert refusal.message.startswith("The turn is not finished after '4'; write the whole turn")
    assert refusal.legal[:2] == ("4, 0", "4, 1")
    assert all(match.why_not(turn) is None for turn in refusal.legal)
    for text in ("4 0", "4; 0", "4,0,"):
        assert match.why_not(text).message == "Write ', ' between the moves of a turn: '4, 0'."


@pytest.mark.parametrize("game", gk.games(), ids=lambda game: game.name)
@pytest.mark.parametrize("text", ["", "  ", "...", " ... ", ","])
def test_an_empty_text_is_no_turn(game: gk.Game, text: str) -> None:
    match = gk.Match(game, seed=1)
    for _ in range(12):  # at the beginning, and wherever a turn is open
        before = match.state
        refusal = match.why_not(text)
        assert refusal is not None
        assert match.state == before
        match.play(match.legal_moves()[-1])
        if match.result:
            break


# --- a player who is called You is spoken to -------------------------------------------------------


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("You wins.", "You win."),
        ("You is to move", "You are to move"),
        ("You passes, so Club goes on", "You pass, so Club goes on"),
        ("First You must give Club one.", "First you must give Club one."),
        ("Club challenged You's claim.", "Club challenged your claim."),
        ("2 × 5: none counted, so You gets a die.", "2 × 5: none counted, so you get a die."),
        ("Club wins. You has no dice left.", "Club wins. You have no dice left."),
        ("This completes a four of You always.", "This completes a four of you always."),
        ("No winner yet\nYou to move", "No winner yet\nYou to move"),
        ("Your turn, Young Bo.", "Your turn, Young Bo."),
        ("Club carries on. You ties with Club.", "Club carries on. You tie with Club."),
        ("You carries it", "You carry it"),
        ("You freezes", "You freeze"),
        ("You buzzes, then You goes", "You buzz, then you go"),
        ("You undoes it", "You undo it"),
    ],
)
def test_the_verb_follows_you(sentence: str, expected: str) -> None:
    assert addressed(sentence) == expected


def test_a_result_speaks_to_you() -> None:
    match = gk.Match("liars-dice", seed=1, players=("You", "Club"))
    match.resign(1)
    assert match.result
    assert match.result.text.startswith("You win. Club ")
