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
    hand,
    hexagons,
    lines,
    number,
    pool,
    rhombus,
    secret,
    squares,
    stack,
    table,
    triangles,
    whole,
)
from gamekit.contract import components as cards
from tests.published_games import kuhn


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


def rerolled() -> Game:
    """Ann rolls a die that only she sees, and rolls it again. Then she lifts the cup; a one loses."""
    RULES = (Rule("RR-1", "Roll", "Ann rolls twice."), Rule("RR-2", "End", "A one loses."))

    class State(contract.State):
        dice = secret(1, "sides")
        rolls = whole()
        open = whole()

    def to_act(rules: Any, state: Any) -> int:
        return CHANCE if state.rolls < 2 else OVER if state.open else 0

    def outcomes(rules: Any, state: Any) -> int:
        return int(rules.sides)

    def move_count(rules: Any) -> int:
        return 1

    def why_illegal(rules: Any, state: Any, move: int) -> int:
        return 0

    def apply(rules: Any, state: Any, move: int) -> None:
        if state.rolls < 2:
            state.dice[0] = move + 1
            state.rolls += 1
            return
        state.open = state.dice[0]
        state.dice[0] = 0
        state.turn += 1

    def result(rules: Any, state: Any) -> tuple[int, int]:
        return (ONGOING, 0) if state.open == 0 else (int(state.open == 1), 2)

    parts = {**locals(), "Parameters": Parameters}
    return Game(parts, name="rerolled", title="Rerolled", board=table("open"))


def test_nobody_else_learns_that_a_die_fell_as_it_did_before() -> None:
    for again in ("3", "5"):
        match = gk.Match(rerolled(), auto=False).dictate("3").dictate(again)
        assert [entry.text for entry in match.view(0).history] == ["3", again]
        for viewer in (1, gk.PUBLIC):
            assert [entry.text for entry in match.view(viewer).history] == ["?", "?"]


def mined() -> Game:
    """Ann buries a mine, and a die falls. If it finds the mine, that is gone, and Ann loses."""
    RULES = (Rule("MI-1", "Mine", "Ann buries a mine."), Rule("MI-2", "End", "A found mine loses."))

    class Parameters(contract.Parameters):
        sides = number(6, range(2, 9), "faces of the die")
        told = number(1, range(2), "does the table show where the mine was?")

    class State(contract.State):
        mine = secret(1, "sides")
        rolled = whole()
        gone = whole()
        place = whole()

    def to_act(rules: Any, state: Any) -> int:
        return 0 if state.turn == 0 else OVER if state.rolled else CHANCE

    def outcomes(rules: Any, state: Any) -> int:
        return int(rules.sides)

    def move_count(rules: Any) -> int:
        return int(rules.sides)

    def why_illegal(rules: Any, state: Any, move: int) -> int:
        return 0

    def apply(rules: Any, state: Any, move: int) -> None:
        if state.turn == 0:
            state.mine[0] = move + 1
            state.turn = 1
            return
        state.rolled = 1
        if state.mine[0] == move + 1:
            state.mine[0] = 0
            state.gone = 1
        if rules.told:
            state.place = move + 1

    def result(rules: Any, state: Any) -> tuple[int, int]:
        return (ONGOING, 0) if state.rolled == 0 else (int(state.gone == 1), 2)

    return Game(locals(), name="mined", title="Mined", board=table("gone", "place"))


@pytest.mark.parametrize(
    ("told", "roll", "history"),
    [(1, "3", ["?", "3"]), (1, "5", ["?", "5"]), (0, "3", ["?", "?"])],
)
def test_a_die_that_uncovers_a_number_is_seen_if_the_table_tells_as_much(
    told: int, roll: str, history: list[str]
) -> None:
    match = gk.Match(mined().with_(told=told), auto=False).play("3").dictate(roll)
    for viewer in (1, gk.PUBLIC):
        assert [entry.text for entry in match.view(viewer).history] == history


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
    cards.reveal(state, 0)
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
    with pytest.raises(gk.BadPosition, match="the card 3 appears too often"):
        gk.Match(kuhn.GAME, position=twice)
    with pytest.raises(gk.BadPosition, match="11"):
        gk.Match(kuhn.GAME, position={"cards": {"hand 0": ["11"]}})


def test_a_position_saved_when_buried_cards_were_called_burned_is_read() -> None:
    fields = {"cards": {"hand 0": ["3"], "hand 1": ["1"], "burned": ["2"]}}
    match = gk.Match(kuhn.GAME, position=fields)
    assert "buried 1" in match.board_text().splitlines()
    assert match.game.dump(match.rules, match.state)["cards"]["buried"] == ["2"]


