"""The people in a room, who plays whom, and their matches."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from random import Random
from threading import Lock, RLock
from typing import Any

import gamekit as gk
from gamekit.chance import SHORT, decision_key
from gamekit.errors import Unwritten, listed
from gamekit.validation import brief, printable, shown, switch, whole
from gamekit_widgets.browser_page import Carried
from gamekit_widgets.rooms.people import People, Person, new_word, word_mark
from gamekit_widgets.rooms.playlist import Playlist
from gamekit_widgets.rooms.room_match import Diary, RoomMatch
from gamekit_widgets.rooms.tasks_and_polls import Assignment, Poll

PATIENCE = 10  # seconds that somebody without an opponent waits before a bot comes
AWAY = 60  # seconds after which people need not wait for somebody whose browser is gone
NEWS = 5  # sentences that the wall keeps about what happened
UNWRITTEN = "The room could not save the bot's move."


class Seating:
    """People in a room and their matches.

    Args:
        playlist: the games and tasks of the room.
        pairs: "random", "bots" (everybody against a bot), "choice" (people choose each other), or a
            list of pairs of names.
        bot: the bot that takes empty seats.
        odd: what somebody without an opponent does: play a "bot", or "wait".
        names: does the room save names?
        folder: the folder of its journals, or None.
        seed: draws pairs and dice; people who know it know the dice. None takes 64 bits from the
            system for each match.
        approve: must the host let in everybody who joins?

    Attributes:
        words: the words that the room has given out since it opened, by the number of the person.
        news: the latest events for the wall, each with its time and a sentence.
        state: "open" (nobody plays yet), "running", "paused" or "ended".
        assignments: the tasks for everybody so far, in order.
        polls: the questions for everybody so far, in order.
        trouble: why the room could not write something down lately, or "".
        wake: called with a person for whom something has changed.
        parted: called with a person who is out of the room, and a sentence for them.
        moved_over: called with a person, and with the person whose seat they now have.
        seat_lost: called with a person whose browser has lost this seat.
        watched: called when something has changed for onlookers.
    """

    def __init__(
        self,
        playlist: Playlist,
        pairs: str | Sequence[tuple[str, str]] = "random",
        bot: str = "club",
        odd: str = "bot",
        names: bool = True,
        folder: str | os.PathLike[str] | None = None,
        seed: int | None = None,
        approve: bool = False,
    ) -> None:
        self.playlist, self.bot, self.odd = playlist, bot, odd
        self.names, self.approve = switch("names", names), switch("approve", approve)
        self.pairs = pairs_of(pairs)
        gk.bot(bot)  # raises if there is no such bot
        if odd not in ("bot", "wait"):
            raise gk.GameError(f'odd={shown(odd)}: give "bot" or "wait".')
        self.seed = seed if seed is None else whole("seed", seed)
        self.random = Random(self.seed)  # pairs people, and rolls dice only if a seed is given
        self.lock = RLock()
        self.away, self.patience = AWAY, PATIENCE
        self.now: Callable[[], float] = time.monotonic
        self.wake: Callable[[Person], object] = lambda person: None
        self.parted: Callable[[Person, str], object] = lambda person, why: None
        self.moved_over: Callable[[Person, Person], object] = lambda person, seat: None
        self.seat_lost: Callable[[Person], object] = lambda person: None
        self.watched: Callable[[], object] = lambda: None
        self.words: dict[int, str] = {}
        self.news: list[tuple[float, str]] = []
        self.people, self.meetings = People(), list[RoomMatch]()
        self.assignments, self.polls = list[Assignment](), list[Poll]()
        self.state, self.round = "open", 0
        self._at: dict[int, RoomMatch] = {}  # the match of each person, by their number
        self.workers = Workers()
        self.is_restoring = False
        self.trouble = ""
        self.diary = None if folder is None else Diary(folder)
        if self.diary:
            self.diary.begin([item.label for item in playlist.items])

    # --- people --------------------------------------------------------------------------------

    def enter(self, name: object, claims: Person | None = None) -> tuple[Person, str]:
        """Let somebody in, or up to the door, and return them and their token.

        Args:
            name: the name they typed.
            claims: the person whose seat they say is theirs. The host decides about it.
        """
        with self.lock:
            if self.state == "ended":
                raise gk.GameError("This room has closed.")
            person, token = self.people.newcomer(name)
            more: dict[str, Any] = {}
            if claims or self.approve:
                person.is_at_the_door, person.claims = True, claims.number if claims else 0
                more["door"] = person.claims
            self._admit(person, **more)
            return person, token

    def _admit(self, person: Person, **more: Any) -> None:
        word = "" if person.bot else new_word()
        if word:
            person.word = more["word"] = word_mark(word)
        self.note(person=person.number, mark=person.mark, **more, **self._saved(person.name))
        self.people.add(person)
        self.words[person.number] = word
        person.since = self.now()
        self.settle()
        self.wake_all()

    def tell(self, sentence: str) -> None:
        """Show a sentence about an event on the wall."""
        if not self.is_restoring:
            self.news = [*self.news, (self.now(), sentence)][-NEWS:]
            self.wake_onlookers()

    def _saved(self, name: str) -> dict[str, str]:
        return {"name": name} if self.names else {}

    def simulate(self, name: str, bot: str) -> Person:
        """Let in a person whom a bot plays."""
        gk.bot(bot)  # raises if there is no such bot
        with self.lock:
            person, _ = self.people.newcomer(name)
            person.bot, person.is_here = bot, True
            self._admit(person, bot=bot)
            return person

    def known(self, name: object) -> Person:
        """Return the person with this name.

        Raises:
            GameError: nobody has it.
        """
        if isinstance(name, str) and (person := self.people.named(name)):
            return person
        names = listed(person.name for person in self.people)
        raise gk.GameError(
            f"Nobody here is called {shown(name)}. In the room: {names or 'nobody'}."
        )

    def is_back(self, person: Person, is_here: bool = True) -> None:
        """Note that a person's browser has come or gone."""
        with self.lock:
            person.is_here, person.since = is_here, self.now()
            self.settle()
            self.wake_all()

    def called(self, person: Person | str) -> str:
        """Return a player's name at a table. It hides the name of a removed person."""
        if isinstance(person, Person) and person.is_removed:
            return person.alias
        return self.saved_name(person)

    def saved_name(self, person: Person | str) -> str:
        """Return a player's name for journals and results."""
        if isinstance(person, str):
            return f"Bot ({person})"
        return person.name if self.names else person.alias

    def meeting_of(self, person: Person) -> RoomMatch | None:
        """Return somebody's match, or None."""
        return self._at.get(person.number)

    def page_of(self, person: Person) -> tuple[int | str | None, Carried | None]:
        """Return the name and the page of a person's task or match, or None and None."""
        if person.is_at_the_door:
            return None, None
        if self.assignment:
            paper = self.assignment.paper(person) if self.assignment.task else None
            return (self.assignment.name, paper) if paper else (None, None)
        meeting = self.meeting_of(person)
        return (meeting.number, meeting.seat_of(person)) if meeting else (None, None)

    @property
    def assignment(self) -> Assignment | None:
        """The task that everybody has now, or None."""
        latest = self.assignments[-1] if self.assignments else None
        return latest if latest and latest.is_out else None

    @property
    def poll(self) -> Poll | None:
        """The latest question, or None."""
        return self.polls[-1] if self.polls else None

    @property
    def is_playing(self) -> bool:
        """May people move?"""
        return self.state == "running" and not self.assignment

    # --- who plays whom ------------------------------------------------------------------------

    @property
    def waiting(self) -> list[Person]:
        """Everybody who is here and has nobody to play."""
        return [each for each in self.inside if each.is_here and not self.meeting_of(each)]

    @property
    def inside(self) -> list[Person]:
        """Everybody but those who wait at the door."""
        return [person for person in self.people if not person.is_at_the_door]

    @property
    def is_busy(self) -> bool:
        """Is a match under way, or a simulated person at a task?"""
        with self.lock:
            if self.assignment:
                return bool(self.assignment.awaited(self.people))
            return self.state == "running" and not all(each.is_over for each in self.occupied)

    def settle(self, odd_too: bool = False) -> None:
        """Pair waiting people, as far as possible and as far as the journal can be written.

        Args:
            odd_too: give a bot at once to somebody without an opponent, if `odd` says so.
        """
        try:
            self._settle(odd_too)
        except Unwritten as problem:  # the next tick tries again
            self.trouble = str(problem)

    def _settle(self, odd_too: bool) -> None:
        if not self.is_playing or self.playlist.task_of(self.round):
            return
        pairs, left = self._paired(self.waiting)
        for pair in pairs:
            self.begin(pair[0], pair[1])
        for person in left:
            has_waited = self.now() - person.since >= self.patience
            is_alone = self.odd == "bot" and self.pairs == "random" and (odd_too or has_waited)
            if self.pairs == "bots" or is_alone:
                self.begin(person, self.bot)

    def _paired(self, waiting: list[Person]) -> tuple[Pairs, list[Person]]:
        if self.pairs == "random":
            return at_random(waiting, self.random)
        if self.pairs == "choice":
            return by_choice(waiting)
        if self.pairs == "bots":
            return [], waiting
        return by_list(waiting, self.pairs)  # type: ignore[arg-type]

    def begin(self, one: Person, other: Person | str, is_again: bool = False) -> RoomMatch:
        """Seat two players at a new match. Chance decides who is player 0, except in a rematch.

        The match is on disk before anybody sits at it.
        """
        who: tuple[Person | str, Person | str] = (one, other)
        if not is_again and self.random.random() < 0.5:
            who = (other, one)
        counts = [sum(m.item == n for m in self.meetings) for n in range(len(self.playlist.items))]
        number, item = self._new_number(), self.playlist.choose(self.round, counts)
        match = self._new_match(number, item, who)
        numbers = [each if isinstance(each, str) else each.number for each in who]
        try:
            self.note(match=number, item=item, round=self.round, who=numbers)
        except Unwritten:
            _discard(match)
            raise
        return self.seat_match(number, item, self.round, who, match)

    def _new_number(self) -> int:
        """Return the number of a new match. An existing journal is left alone."""
        number = max((meeting.number for meeting in self.meetings), default=0) + 1
        while self.diary and self.diary.path_of(number).exists():
            number += 1
        return number

    def _new_match(
        self, number: int, item: int, who: tuple[Person | str, Person | str]
    ) -> gk.Match:
        names = (self.called(who[0]), self.called(who[1]))
        path = self.diary.path_of(number) if self.diary else None
        seed = self._seed_of(number)
        return self.playlist.items[item].begin(names, seed, self.playlist.clock, path)

    def seat_match(
        self,
        number: int,
        item: int,
        round: int,
        who: tuple[Person | str, Person | str],
        match: gk.Match,
    ) -> RoomMatch:
        """Seat people at a match, and follow its changes."""
        if match.journal:
            match.journal.later, match.journal.strict = self.workers.write, True
        meeting = RoomMatch(number, item, round, match, who, self.now())
        meeting.on_change(self.wake_one, self.wake_onlookers)
        match.changed(lambda: self._changed(meeting))
        self.meetings.append(meeting)
        for person in meeting.people:
            self._stand_up(person)
            self._at[person.number] = meeting
            person.wish = ""
            person.past += [other.number for other in meeting.people if other is not person]
            self.wake_one(person)
        self._moved(meeting)
        return meeting

    def _seed_of(self, number: int) -> int | None:
        """Return the seed of a match, or None to take one from the system."""
        short = self.random.getrandbits(32)
        if self.seed is None:
            return None
        # People can guess a short seed. A longer one for each match would protect nothing then, and would
        # change the dice that pages show.
        return short if abs(self.seed) < SHORT else decision_key(self.seed, number, 0, 0)

    def leave(self, person: Person) -> None:
        """Take somebody away from their match, which ends early unless it is over."""
        self.note(left=person.number)
        self._leave_match(person)
        person.since = self.now()

    def _leave_match(self, person: Person, for_good: bool = True) -> None:
        if meeting := self.meeting_of(person):
            meeting.leave()
            self._stand_up(person, for_good)

    def _stand_up(self, person: Person, for_good: bool = True) -> None:
        """Leave a seat empty, and put the match away if it is over and both seats are empty.

        Args:
            for_good: False if this can be undone, so that the match must stay at hand.
        """
        meeting = self._at.pop(person.number, None)
        if meeting is None:
            return
        meeting.seat_of(person).forget()
        if not for_good:
            return
        journal = meeting.match.journal
        is_written = not (journal and journal.trouble)
        if meeting.is_over and is_written and meeting not in self._at.values():
            meeting.put_away()
            if journal:
                self.workers.write(journal.finish)

    @property
    def occupied(self) -> list[RoomMatch]:
        """Every match that somebody is still at, oldest first."""
        return sorted(set(self._at.values()), key=lambda meeting: meeting.number)

    # --- what happens at a match ---------------------------------------------------------------

    def _changed(self, meeting: RoomMatch) -> None:
        """Note that a match has changed, and whether its journal is in trouble."""
        journal = meeting.match.journal
        if journal and not self.is_restoring:
            self.trouble = journal.trouble
        self._moved(meeting)

    def _moved(self, meeting: RoomMatch) -> None:
        """Have a bot think if it is to move, and show the match again."""
        with self.lock:
            meeting.moved = self.now()
            if meeting.thinker and not self.is_restoring:
                self.workers.think(self._let_bot_move, meeting)
            self.wake_onlookers()

    def _let_bot_move(self, meeting: RoomMatch) -> None:
        with self.lock:
            bot = meeting.thinker
            if not self.is_playing or not bot:
                return
            player, ply = meeting.match.to_act, meeting.match.ply
            view, luck = meeting.match.view(player), meeting.watcher.sitting.luck
        try:
            move = int(gk.bot(bot).choose(view, seed=luck))
            with self.lock:
                if self._is_due(meeting, player, ply):
                    meeting.match.play(move)
            meeting.trouble = ""
        except Unwritten as problem:  # the next tick tries again
            self.trouble, meeting.trouble = str(problem), UNWRITTEN
        except gk.GameError as problem:
            meeting.trouble = str(problem)
        except Exception as problem:  # rules that somebody is writing, or a bot, may raise anything
            meeting.trouble = failed(problem)

    def _is_due(self, meeting: RoomMatch, player: int, ply: int) -> bool:
        """May a bot still make the move that it has thought about?"""
        if meeting.is_over or not self.is_playing:
            return False
        return (meeting.match.to_act, meeting.match.ply) == (player, ply)

    # --- pages and the journal -----------------------------------------------------------------

    def wake_one(self, person: Person) -> None:
        """Note that something has changed for one person."""
        if not self.is_restoring:
            self.wake(person)

    def wake_onlookers(self) -> None:
        """Note that something has changed for onlookers."""
        if not self.is_restoring:
            self.watched()

    def wake_all(self) -> None:
        """Note that something has changed for everybody."""
        for person in self.people:
            self.wake_one(person)
        self.wake_onlookers()

    def note(self, **event: Any) -> None:
        """Write down what is about to happen, if the room has a journal. If this raises, it must not happen."""
        if not self.diary or self.is_restoring:
            return
        try:
            self.diary.note(**event)
        except Unwritten as problem:
            self.trouble = str(problem)
            raise
        self.trouble = ""


