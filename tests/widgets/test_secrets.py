"""A table never sends what its viewer may not know, and it keeps two people at one screen apart.

The same clicks drive two matches that differ only in what is hidden. Until the showdown, everything
that leaves the table and everything that a saved notebook would keep must be the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import Any

import ipywidgets
import pytest

import gamekit as gk
from gamekit_widgets import Replay, Table, scenes
from gamekit_widgets.drawing.scene import Hand, Scene
from gamekit_widgets.rooms.room_match import Seat
from gamekit_widgets.table import advice as advising
from gamekit_widgets.table.tabletop import Play

PEOPLE = ("human", "human")
BIDDING = {"slot": 1, "pool": {"X": 6, "O": 6}}  # O is to move


class Script:
    """A bot that plays the moves of a list."""

    def __init__(self, *moves: str) -> None:
        self.moves = moves
        self.made = 0

    def choose(self, view: gk.View, seed: int = 1) -> int:
        text = self.moves[self.made % len(self.moves)]
        self.made += 1
        return int(view.game.read(view.rules, view.state, text)[0])


@dataclass(frozen=True)
class Twins:
    """Two matches that differ only in hidden values, their players, and reports from the browser.

    If the secret is a bot's decision, each match has its own script.
    """

    game: str
    positions: tuple[dict[str, Any], ...]
    person: int | None  # at a table with a bot; None: two people
    scripts: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    actions: tuple[tuple[str, object], ...] = ()

    def tables(self, **more: Any) -> Iterator[tuple[Table, list[str]]]:
        for position, script in zip(self.positions, self.scripts, strict=True):
            seats: list[Any] = ["human", "human"]
            if self.person is not None:
                seats[1 - self.person] = Script(*script)
            match = gk.Match(self.game, seed=5, position=position)
            yield Table(match, seats=seats, **more), []


def dice(*hidden: list[int]) -> tuple[dict[str, Any], ...]:
    return tuple({"dice": [[2, 2, 5, 6], hand]} for hand in hidden)


def submission(claim: str, cell: str) -> dict[str, Any]:
    """Of the first submission flowers are missing."""
    match = gk.Match("death-match", seed=5, position={"liars_dice": dice([1, 2, 3, 4])[0]})
    for move in (claim, cell):
        match.play(f"{move} ...")
    found: dict[str, Any] = match.game.dump(match.rules, match.state)
    return found


LOOK = (("look", 0), ("press", "1x1"), ("look", 1), ("look", 2), ("look", 99))
CASES = {
    "Liar's Dice, a bot's dice": Twins(
        "liars-dice",
        dice([2, 3, 3, 1], [4, 4, 6, 6]),
        person=0,
        scripts=(("2x3", "4x1"),) * 2,
        actions=(
            ("more", "dice"), ("more", "face"), ("press", "2x2"), ("press", "1x1"),
            ("type", "1x6"), ("type", "3x3"), *LOOK, ("click", "undo"), ("click", "redo"),
            ("click", "hint"),
        ),
    ),
    "Liar's Dice, the other's dice": Twins(
        "liars-dice",
        dice([2, 3, 3, 1], [4, 4, 6, 6]),
        person=None,
        actions=(
            ("press", "2x2"), ("click", "lift"), ("click", "hint"), ("press", "2x2"), *LOOK,
            ("click", "undo"), ("click", "lift"), ("press", "1x1"), ("type", "2x2"),
        ),
    ),
    "Death Match, the other's dice": Twins(
        "death-match",
        tuple({"liars_dice": position} for position in dice([2, 3, 3, 1], [4, 4, 6, 6])),
        person=None,
        actions=(
            ("press", "dice 2x2"), ("click", "lift"), ("more", "dice dice"), ("press", "dice 2x2"),
            ("press", "tiles C3"), ("click", "undo"), ("press", "tiles A1"), *LOOK,
            ("press", "tiles stop"), ("press", "flowers D5"), ("press", "flowers red"),
            ("press", "flowers stop"), *LOOK,
        ),
    ),
    "Death Match, half a submission behind the curtain": Twins(
        "death-match",
        tuple(submission(claim, cell) for claim, cell in (("1x1", "C3"), ("2x4", "F6"))),
        person=None,
        actions=(("type", "D5 red"), ("press", "flowers D5"), ("more", "dice dice"), *LOOK),
    ),
    "Liar's Dice, behind the curtain": Twins(
        "liars-dice",
        ({"dice": [[1, 1, 1, 1], [2, 3, 3, 1]]}, {"dice": [[2, 2, 5, 6], [4, 4, 6, 6]]}),
        person=None,
        actions=(("type", "1x1"), ("more", "dice"), *LOOK),
    ),
    "Tic-Tac-Toe Evolved, a bot's bid": Twins(
        "tic-tac-toe-evolved",
        (BIDDING, BIDDING),
        person=1,
        scripts=(("bid 0",), ("bid 4",)),
        actions=(
            ("type", "contest 2,2"), *LOOK, ("click", "undo"), ("click", "redo"),
            ("type", "bid 9"), ("click", "hint"),
        ),
    ),
    "Tactical Escape, what a bot gave": Twins(
        "tactical-escape",
        tuple({"offer": [1, 6, 9], "given": [[6], gift]} for gift in ([1], [9])),
        person=0,
        scripts=(("A1", "A2 A3"),) * 2,
        actions=(
            ("press", "E5"), ("type", "give 1"), ("type", "D4 D5"), *LOOK, ("click", "undo"),
            ("click", "redo"),
        ),
    ),
    "Tactical Escape, what the other gave": Twins(
        "tactical-escape",
        tuple({"offer": [1, 6, 9], "given": [[6], gift]} for gift in ([1], [9])),
        person=None,
        actions=(
            ("press", "E5"), ("click", "lift"), ("type", "E5"), *LOOK, ("click", "undo"),
            ("click", "lift"), ("type", "D4"),
        ),
    ),
}  # fmt: skip


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that receives everything that widgets send to the browser from now on."""
    messages: list[str] = []

    def send(_: object, message: dict[str, Any], buffers: object = None) -> None:
        messages.append(json.dumps(message))

    monkeypatch.setattr(ipywidgets.Widget, "_send", send)
    monkeypatch.setattr(advising, "TRIAL", 20)
    monkeypatch.setenv(
        "GAMEKIT_SITE", "https://example.org/"
    )  # for links, which make hidden things up
    monkeypatch.setattr("gamekit.match.match.fresh_seed", lambda: 1)
    ticks = count()  # a look takes a second, so each hint is one look and does not depend on time
    monkeypatch.setattr(advising, "perf_counter", lambda: float(next(ticks)))
    return messages


