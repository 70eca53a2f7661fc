"""Tactical Escape, as people write and read it: notation, explanations, the board as text, and positions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from gamekit.boards import hexagon
from gamekit.boards.hexagon import (
    EMPTY,
    NOWHERE,
    cell_count,
    connecting_group,
    in_basket,
    join,
    number_of,
    row_length,
    take_away,
    twin_baskets,
)
from gamekit.contract import Position, PositionFields, Unreadable, apart, shown
from gamekit.games.tactical_escape.rules import (
    apply,
    begin_turn,
    fulfills,
    gifts,
    group_counts,
    has_begun,
    is_at_limit,
    is_given,
    judge,
    measure,
    most_pieces,
    next_giver,
    pieces_placed,
    row_counts,
    shared_number,
    stage,
    to_act,
    why_illegal,
    why_no_turn,
)
from gamekit.games.tactical_escape.state import (
    CONTAINS_FIVE,
    DISTINCT,
    EMPTY_TURN,
    ESCAPE,
    ESCAPE_ALONE,
    ESCAPED,
    EXACTLY_ONE,
    EXEMPT,
    FIRST_TURN,
    GIVE,
    HIDDEN,
    LATEST,
    LIMIT,
    LONGEST_IS_FIVE,
    MOST_PIECES,
    NO_MIXING,
    NO_SUCH_CELL,
    NO_TURN,
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
    ASKS,
    BORDERING_GROUPS,
    CHANGED_BY_WC1,
    CONDITIONS,
    CONNECTION,
    EXACT_ROW,
    FLOWER_COUNT,
    LARGE_GROUPS,
    LARGEST_GROUP,
    LONG_ROW,
    NEEDED,
    NOT_AT_LIMIT,
    OF_GIVER,
    ON_ONE,
    SHARED_NUMBER,
    SURROUNDED_GROUPS,
    THE_MOST,
    TWIN_BASKETS,
    WIN_CONDITIONS,
)

NUMBERS = {each.name.lower(): number for number, each in enumerate(WIN_CONDITIONS, 1)}
PHRASES = {
    "?": ("gives a win condition in secret", ""),
    "pass": ("passes", ""),
    "escape": ("escapes", ""),
    "pass escape": ("escapes", ""),
}


def name(rules: Parameters, cell: int) -> str:
    """Return the label of a cell (TE-Q1)."""
    return hexagon.label(rules.size, cell)


def cell_named(rules: Parameters, label: str) -> int:
    """Return the cell with this label. Refuse one that is not on the board (TE-1)."""
    return hexagon.cell_named(rules.size, label, NO_SUCH_CELL)


def listed(words: Sequence[object]) -> str:
    """Return these, with commas between them."""
    return ", ".join(str(word) for word in words)


def words(rules: Parameters, condition: int) -> str:
    """Return a win condition in a few words."""
    row = WIN_CONDITIONS[condition - 1]
    if condition in CHANGED_BY_WC1 and rules.wc1 == LONGEST_IS_FIVE:
        return "a longest row of exactly five"
    if condition in CHANGED_BY_WC1 and rules.wc1 == CONTAINS_FIVE:
        return "a row of five or more"
    if row.compared == THE_MOST and rules.superlative == TIES_OK:
        return f"{row.words}, a tie being enough"
    return row.words


def plainly(rules: Parameters, condition: int) -> str:
    """Return what a win condition takes, for somebody who has never played, or nothing where a variant changes it."""
    row = WIN_CONDITIONS[condition - 1]
    return row.plainly if words(rules, condition) == row.words else ""


def may_win_by(state: State, player: int) -> tuple[list[int], list[int], int]:
    """Return what a viewer knows of the win conditions that a player received: those that are known, others
    that are possible, and how many of the possible ones the player has."""
    received = state.given[(1 - player) * OFFERED :][:OFFERED]
    known = sorted(condition for condition in received if condition not in (0, HIDDEN))
    hidden = sum(condition == HIDDEN for condition in received)
    others = [condition for condition in state.offer if condition and condition not in known]
    if hidden == len(others):
        return sorted([*known, *others]), [], 0
    return known, others if hidden else [], hidden


# --- notation ------------------------------------------------------------------------------------


def read(rules: Parameters, state: State, text: str) -> list[int]:
    """Read "give 6", "give surround", "E5", "E5 F3", "remove D4" or "pass", those with cells or "pass" also
    with " escape"."""
    parts = [part for part in re.split(r"[\s,]+", text.strip().lower()) if part]
    gift = " ".join(parts).removeprefix("give ")
    if gift in NUMBERS:
        return [code_of(rules, GIVE, NUMBERS[gift])]
    if re.fullmatch(r"\d+", gift):
        return [gift_named(rules, int(gift))]
    declares = parts[-1:] == ["escape"]
    body = parts[:-1] if declares else parts
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
    """Return the refusal of an ESCAPE without a turn, with an example of one (TE-Q8)."""
    moves = [code_of(rules, STOP, 0), *range(code_of(rules, STOP, 0))]  # to pass, else a cell
    legal = (move for move in moves if why_illegal(rules, state, move) == 0)
    example = write(rules, state, next(legal))
    return Unreadable(
        f'ESCAPE goes with a turn: write its move before it, like "{example} escape".',
        ESCAPE_ALONE,
    )


def gift_named(rules: Parameters, condition: int) -> int:
    """Return the move that gives this win condition. Refuse a number that no win condition has (TE-8)."""
    if not 1 <= condition <= CONDITIONS:
        raise Unreadable(
            f"There is no win condition {condition}: they are numbered 1 to {CONDITIONS}.",
            NOT_OFFERED,
        )
    return code_of(rules, GIVE, condition)


def unreadable(rules: Parameters, state: State) -> Unreadable:
    """Return the refusal of text that is not a move. It says what to write, with legal examples."""
    giver = next_giver(rules, state)
    if giver != NOBODY:
        how = f'{gift_due(rules, state, giver)} Write "give" and its number.'
        return Unreadable(how, why_no_turn(rules, state))
    by_kind: dict[int, list[str]] = {}
    for move in range(code_of(rules, STOP, 0) + 1):
        if why_illegal(rules, state, move) == 0:
            by_kind.setdefault(meaning_of(rules, move)[0], []).append(write(rules, state, move))
    if has_begun(state):
        examples = [f'"{moves[0]}"' for moves in by_kind.values()]
        return Unreadable(
            f'Write {", ".join(examples)} or "escape" to go on with this turn or end it.'
        )
    cells = most_pieces(state)
    examples = [
        f'"{" ".join(moves[: cells if kind == PLACE else 1])}"' for kind, moves in by_kind.items()
    ]
    *others, last = examples
    ways = f"{', '.join(others)} or {last}" if others else last
    return Unreadable(f'Write a turn like {ways}, with " escape" at its end for an ESCAPE.')


def cells_named(rules: Parameters, state: State, text: str) -> list[int]:
    """Return the moves of a turn that names cells to place on or to remove from."""
    if not re.fullmatch(r"((remove )?[a-z]\d+( |$))+", text):
        raise unreadable(rules, state)
    moves = [
        code_of(rules, REMOVE if remove else PLACE, cell_named(rules, cell))
        for remove, cell in re.findall(r"(remove )?(\w+)", text)
    ]
    for move in moves:
        if moves.count(move) > 1:
            kind, cell = meaning_of(rules, move)
            may_be_two = kind == PLACE and most_pieces(state) > 1
            remedy = "name it once, or two different cells" if may_be_two else "name it once"
            raise Unreadable(
                f"{name(rules, cell)} is named twice: {remedy}.",
                PLACING if state.turn else FIRST_TURN,
            )
    return moves


def write(rules: Parameters, state: State, move: int) -> str:
    """Return the notation of a move, or of an offer."""
    if state.offer[0] == 0:
        return " ".join(str(condition) for condition in TRIPLES[move])
    kind, index = meaning_of(rules, move)
    if kind == GIVE:
        return f"give {index}"
    if kind in (STOP, ESCAPE):
        word = "stop" if kind == STOP else "escape"
        return word if has_begun(state) else ("pass" if word == "stop" else "pass escape")
    return name(rules, index) if kind == PLACE else f"remove {name(rules, index)}"


def turn_text(rules: Parameters, state: State, moves: Sequence[str]) -> str:
    """Return a whole turn; the order of the pieces does not matter."""
    places = sorted(moves, key=lambda word: (word == "escape", word[0], len(word), word))
    return " ".join(places)


def how_far(rules: Parameters, state: State, text: str, move: int) -> int | None:
    """Return how far a move is from what somebody wrote. An ESCAPE ends the game, so only somebody
    who wrote one is offered one."""
    if meaning_of(rules, move)[0] == ESCAPE and "escape" not in text.lower():
        return None
    return apart(text, write(rules, state, move))


def phrases(moves: Sequence[str], rolled: str | None) -> Iterator[tuple[str, str]]:
    """Say what the moves of a turn did: "gives", "Long row"; "removes", "D4"."""
    return map(phrase, moves)


def phrase(move: str) -> tuple[str, str]:
    """Return the verb and the rest for one move."""
    match move.split():
        case ["give", condition]:
            return "gives", WIN_CONDITIONS[int(condition) - 1].name
        case ["remove", cell]:
            return "removes", cell
    return PHRASES.get(move, ("plays", move))


# --- explanations --------------------------------------------------------------------------------


def explain(rules: Parameters, state: State, move: int, rule: int) -> tuple[str, tuple[str, ...]]:
    """Return why the rule forbids this move, and the cells concerned."""
    kind, index = meaning_of(rules, move)
    if kind == GIVE:
        return explain_gift(rules, state, index, rule), ()
    if next_giver(rules, state) != NOBODY:
        return gift_due(rules, state, next_giver(rules, state)), ()
    if rule == EMPTY_TURN:
        return "A turn must place or remove something while that is possible.", ()
    if kind in (STOP, ESCAPE):
        return "The first turn of the game places exactly one piece, so it cannot be a pass.", ()
    return explain_cell(rules, state, kind == PLACE, index, rule)


def explain_cell(
    rules: Parameters, state: State, places: bool, cell: int, rule: int
) -> tuple[str, tuple[str, ...]]:
    """Return why nothing is placed on this cell, or removed from it."""
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


def titled(rules: Parameters, conditions: Iterable[int]) -> list[str]:
    """Return the numbers of win conditions, each with its words."""
    return [f"{condition} ({words(rules, condition)})" for condition in conditions]


def gift_due(rules: Parameters, state: State, giver: int) -> str:
    """Return who must give a win condition first, but not what they gave before: it is a secret (TE-36)."""
    another = "another" if gifts(state, giver) else "one"
    offer = listed(titled(rules, state.offer))
    return f"First {{{giver}}} must give {{{1 - giver}}} {another} of the win conditions offered: {offer}."


def explain_gift(rules: Parameters, state: State, condition: int, rule: int) -> str:
    """Return why this win condition is not given."""
    giver = next_giver(rules, state)
    if rule == NOT_OFFERED:
        offer = listed(titled(rules, state.offer))
        return f"Win condition {condition} is not offered; those offered are {offer}."
    if giver == NOBODY:
        if gifts(state, 0) == OFFERED:
            return "All three win conditions are given."
        turns = rules.stage_turns * stage(rules, state)
        after = "one turn" if turns == 1 else f"{turns} turns"
        return f"The next win condition is given after {after} each."
    return (
        f"{{{giver}}} gave {{{1 - giver}}} win condition {condition} before; nobody gets one twice."
    )


# --- how a game ended ----------------------------------------------------------------------------


def ending(rules: Parameters, state: State) -> str:
    """Return how the game ended."""
    if state.rule == LIMIT:
        return ending_at_limit(rules, state)
    escaper = state.player
    if state.winner != escaper:
        received = [c for c in state.given[(1 - escaper) * OFFERED :][:OFFERED] if c]
        missed = " or ".join(titled(rules, received))
        return f"{{{escaper}}} escaped without fulfilling win condition {missed}."
    reasons = []
    for condition in fulfilled(rules, state, escaper):
        cells = listed(fulfilling_cells(rules, state, escaper, condition))
        reasons.append(
            f"win condition {condition}, {words(rules, condition)}{f' ({cells})' * bool(cells)}"
        )
    return f"{{{escaper}}} escaped with {' and '.join(reasons)}."


def ending_at_limit(rules: Parameters, state: State) -> str:
    """Return how many of the win conditions received each player fulfills (TE-32, TE-Q35)."""
    counts = [
        len([c for c in fulfilled(rules, state, player) if c not in NOT_AT_LIMIT])
        for player in range(2)
    ]
    limit = f"After {state.turn // 2} turns each"
    text = (
        f"{limit} {{0}} fulfills {counts[0]} and {{1}} {counts[1]} of the win conditions received."
    )
    tie = counts[0] == counts[1] and state.winner in (0, 1)
    return f"{text} {{{state.winner}}} is the DMO." if tie else text


def winning_cells(rules: Parameters, state: State) -> tuple[str, ...]:
    """Return the cells by which the winner fulfills win conditions; none where an ESCAPE has failed."""
    winner = state.winner
    if winner not in (0, 1) or (state.rule == ESCAPED and winner != state.player):
        return ()
    conditions = fulfilled(rules, state, winner)
    found = {c for n in conditions for c in fulfilling_cells(rules, state, winner, n)}
    return tuple(label for label in cell_names(rules) if label in found)


def fulfilled(rules: Parameters, state: State, player: int) -> tuple[int, ...]:
    """Return the win conditions that this player has received and would win by."""
    received = state.given[(1 - player) * OFFERED :][:OFFERED]
    return tuple(c for c in received if c > 0 and fulfills(rules, state, player, c))


def fulfilling_cells(
    rules: Parameters, state: State, player: int, condition: int
) -> tuple[str, ...]:
    """Return the cells by which this player would win by a win condition, row by row.

    The function takes pieces away and asks the rules again, so its answer holds in every variant: the pieces
    left are enough, and none can be spared. There are none while the win condition is not fulfilled, or if it
    is about turns. A win condition measured on the giver's pieces has cells of the giver's: surrounded groups,
    two baskets, a number.
    """
    if not fulfills(rules, state, player, condition):
        return ()
    owner = 1 - player if condition in OF_GIVER else player
    whole = measure(rules, state, owner, condition)
    figures = figures_of(rules, state, owner, condition)
    together = {cell for figure in figures for cell in figure}
    others = [
        c for c in range(cell_count(rules.size)) if state.board[c] == owner and c not in together
    ]
    left = state
    # Pieces to try taking away, and the least that must still be measured after that.
    tries: list[tuple[Iterable[int], int]] = [(others, 0), (together, 0)]
    tries += [(figure, whole) for figure in figures] + [((cell,), 0) for cell in others]
    for cells, least in tries:
        after = without(rules, left, cells)
        if fulfills(rules, after, player, condition):
            left = after if measure(rules, after, owner, condition) >= least else left
    return tuple(name(rules, cell) for cell in in_rows(rules) if left.board[cell] == owner)


def without(rules: Parameters, state: State, cells: Iterable[int]) -> State:
    """Return a copy of the state with these pieces taken off the board."""
    after = state.copy()
    for cell in cells:
        if after.board[cell] != EMPTY:
            take_away(rules.size, after, cell)
    return after


def figures_of(
    rules: Parameters, state: State, owner: int, condition: int
) -> list[tuple[int, ...]]:
    """Return the figures of this owner's pieces that count for a win condition, each to be shown whole."""
    size, board = rules.size, state.board
    pieces = [cell for cell in range(cell_count(size)) if board[cell] == owner]
    asks = ASKS[condition - 1]
    if asks in (EXACT_ROW, LONG_ROW):
        return [tuple(c for c in pieces if is_in_row(rules, state, c, condition))]
    if asks == FLOWER_COUNT:
        return [tuple(flower) for flower in hexagon.flowers(size) if {*flower} <= {*pieces}]
    if asks == TWIN_BASKETS:
        twins = identical_baskets(rules, state, owner)
        both = twins[:2], twins[2:]
        return [tuple(c for c in pieces if any(in_basket(size, *one, c) for one in both))]
    if asks == SHARED_NUMBER:
        shared = shared_number(size, board, owner, ON_ONE)
        return [tuple(c for c in pieces if number_of(size, c) == shared)]
    found: dict[int, list[int]] = {}
    for cell in pieces:
        found.setdefault(state.group[cell], []).append(cell)
    groups = (name for name in found if group_is_shown(rules, state, owner, condition, name))
    return [tuple(found[name]) for name in groups]


