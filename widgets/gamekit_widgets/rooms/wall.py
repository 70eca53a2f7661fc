"""The wall: a widget with every board of a room, for its host.

A projector may show it to everybody, so it shows only what an onlooker may know.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any, TypedDict, cast

import anywidget
import traitlets

import gamekit as gk
from gamekit.validation import is_whole
from gamekit_widgets.assets import bundle, style
from gamekit_widgets.browser_page import Control, Field, NotCopyable, Times
from gamekit_widgets.drawing import space
from gamekit_widgets.drawing.scene import Hand, Scene
from gamekit_widgets.drawing.svg import STYLE
from gamekit_widgets.rooms import playlist
from gamekit_widgets.rooms.host_actions import Session
from gamekit_widgets.rooms.people import Person
from gamekit_widgets.rooms.results import (
    Score,
    Standing,
    qr,
    results_page,
    scores,
    standings,
)
from gamekit_widgets.rooms.room_match import RoomMatch
from gamekit_widgets.rooms.tasks_and_polls import Reply
from gamekit_widgets.scenes import scene_of
from gamekit_widgets.table.words import times

AT_ONCE = 8  # boards to draw at a time, so that players never wait for the wall


class Wall(NotCopyable, anywidget.AnyWidget):
    """Every board of a room, small and live, with buttons to run it.

    Args:
        room: the room.
        door: how people get in.
        has_podium: is there a podium at the end?

    Attributes:
        listeners: functions that get each message, for walls without a notebook.
    """

    _esm = bundle("wall")
    _css = STYLE + style("table") + style("wall")

    shown = traitlets.Dict().tag(sync=True)

    def __init__(self, room: Session, door: Door, has_podium: bool = True) -> None:
        super().__init__()
        self._has_podium = has_podium
        self.listeners: list[Callable[[object], object]] = []
        self._room, self._door = room, door
        self._qr = qr(door["link"])
        self._sentence, self._sentence_until = "", 0.0
        self._is_closed = False
        self._drawn: dict[int, tuple[object, ...]] = {}  # the state of each match as drawn last
        self._boards: dict[int | str, str] = {}
        self._timed: dict[int, tuple[object, Times]] = {}
        self._watched: set[int] = set()  # matches that somebody has enlarged
        self._is_stale = True
        room.watched = self._mark_stale
        self.on_msg(self._hear)
        self.refresh()

    def _mark_stale(self) -> None:
        self._is_stale = True

    def send(self, content: Any, buffers: Any = None) -> None:
        """Send a message to every browser that shows the wall."""
        for tell in list(self.listeners):
            tell(content)
        super().send(content, buffers)

    def refresh(self) -> None:
        """Show the room as it is now. The server calls this twice a second."""
        if self._is_closed:
            return
        seen = overview(self._room)
        seen["door"], seen["qr"] = self._door, self._qr
        seen["times"] = self._times()
        seen["podium"] = self._has_podium and seen["state"] == "ended"
        whole = {**seen, "said": self._latest_sentence() or self._room.trouble}
        if whole != self.shown:
            self.shown = whole
        if not self._is_stale:
            return
        self._is_stale = False
        with self._room.lock:
            for number in sorted(self._watched):
                self._send_watched(number)
            new = self._draw()
        if new:
            self.send({"boards": new})

    def let_go(self) -> None:
        """Keep showing the latest state after the room has closed."""
        self._mark_stale()
        while self._is_stale:  # each call draws only some of the boards
            self.refresh()
        self._text = in_words(self._room)
        self._is_closed = True
        self._room.watched = lambda: None
        del self._room

    def _times(self) -> dict[str, Times]:
        """Return each clock at the latest change of its match. Browsers let it run from there."""
        found: dict[str, Times] = {}
        with self._room.lock:
            for meeting in self._room.occupied:
                if meeting.match.clock:
                    found[str(meeting.number)] = self._time(meeting)
        return found

    def _time(self, meeting: RoomMatch) -> Times:
        is_paused = meeting.watcher.sitting.is_paused
        state = meeting.match.ply, meeting.match.to_act, is_paused, meeting.is_over
        known_state, known = self._timed.get(meeting.number, (None, None))
        if known_state != state or known is None:
            known = times_of(meeting)
            assert known is not None
            self._timed[meeting.number] = state, known
        return known

    def _draw(self) -> dict[int | str, str]:
        """Draw some of the boards that have changed, the latest first. The next call draws the rest."""
        new: dict[int | str, str] = {}
        self._forget({meeting.number for meeting in self._room.occupied})
        latest = self._room.assignments[-1] if self._room.assignments else None
        if latest and latest.task and latest.name not in self._boards:
            self._boards[latest.name] = new[latest.name] = _small(latest.task.picture())
        for meeting in reversed(self._room.occupied):
            state = meeting.match.history, meeting.result, meeting.match.names
            if self._drawn.get(meeting.number) == state:
                continue
            if len(new) == AT_ONCE:
                self._is_stale = True
                break
            self._drawn[meeting.number] = state
            scene = scene_of(meeting.match.view(gk.PUBLIC), Hand(is_onlooker=True))
            self._boards[meeting.number] = new[meeting.number] = _small(scene)
        return new

    def _forget(self, seen: set[int]) -> None:
        """Drop what is kept about matches that everybody has left."""
        self._watched &= seen
        for number in self._drawn.keys() - seen:
            del self._drawn[number], self._boards[number]
            self._timed.pop(number, None)

    # --- what the host does on it --------------------------------------------------------------

    def click(self, button: str) -> None:
        """Use a button by its name."""
        handlers: dict[str, Callable[[], None]] = {
            "start": self._room.start,
            "pause": self._room.pause,
            "collect": self._collect,
            "pair": self._room.pair,
            "end": self._end,
            "undo": self._room.undo,
            "reveal": self._reveal,
            "podium": self._turn_podium,
        }
        if button in handlers:
            self._do(handlers[button])

    def _collect(self) -> None:
        if self._room.assignment:  # a second press finds none
            self._room.collect()

    def _reveal(self) -> None:
        if self._room.poll and self._room.poll.is_out:
            self._room.reveal()

    def _turn_podium(self) -> None:
        self._has_podium = not self._has_podium

    def helped(self, number: int) -> None:
        """Note that somebody got help."""
        self._do(lambda: self._room.want_help(self._room.known(self._name(number)), False))

    def remove(self, number: int) -> None:
        """Take somebody out of the room. `undo` brings them back."""
        self._do(lambda: self._room.remove(self._name(number)))

    def hide_name(self, number: int) -> None:
        """Take somebody's name off every screen at once."""
        self._do(lambda: self._room.hide_name(self._name(number)))

    def admit(self, number: int) -> None:
        """Let in somebody who waits at the door."""
        self._do(lambda: self._room.admit(self._name(number)))

    def merge(self, number: int, to: int) -> None:
        """Merge two people into one. The second keeps their name."""
        self._do(lambda: self._room.merge(self._name(number), into=self._name(to)))

    def rename(self, number: int, to: str) -> None:
        """Give somebody another name."""
        self._do(lambda: self._room.rename(self._name(number), to))

    def reseat(self, number: int, to: int) -> None:
        """Give somebody's seat to somebody else."""
        self._do(lambda: self._room.reseat(self._name(to), at=self._name(number)))

    def _name(self, number: int) -> str:
        return next((each.name for each in self._room.people if each.number == number), "")

    def _do(self, action: Callable[[], None]) -> None:
        """Do something, or say why not."""
        why_not = ""
        try:
            action()
        except gk.GameError as problem:
            why_not = str(problem)
        self._sentence, self._sentence_until = why_not, self._room.now() + SENTENCE_SECONDS
        self._mark_stale()
        self.refresh()

    def _latest_sentence(self) -> str:
        """Return the sentence about the latest press, or "" if its time is over."""
        return self._sentence if self._room.now() < self._sentence_until else ""

    def set_clock(self, name: str) -> None:
        """Choose the clock of new matches by its name on the menu."""
        known = playlist.choices(self._room.playlist)
        if name in known:
            self._room.use_clock(known[name])
        self.refresh()

    def _end(self) -> None:
        """End the room at the second press, while the wall asks for it, because nobody can undo the end."""
        if self._latest_sentence() != END_AGAIN:
            raise gk.GameError(END_AGAIN)
        self._room.end()

    def _hear(self, _: object, content: object, __: object) -> None:
        """Handle a browser's report."""
        do, what = (
            (content.get(key) for key in ("do", "what")) if isinstance(content, dict) else ("", "")
        )
        if not isinstance(do, str):
            return
        if self._is_closed:
            if do == "hello":
                self.send({"boards": self._boards})
            return
        handlers: dict[object, Callable[[int], object]] = {
            "remove": self.remove,
            "hide": self.hide_name,
            "admit": self.admit,
            "helped": self.helped,
        }
        if do == "click" and isinstance(what, str):
            self.click(what)
        elif do == "clock" and isinstance(what, str):
            self.set_clock(what)
        elif do in handlers and is_whole(what):
            handlers[do](what)
        elif do in ("rename", "reseat", "merge") and isinstance(what, dict):
            self._with_two(do, what.get("who", 0), what.get("to", ""))
        elif do == "module" and what == space.module():
            self.send({"module": what, "source": space.source()})
        elif do == "print":
            self.send({"print": results_page(self._room)})
        elif do == "hello":
            self._timed.clear()  # a browser runs a clock from the moment at which it gets it
            self.refresh()
            self.send({"boards": self._boards})
        elif do == "watch" and is_whole(what):
            with self._room.lock:
                self._watched.add(what)
                self._send_watched(what, is_new=True)
        elif do == "unwatch" and is_whole(what):
            self._watched.discard(what)
            self.send({"unwatched": what})  # another wall that shows it asks for it again

    def _with_two(self, do: str, who: int, to: Any) -> None:
        """Do something that takes a second person or a new name."""
        if do == "rename":
            self.rename(who, str(to))
        elif do == "reseat":
            self.reseat(who, to)
        else:
            self.merge(who, to)

    def _meeting(self, number: int) -> RoomMatch | None:
        """Return the match with this number, if somebody is still at it."""
        return next((each for each in self._room.occupied if each.number == number), None)

    def _send_watched(self, number: int, is_new: bool = False) -> None:
        meeting = self._meeting(number)
        if meeting and (is_new or meeting.watcher.is_stale):
            self.send({"watched": number, "shown": meeting.watcher.fresh(whole=True)})

    # --- in a saved notebook -------------------------------------------------------------------

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, object], dict[str, object]]:
        """Return the live wall, with a text that outlives the kernel."""
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        text = self._text if self._is_closed else in_words(self._room)
        return {**data, "text/plain": text, "text/html": f"<pre>{escape(text)}</pre>"}, metadata


