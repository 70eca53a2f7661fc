import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { clockFace, clockText, Clocks, elapse } from "../../widgets/gamekit_widgets/js/table/clock.js";

test("a clock uses up the time for the move before the reserve", () => {
  assert.deepEqual(elapse([60, 300], 20), [40, 300]);
  assert.deepEqual(elapse([60, 300], 75), [0, 285]);
  assert.deepEqual(elapse([60, 300], 1000), [0, 0]);
});

test("a clock shows 0:00 only when nothing is left", () => {
  assert.equal(clockFace(300), "5:00");
  assert.equal(clockFace(59.2), "1:00");
  assert.equal(clockFace(0.1), "0:01");
  assert.equal(clockFace(0), "0:00");
});

test("a reserve in periods is shown as it is used up, whole periods at a time", () => {
  assert.equal(clockText([61, 600], 10), "1:01 + 60 × 10 s");
  assert.equal(clockText([0, 600], 10), "0:00 + 60 × 10 s");
  assert.equal(clockText([0, 597], 10), "0:07 + 59 × 10 s");
  assert.equal(clockText([0, 3], 10), "0:03 + 0 × 10 s");
  assert.equal(clockText([61, 600], null), "1:01 + 10:00");
});

/** A page with the clocks of two players and a place for warnings, and time that the test lets pass. */
function running(t, clock) {
  let now = 0;
  mock.method(performance, "now", () => now);
  t.after(() => mock.restoreAll());
  const faces = [0, 1].map(() => ({ textContent: "", classList: { toggle() {} } }));
  const warning = { textContent: "" };
  const reported = [];
  const root = { querySelectorAll: () => faces, querySelector: () => warning };
  const clocks = new Clocks(root, (...what) => reported.push(what));
  t.after(() => clocks.close());
  clocks.show({ clock, players: [{ name: "Ann" }, { name: "Bo" }] });
  const at = (seconds) => {
    now = 1000 * seconds;
    clocks.tick();
  };
  return { at, faces, warning, reported };
}

test("only the clock of the player to move runs", (t) => {
  const { at, faces } = running(t, { running: 1, left: [[60, 300], [60, 300]], period: null });
  at(20);
  assert.deepEqual(faces.map(({ textContent }) => textContent), ["1:00 + 5:00", "0:40 + 5:00"]);
});

test("a player is warned when less than half a minute is left", (t) => {
  const { at, warning } = running(t, { running: 0, left: [[10, 50], [60, 300]], period: null });
  at(29);
  assert.equal(warning.textContent, "");
  at(30);
  assert.equal(warning.textContent, "Ann: less than 30 seconds left.");
});

test("a clock that has reached zero is reported at most once a second", (t) => {
  const { at, reported } = running(t, { running: 1, left: [[9, 9], [2, 3]], period: null });
  at(4.9);
  assert.deepEqual(reported, []);
  for (const seconds of [5, 5.2, 6, 6.2]) at(seconds);
  assert.deepEqual(reported, [["flag", 1], ["flag", 1]]);
});
