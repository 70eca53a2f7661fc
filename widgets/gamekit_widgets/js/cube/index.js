/** The module that space.py sends when it is asked for: the cube, and the library that draws it. */
import Plotly from "plotly.js-gl3d-dist-min";

import { Cube } from "./cube.js";

/**
 * Draw a cube in this place, and report the labels of whatever is pressed.
 * @param {HTMLElement} place
 * @param {(...labels: string[]) => void} press
 */
export const cube = (place, press) => new Cube(Plotly, place, press);