def kept(shown: Table) -> str:
    """Return everything that a saved notebook may keep of a table, including the state of widgets."""
    data, _ = shown._repr_mimebundle_()
    data.pop("application/vnd.jupyter.widget-view+json")
    return json.dumps([data, shown.shown], default=str)


def presses(page: Play) -> list[tuple[str, object]]:
    """Return a press of each button of this kind of page, except for the two that show secrets: one lifts the curtain,
    and one ends the match. A press on a button that is not there does nothing."""
    return [("click", name) for name in page._buttons if name not in ("lift", "resign-now")]


def traces(twins: Twins, sent: list[str], **more: Any) -> list[list[str]]:
    """Return what each of the two tables sends and saves, report by report, with a press of every button between."""
    found = []
    for shown, trace in twins.tables(**more):
        trace.append(kept(shown))
        sent.clear()
        for action, what in (*presses(shown), *twins.actions, *presses(shown)):
            shown._hear(None, {"do": action, "what": what}, [])
            trace.append(kept(shown))
        assert len(sent) >= len(twins.actions) / 2, "the table was drawn again and again"
        trace += sent
        found.append(trace)
    return found


@pytest.mark.parametrize("case", CASES)
def test_hidden_values_are_never_sent(case: str, sent: list[str]) -> None:
    one, other = traces(CASES[case], sent)
    assert one == other


