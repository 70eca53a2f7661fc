"""A room from its start to its end, without the web or a notebook: the host's actions, and the replay of its journal.

Any thread may call everything here. One lock keeps threads apart; bots think without it.
"""

from __future__ import annotations

import secrets
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import gamekit as gk
from gamekit.errors import Unwritten
from gamekit.validation import name_kept, shown
from gamekit_widgets.questions import Guess
from gamekit_widgets.rooms import playlist
from gamekit_widgets.rooms.people import (
    Person,
    name_typed,
    new_token,
    new_word,
    token_mark,
    word_mark,
)
from gamekit_widgets.rooms.playlist import unpacked
from gamekit_widgets.rooms.room_match import RoomMatch
from gamekit_widgets.rooms.seating import UNWRITTEN, Seating
from gamekit_widgets.rooms.tasks_and_polls import Assignment, Poll, asked_again, task_mark
from gamekit_widgets.task import Solve

REMOVED = "The person who runs this room has removed you."
TURNED_AWAY = "The person who runs this room has not let you in."
KEPT = 20  # changes that can be undone


@dataclass
class Done:
    """A change that can be undone: its name, and a function that undoes it."""

    what: str
    undo: Callable[[], None]


@dataclass
class Before:
    """A person's seat before a change, see `Person`."""

    mark: str
    word: str
    heard: int
    bot: str
    is_expected: bool
    meeting: RoomMatch | None
    was_left: bool


