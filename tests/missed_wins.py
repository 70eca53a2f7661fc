"""Does a level of play miss a win within its turn, or hand one over, where it need not?

    python -m tests.missed_wins GAME [positions] [seed] [searched] [worlds]

Positions come from games between careless players. A win is to be had where one way to play the rest of
the turn wins in each of `worlds` states that the mover may believe in. It is handed over where the opponent
then has one in the next turn, whatever the first die brings, in each of a dozen states that the mover may believe
in, and another way to play the turn leaves none. Levels that search are asked at `searched` positions at
most, at those where careless play would go wrong.
"""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections import Counter
from collections.abc import Callable, Iterator
from functools import reduce
from itertools import chain
from random import Random
from typing import Any

import gamekit as gk
from gamekit.bots.built_in import DriverBot
from gamekit.bots.levels import LEVELS, of_recipe, recipes
from gamekit.compiling import compiled
from gamekit.contract import CHANCE, ONGOING, SURE
from gamekit.contract import Random as Stream

WORLDS = 60
FEARED = 12  # states, in all of which a win has to be handed over
WAYS = 150  # other ways to play a turn, to find a safe one
AGAIN = 20  # times that such a way must prove safe, where there are secrets
TRIES = 4  # careless ways, to see whether a position is worth a search
CARELESS = of_recipe("naive:100")
LONGEST = 90  # decisions of a game that positions are taken from
DEEP = 12  # moves of one turn
MOST = 100_000  # positions that are looked at for one answer


class Turns:
    """Every way to play the rest of a turn, looked through.

    Args:
        game: the game.
        most: how many states a player may have in mind.
    """

    def __init__(self, game: gk.Game, most: int) -> None:
        self.game, self.rules, self.most = game, game.rules(), most
        self.unknown = 0  # answers given as no because they took too long
        self._left = 0  # positions that may still be looked at
        self._stood = self._player = 0  # of the answer that is wanted

    def wins(self, state: Any, stood: int, player: int, key: int) -> bool:
        """Does one way to play the rest of the turn win in all states that the player may believe in?

        What they imagine is drawn from the stream of this key.
        """
        self._left, self._stood, self._player = MOST, stood, player
        answer = self._wins_in_all([state])  # quick, and mostly no
        if answer and self.most > 1:
            random = Stream.from_key(key)
            answer = self._wins_in_all([self._imagined(state, random) for _ in range(self.most)])
        self.unknown += self._left < 0 and not answer
        return answer

    def _imagined(self, state: Any, random: Stream) -> Any:
        world = state.copy()
        self.game.hide(self.rules, world, self._player)
        self.game.imagine(self.rules, world, self._player, random)
        return world

    def has_won(self, state: Any, stood: int, player: int) -> bool:
        """Has this player won the game, or a round of it since the standing was this?"""
        winner = self.game.result(self.rules, state)[0]
        if winner != ONGOING:
            return bool(winner == player)
        return (self.game.standing(self.rules, state) - stood) * (1 - 2 * player) > 0

    def _has_won(self, state: Any) -> bool:
        return self.has_won(state, self._stood, self._player)

    def _goes_on(self, state: Any, turn: int) -> bool:
        return state.turn == turn and self.game.to_act(self.rules, state) == self._player

    def sensible(self, state: Any) -> list[int]:
        moves = [0] * self.game.moves
        return moves[: self.game.sensible_moves(self.rules, state, moves)]

    def after(self, state: Any, move: int) -> Any:
        self._left -= 1
        there = state.copy()
        self.game.apply(self.rules, there, move)
        return there

    def _can_win(self, state: Any, depth: int = DEEP) -> bool:
        """Does one way to play the rest of this turn win? Tests prove that `may_win` denies no win. If it
        wrongly promised one, that would count as missed or handed over."""
        chance = self.game.may_win(self.rules, state)
        if chance == SURE or not chance or not depth or self._left < 0:
            return bool(chance == SURE)
        for move in self.sensible(state):
            there = self.after(state, move)
            if self._has_won(there):
                return True
            if self._goes_on(there, state.turn) and self._can_win(there, depth - 1):
                return True
        return False

    def _wins_in_all(self, worlds: list[Any], depth: int = DEEP) -> bool:
        """Does one way to play the rest of the turn win in all of these states, which the player
        cannot tell apart?"""
        if not all(map(self._can_win, worlds)):
            return False
        if len(worlds) == 1 or not depth or self._left < 0:
            return len(worlds) == 1
        known = worlds[0].copy()
        self.game.hide(self.rules, known, self._player)
        for move in self.sensible(known):
            reached = (self.after(world, move) for world in worlds)
            undecided = [there for there in reached if not self._has_won(there)]
            if not undecided:
                return True
            if all(self._goes_on(there, known.turn) for there in undecided) and self._wins_in_all(
                undecided, depth - 1
            ):
                return True
        return False


