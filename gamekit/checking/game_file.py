"""A game file: finding and running the game in it, and the faults that show before play.

These are wrong declarations, and slips in the code: a comparison that is never true, a replaced list, random
numbers of its own, a missing or misspelled function. A game with such a slip may run, but it does not play as
its designer meant.
"""

from __future__ import annotations

import ast
import dis
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from types import CodeType, FunctionType, ModuleType
from typing import NamedTuple

from gamekit.checking.contract_checks import fitting
from gamekit.checking.report import ERROR, WARNING
from gamekit.compiling import RULE_FUNCTIONS
from gamekit.contract import Rule, defaults
from gamekit.contract.game import Game
from gamekit.contract.variants import TAKES, arguments_of, globals_read, reachable
from gamekit.errors import GameError, did_you_mean, listed
from gamekit.validation import shown

USUAL = ("GAME", "game")  # names that a game may have among several


def is_file(named: str) -> bool:
    """Is this the path of a Python file, perhaps followed by a name in it?"""
    return path_and_name(named)[0].endswith(".py")


def path_and_name(named: str) -> tuple[str, str]:
    """Return the path and the name in "my_game.py:GAME"; the name may be empty."""
    path, dot, rest = named.rpartition(".py")
    if dot and (not rest or rest.startswith(":")):
        return f"{path}.py", rest[1:]
    return named, ""


def game_in_file(named: str) -> Game:
    """Run a file and return the game in it.

    Args:
        named: "my_game.py", or "my_game.py:NAME" if it holds several games.

    Raises:
        GameError: the file cannot be run, or holds no game, or several.
    """
    path, name = path_and_name(named)
    try:
        return game_in(run_file(path), path, name)
    except GameError:
        raise
    except BaseException as problem:
        if isinstance(problem, KeyboardInterrupt):
            raise
        raise GameError(f"{path} cannot be run: {type(problem).__name__}: {problem}.") from None


def run_file(path: str) -> ModuleType:
    """Run a Python file as a module of its name and return it. It may raise anything."""
    file = Path(path).resolve()
    if not file.is_file():
        raise GameError(f"there is no file {shown(path)}.")
    sys.path.insert(0, str(file.parent))
    is_taken = file.stem in sys.modules or file.stem in sys.stdlib_module_names
    name = f"{file.stem}_of_yours" if is_taken else file.stem
    spec = spec_from_file_location(name, file, loader=_Fresh(name, str(file)))
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


class _Fresh(SourceFileLoader):
    """Compiles the file as it is now, because cached bytecode may be a second old."""

    def get_code(self, fullname: str) -> CodeType:
        return self.source_to_code(self.get_data(self.path), self.path)


def game_in(module: ModuleType, path: str, name: str) -> Game:
    """Return the game with this name. Without a name, return the usual one or the only one.

    Raises:
        NoGame: the module has no game.
        GameError: it has no game with this name, or several games.
    """
    games = {key: value for key, value in vars(module).items() if isinstance(value, Game)}
    if name:
        if name not in games:
            raise GameError(f"{path} has no game named {shown(name)}; it has {_listed(games)}.")
        return games[name]
    for usual in USUAL:
        if usual in games:
            return games[usual]
    if len({id(game) for game in games.values()}) == 1:
        return next(iter(games.values()))
    if games:
        raise GameError(f"{path} holds {_listed(games)}; say which: {path}:{next(iter(games))}")
    raise NoGame(
        f"{path} holds no game: put the parts together at its end, "
        'GAME = Game(globals(), name="my-game", title="My Game").'
    )


def _listed(games: dict[str, Game]) -> str:
    return ", ".join(games) or "none"


class NoGame(GameError):
    """A file without a game."""


NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
RULE_ID = re.compile(r"[A-Z][A-Z0-9]*-Q?\d+")
NO_TERM = (
    "Declare it as a parameter, or return it from terms(rules): {'total': 14} for {total}. To show a "
    "brace, write it twice."
)
NO_WHEN = "Write when={parameter: {value: sentence}}, with names and values that are declared."
USES = {
    "number": 'number(7, range(3, 13), "stones in the heap"): default, allowed values, meaning',
    "choice": 'choice(("once", "never"), "may a player swap?"): the options, meaning',
    "array": 'array(64, "i1"): how many numbers, and their kind',
    "whole": "whole()",
    "draw": "draw(random, 6), which gives 0 to 5",
    "Rule": 'Rule("HP-1", "Heap", "A sentence."): id, title, sentence',
    "Game": 'Game(globals(), name="my-game", title="My Game")',
    "Unreadable": 'Unreadable("Write a number.", TAKING): a sentence and the number of a rule',
}
DOUBTFUL = ("bare-winner",)  # the designer may intend these
WRITERS = ("setup", "apply", "hide", "imagine")  # write to the state that they are given
CHANCY = ("random", "secrets", "time", "uuid", "numpy.random")  # modules
Found = tuple[str, str] | None  # code and sentence
SECRECY = ("imagine", "sees", "reveals", "tells_all")  # useless without hide
ALIKE = 0.8  # how similar a name must be to one that the kit calls, see `get_close_matches`


