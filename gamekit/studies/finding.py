"""Findings: claims about a game, tried on several players, with a picture that shows where they hold.

A claim may be true of careless players and false of careful ones. A finding tests it with each of several
players, so a page can say for whom it holds, and anybody can test it again with a new seed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from itertools import chain
from math import isnan
from typing import Any, NamedTuple

from gamekit.bots import Bot, bot_of
from gamekit.contract import Game
from gamekit.contract.game import Measures, variant_phrase
from gamekit.drawing import (
    BLUE,
    EDGE,
    FAINT,
    GREY,
    ORANGE,
    WIDTH,
    axis,
    dot,
    image,
    opening_tag,
    signed,
)
from gamekit.errors import GameError, series
from gamekit.games import game_of
from gamekit.intervals import difference
from gamekit.progress import Progress, bar
from gamekit.studies import study_without_numpy
from gamekit.studies.measures import FIRST_PLAYER, Estimate, check_measure, measures_of
from gamekit.studies.plan import label, players_of, same_players, stand_ins_in_words
from gamekit.studies.report import caution
from gamekit.studies.study_without_numpy import lacks_libraries
from gamekit.validation import is_number, name_of, shown, whole

PLAYERS = ("random", "greedy", "club", "expert")
FORMAT = "gamekit finding"
LONGEST = 200  # characters of a claim
# The name of a metric, or a function of a study.
Measure = str | Callable[[Any], Estimate]
Tell = Callable[[int], object]  # takes the number of games just played


class Row(NamedTuple):
    """One player's result against itself: a value, its 95% interval and a verdict.

    `verdict` is "holds" or "fails" if the whole interval lies on one side, otherwise "unclear".
    """

    player: str
    value: float
    low: float
    high: float
    games: int
    verdict: str


@dataclass(frozen=True)
class Finding:
    """A claim, and for which players it holds. A notebook shows a sentence and a picture.

    Attributes:
        claim: the claim, in words.
        table: a row for each player.
        receipt: what was played, as JSON: a receipt for each study.
        caution: whose games were mostly stopped, in two sentences, or "".
    """

    claim: str
    game: Game
    measure: Measure
    than: Game | None
    above: float | None
    below: float | None
    bots: Mapping[str, str | Bot]
    games: Mapping[str, int]
    seed: int
    table: tuple[Row, ...]
    receipt: str
    caution: str = ""
    max_moves: int = 2000

    @property
    def holds_for(self) -> tuple[str, ...]:
        """The players whose games support the claim."""
        return self._players("holds")

    @property
    def fails_for(self) -> tuple[str, ...]:
        """The players whose games show the opposite."""
        return self._players("fails")

    @property
    def unclear_for(self) -> tuple[str, ...]:
        """The players whose games cannot tell."""
        return self._players("unclear")

    def _players(self, verdict: str) -> tuple[str, ...]:
        return tuple(row.player for row in self.table if row.verdict == verdict)

    def again(self, seed: int) -> Finding:
        """Return the same finding, played again with another seed."""
        return finding(
            self.claim, self.game, self.measure, than=self.than, above=self.above, below=self.below,
            bots=tuple(self.bots.values()), games=self.games, seed=seed, max_moves=self.max_moves,
        )  # fmt: skip

    @property
    def text(self) -> str:
        """A sentence that states the claim, for whom it is true, and whose games stopped early."""
        words = {
            "holds": "true for",
            "fails": "false for",
            "unclear": "too close to tell for",
        }
        rows = {verdict: [row for row in self.table if row.verdict == verdict] for verdict in words}
        parts = [f"{words[v]} {series(map(self._named, rows[v]))}" for v in words if rows[v]]
        text = f"{self.claim}: {'; '.join(parts)}."
        return " ".join(filter(None, (text, self.stand_ins, self.caution)))

    def _named(self, row: Row) -> str:
        """Return a player's name, with the games if they stopped early."""
        wanted = self.games[row.player]
        if row.games == wanted:
            return row.player
        return f"{row.player} (stopped after {row.games:,} of {wanted:,} games)"

    @property
    def stand_ins(self) -> str:
        """A sentence on the bots that stood in for levels, or ""."""
        games = [self.game] if self.than is None else [self.game, self.than]
        players = [players_of([bot, bot])[0] for bot in self.bots.values()]
        return stand_ins_in_words(players, *games)

    def figure(self) -> Picture:
        """Return a picture: a dot on its interval for each player, and a line at the bound of the claim."""
        *_, digits = _axis_of(self)
        rows = "; ".join(f"{row.player}: {_result(row, digits)}" for row in self.table)
        return Picture(_svg(self), f"{rows}. {_condition(self)}")

    def __repr__(self) -> str:
        *_, digits = _axis_of(self)
        lines = [f"  {row.player:<12} {_result(row, digits)}" for row in self.table]
        return "\n".join([self.text, *lines])

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {
            "text/plain": repr(self),
            "text/html": f"<p>{escape(self.text)}</p>{self.figure().html()}",
        }


