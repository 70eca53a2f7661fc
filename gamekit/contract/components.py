"""Fields of a state that know who may know what: cards, tiles in a bag, and secret numbers.

`hide`, `imagine`, `sees` and `reveals` follow from a declaration, see `secrecy`. A deck, a pool and the
hands of both players are the same kind of field: a list that says where each card is. After the cards come
the numbers of cards in each place, which everybody knows:

    IN_DECK             still in the deck, face down; nobody knows which cards these are
    HELD + player       in the hand of a player, who knows it
    LAID + player       face down before a player, who knows it
    SHOWN + player      face up before a player
    DISCARDED           face up, out of play
    BURIED              face down, out of play; nobody knows it
    SEEN + player       in the hand of a player, and everybody knows it: it was picked up face up
    BOXED               not in this game at all, as everybody knows

The functions that move cards are for rules, and compile.
"""

from __future__ import annotations

import linecache
from collections.abc import Iterator, MutableSequence, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple
from zlib import crc32

from gamekit.chance import Random, draw
from gamekit.contract.fields import Field, State

IN_DECK, HELD, LAID, SHOWN, DISCARDED, BURIED, SEEN, BOXED, PLACES = 0, 1, 3, 5, 7, 8, 9, 11, 12
UNKNOWN = -1  # in a view: an unknown card, or a hidden number


class Where(NamedTuple):
    """The name of a place, and the player whose place it is, None if it is nobody's."""

    place: str
    owner: int | None = None

    def __str__(self) -> str:
        """Return it as positions name it: "hand 0"."""
        return self.place if self.owner is None else f"{self.place} {self.owner}"


WHERE = (
    Where("deck"),
    *(Where(place, player) for place in ("hand", "face down", "face up") for player in range(2)),
    *(Where("discarded"), Where("buried"), Where("seen in hand", 0), Where("seen in hand", 1)),
    Where("boxed"),
)


@dataclass(frozen=True, slots=True)
class Deck(Field):
    """A list that says where each card is, and how many are in each place.

    Attributes:
        names: what the cards are called, if not 1, 2, 3 and so on.
    """

    names: tuple[str, ...] = ()

    @property
    def cards(self) -> int:
        """How many cards there are."""
        return self.size - PLACES

    def name(self, card: int) -> str:
        """Return what a card is called."""
        return self.names[card] if self.names else str(card + 1)

    def where(self, card: int, place: int) -> Where:
        """Return in words where a card in this place is."""
        return WHERE[place]

    def heaps(self, cards: Sequence[int]) -> dict[Where, list[str]]:
        """Return the names of the cards in each place, with "?" for each unknown card."""
        found: dict[Where, list[str]] = {}
        for place in range(PLACES):
            known = [card for card in range(self.cards) if cards[card] == place]
            for card in known:
                found.setdefault(self.where(card, place), []).append(self.name(card))
            if hidden := count(cards, place) - len(known):
                found.setdefault(WHERE[place], []).extend("?" * hidden)
        return found

    def moved(self, old: Sequence[int], new: Sequence[int]) -> list[str]:
        """Return the names of the cards that a step has moved."""
        return [self.name(card) for card in range(self.cards) if old[card] != new[card]]

    def is_seen(self, old: Sequence[int], new: Sequence[int], player: int) -> bool:
        """Does a player know each card that a step has moved?"""
        moved = [(old[card], new[card]) for card in range(self.cards) if old[card] != new[card]]
        return all(is_known(a, player) or is_known(b, player) for a, b in moved)

    def collect(self, cards: MutableSequence[int]) -> None:
        """Put all cards that are in the game back into the deck."""
        for card in range(self.cards):
            if cards[card] != BOXED:
                put(cards, card, IN_DECK)

    def lay(self, cards: MutableSequence[int], called: str, where: Where) -> bool:
        """Move a card from the deck to its place; return whether it was in the deck."""
        for card in range(self.cards):
            for place in range(PLACES):
                is_meant = self.name(card) == called and self.where(card, place) == where
                if is_meant and cards[card] == IN_DECK:
                    put(cards, card, place)
                    return True
        return False


