"""Sliding Tic-Tac-Toe: tiles on a grid; a tile or the two ends of several, then where they go."""

from __future__ import annotations

from collections.abc import Iterator

import gamekit as gk
from gamekit.boards import grid
from gamekit.contract import SURE, number_in_words
from gamekit.errors import series
from gamekit.games.sliding_tic_tac_toe.state import ANY, EMPTY, NEUTRAL, NO, State
from gamekit.match.view import without_open
from gamekit_widgets.drawing.pieces import MARKS, PAD, SPARE, Squares
from gamekit_widgets.drawing.scene import (
    Cell,
    Choice,
    Hand,
    Line,
    Piece,
    Scene,
    SceneFile,
    Token,
    Trail,
    Way,
    Words,
    in_words,
    latest_turn,
    nameplate,
    one_move,
    turn_before,
)

SIZE = 72.0  # size of a cell
BAND = 48.0  # height of a player's band above and below the board
LOOKS = ("", "cross", "nought", "neutral")  # looks of tokens, by the tile on a cell
SHORT, SHORTEST = 12, 7  # letters of a name that leave room for some words beside it, and for more
NARROWEST = 400.0  # width that the names and the remaining tiles need


def draw(view: gk.View, hand: Hand) -> Scene:
    state, squares = view.state, _squares(view.rules.size)
    return Scene(
        name=f"{view.game.title} board",
        says=_in_words(view, state),
        prompt=_prompt(view, state, hand),
        width=squares.width,
        height=squares.height,
        spare=SPARE - 3,  # the letters are wider than those of a garden
        cells=tuple(_cells(view, state, hand)),
        pieces=(
            *squares.edges(),
            *_bands(view, state),
            *(() if view.result else _ghosts(view, state)),  # so that the winning row stays clear
            *_lines(view, state),  # below the tiles, so that no line crosses a sign
            *_tiles(view, state, hand),
            *_gaps(view, state, hand),
        ),
        note=_note(view, state),
        choices=tuple(_choices(hand)),
        signs="marks",
        reminder=_reminder(view, state),
        lays=Token("laid", 0, 0, LOOKS[state.player + 1], 54, "ghost"),
    )


def presses(view: gk.View, move: str) -> Way:
    """Return one cell for a placement or, for a slide, a tile or both ends of several and the cell they reach."""
    words = without_open(move).split()
    if words[0] == "N":
        return "neutral", words[1]
    if words[0] != "slide":
        return (words[0],)
    ends = words[1].split("-")
    row, column = _place(ends[-1] if words[2] in ("right", "down") else ends[0])
    down, right = WAYS[words[2]]
    target = grid.label(row + down * int(words[3]), column + right * int(words[3]))
    return (ends[0] if len(ends) == 1 else frozenset(ends)), target


def compose(view: gk.View, pressed: tuple[str, ...]) -> str | None:
    """Return the slide or the placement that an empty cell completes, or None."""
    *before, last = pressed
    if last == "stop":
        return last
    if before == ["neutral"]:
        return one_move(view, f"N {last}")
    if last == "neutral" or _holds_tile(view, last):
        return None
    return one_move(view, _slide(before, last) if before else last)


def attempt(view: gk.View, pressed: tuple[str, ...]) -> str:
    """Return a slide of the tiles pressed last, by one space in a direction that stays on the board.

    A tile far from the one before replaces it, if it can slide.
    """
    if len(pressed) == 2 and _is_far(*pressed) and (other := _slide_of(view, pressed[1])):
        return other
    if "neutral" in pressed:
        return one_move(view, f"N {_label(view.rules.size, view.state.board.index(0))}")
    ends = [_place(label) for label in pressed[-2:]]
    across = ends[0][0] == ends[-1][0]
    most = max(end[across] for end in ends)
    forward, backward = ("right", "left") if across else ("down", "up")
    way = forward if most + 1 < view.rules.size else backward
    return f"slide {'-'.join(pressed[-2:])} {way} 1"


def _is_far(one: str, other: str) -> bool:
    """Do these cells share neither a line nor a corner?"""
    (a, b), (c, d) = _place(one), _place(other)
    return a != c and b != d and max(abs(a - c), abs(b - d)) > 1


def _slide_of(view: gk.View, label: str) -> str:
    """Return a legal slide that begins with this tile, or ""."""
    return next((move for move in view.legal() if presses(view, move)[0] == label), "")


