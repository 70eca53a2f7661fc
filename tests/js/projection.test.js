import assert from "node:assert/strict";
import { test } from "node:test";

import { lineAlong, linesThrough, projector, spotAt } from "../../widgets/gamekit_widgets/js/cube/projection.js";

/** Looked at from above and a little from the front: y to the right, x downwards, z up. */
const project = ([x, y, z]) => ({ x: 100 + 40 * y, y: 200 + 20 * x - 80 * z, depth: -x - z });
const RISE = 0.2;

const spots = [0, 1].flatMap((z) =>
  [0, 1].flatMap((x) => [0, 1].map((y) => ({ label: `${x}${y}${z}`, at: [x, y, z], says: "", state: "", isNext: true }))));
const number = (label) => spots.findIndex((spot) => spot.label === label);
const found = (pointer, all = spots) => all[spotAt(all, project, RISE, pointer)]?.label;

test("the cell under the pointer is the one whose part of the plate is there", () => {
  for (const { label, at } of spots) assert.equal(found(project(at)), label);
  assert.equal(found({ x: 119, y: 200 }), "000");
  assert.equal(found({ x: 121, y: 200 }), "010");
  assert.equal(found({ x: 10, y: 10 }), undefined);
});

test("a piece that stands on its cell can be pressed too, and hides what is behind it", () => {
  const pointer = { x: 100, y: 196 }; // over cell 000, and over the piece on 100 in front of it
  const held = spots.map((spot) => (spot.label === "100" ? { ...spot, state: "held" } : spot));
  assert.equal(found(pointer), "000");
  assert.equal(found(pointer, held), "100");
  const closed = held.map((spot) => (spot.state ? { ...spot, isNext: false } : spot));
  assert.equal(found(pointer, closed), "000", "unless it cannot be pressed now");
  assert.equal(found(project([1, 0, 0]), closed), "100", "its own cell says why it cannot");
});

test("a line goes where it is dragged to, and nowhere if no line goes there", () => {
  const lines = [["000", "010"], ["010", "000"], ["000", "100"], ["000", "001"]].map((line) => line.map(number));
  const dragged = (x, y) => lineAlong(lines, spots, project, { x, y })?.map((n) => spots[n].label);
  assert.deepEqual(dragged(9, 1), ["000", "010"]);
  assert.deepEqual(dragged(-9, -1), ["010", "000"]);
  assert.deepEqual(dragged(1, 9), ["000", "100"]);
  assert.deepEqual(dragged(0, -9), ["000", "001"]);
  assert.equal(dragged(7, -7), undefined);
});

test("a cell lights the lines through it or, once a piece is pressed, those that take it there", () => {
  const lines = [["000", "010", "011"], ["011", "010", "000"], ["001", "011"]].map((line) => line.map(number));
  const lit = (label, all = spots) =>
    linesThrough(lines, all, number(label)).map((line) => line.map((n) => spots[n].label).join());
  assert.deepEqual(lit("000"), ["000,010,011", "011,010,000"]);
  const begun = spots.map((spot) => (spot.label === "010" ? { ...spot, state: "pressed" } : spot));
  assert.deepEqual(lit("000", begun), ["011,010,000"]);
  assert.deepEqual(lit("011", begun), ["000,010,011"]);
  assert.deepEqual(lit("001", begun), []);
});

test("where no line may be chosen, the upright one leads through all levels", () => {
  assert.deepEqual(linesThrough([], spots, number("101")), [[number("100"), number("101")]]);
});

test("a place in the picture follows from the camera", () => {
  const same = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const place = projector({ model: same, view: same, projection: same }, [0.5, 0.5, 0.5], 200, 100)([1, 1, 0]);
  assert.deepEqual(place, { x: 150, y: 25, depth: 0 });
});
