"""Bots: legal, repeatable, better than chance, and blind to what is not theirs to see."""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt
from typing import Any

import pytest

import gamekit as gk
import gamekit_widgets as gw
from gamekit import drivers
from gamekit.bots import Greedy, Level
from gamekit.chance import decision_key
from gamekit.compiling import compiled
from gamekit.drivers.engine import Interpreted
from gamekit.studies import study_without_numpy
from tests import random_games
from tests.small_games import deals, noughts

pytestmark = pytest.mark.long

BOTS = ["random", "greedy", "search:30"]


def positions(count: int) -> list[Any]:
    """Return matches at moments of random games."""
    found = []
    for seed in range(count):
        match = gk.Match("take-back-toe", seed=seed)
        while match.result is None and match.ply < 5 * (seed % 8):
            match.play(match.legal_moves()[(seed + match.ply) % len(match.legal_moves())])
        if match.result is None:
            found.append(match)
    return found


def after(match: Any, move: int) -> Any:
    return match.fork().play(move)


@pytest.mark.parametrize("name", BOTS)
def test_the_same_view_and_seed_give_the_same_move(name: str) -> None:
    bot = gk.bot(name)
    for match in positions(6):
        view, again = match.view(match.to_act), match.fork().view(match.to_act)
        assert [bot.choose(view, seed) for seed in range(4)] == [
            bot.choose(again, seed) for seed in range(4)
        ]


def test_seeds_matter() -> None:
    view = gk.Match("take-back-toe", seed=1).view(0)
    for name, least in (("random", 6), ("greedy", 2)):  # careful players hold few moves equal
        assert len({gk.bot(name).choose(view, seed) for seed in range(30)}) >= least


def test_greedy_takes_a_win_in_one_move_and_never_hands_one_over() -> None:
    greedy = gk.bot("greedy")
    wins = gifts = 0
    for match in positions(150):
        me = match.to_act
        ends = {move: after(match, move).result for move in match.legal_moves()}
        winning = [move for move, end in ends.items() if end and end.winner == me]
        losing = [move for move, end in ends.items() if end and end.winner == 1 - me]
        choice = greedy.choose(match.view(me), seed=match.ply)
        if winning:
            wins += 1
            assert choice in winning
        elif 0 < len(losing) < len(ends):
            gifts += 1
            assert choice not in losing
    assert wins >= 3
    assert gifts >= 3


def twos(*cells: str) -> dict[str, dict[str, str]]:
    return {cell: {"mark": "X", "owner": "X"} for cell in cells}


# A position of each kind in which the player to move can win before the turn is over.
WINS_IN_ONE: dict[str, tuple[str, dict[str, Any]]] = {
    "a stack": ("take-back-toe", {
        "board": {"A1": 3, "A2": 1, "A3": 3, "B1": 10, "B2": 6, "B3": 7, "B4": 4, "C4": 6},
        "die": 3}),
    "two fours with one piece": ("shift-tac-toe", {
        "board": {"AW2": 0, "AW3": 0, "AW4": 0, "AX1": 0, "AY1": 0, "AZ1": 0, "BX2": 1, "BX3": 1,
                  "CX4": 1, "DX1": 1, "CY2": 1, "CZ3": 1},
        "round": 2, "rounds": [{"winner": 0, "fours": [2, 0], "threes": [0, 0]}], "to_move": 0}),
    "a claim beyond all dice": ("liars-dice", {
        "dice": [[2, 2, 3, 4], [1, 2, 3, 4, 5, 6, 1, 2]], "claim": [13, 2]}),
    "three moves: a challenge that ends it": ("flower-field", {
        "board": {"D2": "P", "D3": "P", "D4": "P", "D5": "P", "D6": "P"}, "recent": ["D6"],
        "lives": [3, 1]}),
    "a tile": ("sliding-tic-tac-toe", {
        "rows": ["XXXX..", "OOO...", "......", "O.....", "......", "......"]}),
    "a tile and a slide": ("sliding-tic-tac-toe", {
        "rows": ["XXX..X", "OOO...", "......", "O.....", "......", "O....."]}),
    "five parts: a tile and a slide": ("death-match", {
        "sliding_tic_tac_toe": {
            "rows": ["XXX..X", "OOO...", "......", "O.....", "......", "O....."]}}),
    "a mark": ("tic-tac-toe-evolved", {
        "board": twos("1,1", "2,1"), "square": "3,1", "bids": {"X": 1, "O": 1},
        "dice": {"X": ["X"], "O": ["X"]}}),
    "three moves: two pieces and away": ("tactical-escape", {
        "board": {"E1": 0, "E2": 0, "E3": 0, "A1": 1, "I5": 1, "A5": 1, "I1": 1},
        "offer": [1, 6, 9], "given": [[1, 6, 9], [1, 6, 9]], "turns": [25, 25]}),
}  # fmt: skip


