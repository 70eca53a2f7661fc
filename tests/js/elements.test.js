import assert from "node:assert/strict";
import { test } from "node:test";

import { arrange } from "../../widgets/gamekit_widgets/js/elements.js";

/** An element with children of these names, which counts how often one is moved or put in. */
function parentOf(...names) {
  const parent = {
    children: [],
    moves: 0,
    get firstElementChild() {
      return this.children[0] ?? null;
    },
    insertBefore(child, next) {
      this.moves += 1;
      this.children = this.children.filter((other) => other !== child);
      this.children.splice(next ? this.children.indexOf(next) : this.children.length, 0, child);
    },
    child(name) {
      return {
        name,
        get nextElementSibling() {
          return parent.children[parent.children.indexOf(this) + 1] ?? null;
        },
      };
    },
  };
  parent.children = names.map((name) => parent.child(name));
  return parent;
}

/** Bring children into this order; names that are not there yet are put in. */
function arranged(before, after) {
  const parent = parentOf(...before);
  const found = (name) => parent.children.find((child) => child.name === name) ?? parent.child(name);
  arrange(parent, [...after].map(found));
  assert.equal(parent.children.map(({ name }) => name).join(""), after);
  return parent.moves;
}

test("children that are in order are left alone", () => {
  assert.equal(arranged("abcdef", "abcdef"), 0);
});

test("one child that goes elsewhere costs one move", () => {
  assert.equal(arranged("abcdef", "bcdefa"), 1);
  assert.equal(arranged("abcdef", "acdbef"), 1);
  assert.equal(arranged("abcdefghijklm", "mabcdefghijkl"), 1);
});

test("new children are put in their places", () => {
  assert.equal(arranged("ace", "abcde"), 2);
  assert.equal(arranged("", "abc"), 3);
});
