"""Replaying games of a playtest step by step, for what its rows do not show.

That is how games use the cells of the board, with a heat map, and what each rule did.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import compress, takewhile
from math import inf
from threading import Event
from types import FunctionType
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias, TypeVar

import numpy as np

from gamekit import drivers
from gamekit.bots import Bot, RandomBot, is_driven, let_move
from gamekit.chance import CHANCE_STREAM, MASK, cut, decision_key, stream_key
from gamekit.contract import CHANCE, DRAW, ONGOING, OVER, Game, State
from gamekit.contract.variants import names_in, reachable
from gamekit.drawing import image
from gamekit.drivers.engine import interruptible
from gamekit.errors import GameError, listed
from gamekit.match.match import Match
from gamekit.match.view import View, heat
from gamekit.studies.measures import Estimate
from gamekit.studies.plan import check_end, in_game
from gamekit.studies.statistics import Flags, Rows, rate, share
from gamekit.validation import shown, whole

if TYPE_CHECKING:
    import pandas as pd

T = TypeVar("T")
END = -1  # stands for the move after the last one
CAREFUL, FOREIGN = 10, 30  # random decisions that one of the kit's bots costs, and one of others
LEAST = 30  # games to look at, at least, if there are that many
Steps: TypeAlias = Iterator[tuple[State, int, int]]


class Repeatable(Protocol):
    """What replaying the games of a playtest requires."""

    @property
    def game(self) -> Game: ...
    @property
    def players(self) -> Sequence[Bot]: ...
    @property
    def seed(self) -> int: ...
    @property
    def max_moves(self) -> int: ...
    @property
    def is_finished(self) -> Flags: ...
    @property
    def made(self) -> dict[int, list[int]]: ...
    def column(self, number: int) -> Rows: ...
    def __len__(self) -> int: ...


def check_bots(study: Repeatable) -> None:
    """Raise `GameError` if nobody can play the games of this study again."""
    if len(study.players) != 2:
        raise GameError("This study does not know its bots: let gamekit.playtest make it.")


def games_to_look_at(study: Repeatable, games: int | None, budget: int, least: int = LEAST) -> int:
    """Return how many games of a study to look at, from its first on.

    Args:
        study: the study.
        games: how many to look at; None for as many as take a reasonable time.
        budget: the reasonable time, in random decisions.
        least: how many games to look at in any case, if the study has that many.

    Raises:
        GameError: the study has no games, does not know its bots, or has fewer games than wanted.
    """
    check_bots(study)
    if games is not None:
        return whole("games", games, 1, len(study))
    cost = np.cumsum(study.column(drivers.MOVES) * (1 + max(map(_thought, study.players))))
    enough = int(np.searchsorted(cost, budget))
    return min(len(study), max(least, enough))


def _thought(player: Bot) -> int:
    """Estimate the cost of this bot's decision, in random decisions."""
    if not is_driven(player):
        return FOREIGN
    return 0 if isinstance(player, RandomBot) else max(CAREFUL, player.simulations)


def games_again(study: Repeatable, count: int) -> Iterator[Steps]:
    """Replay the first games of a study, see `steps`."""
    return (again(study, number) for number in range(count))


def again(study: Repeatable, number: int) -> Steps:
    """Replay a game of a study, see `steps`. Its bots think only the first time."""
    game, rules = study.game, study.game.rules()
    if number not in study.made:
        players = seated(game, study.players)
        played = steps(game, players, study.seed, number, study.max_moves)
        study.made[number] = in_one_go(players, played, lambda state, actor, move: move)
    state = game.start(rules, number % 2)
    for move in study.made[number]:
        yield state, game.to_act(rules, state), move
        if move != END:
            game.apply(rules, state, move)


