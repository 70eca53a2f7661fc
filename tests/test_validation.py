"""What somebody gives is refused in a short sentence, whatever it is, and shown safely."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gamekit as gk
import gamekit.studies.run  # imports much, which is not the work of a refusal
from gamekit.boards.board import squares
from gamekit.bots import Search
from gamekit.validation import shown

NAME = "take-back-toe"
LONGEST = 500  # characters of a message
WORK = 50_000  # calls of functions before something is refused; 9,000 are needed at most


class Raising:
    """An object that cannot be shown."""

    def __repr__(self) -> str:
        raise RuntimeError("no")

    __str__ = __repr__


class Pretender:
    """An object that is shown like a list and is none."""


Pretender.__name__ = "list"


class Rows(list[object]):
    """A list of somebody's own."""


def deep(levels: int, wrap: Callable[[object], object]) -> object:
    value: object = 0
    for _ in range(levels):
        value = wrap(value)
    return value


BAD: dict[str, Any] = {
    "nested lists": deep(500, lambda inside: [inside]),
    "lists nested deeper than Python goes": deep(100_000, lambda inside: [inside]),
    "nested tuples": deep(500, lambda inside: (inside,)),
    "nested dictionaries": deep(500, lambda inside: {"board": inside}),
    "a nested list of somebody's own": deep(2000, lambda inside: Rows([inside])),
    "a huge number": 10**5000,
    "a huge negative number": -(10**5000),
    "an array": np.zeros(5),
    "an array of names": np.array(["Ann", "Bob"]),
    "a large array": np.zeros((400, 400)),
    "a tuple of arrays": (np.zeros(2), 1, 6),
    "half a pair": "\ud800",
    "a long text": "x" * 100_000,
    "bytes": b"\xff" * 100_000,
    "an object that cannot be shown": Raising(),
    "a list of them": [Raising()],
    "a dictionary of them": {Raising(): Raising()},
    "a pretender": Pretender(),
    "not a number": float("nan"),
    "an infinite number": float("inf"),
    "a complex number": 1j,
    "a type": int,
    "a function": len,
    "a range": range(10**30),
}


def match() -> gk.Match:
    return gk.Match(NAME, seed=1)


def refused(attempt: Callable[[], object]) -> str:
    """Return the message that refuses this attempt, or "" if nothing refuses it; anything else fails."""
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1

    sys.setprofile(count)
    try:
        attempt()
    except gk.GameError as refusal:
        message = str(refusal)
        message.encode()
        repr(refusal).encode()
    else:
        message = ""
    finally:
        sys.setprofile(None)
    assert len(message) <= LONGEST
    assert "\n" not in message
    assert calls <= WORK
    return message


TAKING: dict[str, Callable[[Any], object]] = {
    "load": lambda bad: gk.load(bad),
    "load, a number": lambda bad: gk.load(NAME, columns=bad),
    "load, an option": lambda bad: gk.load(NAME, reversal=bad),
    "load, an offer": lambda bad: gk.load("tactical-escape", offer=bad),
    "with_": lambda bad: gk.load("death-match").with_(liars_dice__sides=bad),
    "variant": lambda bad: gk.load(NAME).variant(takes_back=bad),
    "Match": lambda bad: gk.Match(bad),
    "seed": lambda bad: gk.Match(NAME, seed=bad),
    "number": lambda bad: gk.Match(NAME, number=bad),
    "first": lambda bad: gk.Match(NAME, first=bad),
    "dmo": lambda bad: gk.Match(NAME, dmo=bad),
    "players": lambda bad: gk.Match(NAME, players=bad),
    "a player's name": lambda bad: gk.Match(NAME, players=("Ann", bad)),
    "clock": lambda bad: gk.Match(NAME, clock=bad),
    "auto": lambda bad: gk.Match(NAME, auto=bad),
    "open": lambda bad: gk.Match(NAME, open=bad),
    "position": lambda bad: gk.Match(NAME, position=bad),
    "play": lambda bad: match().play(bad),
    "dictate": lambda bad: gk.Match(NAME, auto=False).dictate(bad),
    "advance": lambda bad: match().advance(bad),
    "view": lambda bad: match().view(bad),
    "board_text": lambda bad: match().board_text(bad),
    "undo": lambda bad: match().undo(turns=bad),
    "goto": lambda bad: match().goto(bad),
    "fork": lambda bad: match().fork(bad),
    "resign": lambda bad: match().resign(bad),
    "flag": lambda bad: match().flag(bad),
    "save, a viewer": lambda bad: match().save("never-written.json", viewer=bad),
    "bot": lambda bad: gk.bot(bad),
    "choose, a view": lambda bad: gk.bot("random").choose(bad),
    "choose, a seed": lambda bad: gk.bot("random").choose(match().view(0), seed=bad),
    "think, a seed": lambda bad: gk.bot("greedy").think(match().view(0), seed=bad),
    "Clock, main": lambda bad: gk.Clock(main=bad),
    "Clock, reserve": lambda bad: gk.Clock(reserve=bad),
    "Clock, period": lambda bad: gk.Clock(period=bad),
    "playtest, a game": lambda bad: gk.playtest(bad, games=1, progress=False),
    "playtest, games": lambda bad: gk.playtest(NAME, games=bad, progress=False),
    "playtest, bots": lambda bad: gk.playtest(NAME, bots=bad, games=1, progress=False),
    "playtest, a bot": lambda bad: gk.playtest(NAME, (bad, "random"), 1, progress=False),
    "playtest, a seed": lambda bad: gk.playtest(NAME, games=1, seed=bad, progress=False),
    "playtest, workers": lambda bad: gk.playtest(NAME, games=1, workers=bad, progress=False),
    "playtest, moves": lambda bad: gk.playtest(NAME, games=1, max_moves=bad, progress=False),
}


