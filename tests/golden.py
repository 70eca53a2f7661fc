"""Golden games, in `transcripts/`: one or two of each game, to be read by people too.

    python tests/golden.py                every one
    python tests/golden.py death-match    one of them

plays them anew between bots and writes them. The test replays what is written through the rules:
a transcript that no longer fits shows which move, board or result has become another.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gamekit as gk

FOLDER = Path(__file__).with_name("transcripts")
BOT = "search:40"
EVERY = 8  # moves between two boards
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
    """The golden file of a match."""
    return str(match.record) + BOARDS + "\n".join(boards(match))


def played(name: str, seed: int, parameters: dict[str, Any]) -> gk.Match:
    """A game between two bots."""
    bot, match = gk.bot(BOT), gk.Match(gk.load(name, **parameters), seed=seed, first=seed % 2)
    while match.result is None:
        match.play(bot.choose(match.view(match.to_act), seed=match.ply))
    return match


def main() -> None:
    wanted = sys.argv[1:] or list(GAMES)
    for file in wanted:
        name, seed, parameters = GAMES[file]
        match = played(name, seed, parameters)
        (FOLDER / f"{file}.txt").write_text(written(match), encoding="utf-8")
        print(f"{file}: {match.ply} moves. {match.result and match.result.text}", flush=True)


if __name__ == "__main__":
    main()