def in_one_go(
    players: Sequence[Bot], steps: Steps, note: Callable[[State, int, int], T]
) -> list[T]:
    """Go through a game, and return what `note` returns at each step.

    Ctrl-C works between steps. The kit's own bots run in one thread for the whole game, because a thread for each
    decision would take longer than most decisions.
    """
    halted = Event()

    def through() -> list[T]:
        return [note(*step) for step in takewhile(lambda _: not halted.is_set(), steps)]

    return through() if any(map(looks_back, players)) else interruptible(through, halted.set)


def match_of(study: Repeatable, number: int) -> Match:
    """Return a game of a study as a match, played as far as the study played it."""
    players = seated(study.game, study.players)
    return _match(study.game, players, study.seed, number, study.max_moves, number)


def _match(
    game: Game, players: Sequence[Bot], seed: int, number: int, max_moves: int, thoughts: int
) -> Match:
    match = Match(game, seed=seed, number=number)
    while match.to_act != OVER and match.ply < max_moves:
        key = decision_key(seed, thoughts, match.to_act, match.ply)
        let_move(players[match.to_act], match, key)
    return match


class AnyMove:
    """Plays any legal move, as both players do in a playtest between two random bots."""

    def choose(self, view: View, seed: int = 1) -> int:
        """Return the number of a legal move, by the key of the decision itself."""
        moves = view.game.numbered_moves(view.rules, view.state)
        return moves[cut(seed & MASK, len(moves))]


def seated(game: Game, players: Sequence[Bot]) -> tuple[Bot, Bot]:
    """Return two bots as a playtest of this game seats them: random ones choose among all legal moves."""
    both = in_game(players[0], game), in_game(players[1], game)
    if all(is_driven(one) and one.seat[0] == drivers.RANDOM for one in both):
        return AnyMove(), AnyMove()
    return both


def steps(
    game: Game,
    players: Sequence[Bot],
    seed: int,
    number: int,
    max_moves: int = 2000,
    thoughts: int | None = None,
) -> Steps:
    """Replay a game of a playtest, or play one with the same dice and other thoughts.

    Args:
        game, players: the game, and who plays it, see `seated`.
        seed: the playtest's seed.
        number: the game's number.
        max_moves: where games are stopped.
        thoughts: the number of the game whose random numbers the players use; None for this one.

    Yields:
        the state, who acts there, and the move or outcome that follows; END follows the last state.
        The next step changes the state, so copy what you keep.
    """
    thoughts = number if thoughts is None else thoughts
    if any(looks_back(player) for player in players):
        yield from _of_match(game, players, seed, number, max_moves, thoughts)
        return
    rules, dice = game.rules(), stream_key(seed & MASK, number, CHANCE_STREAM)
    state, drawn, decided = game.start(rules, number % 2), 0, 0
    while (actor := game.to_act(rules, state)) != OVER:
        if actor == CHANCE:
            count = game.outcomes(rules, state)
            move, drawn = game.outcome_at(rules, state, dice, drawn), drawn + (count != 1)
        elif decided == max_moves:
            break
        else:
            view = View(game, rules, state, actor, game.players)
            key = decision_key(seed, thoughts, actor, decided)
            move, decided = int(players[actor].choose(view, seed=key)), decided + 1
        yield state, actor, move
        game.apply(rules, state, move)
    yield state, actor, END


def looks_back(player: Bot) -> bool:
    """May this bot look at the moves so far? The kit's own bots look only at the position."""
    free = getattr(player, "free", player)  # of a `Restricted`
    return not (isinstance(free, AnyMove) or is_driven(free))


def _of_match(
    game: Game, players: Sequence[Bot], seed: int, number: int, max_moves: int, thoughts: int
) -> Steps:
    """Play a game as a match, for bots that may look at the moves so far, and yield its steps."""
    match = _match(game, players, seed, number, max_moves, thoughts)
    rules, state = match.rules, game.start(match.rules, match.first)
    for entry in match.history:
        move = entry.move or 0
        yield state, game.to_act(rules, state), move
        game.apply(rules, state, move)
    yield state, match.to_act, END


