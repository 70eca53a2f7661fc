"""Solved games have the values that are known or computed in another way. Nobody gains against their
strategies, which use only what the mover knows. The solution that Tic-Tac-Toe Evolved brings is right."""

from __future__ import annotations

from typing import Any

import pytest

import gamekit as gk
from gamekit.bots.built_in import Search
from gamekit.bots.levels import of_recipe
from gamekit.compiling import compiled
from gamekit.contract import BOTH_LOSE, DRAW, ONGOING
from gamekit.drivers import BEST
from gamekit.drivers.engine import Interpreted
from gamekit.games.tic_tac_toe_evolved import bots
from gamekit.games.tic_tac_toe_evolved.state import BIDDING, TURN
from gamekit.intervals import score_interval
from gamekit.solving import Solution, equilibrium
from tests.exploit import lost, mistakes
from tests.published_games import kuhn
from tests.small_games import deals, noughts, pennies
from tests.test_components import choices, laid

SMALL = gk.load("take-back-toe", columns=2, height=2, sides=2, match=2, turn_limit=3)
BOUT = gk.load("liars-dice", start_dice=1, sides=3, bouts=1, max_claim="total_dice")


def brute_force(game: gk.Game) -> float:
    """Return what player 0 gets with perfect play, by plain recursion."""
    rules = game.rules()
    known: dict[Any, float] = {}

    def value(state: Any) -> float:
        key = state.values()
        if key not in known:
            known[key] = worked_out(state)
        return known[key]

    def worked_out(state: Any) -> float:
        winner, _ = game.result(rules, state)
        if winner != ONGOING:
            return {0: 1.0, 1: -1.0, DRAW: 0.0}[winner]
        actor, moves = game.to_act(rules, state), [0] * game.moves
        if actor == gk.CHANCE:
            moves, n = list(range(game.outcomes(rules, state))), game.outcomes(rules, state)
        else:
            n = game.legal_moves(rules, state, moves)
        values = []
        for move in moves[:n]:
            after = state.copy()
            game.apply(rules, after, move)
            values.append(value(after))
        return sum(values) / n if actor == gk.CHANCE else (max, min)[actor](values)

    return value(game.start(rules))


@pytest.fixture(scope="module")
def bout() -> Solution:
    return gk.solve(BOUT, precision=1e-6)


# --- without secrets -----------------------------------------------------------------------------


def test_noughts_and_crosses_is_a_draw() -> None:
    solution = gk.solve(noughts.GAME)
    assert (solution.value, solution.exploitability) == (0.0, 0.0)
    match = gk.Match(noughts.GAME, position={"marks": "XX  OO   "})
    assert solution.strategy(match.view(0)) == {"2": 1.0, "3": 0, "6": 0, "7": 0, "8": 0}
    best = solution.think(match.view(0))[0]
    assert (best.text, best.value, best.low, best.high) == ("2", 1.0, 1.0, 1.0)


def test_a_position_may_be_solved_alone() -> None:
    assert gk.solve(noughts.GAME, position={"marks": "XX  O    "}).value == 0.0
    assert gk.solve(noughts.GAME, position={"marks": "X X O   X"}).value == 1.0  # two threats


@pytest.mark.parametrize("changes", [{}, {"limit_tie": "draw", "turn_limit": 2}])
def test_games_with_dice_have_the_value_of_a_search_to_the_end(changes: dict[str, Any]) -> None:
    game = SMALL.with_(**changes)
    solution = gk.solve(game)
    assert solution.value == pytest.approx(brute_force(game), abs=1e-12)
    assert solution.exploitability < 1e-12


def test_the_solution_plays_as_well_as_its_value_says() -> None:
    bots = ("equilibrium", "equilibrium")
    games = gk.playtest(SMALL, bots, games=120, seed=2, progress=False).games
    score = ((games.winner == games["first"]) + (games.winner == DRAW) / 2).mean()
    low, high = score_interval(float(score), len(games))
    assert low <= (1 + gk.solve(SMALL).value) / 2 <= high


def test_positions_that_recur_have_bounds_around_their_value() -> None:
    game = SMALL.with_(turn_limit=0)
    rough, fine = gk.solve(game, precision=0.1), gk.solve(game, precision=1e-3)
    assert rough.low <= fine.low <= fine.value <= fine.high <= rough.high
    assert fine.exploitability <= 1e-3
    assert rough.exploitability <= 0.1


# --- with secrets --------------------------------------------------------------------------------


