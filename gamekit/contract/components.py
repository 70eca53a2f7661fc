"""Fields of a state that know who may know what: a deck of cards, and numbers of a player's own.

From a declaration come `hide`, `imagine`, `sees` and `reveals` (see `secrecy`). A deck is a list that
says for each card where it is, and behind the cards how many are in each place, which everybody knows:

    IN_DECK             among those that are left, face down; nobody knows which they are
    HELD + player       in the hand of a player, who knows it
    LAID + player       face down before a player, who knows it
    SHOWN + player      face up before a player
    DISCARDED           face up, out of play
    BURIED              face down, out of play; nobody knows it
    BOXED               not in this game at all, as everybody knows

The functions that move cards are for rules, and compile.
"""

from __future__ import annotations

import linecache
from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass
from typing import Any

from gamekit.chance import Random, draw
from gamekit.contract.fields import Field, State

IN_DECK, HELD, LAID, SHOWN, DISCARDED, BURIED, BOXED, PLACES = 0, 1, 3, 5, 7, 8, 9, 10
UNKNOWN = -1  # in a view: a card that is not known, a number that is hidden


@dataclass(frozen=True, slots=True)
class Deck(Field):
    """A list of where each of some cards is, and how many are in each place."""

    names: tuple[str, ...] = ()

    @property
    def cards(self) -> int:
        """How many cards there are."""
        return self.size - PLACES

    def name(self, card: int) -> str:
        """Return what a card is called."""
        return self.names[card] if self.names else str(card + 1)


@dataclass(frozen=True, slots=True)
class Secret(Field):
    """A list of numbers, half of them each player's own; 0 is none.

    Attributes:
        most: the largest, or the name of the parameter that says it.
    """

    most: int | str = 0


def deck(cards: int, names: Sequence[str] = (), doc: str = "") -> Any:
    """Declare a state field that is a deck of cards, all of which are in the deck at first.

    Args:
        cards: how many there are; they are numbered from 0.
        names: what they are called; otherwise they are called 1, 2, 3 and so on.
        doc: what it says, for whoever writes positions.
    """
    return Deck("i2", cards + PLACES, range(UNKNOWN, PLACES), doc, tuple(names))


def secret(each: int, most: int | str, doc: str = "") -> Any:
    """Declare a state field of numbers that a player alone knows: dice under a cup, a secret choice.

    Args:
        each: how many each player has; those of player 0 come first.
        most: they are 1 to `most`, a number or the name of a parameter; 0 is none.
        doc: what they say, for whoever writes positions.
    """
    return Secret("i2", 2 * each, (), doc, most)


# --- for rules: a deck -------------------------------------------------------------------------


def count(cards: Sequence[int], place: int) -> int:
    """Return how many cards are in a place."""
    return cards[len(cards) - PLACES + place]


def gather(cards: MutableSequence[int], size: int) -> None:
    """Put the first `size` cards into the deck, and all others out of the game."""
    every = len(cards) - PLACES
    for place in range(PLACES):
        cards[every + place] = 0
    for card in range(every):
        cards[card] = IN_DECK if card < size else BOXED
    cards[every + IN_DECK] = size
    cards[every + BOXED] = every - size


def put(cards: MutableSequence[int], card: int, place: int) -> None:
    """Move a card from where it is to another place."""
    every = len(cards) - PLACES
    cards[every + cards[card]] -= 1
    cards[card] = place
    cards[every + place] += 1


def nth(cards: Sequence[int], place: int, n: int) -> int:
    """Return the n-th of the cards in a place, counted from 0."""
    for card in range(len(cards) - PLACES):
        if cards[card] == place:
            if n == 0:
                return card
            n -= 1
    return -1


def deal(cards: MutableSequence[int], n: int, place: int) -> int:
    """Move the n-th card that is left in the deck to a place; return which card it is."""
    card = nth(cards, IN_DECK, n)
    put(cards, card, place)
    return card


def show(cards: MutableSequence[int], player: int) -> None:
    """Turn up all that a player holds or has laid down."""
    for card in range(len(cards) - PLACES):
        if cards[card] in (HELD + player, LAID + player):
            put(cards, card, SHOWN + player)


def shuffle(cards: MutableSequence[int], place: int) -> None:
    """Put all cards of a place back into the deck."""
    for card in range(len(cards) - PLACES):
        if cards[card] == place:
            put(cards, card, IN_DECK)


# --- who knows what ----------------------------------------------------------------------------


def is_known(place: int, player: int) -> bool:
    """Does a player know a card in this place?"""
    if place in (HELD, HELD + 1, LAID, LAID + 1):
        return (place - HELD) % 2 == player
    return place not in (IN_DECK, BURIED, UNKNOWN)


