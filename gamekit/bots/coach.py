"""A look back at a match: what each decision gave away, and what was luck.

Every figure estimates the score of careful players who play on from there. The coach judges each decision
by what its player could know at that point.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Generator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from statistics import fmean, pvariance

from gamekit.bots import Search, bot
from gamekit.bots.built_in import Thoughts, known_thoughts
from gamekit.chance import decision_key
from gamekit.compiling import engine_of
from gamekit.contract import CHANCE, DRAW, ONGOING
from gamekit.errors import GameError
from gamekit.intervals import Z, mean_score
from gamekit.match.history import turn_numbers
from gamekit.match.match import Match, match_of
from gamekit.match.view import View, written
from gamekit.text_tables import as_html, in_columns
from gamekit.validation import shown, whole

THREADS = 2  # each plays one game at a time
AT_ONCE = 8  # games that run to their ends, even if nobody asks for more of them
ONWARD = -1  # stands for no move: play on from here
MOST_GAMES, MOST_MOVES = 10_000, 300
# The sign of a mistake, by the lower end of the interval of what it gave away.
SIGNS = {"??": 0.15, "?": 0.08, "?!": 0.02}
EQUAL = 0.005  # moves whose values differ by less are equally good in a solution
DOUBT = 0.02  # decisions that seem to give away more get a closer look
PART = 50  # games of a closer look after which it may end early
STRICT = 3.29  # standard errors on either side of a 99.9% interval
Estimate = tuple[float, float, float]
HEAD = ("turn", "player", "played", "", "better", "given away", "95% interval", "luck")


@dataclass(frozen=True, slots=True)
class Lesson:
    """What the coach says about one decision.

    Attributes:
        ply: how many moves had been made before it.
        turn: the number of its turn, from 1, as in the list of turns.
        player: who made it, 0 or 1.
        played: what was played, in notation.
        best: the move of the search, or of the solution that the game brings.
        given_away: how much more another move would have scored (value, low, high), out of 1, with
            a 95% interval. It is 0 where the search plays the same move. A solution makes the three
            equal.
        luck: how much the rolls and draws before the next decision raised this player's score, out of 1;
            below 0 if they lowered it, and None if there were none.
        chance: the score that the player could expect after the decision (value, low, high), out of 1. A
            solution assumes perfect play.
        payoff: what the player could expect to get (value, low, high), in a game that has payoffs.
            There a score of 1 is the highest payoff, and a score of 0 pays it to the opponent.
    """

    ply: int
    turn: int
    player: int
    played: str
    best: str
    given_away: Estimate
    luck: float | None
    chance: Estimate = (0.5, 0.0, 1.0)
    payoff: Estimate | None = None

    @property
    def sign(self) -> str:
        """How bad a mistake it surely was: "?!", "?" or "??"; "" if the coach cannot be sure of one."""
        least = self.given_away[1]
        return next((sign for sign, limit in SIGNS.items() if least >= limit), "")


class Lessons(list[Lesson]):
    """Every decision of a match, in order.

    Attributes:
        match: the match that the coach looked at.
        by: the search that it used.
    """

    def __init__(self, lessons: list[Lesson], match: Match, by: Search) -> None:
        super().__init__(lessons)
        self.match, self.by = match, by

    def worst(self, n: int = 3, players: Collection[int] = (0, 1)) -> list[Lesson]:
        """Return the decisions that gave away most, the worst first. Those that gave away nothing are left out.

        Args:
            n: how many to return at most.
            players: whose decisions to look at.
        """
        n = whole("n", n, 1)
        mine = (each for each in self if each.player in players and each.given_away[0] > 0)
        return sorted(mine, key=lambda each: -each.given_away[0])[:n]

    def again(self, lesson: Lesson) -> Match:
        """Return a match that stands before this decision, for another choice under the same dice."""
        whole_line = self.match.fork()
        return whole_line.goto(lesson.ply)

    @property
    def scale(self) -> float:
        """What a score of 1 is worth in the tables: payoffs, if the game has them."""
        return scale(self.match)

    def _cells(self) -> Iterator[tuple[str, ...]]:
        for each in self:
            value, low, high = (self.scale * part for part in each.given_away)
            is_same = value <= 0
            expects = () if each.payoff is None else (f"{each.payoff[0]:+.2f}",)
            yield (
                str(each.turn),
                self.match.names[each.player],
                each.played,
                each.sign,
                "" if is_same else each.best,
                "" if is_same else f"{value:.2f}",
                "" if is_same else f"{low:.2f} to {high:.2f}",
                "" if each.luck is None else f"{self.scale * each.luck:+.2f}",
                *expects,
            )

    @property
    def _head(self) -> tuple[str, ...]:
        game = self.match.game
        return (*HEAD, "expects") if game.has_payoffs else HEAD

    @property
    def _title(self) -> str:
        game = self.match.game
        return f"Estimates by {self.by}" + (f", in {game.points}" if game.has_payoffs else "")

    def __repr__(self) -> str:
        return f"{self._title}\n{in_columns([self._head, *self._cells()])}"

    def _repr_html_(self) -> str:
        return as_html(self._head, self._cells(), self._title)


def coach(match: Match, by: str = "search:200", seed: int = 1, games: int = 60) -> Lessons:
    """Look back at a match, decision by decision.

    Two careful players play on many times, once from the move that was played and once from the move
    that a search prefers. Both games of a pair have the same dice and the same secrets, as the player
    could imagine them. The mean difference is what the move gave away. If the game brings a solution, as
    Tic-Tac-Toe Evolved does for its turns and bids, the coach uses that instead.

    The careful players are "greedy" bots, except that one move in ten is careless. A game that is not over
    after 300 more moves counts as a draw.

    Args:
        match: the match, up to where it stands.
        by: the search that says what it would have played.
        seed: the seed of the search and of the games that are played on.
        games: how many games are played on from each move.

    Raises:
        GameError: the match is not over, and is official or has secrets.
    """
    match, searcher = match_of("coach", match), bot(by)
    if not isinstance(searcher, Search):
        raise GameError(f'coach(by={shown(by)}): name a search, for example "search:200".')
    found = look_back(match, searcher, seed, games)
    return Lessons([lesson for lesson in found if lesson], match, searcher)


def look_back(
    match: Match,
    by: Search,
    seed: int = 1,
    games: int = 60,
    more: int = 0,
    players: Collection[int] = (0, 1),
    first: int = 0,
) -> Iterator[Lesson | None]:
    """Look back like `coach`, bit by bit: yield None while it plays on, and each lesson.

    First comes a lesson for every decision. A later lesson of the same decision replaces it. Those that are
    `doubtful` get a closer look, the costliest first.

    Args:
        match: the match.
        by: the search that says what it would have played.
        seed: the seed of the search and of the games that are played on.
        games: how many games are played on from each move.
        more: how many games a closer look may play on, with other dice. Its figures come from these games
            alone, so that a lucky first look turns no good move into a mistake.
        players: whose decisions to look at.
        first: how many of the games to play before the first lessons; 0 for all of them.

    Raises:
        GameError: the match is not over, and is official or has secrets.
    """
    seed, games = whole("seed", seed), whole("games", games, 2, MOST_GAMES)
    if match.result is None and (match.official or match.game.has_secrets):
        raise GameError("The coach waits until the match is over: play it to its end, or resign.")
    first, judge, numbers = first or games, Judge(by, seed, games), turn_numbers(match.history)
    looked_at: dict[int, _Decision] = {}
    for index, entry in enumerate(match.history):
        if entry.player in players:
            decision = looked_at[entry.ply - 1] = _decision(match, index, judge, numbers[entry.ply])
            yield (yield from _looked_at(match, decision, judge, range(first)))
    for decision in looked_at.values() if first < games else ():
        yield (yield from _looked_at(match, decision, judge, range(first, games)))
    for lesson in doubtful(each.lesson for each in looked_at.values()) if more else ():
        yield (yield from _looked_closer(match, looked_at[lesson.ply], judge, more))


def doubtful(lessons: Iterable[Lesson]) -> list[Lesson]:
    """Return the lessons that a first look leaves in doubt, the costliest first. A solution leaves no doubt."""
    costly = (each for each in lessons if each.given_away[0] > max(DOUBT, each.given_away[1]))
    return sorted(costly, key=lambda each: -each.given_away[0])


@dataclass(frozen=True, slots=True)
class Judge:
    """Finds what a move is worth by letting two careful players play on."""

    by: Search
    seed: int
    games: int

    def best(self, view: View) -> int:
        """Return the move that the search would have played."""
        return self.by.choose(view, seed=self.seed)

    def scores(self, view: View, move: int, numbers: range) -> list[float]:
        """Return the scores of the viewer, one a game, after this move or from here on.

        Args:
            view: the view of the player who decides.
            move: the move, or `ONWARD`.
            numbers: the numbers of the games, which determine their dice.
        """
        return list(self.one_by_one(view, move, numbers))

    def one_by_one(self, view: View, move: int, numbers: range) -> Iterator[float]:
        """Yield the same scores as soon as they are known. Compiled games run in several threads."""
        engine, me = engine_of(view.game), view.player
        keys = [decision_key(self.seed, number, 0, 0) for number in numbers]

        def score(key: int) -> float:
            winner = engine.play_on(view.state, key, me, move, MOST_MOVES)
            if view.game.has_payoffs:
                highest = int(view.game.highest_payoff(view.rules)) * (1 if me == 0 else -1)
                return (1 + winner / highest) / 2
            return 0.5 if winner in (DRAW, ONGOING) else float(winner == me)

        if sys.platform == "emscripten" or engine.name != "compiled":  # threads would gain nothing
            yield from map(score, keys)
            return
        with ThreadPoolExecutor(THREADS) as pool:
            for place in range(0, len(keys), AT_ONCE):
                yield from pool.map(score, keys[place : place + AT_ONCE])


@dataclass(slots=True)
class _Decision:
    """A decision, and the games that were played on from it.

    Attributes:
        lesson: what the games so far show.
        view: what the player knew.
        played, best: the two moves to compare; equal if there is nothing to compare.
        is_solved: does a solution say what the moves are worth?
        after: what the player knew after the rolls and draws that followed; None if there were none.
        scores, better, onward: the scores of the games from `played`, from `best` and from `after` on.
    """

    lesson: Lesson
    view: View
    played: int
    best: int
    is_solved: bool
    after: View | None
    scores: list[float] = field(default_factory=list)
    better: list[float] = field(default_factory=list)
    onward: list[float] = field(default_factory=list)


def _decision(match: Match, index: int, judge: Judge, turn: int) -> _Decision:
    """Return a decision, before any game is played on from it."""
    entry = match.history[index]
    player, ply = entry.player or 0, entry.ply - 1
    before = match.fork().goto(ply)
    view, played = before.view(player), -1 if entry.move is None else entry.move
    known, after = known_thoughts(view), None
    is_solved = any(thought.move == played for thought in known)
    if is_solved:
        best, given_away, chance = _by_solution(known, played)
    else:
        best, given_away, chance = judge.best(view), (0.0, 0.0, 0.0), (0.5, 0.0, 1.0)
    if index + 1 < len(match.history) and match.history[index + 1].player == CHANCE:
        rolled = match.fork().goto(ply + 1)
        after = rolled.view(player) if rolled.to_act in (0, 1) else None
    text = written(match.game, match.rules, before.state, best)
    lesson = Lesson(
        ply, turn, player, entry.text, text, given_away, None, chance, _payoff(match, chance)
    )
    return _Decision(lesson, view, played, played if is_solved else best, is_solved, after)


def _looked_at(
    match: Match, decision: _Decision, judge: Judge, numbers: range
) -> Generator[None, None, Lesson]:
    """Play on the games with these numbers. Return the lesson of all games so far."""
    lesson, view, best = decision.lesson, decision.view, decision.best
    if not decision.is_solved or decision.after:
        decision.scores += yield from _played_on(judge, view, decision.played, numbers)
    if best != decision.played:
        decision.better += yield from _played_on(judge, view, best, numbers)
        given_away = _mean(_differences(decision.better, decision.scores))
        lesson = replace(lesson, given_away=given_away)
    if not decision.is_solved:
        chance = mean_score(decision.scores)
        lesson = replace(lesson, chance=chance, payoff=_payoff(match, chance))
    if decision.after:
        decision.onward += yield from _played_on(judge, decision.after, ONWARD, numbers)
        lesson = replace(lesson, luck=fmean(decision.onward) - fmean(decision.scores))
    decision.lesson = lesson
    return lesson


def _looked_closer(
    match: Match, decision: _Decision, judge: Judge, more: int
) -> Generator[None, None, Lesson]:
    """Return the lesson of a closer look, which may end before it has played all its games.

    The 95% interval stays honest. The closer look ends early with the worst sign only if a 99.9% interval
    agrees. That is strict enough that several looks add almost no false signs (Haybittle and Peto).
    If no sign can be expected any more, it also ends early, and claims nothing.
    """
    view, end = decision.view, judge.games + more
    better: list[float] = []
    scores: list[float] = []
    given_away = decision.lesson.given_away
    for place in range(judge.games, end, PART):
        numbers = range(place, min(place + PART, end))
        better += yield from _played_on(judge, view, decision.best, numbers)
        scores += yield from _played_on(judge, view, decision.played, numbers)
        differences = _differences(better, scores)
        given_away = _mean(differences)
        if len(scores) < more:
            surely = _mean(differences, STRICT)
            if surely[1] >= max(SIGNS.values()):
                given_away = surely
                break
            if _cannot_tell(given_away, len(scores) / more):
                break
    chance = mean_score(scores)
    payoff = _payoff(match, chance)
    return replace(decision.lesson, given_away=given_away, chance=chance, payoff=payoff)


def _cannot_tell(given_away: Estimate, share: float) -> bool:
    """Will the other games give no sign, even if the mean rises by a standard error?

    Args:
        given_away: the estimate from the games so far.
        share: the share of all games that have been played.
    """
    value, low, _ = given_away
    error = (value - low) / Z
    highest_bound: float = value + error - Z * error * share**0.5
    return highest_bound < min(SIGNS.values())


def scale(match: Match) -> float:
    """Return what a score of 1 is worth: the difference between winning and losing the highest payoff, or 1."""
    game = match.game
    return 2.0 * int(game.highest_payoff(match.rules)) if game.has_payoffs else 1.0


def _payoff(match: Match, chance: Estimate) -> Estimate | None:
    """Return the payoff that a score stands for, in a game that has payoffs."""
    if not match.game.has_payoffs:
        return None
    value, low, high = ((part - 0.5) * scale(match) for part in chance)
    return value, low, high


def _by_solution(known: Thoughts, played: int) -> tuple[int, Estimate, Estimate]:
    """Return the best move, what was given away and the remaining chance, all by the solution."""
    worths = {thought.move: thought.value for thought in known}
    lost = max(worths.values()) - worths[played]
    best, lost = (known[0].move, lost) if lost > EQUAL else (played, 0.0)
    return best, (lost, lost, lost), (worths[played], worths[played], worths[played])


def _played_on(
    judge: Judge, view: View, move: int, numbers: range
) -> Generator[None, None, list[float]]:
    """Play games on, one at a time, and return their scores."""
    scores: list[float] = []
    for score in judge.one_by_one(view, move, numbers):
        scores.append(score)
        yield None
    return scores


def _differences(better: list[float], scores: list[float]) -> list[float]:
    return [one - other for one, other in zip(better, scores, strict=True)]


def _mean(values: list[float], z: float = Z) -> Estimate:
    """Return the mean of differences with its interval, by default of 95%."""
    value, n = fmean(values), len(values)
    half = z * (pvariance(values, value) / (n - 1) + 1 / n**2) ** 0.5
    return value, max(-1.0, value - half), min(1.0, value + half)
