"""Inputs of every kind, right and wrong, for all games: what comes out is an answer or a `GameError`.

    python tests/fuzz.py [inputs] [seed]

Counts foreign exceptions, and notes the longest message and the slowest input; a part of
`tests/test_fuzz.py`, and `make fuzz` for a million.
"""

from __future__ import annotations

import gc
import json
import logging
import socket
import struct
import sys
import tempfile
import textwrap
import traceback
import warnings
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter, thread_time
from typing import Any
from unicodedata import normalize

import gamekit as gk
from gamekit.storage.journal import summed
from gamekit.validation import printable, shown
from gamekit_widgets.rooms import browser_connection
from gamekit_widgets.rooms.host_actions import Session
from gamekit_widgets.rooms.playlist import Playlist

LONGEST, SLOWEST = 500, 0.5  # characters of a message; seconds of an input
EACH = 40  # inputs in one match
SIGNS = " ,-:>/.?[]{}\"'0123456789ABCDEFGRXOabw\n\t\0٢é\ud800\x1b\u202e\u200d\u200b\ufeff\u00a0–−２，。“’…"
WORDS = ("pass", "stop", "escape", "challenge", "slide", "give", "bid", "R", "...", "", "{0}", "up")
DEEDS = (
    "press", "more", "less", "type", "click", "look", "leave", "flag", "hello", "answer", "pace",
    "pad", "notes", "view", "set", "", "module",
)  # fmt: skip


