"""Shift Tac Toe: the layers of the cube side by side, and the cube itself.

Both take the same presses: first a cell for the new piece, then any piece and the cell to which it goes, one step
along a line or around from its end. The board previews the shift of that line, and a second press on the cell
makes it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import hypot
from typing import Literal, TypeVar

import gamekit as gk
from gamekit.boards import cube
from gamekit.contract import number_in_words
from gamekit.errors import series
from gamekit.games.shift_tac_toe.state import EMPTY, NONE, Parameters, State
from gamekit.match.view import without_open
from gamekit_widgets.drawing.scene import (
    Cell,
    Choice,
    Emblem,
    Hand,
    Mark,
    Piece,
    Scene,
    SceneFile,
    Trail,
    Words,
    Zone,
    one_move,
    short_name,
)
from gamekit_widgets.drawing.scene import (
    Line as Stripe,
)
from gamekit_widgets.drawing.space import Body, Point, Solid, Spot, Stroke

SIDE = 50.0  # size of a cell
PAD = 5.0  # space around the board
BAND = 26.0  # height of the names
TITLE = 44.0  # height above the cells of each level
GAP = 6.0  # space between levels
EDGE = 18.0  # width for the names of rows, beside the cells
SLAB = 5.0  # distance between levels in the small picture of the cube
VIEWS = 4  # to remember results for
COLUMNS = 2  # layers side by side, as many as fit on a phone
SHORT = 18  # letters of both names that leave room for words beside them
LONGEST = 12  # letters of one name that leave room for the other


def draw(view: gk.View, hand: Hand) -> Scene:
    game, size, sight = view.game, view.rules.size, seen(view, hand)
    cells = tuple(_cell(sight, cell) for cell in _reading_order(size))
    return Scene(
        name=f"{view.game.title} board",
        says=_in_words(view),
        prompt=_prompt(view, hand),
        width=_corner(size, COLUMNS - 1)[0] + size * SIDE + PAD,
        height=_corner(size, size - 1)[1] + size * SIDE + PAD,
        cells=cells,
        pieces=(*_names(view), *_edges(size), *_emblems(sight)),
        # the cube in space does not show the score
        note=_note(view) if game.compares_threes(view.state) else f"{_note(view)} · {_score(view)}",
        reminder=_reminder(view, hand),
        retells=bool(_latest_turn_in_words(view)),
        choices=_choices(view, hand),
        tone="blue",
        solid=_solid(sight, cells),
    )


def presses(view: gk.View, move: str) -> tuple[str, ...]:
    """Return a cell to place on or, for a shift, a piece, the cell to which it goes, and a confirmation.

    A shift that changes nothing has no presses but its notation, because "End turn" does the same.
    """
    steps = _steps(view, move)
    return (*steps[0], "shift") if steps else (without_open(move),)


def other_ways(view: gk.View, moves: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Yield the presses for shifts among these moves that begin with another piece of the line."""
    for move in moves:
        for step in _steps(view, move)[1:]:
            yield (*step, "shift")


def advised(view: gk.View, move: str) -> str:
    """Return a shift as the piece to press and the cell to which it goes."""
    steps = _steps(view, move)
    return "shift {} to {}".format(*steps[0]) if steps else ""


def compose(view: gk.View, pressed: tuple[str, ...]) -> str | None:
    """Return the placement on a cell, the shift of a confirmed step, or None."""
    if pressed[-1] == "stop" or ">" in pressed[-1]:
        return pressed[-1]
    if view.state.placed == NONE:
        return one_move(view, pressed[-1])
    is_confirmed = len(pressed) == 3 and pressed[2] in ("shift", pressed[1])
    line = stepped(view.rules.size, *pressed[:2]) if is_confirmed else ()
    return _written(view.rules.size, line) if line else None


def confirms(view: gk.View, pressed: tuple[str, ...], what: str) -> bool:
    """Is this a second press on the cell to which a piece goes, which makes the shift?"""
    return what == pressed[-1] and len(pressed) == 2


def attempt(view: gk.View, pressed: tuple[str, ...]) -> str:
    """Return the shift of the pressed cells or, for a piece by itself, a shift that moves it."""
    size, start = view.rules.size, cube.cell(view.rules.size, pressed[-1])
    if view.state.placed == NONE or start is None:
        return pressed[-1]
    if pressed[1:] and (line := stepped(size, *pressed[:2])):
        return _written(size, line)
    through = [cube.cells_of(size, line) for line in cube.through(size, start)]
    moves = [_written(size, way) for line in through for way in (line, line[::-1])]
    moves = [move for move in moves if _steps(view, move)] or moves
    return next((move for move in moves if move in view.legal()), moves[0])