@pytest.mark.parametrize("scene", WINS_IN_ONE)
def test_greedy_takes_a_win_within_its_turn(scene: str) -> None:
    name, position = WINS_IN_ONE[scene]
    match = gk.Match(name, position=position)
    turn, greedy = match.state.turn, gk.bot("greedy")
    while match.result is None:
        assert (match.to_act, match.state.turn) == (0, turn), f"the turn went by: {match.history}"
        match.play(greedy.choose(match.view(0)))
    assert match.result.winner == 0


def test_there_is_a_win_in_one_for_every_game() -> None:
    assert {name for name, _ in WINS_IN_ONE.values()} == {game.name for game in gk.games()}


@pytest.mark.parametrize("seed", range(5))
def test_without_advice_a_move_is_tried_until_its_confidence_bound_is_level(
    seed: int,
) -> None:
    engine, tries = Interpreted(noughts.GAME), 1000
    rules = noughts.GAME.rules()
    tried = engine.think(noughts.GAME.start(rules, 0), seed, 0, tries)
    bounds = [scores / visits + sqrt(log(tries) / visits) for _, visits, scores in tried]
    assert len(bounds) == 9
    assert max(bounds) - min(bounds) < 0.05


def score(seats: Any, games: int) -> float:
    """Return the score of player 0's bot in games of eight turns; each starts half of them."""
    engine = compiled(gk.load("take-back-toe", turn_limit=8))
    rows = random_games.rows(engine, 1, games, seats)
    points = {0: 1.0, 1: 0.0, 2: 0.5}
    return sum(points[row[drivers.WINNER]] for row in rows) / games


@pytest.mark.parametrize("seat", [0, 1])
def test_search_beats_random_play(seat: int) -> None:
    seats = [(drivers.SEARCH, 100), (drivers.RANDOM, 0)]
    found = score(seats if seat == 0 else seats[::-1], 30)
    assert (found if seat == 0 else 1 - found) >= 0.9


def test_greedy_beats_random_play_and_loses_to_search() -> None:
    assert score([(drivers.GREEDY, 0), (drivers.RANDOM, 0)], 100) > 0.6
    assert score([(drivers.GREEDY, 0), (drivers.SEARCH, 200)], 60) < 0.4


@pytest.mark.parametrize("name", ["random", "greedy", "search:60"])
def test_thoughts_cover_every_legal_move(name: str) -> None:
    for match in positions(2):
        thoughts = gk.bot(name).think(match.view(match.to_act), seed=2)
        assert sorted(thought.move for thought in thoughts) == sorted(match.legal_moves())
        for thought in thoughts:
            assert 0 <= thought.low <= thought.value <= thought.high <= 1
            assert thought.text in match.legal()
        visits = [thought.visits for thought in thoughts]
        assert visits == sorted(visits, reverse=True)
        if name == "search:60":
            assert sum(visits) == 60
        text = thoughts._repr_html_()
        assert text.count("<tr>") == len(thoughts) + 1
        assert all(line.endswith("tries)") for line in repr(thoughts).splitlines())


def test_thoughts_find_the_winning_move() -> None:
    name, position = WINS_IN_ONE["a stack"]
    match = gk.Match(name, position=position)
    best = gk.bot("search:300").think(match.view(0))[0]
    assert (best.text, best.value) == ("B4-A4", 1.0)


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_refuses_any_other_view_than_the_movers(name: str) -> None:
    match = gk.Match("take-back-toe", seed=1)
    bot = gk.bot(name)
    over = match.fork().resign(0)
    views = [match.view(viewer) for viewer in (1, gk.PUBLIC, gk.ALL)] + [over.view(0)]
    for view in views:
        for ask in (bot.choose, bot.think):
            with pytest.raises(gk.GameError, match="the view of the player who is to act"):
                ask(view)