@pytest.mark.parametrize("take", TAKING.values(), ids=TAKING)
def test_whatever_somebody_gives_is_refused_in_a_short_sentence(take: Any) -> None:
    for name, bad in BAD.items():
        assert refused(partial(take, bad)), name


@pytest.mark.parametrize("game", [game.name for game in gk.games()])
def test_no_field_of_a_position_lets_a_foreign_exception_out(game: str) -> None:
    for field in gk.load(game).position_fields:
        for bad in BAD.values():
            values = [bad]
            if isinstance(field.example, list):
                values.append([bad] * len(field.example))
            if isinstance(field.example, dict):
                values.append({"A1": bad})
            for value in values:
                refused(partial(gk.Match, game, position={field.name: value}))


@pytest.mark.parametrize("game", [game.name for game in gk.games()])
def test_a_text_of_a_megabyte_is_refused_without_being_read(game: str) -> None:
    tried = gk.Match(game, seed=1)
    for text in ("A1 " * 350_000, "x" * 1_000_000, "1,2," * 250_000):
        assert "No turn is this long" in refused(lambda text=text: tried.play(text))  # type: ignore[misc]
        found = tried.why_not(text)
        assert found is not None
        assert len(found.move) < LONGEST
        assert refused(lambda text=text: tried.dictate(text))  # type: ignore[misc]


def test_a_value_is_shown_like_repr_where_it_is_short() -> None:
    for value in (1, 2.5, None, True, "it's", ["a", 1], (9, 1, 6), {"board": {"A1": 3}}, [], {}):
        assert shown(value) == repr(value)
    assert shown("x" * 100) == f"'{'x' * 27}...{'x' * 28}'"
    assert shown(10**50) == "<a number of more than 40 digits>"
    assert shown(Raising()) == "<Raising>"
    assert shown("\ud800") == r"'\ud800'"


def test_what_a_player_is_called_fits_into_every_picture_and_file(tmp_path: Path) -> None:
    for name in ("Zoë", "王小明", "👩🏽‍🚀", "x" * 60):
        named = gk.Match(NAME, seed=1, players=("Ann", name))
        named.resign(0)
        named.save(tmp_path / "named.json")
        again = gk.read(tmp_path / "named.json")
        assert again.result == named.result


@pytest.mark.parametrize(
    ("take", "message"),
    [
        (lambda: gk.Match(5), "there is no game 5. Known: take-back-toe"),  # type: ignore[arg-type]
        (lambda: gk.bot(5), "there is no bot 5. Known"),  # type: ignore[arg-type]
        (lambda: gk.bot("search:0"), "Search: simulations=0, seconds=0.0; give one of them"),
        (lambda: gk.bot("search:7200s"), "seconds=7200.0; give one of them, above 0. A search"),
        (lambda: gk.bot("search:999999999"), "simulations=999999999: give a whole number from 0"),
        (lambda: gk.Clock("x"), "Clock: main='x'; give a number of seconds, 0 or more."),  # type: ignore[arg-type]
        (lambda: squares(0, 0), "a board of size 0, 0 has no cells"),
        (lambda: gk.playtest(NAME, games=1.5), "games=1.5: give a whole number from 1 to"),  # type: ignore[arg-type]
        (lambda: match().undo(turns="x"), "turns='x': give a whole number"),  # type: ignore[arg-type]
        (lambda: match().goto(99), "goto(99): this line has moves 0 to 0."),
        (
            lambda: gk.bot("greedy").choose(match().view(0), seed=None),  # type: ignore[arg-type]
            "seed=None: give a whole number.",
        ),
        (
            lambda: gk.bot("greedy").choose(None),  # type: ignore[arg-type]
            "Give a view, match.view(player), not None.",
        ),
        (
            lambda: gk.Match("tactical-escape", auto=False).dictate("1"),
            "'1' is not possible here; choose from: 1 2 3, 1 2 4,",
        ),
    ],
)
def test_the_sentence_says_what_to_give(take: Any, message: str) -> None:
    assert message in refused(take)


