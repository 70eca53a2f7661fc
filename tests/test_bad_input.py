"""Whatever a person gets wrong is named, with the remedy, by a child of GameError."""

from __future__ import annotations

from typing import Any

import pytest

import gamekit as gk

START = {"B1": 10, "B2": 10, "B3": 10, "B4": 10}
LINE = {"A1": 5, "A2": 5, "A3": 5}


def refuse(error: type[gk.GameError], message: str, position: Any = None, **options: Any) -> None:
    with pytest.raises(error) as found:
        gk.Match("take-back-toe", position=position, **options)
    assert type(found.value) is error
    assert message in str(found.value)


# --- games and parameters ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("take-back-to", "there is no game 'take-back-to'. Did you mean 'take-back-toe'?"),
        ("chess", "there is no game 'chess'. Known: take-back-toe"),
        ("games/tiny-go.py", "For your own game: from tiny_go import GAME, or on"),
        (pytest, "For your own game: from pytest import GAME"),
        (gk.load("take-back-toe"), "You have this game already"),
        ("", "there is no game ''."),
        ("../games/take-back-toe", "there is no game"),
    ],
)
def test_an_unknown_game_is_refused_with_the_nearest(name: Any, message: str) -> None:
    for ask in (gk.load,) if isinstance(name, gk.Game) else (gk.load, gk.Match):
        with pytest.raises(gk.GameError) as found:
            ask(name)
        assert message in str(found.value)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"colums": 5}, "no parameter 'colums'. Did you mean 'columns'?"),
        ({"xyz": 5}, "no parameter 'xyz'. Known: rows, columns, height"),
        ({"first": 1}, "no parameter 'first'."),
        ({"columns": 9}, "columns=9: columns must be a whole number from 2 to 8."),
        ({"columns": 1}, "a whole number from 2 to 8"),
        ({"columns": "5"}, "columns='5': columns must be a whole number from 2 to 8"),
        ({"columns": 5.0}, "columns=5.0:"),
        ({"columns": True}, "columns=True:"),
        ({"columns": None}, "columns=None:"),
        ({"rows": 4}, "rows=4: rows must be 3 or 5 or 7"),
        ({"height": 0}, "a whole number from 1 to 60"),
        ({"sides": 21}, "a whole number from 1 to 20"),
        ({"turn_limit": -1}, "a whole number from 0 to 1000"),
        ({"reversal": "never"}, "must be 'previous_turn' or 'last_actual_move' or 'none'"),
        ({"reversal": 0}, "reversal=0: reversal must be 'previous_turn'"),
        ({"reversal": None}, "reversal=None:"),
        ({"limit_tie": ["draw"]}, "limit_tie=['draw']:"),
        ({"columns": 2}, "match=3 with columns=2"),
        ({"match": 5}, "a row of 4 cells cannot hold 5 stacks. Lower match or add columns."),
    ],
)
def test_parameters_that_contradict_each_other_are_refused(parameters: Any, message: str) -> None:
    for change in (gk.load("take-back-toe").with_, lambda **p: gk.load("take-back-toe", **p)):
        with pytest.raises(gk.BadVariant) as found:
            change(**parameters)
        assert message in str(found.value)


# --- matches -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"first": 2}, 'first=2: give 0, 1 or "random".'),
        ({"first": "Red"}, "first='Red': give 0, 1 or"),
        ({"first": True}, "first=True:"),
        ({"first": 0.0}, "first=0.0:"),
        ({"dmo": -1}, "dmo=-1: give 0 or 1."),
        ({"dmo": "random"}, "dmo='random': give 0 or 1."),
        ({"seed": "7"}, "seed='7': give a whole number."),
        ({"seed": 1.5}, "seed=1.5:"),
        ({"seed": True}, "seed=True:"),
        ({"number": -1}, "number=-1: give a whole number, 0 or more."),
        ({"number": "3"}, "number='3': give a whole number, 0 or more."),
        ({"number": True}, "number=True:"),
        ({"number": None}, "number=None:"),
        ({"players": ("Ann",)}, "give two different names"),
        ({"players": ("Ann", "Ann")}, "give two different names"),
        ({"players": ("Ann", " ")}, "give two different names"),
        ({"players": ("Ann", "B\no")}, "each on one line"),
        ({"players": ("Ann", "B\u2028o")}, "each on one line"),
        ({"players": ("Ann", 5)}, "give two different names"),
        ({"players": 5}, "give two different names"),
    ],
)
def test_impossible_seats_seeds_and_names_are_refused(options: Any, message: str) -> None:
    refuse(gk.GameError, message, **options)


@pytest.mark.parametrize("player", [2, -1, None, "Red", True])
def test_only_a_player_can_resign_or_flag(player: Any) -> None:
    match = gk.Match("take-back-toe", seed=1)
    for end in (match.resign, match.flag):
        with pytest.raises(gk.GameError, match="give 0 or 1"):
            end(player)
    assert match.result is None


@pytest.mark.parametrize(
    ("move", "message"),
    [
        (None, "None is not a move"),
        (1.5, "1.5 is not a move"),
        (True, "True is not a move"),
        (48, "48 is not a move: moves are written as text or numbered 0 to 47."),
        (-1, "-1 is not a move"),
        ("B2-A2 ... ...", "names its start and its end"),
        ("B2-A٢", "no cell A٢"),
        ("\x00", "names its start and its end"),
        ("{0}-{1}", "names its start and its end"),
        ("B2-A2" * 50, "names its start and its end"),
        ("B2-A2" * 1000, "No turn is this long"),
        ("A1-A" + "9" * 290, "There is no cell A999"),
    ],
)
def test_what_is_not_a_move_is_refused(move: Any, message: str) -> None:
    match = gk.Match("take-back-toe", seed=7)
    with pytest.raises(gk.IllegalMove) as found:
        match.play(move)
    assert message in found.value.message
    assert found.value.rule in match.game.rulebook
    assert match.ply == 0


