"""Two variants compared: the same games twice, honest differences, and where two games part."""

from __future__ import annotations

import re
from functools import partial
from math import inf, log

import numpy as np
import pytest
from scipy import stats

import gamekit as gk
from gamekit import drivers
from gamekit.intervals import holm
from gamekit.studies import Comparison, Study, statistics
from gamekit.studies.comparison import are_paired
from gamekit.studies.run import looks
from gamekit.studies.statistics import (
    EVIDENCE,
    Counted,
    Gap,
    Rows,
    anytime,
    evidence,
    measured,
    paired,
    together,
    unpaired,
)
from tests.small_games import dice, gamble, noughts
from tests.test_study import FirstMove

RANDOM = ("random", "random")


def compare(a: gk.Game | str, b: gk.Game | str, games: int = 400, **kwargs: object) -> Comparison:
    kwargs = {"bots": RANDOM, "progress": False, **kwargs}
    return gk.compare(a, b, games=games, **kwargs)  # type: ignore[arg-type]


def hand_made(winners: list[int], moves: list[int]) -> Study:
    """Return a study of Take-Back-Toe with these games, all begun by player 0."""
    rows = np.zeros((len(winners), drivers.COLUMNS), np.int64)
    rows[:, drivers.WINNER], rows[:, drivers.MOVES] = winners, moves
    rows[:, drivers.RULE] = 17
    rows[:, drivers.TURNS] = rows[:, drivers.CHOICES] = moves
    return Study(gk.load("take-back-toe"), RANDOM, 1, rows, (gk.bot("random"),) * 2)


# --- known answers -----------------------------------------------------------------------------


def test_a_game_compared_with_itself_touches_no_pair_and_nothing_differs(
    take_back_toe: object,
) -> None:
    same = compare("take-back-toe", gk.load("take-back-toe"), 60)
    assert same.touched == (0, 0, 3 / 60)
    assert not same.games["differs"].any()
    assert (same.table["difference"] == 0).all()
    assert (same.table["p"] == 1).all()
    assert (same.table["low"] < 0).all(), "what was not seen may still happen"
    assert same.headline.startswith("It makes no difference: all 60 games went the same way")
    with pytest.raises(gk.GameError, match="none of 60 pairs differs"):
        same.example()


