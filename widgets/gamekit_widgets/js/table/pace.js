/**
 * How fast bots play by themselves, and how fast a replay runs.
 */

import { menu } from "./controls.js";
import { button, make } from "../elements.js";

/** @type {Record<string, number>} milliseconds between two moves of bots */
const PACES = { slow: 2400, normal: 900, fast: 250 };
/** @type {Record<string, number>} of a replay, as `SPEEDS` in replay.py */
const SPEEDS = { "½": 0.5, 1: 1, 2: 2, 4: 4 };
const BOARD = 2000; // milliseconds for which a replay shows a board

/**
 * Return how many times faster than usual pieces move.
 * @param {string | undefined} pace
 */
export const speedOf = (pace) => SPEEDS[pace ?? ""] ?? 1;

/**
 * Return the milliseconds between two moves.
 * @param {string | undefined} pace
 */
export function pauseAt(pace = "") {
  return pace in SPEEDS ? BOARD / SPEEDS[pace] : PACES[pace] ?? PACES.normal;
}

/** @param {string | undefined} pace */
export function paceMenu(pace) {
  return pace ? menu("pace", "Speed", Object.keys(PACES).map((name) => [name, name, name === pace])) : null;
}

/** @param {string | undefined} pace */
export function speedButtons(pace) {
  const speeds = Object.entries(SPEEDS).sort(([, one], [, other]) => one - other);
  const buttons = speeds.map(([name]) =>
    button("pace", name, `${name}×`, { "aria-pressed": String(name === pace), "aria-label": `${name}× speed` }));
  return make("span", { class: "gk-speeds", "data-key": "speeds", role: "group", "aria-label": "Speed" }, ...buttons);
}
