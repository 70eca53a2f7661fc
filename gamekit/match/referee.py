"""Judging an attempt to play: the moves it means, or why it is refused."""

from __future__ import annotations

import re
from itertools import islice

from gamekit.contract import CHANCE, Game, Parameters, State
from gamekit.contract.declarations import apart, complete_after
from gamekit.errors import IllegalMove, Unreadable, discreet
from gamekit.match.view import OPEN, Result, without_open, written
from gamekit.sentences import with_names
from gamekit.validation import (
    LONGEST_SHOWN,
    LONGEST_TEXT,
    as_text,
    brief,
    printable,
    shown,
    typed,
    whole_number,
)

WORD = re.compile(r"[^\s,;]+")
TOO_LONG = f"No turn is this long: write at most {LONGEST_TEXT} characters."
NEAR = 5  # legal moves that a refusal names
COMPARED = 200  # characters of an attempt that are compared with legal moves
LEGAL_PARTS = 6  # parts at the beginning of a turn that are tried as legal moves


class Referee:
    """The judge of attempts to play in one match."""

    def __init__(self, game: Game, rules: Parameters, names: tuple[str, str]) -> None:
        self.game, self.rules, self.names = game, rules, names

    @discreet
    def judge(self, state: State, attempt: str | int, result: Result | None) -> list[int]:
        """Return the legal moves that a text or a number means.

        Args:
            state: the state to try it in.
            attempt: a whole turn in notation, one move with " ..." behind it, or a move's number.
            result: how the match ended, or None.

        Raises:
            IllegalMove: with the rule that forbids it, a sentence, and legal moves nearby.
        """
        if isinstance(attempt, str):
            attempt = self.spelled(state, attempt)
        text = as_text(attempt)
        if result:
            raise IllegalMove(result.rule, text, f"The game is over. {result.text}")
        if self.game.to_act(self.rules, state) == CHANCE:
            raise IllegalMove(
                "X-Q1", text, "A roll or draw comes first: call advance() or dictate(...)."
            )
        if isinstance(attempt, str):
            if len(attempt) > LONGEST_TEXT:
                raise IllegalMove("X-Q1", text, TOO_LONG)
            opens = text.endswith(OPEN)
            moves = self._read(state, without_open(text))
        else:
            opens, moves = True, [self._numbered(state, attempt)]
        return self._whole_turn(state, text, moves, opens)

    def spelled(self, state: State, text: str) -> str:
        """Return what somebody wrote, in the spelling that the game reads.

        A game may use characters of its own, so a text that it can read stays as it is.
        """
        as_written = printable(" ".join(text.split()))
        plain = printable(typed(text))
        if plain == as_written or len(text) > LONGEST_TEXT:
            return as_written
        try:
            self.game.read(self.rules, state.copy(), without_open(as_written))
        except Unreadable:
            return plain
        return as_written

    def _whole_turn(self, state: State, text: str, moves: list[int], opens: bool) -> list[int]:
        """Return the moves, with a stop appended where one was left out; refuse the first illegal one."""
        trial = state.copy()
        for index, move in enumerate(moves):  # also goes through the stop that it appends
            rule = self.game.answer("why_illegal", self.rules, trial, move)
            if rule:
                raise self._refusal(state, trial, move, rule, text)
            goes_on = self.game.leaves_turn_open(self.rules, trial, move)
            done = self.game.write(self.rules, trial, move)
            self.game.apply(self.rules, trial, move)
            if index < len(moves) - 1 and not goes_on:
                raise self._misfit(state, trial, True, text, complete_after(done))
            if index == len(moves) - 1 and goes_on and not opens:
                moves.append(self._stop(state, trial, text))
        return moves

    def runs_on(self, state: State, moves: list[int]) -> bool:
        """Does the mover's clock keep running after these legal moves?"""
        before = after = state
        for move in moves:
            before, after = after, after.copy()
            self.game.apply(self.rules, after, move)
        return self.game.runs_on(self.rules, before, after)

    def _read(self, state: State, text: str) -> list[int]:
        try:
            moves = self.game.read(self.rules, state.copy(), text)
        except Unreadable as problem:
            rule = self.game.rule_id(problem.rule) if problem.rule else "X-Q1"
            # Not formatted, because it may repeat any text.
            message = self._how_to_join(state, text) or brief(str(problem))
            for player, name in enumerate(self.names):
                message = message.replace(f"{{{player}}}", name)
            near = self._nearest(state, text)
            refusal = IllegalMove(rule, text, message, problem.cells, near)
            refusal.is_unread = True
            raise refusal from None
        if not text:  # even if the game could read it
            near = self._nearest(state, text)
            raise IllegalMove("X-Q1", text, "This text is empty: write a move.", (), near)
        return moves

    def _how_to_join(self, state: State, text: str) -> str:
        """Return how to separate the moves of a turn if nothing else is wrong; otherwise ""."""
        game, turn = self.game, self.game.join.join(WORD.findall(text))
        if turn == text or not game.has_long_turns or game.namespace.get("turn_text"):
            return ""
        try:
            moves = game.read(self.rules, state.copy(), turn)
        except Unreadable:
            return ""
        if len(moves) == 1:
            return ""
        return f"Write {shown(game.join)} between the moves of a turn: {shown(turn)}."

    def _numbered(self, state: State, move: int) -> int:
        number = whole_number(move)
        if number is not None and 0 <= number < self.game.moves:
            return number
        raise IllegalMove(
            "X-Q1",
            shown(move),
            f"{shown(move)} is not a move: moves are written as text or numbered 0 to "
            f"{self.game.moves - 1}.",
            (),
            tuple(
                written(self.game, self.rules, state, legal)
                for legal in self.game.numbered_moves(self.rules, state)[:NEAR]
            ),
        )

    def _refusal(self, state: State, trial: State, move: int, rule: int, text: str) -> IllegalMove:
        sentence, cells = self.game.explain(self.rules, trial, move, rule)
        message = with_names(sentence, self.names, "explain")
        near = self._nearest(state, text)
        return IllegalMove(self.game.rule_id(rule), text, message, cells, near)

    def _misfit(
        self, state: State, trial: State, is_over: bool, text: str, otherwise: str
    ) -> IllegalMove:
        """Return the refusal of an attempt that is more than one turn, or less."""
        rule, sentence = self.game.length_of_turn(self.rules, trial, is_over)
        return IllegalMove(
            self.game.rule_id(rule) if rule else "X-Q1",
            text,
            with_names(sentence, self.names, "length_of_turn") if sentence else otherwise,
            (),
            self._nearest(state, text),
        )

    def _stop(self, state: State, trial: State, text: str) -> int:
        """Return the move "stop", which a whole turn in notation leaves out."""
        for move in self.game.numbered_moves(self.rules, trial):
            if self.game.write(self.rules, trial, move) == "stop":
                return move
        otherwise = (
            f"The turn is not finished after {shown(text)}; write the whole turn, or "
            f'"{brief(text, LONGEST_SHOWN)} {OPEN}" to play this much of it.'
        )
        if self.game.length_of_turn(self.rules, trial, False)[0]:
            raise self._misfit(state, trial, False, text, otherwise)
        try:
            stop = self.game.read(self.rules, trial.copy(), "stop")[0]
        except Unreadable:
            stop = -1  # no turn of this game ends this way
        rule = self.game.why_illegal(self.rules, trial, stop) if stop >= 0 else 0
        if rule:
            raise self._refusal(state, trial, stop, rule, text)
        near = self._nearest(state, text + self.game.join)  # whole turns that begin this way
        raise IllegalMove("X-Q1", text, otherwise, (), near)

    def _nearest(self, state: State, text: str) -> tuple[str, ...]:
        return nearest(self.game, self.rules, state, text)


