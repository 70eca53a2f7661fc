"""The clock of a room's matches: what can be chosen on the wall, and how it is written down."""

from __future__ import annotations

from typing import Any

import gamekit as gk
from gamekit_widgets.page_data import Field
from gamekit_widgets.rooms.program import Program

Clocked = gk.Clock | str | None
OFFERED = [gk.Clock(15, 120), gk.Clock(30, 180), gk.Clock(60, 300), gk.Clock(180, 600)]
NONE, OFFICIAL = "none", "official"


def choices(program: Program) -> dict[str, Clocked]:
    """Return the clocks that new matches may have, by what they are called; the present one is there."""
    found: dict[str, Clocked] = {NONE: None}
    if program.has_official_clock:
        found[OFFICIAL] = OFFICIAL
    return found | {name(clock): clock for clock in OFFERED} | {name(program.clock): program.clock}


def name(clock: Clocked) -> str:
    """Return what a clock is called: "30 s a move, 3 min in reserve"."""
    if not isinstance(clock, gk.Clock):
        return clock or NONE
    reserve = clock.total * (clock.period or 1)
    told = f"{reserve / 60:g} min" if reserve % 60 == 0 else f"{reserve:g} s"
    if clock.period:
        told = f"{clock.total:g} × {clock.period:g} s"
    return f"{clock.main:g} s a move, {told} in reserve"


def question(program: Program) -> Field:
    """Return the menu of clocks."""
    options = [(each, each) for each in choices(program)]
    return {
        "name": "clock",
        "label": "Clock of new matches",
        "value": name(program.clock),
        "options": options,
    }


def packed(clock: Clocked) -> Any:
    """Return a clock as it is written down."""
    if not isinstance(clock, gk.Clock):
        return clock
    return [clock.main, clock.total * (clock.period or 1), clock.period]


def unpacked(written: Any) -> Clocked:
    """Return the clock that was written down."""
    return gk.Clock(*written) if isinstance(written, list) else written
