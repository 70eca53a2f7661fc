"""Tactical Escape: a hexagon of cells, and the win conditions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from math import sqrt

import gamekit as gk
from gamekit.boards import hexagon
from gamekit.boards.hexagon import AXIAL, BASKET, EMPTY, NOWHERE
from gamekit.errors import series
from gamekit.games.tactical_escape import win_conditions
from gamekit.games.tactical_escape.state import (
    ESCAPED,
    NOBODY,
    OFFERED,
    PLACE,
    Parameters,
    State,
    code_of,
)
from gamekit.games.tactical_escape.win_conditions import FLOWER, LARGE, ON_ONE, WIN_CONDITIONS
from gamekit.match.view import without_open
from gamekit_widgets.drawing.scene import (
    Cell,
    Choice,
    Emblem,
    Hand,
    Panel,
    Piece,
    Scene,
    SceneFile,
    Sketch,
    Token,
    Way,
    Words,
    Zone,
    in_words,
    latest_turn,
    one_move,
    short_name,
    turn_before,
)
from gamekit_widgets.drawing.svg import CARD_HEIGHT

SWITCH = "show "  # the switch of win condition 6 is "show 6"
GIVE = "give "  # the move that gives it is "give 6"
CARD = "card "  # a press on its card, "card 6", gives it too


def draw(view: gk.View, hand: Hand) -> Scene:
    state, size = view.state, view.rules.size
    return Scene(
        name=f"{view.game.title} board",
        says=_in_words(view, state),
        prompt=_prompt(view, state, hand),
        width=width(size),
        height=bottom(size) + HEADING + LINE * len(_offer(state)) + 4,
        cells=(*_cells(view, state, hand), *_cards(view, state, hand)),
        pieces=(
            *coordinates(size),
            *_zones(view, state, hand),
            *_pieces(view, size),
            *_legend(view, state, hand),
        ),
        note=_note(view.rules, state),
        reminder=_reminder(view, state, hand),
        besides=_all_progress(view, state, hand),
        spare=SPARE,
        rows=2,
        rows_below=1,
        choices=tuple(_choices(view, state, hand)),
        tone="blue",
        lays=_laid(view, state),
    )


def _laid(view: gk.View, state: State) -> Emblem | None:
    """Return the mover's piece, for a hint to lay, or None."""
    if view.to_act not in (0, 1):
        return None
    return Emblem("laid", 0, 0, state.player, 36, is_faint=True)


def presses(view: gk.View, move: str) -> Way:
    """Return a cell or a button; an ESCAPE takes two presses. The same button ends a turn and passes."""
    if move in ("escape", "pass escape"):
        return "escape", "yes"
    if move == "pass":
        return ("stop",)
    return (without_open(move).removeprefix("remove "),)


def compose(view: gk.View, pressed: tuple[str, ...]) -> str | None:
    """Return the move of a cell, a card or a button, or None after the first press of an ESCAPE.

    A press on an opponent's piece removes it, and any other cell is a placement.
    """
    state = view.state
    begun = view.game.has_begun(state)
    if pressed[0].startswith(CARD):
        return pressed[0].replace(CARD, GIVE)
    if pressed[0] == "escape":
        return ("escape" if begun else "pass escape") if pressed[1:] == ("yes",) else None
    if pressed[0] == "stop":
        return "stop" if begun else "pass"
    cell = hexagon.cell(view.rules.size, pressed[0])
    removes = cell is not None and state.board[cell] == 1 - state.player
    return one_move(view, f"remove {pressed[0]}" if removes else pressed[0])


def attempt(view: gk.View, pressed: tuple[str, ...]) -> str:
    """Return the move of the latest press, because any second press except "yes" means a cell."""
    return compose(view, pressed[-1:]) or pressed[-1]


def elsewhere(view: gk.View, pressed: tuple[str, ...]) -> str:
    """Ask for a win condition when somebody presses a cell before giving one; otherwise return ""."""
    gifts = [named(int(move.removeprefix(GIVE))) for move in view.legal() if move.startswith(GIVE)]
    if not gifts or pressed[-1].startswith((GIVE, CARD)):
        return ""
    other = view.names[1 - view.game.next_giver(view.rules, view.state)]
    return f"First give {other} a win condition: press {series(gifts, 'or')}."