def test_a_bot_leaves_the_match_as_it_was() -> None:
    match = gk.Match("take-back-toe", seed=1)
    before = match.state
    for name in BOTS:
        gk.bot(name).choose(match.view(0))
        gk.bot(name).think(match.view(0))
    assert match.state == before


def test_search_by_time_plays_a_legal_move() -> None:
    match = gk.Match(gk.load("take-back-toe", turn_limit=3), seed=1)
    view = match.view(0)
    assert gk.bot("search:0.01s").choose(view) in match.legal_moves()
    assert len(gk.bot("search:0.01s").think(view)) == len(match.legal_moves())


@pytest.mark.parametrize("name", ["searching", "search", "search:", ""])
def test_an_unknown_bot_is_refused_with_what_there_is(name: str) -> None:
    with pytest.raises(gk.GameError, match='Known: "random", "greedy", "search:500"'):
        gk.bot(name)


@pytest.mark.parametrize("pair", [("greedy", "search:8"), ("random", "greedy")])
@pytest.mark.parametrize("name", ["take-back-toe", "liars-dice"])
def test_a_match_between_bots_is_the_playtests_game_of_that_number(
    name: str, pair: tuple[str, str]
) -> None:
    game, bots = gk.load(name), [gk.bot(bot) for bot in pair]
    rows = random_games.rows(Interpreted(game), 5, 2, [bot.seat for bot in bots])
    for number, row in enumerate(rows):
        match, choices = gk.Match(game, seed=5, number=number), 0
        while match.result is None:
            choices += len(match.legal_moves())
            mover, key = match.to_act, decision_key(5, number, match.to_act, match.ply)
            match.play(bots[mover].choose(match.view(mover), seed=key))
        assert row[drivers.FIRST] == match.first
        assert row[drivers.WINNER] == match.result.winner
        assert game.rule_id(row[drivers.RULE]) == match.result.rule
        assert row[drivers.MOVES] == match.ply
        assert row[drivers.TURNS] == match.state.turn
        assert row[drivers.CHOICES] == choices


def bluff(dice: list[list[int]]) -> gk.View:
    """Return the view of player 1, after player 0 has claimed fours twice."""
    position = {"dice": dice, "count": [4, 4], "claim": [3, 4], "claims": [[2, 4], [2, 5], [3, 4]]}
    match = gk.Match("liars-dice", seed=1, position={**position, "to_move": 1, "turn": 3})
    return match.view(1)


def test_dice_that_were_claimed_are_believed_likely() -> None:
    found = gk.bot("greedy").beliefs(bluff([[4, 4, 4, 2], [1, 3, 5, 6]]))
    shares = {belief.value: belief.share for belief in found}
    assert set(shares) == set("123456")
    assert shares["4"] == max(shares.values())
    assert all(0 <= belief.low <= belief.share <= belief.high <= 1 for belief in found)
    assert sum(belief.mean for belief in found) == pytest.approx(4)  # dice


def test_beliefs_do_not_depend_on_what_is_hidden() -> None:
    one = gk.bot("club").beliefs(bluff([[4, 4, 4, 2], [1, 3, 5, 6]]))
    other = gk.bot("club").beliefs(bluff([[1, 1, 2, 2], [1, 3, 5, 6]]))
    assert one == other


def test_one_of_the_gifts_offered_was_given() -> None:
    match = gk.Match("tactical-escape", seed=3)
    match.play(match.legal_moves()[0])
    found = gk.bot("greedy").beliefs(match.view(match.to_act))
    assert {belief.secret for belief in found} == {"given, Red"}
    assert sum(belief.share for belief in found) == pytest.approx(1)


def test_a_player_knows_their_own_card() -> None:
    match = gk.Match(deals.GAME, seed=1)
    mine = match.state.card[match.to_act]
    found = gk.bot("greedy").beliefs(match.view(match.to_act))
    assert {belief.value for belief in found} == {"1", "2", "3"} - {str(mine)}
    assert sum(belief.mean for belief in found) == pytest.approx(1)  # card


def test_where_nothing_is_secret_there_is_nothing_to_believe() -> None:
    found = gk.bot("greedy").beliefs(gk.Match("take-back-toe", seed=1).view(0))
    assert found == []
    assert repr(found) == "Nothing is secret here."