# --- slides ------------------------------------------------------------------------------------

WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}  # rows down, columns right


def _place(label: str) -> tuple[int, int]:
    return grid.cell(label) or (0, 0)


def _holds_tile(view: gk.View, label: str) -> bool:
    row, column = _place(label)
    size = view.rules.size
    return row < size and column < size and bool(view.state.board[row * size + column])


def _slide(ends: list[str], target: str) -> str:
    """Return the notation of a slide to this cell, of one tile or of all tiles between two ends."""
    row, column = _place(target)
    steps = [(row - r, column - c) for r, c in map(_place, ends)]
    down, right = min(steps, key=lambda step: abs(step[0]) + abs(step[1]))
    tiles = "-".join(ends)
    if down and right:
        return f"slide {tiles} diagonally 1"
    sign = (down > 0) - (down < 0), (right > 0) - (right < 0)
    way = next(way for way, step in WAYS.items() if step == sign)
    return f"slide {tiles} {way} {abs(down) + abs(right)}"


def _slid(move: str) -> dict[str, str]:
    """Return the end of each tile that a slide moves, by its start."""
    _, tiles, way, distance = move.split()
    ends = [_place(label) for label in tiles.split("-")]
    (top, left), (bottom, right) = ends[0], ends[-1]
    down, aside = (step * int(distance) for step in WAYS[way])
    return {
        grid.label(row, column): grid.label(row + down, column + aside)
        for row in range(top, bottom + 1)
        for column in range(left, right + 1)
    }


# --- cells and tiles ---------------------------------------------------------------------------


def _squares(size: int) -> Squares:
    return Squares(size, size, SIZE, BAND, NARROWEST)


def _label(size: int, cell: int) -> str:
    return grid.label(*divmod(cell, size))


def _number(size: int, label: str) -> int:
    row, column = _place(label)
    return row * size + column


def _center(size: int, cell: int) -> tuple[float, float]:
    return _squares(size).center(cell)


def _cells(view: gk.View, state: State, hand: Hand) -> Iterator[Cell]:
    size = view.rules.size
    winning = view.winning_cells()
    on_cell = ("empty", *(f"tile of {name}" for name in view.names), "neutral tile")
    turn = latest_turn(view)
    recent, earlier = _changed(turn), _changed(turn_before(view))
    is_under_way = not view.result and view.game.has_acted(state)
    new = _changed([text for text in turn if is_under_way and not text.startswith("slide")])
    for cell, tile in enumerate(state.board[: size * size]):
        label = _label(size, cell)
        is_recent, is_earlier = (bool(tile) and label in each for each in (recent, earlier))
        marks = hand.marks(label, label in winning, is_recent, is_earlier)
        if tile and "next" in marks:
            marks |= {"held"}
        says = ", ".join([label, on_cell[tile], *in_words(marks)])
        x, y = _center(size, cell)
        badge = "+" if tile and label in new else ""
        yield Cell(label, x, y, label[0], says, None, marks, badge, SIZE)


def _changed(turn: list[str]) -> set[str]:
    """Return the cells to which the moves of a turn have brought tiles."""
    return {
        label
        for text in turn
        for label in (_slid(text).values() if text.startswith("slide") else text.split())
    }


def _tiles(view: gk.View, state: State, hand: Hand) -> Iterator[Piece]:
    size = view.rules.size
    for cell, key in sorted(_keys(view, state).items(), key=lambda item: item[1]):
        x, y = _center(size, cell)
        lift = 3 if _label(size, cell) in hand.pressed else 0
        yield Token(key, x, y - lift, LOOKS[state.board[cell]], 54)


def _ghosts(view: gk.View, state: State) -> Iterator[Piece]:
    """Draw the slides of the latest turn: the outline of each tile at its start, and its path."""
    size = view.rules.size
    turn = [text for text in latest_turn(view) if text.startswith("slide")]
    tiles = {_label(size, cell): tile for cell, tile in enumerate(state.board[: size * size])}
    now = tiles
    for number, text in enumerate(turn):  # the latest slide comes first
        slid = _slid(text)
        before = {**now, **dict.fromkeys(slid.values(), 0)}
        before |= {start: now[end] for start, end in slid.items()}
        for start in slid:
            if not tiles[start]:
                x, y = _center(size, _number(size, start))
                yield Token(f"ghost-{start}-{number}", x, y, LOOKS[before[start]], 54, "outline")
        starts, ends = list(slid), list(slid.values())
        forward = _number(size, ends[0]) > _number(size, starts[0])
        way = (starts[0], ends[-1]) if forward else (starts[-1], ends[0])
        (ax, ay), (bx, by) = (_center(size, _number(size, label)) for label in way)
        far = max(abs(bx - ax), abs(by - ay))
        share = 1 - 32 / far  # only to the edge of the tile, which would hide the arrowhead
        yield Trail(f"trail-{number}", ((ax, ay), (ax + share * (bx - ax), ay + share * (by - ay))))
        now = before


