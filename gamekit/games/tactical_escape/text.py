"""Tactical Escape, as people write and read it: notation, explanations, positions and the board as text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from gamekit.boards import hexagon
from gamekit.boards.hexagon import cell_count, number_of
from gamekit.boards.patterns import (
    EMPTY,
    NOWHERE,
    group_size,
    in_basket,
    is_surrounded,
    join,
    row_length,
    touches,
    twin_baskets,
)
from gamekit.contract import (
    RULING,
    Scenario,
    Unreadable,
)
from gamekit.games.tactical_escape.rules import (
    CONDITIONS,
    CONTAINS_FIVE,
    DISTINCT,
    EXEMPT,
    HIDDEN,
    LATEST,
    NO_TURN,
    NOBODY,
    OFFERED,
    TRIPLES,
    Parameters,
    State,
    begin_turn,
    connecting_group,
    count_at_limit,
    count_fulfilled,
    fulfils,
    gifts,
    has_begun,
    largest_group,
    most_pieces,
    next_giver,
    pieces_placed,
    shared_number,
    stage,
)

WORDS = (
    "a row of exactly five",
    "a row of six or more",
    "the largest group, of ten or more",
    "the most groups of three or more",
    "a group that connects opposite sides",
    "a surrounded group of the opponent's",
    "the most flowers",
    "the most groups that border the opponent's",
    "two identical baskets of the opponent's",
    "five of the opponent's pieces on one number",
    "three turns with fewer than two pieces placed",
    "an escape in time",
)


def name(rules: Parameters, cell: int) -> str:
    """The label of a cell."""
    return hexagon.label(rules.size, cell)


def cell_named(rules: Parameters, label: str) -> int:
    """The cell with this label; refuses one that is not on the board (TE-1)."""
    cell = hexagon.cell(rules.size, label)
    if cell is None:
        rows = hexagon.rows(rules.size)
        ends = [f"{name(rules, row[0])} to {name(rules, row[-1])}" for row in (rows[0], rows[-1])]
        raise Unreadable(
            f"There is no cell {label.upper()}: the rows go from {ends[0]} down to {ends[1]}.", 1
        )
    return cell


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
    about_giver = condition in (6, 9, 10)
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
            largest = largest_group(rules, state, player)
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
        counts = [count_fulfilled(rules, state, player) for player in range(2)]
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


FIELDS = (
    "board", "to_move", "offer", "given", "turns", "banned", "placed", "laid", "removed",
)  # fmt: skip


def position(rules: Parameters, state: State, fields: Mapping[str, object]) -> None:
    """Set up `board`, `to_move`, `offer`, `given`, `turns`, `banned`, `placed` (in past turns) and,
    within a turn, `laid` (pieces placed so far) or `removed` (the cell)."""
    scene = Scenario(fields, FIELDS)
    if "board" in scene:
        for label, owner in scene.mapping("board", '{"E5": 0, "F3": 1}').items():
            cell = scene_cell(rules, scene, label)
            if state.board[cell] != EMPTY:
                scene.refuse(f"the board names {name(rules, cell)} twice.")
            state.board[cell] = scene.number(f"the owner of {label}", owner, 0, 1)
            join(rules.size, state.board, state.group, cell)
    placed = placed_turns(scene)
    set_turns(rules, state, scene, placed)
    set_gifts(rules, state, scene)
    is_over = rules.turn_cap > 0 and state.turn >= 2 * rules.turn_cap
    set_placed(rules, state, scene, placed, is_over)
    if "banned" in scene:
        shape = '["D4"], one cell at most'
        raw = scene.raw("banned")
        if not isinstance(raw, list | tuple) or len(raw) > 1:
            scene.refuse(f"banned is {raw!r}; write it like {shape}.")
        for label in raw:
            state.banned = empty_cell(rules, state, scene, label, "banned")
    set_turn_under_way(rules, state, scene)
    if is_over:
        count_at_limit(rules, state)


def scene_cell(rules: Parameters, scene: Scenario, label: object) -> int:
    """The cell a scenario names."""
    try:
        return cell_named(rules, str(label))
    except Unreadable as problem:
        scene.refuse(str(problem))


def empty_cell(rules: Parameters, state: State, scene: Scenario, label: object, field: str) -> int:
    """The cell a scenario names, from which a piece has just gone."""
    cell = scene_cell(rules, scene, label)
    if state.board[cell] != EMPTY:
        scene.refuse(f"{field} names {name(rules, cell)}, on which a piece stands.")
    return cell


def placed_turns(scene: Scenario) -> list[list[int]]:
    """The pieces placed in past turns, for each player from the first known turn on."""
    if "placed" not in scene:
        return [[], []]
    pair = scene.sequence("placed", 2, "[[1, 2, 0], [2, 2]]")
    for turns in pair:
        if not isinstance(turns, list | tuple):
            scene.refuse(f"placed is {pair!r}; write it like [[1, 2, 0], [2, 2]].")
    return [[scene.number("placed", n, 0, 2) for n in turns] for turns in pair]  # type: ignore[attr-defined]


def set_turns(
    rules: Parameters, state: State, scene: Scenario, placed: Sequence[Sequence[int]]
) -> None:
    """Who is to move in which turn; without `turns`, the fewest that the rest allows."""
    pieces = sum(owner != EMPTY for owner in state.board)
    if "turns" not in scene and "placed" in scene:
        lengths = {"turns": [len(turns) for turns in placed], "to_move": scene.raw("to_move")}
        scene = Scenario(lengths, FIELDS)
    state.turn, state.player = scene.turns(state.first, 10_000)
    if "turns" not in scene and pieces > 0 and state.turn == 0:
        state.turn = 2
    if state.turn == 0 and pieces > 0 and not scene.whole("laid", 0, 1, 0):
        scene.refuse("turns are [0, 0], but pieces stand on the board.")


def set_gifts(rules: Parameters, state: State, scene: Scenario) -> None:
    """The offer and what was given of it."""
    if "offer" in scene:
        raw = scene.sequence("offer", OFFERED, "[1, 6, 9]")
        offer = sorted(scene.number("offer", c, 1, CONDITIONS) for c in raw)
        if len(set(offer)) < OFFERED:
            scene.refuse(f"offer is {raw!r}; three different win-cons are offered.")
        state.offer[:] = offer
    if "given" not in scene:
        return
    pair = scene.sequence("given", 2, "[[6], [9]]")
    for giver, gift in enumerate(pair):
        if not isinstance(gift, list | tuple) or len(gift) > stage(rules, state):
            scene.refuse(
                f"given is {pair!r}; write it like [[6], [9]], with up to {stage(rules, state)} "
                "each by now."
            )
        for place, condition in enumerate(gift):
            if condition not in state.offer or condition in gift[:place] or condition == 0:
                scene.refuse(
                    f"given: player {giver} cannot have given {gift!r} of the offer {state.offer}."
                )
            state.given[giver * OFFERED + place] = condition
    if gifts(state, 0) - gifts(state, 1) not in (0, 1):
        scene.refuse(f"given is {pair!r}; the players give in turn, player 0 first.")


def set_placed(
    rules: Parameters,
    state: State,
    scene: Scenario,
    placed: Sequence[Sequence[int]],
    is_over: bool,
) -> None:
    """What each player placed in the latest turns."""
    done = turns_done(state)
    for turn in range(2 * LATEST):
        state.placed[turn] = NO_TURN
    for player in range(2):
        known = list(placed[player])
        if len(known) > done[player]:
            scene.refuse(
                f"placed tells of {len(known)} turns of player {player}, who has done "
                f"{done[player]}."
            )
        if rules.wc11_first_turn == EXEMPT and player == state.first and len(known) == done[player]:
            known = known[1:]
        for turn, count in enumerate(known[: -LATEST - 1 : -1]):
            state.placed[player * LATEST + turn] = count
    if not is_over:
        begin_turn(state, state.player)


def set_turn_under_way(rules: Parameters, state: State, scene: Scenario) -> None:
    """What the player to move has done in this turn."""
    laid = scene.whole("laid", 0, most_pieces(state), 0)
    if laid > state.board.count(state.player):
        scene.refuse(f"laid is {laid}, but so many pieces of player {state.player} do not stand.")
    state.placed[state.player * LATEST] += laid
    if "removed" in scene:
        state.removed = empty_cell(rules, state, scene, scene.raw("removed"), "removed")
        if laid or state.turn == 0:
            scene.refuse("removed: nothing can be removed in this turn (TE-Q3, TE-Q6).")


def turns_done(state: State) -> list[int]:
    """The turns each player has completed."""
    done = [state.turn // 2, state.turn // 2]
    done[state.first] += state.turn % 2
    return done


def dump(rules: Parameters, state: State) -> dict[str, object]:
    """The position as scenario fields."""
    labels = {name(rules, c): state.board[c] for row in hexagon.rows(rules.size) for c in row}
    past = [state.placed[:LATEST], state.placed[LATEST:]]
    laid, past[state.player] = past[state.player][0], past[state.player][1:]
    given = [state.given[:OFFERED], state.given[OFFERED:]]
    fields: dict[str, object] = {
        "board": {label: owner for label, owner in labels.items() if owner != EMPTY},
        "to_move": state.player,
        "offer": list(state.offer) if state.offer[0] else None,
        "given": [[c if c != HIDDEN else "?" for c in gift if c != 0] for gift in given],
        "turns": turns_done(state),
        "banned": [name(rules, state.banned)] if state.banned != NOWHERE else [],
        "placed": [[n for n in turns[::-1] if n != NO_TURN] for turns in past],
    }
    if laid > 0:
        fields["laid"] = laid
    if state.removed != NOWHERE:
        fields["removed"] = name(rules, state.removed)
    return fields


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
