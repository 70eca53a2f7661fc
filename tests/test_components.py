"""What a component of the state keeps secret stays secret, and a board that cannot be is refused."""

from __future__ import annotations

from typing import Any

import pytest

import gamekit as gk
from gamekit import conformance, contract
from gamekit.contract import (
    CHANCE,
    DRAW,
    ONGOING,
    OVER,
    Game,
    Rule,
    array,
    deck,
    number,
    secret,
    squares,
    table,
)
from gamekit.contract import components as cards
from tests.newcomers import kuhn


class Parameters(contract.Parameters):
    sides = number(6, range(2, 10), "sides of a die, and choices")


def conforms(game: Game) -> None:
    assert game.has_secrets
    assert conformance.check(game, games=5).compiled


# --- dice under cups ---------------------------------------------------------------------------


def cups() -> Game:
    """Both roll a die that only they see, and guess whether theirs is the higher one."""
    RULES = (Rule("CU-1", "Roll", "Both roll."), Rule("CU-2", "Guess", "Whoever is right wins."))

    class State(contract.State):
        dice = secret(1, "sides")
        open = array(2, "i1")

    def to_act(rules: Any, state: Any) -> int:
        if state.dice[1] == 0 and state.open[1] == 0:
            return CHANCE
        return OVER if state.open[0] else int(state.player)

    def outcomes(rules: Any, state: Any) -> int:
        return int(rules.sides)

    def move_count(rules: Any) -> int:
        return 2

    def way(rules: Any, state: Any, move: int) -> tuple[str]:
        return (("lower", "higher")[move],)

    def why_illegal(rules: Any, state: Any, move: int) -> int:
        return 0

    def apply(rules: Any, state: Any, move: int) -> None:
        if state.dice[1] == 0:
            state.dice[0 if state.dice[0] == 0 else 1] = move + 1
            return
        for player in range(2):
            state.open[player] = state.dice[player]
            state.dice[player] = 0
        state.turn += 1

    def result(rules: Any, state: Any) -> tuple[int, int]:
        if state.open[0] == 0:
            return ONGOING, 0
        if state.open[0] == state.open[1]:
            return DRAW, 2
        return (0 if state.open[0] > state.open[1] else 1), 2

    return Game(
        {**locals(), "Parameters": Parameters}, name="cups", title="Cups", board=table("open")
    )


def test_a_die_of_ones_own_is_seen_by_nobody_else() -> None:
    conforms(cups())
    match = gk.Match(cups(), seed=3)
    own, others, public = (match.view(viewer) for viewer in (0, 1, gk.PUBLIC))
    rolled = match.state.dice
    assert own.state.dice == [rolled[0], cards.UNKNOWN]
    assert others.state.dice == [cards.UNKNOWN, rolled[1]]
    assert public.state.dice == [cards.UNKNOWN, cards.UNKNOWN]
    assert [entry.text for entry in own.history] == [str(rolled[0]), "?"]
    assert "dice ?" in repr(public)
    match.play("higher")
    assert match.view(1).state.open == rolled


# --- choices at the same moment ---------------------------------------------------------------------


def choices() -> Game:
    """Both choose a number; whoever chose the lower one wins, but not if it is lower by one."""
    RULES = (Rule("CH-1", "Choice", "Both choose."), Rule("CH-2", "End", "Far below wins."))

    class State(contract.State):
        chosen = secret(1, "sides")
        shown = array(2, "i1")

    def move_count(rules: Any) -> int:
        return int(rules.sides)

    def why_illegal(rules: Any, state: Any, move: int) -> int:
        return 0

    def apply(rules: Any, state: Any, move: int) -> None:
        state.chosen[state.player] = move + 1
        if state.player != state.first:
            for player in range(2):
                state.shown[player] = state.chosen[player]
                state.chosen[player] = 0
        state.turn += 1
        state.player = 1 - state.player

    def result(rules: Any, state: Any) -> tuple[int, int]:
        if state.shown[0] == 0:
            return ONGOING, 0
        far = state.shown[1] - state.shown[0]
        if far == 0:
            return DRAW, 2
        return (0 if far > 1 or far == -1 else 1), 2

    parts = {**locals(), "Parameters": Parameters}
    return Game(parts, name="choices", title="Choices", board=table("shown"))