def identical_baskets(rules: Parameters, state: State, owner: int) -> tuple[int, int, int, int]:
    """Return the two identical baskets that count, each as the cell and the number that `in_basket` takes; or four
    times NOWHERE."""
    return twin_baskets(rules.size, state.board, owner, rules.basket_overlap == DISTINCT)


def is_in_row(rules: Parameters, state: State, cell: int, condition: int) -> bool:
    """Is this piece in a row that fulfills a win condition?"""
    lengths = [row_length(rules.size, state.board, cell, axis) for axis in range(3)]
    return any(row_counts(rules, n, condition) and n >= NEEDED[condition - 1] for n in lengths)


def group_is_shown(rules: Parameters, state: State, owner: int, condition: int, group: int) -> bool:
    """Does this group count for a win condition that asks for groups?"""
    asks = ASKS[condition - 1]
    if asks == LARGEST_GROUP:
        return state.pieces[group] == measure(rules, state, owner, condition)
    if asks in (LARGE_GROUPS, SURROUNDED_GROUPS, BORDERING_GROUPS):
        return group_counts(rules, state, group, condition)
    return asks == CONNECTION and group == connecting_group(rules.size, state, owner)


# --- the board -----------------------------------------------------------------------------------


def text_board(rules: Parameters, state: State) -> str:
    """Return the pieces, the offer, and those win conditions given that the viewer may know."""
    marks = [".RB"[owner + 1] for owner in state.board]
    lines = [hexagon.text(rules.size, marks)]
    if state.offer[0]:
        lines.append(f"Offer: {listed(state.offer)}")
        for giver in range(2):
            gift = [c for c in state.given[giver * OFFERED :][:OFFERED] if c != 0]
            if gift:
                gave = listed(["?" if c == HIDDEN else c for c in gift])
                lines.append(f"{{{giver}}} gave {gave}")
    if state.turn > 1:
        lines.append(f"Turn {state.turn // 2}")
    return "\n".join(lines)


