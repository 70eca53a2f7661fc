"""Are the rules in the language of the compiler, and do they then play the same games?"""

from __future__ import annotations

from typing import Any

from gamekit.checking.collector import Collector
from gamekit.compiling import Refused, RuleFailure, is_compiling, refusals
from gamekit.contract import Game

GAMES = 10


def check_compiling(game: Game, found: Collector, seed: int, longest: int) -> bool | None:
    """Compile the rules and compare; return whether they agree, None where nothing compiles."""
    refused = refusals(game)
    for problem in refused:
        place: dict[str, Any] = {}
        if isinstance(problem, Refused):
            place = {
                "file": found.own(problem.file),
                "line": problem.line,
                "function": problem.function,
            }
        said = problem.said if isinstance(problem, Refused) else str(problem)
        found.add("cannot-compile", f"the rules cannot be compiled: {said}", **place)
    if refused:
        return False
    if not is_compiling():
        return None
    from gamekit.conformance import check_compiled

    try:
        check_compiled(game, GAMES, seed, longest)
    except AssertionError as problem:
        file, line = found.function_at(game, "apply")
        said = f"{problem}: the interpreted rules and the compiled ones disagree"
        found.add("compiled-differs", said, file=file, line=line, function="apply", seed=seed)
        return False
    except RuleFailure as problem:
        failure = problem.failure
        where: dict[str, Any] = (
            {"file": found.own(failure.file), "line": failure.line, "function": failure.function}
            if failure
            else {}
        )
        found.add("goes-wrong", failure.said if failure else str(problem), seed=seed, **where)
        return False
    return True
