"""What the kit derives from a game's declarations where the game writes nothing of its own: notation,
positions, the board as text, the sentence of a rule, the cells that won, and how far apart two moves are.

A move is written as what people press for it, its *way*: cells and words, "E1-D1" or "B3 red".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import zip_longest
from typing import Any

from gamekit.boards.board import Board
from gamekit.contract.components import (
    IN_DECK,
    PLACES,
    UNKNOWN,
    Deck,
    Secret,
    Stack,
    count,
    push,
)
from gamekit.contract.fields import (
    Field,
    Nested,
    Parameters,
    Position,
    PositionFields,
    State,
    decoded,
)
from gamekit.contract.rulebook import Rule, prefixes, rule_id
from gamekit.errors import BadGame, Unreadable
from gamekit.validation import shown

Way = Sequence[int | str]
MOST_TURNS = 1_000_000
BETWEEN = re.compile(r"[-\s]+")
WIDTHS = {"i1": 7, "i2": 15, "i4": 31, "i8": 62}  # bits of a number of each kind
UNNAMED = ("deck", "bag", "boxed")  # where the cards are that a position does not name
LONGEST_EXAMPLE = 3  # how many numbers of a list an example shows


# --- notation ----------------------------------------------------------------------------------


def spelled(board: Board | None, rules: Parameters, record: type[State], way: Way) -> str:
    """Return a move in notation: "-" between cells, a blank before a word or a card."""
    text = ""
    for part in way:
        if isinstance(part, str):
            text += f" {part}"
        elif part >= 0:  # anything that would leave the board has no name
            separator = "-" if board and board.rows(rules) else " "
            text += separator + name_of(board, rules, record, part)
    return text.lstrip(" -")


def name_of(board: Board | None, rules: Parameters, record: type[State], number: int) -> str:
    """Return what a number in the way of a move stands for.

    That is a cell or, in a game without cells, a card of the first deck in the state.
    """
    if board and board.rows(rules):
        return board.name(rules, number)
    decks = (field for field in own_fields(record).values() if isinstance(field, Deck))
    deck = next(decks, None)
    return deck.name(number) if deck else str(number + 1)


def moves_written_as(
    board: Board | None,
    rules: Parameters,
    record: type[State],
    text: str,
    moves: Sequence[int],
    way: Callable[[int], Way],
) -> list[int]:
    """Return the moves whose notation is this text; blanks, dashes and case do not matter."""
    wanted, alike = _plain(text), []
    for move in moves:
        parts = way(move)
        is_whole = all(isinstance(part, str) or part >= 0 for part in parts)
        if is_whole and _plain(spelled(board, rules, record, parts)) == wanted:
            alike.append(move)
    return alike


def unreadable(board: Board | None, rules: Parameters, text: str, example: str) -> Unreadable:
    """Return the error for a text that is no move: an unknown cell, or an example of what to write."""
    for word in board.apart(text) if board and board.rows(rules) else ():
        try:
            assert board
            board.named(rules, word)
        except Unreadable as problem:
            return problem
    like = f" Write one like {example}." if example else ""
    return Unreadable(f"No move is written {shown(text)}.{like}")


def _plain(text: str) -> str:
    return BETWEEN.sub(" ", text.strip().lower())


# --- rules in words ----------------------------------------------------------------------------


def sentence(
    rulebook: Sequence[Rule], rules: Parameters, terms: Mapping[str, Any], number: int
) -> str:
    """Return the sentence of a rule of the game by its number, under these parameters."""
    wanted = rule_id(prefixes(rulebook), number)
    for rule, values in with_values(rulebook, rules, terms):
        if rule.id == wanted:
            return rule.under(values).text.replace("{", "{{").replace("}", "}}")
    raise BadGame(f"why_illegal or result names {wanted}, which is not in the rulebook.")


def with_values(
    rulebook: Sequence[Rule], rules: Parameters, terms: Mapping[str, Any]
) -> Iterator[tuple[Rule, Mapping[str, object]]]:
    """Yield each declared rule and the values that its sentence may name.

    In a game made of others, the rules of the k-th game take their values from the k-th record inside, and
    from what the outer game's `terms` gives under the name of that record.
    """
    own, *others = prefixes(rulebook) or [""]
    values: dict[str, Mapping[str, object]] = {own: {**decoded(rules), **terms}}
    records = [name for name, field in type(rules).fields.items() if isinstance(field, Nested)]
    for prefix, record in zip(others, records, strict=False):
        values[prefix] = {**decoded(getattr(rules, record)), **terms.get(record, {})}
    for rule in rulebook:
        yield rule, values.get(rule.id.split("-")[0], {})


# --- positions ---------------------------------------------------------------------------------


def own_fields(record: type[State]) -> dict[str, Field]:
    """Return the fields that a game declares itself, without records inside."""
    return {
        name: field
        for name, field in record.fields.items()
        if name not in State.fields and not isinstance(field, Nested)
    }


def position_fields(board: Board | None, record: type[State], rules: Parameters) -> PositionFields:
    """Return the fields of positions: those of the state, the completed turns, and whose turn it is."""
    fields: dict[str, tuple[str, object]] = {}
    for name, field in own_fields(record).items():
        meaning = field.doc or f"the field {name}"
        if isinstance(field, Deck):
            fields[name] = meaning, {"hand 0": [field.name(0)], "discarded": [field.name(1)]}
        elif board and name == board.pieces:
            marks = board.written_marks()
            if isinstance(field, Stack):
                marks = [" ".join(marks), marks[0]]
            example = dict(zip(board.names(rules), marks, strict=False))
            fields[name] = field.doc or f"what lies on cells: {', '.join(marks)}", example
        elif board and name == board.numbers:
            fields[name] = meaning, {board.names(rules)[0]: max(1, _range(field, rules)[0])}
        elif field.size:
            fields[name] = meaning, [_range(field, rules)[0]] * min(field.size, LONGEST_EXAMPLE)
        else:
            fields[name] = meaning, max(0, _range(field, rules)[0])
    return PositionFields(
        **fields,
        turn=("turns that both players together have completed", 4),
        to_move=("the player whose turn it is", 0),
    )


def set_up(board: Board | None, rules: Parameters, state: State, fields: object) -> None:
    """Put the fields of a position into a state that was set up."""
    given = position_fields(board, type(state), rules).read(fields)
    state.turn = given.whole("turn", 0, MOST_TURNS, state.turn)
    state.player = given.whole("to_move", 0, 1, state.player)
    for name, field in own_fields(type(state)).items():
        low, high = _range(field, rules)
        if name not in given:
            continue
        if isinstance(field, Deck):
            _deal(field, given, name, getattr(state, name))
        elif board and name in (board.pieces, board.numbers):
            values = getattr(state, name)
            values[:] = [0] * len(values)
            if isinstance(field, Stack):
                _stack_up(board, field, rules, given, name, values)
                continue
            for cell, value in _on_cells(board, rules, given, name, low, high):
                values[cell] = value
        elif field.size:
            numbers = given.values(name, given.raw(name), 0, field.size)
            values = [given.number(f"{name}[{n}]", v, low, high) for n, v in enumerate(numbers)]
            getattr(state, name)[:] = values + [0] * (field.size - len(values))
        else:
            setattr(state, name, given.whole(name, low, high, 0))


def _on_cells(
    board: Board, rules: Parameters, given: Position, name: str, low: int, high: int
) -> Iterator[tuple[int, int]]:
    """Yield the cells that a field names, and what to put on each."""
    marks = board.written_marks()
    for cell, value in given.cells(name, lambda text: board.named(rules, text)).items():
        if name == board.pieces:
            yield cell, marks.index(given.word(name, value, marks)) + 1
        else:
            yield cell, given.number(f"{name} on {board.name(rules, cell)}", value, low, high)


def _stack_up(
    board: Board, field: Stack, rules: Parameters, given: Position, name: str, stacks: list[int]
) -> None:
    """Put the pieces on each cell that a field names, the bottom one first: "X O X"."""
    marks = board.written_marks()
    for cell, text in given.cells(name, lambda text: board.named(rules, text)).items():
        where = f"{name} on {board.name(rules, cell)}"
        pieces = text.split() if isinstance(text, str) else []
        if not 0 < len(pieces) <= field.highest:
            given.refuse(
                f'{where} is 1 to {field.highest} pieces, the bottom first: "{marks[0]} {marks[1]}".'
            )
        for piece in pieces:
            push(stacks, field.highest, cell, marks.index(given.word(where, piece, marks)) + 1)


def dumped(board: Board | None, rules: Parameters, state: State) -> dict[str, object]:
    """Return a state as the fields of a position."""
    values: dict[str, object] = {}
    for name, field in own_fields(type(state)).items():
        value: Any = getattr(state, name)
        if isinstance(field, Deck):
            heaps = field.heaps(value).items()
            values[name] = {str(at): cards for at, cards in heaps if at.place not in UNNAMED}
        elif board and isinstance(field, Stack) and name == board.pieces:
            stacks = {c: board.stacked(state, c) for row in board.rows(rules) for c in row}
            values[name] = {
                board.name(rules, cell): " ".join(map(board.mark, pieces))
                for cell, pieces in stacks.items()
                if pieces
            }
        elif board and name in (board.pieces, board.numbers):
            held = {cell: value[cell] for row in board.rows(rules) for cell in row if value[cell]}
            is_marks = name == board.pieces
            values[name] = {
                board.name(rules, cell): board.mark(n) if is_marks else n
                for cell, n in held.items()
            }
        else:
            values[name] = list(value) if field.size else value
    return {**values, "turn": state.turn, "to_move": state.player}


def _deal(field: Deck, given: Position, name: str, cards: list[int]) -> None:
    """Put the cards that a position names where it says, and all others into the deck."""
    names = list(dict.fromkeys(map(field.name, range(field.cards))))
    every = [field.where(card, place) for place in range(PLACES) for card in range(field.cards)]
    places = {str(where): where for where in every}
    field.collect(cards)
    for where, group in given.mapping(name).items():
        where = str(where).replace("burned", "buried")  # in positions saved by earlier versions
        where = given.word(f"a place of {name}", where, places)
        for each in given.values(where, group, 0, count(cards, IN_DECK), [names[0]]):
            called = given.word("a card", each, names)
            if not field.lay(cards, called, places[where]):
                given.refuse(f"the card {called} appears too often, or is not in this game.")


def _range(field: Field, rules: Parameters) -> tuple[int, int]:
    """Return the least and the largest number that a field may hold."""
    if isinstance(field, Secret):
        return 0, getattr(rules, field.most) if isinstance(field.most, str) else field.most
    if field.values:
        return field.values[0], field.values[-1]
    most: int = 2 ** WIDTHS[field.kind] - 1
    return -most, most


# --- the board as text -------------------------------------------------------------------------


def text(board: Board | None, rules: Parameters, state: State) -> str:
    """Return the board as text, and below it whose marks are whose, and the counts."""
    lines = []
    if board and board.rows(rules):
        lines.append(board.text(rules, [board.marked(state, c) for c in range(board.cells(rules))]))
        if board.pieces:
            lines.append(f"{board.marks[0]} {{0}}  {board.marks[1]} {{1}}")
    for name in fields_beside(board, type(state)):
        for player, words in field_in_words(state, name):
            lines.append(words if player is None else f"{{{player}}}: {words}")
    return "\n".join(lines)


def fields_beside(board: Board | None, record: type[State]) -> list[str]:
    """Return the fields shown beside the board: components and counts. Without a board, return all fields."""
    fields = own_fields(record)
    if board is None:
        return list(fields)
    return [
        name
        for name, field in fields.items()
        if isinstance(field, Deck | Secret) or name in board.counts
    ]


def field_in_words(state: State, name: str) -> Iterator[tuple[int | None, str]]:
    """Yield the owner (a player, or None for nobody) and the contents of each part of a field, in words."""
    field, value = type(state).fields[name], getattr(state, name)
    if isinstance(field, Deck):
        for (place, owner), held in field.heaps(value).items():
            if place != "boxed":
                is_counted = place in ("deck", "bag", "buried")
                yield owner, f"{place} {len(held) if is_counted else ' '.join(held)}"
        return
    words = [
        "?" if number == UNKNOWN and isinstance(field, Secret) else str(number)
        for number in (value if field.size else [value])
    ]
    half = len(words) // 2
    if isinstance(field, Secret) or field.size == 2:
        for player in range(2):
            yield player, f"{in_words(name)} {' '.join(words[player * half :][:half])}"
    else:
        yield None, f"{in_words(name)} {' '.join(words)}"


def in_words(name: str) -> str:
    """Return the name of a field as people read it."""
    return name.replace("_", " ")


MOST_TRIALS = 1_000  # beyond these, cells of further winning sets may be missing


def decisive(cells: Iterable[int], wins: Callable[[AbstractSet[int]], bool]) -> list[int]:
    """Return the cells that win: every one that is part of a smallest winning set, in order.

    A winning set wins with all other cells empty. It is a smallest one if it needs every one of
    its cells. Where three of four equal stacks are enough, all four are returned.

    Args:
        cells: the cells that hold something.
        wins: is the game still won if all cells but these become empty?
    """
    found: set[int] = set()
    waiting, seen = [frozenset(cells)], set[frozenset[int]]()
    while waiting and len(seen) < MOST_TRIALS:
        held = waiting.pop(0)
        if held not in seen and wins(held):
            smallest = held
            for cell in sorted(held):
                if wins(smallest - {cell}):
                    smallest -= {cell}
            found |= smallest
            waiting += [held - {cell} for cell in sorted(smallest)]
        seen.add(held)
    return sorted(found)


FAR = 100  # no number of a notation counts for more
CELL = re.compile(r"\b([A-Z]{1,2})([0-9]+)\b")
NUMBER, WORD = re.compile(r"\b[0-9]+\b"), re.compile(r"\b[A-Z]+\b")


def complete_after(done: str) -> str:
    """Return why no move can follow one that ended its turn."""
    return f"The turn is complete after {done!r}; remove what follows it."


def apart(one: str, other: str) -> int:
    """Return how far apart two moves are in notation: their cells, their numbers, their words."""
    (cells, numbers, words), (others, their_numbers, their_words) = _parts(one), _parts(other)
    distance = 10 * len(words ^ their_words)
    for here, there in zip_longest(cells, others, fillvalue=()):
        distance += _between(here, there)
    for here, there in zip_longest(numbers, their_numbers, fillvalue=()):
        distance += _between(here, there)
    return distance


@lru_cache(maxsize=2000)  # a refusal compares one text with every legal move, again and again
def _parts(text: str) -> tuple[list[tuple[int, ...]], list[tuple[int]], set[str]]:
    """Return the cells in a text, by row and column or by row, column and level; its numbers; its
    words."""
    upper = text.upper()
    cells = [(*map(ord, letters), _small(digits)) for letters, digits in CELL.findall(upper)]
    numbers = [(_small(number),) for number in NUMBER.findall(upper)]
    return cells, numbers, set(WORD.findall(upper))


def _small(digits: str) -> int:
    return min(FAR, int(digits[:4]))  # Python refuses to read very long numbers


def _between(here: tuple[int, ...], there: tuple[int, ...]) -> int:
    """Return how many steps lie between two cells or two numbers; a fixed number if one is missing."""
    if len(here) != len(there):
        return 10
    return sum(min(FAR, abs(a - b)) for a, b in zip(here, there, strict=True))
