"""Random games and random input.

A walk stops at every position to test it. Short playtests tell whether a player gets stuck, whether every
game ends, and what never comes up. Random texts, positions and parameters stand for what people may type
and designers may set. If Hypothesis is installed, it looks for the shortest text and the simplest position
that break something; otherwise the kit tries random ones.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from random import Random
from tempfile import gettempdir
from time import process_time
from types import FunctionType, ModuleType
from typing import Any, TypeVar

from gamekit.checking import contract_checks as checks
from gamekit.checking import secrecy
from gamekit.checking.contract_checks import Broken, Promise, fitting
from gamekit.checking.game_file import source_of
from gamekit.contract import CHANCE, DRAW, ONGOING, OVER, Game
from gamekit.drivers.engine import Interpreted
from gamekit.errors import BadPosition, BadVariant, Unreadable
from gamekit.match.match import Match
from gamekit.match.view import without_open
from gamekit.validation import is_whole, shown

HOPELESS = 3  # stop after this many games if none of them ends
OUTCOMES = 12  # outcomes of one roll to examine at most
COUNTED = re.compile(r"[\w.]*\d[\w.]*")  # a number, or the label of a cell
SECRETS: tuple[Promise, ...] = (
    secrecy.steps_look_alike, secrecy.numbers_tell_nothing, secrecy.hiding_is_final, secrecy.words_keep_secrets,
    secrecy.guesses_are_possible,
)  # fmt: skip
WHOLE: tuple[Promise, ...] = (checks.whole_turns,)
DOUBTS: tuple[Promise, ...] = (
    secrecy.history_keeps_up, secrecy.what_is_revealed_shows, checks.cards_stay_known,
)  # fmt: skip
DECISION: tuple[Promise, ...] = (
    checks.rolls, checks.whole_numbers, checks.ends, checks.measures, checks.legality, checks.ways, checks.notation,
    checks.positions, checks.views, checks.advice,
)  # fmt: skip
CHANCES: tuple[Promise, ...] = (
    checks.rolls,
    checks.whole_numbers,
    checks.ends,
    checks.measures,
    checks.chances,
)
END: tuple[Promise, ...] = (
    checks.rolls,
    checks.ends,
    checks.measures,
    checks.positions,
    checks.records,
)


@dataclass(slots=True)
class Played:
    """Random games: how long they took, how they ended, and which went wrong.

    Attributes:
        game, seed: the game, and the seed of these games.
        lengths, turns: the number of steps and of turns of each game.
        scores: the scores of the players who started, for the games that ended.
        capped: the numbers of the games that did not end.
        stuck: the numbers of the games in which a player had no legal move.
        endings: the numbers of the rules that ended games.
        steps: for each step of each game, how many choices there were and which one was made.
    """

    game: Game
    seed: int
    lengths: list[int] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    capped: list[int] = field(default_factory=list)
    stuck: list[int] = field(default_factory=list)
    endings: set[int] = field(default_factory=set)
    steps: dict[int, list[tuple[int, int]]] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.lengths)

    def data(self) -> dict[str, Any]:
        """Return the results as JSON data."""
        ended = self.games - len(self.capped) - len(self.stuck)
        return {
            "games": self.games,
            "seed": self.seed,
            "ended": ended,
            "shortest": min(self.lengths, default=0),
            "longest": max(self.lengths, default=0),
            "first_player_score": round(sum(self.scores) / ended, 3) if ended else None,
        }

    def made(self) -> set[int]:
        """Return the players' moves as numbers."""
        game, rules, found = self.game, self.game.rules(), set()
        for number, steps in self.steps.items():
            state = game.start(rules, first=number % 2)
            for count, move in steps:
                if count and game.to_act(rules, state) != CHANCE:
                    found.add(move)
                if count:
                    game.apply(rules, state, move)
        return found

    def match(self, number: int, most: int) -> Match:
        """Replay one of the games for at most that many steps."""
        match = Match(self.game, seed=self.seed, number=number, auto=False)
        for count, move in self.steps[number][:most]:
            actor = match.to_act
            if actor == CHANCE:
                match.dictate(self.game.write(match.rules, match.state, move))
            elif actor in (0, 1) and count:
                match.play(int(move))
        return match

    def circle(self, number: int) -> int:
        """Return how many steps that game took until a position recurred; 0 if none did."""
        game, rules = self.game, self.game.rules()
        state, seen = game.start(rules, first=number % 2), set()
        for n, (_, move) in enumerate(self.steps[number]):
            mark = state.copy()
            mark.turn = 0
            if mark.values() in seen:
                return n
            seen.add(mark.values())
            game.apply(rules, state, move)
        return 0