def elsewhere(view: gk.View, pressed: tuple[str, ...]) -> str:
    """Say what to press instead of an empty cell where no piece can go, or return ""."""
    size, state, last = view.rules.size, view.state, pressed[-1]
    cell = cube.cell(size, last)
    if view.result or state.placed == NONE or cell is None or state.board[cell] != EMPTY:
        return ""
    if len(pressed) == 1:
        return f"{last} is empty. Press a piece: its line moves with it."
    if stepped(size, pressed[0], last):
        return ""
    return f"{pressed[0]} does not go to {last}. It moves one step along a line, or around from its end."


# --- the layers ------------------------------------------------------------------------------


def _reading_order(size: int) -> list[int]:
    """Return the cells level by level, each row by row."""
    steps = range(size)
    return [cube.number(size, r, c, level) for level in steps for r in steps for c in steps]


def _corner(size: int, level: int) -> tuple[float, float]:
    """Return the upper left corner of a layer's cells."""
    row, column = divmod(level, COLUMNS)
    across, down = EDGE + size * SIDE + GAP, TITLE + size * SIDE
    return PAD + EDGE + column * across, PAD + BAND + TITLE + row * (down + GAP)


def _center(size: int, cell: int) -> tuple[float, float]:
    row, column, level = cube.place(size, cell)
    left, top = _corner(size, level)
    return left + (column + 0.5) * SIDE, top + (row + 0.5) * SIDE


def _cell(sight: Sight, cell: int) -> Cell:
    size, names = sight.view.rules.size, sight.view.names
    label, (x, y) = cube.label(size, cell), _center(size, cell)
    fours = [player for line, player in sight.fours if cell in line]
    counted = dict.fromkeys(player for player, three in sight.threes if cell in three)
    marks = sight.hand.marks(
        label, label in sight.winning, cell == sight.recent, cell == sight.earlier
    )
    if counted:
        marks |= {"counted"}
    if cell in sight.shifted and sight.hand.ways:  # only for the mover, who answers or confirms it
        marks |= {"shifted"}
    owner = sight.state.board[cell]
    says = [label, "empty" if owner == EMPTY else names[owner]]
    if cell in sight.line:
        says.append("after the shift")
    says += [f"in a four of {names[player]}" for player in dict.fromkeys(fours)]
    says += [f"in a three of {names[player]}" for player in counted]
    if owner == EMPTY:
        threats = dict.fromkeys(player for _, player, gap in sight.threats if gap == cell)
        says += [f"would complete a four of {names[player]}" for player in threats]
    mark_words: dict[Mark, str] = {
        "recent": "just placed",
        "pressed": "pressed",
        "refused": "refused",
    }
    says += [word for mark, word in mark_words.items() if mark in marks]
    return Cell(label, x, y, label[-1] + label[0], ", ".join(says), marks=marks, size=SIDE)


def _names(view: gk.View) -> Iterator[Piece]:
    """Draw the players' names and fours above all levels."""
    right = _corner(view.rules.size, COLUMNS - 1)[0] + view.rules.size * SIDE
    yield Emblem("emblem-0", PAD + 12, PAD + 14, 0, 15)
    yield Words("name-0", PAD + 26, PAD + 20, _with_fours(view, 0), "aside", 0)
    yield Emblem("emblem-1", right - 9, PAD + 14, 1, 15)
    yield Words("name-1", right - 22, PAD + 20, _with_fours(view, 1), "small", 1)


def _with_fours(view: gk.View, player: int) -> str:
    """Return a player's name, with their fours and how many win a round.

    If threes decided the match, it is their threes instead.
    """
    state = view.state
    made, needed = state.fours[player], view.rules.fours_needed
    is_long = len("".join(view.names)) > SHORT
    name = short_name(view.names[player], LONGEST) if is_long else view.names[player]
    if view.game.compares_threes(state):
        count = sum(state.round_threes[player : 2 * view.rules.rounds : 2])
        threes = f" {count}" if is_long else f", {count} three{'s' * (count != 1)}"
        return f"{name}{threes}"
    if is_long:
        return f"{name} {made}/{needed}"
    return f"{name}, {made} of {needed} four{'s' * (needed != 1)}"


def _edges(size: int) -> Iterator[Piece]:
    """Draw the names of each level, of its rows and of its columns."""
    for level in range(size):
        x, y = _corner(size, level)
        ends = {0: ", top", size - 1: ", bottom"}
        text = f"Level {level + 1}{ends.get(level, '')}"
        yield Words(f"level-{level}", x + 36, y - 24, text, "level")
        for other in range(size):  # the small picture of the cube, from its side
            owner = 0 if other == level else None
            height = y - 31 - SLAB * (size - 1) / 2 + SLAB * other
            yield Stripe(f"slab-{level}-{other}", x + 5, height, 22, 0, owner)
        for n in range(size):
            along = (n + 0.5) * SIDE
            yield Words(f"row-{level}-{n}", x - 9, y + along + 5, cube.FROM_A[n], "edge")
            yield Words(f"column-{level}-{n}", x + along, y - 5, cube.TO_Z[-size:][n], "edge")


