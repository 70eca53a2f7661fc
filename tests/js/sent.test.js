import assert from "node:assert/strict";
import { test } from "node:test";

import { sent } from "../../widgets/gamekit_widgets/js/table/sent.js";

const modelOf = (state) => ({ get: (name) => state[name] });

test("the moves are put together of their parts", () => {
  const shown = { kind: "table", at: 3 };
  const model = modelOf({ shown, early: ["a"], middle: [], late: ["b", "c"] });
  assert.deepEqual(sent(model), { kind: "table", at: 3, moves: ["a", "b", "c"] });
  assert.deepEqual(sent(modelOf({ shown, early: [], middle: [], late: [] })).moves, []);
});

test("what has no moves, or was saved with them, is shown as it is", () => {
  const shown = { kind: "table", moves: ["a"] };
  assert.equal(sent(modelOf({ shown })), shown);
});