def test_matching_pennies_is_played_evenly() -> None:
    solution = gk.solve(pennies.GAME)
    assert solution.value == pytest.approx(0.0, abs=1e-9)
    match = gk.Match(pennies.GAME)
    assert solution.strategy(match.view(0)) == pytest.approx({"0": 0.5, "1": 0.5})
    match.play(1)
    assert solution.strategy(match.view(1)) == pytest.approx({"0": 0.5, "1": 0.5})


def test_kuhn_poker_is_called_as_often_as_kuhn_found() -> None:
    solution = gk.solve(deals.GAME)
    for deal in range(6):
        match = gk.Match(deals.GAME, auto=False).dictate(f"deal {1 + deal}").play("bet")
        calls = solution.strategy(match.view(1))["bet"]
        assert calls == pytest.approx((0, 1 / 3, 1)[match.state.card[1] - 1], abs=1e-9)


@pytest.mark.parametrize("deal", ["joint", "turns", "look"])
@pytest.mark.parametrize(
    ("cards", "value"), [(3, -1 / 18), (4, -1 / 24), (5, -1 / 15), (13, -5 / 78)]
)
def test_however_cards_are_dealt_poker_has_its_exact_value(
    cards: int, value: float, deal: str
) -> None:
    """What is drawn is the k-th card of those left: k must not tell anybody which ones they are."""
    solution = gk.solve(deals.GAME.with_(cards=cards, deal=deal))
    assert 2 * solution.value == pytest.approx(value, abs=1e-9)
    assert solution.exploitability < 1e-9


