"""Playing the games of a playtest, compiled and on all cores where the bots allow it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from typing import TypeGuard

import numpy as np

from gamekit import drivers
from gamekit.bots import Bot, DriverBot, Level, Search, bot
from gamekit.chance import decision_key
from gamekit.contract import OVER, Game
from gamekit.engines import fast_engine
from gamekit.errors import GameError
from gamekit.games import game_of
from gamekit.given import shown, whole
from gamekit.match import Match
from gamekit.playtesting.estimates import Rows
from gamekit.playtesting.study import Study

MOST_GAMES, MOST_MOVES, MOST_WORKERS = 100_000_000, 1_000_000, 1024
STEPS = 64  # a playtest runs in at least this many parts, and can be stopped between them


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
        if isinstance(one, DriverBot) and isinstance(two, DriverBot):
            threads = workers or os.cpu_count() or 1
            pair = one.in_game(game), two.in_game(game)
            _play_compiled(game, pair, rows, seed, max_moves, threads, bar)
        else:
            for number in range(games):
                rows[number] = _play_match(game, (one, two), number, seed, max_moves)
                bar(1)
    _check_nobody_was_stuck(game, seed, rows)
    return Study(game, (_label(one), _label(two)), seed, rows)


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


def _play_compiled(
    game: Game,
    players: tuple[DriverBot, DriverBot],
    rows: Rows,
    seed: int,
    max_moves: int,
    workers: int,
    bar: Callable[[int], object],
) -> None:
    """Fill `rows` in chunks, one thread per core: compiled drivers do not hold Python's lock."""
    engine, is_compiled = fast_engine(game)
    work = max(player.simulations for player in players)
    seats = None
    if any(player.seat[0] != drivers.RANDOM for player in players):
        seats = engine.whole_numbers(4)
        seats[:] = [*players[0].seat, *players[1].seat]
    stopped = engine.whole_numbers(1)
    chunk = max(1, min(2000 // (1 + work), -(-len(rows) // max(workers, STEPS))))

    def play(start: int) -> int:
        count = min(chunk, len(rows) - start)
        out = engine.whole_numbers(count * drivers.COLUMNS)
        room = engine.room(game.rules(), simulations=work)._replace(stopped=stopped)
        engine.play_games(room, engine.seed(seed), start, count, out, max_moves, seats)
        rows[start : start + count] = np.reshape(out, (count, drivers.COLUMNS))
        return count

    starts = range(0, len(rows), chunk)
    if not is_compiled or workers == 1:
        for start in starts:
            bar(play(start))
        return
    bar(play(0))  # compiles, once for all threads
    pool = ThreadPoolExecutor(workers)
    try:
        for done in as_completed([pool.submit(play, start) for start in starts[1:]]):
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
    return row
