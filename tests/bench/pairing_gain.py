"""How much pairs of games gain: the variance of a difference against that of unpaired games.

    python -m tests.bench.pairing_gain [games]

For each change that of the first-player score and of the length. The last column has the figures of the
first-player score in 20,000 pairs before bots drew from a stream of their own for each decision, and
before `greedy` had policies: careful players reckon with a change ahead, and part earlier.
"""

from __future__ import annotations

import sys

import gamekit as gk

CHANGES = (
    ("take-back-toe", {"win_check": "mover_only"}, (0.09, 0.04)),
    ("take-back-toe", {"match": 4}, (0.65, 0.94)),
    ("liars-dice", {"penalty": "lose"}, (0.26, 0.82)),
    ("flower-field", {"lives": 4}, (0.37, 0.47)),
    ("shift-tac-toe", {"threes": "windows"}, (0.33, 0.23)),
    ("death-match", {"flower_field__lives": 4}, (0.12, None)),
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
    print(f"{'change':<44}{'bots':<8}{'touched':>8}{'score':>8}{'length':>8}{'before':>8}")
    for name, change, before in CHANGES:
        for bots, was in zip(BOTS, before, strict=True):
            if was is None:
                continue
            found, touched = variances(name, change, bots, games)
            told = ", ".join(f"{key}={value}" for key, value in change.items())
            print(
                f"{f'{name}, {told}':<44}{bots:<8}{touched:>8.1%}"
                f"{found['first-player score']:>8.3f}{found['length']:>8.3f}{was:>8.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
