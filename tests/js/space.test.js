import assert from "node:assert/strict";
import { test } from "node:test";

import { moduleFrom } from "../../widgets/gamekit_widgets/js/table/space.js";

test("a module that is on the page is not asked for again", async () => {
  const cube = { cube: () => {} };
  globalThis[Symbol.for("gamekit.modules")].set("cube-1", cube);
  assert.equal(await moduleFrom({ send: assert.fail, on: assert.fail }, "cube-1"), cube);
});

test("a module that is not there yet is asked for by name", () => {
  const sent = [];
  const heard = [];
  void moduleFrom({ send: (content) => sent.push(content), on: (name) => heard.push(name) }, "cube-2");
  assert.deepEqual(sent, [{ do: "module", what: "cube-2" }]);
  assert.deepEqual(heard, ["msg:custom"]);
});
