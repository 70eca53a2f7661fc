"""Does a level of play miss a win within its turn, or hand one over, where it need not?

    python -m tests.wins GAME [positions] [seed] [searched]

Positions come from games between careless players. A win is to be had where one way to play the rest of
the turn wins in each of sixty states that the mover may believe in. It is handed over where the opponent
then has one in the next turn, whatever the dice bring, and another way to play the turn leaves none. Levels
that search are asked at `searched` positions at most, at those where careless play would go wrong.
"""

from __future__ import annotations

import os
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import gamekit as gk
from gamekit.bots import named
from gamekit.bots.kinds import DriverBot
from gamekit.coming import compiled_here
from gamekit.contract import CHANCE, ONGOING, SURE
from gamekit.contract import Random as Stream

WORLDS = 60
MOST = 20_000  # positions of one turn that are looked at
WAYS = 150  # other ways to play a turn that are tried
TRIES = 4  # careless ones, to see whether a position is worth a search
LONGEST = 90  # decisions of a game that positions are taken from


class Asked:
    """One game, its rules, and what may happen in a turn."""

    def __init__(self, game: gk.Game, random: Random) -> None:
        self.game, self.rules, self.random = game, game.rules(), random
        self.unknown = 0

    def settle(self, state: Any) -> int:
        """Draw chance until a player is to act or the game is over; return who is."""
        while (actor := self.game.to_act(self.rules, state)) == CHANCE:
            self.game.apply(
                self.rules, state, self.random.randrange(self.game.outcomes(self.rules, state))
            )
        return actor

    def sensible(self, state: Any) -> list[int]:
        moves = [0] * self.game.moves
        return moves[: self.game.sensible_moves(self.rules, state, moves)]

    def after(self, state: Any, move: int) -> Any:
        there = state.copy()
        self.game.apply(self.rules, there, move)
        return there

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
                state = self.after(state, self.random.choice(self.sensible(state)))

    def worlds(self, state: Any, player: int) -> Iterator[Any]:
        """Yield states that this player may believe in."""
        for _ in range(WORLDS if self.game.has_secrets else 1):
            world = state.copy()
            self.game.hide(self.rules, world, player)
            key = self.random.getrandbits(60)
            self.game.imagine(self.rules, world, player, Stream.from_key(key))
            yield world

    def has_won(self, state: Any, stood: int, player: int) -> bool:
        """Has this player won the game, or a round of it since the standing was this?"""
        winner = self.game.result(self.rules, state)[0]
        if winner != ONGOING:
            return bool(winner == player)
        return (self.game.standing(self.rules, state) - stood) * (1 - 2 * player) > 0

    def wins(self, state: Any, player: int) -> bool:
        """Can the player to act win before the turn ends? By looking at every way to play it."""
        chance = self.game.may_win(self.rules, state)  # tests prove that it denies no win
        stood, waiting, seen = self.game.standing(self.rules, state), [state] if chance else [], 0
        while waiting:
            here = waiting.pop()
            for move in self.sensible(here):
                there, seen = self.after(here, move), seen + 1
                if self.has_won(there, stood, player):
                    return True
                goes_on = there.turn == state.turn
                if goes_on and self.game.to_act(self.rules, there) == player:
                    waiting.append(there)
            if seen > MOST:
                self.unknown += chance != SURE
                return bool(chance == SURE)
        return False

    def wins_for_sure(self, state: Any, player: int) -> bool:
        """Is there one way to play the turn that wins in all that they may believe in?"""
        stood = self.game.standing(self.rules, state)
        return self.wins_in_all(list(self.worlds(state, player)), stood, player)

    def wins_in_all(self, worlds: list[Any], stood: int, player: int) -> bool:
        """The same in these states, which the player cannot tell apart."""
        if not all(self.wins(world, player) for world in worlds):
            return False
        if len(worlds) == 1:
            return True
        for move in self.sensible(worlds[0]):
            after = [self.after(world, move) for world in worlds]
            undecided = [there for there in after if not self.has_won(there, stood, player)]
            if not undecided:
                return True
            go_on = all(
                there.turn == worlds[0].turn and self.game.to_act(self.rules, there) == player
                for there in undecided
            )
            if go_on and self.wins_in_all(undecided, stood, player):
                return True
        return False

    def is_handed_over(self, state: Any, stood: int, mover: int) -> bool:
        """Now that the mover's turn is over: has the opponent won, or a win at hand?"""
        if self.has_won(state, stood, 1 - mover):
            return True
        if self.game.result(self.rules, state)[0] != ONGOING:
            return False
        if self.game.to_act(self.rules, state) == CHANCE:
            rolls = range(self.game.outcomes(self.rules, state))
            return all(self.is_handed_over(self.after(state, roll), stood, mover) for roll in rolls)
        if self.game.to_act(self.rules, state) != 1 - mover:
            return False
        return self.wins_for_sure(state, 1 - mover)

    def can_be_kept(self, state: Any, mover: int) -> bool:
        """Is there a way to play the turn that hands nothing over?"""
        stood = self.game.standing(self.rules, state)
        for _ in range(WAYS):
            there = state
            while there.turn == state.turn and self.game.to_act(self.rules, there) == mover:
                there = self.after(there, self.random.choice(self.sensible(there)))
            if not self.is_handed_over(there, stood, mover):
                return True
        return False

    def is_risky(self, state: Any, mover: int) -> bool:
        """Does a careless way to play the turn hand it over?"""
        stood = self.game.standing(self.rules, state)
        careless = (self.played(named.of_recipe("naive:100"), state, mover) for _ in range(TRIES))
        return any(self.is_handed_over(there, stood, mover) for there in careless)

    def played(self, bot: DriverBot, state: Any, mover: int) -> Any:
        """Return the state after the turn that a bot plays."""
        kind, amount = bot.seat
        engine, there = compiled_here(self.game, "choose"), state
        while there.turn == state.turn and self.game.to_act(self.rules, there) == mover:
            view = there.copy()
            self.game.hide(self.rules, view, mover)
            room = engine.room(self.rules, view, self.random.getrandbits(60), bot.simulations)
            there = self.after(there, engine.choose(room, mover, kind, amount))
        return there


