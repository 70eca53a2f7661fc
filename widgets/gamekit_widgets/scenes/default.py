"""The picture of a game without a scene file.

If a game declares a board, this draws it, with the pieces on it and the players' cards and counts beside it. To make
a move, people press its cells and words in the order of its notation. Any other game gets its board as text and its
moves as buttons.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

import gamekit as gk
from gamekit.boards import grid
from gamekit.boards.board import Board, Graph, Lines
from gamekit.contract.components import UNKNOWN, Deck, Secret
from gamekit.contract.declarations import (
    field_in_words,
    fields_beside,
    in_words,
    name_of,
    own_fields,
)
from gamekit.match.view import Entry
from gamekit_widgets.drawing.pieces import PAD
from gamekit_widgets.drawing.scene import (
    Cell,
    Choice,
    Die,
    Emblem,
    Hand,
    Line,
    Panel,
    Piece,
    Scene,
    SceneFile,
    Words,
    edges,
    latest_entries,
    nameplate,
)
from gamekit_widgets.drawing.scene import in_words as marks_in_words

WIDEST = 520.0  # width of all cells together
SMALLEST, LARGEST, LONGEST = 44.0, 88.0, 130.0  # sizes of a cell, and of a line
NARROWEST = 400.0  # width that the players' bands need
BAND = 46.0  # height of a player's band
MARGIN = 26.0  # room for letters and numbers beside the cells
CARD, APART, CAPTION = 46.0, 8.0, 20.0  # height of a card, space between cards, height of a caption
BETWEEN = 22.0  # space between groups of cards
LETTER = 15.0  # width of a letter on a card
FEW_LETTERS = 2  # of a card in large letters, and of a narrow button
ROOMY = 52.0  # width of a piece with room for a letter on it
WIDER = 0.12  # what the letter adds to the piece's width, in widths of a cell
SEVERAL = 4  # the most words that open at a cell; more stand beside the board
Shape = Literal["square", "plain", "hexagon", "circle", "across", "upright"]


def draw(view: gk.View, hand: Hand) -> Scene:
    """Return the declared board, or the board as lines of text."""
    if not _is_declared(view):
        return _as_text(view, hand)
    layout = Layout(view)
    return Scene(
        name=f"{view.game.title} board",
        says=f"{view.game.title}. {_position_in_words(view)}. {_prompt(view, Hand())}",
        prompt=_prompt(view, hand),
        width=layout.width,
        height=layout.height,
        cells=tuple(_cells(view, hand, layout)),
        ground=tuple(_joins(layout)),
        pieces=(
            *layout.edges(),
            *_pieces(view, layout),
            *_bands(view, layout),
            *_cards(view, layout),
            *_roll(view, layout),
        ),
        note=f"Turn {view.state.turn + 1}",
        choices=tuple(_choices(view, hand)),
    )


def presses(view: gk.View, move: str) -> tuple[str, ...]:
    """Return the cells and words of a legal move, or the move itself if it has a button of its own."""
    return _ways(view)[move] if _is_declared(view) else (move,)


def compose(view: gk.View, pressed: tuple[str, ...]) -> str | None:
    """Return the legal move that has exactly these presses, or None."""
    if not _is_declared(view):
        return pressed[0]
    return next((move for move, way in _ways(view).items() if way == pressed), None)


def attempt(view: gk.View, pressed: tuple[str, ...]) -> str:
    """Return a move, legal or not, that begins with these presses or, if there is none, with the latest one."""
    if not _is_declared(view):
        return pressed[0]
    moves = [way for way in _every_way(view) if way[: len(pressed)] == pressed]
    moves += [way for way in _every_way(view) if way[:1] == pressed[-1:]]
    return _joined(view, moves[0] if moves else pressed)


def _is_declared(view: gk.View) -> bool:
    """Does the picture follow from declarations, of a board or of everything that shows?"""
    game = view.game
    all_is_default = game.leaves_out("write") and game.leaves_out("text_board")
    return game.declared_board is not None or all_is_default


# --- ways --------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _ways(view: gk.View) -> dict[str, tuple[str, ...]]:
    """Return the presses of every legal move, by its notation."""
    texts, moves = view.legal(), view.legal_moves()
    return {text: _way(view, move) for text, move in zip(texts, moves, strict=True)}


@lru_cache(maxsize=4)
def _every_way(view: gk.View) -> list[tuple[str, ...]]:
    return [way for move in range(view.game.moves) if (way := _way(view, move))]


def _way(view: gk.View, move: int) -> tuple[str, ...]:
    """Return the presses of a move, or none if it would leave the board."""
    board, parts = view.game.declared_board, view.game.way(view.rules, view.state, move)
    if any(not isinstance(part, str) and part < 0 for part in parts):
        return ()
    record = type(view.state)
    return tuple(
        part if isinstance(part, str) else name_of(board, view.rules, record, part)
        for part in parts
    )


def _joined(view: gk.View, way: tuple[str, ...]) -> str:
    """Return presses as the notation of a move."""
    text, cells = "", _cells_by_name(view)
    for part in way:
        text += f"-{part}" if part in cells else f" {part}"
    return text.lstrip(" -")


def _cells_by_name(view: gk.View) -> dict[str, int]:
    """Return the cells of the board by label, in reading order; none without a board."""
    board = view.game.declared_board
    every = board.rows(view.rules) if board else []
    return {board.name(view.rules, cell): cell for row in every for cell in row if board}


# --- the board ---------------------------------------------------------------------------------


class Layout:
    """The places of everything in the picture.

    Attributes:
        board: the declared board, or None.
        has_cells: does the board have cells?
        size: the width of a cell.
        width, height: the size of the whole picture.
    """

    def __init__(self, view: gk.View) -> None:
        self.board, self.rules = view.game.declared_board, view.rules
        board, self.size = self.board, LARGEST
        self.cards = [
            n for n, f in own_fields(type(view.state)).items() if isinstance(f, Deck | Secret)
        ]
        self.band = BAND + (CARD + CAPTION + APART) * bool(self.cards)
        self._margin = MARGIN if board and board.shape in ("square", "line") else 0.0
        self._middles: dict[int, tuple[float, float]] = {}
        self._left, self._top, wide = 0.0, self.band + self._margin, 0.0
        high = 1.0 if self.cards else 0.7
        every = [cell for row in board.rows(view.rules) for cell in row] if board else []
        self.has_cells = bool(every)
        if board and every:
            self._middles = {cell: board.middle(view.rules, cell) for cell in every}
            across, down = zip(*self._middles.values(), strict=True)
            wide, high = max(across) - min(across) + 1, max(down) - min(down) + 1
            high += 0.16 * (board.shape == "hexagon")  # which is higher than wide
            self._least = min(across) - 0.5, min(down) - 0.5 - 0.08 * (board.shape == "hexagon")
            largest = LARGEST if board.shape != "line" else LONGEST
            self.size = min(largest, max(SMALLEST, WIDEST / wide))
        self.width = max(NARROWEST, wide * self.size + 2 * PAD + self._margin)
        self._left = (self.width + self._margin - wide * self.size) / 2
        self.height = self._top + high * self.size + self.band

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Return the place in the picture of a point in the board's own units."""
        left, top = self._least
        return self._left + (x - left) * self.size, self._top + (y - top) * self.size

    def middle(self, cell: int) -> tuple[float, float]:
        return self.place(*self._middles[cell])

    def edges(self) -> Iterator[Words]:
        """Yield the letters of rows and the numbers of columns."""
        if not self.board or not self._margin:
            return
        if isinstance(self.board, Lines):
            rows, columns = (n + 1 for n in self.board.measured(self.rules))
        else:
            rows, columns = self.board.measured(self.rules)
        letters = [(grid.LETTERS[n], self.place(0, n)[1]) for n in range(rows)]
        numbers = [(str(n + 1), self.place(n, 0)[0]) for n in range(columns)]
        yield from edges(letters, numbers, self._left - MARGIN / 2, self.band + MARGIN / 2)


