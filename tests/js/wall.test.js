// The wall of a room on a projector.

import assert from "node:assert/strict";
import { test } from "node:test";

import { gridFor } from "../../widgets/gamekit_widgets/js/wall/page.js";

test("a grid has a place for every board, and boards are as large as the window lets them be", () => {
  for (const [count, width, height, aspect] of [[1, 1280, 640, 1], [2, 1280, 640, 1], [15, 1280, 640, 0.8], [15, 1920, 1000, 1.4], [101, 1280, 640, 1], [5, 390, 764, 1]]) {
    const { columns, rows } = gridFor(count, width, height, aspect);
    assert.ok(columns * rows >= count, `${count} boards have ${columns} × ${rows} places`);
    assert.ok((columns - 1) * rows < count || rows === 1, "no column is empty");
    assert.ok(width / columns >= 120, "a board can be seen");
  }
  assert.deepEqual([gridFor(2, 1280, 720, 1).columns, gridFor(2, 720, 1280, 1).columns], [2, 1]);
  assert.ok(gridFor(15, 1280, 640, 1.4).columns < gridFor(15, 1280, 640, 0.8).columns, "wide boards need fewer columns");
});