def scores_of(
    game: Game,
    players: Sequence[Bot],
    seed: int,
    number: int,
    max_moves: int = 2000,
    thoughts: int | None = None,
) -> tuple[float, float, bool]:
    """Play a game, see `steps`; return the scores of both, and whether it was stopped.

    A win is 1, a draw or a stopped game 0.5, anything else 0. In a game with payoffs, 1 means the highest
    payoff, 0 means paying it, and others lie between.
    """
    played = steps(game, players, seed, number, max_moves, thoughts)
    state = in_one_go(players, played, lambda state, actor, move: state)[-1]
    rules = game.rules()
    winner = game.result(rules, state)[0]
    if winner == ONGOING:
        return 0.5, 0.5, True
    payoff = int(game.payoff(rules, state)) if game.has_payoffs else 0
    check_end(game, seed, number, winner, payoff)
    if game.has_payoffs:
        part = payoff / (2 * int(game.highest_payoff(rules)))
        return 0.5 + part, 0.5 - part, False
    if winner == DRAW:
        return 0.5, 0.5, False
    return float(winner == 0), float(winner == 1), False


# --- how games use the cells of the board --------------------------------------------------------


BUDGET = 20_000  # random decisions to replay for the use of the board
OF_A_CELL = ("plays", "line", "empty")
FIGURES = {
    "plays": ("Moves a game on each cell", ".2g"),
    "line": ("Share of games that the cell helped to win", ".0%"),
    "empty": ("Share of games at whose end the cell holds nothing", ".0%"),
}
CHECKS = 1_500_000  # moves to judge for the rules that forbid them
FEWEST = 10  # games to look at for the rules, at least, if there are that many
OF_MATCHES = "X-"  # rules of every game, about matches between people
NONE = -1  # instead of the number of a rule
CONSTANT = re.compile(r"^([A-Z]\w*) = .*# *([A-Z]+-Q?\d+)$", re.MULTILINE)
COLUMNS = ["rule", "title", "games", "removed", "ended", "low", "high", "n", "countable"]


def cells(study: Repeatable, games: int | None = None) -> pd.DataFrame:
    """Return how often each cell of the board is used.

    The rows of a study do not show this, so the function replays games from their seed and number.

    Args:
        study: the study whose games to look at.
        games: how many to look at, from the first on; None for as many as take a few seconds. Unfinished
            games do not count.

    Returns:
        a row for each cell, in reading order; no rows for a game without a board:
        `cell`, its label;
        `plays`, how many moves a game are played on it (placed there, slid from or to it, ...);
        `line`, the share of games that it helped to win, according to the game's `winning_cells`; the
        column is missing if a game does not say which cells won;
        `empty`, the share of games that end with nothing on it;
        each with the limits of its 95% interval, `plays_low`, `plays_high`, ...;
        `n`, how many of the games were finished.
    """
    import pandas as pd

    used = uses(study, games_to_look_at(study, games, BUDGET))
    if not used.names:
        return pd.DataFrame(columns=["cell", *OF_A_CELL, "n"])
    found = {"plays": [rate(column, np.ones_like(column), inf) for column in used.plays.T]}
    if not study.game.leaves_out("winning_cells"):
        found["line"] = [share(column) for column in used.lines.T]
    found["empty"] = [share(column) for column in used.empty.T]
    return _table(used.names, found, len(used.plays))


class Uses(NamedTuple):
    """How games used cells. The arrays have a row for each game and a column for each cell.

    Attributes:
        names: the labels of the cells.
        plays: how many moves were played on the cell.
        lines: did it help to win?
        empty: was it empty at the end?
    """

    names: tuple[str, ...]
    plays: Rows
    lines: Flags
    empty: Flags