LOGS = ("tornado", "asyncio")
ANSWER_TIME = 0.02  # seconds in which a room answers, unless it waits for more
HERE = str(Path(__file__).parents[1]).encode()
REQUEST = (
    "GET /{way} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)

# What Git and editors do to a file, and what pasting does to a text.
EDITORS: tuple[Callable[[bytes], bytes], ...] = (
    lambda content: content,
    lambda content: content.replace(b"\n", b"\r\n"),
    lambda content: b"\xef\xbb\xbf" + content + b"\n\n",
    lambda content: content[:-1],
)
PASTED: tuple[Callable[[str], str], ...] = (
    lambda text: text,
    lambda text: textwrap.indent(text, "> "),
    lambda text: f"```\n{text}\n```",
    lambda text: text.replace(" ", "\u00a0").replace('"', "\u201d"),
    lambda text: normalize("NFD", text).replace("-", "\u2013"),
)


class Complaints(logging.Handler):
    """Collects the errors that a server logs: those of its own, not of what it was sent."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.errors: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.errors.append(logging.Formatter().format(record))


def unsummed(line: object) -> bytes:
    return json.dumps(line).encode() + b"\n"


def as_json_has_it(data: Any) -> Any:
    """Return data as a JSON file would hold it."""
    try:
        return json.loads(json.dumps(data, default=lambda value: None))
    except ValueError:  # a number of thousands of digits, which Python does not write
        return {"steps": 10**4000}


def enough(games: int) -> None:
    """Stop what a receipt asks for after the first games: it may be a billion."""
    raise KeyboardInterrupt


@dataclass
class Found:
    """Counts what came of the inputs tried so far."""

    inputs: Counter[str] = field(default_factory=Counter)
    refused: int = 0
    foreign: dict[str, str] = field(default_factory=dict)  # a traceback for each kind
    longest: tuple[int, str] = (0, "")
    slowest: tuple[float, str] = (0.0, "")

    def faults(self) -> list[str]:
        """Return the faults found, one line each."""
        found = list(self.foreign.values())
        if self.longest[0] > LONGEST:
            found.append(f"a message of {self.longest[0]} characters: {self.longest[1]}")
        if self.slowest[0] > SLOWEST:
            found.append(f"an input that took {self.slowest[0]:.2f} s: {self.slowest[1]}")
        return found

    def __str__(self) -> str:
        kinds = ", ".join(f"{kind} {count:,}" for kind, count in sorted(self.inputs.items()))
        return (
            f"{self.inputs.total():,} inputs ({kinds}); {self.refused:,} refused; "
            f"{len(self.foreign)} kinds of foreign exception; longest message "
            f"{self.longest[0]} characters; slowest input {self.slowest[0]:.3f} s"
        )


class Fuzz:
    """Makes inputs from a seed and tries them."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.random, self.file, self.found = Random(seed), folder / "input.json", Found()
        self.written, self.games_kept = folder / "match.journal", folder / "games"
        self.study = self.kept_study()
        self.receipts = [self.study.receipt, self.comparison().receipt]
        self.pages = {path.name: path.read_bytes() for path in self.games_kept.iterdir()}
        self.games = gk.games()
        self.table: Any = None
        self.room: Any = None
        self.served: Any = None  # a room with a server
        self.complaints = Complaints()
        self.kinds: dict[str, Callable[[], object]] = {
            "play": self.play,
            "dictate": self.dictate,
            "load": self.load,
            "position": self.position,
            "read": self.read,
            "journal": self.journal,
            "parse": self.parse,
            "receipt": self.receipt,
            "folder": self.folder,
            "room": self.room_message,
            "widget": self.widget,
            "door": self.door,
        }
        self.begin()

    def begin(self) -> None:
        """Play a few moves of some game and note everything that can be written there."""
        r = self.random
        self.game = r.choice(self.games)
        match = gk.Match(self.game, seed=r.randrange(1000))
        for _ in range(r.randrange(25)):
            if match.to_act in (0, 1):
                match.play(r.choice(match.legal_moves()))
        self.match = match
        self.legal = [*match.legal(), *WORDS]
        self.fields = match.game.dump(match.rules, match.state)
        self.document = match.record.document()
        self.transcript = str(match.record)
        self.written.unlink(missing_ok=True)
        match.fork().start_journal(self.written).journal.close()
        self.lines = [json.loads(line) for line in self.written.read_bytes().splitlines()]
        if self.room:
            self.room.close()
        self.room = None
        if self.table:
            self.table.close()  # an open one is kept, as in a notebook
        self.table = None

    def run(self, inputs: int, say: Callable[[int], object] = lambda done: None) -> Found:
        """Try this many inputs."""
        for name in LOGS:
            logging.getLogger(name).addHandler(self.complaints)
        try:
            for done in range(inputs):
                if done % EACH == 0:
                    self.begin()
                    say(done)
                kind = self.random.choice([*self.kinds, "play", "position"])
                self.tried: object = kind
                self.try_one(kind)
        finally:
            for name in LOGS:
                logging.getLogger(name).removeHandler(self.complaints)
            if self.served:
                self.served.close()
        return self.found

    def try_one(self, kind: str) -> None:
        """Make one input of this kind and note what comes of it."""
        found, started = self.found, thread_time()
        found.inputs[kind] += 1
        try:
            try:
                self.kinds[kind]()
            except gk.GameError as refusal:
                found.refused += 1
                message = str(refusal)
                found.longest = max(found.longest, (len(message), message))
                message.encode()  # what cannot be written to a file or sent to a page is a fault
        except Exception as problem:
            where = traceback.extract_tb(problem.__traceback__)[-1]
            key = f"{kind} {type(problem).__name__} {where.filename}:{where.lineno}"
            trace = traceback.format_exc(limit=-6)[-3000:]
            found.foreign.setdefault(key, f"{key}: {self.shown()}\n{trace}")
        seconds = thread_time() - started
        found.slowest = max(found.slowest, (seconds, self.shown()))

    def shown(self) -> str:
        """Return the latest input, cut short."""
        try:
            tried = ascii(self.tried)
        except ValueError:  # a number of thousands of digits inside
            tried = shown(self.tried)
        return f"{self.game.name}, {tried:.350}"

    # --- kinds of input ------------------------------------------------------------------------

    def play(self) -> None:
        self.tried = move = self.value() if self.random.random() < 0.2 else self.text()
        refusal = self.match.why_not(move)
        if refusal:
            refusal.move.encode()
            if any(map(self.match.why_not, refusal.legal)):
                raise ValueError(f"moves that are not legal were offered: {refusal.legal}")
            raise refusal
        if self.random.random() < 0.1:
            self.match.play(move)

    def dictate(self) -> None:
        match = gk.Match(self.game, seed=1, auto=False)
        words = ["1", "6", "X", "R", "1 2 3", *WORDS]
        self.tried = rolls = ",".join(self.random.choices(words, k=self.random.randrange(1, 4)))
        match.dictate(self.value() if self.random.random() < 0.3 else self.text(rolls))

    def load(self) -> None:
        names = [*self.game.options, "columns", "self", "x"]
        changes = {
            self.random.choice(names): self.value() for _ in range(self.random.randint(1, 2))
        }
        for name, option in self.game.options.items():
            if self.random.random() < 0.1:
                changes[name] = self.random.choice(option.options or option.values)
        self.tried = changes
        game = self.game.with_(**changes)
        if dict(game.parameters) != {**self.game.parameters, **changes}:
            raise ValueError("only some parameters were taken")
        gk.Match(game, seed=1).board_text()

    def position(self) -> None:
        fields: Any = self.changed(self.fields)
        self.tried = fields
        match = gk.Match(self.game, seed=1, position=fields)
        match.board_text()
        match.legal()

    def read(self) -> None:
        self.tried = text = self.json_of(self.changed(self.document))
        self.file.write_text(text, "utf-8", errors="backslashreplace")
        match = gk.read(self.file)
        if gk.Record.parse(str(match.record)).match().state != match.state:
            raise ValueError("the transcript tells another game than the file")

    def journal(self) -> None:
        """Read a journal that was changed, with or without its checksums, as bytes or by an editor."""
        r, lines = self.random, [dict(line) for line in self.lines]
        for _ in range(r.choice((0, 1, 1, 2))):
            place = r.randrange(len(lines))
            changed = self.changed(lines[place])
            lines[place] = as_json_has_it(
                changed if isinstance(changed, dict) else {"goto": changed}
            )
        content = b"".join(self.summed(lines) if r.random() < 0.7 else map(unsummed, lines))
        if r.random() < 0.3:
            content = self.bytes(content)
        self.tried = content = r.choice(EDITORS)(content)
        self.file.write_bytes(content)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", gk.GameWarning)  # what was salvaged
            gk.read(self.file, salvage=r.random() < 0.5)

    def parse(self) -> None:
        text = self.transcript if self.random.random() < 0.5 else self.text(self.transcript)
        self.tried = text = self.random.choice(PASTED)(text)
        gk.Record.parse(text).match()

    def receipt(self) -> None:
        document = self.changed(json.loads(self.random.choice(self.receipts)))
        self.tried = text = self.json_of(document)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", gk.GameWarning)
            report = gk.rerun(text, progress=enough).text
        if report != printable(report):
            raise ValueError(f"a text that steers a terminal: {report!r}")

    def folder(self) -> None:
        """Go on from a folder of games in which a file was changed, cut, swapped, renamed or linked."""
        r, folder = self.random, self.games_kept
        for path in folder.iterdir():
            path.unlink()
        for name, content in self.pages.items():
            (folder / name).write_bytes(content)
        path = folder / r.choice([*self.pages])
        self.tried = deed = r.choice(("bytes", "page", "table", "cut", "name", "link"))
        if deed == "page":
            page = self.changed(json.loads(self.pages["playtest.json"]))
            (folder / "playtest.json").write_text(self.json_of(page), errors="backslashreplace")
        elif deed == "table":
            self.other_rows(next(folder.glob("*.parquet")))
        elif deed == "name":
            path.rename(folder / f"games-{r.randrange(5):09}-{r.choice((0, 4, 10**9)):09}.parquet")
        elif deed == "link":
            self.file.write_bytes(path.read_bytes() or b"dear diary")
            path.unlink()
            path.symlink_to(self.file)
        else:
            content = path.read_bytes()
            path.write_bytes(self.bytes(content) if deed == "bytes" else content[: r.randrange(99)])
        before = self.file.read_bytes() if deed == "link" else b""
        try:
            self.kept_study()
        finally:
            if deed == "link" and self.file.read_bytes() != before:
                raise ValueError(f"the file that {path.name} is a link to was changed")

    def other_rows(self, path: Path) -> None:
        """Write a chunk of games with other contents in one column."""
        import pyarrow as pa
        from pyarrow import parquet

        table, r = parquet.read_table(path), self.random
        name = r.choice(table.column_names)
        numbers = [r.choice((0, 1, -1, 2, 7, 10**6, 2**62)) for _ in range(len(table))]
        kinds = (pa.int64(), pa.int64(), pa.int64(), pa.int32(), pa.float64(), pa.string())
        column = pa.array(numbers).cast(r.choice(kinds), safe=False)
        if r.random() < 0.2:
            column = pa.array([None, *column.to_pylist()[1:]], column.type)
        parquet.write_table(table.set_column(table.column_names.index(name), name, column), path)

    def room_message(self) -> None:
        """Send a message from the browser of somebody in a room, or let somebody come in."""
        if self.room is None:
            self.room = Session(Playlist(self.game, None, None), seed=1, bot="random")
            for name in ("Ann", "Bo"):
                self.room.is_back(self.room.enter(name)[0])
            self.room.start()
        r, room = self.random, self.room
        if r.random() < 0.1 and len(room.people) < 20:
            self.tried = name = self.value() if r.random() < 0.5 else self.text("Ann \u202e\u200d")
            room.enter(name)
        person = room.people[r.randint(1, 2)]
        meeting = room.meeting_of(person)
        message: Any = {"n": person.heard + 1, "do": r.choice(DEEDS), "what": self.value()}
        if meeting:
            message |= {"match": meeting.number, "ply": meeting.match.ply}
        if r.random() < 0.6:
            message["what"] = r.choice((self.text(), self.label(), "again", "next", "leave"))
        if r.random() < 0.1:
            message["do"] = "room"
        self.tried = message = message if r.random() < 0.7 else self.changed(message)
        if refusal := browser_connection.hear(room, person, message):
            raise gk.GameError(refusal)

    def door(self) -> None:
        """Connect to a room: send a request, then frames, and end the connection in some way."""
        import gamekit_widgets as gw

        if self.served is None:
            self.served = gw.Room("take-back-toe", bot="random", seed=1)
            self.served.start()
        r, answer, room = self.random, b"", self.served
        request = REQUEST.format(
            way=r.choice(("socket", "back", "", "room.js", "x")), port=room.port
        )
        begun = self.bytes(request.encode()) if r.random() < 0.3 else request.encode()
        frames = [self.frame() for _ in range(r.randrange(5))]
        self.tried = begun, *frames
        with socket.create_connection(("127.0.0.1", room.port), timeout=ANSWER_TIME) as line:
            try:
                line.sendall(begun)
                answer = line.recv(10_000)
                line.sendall(b"".join(frames))
                if r.random() < 0.3:
                    line.shutdown(socket.SHUT_WR)
                answer += line.recv(10_000)
            except OSError:  # it was cut, or has nothing more to say
                pass
            if r.random() < 0.2:  # and is gone without a word
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        if complaints := self.complaints.errors:
            self.complaints.errors = []
            raise ValueError(complaints[0])
        if b"Traceback" in answer or HERE in answer:
            raise ValueError(f"the room told {answer!r}")

    def frame(self) -> bytes:
        """Return a frame of a WebSocket, right or wrong: its length may lie, and it may be a part of one."""
        r = self.random
        code = self.served.code if r.random() < 0.1 else "AAAAAA"
        message = {
            "code": code,
            "name": self.text("Ann"),
            "do": r.choice(DEEDS),
            "what": self.label(),
        }
        content = self.json_of(self.changed(message)).encode("utf-8", "surrogatepass")[:30_000]
        content = self.bytes(content) if r.random() < 0.3 else content
        kind = r.choice(
            (0x81, 0x81, 0x81, 0x82, 0x01, 0x00, 0x80, 0x88, 0x89, 0x8A, r.randrange(256))
        )
        length = len(content) if r.random() < 0.9 else r.choice((0, 1, 125, 2**16, 2**40, 2**63))
        mask = r.randbytes(4)
        hidden = bytes(sign ^ mask[n % 4] for n, sign in enumerate(content))
        if length < 126:
            head = struct.pack("!BB", kind, 0x80 | length)
        elif length < 2**16:
            head = struct.pack("!BBH", kind, 0x80 | 126, length)
        else:
            head = struct.pack("!BBQ", kind, 0x80 | 127, length)
        return head + mask + hidden

    def widget(self) -> None:
        if self.table is None:
            import gamekit_widgets as gw

            self.table = gw.Table(self.match.fork(), seats=("human", "human"), journal=False)
        message = {"do": self.random.choice(DEEDS), "what": self.value()}
        if self.random.random() < 0.6:
            message["what"] = self.text() if self.random.random() < 0.5 else self.label()
        self.tried = message
        self.table._hear(None, message if self.random.random() < 0.95 else self.value(), [])

    # --- what they are made of -----------------------------------------------------------------

    def kept_study(self) -> gk.studies.Study:
        """Return a playtest that saves its games in the folder."""
        return gk.playtest(
            "take-back-toe", games=5, max_moves=4, workers=1, progress=False, save=self.games_kept
        )

    def comparison(self) -> gk.studies.Comparison:
        game = gk.load("take-back-toe")
        return gk.compare(game, game.with_(columns=3), games=2, max_moves=4, progress=False)

    def summed(self, lines: list[dict[str, Any]]) -> list[bytes]:
        """Return the lines of a journal with correct checksums."""
        found: list[bytes] = []
        for line in lines:
            found.append(summed({k: v for k, v in line.items() if k != "sum"}, found))
        return found

    def json_of(self, document: Any) -> str:
        """Return JSON, sometimes damaged, without what JSON cannot hold."""
        try:
            text = json.dumps(document, default=lambda value: None)
        except ValueError:  # a number of thousands of digits, which Python does not write
            text = '{"games": ' + "1" * 5000 + "}"
        if self.random.random() < 0.03:
            text = text.replace("[", "[" * 10_000, 1)  # deeper than Python follows
        return text if self.random.random() < 0.8 else self.text(text)

    def bytes(self, content: bytes) -> bytes:
        """Return these bytes, some of them changed, lost or added."""
        r, found = self.random, bytearray(content)
        for _ in range(r.choice((1, 1, 2, 5))):
            place = r.randint(0, len(found))
            found[place : place + r.randrange(3)] = r.randbytes(r.randrange(3))
        return bytes(found)

    def text(self, text: str | None = None) -> str:
        """Return a text that means something, with a few of its signs changed."""
        r = self.random
        if text is None:
            text = " ".join(r.choices(self.legal, k=r.choice((1, 1, 1, 2, 3))))
        signs = list(text)
        for _ in range(r.choice((0, 1, 1, 2, 5))):
            place = r.randint(0, len(signs))
            signs[place : place + r.randrange(3)] = r.choices(SIGNS, k=r.randrange(3))
        if r.random() < 0.01:
            signs *= r.choice((10, 1000))
        return "".join(signs)

    def label(self) -> str:
        return f"{self.random.choice('ABCDEFGHI')}{self.random.randint(0, 9)}"

    def value(self, depth: int = 0) -> Any:
        """Return anything that JSON can hold, and some things that it cannot."""
        r = self.random
        simple: tuple[Any, ...] = (
            None, True, False, 0, 1, 2, -1, 3, 5, 6, 100, 10**9, 10**30, 0.5, float("nan"),
            float("inf"), "", "A1", "X", "O", "R", "red", "random", "official", (), b"x", 10**5000,
            "y" * 2000, "\ud800",
        )  # fmt: skip
        if depth < 3 and r.random() < 0.3:
            inside = [self.value(depth + 1) for _ in range(r.randrange(4))]
            kind = r.randrange(3)
            return [inside, tuple(inside), {self.label(): one for one in inside}][kind]
        return r.choice((r.choice(simple), r.choice(simple), r.randint(-3, 20), self.label()))

    def changed(self, data: Any, depth: int = 0) -> Any:
        """Return this data with something in it changed, left out or added."""
        r = self.random
        if depth and r.random() < 0.15:
            return self.value()
        if isinstance(data, dict):
            new = dict(data)
            for key in r.sample([*data], k=min(len(data), r.choice((1, 1, 2)))):
                new[key] = self.changed(data[key], depth + 1)
                if r.random() < 0.1:
                    del new[key]
            if r.random() < 0.1:
                new[r.choice((self.label(), "x", *self.fields))] = self.value()
            return new
        if isinstance(data, list | tuple) and data:
            new_list = list(data)
            place = r.randrange(len(new_list))
            new_list[place] = self.changed(new_list[place], depth + 1)
            return new_list if r.random() < 0.9 else new_list[:-1]
        if isinstance(data, str):
            return self.text(data)
        return data + r.choice((-1, 1)) if type(data) is int else self.value()


def warm() -> None:
    """Import what takes a while, and draw one table, so that no input pays for it."""
    import gamekit_widgets as gw

    for game in gk.games():
        gw.Table(gk.Match(game, seed=1), ("human", "human"), journal=False).close()


def fuzz(inputs: int, seed: int, say: Callable[[int], object] = lambda done: None) -> Found:
    """Try this many inputs, the same ones for the same seed."""
    warm()
    gc.freeze()  # no input pays for collecting what the process held before
    try:
        with tempfile.TemporaryDirectory() as folder:
            return Fuzz(seed, Path(folder)).run(inputs, say)
    finally:
        gc.unfreeze()


def main() -> int:
    inputs = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    started = perf_counter()

    def say(done: int) -> None:
        if done % 2000 == 0:
            print(f"\r{done:,} inputs, {perf_counter() - started:.0f} s", end="", file=sys.stderr)

    found = fuzz(inputs, seed, say)
    print(file=sys.stderr)
    for fault in found.faults():
        print(fault.encode("ascii", "backslashreplace").decode(), end="\n\n")
    print(f"{found}; {perf_counter() - started:.0f} s altogether")
    return 1 if found.faults() else 0


if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "widgets")]
    sys.exit(main())
