"""A room without a server: who plays whom, what each person may do and know, and what the room saves."""

from __future__ import annotations

import gc
import json
import shutil
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gamekit as gk
import gamekit_widgets as gw
from gamekit.storage.journal import summed
from gamekit_widgets.browser_page import UNHEARD
from gamekit_widgets.rooms import browser_connection
from gamekit_widgets.rooms.host_actions import Session
from gamekit_widgets.rooms.people import MOST, Person
from gamekit_widgets.rooms.results import compared, standings, study, table
from gamekit_widgets.rooms.wall import in_words
from tests.published_games import mancala, pig
from tests.widgets.hall import NAMES, Hall, come, pairs, play_out, tell, wall_of

# --- who plays whom --------------------------------------------------------------------------


def test_people_are_paired_at_random_and_the_one_left_over_gets_a_bot(hall: Hall) -> None:
    room = hall.room(people=5)
    assert room.meetings == []
    room.start()
    assert len(room.meetings) == 3
    assert sorted(name for pair in pairs(room) for name in pair) == sorted([*NAMES, "Bot (random)"])


def test_the_one_left_over_may_wait_for_the_next_newcomer(hall: Hall) -> None:
    room = hall.room(people=3, odd="wait")
    room.start()
    (left,) = room.waiting
    come(room, "Di")
    assert pairs(room)[1] == {left.name, "Di"}


def test_a_latecomer_waits_a_little_then_gets_a_bot(hall: Hall) -> None:
    room = hall.room(people=2)
    room.start()
    late = come(room, "Cy")
    room.tick()
    assert room.meeting_of(late) is None
    room.now = lambda: 11.0
    room.tick()
    assert pairs(room)[1] == {"Cy", "Bot (random)"}


def test_everybody_may_play_a_bot(hall: Hall) -> None:
    room = hall.room(people=3, pairs="bots")
    room.start()
    assert pairs(room) == [{name, "Bot (random)"} for name in NAMES[:3]]


def test_a_list_says_who_plays_whom(hall: Hall) -> None:
    room = hall.room(people=5, pairs=[("Ann", "Eve"), ("Di", "Bo")])
    room.start()
    assert pairs(room) == [{"Ann", "Eve"}, {"Di", "Bo"}]
    assert [person.name for person in room.waiting] == ["Cy"]
    with pytest.raises(gk.GameError, match="list of pairs"):
        hall.room(pairs=[("Ann",)])


def test_people_choose_each_other(hall: Hall) -> None:
    room = hall.room(people=3, pairs="choice")
    room.start()
    ann, bo, cy = room.people
    assert tell(room, ann, "room", "play-2") == ""
    assert room.meetings == []
    labels = [button["label"] for button in browser_connection.buttons(room, bo)]
    assert labels == ["Play Ann, who asks you", "Play Cy"]
    assert tell(room, bo, "room", "play-1") == ""
    assert pairs(room) == [{"Ann", "Bo"}]
    assert tell(room, cy, "room", "play-1") == "You cannot do that now."


def test_a_rematch_changes_sides_and_the_next_opponent_is_another(hall: Hall) -> None:
    room = hall.room(people=2, odd="wait")
    room.start()
    ann, bo = room.people
    first = room.meetings[0]
    assert tell(room, ann, "room", "again") == "You cannot do that now."
    first.match.resign(0)
    assert tell(room, ann, "room", "again") == ""
    assert browser_connection.place_for(room, bo)["text"] == "Ann would like a rematch."
    assert tell(room, bo, "room", "again") == ""
    assert room.meetings[1].who == first.who[::-1]
    room.meetings[1].match.resign(0)
    assert tell(room, ann, "room", "next") == ""
    assert browser_connection.place_for(room, bo)["text"] == "Ann has moved on."
    come(room, "Cy")
    assert pairs(room)[2] == {"Ann", "Cy"}


def test_pairs_that_have_met_are_avoided(hall: Hall) -> None:
    room = hall.room(people=4)
    room.start()
    for _ in range(2):
        for meeting in room.meetings:
            if not meeting.is_over:
                meeting.match.resign(0)
        room.pair()
    met = [frozenset(pair) for pair in pairs(room)]
    assert len(met) == len(set(met)) == 6