def in_rows(rules: Parameters) -> list[int]:
    """Return all cells, row by row."""
    return [cell for row in hexagon.rows(rules.size) for cell in row]


def cell_names(rules: Parameters) -> tuple[str, ...]:
    """Return the labels of all cells, row by row."""
    return tuple(name(rules, cell) for cell in in_rows(rules))


# --- positions -----------------------------------------------------------------------------------


FIELDS = PositionFields(
    board=("whose piece stands on each cell that holds one", {"E5": 0, "F3": 1}),
    to_move=("the player whose turn it is", 0),
    offer=("the three win conditions that are offered", [1, 6, 9]),
    given=(
        "the win conditions that player 0 gave so far, and those that player 1 gave",
        [[6], [9]],
    ),
    turns=("turns completed by player 0 and by player 1", [3, 2]),
    banned=("the cell on which the player to move may not place, if there is one", ["D4"]),
    placed=("pieces placed in each past turn of player 0, and of player 1", [[1, 2, 0], [2, 2]]),
    laid=("pieces placed so far in the turn under way", 1),
    removed=("the cell from which this turn has removed a piece", "D4"),
    escaped=("has the player to move ended the game with an ESCAPE", True),
)


def position(rules: Parameters, state: State, fields: Mapping[str, object]) -> None:
    """Put a position that somebody wrote into a state that was set up."""
    given = FIELDS.read(fields)
    for cell, owner in given.cells("board", partial(cell_named, rules)).items():
        state.board[cell] = given.number(f"the owner of {name(rules, cell)}", owner, 0, 1)
        join(rules.size, state, cell)
    placed = placed_turns(given)
    set_turns(state, given, placed)
    set_gifts(rules, state, given)
    set_placed(rules, state, given, placed)
    banned = given.several("banned")
    if len(banned) > 1:
        given.refuse(f"banned is {shown(banned)}; it names one cell at most.")
    for label in banned:
        state.banned = empty_cell(rules, state, given, label, "banned")
    if is_at_limit(rules, state):
        judge(rules, state, LIMIT)
    else:
        begin_turn(state)
        set_turn_under_way(rules, state, given)
    if "escaped" in given:
        escape(rules, state, given)


