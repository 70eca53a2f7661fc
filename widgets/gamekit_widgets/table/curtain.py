"""One screen for two people: the curtain that hides what one of them may know from the other.

It is needed while somebody at the screen knows, or is about to decide, what the other may not see.
It falls whenever the turn passes and is lifted by whoever is to move. While it is down the table
shows what an onlooker may know, so that nothing secret is anywhere in the browser.
"""

from __future__ import annotations

import gamekit as gk


class Curtain:
    """Is down, or was lifted for one player."""

    def __init__(self) -> None:
        self._lifted_for: int | None = None

    def is_down(self, match: gk.Match) -> bool:
        """Must nobody's secrets be shown now?"""
        return match.to_act in (0, 1) and self._lifted_for != match.to_act and has_secret(match)

    def lift(self, match: gk.Match) -> None:
        """The player to move says that nobody else is looking."""
        self._lifted_for = match.to_act

    def fall(self, match: gk.Match) -> None:
        """Forget whom it was lifted for once the turn has passed or nothing is secret any more."""
        if self._lifted_for != match.to_act or not has_secret(match):
            self._lifted_for = None


def has_secret(match: gk.Match) -> bool:
    """Does a player know something, or decide something now, that the other may not see?"""
    public = match.view(gk.PUBLIC)
    for player in range(2):
        view = match.view(player)
        told = [[(entry.text, entry.remark) for entry in each.history] for each in (view, public)]
        if told[0] != told[1] or view.state.values() != public.state.values():
            return True
    state, other = match.state, 1 - match.to_act
    return not all(match.game.sees(match.rules, state, move, other) for move in match.legal_moves())