@dataclass(frozen=True, slots=True)
class Hand(Deck):
    """A deck whose first half belongs to player 0 from the start, and whose equal second half to player 1."""

    def where(self, card: int, place: int) -> Where:
        owner, where = card // (self.cards // 2), WHERE[place]
        if where.owner is None:  # each player has such a place
            return Where(where.place, owner)
        return where if where.owner == owner else Where(f"from {owner}, {where.place}", where.owner)


@dataclass(frozen=True, slots=True)
class Pool(Deck):
    """A list of how many tiles of each kind, and of all kinds, are in each place.

    In a view, what a player does not know counts as being in the bag, and is `UNKNOWN` elsewhere.
    """

    @property
    def cards(self) -> int:
        """How many kinds there are."""
        return self.size // PLACES - 1

    def where(self, card: int, place: int) -> Where:
        return Where("bag") if place == IN_DECK else WHERE[place]

    def heaps(self, cards: Sequence[int]) -> dict[Where, list[str]]:
        found = {}
        for place in range(PLACES):
            if total := count(cards, place):
                held = [max(0, tiles(cards, kind, place)) for kind in range(self.cards)]
                is_known = sum(held) == total
                names = [self.name(kind) for kind, n in enumerate(held) for _ in range(n)]
                found[self.where(0, place)] = names if is_known else ["?"] * total
        return found

    def moved(self, old: Sequence[int], new: Sequence[int]) -> list[str]:
        kinds = range(self.cards)
        return [self.name(kind) for kind in kinds if self._changed(old, new, kind)]

    def is_seen(self, old: Sequence[int], new: Sequence[int], player: int) -> bool:
        changed = (self._changed(old, new, kind) for kind in range(self.cards))
        return all(any(is_known(p, player) for p in places) for places in changed if places)

    def _changed(self, old: Sequence[int], new: Sequence[int], kind: int) -> list[int]:
        """Return the places where the number of tiles of a kind has changed."""
        places = range(PLACES)
        return [place for place in places if tiles(old, kind, place) != tiles(new, kind, place)]

    def collect(self, cards: MutableSequence[int]) -> None:
        for kind in range(self.cards):
            for place in range(PLACES):
                for _ in range(tiles(cards, kind, place) if place != BOXED else 0):
                    move_tile(cards, kind, place, IN_DECK)

    def lay(self, cards: MutableSequence[int], called: str, where: Where) -> bool:
        kind = self.names.index(called)
        place = next(place for place in range(PLACES) if self.where(kind, place) == where)
        is_there = tiles(cards, kind, IN_DECK) > 0
        if is_there:
            move_tile(cards, kind, IN_DECK, place)
        return is_there


@dataclass(frozen=True, slots=True)
class Secret(Field):
    """A list of numbers, half of them for each player; 0 is none.

    Attributes:
        most: the largest, or the name of the parameter that says it.
    """

    most: int | str = 0


@dataclass(frozen=True, slots=True)
class Stack(Field):
    """A list of what is stacked on each cell of a board, from the bottom; 0 is nothing.

    Attributes:
        highest: how many pieces a stack can have.
    """

    highest: int = 0


def deck(cards: int, names: Sequence[str] = (), doc: str = "") -> Any:
    """Declare a state field that is a deck of cards, all of which are in the deck at first.

    Args:
        cards: how many there are; they are numbered from 0.
        names: what they are called; otherwise they are called 1, 2, 3 and so on.
        doc: what it means, for people who write positions.
    """
    return Deck("i2", cards + PLACES, range(UNKNOWN, PLACES), doc, tuple(names))


