import assert from "node:assert/strict";
import { test } from "node:test";

import { around, meant } from "../../widgets/gamekit_widgets/js/table/pointer.js";

const box = (left, top, size) => ({ left, top, right: left + size, bottom: top + size });

test("a touch is meant for what is within 22 pixels of it, however small that is", () => {
  const small = [box(95, 95, 10)];
  assert.deepEqual(meant(small, 121, 121), [0]);
  assert.deepEqual(meant(small, 79, 100), [0]);
  assert.deepEqual(meant(small, 123, 100), []);
});

test("of several small cells the nearest is meant, and both only right between them", () => {
  const cells = [box(0, 0, 30), box(30, 0, 30)];
  assert.deepEqual(meant(cells, 26, 15), [0]);
  assert.deepEqual(meant(cells, 34, 15), [1]);
  assert.deepEqual(meant(cells, 29, 20), [0, 1]);
  assert.deepEqual(meant(cells, 31, 10), [1, 0]);
});

test("a touch in the middle of a cell is meant for nothing else, however close others are", () => {
  for (let size = 8; size < 44; size += 4) {
    const cells = [box(0, 0, size), box(size, 0, size), box(0, size, size)];
    assert.deepEqual(meant(cells, size / 2, size / 2), [0]);
  }
});

test("no touch is meant for two cells that are 44 pixels apart", () => {
  const cells = [box(0, 0, 42), box(44, 0, 42)];
  for (let x = 0; x <= 86; x += 0.5) assert.ok(meant(cells, x, 20).length < 2);
});

test("what is shown larger is large enough for a finger, with something around it", () => {
  const shown = around([box(100, 50, 28), box(128, 50, 28)], 300);
  assert.ok(shown.left < 100 && shown.right > 156 && shown.top < 50 && shown.bottom > 78);
  assert.ok(28 * shown.scale >= 44);
});

test("what is shown larger is no wider than the board", () => {
  const shown = around([box(0, 0, 20), box(180, 0, 20)], 290);
  assert.ok((shown.right - shown.left) * shown.scale <= 290);
});
