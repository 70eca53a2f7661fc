"""Scenes: presses make moves in every game, and people can tell cells of hexagons and grids apart."""

from __future__ import annotations

import re
from random import Random

import pytest

import gamekit as gk
import gamekit_widgets as gw
from gamekit_widgets.drawing.scene import Emblem, Hand, Token, Trail, Way, latest_turn, turn_before
from gamekit_widgets.scenes import scene_file
from tests.widgets.test_pictures import elements

GAMES = ("flower-field", "sliding-tic-tac-toe", "tactical-escape")
VARIANTS = (
    gk.load("flower-field", size=3, colours=4, lives=9, max_plants=3),
    gk.load("flower-field", size=9, colours=1),
    gk.load("sliding-tic-tac-toe", size=3, line=3, stop_at=1),
    gk.load("sliding-tic-tac-toe", size=8, neutral="both"),
    gk.load("tactical-escape", size=3),
    gk.load("tactical-escape", size=7, turn_cap=0),
)

DICE = (
    gk.load("liars-dice"),
    gk.load("liars-dice", start_dice=2, sides=10, max_claim="total_dice", penalty="lose"),
    gk.load("liars-dice", wild="ones", reveal="verdict_only", next_opener="loser"),
    gk.load("tic-tac-toe-evolved"),
    gk.load("tic-tac-toe-evolved", defender_may_swap="yes", green="off", dice=20, max_bid=6),
    gk.load("tic-tac-toe-evolved", r_policy="always_reroll", free_recharge_time="after_contest"),
)
PRESSED = (*map(gk.load, ("take-back-toe", *GAMES, "death-match")), *DICE)
SEVERAL = 25  # of the moves of the three games of a match at once


def in_some_order(way: Way, random: Random) -> tuple[str, ...]:
    """Return the presses of a way in one of the orders that it allows."""
    presses: list[str] = []
    for step in way:
        several = [step] if isinstance(step, str) else sorted(step)
        presses += random.sample(several, len(several))
    return tuple(presses)


def some_move(match: gk.Match, random: Random) -> str:
    """Return a legal move that rarely ends the game, and no claim of very many dice."""
    legal = [move for move in match.legal() if "escape" not in move] or list(match.legal())
    return random.choice(legal[:20] if "liars-dice" in match.game.name else legal)


@pytest.mark.parametrize("game", PRESSED, ids=repr)
def test_every_legal_move_can_be_pressed(game: gk.Game) -> None:
    random, match = Random(game.name), gk.Match(game, seed=1)
    scene = scene_file(game.name)
    for _ in range(30):
        view = match.view(match.to_act)
        legal = view.legal()
        if game.name == "death-match":
            legal = tuple(random.sample(legal, min(SEVERAL, len(legal))))
        for move in legal:
            presses = in_some_order(scene.presses(view, move), random)
            assert scene.compose(view, presses) == move
            unfinished = [scene.compose(view, presses[:n]) for n in range(1, len(presses))]
            assert not any(unfinished), "nothing is played before the last press"
        match.play(some_move(match, random))
        if match.result:
            match = gk.Match(game, seed=2)


@pytest.mark.parametrize("game", PRESSED, ids=repr)
def test_presses_at_the_table_play_the_move(game: gk.Game) -> None:
    random, match = Random(game.name), gk.Match(game, seed=2)
    table = gw.Table(match, seats=("human", "human"), viewer=gk.ALL)
    for made in range(25):
        view = match.view(gk.ALL)
        move = some_move(match, random)
        for what in in_some_order(scene_file(game.name).presses(view, move), random):
            assert what in table._gesture.hand(view).next, "it is pointed out"
            table.press(what)
        played = [entry.text for entry in match.history if entry.player in (0, 1)]
        assert (match.ply, played[-1]) == (made + 1, move.removesuffix(" ..."))
        if match.result:
            break


@pytest.mark.parametrize("game", [*map(gk.load, ("take-back-toe", *GAMES)), *VARIANTS], ids=repr)
def test_every_cell_is_drawn_once_and_says_its_name(game: gk.Game) -> None:
    random, match = Random(3), gk.Match(game, seed=3)
    for _ in range(12):
        match.play(some_move(match, random))
    drawn = elements(gw.svg(match))
    cells = [element for element in drawn if element.get("role") == "gridcell"]
    names = [cell.get("data-cell") for cell in cells]
    assert len(set(names)) == len(names)
    assert all((c.get("aria-label") or "").startswith(f"{c.get('data-cell')}, ") for c in cells)
    keys = [key for element in drawn if (key := element.get("data-key"))]
    assert len(set(keys)) == len(keys)