def test_beliefs_are_a_table() -> None:
    found = gk.bot("greedy").beliefs(bluff([[4, 4, 4, 2], [1, 3, 5, 6]]))
    assert found._repr_html_().count("<tr>") == len(found) + 1
    assert len(repr(found).splitlines()) == len(found) + 1


# --- bots of your own ----------------------------------------------------------------------------


class Chooser:
    """A bot that chooses by a function."""

    def __init__(self, choice: Callable[[gk.View], Any]) -> None:
        self.choice = choice

    def choose(self, view: gk.View, seed: int = 1) -> Any:
        return self.choice(view)


class WithoutSeed:
    def choose(self, view: gk.View) -> int:
        return 0


def at_a_table(player: Any) -> object:
    match = gk.Match(noughts.GAME, players=("Ann", "Bo"))
    table = gw.Table(match, seats=(player, "human"), journal=False)
    return table.match.history[0].text


WHERE: dict[str, Callable[[Any], object]] = {
    "playtest": lambda bot: gk.playtest(noughts.GAME, (bot, "random"), 2, progress=False),
    "finding": lambda bot: gk.finding("It is fair", noughts.GAME, bots=(bot,), games=2),
    "table": at_a_table,
}


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize(
    ("player", "message"),
    [
        (Chooser, r"Chooser\(\) with a method `def choose\(self, view, seed=1\)`"),
        (WithoutSeed(), "give a name, or an object with a method `def choose"),
        (lambda view, seed=1: 0, "give a name, or an object with a method `def choose"),
    ],
    ids=["a class", "no seed", "a function"],
)
def test_an_object_that_cannot_choose_is_refused_as_a_bot(
    where: str, player: object, message: str
) -> None:
    with pytest.raises(gk.GameError, match=message):
        WHERE[where](player)


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize(
    ("choice", "note"),
    [
        (lambda view: 1 // 0, "chose no move for move 1 of game 0 of"),
        (lambda view: None, "chose None for move 1 of game 0 of"),
        (lambda view: 99, "chose 99 for move 1 of game 0 of"),
        (lambda view: "Z9", "chose 'Z9' for move 1 of game 0 of"),
    ],
    ids=["raises", "returns nothing", "number", "text"],
)
def test_an_error_says_which_bot_made_it_and_where(where: str, choice: Any, note: str) -> None:
    with pytest.raises((ZeroDivisionError, gk.IllegalMove)) as failed:
        WHERE[where](Chooser(choice))
    (note_text,) = failed.value.__notes__
    assert note_text.startswith("Chooser, as ")
    assert note in note_text
    assert noughts.GAME.title in note_text


def test_a_bot_may_write_its_move_as_people_do() -> None:
    def last(view: gk.View) -> str:
        return view.legal()[-1]

    numbers = Chooser(lambda view: view.legal_moves()[-1])
    written = gk.playtest(noughts.GAME, (Chooser(last), "random"), 4, progress=False)
    numbered = gk.playtest(noughts.GAME, (numbers, "random"), 4, progress=False)
    assert written.games.equals(numbered.games)
    assert at_a_table(Chooser(last)) == gk.Match(noughts.GAME).legal()[-1]
    bound = gk.restrict(noughts.GAME, lambda text: True, (Chooser(last), "random"), games=2)
    assert bound.touched[0] == 0


class First(Greedy):
    """A bot that extends one of the kit's."""

    def choose(self, view: gk.View, seed: int = 1) -> int:
        return view.legal_moves()[0]


@pytest.mark.parametrize("bare", [False, True], ids=["full", "without NumPy"])
@pytest.mark.parametrize("bot", [First(), Level("novice", First())], ids=["bot", "level"])
def test_a_bot_that_extends_one_of_the_kits_is_asked_for_its_moves(
    bot: Any, bare: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(study_without_numpy, "lacks_libraries", lambda: bare)
    plain = Chooser(lambda view: view.legal_moves()[0])
    own, same = (gk.playtest(noughts.GAME, (it, it), 4, progress=False) for it in (bot, plain))
    assert [list(row) for row in own.rows] == [list(row) for row in same.rows]
    assert bare or own.cells.equals(same.cells)
