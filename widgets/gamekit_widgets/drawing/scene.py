"""The picture of a position, its SVG, and the functions that a scene file provides.

Each game has a scene file in `scenes/`, which turns a view into a `Scene`. It can import all parts of
a scene from here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from itertools import chain, groupby
from math import hypot
from typing import Literal, NamedTuple

from gamekit import View
from gamekit.drawing import image
from gamekit.errors import Unreadable
from gamekit.match.history import moves_in, turns
from gamekit.match.view import Entry, written
from gamekit_widgets.drawing.pieces import (
    CELL,
    Arrow,
    Cell,
    Chip,
    Choice,
    Die,
    Draft,
    Emblem,
    Hand,
    Line,
    Look,
    Mark,
    Panel,
    Part,
    Piece,
    Sketch,
    Token,
    Trail,
    Way,
    Ways,
    Words,
    Zone,
    edges,
    every,
    in_words,
    nameplate,
    short_name,
)
from gamekit_widgets.drawing.space import Solid
from gamekit_widgets.drawing.svg import (
    GAP,
    LOOKS,
    STYLE,
    draw_cell,
    draw_corner,
    draw_piece,
    length,
)

__all__ = [
    "CELL",
    "Arrow",
    "Cell",
    "Chip",
    "Choice",
    "Die",
    "Draft",
    "Emblem",
    "Hand",
    "Line",
    "Mark",
    "Panel",
    "Part",
    "Piece",
    "Scene",
    "SceneFile",
    "Sketch",
    "Token",
    "Trail",
    "Way",
    "Ways",
    "Words",
    "Zone",
    "edges",
    "in_two_sentences",
    "in_words",
    "latest_turn",
    "nameplate",
    "one_mark",
    "one_move",
    "short_name",
    "turn_before",
]


MADE = ' class="gk-made"'  # for the tab of a part that is made


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture of one position for one viewer, and the words that go with it.

    Attributes:
        name: the board's name for screen readers.
        says: the whole position in words, as the alternative text of a still picture.
        prompt: what to do, or how the match ended.
        width, height: size of the picture.
        cells: the cells in reading order.
        pieces: the pieces in painting order, later ones on top.
        ground: the pieces below the cells.
        note: a short text beside the title, such as the number of the round.
        choices: buttons beside the board.
        tone: the color of player 1, or the colors of both players.
        signs: the players' signs: a triangle and a diamond, their marks X and O, or a
            bee and a moth.
        solid: the board in space, for a game in a cube.
        parts: the boards that make up this one, side by side or one below the other.
        key: the beginning of every key in a part.
        tab: for a part, its name, its status, the player's own move there, and the opponent's move.
        head: height of the part's heading. A page leaves it out, because the tab says the same.
        is_due: does the player have something to do in this part? After the match: did it decide?
        spare: width of the empty ground at either side. A phone leaves it out.
        rows: the most rows of buttons that its moves need beside the board. The panel reserves room
            for them from the start, so that nothing moves when they appear.
        rows_below: the same for a panel below the board and as wide as it; 0 if `rows` holds there too.
        reminder: a helpful sentence for when the table says nothing else.
        besides: what else only the picture says of both players. Screen readers hear it when it changes.
        retells: does the reminder say what others did, better than the words of their moves?
        lays: the piece that a press on an empty cell lays, for hints to draw.
    """

    name: str
    says: str
    prompt: str
    width: float
    height: float
    cells: tuple[Cell, ...] = ()
    pieces: tuple[Piece, ...] = ()
    ground: tuple[Piece, ...] = ()
    note: str = ""
    choices: tuple[Choice, ...] = ()
    tone: Literal["green", "blue", "blue-red"] = "green"
    signs: Literal["shapes", "marks", "insects"] = "shapes"
    solid: Solid | None = None
    parts: tuple[Scene, ...] = ()
    key: str = ""
    tab: tuple[str, str, str, str] = ("", "", "", "")
    head: float = field(default=0.0, repr=False)
    is_due: bool = False
    spare: float = field(default=0.0, repr=False)
    rows: int = field(default=1, repr=False)
    rows_below: int = field(default=0, repr=False)
    reminder: str = field(default="", repr=False)
    besides: str = field(default="", repr=False)
    retells: bool = field(default=False, repr=False)
    lays: Token | Emblem | None = field(default=None, repr=False)

    def pointing(self, ways: Collection[tuple[Look, Way]]) -> Scene:
        """Return the scene with these moves pointed out.

        Something that moves gets an arrow, and a single cell a ring. Cells get frames where an arrow or a
        ring would mislead. Buttons get the same color.
        """
        cells = {cell.label: cell for cell in self.cells}
        is_cube = self.solid is not None
        framed = {label for _, way in ways for label in _framed(way, cells, is_cube)}
        order = _order(ways, framed)
        ringed = _ringed(ways, framed, is_cube or bool(order))
        is_compared = any(look in ("played", "better") for look, _ in ways)
        return replace(
            self,
            cells=tuple(
                replace(
                    cell,
                    marks=cell.marks | ringed.get(cell.label, frozenset()),
                    badge=order.get(cell.label, cell.badge),
                )
                for cell in self.cells
            ),
            pieces=(
                *(each for each in self.pieces if not (is_compared and _is_trace(each))),
                *_pieces_laid(self, ways),
                *_ways_shown(self.key, self.cells, ways, framed),
            ),
            choices=tuple(
                # a choice with the name of a cell lets go of that cell
                choice if choice.name in cells else _pointed(choice, ways)
                for choice in self.choices
            ),
            parts=tuple(part.pointing(ways) for part in self.parts),
            solid=self.solid
            and self.solid.pointing(
                (look, tuple(step for step in way if isinstance(step, str))) for look, way in ways
            ),
        )

    def svg(self, still: bool = False) -> str:
        """Return the picture as SVG.

        Args:
            still: must the picture work without the widget's style sheet?
        """
        if self.parts and not still:
            boards = "".join(part.svg() for part in self.parts)
            return f'<div class="gk-boards">{self._tabs()}{boards}</div>'
        width, height = length(self.width), length(self.height)
        role, label = ("grid", self.name) if self.cells else ("img", self.says)
        size = f' width="{width}" height="{height}"' if still else self._crop()
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{self._classes()}"'
            f' viewBox="0 0 {width} {height}"{size} role="{role}" aria-label="{escape(label)}">'
            + (f"<style>{STYLE}</style>" if still else "")
            + "".join(self._side_by_side() if self.parts else self._board(still))
            + "</svg>"
        )

    def html(self) -> str:
        """Return the picture as an HTML image, for places that show no widgets."""
        if not self.parts:
            return image(self.svg(still=True), self.says, "max-width: 100%")
        # a still picture leaves nothing out
        stills = [replace(part, spare=0.0) for part in self.parts]
        style = f"display: block; width: 100%; margin-bottom: {length(GAP)}px; break-inside: avoid; max-width: "
        boards = (
            image(still.svg(still=True), still.says, f"{style}{length(still.width)}px")
            for still in stills
        )
        # below each other on a phone, elsewhere without a hole beside a high one
        return f'<div style="columns: 2 280px; column-gap: {length(GAP)}px">{"".join(boards)}</div>'

    def _repr_html_(self) -> str:
        """Return the still picture, for a notebook."""
        return self.html()

    def _classes(self) -> str:
        classes = ["gk-board"]
        if self.is_due:
            classes.append("gk-due")
        if self.tone != "green":
            classes.append({"blue": "gk-blue-second", "blue-red": "gk-blue-red"}[self.tone])
        if 2 * sum("next" in cell.marks for cell in self.cells) > len(self.cells):
            classes.append("gk-open")  # marks on most cells need not stand out
        if any(isinstance(piece, Words) and piece.look == "edge" for piece in self.pieces):
            classes.append("gk-edged")  # cells show their names only under the pointer
        return " ".join(classes)

    def _tabs(self) -> str:
        tabs = "".join(part.draw_tab(number) for number, part in enumerate(self.parts))
        return f'<div class="gk-tabs" role="group" aria-label="Boards">{tabs}</div>'

    def draw_tab(self, number: int) -> str:
        """Return the button that brings this part to the front."""
        name, status, own, others = map(escape, self.tab)
        return (
            f'<button type="button" data-tab="{number}"{MADE * status.startswith("✓")}>{name} '
            f"<i>{status}</i><small>{own}</small><small>{others}</small></button>"
        )

    def _crop(self) -> str:
        """Return the style that tells a page which margins it may leave out."""
        shares = {"spare": self.spare / self.width}
        if self.head:
            shares |= {"head": self.head / self.height, "shape": self.width / self.height}
        rules = ";".join(f"--gk-{name}:{share:.4f}" for name, share in shares.items() if share)
        return f' style="{rules}"' if rules else ""

    def _board(self, still: bool) -> Iterator[str]:
        yield (
            f'<rect data-key="{self.key}board" class="gk-ground" width="{length(self.width)}"'
            f' height="{length(self.height)}" rx="16"/>'
        )
        if self.ground:
            below = "".join(map(draw_piece, self.ground))
            yield f'<g data-key="{self.key}below" aria-hidden="true">{below}</g>'
        covered = frozenset() if still else self._covered()  # nobody points at a still picture
        named = (replace(c, shape="plain") if c.label in covered else c for c in self.cells)
        for row, cells in groupby(named, key=lambda cell: cell.row):
            yield f'<g data-key="row-{row}" role="row">{"".join(map(draw_cell, cells))}</g>'
        pieces = "".join(map(draw_piece, self.pieces)) + "".join(map(draw_corner, self.cells))
        yield f'<g data-key="{self.key}pieces" class="gk-pieces" aria-hidden="true">{pieces}</g>'

    def _covered(self) -> frozenset[str]:
        """Return the cells that show no name under the pointer, because a thing lies on half of it. The names at
        the edges of the board remain.
        """
        columns: dict[float, list[Cell]] = {}
        for cell in self.cells:
            if cell.shape == "square":
                columns.setdefault(cell.x, []).append(cell)
        things = (piece for piece in self.pieces if isinstance(piece, Token | Emblem))
        return frozenset(
            cell.label
            for thing in things
            for cell in columns.get(thing.x, ())
            if abs(thing.y - cell.y) < cell.size / 2 and thing.size > 0.6 * cell.size
        )

    def _side_by_side(self) -> Iterator[str]:
        """Draw the parts of a still picture, all as high as the picture. A page lays them out itself."""
        left = 0.0
        for part in self.parts:
            width = part.width * self.height / part.height
            size = f'width="{length(width)}" height="{length(self.height)}"'
            drawn = replace(part, spare=0.0).svg()  # a still picture leaves nothing out
            yield f'<svg x="{length(left)}" {size}{drawn.removeprefix("<svg")}'
            left += width + GAP


