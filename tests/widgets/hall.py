"""Rooms without a server: people come in and play, and tests send what their browsers would."""

from __future__ import annotations

import time
from typing import Any

import gamekit as gk
from gamekit_widgets.rooms import browser_connection
from gamekit_widgets.rooms.host_actions import Session, restore
from gamekit_widgets.rooms.people import Person
from gamekit_widgets.rooms.playlist import Playlist
from gamekit_widgets.rooms.wall import Wall

NAMES = ("Ann", "Bo", "Cy", "Di", "Eve")


class Hall:
    """The rooms of a test, with people in them."""

    def __init__(self) -> None:
        self.open: list[Session] = []

    def room(self, what: Any = "liars-dice", people: int = 2, **more: Any) -> Session:
        against, clock = more.pop("against", None), more.pop("clock", None)
        room = Session(Playlist(what, against, clock), seed=1, bot="random", **more)
        self.open.append(room)
        room.now = lambda: 0.0
        if room.diary and (events := room.diary.events):
            restore(room, events)
            return room
        for name in NAMES[:people]:
            come(room, name)
        return room


def come(room: Session, name: str) -> Person:
    person, _ = room.enter(name)
    room.is_back(person)
    return person


def tell(room: Session, person: Person, action: object, what: object, **more: Any) -> str:
    """Send what a person's browser would, with the board that they see."""
    meeting = room.meeting_of(person)
    message = {"n": person.heard + 1, "do": action, "what": what}
    if meeting:
        message |= {"match": meeting.number, "ply": meeting.match.ply}
    return browser_connection.hear(room, person, message | more)


def resign(room: Session, person: Person) -> None:
    for button in ("resign", "resign-now"):  # the second press confirms the first
        tell(room, person, "click", button)


def wall_of(room: Session) -> Wall:
    return Wall(room, {"link": "", "code": "", "reach": ""})


def pairs(room: Session) -> list[set[str]]:
    return [{room.called(each) for each in meeting.who} for meeting in room.meetings]


def play_out(room: Session, number: int = 1) -> gk.Match:
    """Play a match to its end, with each player in their own seat."""
    meeting = room.meetings[number - 1]
    while not meeting.match.result:
        mover = meeting.to_move
        if isinstance(mover, Person):
            legal = meeting.match.legal()
            move = "challenge" if "challenge" in legal else legal[0]
            assert tell(room, mover, "type", move) == ""
        else:
            time.sleep(0.005)
    return meeting.match