@pytest.mark.rule("X-Q10")
@pytest.mark.parametrize("name", ["flower-field", "tactical-escape"])
def test_the_board_points_things_out_only_where_help_is_allowed(name: str) -> None:
    def switches(clock: str | None = None, assist: bool = True) -> list[str]:
        match = gk.Match(name, seed=1, clock=clock)
        while match.legal()[0].startswith("give "):  # gifts are chosen without it
            match.play(match.legal()[0])
        table = gw.Table(match, seats=("human", "human"), viewer=gk.ALL, assist=assist)
        return [c["name"] for c in table.shown["choices"] if c["state"] in ("on", "off")]

    assert switches()
    assert switches(assist=False) == []
    if gk.load(name).official_clock:
        assert switches(clock="official") == []


def test_a_switch_stays_as_it_was_left_while_the_game_goes_on() -> None:
    table = gw.Table("flower-field", seats=("human", "human"))
    table.press("find duplicates")
    table.type("D5 red")
    states = {choice["name"]: choice["state"] for choice in table.shown["choices"]}
    assert states["find duplicates"] == "on"
    table.press("find duplicates")
    states = {choice["name"]: choice["state"] for choice in table.shown["choices"]}
    assert states["find duplicates"] == "off"


def test_hinted_moves_are_pointed_out() -> None:
    view = gk.Match("sliding-tic-tac-toe").play("C3").view(1)
    scene = scene_file(view.game.name).draw(view, Hand())
    way = scene_file(view.game.name).presses(view, "slide C3 down 2 ...")
    (trail,) = set(scene.pointing([("hinted", way)]).pieces) - set(scene.pieces)
    at = {cell.label: (cell.x, cell.y) for cell in scene.cells}
    assert isinstance(trail, Trail)
    assert trail.through == (at["C3"], at["E3"])


@pytest.mark.parametrize(
    ("game", "moves", "move", "laid"),
    [
        ("sliding-tic-tac-toe", ("C3",), "D4 ...", "nought"),
        ("sliding-tic-tac-toe", ("C3",), "N D4 ...", "neutral"),
        ("sliding-tic-tac-toe", ("C3",), "slide C3 down 2 ...", None),
        ("tactical-escape", ("give 1", "give 1", "E5"), "E6 ...", 1),
        ("tactical-escape", ("give 1", "give 1", "E5"), "remove E5", None),
    ],
)
def test_a_hint_shows_which_piece_is_laid(
    game: str, moves: tuple[str, ...], move: str, laid: object
) -> None:
    offer = {"position": {"offer": [1, 2, 3]}} if game == "tactical-escape" else {}
    match = gk.Match(game, **offer)
    for each in moves:
        match.play(each)
    view = match.view(1)
    scene = scene_file(game).draw(view, Hand())
    way = scene_file(game).presses(view, move)
    added = set(scene.pointing([("hinted", way)]).pieces) - set(scene.pieces)
    looks = [
        piece.look if isinstance(piece, Token) else piece.owner
        for piece in added
        if isinstance(piece, Token | Emblem)
    ]
    assert looks == ([] if laid is None else [laid])


def test_a_hint_shows_which_flower_is_meant() -> None:
    view = gk.Match("flower-field").view(0)
    scene = scene_file(view.game.name).draw(view, Hand())
    way = scene_file(view.game.name).presses(view, "C4 blue ...")
    added = set(scene.pointing([("hinted", way)]).pieces) - set(scene.pieces)
    (flower,) = (piece for piece in added if isinstance(piece, Token))
    at = {cell.label: (cell.x, cell.y) for cell in scene.cells}
    assert (flower.x, flower.y, flower.look) == (*at["C4"], "blue")


def test_a_hint_marks_a_die_without_covering_what_is_written_on_it() -> None:
    view = gk.Match("liars-dice", seed=1).view(0)
    scene = scene_file(view.game.name).draw(view, Hand())
    way = scene_file(view.game.name).presses(view, "3x6")
    hinted = scene.pointing([("hinted", way)])
    assert hinted.pieces == scene.pieces
    marked = [(cell.label, cell.badge) for cell in hinted.cells if "hinted" in cell.marks]
    assert marked == [("number 3", ""), ("face 6", "")], "they are pressed in any order"


