"""A reader of Liar's Dice who knows how often the level makes each claim with each hand, and two strangers
who never saw how the level thinks."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import gamekit as gk
from gamekit.bots import Bot
from gamekit.chance import Random, draw
from gamekit.games.liars_dice import bots
from gamekit.games.liars_dice.bots import holding, was_made
from gamekit.games.liars_dice.rules import matching
from gamekit.games.liars_dice.state import CHALLENGE, FIRST_CLAIM, State, claim_of, claimed
from tests.solve_bouts import all_hands, asked, read

Numbers = NDArray[Any]
SLIP = 0.02  # how often the level may have done what the network does not
LIKELY = 0.98  # of what may be, so much is thought of


@cache
def network() -> list[Numbers]:
    """The layers of the network that the level claims by."""
    layers = read(Path(bots.__file__).with_name("network.bin"))
    return [layer.astype(np.float32) for layer in layers]


@cache
def dealt(dice: int) -> tuple[Numbers, Numbers]:
    """All hands of so many dice and how likely each is."""
    return all_hands(dice)


class Reader:
    """Weighs all hands by how often the level would have made its claims with them, and takes the move that
    wins most often against the answers it would give, its raises included."""

    def __init__(self, level: Bot) -> None:
        self.level = level

    def choose(self, view: gk.View, seed: int = 1) -> int:
        """Return the number of a legal move."""
        state: State = view.state
        me = view.player
        self.mine, self.theirs = state.count[me], state.count[1 - me]
        self.below = bots.lowest_opening(self.mine + self.theirs) - 1
        held = [holding(view.rules, state, me, face) for face in range(1, 7)]
        said = made(state)
        hands, weights = self.believed(said)
        begin = max(state.claim, self.below)
        truth = {
            claim: float(weights @ is_true(held, hands, claim))
            for claim in range(begin, begin + 1 + bots.WINDOW)
        }
        claims = sorted(range(begin + 1, begin + 1 + bots.WINDOW), key=lambda c: -truth[c])
        worth = {claim: self.worth(held, hands, weights, said, claim) for claim in claims[:5]}
        if state.claim:
            worth[CHALLENGE] = 1.0 - 2.0 * (truth[begin] if state.claim == begin else 1.0)
        return max(worth, key=lambda move: worth[move])

    def believed(self, said: list[int]) -> tuple[Numbers, Numbers]:
        """Return the likely hands of the level and how likely each is."""
        hands, chance = dealt(self.theirs)
        weights = chance.copy()
        for place in range(len(said) - 1, -1, -2):  # the latest is the level's
            stands, answers = self.answers(hands, said[:place])
            made_by = said[place] - stands - 1
            known = 0 <= made_by < bots.WINDOW
            weights *= SLIP / 20 + (1 - SLIP) * (answers[:, made_by] if known else 0.0)
        order = np.argsort(-weights)
        weights = weights[order] / weights.sum()
        kept = 1 + int(np.searchsorted(np.cumsum(weights), LIKELY))
        return hands[order[:kept]], weights[:kept] / weights[:kept].sum()

    def answers(self, hands: Numbers, said: list[int]) -> tuple[int, Numbers]:
        """Return the claim that stands for the level after these, and how often each hand makes each move."""
        is_opening = not said or said[-1] <= self.below
        stands = self.below if is_opening else said[-1]
        own = said[-2] if len(said) > 1 and said[-2] > self.below and not is_opening else 0
        return stands, asked(network(), hands, self.mine, stands, own, is_opening)

    def worth(
        self, held: list[int], hands: Numbers, weights: Numbers, said: list[int], claim: int
    ) -> float:
        """Return what a claim is worth, from -1 to 1: it is challenged, or raised, and then the better of a
        challenge and of another raise, which is taken for a little less than even."""
        stands, answers = self.answers(hands, [*said, claim])
        likely = weights[:, None] * answers
        is_so = is_true(held, hands, claim)
        worth = float(likely[:, -1] @ (2.0 * is_so - 1.0))
        for k in range(bots.WINDOW):
            mass = float(likely[:, k].sum())
            if mass > 0.0:
                holds = float(likely[:, k] @ is_true(held, hands, stands + 1 + k))
                worth += max(mass - 2.0 * holds, -0.1 * mass)
        return worth


def made(state: State) -> list[int]:
    """The claims of this bout."""
    return [c for c in range(FIRST_CLAIM, state.claim + 1) if was_made(state, c)]


def is_true(held: list[int], hands: Numbers, claim: int) -> Numbers:
    """Does a claim hold with each hand of the other?"""
    face, dice = bots.face_of(claim) - 1, bots.dice_of(claim)
    found: Numbers = held[face] + hands[:, face] >= dice
    return found


class Trusts:
    """A stranger: takes a claimed face for held once more often than chance has it, and tells the truth
    where that is likely enough."""

    def __init__(self, level: Bot | None = None) -> None:
        self.level = level

    def choose(self, view: gk.View, seed: int = 1) -> int:
        """Return the number of a legal move."""
        state, rules = view.state, view.rules
        theirs = state.count[1 - view.player]
        heard = [claimed(rules, claim) for claim in made(state)[-1::-2]]

        def chance(claim: int) -> float:
            dice, face = claimed(rules, claim)
            trusted = min(theirs, int(any(face == other for _, other in heard)))
            lacking = dice - matching(rules, state.dice, face) - trusted
            return at_least(lacking, theirs - trusted)

        claims = range(state.claim + 1, state.claim + 2 * rules.sides + 1)
        best = max(claims, key=lambda claim: (round(chance(claim), 1), claim))
        if state.claim and 1.0 - chance(state.claim) > chance(best):
            return CHALLENGE
        return best


class Bluffs:
    """Another: trusts nobody, and raises by the face held most, now and then by another."""

    def __init__(self, level: Bot | None = None) -> None:
        self.level = level

    def choose(self, view: gk.View, seed: int = 1) -> int:
        """Return the number of a legal move."""
        state, rules, random = view.state, view.rules, Random.from_key(seed)
        theirs = state.count[1 - view.player]
        held = [matching(rules, state.dice, face) for face in range(1, rules.sides + 1)]
        if state.claim:
            dice, face = claimed(rules, state.claim)
            if at_least(dice - held[face - 1], theirs) < 0.45:
                return CHALLENGE
        face = 1 + max(range(rules.sides), key=lambda f: (held[f], draw(random, 10)))
        if draw(random, 5) == 0:
            face = 1 + draw(random, rules.sides)
        dice = max(1, round((state.count[0] + state.count[1]) / rules.sides))
        while claim_of(rules, dice, face) <= state.claim:
            dice += 1
        return claim_of(rules, dice, face)


def at_least(need: int, dice: int) -> float:
    """How likely so many dice show a face at least `need` times."""
    return bots.chance(need, dice) / bots.ONE


READERS = {"beliefs": Reader, "stranger, trusts": Trusts, "stranger, bluffs": Bluffs}