# --- everything but the boards -------------------------------------------------------------------


NEWS_SECONDS = 60  # that a sentence about an event stays
SENTENCE_SECONDS = 10  # that a sentence about the latest press stays
END_AGAIN = "Press End again to end the room."
STUCK = 60  # seconds without a move after which somebody may need help


class Door(TypedDict):
    """How people get in."""

    link: str
    code: str
    reach: str


class Card(TypedDict):
    """A match on the wall. `told` says how it stands; `mark` is "stuck", "away", "over" or empty."""

    number: int
    names: list[str]
    mover: int | None
    told: str
    mark: str


class Answer(TypedDict):
    """Somebody's success with a task; `mark` is "solved", "tried" or empty."""

    name: str
    mark: str
    tries: int
    seconds: int | None


class LatestTask(TypedDict):
    """The latest task, and who has solved it. Their answers would give it away, so it leaves them out."""

    name: str
    text: str
    is_out: bool
    solved: int
    answers: list[Answer]


class AtTheDoor(TypedDict):
    """Somebody at the door. `claims` names the person whose seat they say is theirs, and `is_used` says whether
    that person's browser is here.
    """

    number: int
    name: str
    claims: str
    is_used: bool


class LatestPoll(TypedDict):
    """The latest question, with all guesses but without their names.

    Each guess has a dot, which is a share of the axis or the number of a choice. An interval has one at each end.
    """

    number: int
    question: str
    kind: str
    low: float
    high: float
    unit: str
    choices: list[str]
    is_out: bool
    dots: list[list[float]]
    people: int
    truth: dict[str, Any] | None
    right: list[str]