def question(view: gk.View, text: str) -> str:
    """Return the question before a typed ESCAPE, which ends the game, or ""."""
    if text.lower().split()[-1:] != ["escape"]:
        return ""
    return f"{_escape_in_words(view)} Press Play again to escape."


def _escape_in_words(view: gk.View) -> str:
    name, other = view.names[view.state.player], view.names[1 - view.state.player]
    return (
        f"Escape ends the game: {name} wins with a win condition of {other}'s, and loses without."
    )


def gained(view: gk.View, move: str) -> str:
    """Say what a move does for a win condition that may be the mover's, or against one that they gave.

    For a win condition to give, say how often bots met it.
    """
    state, me = view.state, view.to_act
    if move.startswith(GIVE):
        often = how_often(int(move.removeprefix(GIVE)))
        return f"Bots met it {often}." if often else ""
    known, possible, _ = view.game.may_win_by(state, me)
    if move in ("stop", "pass"):
        met = [named(each) for each in _met(view, state, [*known, *possible])]
        return (
            f"Escape wins only if yours is {series(met, 'or')}."
            if met
            else "Nothing is met yet, so Escape would lose."
        )
    after = view.state
    view.game.apply(view.rules, after, view.legal_moves()[_number(view, move)])
    for condition in (*known, *possible):
        now, then = (_measure(view, each, me, condition) for each in (state, after))
        if then == "met" != now:
            return f"It meets {named(condition)}."
        if _amount(then) > _amount(now):
            return f"It brings {named(condition)} to {then}."
    other = 1 - me
    for condition in view.game.may_win_by(state, other)[0]:
        most, left = (_best_next(view, each, other, condition) for each in (state, after))
        if left < most:
            return f"It keeps {view.names[other]}'s {named(condition)} from growing to {most}."
    return ""


def _number(view: gk.View, move: str) -> int:
    """Return the place of a move among the legal ones."""
    return [without_open(each) for each in view.legal()].index(move)


def _amount(measured: str) -> int:
    """Return the number in a measure: 3 for "3 of 6", 0 for "met"."""
    start = measured.partition(" ")[0]
    return int(start) if start.isdecimal() else 0


def _best_next(view: gk.View, state: State, player: int, condition: int) -> int:
    """Return how far one more piece could bring a player in a win condition about their own pieces."""
    row = WIN_CONDITIONS[condition - 1]
    if row.of_giver or row.yes_no:
        return 0
    game, rules, most = view.game, view.rules, 0
    for cell in range(hexagon.cell_count(rules.size)):
        if state.board[cell] == EMPTY:
            tried = state.copy()
            tried.player = player
            game.apply(rules, tried, code_of(rules, PLACE, cell))
            most = max(most, game.measure(rules, tried, player, condition))
    return most


# --- cells and pieces --------------------------------------------------------------------------


def _cells(view: gk.View, state: State, hand: Hand) -> Iterator[Cell]:
    rules = view.rules
    sizes, winning = Counter(state.group), view.winning_cells()
    recent = {text.removeprefix("remove ") for text in latest_turn(view)}
    earlier = {text.removeprefix("remove ") for text in turn_before(view)}
    for row in hexagon.rows(rules.size):
        for cell in row:
            label = hexagon.label(rules.size, cell)
            marks = hand.marks(label, label in winning, label in recent, label in earlier)
            words = [label, _piece_in_words(view, state, cell, sizes)]
            if cell == state.banned:
                words.append(f"closed to {view.names[state.player]} in this turn")
            words += in_words(marks)
            x, y = center(rules.size, cell)
            yield Cell(
                label, x, y, label[0], ", ".join(words), None, marks, "", SIZE, "hexagon"
            )  # fmt: skip


def _cards(view: gk.View, state: State, hand: Hand) -> Iterator[Cell]:
    """Yield a cell for each card of a win condition that the mover can give."""
    for place, condition in enumerate(_offer(state)):
        if f"{GIVE}{condition}" in hand.next:
            x, y, label = width(view.rules.size) / 2, _middle(view, place), f"{CARD}{condition}"
            says = f"{named(condition)}: {_plainly(view, condition)}"
            yield Cell(
                label, x, y, label, says, marks=frozenset({"next"}), size=2 * x - PAD, shape="card"
            )


