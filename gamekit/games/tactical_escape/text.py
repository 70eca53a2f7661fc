"""Tactical Escape, as people write and read it: notation, explanations and the board as text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gamekit.boards import hexagon
from gamekit.boards.hexagon import cell_count, number_of
from gamekit.boards.patterns import (
    EMPTY,
    NOWHERE,
    group_size,
    in_basket,
    is_surrounded,
    row_length,
    touches,
    twin_baskets,
)
from gamekit.contract import RULING, Unreadable
from gamekit.games.tactical_escape.goals import (
    CONDITIONS,
    CONTAINS_FIVE,
    DISTINCT,
    ESCAPE_CONDITION,
    HIDDEN,
    NOBODY,
    OF_GIVER,
    OFFERED,
    TRIPLES,
    connecting_group,
    fulfils,
    gifts,
    measure,
    next_giver,
    shared_number,
    stage,
)
from gamekit.games.tactical_escape.rules import (
    Parameters,
    State,
    has_begun,
    most_pieces,
    pieces_placed,
)

WORDS = (
    "a row of exactly five",
    "a row of six or more",
    "the largest group, of ten or more",
    "the most groups of three or more",
    "a group that connects opposite sides",
    "a surrounded group of the opponent's",
    "the most flowers",
    "the most groups beside the opponent's",
    "two identical baskets of the opponent's",
    "five of the opponent's on one number",
    "three turns of at most one piece",
    "an escape in time",
)


def name(rules: Parameters, cell: int) -> str:
    """The label of a cell."""
    return hexagon.label(rules.size, cell)


def cell_named(rules: Parameters, label: str) -> int:
    """The cell with this label; refuses one that is not on the board (TE-1)."""
    return hexagon.cell_named(rules.size, label, 1)


def listed(words: Sequence[object]) -> str:
    """One after another, in words."""
    return ", ".join(str(word) for word in words)


def fulfilled(rules: Parameters, state: State, player: int) -> tuple[int, ...]:
    """The win-cons that this player has received and would win by."""
    received = state.given[(1 - player) * OFFERED :][:OFFERED]
    return tuple(c for c in received if c > 0 and fulfils(rules, state, player, c))


def fulfilling_cells(
    rules: Parameters, state: State, player: int, condition: int
) -> tuple[str, ...]:
    """The cells by which this player would win by a win-con, row by row, for pictures.

    There are none while it is not fulfilled, and none for 11 and 12, which are about turns. 6, 9
    and 10 give cells of the opponent's pieces: the surrounded groups, two baskets, a number.
    """
    if not fulfils(rules, state, player, condition):
        return ()
    about_giver = condition in OF_GIVER
    owner = 1 - player if about_giver else player
    pieces = [c for c in range(cell_count(rules.size)) if state.board[c] == owner]
    part = (givers_part if about_giver else own_part)(rules, state, pieces, owner, condition)
    return tuple(name(rules, c) for row in hexagon.rows(rules.size) for c in row if c in part)


def own_part(
    rules: Parameters, state: State, pieces: list[int], player: int, condition: int
) -> list[int]:
    """Those of a player's pieces by which win-con 1, 2, 3, 4, 5, 7 or 8 is fulfilled."""
    size, board, group = rules.size, state.board, state.group
    match condition:
        case 1 | 2:
            longer = condition == 2 or rules.wc1 == CONTAINS_FIVE
            lengths = range(4 + condition, 2 * size if longer else 6)
            return [c for c in pieces for a in range(3) if row_length(size, board, c, a) in lengths]
        case 3:
            largest = measure(rules, state, player, 3)
            return [c for c in pieces if group_size(size, group, group[c]) == largest]
        case 4:
            return [c for c in pieces if group_size(size, group, group[c]) >= 3]
        case 5:
            return [c for c in pieces if group[c] == connecting_group(rules, state, player)]
        case 7:
            own = [flower for flower in hexagon.flowers(size) if set(flower) <= set(pieces)]
            return [cell for flower in own for cell in flower]
        case 8:
            return [c for c in pieces if touches(size, board, group, group[c], 1 - player)]
    return []


