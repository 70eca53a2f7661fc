/**
 * The overlay of the figure: names at the edges of the plates, arrows, the lit lines, and the name of the cell
 * under the pointer.
 */

import { corners } from "./projection.js";

/** @import { Point, Solid } from "./figure.js" */
/** @import { Place, Project } from "./projection.js" */

/**
 * @typedef {{number: number, lines: number[][], isChosen: boolean}} Lit the cell under the pointer,
 *     the lines through it, and whether a drag has chosen one of them
 */

const SVG = "http://www.w3.org/2000/svg";
const OUT = 0.85; // distance of a name from the center of the cell at the edge
const HEAD = 8; // pixels of an arrowhead
const [FROM, TO] = [0.24, 0.76]; // where an arrow between two cells begins and ends

export class Overlay {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.picture = document.createElementNS(SVG, "svg");
    this.picture.classList.add("gk-over");
    this.label = document.createElement("span");
    this.label.className = "gk-told";
    place.append(this.picture, this.label);
  }

  /**
   * @param {Solid} solid
   * @param {Project} project
   * @param {Lit | null} lit
   */
  draw(solid, project, lit) {
    const arrows = solid.arrows.map(({ look, through }) =>
      path(`gk-way gk-way-${look}`, through.length > 1
        ? steps(through.map((at) => raised(at, solid.rise, project)))
        : outline(corners(through[0], project))));
    const lines = lit ? this.lines(solid, project, lit) : [];
    this.picture.replaceChildren(...names(solid.axes, project), ...arrows, ...lines);
    this.tell(solid, project, lit);
  }

  /**
   * @param {Solid} solid
   * @param {Project} project
   * @param {Lit} lit
   */
  lines({ spots }, project, { number, lines, isChosen }) {
    const isOne = lines.length === 1;
    const cells = isOne ? lines[0] : [number];
    return [
      ...cells.map((cell) =>
        path(cell === number ? "gk-lit" : "gk-pillar", outline(corners(spots[cell].at, project)))),
      ...lines.map((line) => {
        const places = line.map((cell) => project(spots[cell].at));
        if (isChosen) return path("gk-way gk-way-shift", steps(places));
        return path("gk-lit-line", `M${places.map(written).join("L")}`);
      }),
    ];
  }

  /**
   * @param {Solid} solid
   * @param {Project} project
   * @param {Lit | null} lit
   */
  tell({ spots, rise }, project, lit) {
    this.label.textContent = lit ? spots[lit.number].says : "";
    if (!lit) return;
    const [x, y, z] = spots[lit.number].at;
    const top = project([x, y, z + 2 * rise]);
    const half = this.label.offsetWidth / 2;
    const left = Math.min(Math.max(top.x, half + 4), this.place.clientWidth - half - 4);
    this.label.style.left = `${left}px`;
    this.label.style.top = `${Math.max(top.y - this.label.offsetHeight - 12, 2)}px`;
  }
}

/**
 * Return the name of each plate beside it, and the names of rows and columns at the nearer edges of the lowest
 * plate. At the edges of another plate they would cover the plate below it.
 * @param {string[][]} axes
 * @param {Project} project
 */
function names([across, along, up], project) {
  const nearer = (/** @type {Point} */ one, /** @type {Point} */ other) =>
    project(one).depth < project(other).depth ? one : other;
  const [right, down] = [across.length - 1, along.length - 1];
  const front = nearer([right + OUT, down / 2, 0], [-OUT, down / 2, 0])[0];
  const side = nearer([right / 2, down + OUT, 0], [right / 2, -OUT, 0])[1];
  const ends = [[-OUT, -OUT], [right + OUT, -OUT], [-OUT, down + OUT], [right + OUT, down + OUT]];
  const left = (/** @type {number} */ z) =>
    ends.map(([x, y]) => project([x, y, z])).sort((one, other) => one.x - other.x)[0];
  return [
    ...along.map((name, y) => word(name, project([front, y, 0]))),
    ...across.map((name, x) => word(name, project([x, side, 0]))),
    ...up.map((level, z) => word(level, left(z), "gk-edge-level")),
  ];
}

/**
 * @param {string} text
 * @param {Place} at
 * @param {string} [look]
 */
function word(text, { x, y }, look = "gk-edge") {
  const written = document.createElementNS(SVG, "text");
  written.setAttribute("class", look);
  written.setAttribute("x", x.toFixed(1));
  written.setAttribute("y", (y + 4).toFixed(1));
  written.textContent = text;
  return written;
}

/**
 * @param {string} look
 * @param {string} drawn
 */
function path(look, drawn) {
  const element = document.createElementNS(SVG, "path");
  element.setAttribute("class", look);
  element.setAttribute("d", drawn);
  return element;
}

/** @param {{x: number, y: number}} place */
const written = ({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** @param {Place[]} places */
const outline = (places) => `M${places.map(written).join("L")}Z`;

/**
 * @param {Point} at
 * @param {number} rise
 * @param {Project} project
 */
const raised = ([x, y, z], rise, project) => project([x, y, z + rise]);

/**
 * Draw an arrow from each place to the next.
 * @param {Place[]} places
 */
const steps = (places) =>
  places.slice(1).map((to, k) => arrow(between(places[k], to, FROM), between(places[k], to, TO))).join("");

/**
 * @param {Place} a
 * @param {Place} b
 * @param {number} share
 */
const between = (a, b, share) => ({ x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) });

/**
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 */
function arrow(from, to) {
  const turn = Math.atan2(to.y - from.y, to.x - from.x);
  const ends = [2.6, -2.6].map((by) =>
    written({ x: to.x + HEAD * Math.cos(turn + by), y: to.y + HEAD * Math.sin(turn + by) }));
  return `M${written(from)}L${written(to)}M${ends[0]}L${written(to)}L${ends[1]}`;
}