def _emblems(sight: Sight) -> Iterator[Piece]:
    """Draw the pieces, their former places before a shift as faint ones, and signs where a four is threatened."""
    size, moved = sight.view.rules.size, sight.shifted
    is_over = bool(sight.view.result)
    yield from _threatened(sight)
    if not is_over:  # the end shows the decisive lines instead
        yield from _path(size, moved, look="chosen" if sight.line else "")
    for cell, owner in () if is_over else sight.ghosts:
        yield Emblem(f"ghost-{cell}", *_center(size, cell), owner, 32, is_faint=True)
    for key, cell in sorted((key, cell) for cell, key in enumerate(sight.keys) if key):
        x, y = _center(size, cell)
        way = _around(size, moved) if moved[:1] == (cell,) else ()
        yield Emblem(key, x, y, sight.state.board[cell], 32, around=way)
    yield from _ways(sight)
    yield from _gaps(sight)
    yield from _numbers(sight)


def _threatened(sight: Sight) -> Iterator[Zone]:
    """Shade the lines that the other player's next piece would complete."""
    size, other = sight.view.rules.size, 1 - sight.view.to_act
    for number, (line, player, _) in enumerate(sight.threats):
        if player == other:
            centers = tuple(_center(size, cell) for cell in line)
            yield Zone(f"threatened-{number}", centers, SIDE, player)


def _gaps(sight: Sight) -> Iterator[Piece]:
    """Mark the cells where one more piece would complete a four, for either player."""
    gaps = dict.fromkeys((gap, player) for _, player, gap in sight.threats)
    for gap, player in gaps:
        x, y = _center(sight.view.rules.size, gap)
        if (gap, 1 - player) in gaps:  # one above the other
            y += 12 * (2 * player - 1)
            yield Emblem(f"threat-{player}-{gap}", x - 18, y, player, 11)
            yield Words(f"threat-{player}-{gap}-sign", x + 5, y + 5, "four", "threat", player)
        else:
            yield Emblem(f"threat-{player}-{gap}", x, y - 10, player, 15)
            yield Words(f"threat-{player}-{gap}-sign", x, y + 14, "four", "threat", player)


def _path(
    size: int, line: Line, offer: str = "", look: Literal["", "chosen"] = ""
) -> Iterator[Piece]:
    """Draw the path of a line that shifts.

    Across levels it is numbers, because a path would cross cells that do not belong to the line.
    """
    key = f"way-{offer}" if offer else "trail"
    if line and _is_level(size, line):
        *places, before, last = (_center(size, cell) for cell in line)
        yield Trail(key, (*places, before, _short_of(before, last)), look, offer)
        return
    for number, cell in enumerate(line, 1):
        x, y = _center(size, cell)
        yield Trail(f"{key}-{cell}", ((x - 18.5, y + 18.5),), look, offer, 7, str(number))


def _short_of(before: tuple[float, float], end: tuple[float, float]) -> tuple[float, float]:
    """Return an end before the piece at `end`, which would hide the arrowhead."""
    dx, dy = end[0] - before[0], end[1] - before[1]
    off = 20 / hypot(dx, dy)
    return end[0] - off * dx, end[1] - off * dy


def _numbers(sight: Sight) -> Iterator[Piece]:
    """Draw the number of each four on its pieces or, if threes decided the match, of each three in the corners."""
    size = sight.view.rules.size
    if sight.threes:
        yield from _numbered_threes(sight)
        return
    numbers: dict[int, list[str]] = {}
    made: Counter[int] = Counter()
    for line, player in sight.fours:
        made[player] += 1
        for cell in line:
            numbers.setdefault(cell, []).append(str(made[player]))
    for cell, labels in numbers.items():
        owner, (x, y) = sight.state.board[cell], _center(size, cell)
        y += 5 if owner else 9  # the middle of a diamond or of a triangle
        yield Words(f"four-{owner}-{cell}", x, y, "·".join(labels), "badge-text")


def _numbered_threes(sight: Sight) -> Iterator[Piece]:
    places: Counter[int] = Counter()
    numbers: Counter[int] = Counter()
    for player, line in sight.threes:
        numbers[player] += 1
        for cell in line:
            x, y = _center(sight.view.rules.size, cell)
            down, across = divmod(places[cell] % 4, 2)
            places[cell] += 1
            key = f"three-{player}-{numbers[player]}-{cell}"
            x, y = x - 14 + 28 * across, y - 9 + 28 * down
            yield Words(key, x, y, str(numbers[player]), "edge", player)