def givers_part(
    rules: Parameters, state: State, pieces: list[int], giver: int, condition: int
) -> list[int]:
    """Those of the giver's pieces by which win-con 6, 9 or 10 is fulfilled."""
    size, board, group = rules.size, state.board, state.group
    match condition:
        case 6:
            return [c for c in pieces if is_surrounded(size, board, group, group[c])]
        case 9:
            twins = twin_baskets(size, board, giver, rules.basket_overlap == DISTINCT)
            both = twins[:2], twins[2:]
            return [c for c in pieces for basket in both if in_basket(size, *basket, c)]
        case 10:
            shared = shared_number(rules, state, giver)
            return [c for c in pieces if number_of(size, c) == shared]
    return []


def turn_text(rules: Parameters, state: State, moves: Sequence[str]) -> str:
    """A whole turn; the order of the pieces does not matter."""
    places = sorted(moves, key=lambda word: (word == "escape", word[0], len(word), word))
    return " ".join(places)


def read(rules: Parameters, state: State, text: str) -> list[int]:
    """Read "give 6", "E5", "E5 F3", "remove D4" or "pass", but for the first with " escape"."""
    cells = cell_count(rules.size)
    words = [word for word in re.split(r"[\s,]+", text.strip().lower()) if word]
    if gift := re.fullmatch(r"(?:give )?(\d+)", " ".join(words)):
        if not 1 <= int(gift[1]) <= CONDITIONS:
            raise Unreadable(f"There is no win-con {gift[1]}: they are numbered 1 to 12.", 8)
        return [2 * cells + 1 + int(gift[1])]
    declares = words[-1:] == ["escape"]
    body = words[:-1] if declares else words
    end = [2 * cells + 1] if declares else []
    if body == ["pass"] and not has_begun(state):
        return end or [2 * cells]
    if body == ["stop"] and not declares:
        return [2 * cells]
    if not body and declares:
        if not has_begun(state):
            raise Unreadable(
                'ESCAPE goes with a turn: write its move before it, or "pass escape".', RULING + 8
            )
        return end
    turn = " ".join(word for word in body if word not in ("place", "and"))
    if not re.fullmatch(r"((remove )?[a-z]\d+( |$))+", turn):
        raise Unreadable(
            'A turn is written like "E5 F3", "remove D4" or "pass", with " escape" at its end for '
            'an ESCAPE, and a win-con is given like "give 6".'
        )
    pieces = re.findall(r"(remove )?(\w+)", turn)
    return [cells * bool(remove) + cell_named(rules, cell) for remove, cell in pieces] + end


def write(rules: Parameters, state: State, move: int) -> str:
    """The notation of a move, or of an offer."""
    cells = cell_count(rules.size)
    if state.offer[0] == 0:
        return " ".join(str(condition) for condition in TRIPLES[move])
    if move > 2 * cells + 1:
        return f"give {move - 2 * cells - 1}"
    if move >= 2 * cells:
        word = "stop" if move == 2 * cells else "escape"
        return word if has_begun(state) else ("pass" if word == "stop" else "pass escape")
    return name(rules, move) if move < cells else f"remove {name(rules, move - cells)}"