# --- a bag of tiles ------------------------------------------------------------------------------

TILES = (4, 3, 2)


def tiles() -> Game:
    """Each draws two tiles from a bag and lays them out; more gold wins."""
    RULES = (
        Rule("TI-1", "Draw", "Each draws two tiles, which only they see."),
        Rule("TI-2", "Own tile", "You lay out a tile of yours."),
        Rule("TI-3", "Gold", "More gold wins."),
    )

    class State(contract.State):
        bag = pool(("red", "blue", "gold"))

    def setup(rules: Any, state: Any) -> None:
        cards.fill(state.bag, TILES)
        state.player = state.first

    def to_act(rules: Any, state: Any) -> int:
        if cards.count(state.bag, cards.IN_DECK) > 5:
            return CHANCE
        return OVER if state.turn == 4 else int(state.player)

    def outcomes(rules: Any, state: Any) -> int:
        return 3

    def chances(rules: Any, state: Any, outcome: int) -> int:
        return cards.tiles(state.bag, outcome, cards.IN_DECK)

    def move_count(rules: Any) -> int:
        return 3

    def way(rules: Any, state: Any, move: int) -> tuple[str]:
        return (("red", "blue", "gold")[move],)

    def why_illegal(rules: Any, state: Any, move: int) -> int:
        return 0 if cards.tiles(state.bag, move, cards.HELD + state.player) else 2

    def apply(rules: Any, state: Any, move: int) -> None:
        left = cards.count(state.bag, cards.IN_DECK)
        if left > 5:
            cards.move_tile(state.bag, move, cards.IN_DECK, cards.HELD + left % 2)
            return
        me = state.player
        cards.move_tile(state.bag, move, cards.HELD + me, cards.SHOWN + me)
        state.turn += 1
        state.player = 1 - state.player

    def result(rules: Any, state: Any) -> tuple[int, int]:
        if state.turn < 4:
            return ONGOING, 0
        ours = cards.tiles(state.bag, 2, cards.SHOWN)
        theirs = cards.tiles(state.bag, 2, cards.SHOWN + 1)
        return (DRAW if ours == theirs else 0 if ours > theirs else 1), 3

    parts = {**locals(), "Parameters": Parameters}
    return Game(parts, name="tiles", title="Tiles", board=table())


def test_tiles_are_drawn_from_what_is_left_and_seen_by_whoever_draws_them() -> None:
    conforms(tiles())
    match = gk.Match(
        tiles(), position={"bag": {"hand 0": ["gold", "gold"], "hand 1": ["red", "red"]}}
    )
    assert "hand gold gold" in repr(match.view(0))
    assert "hand ? ?" in repr(match.view(1))
    assert match.view(0).legal() == ("gold",)
    dealt = gk.Match(tiles(), seed=4)
    kinds = {"red", "blue", "gold"}
    assert [entry.text in kinds for entry in dealt.view(0).history].count(True) == 2


def test_a_hand_of_tiles_that_is_imagined_follows_what_is_left_in_the_bag() -> None:
    """Of the seven tiles that player 1 does not see, four are red and none is gold."""
    game, reds = tiles(), 0
    match = gk.Match(
        game, position={"bag": {"hand 0": ["blue", "red"], "hand 1": ["gold", "gold"]}}
    )
    for key in range(600):
        view = match.view(1).state
        game.imagine(match.rules, view, 1, contract.Random(key))
        held = [cards.tiles(view.bag, kind, cards.HELD) for kind in range(3)]
        assert sum(held) == 2
        assert held[2] == 0
        reds += held[0]
    assert 0.5 < reds / 1200 < 0.65  # 4/7


# --- hands of the same cards -----------------------------------------------------------------------


