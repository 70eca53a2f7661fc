"""One match in a room: who sits at it, when it last moved, how it ended, its journal, and its rules on a phone."""

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
    """Two seats at one match. Once both are empty, the room keeps only the match's record, and reads it when needed.

    Args:
        number: the first match of the room is 1.
        item: which item of the playlist is played.
        round: in which round.
        match: the match.
        who: the person in each seat, or the name of a bot.
        now: the time.

    Attributes:
        moved: when something last happened.
        is_left: somebody left before the end.
        trouble: why its bot does not go on.
        seats: what each person sees; None where a bot sits.
        watcher: what an onlooker sees.
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
        bots = tuple("human" if isinstance(each, Person) else each for each in who)
        kinds = (bots[0], bots[1])
        self.seats = [
            Seat(match, kinds, player) if isinstance(who[player], Person) else None
            for player in range(2)
        ]
        self.watcher = Seat(match, kinds, gk.PUBLIC)

    @property
    def match(self) -> gk.Match:
        """The match. One that was put away is read from its record each time."""
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
        """Is its record all that is kept?"""
        return self._match is None

    def put_away(self) -> None:
        """Keep only the record, because a term of lessons has thousands of matches."""
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
        """Return a person's seat."""
        found = self.seats[self.player_of(person)]
        assert found is not None
        return found

    def player_of(self, person: Person) -> int:
        """Return which player somebody is."""
        return 0 if self.who[0] is person else 1

    def opponent_of(self, person: Person) -> Person | str:
        """Return somebody's opponent."""
        return self.who[1 - self.player_of(person)]

    @property
    def to_move(self) -> Person | str | None:
        """Who is to move, if the match goes on."""
        if self.is_over:
            return None
        player = self.match.to_act
        return self.who[player] if player in (0, 1) else None

    @property
    def thinker(self) -> str:
        """The bot that is to move, if it is a bot's turn."""
        mover = self.to_move
        return mover.bot if isinstance(mover, Person) else mover or ""

    def heard(self, wake: Callable[[Person], object], watched: Callable[[], object]) -> None:
        """Tell the pages that show the seats when something has changed."""
        for person in self.people:
            self.seat_of(person).wake = partial(wake, person)
        self.watcher.wake = watched

    def rename(self, one: str, other: str) -> None:
        """Give the players other names from now on."""
        self.match.rename(one, other)
        self.names = self.match.names
        self.show()

    def put_in_place(self, person: Person, other: Person, called: str) -> None:
        """Put one person in another's place, under the name that the table shows."""
        player = self.player_of(person)
        names = [called if n == player else name for n, name in enumerate(self.names)]
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
    """Return a player's score: 1 for a win, 0.5 for a draw, and 0 if both lose."""
    if result is None or result.kind == "both lose":
        return 0.0
    return 0.5 if result.kind == "draw" else float(result.winner == player)


class SeatTop(Tabletop):
    """The table of somebody who can play, but cannot take moves back or get hints, or of an onlooker."""

    def hand(self, view: gk.View) -> Hand:
        """Return what the person at the board is doing."""
        return replace(super().hand(view), is_onlooker=not self.sitting.acts_for)

    def controls(self) -> list[Control]:
        """Return the buttons below the board."""
        if self.sitting.is_paused or self.at is not None or self.sitting.match.result:
            return []
        resigning = [each for each in self.playing() if each["name"].startswith("resign")]
        return [*resigning, *self.sharing()]

    def prompt(self, scene: Scene, mover: int | None) -> str:
        """Return what is to be done, and by whom."""
        is_paused = self.sitting.is_paused and not self.sitting.match.result
        return "Play is stopped" if is_paused else super().prompt(scene, mover)


class Seat(Carried, Play):
    """One viewer's place at a match. It is drawn when somebody asks for it, not before.

    Args:
        match: what is played.
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
        """Who sits at the match."""
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
KEYS = "keys.json"  # not for whoever is given the journals
FORMAT = "gamekit room"


class Diary:
    """The journal of a room.

    Args:
        folder: where it is. The diary makes it if it is missing.

    Attributes:
        events: its lines when it was opened, without the head.
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
        if b"\n" not in content:  # nothing of it was acknowledged
            return lines
        try:
            for line, said in checked(content):
                lines.append(line)
                self.events.append(said)
        except Damage as damage:
            raise gk.BadRecord(
                f"{shown_path(self._path)} is damaged in line {len(lines) + 1}: {damage}. Give the "
                "room another folder; gamekit.read still reads the matches in this one."
            ) from None
        return lines

    def begin(self, plays: list[str]) -> None:
        """Write what the room plays, or compare it with what is there.

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
        was = self.events.pop(0)
        if was.get("format") != FORMAT or was.get("plays") != plays:
            self.close()
            raise gk.GameError(
                f"{shown_path(self.folder)} holds a room that plays {was.get('plays')}; give this "
                "one another folder: journal=folder."
            )

    def note(self, **event: object) -> None:
        """Write what has happened to disk."""
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
        """Return what `keep_keys` wrote, or nothing.

        Raises:
            GameError: the file cannot be read.
        """
        path = self.folder / KEYS
        try:
            said = json.loads(read_whole(path))
        except FileNotFoundError:
            return {}
        except OSError as problem:
            raise gk.GameError(f"{shown_path(path)} cannot be read: {reason(problem)}.") from None
        except ValueError:
            said = None
        if not isinstance(said, dict) or not all(isinstance(key, str) for key in said.values()):
            raise gk.BadRecord(
                f"{shown_path(path)} is damaged. Delete it, and the room opens with a new code."
            )
        return said

    def keep_keys(self, **keys: str) -> None:
        """Write down what opens the room, in a file that only its owner can read."""
        write_whole(self.folder / KEYS, json.dumps(keys) + "\n", mode=0o600)

    def path_of(self, number: int) -> Path:
        """Return where the journal of a match is."""
        return self.folder / f"match-{number:04}.journal"

    def close(self) -> None:
        """Let others write it."""
        self._file.close()


# --- the rules on a phone ------------------------------------------------------------------------


SENTENCES, EXAMPLES = 5, 3  # where a game names no essentials; turns to type


class RulesCard(TypedDict):
    """What a phone shows of a game's rules; `typed` are moves as they can be typed."""

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
    """Return what the board asks of the first player."""
    player = start.to_act
    if player not in (0, 1):
        return ""
    gesture, view = Gesture(), start.view(player)
    asked = gesture.draw(view, gesture.hand(view)).prompt
    told = asked.partition(": ")[2] or asked
    return told[:1].upper() + told[1:]


def _turn(start: gk.Match, seed: int) -> str:
    """Return a first turn as it can be typed."""
    match, player, bot = start.fork(), start.to_act, gk.bot("random")
    while match.to_act == player and not match.result:
        match.play(int(bot.choose(match.view(player), seed=seed)))
    words = [entry.text for entry in match.history[len(start.history) :] if entry.player == player]
    turn = start.game.turn_text(start.rules, start.state, tuple(words))
    return turn if start.why_not(turn) is None else words[0]  # some games take it in parts
