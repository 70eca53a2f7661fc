import assert from "node:assert/strict";
import { test } from "node:test";

import { slideTime, wayOf, whereabouts } from "../../widgets/gamekit_widgets/js/table/motion.js";

test("the place of a piece is read from its transform", () => {
  assert.deepEqual(whereabouts("translate(60 -12.5)"), [60, -12.5]);
  assert.equal(whereabouts("rotate(90)"), null);
  assert.equal(whereabouts(null), null);
});

test("a piece that comes around leaves at one end of its line and enters at the other", () => {
  const was = { place: [100, 0], roll: null, around: [] };
  const now = { place: [0, 0], roll: null, around: [[100, 0], [150, 0], [-50, 0]] };
  assert.deepEqual(wayOf(was, now), [[100, 0], [150, 0], [-50, 0], [0, 0]]);
  assert.deepEqual(wayOf(now, was), [[0, 0], [-50, 0], [150, 0], [100, 0]], "and back");
  const further = { place: [0, 40], roll: null, around: [] };
  assert.deepEqual(wayOf(now, further), [[0, 0], [0, 40]], "the next move is another one");
});

test("far ways take longer, but never long", () => {
  assert.ok(slideTime(72) < slideTime(300));
  assert.equal(slideTime(5000), slideTime(2000));
});