def test_a_choice_is_secret_until_both_have_chosen() -> None:
    conforms(choices())
    match = gk.Match(choices()).play("2")
    assert match.view(1).history[0].text == "?"
    assert match.view(1).state.chosen == [cards.UNKNOWN, 0]
    match.play("4")
    assert [entry.text for entry in match.view(1).history] == ["2", "4"]
    assert match.result is not None
    assert match.result.winner == 0


# --- a deck ------------------------------------------------------------------------------------


def test_nobody_sees_a_hand_and_all_see_how_many_cards_it_has() -> None:
    match = gk.Match(kuhn.GAME, seed=1)
    view = match.view(1)
    assert cards.count(view.state.cards, cards.HELD) == 1
    assert cards.HELD not in view.state.cards[:13]
    assert view.history[0].text == "?"
    assert "hand ?" in repr(view)


def test_a_hand_that_is_imagined_is_any_that_can_be() -> None:
    match, found = gk.Match(kuhn.GAME, seed=1), set()
    own = cards.nth(match.state.cards, cards.HELD, 0)
    for key in range(60):
        view = match.view(0).state
        kuhn.GAME.imagine(match.rules, view, 0, contract.Random(key))
        assert cards.nth(view.cards, cards.HELD, 0) == own
        assert cards.count(view.cards, cards.HELD + 1) == 1
        found.add(cards.nth(view.cards, cards.HELD + 1, 0))
    assert found == {0, 1, 2} - {own}


def test_cards_move_between_places_and_back() -> None:
    state = [0] * (5 + cards.PLACES)
    cards.gather(state, 4)
    assert [cards.count(state, place) for place in (cards.IN_DECK, cards.BOXED)] == [4, 1]
    assert cards.deal(state, 2, cards.HELD + 1) == 2
    assert cards.deal(state, 2, cards.LAID) == 3
    cards.put(state, 2, cards.DISCARDED)
    cards.show(state, 0)
    assert cards.nth(state, cards.SHOWN, 0) == 3
    cards.shuffle(state, cards.DISCARDED)
    assert cards.count(state, cards.IN_DECK) == 3
    assert sum(state[5:]) == 5


def test_a_position_names_cards_by_place_and_refuses_one_twice() -> None:
    fields = {"cards": {"hand 0": ["3"], "hand 1": ["1"]}}
    match = gk.Match(kuhn.GAME, position=fields)
    assert match.play("bet").play("bet").result.winner == 0
    assert match.game.dump(match.rules, match.state)["cards"] == {
        "face up 0": ["3"],
        "face up 1": ["1"],
    }
    twice = {"cards": {"hand 0": ["3"], "hand 1": ["3"]}}
    with pytest.raises(gk.BadPosition, match="the card 3 is there twice"):
        gk.Match(kuhn.GAME, position=twice)
    with pytest.raises(gk.BadPosition, match="11"):
        gk.Match(kuhn.GAME, position={"cards": {"hand 0": ["11"]}})


# --- boards that cannot be -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "message"),
    [
        (squares("rows", 3), "its size 'rows' is no parameter"),
        (squares(3, 3, pieces="bord"), "'bord' is no field of the state"),
        (squares(4, 4), "'board' is no list of 16 numbers"),
        (squares(3, 3, counts=("score",)), "'score' is no field of the state"),
    ],
)
def test_a_board_that_does_not_fit_its_game_is_refused(board: Any, message: str) -> None:
    class State(contract.State):
        board = array(9, "i1")
        cards = deck(3)

    parts = {**vars(kuhn), "State": State, "Parameters": Parameters}
    with pytest.raises(gk.BadGame, match=message):
        Game(parts, name="misfit", title="Misfit", board=board)