def count(game: gk.Game, wanted: int, seed: int, searched: int) -> Counter[tuple[str, str]]:
    """Return how often each level could have won or given a win away, and how often it went wrong."""
    asked, found = Asked(game, Random(seed)), Counter[tuple[str, str]]()
    bots = dict(zip(named.LEVELS, map(named.of_recipe, named.recipes(game)), strict=True))
    for number, state in enumerate(asked.positions()):
        if number == wanted:
            break
        mover = game.to_act(asked.rules, state)
        stood, can_win = game.standing(asked.rules, state), asked.wins_for_sure(state, mover)
        can_err = can_win or asked.is_risky(state, mover)
        given = []
        for level, bot in bots.items():
            if bot.simulations and (not can_err or found[level, "asked"] == searched):
                continue
            found[level, "asked"] += 1
            there = asked.played(bot, state, mover)
            if can_win:
                found[level, "wins there"] += 1
                found[level, "missed"] += not asked.has_won(there, stood, mover)
            elif asked.is_handed_over(there, stood, mover):
                given.append(level)
        if given and asked.can_be_kept(state, mover):
            found.update((level, "handed over") for level in given)
    print(f"{asked.unknown} turns were too long to be looked through")
    return found


def main() -> None:
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("positions", type=int, nargs="?", default=1000)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("searched", type=int, nargs="?", default=1000)
    what = parser.parse_args()
    os.environ.setdefault("GAMEKIT_COMPILE", "here")
    game = gk.load(what.game)
    found = count(game, what.positions, what.seed, what.searched)
    for level in named.LEVELS:
        n, there, missed, given = (
            found[level, of] for of in ("asked", "wins there", "missed", "handed over")
        )
        print(
            f"{game.name}, {level}, {n} positions: {missed} of {there} wins missed, {given} given"
        )


if __name__ == "__main__":
    main()
