/**
 * Modules that are too large to send unless somebody looks at them.
 */

/** @import { Answer, Model } from "../connection.js" */
/** @import { Shown } from "./shown.d.ts" */
/** @typedef {typeof import("../cube.js")} CubeModule */

const KEPT = Symbol.for("gamekit.modules");

/**
 * Modules that came from Python, by name. A page with many tables keeps one of each.
 * @type {Map<string, CubeModule>}
 */
const modules = (/** @type {{[KEPT]?: Map<string, CubeModule>}} */ (globalThis)[KEPT] ??= new Map());

/**
 * Return a module, asking Python for it if the page does not have it yet.
 * @param {Model<Shown>} model
 * @param {string} name
 * @returns {Promise<CubeModule>}
 */
export async function moduleFrom(model, name) {
  const known = modules.get(name);
  if (known) return known;
  if (model.module) {
    modules.set(name, await import(model.module(name)));
    return /** @type {CubeModule} */ (modules.get(name));
  }
  const source = await new Promise((resolve) => {
    /** @param {Answer} content */
    const heard = (content) => {
      if (content.module !== name) return;
      model.off("msg:custom", heard);
      resolve(content.source);
    };
    model.on("msg:custom", heard);
    model.send({ do: "module", what: name });
  });
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  try {
    modules.set(name, modules.get(name) ?? (await import(url)));
  } finally {
    URL.revokeObjectURL(url);
  }
  return /** @type {CubeModule} */ (modules.get(name));
}