class Fault(NamedTuple):
    """A wrong declaration."""

    code: str
    message: str
    words: str  # the words in the file to point at
    advice: str = ""  # if the code alone does not tell what to do


def faults(game: Game) -> Iterator[Fault]:
    """Yield what is wrong with the declarations of a game.

    Raises:
        Broken: `terms` returns something impossible.
    """
    if not NAME.fullmatch(game.name):
        message = f"the name {game.name!r} is not written in lowercase letters and hyphens"
        yield Fault("bad-name", message, f'name="{game.name}"')
    for function, wanted in misfits(game):
        name, takes = function.__name__, ", ".join(arguments_of(function))
        message = f"{name} takes ({takes}), but is given ({wanted})"
        yield Fault("bad-signature", message, f"def {name}(")
    yield from _rules(game)


def _rules(game: Game) -> Iterator[Fault]:
    rules: Iterable[Rule] = game.namespace["RULES"]
    ids: set[str] = set()
    for rule in rules:
        if not RULE_ID.fullmatch(rule.id):
            yield Fault(
                "bad-rulebook",
                f"{rule.id!r} is not the id of a rule: write it like ABC-1 or ABC-Q1",
                f'"{rule.id}"',
            )
        elif rule.id in ids:
            yield Fault("bad-rulebook", f"two rules have the id {rule.id}", f'"{rule.id}"')
        elif not rule.text.strip():
            yield Fault("bad-rulebook", f"{rule.id} has no sentence", f'"{rule.id}"')
        ids.add(rule.id)
    if not ids:
        yield Fault("bad-rulebook", "RULES is empty", "RULES")
        return
    terms = fitting("terms", game.terms(game.rules()))
    own = [rule for rule in rules if rule.id.partition("-")[0] == game.prefix]
    whens = [found for rule in own for found in _when(rule, game, terms)]
    yield from whens
    if whens:
        return
    try:
        str(game.rulebook)
    except (GameError, LookupError, AttributeError) as problem:
        message = f"the rulebook cannot be written: {problem}"
        words = f'"{str(problem).partition(":")[0]}"'
        yield Fault("bad-rulebook", message, words, NO_TERM)


def _when(rule: Rule, game: Game, terms: Mapping[str, object]) -> Iterator[Fault]:
    """Yield parameters and values in a rule's `when` that do not exist."""
    for name, sentences in rule.when.items():
        if name in terms:
            continue
        if name not in game.options:
            message = f"{rule.id}: when names {name!r}, which is not a parameter."
            yield Fault(
                "bad-rulebook", message + did_you_mean(name, game.options), f'"{rule.id}"', NO_WHEN
            )
            continue
        option = game.options[name]
        allowed = option.options or option.values
        for value in sentences:
            if value not in allowed:
                message = f"{rule.id}: when names {value!r}, but {name} is {option.range}"
                yield Fault("bad-rulebook", message, f'"{rule.id}"', NO_WHEN)


def misfits(game: Game) -> Iterator[tuple[FunctionType, str]]:
    """Yield each of the game's functions that takes the wrong arguments, with the right ones."""
    for name, function in game.namespace.items():
        given = TAKES.get(name)
        if not given or not isinstance(function, FunctionType):
            continue
        code, takes = function.__code__, arguments_of(function)
        least = len(takes) - len(function.__defaults__ or ())
        is_open = bool(code.co_flags & 0x04)  # *args
        fits = least <= len(given) and (is_open or len(given) <= len(takes))
        is_mixed = sorted(takes) == sorted(given) and takes != given
        if not fits or is_mixed:
            yield function, ", ".join(given)


class Slip(NamedTuple):
    """A suspicious place."""

    code: str
    severity: str
    path: str
    line: int
    function: str
    message: str