def _cells(view: gk.View, hand: Hand, layout: Layout) -> Iterator[Cell]:
    board, state, rules = layout.board, view.state, view.rules
    winning = view.winning_cells() if board else ()
    recent = {cell for entry in latest_entries(view) for cell in _played_on(view, entry)}
    ground = view.game.namespace["ground"]
    for number, row in enumerate(board.rows(rules) if board else ()):
        for cell in row:
            assert board
            label = board.name(rules, cell)
            marks = hand.marks(label, label in winning, cell in recent)
            words = [label, _content(view, board, cell), *marks_in_words(marks)]
            owner = ground(rules, state, cell)
            yield Cell(
                label,
                *layout.middle(cell),
                str(number),
                ", ".join(words),
                owner if owner in (0, 1) else None,
                marks,
                size=layout.size,
                shape=_shape(board, rules, cell),
            )


def _shape(board: Board, rules: object, cell: int) -> Shape:
    if isinstance(board, Lines):
        (top, _), (bottom, _) = board.ends(rules, cell)
        return "across" if top == bottom else "upright"
    shapes: dict[str, Shape] = {"hexagon": "hexagon", "point": "circle"}
    return shapes.get(board.shape, "square")


def _content(view: gk.View, board: Board, cell: int) -> str:
    piece, count = board.on(view.state, cell)
    words = []
    if len(board.stacked(view.state, cell)) > 1:
        return f"{count} pieces, on top {board.kind(piece)} of {view.names[(piece - 1) % 2]}"
    if piece > 0:
        words.append(f"{board.kind(piece)} of {view.names[(piece - 1) % 2]}")
    if count:
        words.append(str(count))
    return " ".join(words) or "empty"


