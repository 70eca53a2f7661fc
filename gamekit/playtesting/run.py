"""Playing the games of a playtest, compiled and on all cores where the bots allow it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from copy import copy
from functools import partial, reduce
from time import perf_counter
from typing import TypeGuard

import numpy as np

from gamekit import drivers
from gamekit.bots import Bot, DriverBot, Level, Search, bot
from gamekit.chance import decision_key, followed
from gamekit.contract import OVER, Game
from gamekit.drivers.engine import Engine
from gamekit.drivers.room import Numbers
from gamekit.engines import compiled_soon, soonest
from gamekit.errors import GameError
from gamekit.games import game_of
from gamekit.given import shown, whole
from gamekit.match import Match
from gamekit.playtesting.estimates import Rows
from gamekit.playtesting.study import Study

MOST_GAMES, MOST_MOVES, MOST_WORKERS = 100_000_000, 1_000_000, 1024
STEPS = 64  # a playtest runs in at least this many parts, and can be stopped between them
SHORT = 0.1  # seconds that a part takes as long as the rules are interpreted, if a game is so short


def playtest(
    game: Game | str,
    bots: Sequence[str | Bot] = ("random", "random"),
    games: int = 10_000,
    seed: int = 1,
    *,
    workers: int | None = None,
    progress: bool | Callable[[int], object] = True,
    max_moves: int = 2000,
) -> Study:
    """Play many games between two bots and study them.

    Args:
        game: a game, a variant or a name.
        bots: who plays player 0 and player 1: names for `gamekit.bot`, or anything with
            `choose(view, seed)`. Where both are "random", they choose among all legal moves; against
            another bot, "random" keeps to the sensible ones, as it does at a table.
        games: how many to play. Player 0 starts the even ones, player 1 the odd ones.
        seed: what all chance comes from. Each game depends only on the seed and its own number, not
            on the workers.
        workers: how many threads; None for one per core.
        progress: True for a progress bar, or a function that is called with the number of games
            just finished, again and again. An exception it raises stops the playtest.
        max_moves: longer games are stopped, with the ending "capped".
    """
    game = game_of(game)
    _check_amounts(games, seed, workers, max_moves)
    one, two = _players(bots)
    rows = np.zeros((games, drivers.COLUMNS), np.int64)
    with _bar(games, progress) as bar:
        first, second = _patient(one, game), _patient(two, game)
        if isinstance(first, DriverBot) and isinstance(second, DriverBot):
            driven = _Driven(game, (first, second), seed, max_moves)
            _play_driven(driven, rows, workers or os.cpu_count() or 1, bar)
        else:
            for number in range(games):
                rows[number] = _play_match(game, (first, second), number, seed, max_moves)
                bar(1)
    _check_nobody_was_stuck(game, seed, rows)
    return Study(game, (_label(one), _label(two)), seed, rows, (one, two), max_moves)


def _check_amounts(games: int, seed: int, workers: int | None, max_moves: int) -> None:
    whole("games", games, 1, MOST_GAMES)
    whole("seed", seed)
    whole("workers", 1 if workers is None else workers, 1, MOST_WORKERS)
    whole("max_moves", max_moves, 1, MOST_MOVES)


def _check_nobody_was_stuck(game: Game, seed: int, rows: Rows) -> None:
    stuck = np.flatnonzero(rows[:, drivers.RULE] == drivers.STUCK)
    if len(stuck):
        raise GameError(
            f"{game}: in game {stuck[0]} of seed {seed} the player to act had no legal move. "
            "gamekit.conformance.check(game) shows how that came about."
        )


def _players(bots: Sequence[object]) -> tuple[Bot, Bot]:
    if not isinstance(bots, list | tuple) or len(bots) != 2:
        raise GameError(f'bots={shown(bots)}: name two bots, for example ("random", "greedy").')
    players = [one if is_bot(one) else bot(one) for one in bots]  # type: ignore[arg-type]
    for player in players:
        if isinstance(player, Search) and player.seconds:
            raise GameError(
                f"{player} depends on the speed of the machine; a playtest needs a number of "
                'simulations, such as "search:500".'
            )
    return players[0], players[1]


def _patient(player: Bot, game: Game) -> Bot:
    """Return what this is in a game; if it is one of the kit's own bots, one that thinks as much
    while the rules are interpreted as later, since rows do not depend on haste."""
    if not isinstance(player, DriverBot):
        return player
    patient = copy(player.in_game(game))
    patient.hasty = False
    return patient


def is_bot(player: object) -> TypeGuard[Bot]:
    """Can this play? An array, which has a `choose` of its own, cannot."""
    return callable(getattr(player, "choose", None)) and not isinstance(player, np.ndarray)


def _label(player: object) -> str:
    if isinstance(player, Search):
        return f"search:{player.simulations}"
    if isinstance(player, Level):
        return player.name
    names = {"RandomBot": "random", "Greedy": "greedy", "Equilibrium": "equilibrium"}
    return names.get(type(player).__name__, type(player).__name__)


@contextmanager
def _bar(total: int, progress: bool | Callable[[int], object]) -> Iterator[Callable[[int], object]]:
    if callable(progress):
        yield progress
        return
    if not progress:
        yield lambda n: None
        return
    from tqdm.auto import tqdm

    with tqdm(total=total, unit=" games", leave=False) as bar:
        yield bar.update


class _Driven:
    """A playtest between the kit's own bots, whose games the drivers play."""

    def __init__(
        self, game: Game, players: tuple[DriverBot, DriverBot], seed: int, max_moves: int
    ) -> None:
        self.game, self.seed, self.max_moves = game, seed, max_moves
        self.work = max(player.simulations for player in players)
        self.seats = [*players[0].seat, *players[1].seat]
        self.is_random = all(player.seat[0] == drivers.RANDOM for player in players)
        self.call = "random" if self.is_random else "bots"

    def play(self, engine: Engine, rows: Rows, start: int, stopped: Numbers | None = None) -> None:
        """Fill `rows` with the games number `start` and following."""
        out, seats = engine.whole_numbers(rows.size), None
        if not self.is_random:
            seats = engine.whole_numbers(4)
            seats[:] = self.seats
        room = engine.room(self.game.rules(), simulations=self.work)
        if stopped is not None:
            room = room._replace(stopped=stopped)
        seed = engine.seed(self.seed)
        engine.play_games(room, seed, start, len(rows), out, self.max_moves, seats)
        rows[:] = np.reshape(out, rows.shape)