def nearest(game: Game, rules: Parameters, state: State, text: str) -> tuple[str, ...]:
    """Return up to five legal moves, nearest first.

    If the first moves of a turn are legal, these are turns that begin with them.
    """
    if own := game.namespace.get("turns_like"):
        found = (
            turn for turn in own(rules, state, text[:COMPARED]) if _fits(game, rules, state, turn)
        )
        if whole := tuple(islice(found, NEAR)):
            return whole
    mark = game.join.strip() or game.join
    parts = text[:COMPARED].split(mark)
    for made in range(min(len(parts) - 1, LEGAL_PARTS), 0, -1):
        words: list[str] = []
        after = _played(game, rules, state, mark.join(parts[:made]), words)
        if after is not None and game.to_act(rules, after) in (0, 1):
            near = _by_distance(game, rules, after, parts[made].strip())
            turns = [game.join.join([*words, move]) for move in near if move != "stop"]
            if "stop" in near:  # a whole turn leaves it out
                turns.insert(0, game.join.join(words))
            if whole := tuple(turn for turn in turns if _fits(game, rules, state, turn)):
                return whole
    return _by_distance(game, rules, state, text[:COMPARED])


def _fits(game: Game, rules: Parameters, state: State, text: str) -> bool:
    return _played(game, rules, state, text, []) is not None


def _by_distance(game: Game, rules: Parameters, state: State, text: str) -> tuple[str, ...]:
    own = game.namespace.get("how_far")
    moves = game.numbered_moves(rules, state)
    if own:
        found = [(own(rules, state, text, move), move) for move in moves]
        distances = {move: int(distance) for distance, move in found if distance is not None}
    else:
        distances = {move: apart(text, game.write(rules, state, move)) for move in moves}
    near = sorted(distances, key=distances.__getitem__)[:NEAR]
    return tuple(written(game, rules, state, move) for move in near)


def _played(
    game: Game, rules: Parameters, state: State, text: str, words: list[str]
) -> State | None:
    """Return the state after these moves, or None if no turn contains them. Add their notation to `words`."""
    try:
        moves = game.read(rules, state.copy(), without_open(text))
    except Unreadable:
        return None
    after, is_open = state.copy(), True
    for move in moves:
        if not is_open or game.why_illegal(rules, after, move):
            return None
        words.append(game.write(rules, after, move))
        is_open = game.leaves_turn_open(rules, after, move)
        game.apply(rules, after, move)
    return after