def failed(problem: Exception) -> str:
    """Return a sentence for the host about an exception in a game's own code."""
    return f"The game's own code failed: {type(problem).__name__}: {brief(printable(str(problem)))}"


def _discard(match: gk.Match) -> None:
    """Close a match in which nobody has moved, and delete its journal."""
    if match.journal and match.ply == 0:
        match.journal.close()
        with suppress(OSError):
            match.journal.path.unlink()


THINKERS = 2  # bots that think at the same time
SCRIBES = 8  # journals that go to disk at the same time


class Workers:
    """Threads for slow work. Once closed, they take no more."""

    def __init__(self) -> None:
        self._thinkers = ThreadPoolExecutor(THINKERS, "gamekit-bot")
        self._scribes = ThreadPoolExecutor(SCRIBES, "gamekit-journal")
        self._unwritten: list[Future[None]] = []
        self._lock = Lock()

    def think(self, job: Callable[..., None], *given: Any) -> None:
        with suppress(RuntimeError):  # if closed
            self._thinkers.submit(job, *given)

    def write(self, job: Callable[[], None]) -> None:
        """Write a journal to disk in the background."""
        with self._lock, suppress(RuntimeError):
            waiting = [each for each in self._unwritten if not each.done()]
            self._unwritten = [*waiting, self._scribes.submit(job)]

    def unwritten(self) -> list[Future[None]]:
        """Return the writes that are not on disk yet."""
        with self._lock:
            return [each for each in self._unwritten if not each.done()]

    def close(self) -> None:
        """Finish writing journals, and stop the bots."""
        self._thinkers.shutdown(wait=False, cancel_futures=True)
        self._scribes.shutdown(wait=True)


