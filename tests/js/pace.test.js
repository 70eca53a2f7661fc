import assert from "node:assert/strict";
import { test } from "node:test";

import { pauseAt } from "../../widgets/gamekit_widgets/js/table/pace.js";

test("faster bots pause less, and an unknown pace is the normal one", () => {
  assert.ok(pauseAt("fast") < pauseAt("normal"));
  assert.ok(pauseAt("normal") < pauseAt("slow"));
  assert.equal(pauseAt("of light"), pauseAt("normal"));
  assert.equal(pauseAt(undefined), pauseAt("normal"));
});