def _ways(sight: Sight) -> Iterator[Piece]:
    """Draw the pressed piece faintly on each cell to which it can go.

    When somebody points at such a cell, the page also shows the path of the line and where its other pieces go.
    """
    size, board, pressed = sight.view.rules.size, sight.state.board, sight.hand.pressed
    if len(pressed) != 1 or sight.state.placed == NONE:
        return
    for goal in sorted(sight.hand.next):
        if not (line := stepped(size, pressed[0], goal)):
            continue
        yield from _path(size, line, goal)
        x, y = _center(size, line[_step_of(size, line, goal)])
        sign = _sign(size, line, goal)
        yield Words(f"sign-{goal}", x - 18 + 5 * len(sign), y - 9, sign, "edge")
        after = _turned(line, board)
        for cell in line:
            is_goal = cube.label(size, cell) == goal
            if after[cell] != EMPTY and (is_goal or after[cell] != board[cell]):
                x, y = _center(size, cell)
                aside, large = (0, 32) if board[cell] == EMPTY else (14, 16)
                key, offer = f"landing-{goal}-{cell}", "" if is_goal else goal
                yield Emblem(key, x + aside, y + aside, after[cell], large, True, offer=offer)


ARROWS = {
    (-1, 0): "↑",
    (1, 0): "↓",
    (0, -1): "←",
    (0, 1): "→",
    (-1, -1): "↖",
    (-1, 1): "↗",
    (1, -1): "↙",
    (1, 1): "↘",
}
UP, DOWN, AROUND = "▲", "▼", "↺"


def _sign(size: int, line: Line, goal: str) -> str:
    """Return signs for the step to this cell of the line: to another level, in a direction, or around."""
    there = _step_of(size, line, goal)
    if there == 0:
        return AROUND
    (row, column, level), (r, c, deep) = (cube.place(size, line[k]) for k in (there - 1, there))
    levels = {-1: UP, 1: DOWN}.get(deep - level, "")
    return levels + ARROWS.get((r - row, c - column), "")


def _step_of(size: int, line: Line, label: str) -> int:
    """Return the place of this cell in the line, from 0."""
    return [cube.label(size, cell) for cell in line].index(label)


def _is_level(size: int, line: Line) -> bool:
    return len({cube.place(size, cell)[2] for cell in line}) == 1


def _around(size: int, line: Line) -> tuple[tuple[float, float], ...]:
    """Return the place of the piece at the end of a line, and where it leaves the line and enters it again."""
    places = [_center(size, cell) for cell in line]
    return places[-1], _beyond(*places[-2:]), _beyond(*places[1::-1])


def _beyond(before: tuple[float, float], end: tuple[float, float]) -> tuple[float, float]:
    """Return the place one cell beyond `end`, coming from `before`."""
    dx, dy = end[0] - before[0], end[1] - before[1]
    far = SIDE / max(abs(dx), abs(dy))
    return end[0] + far * dx, end[1] + far * dy


def _choices(view: gk.View, hand: Hand) -> tuple[Choice, ...]:
    """Offer to end the turn without a shift or, during a preview, to make the shift or to cancel it."""
    if view.to_act not in (0, 1) or view.state.placed == NONE or not hand.ways:
        return ()
    if not chosen(view, hand):
        return (Choice("stop", "End turn"),)
    # In this order, a double press on "End turn" makes no shift.
    return Choice(hand.pressed[0], "Cancel"), Choice("shift", "Shift this line", form="main")


# --- the cube --------------------------------------------------------------------------------


def _solid(sight: Sight, cells: Sequence[Cell]) -> Solid:
    size = sight.view.rules.size
    spots = {}
    for drawn in cells:
        cell = cube.cell(size, drawn.label) or 0
        is_empty = sight.state.board[cell] == EMPTY
        spots[cell] = Spot(drawn.label, _at(size, cell), drawn.says, drawn.marks, is_empty)
    pieces = [(key, cell) for cell, key in enumerate(sight.keys) if key]
    return Solid(
        axes=(cube.FROM_A[:size], cube.TO_Z[-size:], [str(size - k) for k in range(size)]),
        spots=tuple(spots.values()),
        bodies=tuple(Body(key, spots[cell], sight.state.board[cell]) for key, cell in pieces),
        ghosts=tuple(Body(f"ghost-{cell}", spots[cell], owner) for cell, owner in sight.ghosts),
        strokes=tuple(_strokes(sight)),
        lines=_lines(sight),
    )


def _lines(sight: Sight) -> tuple[tuple[str, ...], ...]:
    """Return the lines whose shift would change something, once for each legal direction."""
    size = sight.view.rules.size
    found = (shifted(size, move) for move, way in sight.hand.ways.items() if "shift" in way)
    return tuple(tuple(cube.label(size, cell) for cell in line) for line in found)