def _pieces(view: gk.View, layout: Layout) -> Iterator[Piece]:
    board, size = layout.board, layout.size
    if isinstance(board, Lines):
        yield from _lines(view, layout, board)
        return
    keys = _keys(view) if board else {}
    for cell in keys:
        assert board
        piece, count = board.on(view.state, cell)
        x, y = layout.middle(cell)
        if board.shape == "hexagon":
            y += 0.08 * size  # below the label
        if piece > 0:
            owner = (piece - 1) % 2
            letter = board.mark(piece)[1:].upper()
            has_letter = bool(letter) and board.kind(piece) != board.kinds[0]
            share = 0.38 if board.shape == "point" else 0.54
            is_roomy = (share + WIDER) * size >= ROOMY
            wide = round((share + WIDER * (has_letter and is_roomy)) * size, 1)
            yield Emblem(f"piece-{keys[cell]}", x, y, owner, wide)
            if has_letter and is_roomy:
                down = 0.36 * wide if owner == 0 else 9.5  # a triangle is wide only at its base
                yield Words(f"kind-{keys[cell]}", x, y + down, letter, "on-cup")
            elif has_letter:
                at = x - 0.34 * size, y + 0.42 * size
                yield Words(f"kind-{keys[cell]}", *at, letter, "edge")
        if count and piece > 0:
            yield Words(f"number-{cell}", x + 0.32 * size, y + 0.4 * size, str(count), "edge")
        elif count:
            yield Words(f"number-{cell}", x, y + 10, str(count), "number")


def _lines(view: gk.View, layout: Layout, board: Lines) -> Iterator[Piece]:
    """Draw the lines that players have drawn, the dots between them, and the owners of areas."""
    dots: set[tuple[int, int]] = set()
    for cell in (cell for row in board.rows(view.rules) for cell in row):
        start, end = board.ends(view.rules, cell)
        dots |= {start, end}
        if piece := board.on(view.state, cell)[0]:
            (ax, ay), (bx, by) = (layout.place(column, row) for row, column in (start, end))
            yield Line(f"line-{cell}", ax, ay, bx - ax, by - ay, (piece - 1) % 2)
    for row, column in sorted(dots):
        yield Panel(f"dot-{row}-{column}", *layout.place(column, row), 18, 18)
    owners = getattr(view.state, board.areas) if board.areas else ()
    for area, (middle, owner) in enumerate(
        zip(board.areas_middles(view.rules), owners, strict=False)
    ):
        if owner:
            yield Emblem(f"area-{area}", *layout.place(*middle), owner - 1, 0.4 * layout.size)


def _joins(layout: Layout) -> Iterator[Line]:
    """Draw the lines between the points of a graph."""
    for n, (start, end) in enumerate(
        layout.board.joined if isinstance(layout.board, Graph) else ()
    ):
        (ax, ay), (bx, by) = layout.middle(start), layout.middle(end)
        yield Line(f"join-{n}", ax, ay, bx - ax, by - ay, None)


def _keys(view: gk.View) -> dict[int, str]:
    """Return a key for each cell that stays with the piece on it, wherever the piece moves."""
    at = {cell: cell for cell in _cells_by_name(view).values()}  # where the piece on a cell was
    placed: dict[int, int] = {}
    for entry in reversed(view.history):
        cells = _played_on(view, entry)
        if entry.player not in (0, 1) or not cells:
            continue
        for now, then in at.items():
            if then == cells[-1] and now not in placed:
                if len(cells) > 1:
                    at[now] = cells[0]
                else:
                    placed[now] = entry.ply
    return {cell: f"{at[cell]}-{placed.get(cell, 0)}" for cell in at}