def _play_driven(driven: _Driven, rows: Rows, workers: int, bar: Callable[[int], object]) -> None:
    """Fill `rows`: by the interpreted rules, little by little, until the compiled ones are ready."""
    done, count, engine, steps = 0, 1, None, max(workers, STEPS)
    most = max(1, min(2000 // (1 + driven.work), -(-len(rows) // steps)))
    while done < len(rows) and not (engine := compiled_soon(driven.game, driven.call)):
        count = min(count, most, len(rows) - done)
        play = partial(driven.play, rows=rows[done : done + count], start=done)
        began = perf_counter()
        soonest(driven.game, driven.call, play)
        bar(count)
        done += count
        count = 2 * count if perf_counter() - began < SHORT else max(1, count // 2)
    if engine:
        _play_compiled(driven, engine, rows, range(done, len(rows), most), workers, bar)


def _play_compiled(
    driven: _Driven,
    engine: Engine,
    rows: Rows,
    starts: range,
    workers: int,
    bar: Callable[[int], object],
) -> None:
    """Fill `rows` in parts, one thread per core: compiled drivers do not hold Python's lock."""
    stopped = engine.whole_numbers(1)

    def play(start: int) -> int:
        part = rows[start : start + starts.step]
        driven.play(engine, part, start, stopped)
        return len(part)

    if workers == 1:
        for start in starts:
            bar(play(start))
        return
    pool = ThreadPoolExecutor(workers)
    try:
        for done in as_completed([pool.submit(play, start) for start in starts]):
            bar(done.result())
    finally:
        stopped[0] = 1  # where somebody stopped the playtest, games under way are left there
        pool.shutdown(cancel_futures=True)


def _play_match(
    game: Game, players: tuple[Bot, Bot], number: int, seed: int, max_moves: int
) -> list[int]:
    """Play one game between bots of any kind through a match, so that they see only their views."""
    match = Match(game, seed=seed, number=number)
    choices, ended = 0, 0
    while match.to_act != OVER and ended == 0:
        mover, count = match.to_act, len(match.legal_moves())
        if count == 0:
            ended = drivers.STUCK
        elif match.ply == max_moves:
            ended = drivers.CAPPED
        else:
            choices += count
            key = decision_key(seed, number, mover, match.ply)
            match.play(players[mover].choose(match.view(mover), seed=key))
    winner, rule = game.result(match.rules, match.state)
    skips = sum(entry.player is None for entry in match.history)
    row = [0] * drivers.COLUMNS
    row[drivers.FIRST], row[drivers.WINNER] = match.first, winner
    row[drivers.RULE] = ended or rule
    row[drivers.MOVES], row[drivers.TURNS] = match.ply, match.state.turn
    row[drivers.SKIPS], row[drivers.CHOICES] = skips, choices
    row[drivers.TRAIL] = reduce(followed, (entry.move or 0 for entry in match.history), 0)
    return row