def pool(kinds: Sequence[str], doc: str = "") -> Any:
    """Declare a state field that is a bag of tiles, drawn at random and not put back.

    It counts the tiles of each kind in the places of a deck. `fill` puts tiles into the bag, `tiles` returns
    how many of a kind are in a place, and `move_tile` moves one. Number the moves and outcomes by kinds, and
    let `chances` return how many tiles of a kind are in the bag.

    Args:
        kinds: what the kinds of tiles are called, ("red", "blue").
        doc: what it means, for people who write positions.
    """
    return Pool("i2", (len(kinds) + 1) * PLACES, (), doc, tuple(kinds))


def hand(each: int, names: Sequence[str] = (), doc: str = "") -> Any:
    """Declare a state field that gives each player cards of their own, the same for both.

    Card `player * each + n` is a player's n-th card. `pick_up` puts all of them into the hands, and
    everything else works as with a deck. Nobody sees which cards the other player lays down.

    Args:
        each: how many cards each player has.
        names: what they are called; otherwise they are called 1, 2, 3 and so on.
        doc: what it means, for people who write positions.
    """
    called = 2 * tuple(names or map(str, range(1, each + 1)))
    return Hand("i2", 2 * each + PLACES, range(UNKNOWN, PLACES), doc, called)


def stack(cells: int, highest: int, doc: str = "") -> Any:
    """Declare a state field that is a stack of pieces on each cell of a board, which all see.

    Args:
        cells: how many cells there are, on the largest board.
        highest: how many pieces a stack can have.
        doc: what it means, for people who write positions.
    """
    return Stack("i1", cells * highest, (), doc, highest)


def secret(each: int, most: int | str, doc: str = "") -> Any:
    """Declare a state field of numbers that only their player knows: dice under a cup, a secret choice.

    Args:
        each: how many each player has; those of player 0 come first.
        most: the largest number, or the name of the parameter that says it. The smallest is 1, and 0 is none.
        doc: what they mean, for people who write positions.
    """
    return Secret("i2", 2 * each, (), doc, most)


# --- for rules: cards --------------------------------------------------------------------------


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


