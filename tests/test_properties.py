"""What holds for every match, tried out by hypothesis; `fuzz.py` tries files and texts."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import gamekit as gk
from gamekit.validation import name_of
from tests.matches import variants

pytestmark = pytest.mark.long

GAME = gk.load("take-back-toe")
SMALL = GAME.with_(columns=3, height=2, sides=4, turn_limit=6, reversal="last_actual_move")


@pytest.mark.parametrize("name", [game.name for game in gk.games()])
@settings(max_examples=12, suppress_health_check=list(HealthCheck))
@given(st.data(), st.integers(0, 2**32), st.sampled_from([0, 1]))
def test_every_variant_is_played_and_its_positions_and_its_record_bring_it_back(
    name: str, data: Any, seed: int, first: int
) -> None:
    game, random = data.draw(variants(gk.load(name))), Random(seed)
    match: Any = gk.Match(game, seed=seed, first=first)
    while match.result is None and match.ply < 60:
        fields = json.loads(json.dumps(game.dump(match.rules, match.state)))
        again = gk.Match(game, first=first, dmo=match.dmo, position=fields, auto=False)
        assert again.state == match.state
        moves = match.legal_moves()  # the first few often are what ends a bout or a turn
        match.play(random.choice(random.choice((moves, moves[:4]))))
    again = gk.Record.parse(str(match.record)).match()
    assert (again.state, again.result) == (match.state, match.result)
    assert match.result is None or match.result.rule in game.rulebook


@given(st.lists(st.text(min_size=1, max_size=20), min_size=2, max_size=2))
def test_players_are_called_what_they_are_called(names: list[str]) -> None:
    try:
        match = gk.Match("take-back-toe", seed=7, players=names)
    except gk.GameError:
        assume(False)
        raise
    match.play(match.legal_moves()[0]).play(match.legal_moves()[0]).resign(1)
    names = [name_of(name) for name in names]  # blanks around a name are not part of it
    assert list(match.names) == names
    assert names[0] in match.result.text
    assert names[0] in match.board_text()
    again = gk.Record.parse(str(match.record)).match()
    assert (again.names, again.history) == (match.names, match.history)


@given(
    st.floats(0, 1000), st.floats(0, 10_000), st.none() | st.floats(0.5, 1000),
    st.lists(st.tuples(st.sampled_from([0, 1]), st.floats(0, 2000)), max_size=12),
)  # fmt: skip
def test_a_clock_never_gives_time_back(
    main: float, reserve: float, period: float | None, moves: list[tuple[int, float]]
) -> None:
    clock = gk.Clock(main, reserve, period)
    assert clock.left == clock.full().left
    for player, seconds in moves:
        before, late = clock.left, clock.is_out(player, seconds)
        charge = clock.charge(player, seconds)
        assert charge.flag is late
        assert charge.left == clock.left[player] == max(0, round(before[player] - charge.used, 6))
        assert clock.left[1 - player] == before[1 - player]
        assert charge.used >= 0
        assert late or charge.used * (period or 1) >= seconds - main - 1e-5
        assert clock.copy() == clock


# --- a match against a simple model ------------------------------------------------------------


class Against(RuleBasedStateMachine):
    """A match, and the same match as a plain list of steps.

    The model's line is a list of (is a player's move, number); `at` of them are made.
    """

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name)
        self.line: list[tuple[bool, int]] = []
        self.left: list[Any] = []  # on the clocks, after each step
        self.at = 0
        self.now = 0.0
        self.loser: int | None = None

    def teardown(self) -> None:
        self.folder.cleanup()

    @initialize(
        first=st.sampled_from([0, 1]),
        seed=st.integers(0, 99),
        small=st.booleans(),
        clock=st.sampled_from([None, gk.Clock(10, 1e6), gk.Clock(10, 1e6, 7)]),
    )
    def begin(self, first: int, seed: int, small: bool, clock: gk.Clock | None) -> None:
        self.game = SMALL if small else GAME
        journal = self.path / "journal"
        self.match = gk.Match(
            self.game, seed=seed, first=first, clock=clock, auto=False, journal=journal
        )
        self.match.timer = lambda: self.now
        self.match.goto(0)
        self.full = clock and clock.left

    # the model

    def state(self, steps: int) -> Any:
        """Replay this many steps with the rules alone."""
        state = gk.Match(self.game, first=self.match.first, auto=False).state
        for _, number in self.line[:steps]:
            self.game.apply(self.match.rules, state, number)
        return state

    def forced(self) -> None:
        state = self.state(self.at)
        while (
            self.game.to_act(self.match.rules, state) == gk.CHANCE
            and self.game.outcomes(self.match.rules, state) == 1
        ):
            self.game.apply(self.match.rules, state, 0)
            self.line.append((False, 0))
            self.left.append(self.match.clock and self.match.clock.left)
            self.at += 1

    def add(self, is_move: bool, number: int) -> None:
        self.line[self.at :] = [(is_move, number)]
        self.left[self.at :] = [self.match.clock and self.match.clock.left]
        self.at += 1
        self.loser = None
        self.forced()

    def plies(self, steps: int) -> int:
        return sum(is_move for is_move, _ in self.line[:steps])

    def goes_to(self, ply: int) -> None:
        self.at = max(n for n in range(len(self.line) + 1) if self.plies(n) == ply)

    @property
    def over(self) -> bool:
        return self.loser is not None and self.at == len(self.line)

    # what people do

    @precondition(lambda self: self.match.to_act == gk.CHANCE)
    @rule(data=st.data())
    def dictate(self, data: Any) -> None:
        outcome = data.draw(st.integers(1, self.game.parameters["sides"]))
        self.match.dictate(outcome)
        self.add(False, outcome - 1)

    @precondition(lambda self: self.match.to_act == gk.CHANCE)
    @rule()
    def roll(self) -> None:
        made = len(self.match.history)
        self.match.advance()
        for entry in self.match.history[made:]:
            self.line[self.at :] = [(False, entry.move)]
            self.left[self.at :] = [self.match.clock and self.match.clock.left]
            self.at += 1
            self.loser = None

    @precondition(lambda self: self.match.to_act in (0, 1))
    @rule(data=st.data())
    def play(self, data: Any) -> None:
        number = data.draw(st.sampled_from(self.match.legal_moves()))
        if self.match.clock:
            self.now += data.draw(st.floats(0, 99))
        text = data.draw(st.booleans())
        self.match.play(self.match.game.write(self.match.rules, self.match.state, number)
                        if text else number)  # fmt: skip
        self.add(True, number)

    @rule(number=st.integers(-1, 60))
    def try_any_move(self, number: int) -> None:
        if number not in self.match.legal_moves():
            with pytest.raises(gk.IllegalMove):
                self.match.play(number)

    @precondition(lambda self: self.plies(self.at) > 0)
    @rule()
    def undo(self) -> None:
        self.match.undo()
        self.goes_to(self.plies(self.at) - 1)

    @precondition(lambda self: self.plies(self.at) < self.plies(len(self.line)))
    @rule()
    def redo(self) -> None:
        self.match.redo()
        self.goes_to(self.plies(self.at) + 1)

    @rule(data=st.data())
    def goto(self, data: Any) -> None:
        ply = data.draw(st.integers(0, self.plies(len(self.line))))
        self.match.goto(ply)
        self.goes_to(ply)

    @precondition(lambda self: self.match.result is None)
    @rule(player=st.sampled_from([0, 1]), flag=st.booleans())
    def give_up(self, player: int, flag: bool) -> None:
        (self.match.flag if flag else self.match.resign)(player)
        del self.line[self.at :], self.left[self.at :]
        self.loser = player

    # what must hold

    @rule(seed=st.none() | st.integers(0, 9))
    def fork(self, seed: int | None) -> None:
        before = self.match.record
        fork = self.match.fork(seed)
        assert (fork.state, fork.history, fork.result) == (
            self.match.state, self.match.history, self.match.result,
        )  # fmt: skip
        fork.advance()
        if fork.to_act in (0, 1):
            fork.play(fork.legal_moves()[0])
        self.same_as(gk.Record.parse(str(fork.record)).match(), fork)
        assert self.match.record == before

    @rule()
    def save_and_read(self) -> None:
        self.match.save(self.path / "match.json")
        self.same_as(gk.read(self.path / "match.json"), self.match)

    @rule()
    def write_and_parse(self) -> None:
        self.same_as(gk.Record.parse(str(self.match.record)).match(), self.match)

    @rule()
    def read_the_journal(self) -> None:
        again = gk.read(self.path / "journal")
        self.same_as(again, self.match)
        assert again.line == self.match.line

    def same_as(self, one: Any, two: Any) -> None:
        assert (one.state, one.history, one.result, one.to_act) == (
            two.state, two.history, two.result, two.to_act,
        )  # fmt: skip
        assert one.clock == two.clock

    @rule()
    def set_up_the_position(self) -> None:
        if self.loser is None:
            fields = self.game.dump(self.match.rules, self.match.state)
            again = gk.Match(self.game, first=self.match.first, position=fields, auto=False)
            assert again.state == self.match.state

    @invariant()
    def match_and_model_agree(self) -> None:
        match, state = self.match, self.state(self.at)
        assert match.state == state
        assert [entry.move for entry in match.history] == [n for _, n in self.line[: self.at]]
        assert [entry.move for entry in match.line] == [n for _, n in self.line]
        assert (match.ply, match.plies) == (self.plies(self.at), self.plies(len(self.line)))
        if self.full:
            assert match.clock.left == (self.left[self.at - 1] if self.at else self.full)
        if self.over:
            assert match.result.winner == 1 - self.loser
            assert match.to_act == gk.OVER
        else:
            outcome, _ = self.game.result(match.rules, state)
            assert (match.result is None) is (outcome == -1)
            assert match.to_act == self.game.to_act(match.rules, state)
            assert match.to_act not in (0, 1) or match.legal_moves()


TestMatchAgainstModel = Against.TestCase
TestMatchAgainstModel.settings = settings(
    stateful_step_count=40, suppress_health_check=[HealthCheck.too_slow]
)
