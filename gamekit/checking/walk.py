"""A random game, stopped at every position to ask what is promised there."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from gamekit.checking import course, imagining, promises, secrecy, turns
from gamekit.checking.promises import Promise
from gamekit.contract import CHANCE, OVER, Game
from gamekit.match.match import Match

DECISION: tuple[Promise, ...] = (
    course.whole_numbers, course.ends, promises.legality, promises.notation, promises.positions,
    promises.views, promises.advice,
)  # fmt: skip
SECRETS: tuple[Promise, ...] = (
    secrecy.steps_look_alike, secrecy.numbers_tell_nothing, secrecy.hiding_is_final, secrecy.words_keep_secrets,
    imagining.guesses_are_possible,
)  # fmt: skip
WHOLE: tuple[Promise, ...] = (turns.whole_turns,)
DOUBTS: tuple[Promise, ...] = (secrecy.history_keeps_up, secrecy.what_is_revealed_shows)
CHANCES: tuple[Promise, ...] = (course.whole_numbers, course.ends, course.chances)
END: tuple[Promise, ...] = (course.ends, promises.positions, course.records, course.rolls)


def promised(match: Match) -> tuple[Promise, ...]:
    """Return what is promised of the position of a match."""
    actor = match.to_act
    if actor == OVER:
        return END
    kept = CHANCES if actor == CHANCE else DECISION
    return (*kept, *SECRETS) if match.game.has_secrets else kept


def doubted(match: Match) -> tuple[Promise, ...]:
    """Return what `gamekit check` asks besides; some of it may be meant."""
    return (*WHOLE, *DOUBTS) if match.game.has_secrets else WHOLE


def walk(game: Game, seed: int, longest: int, random: Random) -> Iterator[Match]:
    """Yield a match again and again: at its start, and after each random move, roll and draw.

    Args:
        game: the game.
        seed: of the match.
        longest: moves after which it is abandoned.
        random: draws the moves.
    """
    match = Match(game, seed=seed, first=seed % 2, auto=False)
    yield match
    while match.to_act != OVER and match.ply < longest:
        if match.to_act == CHANCE:
            match.advance(1)
        elif legal := match.legal_moves():
            match.play(random.choice(legal))
        else:
            return
        yield match