def uses(study: Repeatable, count: int) -> Uses:
    """Replay the finished games among the first ones and note how they used each cell."""
    game, rules = study.game, study.game.rules()
    names = game.cell_names(rules)
    place = {name: k for k, name in enumerate(names)}
    finished = study.is_finished[: count if names else 0]
    plays = np.zeros((np.count_nonzero(finished), len(names)), np.int64)
    lines, empty = np.zeros(plays.shape, bool), np.ones(plays.shape, bool)
    for number, steps in enumerate(compress(games_again(study, len(finished)), finished)):
        for state, actor, move in steps:
            if move == END:
                lines[number, [place[name] for name in game.winning_cells(rules, state)]] = True
                empty[number, [place[name] for name in game.occupied(rules, state)]] = False
            elif actor in (0, 1):
                for name in game.played_on(rules, state, move):
                    plays[number, place[name]] += 1
    return Uses(names, plays, lines, empty)


def _table(names: Sequence[str], found: dict[str, list[Estimate]], count: int) -> pd.DataFrame:
    """Return columns of estimates with their limits."""
    import pandas as pd

    table: dict[str, object] = {"cell": list(names)}
    for name, estimates in found.items():
        values = zip(*estimates, strict=True)
        for part, column in zip(("", "_low", "_high"), values, strict=True):
            table[f"{name}{part}"] = list(column)
    return pd.DataFrame({**table, "n": count})


class Heatmap:
    """A figure for each cell, on the game's own board.

    Attributes:
        game: the game with the board.
        values: the figures, by cell label.
        title: what the figures are.
        form: how to write one, as a format: ".2g", ".0%".
        most: the figure that gets the darkest color: the largest one, unless several maps share a scale.
    """

    def __init__(self, game: Game, values: Mapping[str, float], title: str, form: str) -> None:
        self.game, self.values, self.title, self.form = game, dict(values), title, form
        self.most = max(self.values.values(), default=0.0)

    def svg(self) -> str:
        """Return the board as SVG, darker for more, with the figure in each cell.

        Raises:
            GameError: no installed package draws boards.
        """
        drawn = heat(Match(self.game, seed=1).view(), self)
        if not drawn:
            raise GameError(
                "Boards are drawn by gamekit_widgets, which is not installed: pip install gamekit-lab."
            )
        return drawn

    def __repr__(self) -> str:
        figures = (f"{cell} {value:{self.form}}" for cell, value in self.values.items())
        return f"{self.title}: {', '.join(figures)}"

    def _repr_html_(self) -> str:
        return image(self.svg(), repr(self), "max-width: 100%")


def on_one_scale(*maps: Heatmap) -> None:
    """Put several maps on one scale: the same figure has the same color in all."""
    most = max(each.most for each in maps)
    for each in maps:
        each.most = most


def heatmap(game: Game, cells: pd.DataFrame, what: str) -> Heatmap:
    """Return a column of the table of cells on the game's own board.

    Raises:
        GameError: the game has no board, its table has no such column, or no game was finished.
    """
    if not len(cells):
        raise GameError(
            f"{game.title} names no cells of a board, so there is no heat map. A game of your own "
            "names them in cell_names(rules)."
        )
    if not cells["n"].iloc[0]:
        raise GameError("No game was finished, so there is no heat map: give more max_moves.")
    known = [name for name in FIGURES if name in cells]
    if what not in known:
        raise GameError(f"heatmap({shown(what)}): choose from {listed(known)}.")
    title, form = FIGURES[what]
    values = {
        str(cell): float(value) for cell, value in zip(cells["cell"], cells[what], strict=True)
    }
    return Heatmap(game, values, f"{title}, {cells['n'].iloc[0]:,} games", form)


