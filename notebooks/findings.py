"""Play the findings of the pages again with a new seed, and say which no longer stand.

    python notebooks/findings.py                       every page, with a seed that nobody chose
    python notebooks/findings.py --seed 7 06_death_match

A finding falls if the new games clearly contradict it for a player; then this returns 1. If they leave it unclear
for a player, that contradicts nothing, but the output names the player.
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
    """Run the code of a page, and return its findings."""
    made: list[Finding] = []

    def keep(*args: Any, **options: Any) -> Finding:
        made.append(finding(*args, **options))
        return made[-1]

    names = {"__name__": "__main__"}
    with patch.object(gk, "finding", keep), redirect_stdout(StringIO()):
        for number, cell in enumerate(code_cells(nbformat.read(page, as_version=4))):
            name = f"<{page.stem}, cell {number}>"  # under which the compiler finds the source of rules
            linecache.cache[name] = (len(cell.source), None, cell.source.splitlines(True), name)
            exec(compile(cell.source, name, "exec"), names)
    return made


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says, and return 1 if a finding falls."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("pages", nargs="*", type=page_named, help="pages, instead of all of them")
    parser.add_argument("--seed", type=int, default=randbelow(10**6))
    chosen, has_fallen = parser.parse_args(arguments), False
    print(f"seed {chosen.seed}", flush=True)
    for page in chosen.pages or pages():
        for one in found_on(page):
            now, was_clear = one.again(chosen.seed), {*one.holds_for, *one.fails_for}
            against = {*one.holds_for} & {*now.fails_for} | {*one.fails_for} & {*now.holds_for}
            has_fallen |= bool(against)
            verdict = f"FELL for {', '.join(sorted(against))}" if against else "stands"
            if unclear := sorted(was_clear & {*now.unclear_for}):
                verdict += f", unclear now for {', '.join(unclear)}"
            print(f"{page.stem}  {verdict}: {now.text}", flush=True)
    return int(has_fallen)


if __name__ == "__main__":
    sys.exit(main())