@pytest.mark.parametrize("deal", ["joint", "turns"])
def test_openspiel_cannot_exploit_how_poker_is_played(deal: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = deals.GAME.with_(deal=deal)
    solution = gk.solve(game)
    theirs = pyspiel.load_game("kuhn_poker")
    policy = {}
    for state in histories(theirs.new_initial_state()):
        first, second = (step.action for step in state.full_history()[:2])
        match = gk.Match(game, auto=False)
        if deal == "joint":
            match.dictate(f"deal {1 + 2 * first + second - (second > first)}")
        else:
            match.dictate(first + 1).dictate(second + 1)
        for step in state.full_history()[2:]:
            match.play(deals.MOVES[step.action])
        shares = solution.strategy(match.view(match.to_act))
        chosen = [(action, shares[deals.MOVES[action]]) for action in state.legal_actions()]
        known = policy.setdefault(state.information_state_string(), chosen)
        assert known == chosen, "a player plays by what they know"
    assert pyspiel.exploitability(theirs, pyspiel.TabularPolicy(policy)) < 1e-9


def test_a_deck_that_the_kit_covers_hides_its_cards_from_the_solver_too() -> None:
    def payoff(rules: Any, state: Any) -> int:
        chips = 2 if state.acts.count(kuhn.BET) == 2 else 1
        return chips if kuhn.result(rules, state)[0] == 0 else -chips

    def highest_payoff(rules: Any) -> int:
        return 2

    game = kuhn.GAME.variant(payoff=payoff, highest_payoff=highest_payoff)
    assert gk.solve(game).value == pytest.approx(-1 / 18, abs=1e-9)


@pytest.mark.parametrize("game", [choices().with_(sides=3), laid()])
def test_moves_made_at_the_same_time_are_unknown_to_the_other_player(game: gk.Game) -> None:
    """Both are rock, paper, scissors: with secret numbers, and with cards laid face down."""
    solution = gk.solve(game)
    match = gk.Match(game)
    for player in range(2):
        shares = solution.strategy(match.view(player)).values()
        assert list(shares) == pytest.approx([1 / 3] * 3)
        match.play(match.legal()[0])


def test_outcomes_that_are_written_alike_are_not_told_apart() -> None:
    """All see that a card is dealt, and nobody which one: a game need not say it by `sees`."""

    def write(rules: Any, state: Any, move: int) -> str:
        return "cards are dealt" if state.dealt < 2 else deals.write(rules, state, move)

    def sees(rules: Any, state: Any, move: int, player: int) -> bool:
        return True

    game = deals.GAME.variant(write=write, sees=sees)
    assert 2 * gk.solve(game).value == pytest.approx(-1 / 18, abs=1e-9)


@pytest.mark.parametrize(
    ("wild", "sides", "value"),
    [
        ("none", 2, 0),
        ("none", 3, -1 / 9),
        ("none", 4, -1 / 8),
        ("ones", 2, 1),
        ("ones", 3, 1 / 3),
    ],
)
def test_a_bout_with_one_die_each_has_its_known_value(wild: str, sides: int, value: float) -> None:
    """Known from T. Ahle's analysis of the end game."""
    game = BOUT.with_(wild=wild, sides=sides)
    assert gk.solve(game, precision=1e-6).value == pytest.approx(value, abs=1e-6)


def test_linear_programming_and_regret_matching_agree(
    bout: Solution, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(equilibrium, "SMALL", 0)
    learned = gk.solve(BOUT, precision=1e-3)
    assert learned.exploitability <= 1e-3
    assert learned.low <= bout.value <= learned.high


def test_openspiel_finds_the_same_exploitability() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = BOUT.with_(wild="top")
    solution = gk.solve(game, precision=1e-6)
    theirs = pyspiel.load_game("liars_dice(dice_sides=3)")
    policy = {}
    for state in histories(theirs.new_initial_state()):
        key = state.information_state_string()
        if key not in policy:
            view = view_like(game, state.full_history())
            policy[key] = [
                (action, solution.strategy(view).get(f"{action // 3 + 1}x{action % 3 + 1}", 0.0))
                if action < 6
                else (action, solution.strategy(view)["challenge"])
                for action in state.legal_actions()
            ]
    found = pyspiel.exploitability(theirs, pyspiel.TabularPolicy(policy))
    assert found == pytest.approx(solution.exploitability, abs=1e-6)
    pure = {
        key: [(a, float(a == shares[0][0])) for a, _ in shares] for key, shares in policy.items()
    }
    assert pyspiel.exploitability(theirs, pyspiel.TabularPolicy(pure)) > 0.1


def histories(state: Any) -> Any:
    """Return every decision of an OpenSpiel game."""
    if state.is_player_node():
        yield state
    for action in state.legal_actions():
        yield from histories(state.child(action))


def view_like(game: gk.Game, history: Any) -> gk.View:
    """Return the view of the mover where a match of ours went like one of OpenSpiel's."""
    match = gk.Match(game, auto=False)
    for step in history:
        if step.player < 0:
            match.dictate(step.action + 1)
        else:
            match.play(step.action + 1)
    return match.view(match.to_act)


def test_the_strategy_follows_from_the_view(bout: Solution) -> None:
    for claim in ("1x2", "2x1"):
        matches = [gk.Match(BOUT, auto=False).dictate(die).dictate(2) for die in (1, 3)]
        views = [match.play(claim).view(1) for match in matches]
        assert matches[0].state != matches[1].state
        assert bout.strategy(views[0]) == bout.strategy(views[1])
        assert repr(bout.think(views[0])) == repr(bout.think(views[1]))
        shares = bout.strategy(views[0])
        assert list(shares) == list(views[0].legal())
        assert sum(shares.values()) == pytest.approx(1.0)


def test_a_contest_is_cut_where_it_ends() -> None:
    """Whoever wins the square has won; dice lost for it count a little."""
    game = gk.load("tic-tac-toe-evolved", max_bid=2)

    def until(rules: Any, state: Any) -> float | None:
        if state.square >= 0:
            return None
        spent = state.discard[0] - state.discard[1]
        return (0.7, -0.7, 0.0)[state.marks[4]] - 0.04 * spent

    position = {"square": "2,2", "pool": {"X": 4, "O": 4}}
    solution = gk.solve(game, position=position, until=until)
    match = gk.Match(game, position=position)
    assert solution.exploitability < 1e-9
    assert set(solution.strategy(match.view(0))) == {"bid 1", "bid 2"}
    before = match.fork().play("bid 1").view(1), match.fork().play("bid 2").view(1)
    assert solution.strategy(before[0]) == solution.strategy(before[1])


def test_a_cut_may_depend_on_what_is_hidden() -> None:
    worth = gk.solve(deals.GAME, until=lambda rules, state: 0.1 * state.card[0] or None)
    assert worth.value == pytest.approx(0.2)  # of the cards 1, 2 and 3
    worth = gk.solve(deals.GAME, until=lambda rules, state: -(state.card[1] % 2) / 4)
    assert worth.value == 0.0  # nothing has been dealt


def test_a_cut_is_asked_before_the_rules_say_that_a_game_is_over() -> None:
    """So it may count what the rules call a win: here, what player 0 has taken by the end."""

    def until(rules: Any, state: Any) -> float | None:
        return 0.5 if state.paid == 1 else -0.25 if state.paid == 2 else None

    whole = gk.solve(deals.GAME)
    cut = gk.solve(deals.GAME, until=until)
    wins = (1 + whole.value) / 2
    assert cut.value == pytest.approx(0.75 * wins - 0.25, abs=1e-9)


def test_a_cut_may_say_what_an_end_is_worth_that_both_lose() -> None:
    def result(rules: Any, state: Any) -> tuple[int, int]:
        return (BOTH_LOSE, 1) if state.turn else (ONGOING, 0)

    def to_act(rules: Any, state: Any) -> int:
        return gk.OVER if state.turn else state.player

    game = noughts.GAME.variant(result=result, to_act=to_act)
    with pytest.raises(gk.GameError, match="both players losing"):
        gk.solve(game)
    worth = gk.solve(game, until=lambda rules, state: -0.5 if state.turn else None)
    assert worth.value == -0.5


# --- the bot, and what is refused ----------------------------------------------------------------


def test_equilibrium_draws_its_moves_from_the_strategy() -> None:
    bot, view = gk.bot("equilibrium"), gk.Match(pennies.GAME).view(0)
    drawn = [bot.choose(view, seed) for seed in range(200)]
    assert drawn == [bot.choose(view, seed) for seed in range(200)]
    assert 70 < sum(drawn) < 130
    assert {thought.visits for thought in bot.think(view)} == {500}


def test_equilibrium_never_loses_at_noughts_and_crosses() -> None:
    study = gk.playtest(noughts.GAME, ("equilibrium", "search:20"), games=20, progress=False)
    assert (study.games.winner != 1).all()


def test_what_is_too_large_is_refused_with_its_size() -> None:
    with pytest.raises(gk.GameError, match=r"2,0\d\d positions were found.*limit=2,000"):
        gk.solve("take-back-toe", limit=2000)
    with pytest.raises(gk.GameError, match=r"too large to solve: [\d,]+ positions"):
        gk.bot("equilibrium").choose(gk.Match("liars-dice").view(0))


@pytest.mark.parametrize(("game", "says"), [("take-back-toe", False), ("liars-dice", True)])
def test_the_size_of_a_game_with_secrets_says_that_positions_count_again(
    game: str, says: bool
) -> None:
    with pytest.raises(gk.GameError, match="too large to solve") as found:
        gk.solve(game, limit=2000)
    assert ("counts again" in str(found.value)) == says


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"precision": 0}, "precision"),
        ({"limit": 0}, "limit"),
        ({"first": 2}, "first"),
        ({"until": lambda rules, state: 2.0}, "between -1 and 1"),
    ],
)
def test_bad_arguments_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(gk.GameError, match=message):
        gk.solve(noughts.GAME, **arguments)


