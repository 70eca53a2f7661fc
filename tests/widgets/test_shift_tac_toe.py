"""Shift Tac Toe on the table: the layers and the cube show the same, and take the same presses."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

import gamekit as gk
import gamekit_widgets as gw
from gamekit.boards import cube
from gamekit_widgets.drawing import space
from gamekit_widgets.drawing.scene import Emblem, Hand, Scene, Words, Zone
from gamekit_widgets.scenes import shift_tac_toe as scene_file
from gamekit_widgets.table.words import as_advice
from tests.widgets.test_pictures import by_key

VARIANTS: list[dict[str, object]] = [
    {},
    {"size": 3},
    {"size": 5},
    {"shifting": "no"},
    {"shift_lines": "axes_only", "four_lock": "freeze"},
]
# Red has a four on X1 and threatens AY2-DY2, where DY2 is empty.
FOURS = {
    "board": {"AX1": 0, "BX1": 0, "CX1": 0, "DX1": 0, "AY2": 0, "BY2": 0, "CY2": 0, "AW4": 1},
    "to_move": 1,
}


def table(*, position: dict[str, object] | None = None, **more: Any) -> gw.Table:
    match = gk.Match("shift-tac-toe", position=position)
    return gw.Table(match, seats=("human", "human"), **more)


def played(seed: int, moves: int, **parameters: object) -> gk.Match:
    """Return a match after this many random moves."""
    luck, match = random.Random(seed), gk.Match(gk.load("shift-tac-toe", **parameters))
    while not match.result and match.ply < moves:
        match.play(luck.choice(match.legal_moves()))
    return match


def situations() -> Iterator[gk.Match]:
    """Yield matches before a piece and before a shift, early and late, in every variant."""
    for seed, parameters in enumerate(VARIANTS):
        for moves in (0, 1, 12, 13, 40, 41):
            match = played(seed, moves, **parameters)
            if not match.result:
                yield match


def drawn(match: gk.Match, *pressed: str, **more: Any) -> Scene:
    view = match.view(gk.ALL)
    ways = {move: scene_file.presses(view, move) for move in view.legal()}
    others = tuple(scene_file.other_ways(view, view.legal()))
    return scene_file.draw(view, Hand(pressed, ways, others, **more))


def figure(scene: Scene) -> dict[str, Any]:
    assert scene.solid
    return space.figure(scene.solid)


def traces(scene: Scene, kind: str) -> list[dict[str, Any]]:
    return [trace for trace in figure(scene)["data"] if trace["type"] == kind]


def pieces(scene: Scene) -> dict[str, tuple[str, int]]:
    """The cell and the owner of each piece in the figure, by key, from where its corners are."""
    found = {}
    axes = scene.solid.axes
    held = {spot.label: spot.at for spot in scene.solid.spots if not spot.is_empty}
    for owner, trace in enumerate(each for each in traces(scene, "mesh3d") if "meta" in each):
        corners = len(trace["x"]) // max(1, len(trace["meta"]))
        for n, key in enumerate(trace["meta"]):
            part = slice(n * corners, (n + 1) * corners)
            places = [round(sum(trace[axis][part]) / corners) for axis in "xyz"]
            label = "".join(names[place] for names, place in zip(axes, places, strict=True))
            assert held[label] == tuple(places), "what is pressed is what is there"
            found[key] = label, owner
    return found


# --- presses ---------------------------------------------------------------------------------


def test_every_legal_move_that_changes_something_can_be_pressed() -> None:
    for match in situations():
        view, shown = match.view(gk.ALL), drawn(match)
        cells = {cell.label for cell in shown.cells}
        assert len(cells) == match.rules.size**3
        for number, move in enumerate(view.legal()):
            presses = scene_file.presses(view, move)
            *first, last = presses
            assert scene_file.compose(view, presses) == move
            if presses == (move,):  # a shift that changes nothing: "End turn" does the same
                contents = {
                    view.state.board[cell] for cell in scene_file.shifted(match.rules.size, move)
                }
                assert len(contents) < 2
                continue
            for k in range(1, len(presses)):
                assert scene_file.compose(view, presses[:k]) is None
            assert set(first) <= cells
            if number % 40 == 0:  # drawing takes its time
                offered = {choice.name for choice in drawn(match, *first).choices}
                assert last in cells | offered


def test_a_turn_places_a_piece_and_then_moves_one_and_its_line_with_it() -> None:
    at = table()
    for what in ("BX2", "BX2", "BX3"):
        at.press(what)
    assert [entry.text for entry in at.match.history] == ["BX2"], "the shift is only shown"
    at.press("shift")
    assert [entry.text for entry in at.match.history] == ["BX2", "BX1>BX4"]
    assert at.match.to_act == 1


def test_any_piece_of_a_line_moves_it_also_around_its_end() -> None:
    position = {"board": {"AW1": 0, "AW3": 1}}
    for start, goal, shift in (
        ("AW1", "AW2", "AW1>AW4"),
        ("AW3", "AW4", "AW1>AW4"),
        ("AW1", "AW4", "AW4>AW1"),
        ("AW3", "AW2", "AW4>AW1"),
    ):
        at = table(position=position)
        for what in ("DZ4", start, goal, goal):
            at.press(what)
        assert at.match.history[-1].text == shift


def test_before_a_shift_is_made_another_goal_or_another_piece_may_be_pressed() -> None:
    at = table(position={"board": {"AW1": 0, "CY2": 1}})
    for what in ("DZ4", "AW1", "AW2", "BX2"):
        at.press(what)
    assert "gk-pressed" in cell_of(at, "BX2"), "another goal of the same piece"
    at.press("CY2")
    assert "gk-pressed" in cell_of(at, "CY2")
    assert "gk-pressed" not in cell_of(at, "AW1")
    at.press("CY2")
    assert "gk-pressed" not in at.shown["svg"], "pressed again, it is let go"
    assert at.match.ply == 1


def cell_of(at: gw.Table, label: str) -> str:
    return str(by_key(at.shown["svg"])[f"cell-{label}"].get("class"))


def test_pieces_can_be_pressed_and_then_the_cells_where_they_go() -> None:
    def marked(scene: Scene) -> set[str]:
        return {cell.label for cell in scene.cells if "next" in cell.marks}

    match = gk.Match("shift-tac-toe", position={"board": {"AW1": 0, "BX1": 1}}).play("DY4 ...")
    assert marked(drawn(match)) == {"AW1", "BX1", "DY4"}
    along_edges = {"AX1", "AZ1", "BW1", "DW1", "AW2", "AW4"}
    on_diagonals = {"BX1", "DZ1", "AX2", "AZ4", "BW2", "DW4", "BX2", "DZ4"}
    scene = drawn(match, "AW1")
    assert marked(scene) == along_edges | on_diagonals
    seen = {piece.key for piece in scene.pieces if isinstance(piece, Emblem) and not piece.offer}
    assert {key for key in seen if key.startswith("landing-")} == {
        f"landing-{goal}-{cube.cell(4, goal)}" for goal in marked(scene)
    }, "a faint piece on each"


def test_a_shift_that_is_looked_at_says_which_fours_and_threats_it_makes() -> None:
    board = {"AW2": 1, "AX1": 1, "AY1": 1, "AZ1": 1, "CZ3": 0, "DZ3": 0, "BZ3": 0, "AZ4": 0}
    match = gk.Match("shift-tac-toe", position={"board": board}).play("DW4 ...")

    def told(start: str, goal: str) -> tuple[str, str]:
        at = gw.Table(match, seats=("human", "human"), journal=False)
        at.press(start)
        at.press(goal)
        return at.shown["prompt"], at.shown["message"]["text"]

    prompt, more = told("AW2", "AW1")
    assert prompt == "Red: this shift makes a four for Blue. Press AW1 again to make it"
    assert more.startswith("AW2 → AW1.")
    prompt, more = told("AZ4", "AZ3")
    assert prompt == "Red: this shift makes a four for Red. Press AZ3 again to make it"
    assert more.startswith("AZ1 → AZ4 (around), AZ4 → AZ3.")
    assert "Red no longer threatens" not in more, "it is a four now"
    prompt, more = told("AZ1", "AZ2")
    assert prompt == "Red: this shift makes no four. Press AZ2 again to make it"
    assert "Blue no longer threatens a four at AW1." in more


def test_a_shift_can_be_declined_even_when_it_has_been_looked_at() -> None:
    for looked in ((), ("BX2",), ("BX2", "BX3")):
        at = table()
        for what in ("BX2", *looked, "stop"):
            at.press(what)
        assert [entry.text for entry in at.match.history] == ["BX2", "stop"]


@pytest.mark.rule("SHT-5")
def test_a_shift_is_previewed_before_it_is_made() -> None:
    match = gk.Match("shift-tac-toe", position={"board": {"AW1": 1, "DZ4": 0}}).play("AW3 ...")
    before, preview = drawn(match), drawn(match, "DZ4", "AW1")
    after = drawn(match.fork().play("AW1>DZ4"))
    assert preview.prompt == "Red: this shift makes no four. Press AW1 again to make it"
    assert [choice.label for choice in preview.choices] == ["Cancel", "Shift this line"]
    assert pieces(preview) == pieces(after) != pieces(before)
    assert pieces(after) == {
        "piece-1-0": ("BX2", 1),
        "piece-1-1": ("AW1", 0),
        "piece-1-2": ("AW3", 0),
    }
    says = {cell.label: cell.says for cell in preview.cells}
    assert says["AW1"] == "AW1, Red, after the shift, pressed"
    assert says["CY3"] == "CY3, empty, after the shift"


@pytest.mark.parametrize(
    ("presses", "rule"),
    [
        pytest.param(["AW4"], "SHT-3", id="occupied"),
        pytest.param(["AW1", "AW4", "AW3"], None, id="legal"),
        pytest.param(["AZ1", "AX1"], "SHT-10", id="four"),
    ],
)
def test_presses_that_make_no_legal_move_are_explained(presses: list[str], rule: str) -> None:
    at = table(position=FOURS)
    for what in presses:
        at.press(what)
    message = at.shown["message"]
    assert (message["law"]["id"] if message["law"] else None) == rule


def test_an_empty_cell_where_no_piece_goes_is_explained() -> None:
    at = table(position=FOURS)
    for what in ("AW1", "BX2"):
        at.press(what)
    assert at.shown["message"]["text"] == "BX2 is empty. Press a piece: its line moves with it."
    for what in ("AW4", "BZ2"):
        at.press(what)
    assert at.shown["message"]["text"].startswith("AW4 does not go to BZ2.")


def test_a_board_takes_the_same_presses() -> None:
    match, made = gk.Match("shift-tac-toe").play("BX2 ..."), []
    board = gw.Board(match)
    board.on_move(made.append)
    for what in ("BX2", "CX2", "shift"):
        board.press(what)
    assert made == ["AX2>DX2"]


# --- what is shown ---------------------------------------------------------------------------


def test_layers_and_cube_show_the_view() -> None:
    for match in situations():
        size, scene = match.rules.size, drawn(match)
        wanted = {
            cube.label(size, cell): owner
            for cell, owner in enumerate(match.state.board[: size**3])
            if owner >= 0
        }
        assert dict(pieces(scene).values()) == wanted
        empty = [spot.label for spot in scene.solid.spots if spot.is_empty]
        assert sorted([*empty, *wanted]) == sorted(cell.label for cell in scene.cells)
        for cell in scene.cells:
            owner = wanted.get(cell.label)
            says = "empty" if owner is None else match.names[owner]
            assert cell.says.startswith(f"{cell.label}, {says}")
        names = {key: owner for key, (_, owner) in pieces(scene).items()}
        emblems = dict(
            re.findall(r'class="gk-emblem-(\d)" data-key="(piece-[^"]+)"', gw.svg(match))
        )
        assert len(names) == len(re.findall(r'data-key="piece-', gw.svg(match)))
        assert all(names[key] == int(owner) for owner, key in emblems.items())
        json.dumps(figure(scene))


def test_points_are_where_their_labels_say() -> None:
    for size in cube.SIZES:
        scene = drawn(played(1, 7, size=size))
        for spot in scene.solid.spots:
            names = (scene.solid.axes[k][place] for k, place in enumerate(spot.at))
            assert "".join(names) == spot.label


def test_pieces_keep_their_keys_wherever_they_go() -> None:
    luck, match = random.Random(5), gk.Match("shift-tac-toe")
    for _ in range(60):
        before, turn = pieces(drawn(match)), match.state.round
        match.play(luck.choice(match.legal_moves()))
        after = pieces(drawn(match))
        if match.state.round == turn:
            assert before.keys() <= after.keys()
            assert {key: owner for key, (_, owner) in after.items() if key in before} == {
                key: owner for key, (_, owner) in before.items()
            }
            moved = [key for key in before if before[key] != after[key]]
            assert len(moved) <= (match.rules.size if match.history[-1].text.count(">") else 0)


def test_pieces_of_another_round_are_other_pieces() -> None:
    match = gk.Match("shift-tac-toe", position={**FOURS, "to_move": 0})
    first = pieces(drawn(match))
    match.play("DY2")
    assert match.state.round == 2
    assert drawn(match).prompt == "Round 1 goes to Red. Blue: press an empty cell"
    match.play("AW1 ...")
    assert not first.keys() & pieces(drawn(match)).keys()
    match.play("stop")
    assert drawn(match).prompt.startswith("Round 1 goes to Red. Red: "), (
        "a bot may have begun the round"
    )
    match.play("AX1 ...").play("stop")
    assert "Round 1" not in drawn(match).prompt


@pytest.mark.parametrize("parameters", VARIANTS)
def test_a_round_stays_in_sight_until_both_players_have_seen_how_it_ended(
    parameters: dict[str, object],
) -> None:
    luck, bot, match = random.Random(5), gk.bot("greedy"), played(1, 0, **parameters)
    while match.state.round == 1:
        move = bot.choose(match.view(0), match.ply) if match.to_act == 0 else None
        match.play(luck.choice(match.legal_moves()) if move is None else move)
    assert match.state.round_winner[0] == 0
    for _ in range(2 if parameters.get("shifting") == "no" else 3):
        scene = drawn(match)
        assert scene.reminder.endswith("Faint pieces show how round 1 ended.")
        won = [cell for cell in scene.cells if "winning" in cell.marks]
        faint = {(piece.x, piece.y): piece.owner for piece in scene.pieces
                 if isinstance(piece, Emblem) and piece.is_faint}  # fmt: skip
        assert sum(faint.get((cell.x, cell.y)) == 0 for cell in won) >= match.rules.size
        match.play(match.legal_moves()[0])
    assert not any("winning" in cell.marks for cell in drawn(match).cells)


@pytest.mark.rule("SHT-11")
def test_fours_are_drawn_and_said() -> None:
    match = gk.Match("shift-tac-toe", position=FOURS)
    scene = drawn(match)
    winning = {cell.label for cell in scene.cells if "winning" in cell.marks}
    assert winning == {"AX1", "BX1", "CX1", "DX1"}
    assert next(c.says for c in scene.cells if c.label == "AX1") == "AX1, Red, in a four of Red"
    assert [(s.look, s.owner) for s in scene.solid.strokes] == [("four", 0)]
    assert scene.note == "Round 1 of 2 · fours 1 to 0", "in space too"


@pytest.mark.rule("SHT-13")
def test_the_cells_that_won_are_marked_once_the_match_is_over() -> None:
    red = dict.fromkeys(("AW1", "AW2", "AW3", "AW4", "AX1", "AY1"), 0)
    blue = dict.fromkeys(("DW1", "DX1", "DY1", "DZ1"), 1)
    game = gk.load("shift-tac-toe", rounds=1)
    match = gk.Match(game, position={"board": {**red, **blue}, "to_move": 0}).play("AZ1")
    marked = {cell.label for cell in drawn(match).cells if "winning" in cell.marks}
    assert marked == {*red, "AZ1"} == set(match.view().winning_cells())


def test_threats_are_shown_to_those_who_are_assisted_only() -> None:
    match = gk.Match("shift-tac-toe", position=FOURS)
    assert [s.look for s in drawn(match, is_assisted=True).solid.strokes] == ["four", "three"]
    told = next(c.says for c in drawn(match, is_assisted=True).cells if c.label == "DY2")
    assert told == "DY2, empty, would complete a four of Red"
    for at, is_told in (
        (table(position=FOURS), True),
        (table(position=FOURS, assist=False), False),
    ):
        assert ("would complete" in at.shown["svg"]) == is_told


def test_the_prompt_warns_of_a_threatened_four() -> None:
    prompt = table(position=FOURS).shown["prompt"]
    assert str(prompt).startswith("Red threatens a four at DY2, in line with AY2, BY2 and CY2. ")
    assert "threatens" not in str(table(position=FOURS, assist=False).shown["prompt"])


@pytest.mark.rule("SHT-14")
@pytest.mark.parametrize("counting", ["consecutive", "any3of4", "windows"])
def test_the_threes_that_decided_a_match_are_marked_and_numbered(counting: str) -> None:
    luck = random.Random(4)
    cells = [cube.label(4, cell) for cell in range(64)]
    free = set(cells) - {"AX1", "BX1", "CX1", "DX1", "AY2", "BY2", "CY2", "DY2"}
    # Blue wins the second round with two fours; the other pieces lie anywhere.
    board = {label: luck.randrange(2) for label in sorted(free) if luck.random() < 0.55}
    fours = {"AX1": 1, "BX1": 1, "CX1": 1, "DX1": 1, "AY2": 1, "BY2": 1, "CY2": 1}
    rounds = [{"winner": 0, "fours": [2, 0], "threes": [20, 0]}]
    game = gk.load("shift-tac-toe", threes=counting)
    position = {"board": {**board, **fours}, "to_move": 1, "rounds": rounds}
    match = gk.Match(game, position=position).play("DY2")
    assert match.result
    assert match.result.rule == "SHT-14"
    scene, counted = drawn(match), match.state.round_threes[2:4]
    for player in range(2):
        numbers = {piece.text for piece in scene.pieces if piece.key.startswith(f"three-{player}-")}
        assert len(numbers) == counted[player] > 1
        name = next(piece for piece in scene.pieces if piece.key == f"name-{player}")
        count = rounds[0]["threes"][player] + counted[player]
        assert name.text == f"{match.names[player]}, {count} threes"
    marked = {cell.label for cell in scene.cells if "counted" in cell.marks}
    assert marked == {cell.label for cell in scene.cells if "in a three of" in cell.says}
    assert len(marked) > 3
    red, blue = counted
    assert scene.note == f"Threes on board 1: Red 20; on board 2: Red {red}, Blue {blue}"


@pytest.mark.rule("SHT-14")
def test_threes_of_the_first_round_are_told_where_the_last_has_none() -> None:
    fours = {"AX1": 1, "BX1": 1, "CX1": 1, "DX1": 1, "AY2": 1, "BY2": 1, "CY2": 1}
    rounds = [{"winner": 0, "fours": [2, 0], "threes": [2, 1]}]
    position = {"board": fours, "to_move": 1, "rounds": rounds}
    scene = drawn(gk.Match("shift-tac-toe", position=position).play("DY2"))
    names = {piece.key: piece.text for piece in scene.pieces if piece.key.startswith("name-")}
    assert names == {"name-0": "Red, 2 threes", "name-1": "Blue, 1 three"}
    assert scene.note == "Threes on board 1: Red 2, Blue 1; on board 2: none"
    framed = {cell.label for cell in scene.cells if "winning" in cell.marks}
    assert framed == {*fours, "DY2"}, "the fours that ended the last round"


def test_no_three_is_marked_where_rounds_decided() -> None:
    board = {**FOURS["board"], "AZ4": 0, "BZ4": 0, "CZ4": 0}
    game = gk.load("shift-tac-toe", rounds=1)
    match = gk.Match(game, position={"board": board, "to_move": 0}).play("DY2")
    assert match.result
    assert not any("counted" in cell.marks for cell in drawn(match).cells)


def test_the_line_shifted_last_stays_marked_until_the_next_piece_is_placed() -> None:
    match = gk.Match("shift-tac-toe").play("BX2, AW up")
    (stroke,) = drawn(match).solid.strokes
    assert (stroke.look, stroke.through) == (
        "shifted",
        ((0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 0, 3)),
    )
    assert drawn(match.play("CX2 ...")).solid.strokes == ()


def test_a_hint_points_at_a_cell_or_a_line() -> None:
    match = gk.Match("shift-tac-toe")

    def pointed(move: str) -> list[tuple[str, int]]:
        way = scene_file.presses(match.view(gk.ALL), move)
        solid = drawn(match).pointing([("hinted", way)]).solid
        return [(stroke.look, len(stroke.through)) for stroke in solid.strokes]

    assert pointed("BX2 ...") == [("hinted", 1)]
    match.play("BX2 ...")
    assert pointed("BX4>BX1") == [("hinted", 2)]


# --- what is sent ----------------------------------------------------------------------------


def test_the_large_module_is_sent_to_those_who_ask_for_it_and_never_with_a_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent: list[Any] = []
    monkeypatch.setattr(gw.Table, "send", lambda self, content, buffers=None: sent.append(content))
    at = table()
    name = at.shown["solid"]["module"]
    at.press("BX2")
    at.press("stop")
    assert sent == []
    assert len(json.dumps(at.shown)) < 100_000
    at._hear(None, {"do": "module", "what": name}, [])
    at._hear(None, {"do": "module", "what": "another"}, [])
    assert [each["module"] for each in sent] == [name, "another"]
    assert len(sent[0]["source"]) > 1_000_000
    assert sent[1]["source"] == ""


def test_games_without_a_cube_have_nothing_in_space() -> None:
    assert gw.Table("take-back-toe", seats=("human", "human")).shown["solid"] is None


def test_lines_to_drag_along_are_the_shifts_that_change_something() -> None:
    match = gk.Match("shift-tac-toe", position=FOURS)
    assert drawn(match).solid.lines == (), "first a piece is placed"
    view = match.play("DW1 ...").view(gk.ALL)
    shifts = [move for move in view.legal() if scene_file.presses(view, move)[1:]]
    lines = drawn(match).solid.lines
    assert sorted(f"{line[0]}>{line[-1]}" for line in lines) == sorted(shifts) != []
    spots = gw.Table(match, seats=("human", "human")).shown["solid"]
    labels = [spot["label"] for spot in spots["spots"]]
    assert [tuple(labels[number] for number in line) for line in spots["lines"]] == list(lines)


def test_a_shift_leaves_ghosts_and_its_line_in_both_sights_until_the_next_turn() -> None:
    match = gk.Match("shift-tac-toe", position={"board": {"AW1": 0, "AX1": 1, "AZ1": 0}})
    match.play("DZ4, AW1>AZ1")
    scene = drawn(match)
    ghosts = [key for key in by_key(scene.svg()) if key.startswith("ghost-")]
    assert ghosts == [f"ghost-{cube.cell(4, 'AZ1')}"], "on the others stand pieces"
    assert "trail" in by_key(scene.svg())
    assert scene.solid
    assert [ghost.spot.label for ghost in scene.solid.ghosts] == ["AZ1"]
    scene = drawn(match.play("BX2"))
    assert scene.solid
    assert scene.solid.ghosts == ()
    assert "trail" not in by_key(scene.svg())


def test_the_piece_that_comes_around_leaves_its_line_at_the_end_and_enters_it_at_the_beginning() -> (
    None
):
    match = gk.Match("shift-tac-toe", position={"board": {"AW1": 1, "AZ1": 0}})
    scene = drawn(match.play("DZ4, AW1>AZ1"))
    around = [piece for piece in scene.pieces if isinstance(piece, Emblem) and piece.around]
    places = {cell.label: (cell.x, cell.y) for cell in scene.cells}
    (piece,) = around
    was, beyond, before = piece.around
    assert (was, (piece.x, piece.y)) == (places["AZ1"], places["AW1"])
    assert beyond[0] > places["AZ1"][0] > places["AW1"][0] > before[0]
    assert {beyond[1], before[1]} == {places["AW1"][1]}


def test_a_refused_shift_offers_those_that_change_something() -> None:
    board = {"AX1": 1, "BX2": 0, "CY3": 1, "DZ2": 0, "BY2": 1}
    match = gk.Match("shift-tac-toe", position={"board": board}).play("AW4 ...")
    contents = match.state.board
    assert all(
        len({contents[cell] for cell in scene_file.shifted(4, move.split()[0])}) > 1
        for move in match.why_not("AW9").legal
    )


def test_while_a_line_may_shift_the_turn_before_and_what_a_shift_does_are_told() -> None:
    match = gk.Match("shift-tac-toe", players=("Ann", "Bo")).play("AW1, stop").play("BX2, AW1>AZ1")
    told = gw.Table(match.play("CY3 ..."), seats=("human", "human")).shown["message"]["text"]
    assert str(told).startswith(
        "Bo plays BX2, then shifts AW1 → AX1. A shift moves a whole line one step;"
    )


def test_after_the_opponents_shift_its_line_is_framed_and_told_piece_by_piece() -> None:
    match = gk.Match("shift-tac-toe", players=("Ann", "Bo")).play("BX2, stop").play("AZ1, DW4>AZ1")
    shown = gw.Table(match, seats=("human", "human"), journal=False).shown
    assert shown["message"]["text"].startswith("Bo plays AZ1, then shifts AZ1 → DW4 (around).")
    framed = {cell.label for cell in drawn(match).cells if "shifted" in cell.marks}
    assert framed == {"DW4", "CX3", "BY2", "AZ1"}


def test_each_place_where_a_piece_can_go_has_a_sign_for_the_way_there() -> None:
    match = gk.Match("shift-tac-toe", position={"board": {"AW1": 0, "BX2": 1}}).play("CY3 ...")
    signs = {
        piece.key.removeprefix("sign-"): piece.text
        for piece in drawn(match, "AW1").pieces
        if isinstance(piece, Words) and piece.key.startswith("sign-")
    }
    assert (signs["AX1"], signs["BW1"], signs["AW2"], signs["BX2"]) == ("→", "↓", "▼", "▼↘")
    assert (signs["AZ1"], signs["DZ4"]) == ("↺", "↺")


def test_a_hinted_shift_frames_both_cells_to_press_and_draws_no_arrow_over_levels() -> None:
    match = gk.Match("shift-tac-toe", seed=1).play("DZ4")
    scene = drawn(match)
    hinted = scene.pointing([("hinted", ("DZ4", "DZ3", "shift"))])
    assert hinted.pieces == scene.pieces
    marked = {cell.label: cell.badge for cell in hinted.cells if "hinted" in cell.marks}
    assert marked == {"DZ4": "1", "DZ3": "2"}


def test_the_ring_of_a_hint_stays_inside_its_cell() -> None:
    match = gk.Match("shift-tac-toe")
    svg = drawn(match).pointing([("hinted", ("AZ4",))]).svg()
    ring = re.search(r'gk-trail gk-hinted".*?<circle [^>]*r="([\d.]+)"', svg)
    assert ring
    assert float(ring[1]) + 3 <= scene_file.SIDE / 2, "half of its stroke included"


def test_pointing_at_a_goal_shows_the_path_of_the_line_and_where_its_other_pieces_go() -> None:
    match = gk.Match("shift-tac-toe", position={"board": {"AX1": 1, "AW1": 0}}).play("DZ4 ...")
    offers = {
        piece.key: piece.offer
        for piece in drawn(match, "AW1").pieces
        if getattr(piece, "offer", "") == "AX1"
    }
    assert offers == {"way-AX1": "AX1", f"landing-AX1-{cube.cell(4, 'AY1')}": "AX1"}
    assert not any(piece.key.startswith("way-") for piece in drawn(match).pieces)
    through = [piece for piece in drawn(match, "AW1").pieces if piece.key.startswith("way-BX2-")]
    assert [piece.text for piece in through] == ["1", "2", "3", "4"], "from level to level"
    assert {piece.offer for piece in through} == {"BX2"}


def test_the_line_that_the_other_player_threatens_to_complete_is_colored() -> None:
    scene = drawn(gk.Match("shift-tac-toe", position=FOURS), is_assisted=True)
    (zone,) = [piece for piece in scene.pieces if isinstance(piece, Zone)]
    places = {(cell.x, cell.y): cell.label for cell in scene.cells}
    assert [places[place] for place in zone.cells] == ["AY2", "BY2", "CY2", "DY2"]
    own = gk.Match("shift-tac-toe", position={**FOURS, "to_move": 0})
    assert not any(isinstance(piece, Zone) for piece in drawn(own, is_assisted=True).pieces)


def test_a_hint_names_a_shift_by_what_is_pressed() -> None:
    match = gk.Match("shift-tac-toe", position={"board": {"CX3": 1}}).play("DZ1 ...")
    view = match.view(gk.ALL)
    assert as_advice(view, "DW4>AZ1") == "shift CX3 to BY2"
    assert as_advice(view, "CX4>CX1") == "shift CX3 to CX2"


def test_a_hint_marks_one_shift_at_a_time() -> None:
    at = table()
    assert at._top.single_marks(), "a cell may be one of several"
    at.press("BX2")
    assert "BX1>BX4" in at.match.legal()
    assert "BX1>BX4" not in at._top.single_marks()


def test_fours_are_numbered_on_their_pieces() -> None:
    scene = drawn(gk.Match("shift-tac-toe", position=FOURS))
    numbered = [piece for piece in scene.pieces if piece.key.startswith("four-0-")]
    assert [piece.text for piece in numbered if isinstance(piece, Words)] == ["1"] * 4


def test_the_other_players_turn_is_told_before_a_piece_is_placed() -> None:
    at = table()
    assert at.shown["message"]["text"].startswith("How to win")
    for what in ("AX1", "stop"):
        at.press(what)
    assert at.shown["message"]["text"].startswith("Red plays AX1. Two lines of four win the round")


def test_the_table_tells_how_many_lines_of_what_length_win_in_a_variant() -> None:
    variant = gk.load("shift-tac-toe").with_(size=3, fours_needed=1)
    match = gk.Match(variant).play("AX1")
    told = gw.Table(match, ("human", "human")).shown["message"]["text"]
    assert "One line of three wins the round; lines may cross levels." in told
