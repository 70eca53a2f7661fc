import assert from "node:assert/strict";
import { test } from "node:test";

import { stay } from "../../widgets/gamekit_widgets/js/table/stage.js";

const SEEN = { kind: "table" };
const REPLY = { kind: "table", reply: true };

test("whoever presses is answered immediately", () => {
  assert.equal(stay(SEEN, { kind: "table" }, { moved: 380, rested: 900 }), 0);
});

test("an answer begins 600 to 800 milliseconds after the move before it has ended", () => {
  const wait = stay(SEEN, REPLY, { moved: 380, rested: 380 }) - 380;
  assert.ok(wait >= 600 && wait <= 800);
});

test("an answer waits for dice that are still rolling", () => {
  assert.ok(stay(SEEN, REPLY, { moved: 380, rested: 2000 }) > 2000);
});

test("what came to light is seen longer", () => {
  const played = { moved: 0, rested: 0 };
  assert.ok(stay({ ...SEEN, held: true }, REPLY, played) > 2 * stay(SEEN, REPLY, played));
});
