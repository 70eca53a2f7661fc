"""Advice on a move: it thinks on while it is shown, and says so where no move stands out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import perf_counter

import gamekit as gk
from gamekit.bots import Search, Thought
from gamekit.intervals import score_interval
from gamekit_widgets.page_data import Hint, Message, note
from gamekit_widgets.table.words import as_advice

FIRST = 1.0  # seconds until the first answer
MORE = 0.4  # seconds between two later ones: a press waits no longer
LONGEST = 8.0  # seconds, all together
TRIAL = 1000  # simulations of the first look
FEW = 3  # moves that can be said to stand out together
SHOWN = 5  # moves that are listed
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
        self.think(FIRST)

    def think(self, seconds: float = MORE) -> None:
        """Look again and again for about so many seconds."""
        until = self.seconds + seconds
        while self.seconds < until:
            started = perf_counter()
            self._look()
            took = max(1e-4, perf_counter() - started)
            self.seconds += took
            left = max(MORE / 4, until - self.seconds)
            self._simulations = max(1, min(2**20, int(self._simulations * left / took)))

    def _look(self) -> None:
        for each in self._search(self._simulations).think(self._view, seed=self._seed):
            score, n, _ = self._found.get(each.text, (0.0, 0, each))
            self._found[each.text] = score + each.value * each.visits, n + each.visits, each
        self._seed += 1

    @property
    def is_done(self) -> bool:
        """Would thinking on tell no more, or has it been long enough?"""
        return self.seconds >= LONGEST or len(self.best) == 1 or len(self._found) == 1

    @property
    def thoughts(self) -> list[Hint]:
        """Every move that was tried, those tried most often first."""
        tried = sorted(self._found.values(), key=lambda found: -found[1])
        return [self._hint(thought, score / n, n) for score, n, thought in tried if n]

    @property
    def best(self) -> list[Hint]:
        """The moves that cannot be told apart from the best one."""
        thoughts = self.thoughts
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

    def _hint(self, thought: Thought, value: float, n: int) -> Hint:
        low, high = score_interval(value, n)
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
