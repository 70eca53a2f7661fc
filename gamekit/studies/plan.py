"""What a playtest plays: which bots, each game by its number, and how many games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, TypeAlias

from gamekit import drivers
from gamekit.bots import (
    LEVELS,
    Bot,
    Level,
    Naive,
    Search,
    bot_of,
    is_driven,
    is_ours,
    let_move,
)
from gamekit.chance import decision_key, followed
from gamekit.compiling import engine_of
from gamekit.contract import OVER, Game
from gamekit.contract.fields import BOTH_LOSE, DRAW, ONGOING
from gamekit.contract.game import Measures
from gamekit.drivers.engine import Games, Halt
from gamekit.errors import GameError
from gamekit.games import game_of
from gamekit.match.match import Match
from gamekit.studies.measures import measures_of
from gamekit.validation import shown, whole

if TYPE_CHECKING:
    from gamekit.studies.statistics import Rows

RESULTS = (ONGOING, 0, 1, DRAW, BOTH_LOSE)  # ONGOING if a game was stopped
GAMES = 10_000  # if nobody says how many
STEPS = 64  # long playtests come in at least this many chunks
FEW = 16  # games that are not worth dividing, because every chunk costs time
MOST, SIMULATIONS = 2000, 2000  # games in a chunk, and simulations for a move of all of them

Blocks: TypeAlias = "tuple[Rows, ...]"  # the same games of several plans


class Plan(ABC):
    """Games between two bots. Game number n is the same whenever and wherever it is played.

    Attributes:
        game: the game.
        players: the bots that play player 0 and player 1.
        bots: their names.
        seed: the seed of all chance.
        max_moves: longer games are stopped.
        work: how many simulations a move may take.
        engines: which engines have played so far, of "compiled" and "interpreted".
    """

    work = 0

    def __init__(self, game: Game, players: tuple[Bot, Bot], seed: int, max_moves: int) -> None:
        self.game, self.players, self.seed, self.max_moves = game, players, seed, max_moves
        self.bots = label(players[0]), label(players[1])
        self.engines: set[str] = set()

    @property
    def engine(self) -> str:
        """Which engines have played, in words; UNKNOWN if games came from a folder."""
        return " and ".join(sorted(self.engines)) or UNKNOWN

    @property
    def is_compiled(self) -> bool:
        """Can threads play side by side? Only compiled rules release Python's lock."""
        return False

    @abstractmethod
    def play(self, first: int, count: int, halt: Halt | None = None) -> Rows:
        """Play games from number `first` on; return a row of `drivers.width(game)` for each.

        Args:
            first: the number of the first game.
            count: how many games to play.
            halt: lets the caller stop the games under way.
        """

    def check(self, rows: Rows, first: int) -> None:
        """Check the rows of games from number `first` on.

        Raises:
            GameError: a player had no legal move, or a result or payoff is impossible.
        """
        import numpy as np

        payoff = (drivers.COLUMNS,) if self.game.has_payoffs else ()
        telling = (drivers.RULE, drivers.WINNER, *payoff)
        new = [np.unique(rows[:, column], return_index=True)[1] for column in telling]
        for row in sorted({*np.concatenate(new).tolist()}):
            check_row(self.game, self.seed, first + row, rows[row].tolist())


def check_row(game: Game, seed: int, number: int, row: Sequence[int]) -> None:
    """Check the row of a game; see `Plan.check`."""
    if row[drivers.RULE] == drivers.STUCK:
        rules = game.rules()
        game.numbered_moves(rules, game.start(rules))  # may say why
        raise GameError(
            f"{game}: in game {number} of seed {seed} the player to act had no legal move. "
            "gamekit.conformance.check(game) shows how that came about."
        )
    check_end(
        game, seed, number, row[drivers.WINNER], row[drivers.COLUMNS] if game.has_payoffs else 0
    )


def check_end(game: Game, seed: int, number: int, winner: int, payoff: int) -> None:
    """Check how a game ended; see `Plan.check`."""
    if winner not in RESULTS:
        raise GameError(
            f"{game}: game {number} of seed {seed} ends with the winner {winner}. `result` gives 0 or 1, "
            "DRAW or BOTH_LOSE; gamekit.conformance.check(game) shows where it does not."
        )
    if payoff and abs(payoff) > (highest := int(game.highest_payoff(game.rules()))):
        raise GameError(
            f"{game}: game {number} of seed {seed} ends with the payoff {payoff}, and highest_payoff returns "
            f"{highest}: it must return the most that a player can get."
        )