def slips(game: Game) -> Iterator[Slip]:
    """Yield the faults visible in the code of a game's functions."""
    own = (value for value in game.namespace.values() if isinstance(value, FunctionType))
    ruling = {id(function) for function in rule_functions(game)}
    for function in filter(is_own, reachable(*own).values()):
        tree, code = source_of(function), function.__code__
        for node in ast.walk(tree) if tree else ():
            found = _compared(node, game)
            if found is None and id(function) in ruling:
                found = _in_rules(node, function, game)
            if found:
                kind, message = found
                severity = WARNING if kind in DOUBTFUL else ERROR
                line = getattr(node, "lineno", code.co_firstlineno)
                yield Slip(kind, severity, code.co_filename, line, code.co_name, message)
    yield from _recursions(list(rule_functions(game)))


def _recursions(functions: Sequence[FunctionType]) -> Iterator[Slip]:
    """Yield, for each circle of rule functions that call each other, one call on it."""
    calls = {function: _calls(function) for function in functions}
    reported: set[FunctionType] = set()
    for function in functions:
        circle = _circle(function, calls)
        if circle and reported.isdisjoint(circle):
            reported.update(circle)
            names = [each.__code__.co_name for each in circle]
            message = f"{names[-1]} calls {', which calls '.join(names)}" if names[1:] else ""
            message = f"{message or f'{names[0]} calls itself'}: rule functions may not recurse"
            code, line = function.__code__, line_of(function, calls[function][circle[0]])
            yield Slip("recursion", ERROR, code.co_filename, line, code.co_name, message)


def _calls(function: FunctionType) -> dict[FunctionType, str]:
    """Return the functions that a function uses, by the names it uses."""
    found: dict[FunctionType, str] = {}
    for names in sorted(globals_read(function.__code__)):
        value: object = function.__globals__.get(names[0])
        for name in names[1:]:
            value = vars(value).get(name) if isinstance(value, ModuleType) else None
        if isinstance(value, FunctionType):
            found[value] = names[-1]
    return found


def _circle(
    function: FunctionType, calls: Mapping[FunctionType, Iterable[FunctionType]]
) -> list[FunctionType]:
    """Return the functions through which a function calls itself, ending with itself; or an empty list."""
    ways, seen = [[called] for called in calls[function]], set[FunctionType]()
    while ways:
        way = ways.pop(0)
        last = way[-1]
        if last is function:
            return way
        if last in calls and last not in seen:
            seen.add(last)
            ways += [[*way, called] for called in calls[last]]
    return []


def _in_rules(node: ast.AST, function: FunctionType, game: Game) -> Found:
    """Return what is wrong with a node of a rule function."""
    match node:
        case ast.Attribute(value=ast.Name("rules"), ctx=ast.Store()):
            return "parameters-changed", f"{ast.unparse(node)} is set: rules may only be read"
        case ast.Assign(targets=[ast.Name("state" | "view" as name)]) if (
            function.__name__ in WRITERS and name in arguments_of(function)
        ):
            message = f"{function.__name__} replaces {name}, so what it does to {name} is lost"
            return "state-replaced", message
        case ast.Assign(targets=[ast.Attribute(value=ast.Name()) as target]) if _is_list(
            target, game
        ):
            where = ast.unparse(target)
            return "list-replaced", f"{where} is replaced; write {where}[0] = ..., one by one"
        case ast.Return(value=ast.Tuple(elts=[winner, _])) if function.__name__ == "result":
            return _winner(winner)
        case ast.Call(func=called) if _is_chancy(called, function):
            message = f"{ast.unparse(called)} is chance or a clock that the kit cannot control"
            return "answers-differ", message
    return None


def _winner(node: ast.expr) -> Found:
    """Return what is wrong with a winner that may be 2, which means DRAW."""
    match node:
        case ast.BinOp(
            left=ast.Attribute(attr="player"), op=ast.Add(), right=ast.Constant(value=1)
        ):
            other = ast.unparse(node.left)
            message = (
                f"{ast.unparse(node)} is 1 or 2, and 2 is DRAW; the other player is 1 - {other}"
            )
            return "bare-winner", message
        case ast.Constant(value=2 | 3 as value):
            name = "DRAW" if value == 2 else "BOTH_LOSE"
            return (
                "bare-winner",
                f"{value} is not a player but {name}; write {name} if you mean that",
            )
        case ast.IfExp():
            return _winner(node.body) or _winner(node.orelse)
    return None


def _is_list(node: ast.Attribute, game: Game) -> bool:
    """Is this a list of the state?"""
    field = game.State.fields.get(node.attr)
    return field is not None and field.size > 0


