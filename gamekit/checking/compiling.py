"""Do the rules compile, and do they then play the same games?"""

from __future__ import annotations

import re
from pathlib import Path

from gamekit.checking import lint
from gamekit.checking.collector import Collector
from gamekit.checking.finding import WARNING
from gamekit.contract import Game
from gamekit.engines import has_compiler
from gamekit.errors import BadGame

PLACE = re.compile(r'File "([^"\n]+)", line (\d+)')
READ = re.compile(r"global '(\w+)'")
TELLING = re.compile(
    "[Uu]nknown attribute|No implementation|[Uu]nsupported|not supported|[Cc]annot|[Ii]nvalid use|"
    "Untyped global|not implemented|is not defined"
)
GAMES = 10
LONGEST = 200  # characters of what the compiler says


def check_compiling(game: Game, found: Collector, seed: int, longest: int) -> bool | None:
    """Compile the rules and compare; return whether they agree, None where there is no Numba."""
    if not has_compiler():
        _lint(game, found)
        return None
    from gamekit.conformance import check_compiled

    try:
        check_compiled(game, GAMES, seed, longest)
    except AssertionError as problem:
        file, line = found.function_at(game, "apply")
        said = f"{problem}: the interpreted rules and the compiled ones disagree"
        found.add("compiled-differs", said, file=file, line=line, function="apply", seed=seed)
        return False
    except Exception as problem:
        _refused(game, found, problem)
        return False
    return True


def _refused(game: Game, found: Collector, problem: Exception) -> None:
    """Add what the compiler says, with the line it names, and what the text itself shows."""
    text = str(problem)
    if isinstance(problem, BadGame):
        said, (file, line) = text, _where_read(game, found, text)
    else:
        said, (file, line) = _gist(text), _named(found, text)
    for path, at, _, odd in lint.spots(game):
        if (found.own(path), at) == (file, line):
            said = odd
    function = _function_at(game, file, line)
    message = f"the rules cannot be compiled: {said}"
    found.add("cannot-compile", message, file=file, line=line, function=function)
    _lint(game, found, besides=line)


def _lint(game: Game, found: Collector, besides: int | None = None) -> None:
    """Add what the text of the rules shows, but for a line that is known."""
    for path, line, function, said in lint.spots(game):
        file = found.own(path)
        if file and line != besides:
            place = {"file": file, "line": line, "function": function}
            found.add("may-not-compile", said, WARNING, **place)


def _named(found: Collector, text: str) -> tuple[str | None, int | None]:
    """Return the last place in the game's files that the compiler names."""
    for path, line in reversed(PLACE.findall(text)):
        if file := found.own(path):
            return file, int(line)
    return None, None


def _where_read(game: Game, found: Collector, text: str) -> tuple[str | None, int | None]:
    """Return where a rule reads a global that it may not read."""
    name = READ.search(text)
    for function in lint.rule_functions(game):
        if name and name[1] in function.__code__.co_names:
            return found.own(function.__code__.co_filename), lint.line_of(function, name[1])
    return None, None


def _function_at(game: Game, file: str | None, line: int | None) -> str | None:
    """Return the rule function in which a line is."""
    if file is None or line is None:
        return None
    best: tuple[int, str] | None = None
    for function in lint.rule_functions(game):
        code = function.__code__
        if Path(code.co_filename).name == Path(file).name and code.co_firstlineno <= line:
            best = max(best or (0, ""), (code.co_firstlineno, code.co_name))
    return best[1] if best else None


def _gist(text: str) -> str:
    """Return the sentence of the compiler that says most: the innermost one on what it lacks."""
    lines = [line.strip() for line in text.splitlines()]
    telling = [line for line in lines if TELLING.search(line)] or [line for line in lines if line]
    said = telling[-1] if telling else "the compiler does not say why"
    return said if len(said) <= LONGEST else f"{said[:LONGEST]} ..."
