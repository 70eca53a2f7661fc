"""The table of measures: what each is, how a game counts it, and how reports name it.

Studies, comparisons, sweeps, reports, the light studies of a browser and the list in
`docs/playtests.md` all come from it, so a new measure is one more row here.

A stopped game scores half a point for each player, but it has no length, because its length would only show
when it was stopped. So length, turns, branching and skips count finished games alone, and `capped` counts the
others. Ludii's `DurationTurnsNotTimeouts` does the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Literal, NamedTuple

from gamekit import drivers
from gamekit.contract import BOTH_LOSE, DRAW, Game
from gamekit.contract.game import OwnMeasure
from gamekit.errors import GameError, did_you_mean, series
from gamekit.validation import shown

SHARE = "share of games"  # the unit of events
FIRST_PLAYER = "first-player score"
Estimate = tuple[float, float, float]  # a value and the limits of its interval
Kind = Literal["share", "mean", "ratio", "rate", "spread", "count"]


class Noted(NamedTuple):
    """What the drivers note of one game, as whole numbers, or of many games, as arrays: the columns
    of the drivers before the trail, in their order.

    A measure must work with both, so it uses sums, products and comparisons.
    """

    first: Any
    winner: Any
    rule: Any
    moves: Any
    turns: Any
    skips: Any
    choices: Any
    notes: Any = ()  # a game's own notes: its payoff first, see `drivers.note_functions`

    @property
    def is_finished(self) -> Any:
        """Did it reach its end, or was it stopped after `max_moves`?"""
        return self.rule != drivers.CAPPED

    def score(self, player: Any) -> Any:
        """Return a player's score: 1 for a win, 0.5 for a draw or a capped game, otherwise 0."""
        is_drawn = (self.winner == DRAW) | (self.rule == drivers.CAPPED)
        return 0.5 * is_drawn + (self.winner == player) * (1 - is_drawn)

    def payoff(self, player: Any) -> Any:
        """Return a player's payoff."""
        return self.notes[0] * (1 - 2 * player)


