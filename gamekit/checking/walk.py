"""A random game that stops at every position to test what the contract promises."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from gamekit.checking import promises, secrecy
from gamekit.checking.answers import STEPS, Asked, Broken, after, fitting, require
from gamekit.checking.promises import Promise, known_rule
from gamekit.contract import CHANCE, DRAW, ONGOING, OVER, Game, State, shown
from gamekit.contract.components import DISCARDED, HELD, SEEN, SHOWN, Deck
from gamekit.contract.fields import Nested
from gamekit.match.match import Match
from gamekit.storage.record import Record
from gamekit.storage.replay import read, replayed

OPEN = (SHOWN, SHOWN + 1, DISCARDED, SEEN, SEEN + 1)  # where everybody knows a card
STEPS_MEASURED = 4  # moves or outcomes that measures are asked about
AGAIN = 5  # times that chance is asked how many outcomes there are
HOLDS = {"i1": 2**7, "i2": 2**15, "i4": 2**31, "i8": 2**63}  # by the NumPy type of a field
SECRETS: tuple[Promise, ...] = (
    secrecy.steps_look_alike, secrecy.numbers_tell_nothing, secrecy.hiding_is_final, secrecy.words_keep_secrets,
    secrecy.guesses_are_possible,
)  # fmt: skip
WHOLE: tuple[Promise, ...] = (promises.whole_turns,)


def ends(match: Match, random: Random) -> None:
    """The game is over exactly where it has a result, and every ending has a rule."""
    ask = Asked(match)
    actor, (outcome, rule) = ask("to_act"), ask("result")
    _same_again("to_act", [actor, ask("to_act")])
    _same_again("result", [(outcome, rule), ask("result")])
    require(
        (actor == OVER) == (outcome != ONGOING),
        "ends-differ",
        "to_act",
        f"to_act says {_acts(actor)}, and result says {_goes(outcome)}: both must end the game",
    )
    if outcome != ONGOING:
        known_rule(match.game, rule, "result")
        require(ask("ending").strip(), "no-explanation", "ending", "ending says nothing")
        if match.game.has_payoffs:
            _pays(ask, outcome)


def _pays(ask: Asked, outcome: int) -> None:
    """Whoever wins loses nothing by it, and nobody gets more than the highest payoff."""
    payoff = ask("payoff")
    highest = ask.game.highest_payoff(ask.rules)
    said = f"payoff returns {payoff}, and highest_payoff returns {highest}"
    require(abs(payoff) <= highest, "payoff", "payoff", said)
    fits = {0: payoff >= 0, 1: payoff <= 0, DRAW: payoff == 0}.get(outcome, True)
    who = "the game is drawn" if outcome == DRAW else f"player {outcome} has won"
    require(fits, "payoff", "payoff", f"payoff says that player 0 gets {payoff}, but {who}")


def measures(match: Match, random: Random) -> None:
    """Measures of the game's own only read, and count in whole numbers."""
    game, rules, before = match.game, match.rules, match.state
    for name, own in game.measures.items():
        if own.is_of_steps:
            steps = after(game, rules, before, STEPS_MEASURED)
            given: list[tuple[Any, ...]] = [(before, move, state) for move, state in steps]
        else:
            given = [(before,)] if match.to_act == OVER else []
        for row in given:
            copies = [each.copy() if isinstance(each, State) else each for each in row]
            value = own.function(rules, *copies)
            where = own.function.__name__
            said = f"the measure {name} returns {shown(value)}; it must return a whole number"
            require(isinstance(value, int), "bad-answer", where, said)
            said = f"the measure {name} changed the state: it may only read"
            require(copies == list(row), "state-changed", where, said)


def chances(match: Match, random: Random) -> None:
    """A game always gives the same number of outcomes, and at least one can happen."""
    ask = Asked(match)
    _same_again("outcomes", ask.each("outcomes", [()] * AGAIN))
    if not match.game.leaves_out("chances"):
        total = sum(ask("chances", outcome) for outcome in range(ask("outcomes")))
        said = f"the chances of all outcomes add up to {total}: they are 1 to {2**32 - 1} together"
        require(0 < total < 2**32, "bad-chances", "chances", said)


