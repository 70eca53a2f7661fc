"""Opening a room again from what was written down of it, by the numbers that were written down."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import gamekit as gk
from gamekit.validation import name_kept, shown
from gamekit_widgets.rooms.gathering import Gathering
from gamekit_widgets.rooms.people import Person
from gamekit_widgets.rooms.program import unpacked
from gamekit_widgets.rooms.task import Assignment

Event = Mapping[str, Any]


def restore(room: Gathering, events: Sequence[Event]) -> None:
    """Do again what happened in a room; its matches come from their journals.

    What does not fit together is left out, with a warning that says which line it is.

    Raises:
        GameError: the journal of a match that is played cannot be opened now.
    """
    occupied = _still_occupied(events)
    with room.lock:
        room.is_restoring = True
        try:
            for line, event in enumerate(events, 2):  # the first line is the head
                _fitted(room, line, event, event.get("match") in occupied)
        finally:
            room.is_restoring = False
        for person in room.people:
            person.since = room.now()
        room.go_on()


def _still_occupied(events: Sequence[Event]) -> set[object]:
    """Return the matches that somebody is at in the end: only their journals are written further."""
    at: dict[object, object] = {}
    for event in events:
        if "match" in event and isinstance(event.get("who"), list):
            at |= {number: event["match"] for number in event["who"] if isinstance(number, int)}
        elif gone := event.get("left") or event.get("removed") or event.get("to"):
            at.pop(gone, None)
    return set(at.values())


def _fitted(room: Gathering, line: int, event: Event, is_occupied: bool) -> None:
    try:
        _again(room, event, is_occupied)
    except Unopened:
        raise
    except (gk.GameError, LookupError, TypeError, ValueError, AttributeError) as problem:
        why = str(problem) if isinstance(problem, gk.GameError) else "it does not fit the others"
        _warn(f"room.journal, line {line}, is left out: {why}. It says {shown(dict(event))}.")


class Unopened(gk.GameError):
    """The journal of a match is there and cannot be opened."""


def _warn(said: str) -> None:
    warnings.warn_explicit(said, gk.GameWarning, "gamekit", 1)


def _again(room: Gathering, event: Event, is_occupied: bool) -> None:
    if "person" in event:
        _come_again(room, event)
    elif "match" in event:
        _meet_again(room, event, is_occupied)
    elif "task" in event:
        number, text, mark = int(event["task"]), str(event["text"]), str(event["mark"])
        room.assignments.append(Assignment(number, text, mark, event["round"], event["at"]))
    elif "answer" in event:
        person = room.people[event["by"]]
        _assignment(room, event["answer"]).reply_of(person).take(event["reply"])
    elif "collected" in event:
        _assignment(room, event["collected"]).is_out = False
    elif "clock" in event:
        clock = unpacked(event["clock"])
        room.program.check_clock(clock)
        room.program.clock = clock
    elif "left" in event:
        room.leave(room.people[event["left"]])
    elif "removed" in event:
        room.take_out(room.people[event["removed"]])
    elif "renamed" in event:
        if "name" in event:  # not in a room without names
            room.call(room.people[event["renamed"]], name_kept(str(event["name"])))
    elif "reseated" in event:
        room.hand_over(room.people[event["reseated"]], room.people[event["to"]])
    elif "round" in event:
        room.round = int(event["round"])
    elif "state" in event:
        room.state = str(event["state"])


def _come_again(room: Gathering, event: Event) -> None:
    number, mark = int(event["person"]), str(event["mark"])
    person = Person(number, name_kept(str(event.get("name", f"Person {number}"))), mark)
    person.bot = str(event.get("bot", ""))
    person.is_here = bool(person.bot)
    room.people.add(person)


def _assignment(room: Gathering, number: object) -> Assignment:
    return {each.number: each for each in room.assignments}[number]  # type: ignore[index]


def _meet_again(room: Gathering, event: Event, is_occupied: bool) -> None:
    """Put a match back where it was."""
    assert room.diary is not None
    number, round = int(event["match"]), int(event["round"])
    item = room.program.items[event["item"]]
    path = room.diary.path_of(number)
    one, other = (_player(room, each) for each in event["who"])
    try:
        match = gk.read(path, game=item.game, journal=is_occupied or None)
    except gk.GameError as problem:
        if _may_open_later(problem):
            raise Unopened(str(problem)) from None
        _warn(f"Match {number} of the room is lost: {problem}")
        match = item.begin((room.called(one), room.called(other)), 0, room.program.clock)
        room.met(number, event["item"], round, (one, other), match).is_left = True
        return
    room.met(number, event["item"], round, (one, other), match)


def _may_open_later(problem: gk.GameError) -> bool:
    """Is it the system that refuses, and not the file? Nobody's match is given up for that."""
    why = problem.__context__
    is_refused = isinstance(why, OSError) and not isinstance(why, FileNotFoundError)
    return is_refused or not isinstance(problem, gk.BadRecord)


def _player(room: Gathering, written: object) -> Person | str:
    """Return who is meant. Nobody's key opens the seat of somebody who was not written down."""
    if isinstance(written, str):
        return written
    if isinstance(written, int) and written not in room.people:
        stranger, _ = room.people.newcomer(f"Person {written}")
        stranger.number = written
        room.people.add(stranger)
        _warn(
            f"The room's journal does not say who person {written} is. They are called "
            f"{stranger.name} here, and nobody has their key: room.reseat gives the seat to somebody."
        )
    return room.people[written]  # type: ignore[index]
