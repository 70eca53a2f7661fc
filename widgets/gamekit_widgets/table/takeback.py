"""What may be taken back at a table, and what to do where more should be."""

from __future__ import annotations

import gamekit as gk
from gamekit.match import takeback

REMEDY = "Only an open table, Table(..., open=True), lets you take that back."


def why_no_return(match: gk.Match, ply: int) -> str:
    """Return why the match may not go back to where that many moves were made, or nothing."""
    return takeback.why_no_return(match, ply, REMEDY)