@pytest.mark.parametrize("viewer", [0, gk.PUBLIC])
@pytest.mark.parametrize("case", [name for name in CASES if "the other" in name])
def test_no_button_in_a_room_sends_a_hidden_value(case: str, viewer: int, sent: list[str]) -> None:
    found = []
    for position in CASES[case].positions:
        seat = Seat(gk.Match(CASES[case].game, seed=5, position=position), PEOPLE, viewer)
        told: list[object] = [seat.fresh()]
        for action, what in presses(seat):
            seat.hear({"do": action, "what": what})
            told.append(seat.fresh())
        found.append([json.dumps(told, default=str), json.dumps(seat.messages)])
    assert found[0] == found[1]


@pytest.mark.parametrize("case", CASES)
def test_that_test_notices_a_scene_that_draws_a_secret(
    case: str, sent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    twins = CASES[case]
    secrets: list[object] = []
    honest = scenes.scene_file(twins.game)

    def peek(view: gk.View, hand: Hand) -> Scene:
        return replace(honest.draw(view, hand), note=str(secrets[-1]))

    monkeypatch.setitem(scenes.SCENES, twins.game, replace(honest, draw=peek))
    show = Table.show

    def watch(shown: Table) -> None:
        secrets.append(shown.match.state.values())
        show(shown)

    monkeypatch.setattr(Table, "show", watch)
    one, other = traces(twins, sent)
    assert one != other


@pytest.mark.parametrize("case", CASES)
def test_that_test_notices_a_view_that_is_too_open(case: str, sent: list[str]) -> None:
    one, other = traces(CASES[case], sent, viewer=gk.ALL)
    assert one != other


def test_only_a_player_shares_a_position_with_secrets(sent: list[str]) -> None:
    shown = bluff()
    shown.click("share")
    assert '"copy": "http' not in "".join(sent)
    assert shown.shown["message"]["text"] == "Only a player can share this position."
    shown.click("lift")
    shown.click("share")
    assert '"copy": "http' in "".join(sent)
    assert "copied" not in kept(shown), "the browser may refuse"
    shown._hear(None, {"do": "copied", "what": ""}, [])
    assert shown.shown["message"]["text"] == "The link to this position is copied."


# --- the curtain -----------------------------------------------------------------------------


def curtain(shown: Table) -> str:
    """Return the words on the button that lifts the curtain, or ""."""
    control = shown.shown["curtain"]
    return str(control["label"]) if control else ""


def bluff(**more: Any) -> Table:
    match = gk.Match("liars-dice", seed=5, players=("Ann", "Bo"), **more)
    return Table(match, seats=PEOPLE)


def test_the_curtain_falls_between_turns_and_the_next_player_lifts_it() -> None:
    shown = bluff()
    assert (curtain(shown), shown.shown["prompt"]) == ("I am Ann", "Give the screen to Ann")
    shown.click("lift")
    assert (curtain(shown), bool(shown.shown["typing"])) == ("", True)
    shown.press("1x1")
    assert (curtain(shown), bool(shown.shown["typing"])) == ("I am Bo", False)
    shown.type("2x2")
    assert shown.match.ply == 1, "nobody moves while it is down"
    assert shown.shown["message"]["text"] == "Bo must press “I am Bo” first."
    shown.click("lift")
    shown.press("challenge")
    assert curtain(shown) == "I am Ann"


def test_the_curtain_falls_when_a_move_is_taken_back_to_the_other_player() -> None:
    shown = bluff()
    shown.click("lift")
    shown.press("1x1")
    shown.click("undo")
    assert curtain(shown) == "I am Ann", "Bo has the screen already"
    shown.click("lift")
    shown.click("redo")
    shown.click("lift")
    shown.look(0)
    assert "covered" in _image(shown), "the earlier board, as Bo knew it"
    assert shown.shown["svg"].count("Ann has 4 dice: covered") == 1


def _image(shown: Table) -> str:
    return str(shown.shown["svg"])


def test_no_curtain_against_a_bot_or_where_nothing_is_secret() -> None:
    for game, seats in (("liars-dice", ("human", "random")), ("flower-field", PEOPLE)):
        assert curtain(Table(gk.Match(game, seed=5), seats=seats)) == ""


def test_the_curtain_falls_for_each_secret_bid_and_not_for_what_all_may_see() -> None:
    shown = Table(gk.Match("tic-tac-toe-evolved", seed=5), seats=PEOPLE)
    assert curtain(shown) == "", "what X contests is public"
    shown.type("contest 2,2")
    assert curtain(shown) == "I am X", "O looks away while X bids"
    shown.click("lift")
    shown.type("bid 2")
    assert curtain(shown) == "I am O"
    shown.click("lift")
    shown.type("bid 1")
    assert curtain(shown) == "", "both bids are shown"


def test_the_curtain_falls_while_gifts_are_handed_out() -> None:
    shown = Table(gk.Match("tactical-escape", seed=5), seats=PEOPLE)
    first, second = shown.match.names
    assert curtain(shown) == f"I am {first}"
    shown.click("lift")
    shown.type(shown.match.legal()[0])
    assert curtain(shown) == f"I am {second}"


@pytest.mark.rule("X-Q2")
def test_the_clock_waits_for_the_curtain() -> None:
    match = gk.Match("liars-dice", seed=5, clock=gk.Clock(main=10, reserve=0))
    now = [0.0]
    match.timer = lambda: now[0]
    match.goto(0)
    shown = Table(match, seats=PEOPLE)
    now[0] = 99.0
    shown._hear(None, {"do": "flag", "what": 0}, [])
    assert (match.result, shown.shown["clock"]["running"]) == (None, None)
    shown.click("lift")
    assert shown.shown["clock"] == {
        "running": 0, "left": [(10.0, 0.0), (10.0, 0.0)], "period": None,
    }  # fmt: skip


@pytest.mark.rule("X-Q11")
def test_nobody_undoes_a_reveal() -> None:
    shown = Table(
        gk.Match("tic-tac-toe-evolved", seed=5, position={"discard": {"X": 4, "O": 4}}),
        seats=PEOPLE,
    )
    for move in ("contest 2,2", "bid 1", "bid 0"):
        shown.match.play(move)
    shown.show()
    assert shown.match.legal() == ("take 0", "take 1"), "nothing is rolled yet"
    shown.click("undo")
    assert shown.match.ply == 3
    assert "a secret was shown" in shown.shown["message"]["text"]


@pytest.mark.parametrize("game", ["tic-tac-toe-evolved", "tactical-escape", "death-match"])
def test_what_has_been_revealed_is_what_an_onlooker_sees_that_was_hidden(game: str) -> None:
    for seed in range(6):
        luck, match = Random(seed), gk.Match(game, seed=seed)
        while not match.result and match.ply < 25:
            match.play(luck.choice(match.legal_moves()))
        now = match.view().history
        for ply in range(match.ply + 1):
            then = [match.fork().goto(n).view().history for n in range(ply, match.ply)]
            assert match._line.has_revealed(ply) == any(now[: len(was)] != was for was in then)


def test_looking_far_back_takes_no_longer_in_a_long_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """It once replayed the match up to every move since."""
    match = gk.Match(gk.load("tactical-escape"), seed=3)
    luck = Random(3)
    while match.ply < 20:
        match.play(luck.choice(match.legal_moves()))
        if match.result:
            match.undo()
    shown = Table(match, seats=PEOPLE, viewer=0)
    forks: list[gk.Match] = []
    fork = gk.Match.fork

    def counted(match: gk.Match, seed: int | None = None) -> gk.Match:
        forks.append(match)
        return fork(match, seed)

    monkeypatch.setattr(gk.Match, "fork", counted)
    shown.look(3)
    assert len(forks) <= 3


@pytest.mark.parametrize("seats", [PEOPLE, ("human", "random")])
def test_a_saved_page_shows_only_an_onlookers_view(seats: tuple[str, str]) -> None:
    position = {"dice": [[3, 3, 3, 5], [2, 2, 2, 2]]}
    match = gk.Match("liars-dice", seed=5, position=position)
    shown = Table(match, seats=seats)
    if curtain(shown):
        shown.click("lift")
    data, _ = shown._repr_mimebundle_()
    assert data["text/plain"].startswith(match.board_text(gk.PUBLIC))
    assert "3, 3, 3, 5" not in data["text/html"]
    assert "3, 3, 3, 5" in shown.shown["svg"]
    data, _ = Table(match, seats=seats, viewer=0)._repr_mimebundle_()
    assert "3, 3, 3, 5" in data["text/html"], "asked for"


def test_a_table_seen_by_one_player_makes_no_moves_of_the_other() -> None:
    shown = Table(gk.Match("liars-dice", seed=5), seats=PEOPLE, viewer=1)
    shown.type("0x0")
    assert shown.shown["message"]["legal"] == []
    assert shown.match.ply == 0
    shown.click("hint")
    assert "gk-hinted" not in str(shown.shown["svg"])


# --- looking back --------------------------------------------------------------------------------

FINISHED = {
    "liars-dice": (dice([2, 3, 3, 1], [4, 4, 6, 6]), ("1x1", "2x2", "challenge")),
    "death-match": (
        tuple({"liars_dice": position} for position in dice([2, 3, 3, 1], [4, 4, 6, 6])),
        ("1x1; D5 red; C3", "2x2; D3 red; C4", "challenge; D6 blue; A1"),
    ),
}


@pytest.mark.parametrize("game", FINISHED)
def test_a_replay_shows_what_its_viewer_knew_then(game: str) -> None:
    """Two matches that differ in player 1's dice; the last move of both shows them."""
    positions, moves = FINISHED[game]
    matches = [gk.Match(game, seed=5, position=position) for position in positions]
    for match in matches:
        for move in moves:
            match.play(move)
    for viewer, is_told in ((0, False), (gk.PUBLIC, False), (1, True), (gk.ALL, True)):
        one, other = (Replay(match, viewer) for match in matches)
        assert one.shown["svg"] != other.shown["svg"], "it has come out"
        for ply in range(matches[0].ply):
            one.look(ply)
            other.look(ply)
            # the list of turns tells what is known by now, like the end of the match
            then, too = ({**each.shown, "moves": []} for each in (one, other))
            assert (then != too) == is_told, ply


def test_only_their_writer_sees_notes(sent: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    shown = bluff()
    told: list[object] = []
    monkeypatch.setattr(Table, "send", lambda _, content: told.append(content))

    def ask(player: int) -> object:
        told.clear()
        shown._hear(None, {"do": "pad", "what": player}, [])
        return told[0] if told else None

    assert (shown.shown["pad"], ask(0)) == (None, None), "the curtain is down"
    shown.click("lift")
    shown._hear(None, {"do": "notes", "what": {"pad": 0, "text": "Bo bluffs"}}, [])
    shown._hear(None, {"do": "notes", "what": {"pad": 1, "text": "forged"}}, [])
    assert ask(0) == {"pad": 0, "notes": "Bo bluffs"}
    assert ask(1) is None
    shown.press("1x1")
    assert (shown.shown["pad"], ask(0), ask(1)) == (None, None, None)
    shown.click("lift")
    assert (shown.shown["pad"], ask(0)) == (1, None)
    assert ask(1) == {"pad": 1, "notes": ""}
    shown.press("2x2")
    shown.click("lift")
    assert ask(0) == {"pad": 0, "notes": "Bo bluffs"}, "they stay"
    assert "bluffs" not in kept(shown) + "".join(sent)


@pytest.mark.rule("X-Q11")
def test_a_match_that_is_over_hides_nothing_and_another_try_hides_it_again() -> None:
    dice = [[2, 2, 5, 6], [2, 3, 3, 1]], [[2, 2, 5, 6], [4, 4, 6, 6]]
    matches = [gk.Match("liars-dice", seed=5, position={"dice": each}) for each in dice]
    tables = [Table(match, seats=PEOPLE, viewer=0, journal=False) for match in matches]

    def boards() -> set[str]:
        return {str(table.shown["svg"]) for table in tables}

    for table in tables:
        table.type("1x2")
    assert len(boards()) == 1
    for table in tables:
        table.click("resign")
        table.click("resign-now")
    assert len(boards()) == 2
    for table in tables:
        table.click("undo")  # whoever has seen all dice may not go on with them
        assert table.match.result
        table.look(0)
    assert len(boards()) == 2
    for table in tables:
        table.click("latest")
        table.click("back")
        table.look(0)
        table.click("here")
        assert table.match.result is None
    assert len(boards()) == 1
    assert {Replay(match).viewer for match in matches} == {gk.ALL}
