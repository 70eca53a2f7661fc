"""One match in a room, its seats and its rules on a phone; and the journal of a room."""

from __future__ import annotations

import errno
import json
import os
import zlib
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypedDict

import gamekit as gk
from gamekit.errors import Unwritten
from gamekit.match.view import Result
from gamekit.sentences import YOU, addressed
from gamekit.storage.files import Appended, named, read_whole, reason, shown_path, write_whole
from gamekit.storage.journal import SUMMED, Damage, checked, reopened, summed
from gamekit.storage.record import Record
from gamekit_widgets.browser_page import Carried, Control, Law, Shown
from gamekit_widgets.drawing.scene import Hand, Scene
from gamekit_widgets.rooms.people import Person
from gamekit_widgets.scenes import scene_of
from gamekit_widgets.table.picking import Gesture
from gamekit_widgets.table.seats import Sitting
from gamekit_widgets.table.tabletop import Play, Tabletop


class RoomMatch:
    """Two seats at one match. Once both are empty, only the record of the match stays.

    Args:
        number: 1 for the first match of the room.
        item: the number of the playlist's item that it plays.
        round: the number of its round.
        match: the match.
        who: the person in each seat, or the name of a bot.
        now: the present time.

    Attributes:
        moved: the time of the latest move or change.
        is_left: did somebody leave before the end?
        trouble: why its bot cannot move, or "".
        seats: the page of each person; None where a bot sits.
        watcher: the page of an onlooker.
    """

    def __init__(
        self,
        number: int,
        item: int,
        round: int,
        match: gk.Match,
        who: tuple[Person | str, Person | str],
        now: float,
    ) -> None:
        self.number, self.item, self.round = number, item, round
        self.who, self.moved = who, now
        self.game, self.names, self.first = match.game, match.names, match.first
        self.is_left, self.trouble = False, ""
        self._match: gk.Match | None = match
        self._record, self._result = b"", match.result
        one, other = ("human" if isinstance(each, Person) else each for each in who)
        kinds = one, other
        self.seats = [
            Seat(match, kinds, player) if isinstance(who[player], Person) else None
            for player in range(2)
        ]
        self.watcher = Seat(match, kinds, gk.PUBLIC)

    @property
    def match(self) -> gk.Match:
        """The match. If it was put away, each access reads it from its record."""
        match = self._match
        if match is None:
            match = Record.of(json.loads(zlib.decompress(self._record))).match(self.game)
        return match

    @property
    def result(self) -> Result | None:
        """How the match ended, or None."""
        return self._match.result if self._match else self._result

    @property
    def is_put_away(self) -> bool:
        """Has the room put it away, so that only its record is left?"""
        return self._match is None

    def put_away(self) -> None:
        """Keep only the record, because a room may have thousands of matches."""
        assert self._match
        self._record = zlib.compress(json.dumps(self._match.record.document()).encode())
        self._result = self._match.result
        self._match = None
        self.seats = [None, None]
        del self.watcher

    @property
    def people(self) -> list[Person]:
        return [each for each in self.who if isinstance(each, Person)]

    @property
    def is_over(self) -> bool:
        """Has play ended for good?"""
        return self.is_left or self.result is not None

    @property
    def counts(self) -> bool:
        """Is it a finished game between two people?"""
        return self.result is not None and len(self.people) == 2

    def seat_of(self, person: Person) -> Seat:
        found = self.seats[self.player_of(person)]
        assert found is not None
        return found

    def player_of(self, person: Person) -> int:
        """Return the player, 0 or 1, that somebody is."""
        return 0 if self.who[0] is person else 1

    def opponent_of(self, person: Person) -> Person | str:
        return self.who[1 - self.player_of(person)]

    @property
    def to_move(self) -> Person | str | None:
        """The person or bot to move, or None if nobody is."""
        if self.is_over:
            return None
        player = self.match.to_act
        return self.who[player] if player in (0, 1) else None

    @property
    def thinker(self) -> str:
        """The bot to move, or "" if it is not a bot's turn."""
        mover = self.to_move
        return mover.bot if isinstance(mover, Person) else mover or ""

    def on_change(self, wake: Callable[[Person], object], watched: Callable[[], object]) -> None:
        """Have the seats call `wake`, and the onlooker's page call `watched`, after each change."""
        for person in self.people:
            self.seat_of(person).wake = partial(wake, person)
        self.watcher.wake = watched

    def rename(self, one: str, other: str) -> None:
        """Give the players other names from now on."""
        self.match.rename(one, other)
        self.names = self.match.names
        self.show()

    def put_in_place(self, person: Person, other: Person, new_name: str) -> None:
        """Put one person in another's place, under the name that the table shows."""
        player = self.player_of(person)
        names = [new_name if n == player else name for n, name in enumerate(self.names)]
        who = [other if n == player else each for n, each in enumerate(self.who)]
        self.who, self.names = (who[0], who[1]), (names[0], names[1])
        if self._match:
            self._match.rename(*names)

    def leave(self) -> None:
        """End the match early, unless it is over."""
        if not self.is_over:
            self.is_left = True
            self.pause()

    def pause(self) -> None:
        """Stop the clock and all moves."""
        self.watcher.sitting.pause()
        self.show()

    def resume(self) -> None:
        """Let the clock go on."""
        self.watcher.sitting.resume()
        self.show()

    def show(self) -> None:
        """Draw every seat again."""
        for seat in (*self.seats, self.watcher):
            if seat:
                seat.show()


