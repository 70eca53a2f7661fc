"""A reader of Liar's Dice, who knows how often `solution` makes each claim with which dice."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import gamekit as gk
from gamekit.bots import Bot
from gamekit.chance import Random
from gamekit.games.liars_dice.bots import solution
from gamekit.games.liars_dice.bots.policy import was_made
from gamekit.games.liars_dice.rules import imagine, matching
from gamekit.games.liars_dice.state import BITS, CHALLENGE, FIRST_CLAIM, Parameters, State, claimed

SLIP = 0.03  # how often the level may have done what the solution does not
GOES_ON = 0.35, -0.05  # what a raise to a false claim is worth, and to a true one


@dataclass
class Reader:
    """Weighs dice by how often the level would have made its claims with them, and takes the move that
    wins most often against the answers it would give.

    Args:
        level: the opponent; the solution stands for it.
        hands: how many of its hands are imagined.
        replies: for how many of the likeliest its answer is looked at.
        claims: how many of the likeliest claims are thought of.
    """

    level: Bot
    hands: int = 60
    replies: int = 10
    claims: int = 5

    def choose(self, view: gk.View, seed: int = 1) -> int:
        """Return the number of a legal move."""
        rules: Parameters = view.rules
        state: State = view.state
        worlds = self.believed(rules, state, Random.from_key(seed))

        def truth(claim: int) -> float:
            return sum(weight for weight, world in worlds if is_true(rules, world, claim))

        begin = max(state.claim, solution.lowest_opening(state) - 1)
        claims = sorted(range(begin + 1, begin + 1 + solution.WINDOW), key=truth)
        worth = {claim: self.worth(rules, worlds, claim) for claim in claims[-self.claims :]}
        if state.claim:
            worth[CHALLENGE] = 1.0 - 2.0 * truth(state.claim)
        return max(worth, key=lambda move: worth[move])

    def believed(
        self, rules: Parameters, state: State, random: Random
    ) -> list[tuple[float, State]]:
        """Return worlds that the reader may believe in and how likely each is, the likeliest first."""
        claims = [c for c in range(FIRST_CLAIM, state.claim + 1) if was_made(state, c)]
        worlds: list[tuple[float, State]] = []
        for _ in range(self.hands):
            world, weight = state.copy(), 1.0
            imagine(rules, world, state.player, random)
            for place in range(len(claims) - 1, -1, -2):  # the latest is the opponent's
                before = after(world, claims[:place], 1 - state.player)
                weight *= SLIP / 10 + (1 - SLIP) * shares(rules, before).get(claims[place], 0.0)
            worlds.append((weight, world))
        total = sum(weight for weight, _ in worlds)
        return sorted(((w / total, world) for w, world in worlds), key=lambda one: -one[0])

    def worth(self, rules: Parameters, worlds: list[tuple[float, State]], claim: int) -> float:
        """Return what a claim is worth, from -1 to 1."""
        gain = mass = 0.0
        for weight, world in worlds[: self.replies]:
            holds, mass = is_true(rules, world, claim), mass + weight
            answers = shares(rules, after(world, [*made(world), claim], 1 - world.player))
            for move, share in answers.items():
                won = 1.0 if holds else -1.0
                if move != CHALLENGE:
                    won = GOES_ON[is_true(rules, world, move)]
                gain += weight * share * won
        return gain / mass


def made(state: State) -> list[int]:
    """The claims of this bout."""
    return [c for c in range(FIRST_CLAIM, state.claim + 1) if was_made(state, c)]


def after(world: State, claims: list[int], player: int) -> State:
    """The same dice when these claims were made and it is this player's turn."""
    state = world.copy()
    for word in range(len(state.made)):
        state.made[word] = 0
    for claim in claims:
        state.made[claim // BITS] |= 1 << claim % BITS
    state.claim, state.player = claims[-1] if claims else 0, player
    return state


def is_true(rules: Parameters, world: State, claim: int) -> bool:
    """Does a claim hold in a world?"""
    dice, face = claimed(rules, claim)
    return matching(rules, world.dice, face) >= dice


def shares(rules: Parameters, state: State) -> dict[int, float]:
    """How often the solution makes each move."""
    memory = [0] * solution.MEMORY
    stands = solution.weigh(rules, state, memory)
    total, first = memory[solution.SHARES], solution.OUTPUT
    moves = [*range(stands + 1, stands + 1 + solution.WINDOW), CHALLENGE]
    return {move: memory[first + k] / total for k, move in enumerate(moves) if memory[first + k]}


READERS = {"beliefs": partial(Reader)}