class Overview(TypedDict, total=False):
    """Everything on the wall except its boards."""

    at_the_door: list[AtTheDoor]
    news: list[str]
    undo: str
    help: list[str]
    poll: LatestPoll | None
    podium: bool
    title: str
    state: str
    door: Door
    qr: str
    controls: list[Control]
    clock: Field
    waiting: list[str]
    task: LatestTask | None
    cards: list[Card]
    times: dict[str, Times]
    scores: list[Score]
    standings: list[Standing]


def _small(scene: Scene) -> str:
    """Return the SVG of a small picture. Several boards stand side by side, not behind tabs."""
    return scene.svg(still=bool(scene.parts))


def overview(room: Session) -> Overview:
    """Return the state of the wall."""
    with room.lock:
        return {
            "title": room.playlist.title,
            "state": room.state,
            "controls": controls(room),
            "clock": playlist.question(room.playlist),
            "waiting": [] if room.assignment else [person.name for person in room.waiting],
            "task": latest_task(room),
            "cards": [card(room, meeting) for meeting in room.occupied],
            "scores": scores(room),
            "standings": standings(room),
            "at_the_door": at_the_door(room),
            "news": [text for at, text in room.news if room.now() - at < NEWS_SECONDS],
            "help": [
                person.name for person in room.inside if person.needs_help and room.state != "ended"
            ],
            "poll": latest_poll(room),
            "undo": room.done[-1].what if room.done else "",
        }


