"""Hints name and mark the moves that stand out, and think on while people look at them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

import gamekit as gk
from gamekit.bots import Thought
from gamekit.games.tic_tac_toe_evolved.text import with_places
from gamekit_widgets import Table
from gamekit_widgets.scenes import liars_dice, tactical_escape
from gamekit_widgets.table import advice as advising
from gamekit_widgets.table.advice import FEW, LONGEST, SETTLED, Advice, Reasons
from tests.small_games import gamble, noughts

PEOPLE = ("human", "human")


def win_in_one() -> gk.Match:
    """Red rolled 4 and wins by moving 4 pieces from B2 to A2."""
    board = {"A1": 4, "A3": 4, "B2": 8, "B3": 8, "C1": 8, "C3": 8}
    return gk.Match("take-back-toe", seed=7, position={"board": board, "die": 4})


def asked(match: gk.Match) -> Table:
    table = Table(match, seats=PEOPLE, journal=False)
    table.click("hint")
    return table


def marked(table: Table) -> list[str]:
    """Return everything on the board that points out a good move."""
    return re.findall(r'gk-trail gk-hinted" data-key="(.*?)"', str(table.shown["svg"]))


def until_it_rests(table: Table) -> None:
    """Ask for thoughts, as a page does while it shows a hint, until there are no more."""
    for _ in range(1000):
        if not table.shown["thinks_on"]:
            return
        table.hear({"do": "think", "what": ""})
    raise AssertionError("it thinks on for ever")


def test_a_move_that_stands_out_is_named_by_what_it_does_and_marked_alone() -> None:
    table = asked(win_in_one())
    until_it_rests(table)
    assert re.fullmatch(
        r"Best: move 4 from B2 to A2\. It wins at once\.",
        table.shown["message"]["text"],
    )
    assert len(marked(table)) == 1, "an arrow"


def alike(*values: float) -> Callable[[int], Any]:
    """Return a search that tries the first moves equally often, with these scores, and hardly any others."""

    class Fixed:
        def think(self, view: gk.View, seed: int) -> list[Thought]:
            tries = [*[400] * len(values), *[1] * 100]
            scores = [*values, *[0.9] * 100]
            legal = view.legal_moves(), view.legal()
            return [
                Thought(move, text, score, 0.0, 1.0, n)
                for move, text, score, n in zip(*legal, scores, tries, strict=False)
            ]

    return lambda simulations: Fixed()


@pytest.mark.parametrize(
    ("scores", "verdict", "marks"),
    [
        ((0.9, 0.2, 0.2), r"Best: place a tile on A1\. Chance to win: 90%.*", 1),
        (
            (0.5, 0.52, 0.2),
            r"Try: place a tile on .. or ..\. These look equally good \(chance to win: 5.%\)\.",
            2,
        ),
        (
            (0.5,) * 9,
            r"Try: place a tile on .. \(chance to win: 50%\)\. The 8 dotted moves look as good\.",
            1,
        ),
    ],
)
def test_a_hint_gives_one_verdict_and_ignores_moves_that_were_hardly_tried(
    scores: tuple[float, ...], verdict: str, marks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advising, "FIRST", 1e-5)  # one look
    match = gk.Match("sliding-tic-tac-toe", seed=1)
    table = Table(match, seats=PEOPLE, journal=False)
    table._top.advice = advice = Advice(match.view(0), 1, {}, alike(*scores))
    advice.seconds = LONGEST
    assert re.fullmatch(verdict, advice.message["text"])
    table.show()
    assert len(marked(table)) == marks <= FEW


def test_a_hint_says_what_its_moves_prevent() -> None:
    board = {"A1": 4, "A3": 4, "B2": 8, "B3": 8, "C1": 8, "C3": 8}
    position = {"board": board, "die": 4, "turns": [1, 0]}
    table = asked(gk.Match("take-back-toe", seed=7, position=position, first=0))
    until_it_rests(table)
    told = str(table.shown["message"])
    assert re.search(r"After \S+ instead, Red could win with \S+ on a roll of \d", told), told


def test_a_line_names_only_moves_that_a_search_is_sure_of() -> None:
    """The opponent must stop the third mark in a row, and from there on much is possible."""
    view = gk.Match(noughts.GAME, seed=1).play("4").play("1").view(0)
    assert Reasons(view).line(0, 2000) == "Then most likely Player 1 plays 8."
    assert Reasons(view, "Ann").line(7, 2000) == ""


def test_a_line_says_how_the_match_ends() -> None:
    """The opponent has two ways to win and takes one."""
    match = gk.Match(noughts.GAME, seed=1)
    for move in ("4", "0", "8", "2", "6"):
        match.play(move)
    told = "Then most likely Player 0 plays 7. Player 0 wins. It is over."
    assert Reasons(match.view(1)).line(3, 2000) == told


def test_with_secrets_a_reason_holds_in_most_possible_worlds() -> None:
    """Nine 6s of ten dice are hardly ever there, and whoever loses this bout has nine dice and then ten."""
    match = gk.Match("liars-dice", seed=1, position={"dice": [[1, 1, 2, 3, 1], [2, 3, 4, 5, 5]]})
    reasons = Reasons(match.view(0))
    numbers = dict(zip(match.view(0).legal(), match.view(0).legal_moves(), strict=True))
    other = match.names[1]
    assert reasons.line(numbers["9x6"], 50) == f"Then most likely {other} challenges the claim."
    assert reasons.line(numbers["1x6"], 50) == "", "many claims may follow"


def test_a_hint_gives_the_odds_of_a_claim_by_the_players_own_dice() -> None:
    match = gk.Match("liars-dice", seed=1, position={"dice": [[1, 1, 2, 3, 1], [2, 3, 4, 5, 5]]})
    view = match.view(0)
    assert liars_dice.gained(view, "3x1") == "By your own dice, this must be true."
    assert liars_dice.gained(view, "9x1") == "It is a bluff: by your own dice, this must be false."
    match.play("4x1")
    assert re.fullmatch(
        r"By your own dice, the claim is \d\d% likely to be false\.",
        liars_dice.gained(match.view(1), "challenge"),
    )


def test_a_hint_says_what_a_piece_gains_or_prevents() -> None:
    game = gk.load("tactical-escape", offer=(1, 6, 9))
    row = {"E3": 0, "E4": 0, "E5": 0, "E6": 0, "A1": 1, "B1": 1, "C1": 1}
    position = {"board": row, "turns": [5, 5], "to_move": 0, "given": [[1], [9]]}
    view = gk.Match(game, seed=1, position=position).view(0)
    assert tactical_escape.gained(view, "E7") == "It meets Row of five."
    assert tactical_escape.gained(view, "D1") == "It keeps Blue's Row of five from growing to 4."
    assert tactical_escape.gained(view, "H5") == ""


@pytest.mark.parametrize("moves", [("B2-A2", "C1-B1"), ("C1-B1", "B2-A2")])
def test_a_hint_gives_no_move_the_reason_of_another(
    moves: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Moving to A2 wins, moving from C1 only keeps Green from winning next."""
    monkeypatch.setattr(advising, "FIRST", 1e-5)  # one look
    board = {"A1": 4, "A3": 4, "B1": 16, "B2": 8, "C1": 4, "C3": 4}
    view = gk.Match("take-back-toe", seed=7, position={"board": board, "die": 4}).view(0)
    numbers = dict(zip(view.legal(), view.legal_moves(), strict=True))

    class Fixed:
        def think(self, view: gk.View, seed: int) -> list[Thought]:
            order = sorted(numbers, key=lambda text: moves.index(text) if text in moves else 2)
            scores = {text: 0.9 if text in moves else 0.1 for text in order}
            return [
                Thought(numbers[text], text, score, 0.0, 1.0, 400) for text, score in scores.items()
            ]

    fixed: Any = Fixed()
    advice = Advice(view, 1, {}, lambda simulations: fixed)
    advice.seconds = LONGEST
    told = advice.message["text"]
    assert "These look equally good." in told
    assert told.endswith(". You win at once with B2-A2."), told


