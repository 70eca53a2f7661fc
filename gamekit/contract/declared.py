"""What follows from a game's declarations, where it writes nothing of its own: notation, positions,
the board as text, and the sentence of a rule.

A move is written as what is pressed for it, its *way*: cells and words, "E1-D1" or "B3 red".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from gamekit.boards.board import Board
from gamekit.contract.components import (
    BOXED,
    IN_DECK,
    PLACE_NAMES,
    UNKNOWN,
    Deck,
    Secret,
    lying,
    put,
)
from gamekit.contract.fields import Field, Nested, Parameter, Parameters, State
from gamekit.contract.position import Position, PositionFields
from gamekit.contract.rulebook import RULING, Rule
from gamekit.errors import Unreadable
from gamekit.validation import shown

Way = Sequence[int | str]
MOST_TURNS = 1_000_000
BETWEEN = re.compile(r"[-\s]+")
WIDTHS = {"i1": 7, "i2": 15, "i4": 31, "i8": 62}  # bits of a number of each kind
UNNAMED = ("deck", "out")  # where cards are that a position does not name
LONGEST_EXAMPLE = 3  # numbers of a list that an example shows


# --- notation ----------------------------------------------------------------------------------


def spelled(board: Board | None, rules: Parameters, way: Way) -> str:
    """Return a move in notation: "-" between cells, a blank before a word."""
    text = ""
    for part in way:
        if isinstance(part, str):
            text += f" {part}"
        elif board and part >= 0:  # what would leave the board has no name
            text += f"-{board.name(rules, part)}"
    return text.lstrip(" -")


def found(
    board: Board | None,
    rules: Parameters,
    text: str,
    moves: Sequence[int],
    way: Callable[[int], Way],
) -> list[int]:
    """Return those of these moves that are written like this; blanks, dashes and case do not matter."""
    wanted, alike = _plain(text), []
    for move in moves:
        parts = way(move)
        is_whole = all(isinstance(part, str) or part >= 0 for part in parts)
        if is_whole and _plain(spelled(board, rules, parts)) == wanted:
            alike.append(move)
    return alike


def unread(board: Board | None, rules: Parameters, text: str, example: str) -> Unreadable:
    """Return why no move is written like this."""
    for word in board.apart(text) if board else ():
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
    rulebook: Sequence[Rule], rules: Parameters, terms: Mapping[str, object], number: int
) -> str:
    """Return the sentence of a rule of the game by its number, under these parameters."""
    sign = f"-Q{number - RULING}" if number > RULING else f"-{number}"
    values = {
        name: field.decode(getattr(rules, name))
        for name, field in type(rules).fields.items()
        if isinstance(field, Parameter)
    }
    for rule in rulebook:
        if rule.id.endswith(sign):
            said = rule.under({**values, **terms}).text
            return said.replace("{", "{{").replace("}", "}}")
    return ""


# --- positions ---------------------------------------------------------------------------------


def own_fields(record: type[State]) -> dict[str, Field]:
    """Return the fields that a game declares itself, records inside left out."""
    return {
        name: field
        for name, field in record.fields.items()
        if name not in State.fields and not isinstance(field, Nested)
    }


def position_fields(board: Board | None, record: type[State], rules: Parameters) -> PositionFields:
    """Return the fields of positions: what lies on the board, all else in the state, whose turn it is."""
    fields: dict[str, tuple[str, object]] = {}
    for name, field in own_fields(record).items():
        said = field.doc or f"the field {name}"
        if isinstance(field, Deck):
            fields[name] = said, {"hand 0": [field.name(0)], "discarded": [field.name(1)]}
        elif board and name == board.pieces:
            marks = board.written_marks()
            example = dict(zip(board.names(rules), marks, strict=False))
            fields[name] = field.doc or f"what lies on cells: {', '.join(marks)}", example
        elif board and name == board.numbers:
            fields[name] = said, {board.names(rules)[0]: max(1, _range(field, rules)[0])}
        elif field.size:
            fields[name] = said, [_range(field, rules)[0]] * min(field.size, LONGEST_EXAMPLE)
        else:
            fields[name] = said, max(0, _range(field, rules)[0])
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
            for cell in range(board.cells(rules)):
                values[cell] = 0
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
    """Yield the cells that a field names, and what is to lie on each."""
    marks = board.written_marks()
    for cell, value in given.cells(name, lambda text: board.named(rules, text)).items():
        if name == board.pieces:
            yield cell, marks.index(given.word(name, value, marks)) + 1
        else:
            yield cell, given.number(f"{name} on {board.name(rules, cell)}", value, low, high)


def dumped(board: Board | None, rules: Parameters, state: State) -> dict[str, object]:
    """Return a state as the fields of a position."""
    values: dict[str, object] = {}
    for name, field in own_fields(type(state)).items():
        value: Any = getattr(state, name)
        if isinstance(field, Deck):
            places = {where: lying(field, value, n) for n, where in enumerate(PLACE_NAMES)}
            values[name] = {
                where: cards for where, cards in places.items() if cards and where not in UNNAMED
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
    """Put the cards that a position names where it says; all others are in the deck."""
    names = [field.name(card) for card in range(field.cards)]
    in_play = [card for card in range(field.cards) if cards[card] != BOXED]
    for card in in_play:
        put(cards, card, IN_DECK)
    for where, group in given.mapping(name).items():
        place = PLACE_NAMES.index(given.word(f"a place of {name}", where, PLACE_NAMES))
        for each in given.values(str(where), group, 0, field.cards, [names[0]]):
            card = names.index(given.word("a card", each, names))
            if card not in in_play or cards[card] != IN_DECK:
                given.refuse(f"the card {names[card]} is there twice, or not in this game.")
            put(cards, card, place)


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
    """Return the board as text, and below it whose marks are whose and what is counted."""
    lines = []
    if board and board.rows(rules):
        lines.append(board.text(rules, [board.marked(state, c) for c in range(board.cells(rules))]))
        if board.pieces:
            lines.append(f"{board.marks[0]} {{0}}  {board.marks[1]} {{1}}")
    for name in told(board, type(state)):
        for player, said in beside(state, name):
            lines.append(said if player is None else f"{{{player}}}: {said}")
    return "\n".join(lines)


def told(board: Board | None, record: type[State]) -> list[str]:
    """Return the fields that are shown beside the board: components and counts; without one, all."""
    fields = own_fields(record)
    if board is None:
        return list(fields)
    return [
        n for n, field in fields.items() if isinstance(field, Deck | Secret) or n in board.counts
    ]


def beside(state: State, name: str) -> Iterator[tuple[int | None, str]]:
    """Yield what a field holds in words, and whose it is: a player's, or None for nobody's."""
    field, value = type(state).fields[name], getattr(state, name)
    if isinstance(field, Deck):
        for place, where in enumerate(PLACE_NAMES[:BOXED]):
            held = lying(field, value, place)
            said = str(len(held)) if where in ("deck", "burned") else " ".join(held)
            if held and where[-1] in "01":
                yield int(where[-1]), f"{where[:-2]} {said}"
            elif held:
                yield None, f"{where} {said}"
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