def test_several_games_are_played_a_round_each(hall: Hall) -> None:
    room = hall.room(["liars-dice", "take-back-toe"])
    room.start()
    room.meetings[0].match.resign(0)
    room.pair()
    assert [meeting.match.game.name for meeting in room.meetings] == [
        "liars-dice",
        "take-back-toe",
    ]
    assert table(room)["round"].tolist() == [1, 1]


def test_somebody_who_stays_away_keeps_nobody_waiting(hall: Hall) -> None:
    room = hall.room(odd="wait")
    room.start()
    ann, bo = room.people
    room.is_back(bo, is_here=False)
    assert "Bo is away" in browser_connection.place_for(room, ann)["text"]
    assert browser_connection.buttons(room, ann) == []
    woken = list[Person]()
    room.wake, room.now = woken.append, lambda: 61.0
    room.tick()
    assert ann in woken, "nothing else may happen in the room for a long time"
    assert tell(room, ann, "room", "next") == ""
    assert room.meeting_of(ann) is None


def test_a_match_that_ended_early_offers_nothing_until_that_is_undone(hall: Hall) -> None:
    room = hall.room(odd="wait")
    room.start()
    _, bo = room.people
    (meeting,) = room.meetings
    move = meeting.match.legal()[0]
    room.remove("Ann" if meeting.to_move is bo else "Bo")
    left = next(iter(room.people))

    def offered() -> tuple[str, list[str], str]:
        shown = meeting.seat_of(left).fresh(whole=True)
        return shown["prompt"], [each["name"] for each in shown["controls"]], shown["typing"]

    stopped = offered()
    assert stopped == ("Play is stopped", [], "")
    room.pause()
    room.start()
    assert offered() == stopped
    assert tell(room, left, "type", move) == "Somebody left this match early."
    room.undo()
    assert "resign" in offered()[1]
    assert tell(room, left, "type", move) == ""


# --- people ----------------------------------------------------------------------------------


def test_names_are_unique_and_have_a_greatest_length(hall: Hall) -> None:
    room = hall.room(people=0)
    assert [come(room, name).name for name in ("Ann", " ann ", "Ann")] == ["Ann", "ann 2", "Ann 3"]
    for name in ("", "  ", "x" * 25, "a\x00b", "a\u202eb", "\ud800", 5, None, ["Ann"]):
        with pytest.raises(gk.GameError, match="Type a name"):
            room.enter(name)
    assert come(room, "<b>&amp;</b>").name == "<b>&amp;</b>"
    spelled = [
        come(room, name).name for name in ("José", "Jose\u0301", "Zoë 👩\u200d🚀", "A\u200dnn")
    ]
    assert spelled == ["José", "José 2", "Zoë 👩\u200d🚀", "A\u200dnn 4"]


def test_a_token_brings_back_its_owner_only(hall: Hall) -> None:
    room = hall.room(people=0)
    ann, token = room.enter("Ann")
    _, other = room.enter("Bo")
    assert room.people.back(token) is ann
    assert token != other
    for wrong in ("", token[:-1], ann.mark, None, 5, "\ud800"):
        assert room.people.back(wrong) is None


def test_a_removed_person_leaves_their_match_and_cannot_come_back(hall: Hall) -> None:
    room = hall.room(people=2, odd="wait")
    cy, token = room.enter("Cy")
    room.is_back(cy)
    room.start()
    (meeting,) = room.meetings
    gone = meeting.people[0]
    parted: list[tuple[Person, str]] = []
    room.parted = lambda person, said: parted.append((person, said))
    room.remove(gone.name)
    assert parted == [(gone, "The person who runs this room has removed you.")]
    assert meeting.is_left
    assert gone not in list(room.people)
    assert [person for person in room.waiting if person is gone] == []
    room.remove("Cy") if gone is not cy else None
    assert room.people.back(token) is None
    assert standings(room)[0]["name"] == room.called(next(iter(room.people)))
    with pytest.raises(gk.GameError, match="Nobody here is called 'Zoe'"):
        room.remove("Zoe")