def _keys(view: gk.View, state: State) -> dict[int, str]:
    """Return a key for each tile, from the move that placed it. To find that move, it undoes all later slides."""
    size = view.rules.size
    where = {cell: _label(size, cell) for cell in range(size * size) if state.board[cell]}
    keys = {}
    for entry in reversed(view.history):
        if entry.text.startswith("slide"):
            back = {end: start for start, end in _slid(entry.text).items()}
            where = {now: back.get(then, then) for now, then in where.items()}
        elif entry.text != "stop":
            now = next(now for now, then in where.items() if then == entry.text.split()[-1])
            keys[now] = f"tile-{entry.ply}"
            del where[now]
    return {**keys, **{now: f"tile-from-{then}" for now, then in where.items()}}


def _lines(view: gk.View, state: State) -> Iterator[Line]:
    """Draw a line through each row that won."""
    size = view.rules.size
    for row in view.game.winning_rows(view.rules, state):
        (ax, ay), (bx, by) = _center(size, row[0]), _center(size, row[-1])
        owner = state.board[row[0]] - 1
        yield Line(f"row-{row[0]}-{row[-1]}", ax, ay, bx - ax, by - ay, owner)


def _gaps(view: gk.View, state: State, hand: Hand) -> Iterator[Piece]:
    """Mark the cells where one more tile would complete a row, for either player.

    While the mover has picked up tiles, their marks are where a slide of these would complete a row.
    """
    if view.result or not hand.is_assisted:
        return
    found = {player: gaps(view, state, player) for player in range(2)}
    if hand.pressed and hand.pressed != ("neutral",):
        found[view.to_act] = _ends_of_winning_slides(view, state, hand)
    for player, cells in found.items():
        for cell in cells:
            x, y = _center(view.rules.size, cell)
            if cell in found[1 - player]:  # one above the other
                y += 17 * (2 * player - 1)
            row = number_in_words(view.rules.line)
            yield Words(f"gap-{player}-{cell}", x, y + 5, row, "threat", player)


def _bands(view: gk.View, state: State) -> Iterator[Piece]:
    """Draw each player's name and remaining tiles."""
    squares = _squares(view.rules.size)
    right = squares.width - PAD
    for player in range(2):
        y = squares.middle_of_band(player)
        yield from nameplate(player, view.names[player], PAD, y, looks=MARKS)
        tiles = view.rules.tiles - state.placed[player]
        left, end = f"{tiles} left", right - 6
        if state.neutral[player]:
            short = f"left, {state.neutral[player]} neutral"
            length = len(view.names[player])
            neutral = f"{short} tile" if length <= SHORTEST else short if length <= SHORT else "and"
            left, end = f"{tiles} {neutral}", right - 40
            yield Token(f"neutral-{player}", right - 19, y, "neutral", 26)
        yield Words(f"left-{player}", end, y + 6, left, "small")


# --- threats -----------------------------------------------------------------------------------


def gaps(view: gk.View, state: State, player: int) -> list[int]:
    """Return the empty cells where this player's next tile would complete a row."""
    game, rules, after = view.game, view.rules, state.copy()
    game.begin_turn(after, player)
    if game.why_no_place(rules, after) or game.has_five(rules, after, player):
        return []
    after.placed[player] += 1
    found = []
    for cell, tile in enumerate(state.board[: rules.size * rules.size]):
        if tile == EMPTY:
            after.board[cell] = player + 1
            found += [cell] * bool(game.has_five(rules, after, player))
            after.board[cell] = EMPTY
    return found


def _ends_of_winning_slides(view: gk.View, state: State, hand: Hand) -> list[int]:
    """Return the cells to which a slide of the picked tiles completes a row for the mover."""
    game, rules, found = view.game, view.rules, set[int]()
    for move in view.legal_moves():
        held, *ends = presses(view, game.write(rules, state, move))
        if ends and {*hand.pressed} == ({held} if isinstance(held, str) else held):
            after = state.copy()
            game.apply(rules, after, move)
            if game.has_five(rules, after, view.to_act):
                found.update(_number(rules.size, str(end)) for end in ends)
    return sorted(found)