def _piece_in_words(view: gk.View, state: State, cell: int, sizes: Counter[int]) -> str:
    owner = state.board[cell]
    if owner == EMPTY:
        return "empty"
    size = sizes[state.group[cell]]
    return f"{view.names[owner]}, {'alone' if size == 1 else f'in a group of {size}'}"


def _pieces(view: gk.View, size: int) -> Iterator[Piece]:
    state = view.state
    for cell in range(hexagon.cell_count(size)):
        x, y = center(size, cell)
        if state.board[cell] != EMPTY:
            yield Emblem(f"piece-{cell}", x, y, state.board[cell], 36)
        elif cell == state.banned and not view.result:
            yield Token(f"ban-{cell}", x, y, "ban", 32)


# --- the win conditions ------------------------------------------------------------------------


def _offer(state: State) -> list[int]:
    return [condition for condition in state.offer if condition]


def _is_shown(hand: Hand, condition: int) -> bool:
    return hand.is_assisted and f"{SWITCH}{condition}" in hand.on


def named(condition: int) -> str:
    """Return the short name of a win condition."""
    return WIN_CONDITIONS[condition - 1].name


def _legend(view: gk.View, state: State, hand: Hand) -> Iterator[Piece]:
    """Draw the offered win conditions as rows of a table.

    Each row says what the win condition takes, and how far each player is. The players' names head the columns.
    """
    top, wide = bottom(view.rules.size), width(view.rules.size)
    is_first = _is_first_gift(view, hand)
    if _offer(state):
        yield Words("win conditions", PAD, top + 20, _head(view, state), "aside")
    if is_first:
        yield Words("met by", wide - PAD, top + 20, "How often bots met it", "small")
    for player, name in enumerate(() if is_first else view.names):
        yield Emblem(f"emblem-{player}", COLUMNS[player] + 9, top + 14, player, 18)
        short = short_name(name, LONGEST)
        yield Words(f"name-{player}", COLUMNS[player] + 23, top + 20, short, "name", player)
    for place, condition in enumerate(_offer(state)):
        middle = _middle(view, place)
        if f"{GIVE}{condition}" not in hand.next:
            yield Panel(f"{condition}-card", wide / 2, middle, wide - PAD, CARD_HEIGHT)
        if picture := sketch(f"{condition}-sketch", PAD + 20, middle, condition):
            yield picture
        yield Words(f"win condition-{condition}", TEXT, middle - 2, named(condition), "heading")
        says = _plainly(view, condition)
        yield Words(f"words-{condition}", TEXT, middle + 17, says, "aside")
        if is_first:
            often = how_often(condition)
            yield Words(f"met-{condition}", wide - PAD - 4, middle - 2, often, "small")
        else:
            yield from _progress(view, state, hand, condition, middle - 2)


def _is_first_gift(view: gk.View, hand: Hand) -> bool:
    """Must the mover give the very first win condition? Then the cards say how often bots met them."""
    is_giving = any(move.startswith(GIVE) for move in hand.next)
    return is_giving and all(owner == EMPTY for owner in view.state.board)


def how_often(condition: int) -> str:
    """Return in how many games bots met a win condition, or "" if nobody measured that."""
    met = WIN_CONDITIONS[condition - 1].met
    if met == win_conditions.UNKNOWN:
        return ""
    tenths = round(met / 10)
    return {0: "hardly ever", 10: "always"}.get(tenths, f"in {tenths} of 10 games")


def _progress(view: gk.View, state: State, hand: Hand, condition: int, y: float) -> Iterator[Words]:
    """Yield how far each player has met a win condition that they may have received."""
    for player in range(2):
        if has := _has(view, state, hand, player, condition):
            yield Words(f"has-{condition}-{player}", COLUMNS[player], y, has, "aside", player)


def _all_progress(view: gk.View, state: State, hand: Hand) -> str:
    """Read what all cards say of both players."""
    return " ".join(
        f"{named(condition)}: {view.names[player]}, {has.replace('theirs', 'whose card it is')}."
        for condition in _offer(state)
        for player in range(2)
        if (has := _has(view, state, hand, player, condition))
    )


