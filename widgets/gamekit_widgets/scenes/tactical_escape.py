"""Tactical Escape: a hexagon of cells, and what on it bears on the win conditions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from math import sqrt
from typing import Any

import gamekit as gk
from gamekit.boards import hexagon, patterns
from gamekit_widgets.scene import (
    Cell,
    Choice,
    Emblem,
    Hand,
    Piece,
    Scene,
    Token,
    Way,
    Words,
    Zone,
    in_words,
    latest_turn,
    nameplate,
    one_move,
)

SIZE = 56.0  # of a cell, side to side
ROW = SIZE * sqrt(3) / 2  # from one row to the next
PAD, BAND, LINE = 4.0, 44.0, 28.0  # around the board, for a player's name, for a win-con
NARROWEST = 480.0  # the words need so much

SWITCH = "show "  # the switch of win-con 6 is "show 6"

# What each win-con measures, and those of them that only ask whether there is any.
MEASURED = {
    1: "longest row up to five",
    2: "longest row",
    3: "largest group",
    4: "groups of three or more",
    5: "group from side to side",
    6: "surrounded groups",
    7: "flowers",
    8: "bordering groups",
    9: "two identical baskets",
    10: "five on one number",
    11: "latest three turns short",
    12: "given last",
}
WHETHER = (5, 9, 10, 11, 12)


def draw(view: gk.View, hand: Hand) -> Scene:
    """Return the picture of this view."""
    state, size = view.state, view.rules.size
    return Scene(
        name=f"{view.game.title} board",
        says=_in_words(view, state),
        prompt=_prompt(view, state, hand),
        width=_width(size),
        height=_bottom(size) + BAND + LINE * (len(_offer(state)) + 0.5),
        cells=tuple(_cells(view, state, hand)),
        pieces=(
            *_zones(view, state, hand),
            *_pieces(state, size),
            *_bands(view, state),
            *_legend(view, state, hand),
        ),
        note=_note(view.rules, state),
        choices=tuple(_choices(view, state, hand)),
    )


def presses(view: gk.View, move: str) -> Way:
    """A cell, or a button; an ESCAPE is asked twice."""
    if move in ("escape", "pass escape"):
        return "escape", "yes"
    return (move.removesuffix(" ...").removeprefix("remove "),)


def compose(view: gk.View, pressed: tuple[str, ...]) -> str | None:
    """A cell of the opponent's is to be emptied, any other to be placed on."""
    state = view.state
    if pressed[0] == "escape":
        begun = view.game.has_begun(state)
        return ("escape" if begun else "pass escape") if pressed[1:] == ("yes",) else None
    cell = hexagon.cell(view.rules.size, pressed[0])
    removes = cell is not None and state.board[cell] == 1 - state.player
    return one_move(view, f"remove {pressed[0]}" if removes else pressed[0])


def attempt(view: gk.View, pressed: tuple[str, ...]) -> str:
    """Only an ESCAPE takes two presses, and there anything but yes means the cell."""
    return compose(view, pressed[-1:]) or pressed[-1]


# --- cells and pieces --------------------------------------------------------------------------


def _width(size: int) -> float:
    return max(NARROWEST, (2 * size - 1) * SIZE + 2 * PAD)


def _centre(size: int, cell: int) -> tuple[float, float]:
    """Return where a cell is: half a cell to the right for each row further down its axis."""
    x = _width(size) / 2 + SIZE * (hexagon.EAST[cell] + hexagon.SOUTH[cell] / 2)
    return x, BAND + SIZE / sqrt(3) + ROW * (hexagon.SOUTH[cell] + size - 1)


def _bottom(size: int) -> float:
    """Return where the board ends."""
    return BAND + 2 * SIZE / sqrt(3) + ROW * (2 * size - 2)


def _cells(view: gk.View, state: Any, hand: Hand) -> Iterator[Cell]:
    rules = view.rules
    sizes, winning = Counter(state.group), _winning(view, state)
    recent = {text.removeprefix("remove ") for text in latest_turn(view)}
    for row in hexagon.rows(rules.size):
        for cell in row:
            label = hexagon.label(rules.size, cell)
            marks = hand.marks(label, label in winning, label in recent)
            words = [label, _piece_in_words(view, state, cell, sizes)]
            if cell == state.banned:
                words.append(f"closed to {view.names[state.player]} in this turn")
            words += in_words(marks)
            x, y = _centre(rules.size, cell)
            yield Cell(
                label, x, y, label[0], ", ".join(words), None, marks, "", SIZE, "hexagon"
            )  # fmt: skip


