"""A room: people in other browsers play, and the notebook shows a wall with every board.

A room with a journal opens again as it was, even after a crash.
"""

from __future__ import annotations

import atexit
import os
import time
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

import gamekit as gk
from gamekit.storage.files import named, reason, shown_path, write_whole
from gamekit.validation import shown, switch, whole, whole_number
from gamekit_widgets.browser_page import NotCopyable
from gamekit_widgets.questions import Guess
from gamekit_widgets.rooms import results
from gamekit_widgets.rooms.admission import new_code, own_address
from gamekit_widgets.rooms.host_actions import Session, opened_before, restore, warn
from gamekit_widgets.rooms.people import MOST, Person, new_token, roster
from gamekit_widgets.rooms.playlist import Playlist
from gamekit_widgets.rooms.results import Slip, results_page, save, slips_page, take_out
from gamekit_widgets.rooms.wall import Door, Wall, in_words
from gamekit_widgets.task import Solve

if TYPE_CHECKING:
    import pandas as pd

    from gamekit.studies.study import Played
    from gamekit_widgets.rooms.web_server import Server


HERE = ("127.0.0.1", "localhost", "::1")  # addresses that only this computer can reach
_open: weakref.WeakSet[Room] = weakref.WeakSet()


class Room(NotCopyable):
    """A room in which people in other browsers play. In a notebook it shows its wall.

    Args:
        what: a game, its name, a match to begin from, a task for everybody, or a list of these,
            one for each round.
        pairs: who plays whom: "random", "bots" (everybody against a bot), "choice" (people choose
            each other) or a list of pairs of names.
        clock: None, "official" or a gk.Clock, for every new match; `clock` changes it.
        host: the address to listen on; "0.0.0.0" lets in everybody on your network who has the code.
        port: the port; 0 picks a free one.
        names: save names? With False people play as Person 1, Person 2, ...
        journal: a folder for everything that the room writes down. The same call with the same
            folder opens the room as it was, even after a crash.
        bot: the bot that takes empty seats.
        odd: what somebody without an opponent does: play a "bot", or "wait".
        against: another game, for an experiment: half of the matches play it.
        seed: decides pairs and dice; people who know it can predict the dice. None takes 64 bits from the
            system for each match.
        people: a list of names, or a CSV file of them. Each person gets a seat, and `slips` prints
            what they need to take it.
        approve: keep everybody who joins at the door until you let them in.
        podium: show on the wall who has the most points once the room has ended.
        server, path: a server of several rooms, and the path of this one: "monday" for /monday/.
            The room then has the `host` and `port` of the server.
        address: the address of a proxy in front of the room, such as "https://example.org/room/". The
            proxy may pass the path on or drop it.

    People get in with `link` and `code`. `start`, `pause`, `pair`, `end`, `remove`, `rename`, `reseat`,
    `merge` and `undo` are on the wall, too.

    Raises:
        GameError: tornado is not installed, the address is taken, the folder belongs to another
            room, or the room cannot play what you gave.
    """

    is_open = False
    _wall: Wall | None = None
    _server: Any = None

    def __init__(
        self,
        what: gk.Game | gk.Match | Solve | str | Sequence[gk.Game | gk.Match | Solve | str],
        pairs: str | Sequence[tuple[str, str]] = "random",
        clock: gk.Clock | str | None = None,
        host: str = "127.0.0.1",
        port: int = 0,
        names: bool = True,
        journal: str | os.PathLike[str] | None = None,
        *,
        bot: str = "club",
        odd: str = "bot",
        against: gk.Game | gk.Match | str | None = None,
        seed: int | None = None,
        people: Sequence[str] | str | os.PathLike[str] | None = None,
        approve: bool = False,
        address: str = "",
        podium: bool = True,
        server: Server | None = None,
        path: str = "",
    ) -> None:
        _check_place(host, address)
        folder = None if journal is None else named(journal)
        listed = roster(people)
        _close_earlier(folder)
        self.host, self._own_address, self._path = host, address, path.strip("/")
        self._has_podium = switch("podium", podium)
        self._room = Session(
            Playlist(what, against, clock), pairs, bot, odd, names, folder, seed, approve
        )
        try:
            self._open(listed, whole("port", port, 0, 65535), server)
        except BaseException:
            if self._server:
                self._server.close()
            self._room.close()
            raise
        self.is_open = True
        _open.add(self)

    def _open(self, listed: list[str], port: int, server: Server | None) -> None:
        """Open the room with these people in it. If it has a journal, it opens as it was."""
        diary = self._room.diary
        events = diary.events if diary else []
        opened = opened_before(events) | (diary.keys() if diary else {})
        restore(self._room, events)
        self._room.begin_lesson()
        self._room.expect(listed)
        self.code: str = opened.get("code") or new_code()
        self._wall_key: str = opened.get("wall") or new_token()
        if diary:
            diary.keep_keys(code=self.code, wall=self._wall_key)
        self._listen(port, opened.get("port", 0), server)

    def _listen(self, port: int, before: int, server: Any) -> None:
        """Serve at this port, or at the room's earlier one, to which browsers return by themselves."""
        ended = None if server else self._rest
        if server is None:
            Server, names = server_class(), names_of(self._own_address)
            try:
                server = Server(self.host, port or before, names=names)
            except gk.GameError:
                if port or not before:
                    raise
                server = Server(self.host, 0, names=names)
        self.host = server.host
        self._server = server.serve(
            self._room, self.code, self._wall_key, lambda: self.wall,
            ended=ended, path=self._path, address=self._own_address,
        )  # fmt: skip
        if self.port != before:
            self._room.note(port=self.port)

    # --- getting in ----------------------------------------------------------------------------

    @property
    def port(self) -> int:
        """The port at which the room is served."""
        return int(self._server.port)

    @property
    def link(self) -> str:
        """The link that people open to join. It holds the code."""
        if self._own_address:
            return f"{self._own_address.rstrip('/')}/#{self.code}"
        if prefix := os.environ.get("JUPYTERHUB_SERVICE_PREFIX"):
            return f"{prefix}proxy/{self.port}/#{self.code}"
        scheme = "https" if self._server.server.is_secure else "http"
        path = f"{self._path}/" if self._path else ""
        return f"{scheme}://{self._address()}:{self.port}/{path}#{self.code}"

    @property
    def wall_link(self) -> str:
        """The link that opens the wall without a notebook. Anybody who has it can run the room."""
        return f"{self._base}wall#{self._wall_key}"

    @property
    def _base(self) -> str:
        return self.link.partition("#")[0]

    def _address(self) -> str:
        if self.host not in ("0.0.0.0", "::", ""):
            return f"[{self.host}]" if ":" in self.host else self.host
        return own_address()

    @property
    def reach(self) -> str:
        """Who can reach the room, in a sentence."""
        if self._own_address:
            return "Anybody who can reach this address can open the link and, with the code, join."
        if os.environ.get("JUPYTERHUB_SERVICE_PREFIX"):
            return (
                "Only people who may use this Jupyter server can open the link. For people without "
                "accounts, ask the hub's administrator for an address: Room(..., port=, address=)."
            )
        if self.host in HERE:
            return (
                "Only browsers on this computer can open the link. The host 0.0.0.0 lets in others: "
                'Room(..., host="0.0.0.0"), or --host 0.0.0.0 in a terminal.'
            )
        return (
            "Anybody on the same network as this computer can open the link and, with the code, "
            "join. What is sent is not encrypted."
        )

    # --- play ----------------------------------------------------------------------------------

    @property
    def people(self) -> list[Person]:
        """Everybody who has joined, in order."""
        with self._room.lock:
            return list(self._room.people)

    @property
    def matches(self) -> list[gk.Match]:
        """All matches, oldest first. Each access reads matches that everybody has left from their records."""
        with self._room.lock:
            return [meeting.match for meeting in self._room.meetings]

    @property
    def state(self) -> str:
        """The state of the room: "open", "running", "paused" or "ended"."""
        return self._room.state

    @property
    def clock(self) -> gk.Clock | str | None:
        """The clock of new matches. Set it here or on the wall."""
        return self._room.playlist.clock

    @clock.setter
    def clock(self, clock: gk.Clock | str | None) -> None:
        self._room.use_clock(clock)

    def start(self) -> None:
        """Let play begin, or go on after a pause."""
        self._room.start()

    def pause(self) -> None:
        """Stop all play and all clocks until `start`."""
        self._room.pause()

    def pair(self) -> None:
        """Pair everybody whose match is over. A room of several games goes on to the next one."""
        self._room.pair()

    def end(self) -> None:
        """Stop play for good. Everybody can still look at what was played."""
        self._room.end()

    def give(self, task: Solve) -> None:
        """Give everybody a task to solve on their own page. Matches stop until you collect it.

        Giving the same task again changes nothing, so after a crash you can run the same line.

        Args:
            task: a `gw.Task`. Its goal judges each different answer once, in this process, so a slow goal
                keeps the room waiting.
        """
        if not isinstance(task, Solve):
            raise gk.GameError(f"room.give({shown(task)}): give a gw.Task.")
        self._room.give(task)

    def collect(self) -> None:
        """Take the task back. Nobody can answer it any more, and matches go on."""
        self._room.collect()

    def ask(self, guess: Guess) -> None:
        """Ask everybody to guess on their own page. The wall shows a dot for each guess.

        Asking the same question again changes nothing, so after a crash you can run the same line.

        Args:
            guess: a `gw.Guess`. Its answer stays here until `reveal`.
        """
        if not isinstance(guess, Guess):
            raise gk.GameError(f"room.ask({shown(guess)}): ask a gw.Guess.")
        self._room.ask(guess)

    def reveal(self) -> None:
        """Show everybody the answer to the open question."""
        self._room.reveal()

    def remove(self, name: str) -> None:
        """Take somebody out of the room. What they finished still counts.

        Their match ends, and their browser can come back only with the code.
        """
        self._room.remove(name)

    def rename(self, name: str, to: str) -> None:
        """Give somebody another name.

        Raises:
            GameError: nobody has this name, or somebody else has the new one.
        """
        self._room.rename(name, to)

    def reseat(self, name: str, at: str) -> None:
        """Give somebody another person's seat, with its name, its match and its points.

        For example, Ann has lost her phone and joins again, as "Ann 2". After `room.reseat("Ann 2", at="Ann")`
        she goes on as Ann. The browser that had the seat loses it.

        Args:
            name: the person who gets the seat.
            at: the person whose seat it is.
        """
        self._room.reseat(name, at)

    def merge(self, name: str, into: str) -> None:
        """Merge two people into one. All that the first has played and answered now counts for the second.

        Args:
            name: the person who goes, such as "Ann 2".
            into: the person who stays.
        """
        self._room.merge(name, into)

    def admit(self, name: str) -> None:
        """Let in somebody who waits at the door. If they claim a seat, they get it."""
        self._room.admit(name)

    def undo(self) -> None:
        """Undo the latest `remove`, `rename`, `reseat` or `merge`."""
        self._room.undo()

    def links(self, new: bool = False) -> dict[str, str]:
        """Return a link for each person that opens their own seat. Give it only to that person.

        A reopened room knows only hashes of earlier words, so it leaves those people out. Their links
        and slips still work if the address of the room has not changed.

        Args:
            new: give those people new words. Their earlier links and slips stop working.
        """
        return {person.name: self._link_of(person) for person in self._with_words(new)}

    def slips(self, path: str | os.PathLike[str], new: bool = False) -> None:
        """Write a page to print and cut up, with each person's word and a QR code of their link.

        Args:
            path: the HTML file, which only you can read. Its links open every seat, so delete it once it is
                printed.
            new: see `links`.
        """
        if not self._own_address and self.host in HERE:
            warn(
                'These slips open the room only on this computer. Open it with host="0.0.0.0", and '
                "print slips where people will use them: the address of a computer can change."
            )
        self.write_slips(path, new)

    def write_slips(self, path: str | os.PathLike[str], new: bool = False) -> None:
        """Write the page of `slips` without the warning about its address."""
        if people := self._with_words(new):
            word_of, title = self._room.word_of, self._room.playlist.title
            slips = [
                Slip(each.name, self.link, self.code, word_of(each), self._link_of(each))
                for each in people
            ]
            write_whole(Path(path), slips_page(title, slips), mode=0o600)
        if sum(not each.bot for each in self.people) > len(people):
            self._room.tell(f"New slips: {len(people)}. Earlier ones still work at {self._base}.")

    def _with_words(self, new: bool) -> list[Person]:
        """Return the people whose words the room knows and, with `new`, all the others too."""
        people = [person for person in self.people if not person.bot]
        return [person for person in people if new or self._room.words.get(person.number)]

    def _link_of(self, person: Person) -> str:
        word = self._room.word_of(person)
        return f"{self.link}&name={quote(person.name)}&word={quote(word)}"

    def close(self) -> None:
        """End the room, tell its people, and stop serving it. The wall stays as it is."""
        self._close(is_for_good=True)

    def _close(self, is_for_good: bool) -> None:
        if self.is_open:
            self.is_open = False
            _open.discard(self)
            self._server.close(is_for_good)
            self._room.close()
            if self._wall:
                self._wall.let_go()

    def _rest(self) -> None:
        """Close a room that nobody has used for hours. With a journal it opens again as it was."""
        is_kept = self._room.diary is not None
        again = " Run its cell or its command again, and it opens as it was." if is_kept else ""
        self._room.tell(f"Nobody used this room for three hours, so it has closed.{again}")
        self._close(is_for_good=not is_kept)

    def simulate(self, people: int | Sequence[str], bot: str = "casual") -> None:
        """Let in people whom a bot plays, to try out a room before anybody comes.

        Args:
            people: how many, or their names.
            bot: the bot.
        """
        if isinstance(people, int) or whole_number(people) is not None:
            people = [f"Guest {n}" for n in range(1, whole("people", people, 1, MOST) + 1)]
        if isinstance(people, str):
            raise gk.GameError(f"people={shown(people)}: give a number, or a list of names.")
        for name in people:
            self._room.simulate(name, bot)

    def wait(self, seconds: float = 60) -> bool:
        """Wait until no match is under way and simulated people have answered; return False if time runs out."""
        end = time.monotonic() + seconds
        while self._room.is_busy:
            if time.monotonic() > end:
                return False
            time.sleep(0.02)
        return True

    # --- results -------------------------------------------------------------------------------

    def results(self) -> pd.DataFrame:
        """Return a row for each person and each game that is over."""
        return results.table(self._room)

    def answers(self) -> pd.DataFrame:
        """Return a row for each task and each person: tries, success, the answer, ..."""
        return results.answers(self._room)

    def guesses(self) -> pd.DataFrame:
        """Return a row for each question and each person who guessed."""
        return results.guesses(self._room)

    def to_html(self, path: str | os.PathLike[str]) -> None:
        """Write the results as one page to print.

        Args:
            path: the HTML file.
        """
        write_whole(Path(path), results_page(self._room))

    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """Write `results` to a file, and any `answers` and `guesses` to files beside it.

        Rows of earlier lessons stay in the file. New rows replace earlier ones of this room.

        Args:
            path: the file. Beside "monday.csv", answers go to "monday-answers.csv" and guesses to
                "monday-guesses.csv".

        Raises:
            GameError: the file holds something else.
        """
        path, lesson = Path(path), self._room.lesson
        save(self.results(), path, lesson)
        if self._room.assignments:
            save(self.answers(), _beside(path, "answers"), lesson)
        if self._room.polls:
            save(self.guesses(), _beside(path, "guesses"), lesson)

    @staticmethod
    def forget(path: str | os.PathLike[str], name: str) -> int:
        """Remove one person's rows from a file that `to_csv` wrote, and from the files beside it.

        Their opponents' rows then call them "somebody". Journals stay as they are.

        Args:
            path: the file.
            name: the person, as the file spells the name.

        Returns how many rows it removed.
        """
        path = Path(path)
        try:
            path.stat()
        except (OSError, ValueError) as problem:
            raise gk.GameError(f"{shown_path(path)} cannot be read: {reason(problem)}.") from None
        files = (path, _beside(path, "answers"), _beside(path, "guesses"))
        return sum(take_out(each, name) for each in files)

    def study(self, which: int = 0) -> Played:
        """Return the finished games between people as a study, with the measures of bots' games.

        Args:
            which: the number of the game in a room of several games or an experiment; 0 is the first.
        """
        which = whole("which", which, 0, len(self._room.playlist.items) - 1)
        return results.study(self._room, which)

    def compare(self) -> pd.DataFrame:
        """Return a table of how the two games of an experiment differ. Their matches are not paired."""
        return results.compared(self._room)

    def summary(self) -> str:
        """Return every match and everybody's results in words."""
        return in_words(self._room)

    # --- the wall ------------------------------------------------------------------------------

    @property
    def wall(self) -> Wall:
        """The widget with every board."""
        if self._wall is None:
            self._wall = Wall(self._room, self.door, self._has_podium)
            self._server.ticked = self._wall.refresh
            if not self.is_open:
                self._wall.let_go()
        return self._wall

    @property
    def door(self) -> Door:
        """How people get in, as the wall shows it."""
        return {"link": self.link, "code": self.code, "reach": self.reach}

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self.wall._repr_mimebundle_(**kwargs)

    def __repr__(self) -> str:
        people, matches = len(self._room.people), len(self._room.meetings)
        return (
            f"<Room: {self._room.playlist.title}, {people} people, {matches} matches, {self.state}>"
        )


