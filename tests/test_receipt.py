"""Receipts: what was played, so that others can play it again and see whether it is the same."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gamekit as gk
from gamekit.studies import receipt

GAME = "take-back-toe"

pytestmark = pytest.mark.usefixtures("interpreted")


def played(game: gk.Game | str = GAME, **how: Any) -> gk.studies.Study:
    return gk.playtest(game, **{"games": 20, "progress": False, **how})


def changed(text: str, **values: object) -> str:
    return json.dumps({**json.loads(text), **values})


class LastMove:
    """Plays the last legal move, or the first one."""

    def __init__(self, place: int = -1) -> None:
        self.place = place

    def choose(self, view: gk.View, seed: int = 1) -> int:
        return view.legal_moves()[self.place]


@pytest.mark.parametrize(
    "how",
    [
        {"bots": ("random", "greedy"), "seed": 10**30, "max_moves": 12},
        {"precision": 0.25, "games": None},
        {"precision": 0.01},
    ],
)
def test_a_receipt_is_one_short_text_that_can_be_played_again(how: dict[str, Any]) -> None:
    game = gk.load("take-back-toe", columns=3)
    study = played(game, **how)
    assert len(study.receipt) < 800
    assert "\n" not in study.receipt
    again = gk.rerun(study.receipt, progress=False)
    assert again.agrees
    assert again.differs == ()
    assert again.text == f"All {len(study)} games came out exactly as before."
    assert again.study.game.changes == {"columns": 3}
    assert again.study.receipt == study.receipt


def test_a_receipt_names_the_engine_that_played_and_the_text_the_slow_one(
    take_back_toe: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, by_view = played(), played(bots=(LastMove(), "random"))
    pairs = gk.compare(GAME, GAME, ("random", "random"), 20, progress=False)
    assert [json.loads(one.receipt)["engine"] for one in (slow, by_view, pairs)] == [
        "interpreted"
    ] * 3
    for text in (repr(slow), repr(by_view), repr(pairs.report())):
        assert "20 games by interpreted rules" in text.replace("pairs of ", "")
    monkeypatch.delenv("GAMEKIT_COMPILE")
    fast = played()
    pairs = gk.compare(GAME, GAME, ("random", "random"), 20, progress=False)
    assert [json.loads(one.receipt)["engine"] for one in (fast, pairs)] == ["compiled"] * 2
    assert "interpreted" not in repr(fast) + repr(pairs.report())
    assert gk.rerun(slow.receipt, progress=False).differs == ()


@pytest.mark.parametrize(
    "paste",
    [
        lambda text: f"\ufeff{text}\r\n\r\n",
        lambda text: textwrap.indent(textwrap.fill(text, 72), "> "),
        lambda text: f"```json\n{text}\n```",
        lambda text: text.replace(" ", "\u00a0").replace('"', "\u201d"),
    ],
)
def test_a_receipt_is_read_as_people_paste_it(paste: Callable[[str], str]) -> None:
    assert gk.rerun(paste(played(games=2).receipt), progress=False).agrees


def test_interrupted_games_are_as_many_when_they_are_played_again() -> None:
    batches: list[int] = []

    def follow(games: int) -> None:
        batches.append(games)
        if len(batches) == 3:
            raise KeyboardInterrupt

    study = played(progress=follow, precision=0.5)
    again = gk.rerun(study.receipt, progress=False)
    assert len(again.study) == len(study) == sum(batches)
    assert again.agrees


def test_numbers_together_are_a_parameter_again() -> None:
    game = gk.load("tactical-escape", offer=(1, 2, 4))
    study = played(game, games=1, max_moves=3)
    again = gk.rerun(study.receipt, progress=False)
    assert again.agrees
    assert again.study.game.changes == {"offer": (1, 2, 4)}


def test_other_versions_rules_and_rows_are_named() -> None:
    study = played()
    versions = {**json.loads(study.receipt)["versions"], "numpy": "1.0"}
    old = gk.rerun(changed(study.receipt, versions=versions, module="abc"), progress=False)
    assert old.agrees
    assert "the module of the rules (abc, now " in old.text
    assert "the version of numpy (1.0, now " in old.text
    other = gk.rerun(changed(study.receipt, rows="0" * 16), progress=False)
    assert not other.agrees
    assert "The 20 games did not all come out as before." in other.text
    assert "a bot chose differently" in other.text


def test_a_receipt_from_before_modules_were_named_is_played_again() -> None:
    old = json.loads(played().receipt)
    del old["module"]
    again = gk.rerun(json.dumps({**old, "rules": "0" * 24, "code": "0" * 16}), progress=False)
    assert again.agrees
    assert again.differs == ()


def test_replaced_rules_and_other_peoples_bots_must_be_given() -> None:
    def takes_back(rules: Any, state: Any, start: int, target: int) -> bool:
        return False

    def never(rules: Any, state: Any, start: int, target: int) -> bool:
        return start == 1

    variant = gk.load(GAME).variant(takes_back=takes_back)
    study = played(variant, bots=(LastMove(), "random"), games=4)
    with pytest.raises(gk.GameError, match=r"takes_back.*rerun\(receipt, game="):
        gk.rerun(study.receipt)
    with pytest.raises(gk.GameError, match=r"LastMove.*rerun\(receipt, bots="):
        gk.rerun(study.receipt, game=variant)
    bots = (LastMove(), "random")
    assert gk.rerun(study.receipt, game=variant, bots=bots, progress=False).agrees
    other = gk.load(GAME).variant(takes_back=never)
    assert (
        "the module of the rules"
        in gk.rerun(study.receipt, game=other, bots=bots, progress=False).text
    )
    again = gk.rerun(study.receipt, game=variant, bots=(LastMove(0), "random"), progress=False)
    assert not again.agrees


@pytest.mark.parametrize("name", ["Greedy", "novice"])
def test_a_bot_of_your_own_does_not_pass_for_one_of_the_kits(name: str, tmp_path: Path) -> None:
    bots = type(name, (LastMove,), {})(), name.lower()
    study = played(bots=bots, games=2)
    assert study.bots == (f"own {name}", name.lower())
    with pytest.raises(gk.GameError, match=r"rerun\(receipt, bots="):
        gk.rerun(study.receipt)
    assert gk.rerun(study.receipt, bots=bots, progress=False).agrees
    played(bots=(bots[1], bots[1]), games=2, save=tmp_path)
    with pytest.raises(gk.GameError, match=f"now own {name}, {name.lower()}"):
        played(bots=bots, games=2, save=tmp_path)


def test_a_game_that_is_not_the_kits_must_be_given() -> None:
    study = played()
    with pytest.raises(gk.GameError, match=r"'mine', which is not one of the kit's games"):
        gk.rerun(changed(study.receipt, game="mine"))


def test_rules_that_cannot_be_compiled_have_a_receipt() -> None:
    batches: list[int] = []

    def takes_back(rules: Any, state: Any, start: int, target: int) -> bool:
        batches.append(start)
        return False

    study = played(gk.load(GAME).variant(takes_back=takes_back), games=2)
    assert json.loads(study.receipt)["module"] == ""


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ("", "is not a receipt"),
        (None, "is not a receipt"),
        ("{}", "is not a receipt"),
        ("[" * 5000, "is not a receipt"),
        (" " * 200_000 + "{}", "is not a receipt"),
        ({"version": 2}, "reads version 1"),
        ({"seed": "x"}, "damaged: seed is 'x'"),
        ({"games": True}, "damaged: games is True"),
        ({"parameters": {"columns": 99}}, "from 2 to 8"),
        ({"parameters": {"name": 1}}, "has no parameter 'name'"),
        ({"parameters": {"self": 1}}, "has no parameter 'self'"),
        ({"games": 0, "asked": 0}, "games=0"),
        ({"kind": "dream"}, "cannot be played again"),
    ],
)
def test_what_is_not_a_receipt_is_refused(bad: object, message: str) -> None:
    text = changed(played(games=1).receipt, **bad) if isinstance(bad, dict) else bad
    with pytest.raises(gk.GameError, match=message) as refused:
        gk.rerun(text)  # type: ignore[arg-type]
    assert len(str(refused.value)) < 500


def test_a_digest_is_of_the_numbers_alone() -> None:
    rows = played(games=3).rows
    assert receipt.digest(rows) == receipt.digest(rows.astype(">i8"))
    assert receipt.digest(rows) != receipt.digest(rows + 1)