def test_a_view_of_something_else_is_refused(bout: Solution) -> None:
    match = gk.Match(BOUT, seed=1)
    with pytest.raises(gk.GameError, match="who is to act"):
        bout.strategy(match.view(1))
    with pytest.raises(gk.GameError, match="not of"):
        bout.strategy(gk.Match(noughts.GAME).view(0))
    with pytest.raises(gk.GameError, match="not in the solved game"):
        bout.strategy(gk.Match(BOUT, first=1, seed=1).view(1))


NAME = "tic-tac-toe-evolved"


def turns(count: int) -> list[Any]:
    """Return matches at the beginning of a turn, from games between masters."""
    found: list[Any] = []
    master = gk.bot("master")
    for seed in range(count):
        match = gk.Match(NAME, seed=seed)
        while match.result is None and (match.state.phase != TURN or match.ply < 5 * (seed % 6)):
            match.play(master.choose(match.view(match.to_act), seed=match.ply))
        if match.result is None:
            found.append(match)
    return found


def test_what_a_position_is_worth_is_what_its_best_turn_is_worth() -> None:
    gaps = []
    for match in turns(24):
        rules, state, memory = match.rules, match.state, [0] * match.game.moves
        me = state.player
        board = bots.board_with(state, me, -1, -1)
        moment = state.slot % bots.MOMENTS
        estimate = bots.chance(board, moment, state.pool[me], state.pool[1 - me])
        worths = [bots.recharged(state)] if state.discard[me] else []
        for square in range(9):
            if state.marks[square] != me and state.pool[me]:
                worths.append(bots.fight(rules, state, square, memory, 200))
        gaps.append(abs(estimate - max(worths)) / bots.CERTAIN)
    assert len(gaps) > 15
    assert max(gaps) < 0.05
    assert sum(gaps) / len(gaps) < 0.012


def test_the_best_move_is_the_same_interpreted_and_compiled() -> None:
    game = gk.load(NAME)
    plain, fast = Interpreted(game), compiled(game)
    for match in turns(8):
        for seed in range(3):
            known, me = match.view(match.to_act).state, match.to_act
            chosen = [engine.choose(known, seed, me, BEST, 0, 0) for engine in (plain, fast)]
            assert chosen[0] == chosen[1]


