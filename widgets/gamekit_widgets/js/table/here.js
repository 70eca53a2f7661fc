/**
 * Choices about a cell open at the cell.
 */

import { button, make, parseSvg } from "../elements.js";

/** @import { Option } from "./shown.d.ts" */

const AROUND = 9; // covering so many other cells is as bad as covering one around it
const APART = 4; // pixels between the cells around it and what opens there

/** @param {Option[] | undefined} choices */
export const atCells = (choices) => (choices ?? []).filter(({ at }) => at);

/** @param {Option[] | undefined} choices */
export function choicesHere(choices) {
  const here = atCells(choices);
  if (here.length === 0) return null;
  return make(
    "div",
    { class: "gk-here", "data-key": "here", "data-at": here[0].at, role: "group", "aria-label": `Choices for ${here[0].at}` },
    ...here.map(({ name, label, state, look }) =>
      button("press", name, look ? parseSvg(look) : label, {
        "aria-label": label,
        title: label,
        class: state ? `gk-${state}` : undefined,
      }),
    ),
  );
}

/** @type {WeakMap<Element, Set<string>>} on each page, the cells that people could press before something opened */
const before = new WeakMap();

/** @param {Element} cell */
const labelOf = (cell) => cell.getAttribute("data-cell") ?? "";

/**
 * Put what opens at a cell below it, or above it in the lower half of the board. The cells around it
 * stay in sight, because the choice is about them. If that would cover cells that people can press,
 * it goes to a side that covers fewer.
 * @param {Element} root the page
 */
export function placeHere(root) {
  const here = root.querySelector(".gk-here");
  if (!here) before.set(root, new Set([...root.querySelectorAll(".gk-next")].map(labelOf)));
  if (!(here instanceof HTMLElement) || !(here.offsetParent instanceof HTMLElement)) return;
  const cell = root.querySelector(`[data-cell="${CSS.escape(here.dataset.at ?? "")}"]`);
  if (!cell) return;
  const field = here.offsetParent.getBoundingClientRect();
  const at = cell.getBoundingClientRect();
  here.style.visibility = at.right > at.left ? "" : "hidden"; // on a hidden board
  const board = cell.closest(".gk-board");
  const shapes = [...(board?.querySelectorAll("[data-cell], .gk-edge, .gk-name, .gk-heading") ?? [])];
  const kept = shapes
    .filter((each) => !each.hasAttribute("data-cell") || before.get(root)?.has(labelOf(each)))
    .map((each) => each.getBoundingClientRect());
  const [wide, high] = [at.width / 2, at.height / 2];
  const around = shapes.map((each) => each.getBoundingClientRect())
    .filter((box) => overlaps(box, at.left - wide, at.top - high, 4 * wide, 4 * high));
  const [width, height] = [here.offsetWidth, here.offsetHeight];
  const own = board?.getBoundingClientRect() ?? field;
  const isRoomy = own.width > 2 * width; // on a small board it stays above or below the cell
  const room = isRoomy ? own : field;
  const [best] = sides(at, width, height, at.top + at.bottom > field.top + field.bottom)
    .slice(0, isRoomy ? undefined : 2)
    .map(([x, y]) => [clamped(x, room.left, room.right - width), clamped(y, room.top, room.bottom - height)])
    .map(([x, y], order) => ({ x, y, order, covers: [...kept, ...Array(AROUND).fill(around).flat()].filter((box) => overlaps(box, x, y, width, height)).length }))
    .sort((one, other) => one.covers - other.covers || one.order - other.order);
  here.style.left = `${Math.round(best.x - field.left)}px`;
  here.style.top = `${Math.round(best.y - field.top)}px`;
  lead(here, at, best.x, best.y);
}

/**
 * Lead from what opens to its cell, across what lies between them.
 * @param {HTMLElement} here
 * @param {DOMRect} cell
 * @param {number} x
 * @param {number} y
 */
function lead(here, cell, x, y) {
  const [right, bottom] = [x + here.offsetWidth, y + here.offsetHeight];
  /** @type {[string, number][]} */
  const gaps = [["above", cell.top - bottom], ["below", y - cell.bottom], ["left", cell.left - right], ["right", x - cell.right]];
  const [side, gap] = gaps.reduce((one, other) => (other[1] > one[1] ? other : one));
  const isUpright = side === "above" || side === "below";
  const along = isUpright ? (cell.left + cell.right) / 2 - x : (cell.top + cell.bottom) / 2 - y;
  here.dataset.side = side;
  here.style.setProperty("--gk-stem", `${Math.max(0, Math.round(gap))}px`);
  here.style.setProperty("--gk-along", `${Math.round(along)}px`);
}

/**
 * @param {number} value
 * @param {number} least
 * @param {number} most
 */
const clamped = (value, least, most) => Math.max(least, Math.min(value, most));

/**
 * Return the corners at which something of this size may open: a cell away from the cell, then right
 * beside it, on each side. The preferred side comes first.
 * @param {DOMRect} cell
 * @param {number} width
 * @param {number} height
 * @param {boolean} isLow
 * @returns {[number, number][]}
 */
function sides({ left, right, top, bottom }, width, height, isLow) {
  const [middle, centre] = [(left + right - width) / 2, (top + bottom - height) / 2];
  return [bottom - top + APART, APART].flatMap((away) => {
    /** @type {[number, number][]} */
    const [above, below] = [[middle, top - height - away], [middle, bottom + away]];
    /** @type {[number, number][]} */
    const beside = [[right + away, centre], [left - width - away, centre]];
    return [...(isLow ? [above, below] : [below, above]), ...beside];
  });
}

/**
 * @param {DOMRect} box
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 */
const overlaps = (box, x, y, width, height) =>
  box.left < x + width - 2 && box.right > x + 2 && box.top < y + height - 2 && box.bottom > y + 2;
