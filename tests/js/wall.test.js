// The wall of a room on a projector.

import assert from "node:assert/strict";
import { test } from "node:test";

import { gridFor } from "../../widgets/gamekit_widgets/js/wall/page.js";

test("a grid has a place for every board, and boards are as large as the window lets them be", () => {
  for (const [count, width, height] of [[1, 1280, 720], [2, 1280, 720], [16, 1280, 720], [16, 1920, 1080], [101, 1280, 720], [5, 390, 844]]) {
    const { columns, rows } = gridFor(count, width, height);
    assert.ok(columns * rows >= count, `${count} boards have ${columns} × ${rows} places`);
    assert.ok((columns - 1) * rows < count || rows === 1, "no column is empty");
    assert.ok(width / columns >= 130, "a board can be seen");
  }
  assert.deepEqual([gridFor(2, 1280, 720).columns, gridFor(2, 720, 1280).columns], [2, 1]);
});