class Session(Seating):
    """People in a room, from its start to its end: rounds, pauses, tasks for all, and changes of seats, which the
    host can undo.

    Attributes:
        done: changes that can be undone, the latest last.
        lesson: the name of this lesson in a file with results of several.
    """

    done: tuple[Done, ...] = ()
    lesson = ""

    def begin_lesson(self) -> None:
        """Name the lesson after the day, unless its journal has a name."""
        if not self.lesson:
            self.lesson = f"{time.strftime('%Y-%m-%d')} {secrets.token_hex(3)}"
            self.note(lesson=self.lesson)

    def tick(self) -> None:
        """Do what is due: end matches on time, find opponents for people who wait, and update their buttons."""
        with self.lock:
            if not self.is_playing:
                return
            for meeting in self.occupied:
                self._tick(meeting)
            self.settle()

    def _tick(self, meeting: RoomMatch) -> None:
        clock, player = meeting.match.clock, meeting.match.to_act
        if clock and not meeting.is_over and player in (0, 1):
            try:
                meeting.watcher.sitting.flag(player)
            except Unwritten as problem:  # the next tick tries again
                self.trouble = str(problem)
        if meeting.trouble == UNWRITTEN:
            meeting.trouble = ""
            self._moved(meeting)
        if not all(person.is_here for person in meeting.people):
            for person in meeting.people:  # after a while they get a button to leave
                self.wake_one(person)

    # --- the whole room ------------------------------------------------------------------------

    def _check_not_ended(self) -> None:
        if self.state == "ended":
            raise gk.GameError("This room has ended; open another one.")

    def start(self) -> None:
        """Let play begin, or go on after a pause."""
        with self.lock:
            self._check_not_ended()
            self.note(state="running")
            before, self.state = self.state, "running"
            if before == "open":
                self._begin_round()
            elif before == "paused" and not self.assignment:
                self._resume()
                self.settle()
            self.wake_all()

    def _begin_round(self) -> None:
        """Pair everybody, or give everybody the task of this round."""
        self._collect()
        if task := self.playlist.task_of(self.round):
            self.give(task, self.round)
        else:
            self.settle(odd_too=True)

    def _resume(self) -> None:
        """Let matches go on."""
        for meeting in self.occupied:
            if not meeting.is_left:
                meeting.resume()
            self._moved(meeting)

    def pause(self) -> None:
        """Stop all play and all clocks until `start`."""
        with self.lock:
            if self.state == "running":
                self._stop("paused")

    def end(self) -> None:
        """Stop play for good."""
        with self.lock:
            if self.state != "ended":
                self._collect()
                self._stop("ended")

    def _stop(self, state: str) -> None:
        self.note(state=state)
        self.state = state
        self._pause()
        self.wake_all()

    def _pause(self) -> None:
        for meeting in self.occupied:
            if not meeting.is_over:
                meeting.pause()

    def pair(self) -> None:
        """Pair everybody whose match is over. A room of several games goes on to the next one."""
        with self.lock:
            if self.state != "running":
                raise gk.GameError("Start the room before you pair people.")
            begun = {each.round for each in self.meetings}
            if self.round in begun | {each.round for each in self.assignments}:
                self.note(round=self.round + 1)
                self.round += 1
            for person in self.people:
                meeting = self.meeting_of(person)
                if meeting and meeting.is_over:
                    self.leave(person)
            self._begin_round()
            self.wake_all()

    def go_on(self) -> None:
        """Continue from the state that the room had when it closed."""
        task = self.playlist.task_of(self.round)
        if task and self.assignment and self.assignment.mark == task_mark(task):
            self._hand_out(self.assignment, task)
        if not self.is_playing:
            self._pause()
        for meeting in self.occupied:
            self._moved(meeting)
        self.settle()

    def close(self) -> None:
        """Release files and threads."""
        self.workers.close()
        with self.lock:
            self.state = "ended"
            for meeting in self.meetings:
                if not meeting.is_put_away and meeting.match.journal:
                    meeting.match.journal.close()
            if self.diary:
                self.diary.close()
                self.diary = None

    def use_clock(self, clock: gk.Clock | str | None) -> None:
        """Give this clock to every match that begins from now on."""
        with self.lock:
            self.playlist.check_clock(clock)
            self.note(clock=playlist.packed(clock))
            self.playlist.clock = clock
            self.wake_onlookers()

    # --- a task for all ------------------------------------------------------------------------

    def give(self, task: Solve, round: int | None = None) -> None:
        """Give everybody a task. Matches stop until it is collected.

        A task that is already out stays out and keeps its answers, because after a crash the same line of
        the notebook gives it again.
        """
        with self.lock:
            self._check_not_ended()
            mark, out = task_mark(task), self.assignment
            if not out or out.mark != mark:
                self._collect()
                number = max((each.number for each in self.assignments), default=0) + 1
                out = Assignment(number, task.text, mark, round, time.time())
                self.note(task=out.number, text=out.text, mark=mark, round=round, at=out.given)
                self.assignments.append(out)
                self._pause()
            if out.task is None:
                self._hand_out(out, task)
            self.wake_all()

    def _hand_out(self, assignment: Assignment, task: Solve) -> None:
        assignment.task, assignment.replied = task, self._replied
        assignment.woken = self.wake_one
        for person in assignment.awaited(self.people):
            self.workers.think(self._let_bot_solve, assignment, person)

    def _replied(self, assignment: Assignment, person: Person, reply: dict[str, Any]) -> None:
        """Write down somebody's reply, and keep it."""
        self.note(answer=assignment.number, by=person.number, reply=reply)
        assignment.reply_of(person).take(reply)
        self.wake_onlookers()

    def _let_bot_solve(self, assignment: Assignment, person: Person) -> None:
        """Let a simulated person answer once."""
        bot = gk.bot(person.bot)
        while assignment.is_out and assignment.awaited([person]):
            with self.lock:
                view = assignment.paper(person).view()
            move = int(bot.choose(view, seed=person.number))
            with self.lock:
                if assignment.is_out:
                    assignment.paper(person).play(move)

    def collect(self) -> None:
        """Take the task back. Nobody can answer it any more, and matches go on."""
        with self.lock:
            if not self.assignment:
                raise gk.GameError("No task is open; room.give(task) gives one to everybody.")
            self._collect()
            self.settle()
            self.wake_all()

    def _collect(self) -> None:
        if out := self.assignment:
            self.note(collected=out.number)
            out.is_out = False
            if self.state == "running":
                self._resume()

    # --- a guess for all -----------------------------------------------------------------------

    def ask(self, guess: Guess) -> None:
        """Ask everybody to guess. A question that is already out stays out and keeps its guesses."""
        with self.lock:
            self._check_not_ended()
            new = Poll(max((each.number for each in self.polls), default=0) + 1, guess)
            out = self.poll
            if out and out.is_out and out.asked == new.asked:
                out.guess = guess
                return
            self.note(poll=new.number, asked=new.asked)
            self.put_question(new)
            self.wake_all()

    def put_question(self, poll: Poll) -> None:
        """Open a question that is in the journal. Nobody can answer earlier questions any more."""
        for each in self.polls:
            each.is_out = False
        self.polls.append(poll)

    def guess(self, person: Person, number: object, value: object) -> None:
        """Keep somebody's guess, which they can change as long as the answer is hidden."""
        poll = self.poll
        if poll is None or poll.number != number:
            raise gk.GameError("This question is no longer open.")
        found = poll.read(value)
        self.note(guessed=poll.number, by=person.number, value=found)
        poll.guesses[person.number] = found
        self.wake_one(person)
        self.wake_onlookers()

    def reveal(self) -> None:
        """Show everybody the answer, and who was right."""
        with self.lock:
            poll = self.poll
            if poll is None:
                raise gk.GameError("No question is open; room.ask(gw.Guess(...)) asks one.")
            if not poll.is_out:
                return
            truth, right = poll.judged()
            self.note(revealed=poll.number, truth=truth, right=right)
            poll.show(truth, right)
            self.wake_all()

    # --- help ----------------------------------------------------------------------------------

    def want_help(self, person: Person, is_wanted: bool) -> None:
        """Show on the wall that somebody needs help, or stop showing it."""
        with self.lock:
            person.needs_help = is_wanted
            self.wake_one(person)
            self.wake_onlookers()

    # --- the list of people, and their words ---------------------------------------------------

    def expect(self, names: list[str]) -> None:
        """Put everybody on a list into the room, once. Their seats then wait for them."""
        with self.lock:
            known = [person for person in self.people.everybody if person.listed]
            for number, name in enumerate(names):
                if any(each.listed == name for each in known) and self.names:
                    continue
                if not self.names and number < len(known):
                    # The journal does not name them, so the order of the list says who is who.
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
        """Give somebody's seat to another device, and return its new key. The earlier key is void."""
        with self.lock:
            token, was_expected = new_token(), person.is_expected
            self.note(took=person.number, mark=token_mark(token))
            self.people.use_key(person, token_mark(token))
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
                raise gk.GameError(f"{shown(name)} is already in the room.")
            seat = self.people[person.claims] if person.claims else None
            if seat and not seat.is_removed:
                self.reseat(name, seat.name)
                return
            self.note(admitted=person.number)
            self.let_in(person)
            self.settle()
            self.wake_all()

    def let_in(self, person: Person) -> None:
        """Let somebody in. The caller has written it down."""
        person.is_at_the_door, person.claims, person.since = False, 0, self.now()

    # --- seats ---------------------------------------------------------------------------------

    def remove(self, name: str) -> None:
        """Take somebody out of the room. Their match ends, and their key is void."""
        with self.lock:
            person = self.known(name)
            why = TURNED_AWAY if person.is_at_the_door else REMOVED
            self.note(removed=person.number)
            self.take_out(person)
            self.parted(person, why)
            self.settle()
            self.wake_all()

    def take_out(self, person: Person) -> None:
        """Take somebody out. The caller has written it down."""
        before = self._before(person)
        self.people.remove(person)
        self._show_names(person)
        self._leave_match(person, for_good=False)
        self._remember("removing somebody", lambda: self._restore_person(person, before))

    def rename(self, name: str, to: object) -> None:
        """Rename somebody, including at their table."""
        with self.lock:
            person, called = self.known(name), name_typed(to)
            if self.people.is_taken(called, but=person):
                raise gk.GameError(f"Somebody else is already called {shown(called)}.")
            self.note(renamed=person.number, **self._saved(called))
            self.set_name(person, called)
            self.wake_all()

    def hide_name(self, name: str) -> None:
        """Take a name off every screen at once. From now on it reads Person 7 or so."""
        with self.lock:
            person = self.known(name)
            hidden = self.people.free(person.alias, person)
            if person.name != hidden:
                self.rename(name, hidden)

    def set_name(self, person: Person, name: str) -> None:
        """Rename somebody. The caller has written it down."""
        former, person.name = person.name, name
        self._show_names(person)
        self._remember("a new name", lambda: self._restore_name(person, former))

    def _restore_name(self, person: Person, name: str) -> None:
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
            person, seat = self._two_people(name, at)
            self.note(reseated=seat.number, to=person.number)
            self.hand_over(seat, person)
            self.moved_over(person, seat)
            self.settle()
            self.wake_all()

    def merge(self, name: str, into: str) -> None:
        """Merge two people into one. All that the first has played and answered counts for the second."""
        with self.lock:
            person, seat = self._two_people(name, into)
            is_here = person.is_here
            self.note(merged=person.number, into=seat.number)
            self.merge_people(person, seat)
            if is_here:
                self.moved_over(person, seat)
            self.settle()
            self.wake_all()

    def _two_people(self, name: str, other: str) -> tuple[Person, Person]:
        person, seat = self.known(name), self.known(other)
        if person is seat:
            raise gk.GameError(f"{shown(name)} already has this seat.")
        return person, seat

    def hand_over(self, seat: Person, person: Person) -> None:
        """Give somebody a seat. The caller has written it down."""
        before, was = self._before(person), self._before(seat)
        words = self._words_of(seat, person)
        self._leave_match(person, for_good=False)
        self._swap_seat(seat, person)

        def undo() -> None:
            self._separate(seat, was, person, before)
            self.words |= words

        self._remember("giving a seat away", undo)

    def _words_of(self, *people: Person) -> dict[int, str]:
        return {each.number: self.words.get(each.number, "") for each in people}

    def _swap_seat(self, seat: Person, person: Person) -> None:
        self.people.hand_over(seat, person)
        self.words[seat.number] = self.words.get(person.number, "")
        seat.since = self.now()
        if meeting := self.meeting_of(seat):
            meeting.show()
            self._moved(meeting)

    def merge_people(self, person: Person, seat: Person) -> None:
        """Merge two people into one. The caller has written it down."""
        before, was = self._before(person), self._before(seat)
        words = self._words_of(seat, person)
        moved = [each for each in self.meetings if person in each.who and seat not in each.who]
        for meeting in moved:
            meeting.put_in_place(person, seat, self.called(seat))
        self._refresh(moved)
        current = self._at.pop(person.number, None)
        if current and current in moved and self._may_sit_at(seat, current):
            self._at[seat.number] = current
        elif current:
            current.leave()
        answers = [each.merge(person, seat) for each in self.assignments]
        answers += [each.merge(person, seat) for each in self.polls]
        if person.is_here or person.bot:
            self._swap_seat(seat, person)
        else:
            self.people.remove(person)

        def undo() -> None:
            for undo_answers in answers:
                undo_answers()
            for meeting in moved:
                meeting.put_in_place(seat, person, self.called(person))
            self._refresh(moved)
            self._separate(seat, was, person, before)
            self.words |= words

        self._remember("making one person of two", undo)

    def _may_sit_at(self, seat: Person, other: RoomMatch) -> bool:
        """Does the other match go on, while the seat has no match or one that is over?"""
        own = self.meeting_of(seat)
        return not other.is_over and (own is None or own.is_over)

    def _refresh(self, meetings: list[RoomMatch]) -> None:
        for meeting in meetings:
            if not meeting.is_put_away:
                meeting.on_change(self.wake_one, self.wake_onlookers)
                meeting.show()

    # --- undo ----------------------------------------------------------------------------------

    def undo(self) -> None:
        """Undo the latest change of seats."""
        with self.lock:
            if not self.done:
                raise gk.GameError("There is nothing to undo.")
            self.note(undone=True)
            self.undo_latest()
            self.settle()
            self.wake_all()

    def undo_latest(self) -> None:
        """Undo the latest change. The wall shows no name, because a name may be rude."""
        *earlier, latest = self.done
        self.done = tuple(earlier)
        latest.undo()
        self.tell(f"Undone: {latest.what}.")

    def _remember(self, what: str, undo: Callable[[], None]) -> None:
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

    def _separate(self, seat: Person, was: Before, person: Person, before: Before) -> None:
        """Give two people back their former seats. The browser that took the seat returns with its owner."""
        self._restore_person(person, before)
        if seat.mark == person.mark:
            self.moved_over(seat, person)
        self._restore_seat(seat, was)

    def _restore_seat(self, person: Person, before: Before) -> None:
        """Let the earlier key and word open the seat again."""
        if person.mark != before.mark:
            self.seat_lost(person)
            self.people.use_key(person, before.mark)
            person.word, person.heard, person.bot = before.word, before.heard, before.bot
            person.is_expected, person.is_here = before.is_expected, bool(before.bot)
        self._restore_match(person, before)

    def _restore_person(self, person: Person, before: Before) -> None:
        """Put somebody back into the room, and at their match if it is still there."""
        self.people.restore(person)
        self._restore_seat(person, before)

    def _restore_match(self, person: Person, before: Before) -> None:
        meeting, now = before.meeting, self.meeting_of(person)
        if meeting is None or now is meeting or meeting.is_put_away or person not in meeting.who:
            return
        if now:
            self._leave_match(person)
        meeting.is_left = before.was_left or any(
            self.meeting_of(each) not in (None, meeting) for each in meeting.people
        )
        if self.is_playing and not meeting.is_left:
            meeting.resume()
        self._at[person.number] = meeting
        self._show_names(person)
        self._moved(meeting)