def rules(study: Repeatable, games: int | None = None) -> pd.DataFrame:
    """Return what each rule did.

    `why_illegal` names the first rule that a move breaks, in the order in which the game tests them. So a later
    rule counts only moves that no earlier rule forbids.

    Args:
        study: the study whose games to look at.
        games: how many to examine for forbidden moves, from the first on; None for as many as
            take a few seconds. Endings count all games.

    Returns:
        a row for each rule of the game, in the rulebook's order: `rule`, its id, and `title`;
        `games` in which it forbade a move or ended the game;
        `removed`, the moves it forbade, summed over all decisions of the examined games;
        `ended`, games of the study that it ended;
        `low` and `high`, the 95% interval of the share of games in which it forbade a move or ended the
        game; if there is no such game, `high` bounds the share;
        `n`, the games behind this share: the examined ones or, for a rule that forbids nothing, all;
        `countable`: False for a rule that neither forbids moves nor ends games, and so has no figures.
    """
    game = study.game
    count = games_to_look_at(study, games, CHECKS // game.moves, least=FEWEST)
    removed, fired = _refusals(study, count)
    endings = {study.game.rule_id(n): n for n in _numbers(study)}
    forbids, ends = _rules_of(game, "why_illegal"), _rules_of(game, "setup", "apply", "result")
    table: list[list[object]] = []
    for rule in game.rulebook:
        name = rule.id
        is_refusal = name in forbids or name in removed
        over = study.column(drivers.RULE) == endings.get(name, NONE)
        seen = fired.get(name, np.zeros(count, bool)) | over[:count] if is_refusal else over
        if is_refusal or name in endings or name in ends:
            _, low, high = share(seen)
            counts = int(seen.sum()), removed[name], int(over.sum())
            table.append([name, rule.title, *counts, low, high, len(seen), True])
        elif not name.startswith(OF_MATCHES):
            table.append([name, rule.title, *[None] * 3, np.nan, np.nan, None, False])
    return _in_columns(table)


def _in_columns(table: Sequence[Sequence[object]]) -> pd.DataFrame:
    """Return the rows of `rules` as a table."""
    import pandas as pd

    kinds = dict.fromkeys(("games", "removed", "ended", "n"), "Int64")
    return pd.DataFrame(table, columns=COLUMNS).astype(kinds)


def _numbers(study: Repeatable) -> list[int]:
    """Return the numbers of the rules that ended games."""
    found: list[int] = np.unique(study.column(drivers.RULE)).tolist()
    return [number for number in found if number > 0]


def _refusals(study: Repeatable, count: int) -> tuple[Counter[str], dict[str, Flags]]:
    """Return, by rule, the moves it forbade and the games in which it forbade any."""
    game = study.game
    removed: Counter[str] = Counter()
    fired: dict[str, Flags] = {}
    for number, steps in enumerate(games_again(study, count)):
        for rule, moves in _forbidden(game, steps).items():
            name = game.rule_id(rule)
            removed[name] += moves
            fired.setdefault(name, np.zeros(count, bool))[number] = True
    return removed, fired


def _forbidden(game: Game, steps: Steps) -> Counter[int]:
    """Return how many moves each rule forbade in a game."""
    rules, found = game.rules(), Counter[int]()
    for state, actor, move in steps:
        if actor in (0, 1) and move != END:
            found.update(game.why_illegal(rules, state, each) for each in range(game.moves))
    del found[0]
    return found


# --- rules that nobody has met -------------------------------------------------------------------


def _rules_of(game: Game, *functions: str) -> set[str]:
    """Return the ids of the rules that these functions, or those they call, can name."""
    found = {game.namespace[name] for name in functions}
    inside = reachable(*found).values()
    return {rule for function in inside for rule in _named(function)} & {
        rule.id for rule in game.rulebook
    }


def _named(function: FunctionType) -> Iterator[str]:
    """Yield the rules of the constants that a function reads, "TOO_LOW = 6  # LD-6"."""
    package = (function.__module__ or "").rpartition(".")[0] or function.__module__ or ""
    known = _constants(package)
    yield from (known[name] for name in names_in(function.__code__) if name in known)


@cache
def _constants(package: str) -> dict[str, str]:
    """Return the rule behind each rule constant of a package, from the comment after it."""
    found: dict[str, str] = {}
    for name, module in list(sys.modules.items()):
        if name == package or name.startswith(f"{package}."):
            try:
                found |= dict(CONSTANT.findall(inspect.getsource(module)))
            except (OSError, TypeError):  # written in a notebook
                continue
    return found
