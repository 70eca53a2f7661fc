import assert from "node:assert/strict";
import { test } from "node:test";

import { percent } from "../../widgets/gamekit_widgets/js/table/hints.js";

test("shares are written as whole percentages", () => {
  assert.equal(percent(0.584), "58%");
  assert.equal(percent(1), "100%");
});