def test_finished_games_of_somebody_who_was_removed_still_count(hall: Hall) -> None:
    room = hall.room()
    room.start()
    play_out(room)
    room.remove("Ann")
    assert sorted(table(room)["name"]) == ["Ann", "Bo"]
    assert [each["name"] for each in standings(room)] == ["Bo"]
    assert study(room).metrics.loc["first-player score", "n"] == 1


def test_a_full_room_has_room_again_once_somebody_is_removed(hall: Hall) -> None:
    room = hall.room(people=0)
    for n in range(MOST):
        room.enter(f"Guest {n}")
    with pytest.raises(gk.GameError, match="is full"):
        room.enter("Ann")
    room.remove("Guest 7")
    assert room.enter("Ann")[0].number == MOST + 1


def test_a_new_name_is_shown_at_the_table_and_kept(hall: Hall, tmp_path: Path) -> None:
    room = hall.room("take-back-toe", folder=tmp_path)
    room.start()
    (meeting,) = room.meetings
    room.rename("Ann", "Anna")
    assert set(meeting.match.names) == {"Anna", "Bo"}
    seat = meeting.seat_of(room.people[2])
    assert "Anna" in str(seat.fresh(whole=True)["players"])
    for wrong in ("bo", "", "x" * 30):
        with pytest.raises(gk.GameError):
            room.rename("Anna", wrong)
    meeting.match.resign(meeting.player_of(room.people[1]))
    room.close()
    again = hall.room("take-back-toe", folder=tmp_path)
    assert [person.name for person in again.people] == ["Anna", "Bo"]
    assert "Anna resigned" in str(again.meetings[0].result)


def test_somebody_who_lost_their_phone_goes_on_at_their_seat(hall: Hall, tmp_path: Path) -> None:
    room = hall.room("take-back-toe", folder=tmp_path, people=0, odd="wait")
    keys = {name: room.enter(name)[1] for name in ("Ann", "Bo")}
    for person in room.people:
        room.is_back(person)
    room.start()
    (meeting,) = room.meetings
    ann = room.people[1]
    again, key = room.enter("Ann")
    assert again.name == "Ann 2"
    moved: list[tuple[Person, Person]] = []
    room.moved_over = lambda person, seat: moved.append((person, seat))
    room.reseat("Ann 2", at="Ann")
    assert moved == [(again, ann)]
    assert room.people.back(key) is ann
    assert room.people.back(keys["Ann"]) is None, "whoever has the phone has no seat"
    assert room.meeting_of(ann) is meeting
    assert [person.name for person in room.people] == ["Ann", "Bo"]
    assert not meeting.is_left
    with pytest.raises(gk.GameError, match="already"):
        room.reseat("Ann", at="Ann")
    room.close()
    opened = hall.room("take-back-toe", folder=tmp_path)
    back = opened.people.back(key)
    assert back
    assert (back.number, back.name) == (1, "Ann")
    assert opened.meeting_of(back) is opened.meetings[0]


def test_nobody_can_be_called_like_a_bot(hall: Hall) -> None:
    room = hall.room(people=0, pairs="bots")
    assert come(room, "Bot (random)").name == "Bot (random) 2"
    with pytest.raises(gk.GameError, match="already"):
        room.rename("Bot (random) 2", "bot (Random)")
    room.start()
    assert pairs(room) == [{"Bot (random)", "Bot (random) 2"}]


# --- what is heard ---------------------------------------------------------------------------


def in_play(hall: Hall) -> tuple[Session, Person, Person]:
    """Return a room with a match, the player to move there, and the other player."""
    room = hall.room("liars-dice")
    room.start()
    mover = room.meetings[0].to_move
    assert isinstance(mover, Person)
    other = room.meetings[0].opponent_of(mover)
    assert isinstance(other, Person)
    return room, mover, other


