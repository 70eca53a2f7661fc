import assert from "node:assert/strict";
import { test } from "node:test";

import { slideTime, TUMBLE } from "../../widgets/gamekit_widgets/js/table/motion.js";
import { stay } from "../../widgets/gamekit_widgets/js/table/stage.js";

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