def test_bids_are_drawn_from_a_mixture() -> None:
    match = gk.Match(NAME)
    match.play("contest 2,2")
    assert match.state.phase == BIDDING
    view, master = match.view(match.to_act), gk.bot("master")
    assert len({master.choose(view, seed) for seed in range(40)}) > 1


def test_the_best_player_beats_a_careful_one() -> None:
    points = 0.0
    for order, mine in ((("master", "greedy"), 0), (("greedy", "master"), 1)):
        points += float(gk.playtest(NAME, order, games=60, progress=False).scores(mine).sum())
    assert points > 75


@pytest.mark.parametrize(
    ("changes", "is_solved"),
    [({}, True), ({"start_pool": 3}, True), ({"dice": 12}, False), ({"green": "off"}, False)],
)
def test_a_variant_that_was_not_solved_is_searched(
    changes: dict[str, object], is_solved: bool
) -> None:
    best = of_recipe("best:0").in_game(gk.load(NAME, **changes))
    assert isinstance(best, Search) != is_solved


def test_a_variant_with_another_rule_is_searched() -> None:
    game = gk.load(NAME).variant(can_mark=lambda rules, state, die: die == 0)
    assert isinstance(of_recipe("best:0").in_game(game), Search)


def test_gk_solve_says_what_squares_dice_and_the_turn_are_worth() -> None:
    solution = gk.solve(NAME)
    match = gk.Match(NAME)
    assert -0.1 < solution.value < 0.1  # the first player's turn is worth little
    assert isinstance(solution, gk.solving.KnownSolution)
    gains = solution.gains(match.view(0))
    assert gains["2,2"] > gains["1,1"] > gains["2,1"] > gains["a die more"] > 0
    assert gains["1,1"] == gains["3,3"]
    marks = {"1,1": "X", "2,1": "X", "2,2": "O"}
    board = {square: {"mark": mark, "owner": mark} for square, mark in marks.items()}
    near = gk.Match(NAME, position={"board": board})
    gains = solution.gains(near.view(0))
    assert max(gains, key=lambda what: gains[what]) == "3,1"  # a row


def test_the_solution_weighs_turns_and_bids_as_the_master_plays_them() -> None:
    solution, master = gk.solve(NAME), gk.bot("master")
    match = gk.Match(NAME, seed=2)  # its winner chooses between dice
    turns = solution.think(match.view(0))
    assert turns[0].value == max(each.value for each in turns)
    assert master.choose(match.view(0)) == turns[0].move
    match.play("contest 2,2")
    for _ in range(2):
        view = match.view(match.to_act)
        bids = solution.strategy(view)
        assert sum(bids.values()) == pytest.approx(1.0, abs=0.01)
        assert solution.think(view)[0].value > 0.4
        drawn = [master.choose(view, seed) for seed in range(200)]
        made = drawn.count(view.game.read(view.rules, view.state, "bid 2")[0]) / 200
        assert made == pytest.approx(bids["bid 2"], abs=0.12)
        match.play("bid 1")
    with pytest.raises(gk.GameError, match="does not weigh"):
        solution.think(match.view(match.to_act))


def test_a_variant_without_a_solution_is_not_given_one() -> None:
    game = gk.load(NAME, green="off")
    with pytest.raises(gk.GameError, match="too large"):
        gk.solve(game, limit=1000)


def test_the_coach_tells_what_the_solution_does() -> None:
    match = gk.Match(NAME, seed=1).play("contest 2,2")
    match.play("bid 4").play("bid 4")
    while match.result is None:
        match.play(gk.bot("greedy").choose(match.view(match.to_act), match.ply))
    lessons = gk.coach(match, by="search:10", games=2)
    solution, begun = gk.solve(NAME), gk.Match(NAME, seed=1)
    best, *_, worst = sorted(solution.think(begun.view(0)), key=lambda each: -each.value)
    assert lessons[0].best == best.text == "recharge"
    assert lessons[0].given_away == (best.value - worst.value,) * 3
    assert lessons[0].chance == (worst.value,) * 3
    assert lessons[0].sign == "?!"


def test_the_master_loses_no_game_by_a_mistake_that_a_novice_makes() -> None:
    defeats, made = lost(NAME, gk.bot("master"), 4, 1)
    assert defeats == 4
    assert not made
    _, made = lost(NAME, gk.bot("novice"), 4, 1)
    assert made.keys() == mistakes(NAME).keys()