def _middle(view: gk.View, place: int) -> float:
    """Return the y of a card's center."""
    return bottom(view.rules.size) + HEADING + LINE * (place + 0.5)


def _plainly(view: gk.View, condition: int) -> str:
    """Return what a win condition takes, as simply as the game can say it."""
    plainly: str = view.game.plainly(view.rules, condition)
    return plainly or str(view.game.words(view.rules, condition))


def _head(view: gk.View, state: State) -> str:
    """Return the heading of the cards, which says so if the viewer must guess which of them are theirs."""
    if view.result or view.player not in (0, 1):
        return "Win conditions"
    _, possible, count = view.game.may_win_by(state, view.player)
    few = {1: "One of these is yours", 2: "Two of these are yours"}
    return few.get(count, "Win conditions") if possible else "Win conditions"


def _has(view: gk.View, state: State, hand: Hand, player: int, condition: int) -> str:
    """Say whether a player has a win condition, as far as this viewer knows, and how far they have met it."""
    if not any(state.given):
        return ""
    known, possible, _ = view.game.may_win_by(state, player)
    measured = _measure(view, state, player, condition) if hand.is_assisted else ""
    if condition not in (*known, *possible):
        return ""
    if condition in possible:
        return measured or ("yours?" if player == view.player else "maybe")
    if view.player not in (0, 1):
        return measured or "given"
    if player == view.player:
        return measured or "yours"
    return f"theirs: {measured}" if measured else "theirs"


def _measure(view: gk.View, state: State, player: int, condition: int) -> str:
    """Say how far a player has met a win condition, whether they have it or not."""
    if view.game.fulfills(view.rules, state, player, condition):
        return "met"
    row = WIN_CONDITIONS[condition - 1]
    owner = 1 - player if row.of_giver else player
    if row.asks == win_conditions.SHARED_NUMBER:
        most = max(_on_numbers(view.rules.size, state, owner).values(), default=0)
        return f"{most} of {ON_ONE}"
    if row.yes_no:
        return "not yet"
    measure, theirs = (
        view.game.measure(view.rules, state, each, condition) for each in (owner, 1 - owner)
    )
    if row.compared == win_conditions.ALONE:
        return f"{measure} of {row.needed}"
    is_enough = view.game.is_most(view.rules, condition, theirs, theirs)
    return f"{measure} of {max(row.needed, theirs if is_enough else theirs + 1)}"


def _zones(view: gk.View, state: State, hand: Hand) -> Iterator[Piece]:
    """Draw the cells that matter for the win conditions that are switched on."""
    for condition in _offer(state):
        if _is_shown(hand, condition):
            for owner in range(2):
                yield from zones_of(view, owner, condition)


# --- words and buttons -------------------------------------------------------------------------


def _choices(view: gk.View, state: State, hand: Hand) -> Iterator[Choice]:
    if "escape" in hand.pressed:
        yield Choice("yes", "Escape now")
        yield Choice("escape", "Stay")
        return
    for move in hand.ways:
        if move.startswith(GIVE):
            yield Choice(move, named(int(move.removeprefix(GIVE))), form="third")
    if "stop" in hand.next:
        yield Choice("stop", "End turn" if view.game.has_begun(state) else "Pass")
    if "escape" in hand.next:
        known, possible, _ = view.game.may_win_by(state, view.to_act)
        is_unmet = hand.is_assisted and not _met(view, state, [*known, *possible])
        title = "Nothing that may be yours is met yet" if is_unmet else ""
        yield Choice("escape", "Escape …", title=title)
    if hand.is_assisted and not any(move.startswith(GIVE) for move in hand.ways):
        for condition in _offer(state):
            switch = f"{SWITCH}{condition}"
            title = f"Show on the board what counts for {named(condition)}"
            yield Choice(switch, named(condition), switch in hand.on, title=title)