class Picture(NamedTuple):
    """A still picture, and its content in words."""

    svg: str
    text: str

    def html(self) -> str:
        """Return the picture as an image."""
        return image(self.svg, self.text)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": self.text, "text/html": self.html()}


def finding(
    claim: str,
    game: Game | str,
    measure: Measure = FIRST_PLAYER,
    *,
    than: Game | str | None = None,
    above: float | None = None,
    below: float | None = None,
    bots: Sequence[str | Bot] = PLAYERS,
    games: int | Mapping[str, int] = 2_000,
    seed: int = 1,
    max_moves: int = 2000,
    measures: Measures = None,
    progress: Progress = True,
) -> Finding:
    """Test a claim with several players.

    Args:
        claim, game: the claim in words, "Starting helps"; the game that each player plays against itself.
        measure: a metric, an ending, or a function of a study that returns (value, low, high).
        than: a variant. The claim is then about the difference, `game` minus `than`.
        above, below: the bound; by default above 0 with `than`, above 0.5 for a first-player score.
        bots: the players, by name, or bots of your own.
        games, seed: how many games each player plays, as one number or by player; the seed of all games.
        max_moves, measures, progress: see `gamekit.playtest`; `measure` may name a measure of your own.

    Raises:
        GameError: the claim cannot fail, or a metric or player is unknown.
    """
    played = game_of(game).measuring(measures)
    other = None if than is None else game_of(than).measuring(measures)
    if not name_of(claim, LONGEST):
        raise GameError(f"claim={shown(claim)}: say in words what is claimed.")
    sides, how = _sides(above, below, measure, bool(other)), {"seed": seed, "max_moves": max_moves}
    counts = _counts(tuple(players := _players(bots)), games)
    with bar(sum(counts.values()) * (1 if other is None else 2), progress) as tell:
        test = partial(_tested, played, other, measure, sides, how, tell)
        rows, named, texts = zip(*map(test, counts, players.values(), counts.values()), strict=True)
    found: Any = rows, _receipt(claim, texts), caution(*chain(*named)), max_moves
    return Finding(claim, played, measure, other, *sides, players, counts, seed, *found)


def _tested(
    game: Game,
    than: Game | None,
    measure: Measure,
    sides: tuple[float | None, float | None],
    how: Mapping[str, Any],
    tell: Tell,
    name: str,
    player: str | Bot,
    games: int,
) -> tuple[Row, list[tuple[str, Any]], list[str]]:
    """Return a player's row, the studies and their receipts. Before each study stands whose games it has."""
    estimate, studies, texts = _measured(game, than, measure, player, games, how, tell)
    whose = (f" of {name}" + (f" {variant_phrase(one.game)}" if than else "") for one in studies)
    named = [*zip(whose, studies, strict=True)]
    is_known = measure == "capped" or callable(measure) or not caution(*named)
    verdict = _verdict(estimate, *sides) if is_known else "unclear"
    return Row(name, *estimate, min(map(len, studies)), verdict), named, texts


def _receipt(claim: str, studies: Iterable[list[str]]) -> str:
    receipts = [text for texts in studies for text in texts]
    return json.dumps({"format": FORMAT, "version": 1, "claim": claim, "studies": receipts})


