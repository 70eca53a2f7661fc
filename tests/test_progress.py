"""How far a playtest is, as people see it: below the cell of a notebook, and in a terminal."""

from __future__ import annotations

import pickle
import sys

import IPython
import pytest

import gamekit as gk
from gamekit import progress
from gamekit.studies import study_without_numpy

RANDOM = ("random", "random")


class Screen:
    """What stands below a cell: each output as it is now, and all words that were to be read."""

    def __init__(self) -> None:
        self.outputs: list[dict[str, str]] = []
        self.words: list[str] = []

    def display(self, data: dict[str, str], raw: bool, display_id: bool) -> Output:
        assert raw
        assert display_id
        self.outputs.append(data)
        return Output(self, len(self.outputs) - 1)


class Output:
    def __init__(self, screen: Screen, place: int) -> None:
        self.screen, self.place = screen, place

    def update(self, data: dict[str, str], raw: bool) -> None:
        assert raw
        self.screen.outputs[self.place] = data
        self.screen.words += [data["text/plain"]] if data else []


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """A notebook, in which the rules stay interpreted."""
    found = Screen()
    monkeypatch.setenv("GAMEKIT_COMPILE", "never")
    monkeypatch.setattr(IPython, "get_ipython", object)  # a shell, and not that of a terminal
    monkeypatch.setattr("IPython.display.display", found.display)
    monkeypatch.setattr(progress, "PAUSE", 0)
    return found


def test_a_playtest_tells_how_far_it_is_and_leaves_nothing(screen: Screen) -> None:
    gk.playtest("take-back-toe", RANDOM, 12)
    assert screen.words[0] == "0 of 12 games"
    assert screen.words[-1] == "12 of 12 games"
    assert screen.outputs == [{}]


def test_a_comparison_tells_it_too(screen: Screen) -> None:
    gk.compare("take-back-toe", gk.load("take-back-toe").with_(columns=3), RANDOM, 3)
    assert screen.words[-1] == "3 of 3 games"
    assert screen.outputs == [{}]


def test_a_finding_has_one_line_for_all_its_players(screen: Screen) -> None:
    game, bots = gk.load("take-back-toe"), ("random", "greedy")
    gk.finding("Starting helps", game, bots=bots, games=6)
    assert (screen.words[0], screen.words[-1]) == ("0 of 12 games", "12 of 12 games")
    gk.finding("Longer", game.with_(columns=3), "length", than=game, bots=bots, games=2)
    assert screen.words[-1] == "8 of 8 games"
    assert screen.outputs == [{}, {}]


def test_solving_tells_how_many_positions_it_has_found(screen: Screen) -> None:
    solution = gk.solve(
        gk.load("liars-dice", start_dice=1, sides=2, bouts=1, max_claim="total_dice")
    )
    assert screen.words[-1] == f"{solution.positions:,} of 400,000 positions allowed"
    assert screen.outputs == [{}]
    assert pickle.loads(pickle.dumps(solution)).value == solution.value


def test_who_wants_silence_has_it(screen: Screen) -> None:
    gk.playtest("take-back-toe", RANDOM, 3, progress=False)
    assert screen.outputs == []


class Stop:
    """Moves three times."""

    moves = 3

    def choose(self, view: gk.View, seed: int = 1) -> int:
        if self.moves == 0:
            raise KeyboardInterrupt
        self.moves -= 1
        return view.legal_moves()[0]


def test_nothing_is_left_when_a_playtest_is_stopped(screen: Screen) -> None:
    with pytest.raises(KeyboardInterrupt):
        gk.playtest("take-back-toe", (Stop(), Stop()), 3)
    assert screen.outputs == [{}]


def test_a_light_playtest_tells_how_many_games_it_dares_and_leaves_nothing(
    screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(study_without_numpy, "TRIAL", 0)
    study_without_numpy.playtest("take-back-toe", RANDOM, 3)
    assert screen.words[0].startswith("The rules are interpreted here")
    assert screen.outputs == [{}]


def test_a_terminal_has_a_bar(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    gk.playtest("take-back-toe", RANDOM, 3)
    output = capsys.readouterr().err
    assert "3/3" in output or "0/3" in output


def test_a_log_has_lines_of_a_long_playtest_and_nothing_of_a_short_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    gk.playtest("take-back-toe", RANDOM, 3)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(progress, "LOG_PAUSE", 0)
    gk.playtest("take-back-toe", RANDOM, 3)
    assert capsys.readouterr().err.splitlines()[-1] == "3 of 3 games"
