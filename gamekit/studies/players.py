"""The two bots of a playtest: who they are, how the drivers seat them, and a game between any two."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import TypeGuard

from gamekit import drivers
from gamekit.bots import Bot, DriverBot, Level, Naive, Search, bot
from gamekit.chance import decision_key, followed
from gamekit.contract import OVER, Game
from gamekit.errors import GameError
from gamekit.match.match import Match
from gamekit.validation import shown

MOST_MOVES = 1_000_000  # in a game
COMPILED, INTERPRETED, UNKNOWN = "compiled", "interpreted", "unknown"  # the rules they play by


def players_of(bots: Sequence[object]) -> tuple[Bot, Bot]:
    """Return the two bots that somebody names, or say what is wrong with them."""
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
    return callable(getattr(player, "choose", None)) and not hasattr(player, "dtype")


def label(player: object) -> str:
    """Return what a bot is called in a study."""
    if isinstance(player, Search):
        return f"search:{player.simulations}"
    if isinstance(player, Level):
        return player.name
    if isinstance(player, Naive) and player.careless:
        return f"{type(player).__name__}({player.careless})"
    names = {"RandomBot": "random", "Greedy": "greedy", "Equilibrium": "equilibrium"}
    return names.get(type(player).__name__, type(player).__name__)


def seats_of(players: tuple[Bot, Bot], game: Game) -> tuple[int, list[int] | None]:
    """Return the simulations behind a move of the kit's own bots, and how the drivers seat them:
    None where both are random and choose among all legal moves."""
    seated = [player for one in players if isinstance(player := in_game(one, game), DriverBot)]
    work = max(player.simulations for player in seated)
    if all(player.seat[0] == drivers.RANDOM for player in seated):
        return work, None
    return work, [number for player in seated for number in player.seat]


def in_game(player: Bot, game: Game) -> Bot:
    """Return what a bot is in a game: a level is another one in each."""
    return player.in_game(game) if isinstance(player, DriverBot) else player


def played(
    game: Game, players: tuple[Bot, Bot], number: int, seed: int, max_moves: int
) -> list[int]:
    """Play one game between bots of any kind, as a match, so that they see only their views.

    Returns:
        a row of `drivers.COLUMNS`.
    """
    seated = [in_game(player, game) for player in players]
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
            match.play(seated[mover].choose(match.view(mover), seed=key))
    winner, rule = game.result(match.rules, match.state)
    skips = sum(entry.player is None for entry in match.history)
    row = [0] * drivers.COLUMNS
    row[drivers.FIRST], row[drivers.WINNER] = match.first, winner
    row[drivers.RULE] = ended or rule
    row[drivers.MOVES], row[drivers.TURNS] = match.ply, match.state.turn
    row[drivers.SKIPS], row[drivers.CHOICES] = skips, choices
    row[drivers.TRAIL] = reduce(followed, (entry.move or 0 for entry in match.history), 0)
    return row
