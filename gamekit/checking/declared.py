"""What a game declares, before anything is played: its rules and its parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gamekit.contract import Game
from gamekit.errors import GameError

RULE_ID = re.compile(r"[A-Z][A-Z0-9]*-Q?\d+")

Fault = tuple[str, str, str]  # code, sentence, and words that stand where it is declared


def faults(game: Game) -> Iterator[Fault]:
    """Yield what is wrong with the declarations of a game."""
    yield from _rules(game)
    yield from _parameters(game)


def _rules(game: Game) -> Iterator[Fault]:
    ids: set[str] = set()
    for rule in game.namespace["RULES"]:
        if not RULE_ID.fullmatch(rule.id):
            yield (
                "bad-rulebook",
                f"{rule.id!r} is not the id of a rule: write it like ABC-1 or ABC-Q1",
                f'"{rule.id}"',
            )
        elif rule.id in ids:
            yield "bad-rulebook", f"two rules have the id {rule.id}", f'"{rule.id}"'
        elif not rule.text.strip():
            yield "bad-rulebook", f"{rule.id} has no sentence", f'"{rule.id}"'
        ids.add(rule.id)
    if not ids:
        yield "bad-rulebook", "RULES is empty", "RULES"
        return
    try:
        str(game.rulebook)
    except (GameError, LookupError, AttributeError) as problem:
        words = f'"{str(problem).partition(":")[0]}"'
        yield "bad-rulebook", f"the rulebook cannot be written: {problem}", words


def _parameters(game: Game) -> Iterator[Fault]:
    for name, option in game.options.items():
        if not option.options and not option.values:
            yield "bad-parameters", f"{name} has no allowed value", f" {name} ="
        elif not option.options and option.default not in option.values:
            yield (
                "bad-parameters",
                f"{name} is {option.default} by default, but must be {option.range}",
                f" {name} =",
            )