def noted(columns: Sequence[Any]) -> Noted:
    """Return the columns of the drivers, which are the numbers of a row or arrays, under names."""
    return Noted._make((*columns[: drivers.TRAIL], columns[drivers.COLUMNS :]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """One measure: the sum of `above` over the games, divided by the sum of `below`.

    Attributes:
        name: its name in every table.
        unit: the unit of its value.
        what: what it measures, in a few words.
        above: what a game adds to the sum above the line.
        below: what a game adds to the sum below the line; without it, 1.
        kind: the kind of its interval. "share": a mean of values between 0 and 1; "mean": a mean over the
            games that count, by `below`; "ratio": a sum divided by a sum; "rate": a ratio of at most 1 for
            events that may be rare; "count": a mean, over the games that count, of whatever a game counts;
            "spread": the standard deviation over the games that count.
        of_finished: does it count finished games alone?
        of_player: whose score it is; a study adds the bot's name.
        words: what a lab calls it, if not by its name.
        digits: how many digits a lab shows after the point.
        in_sweep: does the table of a sweep have a column for it?
        is_ranked: may it rank the changes of an ablation? Not if another measure says the same better.
    """

    name: str
    unit: str
    what: str
    above: Callable[[Noted], Any]
    below: Callable[[Noted], Any] | None = None
    kind: Kind = "share"
    of_finished: bool = False
    of_player: int | None = None
    words: str = ""
    digits: int = 3
    in_sweep: bool = True
    is_ranked: bool = True

    def name_for(self, bots: Sequence[str]) -> str:
        """Return the name of the measure in a study between these bots."""
        return self.name if self.of_player is None else f"{self.name} ({bots[self.of_player]})"


MEASURES = {
    measure.name: measure
    for measure in (
        Measure(
            name=FIRST_PLAYER,
            unit="of 1",
            what="the score of whoever starts: 1 for a win, 0.5 for a draw or a capped game",
            above=lambda game: game.score(game.first),
        ),
        Measure(
            name="score of player 0",
            unit="of 1",
            what="the score of the first bot, whoever starts",
            above=lambda game: game.score(0),
            of_player=0,
            in_sweep=False,
            is_ranked=False,
        ),
        Measure(
            name="draws",
            unit=SHARE,
            what="games that nobody wins and nobody loses",
            above=lambda game: game.winner == DRAW,
        ),
        Measure(
            name="both lose",
            unit=SHARE,
            what="games that both players lose",
            above=lambda game: game.winner == BOTH_LOSE,
            in_sweep=False,
        ),
        Measure(
            name="capped",
            unit=SHARE,
            what="games that were stopped after `max_moves`",
            above=lambda game: 1 - game.is_finished,
            words="ends capped",
            in_sweep=False,
        ),
        Measure(
            name="length",
            unit="moves",
            what="decisions of players in a finished game",
            above=lambda game: game.moves * game.is_finished,
            below=lambda game: game.is_finished,
            kind="mean",
            of_finished=True,
            words="moves a game",
            digits=1,
        ),
        Measure(
            name="turns",
            unit="turns",
            what="turns of a finished game",
            above=lambda game: game.turns * game.is_finished,
            below=lambda game: game.is_finished,
            kind="mean",
            of_finished=True,
            in_sweep=False,
            is_ranked=False,
        ),
        Measure(
            name="branching",
            unit="legal moves a decision",
            what="legal moves that a player chooses from, in finished games",
            above=lambda game: game.choices * game.is_finished,
            below=lambda game: game.moves * game.is_finished,
            kind="ratio",
            of_finished=True,
            words="legal moves a decision",
            digits=1,
            is_ranked=False,
        ),
        Measure(
            name="skips",
            unit="share of turns",
            what="turns of finished games that are skipped because no move is legal",
            above=lambda game: game.skips * game.is_finished,
            below=lambda game: game.turns * game.is_finished,
            kind="rate",
            of_finished=True,
            in_sweep=False,
            is_ranked=False,
        ),
    )
}


def _of_payoffs(unit: str) -> Iterator[Measure]:
    """Yield the measures that a game with payoffs has."""
    base: Any = {"unit": f"{unit} a game", "below": attrgetter("is_finished"), "of_finished": True}
    yield Measure(
        name="payoff of player 0",
        what="what the first bot gets from the other in a finished game",
        above=lambda game: game.payoff(0),
        kind="mean",
        of_player=0,
        in_sweep=False,
        is_ranked=False,
        **base,
    )
    yield Measure(
        name="first-player payoff",
        what="what whoever starts gets from the other in a finished game",
        above=lambda game: game.payoff(game.first),
        kind="mean",
        **base,
    )
    yield Measure(
        name="stakes",
        what="what changes hands in a finished game, whoever gets it",
        above=lambda game: abs(game.payoff(0)),
        kind="count",
        is_ranked=False,
        **base,
    )
    yield Measure(
        name="payoff spread",
        what="the standard deviation of what the first bot gets",
        above=lambda game: game.payoff(0),
        kind="spread",
        in_sweep=False,
        is_ranked=False,
        **{**base, "unit": unit},
    )


def measures_of(game: Game) -> dict[str, Measure]:
    """Return the measures for studies of a game: the table, those of its payoffs, and its own."""
    found = dict(MEASURES)
    if game.has_payoffs:
        found |= {measure.name: measure for measure in _of_payoffs(game.points)}
    at_end, at_steps = drivers.note_functions(game)
    places = {id(function): place for place, function in enumerate((*at_end, *at_steps))}
    for name, own in game.measures.items():
        if name in found or name in game.rulebook:
            raise GameError(
                f"measures: every study has a measure {shown(name)}; give yours another name."
            )
        found[name] = _own(name, own, places[id(own.function)])
    return found


def _own(name: str, own: OwnMeasure, place: int) -> Measure:
    return Measure(
        name=name,
        unit=own.unit,
        what=own.what,
        above=lambda game: game.notes[place] * game.is_finished,
        below=lambda game: game.is_finished,
        kind="count",
        of_finished=True,
        digits=2,
    )


def check_measure(game: Game, name: object) -> None:
    """Raise `GameError` unless this names a measure or an ending of this game."""
    known = measures_of(game)
    if name not in known and name not in game.rulebook:
        names = [*known, *(rule.id for rule in game.rulebook)]
        raise GameError(f"no measure {shown(name)}.{did_you_mean(str(name), names)}")


def own_name(game: Game, name: str, bots: Sequence[str]) -> str:
    """Return the name of a measure or an ending, as the game or as a study between these bots calls it.

    Raises:
        GameError: there is no such measure.
    """
    names = {measure.name_for(bots): own for own, measure in measures_of(game).items()}
    check_measure(game, names.get(name, name))
    return names.get(name, name)


def in_words(estimate: Estimate, digits: int) -> str:
    """Return a value and its interval: "0.501 (0.487 to 0.514)"."""
    value, low, high = (f"{one:.{digits}f}" for one in estimate)
    return f"{value} ({low} to {high})"


def words(name: str, game: Game) -> str:
    """Return what a lab calls a measure, or an ending of a game."""
    known = measures_of(game)
    if name in known:
        return known[name].words or name.replace("player 0", game.players[0])
    return f"{name} {game.rulebook[name].title}" if name in game.rulebook else name


def digits(name: str, game: Game) -> int:
    """Return how many digits of a measure, or of an ending, a lab shows after the point."""
    known = measures_of(game)
    return known[name].digits if name in known else 3


def of_finished_games(game: Game) -> str:
    """Return the names of the measures that count finished games alone: "length, turns and skips"."""
    return series(each.name for each in measures_of(game).values() if each.of_finished)
