"""Short playtests: is anybody ever stuck, and does every game end?"""

from __future__ import annotations

from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from gamekit.contract import CHANCE, DRAW, ONGOING, OVER, Game
from gamekit.drivers.interpreted import Interpreted
from gamekit.match.match import Match

HOPELESS = 3  # games without an end, and none with one, after which no more are tried


@dataclass(slots=True)
class Played:
    """Random games: how long they took, what came of them, and which went wrong.

    `capped` and `stuck` have the numbers of the games that did not end, and of those in which a
    player had no legal move; `endings` has the numbers of the rules that ended games; `steps` has the
    choices and the choice of each step, by game.
    """

    game: Game
    seed: int
    lengths: list[int] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)  # of the player who started
    turns: list[int] = field(default_factory=list)
    capped: list[int] = field(default_factory=list)
    stuck: list[int] = field(default_factory=list)
    endings: set[int] = field(default_factory=set)
    steps: dict[int, list[tuple[int, int]]] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.lengths)

    def data(self) -> dict[str, Any]:
        """Return what they show, as JSON would hold it."""
        ended = self.games - len(self.capped) - len(self.stuck)
        return {
            "games": self.games,
            "seed": self.seed,
            "ended": ended,
            "shortest": min(self.lengths, default=0),
            "longest": max(self.lengths, default=0),
            "first_player_score": round(sum(self.scores) / ended, 3) if ended else None,
        }

    def made(self) -> set[int]:
        """Return the moves that players made, as numbers."""
        game, rules, found = self.game, self.game.rules(), set()
        for number, steps in self.steps.items():
            state = game.start(rules, first=number % 2)
            for count, move in steps:
                if count and game.to_act(rules, state) != CHANCE:
                    found.add(move)
                if count:
                    game.apply(rules, state, move)
        return found

    def match(self, number: int, most: int) -> Match:
        """Play one of the games again, for at most that many steps."""
        match = Match(self.game, seed=self.seed, number=number, auto=False)
        for count, move in self.steps[number][:most]:
            actor = match.to_act
            if actor == CHANCE:
                match.dictate(self.game.write(match.rules, match.state, move))
            elif actor in (0, 1) and count:
                match.play(int(move))
        return match

    def circle(self, number: int) -> int:
        """Return after how many steps a position of that game first came again, or 0."""
        game, rules = self.game, self.game.rules()
        state, seen = game.start(rules, first=number % 2), set()
        for n, (_, move) in enumerate(self.steps[number]):
            mark = state.copy()
            mark.turn = 0
            if mark.values() in seen:
                return n
            seen.add(mark.values())
            game.apply(rules, state, move)
        return 0


def play(game: Game, games: int, longest: int, seed: int, seconds: float) -> Played:
    """Play random games until they are enough, or the time is over."""
    engine, played, end = Interpreted(game), Played(game, seed), monotonic() + seconds
    rules = game.rules()
    for number in range(games):
        if monotonic() > end or len(played.capped) == number == HOPELESS:
            break
        notes, state = engine.trace(seed, number, longest, first=number % 2)
        steps = len(notes) // 2
        pairs = [(notes[2 * n], notes[2 * n + 1]) for n in range(steps)]
        winner, rule = game.result(rules, state)
        if steps and pairs[-1][0] == 0:
            played.stuck.append(number)
        elif game.to_act(rules, state) != OVER or winner == ONGOING:
            played.capped.append(number)
        else:
            played.scores.append(0.5 if winner == DRAW else float(winner == number % 2))
            played.endings.add(rule)
        played.steps[number] = pairs
        played.lengths.append(steps)
        played.turns.append(state.turn)
    return played
