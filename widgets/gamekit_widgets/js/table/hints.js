/**
 * Hints: moves with the estimated chance to win, and the ladder of hints of a task; and after a game
 * the decisions that gave most away.
 */

import { button, make } from "./make.js";

/** @import { Hint, Regret } from "./shown.d.ts" */

/** @param {number} share */
export function percent(share) {
  return `${Math.round(100 * share)}%`;
}

/** @param {Hint[]} [hints] */
export function hintList(hints = []) {
  if (hints.length === 0) return null;
  const lines = hints.map(({ text, value, low, high }) =>
    make(
      "li",
      { "data-key": `hint-${text}` },
      button(
        "type",
        text,
        make("span", { class: "gk-line-inside" },
          make("span", { class: "gk-text" }, text.replace(/ \.\.\.$/, "")),
          make("span", { class: "gk-bar", style: `--gk-share: ${percent(value)}` }, " "),
          make("span", { class: "gk-chance" }, percent(value)),
          make("span", { class: "gk-interval" }, `${Math.round(100 * low)}–${percent(high)}`),
        ),
        { title: `Play ${text}` },
      ),
    ),
  );
  return make(
    "div",
    { class: "gk-hints", "data-key": "hints" },
    make("p", {}, "Estimated chance to win"),
    make("ol", { "aria-label": "Hints" }, ...lines),
  );
}

/** @param {Regret[]} [regrets] */
export function regretList(regrets = []) {
  if (regrets.length === 0) return null;
  const lines = regrets.map(({ ply, text, value, low, high }) =>
    make(
      "li",
      { "data-key": `regret-${ply}` },
      button(
        "look",
        String(ply),
        make("span", { class: "gk-line-inside" },
          make("span", { class: "gk-regret" }, text),
          make("span", { class: "gk-chance" }, percent(value)),
          make("span", { class: "gk-interval" }, `${Math.round(100 * low)}–${percent(high)}`),
        ),
        { title: "Show the board before this move" },
      ),
    ),
  );
  return make(
    "div",
    { class: "gk-hints", "data-key": "regrets" },
    make("p", {}, "Estimated chance to win given away"),
    make("ol", { "aria-label": "Decisions to look at again" }, ...lines),
  );
}

/** @param {string[]} rungs of the ladder of hints */
export function rungList(rungs) {
  const lines = rungs.map((rung, number) => make("li", { "data-key": `rung-${number}` }, rung));
  const attributes = { class: "gk-rungs", "data-key": "rungs", "aria-label": "Hints", "aria-live": "polite" };
  return make("ol", attributes, ...lines);
}
