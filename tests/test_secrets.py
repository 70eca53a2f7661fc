"""What a player may not know does not show anywhere: not in the view, the legal moves, the text, the
history, the picture or the saved match.

Two matches are played side by side that differ only in what the observer may not know: where a die
or a move is covered, each takes its own; all else is the same in both. Until a showdown they must
look the same to the observer, at every step.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from IPython.core.ultratb import VerboseTB

import gamekit as gk
from tests.small_games import deals

# The notation of moves that may reveal a secret to everybody.
SHOWDOWNS = {"challenge", "escape"}
OBSERVERS = {0: "player 0", 1: "player 1", gk.PUBLIC: "an onlooker"}


def seen(match: gk.Match, observer: int, folder: Path) -> dict[str, object]:
    """Everything the observer gets of a match."""
    view = match.view(observer)
    found: dict[str, object] = {
        "state": view.state.values(),
        "legal": view.legal(),
        "moves": view.legal_moves(),
        "history": view.history,
        "text": view.board_text(),
        "repr of the view": repr(view),
        "result": view.result,
    }
    if observer == gk.PUBLIC:
        found["repr of the match"] = repr(match)
        found["picture"] = match._repr_mimebundle_()
    else:
        match.save(folder / "match.json", viewer=observer)
        found["saved"] = (folder / "match.json").read_bytes()
    return found


def steps(match: gk.Match) -> list[int]:
    """Return the chance outcomes or the moves that are possible now."""
    if match.to_act == gk.CHANCE:
        return list(range(match.game.outcomes(match.rules, match.state)))
    return list(match.legal_moves())


def take(match: gk.Match, step: int) -> None:
    if match.to_act == gk.CHANCE:
        match.dictate(match.game.write(match.rules, match.state, step))
    else:
        match.play(step)


def shows(match: gk.Match, step: int, observer: int) -> bool:
    """May the observer know this step when it is taken?"""
    return match.to_act == observer or match.game.sees(match.rules, match.state, step, observer)


def is_showdown(match: gk.Match, step: int) -> bool:
    game, rules, state = match.game, match.rules, match.state
    if game.reveals(rules, state, step):
        return True
    return not SHOWDOWNS.isdisjoint(game.write(rules, state, step).split())


def twins(game: gk.Game, observer: int, seed: int) -> Any:
    """Yield two matches again and again while they must look the same to the observer."""
    random = Random(seed)
    one = gk.Match(game, seed=1, first=seed % 2, auto=False)
    for _ in range(random.choice((0, 0, 3, 9, 27))):
        if one.result is None:
            take(one, random.choice(steps(one)))
    two = one.fork()
    while one.result is None and two.result is None and one.to_act == two.to_act:
        options = [[n for n in steps(match) if not is_showdown(match, n)] for match in (one, two)]
        if not all(options):
            return
        if not any(shows(one, n, observer) for n in options[0]):
            pair = [random.choice(own) for own in options]
        else:
            pair = [random.choice(options[0])] * 2
            if pair[0] not in options[1]:
                return
        take(one, pair[0])
        take(two, pair[1])
        yield one, two


@pytest.mark.parametrize(
    ("name", "observer"),
    [
        pytest.param(game.name, observer, id=f"{game.name}, {who}")
        for game in gk.games()
        if game.has_secrets
        for observer, who in OBSERVERS.items()
        # The player who bids first faces no covered bid: the second one uncovers both.
        if (game.name, observer) != ("tic-tac-toe-evolved", 0)
    ],
)
def test_what_a_player_may_not_know_shows_nowhere(name: str, observer: int, tmp_path: Path) -> None:
    game = gk.load(name)
    compared = runs = 0
    while compared < 60:
        runs += 1
        for one, two in islice(twins(game, observer, runs), 40):
            assert seen(one, observer, tmp_path) == seen(two, observer, tmp_path), f"run {runs}"
            compared += one.state != two.state
        assert runs < 600, "hardly anything was ever covered"


def test_a_secret_that_shows_is_found(tmp_path: Path) -> None:
    """The test above has teeth: a game that forgets to cover some dice does not pass it."""

    def hide(rules: Any, view: Any, player: int) -> None:
        view.dice[0] = 0

    leaky = gk.load("liars-dice").variant(hide=hide)
    assert any(
        seen(one, 1, tmp_path) != seen(two, 1, tmp_path) for one, two in twins(leaky, 1, seed=1)
    )


# --- tracebacks --------------------------------------------------------------------------------

GIVEN = {"offer": [1, 6, 9]}
HIDDEN = {
    "liars-dice": [{"dice": [[2, 2, 5, 6], hand]} for hand in ([2, 3, 3, 1], [4, 4, 6, 6])],
    "death-match": [
        {"liars_dice": {"dice": [[2, 2, 5, 6], hand]}} for hand in ([2, 3, 3, 1], [4, 4, 6, 6])
    ],
    "tactical-escape": [GIVEN | {"given": [[6], gift]} for gift in ([1], [9])],
}
REFUSED = (
    "",
    "?",
    "0x0",
    "1x1 ... 1x1",
    "challenge",
    "stop",
    "Z9",
    "give 1",
    "escape",
    10**6,
    -1,
    0,
)


def test_a_view_has_the_numbers_of_its_players_own_moves_alone() -> None:
    """A number may tell what the notation does not: that of a card drawn, which cards are gone."""
    match = gk.Match(deals.GAME.with_(deal="turns"), seed=3).play("pass").play("bet")
    texts = [entry.text for entry in match.history]
    for player, hidden in ((0, (1,)), (1, (0,)), (gk.PUBLIC, (0, 1))):
        history = match.view(player).history
        assert [e.text for e in history] == ["?" if n in hidden else t for n, t in enumerate(texts)]
        assert [e.move for e in history] == [
            None,
            None,
            *(p if p == player else None for p in (0, 1)),
        ]
    assert [e.move for e in match.view(gk.ALL).history] == [e.move for e in match.history]
    assert None not in [entry.move for entry in match.history]


def test_without_secrets_every_view_has_every_number() -> None:
    match = gk.Match("take-back-toe", seed=3)
    match.play(match.legal_moves()[0])
    assert match.view(1).history == match.view(gk.PUBLIC).history == match.history


@pytest.mark.parametrize("deal", ["joint", "turns", "look"])
def test_what_a_player_gets_of_a_deal_does_not_tell_the_other_card(
    deal: str, tmp_path: Path
) -> None:
    """All deals in which a player has the same card are the same to them, their record included."""
    game = deals.GAME.with_(cards=5, deal=deal)
    outputs: dict[tuple[int, int], set[str]] = {}
    others: dict[tuple[int, int], set[int]] = {}
    for seed in range(200):
        match = gk.Match(game, seed=seed)
        for player in range(2):
            key = player, match.state.card[player]
            outputs.setdefault(key, set()).add(repr(sorted(seen(match, player, tmp_path).items())))
            others.setdefault(key, set()).add(match.state.card[1 - player])
    assert {len(each) for each in outputs.values()} == {1}
    assert {len(each) for each in others.values()} == {4}


@pytest.mark.parametrize("name", HIDDEN)
def test_no_traceback_shows_a_secret_however_verbose_it_is(name: str) -> None:
    """IPython's `%xmode Verbose` prints the variables of every function that an error came through."""
    matches = [gk.Match(name, seed=5, position=position) for position in HIDDEN[name]]
    attempts = [
        *(partial(gk.Match.play, move=move) for move in REFUSED),
        *(partial(raise_why_not, move=move) for move in REFUSED),
        partial(gk.Match.dictate, outcomes="7"),
        partial(gk.Match.goto, ply=99),
        gk.Match.undo,
        partial(gk.Match.undo, turns=9),
        partial(gk.Match.resign, player=2),
        partial(gk.Match.view, player=7),
    ]
    outputs = [[traceback_of(partial(attempt, match)) for attempt in attempts] for match in matches]
    assert outputs[0] == outputs[1]
    assert sum("Traceback" in text for text in outputs[0]) > len(attempts) / 2
    assert "State(" not in "".join(outputs[0])


def raise_why_not(match: gk.Match, move: str | int) -> None:
    refusal = match.why_not(move)
    if refusal:
        raise refusal


def traceback_of(attempt: Callable[[], object]) -> str:
    """Return what IPython prints in its most verbose mode, without places in memory; empty if it works."""
    try:
        attempt()
    except gk.GameError:
        text: str = VerboseTB(theme_name="nocolor").text(*sys.exc_info())
        return re.sub(r"0x[0-9a-f]+", "0x", text)
    return ""
