// Python starts from the memory that an earlier visit kept, and anew where it cannot.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { gzipSync } from "node:zlib";

globalThis.self = /** @type {any} */ ({ addEventListener() {} });
const { started } = await import("../../widgets/gamekit_widgets/js/worker.js");

/** @param {Uint8Array} [content] */
const keep = (content) => {
  globalThis.caches = /** @type {any} */ ({ match: async () => content && new Response(/** @type {any} */ (content)) });
};
const load = async (/** @type {{_loadSnapshot?: Uint8Array}} */ { _loadSnapshot }) => _loadSnapshot?.join() ?? "anew";
const start = (from = load) => started(from, "pyodide/", "memory.bin");

afterEach(() => Reflect.deleteProperty(globalThis, "caches"));

test("the memory that was kept is restored", async () => {
  keep(gzipSync(new Uint8Array([1, 2, 3])));
  assert.equal(await start(), "1,2,3");
});

test("on a first visit Python starts anew", async () => {
  keep();
  assert.equal(await start(), "anew");
});

test("where a browser keeps nothing, Python starts anew", async () => {
  Reflect.deleteProperty(globalThis, "caches");
  assert.equal(await start(), "anew");
});

test("Python starts anew where it cannot restore the memory", async () => {
  keep(gzipSync(new Uint8Array([1, 2, 3])));
  const refuse = async (/** @type {{_loadSnapshot?: Uint8Array}} */ options) => {
    if (options._loadSnapshot) throw new RangeError("offset is out of bounds");
    return load(options);
  };
  assert.equal(await start(refuse), "anew");
});

test("Python starts anew where what was kept is damaged", async () => {
  keep(new Uint8Array([7, 7, 7]));
  assert.equal(await start(), "anew");
});