def play(game: Game, games: int, longest: int, seed: int, most: int, seconds: float) -> Played:
    """Play random games until there are enough games or steps, or the processor time is up."""
    engine, played, end = Interpreted(game), Played(game, seed), process_time() + seconds
    rules = game.rules()
    for number in range(games):
        is_enough = sum(played.lengths) >= most or process_time() > end
        if is_enough or len(played.capped) == number == HOPELESS:
            break
        notes, state = engine.trace(seed, number, longest, first=number % 2)
        steps = len(notes) // 2
        pairs = [(notes[2 * n], notes[2 * n + 1]) for n in range(steps)]
        winner, rule = game.result(rules, state)
        if steps and pairs[-1][0] == 0:
            played.stuck.append(number)
        elif game.to_act(rules, state) != OVER or winner == ONGOING:
            played.capped.append(number)
        else:
            played.scores.append(0.5 if winner == DRAW else float(winner == number % 2))
            played.endings.add(rule)
        played.steps[number] = pairs
        played.lengths.append(steps)
        played.turns.append(state.turn)
    return played


def hold(match: Match, longest: int, seconds: float, random: Random) -> None:
    """Play a match on, and only require that its numbers fit: large ones come up late.

    Raises:
        Broken: one does not.
    """
    end = process_time() + seconds
    for later in go_on(match, longest, random):
        checks.whole_numbers(later, random)
        if process_time() > end:
            return


class Unseen:
    """What has not come up in random games so far.

    Args:
        game: the game as published. Matches of its variants may be noted, too.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._rules = rules_named(game)  # without those that have refused a move
        own = (rule for rule in game.rulebook if rule.id.partition("-")[0] == game.prefix)
        self._uncited = {rule.id for rule in own if not rule.note}
        self.have_both_moved = False  # in one game
        self._begun: set[tuple[int, str]] = set()  # who was to start, and who moved first
        self._moves: set[int] = set()  # that were legal
        self._kinds: set[str] = set()
        self.alike = ""  # an outcome of chance, if all outcomes are written like moves

    def note(self, match: Match) -> None:
        """Note what is legal and what is refused in the position of a match."""
        game, rules, state = match.game, match.rules, match.state
        moved = [step.who for step in match.record.steps if step.who in ("0", "1")]
        self.have_both_moved |= len(set(moved)) == 2
        self._begun |= {(match.first, who) for who in moved[:1]}
        if match.to_act == OVER:
            self.cite(game.result(rules, state)[1])
            return
        if match.to_act == CHANCE:
            self._note_outcomes(match)
            return
        moves = match.legal_moves()
        self._kinds |= {_kind(game.write(rules, state, move)) for move in moves}
        if game is self.game:
            self._moves |= set(moves)
        for move in range(game.moves if (self._rules or self._uncited) and moves else 0):
            rule = game.why_illegal(rules, state, move)
            self._rules.discard(rule)
            self.cite(rule)

    def cite(self, *rules: int) -> None:
        """Note the numbers of rules that refused something, or ended a game."""
        self._uncited -= {self.game.rule_id(rule) for rule in rules if rule > 0}

    def always_first(self) -> int | None:
        """Return the player who moved first even where the other was to start, or None."""
        firsts, players = map(set, zip(*self._begun, strict=True)) if self._begun else ((), ())
        return int(*players) if len(firsts) > len(players) else None

    def _note_outcomes(self, match: Match) -> None:
        """Note whether each outcome of chance is written like the move with the same number."""
        outcomes = range(min(OUTCOMES, match.game.outcomes(match.rules, match.state)))
        texts = [_written(match, outcome) for outcome in outcomes]
        if all(texts):
            self.alike = texts[-1]

    def rules(self) -> list[str]:
        """Return the ids of the rules that `why_illegal` names but that refused nothing."""
        return [self.game.rule_id(number) for number in sorted(self._rules)]

    def uncited(self) -> list[str]:
        """Return the ids of rules that neither refused a move nor ended a game, in the rulebook's order."""
        return [rule.id for rule in self.game.rulebook if rule.id in self._uncited]

    def moves(self, samples: Iterable[Match], made: Set[int]) -> list[str]:
        """Return one move, in notation, of each kind that was never legal.

        Moves are of one kind if their notations differ only in numbers and cells. A move counts only if its
        notation is of a new kind in every sample, because an illegal move may have any notation.

        Args:
            samples: positions that came up.
            made: the moves that were made in other games.
        """
        found: dict[str, str] = {}
        matches = list(samples)
        for move in range(self.game.moves):
            if move in self._moves or move in made:
                continue
            texts = [text for match in matches if (text := _written(match, move))]
            kinds = [_kind(text) for text in texts]
            if texts and self._kinds.isdisjoint(kinds):
                found.setdefault(kinds[0], texts[0])
        return list(found.values())