def _at(size: int, cell: int) -> Point:
    """Return the place of a cell in space, where level 1 is on top."""
    row, column, level = cube.place(size, cell)
    return row, column, size - 1 - level


def _strokes(sight: Sight) -> Iterator[Stroke]:
    """Yield the fours, the threatened fours, and the line that is about to shift or has just shifted."""
    size = sight.view.rules.size

    def through(line: Line) -> tuple[Point, ...]:
        return tuple(_at(size, cell) for cell in line)

    for line, player in sight.fours:
        yield Stroke(through(line), "four", player)
    for line, player, _ in sight.threats:
        yield Stroke(through(line), "three", player)
    for player, three in sight.threes:
        yield Stroke(through(three), "three", player)
    if sight.line:
        yield Stroke(through(sight.line), "shift")
    elif sight.shifted:
        yield Stroke(through(sight.shifted), "shifted")


# --- words -----------------------------------------------------------------------------------


def _prompt(view: gk.View, hand: Hand) -> str:
    """Say what to do, or how the match ended."""
    if view.result:
        return view.result.text
    state, name = view.state, view.names[view.to_act]
    if state.placed == NONE:
        if before := _round_before(view) or _warning(view, hand):
            return f"{before}{name}: press an empty cell"
        return f"{name}: press an empty cell; then you may shift a line"
    if chosen(view, hand):
        return f"{name}: this shift {_fours_made(view, hand)}. Press {hand.pressed[1]} again to make it"
    if hand.pressed:
        return f"{name}: press where {hand.pressed[0]} goes, to see its whole line move"
    if before := _warning(view, hand):
        return f"{before}{name}: press a piece to shift its line"
    return f"{name}: press a piece of either color to shift its line, or End turn"


def _warning(view: gk.View, hand: Hand) -> str:
    """Say where the other player's next piece would complete a four, or return ""."""
    if not hand.is_assisted or hand.pressed:
        return ""
    other, threats = 1 - view.to_act, threats_now(view)
    gaps = dict.fromkeys(gap for _, player, gap in threats if player == other)
    size = view.rules.size
    where = [cube.label(size, gap) for gap in gaps]
    if not where:
        return ""
    lines = [(line, gap) for line, player, gap in threats if player == other]
    beside = ""
    if len(lines) == 1:
        ((line, gap),) = lines
        beside = (
            f", in line with {series([cube.label(size, cell) for cell in line if cell != gap])}"
        )
    return f"{view.names[other]} threatens a four at {series(where)}{beside}. "


def _fours_made(view: gk.View, hand: Hand) -> str:
    """Say what the chosen shift does to the fours of both players."""
    before, after = (set(_fours(view, state)) for state in (view.state, _after(view, hand)))
    changes = []
    for verb, changed in (("breaks", before - after), ("makes", after - before)):
        for player in dict.fromkeys(player for _, player in sorted(changed)):
            count = sum(owner == player for _, owner in changed)
            fours = "a four" if count == 1 else f"{count} fours"
            changes.append(f"{verb} {fours} for {view.names[player]}")
    return " and ".join(changes) or "makes no four"


def _movement(view: gk.View, hand: Hand) -> str:
    """Say which pieces the chosen shift moves and, if hints are allowed, what that threatens."""
    size, state = view.rules.size, _after(view, hand)
    text = f"{_piece_by_piece(size, chosen(view, hand), state.board)}. "
    if not hand.is_assisted:
        return text.strip()
    completed = {player for _, player in set(_fours(view, state)) - set(_fours(view, view.state))}
    threatened = [
        {(player, gap) for _, player, gap in threats}
        for threats in (threats_now(view), _threats(view, state))
    ]
    for player in (1 - view.to_act, view.to_act):
        before, after = (
            {cube.label(size, gap) for owner, gap in found if owner == player}
            for found in threatened
        )
        gone, new = sorted(before - after), sorted(after - before)
        if gone and player in completed:
            continue
        if gone and new:
            text += f"{view.names[player]}’s threat moves from {series(gone)} to {series(new)}. "
        elif gone:
            text += f"{view.names[player]} no longer threatens a four at {series(gone)}. "
        elif new:
            text += f"{view.names[player]} then threatens a four at {series(new)}. "
    return text.strip()


def _after(view: gk.View, hand: Hand) -> State:
    """Return the state after the chosen shift, before the turn ends."""
    after: State = view.state.copy()
    line = chosen(view, hand)
    view.game.shift(view.rules, after, *_between(view.rules.size, line[0], line[-1]))
    return after


