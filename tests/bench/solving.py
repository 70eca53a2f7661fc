"""How long a bout of Liar's Dice takes to solve, beside OpenSpiel. Nothing runs this by itself.

    python -m tests.bench.solving [seconds]

One die each, six faces, sixes wild: OpenSpiel's "liars_dice", rule for rule. Both get to an
exploitability below 0.001 on one core, or OpenSpiel is stopped after the given seconds (default 120).
OpenSpiel then judges our strategy with its own best response.
"""

from __future__ import annotations

import sys
from time import process_time
from typing import Any

import pyspiel

import gamekit as gk
from gamekit.solving import Solution
from gamekit.solving.equilibrium import UNSEEN

GAME = gk.load("liars-dice", start_dice=1, bouts=1, wild="top", max_claim="total_dice")
BELOW = 0.001


def policy(solution: Solution) -> dict[str, list[tuple[int, float]]]:
    """Return our strategy as OpenSpiel writes it: its claim n is our move n + 1, its last one our 0."""
    node = solution._graph.nodes[0]
    assert node.episode is not None
    assert node.contest is not None
    found = {}
    for player, decisions, behavior in zip(
        node.episode.players, node.contest.players, node.contest.behavior, strict=True
    ):
        for number, moves in enumerate(player.moves):
            rolls = player.history(number)[:2]
            die = next(roll for roll in rolls if roll != UNSEEN) + 1
            claims = [f"{(m - 1) // 6 + 1}-{(m - 1) % 6 + 1}" for m in player.history(number)[2:]]
            first = decisions.first[number]
            shares = behavior[first : first + len(moves)]
            found[" ".join([str(die), *claims])] = sorted(
                ((move - 1) % 13, float(share)) for move, share in zip(moves, shares, strict=True)
            )
    return found


def theirs(game: Any, most: float) -> tuple[float, float, int]:
    """Return (seconds, exploitability, rounds) of OpenSpiel's CFR+. Measuring exploitability is not timed."""
    started = process_time()
    solver = pyspiel.CFRPlusSolver(game)
    seconds, rounds, gap = process_time() - started, 0, 1.0
    while gap > BELOW and seconds < most:
        started = process_time()
        for _ in range(16):
            solver.evaluate_and_update_policy()
        seconds, rounds = seconds + process_time() - started, rounds + 16
        if rounds >= 128:
            gap = pyspiel.exploitability(game, solver.average_policy())
    return seconds, gap, rounds


def main(most: float = 120.0) -> None:
    gk.solve(GAME.with_(sides=2))  # imports SciPy
    started = process_time()
    solution = gk.solve(GAME, precision=BELOW)
    print(f"gamekit    {process_time() - started:6.1f} s  {solution}", flush=True)
    game = pyspiel.load_game("liars_dice")
    judged = pyspiel.exploitability(game, pyspiel.TabularPolicy(policy(solution)))
    print(f"           by OpenSpiel's best response {judged:.6f}", flush=True)
    seconds, gap, rounds = theirs(game, most)
    print(f"OpenSpiel  {seconds:6.1f} s  exploitability {gap:.6f} after {rounds} rounds of CFR+")


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