def _kind(text: str) -> str:
    return COUNTED.sub("#", text)


def _written(match: Match, move: int) -> str:
    """Return the notation of a move, legal or not; "" if people cannot write it."""
    game, rules, state = match.game, match.rules, match.state
    with suppress(Exception):
        text = str(game.write(rules, state, move))
        if list(game.read(rules, state.copy(), text)) == [move]:
            return text
    return ""


def rules_named(game: Game) -> set[int]:
    """Return the numbers of rules that `why_illegal` can return, as far as its source shows them."""
    found: set[int] = set()
    known: set[int] = set()
    waiting: list[object] = [game.namespace["why_illegal"]]
    while waiting:
        value = waiting.pop()
        if is_whole(value) and value > 0:
            with suppress(IndexError):
                if game.rule_id(value) in game.rulebook:
                    found.add(value)
        elif isinstance(value, FunctionType) and id(value) not in known:
            known.add(id(value))
            waiting += _returned(value)
    return found


def _returned(function: FunctionType) -> Iterator[object]:
    """Yield the numbers that a function returns, and the functions whose values it returns."""
    tree = source_of(function)
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.Return) and node.value and tree:
            for leaf in _leaves(node.value, _assigned(tree)):
                yield _value(leaf, function)


def _assigned(tree: ast.FunctionDef) -> dict[str, list[ast.expr]]:
    """Return the expressions that each local name is set to. Counters are left out: they name no rules."""
    found: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found.setdefault(node.targets[0].id, []).append(node.value)
    for node in ast.walk(tree):
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            found.pop(node.target.id, None)
    return found


def _leaves(node: ast.expr, local: dict[str, list[ast.expr]]) -> Iterator[ast.expr]:
    """Yield the expressions whose value this one may have. For a call, yield the function."""
    match node:
        case ast.IfExp():
            parts = [node.body, node.orelse]
        case ast.BoolOp(op=ast.Or()):
            parts = node.values
        case ast.BoolOp():
            parts = node.values[-1:]
        case ast.Name() if node.id in local:
            parts = local[node.id]
            local = {name: value for name, value in local.items() if name != node.id}
        case _:
            yield node.func if isinstance(node, ast.Call) else node
            return
    for part in parts:
        yield from _leaves(part, local)


def _value(node: ast.expr, function: FunctionType) -> object:
    """Return a constant, or what a global name stands for; None for anything else."""
    match node:
        case ast.Constant():
            return node.value
        case ast.Name() if node.id not in function.__code__.co_varnames:
            return function.__globals__.get(node.id)
        case ast.Attribute():
            home = _value(node.value, function)
            return vars(home).get(node.attr) if isinstance(home, ModuleType) else None
        case ast.BinOp(op=ast.Add()):
            left, right = _value(node.left, function), _value(node.right, function)
            return left + right if is_whole(left) and is_whole(right) else None
    return None


