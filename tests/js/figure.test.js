import assert from "node:assert/strict";
import { test } from "node:test";

import { along, colored, hasMoved, onTheWay, whereabouts } from "../../widgets/gamekit_widgets/js/cube/figure.js";

/** A figure with a trace of points and two pieces of two corners each, one above the other. */
const figure = (...places) => ({
  data: [
    { x: [9], y: [9], z: [9] },
    {
      meta: places.map((_, n) => `piece-${n}`),
      x: places.flatMap(([x]) => [x, x]),
      y: places.flatMap(([, y]) => [y, y]),
      z: places.flatMap(([, , z]) => [z, z + 0.5]),
    },
  ],
  layout: {},
});

test("colours are put in for their names, everywhere and nowhere else", () => {
  const given = { line: { color: "var(--gk-gold)" }, scale: [[0, "var(--gk-text)"]], text: "AW1, var", size: null, n: 3 };
  assert.deepEqual(
    colored(given, (name) => `the ${name}`),
    { line: { color: "the --gk-gold" }, scale: [[0, "the --gk-text"]], text: "AW1, var", size: null, n: 3 },
  );
});

test("a piece is where its first corner is", () => {
  const places = whereabouts(figure([0, 1, 2], [3, 3, 3]));
  assert.deepEqual([...places], [["piece-0", [0, 1, 2]], ["piece-1", [3, 3, 3]]]);
});

test("a piece has moved if it was there before, elsewhere", () => {
  const before = whereabouts(figure([0, 0, 0]));
  assert.equal(hasMoved(before, figure([0, 0, 0])), false);
  assert.equal(hasMoved(before, figure([0, 0, 0], [1, 0, 0])), false, "a new piece has not moved");
  assert.equal(hasMoved(before, figure([0, 0, 1])), true);
});

test("a piece goes straight to a neighbour, also along a diagonal of the cube", () => {
  assert.deepEqual(along([0, 0, 0], [1, 1, 1], 0.5), [0.5, 0.5, 0.5]);
});

test("a piece that leaves one end of a line goes around the others", () => {
  for (const to of [[3, 0, 0], [0, 3, 0], [0, 0, 3], [3, 3, 0], [3, 3, 3]]) {
    const [x, y, z] = along([0, 0, 0], to, 0.5);
    const length = Math.hypot(...to);
    const ahead = (x * to[0] + y * to[1] + z * to[2]) / length;
    const aside = Math.sqrt(x * x + y * y + z * z - ahead * ahead);
    assert.ok(Math.abs(ahead - length / 2) < 1e-9);
    assert.ok(aside > 0.8, `beside the line to ${to}`);
    assert.deepEqual(along([0, 0, 0], to, 0).map(Math.round), [0, 0, 0]);
    assert.deepEqual(along([0, 0, 0], to, 1).map((length) => Math.round(length) + 0), to);
  }
});

test("all corners of a moving piece go the same way, and what stays is left alone", () => {
  const before = whereabouts(figure([0, 0, 0], [2, 2, 2]));
  const after = figure([1, 0, 0], [2, 2, 2]);
  const [points, pieces] = onTheWay(before, after, 0.25);
  assert.equal(points, after.data[0]);
  assert.deepEqual(pieces.x, [0.25, 0.25, 2, 2]);
  assert.deepEqual(pieces.z, [0, 0.5, 2, 2.5]);
  assert.deepEqual(onTheWay(before, after, 1)[1].x, after.data[1].x);
});