def _pieces_laid(scene: Scene, ways: Collection[tuple[Look, Way]]) -> Iterator[Piece]:
    """Draw the piece that each of these ways would lay on an empty cell."""
    if not (piece := scene.lays):
        return
    taken = {(each.x, each.y) for each in scene.pieces if isinstance(each, Token | Emblem)}
    free = {cell.label: cell for cell in scene.cells if (cell.x, cell.y) not in taken}
    for number, (look, way) in enumerate(ways):
        if look != "second" and len(way) == 1 and (cell := free.get(str(way[0]))):
            key = f"{scene.key}{look}-{number}-piece"
            yield replace(piece, key=key, x=cell.x, y=cell.y)


def _ways_shown(
    key: str,
    cells: tuple[Cell, ...],
    ways: Collection[tuple[Look, Way]],
    framed: Collection[str],
) -> Iterator[Piece]:
    """Draw the pieces that these ways would lay, and their arrows and rings.

    Where the played and the better move would lay different pieces on one cell, the two lie side by side.
    """
    at = {cell.label: cell for cell in cells}
    ring = min([26, *(0.44 * cell.size for cell in cells if cell.shape == "square")])
    laid = {
        (cell.label, thing): (look, number, cell)
        for number, (look, way) in enumerate(ways)
        if look != "second"
        for cell, thing in _laid(way, at)
    }
    looks: dict[tuple[float, float], set[Look]] = {}
    for look, _, cell in laid.values():
        looks.setdefault((cell.x, cell.y), set()).add(look)

    def beside(look: Look, x: float, y: float) -> float:
        """Return how far to the right of a cell's center this look stands."""
        sides: dict[Look, float] = {"played": -15, "better": 15}
        return sides.get(look, 0) if sides.keys() <= looks.get((x, y), set()) else 0

    for (_, thing), (look, number, cell) in laid.items():
        aside = beside(look, cell.x, cell.y)
        size = (0.4 if aside else 0.77) * cell.size
        yield Token(f"{key}{look}-{number}-laid", cell.x + aside, cell.y, thing, size, "ghost")
    for number, (reason, way) in enumerate(ways):
        for n, through in enumerate(_through(way, at, framed, reason != "second")):
            name, ((x, y), *rest) = f"{key}{reason}-{number}-{n}", through
            if not rest and (aside := beside(reason, x, y)):
                yield Trail(name, ((x + aside, y),), reason, ring=14)
            else:
                yield Trail(name, through, reason, ring=ring)


