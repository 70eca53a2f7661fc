"""Search on games of a user's beside OpenSpiel's C++ MCTSBot: simulations a second, and who wins.

    python -m tests.bench.search [games] [simulations] [file=name ...]

Noughts and crosses and connect four unless files are named, each with OpenSpiel's name of its game:
dots.py=dots_and_boxes. Moves and outcomes of chance must have the same numbers there. Both think from the start of the game in turns; then they play `games` games of each kind, in pairs that
differ in who begins, with equal simulations a move. Neither knows more of a game than its rules.
"""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from random import Random
from statistics import median
from time import process_time
from typing import Any

import pyspiel

from gamekit.checking.game_file import game_in_file
from gamekit.compiling import compiled
from gamekit.contract import CHANCE, OVER, Game
from gamekit.drivers import SEARCH
from gamekit.drivers.engine import Engine
from gamekit.intervals import score_interval
from tests.small_games import connect_four, noughts

GAMES = ((noughts.GAME, "tic_tac_toe"), (connect_four.GAME, "connect_four"))
ROUNDS = 7
DEEP = 20_000  # simulations of a search whose speed is measured
EXPLORATION = 2.0  # what OpenSpiel's own example gives its bot


class Pair:
    """One game, in our kit and in OpenSpiel."""

    def __init__(self, game: Game, name: str) -> None:
        self.game, self.rules = game, game.rules()
        self.peer = pyspiel.load_game(name)
        self.engine: Engine = compiled(game)

    def their_bot(self, seed: int, simulations: int) -> Any:
        rollouts = pyspiel.RandomRolloutEvaluator(1, seed)
        # solves what it can, as ours does; 10 MB
        return pyspiel.MCTSBot(self.peer, rollouts, EXPLORATION, simulations, 10, True, seed, False)

    def speeds(self) -> tuple[float, float]:
        """Simulations a second, ours and theirs: medians of some rounds in turns."""
        ours, theirs = [], []
        think, start = self.engine.think, self.game.start(self.rules, 0)
        think(start, 1, 0, DEEP)  # compiles
        for seed in range(ROUNDS):
            started = process_time()
            thought = think(start, seed, 0, DEEP)
            seconds = process_time() - started
            ours.append(sum(visits for _, visits, _ in thought) / seconds)
            bot, state = self.their_bot(seed, DEEP), self.peer.new_initial_state()
            started = process_time()
            root = bot.mcts_search(state)
            theirs.append(root.explore_count / (process_time() - started))
        return median(ours), median(theirs)

    def play(self, me: int, seed: int, simulations: int) -> float:
        """Play one game, which player 0 starts; return the points of ours, player `me`."""
        state, there = self.game.start(self.rules, 0), self.peer.new_initial_state()
        bot = self.their_bot(seed, simulations)
        dice, steps = Random(seed), 0
        while (actor := self.game.to_act(self.rules, state)) != OVER:
            steps += 1
            if actor == CHANCE:
                move = dice.randrange(self.game.outcomes(self.rules, state))
            elif actor == me:
                key = 1000 * seed + steps
                move = self.engine.choose(state, key, me, SEARCH, simulations, simulations)
            else:
                move = bot.step(there)
            self.game.apply(self.rules, state, move)
            there.apply_action(move)
        assert there.is_terminal()
        gain, winner = there.returns()[me], self.game.result(self.rules, state)[0]
        won = (gain > 0) - (gain < 0)  # by its rules; both must agree
        assert won == {me: 1, 1 - me: -1}.get(winner, 0)
        return 0.5 + won / 2


def main() -> None:
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("games", type=int, nargs="?", default=1000)
    parser.add_argument("simulations", type=int, nargs="?", default=200)
    parser.add_argument("files", nargs="*")
    what = parser.parse_args()
    named = [one.split("=", 1) for one in what.files]
    for game, name in [(game_in_file(file), name) for file, name in named] or GAMES:
        pair = Pair(game, name)
        ours, theirs = pair.speeds()
        print(
            f"{game.name}: {ours:,.0f} simulations/s, {theirs:,.0f} theirs: {ours / theirs:.1f} x"
        )
        points = sum(pair.play(n % 2, n // 2, what.simulations) for n in range(what.games))
        low, high = score_interval(points / what.games, what.games)
        print(
            f"  {points:g} of {what.games} games at {what.simulations} simulations a move", end=" "
        )
        print(f"({low:.3f} to {high:.3f})", flush=True)


if __name__ == "__main__":
    main()
