import assert from "node:assert/strict";
import { test } from "node:test";

import { pauseAt, slideTime, speedOf, stay, TUMBLE, wayOf, whereabouts } from "../../widgets/gamekit_widgets/js/table/motion.js";

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

const SEEN = { kind: "table" };
const REPLY = { kind: "table", reply: true };

test("whoever presses is answered immediately", () => {
  assert.equal(stay(SEEN, { kind: "table" }, { moved: 380, rested: 900 }), 0);
});

test("an answer begins when the move before it has ended and a moment has passed", () => {
  const wait = stay(SEEN, REPLY, { moved: 250, rested: 250 }) - 250;
  assert.ok(wait >= 200);
});

test("an answer to a move to the next cell begins within 800 milliseconds, with a die that is thrown after it", () => {
  const moved = slideTime(110);
  assert.ok(moved <= 300);
  assert.ok(stay(SEEN, REPLY, { moved, rested: moved + TUMBLE }) <= 800);
});

test("an answer waits for dice that are still rolling", () => {
  assert.ok(stay(SEEN, REPLY, { moved: 380, rested: 2000 }) > 2000);
});

test("what came to light is seen longer", () => {
  const played = { moved: 0, rested: 0 };
  assert.ok(stay({ ...SEEN, held: true }, REPLY, played) > 2 * stay(SEEN, REPLY, played));
});

test("faster bots pause less, and an unknown pace is the normal one", () => {
  assert.ok(pauseAt("fast") < pauseAt("normal"));
  assert.ok(pauseAt("normal") < pauseAt("slow"));
  assert.equal(pauseAt("of light"), pauseAt("normal"));
  assert.equal(pauseAt(undefined), pauseAt("normal"));
});

test("a replay at double speed shows each board half as long, and moves twice as fast", () => {
  for (const [name, speed] of [["½", 0.5], ["1", 1], ["2", 2], ["4", 4]]) {
    assert.equal(pauseAt(String(name)) * Number(speed), pauseAt("1"));
    assert.equal(speedOf(String(name)), speed);
  }
  assert.equal(speedOf("fast"), 1, "bots move as ever");
});