def plan_of(
    game: Game | str,
    bots: Sequence[str | Bot],
    seed: int = 1,
    max_moves: int = 2000,
    measures: Measures = None,
) -> Plan:
    """Return the plan for these games; raise `GameError` if an argument is wrong."""
    game = game_of(game).measuring(measures)
    measures_of(game)  # says what is wrong with the game's own
    seed, max_moves = whole("seed", seed), whole("max_moves", max_moves, 1, MOST_MOVES)
    players = players_of(bots)
    return (Driven if all(map(is_driven, players)) else ByMatches)(game, players, seed, max_moves)


def plans_of(
    games: Sequence[Game | str],
    bots: Sequence[str | Bot],
    seed: int = 1,
    max_moves: int = 2000,
    measures: Measures = None,
) -> list[Plan]:
    """Return the plans for the same games under several variants, between the same players."""
    known = [game_of(game) for game in games]
    players = same_players(bots, known)
    return [plan_of(game, players, seed, max_moves, measures) for game in known]


class Driven(Plan):
    """Games between the kit's own bots, which the drivers play."""

    def __init__(self, game: Game, players: tuple[Bot, Bot], seed: int, max_moves: int) -> None:
        super().__init__(game, players, seed, max_moves)
        self.work, self.seats = seats_of(players, game)
        self.calls = "bots" if self.seats else "random"  # see `Compiled.program`

    @property
    def is_compiled(self) -> bool:
        """Can threads play side by side?"""
        return engine_of(self.game, self.calls).name == COMPILED

    def games(self, first: int, count: int) -> Games:
        """Return games from number `first` on as the drivers get them."""
        return Games(self.seed, first, count, self.max_moves, self.seats, self.work)

    def play(self, first: int, count: int, halt: Halt | None = None) -> Rows:
        """Play by the compiled rules, or by interpreted ones if nothing compiles."""
        import numpy as np

        engine = engine_of(self.game, self.calls)
        played = engine.play(self.games(first, count), halt)
        self.engines.add(engine.name)
        return np.frombuffer(played, np.int64).reshape(count, drivers.width(self.game))


class ByMatches(Plan):
    """Games between bots of any kind, played as matches, so that they see only their views."""

    def play(self, first: int, count: int, halt: Halt | None = None) -> Rows:
        """Play one game after another."""
        import numpy as np

        rows = np.zeros((count, drivers.width(self.game)), np.int64)
        for row, number in zip(rows, range(first, first + count), strict=True):
            row[:] = played(self.game, self.players, number, self.seed, self.max_moves)
        self.engines.add(INTERPRETED)
        return rows


@dataclass(frozen=True, slots=True)
class Extent:
    """How many games were ordered.

    Attributes:
        games: the largest number of games; None if nobody named one.
        precision: the width of an interval that is narrow enough, or None.
        interrupted: did somebody stop the games early?
    """

    games: int | None = None
    precision: float | None = None
    interrupted: bool = False

    def stopped(self, width: float) -> str:
        """Return why the games ended early, or "".

        Args:
            width: the width of the interval of the first-player score.
        """
        if self.interrupted:
            return "interrupted"
        return "precise enough" if self.precision is not None and width <= self.precision else ""

    def in_words(self, played: int, width: float) -> str:
        """Return how many games there are, in words."""
        if self.interrupted:
            return f"{played:,} of {self.games:,} games (interrupted)"
        if self.precision is None:
            return "1 game" if played == 1 else f"{played:,} games"
        which = "enough" if self.stopped(width) else "too few"
        return f"{played:,} games ({which} for a precision of {self.precision:g})"


