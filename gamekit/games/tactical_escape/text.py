"""Tactical Escape, as people write and read it: notation, explanations and the board as text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gamekit.boards import hexagon
from gamekit.boards.hexagon_patterns import EMPTY, NOWHERE
from gamekit.contract import Unreadable
from gamekit.games.tactical_escape.gifts import gifts, next_giver, stage, why_no_turn
from gamekit.games.tactical_escape.rules import has_begun, most_pieces, pieces_placed, why_illegal
from gamekit.games.tactical_escape.state import (
    CONTAINS_FIVE,
    EMPTY_TURN,
    ESCAPE,
    ESCAPE_ALONE,
    EXACTLY_ONE,
    FIRST_TURN,
    GIVE,
    HIDDEN,
    LIMIT,
    LONGEST_IS_FIVE,
    NO_MIXING,
    NO_SUCH_CELL,
    NOBODY,
    NOT_BACK,
    NOT_OFFERED,
    OFFERED,
    PLACE,
    PLACING,
    REMOVE,
    REMOVING,
    STOP,
    TIES_OK,
    TRIPLES,
    Parameters,
    State,
    code_of,
    meaning_of,
)
from gamekit.games.tactical_escape.win_conditions import (
    CONDITIONS,
    EXACT_ROW,
    NOT_AT_LIMIT,
    THE_MOST,
    WIN_CONDITIONS,
)
from gamekit.games.tactical_escape.winning import fulfilled, fulfilling_cells


def name(rules: Parameters, cell: int) -> str:
    """The label of a cell (TE-Q1)."""
    return hexagon.label(rules.size, cell)


def cell_named(rules: Parameters, label: str) -> int:
    """The cell with this label; refuses one that is not on the board (TE-1)."""
    return hexagon.cell_named(rules.size, label, NO_SUCH_CELL)


def listed(words: Sequence[object]) -> str:
    """One after another, in words."""
    return ", ".join(str(word) for word in words)


def words(rules: Parameters, condition: int) -> str:
    """A win condition in a few words."""
    said = WIN_CONDITIONS[condition - 1]
    if said.asks == EXACT_ROW and rules.wc1 == LONGEST_IS_FIVE:
        return "a longest row of exactly five"
    if said.asks == EXACT_ROW and rules.wc1 == CONTAINS_FIVE:
        return "a row of five or more"
    if said.compared == THE_MOST and rules.superlative == TIES_OK:
        return f"{said.words}, a tie being enough"
    return said.words


# --- moves -------------------------------------------------------------------------------------


def turn_text(rules: Parameters, state: State, moves: Sequence[str]) -> str:
    """A whole turn; the order of the pieces does not matter."""
    places = sorted(moves, key=lambda word: (word == "escape", word[0], len(word), word))
    return " ".join(places)


def sees(rules: Parameters, state: State, move: int, player: int) -> bool:
    """Everything but the opponent's gifts (TE-36)."""
    return state.offer[0] == 0 or next_giver(rules, state) in (NOBODY, player)


def tells_all(rules: Parameters) -> bool:
    """Who gave what is secret until the end, however that comes (TE-36)."""
    return True


def goes_on(rules: Parameters, before: State, after: State) -> bool:
    """A turn goes on until it is ended; each gift is one by itself, and timed so (TE-34)."""
    in_turn = before.offer[0] > 0 and next_giver(rules, before) == NOBODY
    return in_turn and before.turn == after.turn


def read(rules: Parameters, state: State, text: str) -> list[int]:
    """Read "give 6", "E5", "E5 F3", "remove D4" or "pass", but for the first with " escape"."""
    said = [word for word in re.split(r"[\s,]+", text.strip().lower()) if word]
    if gift := re.fullmatch(r"(?:give )?(\d+)", " ".join(said)):
        return [gift_named(rules, int(gift[1]))]
    declares = said[-1:] == ["escape"]
    body = said[:-1] if declares else said
    end = [code_of(rules, ESCAPE, 0)] if declares else []
    if body == ["pass"] and not has_begun(state):
        return end or [code_of(rules, STOP, 0)]
    if body == ["stop"] and not declares:
        return [code_of(rules, STOP, 0)]
    if not body and declares:
        if not has_begun(state) and next_giver(rules, state) == NOBODY:
            raise escape_alone(rules, state)
        return end
    return cells_named(rules, state, " ".join(w for w in body if w not in ("place", "and"))) + end


