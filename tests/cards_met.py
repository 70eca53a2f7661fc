"""Measures how often bots meet each win condition of Tactical Escape that they got first.

    python -m tests.cards_met [games] [seed]

Both players of a game are bots of one level, and each gives win conditions at random. What it finds stands in
`win_conditions.py` as `met`, for the cards.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

import gamekit as gk
from gamekit.bots import bot
from gamekit.games.tactical_escape.state import OFFERED
from gamekit.games.tactical_escape.win_conditions import DRAWN, WIN_CONDITIONS

LEVELS = ("casual", "club", "expert")


def met_in(games: int, seed: int, level: str) -> tuple[Counter[int], Counter[int]]:
    """Return how often each win condition was given first, and how often its player met it in a turn."""
    given, met, player = Counter[int](), Counter[int](), bot(level)
    for number in range(seed * 100_000, seed * 100_000 + games):
        random, match = Random(number), gk.Match("tactical-escape", seed=number)
        seen: set[tuple[int, int]] = set()
        while match.result is None:
            actor, view = match.to_act, match.view(match.to_act)
            if (moves := view.legal())[0].startswith("give "):
                match.play(random.choice(moves))
                continue
            if {"escape", "pass escape"}.intersection(moves):
                seen.update(
                    (actor, each) for each in match.game.fulfilled(match.rules, match.state, actor)
                )
            match.play(player.choose(view, seed=random.randrange(2**32)))
        for receiver in range(2):
            first = match.state.given[(1 - receiver) * OFFERED]
            given[first] += 1
            met[first] += (receiver, first) in seen
    return given, met


def main() -> None:
    games, seed = (int(text) for text in [*sys.argv[1:], *("300", "1")[len(sys.argv) - 1 :]])
    given, met = Counter[int](), Counter[int]()
    for level in LEVELS:
        more_given, more_met = met_in(games, seed, level)
        given, met = given + more_given, met + more_met
    for number in range(1, DRAWN + 1):
        share = f"{100 * met[number] / given[number]:.0f}%" if given[number] else "never given"
        print(
            f"{WIN_CONDITIONS[number - 1].name:<14} {met[number]:>4} of {given[number]:<4} {share}"
        )


if __name__ == "__main__":
    main()
