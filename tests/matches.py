"""What tests of several games share: a refusal, two matches compared, a clock moved by hand, drawn variants."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

import gamekit as gk


def refused(match: Any, move: str | int) -> str | None:
    """Return the rule that forbids a move, or None."""
    refusal = match.why_not(move)
    return None if refusal is None else refusal.rule


def same(one: Any, two: Any) -> None:
    """Check that a match has come back unchanged."""
    assert two.state == one.state
    assert two.line == one.line
    assert two.history == one.history
    assert two.record == one.record
    assert two.result == one.result


class Wall:
    """A clock on the wall that is moved by hand."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def timed(clock: gk.Clock | str = "official", roll: int = 0, **more: Any) -> tuple[Any, Wall]:
    """Return a match of Take-Back-Toe, before the first roll or after this one, and the clock on the wall."""
    match, wall = gk.Match("take-back-toe", clock=clock, auto=False, **more), Wall()
    match.timer = wall
    return match.dictate(roll) if roll else match, wall


@st.composite
def variants(draw: st.DrawFn, game: gk.Game) -> gk.Game:
    """Return the game with some parameters drawn from their full ranges, where they make one."""
    changed = draw(st.sets(st.sampled_from(sorted(game.options))))
    parameters = {}
    for name in sorted(changed):
        option = game.options[name]
        parameters[name] = draw(st.sampled_from(option.options or option.values))
    try:
        return game.with_(**parameters)
    except gk.BadVariant:
        return game