def _reminder(view: gk.View, hand: Hand) -> str:
    """Say what the other player did and, once a piece is placed, what a shift does.

    Before the first turn, the table says how to win.
    """
    state = view.state
    if view.result or view.to_act not in (0, 1):
        return ""
    latest = _latest_turn_in_words(view)
    if ended_round(view) and not hand.pressed:
        return f"{latest}Faint pieces show how round {state.round - 1} ended."
    if state.placed == NONE:
        return f"{latest}{_how_to_win(view.rules)}; lines may cross levels." if latest else ""
    if chosen(view, hand):
        return _movement(view, hand)
    if hand.pressed:
        return f"{UP} a level up, {DOWN} a level down, {AROUND} around to the other end. The first press only shows the shift."
    return f"{latest}A shift moves a whole line one step; its far end comes around.".strip()


def _how_to_win(rules: Parameters) -> str:
    """Return how many lines win a round, and how long they are."""
    few, length = (number_in_words(number) for number in (rules.fours_needed, rules.size))
    many = rules.fours_needed != 1
    return f"{few.capitalize()} line{'s' * many} of {length} win{'s' * (not many)} the round"


def _latest_turn_in_words(view: gk.View) -> str:
    """Say what the other player did in this round's latest turn, or return ""."""
    before = _turn_before(view)
    if not before or view.to_act not in (0, 1):
        return ""
    cell, *lines = before
    size, state = view.rules.size, view.state
    board = [EMPTY if n == state.placed else owner for n, owner in enumerate(state.board)]
    shifts = [_piece_by_piece(size, shifted(size, line), board) for line in lines[-1:]]
    then = f", then shifts {shifts[0]}" if shifts else ""
    return f"{view.names[1 - view.to_act]} plays {cell}{then}. "


def _piece_by_piece(size: int, line: Line, after: Sequence[int]) -> str:
    """Return the step of each piece on a line that has shifted."""
    steps = zip((line[-1], *line[:-1]), line, strict=True)
    return ", ".join(
        f"{cube.label(size, here)} → {cube.label(size, there)}{' (around)' if there == line[0] else ''}"
        for here, there in steps
        if after[there] != EMPTY
    )


def _turn_before(view: gk.View) -> list[str]:
    """Return the moves of the other player's latest turn in this round."""
    made = moves_of(view)[: -1 if view.state.placed != NONE else None]
    starts = [k for k, move in enumerate(made) if ">" not in move and move != "stop"]
    return [move for move in made[starts[-1] :] if move != "stop"] if starts else []


def _round_before(view: gk.View) -> str:
    """Say how the round before ended, in each player's first turn of a round, because its board is gone."""
    state = view.state
    if state.round == 1 or state.turn > state.begun + 1:
        return ""
    winner = state.round_winner[state.round - 2]
    how = "was tied" if winner == NONE else f"goes to {view.names[winner]}"
    return f"Round {state.round - 1} {how}. "


def _note(view: gk.View) -> str:
    """Return the number of the round and how the one before ended or, if threes decided the match, where they lay."""
    is_short, state = len("".join(view.names)) <= SHORT, view.state
    if is_short and view.game.compares_threes(state):
        return f"Threes {'; '.join(_threes_in_words(view))}"
    now = f"Round {state.round} of {view.rules.rounds}"
    if state.round == 1 or not is_short:
        return now
    winner = state.round_winner[state.round - 2]
    how = "tied" if winner == NONE else f"won by {view.names[winner]}"
    return f"{now} · round {state.round - 1} {how}"


def _score(view: gk.View) -> str:
    return "fours {} to {}".format(*view.state.fours)


def _threes_in_words(view: gk.View) -> Iterator[str]:
    """Yield how many threes each player had on the board of each round."""
    for number in range(view.rules.rounds):
        counts = view.state.round_threes[2 * number : 2 * number + 2]
        each = ", ".join(
            f"{view.names[player]} {count}" for player, count in enumerate(counts) if count
        )
        yield f"on board {number + 1}: {each or 'none'}"


def _in_words(view: gk.View) -> str:
    """Return the whole cube in words, with the prompt."""
    size = view.rules.size
    board = view.state.board[: size**3]
    parts = []
    for player in range(2):
        cells = [cube.label(size, cell) for cell, owner in enumerate(board) if owner == player]
        parts.append(f"{view.names[player]}: {', '.join(cells) or 'no pieces'}")
    return f"{view.game.title}. {_note(view)}, {_score(view)}. {'. '.join(parts)}. {_prompt(view, Hand())}"


