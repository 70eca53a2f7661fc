"""Restoring a room: repeat what its journal says, and read each match from a journal of its own."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import gamekit as gk
from gamekit.validation import name_kept, shown
from gamekit_widgets.rooms.people import Person
from gamekit_widgets.rooms.playlist import unpacked
from gamekit_widgets.rooms.poll import Poll, asked_again
from gamekit_widgets.rooms.session import Session
from gamekit_widgets.rooms.task import Assignment

Event = Mapping[str, Any]


def opened_before(events: Sequence[Event]) -> dict[str, Any]:
    """Return the latest port. Earlier versions wrote the code beside it."""
    found: dict[str, Any] = {}
    for event in events:
        if isinstance(event.get("door"), dict):
            found = dict(event["door"])
        elif "port" in event:
            found["port"] = event["port"]
    return found


def restore(room: Session, events: Sequence[Event]) -> None:
    """Repeat what happened in a room. Its matches come from their own journals.

    Lines that do not fit are left out, each with a warning that names it.

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
    """Return the matches that somebody is still at. Only their journals go on."""
    at: dict[object, object] = {}
    for event in events:
        if "match" in event and isinstance(event.get("who"), list):
            at |= {number: event["match"] for number in event["who"] if isinstance(number, int)}
        elif "left" in event:  # whoever was removed may be back at their match, once that is undone
            at.pop(event["left"], None)
    return set(at.values())


def _fitted(room: Session, line: int, event: Event, is_occupied: bool) -> None:
    try:
        _again(room, event, is_occupied)
    except Unopened:
        raise
    except (gk.GameError, LookupError, TypeError, ValueError, AttributeError) as problem:
        why = str(problem) if isinstance(problem, gk.GameError) else "it does not fit the others"
        warn(f"room.journal, line {line}, is left out: {why}. It says {shown(dict(event))}.")


def warn(said: str) -> None:
    """Tell whoever opens the room something that stops nothing."""
    warnings.warn_explicit(said, gk.GameWarning, "<gamekit>", 1)  # no file whose line Python shows


class Unopened(gk.GameError):
    """The journal of a match is there and cannot be opened."""


def _again(room: Session, event: Event, is_occupied: bool) -> None:
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
        room.playlist.check_clock(clock)
        room.playlist.clock = clock
    elif "left" in event:
        room.leave(room.people[event["left"]])
    elif "removed" in event:
        room.take_out(room.people[event["removed"]])
    elif "poll" in event:
        room.put_question(Poll(int(event["poll"]), asked_again(event["asked"])))
    elif "guessed" in event:
        _poll(room, event["guessed"]).guesses[int(event["by"])] = event["value"]
    elif "revealed" in event:
        _poll(room, event["revealed"]).show(event["truth"], list(event["right"]))
    elif "round" in event:
        room.round = int(event["round"])
    elif "state" in event:
        room.state = str(event["state"])
    else:
        _with_seats(room, event)


def _with_seats(room: Session, event: Event) -> None:
    """Do again what was done with somebody's seat."""
    people = room.people
    if "renamed" in event:  # in a room without names there is no name
        person = people[event["renamed"]]
        room.call(person, name_kept(str(event.get("name", person.name))))
    elif "reseated" in event:
        room.hand_over(people[event["reseated"]], people[event["to"]])
    elif "merged" in event:
        room.make_one(people[event["merged"]], people[event["into"]])
    elif "undone" in event:
        room.take_back()
    elif "took" in event:
        people.use_key(people[event["took"]], str(event["mark"]))
    elif "worded" in event:
        people[event["worded"]].word = str(event["word"])
    elif "lesson" in event:
        room.lesson = str(event["lesson"])
    elif "admitted" in event:
        room.let_in(people[event["admitted"]])


def _come_again(room: Session, event: Event) -> None:
    number, mark = int(event["person"]), str(event["mark"])
    person = Person(number, name_kept(str(event.get("name", f"Person {number}"))), mark)
    person.bot = str(event.get("bot", ""))
    person.is_here = bool(person.bot)
    person.word, person.listed = str(event.get("word", "")), str(event.get("listed", ""))
    person.is_expected = bool(person.listed)
    if "door" in event:
        person.is_at_the_door, person.claims = True, int(event["door"])
    room.people.add(person)


def _assignment(room: Session, number: object) -> Assignment:
    return {each.number: each for each in room.assignments}[number]  # type: ignore[index]


def _poll(room: Session, number: object) -> Poll:
    return {each.number: each for each in room.polls}[number]  # type: ignore[index]


def _meet_again(room: Session, event: Event, is_occupied: bool) -> None:
    """Put a match back where it was."""
    assert room.diary is not None
    number, round = int(event["match"]), int(event["round"])
    item = room.playlist.items[event["item"]]
    path = room.diary.path_of(number)
    one, other = (_player(room, each) for each in event["who"])
    try:
        match = gk.read(path, game=item.game, journal=is_occupied or None)
    except gk.GameError as problem:
        if _may_open_later(problem):
            raise Unopened(str(problem)) from None
        warn(f"Match {number} of the room is lost: {problem}")
        match = item.begin((room.called(one), room.called(other)), 0, room.playlist.clock)
        room.met(number, event["item"], round, (one, other), match).is_left = True
        return
    room.met(number, event["item"], round, (one, other), match)


def _may_open_later(problem: gk.GameError) -> bool:
    """Does the system refuse, rather than the file? Then the match is not given up."""
    why = problem.__context__
    is_refused = isinstance(why, OSError) and not isinstance(why, FileNotFoundError)
    return is_refused or not isinstance(problem, gk.BadRecord)


def _player(room: Session, written: object) -> Person | str:
    """Return the person. If they were not written down, nobody's key opens their seat."""
    if isinstance(written, str):
        return written
    if isinstance(written, int) and written not in room.people:
        stranger, _ = room.people.newcomer(f"Person {written}")
        stranger.number = written
        room.people.add(stranger)
        warn(
            f"The room's journal does not say who person {written} is. They are called "
            f"{stranger.name} here, and nobody has their key: room.reseat gives the seat to somebody."
        )
    return room.people[written]  # type: ignore[index]