def _prompt(view: gk.View, state: State, hand: Hand) -> str:
    """Say what to do, or how the match ended."""
    if view.result:
        return _ending(view, state)
    if view.to_act not in (0, 1):
        return "Three win conditions are about to be drawn"
    name, other = view.names[view.to_act], view.names[1 - view.to_act]
    if view.game.next_giver(view.rules, state) != NOBODY:
        return f"{name}: give {other} a card. {other} must meet it to win, so pick a hard one"
    if "escape" in hand.pressed:
        return f"{name}: escape now? It ends the game"
    game, cells = view.game, range(hexagon.cell_count(view.rules.size))
    is_full = all(state.board[cell] != EMPTY for cell in cells)
    if not game.has_begun(state):
        if state.turn == 0:
            return f"{name}: press a cell; the first turn places only one piece"
        if is_full:
            return f"{name}: every cell is taken; press Pass, or a piece of {other}'s to remove it"
        closed = state.banned != NOWHERE
        but = f" ({hexagon.label(view.rules.size, state.banned)} is closed this turn)" * closed
        removal = f"or a piece of {other}'s to remove it"
        if hand.is_assisted and (alarm := _alarm(view, state)):
            return f"{alarm}{name}: press empty cells{but}, {removal}"
        return f"{name}: press one or two empty cells{but}, {removal}"
    if not is_full and 0 < game.pieces_placed(state) < game.most_pieces(state):
        return f"{name}: press a second cell, or End turn"
    known, possible, count = game.may_win_by(state, view.to_act)
    if not hand.is_assisted:
        return f"{name}: press End turn, or Escape if your win condition is met"
    if won := _met(view, state, known):
        return f"{name}: press Escape to win with {named(won[0])}, or End turn"
    if met := _met(view, state, possible):
        names = [named(each) for each in met]
        if len(met) > len(possible) - count:  # so one of them is the mover's
            return f"{name}: press Escape to win: {series(names)} are met"
        return f"{name}: press End turn; Escape loses unless yours is {series(names, 'or')}"
    return f"{name}: press End turn; none met yet, so escaping would lose"


def _alarm(view: gk.View, state: State) -> str:
    """Warn that the other player meets a win condition that the mover gave, if a turn may change that."""
    other = 1 - view.to_act
    known, _, _ = view.game.may_win_by(state, other)
    met = [each for each in known if view.game.fulfills(view.rules, state, other, each)]
    names = series([named(each) for each in met if WIN_CONDITIONS[each - 1].at_limit])
    return f"{view.names[other]} has met {names}! " if names else ""


def _ending(view: gk.View, state: State) -> str:
    """Say how the game ended, with the names of the cards."""
    if state.rule != ESCAPED:
        return view.result.text if view.result else ""
    escaper = state.player
    met = [named(each) for each in view.game.fulfilled(view.rules, state, escaper)]
    received = [
        f"{named(each)} ({_measure(view, state, escaper, each)})"
        for each in state.given[(1 - escaper) * OFFERED :][:OFFERED]
        if each
    ]
    how = f"with {series(met)}" if met else f"without {series(received, 'or')}"
    return f"{view.names[state.winner]} wins. {view.names[escaper]} escaped {how}."


def _reminder(view: gk.View, state: State, hand: Hand) -> str:
    """Say whether an escape would win, as far as the mover knows, or what the board has shaded."""
    if view.result or view.to_act not in (0, 1):
        return ""
    known, possible, count = view.game.may_win_by(state, view.to_act)
    if hand.is_assisted and "escape" in hand.pressed:
        return _what_is_met(view, state, [*known, *possible], known)
    if counts := _counts(view, state, hand):
        return counts
    name, other = view.names[view.to_act], view.names[1 - view.to_act]
    if possible:
        few, met = ("one", "it") if count == 1 else ("two", "one")
        received = f"{other} secretly chose {few} of these for {name}: watch what {other} hinders. "
    else:
        received, met = "", " or ".join(named(condition) for condition in known)
    return f"{received}Escape loses unless {met} is met." if met else ""


def _counts(view: gk.View, state: State, hand: Hand) -> str:
    """Say what the board has shaded, and how far each player is with it, or return ""."""
    for condition in _offer(state):
        if _is_shown(hand, condition) and (what := WIN_CONDITIONS[condition - 1].counted):
            measures = (
                f"{name} {_measure(view, state, player, condition)}"
                for player, name in enumerate(view.names)
            )
            return f"Shaded: {what}. {', '.join(measures)}."
    return ""