def _through(
    way: Way, cells: Mapping[str, Cell], framed: Collection[str], is_marked: bool
) -> Iterator[tuple[tuple[float, float], ...]]:
    """Yield the arrows and rings that show a way on a board of these cells.

    Args:
        way: the presses of a move.
        cells: the cells by their labels.
        framed: labels of the cells that may get a frame instead.
        is_marked: do they get a frame?
    """
    places = [[cells[label] for label in sorted(every((step,))) if label in cells] for step in way]
    steps = [step for step in places if step]
    if len(steps) > 1 and len(steps[-1]) == 1 and steps[0][0].label not in framed:
        (target,) = steps[-1]
        start = min(steps[0], key=lambda cell: hypot(cell.x - target.x, cell.y - target.y))
        yield (start.x, start.y), (target.x, target.y)
        steps = [[cell for cell in steps[0] if cell is not start]]
    for cell in chain.from_iterable(steps):
        if not (is_marked and cell.label in framed):
            yield ((cell.x, cell.y),)


def _framed(way: Way, cells: Mapping[str, Cell], is_cube: bool) -> frozenset[str]:
    """Return the labels of a way's cells that get a frame.

    These are plain cells, on which a ring would hide the content, and both ends of a step in space, which no arrow
    shows on a flat picture.
    """
    on_board = [cells[label] for label in every(way) if label in cells]
    is_step = is_cube and len(on_board) > 1
    return frozenset(cell.label for cell in on_board if is_step or cell.shape == "plain")