def _piece_in_words(view: gk.View, state: Any, cell: int, sizes: Counter[int]) -> str:
    owner = state.board[cell]
    if owner == patterns.EMPTY:
        return "empty"
    size = sizes[state.group[cell]]
    return f"{view.names[owner]}, {'alone' if size == 1 else f'in a group of {size}'}"


def _winning(view: gk.View, state: Any) -> set[str]:
    """Return the cells by which the game was won."""
    if view.result is None or view.result.winner is None or view.result.rule.startswith("X-"):
        return set()
    game, winner = view.game, view.result.winner
    fulfilled = game.fulfilled(view.rules, state, winner)
    return {c for w in fulfilled for c in game.fulfilling_cells(view.rules, state, winner, w)}


def _pieces(state: Any, size: int) -> Iterator[Piece]:
    for cell in range(hexagon.cell_count(size)):
        x, y = _centre(size, cell)
        if state.board[cell] != patterns.EMPTY:
            yield Emblem(f"piece-{cell}", x, y + 6, state.board[cell], 30)
        elif cell == state.banned:
            yield Token(f"ban-{cell}", x, y + 6, "ban", 28)


def _bands(view: gk.View, state: Any) -> Iterator[Piece]:
    """Draw each player's name and gifts."""
    size = view.rules.size
    for player, y in enumerate((BAND / 2, _bottom(size) + BAND / 2)):
        yield from nameplate(player, view.names[player], PAD, y)
        given = state.given[3 * player : 3 * player + 3]
        gifts = ["?" if gift < 0 else str(gift) for gift in given if gift]
        if gifts:
            words = f"gave {', '.join(gifts)}"
            yield Words(f"gave-{player}", _width(size) - PAD - 6, y + 6, words, "small")


# --- the win conditions ------------------------------------------------------------------------


def _offer(state: Any) -> list[int]:
    return [condition for condition in state.offer if condition]


def _is_shown(hand: Hand, condition: int) -> bool:
    return hand.is_assisted and f"{SWITCH}{condition}" in hand.on


def _legend(view: gk.View, state: Any, hand: Hand) -> Iterator[Piece]:
    """List the offered win-cons, or what they measure where that is shown."""
    top = _bottom(view.rules.size) + BAND + 0.6 * LINE
    for place, condition in enumerate(_offer(state)):
        y = top + LINE * place
        words = view.game.namespace["WORDS"][condition - 1]
        if _is_shown(hand, condition):
            words = MEASURED[condition]
            yield from _measures(view, state, condition, y)
        yield Words(f"win-con-{condition}", PAD + 30, y, str(condition), "term")
        yield Words(f"words-{condition}", PAD + 40, y, words, "words")


def _measures(view: gk.View, state: Any, condition: int, y: float) -> Iterator[Piece]:
    """Write what both players have of what a win-con asks for."""
    right = _width(view.rules.size) - PAD
    for player, x in enumerate((right - 136, right - 62)):
        measure = view.game.measure(view.rules, state, player, condition)
        text = ("yes" if measure else "no") if condition in WHETHER else str(measure)
        yield Emblem(f"measured-{condition}-{player}", x, y - 7, player, 18)
        yield Words(f"measure-{condition}-{player}", x + 15, y, text, "words")


def _zones(view: gk.View, state: Any, hand: Hand) -> Iterator[Piece]:
    """Draw what bears on the win-cons that are shown."""
    for condition in _offer(state):
        if _is_shown(hand, condition):
            for owner in range(2):
                yield from zones_of(view, owner, condition)


def zones_of(view: gk.View, owner: int, condition: int) -> Iterator[Zone]:
    """Draw what this player has that bears on a win-con."""
    for number, (cells, text) in enumerate(parts_of(view, owner, condition)):
        centres = tuple(_centre(view.rules.size, cell) for cell in cells)
        yield Zone(f"zone-{condition}-{owner}-{number}", centres, SIZE, owner, text)