def _what_is_met(view: gk.View, state: State, received: list[int], known: list[int]) -> str:
    """Say which of the win conditions that the mover may have received are met, and what Escape would do."""
    met = _met(view, state, received)
    unmet = series(named(each) for each in received if each not in met)
    names = series(named(each) for each in met)
    if not met:
        return f"Not met: {unmet}. Escape loses."
    if len(met) == len(received) or set(met) & set(known):
        return f"Met: {names}. Escape wins."
    return f"Met: {names}. Not met: {unmet}. Escape wins only if you were given what is met."


def _met(view: gk.View, state: State, conditions: list[int]) -> list[int]:
    """Return the win conditions among these that the mover meets."""
    return [c for c in conditions if view.game.fulfills(view.rules, state, view.to_act, c)]


def _note(rules: Parameters, state: State) -> str:
    """Return the number of the round, and when players give the next cards."""
    turn = state.turn // 2 + 1
    limit = f" of {rules.turn_cap}" if rules.turn_cap else ""
    turn = min(turn, rules.turn_cap) if rules.turn_cap else turn
    stage = 1 + state.turn // (2 * rules.stage_turns)
    more = [f"next card: round {stage * rules.stage_turns + 1}"] if stage < OFFERED else []
    return " · ".join([f"Round {turn}{limit}", *more])


def _in_words(view: gk.View, state: State) -> str:
    """Return the whole board in words: pieces, win conditions and the prompt."""
    cells = [cell for row in hexagon.rows(view.rules.size) for cell in row]
    pieces = []
    for player in range(2):
        held = [hexagon.label(view.rules.size, c) for c in cells if state.board[c] == player]
        pieces.append(f"{view.names[player]} on {' '.join(held) or 'no cell'}")
    offer = ", ".join(map(named, _offer(state))) or "not drawn yet"
    prompt = _prompt(view, state, Hand())
    return f"{view.game.title}. {'; '.join(pieces)}. Win conditions offered: {offer}. {prompt}"


# --- examples ----------------------------------------------------------------------------------

# Pictures for the rules: Red's pieces, Blue's pieces, the player whose pieces count, and the win condition.
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


SHORTEST_ROW = 3  # pieces in the shortest row that the board shows
SIZE = 56.0  # width of a cell
ROW = SIZE * sqrt(3) / 2  # distance between rows
PAD = 20.0  # space to the left of the words
SPARE = 2.0  # at either side
SIDE = 32.0  # space at either side of the longest row, for the names of its ends
HEADING, LINE = 29.0, CARD_HEIGHT + 4  # heights of the heading of the cards, and of each card
TEXT = PAD + 51  # left end of the words on a card
COLUMNS = (300.0, 412.0)  # left ends of the players' columns
LONGEST = 6  # letters of a name that fit above a column
TOP = 5.0  # y of the board
NARROWEST = 544.0  # width that the words need


def zones_of(view: gk.View, owner: int, condition: int) -> Iterator[Zone]:
    """Yield the zones of a player's pieces that count toward a win condition."""
    for number, (cells, text) in enumerate(parts_of(view, owner, condition)):
        centers = tuple(center(view.rules.size, cell) for cell in cells)
        yield Zone(f"zone-{condition}-{owner}-{number}", centers, SIZE, owner, text)


def parts_of(view: gk.View, owner: int, condition: int) -> list[tuple[list[int], str]]:
    """Return the cells that count toward a player's win condition, in parts, each with a number to write there.

    A row or a group gets its length, a connection the number of opposite sides that it reaches, and
    a surrounded group the number of empty cells beside it. Condition 0 stands for every group.
    """
    size, state = view.rules.size, view.state
    match win_conditions.ASKS[condition - 1] if condition else None:
        case win_conditions.EXACT_ROW | win_conditions.LONG_ROW:
            rows = _rows(size, state, owner)
            return [(row, str(len(row))) for row in rows if len(row) >= SHORTEST_ROW]
        case win_conditions.FLOWER_COUNT:
            return [(flower, "") for flower in _flowers(view, state, owner)]
        case win_conditions.TWIN_BASKETS:
            return [(basket, "=") for basket in _baskets(view, state, owner)]
        case win_conditions.SHARED_NUMBER:
            counts = _on_numbers(size, state, owner)
            most = [n for n, count in counts.items() if 1 < count == max(counts.values())]
            return [(_on_number(size, state, owner, n), str(counts[n])) for n in most]
    found = []
    for pieces in _groups(size, state, owner):
        text = _of_group(view, state, pieces, condition)
        if text is not None:
            found.append((pieces, text))
    return found