def _played_on(view: gk.View, entry: Entry) -> list[int]:
    """Return the cells of a move in the history: those in its notation or, if a game has a notation of its own, the
    presses of the move."""
    board, names = view.game.declared_board, _cells_by_name(view)
    cells = [names[label] for label in board.apart(entry.text) if label in names] if board else []
    if cells or not names or entry.move is None or entry.player not in (0, 1):
        return cells
    before = view.state.copy()
    before.player = entry.player  # the presses may depend on the mover, but hardly on more
    parts = view.game.way(view.rules, before, entry.move)
    return [part for part in parts if not isinstance(part, str) and part >= 0]


# --- beside the board --------------------------------------------------------------------------


def _bands(view: gk.View, layout: Layout) -> Iterator[Piece]:
    """Draw each player's name and counts, and between them the counts that belong to nobody."""
    counts: dict[int | None, list[str]] = {}
    for name in fields_beside(layout.board, type(view.state)):
        for player, words in field_in_words(view.state, name):
            is_drawn = name in layout.cards and not (player is None and layout.has_cells)
            if not is_drawn:
                counts.setdefault(player, []).append(words)
    for player, y in enumerate((BAND / 2, layout.height - BAND / 2)):
        yield from nameplate(player, view.names[player], PAD, y)
        words = ", ".join(counts.get(player, ()))
        yield Words(f"counts-{player}", layout.width - PAD - 4, y + 6, words, "small")
    nobodys = ", ".join(counts.get(None, ()))
    if nobodys and not layout.has_cells:
        yield Words("counts", PAD + 6, layout.height / 2 + 6, nobodys, "words")
    elif nobodys:
        yield Words("counts", layout.width / 2 + 60, BAND / 2 + 6, nobodys, "small")


class Group(NamedTuple):
    """Cards in the same place.

    Attributes:
        caption: the name of the place.
        cards: the key and the name of each card, "?" for an unknown one.
    """

    caption: str
    cards: list[tuple[str, str]]


def _cards(view: gk.View, layout: Layout) -> Iterator[Piece]:
    """Draw each player's cards and secret numbers and, in a game without cells, those that belong to nobody."""
    upper, lower = BAND + CAPTION + CARD / 2, layout.height - BAND - CAPTION - CARD / 2
    yield from _row(view, layout, _groups(view, layout, 0), upper, upper - CARD / 2 - 6)
    yield from _row(view, layout, _groups(view, layout, 1), lower, lower + CARD / 2 + 16)
    if not layout.has_cells:
        y = layout.height / 2 + CAPTION / 2
        yield from _row(view, layout, _groups(view, layout, None), y, y - CARD / 2 - 6)


def _row(
    view: gk.View, layout: Layout, groups: list[Group], y: float, caption_y: float
) -> Iterator[Piece]:
    """Draw groups of cards side by side, closer together if there is too little room."""
    fields = type(view.state).fields
    longest = max(
        (len(n) for name in layout.cards for n in getattr(fields[name], "names", ())), default=1
    )
    wide = max(CARD, 0.6 * LETTER * longest + 16)
    cards = sum(len(group.cards) for group in groups)
    room = layout.width - 2 * PAD - BETWEEN * len(groups) - wide
    step = min(wide + APART, room / max(1, cards - 1))
    x = PAD + 6 + wide / 2
    for group in groups:
        middle = x + step * (len(group.cards) - 1) / 2
        yield Words(f"caption-{group.caption}-{y:.0f}", middle, caption_y, group.caption, "edge")
        for key, text in group.cards:
            yield Panel(key, x, y, wide, CARD)
            is_large = longest <= FEW_LETTERS or text == "?" or text.isdecimal()
            is_large = is_large and text[0] != "×"
            look, down = ("number", 10) if is_large else ("edge", 6)
            yield Words(f"{key}-name", x, y + down, text, look)
            x += step
        x += BETWEEN


def _groups(view: gk.View, layout: Layout, whose: int | None) -> list[Group]:
    """Return the cards of a player, or those that belong to nobody, by their place."""
    found: list[Group] = []
    key = "" if whose is None else whose
    for name in layout.cards:
        field, values = type(view.state).fields[name], getattr(view.state, name)
        if isinstance(field, Secret):
            half = len(values) // 2
            own = [] if whose is None else values[whose * half :][:half]
            numbers = ["?" if n == UNKNOWN else str(n) for n in own if n]
            found.append(Group(in_words(name), _keyed(f"{name}-{key}", numbers)))
            continue
        for (place, owner), held in field.heaps(values).items():
            if place in ("deck", "bag"):
                held = [f"×{len(held)}"]  # a bare number would look like a card
            if place == "discarded":
                held = _by_time(view, held)
            if owner == whose and place != "boxed":
                found.append(Group(place, _keyed(f"{name}-{place}-{key}", held)))
    return [group for group in found if group.cards]


