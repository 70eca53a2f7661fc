/**
 * The list of moves, and what steps through the boards.
 */

import { button, emblem, make, parseSvg } from "./make.js";

/** @import { Shown } from "./shown.d.ts" */

const ARROWS = {
  first: "M4 3V13M13 3L6 8L13 13Z",
  previous: "M12 3L4 8L12 13Z",
  next: "M4 3L12 8L4 13Z",
  last: "M12 3V13M3 3L10 8L3 13Z",
};

/** @param {Shown} shown */
export function stepper(shown) {
  const { at = 0, ply = 0 } = shown;
  /** @type {[keyof typeof ARROWS, string, number][]} */
  const steps = [
    ["first", "First board", 0],
    ["previous", "Board before", Math.max(0, at - 1)],
    ["next", "Next board", Math.min(ply, at + 1)],
    ["last", "Last board", ply],
  ];
  return make(
    "div",
    { class: "gk-stepper", role: "group", "aria-label": "Step through the boards" },
    ...steps.map(([name, label, to]) =>
      button("look", to, parseSvg(`<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${ARROWS[name]}"/></svg>`), {
        "data-key": `step-${name}`,
        "aria-label": label,
        title: label,
        "aria-disabled": to === at ? "true" : undefined,
      }),
    ),
    make("span", { class: "gk-at" }, `${at} / ${ply}`),
  );
}

/**
 * The list grows with the game, so only the lines that changed are made.
 * @param {Shown} shown
 * @param {Element | null} live
 */
export function moveList(shown, live) {
  const { moves = [], at = 0, ply = 0 } = shown;
  const lines = moves.map((move) => {
    const key = `move-${move.ply}`;
    const same = `${JSON.stringify(move)} ${move.ply > ply} ${move.ply === at}`;
    const line = live?.children[move.ply - 1];
    if (line?.getAttribute("data-same") === same) return make("li", { "data-key": key, "data-same": same });
    return make(
      "li",
      { "data-key": key, "data-same": same, class: move.ply > ply ? "gk-undone" : undefined },
      button(
        "look",
        move.ply,
        make("span", { class: "gk-line-inside" },
          make("span", { class: "gk-number" }, `${move.ply}`),
          emblem(move.player),
          make("span", { class: "gk-before" }, move.before || " "),
          make("span", { class: "gk-text" }, move.text),
        ),
        { "aria-current": move.ply === at ? "step" : undefined },
      ),
    );
  });
  return make("ol", { class: "gk-moves", "aria-label": "Moves" }, ...lines);
}

/** @param {Shown} shown */
export function slider(shown) {
  if (shown.kind !== "replay") return null;
  return make("input", {
    "data-key": "slider",
    "data-do": "look",
    type: "range",
    min: "0",
    max: String(shown.ply),
    value: String(shown.at),
    "aria-label": "Board after move",
  });
}
