/** The module that space.py sends on request: the cube, and the library that draws it. */
import Plotly from "plotly.js-gl3d-dist-min";

import { Cube } from "./cube.js";

/**
 * Draw a cube in this place, and report the labels of each press.
 * @param {HTMLElement} place
 * @param {(...labels: string[]) => void} press
 */
export const cube = (place, press) => new Cube(Plotly, place, press);