def escape_alone(rules: Parameters, state: State) -> Unreadable:
    """The refusal of an ESCAPE without a turn, with an example of one (TE-Q8)."""
    moves = [code_of(rules, STOP, 0), *range(code_of(rules, STOP, 0))]  # to pass, else a cell
    legal = (move for move in moves if why_illegal(rules, state, move) == 0)
    example = write(rules, state, next(legal))
    return Unreadable(
        f'ESCAPE goes with a turn: write its move before it, like "{example} escape".',
        ESCAPE_ALONE,
    )


def gift_named(rules: Parameters, condition: int) -> int:
    """The move that gives this win condition; refuses one there is not (TE-8)."""
    if not 1 <= condition <= CONDITIONS:
        raise Unreadable(
            f"There is no win condition {condition}: they are numbered 1 to {CONDITIONS}.",
            NOT_OFFERED,
        )
    return code_of(rules, GIVE, condition)


def unreadable(rules: Parameters, state: State) -> Unreadable:
    """The refusal of what is no move: what the player to act may write, with legal examples."""
    giver = next_giver(rules, state)
    if giver != NOBODY:
        how = f'{gift_due(state, giver)} Write "give" and its number.'
        return Unreadable(how, why_no_turn(rules, state))
    by_kind: dict[int, list[str]] = {}
    for move in range(code_of(rules, STOP, 0) + 1):
        if why_illegal(rules, state, move) == 0:
            by_kind.setdefault(meaning_of(rules, move)[0], []).append(write(rules, state, move))
    if has_begun(state):
        said = [f'"{moves[0]}"' for moves in by_kind.values()]
        return Unreadable(f'Write {", ".join(said)} or "escape" to go on with this turn or end it.')
    cells = most_pieces(state)
    said = [
        f'"{" ".join(moves[: cells if kind == PLACE else 1])}"' for kind, moves in by_kind.items()
    ]
    ways = f"{', '.join(said[:-1])} or {said[-1]}" if len(said) > 1 else said[0]
    return Unreadable(
        f'A turn is written for example {ways}, with " escape" at its end for an ESCAPE.'
    )


def cells_named(rules: Parameters, state: State, text: str) -> list[int]:
    """The moves of a turn that names cells to place on or to remove from."""
    if not re.fullmatch(r"((remove )?[a-z]\d+( |$))+", text):
        raise unreadable(rules, state)
    return [
        code_of(rules, REMOVE if remove else PLACE, cell_named(rules, cell))
        for remove, cell in re.findall(r"(remove )?(\w+)", text)
    ]


def write(rules: Parameters, state: State, move: int) -> str:
    """The notation of a move, or of an offer."""
    if state.offer[0] == 0:
        return " ".join(str(condition) for condition in TRIPLES[move])
    kind, index = meaning_of(rules, move)
    if kind == GIVE:
        return f"give {index}"
    if kind in (STOP, ESCAPE):
        word = "stop" if kind == STOP else "escape"
        return word if has_begun(state) else ("pass" if word == "stop" else "pass escape")
    return name(rules, index) if kind == PLACE else f"remove {name(rules, index)}"


# --- explanations ------------------------------------------------------------------------------


def explain(rules: Parameters, state: State, move: int, rule: int) -> tuple[str, tuple[str, ...]]:
    """Why the rule forbids this move, and the cells concerned."""
    kind, index = meaning_of(rules, move)
    if kind == GIVE:
        return explain_gift(rules, state, index, rule), ()
    if next_giver(rules, state) != NOBODY:
        return gift_due(state, next_giver(rules, state)), ()
    if rule == EMPTY_TURN:
        return "A turn must place or remove something while that is possible.", ()
    if kind in (STOP, ESCAPE):
        return "The first turn of the game places exactly one piece, so it cannot be a pass.", ()
    return explain_cell(rules, state, kind == PLACE, index, rule)


