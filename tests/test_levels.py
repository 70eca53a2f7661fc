"""The named levels: known everywhere, careful from the second on, each a bot that the drivers know."""

from __future__ import annotations

import pytest

import gamekit as gk
from gamekit.bots.levels import LEVELS, levels, of_recipe, recipes
from gamekit.games.flower_field.bots import is_provable
from tests.small_games import noughts, rolled
from tests.test_bots import WINS_IN_ONE

CAREFUL = LEVELS[1:4]


@pytest.mark.parametrize("level", CAREFUL)
@pytest.mark.parametrize("scene", WINS_IN_ONE)
def test_nobody_from_casual_up_misses_a_win_within_the_turn(level: str, scene: str) -> None:
    name, position = WINS_IN_ONE[scene]
    match = gk.Match(name, position=position)
    while match.result is None:
        assert match.to_act == 0, f"the turn went by: {match.history}"
        match.play(gk.bot(level).choose(match.view(0)))
    assert match.result.winner == 0


def outcomes(match: gk.Match, me: int) -> dict[int, str]:
    """Return what becomes of each move: "win", "handed over" if the opponent can win at once, or "open"."""
    found = {}
    for move in match.legal_moves():
        after = match.fork().play(move)
        if after.result:
            found[move] = "win" if after.result.winner == me else "open"
            continue
        replies = (after.fork().play(reply).result for reply in after.legal_moves())
        lost = any(end and end.winner == 1 - me for end in replies)
        found[move] = "handed over" if lost else "open"
    return found


@pytest.mark.parametrize("level", CAREFUL)
def test_nobody_from_casual_up_hands_over_a_game_that_can_be_kept(level: str) -> None:
    wins = kept = 0
    for seed in range(40):
        match = gk.Match(noughts.GAME, seed=seed)
        while match.result is None:
            me, ways = match.to_act, outcomes(match, match.to_act)
            choice = gk.bot(level).choose(match.view(me), seed)
            if "win" in ways.values():
                assert ways[choice] == "win"
                wins += 1
            elif {"open", "handed over"} <= set(ways.values()):
                assert ways[choice] == "open"
                kept += 1
            match.play(match.legal_moves()[(seed * 7 + match.ply * 3) % len(match.legal_moves())])
    assert wins > 10
    assert kept > 10


@pytest.mark.parametrize("name", ["greedy", "search:30", *CAREFUL])
def test_dice_in_between_hide_no_threat(name: str) -> None:
    match = gk.Match(rolled.GAME, position={"marks": "OO  X    "}, first=1)
    assert {gk.bot(name).choose(match.view(0), seed) for seed in range(4)} == {2}


def duplicates_planted(level: str) -> int:
    """After how many of the turns of a few games of Flower Field somebody could be caught."""
    caught = 0
    for seed in range(4):
        match, bot = gk.Match("flower-field", seed=seed), gk.bot(level)
        while match.result is None and match.state.turn < 16:
            turn = match.state.turn
            match.play(bot.choose(match.view(match.to_act), match.ply))
            if match.state.turn > turn and not match.state.challenging:
                caught += is_provable(match.rules, match.state)
    return caught


def test_a_novice_makes_mistakes_that_can_be_caught() -> None:
    assert duplicates_planted("novice") > 0
    assert duplicates_planted("casual") == 0


def test_greedy_is_in_a_hurry_only_where_a_game_declares_long_turns() -> None:
    greedy, thorough = gk.bot("greedy"), of_recipe("thorough:0")

    def hurries(game: gk.Game) -> bool:
        return greedy.in_game(game).seat != thorough.in_game(game).seat

    hurried = {
        game.name for game in map(gk.load, (known.name for known in gk.games())) if hurries(game)
    }
    assert hurried == {"death-match", "shift-tac-toe", "tactical-escape"}
    assert hurries(gk.load("shift-tac-toe", size=3)), "a variant as the game it is made of"
    own = noughts.OTHERS, vars(noughts)
    assert not hurries(gk.Game(*own, name="mine", title="Mine"))
    assert hurries(gk.Game(*own, name="mine", title="Mine", long_turns=True))


def test_every_game_and_every_variant_has_five_levels() -> None:
    own = [noughts.GAME, gk.load("take-back-toe", columns=5)]
    for game in [gk.load(known.name) for known in gk.games()] + own:
        table = levels(game)
        assert [row.level for row in table] == list(LEVELS)
        for row in table:
            assert of_recipe(row.bot).seat
            assert row.level in repr(table)
            assert row.bot in table._repr_html_()


def test_measured_levels_are_those_that_are_played() -> None:
    for game in gk.games():
        for row, recipe in zip(levels(game.name), recipes(gk.load(game.name)), strict=True):
            assert row.bot == recipe
            assert (row.score is None) is (row.level == "novice")
            if row.score is not None:
                assert 0 <= row.low <= row.score <= row.high <= 1
                assert row.games > 0


def test_levels_sit_down_at_playtests() -> None:
    study = gk.playtest(noughts.GAME, ("novice", "casual"), games=10, progress=False)
    assert study.bots == ("novice", "casual")
    assert len(study.games) == 10


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(gk.GameError, match='"master"'):
        gk.bot("grandmaster")