def at_the_door(room: Session) -> list[AtTheDoor]:
    return [
        {
            "number": person.number,
            "name": person.name,
            "claims": room.people[person.claims].name if person.claims else "",
            "is_used": bool(person.claims) and room.people[person.claims].is_here,
        }
        for person in room.at_the_door
    ]


def latest_poll(room: Session) -> LatestPoll | None:
    """Return the latest question, with a dot for each guess, sorted so that the order gives nobody away."""
    poll = room.poll
    if poll is None:
        return None
    asked = poll.asked
    found: Any = {
        "number": poll.number,
        **asked,
        "is_out": poll.is_out,
        "dots": sorted(_dots(asked, value) for value in poll.guesses.values()),
        "people": sum(each.is_here or each.number in poll.guesses for each in room.inside),
        "truth": poll.truth,
        "right": [person.name for person in room.inside if person.number in poll.right],
    }
    return cast(LatestPoll, found)


def _dots(asked: dict[str, Any], value: Any) -> list[float]:
    if asked["kind"] == "choice":
        return [float(asked["choices"].index(value))]
    if asked["kind"] == "words":
        return [0.0]
    ends = value if isinstance(value, list) else [value]
    return [(end - asked["low"]) / (asked["high"] - asked["low"]) for end in ends]


def times_of(meeting: RoomMatch) -> Times | None:
    """Return the clock of a match as it stands now, if it has one."""
    match = meeting.match
    is_stopped = meeting.is_over or meeting.watcher.sitting.is_paused
    return times(match, match.to_act if match.to_act in (0, 1) else None, is_stopped)


