import assert from "node:assert/strict";
import { test } from "node:test";

import { Notes } from "../../widgets/gamekit_widgets/js/table/messages.js";

/** A page whose pad can be changed, and what is reported from it. */
function paged() {
  const page = { pad: null, querySelector: () => page.pad };
  const reported = [];
  return { page, reported, notes: new Notes(page, (...what) => reported.push(what)) };
}

const padOf = (player) => ({ dataset: { pad: String(player) }, value: "" });

test("the notes of a pad are asked for when it appears, and only then", () => {
  const { page, reported, notes } = paged();
  notes.ask();
  page.pad = padOf(0);
  notes.ask();
  notes.ask();
  page.pad = padOf(1);
  notes.ask();
  assert.deepEqual(reported, [["pad", 0], ["pad", 1]]);
});

test("notes fill the pad of their player, and never replace what is written there", () => {
  const { page, notes } = paged();
  page.pad = padOf(1);
  notes.ask();
  notes.came({ pad: 0, notes: "somebody else's" });
  notes.came({ module: "cube", source: "" });
  assert.equal(page.pad.value, "");
  notes.came({ pad: 1, notes: "two sixes" });
  notes.came({ pad: 1, notes: "older" });
  assert.equal(page.pad.value, "two sixes");
});