def test_a_hint_stays_as_long_as_the_board_marks_it() -> None:
    table = asked(win_in_one())
    until_it_rests(table)
    told = table.shown["message"]["text"]
    table.press("B2")  # from where the hinted move goes
    assert (len(marked(table)), table.shown["message"]["text"]) == (1, told)
    assert "<circle" in str(table.shown["svg"]).split("gk-trail gk-hinted")[1].split("</g>")[0]
    table.type("nonsense")
    assert table.shown["message"]["kind"] == "refusal"
    table.hear({"do": "leave", "what": ""})
    assert (len(marked(table)), table.shown["message"]["text"]) == (1, told)
    table.press("B3")  # the hinted move does not begin there
    assert marked(table) == []
    assert not table.shown["message"] or table.shown["message"]["text"] != told


def test_a_hint_lets_go_of_earlier_presses() -> None:
    table = Table(win_in_one(), seats=PEOPLE, journal=False)
    table.press("B3")  # the winning move does not begin there
    table.click("hint")
    assert "from B2 to A2" in table.shown["message"]["text"]
    assert len(marked(table)) == 1


def test_after_a_hint_a_refusal_offers_its_moves_first() -> None:
    match = gk.Match("sliding-tic-tac-toe", seed=1)
    table = Table(match, seats=PEOPLE, journal=False)
    table._top.advice = advice = Advice(match.view(0), 1, {}, alike(0.2, 0.9))
    table.type("F9")
    assert table.shown["message"]["legal"][:2] == [advice.best[0].text, "F6"]


