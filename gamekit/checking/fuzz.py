"""Random input: texts that people may type, positions and parameters that designers may set.

If Hypothesis is installed, it looks for the shortest text and the simplest position that break
something; otherwise the kit tries random ones.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from random import Random
from tempfile import gettempdir
from typing import Any, TypeVar

from gamekit.checking.promises import Broken, fitting
from gamekit.contract import CHANCE, Game
from gamekit.errors import BadPosition, BadVariant, Unreadable
from gamekit.match.match import Match
from gamekit.validation import shown

T = TypeVar("T")
ODD = ("", " ", "?", "0", "-1", "999999", "x", "A", "a1", ",", "stop", "é", "1.5", "\t2")
JUNK: tuple[Any, ...] = (None, -1, 10**6, 1.5, True, "", "x", [], {}, [None], {"x": 1})
BEYOND, FAR = 8, 10_000  # numbers tried beyond the last move, and one far away
SAMPLES = 6  # notations to mutate


def try_texts(match: Match, tries: int, seed: int, cite: Callable[[int], object]) -> None:
    """Let the game read odd texts in this position. Raise `Broken` for any error but Unreadable.

    Args:
        match: a match in that position.
        tries: how many texts.
        seed: the seed of the texts.
        cite: called with the rule that each refusal names.
    """
    game, rules, state = match.game, match.rules, match.state
    legal = [text.removesuffix(" ...") for text in match.legal()[:SAMPLES]] or [""]

    def read(text: str) -> None:
        moves: Any
        try:
            moves = game.read(rules, state.copy(), text)
        except Unreadable as refusal:
            cite(refusal.rule)
            return
        except Exception as problem:
            said = f"read raises {type(problem).__name__} for {shown(text)}: {problem}"
            raise Broken("read-raises", "read", said) from problem
        fitting("read", moves)
        if any(not 0 <= move < game.moves for move in moves):
            said = f"read returns {shown(moves)} for {shown(text)}: moves are 0 to {game.moves - 1}"
            raise Broken("read-raises", "read", said)

    _count(match)
    signs = "".join(sorted({*"".join(legal), *" 09,-"}))
    _each(read, _texts(legal, signs), lambda: _text(legal, signs), tries, seed)


def _count(match: Match) -> None:
    """Require that `move_count` has room for every move that people can write and read."""
    game = match.game
    known = [move for move in range(game.moves, game.moves + BEYOND) if _is_known(match, move)]
    if known and not _is_known(match, game.moves + FAR):  # otherwise `read` accepts anything
        text = game.write(match.rules, match.state, known[0])
        said = f"read returns [{known[0]}] for {text!r}, but move_count is {game.moves}"
        raise Broken("move-count", "move_count", said)


def _is_known(match: Match, move: int) -> bool:
    """Does the notation of this number read back as the same number?"""
    rules, state = match.rules, match.state
    with suppress(Exception):  # it need not be a move
        text = match.game.write(rules, state, move)
        return bool(match.game.read(rules, state, text) == [move])
    return False


def _texts(legal: Sequence[str], signs: str) -> Callable[[Random], str]:
    def one(random: Random) -> str:
        text = list(random.choice(legal))
        for _ in range(random.randint(1, 3)):
            place = random.randint(0, len(text))
            text[place : place + random.randint(0, 1)] = random.choice((*signs, "", *ODD))
        return "".join(text)

    return one


def _text(legal: Sequence[str], signs: str) -> Any:
    from hypothesis import strategies as st

    return st.sampled_from(ODD) | st.text(signs, max_size=12) | st.sampled_from(list(legal))


def try_positions(game: Game, known: Sequence[Mapping[str, object]], tries: int, seed: int) -> None:
    """Set up changed positions. Raise `Broken` if that raises anything but BadPosition, or if the game
    raises anything in an accepted one."""

    def set_up(fields: Mapping[str, object]) -> None:
        try:
            match = Match(game, position=fields, seed=seed, auto=False)
        except BadPosition:
            return
        except Exception as problem:
            said = f"position raises {type(problem).__name__} for {shown(fields)}: {problem}"
            raise Broken("position-raises", "position", said) from problem
        try:
            match.board_text()
            if match.to_act == CHANCE:
                match.advance(1)
            for move in match.legal_moves()[:1]:
                match.play(move)
        except Exception as problem:
            said = f"position accepts {shown(fields)}, and then {type(problem).__name__}: {problem}"
            raise Broken("position-breaks", "position", said) from problem

    names = sorted({name for fields in known for name in fields})
    if names:
        _each(set_up, _changed(known, names), lambda: _position(known, names), tries, seed)


def _changed(
    known: Sequence[Mapping[str, object]], names: Sequence[str]
) -> Callable[[Random], Mapping[str, object]]:
    def one(random: Random) -> Mapping[str, object]:
        return {**random.choice(known), random.choice(names): random.choice(JUNK)}

    return one


def _position(known: Sequence[Mapping[str, object]], names: Sequence[str]) -> Any:
    from hypothesis import strategies as st

    changes = st.dictionaries(st.sampled_from(list(names)), st.sampled_from(JUNK), max_size=2)
    return st.builds(lambda fields, new: {**fields, **new}, st.sampled_from(list(known)), changes)


def variants(game: Game, random: Random, mixed: int) -> Iterator[Game]:
    """Yield the game with each parameter at either end of its range, then with mixtures.

    Raises:
        Broken: with a declared value, a function other than `impossible` raises.
    """
    ends: dict[str, list[Any]] = {
        name: [*option.options[:1], *option.options[-1:]] or [option.values[0], option.values[-1]]
        for name, option in game.options.items()
    }
    changes = [{name: value} for name, values in ends.items() for value in dict.fromkeys(values)]
    changes += [
        {name: random.choice(values) for name, values in ends.items() if random.random() < 0.5}
        for _ in range(mixed if len(ends) > 1 else 0)
    ]
    for change in changes:
        try:
            yield game.with_(**change)
        except BadVariant:
            continue


def _each(
    test: Callable[[T], None],
    draw: Callable[[Random], T],
    strategy: Callable[[], Any],
    tries: int,
    seed: int,
) -> None:
    """Test drawn values, with Hypothesis if it is installed."""
    if find_spec("hypothesis") is None:
        random = Random(seed)
        for _ in range(tries):
            test(draw(random))
        return
    where = Path(gettempdir()) / "gamekit-hypothesis"  # not in the working folder
    os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(where))
    import hypothesis

    quiet: Any = hypothesis.settings(
        max_examples=tries,
        database=None,
        derandomize=True,
        deadline=None,
        report_multiple_bugs=False,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    given: Any = hypothesis.given
    quiet(given(strategy())(test))()