def pick_up(cards: MutableSequence[int]) -> None:
    """Put the first half of the cards into the hand of player 0, and the others into that of player 1."""
    gather(cards, len(cards) - PLACES)
    half = (len(cards) - PLACES) // 2
    for card in range(2 * half):
        put(cards, card, HELD + card // half)


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


def is_in_hand(cards: Sequence[int], card: int, player: int) -> bool:
    """Does a player hold a card, whether others know it or not?"""
    return cards[card] in (HELD + player, SEEN + player)


def deal(cards: MutableSequence[int], n: int, place: int) -> int:
    """Move the n-th card that is left in the deck to a place; return which card it is."""
    card = nth(cards, IN_DECK, n)
    put(cards, card, place)
    return card


def peek(cards: MutableSequence[int], n: int, player: int) -> int:
    """Let only this player see the n-th card that is left in the deck. It then lies face down in front of
    them. Return which card it is."""
    return deal(cards, n, LAID + player)


def discard(cards: MutableSequence[int], card: int) -> None:
    """Put a card face up out of play."""
    put(cards, card, DISCARDED)


def reveal(cards: MutableSequence[int], player: int) -> None:
    """Turn up all that a player holds or has laid down."""
    for card in range(len(cards) - PLACES):
        if cards[card] in (HELD + player, LAID + player, SEEN + player):
            put(cards, card, SHOWN + player)


def shuffle(cards: MutableSequence[int], place: int) -> None:
    """Put all cards of a place back into the deck."""
    for card in range(len(cards) - PLACES):
        if cards[card] == place:
            put(cards, card, IN_DECK)


# --- for rules: a pool -------------------------------------------------------------------------


def fill(bag: MutableSequence[int], numbers: Sequence[int]) -> None:
    """Put this many tiles of each kind into the bag."""
    every = len(bag) - PLACES
    for place in range(len(bag)):
        bag[place] = 0
    for kind in range(every // PLACES):
        bag[kind * PLACES + IN_DECK] = numbers[kind]
        bag[every + IN_DECK] += numbers[kind]


def tiles(bag: Sequence[int], kind: int, place: int) -> int:
    """Return how many tiles of a kind are in a place."""
    return bag[kind * PLACES + place]


def move_tile(bag: MutableSequence[int], kind: int, origin: int, place: int) -> None:
    """Move a tile of a kind from one place to another."""
    every = len(bag) - PLACES
    for where, change in ((origin, -1), (place, 1)):
        bag[kind * PLACES + where] += change
        bag[every + where] += change


# --- for rules: stacks -------------------------------------------------------------------------


def height(stacks: Sequence[int], highest: int, cell: int) -> int:
    """Return how many pieces are stacked on a cell, at most `highest`."""
    found = 0
    while found < highest and stacks[cell * highest + found] != 0:
        found += 1
    return found


def top(stacks: Sequence[int], highest: int, cell: int) -> int:
    """Return the piece on top of a stack, 0 where there is none."""
    pieces = height(stacks, highest, cell)
    return stacks[cell * highest + pieces - 1] if pieces > 0 else 0


def push(stacks: MutableSequence[int], highest: int, cell: int, piece: int) -> None:
    """Put a piece on top of a stack. The rules must make sure that there is room."""
    stacks[cell * highest + height(stacks, highest, cell)] = piece


def pop(stacks: MutableSequence[int], highest: int, cell: int) -> int:
    """Take the piece from the top of a stack that has one, and return it."""
    place = cell * highest + height(stacks, highest, cell) - 1
    piece = stacks[place]
    stacks[place] = 0
    return piece


# --- who knows what ----------------------------------------------------------------------------


def is_known(place: int, player: int) -> bool:
    """Does a player know a card in this place?"""
    if place in (HELD, HELD + 1, LAID, LAID + 1):
        return (place - HELD) % 2 == player
    return place not in (IN_DECK, BURIED, UNKNOWN)


def hide_deck(cards: MutableSequence[int], player: int) -> None:
    """Blank the places of cards that a player does not know."""
    for card in range(len(cards) - PLACES):
        if not is_known(cards[card], player):
            cards[card] = UNKNOWN


def imagine_deck(cards: MutableSequence[int], random: Random) -> None:
    """Put each unknown card into a place that lacks cards; all ways are equally likely."""
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


def hide_pool(bag: MutableSequence[int], player: int) -> None:
    """Count tiles that a player does not know as in the bag."""
    for kind in range(len(bag) // PLACES - 1):
        for place in range(1, PLACES):
            if not is_known(place, player) and bag[kind * PLACES + place] != UNKNOWN:
                bag[kind * PLACES + IN_DECK] += bag[kind * PLACES + place]
                bag[kind * PLACES + place] = UNKNOWN


def imagine_pool(bag: MutableSequence[int], random: Random) -> None:
    """Draw the tiles in each unknown place; all ways are equally likely."""
    kinds = len(bag) // PLACES - 1
    left = 0
    for kind in range(kinds):
        left += bag[kind * PLACES + IN_DECK]
    for place in range(1, PLACES):
        if bag[place] == UNKNOWN:
            for kind in range(kinds):
                bag[kind * PLACES + place] = 0
            for _ in range(bag[kinds * PLACES + place]):
                n, kind = draw(random, left), 0
                while n >= bag[kind * PLACES + IN_DECK]:
                    n -= bag[kind * PLACES + IN_DECK]
                    kind += 1
                bag[kind * PLACES + IN_DECK] -= 1
                bag[kind * PLACES + place] += 1
                left -= 1


def hide_secret(numbers: MutableSequence[int], player: int) -> None:
    """Blank the other player's numbers."""
    half = len(numbers) // 2
    for n in range(len(numbers)):
        if n // half != player and numbers[n] > 0:
            numbers[n] = UNKNOWN


def imagine_secret(numbers: MutableSequence[int], most: int, random: Random) -> None:
    """Fill in each hidden number; all are equally likely."""
    for n in range(len(numbers)):
        if numbers[n] == UNKNOWN:
            numbers[n] = 1 + draw(random, most)


# --- what follows ------------------------------------------------------------------------------


def of(record: type[State]) -> dict[str, Deck | Secret]:
    """Return the components that a state declares."""
    return {
        name: field for name, field in record.fields.items() if isinstance(field, Deck | Secret)
    }


def secrecy(game: str, record: type[State]) -> dict[str, Any]:
    """Return `hide` and `imagine` for the components of a state, or nothing if it has none."""
    found = of(record)
    if not found:
        return {}
    hide, imagine = (
        ["def hide(rules, view, player):"],
        ["def imagine(rules, view, player, random):"],
    )
    for name, field in found.items():
        if isinstance(field, Deck):
            kind = "pool" if isinstance(field, Pool) else "deck"
            hide.append(f"    hide_{kind}(view.{name}, player)")
            imagine.append(f"    imagine_{kind}(view.{name}, random)")
        else:
            most = f"rules.{field.most}" if isinstance(field.most, str) else str(field.most)
            hide.append(f"    hide_secret(view.{name}, player)")
            imagine.append(f"    imagine_secret(view.{name}, {most}, random)")
    text = "\n".join([*hide, *imagine, ""])
    file = f"<secrecy of {game}, {crc32(text.encode()):x}>"  # the same in every process
    lines = text.splitlines(keepends=True)
    linecache.cache[file] = (len(text), None, lines, file)  # the compiler reads it there
    made: dict[str, Any] = {}
    exec(compile(text, file, "exec", dont_inherit=True), globals(), made)
    return made


def sees(record: type[State], before: State, after: State, player: int) -> bool:
    """May a player know what a step did to the components?"""
    for name, field in of(record).items():
        old, new = getattr(before, name), getattr(after, name)
        if isinstance(field, Deck):
            if not field.is_seen(old, new, player):
                return False
        else:
            half = field.size // 2
            changed = [n for n in range(field.size) if old[n] != new[n] and n // half != player]
            if len(changed) > 1 or any(new[n] for n in changed):
                return False
    return True


def otherwise(
    record: type[State], rules: object, before: State, after: State, player: int
) -> Iterator[State]:
    """Yield the state before a step with other numbers in place of each that it set to 0 and a player did
    not see."""
    for name, field in of(record).items():
        if isinstance(field, Secret):
            most = getattr(rules, field.most) if isinstance(field.most, str) else field.most
            old, new = getattr(before, name), getattr(after, name)
            for n, number in product(range(field.size), range(1, most + 1)):
                is_seen = n // (field.size // 2) == player
                if not is_seen and old[n] not in (0, number) and new[n] == 0:
                    state = before.copy()
                    getattr(state, name)[n] = number
                    yield state


def covers_numbers(record: type[State], state: State, player: int) -> bool:
    """Are there secret numbers that a player does not see?"""
    for name, field in of(record).items():
        if isinstance(field, Secret):
            numbers, half = getattr(state, name), field.size // 2
            if any(numbers[n] != 0 and n // half != player for n in range(field.size)):
                return True
    return False


def reveals(record: type[State], before: State, after: State) -> bool:
    """Does a step uncover everything that players have laid down or chosen?"""
    return _is_secret(record, before) and not _is_secret(record, after)


def _is_secret(record: type[State], state: State) -> bool:
    """Has a player laid down or chosen something that is still covered?"""
    for name, field in of(record).items():
        values = getattr(state, name)
        if isinstance(field, Deck):
            if count(values, LAID) or count(values, LAID + 1):
                return True
        elif any(values):
            return True
    return False


def moved_cards(record: type[State], before: State, after: State) -> str:
    """Return the names of the cards that an outcome moved, in one text."""
    names = []
    for name, field in of(record).items():
        if isinstance(field, Deck):
            names += field.moved(getattr(before, name), getattr(after, name))
    return " ".join(names)
