"""What a puzzle asks, and how it judges an answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gamekit.bots.levels import LEVELS
from gamekit.contract import State
from gamekit.errors import BadRecord, GameError
from gamekit.match.match import Match
from gamekit.puzzling.proof import Proof, TooMany, Turn
from gamekit.storage.links import address, packed
from gamekit.validation import is_whole, printable

WIN, TWO, HOLD, BEST, REFUSAL = KINDS = ("win", "win in two", "hold", "best", "refusal")
PROVEN = (WIN, TWO, HOLD)
PATIENCE = 20_000  # positions to try in order to say what is wrong with an answer
MOST_WORDS, MOST_LETTERS = 8, 600  # in a puzzle that somebody shares


@dataclass(frozen=True, repr=False)
class Puzzle:
    """A position with one good answer.

    Attributes:
        match: the position. The puzzle asks the player to act.
        kind: "win", "win in two", "hold", "best" or "refusal", one of `KINDS`.
        solution: the answer. For "win in two", a reply and the winning turn follow it. For "refusal"
            it is the id of the rule.
        why: the reason, in a sentence or two.
        grade: one more than the number of levels that miss the answer in most tries, from 1 (all five
            levels find it) to 6 (none does). For a refusal it is the number of rules to choose from.
        found_by: for each level, the share of tries that found the answer. Empty for a refusal.
        move: for a refusal, the move that the rules refuse.
        choices: for a refusal, the ids of the rules to choose from.
    """

    match: Match
    kind: str
    solution: tuple[str, ...]
    why: str
    grade: int = 1
    found_by: Mapping[str, float] = field(default_factory=dict)
    move: str = ""
    choices: tuple[str, ...] = ()

    @property
    def is_proven(self) -> bool:
        """Is the answer proven? Otherwise it did best in many games that bots played on."""
        return self.kind != BEST

    @property
    def text(self) -> str:
        """The question, in a sentence."""
        me, foe = self._names()
        return {
            WIN: f"{me} is to move. Win in this turn.",
            TWO: f"{me} is to move. Find the turn after which {foe} cannot prevent a win in the next.",
            HOLD: f"{me} is to move. Find the only turn after which {foe} cannot win at once.",
            BEST: f"{me} is to move. One move is clearly the best. Which?",
            REFUSAL: f"{me} wants to play {self.move}. Which rule forbids it?",
        }[self.kind]

    @property
    def hints(self) -> tuple[str, ...]:
        """Hints, from the gentlest to the one that gives the answer away."""
        answer = " · ".join(self.solution)
        if self.kind == REFUSAL:
            said = self.match.game.rulebook[self.solution[0]].text
            return f"The rule says: {said}", f"{answer}. {self.why}"
        start = self.solution[0].partition(" ")[0].partition("-")[0].rstrip(",")
        return f"The answer begins with {start}.", f"{answer}. {self.why}"

    def meets(self, before: Match, after: Match | GameError) -> bool | str:
        """Judge an answer, as a goal of `gamekit_widgets.Task` does: by the match after it, or its refusal.

        Returns True if it solves the puzzle, False while the turn goes on, or a sentence that says what is wrong.
        """
        if not isinstance(after, Match):
            return False
        if self.kind == WIN and after.result and after.result.winner == before.to_act:
            return True
        if after.state.values() == self.solved().state.values():
            return True
        if self.kind != BEST and before.game.goes_on(before.rules, before.state, after.state):
            return False
        return self._refuted(before, after)

    def solved(self) -> Match:
        """Return the match right after the answer, before any roll. A refusal has none."""
        after = self.match.fork()
        after.auto = False
        return after.play(self.solution[0])

    def link(self) -> str:
        """Return a link to the published site that asks this puzzle there.

        Raises:
            GameError: as `Match.link` does.
        """
        return address(self.match.shared(), self.document())

    def packed(self) -> str:
        """Return what stands behind the "#" of such a link."""
        return packed(self.match.shared(), self.document())

    def document(self) -> dict[str, object]:
        """Return all but the match as JSON-able data."""
        return {
            "kind": self.kind,
            "solution": list(self.solution),
            "why": self.why,
            "grade": self.grade,
            "found_by": dict(self.found_by),
            "move": self.move,
            "choices": list(self.choices),
        }

    @classmethod
    def of(cls, match: Match, document: object) -> Puzzle:
        """Return the puzzle that plain data describes.

        Raises:
            BadRecord: the data describes no puzzle, or its answer does not fit the match.
        """
        if not isinstance(document, dict) or document.get("kind") not in KINDS:
            raise BadRecord("The link holds no puzzle that this version knows: ask for it again.")
        (why,), (move,) = _words([document.get("why")]), _words([document.get("move")])
        grade = document.get("grade")
        puzzle = cls(
            match,
            document["kind"],
            _words(document.get("solution")),
            why,
            grade if is_whole(grade) and 1 <= grade <= len(LEVELS) + 1 else 1,
            _shares(document.get("found_by")),
            move,
            _words(document.get("choices")),
        )
        if not puzzle._fits():
            raise BadRecord("The puzzle does not fit its position: ask for the link again.")
        return puzzle

    def _fits(self) -> bool:
        """Can the answer be given in this position?"""
        if self.match.to_act not in (0, 1) or not self.solution:
            return False
        if self.kind == REFUSAL:
            refusal = self.match.why_not(self.move)
            is_known = all(rule in self.match.game.rulebook for rule in self.choices)
            return refusal is not None and is_known and self.solution[0] in self.choices
        return self.match.why_not(self.solution[0]) is None

    def _names(self) -> tuple[str, str]:
        me = self.match.to_act
        return self.match.names[me], self.match.names[1 - me]

    def _refuted(self, before: Match, after: Match) -> str:
        """Say what is wrong with an answer."""
        me, foe = self._names()
        if self.kind == WIN:
            return f"{me} does not win with that."
        if self.kind == BEST:
            return "There is a better move."
        proof, player = Proof(before.game, PATIENCE), before.to_act
        try:
            if self.kind == HOLD:
                if after.result:
                    return after.result.text
                turn = proof.threat(after.state, 1 - player)
                return told(f"{foe} answers", "and wins", proof, after.state, turn)
            turn = proof.defence(after.state, player)
            return told(
                f"{foe} can answer", f"and {me} cannot win at once", proof, after.state, turn
            )
        except TooMany:
            return "That is not it."

    def __repr__(self) -> str:
        return f"{self.match.board_text(self.match.to_act)}\n{self.text} ({self.kind}, grade {self.grade})"


def told(start: str, end: str, proof: Proof, state: State, turn: Turn | None) -> str:
    """Return a sentence about a turn: "Green answers B2-A2 after a roll of 3 and wins."."""
    if turn is None or not turn.moves:
        return "That is not it."
    rolled = proof.rolled(state, turn)
    roll = f"after a roll of {rolled} " if rolled else ""
    return f"{start} {proof.words(state, turn)} {roll}{end}."


def _words(given: object) -> tuple[str, ...]:
    """Return texts of a shared puzzle, made harmless."""
    if not isinstance(given, list) or len(given) > MOST_WORDS:
        raise BadRecord("The puzzle was changed: ask for the link again.")
    if not all(isinstance(text, str) and len(text) <= MOST_LETTERS for text in given):
        raise BadRecord("The puzzle was changed: ask for the link again.")
    return tuple(printable(text) for text in given)


def _shares(given: object) -> dict[str, float]:
    known: Mapping[Any, Any] = given if isinstance(given, dict) else {}
    shares = {level: known.get(level) for level in LEVELS}
    return {level: float(each) for level, each in shares.items() if isinstance(each, int | float)}