class Indexed:
    """A whole number of somebody's own, as Python counts by it."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


def saved(match: gk.Match) -> str:
    """Everything that a match keeps; it can be written only where all numbers are ints."""
    return str(match.record)


def study(**given: Any) -> str:
    found = gk.playtest(NAME, progress=False, **{"games": 4, **given})
    return f"{found.receipt}{found.games.to_csv()}"


def table(number: Any) -> str:
    values = {"columns": [number], "sides": [6]}
    return gk.sweep(NAME, values, ("random", "random"), number, progress=False).table.to_csv()


COUNTING: dict[str, Callable[[Any], object]] = {
    "load": lambda n: gk.load(NAME, columns=n).parameters["columns"],
    "Match(seed)": lambda n: saved(gk.Match(NAME, seed=n)),
    "Match(number)": lambda n: saved(gk.Match(NAME, seed=1, number=n)),
    "Match(position)": lambda n: saved(gk.Match(NAME, seed=1, position={"die": n})),
    "undo": lambda n: saved(played(4).undo(turns=n)),
    "goto": lambda n: saved(played(4).goto(n)),
    "fork": lambda n: saved(match().fork(n)),
    "advance": lambda n: saved(gk.Match(NAME, seed=1, auto=False).advance(n)),
    "dictate": lambda n: saved(gk.Match(NAME, seed=1, auto=False).dictate(n)),
    "choose": lambda n: gk.bot("greedy").choose(match().view(0), seed=n),
    "Search": lambda n: Search(n).choose(match().view(0)),
    "games": lambda n: study(games=n),
    "seed": lambda n: study(seed=n),
    "workers": lambda n: study(workers=n),
    "max_moves": lambda n: study(max_moves=n),
    "sweep": table,
    "coach": lambda n: gk.coach(played(2), by="search:4", seed=n, games=n),
}


def played(moves: int) -> gk.Match:
    one = match()
    for _ in range(moves):
        one.play(one.legal_moves()[0])
    return one


@pytest.mark.parametrize("kind", [np.int64, np.uint8, Indexed])
@pytest.mark.parametrize("take", COUNTING.values(), ids=COUNTING)
def test_whatever_python_counts_by_is_a_whole_number(take: Any, kind: Any) -> None:
    assert repr(take(kind(4))) == repr(take(4))


PLAYERS: dict[str, Callable[[Any], object]] = {
    "first": lambda n: saved(gk.Match(NAME, seed=1, first=n)),
    "dmo": lambda n: saved(gk.Match(NAME, seed=1, dmo=n)),
    "view": lambda n: match().view(n).player,
    "resign": lambda n: saved(match().resign(n)),
    "to_move": lambda n: saved(gk.Match(NAME, seed=1, position={"to_move": n})),
    "who stands on a cell": lambda n: saved(
        gk.Match("shift-tac-toe", seed=1, position={"board": {"AW1": n}})
    ),
}


@pytest.mark.parametrize("kind", [np.int64, np.uint8, Indexed])
@pytest.mark.parametrize("take", PLAYERS.values(), ids=PLAYERS)
def test_whatever_python_counts_by_names_a_player(take: Any, kind: Any) -> None:
    assert repr(take(kind(1))) == repr(take(1))


@pytest.mark.parametrize("truth", [True, np.True_])
@pytest.mark.parametrize("take", [*COUNTING.values(), *PLAYERS.values()])
def test_a_truth_value_is_not_a_whole_number(take: Any, truth: Any) -> None:
    with pytest.raises((gk.GameError, TypeError, IndexError)):
        take(truth)


def test_what_the_kits_own_tables_hold_goes_back_into_the_kit() -> None:
    found = gk.playtest(NAME, games=4, seed=5, progress=False)
    for _, row in found.games.iterrows():
        again = gk.Match(NAME, seed=found.seed, number=row["game"])
        assert again.first == row["first"]
        assert gk.Match(NAME, seed=1, first=row["first"]).first == row["first"]
    offer = (np.int64(1), np.int64(6), 9)
    assert gk.load("tactical-escape", offer=offer).parameters["offer"] == (1, 6, 9)
    move = np.int64(match().legal_moves()[0])
    assert saved(match().play(move)) == saved(played(1))  # type: ignore[arg-type]
    values = {"columns": np.arange(3, 5)}
    assert len(gk.sweep(NAME, values, ("random", "random"), 4, progress=False).variants) == 2