def test_noughts_and_crosses_turned_round_at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever starts wins 58.5%, loses 28.8%, draws 12.7%; if three in a row lose, the other way
    round. The moves of both are the same."""
    monkeypatch.setenv("GAMEKIT_COMPILE", "never")
    turned = noughts.GAME.variant(result=three_in_a_row_lose)
    found = compare(noughts.GAME, turned, 800)
    row, draws = found.rows["first-player score"], found.rows["draws"]
    assert row["a"] == pytest.approx(0.585 + 0.127 / 2, abs=0.04)
    assert row["low"] < 0.288 - 0.585 < row["high"]
    assert row["p"] < 0.0001
    assert (draws["difference"], draws["p"]) == (0, 1)
    value, low, high = found.touched
    assert low < 1 - 0.127 < high
    assert value == 1 - draws["a"]
    assert found.rows["length"]["difference"] == 0
    assert "starting is now a drawback" in found.headline


def test_only_what_its_interval_shows_is_called_an_advantage(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("GAMEKIT_COMPILE", "never")
    fair = noughts.GAME.variant(result=nobody_wins)
    found = compare(noughts.GAME, fair, 800)
    assert "; the starter scores 0.50 instead of 0.65, no longer clearly an advantage" in (
        found.headline
    )
    assert "starting is now an advantage" in compare(fair, noughts.GAME, 800).headline


def nobody_wins(rules, state):  # type: ignore[no-untyped-def]
    return (2, 1) if state.winner != ONGOING else (ONGOING, 0)  # type: ignore[name-defined]  # noqa: F821


def three_in_a_row_lose(rules, state):  # type: ignore[no-untyped-def]
    if state.winner in (0, 1):
        return 1 - state.winner, 1
    return state.winner, 0 if state.winner == ONGOING else 1  # type: ignore[name-defined]  # noqa: F821


def test_a_pair_is_worth_as_many_games_as_its_variance_is_smaller() -> None:
    a = hand_made([0, 0, 1, 1] * 25, [10, 20, 30, 40] * 25)
    b = hand_made([0, 0, 1, 1] * 25, [11, 22, 31, 42] * 25)
    row = Comparison(a, b).rows["length"]
    assert row["difference"] == 1.5
    spread = np.var([10, 20, 30, 40]) + np.var([11, 22, 31, 42])
    assert row["worth"] == pytest.approx(100 * spread / np.var([1, 2]))
    error = (0.25 / 99) ** 0.5
    assert Comparison(a, b).found["length"].gap.high - 1.5 == pytest.approx(
        1.984 * error, rel=0.02
    ), "Student's t, 99 degrees"


def test_few_pairs_that_differ_are_counted_not_taken_for_normal() -> None:
    """Two of 400 pairs won instead of lost: exact Poisson limits of 2 are 0.242 and 7.22."""
    a, b = hand_made([1] * 400, [10] * 400), hand_made([0, 0] + [1] * 398, [10] * 400)
    found = Comparison(a, b)
    gap = found.found["first-player score"].gap
    assert gap.value == 0.005
    assert gap.low == pytest.approx(0.005 - np.hypot(1.758, 3.689) / 400, abs=1e-4)
    assert gap.high == pytest.approx(0.005 + 5.225 / 400, abs=1e-4)
    assert gap.p == 0.5
    assert found.rows["first-player score"]["p"] == 1, "it is not the only row"


def test_an_interval_allows_for_rare_large_differences_that_few_pairs_do_not_show() -> None:
    """In one pair of four a game takes a move more, and in one of twelve 30 moves more."""
    random, truth, held = np.random.default_rng(7), 0.25 + 30 / 12, 0
    for _ in range(400):
        moves = random.integers(10, 60, 20)
        gaps = random.choice([0, 1, 30], 20, p=[2 / 3, 1 / 4, 1 / 12])
        one, other = (hand_made([0] * 20, each.tolist()) for each in (moves, moves + gaps))
        gap = paired(measured(one)["length"], measured(other)["length"])
        held += gap.low <= truth <= gap.high
    assert held / 400 > 0.94


@pytest.mark.parametrize("games", [1, 2, 3, 5])
def test_no_share_can_differ_by_more_than_all_of_it(games: int) -> None:
    a, b = hand_made([0] * games, [30] * games), hand_made([1] * games, [70] * games)
    rows = [
        row for row in Comparison(a, b).rows.values() if row["unit"] in ("of 1", "share of games")
    ]
    assert rows
    assert all(-1 <= row["low"] <= row["difference"] <= row["high"] <= 1 for row in rows)


def test_means_without_pairs_have_the_p_of_welch() -> None:
    lengths = [10, 12, 19, 11, 30, 14] * 4, [13, 22, 21, 41, 30, 9] * 5
    a, b = (hand_made([0, 1] * (len(each) // 2), each) for each in lengths)
    p = unpaired(measured(a)["length"], measured(b)["length"]).p
    assert p == pytest.approx(stats.ttest_ind(*lengths, equal_var=False).pvalue)
    alike = [measured(hand_made([0] * 10, [n] * 10))["length"] for n in (7, 8)]
    assert unpaired(*alike).p == pytest.approx(2 / 184_756), "2 ways to deal 20 games of 184,756"
    assert unpaired(alike[0], alike[0]).p == 1


def test_holm_multiplies_the_smallest_p_by_all_and_keeps_the_order() -> None:
    assert adjusted([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert adjusted([0.6, 0.9]) == pytest.approx([1.2, 1.2])
    assert adjusted([0.0, 0.5]) == [0, 0.5]
    assert holm([0.0]) == [1]
    assert holm([]) == []


def adjusted(ps: list[float]) -> list[float]:
    return [p * times for p, times in zip(ps, holm(ps), strict=True)]


def test_one_difference_among_many_must_be_larger_to_stand_out() -> None:
    gaps = [Gap(1.0, 0.1, 1.9, p, 0.0) for p in (0.02, 0.8, 0.9)]
    alone, among = (together(some, [lambda _: gaps[0]] * len(some))[0] for some in (gaps[:1], gaps))
    assert alone.p == pytest.approx(0.02)
    assert alone.low > 0
    assert among.p == pytest.approx(0.06)
    assert among.low == 0


@pytest.mark.parametrize("is_paired", [True, False])
def test_no_interval_contradicts_its_p(take_back_toe: object, is_paired: bool) -> None:
    """Where a difference stands out, its interval leaves out 0, and only there."""
    game, seen = gk.load("take-back-toe"), set()
    for change in ({"sides": 5}, {"columns": 5}, {"win_check": "mover_only"}, {"rows": 5}):
        for seed in range(3):
            a = gk.playtest(game, RANDOM, 300, seed, progress=False)
            other = game.with_(**change)
            b = gk.playtest(other, RANDOM, 300, seed + (not is_paired), progress=False)
            found = Comparison(a, b)
            for name, row in found.rows.items():
                stands_out = row["p"] < 0.05
                assert stands_out == (row["low"] > 0 or row["high"] < 0), (change, seed, name)
                by_itself = found.found[name].gap
                assert row["low"] <= by_itself.low <= by_itself.high <= row["high"]
                seen.add((stands_out, by_itself.p < 0.05))
    assert seen == {(True, True), (False, True), (False, False)}


def test_an_interval_widens_as_p_is_multiplied() -> None:
    """Student's limits with 99 degrees of freedom: of the smaller p for 97.5%, of the larger for 95%."""
    pattern = np.array([1.0, 2.0] * 50)

    def measure(values: statistics.Values) -> Counted:
        return Counted("moves", values, np.ones(100), partial(statistics.share, values))

    again = [
        partial(paired, measure(pattern * 0), measure(pattern - shift), False)
        for shift in (1.38, 1.4)
    ]
    gaps = [each(0.05) for each in again]
    first, second = together(gaps, again)
    assert gaps[0].p < gaps[1].p < 0.05
    assert (first.p, second.p) == pytest.approx((2 * gaps[0].p, max(2 * gaps[0].p, gaps[1].p)))
    error = (0.25 / 99) ** 0.5
    assert first.value - first.low == pytest.approx(stats.t.ppf(0.9875, 99) * error, rel=0.03)
    assert second.value - second.low == pytest.approx(stats.t.ppf(0.975, 99) * error, rel=0.03)


