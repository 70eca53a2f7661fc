"""Opening a room again from what was written down of it."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import gamekit as gk
from gamekit_widgets.rooms.assignment import Assignment
from gamekit_widgets.rooms.clocks import unpacked
from gamekit_widgets.rooms.gathering import Gathering
from gamekit_widgets.rooms.people import Person


def restore(room: Gathering, events: Sequence[Mapping[str, Any]]) -> None:
    """Do again what happened in a room; its matches come from their journals."""
    with room.lock:
        room.is_restoring = True
        try:
            for event in events:
                _again(room, event)
        finally:
            room.is_restoring = False
        for person in room.people:
            person.since = room.now()
        room.go_on()


def _again(room: Gathering, event: Mapping[str, Any]) -> None:
    if "person" in event:
        number = event["person"]
        person = room.people.add(str(event.get("name", f"Person {number}")), str(event["mark"]))
        person.bot = str(event.get("bot", ""))
        person.is_here = bool(person.bot)
    elif "match" in event:
        _meet_again(room, event)
    elif "task" in event:
        number, text, mark = int(event["task"]), str(event["text"]), str(event["mark"])
        room.assignments.append(Assignment(number, text, mark, event["round"], event["at"]))
    elif "answer" in event:
        person = room.people[event["by"]]
        room.assignments[event["answer"] - 1].reply_of(person).take(event["reply"])
    elif "collected" in event:
        room.assignments[event["collected"] - 1].is_out = False
    elif "clock" in event:
        room.program.use_clock(unpacked(event["clock"]))
    elif "left" in event:
        room.leave(room.people[event["left"]])
    elif "round" in event:
        room.round = int(event["round"])
    elif "state" in event:
        room.state = str(event["state"])


def _meet_again(room: Gathering, event: Mapping[str, Any]) -> None:
    """Put a match back where it was."""
    assert room.diary is not None
    item = room.program.items[event["item"]]
    path = room.diary.path_of(event["match"])
    one, other = (each if isinstance(each, str) else room.people[each] for each in event["who"])
    who: tuple[Person | str, Person | str] = (one, other)
    try:
        match = gk.read(path, game=item.game, journal=True)
    except gk.GameError as problem:
        warnings.warn(f"A match of the room is lost: {problem}", gk.GameWarning, stacklevel=5)
        match = item.begin((room.called(one), room.called(other)), 0, room.program.clock)
        room.met(event["match"], event["item"], event["round"], who, match).is_left = True
        return
    room.met(event["match"], event["item"], event["round"], who, match)