def _of_group(view: gk.View, state: State, pieces: list[int], condition: int) -> str | None:
    """Return what to write on a group, or None if it does not matter for the win condition."""
    game, rules, size, name = view.game, view.rules, view.rules.size, pieces[0]
    owner, number = state.board[name], str(len(pieces))
    if condition == 0:
        return number
    match win_conditions.ASKS[condition - 1]:
        case win_conditions.LARGEST_GROUP:
            is_largest = len(pieces) == game.measure(rules, state, owner, condition)
            return number if is_largest else None
        case win_conditions.LARGE_GROUPS:
            return number if game.group_counts(rules, state, name, condition) else None
        case win_conditions.CONNECTION:
            return str(_reach(size, pieces)) if _reach(size, pieces) else None
        case win_conditions.SURROUNDED_GROUPS:
            is_met = game.touches(size, state, name, 1 - owner)
            return str(len(_liberties(size, state, pieces))) if is_met else None
        case win_conditions.BORDERING_GROUPS:
            return "" if game.group_counts(rules, state, name, condition) else None
    return None


def _groups(size: int, state: State, owner: int) -> list[list[int]]:
    """Return this player's groups, each from its first cell on."""
    groups: dict[int, list[int]] = {}
    for cell in range(hexagon.cell_count(size)):
        if state.board[cell] == owner:
            groups.setdefault(state.group[cell], []).append(cell)
    return list(groups.values())


def _rows(size: int, state: State, owner: int) -> list[list[int]]:
    """Return this player's straight rows, each in full length."""
    return [
        list(cells)
        for line in hexagon.lines(size)
        for holder, cells in groupby(line, lambda cell: state.board[cell])
        if holder == owner
    ]


def _flowers(view: gk.View, state: State, owner: int) -> list[list[int]]:
    """Return this player's flowers, each from its center."""
    return [
        [cell, *(hexagon.step(view.rules.size, cell, way) for way in range(turn, 6, 2))]
        for cell in range(hexagon.cell_count(view.rules.size))
        for turn in range(2)
        if state.board[cell] == owner
        and view.game.is_flower(view.rules.size, state.board, cell, turn)
    ]


def _reach(size: int, pieces: list[int]) -> int:
    """Return 2 if these pieces reach two opposite sides, 1 if they reach any side, and otherwise 0."""
    reached = [bool(set(pieces).intersection(hexagon.side(size, side))) for side in range(6)]
    connects = any(reached[side] and reached[side + 3] for side in range(3))
    return any(reached) + connects


def _liberties(size: int, state: State, pieces: list[int]) -> set[int]:
    """Return the empty cells beside these pieces."""
    beside = {cell for piece in pieces for cell in hexagon.neighbors(size, piece)}
    return {cell for cell in beside if state.board[cell] == EMPTY}


def _baskets(view: gk.View, state: State, owner: int) -> list[list[int]]:
    """Return two identical baskets, or none."""
    game, size = view.game, view.rules.size
    first, basket, other, twin = game.identical_baskets(view.rules, state, owner)
    if first == NOWHERE:
        return []
    cells = range(hexagon.cell_count(size))
    return [
        [cell for cell in cells if game.in_basket(size, *laid, cell)]
        for laid in ((first, basket), (other, twin))
    ]


def _on_number(size: int, state: State, owner: int, number: int) -> list[int]:
    """Return this player's pieces on the cells with a number."""
    cells = range(hexagon.cell_count(size))
    return [c for c in cells if state.board[c] == owner and hexagon.number_of(size, c) == number]


def _on_numbers(size: int, state: State, owner: int) -> Counter[int]:
    """Count this player's pieces by the number of their cells."""
    cells = range(hexagon.cell_count(size))
    return Counter(hexagon.number_of(size, c) for c in cells if state.board[c] == owner)


def width(size: int) -> float:
    return max(NARROWEST, (2 * size - 1) * SIZE + 2 * SIDE)