def empty_cell(rules: Parameters, state: State, given: Position, label: object, field: str) -> int:
    """Return the cell a position names, from which a piece has just gone."""
    cell = given.understood(partial(cell_named, rules), label)
    if state.board[cell] != EMPTY:
        given.refuse(f"{field} names {name(rules, cell)}, on which a piece stands.")
    return cell


def placed_turns(given: Position) -> list[list[int]]:
    """The pieces placed in past turns, for each player from the first known turn on."""
    if "placed" not in given:
        return [[], []]
    pair = [given.values("placed", turns) for turns in given.sequence("placed", 2)]
    return [[given.number("placed", n, 0, MOST_PIECES) for n in turns] for turns in pair]


def set_turns(state: State, given: Position, placed: list[list[int]]) -> None:
    """Who is to move in which turn; without `turns`, the fewest that the rest allows."""
    pieces = sum(owner != EMPTY for owner in state.board)
    known = given
    if "turns" not in given and "placed" in given:
        lengths = [len(turns) for turns in placed]
        known = FIELDS.read({"turns": lengths, "to_move": given.raw("to_move")})
    state.turn, state.player = known.turns(state.first, 10_000)
    if "turns" not in known and pieces > 0 and state.turn == 0:
        state.turn = 2
    if state.turn == 0 and pieces > 0 and not given.whole("laid", 0, 1, 0):
        given.refuse("turns are [0, 0], but pieces stand on the board.")


