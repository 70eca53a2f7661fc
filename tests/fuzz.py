"""Inputs of every kind, right and wrong, for all games: what comes out is an answer or a `GameError`.

    python tests/fuzz.py [inputs] [seed]

Counts foreign exceptions, and notes the longest message and the slowest input; a part of
`tests/test_fuzz.py`, and `make fuzz` for a million.
"""

from __future__ import annotations

import gc
import json
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter, thread_time
from typing import Any

import gamekit as gk
from gamekit.given import shown

LONGEST, SLOWEST = 500, 0.5  # characters of a message; seconds of an input
EACH = 40  # inputs in one match
SIGNS = " ,-:>/.?[]{}\"'0123456789ABCDEFGRXOabw\n\t\0٢é\ud800"
WORDS = ("pass", "stop", "escape", "challenge", "slide", "give", "bid", "R", "...", "", "{0}", "up")
DEEDS = (
    "press", "more", "less", "type", "click", "look", "leave", "flag", "hello", "answer", "pace",
    "pad", "notes", "view", "set", "", "module",
)  # fmt: skip


@dataclass
class Found:
    """What came of the inputs tried so far."""

    inputs: Counter[str] = field(default_factory=Counter)
    refused: int = 0
    foreign: dict[str, str] = field(default_factory=dict)  # a traceback for each kind
    longest: tuple[int, str] = (0, "")
    slowest: tuple[float, str] = (0.0, "")

    def faults(self) -> list[str]:
        """What must not be, one line each."""
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
        self.games = gk.games()
        self.table: Any = None
        self.kinds: dict[str, Callable[[], object]] = {
            "play": self.play,
            "dictate": self.dictate,
            "load": self.load,
            "position": self.position,
            "read": self.read,
            "parse": self.parse,
            "widget": self.widget,
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
        if self.table:
            self.table.close()  # an open one is kept, as in a notebook
        self.table = None

    def run(self, inputs: int, say: Callable[[int], object] = lambda done: None) -> Found:
        """Try this many inputs."""
        for done in range(inputs):
            if done % EACH == 0:
                self.begin()
                say(done)
            kind = self.random.choice([*self.kinds, "play", "position"])
            self.tried: object = kind
            self.try_one(kind)
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
        """The latest input."""
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
            raise refusal
        if self.random.random() < 0.1:
            self.match.play(move)

    def dictate(self) -> None:
        match = gk.Match(self.game, seed=1, auto=False)
        words = ["1", "6", "X", "R", "1 2 3", *WORDS]
        self.tried = said = ",".join(self.random.choices(words, k=self.random.randrange(1, 4)))
        match.dictate(self.value() if self.random.random() < 0.3 else self.text(said))

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
        gk.Match(game, seed=1).board_text()

    def position(self) -> None:
        fields: Any = self.changed(self.fields)
        self.tried = fields
        match = gk.Match(self.game, seed=1, position=fields)
        match.board_text()
        match.legal()

    def read(self) -> None:
        document = self.changed(self.document)
        try:
            text = json.dumps(document, default=lambda value: None)
        except ValueError:  # a number of thousands of digits, which Python does not write
            text = json.dumps(self.document) + "1" * 5000
        if self.random.random() < 0.3:
            text = self.text(text)
        self.tried = text
        self.file.write_text(text, "utf-8", errors="backslashreplace")
        gk.read(self.file)

    def parse(self) -> None:
        self.tried = text = self.text(self.transcript)
        gk.Record.parse(text).match()

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

    def text(self, text: str | None = None) -> str:
        """A text that means something, with a few of its signs changed."""
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
        """Anything that JSON can hold, and some that it cannot."""
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
        """The same data with something in it changed, left out or added."""
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
