"""A room from its start to its end, without the web or a notebook.

Any thread may call everything here. One lock keeps threads apart; bots think outside of it.
"""

from __future__ import annotations

import secrets
import time
from typing import Any

import gamekit as gk
from gamekit.errors import Unwritten
from gamekit_widgets.guess import Guess
from gamekit_widgets.rooms import playlist
from gamekit_widgets.rooms.people import Person
from gamekit_widgets.rooms.poll import Poll
from gamekit_widgets.rooms.room_match import RoomMatch
from gamekit_widgets.rooms.seat_changes import Hosting
from gamekit_widgets.rooms.seating import UNWRITTEN
from gamekit_widgets.rooms.task import Assignment, mark_of
from gamekit_widgets.task_page import Solve


class Session(Hosting):
    """People in a room, from its start to its end: rounds, pauses, and tasks for all."""

    lesson = ""  # the name of this room in a file of several

    def begin_lesson(self) -> None:
        """Give the room a name of its own by the day, unless it has one from before."""
        if not self.lesson:
            self.lesson = f"{time.strftime('%Y-%m-%d')} {secrets.token_hex(3)}"
            self.note(lesson=self.lesson)

    def tick(self) -> None:
        """Do what is due: flags, and bots for people who have waited."""
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

    # --- the whole room ------------------------------------------------------------------------

    def start(self) -> None:
        """Let play begin, or go on after a pause."""
        with self.lock:
            if self.state == "ended":
                raise gk.GameError("This room has ended; open another one.")
            self.note(state="running")
            was, self.state = self.state, "running"
            if was == "open":
                self._begin_round()
            elif was == "paused" and not self.assignment:
                self._resume()
                self.settle()
            self.stir_all()

    def _begin_round(self) -> None:
        """Pair everybody, or give them the task of this round."""
        self._collect()
        if task := self.playlist.task_of(self.round):
            self.give(task, self.round)
        else:
            self.settle(odd_too=True)

    def _resume(self) -> None:
        """Let matches go on."""
        for meeting in self.occupied:
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
        self.stir_all()

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
            self.stir_all()

    def go_on(self) -> None:
        """Go on from where the room stood before it was opened again."""
        task = self.playlist.task_of(self.round)
        if task and self.assignment and self.assignment.mark == mark_of(task):
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
        """Give this clock to every match that is begun from now on."""
        with self.lock:
            self.playlist.check_clock(clock)
            self.note(clock=playlist.packed(clock))
            self.playlist.clock = clock
            self.stir()

    # --- a task for all ------------------------------------------------------------------------

    def give(self, task: Solve, round: int | None = None) -> None:
        """Give everybody a task. Matches wait until it is collected.

        A task that is already out stays out and keeps its answers, because the same line of the
        notebook gives it again after a crash.
        """
        with self.lock:
            if self.state == "ended":
                raise gk.GameError("This room has ended; open another one.")
            mark, out = mark_of(task), self.assignment
            if not out or out.mark != mark:
                self._collect()
                number = max((each.number for each in self.assignments), default=0) + 1
                out = Assignment(number, task.text, mark, round, time.time())
                self.note(task=out.number, text=out.text, mark=mark, round=round, at=out.given)
                self.assignments.append(out)
                self._pause()
            if out.task is None:
                self._hand_out(out, task)
            self.stir_all()

    def _hand_out(self, assignment: Assignment, task: Solve) -> None:
        assignment.task, assignment.replied = task, self._replied
        assignment.woken = self.wake_one
        for person in assignment.awaited(self.people):
            self.workers.think(self._let_bot_solve, assignment, person)

    def _replied(self, assignment: Assignment, person: Person, noted: dict[str, Any]) -> None:
        """Note that somebody has answered."""
        self.note(answer=assignment.number, by=person.number, reply=noted)
        assignment.reply_of(person).take(noted)
        self.stir()

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
                raise gk.GameError("No task is out; room.give(task) gives one to everybody.")
            self._collect()
            self.settle()
            self.stir_all()

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
            if self.state == "ended":
                raise gk.GameError("This room has ended; open another one.")
            new = Poll(max((each.number for each in self.polls), default=0) + 1, guess)
            out = self.polls[-1] if self.polls else None
            if out and out.is_out and out.asked == new.asked:
                out.guess = guess
                return
            self.note(poll=new.number, asked=new.asked)
            self.put_question(new)
            self.stir_all()

    def put_question(self, poll: Poll) -> None:
        """Ask a question that has been written down. Earlier questions can no longer be answered."""
        for each in self.polls:
            each.is_out = False
        self.polls.append(poll)

    def guess(self, person: Person, number: object, value: object) -> None:
        """Take somebody's guess. They can change it as long as the answer is hidden."""
        poll = self.polls[-1] if self.polls else None
        if poll is None or poll.number != number:
            raise gk.GameError("This question is no longer open.")
        found = poll.read(value)
        self.note(guessed=poll.number, by=person.number, value=found)
        poll.guesses[person.number] = found
        self.wake_one(person)
        self.stir()

    def reveal(self) -> None:
        """Show everybody the answer, and who was right."""
        with self.lock:
            poll = self.polls[-1] if self.polls else None
            if poll is None or not poll.is_out:
                raise gk.GameError("No question is out; room.ask(gw.Guess(...)) puts one.")
            truth, right = poll.judged()
            self.note(revealed=poll.number, truth=truth, right=right)
            poll.show(truth, right)
            self.stir_all()

    # --- help ----------------------------------------------------------------------------------

    def want_help(self, person: Person, is_wanted: bool) -> None:
        """Show on the wall that somebody needs help, or no longer."""
        with self.lock:
            person.needs_help = is_wanted
            self.wake_one(person)
            self.stir()