def threat(view: gk.View, state: State, player: int) -> str:
    """Return the row that this player could complete in a turn that began now, "five at C3", or ""."""
    row = number_in_words(view.rules.line)
    if found := gaps(view, state, player):
        return f"{row} at {series((_label(view.rules.size, cell) for cell in found), 'or')}"
    after = state.copy()
    view.game.begin_turn(after, player)
    return f"{row} with a slide" if view.game.may_win(view.rules, after) == SURE else ""


# --- words and buttons -------------------------------------------------------------------------


def _choices(hand: Hand) -> Iterator[Choice]:
    if any(way[0] == "neutral" for way in hand.ways.values()):
        does = "It counts for nobody. Put it down once, on any turn, besides your tile or slide"
        yield Choice("neutral", "Neutral tile", title=does)
    if "stop" in hand.ways:
        yield Choice("stop", "End turn")


def _note(view: gk.View, state: State) -> str:
    """Return the number of the round, and say so when tiles can only slide."""
    turn, limit = state.turn - bool(view.result), view.rules.turn_cap
    number = f"Round {max(0, turn) // 2 + 1}{f' of {limit}' if limit else ''}"
    is_full = view.rules.stop_at and state.empty <= view.rules.stop_at
    return f"{number} · only slides now" if is_full else number


def _prompt(view: gk.View, state: State, hand: Hand) -> str:
    """Say what to do, or how the match ended."""
    if view.result:
        return view.result.text
    if hand.pressed == ("neutral",):
        return "Where does the neutral tile go?"
    if hand.pressed:
        if len(hand.pressed) > 1:
            return f"Slide {'-'.join(sorted(hand.pressed))} where?"
        return f"Slide {hand.pressed[0]}: press where it should go, or the far end of several tiles"
    warning = threat(view, state, 1 - view.to_act) if hand.is_assisted else ""
    options = _options(view, state)
    other = view.names[1 - view.to_act]
    return f"{other} can make {warning}. {options}" if warning else options


def _options(view: gk.View, state: State) -> str:
    """Say what the mover can press at the beginning of a move."""
    game, rules, name = view.game, view.rules, view.names[view.to_act]
    may_place = game.why_no_place(rules, state) == 0
    may_slide = game.why_no_slide(rules, state) == 0
    if may_place and may_slide and not game.has_acted(state):
        return f"{name}: press an empty cell to place a tile, or {_slide_in_words(view, state)}"
    options = ["press an empty cell to place a tile"] * may_place
    options += [_slide_in_words(view, state)] * may_slide
    if state.turn == 0 and may_place and rules.sliding != NO:
        return f"{name}: {options[0]}; the first turn has no slide"
    if game.has_acted(state):
        options += ["put down the Neutral tile"] * (game.why_no_neutral(rules, state) == 0)
        options.append("press End turn")
    return f"{name}: {', or '.join(options) or 'put down the Neutral tile'}"


def _reminder(view: gk.View, state: State) -> str:
    """Say how to slide, while that is allowed."""
    if view.result or view.game.why_no_slide(view.rules, state) or not any(state.board):
        return ""
    return "To slide: press a tile, then its new cell. For a row, press both end tiles first."


def _slide_in_words(view: gk.View, state: State) -> str:
    """Say which tiles may slide. People easily miss that the opponent's tiles may, too."""
    other = 1 - view.to_act
    is_any = view.rules.slide_whose == ANY and other + 1 in state.board
    return f"slide any tile, also {view.names[other]}'s" if is_any else "slide a tile"


def _in_words(view: gk.View, state: State) -> str:
    """Return the whole board in words, with the prompt."""
    size = view.rules.size
    parts = []
    for tile, whose in enumerate((*view.names, "neutral"), 1):
        cells = [_label(size, c) for c in range(size * size) if state.board[c] == tile]
        none = "no neutral tile" if tile == NEUTRAL else f"no tiles of {whose}"
        parts.append(f"{whose} on {' '.join(cells)}" if cells else none)
    return f"{view.game.title}. {'; '.join(parts)}. {_prompt(view, state, Hand())}"


SCENE_FILE = SceneFile(draw, presses, compose, attempt)
