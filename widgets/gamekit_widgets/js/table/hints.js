/**
 * Hints: moves with the estimated chance to win, and the ladder of hints of a task; and after a game
 * the chance to win as a line.
 */

import { button, make, parseSvg } from "./make.js";

/** @import { Hint, Shown } from "./shown.d.ts" */

/** @param {number} share */
export function percent(share) {
  return `${Math.round(100 * share)}%`;
}

const SURE = 0.4; // width of an interval that says something, as in advice.py

/**
 * The chance and its interval, or nothing where it is not known.
 * @param {Hint} hint
 */
function chances({ value, low, high }) {
  if (high - low > SURE) return [make("span", { class: "gk-interval" }, "too early to tell")];
  return [
    make("span", { class: "gk-bar", style: `--gk-share: ${percent(value)}` }, " "),
    make("span", { class: "gk-chance" }, percent(value)),
    make("span", { class: "gk-interval" }, `${Math.round(100 * low)}–${percent(high)}`),
  ];
}

/** @param {Hint[]} [hints] */
export function hintList(hints = []) {
  if (hints.length === 0) return null;
  const lines = hints.map((hint) => {
    const label = make("span", { class: "gk-text" }, hint.label);
    const line = make("span", { class: "gk-line-inside" }, label, ...chances(hint));
    return make("li", { "data-key": `hint-${hint.text}` }, button("type", hint.text, line, { title: `Play ${hint.text}` }));
  });
  return make(
    "div",
    { class: "gk-hints", "data-key": "hints" },
    make("p", {}, "Estimated chance to win"),
    make("ol", { "aria-label": "Hints" }, ...lines),
  );
}

const [WIDE, HIGH] = [300, 56]; // of the line, which is stretched to the width there is

/**
 * The chance to win as a line, decision by decision, with its interval as a band.
 * @param {Shown} shown
 */
export function chanceLine({ chances = [], at }) {
  if (chances.length < 2) return null;
  const across = (/** @type {number} */ n) => ((WIDE * n) / (chances.length - 1)).toFixed(1);
  const down = (/** @type {number} */ share) => (HIGH * (1 - share)).toFixed(1);
  const edge = (/** @type {"value" | "low" | "high"} */ what) => chances.map((each, n) => `${across(n)} ${down(each[what])}`);
  const here = chances.findIndex(({ ply }) => ply === at);
  const marker = here < 0 ? "" : `<path class="gk-chance-here" d="M${across(here)} 0V${HIGH}"/>`;
  const last = chances[chances.length - 1];
  const told = `Chance to win: ${percent(last.value)} after the last decision`;
  const line = parseSvg(
    `<svg viewBox="0 0 ${WIDE} ${HIGH}" preserveAspectRatio="none" role="img" aria-label="${told}">` +
      `<path class="gk-chance-even" d="M0 ${HIGH / 2}H${WIDE}"/>` +
      `<path class="gk-chance-band" d="M${[...edge("high"), ...edge("low").reverse()].join("L")}Z"/>` +
      `<path class="gk-chance-line" d="M${edge("value").join("L")}"/>${marker}</svg>`,
  );
  return make("div", { class: "gk-chances", "data-key": "chances" }, make("p", {}, "Chance to win"), line);
}

/** @param {string[]} rungs of the ladder of hints */
export function rungList(rungs) {
  const lines = rungs.map((rung, number) => make("li", { "data-key": `rung-${number}` }, rung));
  const attributes = { class: "gk-rungs", "data-key": "rungs", "aria-label": "Hints", "aria-live": "polite" };
  return make("ol", attributes, ...lines);
}