def _ringed(
    ways: Collection[tuple[Look, Way]], framed: Collection[str], is_ordered: bool
) -> dict[str, frozenset[Mark]]:
    """Return the marks that give these cells their frames, by label."""
    frames = dict[str, frozenset[Mark]]()
    for look, way in ways:
        # A hint whose keys have no numbers shows only the first: another one, pressed first, may play another move.
        for label in every(way[:1] if look == "hinted" and not is_ordered else way):
            if look != "second" and label in framed:
                frames[label] = frames.get(label, frozenset()) | {look}
    return frames


def _order(ways: Collection[tuple[Look, Way]], framed: Collection[str]) -> dict[str, str]:
    """Return numbers for the framed cells of a hinted move, in the order to press them, if it is the only one."""
    hinted = [way for look, way in ways if look == "hinted"]
    if len(hinted) != 1:
        return {}
    steps = [every((step,)) for step in hinted[0]]
    keys = [key for step in steps if len(step) == 1 for key in step if key in framed]
    return {key: str(number) for number, key in enumerate(keys, 1)} if len(keys) > 1 else {}


def one_mark(way: Way, cells: Mapping[str, Cell]) -> object:
    """Return the single mark on a cell or a button that shows a way, or None if no single mark can."""
    if len(way) > 2:
        return None
    if cells.keys().isdisjoint(every(way)):
        return way[-1:]
    marks = list(_through(way, cells, _framed(way, cells, False), False))
    return marks[0] if len(marks) == 1 else None


def _laid(way: Way, cells: Mapping[str, Cell]) -> Iterator[tuple[Cell, str]]:
    """Yield each cell and the look that a way lays there, if its first or last press names a look."""
    first, *_, last = (*way, "") if len(way) < 2 else way
    for cell, named in ((first, last), (last, first)):
        look = named.rpartition(" ")[2] if isinstance(named, str) else ""
        if look in LOOKS and isinstance(cell, str) and cell in cells:
            yield cells[cell], look


def _is_trace(piece: Piece) -> bool:
    """Does this piece only show the latest move? The arrows of a comparison would mix with it."""
    if isinstance(piece, Trail):
        return not piece.look
    return (
        isinstance(piece, Arrow)
        or (isinstance(piece, Token) and piece.fades in ("ghost", "outline"))
        or (isinstance(piece, Emblem) and piece.is_faint)
    )


def _pointed(choice: Choice, ways: Collection[tuple[Look, Way]]) -> Choice:
    """Return a choice with the reason to point it out, if there is exactly one."""
    looks = {look for look, way in ways if choice.name in every(way)}
    return choice if len(looks) != 1 else replace(choice, compared=looks.pop())