def test_the_person_to_move_is_called_you_by_their_own_page_alone(hall: Hall) -> None:
    room = hall.room(pig.GAME)
    room.start()
    meeting = room.meetings[0]
    mover = meeting.match.to_act
    pages = [meeting.seat_of(person) for person in meeting.who] + [meeting.watcher]
    prompts = [page.fresh(whole=True)["prompt"] for page in pages]
    others = f"{meeting.names[mover]} is to move"
    assert prompts[mover] == "You are to move"
    assert [prompts[1 - mover], prompts[2]] == [others, others]


def test_only_the_person_to_move_can_move(hall: Hall) -> None:
    room, mover, other = in_play(hall)
    match = room.meetings[0].match
    assert tell(room, other, "type", "1x1") == ""
    assert match.ply == 0
    assert room.meetings[0].seat_of(other).fresh()["message"]["text"]
    assert tell(room, mover, "type", "1x1") == ""
    assert match.ply == 1


def test_repeated_late_and_foreign_messages_change_nothing(hall: Hall) -> None:
    room, mover, other = in_play(hall)
    match = room.meetings[0].match
    message = {"n": 5, "match": 1, "ply": 0, "do": "type", "what": "1x1"}
    assert browser_connection.hear(room, mover, message) == ""
    assert browser_connection.hear(room, mover, message) == browser_connection.REPEATED
    assert browser_connection.hear(room, mover, message | {"n": 4}) == browser_connection.REPEATED
    assert (
        browser_connection.hear(room, other, message | {"what": "2x2"}) == browser_connection.LATE
    )
    assert tell(room, other, "type", "2x2", match=2) == browser_connection.ELSEWHERE
    assert tell(room, other, "type", "2x2", match=None) == browser_connection.ELSEWHERE
    assert match.ply == 1


def test_nothing_but_playing_is_offered(hall: Hall) -> None:
    room, mover, _ = in_play(hall)
    match = room.meetings[0].match
    tell(room, mover, "type", "1x1")
    before = match.history, match.timer
    for button in ("undo", "redo", "here", "hint", "ask", "new", "pause", "step", "lift", "back"):
        assert tell(room, mover, "click", button) == UNHEARD
    for action, what in (("answer", {"first": "1"}), ("pace", "fast"), ("view", "1")):
        tell(room, mover, action, what)
    assert (match.history, match.timer) == before
    tell(room, mover, "click", "resign")
    assert match.result is None
    tell(room, mover, "click", "resign-now")
    assert match.result


def test_no_message_mentions_a_button_that_the_room_lacks(hall: Hall) -> None:
    room = hall.room("sliding-tic-tac-toe")
    room.start()
    (meeting,) = room.meetings
    for move in ("C3", "D4", "stop", "E5"):
        mover = meeting.to_move
        assert isinstance(mover, Person)
        tell(room, mover, "press", move)
    told = str(meeting.seat_of(mover).fresh(whole=True)["message"])
    assert "D4" in told
    assert "Undo" not in told


NONSENSE: list[object] = [
    None, True, -1, 10**400, 1.5, float("nan"), "", "B2", "\ud800", "x" * 100_000, [], {}, {1: 2},
    {"pad": True, "text": ""},
]  # fmt: skip


def test_every_message_is_obeyed_or_answered_with_a_sentence(hall: Hall) -> None:
    room, mover, other = in_play(hall)
    match = room.meetings[0].match
    for person in (other, mover):
        for message in (*NONSENSE, {"n": 0}, {"n": True}, {"n": "1"}, {"n": 1 << 31}):
            assert browser_connection.hear(room, person, message) == browser_connection.UNREADABLE
        for action in ("press", "click", "look", "flag", "room", "notes", "", None, [], {}):
            for what in NONSENSE:
                assert isinstance(tell(room, person, action, what), str)
    assert match.ply == 0


def test_nobody_moves_in_a_pause_or_after_the_end(hall: Hall) -> None:
    room, mover, _ = in_play(hall)
    match = room.meetings[0].match
    for stop, sentence in ((room.pause, "The room is paused."), (room.end, "The room has closed.")):
        stop()
        assert tell(room, mover, "type", "1x1") == sentence
        assert match.ply == 0
    with pytest.raises(gk.GameError, match="has ended"):
        room.start()