def center(size: int, cell: int) -> tuple[float, float]:
    """Return the center of a cell. Along an axis, each row lies half a cell further to the right."""
    x = width(size) / 2 + SIZE * (hexagon.EAST[cell] + hexagon.SOUTH[cell] / 2)
    return x, TOP + SIZE / sqrt(3) + ROW * (hexagon.SOUTH[cell] + size - 1)


def coordinates(size: int) -> Iterator[Words]:
    """Yield the names of the first and the last cell of each row, beside it.

    Numbers start again in each row, so headings above columns would mislead.
    """
    for row in hexagon.rows(size):
        for cell, aside in ((row[0], -1), (row[-1], 1)):
            x, y = center(size, cell)
            label = hexagon.label(size, cell)
            yield Words(f"edge-{label}", x + aside * (0.5 * SIZE + 14), y + 5, label, "edge")


def bottom(size: int) -> float:
    """Return the y at which the board ends."""
    return TOP + 2 * SIZE / sqrt(3) + ROW * (2 * size - 2)


Cells = list[tuple[int, int]]  # steps to the east and to the southeast

TRIANGLE = ((0, 0), (1, 0), (0, 1))
AROUND = AXIAL[1:7]
DISK = AXIAL[:19]
ACROSS = [(east, 0) for east in range(-2, 3)]


def sketch(key: str, x: float, y: float, condition: int) -> Sketch | None:
    """Return the picture of a win condition, or None if it has none."""
    filled, ringed, bare = _in_cells(condition)
    if not filled and not ringed:
        return None
    return Sketch(
        key, x, y, _placed(filled), _placed(ringed), _placed(bare), width=44.0, height=38.0
    )


def _placed(cells: Cells) -> tuple[tuple[float, float], ...]:
    """Return the center of each cell, in widths of a cell."""
    return tuple((east + south / 2, south * 3**0.5 / 2) for east, south in cells)


def _in_cells(condition: int) -> tuple[Cells, Cells, Cells]:
    """Return the winner's cells, the opponent's cells, and empty ones."""
    row = WIN_CONDITIONS[condition - 1]
    filled, bare = _own(row.asks, row.needed)
    if row.of_giver and row.asks != win_conditions.SURROUNDED_GROUPS:
        return [], filled, bare
    match row.asks:
        case win_conditions.SURROUNDED_GROUPS:
            return list(AROUND), [(0, 0)], []
        case win_conditions.BORDERING_GROUPS:
            return filled, [(east, 0) for east in range(4)], []
    return filled, [], bare


def _own(asks: int, needed: int) -> tuple[Cells, Cells]:
    """Return the cells of a shape, and the empty ones that belong to its picture."""
    match asks:
        case win_conditions.EXACT_ROW:
            return _row(needed), [(-1, 0), (needed, 0)]
        case win_conditions.LONG_ROW:
            return _row(needed), []
        case win_conditions.LARGEST_GROUP:
            return list(AXIAL[:needed]), []
        case win_conditions.LARGE_GROUPS:
            corners = [(3 * (n % 2) - n // 2, 3 * (n // 2)) for n in range(needed)]
            return [(a + b, c + d) for a, c in corners for b, d in TRIANGLE[:LARGE]], []
        case win_conditions.CONNECTION:
            return ACROSS, [cell for cell in DISK if cell not in ACROSS]
        case win_conditions.FLOWER_COUNT:
            return [(0, 0), *AROUND[::2]][:FLOWER], []
        case win_conditions.BORDERING_GROUPS:
            return [(-1, 0), (4, 0), (1, -1), (3, -1), (1, 1)][:needed], []
        case win_conditions.TWIN_BASKETS:
            basket = AROUND[:BASKET]
            return [(east + aside, south) for aside in (0, 4) for east, south in basket], []
        case win_conditions.SHARED_NUMBER:
            return [(-n, n) for n in range(ON_ONE)], []
        case win_conditions.SHORT_TURNS:
            return [(2 * n, 0) for n in range(3)], []
        case win_conditions.ESCAPE_IN_TIME:  # a piece that leaves the board
            return [(3, 0)], list(AXIAL[:7])
    return [], []


def _row(length: int) -> Cells:
    return [(east, 0) for east in range(length)]


SCENE_FILE = SceneFile(
    draw, presses, compose, attempt, elsewhere=elsewhere, question=question, gained=gained
)
