"""A line below the cell of a notebook while it works, of which nothing stays."""

from __future__ import annotations

import sys
from html import escape
from typing import Any


def in_notebook() -> bool:
    """Is this the kernel of a notebook, and not a terminal?"""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    kinds = [kind.__name__ for kind in type(shell).__mro__]
    return shell is not None and "TerminalInteractiveShell" not in kinds


class Notice:
    """A line of words below the cell that runs, beside a bar.

    It comes and changes as updates of an output that is empty, and is empty again once it is closed.
    So a notebook that is saved holds nothing of it, and what a cell shows is the same every time.
    """

    def __init__(self) -> None:
        self._output: Any = None

    def say(self, words: str, done: int = 0, total: int = 0) -> None:
        """Show these words, and how much of the total is done; at 0 the bar only shows that it works."""
        if self._output is None:
            from IPython.display import display

            show: Any = display  # has no types
            self._output = show({}, raw=True, display_id=True)
        value = f' value="{done}"' if done else ""
        html = f'<progress max="{max(1, total)}"{value}></progress> {escape(words)}'
        self._output.update({"text/plain": words, "text/html": html}, raw=True)

    def close(self) -> None:
        """Take it away."""
        if self._output is not None:
            self._output.update({}, raw=True)
