/**
 * Figures of a position in space, which Python sends (space.py): their colors, and pieces on the way from one
 * figure to the next.
 */

/**
 * @typedef {[number, number, number]} Point
 * @typedef {{
 *   x: (number | null)[], y: (number | null)[], z: (number | null)[], meta?: string[],
 *   [attribute: string]: unknown,
 * }} Trace
 * @typedef {{data: Trace[], layout: {scene: {camera: object}}}} Figure
 * @typedef {{
 *   label: string, at: Point, says: string, state: "" | "held" | "pressed", isNext: boolean,
 * }} Spot a cell; `isNext` says whether a press on it leads to a legal move
 * @typedef {{look: string, through: Point[]}} Arrow
 * @typedef {{
 *   figure: Figure, axes: string[][], spots: Spot[], lines: number[][], arrows: Arrow[], rise: number,
 * }} Solid as `InSpace` in drawing/space.py
 */

const NEAR = 1.8; // steps; a piece that goes farther leaves its line at one end and enters it at the other

/**
 * Replace names of colors: "var(--gk-text)" becomes the result of `color("--gk-text")`.
 * @template T
 * @param {T} value
 * @param {(name: string) => string} color
 * @returns {T}
 */
export function colored(value, color) {
  if (typeof value === "string") {
    const name = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
    return /** @type {T} */ (name ? color(name) : value);
  }
  if (Array.isArray(value)) return /** @type {T} */ (value.map((each) => colored(each, color)));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, colored(each, color)]);
  return Object.fromEntries(entries);
}

/**
 * Return the place of each piece, which is its first corner.
 * @param {Figure} figure
 * @returns {Map<string, Point>}
 */
export function whereabouts(figure) {
  const places = new Map();
  for (const { x, y, z, meta = [] } of figure.data) {
    const corners = x.length / meta.length;
    meta.forEach((key, n) => places.set(key, [x, y, z].map((axis) => axis[n * corners])));
  }
  return places;
}

/**
 * Return a place on the way: straight to a neighbor, or in a bow around the line from end to end.
 * @param {Point} from
 * @param {Point} to
 * @param {number} share of the way, 0 to 1
 * @returns {Point}
 */
export function along(from, to, share) {
  const [dx, dy, dz] = [0, 1, 2].map((k) => to[k] - from[k]);
  const length = Math.hypot(dx, dy, dz);
  const flat = Math.hypot(dx, dy);
  const bow = length > NEAR ? 0.9 * Math.sin(Math.PI * share) : 0;
  // across the line, and level unless the line is vertical
  const [ax, ay] = flat > 0 ? [-dy / flat, dx / flat] : [1, 0];
  return [from[0] + share * dx + bow * ax, from[1] + share * dy + bow * ay, from[2] + share * dz];
}

/**
 * Return the traces of a figure with the pieces on their way from their former places.
 * @param {Map<string, Point>} before
 * @param {Figure} figure
 * @param {number} share of the way
 * @returns {Trace[]}
 */
export function onTheWay(before, figure, share) {
  const after = whereabouts(figure);
  return figure.data.map((trace) => {
    const { x, y, z, meta = [] } = trace;
    const corners = x.length / meta.length;
    const axes = [x, y, z].map((axis) => [...axis]);
    meta.forEach((key, n) => {
      const [from, to] = [before.get(key), after.get(key)];
      if (!from || !to || String(from) === String(to)) return;
      const now = along(from, to, share);
      axes.forEach((axis, k) => {
        for (let corner = n * corners; corner < (n + 1) * corners; corner += 1) {
          axis[corner] = (axis[corner] ?? 0) + now[k] - to[k];
        }
      });
    });
    return meta.length ? { ...trace, x: axes[0], y: axes[1], z: axes[2] } : trace;
  });
}

/**
 * Has any piece moved?
 * @param {Map<string, Point>} before
 * @param {Figure} figure
 */
export function hasMoved(before, figure) {
  return [...whereabouts(figure)].some(([key, to]) => {
    const from = before.get(key);
    return from !== undefined && String(from) !== String(to);
  });
}
