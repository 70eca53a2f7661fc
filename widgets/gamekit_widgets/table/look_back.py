"""A look back at a match that is over: decision by decision, while somebody looks on."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from time import perf_counter
from typing import Literal, TypeAlias

import gamekit as gk
from gamekit.bots import Search
from gamekit.bots.coach import SIGNS, Lesson, look_back
from gamekit_widgets.drawing.hand import Hand, Way, every
from gamekit_widgets.drawing.pieces import Cell, Choice, Trail
from gamekit_widgets.page_data import Chance, Message, Move, note
from gamekit_widgets.scene import Scene, one_move
from gamekit_widgets.scenes import drawn, scene_file
from gamekit_widgets.table.words import as_advice

COACH = Search(50)  # what it would have played
GAMES, MORE = 20, 400  # how often a move is played on, and again where it seems worse than another
PART = 0.4  # seconds between two pictures: a press waits no longer
TOLD = {"??": "blunder", "?": "mistake", "?!": "doubtful move"}


class Review:
    """What a coach finds in a match, the longer the more.

    Args:
        match: the match. It is looked at as it stands now.
        players: whose decisions are looked at.
        seed: of the games that are played on.
    """

    def __init__(self, match: gk.Match, players: Collection[int], seed: int) -> None:
        self.match = match.fork()
        made = [entry for entry in self.match.history if entry.player in players]
        self.total, self.lessons = len(made), dict[int, Lesson]()  # by how many moves came before
        self.seen_by = min(players)  # whose chance to win the line shows
        self._coming: Iterator[Lesson | None] = look_back(
            self.match, COACH, seed, GAMES, MORE, players
        )
        self.is_done = False
        self.think()

    def think(self) -> None:
        """Look at the next decisions for a moment."""
        until = perf_counter() + PART
        while not self.is_done and perf_counter() < until:
            try:
                lesson = next(self._coming)
            except StopIteration:
                self.is_done = True
            else:
                if lesson:
                    self.lessons[lesson.ply] = lesson

    # --- what is told --------------------------------------------------------------------------

    @property
    def chances(self) -> list[Chance]:
        """The chance to win after each decision, all seen by the same player."""
        return [self._chance(lesson) for lesson in self.lessons.values()]

    def _chance(self, lesson: Lesson) -> Chance:
        value, low, high = lesson.chance
        if lesson.player != self.seen_by:
            value, low, high = 1 - value, 1 - high, 1 - low
        return {"ply": lesson.ply, "value": value, "low": low, "high": high, "sign": lesson.sign}

    def marked(self, moves: list[Move]) -> list[Move]:
        """Return the list of turns with the signs of what was played, leading to where it was."""
        return [self._marked(move) for move in moves]

    def _marked(self, move: Move) -> Move:
        plies = range(move["first"] - 1, move["ply"])
        found = [self.lessons[ply] for ply in plies if ply in self.lessons]
        worst = max(found, key=lambda lesson: lesson.given_away[1], default=None)
        if worst is None:
            return move
        return {**move, "sign": worst.sign, "look": worst.ply}

    def message(self, ply: int | None) -> Message:
        """Say what was found in the decision after so many moves, or in all of them."""
        lesson = None if ply is None else self.lessons.get(ply)
        if lesson:
            return note(self._of(lesson), "news")
        if not self.is_done:
            return note(f"Looking back: {len(self.lessons)} of {self.total} decisions …", "news")
        signs = [lesson.sign for lesson in self.lessons.values()]
        counts = [(signs.count(sign), TOLD[sign]) for sign in SIGNS]
        told = ", ".join(f"{n} {what}{'s' * (n != 1)}" for n, what in counts if n)
        if not told:
            return note("No decision surely gave anything away.", "news")
        return note(f"{told}. Press a marked turn to see what was better.", "news")

    def _of(self, lesson: Lesson) -> str:
        """Tell one decision. What was played stands in the list, and on the board."""
        best, (value, low, high) = self._said(lesson, lesson.best), lesson.given_away
        if lesson.sign:
            wins = f"{100 * value:.0f} % more often ({100 * low:.0f} to {100 * high:.0f} %)"
            return f"Better: {best}, which wins {wins}. This was a {TOLD[lesson.sign]}."
        if lesson.best.removesuffix(" ...") == lesson.played:
            return "The coach would have played the same."
        return f"Too close to tell: the coach would have tried: {best}."

    def _said(self, lesson: Lesson, move: str) -> str:
        before = self.match.fork().goto(lesson.ply)
        return as_advice(self.match.game.name, move, before.state)

    def task(self, ply: int) -> str:
        """Ask for something better than what was played there."""
        lesson = self.lessons[ply]
        played = self._said(lesson, lesson.played)
        return f"Find something better than: {played}. The dice will fall as they did."

    # --- what is drawn -------------------------------------------------------------------------

    def compared(self, view: gk.View, ply: int) -> Scene | None:
        """Draw the board before a decision, with what was played and, if it was better, what was."""
        lesson = self.lessons.get(ply)
        if lesson is None or view.to_act != lesson.player:
            return None
        game, best = scene_file(view.game.name), lesson.best.removesuffix(" ...")
        moves: dict[Look, str] = {"played": lesson.played}
        if best != lesson.played:
            moves["better"] = best
        written = {look: one_move(view, move) for look, move in moves.items()}
        ways = {look: game.presses(view, move) for look, move in written.items()}
        hand = Hand(ways={written[look]: way for look, way in ways.items()})
        scene = drawn(view, hand)
        if scene.solid:  # in space the better move is drawn like a hint
            scene = drawn(view, replace(hand, hint=list(written.values())[-1]))
        return _with_trails(scene, ways)


Look: TypeAlias = Literal["played", "better"]


def _with_trails(scene: Scene, ways: dict[Look, Way]) -> Scene:
    """Draw each way on the board where its cells are."""
    parts = tuple(_with_trails(part, ways) for part in scene.parts)
    cells = {cell.label: cell for cell in scene.cells}
    trails = [
        Trail(f"{scene.key}{look}-{n}", places, look)
        for look, way in ways.items()
        for n, places in enumerate(_places(way, cells))
    ]
    choices = tuple(_buttons(scene.choices, ways))
    return replace(scene, parts=parts, pieces=(*scene.pieces, *trails), choices=choices)


def _buttons(choices: Collection[Choice], ways: dict[Look, Way]) -> Iterator[Choice]:
    """Go through the buttons beside the board in which the ways differ."""
    for choice in choices:
        looks = [look for look, way in ways.items() if choice.name in every(way)]
        if len(looks) == 1 and not choice.at:
            look = looks[0]
            yield replace(choice, label=f"{look.capitalize()}: {choice.label}", compared=look)


def _places(way: Way, cells: dict[str, Cell]) -> Iterator[tuple[tuple[float, float], ...]]:
    """Go through the lines on a board that show a way: one from its first cell to its last, or
    none but the places, where their order is free."""
    line = [cells[step] for step in way if isinstance(step, str) and step in cells]
    if len(line) > 1:
        yield (line[0].x, line[0].y), (line[-1].x, line[-1].y)
        return
    for label in every(way):
        if label in cells:
            yield ((cells[label].x, cells[label].y),)
