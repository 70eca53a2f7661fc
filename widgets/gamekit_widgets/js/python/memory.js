/**
 * The memory of a Python that has imported the kit. An earlier visit saved it, and restoring it takes half as
 * long as starting Python.
 */

/**
 * Start Python, from saved memory if there is any.
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
    console.warn("Python starts anew:", problem); // it cannot restore this memory
  }
  return load({ indexURL });
}
