// Compile the modules that a kernel imports as it starts, in the very Python that will run them.
//
//     node website/compile.mjs FOLDER PACKAGE...
//
// FOLDER holds Pyodide and the wheels; compile_ahead.py does the work.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, ...packages] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${folder}/`, packages });
python.mountNodeFS("/wheels", folder);
await python.runPythonAsync(readFileSync(new URL("compile_ahead.py", import.meta.url), "utf-8"));
