// Keep the memory of a Python that has already imported the kit, so that later visits need not start one.
//
//     node website/snapshot.mjs FOLDER WHEEL FILE
//
// FOLDER holds Pyodide. Only the same Pyodide can restore a snapshot, which holds no files.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [folder, wheel, file] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${folder}/`, _makeSnapshot: true });
const extractDir = python.runPython("import sys; next(place for place in sys.path if place.endswith('site-packages'))");
python.unpackArchive(new Uint8Array(readFileSync(wheel)).buffer, "wheel", { extractDir }); // as in js/worker.js
python.pyimport("gamekit_widgets.table.site_page").destroy();
const memory = python.makeMemorySnapshot();
await loadPyodide({ indexURL: `${folder}/`, _loadSnapshot: memory }); // fails if Python starts with less memory than it needs
writeFileSync(file, gzipSync(memory, { level: 9 }));
