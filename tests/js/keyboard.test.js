import assert from "node:assert/strict";
import { test } from "node:test";

import { neighbor } from "../../widgets/gamekit_widgets/js/table/keyboard.js";

const GRID = ["A", "B", "C"].flatMap((row, y) =>
  [1, 2, 3, 4].map((column) => ({ label: `${row}${column}`, x: 100 * column, y: 100 * y })),
);

// rows of three, four and three cells, each shifted by half a cell
const HEXAGONS = [3, 4, 3].flatMap((count, row) =>
  Array.from({ length: count }, (_, column) => ({
    label: `${"ABC"[row]}${column + 1}`,
    x: 100 * column - 50 * count,
    y: 87 * row,
  })),
);

test("arrow keys go to the next cell of a grid", () => {
  assert.equal(neighbor(GRID, "B2", "ArrowUp"), "A2");
  assert.equal(neighbor(GRID, "B2", "ArrowDown"), "C2");
  assert.equal(neighbor(GRID, "B2", "ArrowLeft"), "B1");
  assert.equal(neighbor(GRID, "B2", "ArrowRight"), "B3");
});

test("arrow keys stay on the board", () => {
  assert.equal(neighbor(GRID, "A1", "ArrowUp"), "A1");
  assert.equal(neighbor(GRID, "A1", "ArrowLeft"), "A1");
  assert.equal(neighbor(GRID, "C4", "ArrowRight"), "C4");
});

test("Home and End go to the ends, other keys nowhere", () => {
  assert.equal(neighbor(GRID, "B2", "Home"), "A1");
  assert.equal(neighbor(GRID, "B2", "End"), "C4");
  assert.equal(neighbor(GRID, "B2", "b"), "B2");
  assert.equal(neighbor(GRID, "Z9", "ArrowUp"), "Z9");
});

test("arrow keys reach every cell of a board of hexagons", () => {
  const reached = new Set(["A1"]);
  for (const label of reached) {
    for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
      reached.add(neighbor(HEXAGONS, label, key));
    }
  }
  assert.equal(reached.size, HEXAGONS.length);
});

test("arrow keys go to the next row of hexagons, and back", () => {
  assert.equal(neighbor(HEXAGONS, "B2", "ArrowDown"), "C1");
  assert.equal(neighbor(HEXAGONS, "C1", "ArrowUp"), "B2");
  assert.equal(neighbor(HEXAGONS, "A2", "ArrowDown"), "B2");
});
