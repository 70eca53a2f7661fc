"""Play the findings of the pages again with a new seed, and say which no longer stand.

    python notebooks/findings.py                       every page, with a seed that nobody chose
    python notebooks/findings.py --seed 7 06_death_match

A finding falls where a player for whom it held now shows the opposite, or the other way round; then this
returns 1. Games that are too few to tell now contradict nothing, but their players are named.
"""

import argparse
import linecache
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from secrets import randbelow
from typing import Any
from unittest.mock import patch

import nbformat

import gamekit as gk
from gamekit.studies.finding import Finding, finding
from notebooks.refresh import code_cells, page_named, pages


def found_on(page: Path) -> list[Finding]:
    """Run the code of a page; return what it finds."""
    made: list[Finding] = []

    def kept(*args: Any, **options: Any) -> Finding:
        made.append(finding(*args, **options))
        return made[-1]

    names = {"__name__": "__main__"}
    with patch.object(gk, "finding", kept), redirect_stdout(StringIO()):
        for number, cell in enumerate(code_cells(nbformat.read(page, as_version=4))):
            name = f"<{page.stem}, cell {number}>"  # rules are compiled from their source
            linecache.cache[name] = (len(cell.source), None, cell.source.splitlines(True), name)
            exec(compile(cell.source, name, "exec"), names)
    return made


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says; return 1 where something fell."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("pages", nargs="*", type=page_named, help="pages, instead of all of them")
    parser.add_argument("--seed", type=int, default=randbelow(10**6))
    chosen, has_fallen = parser.parse_args(arguments), False
    print(f"seed {chosen.seed}", flush=True)
    for page in chosen.pages or pages():
        for one in found_on(page):
            now, told = one.again(chosen.seed), {*one.holds_for, *one.fails_for}
            against = {*one.holds_for} & {*now.fails_for} | {*one.fails_for} & {*now.holds_for}
            has_fallen |= bool(against)
            verdict = f"FELL for {', '.join(sorted(against))}" if against else "stands"
            unclear = (
                f", unclear now for {', '.join(u)}"
                if (u := sorted(told & {*now.unclear_for}))
                else ""
            )
            print(f"{page.stem}  {verdict}{unclear}: {now.text}", flush=True)
    return int(has_fallen)


if __name__ == "__main__":
    sys.exit(main())