def parts_of(view: gk.View, owner: int, condition: int) -> list[tuple[list[int], str]]:
    """Return what this player has that bears on a win-con: cells, and a number to write there.

    Rows and groups have their length; for 5 it is the number of opposite sides they reach, for 6
    the empty cells that keep them from being surrounded. 0 stands for every group.
    """
    rules, state = view.rules, view.state
    size, board, group = rules.size, state.board, state.group
    match condition:
        case 1 | 2:
            rows = _rows(size, state, owner)
            return [(row, str(len(row))) for row in rows if len(row) > 2]
        case 7:
            flowers = [f for f in hexagon.flowers(size) if all(board[c] == owner for c in f)]
            return [(flower, "") for flower in flowers]
        case 9:
            return [(basket, "=") for basket in _baskets(view, state, owner)]
        case 10:
            counts = _on_numbers(size, state, owner)
            most = [n for n, count in counts.items() if 1 < count == max(counts.values())]
            return [(_on_number(size, state, owner, n), str(counts[n])) for n in most]
    found, largest = [], view.game.measure(rules, state, owner, 3)
    for pieces in _groups(size, state, owner):
        enemies = patterns.touches(size, board, group, pieces[0], 1 - owner)
        bears, text = {
            0: (True, str(len(pieces))),
            3: (len(pieces) == largest, str(len(pieces))),
            4: (len(pieces) >= 3, str(len(pieces))),
            5: (_reach(size, pieces) > 0, str(_reach(size, pieces))),
            6: (enemies, str(len(_liberties(size, state, pieces)))),
            8: (enemies, ""),
        }.get(condition, (False, ""))
        if bears:
            found.append((pieces, text))
    return found


def _groups(size: int, state: Any, owner: int) -> list[list[int]]:
    """Return this player's groups, each from its first cell on."""
    groups: dict[int, list[int]] = {}
    for cell in range(hexagon.cell_count(size)):
        if state.board[cell] == owner:
            groups.setdefault(state.group[cell], []).append(cell)
    return list(groups.values())


def _rows(size: int, state: Any, owner: int) -> list[list[int]]:
    """Return this player's straight rows, whole ones only."""
    return [
        list(cells)
        for line in hexagon.lines(size)
        for holder, cells in groupby(line, lambda cell: state.board[cell])
        if holder == owner
    ]


def _reach(size: int, pieces: list[int]) -> int:
    """Return 2 where these pieces reach two opposite sides, 1 where they reach any, else 0."""
    reached = [bool(set(pieces).intersection(hexagon.side(size, side))) for side in range(6)]
    connects = any(reached[side] and reached[side + 3] for side in range(3))
    return any(reached) + connects


def _liberties(size: int, state: Any, pieces: list[int]) -> set[int]:
    """Return the empty cells beside these pieces."""
    beside = {cell for piece in pieces for cell in hexagon.neighbours(size, piece)}
    return {cell for cell in beside if state.board[cell] == patterns.EMPTY}


def _baskets(view: gk.View, state: Any, owner: int) -> list[list[int]]:
    """Return two identical baskets, or none."""
    size = view.rules.size
    may_overlap = view.game.parameters["basket_overlap"] == "distinct"
    first, basket, other, twin = patterns.twin_baskets(size, state.board, owner, may_overlap)
    if first == patterns.NOWHERE:
        return []
    cells = range(hexagon.cell_count(size))
    return [
        [cell for cell in cells if patterns.in_basket(size, *laid, cell)]
        for laid in ((first, basket), (other, twin))
    ]


def _on_number(size: int, state: Any, owner: int, number: int) -> list[int]:
    """Return this player's pieces on the cells with a number."""
    cells = range(hexagon.cell_count(size))
    return [c for c in cells if state.board[c] == owner and hexagon.number_of(size, c) == number]


def _on_numbers(size: int, state: Any, owner: int) -> Counter[int]:
    """Count this player's pieces by the number of their cells."""
    cells = range(hexagon.cell_count(size))
    return Counter(hexagon.number_of(size, c) for c in cells if state.board[c] == owner)