def bids() -> Game:
    """Both lay down a card of their own at the same time; the higher one wins a point. Three times."""
    RULES = (Rule("BI-1", "Bid", "You lay down a card you hold."), Rule("BI-2", "End", "More win."))

    class State(contract.State):
        cards = hand(3, ("jay", "wren", "owl"))
        points = array(2, "i1")

    def setup(rules: Any, state: Any) -> None:
        cards.pick_up(state.cards)
        state.player = state.first

    def move_count(rules: Any) -> int:
        return 3

    def way(rules: Any, state: Any, move: int) -> tuple[str, int]:
        return "lay", 3 * state.player + move

    def why_illegal(rules: Any, state: Any, move: int) -> int:
        return 0 if state.cards[3 * state.player + move] == cards.HELD + state.player else 1

    def apply(rules: Any, state: Any, move: int) -> None:
        cards.put(state.cards, 3 * state.player + move, cards.LAID + state.player)
        if state.player != state.first:
            ours = cards.nth(state.cards, cards.LAID, 0)
            theirs = cards.nth(state.cards, cards.LAID + 1, 0)
            if ours != theirs - 3:
                state.points[0 if ours > theirs - 3 else 1] += 1
            cards.discard(state.cards, ours)
            cards.discard(state.cards, theirs)
        state.turn += 1
        state.player = 1 - state.player

    def result(rules: Any, state: Any) -> tuple[int, int]:
        if state.turn < 6:
            return ONGOING, 0
        if state.points[0] == state.points[1]:
            return DRAW, 2
        return (0 if state.points[0] > state.points[1] else 1), 2

    parts = {**locals(), "Parameters": Parameters}
    return Game(parts, name="bids", title="Bids", board=table("points"), join=None)


def laid() -> Game:
    """Rock, paper, scissors with the cards of `bids`: one pair decides, and the lowest beats the highest."""

    def result(rules: Any, state: Any) -> tuple[int, int]:
        if state.turn < 2:
            return ONGOING, 0
        ours = cards.nth(state.cards, cards.DISCARDED, 0)
        theirs = cards.nth(state.cards, cards.DISCARDED, 1)
        ahead = (ours - theirs) % 3
        return (DRAW if ahead == 0 else ahead - 1), 2

    return bids().variant(result=result)


def test_nobody_knows_which_of_the_same_cards_lies_face_down() -> None:
    conforms(bids())
    game = bids()
    match = gk.Match(game).play("lay wren")
    assert match.view(1).history[0].text == "?"
    laid = set()
    for key in range(40):
        view = match.view(1).state
        game.imagine(match.rules, view, 1, contract.Random(key))
        laid.add(cards.nth(view.cards, cards.LAID, 0))
        assert cards.count(view.cards, cards.HELD) == 2
    assert laid == {0, 1, 2}
    match.play("Lay Owl")
    assert [entry.text for entry in match.view(1).history] == ["lay wren", "lay owl"]
    assert match.why_not("lay wren").rule == "BI-1"
    with pytest.raises(gk.GameError, match="Write one like lay jay"):
        match.play("lay finch")
    assert match.state.points == [0, 1]


def test_a_card_that_all_saw_being_picked_up_stays_known_in_the_hand() -> None:
    state = [0] * (5 + cards.PLACES)
    cards.gather(state, 5)
    cards.put(state, 2, cards.HELD)
    cards.put(state, 4, cards.SEEN)
    assert [cards.is_in_hand(state, card, 0) for card in range(5)] == [
        False,
        False,
        True,
        False,
        True,
    ]
    cards.hide_deck(state, 1)
    assert state[:5] == [cards.UNKNOWN] * 4 + [cards.SEEN]
    cards.imagine_deck(state, contract.Random(1))
    assert state[4] == cards.SEEN
    assert cards.nth(state, cards.HELD, 0) in range(4)


def test_a_player_who_peeks_alone_knows_the_card() -> None:
    state = [0] * (5 + cards.PLACES)
    cards.gather(state, 5)
    assert cards.peek(state, 3, player=1) == 3
    assert cards.is_known(state[3], 1)
    assert not cards.is_known(state[3], 0)
    cards.discard(state, 3)
    assert cards.is_known(state[3], 0)


# --- stacks ------------------------------------------------------------------------------------

HIGHEST = 3


SQUARES = squares(2, 2, pieces="towers")


def towers(board: Any = SQUARES, cells: int = 4) -> Game:
    """Both put pieces on stacks of up to three; in the end more tops win."""
    RULES = (Rule("TO-1", "Height", "A stack has at most three."), Rule("TO-2", "End", "More win."))

    class State(contract.State):
        towers = stack(cells, HIGHEST)

    def move_count(rules: Any) -> int:
        return cells

    def why_illegal(rules: Any, state: Any, move: int) -> int:
        return 1 if cards.height(state.towers, HIGHEST, move) == HIGHEST else 0

    def apply(rules: Any, state: Any, move: int) -> None:
        cards.push(state.towers, HIGHEST, move, state.player + 1)
        state.turn += 1
        state.player = 1 - state.player

    def result(rules: Any, state: Any) -> tuple[int, int]:
        if state.turn < HIGHEST * cells:
            return ONGOING, 0
        lead = 0
        for cell in range(cells):
            lead += 1 if cards.top(state.towers, HIGHEST, cell) == 1 else -1
        return (DRAW if lead == 0 else 0 if lead > 0 else 1), 2

    parts = {**locals(), "Parameters": Parameters}
    return Game(parts, name="towers", title="Towers", board=board, join=None)