def test_the_same_pairs_seen_from_the_other_side() -> None:
    one = compare("take-back-toe", gk.load("take-back-toe", win_check="mover_only"))
    other = Comparison(one.b, one.a)
    for name, row in one.rows.items():
        back = other.rows[name]
        assert (back["a"], back["b"], back["p"]) == (row["b"], row["a"], row["p"])
        assert back["low"] == pytest.approx(-row["high"])
    assert one.touched == other.touched


# --- false alarms ------------------------------------------------------------------------------


@pytest.mark.parametrize("is_paired", [True, False])
def test_with_different_seeds_hardly_any_measure_stands_out(
    take_back_toe: object, is_paired: bool
) -> None:
    """Two samples of one game differ only by chance, paired or not."""
    population = gk.playtest("take-back-toe", RANDOM, 6000, seed=7, progress=False)
    rows, random, alarms, tests = population.rows, np.random.default_rng(1), 0, 0
    gap = paired if is_paired else unpaired
    for _ in range(60):
        one, other = (
            measured(Study(population.game, RANDOM, 1, rows[random.integers(0, 6000, 300)]))
            for _ in range(2)
        )
        shared = [name for name in one if name in other]
        ps = adjusted([gap(one[name], other[name]).p for name in shared])
        alarms, tests = alarms + sum(p < 0.05 for p in ps), tests + len(ps)
    assert tests > 500
    assert alarms / tests <= 0.05


GAPS = {
    "half of the pairs": ([-1, 0, 1], [0.25, 0.5, 0.25]),
    "one in fifty": ([-1, 0, 1], [0.01, 0.98, 0.01]),
    "wins against draws": ([-0.5, 0, 1], [0.2, 0.7, 0.1]),
    "rare and lopsided": ([-0.5, 0, 1], [0.04, 0.94, 0.02]),
}