def promised(match: Match) -> tuple[Promise, ...]:
    """Return the promises that a match's position must keep."""
    actor = match.to_act
    if actor == OVER:
        return END
    promises = CHANCES if actor == CHANCE else DECISION
    return (*promises, *SECRETS) if match.game.has_secrets else promises


def doubted(match: Match) -> tuple[Promise, ...]:
    """Return the tests whose findings the designer may intend."""
    return (*WHOLE, *DOUBTS) if match.game.has_secrets else WHOLE


def walk(game: Game, seed: int, longest: int, random: Random) -> Iterator[Match]:
    """Yield a match at its start, and again after each random move, roll and draw.

    Args:
        game: the game.
        seed: the seed of the match.
        longest: the number of moves after which the walk ends.
        random: draws the moves.
    """
    match = Match(game, seed=seed, first=seed % 2, auto=False)
    yield match
    yield from go_on(match, longest, random)


def go_on(match: Match, longest: int, random: Random) -> Iterator[Match]:
    """Yield a match after each further random move, roll and draw; see `walk`."""
    while match.to_act != OVER and match.ply < longest:
        if match.to_act == CHANCE:
            match.advance(1)
        elif legal := match.legal_moves():
            match.play(random.choice(legal))
        else:
            return
        yield match


T = TypeVar("T")
ODD = ("", " ", "?", "0", "-1", "999999", "x", "A", "a1", ",", "stop", "é", "1.5", "\t2")
JUNK: tuple[Any, ...] = (None, -1, 10**6, 1.5, True, "", "x", [], {}, [None], {"x": 1})
BEYOND, FAR = 8, 10_000  # how many numbers after the last move to try; one that surely is no move
SAMPLES = 6  # notations to mutate
UNDECLARED = (
    "Declare in State which values a field may have, such as whole(range(3)), or write "
    "impossible_position(rules, state)."
)


def try_texts(match: Match, tries: int, seed: int, cite: Callable[[int], object]) -> None:
    """Let the game read odd texts in a position.

    Args:
        match: a match in that position.
        tries: how many texts to try.
        seed: the seed of the texts.
        cite: called with the number of the rule that each refusal names.

    Raises:
        Broken: `read` raises anything but Unreadable, or returns something that is no move.
    """
    game, rules, state = match.game, match.rules, match.state
    legal = [without_open(text) for text in match.legal()[:SAMPLES]] or [""]

    def read(text: str) -> None:
        moves: Any
        try:
            moves = game.read(rules, state.copy(), text)
        except Unreadable as refusal:
            cite(refusal.rule)
            return
        except Exception as problem:
            message = f"read raises {type(problem).__name__} for {shown(text)}: {problem}"
            raise Broken("read-raises", "read", message) from problem
        fitting("read", moves)
        if any(not 0 <= move < game.moves for move in moves):
            message = (
                f"read returns {shown(moves)} for {shown(text)}: moves are 0 to {game.moves - 1}"
            )
            raise Broken("read-raises", "read", message)

    _require_room(match)
    signs = "".join(sorted({*"".join(legal), *" 09,-"}))
    _each(read, _texts(legal, signs), lambda: _text(legal, signs), tries, seed)


def _require_room(match: Match) -> None:
    """Require that `move_count` counts every move that the game can write and read."""
    game = match.game
    known = [move for move in range(game.moves, game.moves + BEYOND) if _is_known(match, move)]
    if known and not _is_known(match, game.moves + FAR):  # otherwise `read` accepts anything
        text = game.write(match.rules, match.state, known[0])
        message = f"read returns [{known[0]}] for {text!r}, but move_count is {game.moves}"
        raise Broken("move-count", "move_count", message)


def _is_known(match: Match, move: int) -> bool:
    """Does the notation of this number read back as the same number?"""
    rules, state = match.rules, match.state
    with suppress(Exception):  # it need not be a move
        text = match.game.write(rules, state, move)
        return bool(match.game.read(rules, state, text) == [move])
    return False