def _by_time(view: gk.View, cards: list[str]) -> list[str]:
    """Return the cards of a pile in the order of their latest moves, the last one on top."""
    moved = {word: n for n, entry in enumerate(view.history) for word in entry.text.split()}
    return sorted(cards, key=lambda card: moved.get(card, -1))


def _keyed(place: str, cards: list[str]) -> list[tuple[str, str]]:
    return [(f"card-{place.replace(' ', '-')}-{n}", card) for n, card in enumerate(cards)]


def _roll(view: gk.View, layout: Layout) -> Iterator[Piece]:
    """Draw the latest die, if there is neither a board nor a card."""
    rolls = [entry for entry in view.history if entry.player == gk.CHANCE]
    if rolls and rolls[-1].text.isdecimal() and not layout.has_cells and not layout.cards:
        x, y = layout.width - PAD - CARD / 2 - 6, layout.height / 2
        face = int(rolls[-1].text)
        yield Die("roll", x, y, face if face <= 6 else rolls[-1].text, len(rolls), None, CARD)


# --- words -------------------------------------------------------------------------------------


def _choices(view: gk.View, hand: Hand) -> Iterator[Choice]:
    """Yield the words that can be pressed next."""
    cells = _cells_by_name(view)
    parts = (part for way in _ways(view).values() for part in way)
    words = [word for word in dict.fromkeys(parts) if word in hand.next and word not in cells]
    last = hand.pressed[-1] if hand.pressed else ""
    at = last if last in cells and len(words) <= SEVERAL else ""
    is_short = len(words) > SEVERAL and max(map(len, words)) <= FEW_LETTERS
    for word in words:
        yield Choice(word, label(word), None, at, form="narrow" if is_short else "")


def label(word: str) -> str:
    """Return a word as the label of its button."""
    return word[:1].upper() + word[1:]


def _prompt(view: gk.View, hand: Hand) -> str:
    """Say what to do, or how the match ended."""
    if view.result or view.to_act == gk.CHANCE:
        return _prompt_of_text(view)
    name, is_cell = view.names[view.to_act], not hand.next.isdisjoint(_cells_by_name(view))
    if not hand.pressed:
        return f"{name}: press a {_cell_word(view)}" if is_cell else _prompt_of_text(view)
    if is_cell:
        return f"{name}: {hand.pressed[-1]} to which {_cell_word(view)}?"
    return f"{name}: {_joined(view, hand.pressed)}, and what?"


def _cell_word(view: gk.View) -> str:
    board = view.game.declared_board
    return board.shape if board and board.shape in ("line", "point") else "cell"


def _position_in_words(view: gk.View) -> str:
    """Return the pieces on each cell, and all counts, in words."""
    board, held = view.game.declared_board, dict[str, list[str]]()
    for label, cell in _cells_by_name(view).items():
        if board and any(board.on(view.state, cell)):
            held.setdefault(_content(view, board, cell), []).append(label)
    parts = [f"{what} on {' '.join(cells)}" for what, cells in held.items()]
    for name in fields_beside(board, type(view.state)):
        for player, words in field_in_words(view.state, name):
            parts.append(words if player is None else f"{view.names[player]}: {words}")
    return "; ".join(parts) or "an empty board"


# --- a game that declares nothing ----------------------------------------------------------------


TEXT_LINE, TEXT_LETTER, TEXT_PAD = 22.0, 9.7, 16.0
MOST = 100  # buttons; people can type the moves beyond that


def _as_text(view: gk.View, hand: Hand) -> Scene:
    text = view.board_text()
    lines = text.split("\n")
    return Scene(
        name=f"{view.game.title} board",
        says=f"{view.game.title}. {text}",
        prompt=_prompt_of_text(view),
        width=max(240.0, max(map(len, lines)) * TEXT_LETTER + 2 * TEXT_PAD),
        height=len(lines) * TEXT_LINE + 2 * TEXT_PAD,
        pieces=tuple(
            Words(f"line-{number}", TEXT_PAD, TEXT_PAD + (number + 0.7) * TEXT_LINE, line, "line")
            for number, line in enumerate(lines)
        ),
        rows=3,
        choices=tuple(Choice(move, move) for move in list(hand.ways)[:MOST]),
    )


def _prompt_of_text(view: gk.View) -> str:
    if view.result:
        return view.result.text
    if view.to_act == gk.CHANCE:
        return "Chance is next"
    return f"{view.names[view.to_act]} is to move"


SCENE_FILE = SceneFile(draw, presses, compose, attempt)