def _is_chancy(node: ast.expr, function: FunctionType) -> bool:
    """Does this function answer differently from call to call?"""
    names = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return False
    if node.id in function.__code__.co_varnames:
        return bool(names) and node.id in CHANCY and node.id not in arguments_of(function)
    value = function.__globals__.get(node.id)
    if isinstance(value, ModuleType):
        return bool(names) and ".".join([value.__name__, *names[:0:-1]]) in CHANCY
    return isinstance(getattr(value, "__self__", value), Random)


def _compared(node: ast.AST, game: Game) -> Found:
    """Return what is wrong with comparing a field, which is a number, with a text."""
    if not isinstance(node, ast.Compare):
        return None
    sides = [node.left, *node.comparators]
    texts = [
        one.value
        for side in sides
        for one in (side.elts if isinstance(side, ast.Tuple | ast.List) else [side])
        if isinstance(one, ast.Constant) and isinstance(one.value, str)
    ]
    for side in sides if texts else ():
        match side:
            case ast.Attribute(value=ast.Name("rules"), attr=name) if name in game.options:
                places = enumerate(game.options[name].options)
                numbers = ", ".join(f"{place} for {value!r}" for place, value in places)
                what = (
                    f"rules see an option as its place, {numbers}" if numbers else "it is a number"
                )
                return "text-compared", f"rules.{name} is compared with {texts[0]!r}; {what}"
            case ast.Attribute(value=ast.Name("state" | "view"), attr=name) if (
                name in game.State.fields
            ):
                message = (
                    f"{ast.unparse(side)} is compared with {texts[0]!r}; it holds whole numbers"
                )
                return "text-compared", message
    return None


def absences(game: Game) -> Iterator[Slip]:
    """Yield what seems to be missing, judging by the names of a game's functions."""
    own = [
        value
        for value in game.namespace.values()
        if isinstance(value, FunctionType) and is_own(value) and source_of(value)
    ]
    secret = [function for function in own if function.__name__ in SECRECY]
    if secret and game.leaves_out("hide"):
        names = listed(function.__name__ for function in secret)
        message = f"there is no hide, so nothing is hidden from anybody; but the file has {names}"
        yield _slip("no-hide", ERROR, secret[0], message)
    missing = [name for name in defaults.OPTIONAL if game.leaves_out(name)]
    used = _used({function.__code__.co_filename for function in own})
    for function in own:
        name = function.__name__
        near = get_close_matches(name, missing, n=1, cutoff=ALIKE)
        if near and name not in used and name not in defaults.OPTIONAL:
            message = f"nobody calls {name}; the kit calls {near[0]}"
            yield _slip("unknown-function", WARNING, function, message)


def _slip(code: str, severity: str, function: FunctionType, message: str) -> Slip:
    place = function.__code__
    return Slip(code, severity, place.co_filename, place.co_firstlineno, function.__name__, message)


def _used(paths: Iterable[str]) -> set[str]:
    """Return the names that files mention outside function definitions."""
    found: set[str] = set()
    for path in paths:
        for node in ast.walk(ast.parse(Path(path).read_text("utf-8"))):
            match node:
                case ast.Name(id=str(name)) | ast.Attribute(attr=str(name)):
                    found.add(name)
                case ast.alias(name=str(name)) | ast.Constant(value=str(name)):
                    found.add(name)
    return found


def source_of(function: FunctionType) -> ast.FunctionDef | None:
    """Return the syntax tree of a function, or None if no file holds it."""
    code = function.__code__
    try:
        text = Path(code.co_filename).read_text("utf-8")
    except (OSError, ValueError):
        return None
    return _functions(text).get(code.co_firstlineno)


def rule_functions(game: Game) -> Iterator[FunctionType]:
    """Yield a game's rule functions and everything they call, except the kit's own functions."""
    roots = [game.namespace[name] for name in RULE_FUNCTIONS]
    roots += [one.function for one in game.measures.values()]
    for function in reachable(*(root for root in roots if isinstance(root, FunctionType))).values():
        if is_own(function):
            yield function


def is_own(function: FunctionType) -> bool:
    """Does this function come from the game's file rather than the kit?"""
    return not (function.__module__ or "").startswith("gamekit.")


def line_of(function: FunctionType, name: str) -> int:
    """Return the line of a function that first mentions a name."""
    for step in dis.get_instructions(function.__code__):
        if step.argval == name and step.positions and step.positions.lineno:
            return step.positions.lineno
    return function.__code__.co_firstlineno


@lru_cache(maxsize=16)
def _functions(text: str) -> Mapping[int, ast.FunctionDef]:
    """Return the functions in a text by their first lines, decorators included."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return {}
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            found[first] = node
    return found
