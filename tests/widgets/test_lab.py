"""The variant lab, driven from Python: parameters, board, playtests, comparisons, what is saved."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from html import escape
from time import sleep

import pytest

import gamekit as gk
import gamekit_widgets as gw
from gamekit.studies import Comparison
from gamekit_widgets.lab.playtest import file_name, report


@pytest.fixture
def lab(take_back_toe: object) -> Iterator[gw.Lab]:
    lab = gw.Lab("take-back-toe", games=200)
    yield lab
    lab.stop()


def dials(lab: gw.Lab) -> dict[str, object]:
    shown: dict[str, object] = lab._dials.shown
    return shown


def bench(lab: gw.Lab) -> dict[str, object]:
    shown: dict[str, object] = lab._bench.shown
    return shown


def part(shown: dict[str, object], name: str) -> str:
    parts = shown["parts"]
    assert isinstance(parts, dict)
    return str(parts[name])


def browser_sets(lab: gw.Lab, what: str) -> None:
    lab._dials._hear(None, {"do": "set", "what": what}, [])


def browser_clicks(lab: gw.Lab, what: str) -> None:
    lab._bench._hear(None, {"do": "click", "what": what}, [])


# --- parameters ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", gk.games(), ids=lambda game: game.name)
def test_every_parameter_of_every_game_has_a_labeled_control_and_its_comment(
    game: gk.Game,
) -> None:
    html = part(dials(gw.Lab(game)), "dials")
    for name, option in game.options.items():
        assert f'data-name="{name}"' in html
        assert f'<label for="knob-{name}">' in html
        assert re.search(rf'<small id="note-{name}">[^<]', html), option.doc


def test_a_label_is_spelled_as_people_read_it_though_its_name_in_code_is_not() -> None:
    html = part(dials(gw.Lab("flower-field")), "dials")
    assert re.search(r'<label for="knob-colours">(?:<[^>]*>)*colors\b', html)


def test_numbers_are_slid_or_typed_words_are_chosen_and_yes_or_no_is_a_switch() -> None:
    html = part(dials(gw.Lab("take-back-toe")), "dials")
    assert re.search(r'<input type="range" id="knob-columns"[^>]* min="2" max="8"', html)
    assert re.search(r'<input type="number" id="knob-turn_limit"[^>]* max="1000"', html)
    assert re.search(r'<select id="knob-rows".*?value="3">3<.*?value="7">7<', html)
    assert '<option value="1">last actual move</option>' in html
    assert 'role="switch" id="knob-shifting"' in part(dials(gw.Lab("shift-tac-toe")), "dials")


def test_parameters_of_games_inside_a_game_are_grouped_under_its_title() -> None:
    html = part(dials(gw.Lab("death-match")), "dials")
    groups = re.findall(r"<summary>(.*?)</summary>", html)
    assert groups == ["Death Match", "Liar&#x27;s Dice", "Flower Field", "Sliding Tic-Tac-Toe"]
    lab = gw.Lab("death-match")
    lab.set(liars_dice__sides=4)
    lab.stop()
    assert lab.game.parameters["liars_dice__sides"] == 4


def test_a_changed_parameter_makes_a_new_variant_and_a_new_board(lab: gw.Lab) -> None:
    before = lab.table
    lab.set(columns=5)
    assert lab.game.changes == {"columns": 5}
    assert lab.table is not before
    assert lab.table.match.game is lab.game
    assert 'data-cell="A5"' in lab.table.shown["svg"]
    assert dials(lab)["changed"] == ["columns"]
    lab.reset()
    assert (dict(lab.game.changes), dials(lab)["changed"]) == ({}, [])


def test_the_browser_sets_what_python_sets(lab: gw.Lab) -> None:
    browser_sets(lab, "columns=6")
    browser_sets(lab, "reversal=2")
    assert lab.game.changes == {"columns": 6, "reversal": "none"}
    for nonsense in ("columns=x", "columns", "=3", "colour=3", "reversal=9", "reversal=-1"):
        browser_sets(lab, nonsense)
        assert lab.game.changes == {"columns": 6, "reversal": "none"}, nonsense


def test_a_lab_begins_with_its_variant_and_reset_brings_it_back(
    take_back_toe: object,
) -> None:
    lab = gw.Lab(gk.load("take-back-toe").with_(columns=3))
    lab.set(sides=4)
    lab.reset()
    lab.stop()
    assert lab.game.changes == {"columns": 3}


def test_numbers_that_make_no_game_are_explained_and_nothing_breaks(lab: gw.Lab) -> None:
    lab.set(match=4)
    good, board = lab.game, lab.table
    browser_sets(lab, "columns=3")
    assert "cannot hold 4 stacks" in lab.problem
    assert "cannot hold 4 stacks" in part(dials(lab), "said")
    assert (lab.game, lab.table, lab.is_running) == (good, board, False)
    assert "run" in bench(lab)["why"]  # type: ignore[operator]
    browser_clicks(lab, "run")
    assert not lab.is_running
    lab.set(match=3)
    assert lab.problem == ""
    assert lab.game.changes == {"columns": 3}


def test_a_number_out_of_range_is_refused_with_the_range(lab: gw.Lab) -> None:
    browser_sets(lab, "turn_limit=5000")
    assert "from 0 to 1000" in lab.problem
    assert lab.game.parameters["turn_limit"] == 40
    with pytest.raises(gk.BadVariant, match="from 2 to 8"):
        lab.set(columns=9)
    with pytest.raises(gk.BadVariant, match="Did you mean 'columns'"):
        lab.set(column=5)


# --- playtests -------------------------------------------------------------------------------


def test_no_playtest_starts_before_a_change_or_a_request(lab: gw.Lab) -> None:
    assert not lab.is_running
    assert lab.wait() is None
    lab.run()
    assert lab.is_running
    study = lab.wait()
    assert study is lab.study
    assert study is not None
    assert len(study.games) == 200


def test_the_lab_runs_the_same_playtest_as_python(lab: gw.Lab) -> None:
    lab.set(columns=5)
    study = lab.wait()
    assert study is not None
    again = gk.playtest(
        gk.load("take-back-toe").with_(columns=5), ("greedy", "greedy"), 200, 1, progress=False
    )
    assert study.games.equals(again.games)
    assert lab._figures.outputs


def test_a_change_stops_the_playtest_before_it_and_starts_its_own(lab: gw.Lab) -> None:
    lab.run(games=10_000_000)
    lab.set(columns=3)
    lab.run(games=100)
    study = lab.wait()
    assert study is not None
    assert study.game.changes == {"columns": 3}
    lab.set(columns=4)
    assert lab.study is None, "what is known is of another variant"


def test_a_playtest_is_stopped_keeps_its_games_and_goes_on(lab: gw.Lab) -> None:
    lab.set(columns=5)
    lab.run(bots=("random", "random"), games=100_000)
    until(lambda: lab._trial is not None and lab._trial.done > 0)
    browser_clicks(lab, "stop")
    assert not lab.is_running
    assert "Stopped after" in part(bench(lab), "news")
    stopped = lab.comparison
    assert stopped is not None
    assert 0 < len(stopped) < 100_000
    assert "stopped, of 100,000" in part(bench(lab), "report")
    assert "resume" not in bench(lab)["why"]  # type: ignore[operator]
    browser_clicks(lab, "resume")
    until(lambda: lab._trial is not None and lab._trial.done > len(stopped))
    lab.stop()
    later = lab.comparison
    assert later is not None
    n = len(stopped)
    assert n < len(later)
    assert later.games.head(n).equals(stopped.games), "nothing is played twice"
    lab.set(columns=4)
    lab.stop()
    with pytest.raises(gk.GameError, match="No playtest of this variant was stopped"):
        lab.resume()


def until(is_so: Callable[[], bool]) -> None:
    for _ in range(6000):
        if is_so():
            return
        sleep(0.01)
    raise AssertionError("it never came to be")


def test_bots_and_numbers_are_chosen_from_menus(lab: gw.Lab) -> None:
    names = re.findall(r"<option [^>]*>([^<]*)<", part(bench(lab), "choice"))
    assert {"random", "greedy", "search:50", "200", "50,000"} <= set(names)
    lab._bench._hear(None, {"do": "set", "what": "bot1=0"}, [])
    study = lab.wait()
    assert study is not None
    assert study.bots == ("greedy", "random")
    with pytest.raises(gk.GameError, match="no bot"):
        lab.run(bots=("greedy", "greddy"))


def test_a_playtest_that_breaks_off_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMEKIT_COMPILE", "never")  # there is not a move to be made
    broken = gk.load("take-back-toe").variant(why_illegal=never)
    lab = gw.Lab(broken, games=200)
    lab.run()
    assert lab.wait() is None
    assert "no legal move" in part(bench(lab), "said")
    assert not lab.is_running


def never(rules: object, state: object, move: int) -> int:
    return 9


# --- comparing -------------------------------------------------------------------------------


def test_the_original_game_and_the_variant_play_the_same_games(lab: gw.Lab) -> None:
    lab.set(win_check="mover_only")
    lab.wait()
    found = lab.comparison
    assert found is not None
    game = gk.load("take-back-toe")
    again = gk.compare(game, game.with_(win_check="mover_only"), games=200, progress=False)
    assert found.table.equals(again.table)
    assert "score of Red" in part(bench(lab), "report")
    assert part(bench(lab), "headline") == f'<p class="gk-headline">{again.headline}</p>'
    html = part(bench(lab), "report")
    assert "before<i>as published</i>" in html
    assert "now<i>win_check=mover_only</i>" in html
    assert html.count("gk-clear") == sum(again.table["p"] < 0.05)


def test_a_difference_that_is_printed_as_zero_does_not_stand_out(
    lab: gw.Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiny = {"p": 0.01, "difference": -0.0002, "low": -0.0004, "high": -0.0001}
    lab.set(columns=3)
    lab.wait()
    assert lab.comparison is not None
    with monkeypatch.context() as patched:
        patched.setattr(Comparison, "rows", dict.fromkeys(lab.comparison.rows, tiny))
        html = report(None, None, lab.comparison)
    assert "gk-clear" not in html
    assert "<b>0.000</b><i>0.000 to 0.000</i></td></tr>" in html
    assert "−" not in html


def test_a_game_that_the_change_touched_is_shown_where_it_diverges(lab: gw.Lab) -> None:
    assert "show" in bench(lab)["why"]  # type: ignore[operator]
    with pytest.raises(gk.GameError, match="nothing to show yet"):
        lab.show()
    lab.run(bots=("random", "random"))
    lab.wait()
    assert "show" in bench(lab)["why"], "alone"  # type: ignore[operator]
    lab.set(win_check="mover_only")
    lab.wait()
    browser_clicks(lab, "show")
    (first,) = lab._parted.children
    assert first.example.text == lab.comparison.example(0).text  # type: ignore[union-attr]
    assert [replay.at for replay in first.replays] == [first.example.ply] * 2
    assert max(replay.match.ply for replay in first.replays) > first.example.ply
    browser_clicks(lab, "show")
    (second,) = lab._parted.children
    assert second.example.number > first.example.number
    lab.set(match=4)
    assert lab._parted.children == (), "it was a game of another variant"
    lab.stop()


def test_a_change_that_touches_nothing_says_so(lab: gw.Lab) -> None:
    lab.set(turn_limit=1000)
    lab.set(limit_tie="draw")
    lab.wait()
    lab.pin()
    lab.set(limit_tie="starter")
    lab.wait()
    assert "It makes no difference: all 200 games went the same way" in part(bench(lab), "headline")
    why = bench(lab)["why"]
    assert isinstance(why, dict)
    assert why["show"] == "The change touches no game."


def test_a_pinned_variant_is_compared_with_the_present_one(lab: gw.Lab) -> None:
    with pytest.raises(gk.GameError, match="run a playtest first"):
        lab.pin()
    lab.set(columns=5)
    lab.wait()
    lab.pin()
    lab.set(match=4)
    study, pinned, found = lab.wait(), lab.pinned, lab.comparison
    assert study is not None
    assert pinned is not None
    assert found is not None
    assert (pinned.seed, study.seed) == (1, 1), "the same games"
    assert dict(found.a.game.changes) == {"columns": 5}
    html = part(bench(lab), "report")
    difference = Comparison(pinned, study).rows["length"]["difference"]
    assert f"<b>+{difference:.1f}</b>" in html
    assert "now<i>columns=5, match=4</i>" in html
    assert "pinned<i>columns=5</i>" in html
    lab.unpin()
    lab.run()
    lab.wait()
    assert "before<i>as published</i>" in part(bench(lab), "report")


def test_results_stay_while_a_variant_is_pinned_and_unpinned(lab: gw.Lab) -> None:
    lab.set(columns=5)
    lab.wait()
    found = part(bench(lab), "headline"), part(bench(lab), "report")
    assert "before<i>as published</i>" in found[1]
    for change in (lab.pin, lab.unpin):
        change()
        assert (part(bench(lab), "headline"), part(bench(lab), "report")) == found


def test_no_news_of_a_playtest_stands_above_the_buttons(lab: gw.Lab) -> None:
    assert next(iter(bench(lab)["parts"])) == "choice"  # type: ignore[call-overload]


# --- the report ------------------------------------------------------------------------------


def test_the_report_is_written_while_the_lab_goes_on_and_given_to_the_browser(
    lab: gw.Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[dict[str, str]] = []
    monkeypatch.setattr(lab._bench, "send", sent.append)
    assert "download" in bench(lab)["why"]  # type: ignore[operator]
    with pytest.raises(gk.GameError, match="nothing to report yet"):
        lab.download()
    lab.run(bots=("random", "random"), games=20)
    lab.wait()
    browser_clicks(lab, "download")
    assert "download" in bench(lab)["why"], "one at a time"  # type: ignore[operator]
    until(lambda: len(sent) == 1)
    lab.set(columns=3)
    lab.wait()
    browser_clicks(lab, "download")
    until(lambda: "The report is written" in part(bench(lab), "news"))
    alone, compared = sent
    assert [each["to"] for each in sent] == ["download"] * 2
    assert alone["file"] == "take-back-toe-as-published.html"
    assert compared["file"] == "take-back-toe-columns=3.html"
    assert "Use of the board" in alone["text"]
    assert lab.comparison is not None
    assert escape(lab.comparison.headline) in compared["text"]


def test_a_report_that_cannot_be_written_says_why(
    lab: gw.Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab.run(bots=("random", "random"), games=20)
    lab.wait()
    monkeypatch.setitem(sys.modules, "jinja2", None)
    browser_clicks(lab, "download")
    until(lambda: "jinja2, which is not installed" in part(bench(lab), "said"))
    assert "download" not in bench(lab)["why"]  # type: ignore[operator]


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"columns": 5, "reversal": "none"}, "take-back-toe-columns=5-reversal=none.html"),
        ({}, "take-back-toe-as-published.html"),
    ],
)
def test_a_report_has_a_name_that_every_system_takes(changes: dict[str, object], name: str) -> None:
    assert file_name(gk.load("take-back-toe").with_(**changes)) == name


# --- what is saved ---------------------------------------------------------------------------


def saved(lab: gw.Lab) -> tuple[str, str]:
    data = lab._repr_mimebundle_()
    json.dumps(data)
    return data["text/plain"], data["text/html"]


def test_a_saved_lab_says_what_it_shows_and_is_always_the_same(
    take_back_toe: object,
) -> None:
    labs = [gw.Lab("take-back-toe", games=200) for _ in range(2)]
    assert saved(labs[0]) == saved(labs[1])
    text, html = saved(labs[0])
    assert text == "Variant lab of Take-Back-Toe (as published)"
    assert "run this cell and change rows, columns, height, sides and more." in html
    labs[0].set(columns=5)
    labs[1].set(columns=5)
    labs[1]._trial.join()  # type: ignore[union-attr]
    assert saved(labs[0]) == saved(labs[1]), "however far the playtest has come"
    for lab in labs:
        lab.wait()
    assert saved(labs[0]) == saved(labs[1])
    text, _ = saved(labs[0])
    assert text.startswith("Variant lab of Take-Back-Toe (columns: 5)")
    assert "first-player score" in text


def test_a_line_beside_the_numbers_follows_the_playtest_of_a_change(
    lab: gw.Lab,
) -> None:
    assert part(dials(lab), "doing") == ""
    assert "No playtest yet" in part(bench(lab), "report")
    lab.set(columns=5)
    assert part(dials(lab), "doing").startswith("Playtest: ")
    assert "No playtest yet" not in part(bench(lab), "report"), "one is running"
    lab.wait()
    assert "games have been played" in part(dials(lab), "doing")
