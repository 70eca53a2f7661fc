/**
 * Projection: the cell under the pointer, and the line of a drag. Plotly could find the cell, but only some
 * frames later, which is too late on a slow machine.
 */

/** @import { Point, Spot } from "./figure.js" */

/**
 * @typedef {number[]} Matrix four by four, column by column
 * @typedef {{model: Matrix, view: Matrix, projection: Matrix}} Camera
 * @typedef {{x: number, y: number, depth: number}} Place in pixels from the upper left corner
 * @typedef {(point: Point) => Place} Project
 */

const SIDES = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]];
const BROAD = 0.36; // of a cell: half a piece
const STRAIGHT = 0.9; // cosine of the largest angle between a drag and its line

/**
 * @param {Matrix} matrix
 * @param {number[]} vector
 */
const times = (matrix, vector) =>
  [0, 1, 2, 3].map((row) => vector.reduce((sum, each, k) => sum + matrix[4 * k + row] * each, 0));

/**
 * Return a function that projects a point of the figure into a picture of this size.
 * @param {Camera} camera
 * @param {number[]} scale of the figure's axes
 * @param {number} width
 * @param {number} height
 * @returns {Project}
 */
export function projector({ model, view, projection }, scale, width, height) {
  return (point) => {
    const at = [...point.map((each, k) => each * scale[k]), 1];
    const [x, y, z, w] = times(projection, times(view, times(model, at)));
    return { x: (0.5 + x / w / 2) * width, y: (0.5 - y / w / 2) * height, depth: z / w };
  };
}

/**
 * Return the corners of a cell in the picture.
 * @param {Point} at
 * @param {Project} project
 */
export const corners = ([x, y, z], project) =>
  SIDES.map(([right, down]) => project([x + right, y + down, z]));

/**
 * Return the foremost cell under the pointer, whose place or piece is there. A piece that nobody can press now
 * lets the pointer through to the cell behind it.
 * @param {Spot[]} spots
 * @param {Project} project
 * @param {number} rise height of a piece's center
 * @param {{x: number, y: number}} pointer
 * @returns {number} the number of the spot, or -1
 */
export function spotAt(spots, project, rise, pointer) {
  const seen = foremost(spots, project, (spot) =>
    isInside(corners(spot.at, project), pointer) || isOnPiece(spot, project, rise, pointer));
  if (seen < 0 || spots[seen].isNext) return seen;
  const behind = foremost(spots, project, ({ at }) => isInside(corners(at, project), pointer));
  return spots[behind]?.isNext ? behind : seen;
}

/**
 * @param {Spot[]} spots
 * @param {Project} project
 * @param {(spot: Spot) => boolean} isThere
 */
function foremost(spots, project, isThere) {
  let [found, nearest] = [-1, Infinity];
  spots.forEach((spot, number) => {
    const { depth } = project(spot.at);
    if (depth < nearest && isThere(spot)) [found, nearest] = [number, depth];
  });
  return found;
}

/**
 * @param {Spot} spot
 * @param {Project} project
 * @param {number} rise
 * @param {{x: number, y: number}} pointer
 */
function isOnPiece({ at, state }, project, rise, pointer) {
  if (state !== "held") return false;
  const [x, y, z] = at;
  const [, a, b] = corners(at, project);
  const broad = BROAD * Math.hypot(b.x - a.x, b.y - a.y);
  return distance(project(at), project([x, y, z + 2 * rise]), pointer) < broad;
}

/**
 * @param {{x: number, y: number}[]} around the corners of something convex
 * @param {{x: number, y: number}} pointer
 */
function isInside(around, { x, y }) {
  const sides = around.map((a, k) => {
    const b = around[(k + 1) % around.length];
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
  });
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
}

/**
 * Return the distance of the pointer from the line between two places.
 * @param {{x: number, y: number}} a
 * @param {{x: number, y: number}} b
 * @param {{x: number, y: number}} pointer
 */
function distance(a, b, pointer) {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const along = ((pointer.x - a.x) * dx + (pointer.y - a.y) * dy) / (dx * dx + dy * dy || 1);
  const share = Math.min(1, Math.max(0, along));
  return Math.hypot(a.x + share * dx - pointer.x, a.y + share * dy - pointer.y);
}

/**
 * Return the line of a drag, or undefined if it follows none.
 * @param {number[][]} lines for drags, each in its direction
 * @param {Spot[]} spots
 * @param {Project} project
 * @param {{x: number, y: number}} drag so far
 * @returns {number[] | undefined}
 */
export function lineAlong(lines, spots, project, drag) {
  const cosine = (/** @type {number[]} */ line) => {
    const [a, b] = [line[0], line[line.length - 1]].map((number) => project(spots[number].at));
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    return (dx * drag.x + dy * drag.y) / (Math.hypot(dx, dy) * Math.hypot(drag.x, drag.y) || 1);
  };
  const rated = lines.map((line) => ({ line, cosine: cosine(line) }));
  const best = rated.sort((one, other) => other.cosine - one.cosine)[0];
  return best?.cosine > STRAIGHT ? best.line : undefined;
}

/**
 * Return the cell to which a piece goes when its line moves one step.
 * @param {number[]} line
 * @param {number} number of the cell
 */
export const nextOn = (line, number) => line[(line.indexOf(number) + 1) % line.length];

/**
 * Return the lines to light for a cell: those through it that a player may choose or, once a piece is pressed,
 * those that bring it here. If there are none, the vertical line leads the eye to all levels.
 * @param {number[][]} lines
 * @param {Spot[]} spots
 * @param {number} number of the cell
 */
export function linesThrough(lines, spots, number) {
  const pressed = spots.flatMap(({ state }, n) => (state === "pressed" ? [n] : []));
  const through = lines.filter((line) => line.includes(number));
  const [piece] = pressed;
  const goesHere = (/** @type {number[]} */ line) => line.includes(piece) && nextOn(line, piece) === number;
  if (pressed.length === 1 && piece !== number) return through.filter(goesHere);
  if (lines.length > 0) return through;
  const [x, y] = spots[number].at;
  const upright = spots.flatMap(({ at }, n) => (at[0] === x && at[1] === y ? [n] : []));
  return [upright.sort((one, other) => spots[one].at[2] - spots[other].at[2])];
}