def test_looks_that_differ_make_a_hint_less_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    """If one look of 40,000 tries says 40% and another says 50%, both remain possible."""
    monkeypatch.setattr(advising, "FIRST", 1e-5)  # one look

    class Divided:
        def think(self, view: gk.View, seed: int) -> list[Thought]:
            value = 0.5 if seed % 2 else 0.4
            text = view.legal()[0]
            return [Thought(view.legal_moves()[0], text, value, 0.0, 1.0, 40_000)]

    divided: Any = Divided()
    advice = Advice(gk.Match("tactical-escape", seed=1).view(0), 0, {}, lambda simulations: divided)
    for _ in range(3):
        advice.think(1e-5)
    (hint,) = advice.thoughts
    assert hint.low < 0.41 < 0.49 < hint.high


def test_a_hint_gives_the_payoff_of_a_move_in_a_game_with_payoffs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A score of 1 means winning all nine points, and 0 means paying them."""
    monkeypatch.setattr(advising, "FIRST", 1e-5)  # one look
    advice = Advice(gk.Match(gamble.GAME, seed=1).view(0), 1, {}, alike(0.2, 0.65))
    advice.seconds = LONGEST
    told = r"Best: play 1\. Expected: \+2\.7 points \(\+1\.\d to \+3\.\d\)\."
    assert re.fullmatch(told, advice.message["text"])


def test_a_hint_is_drawn_on_the_board_whose_part_is_due_while_no_other_part_is_made() -> None:
    match = gk.Match("death-match", seed=1)
    table = Table(match, seats=("human", "random"), journal=False)
    table._top.advice = advice = Advice(match.view(0), 1, {}, alike(0.9, 0.1))
    table.show()
    dice, tiles, flowers = str(table.shown["svg"]).split("</svg>")[:3]
    assert "gk-hinted" in dice
    assert "gk-hinted" not in tiles + flowers
    assert table.shown["message"]["text"] == advice.message["text"]
    table.press("flowers B2")
    assert "gk-hinted" not in table.shown["svg"]
    assert (table.shown["message"] or {}).get("text") != advice.message["text"]


def test_a_hint_grows_surer_while_it_is_shown_and_comes_to_an_end() -> None:
    table = asked(gk.Match("sliding-tic-tac-toe", seed=1))
    advice: Any = table._top.advice
    before = sum(tried.tries for tried in advice._found.values())
    table.hear({"do": "think", "what": ""})
    assert sum(tried.tries for tried in advice._found.values()) > before
    is_whole = advice.seconds >= SETTLED or not table.shown["thinks_on"]
    assert ("Still looking" not in table.shown["message"]["text"]) == is_whole
    until_it_rests(table)
    assert advice.seconds < 2 * LONGEST
    assert "Still looking" not in table.shown["message"]["text"]


def test_a_move_ends_the_thinking() -> None:
    table = asked(gk.Match("sliding-tic-tac-toe", seed=1))
    table.type("C3")
    assert (marked(table), table.shown["thinks_on"]) == ([], 0)
    table.hear({"do": "think", "what": ""})
    assert marked(table) == []


@pytest.mark.parametrize(
    ("game", "moves", "label"),
    [
        ("shift-tac-toe", ["BX2 ..."], "End turn"),
        ("liars-dice", ["9x6"], "Challenge"),
        ("tactical-escape", ["give 1", "give 1", "E5 ..."], "End turn"),
    ],
)
def test_a_hint_names_a_move_by_its_button(game: str, moves: list[str], label: str) -> None:
    offer = {"position": {"offer": [1, 2, 3]}} if game == "tactical-escape" else {}
    match = gk.Match(game, seed=1, **offer)
    for move in moves:
        match.play(move)
    table = Table(match, seats=PEOPLE, viewer=gk.ALL, journal=False)
    table.click("hint")
    until_it_rests(table)
    buttons = {choice["label"]: choice["state"] for choice in table.shown["choices"]}
    assert label in buttons
    advice: Any = table._top.advice
    assert label in {each.label for each in advice.thoughts}


def test_in_a_solved_game_a_hint_is_the_solved_move_with_its_chance() -> None:
    match = gk.Match("tic-tac-toe-evolved", seed=1)
    table = asked(match)
    thoughts = gk.solve("tic-tac-toe-evolved").think(match.view(0))
    best, other = thoughts[0], max(thoughts[1:], key=lambda thought: thought.value)
    assert not table.shown["thinks_on"]
    told = f"Best: roll to recharge. Chance to win: {100 * best.value:.0f}%. Next best: contest "
    square = with_places(other.text.split()[1])
    told += f"{square} ({100 * other.value:.0f}%)."
    assert table.shown["message"]["text"] == told
    (button,) = (each for each in table.shown["choices"] if each["name"] == "recharge")
    assert button["state"] == "hinted"
    assert "gk-second" not in table.shown["svg"], (
        "the best move is a button, so no square is marked"
    )


def hinted_keys(table: Table) -> set[str]:
    svg = str(table.shown["svg"])
    return set(re.findall(r'class="gk-cell[^"]*gk-hinted[^"]*"[^>]*data-cell="(.*?)"', svg))


def test_a_hint_marks_the_keys_of_a_claim_and_then_the_one_that_is_left() -> None:
    table = Table(gk.Match("liars-dice", seed=7), seats=("human", "random"), journal=False)
    table.click("hint")
    numbers = {key for key in hinted_keys(table) if key.startswith("number")}
    assert numbers < hinted_keys(table), "and faces"
    table.press(min(numbers))
    faces = hinted_keys(table)
    assert faces
    assert all(key.startswith("face") for key in faces)


def test_a_hint_is_gone_from_the_board_once_something_else_is_pressed() -> None:
    table = Table(gk.Match("liars-dice", seed=7), seats=("human", "random"), journal=False)
    table.click("hint")
    hinted = hinted_keys(table)
    table.press(next(f"number {dice}" for dice in range(1, 8) if f"number {dice}" not in hinted))
    assert hinted_keys(table) == set()


def test_a_hint_marks_the_number_and_the_face_of_the_only_best_claim(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(advising, "FIRST", 1e-5)  # one look
    match = gk.Match("death-match", seed=1)
    table = Table(match, seats=("human", "random"), journal=False)
    table._top.advice = advice = Advice(match.view(0), 1, {}, alike(0.1, 0.9))
    table.show()
    dice, face = advice.best[0].text.removesuffix(" ...").split("x")
    assert hinted_keys(table) == {f"dice number {dice}", f"dice face {face}"}


def test_moves_of_several_presses_are_not_dotted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advising, "FIRST", 1e-5)  # one look
    match = gk.Match("liars-dice", seed=7)
    table = Table(match, seats=("human", "random"), journal=False)
    marks = table._top.single_marks()
    table._top.advice = advice = Advice(match.view(0), 1, {}, alike(*[0.5] * 5), marks=marks)
    advice.seconds = LONGEST
    table.show()
    assert "gk-second" not in table.shown["svg"]
    assert "4 others look as good." in advice.message["text"]