def score(result: Result | None, player: int) -> float:
    """Return a player's score: 1 for a win, 0.5 for a draw, otherwise 0."""
    if result is None or result.kind == "both lose":
        return 0.0
    return 0.5 if result.kind == "draw" else float(result.winner == player)


class SeatTop(Tabletop):
    """The table of an onlooker, or of somebody who can play but gets no hints and cannot take moves back."""

    def hand(self, view: gk.View) -> Hand:
        """Return what the person at the board has pressed."""
        return replace(super().hand(view), is_onlooker=not self.sitting.acts_for)

    def controls(self) -> list[Control]:
        """Return the buttons below the board."""
        if self.sitting.is_paused or self.at is not None or self.sitting.match.result:
            return []
        resigning = [each for each in self.playing() if each["name"].startswith("resign")]
        return [*resigning, *self.sharing()]

    def prompt(self, scene: Scene, mover: int | None) -> str:
        """Return what to do, and who is to do it."""
        is_paused = self.sitting.is_paused and not self.sitting.match.result
        text = "Play is stopped" if is_paused else super().prompt(scene, mover)
        name = self.sitting.match.names[mover] if mover in self.sitting.acts_for else None
        if name is None or self.at is not None or not text.startswith(f"{name} "):
            return text
        return addressed(YOU + text.removeprefix(name))


class Seat(Carried, Play):
    """One viewer's page of a match. It draws the board only when a browser needs it.

    Args:
        match: the match.
        seats: "human" or a bot, for each player.
        viewer: 0 or 1 for a player, gk.PUBLIC for an onlooker.
    """

    _tabletop = SeatTop

    def __init__(self, match: gk.Match, seats: tuple[str, str], viewer: int) -> None:
        super().__init__(Sitting(match, seats, viewer, may_assist=False, journal=False))
        self.viewer = viewer
        self.attend()

    @property
    def sitting(self) -> Sitting:
        """The sitting at the match."""
        return self._sitting

    def show(self) -> None:
        """Note that something has changed."""
        self.attend()
        super().show()

    def _play_bots(self) -> None:
        """Show the board without waiting: bots think elsewhere."""
        self.show()

    def _drawn(self) -> Shown:
        return self._top.shown()

    def _put(self, shown: Shown) -> None:
        if self.viewer in (0, 1):
            shown["players"][self.viewer]["who"] = "you"
        super()._put(shown)


FILE = "room.journal"
KEYS = "keys.json"  # a file of its own, so that journals can be given away without it
FORMAT = "gamekit room"