class Examiner:
    """Finds out what may happen in a turn of a game."""

    def __init__(self, game: gk.Game, random: Random, worlds: int = WORLDS) -> None:
        self.game, self.rules, self.random = game, game.rules(), random
        self.turns = Turns(game, worlds if game.has_secrets else 1)

    def settle(self, state: Any) -> int:
        """Draw chance until a player is to act or the game is over; return who is."""
        while (actor := self.game.to_act(self.rules, state)) == CHANCE:
            self.game.apply(
                self.rules, state, self.random.randrange(self.game.outcomes(self.rules, state))
            )
        return actor

    def rest(self, state: Any) -> Any:
        """Draw chance until a player is to act, and return the state."""
        self.settle(state)
        return state

    def positions(self) -> Iterator[Any]:
        """Yield positions in which a player is to act, two of each game."""
        while True:
            state = self.game.start(self.rules, self.random.randrange(2))
            wanted = {self.random.randrange(LONGEST) for _ in range(2)}
            for number in range(LONGEST):
                if self.settle(state) < 0:
                    break
                if number in wanted:
                    yield state.copy()
                state = self.turns.after(state, self.random.choice(self.turns.sensible(state)))

    def feared(self, state: Any, player: int) -> Iterator[Any]:
        """Yield states that this player may believe in."""
        for _ in range(FEARED if self.game.has_secrets else 0):
            world = state.copy()
            self.game.hide(self.rules, world, player)
            key = self.random.getrandbits(60)
            self.game.imagine(self.rules, world, player, Stream.from_key(key))
            yield world

    def wins_for_sure(self, state: Any, player: int) -> bool:
        """Is there one way to play the turn that wins in all states that this player may believe in?"""
        stood = self.game.standing(self.rules, state)
        return self.turns.wins(state, stood, player, self.random.getrandbits(60))

    def is_handed_over(self, state: Any, stood: int, mover: int) -> bool:
        """Now that the mover's turn is over: has the opponent won, or a win at hand?"""
        if self.turns.has_won(state, stood, 1 - mover):
            return True
        if self.game.result(self.rules, state)[0] != ONGOING:
            return False
        if self.game.to_act(self.rules, state) == CHANCE:
            rolls = range(self.game.outcomes(self.rules, state))
            rolled = (self.turns.after(state, roll) for roll in rolls)
            return all(self.is_handed_over(there, stood, mover) for there in map(self.rest, rolled))
        if self.game.to_act(self.rules, state) != 1 - mover:
            return False
        return self.wins_for_sure(state, 1 - mover)

    def is_given(self, state: Any, moves: list[int], mover: int) -> bool:
        """Do these moves hand over a win, as far as the mover could know?"""
        stood = self.game.standing(self.rules, state)
        return all(
            self.is_handed_over(reduce(self.turns.after, moves, here), stood, mover)
            for here in chain([state], self.feared(state, mover))
        )

    def can_be_kept(self, state: Any, mover: int) -> bool:
        """Is there a way to play the turn that hands nothing over?"""
        ways = (self.turn(state, mover, self.any_move) for _ in range(WAYS))
        return any(self.is_safe(state, way, mover) for way in ways)

    def is_safe(self, state: Any, moves: list[int], mover: int) -> bool:
        """Do these moves hand nothing over, in other states that the mover may believe in either?

        One of many ways looks safe by luck where the opponent is nearly sure of a win after each.
        """
        tries = AGAIN if self.game.has_secrets else 1
        return not any(self.is_given(state, moves, mover) for _ in range(tries))

    def is_risky(self, state: Any, mover: int) -> bool:
        """Does a careless way to play the turn hand it over?"""
        ways = (self.turn(state, mover, self.mind_of(CARELESS)) for _ in range(TRIES))
        return any(self.is_given(state, way, mover) for way in ways)

    def any_move(self, state: Any, mover: int) -> int:
        return self.random.choice(self.turns.sensible(state))

    def mind_of(self, bot: DriverBot) -> Callable[[Any, int], int]:
        """Return how a bot chooses, by what the mover knows."""
        engine, (kind, amount) = compiled(self.game), bot.seat

        def choose(state: Any, mover: int) -> int:
            view = state.copy()
            self.game.hide(self.rules, view, mover)
            key = self.random.getrandbits(60)
            return engine.choose(view, key, mover, kind, amount, bot.simulations)

        return choose

    def turn(self, state: Any, mover: int, choose: Callable[[Any, int], int]) -> list[int]:
        """Return the moves that the mover makes in the rest of the turn."""
        there, moves = state, []
        while there.turn == state.turn and self.game.to_act(self.rules, there) == mover:
            moves.append(choose(there, mover))
            there = self.turns.after(there, moves[-1])
        return moves


