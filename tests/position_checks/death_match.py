"""Positions of Death Match. P1 is player 0; the mover starts, so that every turn is possible."""

from __future__ import annotations

from typing import Any

import gamekit as gk
from tests.position_checks.take_back_toe import known

Data = dict[str, Any]
SEATS = {"P1": 0, "P2": 1}
GAMES = {"LD": "liars_dice", "FF": "flower_field", "STT": "sliding_tic_tac_toe"}
# Options that belong to one of the three games.
INSIDE = {"five_check": "sliding_tic_tac_toe__five_check"}
BOTH_END = {"sliding_tic_tac_toe__five_check": "both_end"}
CALM = {"LD": "1x1", "FF": "D3 red", "STT": "F6"}  # parts that win nothing
WRONG = {"LD": "challenge", "FF": "A1 red", "STT": "slide A1 right 1"}  # in an empty position
FIVE_PURPLE = {"D3": "P", "D4": "P", "D5": "P", "D6": "P", "D7": "P"}


def load(**parameters: Any) -> gk.Game:
    return gk.load("death-match", **parameters)


def submission(parts: Data) -> str:
    return "; ".join(parts[game] for game in GAMES)


def decisive(game: str, mover: int, winner: int) -> tuple[Data, str]:
    """A scene of one game and a part with which the mover wins it, or loses it."""
    if game == "LD":
        dice = [[1] * 4, [1] * 4]
        dice[1 - winner] = [1] * 8
        claim = [20, 1] if winner == mover else [1, 1]
        return {"dice": dice, "claim": claim}, "challenge"
    if game == "FF":
        lives = [3, 3]
        lives[1 - winner] = 1
        true = "challenge D3 D4 D5 D6 / D4 D5 D6 D7"
        scene = {"board": FIVE_PURPLE, "recent": ["D7"], "lives": lives}
        return scene, true if winner == mover else "give up"
    own, other = ("X", "O") if mover == 0 else ("O", "X")
    if winner == mover:
        return {"rows": [f"{own * 4}..", f"{other * 4}..", *["......"] * 4]}, "A5"
    rows = [f"{other * 2}.{other * 2}.", f"{own * 2}{other}{own * 2}.", *["......"] * 4]
    return {"rows": rows}, "slide B3 up 1"


def resolved(mover: int, wins: dict[str, int], **parameters: Any) -> gk.Match:
    """A match after a submission of the mover that won these games for these players."""
    fields: Data = {"to_move": mover, "liars_dice": {"dice": [[1] * 4, [1] * 4]}}
    parts = dict(CALM)
    for game, winner in wins.items():
        fields[GAMES[game]], parts[game] = decisive(game, mover, winner)
    match = gk.Match(load(**parameters), first=mover, position=fields, auto=False)
    assert match.result is None
    return match.play(submission(parts))


def resolve(given: Data, expect: Data, position: Data) -> None:
    """Who wins the match when one submission has won these games for these players."""
    known(given, "mover", "won_this_turn")
    known(expect, "winner", "variants")
    mover = SEATS[given["mover"]]
    wins = {game: SEATS[seat] for seat, won in given["won_this_turn"].items() for game in won}
    found: list[tuple[Data, str | None]] = [({}, expect["winner"])]
    for option, winner in expect.get("variants", {}).items():
        key, _, value = option.partition("=")
        found.append(({INSIDE.get(key, key): value}, winner))
        if key == "five_check":  # a slide that gives the opponent a line, won only by that option
            wins["STT"] = 1 - mover
    for parameters, winner in found:
        result = resolved(mover, wins, **parameters).result
        assert (result and result.winner) == (None if winner is None else SEATS[winner])


def submit(given: Data, expect: Data, position: Data) -> None:
    """What an invalid part does to the others."""
    known(given, "valid")
    known(expect, "turn_concluded", "state_changed")
    parts = {game: (CALM if given["valid"][game] else WRONG)[game] for game in GAMES}
    match: Any = gk.Match(load(), seed=1)
    before, legal = match.state, match.why_not(submission(parts)) is None
    if legal:
        match.play(submission(parts))
    assert expect == {
        "turn_concluded": match.state.player == 1,
        "state_changed": match.state != before,
    }


def flow(given: Data, expect: Data, position: Data) -> None:
    """What stands after a submission with a challenge of flowers, and who goes on."""
    known(given, "ff_lives", "mover", "ff", "ld", "stt")
    known(expect, "ff_lives", "pending", "ld_and_stt_committed", "turn_passes")
    assert (given["ld"], given["stt"]) == ("claim", "place")
    mover = SEATS[given["mover"]]
    flowers = {
        "challenge_failed": "challenge D3 D4 D5 D6 / D3 D4 D5 D6",
        "challenge_success": "challenge D3 D4 D5 D6 / D4 D5 D6 D7",
    }[given["ff"]]
    garden = {"board": FIVE_PURPLE, "recent": ["D7"], "lives": given["ff_lives"]}
    match: Any = gk.Match(load(), seed=1, first=mover, position={"flower_field": garden})
    match.play(submission({**CALM, "FF": flowers}))
    state, seen = match.state, match.view(1 - mover).state
    assert list(state.flower_field.lives) == expect["ff_lives"]
    committed = seen.liars_dice.claim > 0 and seen.sliding_tic_tac_toe.placed[mover] == 1
    assert committed == expect["ld_and_stt_committed"]
    assert (match.to_act != mover) == expect["turn_passes"]
    again = f"{given['mover']} must submit a new FF action"
    assert expect["pending"] in (None, again)
    waits = match.why_not("C4 red" if given["ff"] == "challenge_failed" else "2x1") is None
    assert (match.to_act == mover and waits) == (expect["pending"] == again)


def seat(given: Data, expect: Data, position: Data) -> None:
    """What the choice of the Death Match Opponent means in the three games."""
    known(given, "dmo", "choice")
    known(expect, "first_in_all", "neutral_tile_owner", "first_bout_opener")
    dmo = SEATS[given["dmo"]]
    first = {"first": dmo, "second": 1 - dmo}[given["choice"]]
    state = gk.Match(load(), first=first, dmo=dmo).state
    starting = SEATS[expect["first_in_all"]]
    assert [getattr(state, game).player for game in GAMES.values()] == [starting] * 3
    assert list(state.sliding_tic_tac_toe.neutral).index(1) == SEATS[expect["neutral_tile_owner"]]
    assert state.liars_dice.opener == SEATS[expect["first_bout_opener"]]


CHECKS = {"dm.resolve": resolve, "dm.submission": submit, "dm.flow": flow, "dm.seat": seat}
