import assert from "node:assert/strict";
import { test } from "node:test";

import { whereabouts } from "../../widgets/gamekit_widgets/js/table/motion.js";

test("the place of a piece is read from its transform", () => {
  assert.deepEqual(whereabouts("translate(60 -12.5)"), [60, -12.5]);
  assert.equal(whereabouts("rotate(90)"), null);
  assert.equal(whereabouts(null), null);
});