Event = Mapping[str, Any]


def opened_before(events: Sequence[Event]) -> dict[str, Any]:
    """Return the latest port, with the code if an earlier version wrote it beside the port."""
    found: dict[str, Any] = {}
    for event in events:
        if isinstance(event.get("door"), dict):
            found = dict(event["door"])
        elif "port" in event:
            found["port"] = event["port"]
    return found


def restore(room: Session, events: Sequence[Event]) -> None:
    """Repeat the events of a room's journal. Its matches come from their own journals.

    It skips events that do not fit, and warns about each of them.

    Raises:
        GameError: the journal of a match in play cannot be opened now.
    """
    occupied = _still_occupied(events)
    with room.lock:
        room.is_restoring = True
        try:
            for line, event in enumerate(events, 2):  # the first line is the head
                _repeat(room, line, event, event.get("match") in occupied)
        finally:
            room.is_restoring = False
        for person in room.people:
            person.since = room.now()
        room.go_on()


def _still_occupied(events: Sequence[Event]) -> set[object]:
    """Return the numbers of the matches that somebody is still at. Only their journals go on."""
    at: dict[object, object] = {}
    for event in events:
        if "match" in event and isinstance(event.get("who"), list):
            at |= {number: event["match"] for number in event["who"] if isinstance(number, int)}
        elif "left" in event:  # a removed person stays, because an undo may bring them back
            at.pop(event["left"], None)
    return set(at.values())


