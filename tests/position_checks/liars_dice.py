"""Positions of Liar's Dice. "P1" is player 0, "P2" player 1; claimers are tried in both seats."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import gamekit as gk
from gamekit.games.liars_dice.bots import at_least
from tests.position_checks.take_back_toe import known

Data = dict[str, Any]
SEATS = {"P1": 0, "P2": 1}
DICE = [[1, 2, 3, 4], [1, 2, 3, 4]]


def notation(claim: list[int]) -> str:
    return f"{claim[0]}x{claim[1]}"


def dumped(match: gk.Match, viewer: int = gk.ALL) -> Any:
    return match.game.dump(match.rules, match.view(viewer).state)


def is_legal(given: Data, move: str) -> bool:
    match = gk.Match("liars-dice", position={"dice": DICE, "claim": given["prev"]})
    assert (match.why_not(move) is None) == (move in match.legal())
    return match.why_not(move) is None


def higher(given: Data, expect: Data, position: Data) -> None:
    known(given, "prev", "claim")
    known(expect, "legal")
    assert is_legal(given, notation(given["claim"])) is expect["legal"]


def first(given: Data, expect: Data, position: Data) -> None:
    known(given, "prev", "action")
    known(expect, "legal")
    assert is_legal(given, given["action"]) is expect["legal"]


def challenge(given: Data, expect: Data, position: Data) -> None:
    known(given, "claimer_dice", "challenger_dice", "claim")
    known(
        expect, "count", "claim_true", "bout_winner", "claimer_dice_after",
        "challenger_dice_after", "game_over", "game_winner",
    )  # fmt: skip
    for seats in ({"claimer": 0, "challenger": 1}, {"claimer": 1, "challenger": 0}):
        claimer, challenger = seats["claimer"], seats["challenger"]
        dice = {claimer: given["claimer_dice"], challenger: given["challenger_dice"]}
        fields = {"dice": [dice[0], dice[1]], "claim": given["claim"], "to_move": challenger}
        match = gk.Match("liars-dice", position=fields, auto=False).play("challenge")
        after = dumped(match)
        winner = seats[expect["bout_winner"]]
        assert expect["claim_true"] is (winner == claimer)
        assert after["last"]["matching"] == expect["count"]
        assert after["last"]["loser"] == 1 - winner
        assert after["count"][claimer] == expect["claimer_dice_after"]
        assert after["count"][challenger] == expect["challenger_dice_after"]
        assert (match.to_act == gk.OVER) is expect["game_over"]
        if "game_winner" in expect:
            assert match.result is not None
            assert match.result.winner == seats[expect["game_winner"]]


def bout(match: gk.Match, loser: int) -> None:
    """Everybody rolls 1s; the opener claims what is true or not, so that this player loses."""
    match.dictate(",".join("1" * sum(dumped(match)["count"])))
    match.play("1x2" if match.to_act == loser else "1x1").play("challenge")


def bouts(losers: list[int], **parameters: int) -> int:
    """How many bouts a game has that these players lose in turn."""
    match = gk.Match(gk.load("liars-dice", **parameters), auto=False)
    count = 0
    while match.result is None:
        bout(match, losers[count % len(losers)])
        count += 1
    return count


def bounds(given: Data, expect: Data, position: Data) -> None:
    known(given, "start", "limit")
    known(expect, "losses_to_lose", "min_bouts", "max_bouts")
    parameters = {"start_dice": given["start"], "die_limit": given["limit"]}
    assert bouts([0], **parameters) == expect["min_bouts"] == expect["losses_to_lose"]
    assert bouts([1], **parameters) == expect["min_bouts"]
    assert bouts([0, 1], **parameters) == expect["max_bouts"]


def opener(given: Data, expect: Data, position: Data) -> None:
    known(given, "first_player", "bout1_claims", "challenger_turn_index")
    known(expect, "challenger", "next_opener", "variants")
    claims = given["bout1_claims"]
    assert given["challenger_turn_index"] == claims + 1
    everything = [("turn_order", is_true, expect["next_opener"]) for is_true in (True, False)]
    for named, expected in expect.get("variants", {}).items():
        option, _, condition = named.partition(" ")
        key, _, value = option.partition("=")
        assert key == "next_opener"
        is_true = {"(claim was true)": True, "(claim was false)": False}[condition]
        everything.append((value, is_true, expected))
    for value, is_true, expected in everything:
        game = gk.load("liars-dice", next_opener=value)
        match = gk.Match(game, first=SEATS[given["first_player"]], auto=False)
        match.dictate(",".join(["6" if is_true else "1"] * 8))
        for number in range(claims):
            match.play(f"{8 - claims + number + 1}x6")
        assert match.to_act == SEATS[expect["challenger"]]
        match.play("challenge")
        assert (dumped(match)["last"]["loser"] == SEATS[expect["challenger"]]) is is_true
        assert dumped(match)["to_move"] == SEATS[expected]


def probability(given: Data, expect: Data, position: Data) -> None:
    known(given, "n", "k")
    known(expect, "p")
    assert at_least(given["k"], given["n"]) == Fraction(expect["p"])


def view(given: Data, expect: Data, position: Data) -> None:
    known(given, "own", "opp_dice", "claims")
    known(expect, "p")
    fields = {"dice": [given["own"], [1] * given["opp_dice"]]}
    match = gk.Match("liars-dice", position=fields)
    mine = match.view(0).state
    for claim, chance in zip(given["claims"], expect["p"], strict=True):
        (move,) = match.game.read(match.rules, mine, notation(claim))
        assert match.game.odds(match.rules, mine, move) == Fraction(chance)


def hidden(given: Data, expect: Data, position: Data) -> None:
    known(given, "dice", "viewer")
    known(expect, "sees")
    match = gk.Match("liars-dice", position={"dice": [given["dice"][name] for name in SEATS]})
    viewer = SEATS[given["viewer"]]
    seen = dumped(match, viewer)
    for name, player in SEATS.items():
        if isinstance(expect["sees"][name], int):
            assert seen["count"][player] == expect["sees"][name]
            assert set(seen["dice"][player]) == {None}
        else:
            assert seen["dice"][player] == expect["sees"][name]


def at_least_table(table: dict[str, dict[str, str]]) -> None:
    """The chance that k or more of n dice show a given face, for each n and k."""
    for n, row in table.items():
        assert {k: str(at_least(int(k), int(n))) for k in row} == row


TABLES = {"LD_at_least": at_least_table}
CHECKS = {
    "ld.raise": higher,
    "ld.first": first,
    "ld.challenge": challenge,
    "ld.bounds": bounds,
    "ld.opener": opener,
    "ld.prob": probability,
    "ld.view": view,
    "ld.hidden": hidden,
}