@pytest.mark.parametrize(
    ("game", "move", "message"),
    [
        ("sliding-tic-tac-toe", "A1-B7", "There is no cell B7: the board goes from A1 to F6."),
        ("sliding-tic-tac-toe", "A1 to A2", "A turn is written like"),
        ("liars-dice", "0x9", "A claim names one die or more, and a face from 1 to 6."),
    ],
)
def test_a_refusal_names_what_is_wrong_with_what_was_written(
    game: str, move: str, message: str
) -> None:
    refusal = gk.Match(game, seed=7).why_not(move)
    assert refusal
    assert refusal.message.startswith(message)


# --- positions ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"bord": START}, "unknown field 'bord'. Did you mean 'board'?"),
        ({"": 1}, "unknown field ''."),
        ({1: 2}, "unknown field 1."),
        ([], "a position is a dictionary of board, to_move"),
        ("B1", "a position is a dictionary"),
        ({"board": {"B1": 39}}, "the board holds 39 pieces; the game has 40."),
        ({"board": {}}, "the board holds 0 pieces; the game has 40."),
        ({"board": {"B1": 41}}, "the stack on B1 is 41; it must be a whole number from 0 to 40."),
        ({"board": {"B1": -1}}, "the stack on B1 is -1"),
        ({"board": {"B1": "10"}}, "the stack on B1 is '10'"),
        ({"board": {"B1": 10.0}}, "the stack on B1 is 10.0"),
        ({"board": {"B1": True}}, "the stack on B1 is True"),
        ({"board": {"D1": 40}}, "There is no cell D1: the board goes from A1 to C4."),
        ({"board": {"A5": 40}}, "There is no cell A5"),
        ({"board": {"A0": 40}}, "There is no cell A0"),
        ({"board": {"": 40}}, "There is no cell"),
        ({"board": {3: 40}}, "There is no cell 3"),
        ({"board": {"B1": 20, "b1": 20}}, "B1 is named twice"),
        ({"board": [10, 10, 10, 10]}, 'write it like {"A2": 4, "B1": 10}.'),
        ({"die": 0}, "die is 0; it must be a whole number from 1 to 6."),
        ({"die": 7}, "die is 7;"),
        ({"die": "4"}, "die is '4';"),
        ({"die": [4]}, "die is [4];"),
        ({"to_move": 2}, "to_move is 2; it must be a whole number from 0 to 1."),
        ({"to_move": "Red"}, "to_move is 'Red';"),
        ({"turns": 5}, "turns is 5; write it like [3, 2]."),
        ({"turns": [1]}, "write it like [3, 2]."),
        ({"turns": [-1, 0]}, "turns[0] is -1;"),
        ({"turns": [0, 1]}, "turns [0, 1] are impossible: player 0 started"),
        ({"turns": [5, 3]}, "turns [5, 3] are impossible"),
        ({"turns": [3, 3], "to_move": 1}, "after turns [3, 3] player 0 is to move, not player 1."),
        ({"turns": [1, 0], "to_move": 0}, "after turns [1, 0] player 1 is to move"),
        ({"board": {**LINE, "C1": 5, "C2": 5, "C3": 5, "B1": 10}}, "no turn can complete two"),
        ({"last": "A2-A1"}, 'write it like ["A2", "A1", 3].'),
        ({"last": ["A2", "A1"]}, 'write it like ["A2", "A1", 3].'),
        ({"last": ["B1", "B3", 3]}, "last: B1 and B3 do not share a side."),
        ({"last": ["B1", "B1", 3]}, "last: B1 and B1 do not share a side."),
        ({"last": ["B1", "D1", 3]}, "There is no cell D1"),
        ({"last": ["B1", "B2", 7]}, "the number of pieces in last is 7;"),
        ({"last": ["B1", "B2", 0]}, "the number of pieces in last is 0;"),
        ({"last": ["B1", "A1", 3]}, "three pieces just moved to A1, which holds no pieces."),
        ({"last": [None, "A1", 3]}, "There is no cell"),
    ],
)  # fmt: skip
def test_impossible_positions_are_refused(position: Any, message: str) -> None:
    refuse(gk.BadPosition, message, position)


def test_who_started_decides_which_turns_can_be() -> None:
    refuse(gk.BadPosition, "player 1 started", {"turns": [1, 0]}, first=1)
    assert gk.Match("take-back-toe", first=1, position={"turns": [0, 1]}).to_act == 0


def test_a_position_fits_the_variant_it_is_for() -> None:
    wide = gk.load("take-back-toe", columns=5)
    assert gk.Match(wide, position={"board": {"A5": 50}}).state.stacks[4] == 50
    with pytest.raises(gk.BadPosition, match="40 pieces; the game has 50"):
        gk.Match(wide, position={"board": START})


# --- the environment ---------------------------------------------------------------------------


@pytest.mark.parametrize("value", ["", "Never", "no", "0"])
def test_a_setting_of_the_compiler_that_means_nothing_is_refused(
    value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAMEKIT_COMPILE", value)
    with pytest.raises(gk.GameError, match=r"GAMEKIT_COMPILE is .* set it to never"):
        gk.playtest("take-back-toe", games=1, progress=False)
