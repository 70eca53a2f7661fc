"""People make the parts of a submission in any order, and may change each until the submission stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

import gamekit as gk
import gamekit_widgets as gw
from gamekit.games.death_match.rules import why_illegal
from gamekit.games.death_match.state import GARDEN, THREE_GAMES
from gamekit.games.flower_field.state import NOT_EMPTY
from gamekit_widgets.rooms.host_actions import Session, restore
from gamekit_widgets.rooms.playlist import Playlist
from tests.widgets.hall import come, tell
from tests.widgets.test_death_match import LINE, headings, table
from tests.widgets.test_pictures import by_key, choices, press

PARTS = {
    "dice": ("dice 2x3",),
    "tiles": ("tiles C3", "tiles C3", "tiles C4"),
    "flowers": ("flowers C2", "flowers red", "flowers stop"),
}
LAID = {"rows": ["......", "......", "......", "......", "X.O...", "......"], "turns": [1, 1]}
THREES = 3  # "1x3"
CHALLENGED = (
    "flowers challenge",
    *(f"flowers {cell}" for cell in ("D2", "D3", "D4", "D5", "D3", "D4", "D5", "D6")),
)


def open_table(clock: str | None = None, seats: tuple[str, str] = ("human", "human")) -> gw.Table:
    """Player 0 is to move, and may slide after placing a tile."""
    position = {
        "liars_dice": {"dice": [[2, 2, 5, 6], [1, 3, 3, 4]]},
        "flower_field": {"board": LINE, "recent": ["D6"]},
        "sliding_tic_tac_toe": LAID,
        "turn": 2,
    }
    match = gk.Match("death-match", seed=1, clock=clock, players=("Ann", "Bo"), position=position)
    shown = gw.Table(match, seats=seats)
    if shown.shown["curtain"]:
        shown.click("lift")
    return shown


def played(shown: gw.Table) -> list[str]:
    return [entry.text for entry in shown.match.history if entry.player in (0, 1)]


def said(shown: gw.Table) -> str:
    message = shown.shown["message"]
    return str(message["text"]) if message and message["kind"] != "aim" else ""


# --- any order ---------------------------------------------------------------------------------


@pytest.mark.rule("DM-4")
@pytest.mark.parametrize("order", tuple(permutations(PARTS)), ids="-".join)
def test_parts_made_in_any_order_are_one_submission(order: tuple[str, ...]) -> None:
    shown, written = open_table(), open_table().match
    for done, part in enumerate(order):
        assert (shown.match.to_act, shown.match.state.turn) == (0, written.state.turn)
        press(shown, *PARTS[part])
        made = [heading.startswith("✓") for heading in headings(shown)]
        expected = [name in order[: done + 1] for name in PARTS]
        assert made == expected or done == 2
    written.play("2x3; C2 red; C3, slide C3 right 1")
    assert shown.match.to_act == 1
    assert shown.match.state.values() == written.state.values()
    assert played(shown) == [entry.text for entry in written.history if entry.player in (0, 1)]


def test_the_prompt_names_the_part_at_hand() -> None:
    shown = open_table()
    assert shown.shown["prompt"].startswith("Dice · Ann: pick how many dice show which face")
    press(shown, "flowers C2")
    assert shown.shown["prompt"] == "Flowers · Which color on C2? Press C2 again to cancel"
    press(shown, "flowers red", "flowers stop", "dice 2x3")
    assert shown.shown["prompt"] == (
        "Tiles · Ann: press an empty cell to place a tile, or slide any tile, also Bo's"
    )


def test_a_draft_is_drawn_on_its_board() -> None:
    shown = press(open_table(), "tiles C3", "flowers C2", "flowers red")
    drawn = by_key(shown.shown["svg"])
    assert "flowers-flower-15" in drawn
    assert sum(key.startswith("tiles-tile-") for key in drawn) == 3
    assert headings(shown) == ["to do", "begun", "now"]


def test_a_part_begun_early_continues_when_it_is_due() -> None:
    shown = press(open_table(), "flowers C2", "flowers red", "dice 2x3", *PARTS["tiles"])
    assert headings(shown)[2] == "now"
    assert played(shown)[-1] == "C2 red"
    press(shown, "flowers stop")
    assert shown.match.to_act == 1


def test_tiles_can_be_dragged_before_they_are_due() -> None:
    shown = press(open_table(), "tiles C3")
    assert "tiles C3" in shown.shown["grips"]
    press(shown, "tiles C3")
    assert shown.shown["grips"] == []


def test_the_neutral_tile_is_taken_up_before_tiles_are_due() -> None:
    shown = gw.Table(gk.Match("death-match", seed=1).play("1x1; D5 red; C3"), ("human", "human"))
    shown.click("lift")
    press(shown, "tiles A1", "tiles neutral")
    states = {choice["name"]: choice["state"] for choice in shown.shown["choices"]}
    assert states["tiles neutral"] == "pressed"
    press(shown, "tiles F6", "dice 1x2")
    assert played(shown)[-3:] == ["1x2", "A1", "N F6"]


def test_escape_lets_go_on_every_board() -> None:
    shown = press(open_table(), "flowers C2")
    assert "flowers red" in choices(shown)
    shown.hear({"do": "leave", "what": ""})
    assert "flowers red" not in choices(shown)
    press(shown, "flowers C2", "flowers C2")
    assert "flowers red" not in choices(shown), "a second press lets go as well"


def test_a_bot_answers_once_the_last_part_is_made() -> None:
    shown = press(open_table(seats=("human", "random")), *PARTS["flowers"], *PARTS["tiles"])
    assert shown.match.ply == 0
    press(shown, *PARTS["dice"])
    assert (shown.match.state.turn, shown.match.to_act) == (4, 0)


# --- refused -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("presses", "rule"),
    [
        (("flowers A1",), "FF-6"),
        (("tiles E1", "tiles E3"), "STT-6"),
        (("tiles E1", "tiles D2"), "STT-9"),
    ],
)
def test_a_board_that_is_not_due_refuses_moves_by_its_own_rules(
    presses: tuple[str, ...], rule: str
) -> None:
    early, due = press(open_table(), *presses), press(open_table(), "dice 2x3")
    if rule == "FF-6":
        press(due, *PARTS["tiles"])
    press(due, *presses)
    told, wanted = early.shown["message"], due.shown["message"]
    assert told["kind"] == "refusal"
    assert (told["text"], told["law"]) == (wanted["text"], wanted["law"])
    assert (told["law"]["id"], told["legal"]) == (rule, [])
    assert early.match.ply == 0
    assert not any(choice.endswith("revise") for choice in choices(early))


def anywhere(rules: Any, state: Any, cell: int) -> int:
    return 0 if state.flowers[cell] == 0 else NOT_EMPTY


def never_beside_a_claim_of_threes(rules: Any, state: Any, move: int) -> int:
    is_refused = state.part == GARDEN and state.noted == THREES
    return THREE_GAMES if is_refused else why_illegal(rules, state, move)


def test_a_board_that_is_not_due_keeps_to_the_rules_of_a_variant() -> None:
    game = gk.load("death-match").variant(why_no_planting=anywhere)
    shown = gw.Table(gk.Match(game, seed=1), seats=("human", "human"))
    shown.click("lift")
    press(shown, "flowers A1", "flowers red", "flowers stop", "tiles C3", "dice 1x1")
    assert played(shown) == ["1x1", "C3", "A1 red", "stop"]


def test_a_draft_that_the_other_parts_forbid_is_refused_when_it_is_due() -> None:
    game = gk.load("death-match").variant(why_illegal=never_beside_a_claim_of_threes)
    shown = gw.Table(gk.Match(game, seed=1), seats=("human", "human"))
    shown.click("lift")
    press(shown, "flowers D5", "flowers red", "flowers stop", "tiles C3", "dice 1x3")
    assert shown.shown["message"]["kind"] == "refusal"
    assert (played(shown), headings(shown)[2]) == (["1x3", "C3"], "now")
    press(shown, "dice revise", "dice 1x1")
    assert (played(shown), said(shown)) == (["1x1", "C3"], "")


def test_a_refused_move_leaves_drafts_alone() -> None:
    shown = press(open_table(), *PARTS["flowers"])
    shown.type("1x9")
    assert shown.shown["message"]["kind"] == "refusal"
    assert headings(shown)[2] == "✓ C2 red"


def test_a_made_part_takes_no_more_presses() -> None:
    shown = press(open_table(), *PARTS["flowers"], "flowers D7")
    assert "To change it, press Take back flowers." in said(shown)
    press(shown, *PARTS["dice"], *PARTS["tiles"][:1])
    assert shown.match.ply == 2
    press(shown, "dice 2x4")
    assert "To change it, press Take back dice." in said(shown)


# --- anew --------------------------------------------------------------------------------------


@pytest.mark.rule("DM-Q13")
@pytest.mark.parametrize("clock", [None, "official"])
@pytest.mark.parametrize("order", tuple(permutations(PARTS)), ids="-".join)
def test_a_part_can_be_remade_without_losing_the_others(
    order: tuple[str, ...], clock: str | None
) -> None:
    shown, anew = (
        open_table(clock),
        {**PARTS, "dice": ("dice 3x4",), "tiles": ("tiles B2", "tiles stop")},
    )
    anew["flowers"] = ("flowers D7", "flowers blue", "flowers stop")
    first, second, last = order
    press(shown, *PARTS[first], *PARTS[second])
    press(shown, f"{first} revise")
    made = dict(zip(PARTS, headings(shown), strict=True))
    assert made[first] == "now"
    assert made[second].startswith("✓")
    press(shown, *anew[first], *PARTS[last])
    assert shown.match.to_act == 1
    wanted = {"dice": "3x4", "tiles": "B2", "flowers": "D7 blue"}[first]
    kept = {"dice": "2x3", "tiles": "slide C3 right 1", "flowers": "C2 red"}
    assert {wanted, kept[second], kept[last]} <= set(played(shown))
    assert kept[first] not in played(shown)


@pytest.mark.rule("DM-Q13")
def test_no_part_can_be_remade_once_the_submission_stands() -> None:
    shown = open_table()
    for part in ("flowers", "tiles", "dice"):
        press(shown, *PARTS[part])
    stood = shown.match.state.values()
    shown.click("lift")
    press(shown, "flowers revise", "dice revise")
    assert not any(choice.endswith("revise") for choice in choices(shown))
    shown.click("undo")
    assert shown.shown["message"]["kind"] == "refusal"
    assert shown.match.state.values() == stood


def test_undo_takes_back_the_latest_part() -> None:
    shown = press(open_table(), "flowers C2", "flowers red", "dice 2x3", "tiles C3")
    assert played(shown) == ["2x3", "C3"]
    shown.click("undo")
    shown.click("undo")
    assert (played(shown), headings(shown)[2]) == ([], "begun")
    shown.click("undo")
    assert headings(shown) == ["now", "to do", "to do"]
    assert next(c["why"] for c in shown.shown["controls"] if c["name"] == "undo")


def test_undo_names_the_part_that_it_takes_back() -> None:
    def undo() -> str:
        return next(c["label"] for c in shown.shown["controls"] if c["name"] == "undo")

    shown = open_table()
    assert undo() == "Undo"
    press(shown, *PARTS["flowers"])
    assert undo() == "Undo flowers"
    press(shown, "dice 2x3")
    assert undo() == "Undo dice"


def test_presses_on_a_board_stay_while_other_parts_are_made_and_taken_back() -> None:
    shown = press(open_table(), "dice number 2", *PARTS["flowers"])
    assert "dice number 2" in pressed(shown)
    press(shown, "tiles C3", "tiles C3", "dice face 3", "dice face 3")
    assert (played(shown), pressed(shown)) == (["2x3", "C3"], ["tiles C3"])
    press(shown, "dice revise")
    assert pressed(shown) == ["tiles C3"]
    shown = press(open_table(), "tiles E3", "dice 2x3")
    assert pressed(shown) == ["tiles E3"], "it was picked before tiles were due"
    press(shown, "dice revise")
    assert pressed(shown) == ["tiles E3"]


def pressed(shown: gw.Table) -> list[str]:
    cells = re.findall("<g[^>]*gk-pressed[^>]*>", shown.shown["svg"])
    return [re.findall('data-cell="([^"]*)"', cell)[0] for cell in cells]


def test_a_claim_that_is_brought_back_is_followed_by_the_drafts() -> None:
    shown = press(open_table(), "dice 2x3")
    shown.click("undo")
    press(shown, *PARTS["tiles"])
    shown.click("redo")
    assert played(shown) == ["2x3", "C3", "slide C3 right 1"]


# --- challenges of flowers ---------------------------------------------------------------------


@pytest.mark.rule("DM-4")
def test_the_result_of_a_challenge_shows_when_the_submission_stands() -> None:
    shown = press(open_table(), *CHALLENGED)
    drawn = by_key(shown.shown["svg"])
    assert headings(shown)[2] == "✓ made"
    assert "flowers-flower-26" in drawn, "nothing is caught yet"
    assert (said(shown), shown.shown["prompt"].count("Duplicates")) == ("", 0)
    press(shown, *PARTS["dice"], *PARTS["tiles"])
    assert said(shown).startswith("Ann names D3 D4 D5 D6. Duplicates! Bo lost a life")
    assert list(shown.match.state.flower_field.lives) == [3, 2]


def test_caught_fields_lose_their_marks_once_a_flower_is_drafted() -> None:
    shown = press(open_table(), *CHALLENGED, *PARTS["tiles"], *PARTS["dice"])
    shown.click("lift")
    assert "flowers-caught-2" in by_key(shown.shown["svg"])
    press(shown, "flowers D6", "flowers blue")
    assert "flowers-caught-2" not in by_key(shown.shown["svg"])


@pytest.mark.rule("DM-Q5")
def test_after_a_drafted_challenge_that_failed_only_flowers_are_made_again() -> None:
    shown = press(table(board={**LINE, "D6": "R"}), *CHALLENGED, "tiles C3", "dice 1x1")
    assert "· The two fields are not equivalent. Ann lost a life." in shown.shown["prompt"]
    assert headings(shown) == ["✓ made", "✓ made", "now"]
    assert shown.shown["curtain"] is None, "it is still Ann's turn"
    press(shown, "tiles C4", "flowers C2", "flowers red")
    assert [choice for choice in choices(shown) if "revise" in choice] == []
    press(shown, "flowers revise")
    assert played(shown)[-1] == "D3 D4 D5 D6"
    press(shown, *PARTS["flowers"])
    assert shown.match.to_act == 1


def test_a_game_that_takes_no_part_cannot_be_drafted() -> None:
    position = {"flower_field": {"board": LINE, "recent": ["D6"], "to_move": 1}}
    game = gk.load("death-match").with_(ff_redo="next_turn")
    shown = gw.Table(gk.Match(game, seed=1, position=position), seats=("human", "human"))
    shown.click("lift")
    press(shown, "flowers C2")
    assert said(shown) == "Flowers take no part in this submission."
    assert headings(shown)[2] == "takes no part"


# --- nobody else's -----------------------------------------------------------------------------


@pytest.mark.rule("DM-8")
def test_a_draft_is_shown_to_its_maker_alone() -> None:
    shown = open_table()
    others = [gw.Table(shown.match, ("human", "human"), viewer) for viewer in (1, gk.PUBLIC)]
    seen = [dict(other.shown) for other in others]
    still = shown._repr_mimebundle_()[0]["text/html"]
    press(shown, *PARTS["flowers"], *PARTS["tiles"], "flowers revise", "flowers C2")
    assert [dict(other.shown) for other in others] == seen
    assert shown._repr_mimebundle_()[0]["text/html"] == still


@pytest.mark.rule("DM-8")
def test_a_curtain_hides_a_draft() -> None:
    position = {"flower_field": {"board": LINE, "recent": ["D6"]}}
    match = gk.Match("death-match", seed=1, clock=gk.Clock(600), position=position)
    shown = gw.Table(match, seats=("human", "human"))
    before = shown.shown["svg"]
    shown.click("lift")
    press(shown, "flowers C2", "flowers red")
    shown.click("pause")
    assert shown.shown["svg"] == before
    shown.click("resume")
    if shown.shown["curtain"]:
        shown.click("lift")
    assert headings(shown)[2] == "now"
    assert "flowers-flower-15" in by_key(shown.shown["svg"])


def test_a_draft_is_for_one_submission() -> None:
    shown = press(open_table(), "flowers C2", "flowers red")
    shown.match.play("2x3; D7 blue; C3")
    shown.match.play("2x4; D1 blue; F1")
    shown.click("lift")
    assert headings(shown) == ["now", "to do", "to do"]
    press(shown, "flowers C4", "flowers red")
    assert headings(shown)[2] == "now"
    shown.set_up(first="random")
    shown.click("lift")
    press(shown, "dice 1x1", "tiles A1")
    assert (headings(shown)[2], said(shown)) == ("now", "")
    assert "C4 red" not in played(shown)


def test_drafts_that_are_played_elsewhere_are_not_played_again() -> None:
    shown = press(open_table(), *PARTS["tiles"])
    shown.match.play("2x3 ...")
    press(shown, "tiles B2")
    assert played(shown) == ["2x3", "B2"]
    assert said(shown) == "Ann plays B2. Undo takes it back. Ann claims two 3s."


def test_nobody_drafts_on_an_earlier_board() -> None:
    shown = open_table()
    before = shown.shown["svg"]
    press(shown, "flowers C2", "flowers red", "dice 2x3")
    shown.look(0)
    assert "flowers-flower-15" not in by_key(shown.shown["svg"])
    shown.click("latest")
    assert "flowers-flower-15" in by_key(shown.shown["svg"])
    assert shown.shown["svg"] != before


# --- rooms -------------------------------------------------------------------------------------


@pytest.fixture
def room(tmp_path: Any) -> Iterator[Session]:
    found = Session(Playlist("death-match"), seed=1, folder=tmp_path / "room")
    yield found
    found.close()


@pytest.mark.rule("DM-8", "DM-Q13")
def test_in_a_room_parts_are_drafted_and_remade_unseen(room: Session, tmp_path: Any) -> None:
    people = [come(room, name) for name in ("Ann", "Bo")]
    room.start()
    (meeting,) = room.meetings
    mover = meeting.to_move
    other = next(person for person in people if person is not mover)
    seen = meeting.seat_of(other).fresh(whole=True)
    presses = ("flowers C4", "flowers red", "flowers stop", "dice 1x1", "dice revise")
    for what in presses:
        assert tell(room, mover, "press", what) == ""
    own = by_key(meeting.seat_of(mover).fresh(whole=True)["svg"])
    assert own["flowers-stands"].text == "✓ C4 red"
    assert meeting.match.ply == 0
    told = meeting.seat_of(other).fresh(whole=True)
    assert {**told, "moves": 0, "late": 0} == {**seen, "moves": 0, "late": 0}
    assert "C4" not in str(told["late"])
    for what in ("tiles C3", "tiles stop", "dice 1x2"):
        tell(room, mover, "press", what)
    assert meeting.match.to_act == 1 - meeting.player_of(mover)
    room.close()
    again = Session(Playlist("death-match"), seed=1, folder=tmp_path / "room")
    restore(again, again.diary.events)
    assert again.meetings[0].match.state.values() == meeting.match.state.values()
    again.close()