def failing() -> gk.Game:
    """Return a game whose rules fail at the first move, as a designer's rules may."""

    game = gk.load("take-back-toe")
    original = game.apply

    def apply(rules: Any, state: Any, move: int) -> None:
        if state.die:
            raise IndexError("list index out of range")
        original(rules, state, move)

    return game.variant(apply=apply)


def test_the_player_and_the_wall_learn_that_rules_fail(hall: Hall) -> None:
    room = hall.room(failing())
    room.start()
    (meeting,) = room.meetings
    match, ann = meeting.match, meeting.who[meeting.match.to_act]
    said = tell(room, ann, "type", "B2-A2")
    assert said == browser_connection.BROKEN
    assert room.trouble == "The game's own code failed: IndexError: list index out of range"
    assert match.ply == 0


def test_clocks_stand_still_in_a_pause_and_fall_without_a_browser(hall: Hall) -> None:
    room = hall.room("take-back-toe", clock=gk.Clock(10, 0))
    room.start()
    meeting, now = room.meetings[0], 0.0
    meeting.match.timer = lambda: now
    meeting.match.goto(0)
    room.pause()
    now = 100.0
    room.start()
    room.tick()
    assert meeting.match.result is None
    now = 111.0
    room.tick()
    assert meeting.match.result
    assert meeting.match.result.rule == "X-Q2"


# --- what is seen ----------------------------------------------------------------------------


def test_each_browser_gets_only_what_its_seat_may_know(hall: Hall) -> None:
    room = hall.room()
    room.start()
    (meeting,) = room.meetings
    for person in room.people:
        player = meeting.player_of(person)
        sent = meeting.seat_of(person).fresh(whole=True)
        other = meeting.seat_of(meeting.opponent_of(person)).fresh(whole=True)  # type: ignore[arg-type]
        assert sent["svg"] != other["svg"]
        assert sent["players"][player]["who"] == "you"
        assert str(meeting.match.seed) not in str(sent)


def test_only_changes_are_sent_again(hall: Hall) -> None:
    room = hall.room("take-back-toe")
    room.start()
    (meeting,) = room.meetings
    mover = meeting.to_move
    assert isinstance(mover, Person)
    seat = meeting.seat_of(mover)
    seat.fresh()
    assert seat.fresh() == {}
    tell(room, mover, "type", "Z9-Z8")
    assert set(seat.fresh()) == {"message"}
    tell(room, mover, "type", meeting.match.legal()[0])
    assert {"svg", "late", "ply"} <= set(seat.fresh())


# --- what is left of it ----------------------------------------------------------------------


def test_finished_games_become_a_study(hall: Hall) -> None:
    room = hall.room(people=4)
    room.start()
    play_out(room, 1)
    assert ", 1 game, people" in repr(study(room))
    room.meetings[1].match.resign(1)
    found = study(room)
    assert found.games["ending"].tolist()[1] == "X-Q9"
    assert found.games["winner"].tolist()[1] == 0
    assert found.games["moves"].tolist()[0] == room.meetings[0].match.ply
    assert found.games["choices"].tolist()[0] > found.games["moves"].tolist()[0]
    assert found.metrics.loc["first-player score", "n"] == 2
    assert "people against people" in repr(found)


def test_a_match_that_nobody_is_at_any_more_is_put_away_and_still_counts(
    hall: Hall, tmp_path: Path
) -> None:
    room = hall.room("take-back-toe", people=2, folder=tmp_path)
    room.start()
    wall = wall_of(room)
    match = play_out(room)
    journal = match.journal
    assert journal
    told = [table(room).to_csv(), repr(study(room).report()), standings(room), str(match.record)]
    for person in room.people:
        assert room.meetings[0].match is match, "somebody may still look at it"
        tell(room, person, "room", "again")
    assert pairs(room) == [{"Ann", "Bo"}] * 2
    wall.refresh()
    assert [card["number"] for card in wall.shown["cards"]] == [2]
    found = [table(room).to_csv(), repr(study(room).report()), standings(room)]
    again = room.meetings[0].match
    assert [*found[:2], str(again.record)] == [*told[:2], told[3]]
    assert [each["score"] for each in found[2]] == [each["score"] for each in told[2]]
    assert again is not match
    gone = weakref.ref(match)
    del match, again
    gc.collect()
    assert gone() is None
    room.workers.close()
    gk.read(journal.path, journal=True)  # nobody else is writing it


