"""Golden games, in `transcripts/`: one or two of each game, to be read by people too.

    python tests/golden.py                every one
    python tests/golden.py death-match    one of them

writes them anew: the same games, or where the rules no longer allow one, another between bots. The
test replays what is written through the rules: a transcript that no longer fits shows which move,
board or result has changed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gamekit as gk

FOLDER = Path(__file__).with_name("transcripts")
BOT = "search:40"
MOST = 1000  # moves of a new game
EVERY = 24  # moves between two boards: each move is replayed, and a wrong board stays wrong
BOARDS = "\n\n--- boards ---\n\n"
# file: game, seed, parameters
GAMES: dict[str, tuple[str, int, dict[str, object]]] = {
    "take-back-toe": ("take-back-toe", 1, {}),
    "take-back-toe-narrow": ("take-back-toe", 2, {"columns": 3, "match": 2, "turn_limit": 6}),
    "shift-tac-toe": ("shift-tac-toe", 1, {}),
    "liars-dice": ("liars-dice", 1, {}),
    "liars-dice-ones-wild": ("liars-dice", 2, {"wild": "ones", "max_claim": "total_dice"}),
    "flower-field": ("flower-field", 1, {"lives": 1}),
    "sliding-tic-tac-toe": ("sliding-tic-tac-toe", 1, {}),
    "death-match": ("death-match", 1, {}),
    "tic-tac-toe-evolved": ("tic-tac-toe-evolved", 1, {}),
    "tactical-escape": ("tactical-escape", 1, {}),
}


def boards(match: gk.Match) -> Iterator[str]:
    """Yield the board now and then, and at the end, with all secrets."""
    replay = match.fork()
    for ply in range(EVERY, match.ply, EVERY):
        yield f"after {ply}\n{replay.goto(ply).board_text(gk.ALL)}\n"
    yield f"at the end\n{match.board_text(gk.ALL)}\n"


def written(match: gk.Match) -> str:
    """Return the golden file of a match."""
    return str(match.record) + BOARDS + "\n".join(boards(match))


def played(name: str, seed: int, parameters: dict[str, Any]) -> gk.Match:
    """Return a game between two bots."""
    bot, match = gk.bot(BOT), gk.Match(gk.load(name, **parameters), seed=seed, first=seed % 2)
    while match.result is None:
        if match.ply == MOST:
            raise SystemExit(f"{name}: no end after {MOST:,} moves. Try another seed.")
        match.play(bot.choose(match.view(match.to_act), seed=match.ply))
    return match


def replayed(path: Path) -> gk.Match | None:
    """Return the game that is written, unless the rules no longer lead it to an end."""
    try:
        match = gk.Record.parse(path.read_text("utf-8").split(BOARDS)[0]).match()
    except (OSError, gk.GameError):
        return None
    return match if match.result else None


def main() -> None:
    wanted = sys.argv[1:] or list(GAMES)
    for file in wanted:
        path = FOLDER / f"{file}.txt"
        match = replayed(path) or played(*GAMES[file])
        path.write_text(written(match), encoding="utf-8")
        print(f"{file}: {match.ply} moves. {match.result and match.result.text}", flush=True)


if __name__ == "__main__":
    main()
