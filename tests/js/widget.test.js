import assert from "node:assert/strict";
import { test } from "node:test";

import panel from "../../widgets/gamekit_widgets/js/panel/index.js";
import table from "../../widgets/gamekit_widgets/js/table/index.js";
import { widget } from "../../widgets/gamekit_widgets/js/widget.js";

test("the modules offer what a notebook calls", () => {
  assert.equal(typeof panel.render, "function");
  assert.equal(typeof table.render, "function");
});

test("a view hears of changes until it is taken away", () => {
  const heard = new Set();
  const model = { on: (_, update) => heard.add(update), off: (_, update) => heard.delete(update) };
  const seen = [];
  class View {
    constructor(model, el) {
      seen.push(["made", model, el]);
    }
    update = () => seen.push("updated");
    close() {
      seen.push("closed");
    }
  }
  const leave = widget(View).render({ model, el: "a place" });
  heard.forEach((update) => update());
  leave();
  assert.deepEqual(seen, [["made", model, "a place"], "updated", "closed"]);
  assert.equal(heard.size, 0);
});