def chunk_size(plans: Sequence[Plan], games: int, steps: int) -> int:
    """Return how many games make a chunk: the more thought behind each move, the fewer."""
    work = 1 + max(plan.work for plan in plans)
    return max(1, min(MOST, SIMULATIONS // work, max(FEW, -(-games // steps))))


MOST_MOVES = 1_000_000  # in a game
COMPILED, INTERPRETED, UNKNOWN = "compiled", "interpreted", "unknown"  # the rules they play by


def players_of(bots: Sequence[object]) -> tuple[Bot, Bot]:
    """Return the two named bots; raise `GameError` if an argument is wrong."""
    if not isinstance(bots, list | tuple) or len(bots) != 2:
        raise GameError(f'bots={shown(bots)}: name two bots, for example ("random", "greedy").')
    players = [*map(bot_of, bots)]
    for player in players:
        if isinstance(player, Search) and player.seconds:
            raise GameError(
                f"{player} depends on the speed of the machine; a playtest needs a number of "
                'simulations, such as "search:500".'
            )
    return players[0], players[1]


def same_players(bots: Sequence[object], games: Sequence[Game]) -> list[Bot]:
    """Return the two named bots as players for all of these games, so that only the rules differ.

    If another bot stands in for a level in one game, that bot plays in all of them.
    """
    return [_same_in(player, games) for player in players_of(bots)]


def _same_in(player: Bot, games: Sequence[Game]) -> Bot:
    if type(player) is Level:
        for game in games:
            if substitute := player.stand_in(game):
                return Level(player.name, substitute)
    return player


def stand_ins_in_words(players: Sequence[object], *games: Game) -> str:
    """Return a sentence on the bots that stood in for levels in these games, or ""."""
    found = {
        player.name: label(substitute)
        for player in players
        if type(player) is Level
        for game in games
        if (substitute := player.stand_in(game))
    }
    return " ".join(
        f"The {name} plays as {other} here: its best moves were worked out for the published rules."
        for name, other in found.items()
    )


def with_engine(games: str, engine: str) -> str:
    """Return "40 games" or "40 games by interpreted rules", so that people know why there are few."""
    return f"{games} by interpreted rules" if engine == INTERPRETED else games


CALLED = {"RandomBot": "random", "Greedy": "greedy", "Equilibrium": "equilibrium"}
OF_THE_KIT = {*CALLED, *CALLED.values(), *LEVELS, "Naive"}


def label(player: object) -> str:
    """Return what a bot is called in a study: no bot of your own has the name of one of the kit's."""
    name = type(player).__name__
    if type(player) is Level:
        return label(player.substitute) if player.substitute else player.name
    if not is_ours(player):
        return f"own {name}" if name in OF_THE_KIT else name
    if isinstance(player, Search):
        return f"search:{player.simulations}"
    if isinstance(player, Naive) and player.careless:
        return f"{name}({player.careless})"
    return CALLED.get(name, name)


def seats_of(players: tuple[Bot, Bot], game: Game) -> tuple[int, list[int] | None]:
    """Return how many simulations a move may take, and the kinds and amounts of both bots.

    The second is None if both bots are random, and so choose among all legal moves.
    """
    seated = [player for one in players if is_driven(player := in_game(one, game))]
    work = max(player.simulations for player in seated)
    if all(player.seat[0] == drivers.RANDOM for player in seated):
        return work, None
    return work, [number for player in seated for number in player.seat]


def in_game(player: Bot, game: Game) -> Bot:
    """Return the bot for a game: a level is a different one in each."""
    return player.in_game(game) if is_driven(player) else player


def played(
    game: Game,
    players: Sequence[Bot],
    number: int,
    seed: int,
    max_moves: int,
    check: Callable[[], object] = lambda: None,
) -> list[int]:
    """Play one game between bots of any kind, as a match, so that they see only their views.

    Before each decision it calls `check`, which ends the game by raising an error.

    Returns:
        a row: `drivers.COLUMNS` numbers, then the values of `drivers.note_functions`.
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
            check()
            let_move(seated[mover], match, decision_key(seed, number, mover, match.ply))
    winner, rule = game.result(match.rules, match.state)
    row = [0] * drivers.COLUMNS
    row[drivers.FIRST], row[drivers.WINNER] = match.first, winner
    row[drivers.RULE] = ended or rule
    row[drivers.MOVES], row[drivers.TURNS] = match.ply, match.state.turn
    row[drivers.SKIPS], row[drivers.CHOICES] = match.skips, choices
    row[drivers.TRAIL] = reduce(followed, (entry.move or 0 for entry in match.history), 0)
    return row + notes_of(match)


def notes_of(match: Match) -> list[int]:
    """Return the values of `drivers.note_functions` for a match."""
    game, rules, state = match.game, match.rules, match.state
    at_end, at_steps = drivers.note_functions(game)
    names = drivers.note_names(game)
    found = [
        drivers.checked_number(name, function(rules, state)) if match.result else 0
        for name, function in zip(names, at_end, strict=False)
    ]
    if at_steps:
        sums = [0] * len(at_steps)
        state = game.start(rules, match.first, match.dmo, match.position)
        for entry in match.history:
            before, move = state.copy(), entry.move or 0
            game.apply(rules, state, move)
            for place, function in enumerate(at_steps):
                value = function(rules, before, move, state)
                sums[place] += drivers.checked_number(names[len(at_end) + place], value)
        found += sums
    return found