def explain(rules: Parameters, state: State, move: int, rule: int) -> tuple[str, tuple[str, ...]]:
    """Why the rule forbids this move, and the cells concerned."""
    cells = cell_count(rules.size)
    if move > 2 * cells + 1 or next_giver(rules, state) != NOBODY:
        return explain_gift(rules, state, move - 2 * cells - 1, rule), ()
    if rule == RULING + 2:
        return "A turn must place or remove something while that is possible.", ()
    if move >= 2 * cells:
        return "The first turn of the game places exactly one piece, so it cannot be a pass.", ()
    here = name(rules, move % cells)
    verb = "placed on" if move < cells else "removed from"
    opponent = f"{{{1 - state.player}}}"
    if rule == RULING + 6:
        did = "removed" if move < cells else "placed"
        return f"This turn has {did} a piece; no turn both places and removes.", (here,)
    if rule in (3, RULING + 3):
        more = "a second piece" if pieces_placed(state) else "nothing"
        return f"The first turn of the game is exactly one piece: {more} is {verb} {here}.", (here,)
    if rule == 6:
        return f"{opponent} has just removed a piece from {here}; wait for the next turn.", (here,)
    if rule == 5 and state.removed != NOWHERE:
        gone = name(rules, state.removed)
        return f"The piece on {gone} was removed in this turn; one is all.", (gone, here)
    if rule == 4 and pieces_placed(state) >= most_pieces(state):
        return f"Two pieces are placed already; there is none left for {here}.", (here,)
    owner = state.board[move % cells]
    holds = "is empty" if owner == EMPTY else f"holds a piece of {{{owner}}}'s"
    must = "pieces are placed on empty cells" if move < cells else f"only {opponent}'s are removed"
    return f"{here} {holds}; {must}.", (here,)


def explain_gift(rules: Parameters, state: State, condition: int, rule: int) -> str:
    """Why this win-con is not given, or why one must be given first."""
    giver = next_giver(rules, state)
    offer = listed(state.offer)
    if condition <= 0:
        return f"First {{{giver}}} gives {{{1 - giver}}} a win-con, one of {offer}."
    if rule == 8:
        return f"Win-con {condition} is not offered; those offered are {offer}."
    if giver == NOBODY:
        if gifts(state, 0) == OFFERED:
            return "All three win-cons are given."
        turns = rules.stage_turns * stage(rules, state)
        return f"The next win-con is given after {turns} turns each."
    return f"{{{giver}}} gave {{{1 - giver}}} win-con {condition} before; nobody gets one twice."


def ending(rules: Parameters, state: State) -> str:
    """How the game ended."""
    if state.rule == 32:
        counts = [
            len([c for c in fulfilled(rules, state, player) if c != ESCAPE_CONDITION])
            for player in range(2)
        ]
        limit = f"After {state.turn // 2} turns each"
        text = f"{limit} {{0}} fulfils {counts[0]} and {{1}} {counts[1]} of the win-cons received."
        tie = counts[0] == counts[1] and state.winner in (0, 1)
        return f"{text} {{{state.winner}}} is the DMO." if tie else text
    escaper = state.player
    if state.winner != escaper:
        received = [c for c in state.given[(1 - escaper) * OFFERED :][:OFFERED] if c]
        return (
            f"{{{escaper}}} escaped without fulfilling win-con {' or '.join(map(str, received))}."
        )
    reasons = []
    for condition in fulfilled(rules, state, escaper):
        cells = listed(fulfilling_cells(rules, state, escaper, condition))
        reasons.append(f"win-con {condition}, {WORDS[condition - 1]}{f' ({cells})' * bool(cells)}")
    return f"{{{escaper}}} escaped with {' and '.join(reasons)}."


def text_board(rules: Parameters, state: State) -> str:
    """The pieces, the offer, and of the win-cons given those that the viewer may know."""
    marks = [".RB"[owner + 1] for owner in state.board]
    lines = [hexagon.text(rules.size, marks)]
    if state.offer[0]:
        lines.append(f"Offer: {listed(state.offer)}")
        for giver in range(2):
            gift = [c for c in state.given[giver * OFFERED :][:OFFERED] if c != 0]
            if gift:
                words = listed(["?" if c == HIDDEN else c for c in gift])
                lines.append(f"{{{giver}}} gave {words}")
    if state.turn > 1:
        lines.append(f"Turn {state.turn // 2}")
    return "\n".join(lines)
