"""The table, driven from Python: gestures, refusals, taking back, looking back, bots and clocks."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from ipywidgets import Layout, Widget
from ipywidgets.widgets.widget import _instances

import gamekit as gk
import gamekit_widgets as gw
from gamekit_widgets import Table
from gamekit_widgets.drawing.scene import Words
from gamekit_widgets.scenes import scene_of

TWO_PEOPLE = ("human", "human")


class FirstMove:
    """A bot that plays the first legal move and remembers its views."""

    def __init__(self) -> None:
        self.seen: list[int] = []

    def choose(self, view: gk.View, seed: int = 1) -> int:
        self.seen.append(view.player)
        return view.legal_moves()[0]


def red_to_move(**more: object) -> gk.Match:
    """Return a match with Red to move and a die that only the stacks on row B and A2 can use."""
    board = {"A1": 1, "A2": 4, "B1": 9, "B2": 6, "B3": 10, "B4": 10}
    return gk.Match("take-back-toe", seed=7, position={"board": board, "die": 4, **more})


def texts(table: Table) -> list[str]:
    return [move["text"] for move in table.shown["moves"]]


def buttons(table: Table) -> dict[str, str]:
    return {control["name"]: control["why"] for control in table.shown["controls"]}


# --- gestures --------------------------------------------------------------------------------


def test_the_prompt_names_the_player_the_roll_and_what_to_do() -> None:
    table = Table(red_to_move(), seats=TWO_PEOPLE)
    assert table.shown["prompt"] == "Red rolled 4: press any stack to move 4 of it"


def test_two_presses_make_a_move() -> None:
    table = Table(red_to_move(), seats=TWO_PEOPLE)
    table.press("B2")
    assert table.shown["prompt"] == (
        "Red rolled 4: from B2 to which neighbor? Press B2 again to put it back"
    )
    assert texts(table) == []
    table.press("C2")
    assert texts(table) == ["B2-C2"]
    assert table.match.state.stacks[9] == 4


def test_a_stack_can_be_dragged_if_it_can_move() -> None:
    table = Table(red_to_move(), seats=TWO_PEOPLE)
    assert table.shown["grips"] == ["A2", "B1", "B2", "B3", "B4"]
    assert Table(red_to_move(), seats=("random", "random")).shown["grips"] == []


def test_from_an_earlier_board_one_button_leads_back() -> None:
    table = Table(red_to_move().play("B2-C2"), seats=TWO_PEOPLE)
    table.look(0)
    table.click("latest")
    assert "rolled" in table.shown["prompt"]
    assert "latest" not in buttons(table)


def test_leaving_the_board_takes_a_refusal_away_and_keeps_news() -> None:
    table = Table(red_to_move(), seats=TWO_PEOPLE)
    table.press("A1")
    assert table.shown["message"]["kind"] == "refusal"
    table._hear(None, {"do": "leave", "what": ""}, None)
    assert table.shown["message"] is None
    table.click("hint")
    table._hear(None, {"do": "leave", "what": ""}, None)
    assert table.shown["message"]["kind"] == "news"


def test_pressing_a_selected_cell_again_lets_it_go() -> None:
    table = Table(red_to_move(), seats=TWO_PEOPLE)
    table.press("B2")
    table.press("B2")
    assert table.shown["prompt"].endswith("press any stack to move 4 of it")
    table.press("B1")
    table.press("C1")
    assert texts(table) == ["B1-C1"]


# --- refusals --------------------------------------------------------------------------------


@pytest.mark.rule("TBT-9")
def test_a_stack_that_is_too_small_is_refused_at_the_first_press() -> None:
    table = Table(red_to_move(), seats=TWO_PEOPLE)
    table.press("A1")
    message = table.shown["message"]
    assert message["kind"] == "refusal"
    assert message["law"]["id"] == "TBT-9"
    assert message["law"]["text"] == table.match.game.rulebook["TBT-9"].text
    assert "A1 holds one piece" in message["text"]
    assert "gk-refused" in _cell(table, "A1")
    assert texts(table) == []


@pytest.mark.rule("TBT-11")
def test_a_diagonal_gesture_is_refused_like_the_typed_move() -> None:
    table = Table(red_to_move(), seats=TWO_PEOPLE)
    table.type("B2-A1")
    typed = {**table.shown["message"], "legal": []}
    table.press("B2")
    table.press("A1")
    assert {**table.shown["message"], "legal": []} == typed
    assert typed["law"]["id"] == "TBT-11"
    assert "gk-pressed" in _cell(table, "B2"), "the stack stays in hand for another try"
    table.press("C2")
    assert texts(table) == ["B2-C2"]


@pytest.mark.rule("TBT-12")
def test_taking_back_the_opponents_move_is_refused_with_the_rule_and_both_cells() -> None:
    table = Table(red_to_move(last=["B2", "A2", 4]), seats=TWO_PEOPLE)
    table.press("A2")
    assert "gk-next" not in _cell(table, "B2")
    table.press("B2")
    message = table.shown["message"]
    assert message["law"]["id"] == "TBT-12"
    assert "Green has just moved four pieces from B2 to A2" in message["text"]
    assert all("gk-refused" in _cell(table, label) for label in ("A2", "B2"))


def test_with_a_stack_picked_a_refusal_offers_its_moves_first() -> None:
    table = Table(red_to_move(), seats=TWO_PEOPLE)
    own = [move for move in table.match.legal() if move.startswith("B4-")]
    for label in ("B4", "A3"):
        table.press(label)
    legal = table.shown["message"]["legal"]
    assert table.shown["message"]["kind"] == "refusal"
    assert sorted(legal[: len(own)]) == sorted(own)
    assert set(legal) <= set(table.match.legal())


def test_nobody_moves_when_the_game_is_over() -> None:
    table = Table(red_to_move(), seats=TWO_PEOPLE)
    table.match.resign(0)
    table.press("B2")
    assert table.shown["message"]["text"] == "The game is over."
    assert table.shown["outcome"] == "Green wins"


@pytest.mark.rule("TBT-17")
def test_the_end_names_the_rule_and_rings_the_winning_stacks() -> None:
    board = {"A1": 4, "A2": 4, "B3": 20, "B4": 12}
    match = gk.Match("take-back-toe", seed=1, position={"board": board, "die": 4})
    table = Table(match, seats=TWO_PEOPLE)
    table.type("B3-A3")
    assert (table.shown["outcome"], table.shown["prompt"]) == (
        "Red wins",
        "3 stacks of 4 stand in row A.",
    )
    assert table.shown["ending"]["id"] == "TBT-17"
    rings = [label for label in ("A1", "A2", "A3", "A4") if "gk-winning" in _cell(table, label)]
    assert rings == ["A1", "A2", "A3"]
    assert "new" in buttons(table)


def test_the_picture_rings_what_won_in_a_variant() -> None:
    game = gk.load("take-back-toe").variant(
        has_equal_stacks=lambda rules, state, player: (
            state.stacks[0] == state.stacks[3] == 2 and player == 0
        )
    )
    board = {"A1": 2, "A2": 5, "A3": 5, "B4": 28}
    table = Table(gk.Match(game, position={"board": board, "die": 2}), seats=TWO_PEOPLE)
    table.type("B4-A4")
    assert "2 stacks of 2 stand in row A" in table.shown["prompt"]
    rings = [label for label in ("A1", "A2", "A3", "A4") if "gk-winning" in _cell(table, label)]
    assert rings == ["A1", "A4"]


# --- taking back and looking back ------------------------------------------------------------


def played(*moves: str, open: bool = False) -> Table:
    table = Table(gk.Match("take-back-toe", seed=7), seats=TWO_PEOPLE, open=open)
    for move in moves:
        table.type(move)
    assert texts(table) == list(moves)
    return table


@pytest.mark.rule("X-Q11")
def test_a_move_is_not_taken_back_across_a_roll() -> None:
    table = played("B2-A2")
    table.click("undo")
    assert table.match.ply == 1
    assert "open=True" in table.shown["message"]["text"]


@pytest.mark.rule("X-Q11")
def test_an_open_table_takes_back_and_brings_back_the_same_dice() -> None:
    table = played("B2-A2", "B3-C3", open=True)
    dice = [move["before"] for move in table.shown["moves"]]
    table.click("undo")
    table.click("undo")
    assert (table.match.ply, table.match.open) == (0, True)
    assert texts(table) == ["B2-A2", "B3-C3"], "what was taken back stays in the list"
    table.click("redo")
    table.look(2)
    assert table.match.ply == 2
    assert [move["before"] for move in table.shown["moves"]] == dice


@pytest.mark.rule("X-Q11")
def test_the_winning_move_can_be_taken_back_because_nothing_was_rolled_after_it() -> None:
    board = {"A1": 4, "A2": 4, "B3": 20, "B4": 12}
    match = gk.Match("take-back-toe", seed=1, position={"board": board, "die": 4})
    table = Table(match, seats=TWO_PEOPLE)
    table.type("B3-A3")
    table.click("undo")
    assert table.match.result is None


@pytest.mark.rule("X-Q11")
def test_nothing_is_taken_back_under_the_official_clock() -> None:
    match = gk.Match("take-back-toe", seed=7, clock="official")
    table = Table(match, seats=TWO_PEOPLE, open=True)
    table.type("B2-A2")
    assert "official clock" in buttons(table)["undo"]
    table.look(0)
    assert "official clock" in buttons(table)["here"]


def test_targets_follow_the_board_after_another_move_was_made() -> None:
    table = played("B2-A2", open=True)
    table.click("undo")
    table.type("B3-C3")
    table.press("C3")
    assert ("gk-next" in _cell(table, "C2")) == ("C3-C2" in table.match.legal())
    assert {way[0] for way in table._gesture.ways(table._top.view()).values()} == {
        move[:2] for move in table.match.legal()
    }


def test_looking_back_changes_nothing() -> None:
    table = played("B2-A2", "B3-C3")
    now = table.shown["svg"]
    record = str(table.match.record)
    table.look(1)
    assert table.shown["at"] == 1
    assert table.shown["prompt"] == "The board after turn 1 of 2"
    assert table.shown["svg"] != now
    table.press("B1")
    assert "earlier board" in table.shown["message"]["text"]
    table.look(2)
    assert table.shown["svg"] == now
    assert str(table.match.record) == record


def test_playing_from_an_earlier_board_needs_an_open_table() -> None:
    table = played("B2-A2", "B3-C3")
    table.look(1)
    table.click("here")
    assert table.match.ply == 2
    table = played("B2-A2", "B3-C3", open=True)
    table.look(1)
    table.click("here")
    assert table.match.ply == 1
    table.type("B4-C4")
    assert texts(table) == ["B2-A2", "B4-C4"]


# --- bots, hints, endings --------------------------------------------------------------------


def test_a_bot_answers_after_the_persons_move_was_shown() -> None:
    shown = []
    bot = FirstMove()
    table = Table(gk.Match("take-back-toe", seed=7), seats=("human", bot))
    table.observe(lambda change: shown.append(change["new"]), "shown")
    table.press("B2")
    shown.clear()
    table.press("A2")
    assert [(s["ply"], s["prompt"].endswith("thinking …")) for s in shown] == [
        (1, True),
        (2, False),
    ]
    assert bot.seen == [1]
    assert table.shown["message"]["text"].startswith("Green moves ")


def test_a_press_while_a_bot_thinks_is_answered_by_news() -> None:
    told: list[tuple[str, Any]] = []
    table = Table(gk.Match("take-back-toe", seed=7), seats=("human", FirstMove()), journal=False)
    table.match.play("B2-A2")  # beside the table, so that its bot has not answered
    for press in (lambda: table.press("C1"), lambda: table.click("hint")):
        press()
        told.append((table.shown["message"]["kind"], table.shown["message"]["text"]))
    assert told == [("news", "Wait for Green to move.")] * 2
    assert table.shown["prompt"] == "Green is thinking …"


def test_a_bot_that_starts_has_moved_before_the_table_is_shown() -> None:
    table = Table(gk.Match("take-back-toe", seed=7), seats=(FirstMove(), "human"))
    assert table.match.ply == 1
    assert table.shown["prompt"].startswith("Green rolled")


def test_taking_back_against_a_bot_goes_to_the_persons_last_choice() -> None:
    table = Table(gk.Match("take-back-toe", seed=7), seats=("human", FirstMove()), open=True)
    table.type("B2-A2")
    table.click("undo")
    assert (table.match.ply, table.match.to_act) == (0, 0)
    table.click("redo")
    assert (table.match.ply, table.match.to_act) == (2, 0)


def test_the_same_match_and_moves_get_the_same_answer() -> None:
    answers = []
    for _ in range(2):
        table = Table(gk.Match("take-back-toe", seed=7), seats=("human", "search:20"))
        table.type("B2-A2")
        answers.append(texts(table))
    assert answers[0] == answers[1]


def test_two_bots_are_watched_step_by_step() -> None:
    table = Table(gk.Match("take-back-toe", seed=7), seats=("random", "greedy"))
    assert table.match.ply == 0
    assert not table.shown["typing"]
    table.click("step")
    assert table.match.ply == 1
    table.click("run")
    assert table.shown["auto"]
    for _ in range(100):
        if table.match.result:
            break
        table.click("step")
    assert table.match.result
    assert not table.shown["auto"]


def test_a_look_back_covers_only_the_persons_own_decisions() -> None:
    match = gk.Match("take-back-toe", seed=7)
    table = Table(match, seats=("human", FirstMove()))
    while match.ply < 8:
        table.type(match.legal()[-1])
    table.click("resign")
    table.click("resign-now")
    table.click("back")
    while table.shown["thinks_on"]:
        table.hear({"do": "think", "what": ""})
    assert [chance["ply"] for chance in table.shown["chances"]] == [
        *range(0, match.ply, 2),
        match.ply,
    ]


@pytest.mark.rule("X-Q10")
def test_there_are_no_hints_without_assistance_or_under_the_official_clock() -> None:
    assert "hint" in buttons(Table("take-back-toe", seats=TWO_PEOPLE))
    assert "hint" not in buttons(Table("take-back-toe", seats=TWO_PEOPLE, assist=False))
    assert "hint" not in buttons(Table("take-back-toe", seats=TWO_PEOPLE, clock="official"))


@pytest.mark.rule("X-Q9")
def test_another_button_confirms_that_one_resigns() -> None:
    table = Table(red_to_move(), seats=TWO_PEOPLE)
    table.click("resign")
    table.click("resign")
    assert table.match.result is None, "a double press does not end the match"
    table.click("hint")
    assert "resign-now" not in buttons(table), "it goes with the question"
    table.click("resign")
    table._hear(None, {"do": "copied", "what": ""}, [])  # after the browser asked for permission
    table.click("resign-now")
    assert table.match.result.winner == 1
    assert table.shown["ending"]["id"] == "X-Q9"


def test_a_new_game_keeps_the_players_and_the_clock() -> None:
    clock = gk.Clock(main=10, reserve=20)
    match = gk.Match("take-back-toe", seed=7, players=("Ann", "Bo"), clock=clock, first=1)
    table = Table(match, seats=TWO_PEOPLE)
    table.match.resign(1)
    table.show()
    table.click("new")
    assert table.match is not match
    assert (table.match.names, table.match.first, table.match.ply) == (("Ann", "Bo"), 1, 0)
    assert table.match.clock == clock


# --- the clock -------------------------------------------------------------------------------


class Timer:
    """A timer that moves only when a test moves it."""

    def __init__(self, match: gk.Match) -> None:
        self.now = 0.0
        match.timer = lambda: self.now
        match.goto(match.ply)  # so that the mover's time starts at zero


def timed() -> tuple[Table, Timer]:
    match = gk.Match("take-back-toe", seed=7, clock=gk.Clock(main=60, reserve=300))
    timer = Timer(match)
    return Table(match, seats=TWO_PEOPLE), timer


@pytest.mark.rule("TBT-25")
def test_the_clock_shows_what_is_left_to_each() -> None:
    table, timer = timed()
    timer.now = 75.0
    table.press("B2")
    assert table.shown["clock"] == {
        "running": 0,
        "left": [(0.0, 285.0), (60.0, 300.0)],
        "period": None,
    }
    table.press("A2")
    assert table.shown["clock"] == {
        "running": 1,
        "left": [(60.0, 285.0), (60.0, 300.0)],
        "period": None,
    }


@pytest.mark.rule("X-Q2")
def test_the_browsers_flag_counts_only_when_time_is_out() -> None:
    table, timer = timed()
    timer.now = 359.0
    table._hear(None, {"do": "flag", "what": 0}, [])
    assert table.match.result is None
    timer.now = 360.5
    table._hear(None, {"do": "flag", "what": 1}, [])
    assert table.match.result is None, "it is not this player's clock that runs"
    table._hear(None, {"do": "flag", "what": 0}, [])
    assert table.match.result.winner == 1
    assert "ran out of time" in table.shown["prompt"]


def test_a_move_that_comes_too_late_loses() -> None:
    table, timer = timed()
    timer.now = 400.0
    table.type("B2-A2")
    assert table.match.result.winner == 1
    assert table.match.ply == 0


# --- what the browser sends ------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [None, "press", {}, {"do": "press"}, {"do": "press", "what": 3}, {"do": "look", "what": "1"},
     {"do": "look", "what": True}, {"do": "explode", "what": "B2"}, {"do": "click", "what": "x"}],
)  # fmt: skip
def test_nonsense_from_the_browser_is_ignored(content: object) -> None:
    table = Table(red_to_move(), seats=TWO_PEOPLE)
    before = dict(table.shown)
    table._hear(None, content, [])
    assert table.shown == before


def test_a_press_on_something_that_is_not_on_the_board_is_explained() -> None:
    table = Table(red_to_move(), seats=TWO_PEOPLE)
    table.press("Z9")
    assert table.shown["message"]["kind"] == "refusal"


@pytest.mark.parametrize(
    "wrong",
    [{"seats": ("human",)}, {"seats": ("human", "chess")}, {"viewer": 5}, {"viewer": "me"}],
)
def test_impossible_tables_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(gk.GameError):
        Table("take-back-toe", **wrong)


def _cell(table: Table, label: str) -> str:
    svg = table.shown["svg"]
    start = svg.index(f'<g data-key="cell-{label}"')
    return str(svg[start : svg.index("</g>", start)])


# --- the list of turns -----------------------------------------------------------------------


def lines(table: Table) -> list[tuple[str, str, str]]:
    return [(each["before"], each["text"], each["words"]) for each in table.shown["moves"]]


def test_the_list_has_a_line_for_each_turn_in_notation_and_in_words_without_stop() -> None:
    match = gk.Match("shift-tac-toe", seed=1).play("BX2").play("DW1, AW1>AZ1")
    assert lines(Table(match, seats=TWO_PEOPLE)) == [
        ("", "BX2", "plays BX2"),
        ("", "DW1, AW1>AZ1", "plays DW1 and shifts the line AW1 to AZ1"),
    ]


@pytest.mark.rule("LD-2")
def test_dice_stand_beside_the_player_who_rolled_them() -> None:
    match = gk.Match("liars-dice", seed=1, auto=False).dictate("2,2,5,6,2,3,3,1")
    match.play("1x4").play("2x4")
    table = Table(match, seats=TWO_PEOPLE, viewer=gk.ALL)
    assert [(before, text) for before, text, _ in lines(table)] == [
        ("2 2 5 6", "1x4"),
        ("2 3 3 1", "2x4"),
    ]
    table = Table(match, seats=TWO_PEOPLE, viewer=1)
    assert [before for before, _, _ in lines(table)] == ["", "2 3 3 1"]


def test_a_challenge_is_one_line_that_says_what_it_showed_and_cost() -> None:
    match = gk.Match("liars-dice", players=("Ann", "Bo"), auto=False)
    match.dictate("2,2,5,6,3,3,3,1").play("1x4").play("challenge")
    table = Table(match, seats=TWO_PEOPLE, viewer=gk.PUBLIC)
    told = "challenges one 4: none counted, so Ann gets a die"
    assert [said for _, _, said in lines(table)] == ["claims one 4", told]
    assert table.shown["message"] is None


def test_a_move_says_nothing_twice() -> None:
    match = gk.Match("take-back-toe", auto=False).dictate("6").play("B4-B3")
    assert lines(Table(match, seats=TWO_PEOPLE)) == [("6", "B4-B3", "B4 to B3")]


def test_a_contest_that_the_green_die_opens_is_nobodys_turn() -> None:
    fields = {"slot": 2, "pool": {"X": 6, "O": 6}}
    match = gk.Match("tic-tac-toe-evolved", players=("Ann", "Bo"), position=fields, auto=False)
    match.dictate("3,2").play("bid 0").play("bid 1").play("take 0").dictate("O")
    (turn,) = Table(match, seats=TWO_PEOPLE).shown["moves"]
    assert turn["player"] is None
    assert turn["words"].startswith(
        "the green die says the middle right: Bo takes it (X 0, O 1). Ann bids 0, Bo bids 1"
    )


def test_a_contest_is_one_line_that_says_who_took_the_square() -> None:
    match = gk.Match("tic-tac-toe-evolved", players=("Ann", "Bo"), auto=False)
    match.play("contest 2,2").play("bid 2").play("bid 1").dictate("X,X,O")
    assert match.history[-1].remark == "X 2, O 1: Ann takes 2,2."
    said = "contests the middle: Ann takes it (X 2, O 1). Ann bids 2, Bo bids 1"
    assert lines(Table(match, seats=TWO_PEOPLE)) == [("", "contest 2,2", said)]


def test_a_gift_in_secret_is_told_as_one() -> None:
    match = gk.Match("tactical-escape", seed=1, players=("Ann", "Bo"))
    match.play(match.legal()[0])
    table = Table(match, seats=TWO_PEOPLE, viewer=1)
    told = "gives a win condition in secret"
    assert lines(table) == [("", "?", told)], "what is offered are no dice"


# --- stacks and dice on the board ------------------------------------------------------------


def words(table: Table) -> dict[str, str]:
    """Return the words on the board, by key."""
    found = re.findall(r'<text class="[^"]*" data-key="([^"]*)"[^>]*>([^<]*)<', table.shown["svg"])
    return dict(found)


def test_a_lifted_stack_shows_what_is_left_and_what_is_held() -> None:
    table = Table(red_to_move(), seats=TWO_PEOPLE)
    table.press("B2")
    assert (words(table)["count-5"], words(table)["held-5"]) == ("2", "4")
    table.press("B2")
    assert words(table)["count-5"] == "6"
    assert "held-5" not in words(table)


def test_the_die_hides_no_number() -> None:
    table = Table(red_to_move(), seats=TWO_PEOPLE)
    home = words(table)["home-0"], words(table)["home-1"]
    assert home == ("5 at home, none equal", "0 at home, none equal")


@pytest.mark.rule("TBT-12")
def test_the_way_back_is_barred_on_the_board_and_in_the_prompt() -> None:
    board = {"A1": 22, "B2": 6, "B3": 6, "C1": 3, "C3": 3}
    position = {"board": board, "die": 4, "last": ["B3", "B2", 4]}
    table = Table(gk.Match("take-back-toe", seed=1, position=position), seats=TWO_PEOPLE)
    assert str(table.shown["prompt"]).endswith("move 4 of it, but not B2 to B3")
    assert "ban-5-6" in table.shown["svg"]
    assert words(table)["home-1"] == "two 3s: one more wins"
    table.press("B2")
    assert str(table.shown["prompt"]).endswith(
        "to which neighbor, but not B3? Press B2 again to put it back"
    )
    table.press("B2")
    table.press("A1")
    assert "ban-5-6" not in table.shown["svg"], "only the stack that was moved may not go back"
    position = {"board": board, "die": 3, "last": ["B3", "B2", 4]}
    other = Table(gk.Match("take-back-toe", seed=1, position=position), seats=TWO_PEOPLE)
    assert "ban-" not in other.shown["svg"], "another number may go back"


def test_choosing_another_stack_chooses_it() -> None:
    table = Table(red_to_move(), seats=TWO_PEOPLE)
    table.press("B1")
    table.press("B3")
    assert table.shown["message"] is None
    assert table.shown["prompt"].endswith(
        "from B3 to which neighbor? Press B3 again to put it back"
    )
    table.press("C3")
    assert texts(table) == ["B3-C3"]


def test_a_mark_for_an_illegal_cell_is_above_the_piece() -> None:
    table = Table(red_to_move(), seats=TWO_PEOPLE)
    table.press("A1")
    svg = table.shown["svg"]
    assert svg.index("corner-A1") > max(svg.rindex("gk-chip"), svg.rindex("gk-count"))


@pytest.mark.parametrize("game", [game.name for game in gk.games()])
def test_the_color_of_blue_is_blue(game: str) -> None:
    match = gk.Match(game, seed=1)
    is_blue = "gk-blue-second" in Table(match, seats=TWO_PEOPLE, viewer=gk.ALL).shown["svg"]
    assert is_blue == (match.names[1] == "Blue")


# --- the end ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "told", "won"),
    [
        (TWO_PEOPLE, "Red wins", 0),
        (("human", "random"), "You win", "you"),
        (("random", "human"), "You lose", "other"),
    ],
)
def test_a_result_addresses_the_player(seats: tuple[str, str], told: str, won: int | str) -> None:
    match = red_to_move()
    match.resign(1)
    table = Table(match, seats=seats)
    assert (table.shown["outcome"], table.shown["won"]) == (told, won)
    assert table.shown["mover"] == 0


# --- what somebody else does -----------------------------------------------------------------


def test_a_bots_move_is_an_answer_that_waits_to_be_seen() -> None:
    table = Table(red_to_move(), seats=("human", FirstMove()))
    seen = []
    table.observe(
        lambda change: seen.append((change["new"]["ply"], change["new"]["reply"])), "shown"
    )
    table.type("B2-C2")
    assert seen == [(1, False), (2, True)]
    table.press(re.findall(r'gk-next[^>]*data-cell="(\w\d)"', table.shown["svg"])[0])
    assert not table.shown["reply"]


@pytest.mark.parametrize("game", [game.name for game in gk.games()])
def test_every_sentence_on_a_board_addresses_the_player(game: str) -> None:
    match, bot = gk.Match(game, seed=1, players=("You", "Club")), gk.bot("random")
    for _ in range(25):
        scene = scene_of(match.view(gk.PUBLIC))
        pieces = [piece.text for piece in scene.pieces if isinstance(piece, Words)]
        for said in (scene.name, scene.says, scene.prompt, *pieces):
            assert not re.search(r"\bYou (has|is|was|\w+[^s]s)\b", said), said
        if match.result:
            break
        match.play(bot.choose(match.view(match.to_act), seed=match.ply))


def test_a_bot_in_the_middle_of_its_turn_is_not_said_to_be_thinking() -> None:
    table = Table(gk.Match("sliding-tic-tac-toe", seed=7), seats=("human", "random"), journal=False)
    said: list[tuple[str, Any]] = []
    table.observe(lambda _: said.append((table.shown["prompt"], table.shown["message"])), "shown")
    for _ in range(3):
        table.type(table.match.view(0).legal()[0].removesuffix(" ..."))
    told = [prompt for prompt, message in said if message and message["kind"] == "news"]
    assert any(prompt.endswith("is still moving …") for prompt in told)
    assert not any("thinking" in prompt for prompt in told)


def test_within_a_turn_a_part_can_be_undone_and_the_opponents_move_stays_in_sight() -> None:
    match = gk.Match("sliding-tic-tac-toe", seed=3)
    table = Table(match, seats=("human", "random"), journal=False)
    table.press("C5")
    answer = table.shown["message"]["text"]
    assert answer.startswith("Nought slides C5 right by 1")
    table.press("A1")
    told = table.shown["message"]["text"]
    assert told == f"Cross plays A1. Undo takes it back. {answer}"
    table.click("undo")
    assert table.match.ply == 3


def test_a_refusal_takes_the_marks_of_a_hint_off_the_board() -> None:
    table = Table(gk.Match("take-back-toe", seed=3), seats=("human", "random"), journal=False)
    table.click("hint")
    assert "gk-trail gk-hinted" in table.shown["svg"]
    table.press("C1")
    assert table.shown["message"]["kind"] == "refusal"
    assert "gk-trail gk-hinted" not in table.shown["svg"]


def test_a_move_that_has_a_button_is_not_offered_a_second_time() -> None:
    match = gk.Match("tic-tac-toe-evolved", seed=7).play("contest 2,2 ...")
    table = Table(match, seats=TWO_PEOPLE, viewer=gk.ALL, journal=False)
    table.type("bid 99")
    assert [choice["name"] for choice in table.shown["choices"]] == [f"bid {n}" for n in range(5)]
    assert table.shown["message"]["legal"] == []


@pytest.mark.parametrize(
    ("game", "text", "told"),
    [
        ("liars-dice", "0 x 9", "A claim names one die or more, and a face from 1 to 6."),
        ("take-back-toe", "nonsense", ""),
        ("sliding-tic-tac-toe", "north", ""),
        ("tactical-escape", "wander", ""),
    ],
)
def test_a_typed_text_that_is_no_move_is_quoted(game: str, text: str, told: str) -> None:
    table = Table(gk.Match(game, seed=1), seats=("human", "human"), journal=False)
    table.click("lift") if table.shown["curtain"] else None
    table.type(text)
    said = table.shown["message"]["text"]
    assert said.startswith(f"Not a move: “{text}”. ")
    assert said.endswith(told)


def test_a_typed_move_that_a_rule_forbids_is_not_called_no_move() -> None:
    table = Table(gk.Match("sliding-tic-tac-toe", seed=1), seats=TWO_PEOPLE, journal=False)
    table.type("A1")
    table.type("A1")
    assert table.shown["message"]["kind"] == "refusal"
    assert "Not a move" not in table.shown["message"]["text"]


MADE: dict[str, Callable[[], Widget]] = {
    "table": lambda: gw.Table("take-back-toe", seats=("human", "human")),
    "task": lambda: gw.Task(gk.Match("take-back-toe", seed=1), "Win."),
    "board": lambda: gw.Board(gk.Match("take-back-toe")),
    "replay": lambda: gw.Replay(gk.Match("take-back-toe")),
    "lab": lambda: gw.Lab("take-back-toe", games=200),
}


@pytest.mark.parametrize("kind", MADE)
def test_a_closed_widget_leaves_nothing_behind(kind: str) -> None:
    before = set(_instances)
    widget = MADE[kind]()
    assert set(_instances) > before
    widget.close()
    assert set(_instances) == before
    widget.close()  # closing again does no harm


def test_every_board_of_a_lab_goes_when_the_next_one_comes() -> None:
    lab = gw.Lab("take-back-toe", games=200)
    before = len(_instances)
    for columns in (5, 6, 4):
        lab.set(columns=columns)
    assert len(_instances) == before
    assert lab.is_running
    lab.close()
    assert not lab.is_running


def test_somebody_elses_layout_stays() -> None:
    mine = Layout(width="300px")
    table = gw.Table("take-back-toe", seats=("human", "human"))
    table.layout = mine
    table.close()
    assert mine.comm is not None


def test_the_latest_move_stays_in_sight_while_the_next_is_picked() -> None:
    table = Table(gk.Match("take-back-toe", seed=7), seats=("human", FirstMove()))
    table.type("B2-A2")
    told = table.shown["message"]
    assert told["kind"] == "news"
    start = next(move for move in table.match.legal()).split("-")[0]
    table.press(start)
    assert (start in table._gesture.pressed, table.shown["message"]) == (True, told)
    table.press(start)
    assert (table._gesture.pressed, table.shown["message"]) == ((), told)


def test_the_latest_move_stays_in_sight_until_the_turn_is_over() -> None:
    table = Table(gk.Match("tactical-escape", seed=3), seats=("human", FirstMove()))
    while not (told := table.shown["message"]) or told["kind"] != "news":
        table.press(table.shown["choices"][0]["name"])
    turn = table.match.state.turn
    table.press(table.match.legal()[0].split()[0])
    assert (table.match.state.turn, table.match.to_act) == (turn, 0)
    replied = told["text"].split(". ")[0]  # a reminder may come after it
    assert replied in table.shown["message"]["text"]


@pytest.mark.rule("TBT-17")
def test_the_table_warns_of_moves_that_let_the_other_player_win() -> None:
    board = {"A1": 24, "B3": 4, "C1": 3, "C2": 3, "C3": 1, "C4": 5}
    match = gk.Match("take-back-toe", seed=1, position={"board": board, "die": 2})
    table = Table(match, seats=TWO_PEOPLE)
    assert table.shown["message"]["text"] == (
        "Careful: B3 to C3, C4 to B4 and C4 to C3 would let Green win at once. "
        "As it stands, Green wins next with a 2."
    )
    table.press("B3")
    assert words(table)["ends-C3"] == "loses"
    assert "ends-B4" not in words(table)
    official = Table(match, seats=TWO_PEOPLE, assist=False)
    assert "Careful" not in str(official.shown["message"])


@pytest.mark.rule("TBT-17")
def test_a_lifted_stack_shows_where_it_wins() -> None:
    board = {"A1": 3, "A2": 3, "A3": 1, "B3": 4, "C4": 29}
    match = gk.Match("take-back-toe", seed=1, position={"board": board, "die": 2})
    table = Table(match, seats=TWO_PEOPLE)
    table.press("B3")
    assert words(table)["ends-A3"] == "wins"