class Diary:
    """The journal of a room.

    Args:
        folder: its folder, which the diary creates if it is missing.

    Attributes:
        events: its events when it was opened. `begin` takes the head out of them.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = named(folder)
        self._path = self.folder / FILE
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            is_new = not self._path.exists()
            content = b"" if is_new else read_whole(self._path)
            self._lines = self._checked(content)
            self._file = (
                reopened(self._path, content, self._lines)
                if self._lines
                else Appended(self._path, new=is_new)
            )
            self._size = sum(map(len, self._lines))
        except OSError as problem:
            if problem.errno == errno.EBUSY:
                raise gk.GameError(
                    f"The room in {shown_path(self.folder)} is open in another notebook or terminal. Run "
                    "room.close() there, or end the command; then open it here."
                ) from None
            raise gk.GameError(
                f"The room's folder {shown_path(self.folder)} cannot be used: {reason(problem)}."
            ) from None

    def _checked(self, content: bytes) -> list[bytes]:
        lines: list[bytes] = []
        self.events: list[dict[str, Any]] = []
        if b"\n" not in content:  # the room has acknowledged nothing yet
            return lines
        try:
            for line, event in checked(content):
                lines.append(line)
                self.events.append(event)
        except Damage as damage:
            raise gk.BadRecord(
                f"{shown_path(self._path)} is damaged in line {len(lines) + 1}: {damage}. Give the "
                "room another folder; gamekit.read still reads the matches in this one."
            ) from None
        return lines

    def begin(self, plays: list[str]) -> None:
        """Write down what the room plays, or compare it with the head of the journal.

        Raises:
            GameError: the folder belongs to a room that plays something else.
        """
        if not self.events:
            try:
                self.note(format=FORMAT, version=SUMMED, plays=plays)
            except gk.GameError:
                self.close()
                raise
            return
        head = self.events.pop(0)
        if head.get("format") != FORMAT or head.get("plays") != plays:
            self.close()
            raise gk.GameError(
                f"{shown_path(self.folder)} holds a room that plays {head.get('plays')}; give this "
                "one another folder: journal=folder."
            )

    def note(self, **event: object) -> None:
        """Write an event to disk."""
        line = summed(event, self._lines)
        try:
            self._file.append(line, self._size)
        except OSError as problem:
            raise Unwritten(
                f"The room's journal {shown_path(self._path)} cannot be written: {reason(problem)}."
            ) from None
        self._lines.append(line)
        self._size += len(line)

    def keys(self) -> dict[str, str]:
        """Return the keys that `keep_keys` wrote, or none.

        Raises:
            GameError: the file cannot be read.
        """
        path = self.folder / KEYS
        try:
            found = json.loads(read_whole(path))
        except FileNotFoundError:
            return {}
        except OSError as problem:
            raise gk.GameError(f"{shown_path(path)} cannot be read: {reason(problem)}.") from None
        except ValueError:
            found = None
        if not isinstance(found, dict) or not all(isinstance(key, str) for key in found.values()):
            raise gk.BadRecord(
                f"{shown_path(path)} is damaged. Delete it, and the room opens with a new code."
            )
        return found

    def keep_keys(self, **keys: str) -> None:
        """Write down the keys that open the room, in a file that only its owner can read."""
        write_whole(self.folder / KEYS, json.dumps(keys) + "\n", mode=0o600)

    def path_of(self, number: int) -> Path:
        """Return the path of a match's journal."""
        return self.folder / f"match-{number:04}.journal"

    def close(self) -> None:
        """Close the file, so that others can open it."""
        self._file.close()


# --- the rules on a phone ------------------------------------------------------------------------


SENTENCES, EXAMPLES = 5, 3  # rules to show if a game names no essentials, and turns to type


class RulesCard(TypedDict):
    """A game's rules for a phone. `typed` has examples of typed turns."""

    title: str
    svg: str
    short: list[str]
    how: str
    typed: list[str]
    rules: list[Law]


def rules_card(match: gk.Match) -> RulesCard:
    """Return the rules of a match's game, in its variant, with the board as everybody sees it."""
    game = match.game
    start = gk.Match(game, seed=0)
    chosen = [rule for rule in game.essentials if rule in game.rulebook]
    first = [rule.id for rule in game.rulebook if not rule.note]
    return {
        "title": game.title,
        "svg": scene_of(match.view(gk.PUBLIC)).svg(),
        "short": [game.rulebook[rule].text for rule in chosen or first[:SENTENCES]],
        "how": _how(start),
        "typed": list(dict.fromkeys(_turn(start, seed) for seed in range(EXAMPLES))),
        "rules": [
            {"id": rule.id, "title": rule.title, "text": rule.text} for rule in game.rulebook
        ],
    }


def _how(start: gk.Match) -> str:
    """Return the first prompt of the board, without the name of the player; "" if chance begins."""
    player = start.to_act
    if player not in (0, 1):
        return ""
    gesture, view = Gesture(), start.view(player)
    prompt = gesture.draw(view, gesture.hand(view)).prompt
    task = prompt.partition(": ")[2] or prompt
    return task[:1].upper() + task[1:]


def _turn(start: gk.Match, seed: int) -> str:
    """Return a first turn in a form that people can type."""
    match, player, bot = start.fork(), start.to_act, gk.bot("random")
    while match.to_act == player and not match.result:
        match.play(int(bot.choose(match.view(player), seed=seed)))
    words = [entry.text for entry in match.history[len(start.history) :] if entry.player == player]
    turn = start.game.turn_text(start.rules, start.state, tuple(words))
    return turn if start.why_not(turn) is None else words[0]  # some games take a turn in parts
