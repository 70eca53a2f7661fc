/** The structure of the browser side; tests/structure.py checks the rest of it. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";

import { parse } from "acorn";

const JS = join(import.meta.dirname, "../../widgets/gamekit_widgets/js");
const LONGEST_FUNCTION = 40;

/** The text of every module, and of the declarations beside them, by path. */
const sources = new Map(
  globSync(join(JS, "**/*.{js,d.ts}"))
    .filter((path) => !path.endsWith(".bundle.js"))
    .sort()
    .map((path) => [path, readFileSync(path, "utf-8")]),
);

/** All functions in a part of a syntax tree, methods and arrows included. */
function* functionsIn(node) {
  if (!node || typeof node !== "object") return;
  if (/Function/.test(node.type)) yield node;
  for (const part of Object.values(node)) yield* functionsIn(part);
}

/** What a module imports of the kit; types that only a comment imports count too. */
function imports(path) {
  const found = sources.get(path).matchAll(/\b(?:from|import)\s*\(?"(\.[^"]+)"/g);
  return [...found].map(([, name]) => join(dirname(path), name));
}

/** A circle of imports that comes back to the end of this way, if there is one. */
function circle(way) {
  for (const next of imports(way.at(-1))) {
    const found = way.includes(next) ? [...way, next] : circle([...way, next]);
    if (found) return found;
  }
  return null;
}

test("all modules are looked at", () => {
  for (const name of ["connection.js", "control_panel.js", "cube.js", "table.js"]) {
    assert.ok(sources.has(join(JS, name)));
  }
});

test(`no function is longer than ${LONGEST_FUNCTION} lines`, () => {
  for (const [path, text] of sources) {
    if (path.endsWith(".d.ts")) continue;
    const tree = parse(text, { ecmaVersion: "latest", sourceType: "module", locations: true });
    for (const { loc } of functionsIn(tree)) {
      const lines = loc.end.line - loc.start.line + 1;
      assert.ok(lines <= LONGEST_FUNCTION, `${path}:${loc.start.line} has ${lines} lines`);
    }
  }
});

test("no module imports itself, directly or through others, not even for types", () => {
  for (const path of sources.keys()) {
    for (const imported of imports(path)) assert.ok(sources.has(imported), `${path}: ${imported}`);
    assert.equal(circle([path])?.join(" -> "), undefined);
  }
});

test("markup holds no text of a person: it would be markup, too", () => {
  for (const [path, text] of sources) assert.doesNotMatch(text, /(aria-label|title|alt)="\$\{/, path);
});