Line = tuple[int, ...]  # the cells of a line, in the direction in which its contents move
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Sight:
    """The cube that people see, which is the one after the chosen shift.

    Attributes:
        view: the view.
        hand: the viewer's hand.
        state: the state after the chosen shift, if any.
        keys: the key of the piece on each cell, "" for an empty one.
        line: the line of the chosen shift, or ().
        shifted: the line of the chosen or the latest shift, or ().
        ghosts: cells that the shift has left empty, or that had pieces at the end of the round before, each with
            the player of that piece.
        fours: full lines with their players.
        threats: lines that one more piece completes, with their players and that piece's cell.
        threes: players with the cells of their threes, if these decided the match.
        winning: labels of the cells that won the match or, if none did, of all fours, including those of the
            round before while the picture shows it.
        recent: the cell of the piece placed last, or None.
        earlier: the cell of the piece placed before that one, or None.
    """

    view: gk.View
    hand: Hand
    state: State
    keys: list[str]
    line: Line
    shifted: Line
    ghosts: list[tuple[int, int]]
    fours: list[tuple[Line, int]]
    threats: list[tuple[Line, int, int]]
    threes: list[tuple[int, Line]]
    winning: frozenset[str]
    recent: int | None
    earlier: int | None


def seen(view: gk.View, hand: Hand) -> Sight:
    """Return what people see in this view with this hand."""
    size, state, line = view.rules.size, view.state, chosen(view, hand)
    keys = _keys(view)
    placed = _placed(view, keys)
    if line:
        state = _after(view, hand)
        keys = _turned(line, keys)
    latest = moves_of(view)[-1:]
    moved = line or shifted(size, next(iter(latest), ""))
    before = _turned(moved[::-1], state.board) if moved else []
    ghosts = {cell: before[cell] for cell in moved if before[cell] != EMPTY}
    fours = list(_fours(view, state))
    in_fours = [cube.label(size, cell) for four, _ in fours for cell in four]
    if ended := ended_round(view):
        ghosts = dict(enumerate(ended.board)) | ghosts
        in_fours += [cube.label(size, cell) for four, _ in _fours(view, ended) for cell in four]
    return Sight(
        view=view,
        hand=hand,
        state=state,
        keys=keys,
        line=line,
        shifted=moved,
        ghosts=[
            (cell, owner) for cell, owner in ghosts.items() if state.board[cell] == EMPTY != owner
        ],
        fours=fours,
        threats=_seen_threats(view, state if line else None, hand),
        threes=view.game.counted_threes(view.rules, view.state),
        winning=frozenset(view.winning_cells() or in_fours),
        recent=keys.index(placed[-1]) if placed else None,
        earlier=keys.index(placed[-2]) if placed[1:] else None,
    )


@lru_cache(maxsize=VIEWS)
def ended_round(view: gk.View) -> State | None:
    """Return the final state of the round before, in each player's first turn of a round; None at other times.

    The rules clear the cube at once, so nobody would see the lines that decided the round. It is also None if the
    moves of the history do not lead to this state, as from a position.
    """
    game, rules, now = view.game, view.rules, view.state
    if now.round == 1 or 2 * (now.turn - now.begun) + (now.placed != NONE) > 2:
        return None
    state: State = type(now)()
    state.first, state.dmo = now.first, now.dmo
    game.setup(rules, state)
    ended = None
    for entry in view.history:
        if entry.move is None or game.why_illegal(rules, state, entry.move) != 0:
            return None
        before: State = state.copy()
        game.apply(rules, state, entry.move)
        if state.round > before.round:
            ended = before
            if line := shifted(rules.size, entry.text):
                game.shift(rules, ended, *_between(rules.size, line[0], line[-1]))
            elif (cell := cube.cell(rules.size, entry.text)) is not None:
                ended.board[cell] = ended.player
    return ended if state == now else None


# --- lines -----------------------------------------------------------------------------------


@cache
def shifted(size: int, shift: str) -> Line:
    """Return the line that "AW1>AW4" shifts, or () if the text is not a shift."""
    first, *second = (cube.cell(size, label) for label in shift.split(">"))
    if first is None or len(second) != 1 or second[0] is None:
        return ()
    found = cube.between(size, first, second[0])
    return cube.cells_of(size, found[0])[:: -1 if found[1] else 1] if found else ()


def chosen(view: gk.View, hand: Hand) -> Line:
    """Return the line of the piece and the goal that are pressed, or ()."""
    return stepped(view.rules.size, *hand.pressed[:2]) if hand.pressed[1:] else ()


@cache
def stepped(size: int, start: str, goal: str) -> Line:
    """Return the line that shifts when a piece goes from `start` to `goal`, or () if no line does that."""
    here, there = cube.cell(size, start), cube.cell(size, goal)
    if here is None or there is None or here == there:
        return ()
    for number in cube.through(size, here):
        line = cube.cells_of(size, number)
        if there in line:
            for cells in (line, line[::-1]):
                if cells[(cells.index(here) + 1) % size] == there:
                    return cells
    return ()


