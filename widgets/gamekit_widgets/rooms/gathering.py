"""A room without its walls: people, who plays whom, and what they may do. No web, no notebook.

Everything here may be called from any thread; one lock keeps them apart. Bots think outside of it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from random import Random
from threading import RLock
from typing import Any

import gamekit as gk
from gamekit.given import shown, switch
from gamekit_widgets.rooms import pairing
from gamekit_widgets.rooms.diary import Diary
from gamekit_widgets.rooms.meeting import Meeting
from gamekit_widgets.rooms.people import People, Person
from gamekit_widgets.rooms.program import Program
from gamekit_widgets.rooms.workers import Workers

PATIENCE = 10  # seconds that an odd person waits for somebody before a bot comes
AWAY = 60  # seconds after which nobody has to wait for somebody whose browser is gone


class Gathering:
    """People in a room and their matches.

    Args:
        program: what is played.
        pairs: "random", "bots" (everybody against a bot), "choice" (people choose each other), or a
            list of pairs of names.
        bot: who takes the seats that stay empty.
        odd: what somebody gets for whom nobody is left: "bot" or "wait".
        names: do names appear in what is saved?
        folder: where everything is written down, or None.
        seed: what pairs and dice are drawn from; None picks one.

    Attributes:
        state: "open" (nobody plays yet), "running", "paused" or "ended".
        wake: is called with a person for whom something has changed.
        watched: is called when something has changed for those who look on.
    """

    def __init__(
        self,
        program: Program,
        pairs: str | Sequence[tuple[str, str]] = "random",
        bot: str = "club",
        odd: str = "bot",
        names: bool = True,
        folder: str | os.PathLike[str] | None = None,
        seed: int | None = None,
    ) -> None:
        self.program, self.bot, self.odd = program, bot, odd
        self.names = switch("names", names)
        self.pairs = pairing.pairs_of(pairs)
        gk.bot(bot)  # refuses what is not one
        if odd not in ("bot", "wait"):
            raise gk.GameError(f'odd={shown(odd)}: give "bot" or "wait".')
        self.random = Random(seed)
        self.lock = RLock()
        self.away, self.patience = AWAY, PATIENCE
        self.now: Callable[[], float] = time.monotonic
        self.wake: Callable[[Person], object] = lambda person: None
        self.watched: Callable[[], object] = lambda: None
        self.people, self.meetings = People(), list[Meeting]()
        self.state, self.round = "open", 0
        self._at: dict[int, Meeting] = {}  # where each person is, by number
        self.workers = Workers()
        self.is_restoring = False
        self.diary = None if folder is None else Diary(folder)
        if self.diary:
            self.diary.begin([item.label for item in program.items])

    # --- people --------------------------------------------------------------------------------

    def enter(self, name: object) -> tuple[Person, str]:
        """Let somebody in; return them and their token."""
        with self.lock:
            if self.state == "ended":
                raise gk.GameError("This room has closed.")
            person, token = self.people.join(name)
            person.since = self.now()
            self.note(person=person.number, mark=person.mark, **self._saved_name(person))
            self.settle()
            self.stir_all()
            return person, token

    def _saved_name(self, person: Person) -> dict[str, str]:
        return {"name": person.name} if self.names else {}

    def simulate(self, name: str, bot: str) -> Person:
        """Let somebody in whom a bot plays."""
        gk.bot(bot)  # refuses what is not one
        with self.lock:
            person, _ = self.people.join(name)
            person.bot, person.is_here = bot, True
            self.note(person=person.number, mark=person.mark, bot=bot, **self._saved_name(person))
            self.settle()
            self.stir_all()
            return person

    def is_back(self, person: Person, is_here: bool = True) -> None:
        """Note that a person's browser has come or gone."""
        with self.lock:
            person.is_here, person.since = is_here, self.now()
            self.settle()
            self.stir_all()

    def called(self, person: Person | str) -> str:
        """Return what a player is called at a table and in what is saved."""
        if isinstance(person, str):
            return f"Bot ({person})"
        return person.name if self.names else person.alias

    def meeting_of(self, person: Person) -> Meeting | None:
        """Return the match somebody is at."""
        return self._at.get(person.number)

    # --- who plays whom ------------------------------------------------------------------------

    @property
    def waiting(self) -> list[Person]:
        """Everybody who is here and has nobody to play."""
        return [person for person in self.people if person.is_here and self._is_free(person)]

    def _is_free(self, person: Person) -> bool:
        return self.meeting_of(person) is None

    @property
    def is_busy(self) -> bool:
        """Is a match under way?"""
        with self.lock:
            return self.state == "running" and not all(each.is_over for each in self.meetings)

    def settle(self, odd_too: bool = False) -> None:
        """Pair whoever waits, as far as that is possible.

        Args:
            odd_too: give a bot to who is left, if that is what they get.
        """
        if self.state != "running":
            return
        pairs, left = self._paired(self.waiting)
        for pair in pairs:
            self.begin(pair[0], pair[1])
        for person in left:
            has_waited = self.now() - person.since >= self.patience
            is_alone = self.odd == "bot" and self.pairs == "random" and (odd_too or has_waited)
            if self.pairs == "bots" or is_alone:
                self.begin(person, self.bot)

    def _paired(self, waiting: list[Person]) -> tuple[pairing.Pairs, list[Person]]:
        if self.pairs == "random":
            return pairing.at_random(waiting, self.random)
        if self.pairs == "choice":
            return pairing.by_choice(waiting)
        if self.pairs == "bots":
            return [], waiting
        return pairing.by_list(waiting, self.pairs)  # type: ignore[arg-type]

    def begin(self, one: Person, other: Person | str, is_again: bool = False) -> Meeting:
        """Seat two players at a new match; who plays which side is drawn, unless it is a rematch."""
        who: tuple[Person | str, Person | str] = (one, other)
        if not is_again and self.random.random() < 0.5:
            who = (other, one)
        counts = [sum(m.item == n for m in self.meetings) for n in range(len(self.program.items))]
        meeting = self.met(
            number=len(self.meetings) + 1,
            item=self.program.choose(self.round, counts),
            round=self.round,
            who=who,
        )
        self.note(
            match=meeting.number,
            item=meeting.item,
            round=meeting.round,
            who=[each if isinstance(each, str) else each.number for each in meeting.who],
        )
        return meeting

    def met(
        self,
        number: int,
        item: int,
        round: int,
        who: tuple[Person | str, Person | str],
        match: gk.Match | None = None,
    ) -> Meeting:
        """Put a match, a new one if none is given, where its players are."""
        if match is None:
            names = (self.called(who[0]), self.called(who[1]))
            path = self.diary.new_path(number) if self.diary else None
            seed = self.random.getrandbits(32)
            match = self.program.items[item].begin(names, seed, self.program.clock, path)
        if match.journal:
            match.journal.later = self.workers.write
        meeting = Meeting(number, item, round, match, who, self.now())
        meeting.heard(self.wake_one, self.stir)
        match.changed(lambda: self._moved(meeting))
        self.meetings.append(meeting)
        for person in meeting.people:
            self._at[person.number] = meeting
            person.wish = ""
            person.past += [other.number for other in meeting.people if other is not person]
            self.wake_one(person)
        self._moved(meeting)
        return meeting

    def leave(self, person: Person) -> None:
        """Take somebody away from their match, which ends with that if it is not over."""
        meeting = self._at.pop(person.number, None)
        if meeting and not meeting.is_over:
            meeting.is_left = True
        person.since = self.now()
        self.note(left=person.number)

    # --- what happens at a match ---------------------------------------------------------------

    def _moved(self, meeting: Meeting) -> None:
        """Something happened at a match."""
        with self.lock:
            meeting.moved = self.now()
            if meeting.thinker and not self.is_restoring:
                self.workers.think(self._let_bot_move, meeting)
            self.stir()

    def _let_bot_move(self, meeting: Meeting) -> None:
        with self.lock:
            player, ply = meeting.match.to_act, meeting.match.ply
            bot = meeting.thinker
            if self.state != "running" or not bot:
                return
            view, luck = meeting.match.view(player), meeting.watcher.sitting.luck
        try:
            move = int(gk.bot(bot).choose(view, seed=luck))
            with self.lock:
                is_due = (meeting.match.to_act, meeting.match.ply) == (player, ply)
                if is_due and self.state == "running" and not meeting.is_over:
                    meeting.match.play(move)
        except gk.GameError as problem:
            meeting.trouble = str(problem)

    def tick(self) -> None:
        """Do what time brings: flags, and bots for those who waited."""
        with self.lock:
            if self.state != "running":
                return
            for meeting in self.meetings:
                clock, player = meeting.match.clock, meeting.match.to_act
                if clock and not meeting.is_over and player in (0, 1):
                    meeting.watcher.sitting.flag(player)
            self.settle()

    # --- the whole room ------------------------------------------------------------------------

    def start(self) -> None:
        """Let play begin, or go on after a pause."""
        with self.lock:
            if self.state == "ended":
                raise gk.GameError("This room has ended; open another one.")
            was, self.state = self.state, "running"
            self.note(state=self.state)
            for meeting in self.meetings if was == "paused" else ():
                meeting.resume()
                self._moved(meeting)
            self.settle(odd_too=was == "open")
            self.stir_all()

    def pause(self) -> None:
        """Let nobody move until `start`; clocks stand still."""
        with self.lock:
            if self.state == "running":
                self._stop("paused")

    def end(self) -> None:
        """Let nobody move any more."""
        with self.lock:
            if self.state != "ended":
                self._stop("ended")

    def _stop(self, state: str) -> None:
        self.state = state
        self.note(state=state)
        for meeting in self.meetings:
            if not meeting.is_over:
                meeting.pause()
        self.stir_all()

    def pair(self) -> None:
        """Pair everybody anew whose match is over; of several games it is the turn of the next."""
        with self.lock:
            if self.state != "running":
                raise gk.GameError("Nobody is paired before the room is started.")
            if any(meeting.round == self.round for meeting in self.meetings):
                self.round += 1
                self.note(round=self.round)
            for person in self.people:
                meeting = self.meeting_of(person)
                if meeting and meeting.is_over:
                    self.leave(person)
            self.settle(odd_too=True)
            self.stir_all()

    def go_on(self) -> None:
        """Go on where a room that was opened again stood."""
        for meeting in self.meetings:
            if self.state != "running" and not meeting.is_over:
                meeting.pause()
            self._moved(meeting)
        self.settle()

    def close(self) -> None:
        """Let go of files and threads."""
        self.workers.close()
        with self.lock:
            self.state = "ended"
            for meeting in self.meetings:
                if meeting.match.journal:
                    meeting.match.journal.close()
            if self.diary:
                self.diary.close()
                self.diary = None

    # --- telling and writing down --------------------------------------------------------------

    def wake_one(self, person: Person) -> None:
        """Something has changed for one person."""
        if not self.is_restoring:
            self.wake(person)

    def stir(self) -> None:
        """Something has changed that onlookers see."""
        if not self.is_restoring:
            self.watched()

    def stir_all(self) -> None:
        """Something has changed for everybody."""
        for person in self.people:
            self.wake_one(person)
        self.stir()

    def note(self, **event: Any) -> None:
        """Write down what has happened, if that is done."""
        if self.diary and not self.is_restoring:
            self.diary.note(**event)
