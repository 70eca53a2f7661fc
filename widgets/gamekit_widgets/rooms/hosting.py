"""What the host of a room does with people's seats. Each change can be undone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import gamekit as gk
from gamekit.validation import shown
from gamekit_widgets.rooms.people import (
    Person,
    mark_of,
    name_typed,
    new_token,
    new_word,
    word_mark,
)
from gamekit_widgets.rooms.room_match import RoomMatch
from gamekit_widgets.rooms.seating import Seating

REMOVED = "The person who runs this room has removed you."
TURNED_AWAY = "The person who runs this room has not let you in."
KEPT = 20  # changes that can be undone, the latest first


@dataclass
class Done:
    """A change that can be undone: what it was, and what undoes it."""

    what: str
    undo: Callable[[], None]


@dataclass
class Before:
    """How a person's seat was before a change."""

    mark: str
    word: str
    heard: int
    bot: str
    is_expected: bool
    meeting: RoomMatch | None
    was_left: bool


class Hosting(Seating):
    """People in a room, and what its host does with their seats.

    Attributes:
        done: changes that can be undone, the latest last.
    """

    done: tuple[Done, ...] = ()

    # --- the list of people, and words ---------------------------------------------------------

    def expect(self, names: list[str]) -> None:
        """Put everybody on a list into the room, once. Their seats wait for them."""
        with self.lock:
            known = [person for person in self.people.everybody if person.listed]
            for number, name in enumerate(names):
                if any(each.listed == name for each in known) and self.names:
                    continue
                if not self.names and number < len(known):
                    # Nothing that is saved names them, so the order of the list says who is who.
                    known[number].name = self.people.free(name, known[number])
                    continue
                person, _ = self.people.newcomer(name)
                person.listed, person.is_expected = name, True
                self._admit(person, listed=name if self.names else person.alias)

    def word_of(self, person: Person) -> str:
        """Return somebody's word, or a new one if the room knows only its mark."""
        with self.lock:
            return self.words.get(person.number) or self.give_word(person)

    def give_word(self, person: Person) -> str:
        """Give somebody a new word. An earlier one stops working."""
        word = new_word()
        mark = word_mark(word)
        self.note(worded=person.number, word=mark)
        person.word, self.words[person.number] = mark, word
        return word

    def take_seat(self, person: Person) -> str:
        """Give somebody's seat to another device, and return its key. The earlier key is void."""
        with self.lock:
            token, was_expected = new_token(), person.is_expected
            self.note(took=person.number, mark=mark_of(token))
            self.people.use_key(person, mark_of(token))
            if not was_expected:
                self.tell(f"{person.name} came back on another device.")
            return token

    # --- at the door ---------------------------------------------------------------------------

    @property
    def at_the_door(self) -> list[Person]:
        """Everybody who waits to be let in."""
        return [person for person in self.people if person.is_at_the_door]

    def admit(self, name: str) -> None:
        """Let in somebody who waits at the door. If they claim a seat, they get it."""
        with self.lock:
            person = self.known(name)
            if not person.is_at_the_door:
                raise gk.GameError(f"{shown(name)} is in the room already.")
            seat = self.people[person.claims] if person.claims else None
            if seat and not seat.is_removed:
                self.reseat(name, seat.name)
                return
            self.note(admitted=person.number)
            self.let_in(person)
            self.settle()
            self.stir_all()

    def let_in(self, person: Person) -> None:
        """Let somebody in, after this has been written down."""
        person.is_at_the_door, person.claims, person.since = False, 0, self.now()

    # --- seats ---------------------------------------------------------------------------------

    def remove(self, name: str) -> None:
        """Take somebody out of the room. Their match ends, and their key is void."""
        with self.lock:
            person = self.known(name)
            said = TURNED_AWAY if person.is_at_the_door else REMOVED
            self.note(removed=person.number)
            self.take_out(person)
            self.parted(person, said)
            self.settle()
            self.stir_all()

    def take_out(self, person: Person) -> None:
        """Take somebody out, after this has been written down."""
        before = self._before(person)
        self.people.remove(person)
        self._show_names(person)
        self._leave_match(person, for_good=False)
        self._did("removing somebody", lambda: self._bring_back(person, before))

    def rename(self, name: str, to: object) -> None:
        """Rename somebody, at their table too."""
        with self.lock:
            person, called = self.known(name), name_typed(to)
            if self.people.is_taken(called, but=person):
                raise gk.GameError(f"Somebody else is called {shown(called)} already.")
            self.note(renamed=person.number, **self._saved(called))
            self.call(person, called)
            self.stir_all()

    def hide_name(self, name: str) -> None:
        """Take a name off every screen at once; the person is called Person 7 from now on."""
        with self.lock:
            person = self.known(name)
            hidden = self.people.free(person.alias, person)
            if person.name != hidden:
                self.rename(name, hidden)

    def call(self, person: Person, name: str) -> None:
        """Rename somebody, after this has been written down."""
        was, person.name = person.name, name
        self._show_names(person)
        self._did("a new name", lambda: self._call_again(person, was))

    def _call_again(self, person: Person, name: str) -> None:
        if self.people.is_taken(name, but=person):
            raise gk.GameError(f"Somebody else is called {shown(name)} now.")
        person.name = name
        self._show_names(person)

    def _show_names(self, person: Person) -> None:
        if meeting := self.meeting_of(person):
            meeting.rename(self.called(meeting.who[0]), self.called(meeting.who[1]))

    def reseat(self, name: str, at: str) -> None:
        """Give somebody another person's seat, with its name, its match and its points."""
        with self.lock:
            person, seat = self._two(name, at)
            self.note(reseated=seat.number, to=person.number)
            self.hand_over(seat, person)
            self.moved_over(person, seat)
            self.settle()
            self.stir_all()

    def merge(self, name: str, into: str) -> None:
        """Merge two people into one. All that the first has played and answered counts for the second."""
        with self.lock:
            person, seat = self._two(name, into)
            is_here = person.is_here
            self.note(merged=person.number, into=seat.number)
            self.make_one(person, seat)
            if is_here:
                self.moved_over(person, seat)
            self.settle()
            self.stir_all()

    def _two(self, name: str, other: str) -> tuple[Person, Person]:
        person, seat = self.known(name), self.known(other)
        if person is seat:
            raise gk.GameError(f"{shown(name)} has this seat already.")
        return person, seat

    def hand_over(self, seat: Person, person: Person) -> None:
        """Give somebody a seat, after this has been written down."""
        before, was = self._before(person), self._before(seat)
        words = self._words_of(seat, person)
        self._leave_match(person, for_good=False)
        self._swap_seat(seat, person)

        def undo() -> None:
            self._put_back(seat, was)
            self._bring_back(person, before)
            self.words |= words

        self._did("giving a seat away", undo)

    def _words_of(self, *people: Person) -> dict[int, str]:
        return {each.number: self.words.get(each.number, "") for each in people}

    def _swap_seat(self, seat: Person, person: Person) -> None:
        self.people.hand_over(seat, person)
        self.words[seat.number] = self.words.get(person.number, "")
        seat.since = self.now()
        if meeting := self.meeting_of(seat):
            meeting.show()
            self._moved(meeting)

    def make_one(self, person: Person, seat: Person) -> None:
        """Merge two people into one, after this has been written down."""
        before, was = self._before(person), self._before(seat)
        words = self._words_of(seat, person)
        met = [each for each in self.meetings if person in each.who and seat not in each.who]
        for meeting in met:
            meeting.put_in_place(person, seat, self.called(seat))
        self._hear(met)
        mine = self._at.pop(person.number, None)
        if mine and mine in met and self._may_sit_at(seat, mine):
            self._at[seat.number] = mine
        elif mine:
            mine.is_left |= not mine.is_over
        answers = [each.merge(person, seat) for each in self.assignments]
        answers += [each.merge(person, seat) for each in self.polls]
        if person.is_here or person.bot:
            self._swap_seat(seat, person)
        else:
            self.people.remove(person)

        def undo() -> None:
            for undo_answers in answers:
                undo_answers()
            for meeting in met:
                meeting.put_in_place(seat, person, self.called(person))
            self._hear(met)
            self._put_back(seat, was)
            self._bring_back(person, before)
            self.words |= words

        self._did("making one person of two", undo)

    def _may_sit_at(self, seat: Person, other: RoomMatch) -> bool:
        """Is the seat free or its match over, and does the other match go on?"""
        mine = self.meeting_of(seat)
        return not other.is_over and (mine is None or mine.is_over)

    def _hear(self, met: list[RoomMatch]) -> None:
        for meeting in met:
            if not meeting.is_put_away:
                meeting.heard(self.wake_one, self.stir)
                meeting.show()

    # --- going back ----------------------------------------------------------------------------

    def undo(self) -> None:
        """Undo the latest change of seats."""
        with self.lock:
            if not self.done:
                raise gk.GameError("There is nothing to undo.")
            self.note(undone=True)
            self.take_back()
            self.settle()
            self.stir_all()

    def take_back(self) -> None:
        """Undo the latest change. The wall shows no name, because it may be rude."""
        *earlier, deed = self.done
        self.done = tuple(earlier)
        deed.undo()
        self.tell(f"Undone: {deed.what}.")

    def _did(self, what: str, undo: Callable[[], None]) -> None:
        self.done = (*self.done, Done(what, undo))[-KEPT:]

    def _before(self, person: Person) -> Before:
        meeting = self.meeting_of(person)
        return Before(
            person.mark,
            person.word,
            person.heard,
            person.bot,
            person.is_expected,
            meeting,
            meeting is not None and meeting.is_left,
        )

    def _put_back(self, person: Person, before: Before) -> None:
        """Let the earlier key and word open the seat again."""
        self.seat_lost(person)
        self.people.use_key(person, before.mark)
        person.word, person.heard, person.bot = before.word, before.heard, before.bot
        person.is_expected, person.is_here = before.is_expected, bool(before.bot)
        self._sit_again(person, before)

    def _bring_back(self, person: Person, before: Before) -> None:
        """Put somebody back into the room, and at their match if it is still there."""
        self.people.restore(person)
        self._put_back(person, before)

    def _sit_again(self, person: Person, before: Before) -> None:
        meeting, now = before.meeting, self.meeting_of(person)
        if meeting is None or now is meeting or meeting.is_put_away or person not in meeting.who:
            return
        if now:
            self._leave_match(person)
        meeting.is_left = before.was_left or any(
            self.meeting_of(each) not in (None, meeting) for each in meeting.people
        )
        self._at[person.number] = meeting
        self._show_names(person)
        self._moved(meeting)
