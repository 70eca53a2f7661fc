/**
 * The ladder of hints of a task, and after a game a line of the chance to win or of the expected payoff.
 */

import { make, parseSvg } from "../elements.js";

/** @import { Shown } from "./shown.d.ts" */

const [WIDE, HIGH] = [300, 56]; // of the line, which stretches to the width of its place

/**
 * Return the chance to win, or the expected payoff, as a line over the decisions, in a band for its interval.
 * @param {Shown} shown
 */
export function chanceLine({ chances = [], whose = "", scale = [], at }) {
  if (chances.length < 2) return null;
  const across = (/** @type {number} */ n) => ((WIDE * n) / (chances.length - 1)).toFixed(1);
  const down = (/** @type {number} */ share) => (HIGH * (1 - share)).toFixed(1);
  const edge = (/** @type {"value" | "low" | "high"} */ what) => chances.map((each, n) => `${across(n)} ${down(each[what])}`);
  const here = chances.findIndex(({ ply }) => ply === at);
  const marker = here < 0 ? "" : `<path class="gk-chance-here" d="M${across(here)} 0V${HIGH}"/>`;
  const last = chances[chances.length - 1];
  const told = `${whose}: ${last.said} after the last decision`;
  const line = parseSvg(
    `<svg viewBox="0 0 ${WIDE} ${HIGH}" preserveAspectRatio="none" role="img" aria-label="${told}">` +
      `<path class="gk-chance-even" d="M0 ${HIGH / 2}H${WIDE}"/>` +
      `<path class="gk-chance-band" d="M${[...edge("high"), ...edge("low").reverse()].join("L")}Z"/>` +
      `<path class="gk-chance-line" d="M${edge("value").join("L")}"/>${marker}</svg>`,
  );
  const marks = scale.map((text) => make("span", {}, text));
  return make(
    "div",
    { class: "gk-chances", "data-key": "chances" },
    make("p", {}, whose),
    make("div", { class: "gk-scale", "aria-hidden": "true" }, ...marks),
    line,
  );
}

/** @param {string[]} rungs of the ladder of hints */
export function rungList(rungs) {
  const lines = rungs.map((rung, number) => make("li", { "data-key": `rung-${number}` }, rung));
  const attributes = { class: "gk-rungs", "data-key": "rungs", "aria-label": "Hints", "aria-live": "polite" };
  return make("ol", attributes, ...lines);
}