def latest_turn(view: View) -> list[str]:
    """Return the moves of the turn under way or, before its first move, of the turn before; the latest first."""
    return [entry.text for entry in latest_entries(view)]


def latest_entries(view: View) -> list[Entry]:
    """Return the moves of `latest_turn` as entries of the history."""
    return _turns_back(view)[0]


def turn_before(view: View) -> list[str]:
    """Return the moves of the turn before the one that `latest_turn` returns, the latest first."""
    return [entry.text for entry in _turns_back(view)[1]]


def _turns_back(view: View) -> tuple[list[Entry], list[Entry]]:
    """Return the moves of the latest turn and of the turn before it, the latest move first."""
    before, latest = [[], [], *map(moves_in, turns(view.history))][-2:]
    return latest[::-1], before[::-1]


def one_move(view: View, text: str) -> str:
    """Return a single move as `view.legal()` writes it: with " ..." where its turn goes on."""
    game, rules, state = view.game, view.rules, view.state
    try:
        moves = game.read(rules, state.copy(), text)
    except Unreadable:
        return text
    if len(moves) != 1 or game.why_illegal(rules, state, moves[0]):
        return text
    return written(game, rules, state, moves[0])


class TurnLine(NamedTuple):
    """A line in the list of turns.

    Attributes:
        opening: the turn in notation; "" if it is no player's own turn.
        did: what the turn did, in words.
        came: what followed from it, in sentences.
    """

    opening: str
    did: str
    came: str


def in_two_sentences(did: str, came: str) -> str:
    """Return what a turn did and what followed from it as two sentences, without the last full stop."""
    return f"{did}. {came[0].upper()}{came[1:]}"


@dataclass(frozen=True, slots=True)
class SceneFile:
    """The functions of a scene file: how one game looks, and how presses make its moves.

    Nothing here decides what is legal. Presses become notation, and the match judges that. Few games
    need more than the first four functions.

    Attributes:
        draw: returns the picture of a view.
        presses: returns the cells and choices to press for a legal move.
        compose: returns the notation that these presses spell, or None while they are unfinished.
        attempt: returns a whole move that starts with these presses, so that the match can say why
            it is illegal.
        other_ways: returns further ways to press some of these moves.
        kept: returns the presses that stay, where the latest one replaces another.
        confirms: does another press on a pressed cell make the move?
        elsewhere: returns a sentence about what to press, if the latest press cannot be part of a move; or "".
        question: returns the question to ask before a typed move, if the move's button asks one too; or "".
        advised: returns a move in words that match its presses, where those of the notation do not; or "".
        gained: returns a sentence about what a hinted move gains, or "".
        joined: joins what a turn did and what followed from it, each in words without a full stop.
        placed: returns these sentences with the place of each cell that they name in notation.
        written: returns a turn in notation, where `join` alone cannot write it.
        guide_picture: returns a picture for the guide.
        parts: returns the parts of the turn under way, in playing order.
        describe_turn: returns the line of a turn in which both players act, with its dice. Its last argument
            is a function that puts a move and a player's name in words.
    """

    draw: Callable[[View, Hand], Scene]
    presses: Callable[[View, str], Way]
    compose: Callable[[View, tuple[str, ...]], str | None]
    attempt: Callable[[View, tuple[str, ...]], str]
    other_ways: Callable[[View, Iterable[str]], Iterable[Way]] = lambda view, moves: ()
    kept: Callable[[View, tuple[str, ...]], tuple[str, ...]] = lambda view, pressed: pressed
    confirms: Callable[[View, tuple[str, ...], str], bool] = lambda view, pressed, what: False
    elsewhere: Callable[[View, tuple[str, ...]], str] = lambda view, pressed: ""
    question: Callable[[View, str], str] = lambda view, text: ""
    advised: Callable[[View, str], str] = lambda view, move: ""
    gained: Callable[[View, str], str] = lambda view, move: ""
    joined: Callable[[str, str], str] = in_two_sentences
    placed: Callable[[str], str] = str
    written: Callable[[Sequence[str]], str] | None = None
    guide_picture: Callable[[], Scene] | None = None
    parts: Callable[[View], tuple[Part, ...]] | None = None
    describe_turn: (
        Callable[[Sequence[Entry], tuple[str, str], Callable[[str, str], str]], TurnLine] | None
    ) = None
