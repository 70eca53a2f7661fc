"""How much pairs of games gain: the variance of a difference against that of unpaired games.

    python -m tests.bench.pairing_gain [games]

Prints, for each change, that of the first-player score and of the length.
"""

from __future__ import annotations

import sys

import gamekit as gk

CHANGES = (
    ("take-back-toe", {"win_check": "mover_only"}),
    ("take-back-toe", {"match": 4}),
    ("liars-dice", {"penalty": "lose"}),
    ("flower-field", {"lives": 4}),
    ("shift-tac-toe", {"threes": "windows"}),
    ("death-match", {"flower_field__lives": 4}),
)
BOTS = ("random", "greedy")


def variances(
    name: str, change: dict[str, object], bots: str, games: int
) -> tuple[dict[str, float], float]:
    """Return the variance against unpaired games for each measure, and the share touched."""
    game = gk.load(name)
    found = gk.compare(game, game.with_(**change), (bots, bots), games, progress=False)
    return {key: games / row["worth"] for key, row in found.rows.items()}, found.touched[0]


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    print(f"{games:,} pairs; variance against unpaired games")
    print(f"{'change':<44}{'bots':<8}{'touched':>8}{'score':>8}{'length':>8}")
    for name, change in CHANGES:
        for bots in BOTS:
            found, touched = variances(name, change, bots, games)
            told = ", ".join(f"{key}={value}" for key, value in change.items())
            print(
                f"{f'{name}, {told}':<44}{bots:<8}{touched:>8.1%}"
                f"{found['first-player score']:>8.3f}{found['length']:>8.3f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