def count(
    game: gk.Game, wanted: int, seed: int, searched: int, worlds: int
) -> Counter[tuple[str, str]]:
    """Return how often each level could have won or given a win away, and how often it went wrong."""
    examiner, found = Examiner(game, Random(seed), worlds), Counter[tuple[str, str]]()
    bots = dict(zip(LEVELS, map(of_recipe, recipes(game)), strict=True))
    for number, state in enumerate(examiner.positions()):
        if number == wanted:
            break
        mover = game.to_act(examiner.rules, state)
        stood, can_win = game.standing(examiner.rules, state), examiner.wins_for_sure(state, mover)
        can_err = can_win or examiner.is_risky(state, mover)
        given = []
        for level, bot in bots.items():
            if bot.simulations and (not can_err or found[level, "asked"] == searched):
                continue
            found[level, "asked"] += 1
            moves = examiner.turn(state, mover, examiner.mind_of(bot))
            if can_win:
                there = reduce(examiner.turns.after, moves, state)
                found[level, "wins there"] += 1
                found[level, "missed"] += not examiner.turns.has_won(there, stood, mover)
            elif examiner.is_given(state, moves, mover):
                given.append(level)
        if given and examiner.can_be_kept(state, mover):
            found.update((level, "handed over") for level in given)
    print(f"{examiner.turns.unknown} turns were too long to be looked through")
    return found


def main() -> None:
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("positions", type=int, nargs="?", default=1000)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("searched", type=int, nargs="?", default=1000)
    parser.add_argument("worlds", type=int, nargs="?", default=WORLDS)
    what = parser.parse_args()
    game = gk.load(what.game)
    found = count(game, what.positions, what.seed, what.searched, what.worlds)
    for level in LEVELS:
        n, there, missed, given = (
            found[level, of] for of in ("asked", "wins there", "missed", "handed over")
        )
        print(
            f"{game.name}, {level}, {n} positions: {missed} of {there} wins missed, {given} given"
        )


if __name__ == "__main__":
    main()