@pytest.mark.parametrize("gaps", GAPS)
def test_looking_all_the_time_gives_a_false_alarm_in_one_of_twenty_streams_at_most(
    gaps: str,
) -> None:
    values, shares = GAPS[gaps]
    streams = np.random.default_rng(4).choice(values, (2000, 1500), p=shares)
    at = np.array([*looks(1500)])
    mean = streams.cumsum(1)[:, at - 1] / at
    variance = np.square(streams).cumsum(1)[:, at - 1] / at - mean**2 + 2 / at
    is_told = (streams != 0).cumsum(1)[:, at - 1] >= EVIDENCE
    alarms = (is_told & (evidence(at, mean, variance) > log(20))).any(axis=1)
    assert alarms.mean() <= 0.05
    reach, p = anytime(streams[0], 1.0)
    assert (p < 0.05) == (reach < abs(streams[0].mean())), "the interval says the same"


# --- when to stop ------------------------------------------------------------------------------


def test_a_clear_difference_is_found_early_and_a_missing_one_is_not(take_back_toe: object) -> None:
    game = gk.load("take-back-toe")
    clear = compare(game, game.with_(match=4), 2000, until="clear", measure="length")
    assert clear.stopped == "clear"
    assert len(clear) == 100
    row = clear.rows["length"]
    assert 0 < row["low"] < row["difference"]
    fixed = compare(game, game.with_(match=4), 100).rows["length"]
    assert row["high"] - row["low"] > 1.3 * (fixed["high"] - fixed["low"]), "the price of looking"
    same = compare(game, game, 300, until="clear")
    assert (same.stopped, len(same)) == ("not clear", 300)
    assert same.rows["length"]["low"] == -inf


@pytest.mark.parametrize("workers", [1, 2])
def test_it_stops_with_the_same_game_on_any_machine(take_back_toe: object, workers: int) -> None:
    game = gk.load("take-back-toe")
    found = compare(game, game.with_(sides=5), 3000, precision=0.09, workers=workers)
    row = found.rows["first-player score"]
    assert row["high"] - row["low"] <= 0.09
    assert len(found) < 3000
    whole = compare(game, game.with_(sides=5), len(found))
    assert whole.table.equals(found.table)
    earlier = [look for look in looks(3000) if look < len(found)][-1]
    row = compare(game, game.with_(sides=5), earlier).rows["first-player score"]
    assert row["high"] - row["low"] > 0.09


def test_ctrl_c_keeps_the_pairs_that_are_finished(take_back_toe: object) -> None:
    def follow(games: int) -> None:
        raise KeyboardInterrupt

    found = compare("take-back-toe", "take-back-toe", 2000, progress=follow)
    assert 0 < len(found) < 2000
    assert found.stopped == "interrupted, of 2,000"
    assert "interrupted" in found.report().caption


# --- where two games part ----------------------------------------------------------------------

PARTINGS = [
    ("take-back-toe", {"win_check": "mover_only"}, "Then it is over as published: .*TBT-17, Win"),
    ("take-back-toe", {"reversal": "none"}, r"would be the exact reverse \(TBT-12\)"),
    ("take-back-toe", {"match": 4}, "With match=4 it goes on."),
    ("take-back-toe", {"sides": 8}, "chance gives . as published, and chance gives . with sides=8"),
    ("sliding-tic-tac-toe", {"slide_whose": "own"}, r"players slide only their own .*\(STT-Q1\)"),
    ("tactical-escape", {"min_place": 1}, r"is not possible with min_place=1\. .*TE-Q2"),
    ("liars-dice", {"penalty": "lose"}, "Game . is the same for . move"),
]