def _steps(view: gk.View, move: str) -> list[tuple[str, str]]:
    """Return each piece that a shift moves, with the cell to which it goes; the one that comes around is last.

    There are none if the shift changes nothing.
    """
    size, board = view.rules.size, view.state.board
    line = shifted(size, move) if ">" in move else ()
    if len({board[cell] for cell in line}) < 2:
        return []
    pairs = zip(line, (*line[1:], line[0]), strict=True)
    label = cube.label
    return [(label(size, here), label(size, to)) for here, to in pairs if board[here] != EMPTY]


def _written(size: int, line: Line) -> str:
    """Return the shift of a line in notation."""
    return f"{cube.label(size, line[0])}>{cube.label(size, line[-1])}"


def _between(size: int, start: int, end: int) -> tuple[int, bool]:
    """Return the number and the direction of the line between two ends."""
    found = cube.between(size, start, end)
    assert found is not None, "these are the ends of a line"
    return found


def _turned(line: Sequence[int], contents: Sequence[T]) -> list[T]:
    """Return the contents of each cell after the line has moved one step."""
    after = list(contents)
    for here, there in zip(line, (*line[1:], line[0]), strict=True):
        after[there] = contents[here]
    return after


def _fours(view: gk.View, state: State) -> Iterator[tuple[Line, int]]:
    """Yield the full lines with their players."""
    for number in cube.lines(view.rules.size):
        owner = view.game.owner(view.rules, state, number)
        if owner != EMPTY:
            yield cube.cells_of(view.rules.size, number), owner


def _seen_threats(view: gk.View, after: State | None, hand: Hand) -> list[tuple[Line, int, int]]:
    """Return the threats that the board shows: those after the chosen shift, if there is one."""
    if not hand.is_assisted or view.result:
        return []
    return list(threats_now(view) if after is None else _threats(view, after))


@lru_cache(maxsize=VIEWS)  # a picture and its words both call it
def threats_now(view: gk.View) -> tuple[tuple[Line, int, int], ...]:
    """Return the lines that one more piece would complete now, with the player and the cell of that piece."""
    return tuple(_threats(view, view.state))


def _threats(view: gk.View, state: State) -> Iterator[tuple[Line, int, int]]:
    """Yield the lines that one more piece would complete, with the player and the cell of that piece."""
    after = state.copy()
    for number in cube.lines(view.rules.size):
        line = cube.cells_of(view.rules.size, number)
        for player in range(2):
            for gap in line:
                if state.board[gap] == EMPTY:
                    after.board[gap] = player
                    if view.game.owner(view.rules, after, number) == player:
                        yield line, player, gap
                    after.board[gap] = EMPTY


# --- pieces ----------------------------------------------------------------------------------


def _board(view: gk.View) -> list[int]:
    return list(view.state.board[: view.rules.size**3])


def _keys(view: gk.View) -> list[str]:
    """Return the key of the piece on each cell, "" for an empty one.

    A key follows its piece through the round, so that people see it move.
    """
    size, moves = view.rules.size, moves_of(view)
    board = _board(view)
    for move in reversed(moves):
        if line := shifted(size, move):
            board = _turned(line[::-1], board)
        elif (cell := cube.cell(size, move)) is not None:
            board[cell] = EMPTY
    made = sum(owner != EMPTY for owner in board)
    numbers = iter(range(made))
    keys = ["" if owner == EMPTY else _key(view, next(numbers)) for owner in board]
    for move in moves:
        if line := shifted(size, move):
            keys = _turned(line, keys)
        elif (cell := cube.cell(size, move)) is not None:
            keys[cell] = _key(view, made)
            made += 1
    return keys


def _key(view: gk.View, number: int) -> str:
    return f"piece-{view.state.round}-{number}"


def moves_of(view: gk.View) -> list[str]:
    """Return the moves of this round in notation; every turn begins with a piece placed."""
    state = view.state
    moves = [entry.text for entry in view.history if entry.player in (0, 1)]
    starts = [k for k, move in enumerate(moves) if cube.cell(view.rules.size, move) is not None]
    turns = state.turn - state.begun + (state.placed != NONE)
    return moves[starts[-turns] :] if 0 < turns <= len(starts) else moves if turns else []


def _placed(view: gk.View, keys: Sequence[str]) -> list[str]:
    """Return the keys of the pieces placed in this round, in order."""
    count = sum(cube.cell(view.rules.size, move) is not None for move in moves_of(view))
    pieces = sum(map(bool, keys))
    return [_key(view, number) for number in range(pieces - count, pieces)]


SCENE_FILE = SceneFile(
    draw,
    presses,
    compose,
    attempt,
    other_ways=other_ways,
    advised=advised,
    confirms=confirms,
    elsewhere=elsewhere,
)