# --- words and buttons -------------------------------------------------------------------------


def _choices(view: gk.View, state: Any, hand: Hand) -> Iterator[Choice]:
    if "escape" in hand.pressed:
        yield Choice("yes", "Escape now")
        yield Choice("escape", "Stay")
        return
    for move in hand.ways:
        if move.startswith("give "):
            rule = view.game.rulebook[f"TE-{14 + int(move.removeprefix('give '))}"]
            yield Choice(move, f"{rule.title.removeprefix('Win-con ')}: {rule.text}")
    labels = {"stop": "End turn", "pass": "Pass", "escape": "Escape …"}
    for name, label in labels.items():
        if name in hand.next:
            yield Choice(name, label)
    if hand.is_assisted:
        for condition in _offer(state):
            switch = f"{SWITCH}{condition}"
            yield Choice(switch, f"Show {condition}", switch in hand.on)


def _prompt(view: gk.View, state: Any, hand: Hand) -> str:
    """Say what is to be done."""
    if view.result:
        return view.result.text
    if view.to_act not in (0, 1):
        return "Three win-cons are about to be drawn"
    name, other = view.names[view.to_act], view.names[1 - view.to_act]
    if view.game.next_giver(view.rules, state) >= 0:
        return f"{name} gives {other} a win-con: by which one may {other} win?"
    if "escape" in hand.pressed:
        return "An ESCAPE ends the game. Sure?"
    game = view.game
    if not game.has_begun(state):
        if state.turn == 0:
            return f"{name} places one piece"
        return f"{name} places up to two pieces or removes one of {other}'s"
    if game.pieces_placed(state) and game.pieces_placed(state) < game.most_pieces(state):
        return f"{name} may place a second piece, or end the turn"
    return f"{name} ends the turn, or escapes with it"


def _note(rules: Any, state: Any) -> str:
    """Number the turn, and say when win-cons are given."""
    turn = state.turn // 2 + 1
    limit = f" of {rules.turn_cap}" if rules.turn_cap else ""
    turn = min(turn, rules.turn_cap) if rules.turn_cap else turn
    return f"Turn {turn}{limit} · win-cons after {rules.stage_turns} and {2 * rules.stage_turns}"


def _in_words(view: gk.View, state: Any) -> str:
    """Read the whole board: what stands where, what is offered, and who is to do what."""
    cells = [cell for row in hexagon.rows(view.rules.size) for cell in row]
    pieces = []
    for player in range(2):
        held = [hexagon.label(view.rules.size, c) for c in cells if state.board[c] == player]
        pieces.append(f"{view.names[player]} on {' '.join(held) or 'no cell'}")
    offer = ", ".join(map(str, _offer(state))) or "not drawn yet"
    prompt = _prompt(view, state, Hand())
    return f"{view.game.title}. {'; '.join(pieces)}. Win-cons offered: {offer}. {prompt}"


# --- examples ----------------------------------------------------------------------------------

# Pictures for explaining the rules: Red's and Blue's pieces, whose matter, and for which win-con.
EXAMPLES = {
    "groups of 1, 3 and 4": ("E5 B2 B3 C3 G3 G4 H3 H4", "", 0, 0),
    "a surrounded group": ("C4 C5 D4 D6 E4 E6 F4 F5", "D5 E5", 1, 6),
    "three flowers": ("F3 G3 G4 H2 B3 C4 D4 C5 B5 D6", "", 0, 7),
    "two baskets": ("", "C2 C3 D3 D4 E4 G6 G5 F6 F5 E6", 1, 9),
}


def example(name: str) -> Scene:
    """Return one of the `EXAMPLES` as a picture."""
    red, blue, owner, condition = EXAMPLES[name]
    board = {**dict.fromkeys(red.split(), 0), **dict.fromkeys(blue.split(), 1)}
    view = gk.Match("tactical-escape", position={"board": board}, auto=False).view()
    scene = draw(view, Hand())
    return replace(
        scene,
        says=f"Tactical Escape: {name}. {scene.says}",
        pieces=(*zones_of(view, owner, condition), *scene.pieces),
    )