def explain_cell(
    rules: Parameters, state: State, places: bool, cell: int, rule: int
) -> tuple[str, tuple[str, ...]]:
    """Why nothing is placed on this cell, or removed from it."""
    here = name(rules, cell)
    opponent = f"{{{1 - state.player}}}"
    if rule == NO_MIXING:
        did = "removed" if places else "placed"
        return f"This turn has {did} a piece; no turn both places and removes.", (here,)
    if rule in (FIRST_TURN, EXACTLY_ONE):
        what = f"no second piece can go on {here}" if places else f"nothing is removed from {here}"
        return f"The first turn of the game is exactly one piece: {what}.", (here,)
    if rule == NOT_BACK:
        return (
            f"{opponent} has just removed a piece from {here}; nothing is placed there in this turn.",
            (here,),
        )
    if rule == REMOVING and state.removed != NOWHERE:
        gone = name(rules, state.removed)
        return f"The piece on {gone} was removed in this turn; only one may be.", (gone, here)
    if rule == PLACING and pieces_placed(state) >= most_pieces(state):
        return f"A turn places up to two pieces; there is none left for {here}.", (here,)
    owner = state.board[cell]
    holds = "is empty" if owner == EMPTY else f"holds a piece of {{{owner}}}'s"
    must = (
        "pieces are placed on empty cells" if places else f"only pieces of {opponent}'s are removed"
    )
    return f"{here} {holds}; {must}.", (here,)


def gift_due(state: State, giver: int) -> str:
    """Who must give a win condition first. What they gave before is a secret (TE-36)."""
    another = "another" if gifts(state, giver) else "one"
    offer = listed(state.offer)
    return f"First {{{giver}}} must give {{{1 - giver}}} {another} of the win conditions offered: {offer}."


def explain_gift(rules: Parameters, state: State, condition: int, rule: int) -> str:
    """Why this win condition is not given."""
    giver = next_giver(rules, state)
    if rule == NOT_OFFERED:
        return f"Win condition {condition} is not offered; those offered are {listed(state.offer)}."
    if giver == NOBODY:
        if gifts(state, 0) == OFFERED:
            return "All three win conditions are given."
        turns = rules.stage_turns * stage(rules, state)
        after = "one turn" if turns == 1 else f"{turns} turns"
        return f"The next win condition is given after {after} each."
    return (
        f"{{{giver}}} gave {{{1 - giver}}} win condition {condition} before; nobody gets one twice."
    )


def ending(rules: Parameters, state: State) -> str:
    """How the game ended."""
    if state.rule == LIMIT:
        return ending_at_limit(rules, state)
    escaper = state.player
    if state.winner != escaper:
        received = [c for c in state.given[(1 - escaper) * OFFERED :][:OFFERED] if c]
        return f"{{{escaper}}} escaped without fulfilling win condition {' or '.join(map(str, received))}."
    reasons = []
    for condition in fulfilled(rules, state, escaper):
        cells = listed(fulfilling_cells(rules, state, escaper, condition))
        reasons.append(
            f"win condition {condition}, {words(rules, condition)}{f' ({cells})' * bool(cells)}"
        )
    return f"{{{escaper}}} escaped with {' and '.join(reasons)}."


def ending_at_limit(rules: Parameters, state: State) -> str:
    """How many of the win conditions received each player fulfils (TE-32, TE-Q35)."""
    counts = [
        len([c for c in fulfilled(rules, state, player) if c not in NOT_AT_LIMIT])
        for player in range(2)
    ]
    limit = f"After {state.turn // 2} turns each"
    text = (
        f"{limit} {{0}} fulfils {counts[0]} and {{1}} {counts[1]} of the win conditions received."
    )
    tie = counts[0] == counts[1] and state.winner in (0, 1)
    return f"{text} {{{state.winner}}} is the DMO." if tie else text


def text_board(rules: Parameters, state: State) -> str:
    """The pieces, the offer, and of the win conditions given those that the viewer may know."""
    marks = [".RB"[owner + 1] for owner in state.board]
    lines = [hexagon.text(rules.size, marks)]
    if state.offer[0]:
        lines.append(f"Offer: {listed(state.offer)}")
        for giver in range(2):
            gift = [c for c in state.given[giver * OFFERED :][:OFFERED] if c != 0]
            if gift:
                shown = listed(["?" if c == HIDDEN else c for c in gift])
                lines.append(f"{{{giver}}} gave {shown}")
    if state.turn > 1:
        lines.append(f"Turn {state.turn // 2}")
    return "\n".join(lines)
