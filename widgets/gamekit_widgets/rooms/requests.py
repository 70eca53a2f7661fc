"""What a person's browser may ask for, what it is told of the room, and why not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gamekit as gk
from gamekit.errors import Unwritten
from gamekit.validation import is_whole
from gamekit_widgets.rooms.gathering import Gathering
from gamekit_widgets.rooms.meeting import Meeting, Seat
from gamekit_widgets.rooms.people import Person
from gamekit_widgets.rooms.seating import failed
from gamekit_widgets.rooms.task import Assignment

UNREADABLE = "This message cannot be understood."
REPEATED = "This has been heard already."
UNWRITTEN = "This cannot be written down now, so it was not done. Try again, and tell whoever runs the room."
LATE = "The match has gone on since then. Look at the board again."
ELSEWHERE = "This is about a match that you are not at now."
BROKEN = "The rules of this game failed there, so it was not done. Tell whoever runs the room."
CHANGES = ("press", "more", "less", "type", "click", "answer", "flag")  # which a pause forbids
MOST_MESSAGES = 1 << 31


def hear(room: Gathering, person: Person, message: object) -> str:
    """Do what a person's browser asks for; return a sentence if that was not done.

    A message is {"n": 7, "match": 3, "ply": 12, "do": "press", "what": "B2"}. `n` grows with every
    message, so that one that is sent twice is done once; `ply` is how many moves had been made on
    the board that the person saw.
    """
    with room.lock:
        try:
            return _heard(room, person, message)
        except gk.GameError as problem:
            if isinstance(problem, Unwritten):
                room.trouble = str(problem)
            return for_people(problem)
        except Exception as problem:  # of rules that somebody is writing
            room.trouble = failed(problem)
            return BROKEN


def for_people(problem: gk.GameError) -> str:
    """Return what somebody's browser is told of a problem: nothing of files."""
    return UNWRITTEN if isinstance(problem, Unwritten) else str(problem)


def _heard(room: Gathering, person: Person, message: object) -> str:
    if not isinstance(message, dict) or not is_whole(message.get("n")):
        return UNREADABLE
    number, ply = message["n"], message.get("ply", 0)
    if not 0 < number < MOST_MESSAGES or not is_whole(ply):
        return UNREADABLE
    if number <= person.heard:
        return REPEATED
    person.heard = number
    if message.get("do") == "room":
        return _in_room(room, person, message.get("what"))
    name, page = room.page_of(person)
    if page is None or message.get("match") != name:
        return ELSEWHERE
    if message.get("do") in CHANGES:
        if room.state in ("paused", "ended"):
            return "The room is paused." if room.state == "paused" else "The room has closed."
        if isinstance(page, Seat) and (why := _why_no_move(room, person, ply)):
            return why
    return page.hear(message)


def _why_no_move(room: Gathering, person: Person, ply: int) -> str:
    """Return why a match cannot be gone on with from the board that this person saw, or nothing."""
    meeting = room.meeting_of(person)
    assert meeting is not None
    if meeting.is_left:
        return "This match was left before its end."
    if _is_late(meeting, meeting.player_of(person), ply):
        meeting.seat_of(person).show()
        return LATE
    return ""


def _is_late(meeting: Meeting, player: int, ply: int) -> bool:
    """Has somebody else moved since that board was shown?"""
    history = meeting.match.history
    return any(entry.ply > ply and entry.player == 1 - player for entry in history[-50:])


# --- the room itself -----------------------------------------------------------------------------


def _in_room(room: Gathering, person: Person, what: object) -> str:
    """Hear a wish: "again", "next", or "play-3"."""
    names = {button["name"] for button in buttons(room, person)}
    if not isinstance(what, str) or what not in names:
        return "That is not offered now."
    meeting = room.meeting_of(person)
    if what == "again" and meeting:
        other = meeting.opponent_of(person)
        if isinstance(other, str) or other.wish == "again":
            first, second = meeting.who
            _seat_again(room, second, first)
        else:
            person.wish = "again"
    elif what == "next":
        room.leave(person)
    else:
        person.wish = int(what.removeprefix("play-"))
    room.settle()
    room.stir_all()
    return ""


def _seat_again(room: Gathering, one: Person | str, other: Person | str) -> None:
    """Begin a rematch, sides changed."""
    room.begin(one, other, is_again=True)  # type: ignore[arg-type]  # either may be the bot


def place(room: Gathering, person: Person) -> dict[str, Any]:
    """Return what a person is told of the room: where they are, and what they may wish for."""
    meeting = room.meeting_of(person)
    return {
        "title": room.program.title,
        "you": person.name,
        "match": room.page_of(person)[0],
        "text": _told(room, person, meeting),
        "buttons": buttons(room, person),
        "state": room.state,
    }


def _told(room: Gathering, person: Person, meeting: Meeting | None) -> str:
    """Say where a person is."""
    if room.state == "ended":
        return "The room has ended. Thank you for playing."
    if room.state == "paused":
        return "The room is paused."
    if room.assignment:
        return _told_at_task(room.assignment, person)
    if meeting is None:
        if room.state == "open":
            return "You are in. Play begins soon."
        if room.program.task_of(room.round):
            return "The task has been collected. Wait for what comes next."
        if room.pairs == "choice":
            return "Choose whom you would like to play."
        return "Waiting for somebody to play."
    other = meeting.opponent_of(person)
    if isinstance(other, str):
        return ""
    name = room.called(other)
    if meeting.is_left and not meeting.result:
        return f"The match with {name} was left before its end."
    if meeting.is_over and room.meeting_of(other) is not meeting:
        return f"{name} has gone on."
    if meeting.is_over and other.wish == "again":
        return f"{name} would like a rematch."
    if meeting.is_over and person.wish == "again":
        return f"Waiting for {name} to want a rematch, too."
    return "" if other.is_here else f"{name} is away; their seat is kept."


def _told_at_task(assignment: Assignment, person: Person) -> str:
    if not assignment.task:
        return "The task will be back in a moment."
    is_solved = assignment.reply_of(person).is_solved
    return "You have solved it." if is_solved else "A task for everybody."


def buttons(room: Gathering, person: Person) -> list[Mapping[str, str]]:
    """Return what a person may wish for now."""
    if not room.is_playing:
        return []
    meeting = room.meeting_of(person)
    if meeting is None:
        return _choices(room, person)
    other, found = meeting.opponent_of(person), []
    if not meeting.is_over:
        is_alone = isinstance(other, Person) and not other.is_here
        if is_alone and room.now() - other.since > room.away:  # type: ignore[union-attr]
            return [_button("next", "Play somebody else")]
        return []
    stays = isinstance(other, str) or room.meeting_of(other) is meeting
    if stays and not meeting.is_left and person.wish != "again":
        found.append(_button("again", "Rematch"))
    if room.pairs != "bots":
        found.append(_button("next", "Next opponent"))
    return found


def _choices(room: Gathering, person: Person) -> list[Mapping[str, str]]:
    if room.pairs != "choice":
        return []
    found = []
    for other in room.waiting:
        if other is person:
            continue
        asks = ", who asks you" if other.wish == person.number else ""
        chosen = " (asked)" if person.wish == other.number else ""
        found.append(_button(f"play-{other.number}", f"Play {room.called(other)}{asks}{chosen}"))
    return found


def _button(name: str, label: str) -> Mapping[str, str]:
    return {"name": name, "label": label}