def hide_deck(cards: MutableSequence[int], player: int) -> None:
    """Blank where the cards are that a player does not know."""
    for card in range(len(cards) - PLACES):
        if not is_known(cards[card], player):
            cards[card] = UNKNOWN


def imagine_deck(cards: MutableSequence[int], random: Random) -> None:
    """Put each card that is not known into a place that lacks some, all ways equally likely."""
    every, unknown = len(cards) - PLACES, 0
    for card in range(every):
        unknown += cards[card] == UNKNOWN
    for place in range(PLACES):
        lacking = cards[every + place] if place != IN_DECK else 0
        for card in range(every):
            lacking -= place != IN_DECK and cards[card] == place
        for _ in range(lacking):
            cards[nth(cards, UNKNOWN, draw(random, unknown))] = place
            unknown -= 1
    for card in range(every):
        if cards[card] == UNKNOWN:
            cards[card] = IN_DECK


def hide_secret(numbers: MutableSequence[int], player: int) -> None:
    """Blank the numbers that are not a player's own."""
    half = len(numbers) // 2
    for n in range(len(numbers)):
        if n // half != player and numbers[n] > 0:
            numbers[n] = UNKNOWN


def imagine_secret(numbers: MutableSequence[int], most: int, random: Random) -> None:
    """Fill in each number that is hidden, all equally likely."""
    for n in range(len(numbers)):
        if numbers[n] == UNKNOWN:
            numbers[n] = 1 + draw(random, most)


# --- what follows ------------------------------------------------------------------------------

PLACE_NAMES = (
    "deck", "hand 0", "hand 1", "face down 0", "face down 1", "face up 0", "face up 1", "discarded",
    "burned", "out",
)  # fmt: skip


def of(record: type[State]) -> dict[str, Deck | Secret]:
    """Return the components that a state declares."""
    return {
        name: field for name, field in record.fields.items() if isinstance(field, Deck | Secret)
    }


def secrecy(game: str, record: type[State]) -> dict[str, Any]:
    """Return `hide` and `imagine` for the components of a state; nothing where it has none."""
    found = of(record)
    if not found:
        return {}
    hide, imagine = (
        ["def hide(rules, view, player):"],
        ["def imagine(rules, view, player, random):"],
    )
    for name, field in found.items():
        if isinstance(field, Deck):
            hide.append(f"    hide_deck(view.{name}, player)")
            imagine.append(f"    imagine_deck(view.{name}, random)")
        else:
            most = f"rules.{field.most}" if isinstance(field.most, str) else str(field.most)
            hide.append(f"    hide_secret(view.{name}, player)")
            imagine.append(f"    imagine_secret(view.{name}, {most}, random)")
    text = "\n".join([*hide, *imagine, ""])
    file = f"<secrecy of {game}, {abs(hash(text)):x}>"
    lines = text.splitlines(keepends=True)
    linecache.cache[file] = (len(text), None, lines, file)  # the compiler reads it there
    made: dict[str, Any] = {}
    exec(compile(text, file, "exec", dont_inherit=True), globals(), made)
    return made


def sees(record: type[State], before: State, after: State, player: int) -> bool:
    """May a player know of a step what it did to the components?"""
    for name, field in of(record).items():
        old, new = getattr(before, name), getattr(after, name)
        if isinstance(field, Deck):
            moved = [(old[c], new[c]) for c in range(field.cards) if old[c] != new[c]]
            if not all(is_known(a, player) or is_known(b, player) for a, b in moved):
                return False
        else:
            half = field.size // 2
            if any(old[n] != new[n] and n // half != player for n in range(field.size)):
                return False
    return True


def reveals(record: type[State], before: State, after: State) -> bool:
    """Does a step uncover all that players have laid down or chosen?"""
    return _is_secret(record, before) and not _is_secret(record, after)


def _is_secret(record: type[State], state: State) -> bool:
    """Has a player laid down or chosen something that is not uncovered?"""
    for name, field in of(record).items():
        values = getattr(state, name)
        if isinstance(field, Deck):
            if count(values, LAID) or count(values, LAID + 1):
                return True
        elif any(values):
            return True
    return False


def drawn(record: type[State], before: State, after: State) -> str:
    """Return what the cards are called that an outcome moved."""
    names = []
    for name, field in of(record).items():
        if isinstance(field, Deck):
            old, new = getattr(before, name), getattr(after, name)
            names += [field.name(card) for card in range(field.cards) if old[card] != new[card]]
    return " ".join(names)


def lying(field: Deck, cards: Sequence[int], place: int) -> list[str]:
    """Return the cards in a place by name, "?" for each that is not known."""
    known = [field.name(card) for card in range(field.cards) if cards[card] == place]
    return known + ["?"] * (count(cards, place) - len(known))
