import assert from "node:assert/strict";
import { test } from "node:test";

import panel from "../../widgets/gamekit_widgets/js/control_panel.js";
import table from "../../widgets/gamekit_widgets/js/table.js";
import { CarriedModel, inTurn, sent, widget } from "../../widgets/gamekit_widgets/js/connection.js";

test("the modules offer what a notebook calls", () => {
  assert.equal(typeof panel.render, "function");
  assert.equal(typeof table.render, "function");
});

test("a view hears once of all that changes together, until it is taken away", async () => {
  const heard = new Map();
  const model = { on: (name, update) => heard.set(name, update), off: (name) => heard.delete(name) };
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
  heard.forEach((update) => update()); // marimo tells of the parts of a change one after the other
  await Promise.resolve();
  leave();
  assert.deepEqual(seen, [["made", model, "a place"], "updated", "closed"]);
  assert.equal(heard.size, 0);
});

test("a message waits for the one before it, where that is known", async () => {
  const arrived = [];
  const ways = [30, 0, 0]; // milliseconds, the second one would be there first
  const posting = {
    send: async (content) => {
      await new Promise((done) => setTimeout(done, ways.shift()));
      arrived.push(content);
      if (content === "two") throw new Error("lost on the way");
      if (content === "three") finish();
    },
  };
  let finish;
  const end = new Promise((done) => (finish = done));
  ["one", "two", "three"].forEach(inTurn(posting));
  await end;
  assert.deepEqual(arrived, ["one", "two", "three"]);
});

test("where messages keep their order by themselves, each is sent at once", () => {
  const sent = [];
  const send = inTurn({ send: (content) => void sent.push(content) });
  send("one");
  send("two");
  assert.deepEqual(sent, ["one", "two"]);
});

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

test("what has gone is no longer there", () => {
  const model = new CarriedModel(() => {});
  model.take({ kind: "table", scale: ["win", "lose"], early: [], late: ["a"] });
  model.take({ scale: null, early: null });
  assert.deepEqual(sent(model), { kind: "table", late: ["a"], moves: ["a"] });
});