@pytest.mark.parametrize(
    ("game", "move"),
    [("sliding-tic-tac-toe", "C3"), ("flower-field", "C4 red"), ("shift-tac-toe", "AW1")],
)
def test_a_cell_shows_its_name_only_where_nothing_covers_it(game: str, move: str) -> None:
    view = gk.Match(game).play(f"{move} ...").view(0)
    drawn = scene_file(game).draw(view, Hand()).svg()
    played = move.split()[0]
    named = re.findall(r'<text class="gk-label"[^>]*>(\w+)<', drawn)
    cells = re.findall(r'data-cell="(\w+)"', drawn)
    assert played in cells
    assert played not in named
    assert len(named) > 0.9 * len(cells), "the cells where nothing lies"


def test_the_turn_before_the_latest_leaves_a_trace() -> None:
    view = gk.Match("sliding-tic-tac-toe").play("C3").play("D4").view(0)
    cells = {cell.label: cell for cell in scene_file(view.game.name).draw(view, Hand()).cells}
    assert {label for label, cell in cells.items() if "recent" in cell.marks} == {"D4"}
    assert {label for label, cell in cells.items() if "earlier" in cell.marks} == {"C3"}
    assert "played in the turn before" in cells["C3"].says


def test_the_latest_turn_is_one_turn_even_after_a_skip() -> None:
    cells = (f"{row}{column}" for row in "ABC" for column in range(1, 5))
    stacks = dict(zip(cells, (4, 4, 2, 3, 4, 4, 4, 3, 4, 4, 1, 3), strict=True))
    match = gk.Match("take-back-toe", position={"board": stacks}, auto=False)
    match.dictate(1).play("A4-A3").dictate(6).dictate(1).play("B3-B4")
    assert [entry.text for entry in match.history if entry.player is None] == ["skip"]
    assert (latest_turn(match.view()), turn_before(match.view())) == (["B3-B4"], ["A4-A3"])


@pytest.mark.parametrize("seed", [5, 6, 8, 9])  # the first ends after an odd number of moves
def test_the_last_round_is_still_named_when_a_game_is_over(seed: int) -> None:
    match, random = gk.Match("take-back-toe", seed=seed), Random(seed)
    while not match.result:
        match.play(random.choice(match.legal()))
    moves = sum(entry.player != gk.CHANCE for entry in match.history)
    assert gw.Table(match).shown["note"].split()[1] == str((moves + 1) // 2)


@pytest.mark.parametrize(
    ("name", "position", "said"),
    [
        (
            "liars-dice",
            {"dice": [[2, 2, 5, 6], [2, 3, 3, 1]]},
            "You have 4 dice: 2, 2, 5, 6; Club has 4 dice: covered.",
        ),
        ("flower-field", {"lives": [3, 2]}, "You have 3 lives, Club has 2 lives."),
        (
            "tic-tac-toe-evolved",
            {"pool": {"X": 6, "O": 9}, "discard": {"X": 4, "O": 1}},
            "Dice of you: 6 in the pool, 4 discarded; Dice of Club: 9 in the pool, 1 discarded.",
        ),
    ],
)
def test_what_only_the_picture_says_is_said_in_words_too(
    name: str, position: dict[str, object], said: str
) -> None:
    match = gk.Match(name, position=position, players=("You", "Club"))
    table = gw.Table(match, seats=("human", "club"))
    assert table.shown["besides"] == said


def test_a_card_says_in_words_who_has_it_and_how_far_it_is_met() -> None:
    match = gk.Match("tactical-escape", seed=1, players=("You", "Club"))
    while match.legal()[0].startswith("give "):
        match.play(match.legal()[0])
    said = gw.Table(match, seats=("human", "club")).shown["besides"]
    assert re.search(r"(^|\. )[\w ]+: you, (\d of \d|not yet|met|yours\?)\.", said)
    assert re.search(r"[\w ]+: Club, whose card it is: (\d of \d|not yet)", said)


def test_a_match_of_three_games_says_in_words_what_the_opponent_did_in_each() -> None:
    match = gk.Match("death-match", seed=1, players=("You", "Club"))
    table = gw.Table(match, seats=("human", "human"))
    match.play("1x4; D5 red; C3")
    said = table.shown["besides"]
    for part in ("dice:", "1 × 4", "lives", "C3", "D5"):
        assert part in said