def _texts(legal: Sequence[str], signs: str) -> Callable[[Random], str]:
    def one(random: Random) -> str:
        text = list(random.choice(legal))
        for _ in range(random.randint(1, 3)):
            place = random.randint(0, len(text))
            text[place : place + random.randint(0, 1)] = random.choice((*signs, "", *ODD))
        return "".join(text)

    return one


def _text(legal: Sequence[str], signs: str) -> Any:
    from hypothesis import strategies as st

    return st.sampled_from(ODD) | st.text(signs, max_size=12) | st.sampled_from(list(legal))


def try_positions(game: Game, known: Sequence[Mapping[str, object]], tries: int, seed: int) -> None:
    """Set up changed positions.

    Raises:
        Broken: setting one up raises anything but BadPosition, or play from an accepted one raises anything.
    """

    def set_up(fields: Mapping[str, object]) -> None:
        try:
            match = Match(game, position=fields, seed=seed, auto=False)
        except BadPosition:
            return
        except Exception as problem:
            if game.leaves_out("position"):
                raise  # from another function of the game
            message = f"position raises {type(problem).__name__} for {shown(fields)}: {problem}"
            raise Broken("position-raises", "position", message) from problem
        try:
            match.board_text()
            if match.to_act == CHANCE:
                match.advance(1)
            for move in match.legal_moves()[:1]:
                match.play(move)
        except Exception as problem:
            message = (
                f"position accepts {shown(fields)}, and then {type(problem).__name__}: {problem}"
            )
            advice = UNDECLARED if game.leaves_out("position") else ""
            raise Broken("position-breaks", "position", message, advice=advice) from problem

    names = sorted({name for fields in known for name in fields})
    if names:
        _each(set_up, _changed(known, names), lambda: _position(known, names), tries, seed)


def _changed(
    known: Sequence[Mapping[str, object]], names: Sequence[str]
) -> Callable[[Random], Mapping[str, object]]:
    def one(random: Random) -> Mapping[str, object]:
        return {**random.choice(known), random.choice(names): random.choice(JUNK)}

    return one


def _position(known: Sequence[Mapping[str, object]], names: Sequence[str]) -> Any:
    from hypothesis import strategies as st

    changes = st.dictionaries(st.sampled_from(list(names)), st.sampled_from(JUNK), max_size=2)
    return st.builds(lambda fields, new: {**fields, **new}, st.sampled_from(list(known)), changes)


def variants(game: Game, random: Random, mixed: int) -> Iterator[Game]:
    """Yield the game with each parameter at either end of its range, then with mixtures.

    Raises:
        Broken: with a declared value, a function other than `impossible` raises.
    """
    ends: dict[str, list[Any]] = {
        name: [*option.options[:1], *option.options[-1:]] or [option.values[0], option.values[-1]]
        for name, option in game.options.items()
    }
    changes = [{name: value} for name, values in ends.items() for value in dict.fromkeys(values)]
    changes += [
        {name: random.choice(values) for name, values in ends.items() if random.random() < 0.5}
        for _ in range(mixed if len(ends) > 1 else 0)
    ]
    for change in changes:
        try:
            yield game.with_(**change)
        except BadVariant:
            continue


def _each(
    test: Callable[[T], None],
    draw: Callable[[Random], T],
    strategy: Callable[[], Any],
    tries: int,
    seed: int,
) -> None:
    """Test values: from a Hypothesis strategy if Hypothesis is installed, otherwise drawn at random."""
    if find_spec("hypothesis") is None:
        random = Random(seed)
        for _ in range(tries):
            test(draw(random))
        return
    where = Path(gettempdir()) / "gamekit-hypothesis"  # not in the working folder
    os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(where))
    import hypothesis

    quiet: Any = hypothesis.settings(
        max_examples=tries,
        database=None,
        derandomize=True,
        deadline=None,
        report_multiple_bugs=False,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    given: Any = hypothesis.given
    quiet(given(strategy())(test))()