def controls(room: Session) -> list[Control]:
    """Return the buttons at the top of the wall. They stay the same, so that none slides under a pointer."""
    is_on, is_over = room.state == "running", room.state == "ended"
    start = "Go on" if room.state == "paused" else "Start"
    why_no_start = "Play is under way." if is_on else "The room has ended." if is_over else ""
    why_off = "" if is_on else "Nobody is playing."
    return [
        {"name": "start", "label": start, "why": why_no_start},
        {"name": "pause", "label": "Pause", "why": why_off},
        {"name": "pair", "label": "Pair anew", "why": why_off},
        {"name": "end", "label": "End", "why": "The room has ended." if is_over else ""},
    ]


def card(room: Session, meeting: RoomMatch) -> Card:
    match = meeting.match
    status, mark = _status(room, meeting)
    return {
        "number": meeting.number,
        "names": list(match.names),
        "mover": None if meeting.is_over or match.to_act not in (0, 1) else match.to_act,
        "told": status,
        "mark": mark,
    }


def _status(room: Session, meeting: RoomMatch) -> tuple[str, str]:
    """Return how a match stands, in a sentence, and its mark."""
    result, mover = meeting.result, meeting.to_move
    if result:
        return result.text, "over"
    if meeting.is_left:
        return "Somebody left early.", "over"
    if room.state == "ended":
        return "Not finished.", ""
    if meeting.trouble:
        return meeting.trouble, "stuck"
    gone = [room.called(person) for person in meeting.people if not person.is_here]
    if gone:
        return f"{' and '.join(gone)} away", "away"
    if room.assignment:
        return "Waiting for the task.", ""
    name = room.called(mover) if mover else "Nobody"
    waited = int(room.now() - meeting.moved)
    if room.state == "running" and waited >= STUCK:
        return f"{name} to move for {waited // 10 * 10} s", "stuck"
    return f"{name} to move", ""


def latest_task(room: Session) -> LatestTask | None:
    """Return the latest task and everybody's success: solved first, then tried, then the rest."""
    if not room.assignments:
        return None
    latest = room.assignments[-1]
    replies = [(latest.reply_of(person), person) for person in room.inside]
    answers = [_answer(reply, person) for reply, person in replies if person.is_here or reply.tries]
    order = ["solved", "tried", ""]
    answers.sort(key=lambda each: (order.index(each["mark"]), each["seconds"] or 0))
    return {
        "name": latest.name,
        "text": latest.text,
        "is_out": latest.is_out,
        "solved": sum(each["mark"] == "solved" for each in answers),
        "answers": answers,
    }


def _answer(reply: Reply, person: Person) -> Answer:
    mark = "solved" if reply.is_solved else "tried" if reply.tries else ""
    return {
        "name": person.name,
        "mark": mark,
        "tries": reply.tries,
        "seconds": reply.seconds,
    }


def in_words(room: Session) -> str:
    """Return the wall as text. It leaves out links and ports, so the same games give the same text."""
    seen = overview(room)
    lines = [f"A room: {seen['title']}", ""]
    for each in seen["cards"]:
        lines.append(f"{each['number']:>3}  {' - '.join(each['names'])}: {each['told']}")
    if task := seen["task"]:
        lines.append(f"{task['text']} Solved by {task['solved']} of {len(task['answers'])}.")
    lines += [score["text"] for score in seen["scores"]]
    lines += [_in_line(one) for one in seen["standings"]]
    return "\n".join(lines)


def _in_line(one: Standing) -> str:
    text = f"{one['name']}: {one['score']:g} of {one['games']}"
    if one["payoff"] is not None:
        text += f", {one['payoff']:+}"
    counts = (one["tasks"], "task", "tasks"), (one["guesses"], "right guess", "right guesses")
    more = [f"{count} {single if count == 1 else many}" for count, single, many in counts if count]
    return ", ".join([text, *more])