def test_stacks_are_shown_by_their_top_and_height_and_set_up_from_the_bottom() -> None:
    assert conformance.check(towers(), games=5).compiled
    match = gk.Match(towers())
    match.play("B1").play("B1").play("A2")
    assert "X" in repr(match)
    assert "O2" in repr(match)
    fields = match.game.dump(match.rules, match.state)
    assert fields["towers"] == {"A2": "X", "B1": "X O"}
    again = gk.Match(towers(), position=fields)
    assert again.state.towers == match.state.towers
    assert again.play("B1").why_not("B1").rule == "TO-1"
    for wrong in ({"A1": "X O X O"}, {"A1": ""}, {"A1": "X Z"}):
        with pytest.raises(gk.BadPosition, match="A1"):
            gk.Match(towers(), position={"towers": wrong})


def test_a_piece_comes_off_the_top_of_a_stack() -> None:
    stacks = [0] * (2 * HIGHEST)
    for piece in (1, 2):
        cards.push(stacks, HIGHEST, 1, piece)
    assert cards.pop(stacks, HIGHEST, 1) == 2
    assert [cards.height(stacks, HIGHEST, 1), cards.top(stacks, HIGHEST, 1)] == [1, 1]
    assert [cards.height(stacks, HIGHEST, 0), cards.top(stacks, HIGHEST, 0)] == [0, 0]


@pytest.mark.parametrize(
    ("board", "cells"), [(hexagons(2, pieces="towers"), 7), (triangles(3, pieces="towers"), 6)]
)
def test_stacks_stand_on_other_boards_too(board: Any, cells: int) -> None:
    assert conformance.check(towers(board, cells), games=3).compiled


def test_a_board_of_triangles_joins_each_point_with_those_around_it() -> None:
    board = triangles(3)
    assert board.names(None) == ("A1", "B1", "B2", "C1", "C2", "C3")
    joined = {tuple(board.name(None, point) for point in pair) for pair in board.joined}
    assert joined == {
        ("A1", "B1"), ("A1", "B2"), ("B1", "B2"), ("B1", "C1"), ("B1", "C2"), ("B2", "C2"),
        ("B2", "C3"), ("C1", "C2"), ("C2", "C3"),
    }  # fmt: skip


def test_a_name_that_every_record_has_is_refused() -> None:
    with pytest.raises(gk.BadGame, match="values of its own already"):

        class Numbers(contract.Parameters):
            values = number(3, range(2, 5), "values of cards")


# --- boards that cannot be -----------------------------------------------------------------------


@pytest.mark.parametrize("board", [squares, rhombus, lines])
def test_an_argument_that_no_board_takes_is_named_beside_those_it_takes(board: Any) -> None:
    message = r"no kind=\. Did you mean kinds=\? It takes pieces=, marks=, kinds=, numbers="
    with pytest.raises(gk.BadGame, match=message):
        board(3, 3, kind=("man", "king"))
    with pytest.raises(gk.BadGame, match=r"no colors=\. It takes pieces=, marks="):
        triangles(3, colors=2)
    with pytest.raises(gk.BadGame, match="at most 26 points a side"):
        triangles(27)


@pytest.mark.parametrize(
    ("board", "message"),
    [
        (squares("rows", 3), "its size 'rows' is not a parameter"),
        (squares(27, 3), r"squares\(...\): it can have at most 26 rows, not 27"),
        (rhombus(27, 3), "at most 26 rows, not 27"),
        (lines(26, 3), "at most 25 rows of areas, not 26"),
        (hexagons(8), "at most 7 cells a side, not 8"),
        (squares(3, 3, pieces="bord"), "'bord' is not a field of the state"),
        (squares(4, 4), "'board' is not a list of 16 numbers"),
        (squares(3, 3, counts=("score",)), "'score' is not a field of the state"),
    ],
)
def test_a_board_that_does_not_fit_its_game_is_refused(board: Any, message: str) -> None:
    class State(contract.State):
        board = array(9, "i1")
        cards = deck(3)

    parts = {**vars(kuhn), "State": State, "Parameters": Parameters}
    with pytest.raises(gk.BadGame, match=message):
        Game(parts, name="misfit", title="Misfit", board=board)