def _repeat(room: Session, line: int, event: Event, is_occupied: bool) -> None:
    """Repeat an event, or warn that it does not fit."""
    try:
        _apply(room, event, is_occupied)
    except Unopened:
        raise
    except (gk.GameError, LookupError, TypeError, ValueError, AttributeError) as problem:
        why = str(problem) if isinstance(problem, gk.GameError) else "it does not fit the others"
        warn(f"room.journal, line {line}, is left out: {why}. It says {shown(dict(event))}.")


def warn(text: str) -> None:
    """Warn the person who opens the room."""
    # There is no such file, so no line of code shows.
    warnings.warn_explicit(text, gk.GameWarning, "<gamekit>", 1)


class Unopened(gk.GameError):
    """The journal of a match exists but cannot be opened."""


def _apply(room: Session, event: Event, is_occupied: bool) -> None:
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
        _apply_to_seats(room, event)


def _apply_to_seats(room: Session, event: Event) -> None:
    """Repeat an event about somebody's seat."""
    people = room.people
    if "renamed" in event:  # in a room without names there is no name
        person = people[event["renamed"]]
        room.set_name(person, name_kept(str(event.get("name", person.name))))
    elif "reseated" in event:
        room.hand_over(people[event["reseated"]], people[event["to"]])
    elif "merged" in event:
        room.merge_people(people[event["merged"]], people[event["into"]])
    elif "undone" in event:
        room.undo_latest()
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
    """Put a match back into the room."""
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
        room.seat_match(number, event["item"], round, (one, other), match).leave()
        return
    room.seat_match(number, event["item"], round, (one, other), match)


def _may_open_later(problem: gk.GameError) -> bool:
    """Is the system to blame, not the file? Then the room does not give up the match."""
    cause = problem.__context__
    is_refused = isinstance(cause, OSError) and not isinstance(cause, FileNotFoundError)
    return is_refused or not isinstance(problem, gk.BadRecord)


def _player(room: Session, written: object) -> Person | str:
    """Return the person with this number, or the name of a bot. Nobody has the key of an unknown person."""
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
