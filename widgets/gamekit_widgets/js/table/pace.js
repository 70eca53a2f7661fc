/**
 * How fast bots play by themselves.
 */

import { make } from "./make.js";

/** @type {Record<string, number>} milliseconds between two moves */
const PACES = { slow: 2400, normal: 900, fast: 250 };

/**
 * Return the milliseconds between two moves.
 * @param {string | undefined} pace
 */
export const pauseAt = (pace) => PACES[pace ?? ""] ?? PACES.normal;

/** @param {string | undefined} pace */
export function paceMenu(pace) {
  if (!pace) return null;
  const options = Object.keys(PACES).map((name) =>
    make("option", { "data-key": name, value: name, selected: name === pace ? "" : undefined }, name),
  );
  return make("label", { class: "gk-viewer", "data-key": "pace" }, "Speed", make("select", { "data-do": "pace" }, ...options));
}