def rolls(match: Match, random: Random) -> None:
    """A game in which chance acted says how many outcomes there are."""
    if match.game.leaves_out("outcomes"):
        acted = any(step.who == "forced" for step in match.record.steps)
        said = "to_act returns CHANCE, but the file has no outcomes(rules, state)"
        require(not acted, "no-outcomes", "to_act", said)


def cards_stay_known(match: Match, random: Random) -> None:
    """No card that everybody sees goes to a hand as a secret."""
    record = type(match.state)
    # Tiles and cards of a player's own are alike, so nobody needs to know which one it was.
    decks = {name: field for name, field in record.fields.items() if type(field) is Deck}
    for _, state in after(match.game, match.rules, match.state, STEPS) if decks else ():
        for name, deck in decks.items():
            old, new = getattr(match.state, name), getattr(state, name)
            for card in range(deck.cards):
                if old[card] in OPEN and new[card] in (HELD, HELD + 1):
                    where, called = deck.where(card, old[card]), deck.name(card)
                    said = (
                        f"apply moves the card {called} from {where!r} to HELD, so the kit hides a "
                        "card that everybody has seen"
                    )
                    raise Broken("forgotten-card", "apply", said)


def _same_again(name: str, answers: list[object]) -> None:
    """Require that a rule function gave the same answer every time."""
    for answer in answers[1:]:
        said = f"{name} returns {answers[0]}, then {answer}, for the same state"
        require(answer == answers[0], "answers-differ", name, said)


def _acts(actor: int) -> str:
    return {OVER: "that the game is over", CHANCE: "that chance acts"}.get(actor, f"player {actor}")


def _goes(outcome: int) -> str:
    return "that it goes on" if outcome == ONGOING else "who has won"


def whole_numbers(match: Match, random: Random) -> None:
    """Every field of the state holds as many whole numbers as declared, and they fit."""
    state, where = match.state, "apply" if match.history else "setup"
    for name, field in type(state).fields.items():
        value = getattr(state, name)
        if isinstance(field, Nested):
            continue
        is_list = isinstance(value, list)
        size = f"a list of {field.size} numbers" if field.size else "one number"
        fits = is_list and len(value) == field.size if field.size else not is_list
        require(fits, "bad-value", where, f"{name} is {size}, and now it is {value!r}")
        for one in value if is_list else [value]:
            low = HOLDS[field.kind]
            declared = f"array({field.size}, {field.kind!r})" if field.size else "whole()"
            said = f"{name} holds {one!r}; {declared} holds whole numbers from {-low} to {low - 1}"
            require(isinstance(one, int) and -low <= one < low, "bad-value", where, said)


def records(match: Match, random: Random) -> None:
    """A match can be saved, read and replayed, and undone and redone to where it was."""
    code, function = "record-lost", "read"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "match.json"
        match.save(path)
        again = read(path, game=match.game)
    said = "a saved match is read back as a different one"
    require(again.state == match.state, code, function, said)
    parsed = replayed(Record.parse(str(match.record)), match.game)
    said = "a transcript is read back as a different match"
    require(parsed.state == match.state, code, function, said)
    end, ply = match.state, match.ply
    match.goto(0)
    match.goto(ply)
    require(match.state == end, code, "apply", "undoing and redoing leads to a different state")


def starts(game: Game) -> None:
    """The starting position is not over."""
    rules = game.rules()
    said = "the starting position is already over"
    actor = fitting("to_act", game.to_act(rules, game.start(rules)))
    require(actor != OVER, "starts-over", "setup", said)


DOUBTS: tuple[Promise, ...] = (
    secrecy.history_keeps_up, secrecy.what_is_revealed_shows, cards_stay_known,
)  # fmt: skip
DECISION: tuple[Promise, ...] = (
    whole_numbers, ends, measures, promises.legality, promises.ways, promises.notation,
    promises.positions, promises.views, promises.advice,
)  # fmt: skip
CHANCES: tuple[Promise, ...] = (whole_numbers, ends, measures, chances)
END: tuple[Promise, ...] = (ends, measures, promises.positions, records, rolls)


def promised(match: Match) -> tuple[Promise, ...]:
    """Return what is promised of the position of a match."""
    actor = match.to_act
    if actor == OVER:
        return END
    kept = CHANCES if actor == CHANCE else DECISION
    return (*kept, *SECRETS) if match.game.has_secrets else kept


def doubted(match: Match) -> tuple[Promise, ...]:
    """Return what `gamekit check` doubts; some of it may be intended."""
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
