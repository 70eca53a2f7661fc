"""Positions about clocks."""

from __future__ import annotations

from typing import Any

import gamekit as gk


def period(given: dict[str, Any], expect: dict[str, Any], position: dict[str, Any]) -> None:
    """One move on a full reserve that is counted in periods."""
    clock = gk.Clock(
        main=given["main"], reserve=given["period"] * given["periods"], period=given["period"]
    )
    charge = clock.charge(0, given["elapsed"])
    assert expect == {"used": charge.used, "left": charge.left, "flag": charge.flag}
    assert clock.left == (expect["left"], given["periods"])


CHECKS = {"clock.period": period}
