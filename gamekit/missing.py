"""What a notebook in a browser says where a module, or time, is missing. The page goes on below."""

from __future__ import annotations

import re
from typing import Any

from gamekit.errors import GameError, NotHere

ASSIGNED = re.compile(r"^(\w+) *=[^=]", re.MULTILINE)  # at the left margin of a cell


def explain_missing(shell: Any) -> None:
    """Make an IPython shell answer with a sentence if a module, or time, is missing.

    It skips such a cell and runs those below it. A cell that needs what a skipped cell would have
    defined gets a sentence too.
    """
    left_out: list[str] = []

    def explain(
        shell: Any, kind: type[Exception], problem: Exception, trace: Any, tb_offset: Any = None
    ) -> None:
        cell = shell.user_ns["In"][-1]
        sentence = about_missing(problem, left_out, cell)
        if sentence:
            print(sentence)
            left_out.append(cell)
        else:
            full = shell.InteractiveTB.structured_traceback(kind, problem, trace, tb_offset)
            shell._showtraceback(kind, problem, full)

    shell.set_custom_exc((ImportError, NameError, LookupError, GameError), explain)


def about_missing(problem: Exception, left_out: list[str], cell: str = "") -> str:
    """Return a sentence about a missing module or a skipped cell, or "" for any other problem.

    Args:
        problem: what a cell raised.
        left_out: the cells that could not run.
        cell: the text of the cell that raised it.
    """
    if isinstance(problem, NotHere):
        return str(problem)
    if isinstance(problem, GameError) and isinstance(problem.__cause__, ModuleNotFoundError):
        problem = problem.__cause__  # nothing can be installed here
    name = getattr(problem, "name", None) or ""
    if isinstance(problem, ModuleNotFoundError):
        return (
            f"This cell needs {name.partition('.')[0]}, which Python in a browser does not have. "
            "It runs where gamekit is installed, or on Binder."
        )
    if isinstance(problem, LookupError):  # a cell that stopped halfway leaves a table half filled
        assigned = ASSIGNED.findall("\n".join(left_out))
        name = next((name for name in assigned if _mentions(cell, name)), "")
    if name and any(_mentions(one, name) for one in left_out):
        return f"This cell needs {name} from a cell that could not run here."
    return ""


def _mentions(cell: str, name: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", cell) is not None