def test_a_study_needs_a_game(hall: Hall) -> None:
    with pytest.raises(gk.GameError, match="nothing to study"):
        study(hall.room())


def test_games_against_bots_are_in_the_results_and_not_in_the_study(hall: Hall) -> None:
    room = hall.room(people=1)
    room.start()
    play_out(room)
    assert table(room)["opponent"].tolist() == ["Bot (random)"]
    with pytest.raises(gk.GameError, match="nothing to study"):
        study(room)


def test_results_include_payoffs(hall: Hall) -> None:
    room = hall.room(mancala.GAME.with_(columns=4, stones=2))
    room.start()
    result = play_out(room).result
    assert result is not None
    rows = table(room).set_index("player")
    assert rows["payoff"].to_dict() == {0: result.payoff, 1: -(result.payoff or 0)}
    by_name = rows.set_index("name")["payoff"]
    assert {each["name"]: each["payoff"] for each in standings(room)} == by_name.to_dict()
    assert f", {by_name.max():+}" in in_words(room)
    assert "payoff" not in table(hall.room("liars-dice"))


def test_half_a_room_plays_the_variant(hall: Hall) -> None:
    room = hall.room("take-back-toe", people=4, against=gk.load("take-back-toe", columns=5))
    room.start()
    for meeting in room.meetings:
        meeting.match.play(meeting.match.legal()[0]).resign(0)
    assert set(table(room)["game"]) == {"take-back-toe", "take-back-toe, columns=5"}
    found = compared(room)
    changed = found["take-back-toe, columns=5"] - found["take-back-toe"]
    assert found["difference"].to_numpy() == pytest.approx(changed.to_numpy())
    assert changed.any()
    assert (found["low"] <= found["difference"]).all()
    assert (found["difference"] <= found["high"]).all()


def test_a_room_without_names_saves_no_name(hall: Hall, tmp_path: Path) -> None:
    room = hall.room(people=0, names=False, folder=tmp_path)
    for name in ("Xanthippe", "Wolfgang"):
        come(room, name)
    room.start()
    play_out(room)
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir()).decode()
    kept += table(room).to_csv() + str(room.meetings[0].match.record)
    assert "Xanthippe" not in kept
    assert "Wolfgang" not in kept
    assert "Person 1" in kept


def test_a_room_is_opened_again_as_it_was(hall: Hall, tmp_path: Path) -> None:
    room = hall.room(people=5, folder=tmp_path, odd="wait")
    ann, token = room.enter("Ann")
    room.is_back(ann)
    room.start()
    play_out(room, 1)
    mover = room.meetings[1].to_move
    assert isinstance(mover, Person)
    tell(room, mover, "type", room.meetings[1].match.legal()[0])
    before = [(pairs(room), [m.match.history for m in room.meetings]), table(room).to_csv()]
    room.close()
    again = hall.room(folder=tmp_path, odd="wait")
    assert again.state == "running"
    assert [
        (pairs(again), [m.match.history for m in again.meetings]),
        table(again).to_csv(),
    ] == before
    back = again.people.back(token)
    assert back
    assert back.name == "Ann 2"
    number = again.people.named(mover.name)
    assert number
    assert again.meeting_of(number) is again.meetings[1]