def set_gifts(rules: Parameters, state: State, given: Position) -> None:
    """Set the offer and what each player gave of it."""
    if "offer" in given:
        offer = sorted(given.numbers("offer", 1, CONDITIONS, OFFERED))
        if len(set(offer)) < OFFERED:
            given.refuse(f"offer is {offer}; three different win conditions are offered.")
        state.offer[:] = offer
    if "given" not in given:
        return
    most = stage(rules, state)
    for giver, raw in enumerate(given.sequence("given", 2)):
        gift = given.values("given", raw, 0, OFFERED)
        if len(gift) > most:
            given.refuse(f"given: {shown(gift)} are too many; by now there are up to {most} each.")
        for place, condition in enumerate(gift):
            number = given.number("a win condition given", condition, 1, CONDITIONS)
            if number not in state.offer or is_given(state, giver, number):
                given.refuse(
                    f"given: player {giver} cannot have given {shown(gift)} of the offer {state.offer}."
                )
            state.given[giver * OFFERED + place] = number
    if gifts(state, 0) - gifts(state, 1) not in (0, 1):
        raw = shown(given.raw("given"))
        given.refuse(f"given is {raw}; the players give in turn, player 0 first.")


def set_placed(rules: Parameters, state: State, given: Position, placed: list[list[int]]) -> None:
    """Set how many pieces each player placed in the latest turns."""
    for turn in range(2 * LATEST):
        state.placed[turn] = NO_TURN
    for player, done in enumerate(Position.turns_done(state.first, state.turn)):
        known = placed[player]
        if len(known) > done:
            given.refuse(
                f"placed describes {len(known)} turns of player {player}, who has taken {done}."
            )
        if rules.wc11_first_turn == EXEMPT and player == state.first and len(known) == done:
            known = known[1:]
        for turn, count in enumerate(known[: -LATEST - 1 : -1]):
            state.placed[player * LATEST + turn] = count


