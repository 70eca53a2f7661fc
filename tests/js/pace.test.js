import assert from "node:assert/strict";
import { test } from "node:test";

import { pauseAt, speedOf } from "../../widgets/gamekit_widgets/js/table/pace.js";

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