def _sides(
    above: float | None, below: float | None, measure: Measure, is_difference: bool
) -> tuple[float | None, float | None]:
    """Return above and below, and raise `GameError` unless exactly one of the two is a number."""
    if above is not None and below is not None:
        raise GameError("A finding claims one thing: give above or below.")
    if above is None and below is None:
        if not is_difference and measure != FIRST_PLAYER:
            raise GameError("Say what the claim says of this measure: above=..., or below=....")
        return 0.0 if is_difference else 0.5, None
    for name, bound in (("above", above), ("below", below)):
        if bound is not None and not is_number(bound):
            raise GameError(f"{name}={shown(bound)}: give a number.")
    return above, below


def _players(bots: Sequence[str | Bot]) -> dict[str, str | Bot]:
    """Return the players by name. Your own bot goes by the name of its class."""
    if not isinstance(bots, list | tuple) or not bots:
        raise GameError(f"bots={shown(bots)}: give the names of players, such as {PLAYERS}.")
    players = {bot if isinstance(bot, str) else label(bot_of(bot)): bot for bot in bots}
    if len(players) < len(bots):
        raise GameError(f"bots={shown(bots)}: two players have the same name.")
    return players


def _counts(names: Sequence[str], games: int | Mapping[str, int]) -> dict[str, int]:
    if not isinstance(games, Mapping):
        return dict.fromkeys(names, whole("games", games, 2))
    if missing := [name for name in names if name not in games]:
        raise GameError(f"games does not say how many {missing[0]} plays.")
    return {name: whole(f"games of {name}", games[name], 2) for name in names}


def _measured(
    game: Game,
    than: Game | None,
    measure: Measure,
    player: str | Bot,
    games: int,
    how: Mapping[str, Any],
    tell: Tell,
) -> tuple[Estimate, list[Any], list[str]]:
    """Return the measure or its difference, with its interval; the studies; and the receipts.

    In a browser a playtest of rules or bots that do not compile stops after some seconds.
    """
    first, second = same_players([player, player], [game] if than is None else [game, than])
    pair = (first, second)
    if than is not None and isinstance(measure, str):
        check_measure(game, measure)
        if lacks_libraries():
            study, base = (_played(each, pair, games, how, tell) for each in (game, than))
            return study.gap(base, measure), [study, base], []
        from gamekit.studies.comparison import compare

        played: Any = {"bots": pair, "games": games, **how}
        found = compare(than, game, progress=lambda pairs: tell(2 * pairs), **played)
        gap = found.in_measure(measure).gap
        return (gap.value, gap.low, gap.high), [found.b, found.a], [found.receipt]
    study = _played(game, pair, games, how, tell)
    one = _estimate(study, measure)
    if than is None:
        return one, [study], _receipts(study)
    base = _played(than, pair, games, {**how, "seed": how["seed"] + 1}, tell)
    return difference(one, _estimate(base, measure)), [study, base], _receipts(study, base)


def _played(
    game: Game, pair: tuple[str | Bot, str | Bot], games: int, how: Mapping[str, Any], tell: Tell
) -> Any:
    """Return a full study, or a light one if NumPy is missing."""
    if lacks_libraries():
        return study_without_numpy.playtest(game, pair, games, progress=tell, **how)
    from gamekit.studies.run import playtest

    return playtest(game, pair, games, progress=tell, **how)


def _receipts(*studies: Any) -> list[str]:
    return [] if lacks_libraries() else [study.receipt for study in studies]


def _estimate(study: Any, measure: Measure) -> Estimate:
    if isinstance(measure, str):
        found: Estimate = study.estimate(measure)
        return found
    answer: Any = measure(study)
    try:
        value, low, high = (float(part) for part in answer)
        if not low <= value <= high:
            raise ValueError
    except (TypeError, ValueError):
        raise GameError(
            f"measure: the function returns {shown(answer)}; it must return (value, low, high), "
            "three numbers with the value between the others."
        ) from None
    return value, low, high


