"""Shift Tac Toe at a table on a page: flat as it opens, by keys and on a phone, and in space."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import expect

from tests.browser.bare import BarePage
from tests.browser.lab import Notebook, TablePage
from tests.browser.test_access import DESK_AND_PHONE, violations
from tests.browser.test_games import focused, play, use_keys

pytestmark = pytest.mark.browser

Open = Callable[..., BarePage]

CELL = """\
import gamekit as gk, gamekit_widgets as gw
game = gk.load("shift-tac-toe", {parameters})
match = gk.Match(game, position={position})
gw.Table(match, seats=("human", "human"))"""

# The last round: Red has one four, and AZ4-DZ4 but for BZ4; Blue may move DX4 out of the way.
LAST = {
    "round": 2,
    "rounds": [{"winner": None, "fours": [1, 1], "threes": [2, 2], "turns": 64}],
    "board": {
        **dict.fromkeys(("AX1", "BX1", "CX1", "DX1", "AZ4", "CZ4", "DZ4"), 0),
        **dict.fromkeys(("AW4", "DX4"), 1),
    },
    "to_move": 1,
}

# Where each cell is in the window, and how far away the next one is.
PROJECT = """(space) => {
    const { glplot: { cameraParams: { model, view, projection } }, dataScale } =
        space._fullLayout.scene._scene;
    const times = (m, v) => [0, 1, 2, 3].map((i) => v.reduce((sum, x, k) => sum + m[4 * k + i] * x, 0));
    const box = space.getBoundingClientRect();
    const spots = [];
    for (let x = 0; x < 4; x += 1) for (let y = 0; y < 4; y += 1) for (let z = 0; z < 4; z += 1) {
        const at = [x * dataScale[0], y * dataScale[1], z * dataScale[2], 1];
        const [px, py, , w] = times(projection, times(view, times(model, at)));
        spots.push({
            label: "ABCD"[x] + "WXYZ"[y] + (4 - z),
            x: box.left + (0.5 + px / w / 2) * box.width,
            y: box.top + (0.5 - py / w / 2) * box.height,
        });
    }
    for (const spot of spots) {
        const others = spots.filter((other) => other !== spot);
        spot.apart = Math.min(...others.map(({ x, y }) => Math.hypot(x - spot.x, y - spot.y)));
    }
    return spots;
}"""


class Spot(NamedTuple):
    """A cell of the cube in the window; `apart` is the distance to the next one."""

    x: float
    y: float
    apart: float


def table(position: dict[str, Any] | None = None, parameters: str = "") -> str:
    """A notebook cell with a table."""
    return CELL.format(position=position, parameters=parameters)


def drawn(book: TablePage) -> None:
    """Ask for the cube, wait for it, and see all of it."""
    sight = book.table.first.get_by_role("button", name="3D")
    if sight.get_attribute("aria-pressed") != "true":
        sight.click()
    expect(book.table.locator(".gk-cube-foot").first).to_contain_text(re.compile("^3DFlatDrag "))
    book.table.locator(".gk-space").first.scroll_into_view_if_needed()
    settled(book)


def flat(book: TablePage) -> None:
    """Look at the levels side by side."""
    book.button("Flat").click()
    expect(book.table.locator(".gk-space")).to_be_hidden()


def spots(book: TablePage) -> dict[str, Spot]:
    """Find all cells of the cube."""
    found = book.table.locator(".gk-space").first.evaluate(PROJECT)
    return {each["label"]: Spot(each["x"], each["y"], each["apart"]) for each in found}


def press(book: TablePage, label: str) -> None:
    """Click a cell of the cube with the mouse."""
    spot = spots(book)[label]
    book.page.mouse.click(spot.x, spot.y)


def turn(book: TablePage, right: float, down: float) -> None:
    """Drag this far from the middle of the cube, with the mouse."""
    box = book.table.locator(".gk-space").first.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    settled(book)
    book.page.mouse.move(x, y)
    book.page.mouse.down()
    book.page.mouse.move(x + right / 2, y + down / 2, steps=3)
    book.page.mouse.move(x + right, y + down, steps=3)
    book.page.mouse.up()
    settled(book)


def settled(book: TablePage) -> None:
    """Wait until the camera stands still."""
    book.table.locator(".gk-space").first.evaluate(
        """(space) => new Promise((done) => {
            let seen = "", times = 0;
            const look = () => {
                const now = JSON.stringify(space._fullLayout.scene._scene.getCamera());
                times = now === seen ? times + 1 : 0;
                seen = now;
                if (times < 6) requestAnimationFrame(look);
                else done();
            };
            look();
        })"""
    )


def camera(book: TablePage) -> dict[str, float]:
    eye: dict[str, float] = book.table.locator(".gk-space").first.evaluate(
        "(space) => space._fullLayout.scene._scene.getCamera().eye"
    )
    return {axis: round(place, 3) for axis, place in eye.items()}


def free(book: TablePage) -> str:
    """An empty cell far from any other, and not behind one."""
    empty = {label for label, says in book.says().items() if ", empty" in says}
    there = {label: spot for label, spot in spots(book).items() if label in empty}
    for label in sorted(there, key=lambda label: -there[label].apart):
        book.page.mouse.move(*there[label][:2])
        told = book.table.locator(".gk-told")
        expect(told).not_to_be_empty()
        if told.inner_text().startswith(label):
            return label
    raise AssertionError("every empty cell is behind another")


def drag(book: TablePage, first: str, last: str) -> None:
    """Drag from one cell of the cube to another."""
    there = spots(book)
    book.page.mouse.move(*there[first][:2])
    book.page.mouse.down()
    book.page.mouse.move(*there[last][:2], steps=4)
    book.page.mouse.up()


def choose(book: TablePage, *labels: str) -> None:
    """Press these cells of the cube one after the other."""
    for label in labels:
        press(book, label)
        expect(book.cell(label)).to_have_class(re.compile("gk-pressed"))


# --- the cube --------------------------------------------------------------------------------


def test_clicks_place_pieces_and_drags_only_turn_the_cube(bare: Open) -> None:
    book = bare(table(parameters='shifting="no", fours_needed=5'))
    drawn(book)
    for made, way in enumerate(((-40, -20), (30, 12))):
        seen = camera(book)
        turn(book, *way)
        assert camera(book) != seen, "it has been turned"
        expect(book.moves).to_have_count(made)
        seen, label = camera(book), free(book)
        press(book, label)
        expect(book.moves).to_have_count(made + 1)
        expect(book.moves.last).to_contain_text(label)
        assert camera(book) == seen, "it is looked at from where it was"


def test_a_game_is_won_with_the_pointer_in_the_cube(bare: Open) -> None:
    book = bare(table(LAST))
    drawn(book)
    press(book, "CX2")  # the first click counts
    expect(book.moves).to_have_count(1)
    choose(book, "AW4", "BW4")
    expect(book.prompt).to_have_text("Blue: this shift makes no four. Press BW4 again to make it")
    expect(book.moves).to_have_count(1)
    book.button("Shift this line").click()
    expect(book.moves).to_contain_text("shifts the line AW4 to DW4")
    press(book, "BZ4")
    expect(book.moves).to_have_count(2)
    book.button("End turn").click()
    expect(book.prompt).to_contain_text("Red has won round 2, Blue none.")
    expect(book.table.locator(".gk-ending")).to_contain_text("If only one player has won a round")
    expect(book.table.locator(".gk-winning")).to_have_count(8)


def test_a_line_is_dragged_along_and_the_cube_stays_as_it_is(bare: Open) -> None:
    book = bare(table({"board": {"AW1": 0, "AX1": 1, "BZ1": 0}}))
    drawn(book)
    press(book, "DZ4")
    expect(book.moves).to_have_count(1)
    drawn(book)
    seen = camera(book)
    for first, last in (("AX1", "AY1"), ("BZ1", "AZ1")):
        drag(book, first, last)
        expect(book.button("Shift this line")).to_be_visible()
        expect(book.moves).to_have_count(1)
    assert camera(book) == seen
    book.button("Shift this line").click()
    expect(book.moves).to_contain_text("shifts the line DZ1 to AZ1")


def test_the_wheel_over_the_cube_scrolls_the_page(bare: Open) -> None:
    book = bare(table(), height=720)
    drawn(book)
    box, seen = book.table.locator(".gk-space").bounding_box(), camera(book)
    assert box
    book.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 60)
    book.page.mouse.wheel(0, 120)
    book.page.wait_for_function(
        "([space, top]) => space.getBoundingClientRect().top < top - 50",
        arg=[book.table.locator(".gk-space").element_handle(), box["y"]],
    )
    assert camera(book) == seen


def test_a_finger_places_a_piece_on_a_phone(bare: Open) -> None:
    book = bare(table(), width=360, height=740)
    expect(book.button("Flat")).to_have_attribute("aria-pressed", "true")
    drawn(book)
    touch = book.table.locator(".gk-space").evaluate("space => getComputedStyle(space).touchAction")
    assert touch == "pan-y", "a finger that goes up or down scrolls the page"
    label = free(book)
    spot = spots(book)[label]
    book.page.touchscreen.tap(spot.x, spot.y)
    expect(book.moves.last).to_contain_text(label)


def test_the_cell_under_the_pointer_is_named_and_bright_and_its_pillar_is_faint(bare: Open) -> None:
    book = bare(table())
    drawn(book)
    label = free(book)
    book.page.mouse.move(*spots(book)[label][:2])
    expect(book.table.locator(".gk-space")).to_contain_text(f"{label}, empty")
    expect(book.table.locator(".gk-over .gk-lit")).to_have_count(1)
    expect(book.table.locator(".gk-over .gk-pillar")).to_have_count(3)


def test_no_name_of_a_row_or_column_lies_on_a_cell(bare: Open) -> None:
    book = bare(table())
    drawn(book)
    for right in (0, 60):
        turn(book, right, 0)
        names = [
            (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            for name in book.table.locator(".gk-over .gk-edge").all()
            if (box := name.bounding_box())
        ]
        assert len(names) == 8
        cells = spots(book)
        for level in "1234":
            a, b, c = (cells[f"{label}{level}"] for label in ("AW", "AZ", "DW"))
            for x, y in names:
                assert not is_on_plate((x, y), a, b, c)


def is_on_plate(at: tuple[float, float], corner: Spot, along: Spot, down: Spot) -> bool:
    """Is this place on the plate with these cells at three of its corners?"""
    (ux, uy), (vx, vy) = ((end.x - corner.x, end.y - corner.y) for end in (along, down))
    x, y = at[0] - corner.x, at[1] - corner.y
    area = ux * vy - uy * vx
    across, deep = (x * vy - y * vx) / area, (ux * y - uy * x) / area
    return all(-1 / 6 < share < 7 / 6 for share in (across, deep))  # half a cell beyond the middles


def test_the_cube_is_tilted_only_as_far_as_it_can_be_read(bare: Open) -> None:
    book = bare(table())
    drawn(book)
    for down in (700, -700):
        for _ in range(3):
            turn(book, 0, down)
        eye = camera(book)
        tilt = math.degrees(math.atan2(eye["z"], math.hypot(eye["x"], eye["y"])))
        assert 15 < tilt < 35
        for level in ("1", "2", "3"):
            rows = [spots(book)[f"{row}W{level}"] for row in "ABCD"]
            assert min(spot.apart for spot in rows) > 8
        assert free(book), "though the button was released beside the cube"


def test_a_shift_moves_pieces_along_unless_less_motion_is_wanted(bare: Open) -> None:
    book = bare(table({"board": {"AW1": 0, "AW2": 1}}))
    drawn(book)
    press(book, "CX2")
    expect(book.moves).to_have_count(1)
    count = """(space) => {
        window.drawn = 0;
        space.on("plotly_afterplot", () => { window.drawn += 1; });
    }"""
    book.table.locator(".gk-space").evaluate(count)
    for motion, frames in (("reduce", 2), ("no-preference", 3)):
        book.page.emulate_media(reduced_motion=motion)
        choose(book, "AW2")
        drawn(book)
        book.page.evaluate("window.drawn = 0")
        choose(book, "AW3")
        if motion == "reduce":
            drawn(book)
            assert book.page.evaluate("window.drawn") < frames
        else:
            book.page.wait_for_function(f"window.drawn >= {frames}")
        press(book, "AW2")
        expect(book.table.locator(".gk-pressed")).to_have_count(0)


def test_several_cubes_share_a_page_and_a_reload(notebook: Callable[..., Notebook]) -> None:
    book = notebook(table(), "gw.Replay(match)", "gw.Board(match)")
    expect(book.table).to_have_count(3)
    for place in book.table.all():
        place.evaluate("part => part.scrollIntoView({ block: 'center' })")
        place.get_by_role("button", name="3D").click()
        expect(place.locator(".gk-cube-foot")).to_contain_text("Drag to turn")
    book.save()
    book.load()
    first = book.table.first
    drawn(book)
    label, spot = max(spots(book).items(), key=lambda pair: pair[1].apart)
    book.page.mouse.click(spot.x, spot.y)
    expect(first.locator(".gk-moves li").last).to_contain_text(label)


def test_a_cube_that_the_browser_takes_away_comes_back_and_the_layers_go_on(
    bare: Open,
) -> None:
    book = bare(table())
    drawn(book)
    book.table.locator(".gk-space canvas").first.evaluate(
        "canvas => canvas.getContext('webgl').getExtension('WEBGL_lose_context').loseContext()"
    )
    expect(book.table.locator(".gk-cube-foot")).to_contain_text("has closed this one")
    book.cell("BX2").click()
    expect(book.moves).to_have_count(1)
    drawn(book)
    choose(book, "BX2", "BX3")


def test_where_space_cannot_be_drawn_the_levels_go_on(bare: Open) -> None:
    refuse = """() => {
        const getContext = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
            return kind.includes("webgl") ? null : getContext.call(this, kind, ...more);
        };
    }"""
    book = bare(table(), before=refuse)
    book.button("3D").click()
    expect(book.table.locator(".gk-cube-foot")).to_contain_text("cannot be drawn here")
    book.cell("BX2").click()
    expect(book.moves).to_have_count(1)


@pytest.mark.parametrize(("drawn_by", "fineness"), [("SwiftShader", 1), ("A graphics card", 2)])
def test_a_processor_that_has_to_draw_draws_fewer_pixels(
    bare: Open, drawn_by: str, fineness: int
) -> None:
    named = """() => {
        const get = WebGLRenderingContext.prototype.getParameter;
        WebGLRenderingContext.prototype.getParameter = function (asked) {
            return asked === 0x9246 ? "%s" : get.call(this, asked); // UNMASKED_RENDERER_WEBGL
        };
    }"""
    book = bare(table(), before=named % drawn_by)
    drawn(book)
    sizes = "space => [space.querySelector('canvas').width, space.clientWidth]"
    pixels, width = book.table.locator(".gk-space").evaluate(sizes)
    assert pixels == fineness * width


# --- flat ----------------------------------------------------------------------------------


def test_a_game_is_won_by_keyboard_in_the_layers(bare: Open) -> None:
    book = bare(table(LAST))
    drawn(book)
    book.page.keyboard.press("Tab")
    book.table.locator(".gk-place .gk-board [tabindex='0']").first.focus()  # as Tab does
    expect(book.table.locator(".gk-space")).to_be_hidden()
    play(book, ("CX2", "AW4", "BW4", "Shift this line"), use_keys)
    expect(book.moves).to_contain_text("shifts the line AW4 to DW4")
    assert focused(book, "[data-cell]"), "the button is gone, so the focus goes to the board"
    play(book, ("BZ4", "End turn"), use_keys)
    expect(book.prompt).to_contain_text("Red has won round 2, Blue none.")


@DESK_AND_PHONE
def test_axe_finds_no_violation_at_the_cube(bare: Open, width: int, dark: bool) -> None:
    book = bare(table(LAST), dark=dark, width=width)
    if width > 500:
        drawn(book)
        assert violations(book.page) == []
        flat(book)
    assert violations(book.page) == []
    book.cell("CX2").click()
    for label in ("AW4", "BW4"):
        book.cell(label).click()
    expect(book.button("Shift this line")).to_be_visible()
    assert violations(book.page) == [], "with a shift about to be made"


def test_levels_and_cube_fit_a_phone(bare: Open) -> None:
    book = bare(table(LAST), width=360, height=740)
    expect(book.button("Flat")).to_have_attribute("aria-pressed", "true")
    sizes = book.table.locator("[data-cell], button:visible, input").evaluate_all(
        "all => all.map(each => each.getBoundingClientRect()).map(({width, height}) => [width, height])"
    )
    assert len(sizes) > 70
    assert all(min(size) >= 24 for size in sizes)
    assert book.table.evaluate("table => table.scrollWidth <= table.clientWidth")
    drawn(book)
    assert book.table.evaluate("table => table.scrollWidth <= table.clientWidth")


def test_levels_show_where_a_cell_is_on_all_of_them(bare: Open) -> None:
    book = bare(table())
    flat(book)
    book.cell("BX2").hover()
    lit = book.table.locator("[data-cell].gk-lit")
    expect(lit).to_have_count(4)
    labels = lit.evaluate_all("all => all.map(each => each.dataset.cell)")
    assert sorted(labels) == ["BX1", "BX2", "BX3", "BX4"]
    book.cell("BX2").click()
    expect(book.moves).to_have_count(1)
    book.cell("AW1").focus()
    expect(lit).to_have_count(0)
    book.cell("BX2").focus()
    expect(lit).to_have_count(14)