def set_turn_under_way(rules: Parameters, state: State, given: Position) -> None:
    """Set what the player to move has done in this turn (TE-Q3, TE-Q6)."""
    laid = given.whole("laid", 0, most_pieces(state), 0)
    mover = state.player
    if laid > state.board.count(mover):
        given.refuse(f"laid is {laid}, but player {mover} has fewer pieces on the board.")
    state.placed[mover * LATEST] += laid
    if "removed" in given:
        state.removed = empty_cell(rules, state, given, given.raw("removed"), "removed")
        if laid or state.turn == 0:
            given.refuse("removed: nothing can be removed in this turn (TE-Q3, TE-Q6).")


def escape(rules: Parameters, state: State, given: Position) -> None:
    """End the game where the player to move has escaped (TE-7, TE-13)."""
    if given.raw("escaped") is not True:
        given.refuse("escaped is true, or left out.")
    move = code_of(rules, ESCAPE, 0)
    if to_act(rules, state) != state.player or why_illegal(rules, state, move):
        given.refuse(f"escaped: player {state.player} cannot escape here.")
    apply(rules, state, move)


def dump(rules: Parameters, state: State) -> dict[str, object]:
    """Return the position as somebody would write it."""
    past = [state.placed[:LATEST], state.placed[LATEST:]]
    under_way: dict[str, object] = {}
    if state.rule != LIMIT:
        laid, *past[state.player] = past[state.player]
        under_way = {"laid": laid} if laid > 0 else {}
    if state.removed != NOWHERE:
        under_way["removed"] = name(rules, state.removed)
    if has_escaped := state.rule == ESCAPED:  # written as part of the turn that it ended
        under_way["escaped"] = True
    given = [state.given[:OFFERED], state.given[OFFERED:]]
    return FIELDS.write(
        board={name(rules, c): state.board[c] for c in in_rows(rules) if state.board[c] != EMPTY},
        to_move=state.player,
        offer=list(state.offer) if state.offer[0] else None,
        given=[[c if c != HIDDEN else "?" for c in gift if c != 0] for gift in given],
        turns=Position.turns_done(state.first, state.turn - has_escaped),
        banned=[name(rules, state.banned)] if state.banned != NOWHERE else [],
        placed=[[n for n in turns[::-1] if n != NO_TURN] for turns in past],
        **under_way,
    )
