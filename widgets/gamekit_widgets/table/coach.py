"""The coach at a table: hints during a match, and a look back at every decision once it is over."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from time import perf_counter
from typing import Literal, TypeAlias

import gamekit as gk
from gamekit.bots import Search, Thought
from gamekit.bots.coach import SIGNS, Lesson, look_back, scale
from gamekit.bots.kinds import known_thoughts
from gamekit.intervals import score_interval
from gamekit_widgets.drawing.hand import Hand, Way, every
from gamekit_widgets.drawing.pieces import Cell, Choice, Trail
from gamekit_widgets.page_data import Chance, Hint, Message, Move, note
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
            return f"Better: {best}, which {self._gain(value, low, high)}. This was a {TOLD[lesson.sign]}."
        if lesson.best.removesuffix(" ...") == lesson.played:
            return "The coach would have played the same."
        return f"Too close to tell: the coach would have tried: {best}."

    def _gain(self, *parts: float) -> str:
        """Tell how much better something was, in scores: an estimate and its limits."""
        game = self.match.game
        if game.has_payoffs:
            value, low, high = (scale(self.match) * part for part in parts)
            return f"gains {value:.2f} more ({low:.2f} to {high:.2f}) in {game.points}"
        value, low, high = (100 * part for part in parts)
        return f"wins {value:.0f} % more often ({low:.0f} to {high:.0f} %)"

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


FIRST = 1.0  # seconds until the first answer
MORE_TIME = 0.4  # seconds between two later ones: a press waits no longer
LONGEST = 8.0  # seconds, all together
TRIAL = 1000  # simulations of the first look
FEW = 3  # moves that can be said to stand out together
SHOWN = 5  # moves that are listed
SELDOM = 50  # of a thousand: how often a solution plays a move that is not advised
SURE = 0.4  # width of an interval that says something


class Advice:
    """What an adviser thinks of the moves of whoever is to act: the longer, the surer.

    Args:
        view: of whoever is to act.
        seed: of the first look; each later one has the next.
        buttons: what the buttons beside the board are called, by the moves that they make.
        search: makes the bot that looks, for a number of simulations.
    """

    def __init__(
        self,
        view: gk.View,
        seed: int,
        buttons: Mapping[str, str],
        search: Callable[[int], Search] = lambda n: Search(n),
    ) -> None:
        self._view, self._seed, self._search = view, seed, search
        self._buttons = buttons
        self._found: dict[str, tuple[float, int, Thought]] = {}  # sums of scores, and their numbers
        self._simulations, self.seconds = TRIAL, 0.0
        self._known = known_thoughts(view)  # as the game was solved; mostly nothing
        if not self._known:
            self.think(FIRST)

    def think(self, seconds: float = MORE_TIME) -> None:
        """Look again and again for about so many seconds."""
        until = self.seconds + seconds
        while self.seconds < until:
            started = perf_counter()
            self._look()
            took = max(1e-4, perf_counter() - started)
            self.seconds += took
            left = max(MORE_TIME / 4, until - self.seconds)
            self._simulations = max(1, min(2**20, int(self._simulations * left / took)))

    def _look(self) -> None:
        for each in self._search(self._simulations).think(self._view, seed=self._seed):
            score, n, _ = self._found.get(each.text, (0.0, 0, each))
            self._found[each.text] = score + each.value * each.visits, n + each.visits, each
        self._seed += 1

    @property
    def is_done(self) -> bool:
        """Would thinking on tell no more, or has it been long enough?"""
        if self._known:
            return True
        return self.seconds >= LONGEST or len(self.best) == 1 or len(self._found) == 1

    @property
    def thoughts(self) -> list[Hint]:
        """Every move that was tried, those tried most often first; of a solved game, every move."""
        if self._known:
            return [self._hint(each, each.value, each.value, each.value) for each in self._known]
        tried = sorted(self._found.values(), key=lambda found: -found[1])
        found = ((thought, score / n, n) for score, n, thought in tried if n)
        return [self._hint(one, value, *score_interval(value, n)) for one, value, n in found]

    @property
    def best(self) -> list[Hint]:
        """The moves that cannot be told apart from the best one, or that a solution plays."""
        thoughts = self.thoughts
        if self._known:
            pairs = zip(thoughts, self._known, strict=True)
            return [hint for hint, each in pairs if each.visits > SELDOM]
        floor = max((each["low"] for each in thoughts), default=0.0)
        return [each for each in thoughts if each["high"] >= floor]

    @property
    def stands_out(self) -> list[Hint]:
        """The few moves that stand out from the others; none where too many are alike."""
        best, thoughts = self.best, self.thoughts
        is_few = len(best) <= FEW and (len(best) < len(thoughts) or len(thoughts) == 1)
        return sorted(best, key=lambda each: -each["value"]) if is_few else []

    @property
    def hints(self) -> list[Hint]:
        """The moves that stand out and, below them, what is known of the next ones."""
        best = self.stands_out
        others = [each for each in self.thoughts if each not in best and _is_known(each)]
        return [*best, *sorted(others, key=lambda each: -each["value"])][:SHOWN]

    @property
    def marked(self) -> dict[str, float]:
        """The moves to mark on the board, by notation, each as strongly as the others."""
        return {each["text"]: 1.0 for each in self.stands_out}

    @property
    def message(self) -> Message:
        """Say which move is best, or that it is too close to tell."""
        best, names = self.stands_out, [each["label"] for each in self.stands_out]
        if len(best) == 1:
            told = f"Best found: {names[0]}."
        elif best:
            told = f"Too close to tell: {', '.join(names[:-1])} or {names[-1]}."
        else:
            told = f"Too close to tell: {len(self.best)} moves look about as good."
        return note(told if self.is_done else f"{told} Thinking on …", "news")

    def _hint(self, thought: Thought, value: float, low: float, high: float) -> Hint:
        label = self._label(thought.text)
        return {"text": thought.text, "label": label, "value": value, "low": low, "high": high}

    def _label(self, text: str) -> str:
        """Call a move what its button is called, or say what it does."""
        move = text.removesuffix(" ...")
        if move in self._buttons:
            return self._buttons[move].removesuffix(" …")
        said = as_advice(self._view.game.name, move, self._view.state)
        return said[:1].upper() + said[1:]


def _is_known(hint: Hint) -> bool:
    return hint["high"] - hint["low"] <= SURE