def _check_place(host: object, address: object) -> None:
    """Refuse an address at which no server can listen, or that no browser can open."""
    if not isinstance(host, str):
        raise gk.GameError(f'host={shown(host)}: give an address, such as "0.0.0.0".')
    names_of(address)


def names_of(address: object) -> list[str]:
    """Return a list with the host name of an address, or an empty one for "".

    Raises:
        GameError: no browser can open it.
    """
    if address == "":
        return []
    try:
        parts = urlsplit(address) if isinstance(address, str) else None
    except ValueError:
        parts = None
    if not parts or parts.scheme not in ("http", "https") or not parts.hostname:
        raise gk.GameError(
            f'address={shown(address)}: give one that browsers can open: "https://example.org/room/".'
        )
    return [parts.hostname]


def _beside(path: Path, suffix: str) -> Path:
    return path.with_stem(f"{path.stem}-{suffix}")


def server_class() -> Any:
    """Return the class of servers, which needs tornado."""
    try:
        from gamekit_widgets.rooms.web_server import Server
    except ImportError as problem:
        raise gk.GameError(
            'A room needs tornado: pip install "gamekit-lab[rooms]". It is part of JupyterLab.'
        ) from problem
    return Server


def _close_earlier(folder: Path | None) -> None:
    """Close an open room that has this folder, because somebody runs its cell again."""
    for room in list(_open):
        if folder and room._room.diary and room._room.diary.folder == folder:
            room._close(is_for_good=False)


@atexit.register
def _close_all() -> None:
    """Close every room. A room with a journal may open again soon, as after a restart."""
    for room in list(_open):
        room._close(is_for_good=room._room.diary is None)