def test_a_room_that_an_earlier_version_wrote_down_is_opened_as_it_was(
    hall: Hall, tmp_path: Path
) -> None:
    """Two of four people finished a match, and all answered a task, before the room paired them anew."""
    folder = tmp_path / "room"
    shutil.copytree(Path(__file__).parent / "old_room", folder)
    room = hall.room("take-back-toe", folder=folder, odd="wait")
    assert [person.name for person in room.people] == ["Ann", "Bo", "Cy", "Di"]
    assert room.people.back("AqgO9wCU7fDb2PfITaNj_65GMil1yQBs") is room.people[3]
    seats = {person.name: room.meeting_of(person).number for person in room.people}  # type: ignore[union-attr]
    assert seats == {"Ann": 2, "Bo": 3, "Cy": 3, "Di": 2}
    moves = [[entry.text for entry in meeting.match.history] for meeting in room.meetings]
    again = ["B1-A1", "6", "B1-A1", "2", "A1-B1", "5"]
    assert moves == [["3", *again], ["1", *again], ["2"]]
    assert [meeting.is_over for meeting in room.meetings] == [True, False, False]
    assert room.assignments[0].reply_of(room.people[1]).answer == "B2-A2"
    assert (room.state, room.round, room.playlist.clock) == ("running", 1, gk.Clock(30, 180))
    for name in ("Ann", "Di"):
        room.is_back(room.known(name))
    mover = room.meetings[1].to_move
    assert isinstance(mover, Person)
    assert tell(room, mover, "type", room.meetings[1].match.legal()[0]) == ""


def test_the_clock_of_new_matches_is_kept(hall: Hall, tmp_path: Path) -> None:
    room = hall.room("take-back-toe", folder=tmp_path)
    room.start()
    for clock in (gk.Clock(10, 45, period=5), None, "official"):
        room.use_clock(clock)
        room.close()
        room = hall.room("take-back-toe", folder=tmp_path)
        assert room.playlist.clock == clock
        assert room.meetings[0].match.clock is None, "a match keeps the clock it was begun with"
        room.state = "running"


def test_a_damaged_room_or_one_that_plays_something_else_says_so(
    hall: Hall, tmp_path: Path
) -> None:
    hall.room(folder=tmp_path).close()
    path = tmp_path / "room.journal"
    path.write_bytes(path.read_bytes().replace(b'"Ann"', b'"Bob"'))
    with pytest.raises(gk.BadRecord, match="line 2"):
        hall.room(folder=tmp_path)
    hall.room("tactical-escape", folder=tmp_path / "a").close()
    with pytest.raises(gk.GameError, match="another folder"):
        hall.room("liars-dice", folder=tmp_path / "a")


EDITED: list[Callable[[bytes], bytes]] = [
    lambda content: content.replace(b"\n", b"\r\n"),
    lambda content: b"\xef\xbb\xbf" + content + b"\n\n",
    lambda content: content[:-1],
]


@pytest.mark.parametrize("edited", EDITED)
def test_a_rooms_journal_that_an_editor_saved_is_read_and_goes_on(
    edited: Callable[[bytes], bytes], hall: Hall, tmp_path: Path
) -> None:
    hall.room(folder=tmp_path).close()
    path = tmp_path / "room.journal"
    path.write_bytes(edited(path.read_bytes()))
    for name in ("Cy", "Di"):
        room = hall.room(folder=tmp_path)
        come(room, name)
        room.close()
    assert [person.name for person in hall.room(folder=tmp_path).people] == list(NAMES[:4])


def test_names_in_a_rooms_journal_do_not_steer_the_terminal(hall: Hall, tmp_path: Path) -> None:
    hall.room(folder=tmp_path).close()
    path, lines = tmp_path / "room.journal", list[bytes]()
    for line in path.read_bytes().splitlines():
        event = json.loads(line)
        event |= {"name": "\x1b]0;owned\x07"} if event.get("name") == "Ann" else {}
        del event["sum"]
        lines.append(summed(event, lines))
    path.write_bytes(b"".join(lines))
    (name, bo) = (person.name for person in hall.room(folder=tmp_path).people)
    assert (name, bo) == ("\\x1b]0;owned\\x07", "Bo")


def test_simulated_people_play_the_same_games_again_for_the_same_seed() -> None:
    told = []
    for _ in range(2):
        room = gw.Room("liars-dice", seed=3)
        with pytest.raises(gk.GameError, match="a list of names"):
            room.simulate("Eve")
        room.simulate(4, bot="random")
        room.simulate(["Zoe", "Yan"], bot="greedy")
        room.start()
        assert room.wait()
        room.pair()
        assert room.wait()
        told.append((room.summary(), room.results().to_csv()))
        assert len(room.matches) == 6
        room.close()
    assert told[0] == told[1]