def _verdict(estimate: Estimate, above: float | None, below: float | None) -> str:
    value, low, high = estimate
    if isnan(value):
        return "unclear"
    if below is not None:
        return "holds" if high < below else "fails" if low > below else "unclear"
    assert above is not None
    return "holds" if low > above else "fails" if high < above else "unclear"


# --- the picture -------------------------------------------------------------------------------

TOP, ROW, BOTTOM, LINE = 4, 44, 24, 18
COLORS = {"holds": BLUE, "fails": ORANGE, "unclear": GREY}
LONGEST_NAME = 18
SHARES = "of 1", "share"  # units that go without saying


def _svg(found: Finding) -> str:
    """Return a dot with its interval for each player, and the line of the claim."""
    bound, (low, high, digits) = _bound(found), _axis_of(found)

    def at(value: float) -> float:
        return EDGE + (WIDTH - 2 * EDGE) * (min(max(value, low), high) - low) / (high - low)

    below = TOP + ROW * len(found.table)
    height = below + BOTTOM + 2 * LINE
    parts = [opening_tag(height)]
    for number, row in enumerate(found.table):
        y = TOP + ROW * number
        parts.append(
            f'<path d="M{at(low):.1f} {y + 31}H{at(high):.1f}" stroke="{FAINT}"/>'
            f'<path d="M{at(bound):.1f} {y + 21}v20" stroke="{GREY}" stroke-dasharray="4 4"/>'
            f"{_drawn(row, y, at, digits)}"
        )
    parts.append(axis(low, high, at, below))
    for number, line in enumerate(
        (
            _condition(found),
            "A bar that crosses the dashed line: luck could explain it.",
        )
    ):
        y = height - 5 - LINE * (1 - number)
        parts.append(f'<text x="2" y="{y}" font-size="13">{escape(line)}</text>')
    return "".join([*parts, "</svg>"])


def _bound(found: Finding) -> float:
    bound = found.below if found.below is not None else found.above
    assert bound is not None
    return bound


def _condition(found: Finding) -> str:
    """Return a sentence on when the claim holds, with the unit of what is counted."""
    side = "above" if found.below is None else "below"
    measure = measures_of(found.game).get(found.measure) if isinstance(found.measure, str) else None
    unit = f" {measure.unit}" if measure and not measure.unit.startswith(SHARES) else ""
    return f"The claim holds if the whole bar lies {side} {signed(f'{_bound(found):g}')}{unit}."


def _axis_of(found: Finding) -> tuple[float, float, int]:
    """Return the ends of the axis, and the digits of the results.

    To make pictures comparable, shares and scores are drawn from 0 to 1, unless all are near one end, and small
    differences from -0.1 to 0.1.
    """
    bound, known = _bound(found), [row for row in found.table if not isnan(row.value)]
    low = min([bound, *(row.low for row in known)])
    high = max([bound, *(row.high for row in known)])
    if found.than is None and low >= 0 and high <= 1:
        return 0.6 if low >= 0.6 else 0.0, 0.2 if high <= 0.2 else 1.0, 3
    if (largest := max(-low, high)) <= 0.1:
        return -0.1, 0.1, 3
    edge = (high - low) * 0.06 or 1.0
    return low - edge, high + edge, 0 if largest >= 100 else 1 if largest >= 10 else 2


def _drawn(row: Row, y: float, at: Callable[[float], float], digits: int) -> str:
    """Return a player's name, value, interval and number of games, and below them the dot on its bar."""
    name = row.player if len(row.player) <= LONGEST_NAME else f"{row.player[:LONGEST_NAME]}…"
    named = f'<text x="2" y="{y + 15}">{escape(name)}</text>'
    if isnan(row.value):
        return named
    return (
        f'{named}<text x="{WIDTH - 2}" y="{y + 15}" text-anchor="end">{_result(row, digits)}</text>'
        f"{dot(row.value, row.low, row.high, at, y + 31, COLORS[row.verdict])}"
    )


def _result(row: Row, digits: int) -> str:
    """Return a player's value, interval and number of games in words."""
    value, low, high = (signed(f"{one:,.{digits}f}") for one in (row.value, row.low, row.high))
    return f"{value} ({low} to {high}), {row.games:,} games"
