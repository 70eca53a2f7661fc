/**
 * How fast bots play by themselves.
 */

import { menu } from "./controls.js";

/** @type {Record<string, number>} milliseconds between two moves */
const PACES = { slow: 2400, normal: 900, fast: 250 };

/**
 * Return the milliseconds between two moves.
 * @param {string | undefined} pace
 */
export const pauseAt = (pace) => PACES[pace ?? ""] ?? PACES.normal;

/** @param {string | undefined} pace */
export function paceMenu(pace) {
  return pace ? menu("pace", "Speed", Object.keys(PACES).map((name) => [name, name, name === pace])) : null;
}