Pairs = list[tuple[Person, Person]]
WAYS = ("random", "bots", "choice")
TRIES = 30  # shuffles, of which the one with the fewest repeated pairs counts


def at_random(waiting: Sequence[Person], random: Random) -> tuple[Pairs, list[Person]]:
    """Pair everybody at random, if possible with somebody new; return the pairs and the person left over."""
    best: tuple[int, list[Person]] | None = None
    for _ in range(TRIES if len(waiting) > 2 else 1):
        order = random.sample(list(waiting), len(waiting))
        again = sum(one.number in other.past for one, other in _two_by_two(order))
        if best is None or again < best[0]:
            best = again, order
        if again == 0:
            break
    order = best[1] if best else []
    left = order[len(order) // 2 * 2 :]
    return _two_by_two(order), left


def by_list(
    waiting: Sequence[Person], listed: Sequence[tuple[str, str]]
) -> tuple[Pairs, list[Person]]:
    """Pair people as a list of names says; return the pairs and the people left over."""
    known, pairs = {person.name: person for person in waiting}, []
    for one, other in listed:
        if one in known and other in known and one != other:
            pairs.append((known.pop(one), known.pop(other)))
    return pairs, list(known.values())


def by_choice(waiting: Sequence[Person]) -> tuple[Pairs, list[Person]]:
    """Pair people who chose each other; return the pairs and the people left over."""
    left, pairs = {person.number: person for person in waiting}, []
    for person in waiting:
        other = left.get(person.wish) if isinstance(person.wish, int) else None
        if person.number in left and other and other.wish == person.number:
            pairs.append((left.pop(person.number), left.pop(other.number)))
    return pairs, list(left.values())


def _two_by_two(order: Sequence[Person]) -> Pairs:
    return list(zip(order[::2], order[1::2], strict=False))


def pairs_of(pairs: object) -> str | list[tuple[str, str]]:
    """Return a way to pair people, checked: one of `WAYS`, or a list of pairs of names.

    Raises:
        GameError: it is neither.
    """
    if isinstance(pairs, str) and pairs in WAYS:
        return pairs
    if isinstance(pairs, list | tuple) and all(
        isinstance(pair, list | tuple) and len(pair) == 2 and all(isinstance(n, str) for n in pair)
        for pair in pairs
    ):
        return [(one, other) for one, other in pairs]
    raise gk.GameError(
        f'pairs={shown(pairs)}: give "random", "bots", "choice" or a list of pairs of names.'
    )