@pytest.mark.parametrize(("name", "change", "message"), PARTINGS, ids=lambda value: str(value)[:24])
def test_an_example_stands_where_two_games_part_and_says_why(
    name: str, change: dict[str, object], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAMEKIT_COMPILE", "never")
    found = compare(name, gk.load(name, **change), 4)
    examples = [found.example(k) for k in range(int(found.games["differs"].sum()))]
    text = " ".join(example.text for example in examples)
    assert re.search(message, text), text
    for example in examples:
        a, b = example.a, example.b
        one, other = (
            [entry.text for entry in match.history if entry.player in (0, 1)] for match in (a, b)
        )
        assert one == other
        row = found.games.loc[example.number]
        assert (a.plies, b.plies) == (row["moves_a"], row["moves_b"])
        assert a.ply == b.ply == example.ply < max(a.plies, b.plies) or a.result != b.result


def test_games_that_differ_in_a_measure_of_their_own_went_differently(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A call counts three times as much, and its parity decides as before."""
    monkeypatch.setenv("GAMEKIT_COMPILE", "never")
    loud = dice.GAME.variant(apply=calls_count_three_times, text_board=told_calls)
    base = dice.GAME.variant(text_board=told_calls)
    found = gk.compare(
        base,
        loud,
        RANDOM,
        400,
        measures={"calls": lambda rules, state: state.called},
        progress=False,
    )
    differs = found.games["calls_a"] != found.games["calls_b"]
    assert 0 < differs.mean() < 1
    assert found.touched[0] == differs.mean()
    assert (found.games["differs"] == differs).all()
    assert "; also different: calls; " in found.headline
    for k in range(10):
        example = found.example(k)
        told = example.a.board_text(), example.b.board_text()
        assert told[0] != told[1], "the same calls lead to two positions"
        assert f"after move {example.ply}, 1." in example.text
        before = [
            match.fork().goto(example.ply - 1).board_text() for match in (example.a, example.b)
        ]
        assert before[0] == before[1], "and they were the same before"


def test_two_games_that_end_alike_are_told_apart_by_what_they_count() -> None:
    bold = gamble.GAME.variant(payoff=twice_as_much, highest_payoff=lambda rules: 18)
    example = gk.compare(gamble.GAME, bold, RANDOM, 5, progress=False).example()
    assert re.search(r"Both end alike: .* Payoff: -?\d+ as published, -?\d+ with ", example.text)


def twice_as_much(rules, state):  # type: ignore[no-untyped-def]
    if state.chosen == 0:
        return 2
    return 18 if state.won == 0 else -4


def calls_count_three_times(rules, state, move):  # type: ignore[no-untyped-def]
    if state.turn == 2:
        state.rolled = 1 + move
    else:
        state.called += 3 * move
        state.player = 1 - state.player
        state.turn += 1


def told_calls(rules, state):  # type: ignore[no-untyped-def]
    return f"called {state.called}"


def test_no_sentence_says_that_nothing_differs_beside_a_row_that_stands_out() -> None:
    """More moves are legal, and nobody chooses one of them."""
    a, b = hand_made([0, 1] * 50, [10, 12] * 50), hand_made([0, 1] * 50, [10, 12] * 50)
    rows = b.rows
    rows[:, drivers.CHOICES] += 10 + np.arange(100) % 3
    b = Study(b.game, b.bots, b.seed, rows, b.players)
    found = Comparison(a, b)
    assert found.touched[0] == 0
    assert found.rows["branching"]["p"] < 0.05
    assert "no difference" not in found.headline
    assert "also different: branching" in found.headline


def test_lengths_that_nobody_knows_are_not_compared(take_back_toe: object) -> None:
    wide = gk.load("take-back-toe", columns=5)
    assert "were stopped after 1 move." in compare("take-back-toe", wide, 5, max_moves=1).headline


def test_the_two_boards_of_an_example_say_which_is_which() -> None:
    game = gk.load("take-back-toe")
    found = gk.compare(game, game.with_(columns=5), RANDOM, games=3, progress=False)
    html = found.example()._repr_mimebundle_()["text/html"]
    descriptions = re.findall(r'alt="([^:"]*):', html)
    assert descriptions == ["As published", "With columns=5"]
    narrow = found.example(names=("on the narrow board", "on the wide one"))
    assert all(name in narrow.text for name in ("on the narrow board", "on the wide one"))
    assert 'alt="On the wide one: ' in narrow._repr_mimebundle_()["text/html"]


def test_an_example_comes_from_a_played_game_for_every_kind_of_player(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("GAMEKIT_COMPILE", "never")
    game = gk.load("take-back-toe")
    found = compare(game, game.with_(sides=5), 2, bots=(FirstMove(), "random"), max_moves=30)
    example = found.example(1)
    for match, study in ((example.a, found.a), (example.b, found.b)):
        assert match.plies == study.rows[example.number, drivers.MOVES]
        assert match.plies <= 30
    assert "<div" in example._repr_mimebundle_()["text/html"]


# --- two studies -------------------------------------------------------------------------------


@pytest.mark.parametrize("often", [0.01, 0.3])
def test_the_difference_of_events_a_turn_covers_the_truth(often: float) -> None:
    """The same games have an event in both variants; those of the other are 20 turns longer."""
    random, covers = np.random.default_rng(4), 0

    def skipped(events: Rows, turns: Rows) -> Counted:
        floats = events.astype(np.float64), turns.astype(np.float64)
        return Counted("share of turns", *floats, partial(statistics.rate, events, turns))

    for _ in range(1000):
        events, turns = random.binomial(1, often, 100), random.integers(5, 56, 100)
        longer = turns + random.integers(10, 31, 100)
        found = paired(skipped(events, turns), skipped(events, longer))
        covers += found.low <= often / 50 - often / 30 <= found.high
        assert found.p == 1 or often > 0.1, "few events in both tell nothing"
    assert covers >= 940


def test_two_studies_are_paired_where_they_played_the_same_games(take_back_toe: object) -> None:
    game, other = gk.load("take-back-toe"), gk.load("take-back-toe", win_check="mover_only")
    a, b = (gk.playtest(each, RANDOM, 400, 3, progress=False) for each in (game, other))
    found, played = gk.compare(a, b), compare(game, other, 400, seed=3)
    assert found.is_paired
    assert found.table.equals(played.table)
    later = gk.playtest(other, RANDOM, 400, 4, progress=False)
    unlike = gk.compare(a, later)
    assert not unlike.is_paired
    assert not are_paired(a, Study(game, ("people", "people"), 3, b.rows))
    row, wide = found.rows["length"], unlike.rows["length"]
    assert wide["high"] - wide["low"] > 2 * (row["high"] - row["low"])
    assert "share nothing" in unlike.report().caption
    with pytest.raises(gk.GameError, match="have no pairs of games"):
        unlike.example()


def test_an_ending_of_one_variant_is_not_listed_for_the_other(take_back_toe: object) -> None:
    game = gk.load("take-back-toe")
    row = compare(game.with_(turn_limit=0), game.with_(turn_limit=1), 50).rows["TBT-19"]
    assert row["a"] == 0 < row["b"] == row["difference"]


# --- what is refused, what is read -------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("take-back-toe", "liars-dice"), "different games; give two variants of one"),
        (("take-back-toe", "take-back-to"), "Did you mean"),
        (("take-back-toe", 3), "3"),
        (("take-back-toe", "take-back-toe", RANDOM, 1), "games=1"),
        (("take-back-toe", "take-back-toe", ("random",)), "name two bots"),
    ],
)
def test_senseless_arguments_are_refused(arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(gk.GameError, match=message):
        gk.compare(*arguments, progress=False)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"until": "soon"}, 'give "clear"'),
        ({"precision": 0}, "give the width of an interval"),
        ({"precision": True}, "give the width of an interval"),
        ({"precision": 0.1, "until": "clear"}, "not both"),
        ({"until": "clear", "measure": "lenght"}, "Did you mean 'length'"),
        ({"measure": "lenght"}, "Did you mean 'length'"),
    ],
)
@pytest.mark.parametrize("games", [20, 200])
def test_impossible_rules_for_stopping_are_refused(
    keywords: dict[str, object], message: str, games: int, take_back_toe: object
) -> None:
    with pytest.raises(gk.GameError, match=message):
        compare("take-back-toe", "take-back-toe", games, **keywords)


def test_the_report_says_what_changed_and_how_to_read_it(take_back_toe: object) -> None:
    game = gk.load("take-back-toe")
    report = compare(game, game.with_(match=4), 300).report()
    lines = repr(report).splitlines()
    assert lines[0].startswith("Games are ")
    assert " longer (" in lines[0]
    assert "of games went differently." in lines[0]
    assert lines[2].split("  ")[0] == "measure"
    assert "as published" in lines[2]
    assert "match=4" in lines[2]
    assert any(line.startswith("TBT-17 Win") for line in lines)
    assert "300 pairs of games, random against random, seed 1." in lines[-1]
    assert report.table().count("<tr") == len(report.comparison.table) + 1
