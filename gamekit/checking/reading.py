"""What a game declares, before anything is played: its rules and its parameters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from gamekit.checking.answers import fitting
from gamekit.checking.signatures import misfits, taken
from gamekit.contract import Game, Rule
from gamekit.errors import GameError, did_you_mean

NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
RULE_ID = re.compile(r"[A-Z][A-Z0-9]*-Q?\d+")


class Fault(NamedTuple):
    """What is wrong, the words that stand where it is declared, and what to do, if known."""

    code: str
    said: str
    words: str
    advice: str = ""


NO_TERM = (
    "Declare it as a parameter, or return it from terms(rules): {'total': 14} for {total}. For a brace "
    "that is to be seen, write two."
)
NO_WHEN = "Write when={parameter: {value: sentence}}, with names and values that are declared."


def faults(game: Game) -> Iterator[Fault]:
    """Yield what is wrong with the declarations of a game.

    Raises:
        Broken: `terms` answers something that cannot be.
    """
    if not NAME.fullmatch(game.name):
        said = f"the name {game.name!r} is not written in small letters and hyphens"
        yield Fault("bad-name", said, f'name="{game.name}"')
    for function, wanted in misfits(game):
        name, takes = function.__name__, ", ".join(taken(function))
        said = f"{name} takes ({takes}), but is given ({wanted})"
        yield Fault("bad-signature", said, f"def {name}(")
    yield from _rules(game)
    yield from _parameters(game)


def _rules(game: Game) -> Iterator[Fault]:
    rules: Iterable[Rule] = game.namespace["RULES"]
    ids: set[str] = set()
    for rule in rules:
        if not RULE_ID.fullmatch(rule.id):
            yield Fault(
                "bad-rulebook",
                f"{rule.id!r} is not the id of a rule: write it like ABC-1 or ABC-Q1",
                f'"{rule.id}"',
            )
        elif rule.id in ids:
            yield Fault("bad-rulebook", f"two rules have the id {rule.id}", f'"{rule.id}"')
        elif not rule.text.strip():
            yield Fault("bad-rulebook", f"{rule.id} has no sentence", f'"{rule.id}"')
        ids.add(rule.id)
    if not ids:
        yield Fault("bad-rulebook", "RULES is empty", "RULES")
        return
    terms = fitting("terms", game.terms(game.rules()))
    own = [rule for rule in rules if rule.id.partition("-")[0] == game.prefix]
    whens = [found for rule in own for found in _when(rule, game, terms)]
    yield from whens
    if whens:
        return
    try:
        str(game.rulebook)
    except (GameError, LookupError, AttributeError) as problem:
        said = f"the rulebook cannot be written: {problem}"
        words = f'"{str(problem).partition(":")[0]}"'
        yield Fault("bad-rulebook", said, words, NO_TERM)


def _when(rule: Rule, game: Game, terms: Mapping[str, object]) -> Iterator[Fault]:
    """Yield the parameters and values that `when` of a rule names, and that are none."""
    for name, sentences in rule.when.items():
        if name in terms:
            continue
        if name not in game.options:
            said = f"{rule.id}: when names {name!r}, which is no parameter."
            yield Fault(
                "bad-rulebook", said + did_you_mean(name, game.options), f'"{rule.id}"', NO_WHEN
            )
            continue
        option = game.options[name]
        allowed = option.options or option.values
        for value in sentences:
            if value not in allowed:
                said = f"{rule.id}: when names {value!r}, but {name} is {option.range}"
                yield Fault("bad-rulebook", said, f'"{rule.id}"', NO_WHEN)


def _parameters(game: Game) -> Iterator[Fault]:
    for name, option in game.options.items():
        if not option.options and not option.values:
            yield Fault("bad-parameters", f"{name} has no allowed value", f" {name} =")
        elif not option.options and option.default not in option.values:
            yield Fault(
                "bad-parameters",
                f"{name} is {option.default} by default, but must be {option.range}",
                f" {name} =",
            )
