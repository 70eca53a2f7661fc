/**
 * The worker of a page where a game is played: Python, the kit, and one table.
 */

/**
 * @typedef {{toPy(value: object): unknown, runPython(code: string): string,
 *   unpackArchive(content: ArrayBuffer, format: string, options: {extractDir: string}): void,
 *   pyimport(name: string): any}} Pyodide
 * @typedef {{game: string, python: string, wheel: string, memory: string, link: string, site: string}} Wish
 */

/** @type {Pyodide | undefined} */
let pyodide;
/** @type {{hear(content: unknown): string} | undefined} */
let table;

const say = (/** @type {object} */ news) => self.postMessage(JSON.stringify(news));

self.addEventListener("message", ({ data }) => {
  if (table && pyodide) table.hear(pyodide.toPy(data));
  else begin(data).catch((problem) => say({ trouble: String(problem.message ?? problem) }));
});

/** @param {Wish} wish */
async function begin({ game, python, wheel, memory, link, site }) {
  say({ stage: "Loading Python …", part: 0.1 });
  const kit = fetch(wheel).then((answer) => answer.arrayBuffer());
  const { loadPyodide } = await import(`${python}pyodide.mjs`);
  say({ stage: "Starting Python …", part: 0.4 });
  pyodide = /** @type {Pyodide} */ (await started(loadPyodide, python, memory));
  say({ stage: "Loading the game …", part: 0.7 });
  unpack(pyodide, await kit);
  const { begin: sitDown } = pyodide.pyimport("gamekit_widgets.table.site_page");
  table = sitDown(game, link, site, (/** @type {string} */ news) => self.postMessage(news));
}

/**
 * Unpack the kit to the place that it has in JupyterLite. Only there does it find the programs that the site's build compiled.
 * @param {Pyodide} python
 * @param {ArrayBuffer} kit
 */
function unpack(python, kit) {
  const extractDir = python.runPython("import sys; next(place for place in sys.path if place.endswith('site-packages'))");
  python.unpackArchive(kit, "wheel", { extractDir });
}

/**
 * Start Python. An earlier visit may have saved the memory of a Python that has imported the kit, and
 * restoring it takes half as long.
 * @template Python
 * @param {(options: {indexURL: string, _loadSnapshot?: Uint8Array}) => Promise<Python>} load
 * @param {string} indexURL where Python's files are
 * @param {string} address of the memory, as the service worker keeps it
 * @returns {Promise<Python>}
 */
export async function started(load, indexURL, address) {
  try {
    const kept = await globalThis.caches?.match(address);
    if (kept?.body) {
      const memory = await new Response(kept.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
      return await load({ indexURL, _loadSnapshot: new Uint8Array(memory) });
    }
  } catch (problem) {
    console.warn("Python starts from scratch:", problem); // it cannot restore this memory
  }
  return load({ indexURL });
}
