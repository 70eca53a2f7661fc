"""The cards of Tactical Escape say how often bots meet them: a few of those games, played again, agree."""

from __future__ import annotations

from gamekit.games.tactical_escape.win_conditions import DRAWN, WIN_CONDITIONS
from gamekit.intervals import score_interval
from tests.cards_met import met_in

STRICT = 3.5  # standard errors: twelve shares are looked at


def test_what_the_cards_say_agrees_with_games_played_again() -> None:
    given, met = met_in(60, 7, "club")
    for number in range(1, DRAWN + 1):
        card = WIN_CONDITIONS[number - 1]
        assert given[number], card.name
        low, high = score_interval(met[number] / given[number], given[number], STRICT)
        assert low <= card.met / 100 <= high, card.name
