"""Pits in a circle, for games in which players sow stones."""

from __future__ import annotations

from collections.abc import MutableSequence


def sow(pits: MutableSequence[int], count: int, start: int, skipped: int = -1) -> int:
    """Take all stones of a pit and drop them one by one into those that follow; return the last one.

    Args:
        pits: the stones in each; after pit `count - 1` comes pit 0.
        count: how many pits there are.
        start: the pit that is emptied.
        skipped: one that gets no stone, such as the opponent's store; -1 for none.
    """
    hand, pit = pits[start], start
    pits[start] = 0
    while hand > 0:
        pit = (pit + 1) % count
        if pit != skipped:
            pits[pit] += 1
            hand -= 1
    return pit
