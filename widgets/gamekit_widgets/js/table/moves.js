/**
 * The list of moves, the buttons that step through the boards, and the line of a look back.
 */

import { button, emblem, make, parseSvg } from "../elements.js";

/** @import { Move, Shown } from "./shown.d.ts" */

const ARROWS = {
  first: "M4 3V13M13 3L6 8L13 13Z",
  previous: "M12 3L4 8L12 13Z",
  next: "M4 3L12 8L4 13Z",
  last: "M12 3V13M3 3L10 8L3 13Z",
};

/** @param {keyof typeof ARROWS} name */
const arrow = (name) =>
  parseSvg(`<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${ARROWS[name]}"/></svg>`);

/** @param {Shown} shown */
export function stepper({ kind, at = 0, ply = 0 }) {
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
      button("look", to, arrow(name), {
        "data-key": `step-${name}`,
        "aria-label": label,
        title: label,
        "aria-disabled": to === at ? "true" : undefined,
      }),
    ),
    kind === "replay" && make("span", { class: "gk-at" }, `${at} / ${ply}`),
  );
}

/**
 * Make the list of moves. It grows with the game, so only lines that have changed get their content.
 * @param {Shown} shown
 * @param {Element | null} live the present list
 */
export function moveList({ moves = [], at = 0, ply = 0, chances = [] }, live) {
  const back = chances.length > 0 && at < ply ? 1 : 0; // a look back shows the board before each decision
  const lines = moves.map((move, place) => {
    const [isUndone, isShown] = [move.first > ply, move.first <= at + back && at + back <= move.ply];
    const same = `${JSON.stringify(move)} ${isUndone} ${isShown}`;
    const attributes = { "data-key": `move-${move.first}`, "data-same": same };
    if (live?.children[place]?.getAttribute("data-same") === same) return make("li", attributes);
    const line = moveButton(place + 1, move, isShown);
    return make("li", { ...attributes, class: isUndone ? "gk-undone" : undefined }, line);
  });
  return make("ol", { class: "gk-moves", "aria-label": "Turns" }, ...lines);
}

/** @type {Record<string, string>} */
const SIGNS = { "??": "a blunder", "?": "a mistake", "?!": "a dubious move" };
const FACES = "⚀⚁⚂⚃⚄⚅";

/**
 * Replace the numbers 1 to 6 by dice.
 * @param {string} rolled
 */
const dice = (rolled) => rolled.replace(/\b[1-6]\b/g, (face) => FACES[Number(face) - 1]);

const TWO_LINES = 64; // letters of a turn that fit in two lines on a phone
const BESIDE = 4; // letters that each sign of the roll beside the words costs, in both lines together

/**
 * @param {number} number of the turn
 * @param {Move} move
 * @param {boolean} isShown
 */
function moveButton(number, { ply, player, name, before, dealt, text, words, sign, look, better }, isShown) {
  const isLong = words.length + BESIDE * (before?.length ?? 0) > TWO_LINES;
  const line = make(
    "span",
    { class: "gk-line-inside" },
    make("span", { class: "gk-turn" }, `${number}`),
    emblem(player, name),
    before && make("span", { class: "gk-before", title: `${dealt ? "dealt" : "rolled"} ${before}` }, dealt ? before : dice(before)),
    make("span", { class: isLong ? "gk-in-words gk-long" : "gk-in-words" }, words, better && make("span", { class: "gk-better" }, `better: ${better}`)),
    sign && make("strong", { class: "gk-turn-sign", title: SIGNS[sign] }, sign),
  );
  // keyboard.js puts one of them into the tab order.
  return button("look", look ?? ply, line, { tabindex: "-1", "aria-current": isShown ? "step" : undefined, title: text });
}

/** @param {Shown} shown */
export function slider({ at, ply }) {
  return make("input", {
    "data-key": "slider",
    "data-do": "look",
    type: "range",
    min: "0",
    max: String(ply),
    value: String(at),
    "aria-label": "Board after move",
  });
}

const [WIDE, HIGH] = [300, 56]; // size of the chart, which stretches to the width of its place

/**
 * Return the line of a look back: the chance to win, or the expected payoff, after each decision and at the end,
 * in a band for its interval.
 * @param {Shown} shown
 */
export function chanceLine(shown) {
  const { whose = "", scale = [] } = shown;
  return make(
    "div",
    { class: "gk-chances", "data-key": "chances" },
    make("p", {}, whose, make("span", { class: "gk-range" }, ` (${scale.at(-1)} to ${scale[0]})`)),
    make("div", { class: "gk-scale", "aria-hidden": "true" }, ...scale.map((text) => make("span", {}, text))),
    chart(shown),
  );
}

/**
 * Return the line itself, or an empty picture before there are two points.
 * @param {Shown} shown
 */
function chart({ chances = [], whose = "", at, ply }) {
  if (chances.length < 2) return parseSvg("<svg></svg>");
  const across = (/** @type {number} */ n) => ((WIDE * n) / (chances.length - 1)).toFixed(1);
  const down = (/** @type {number} */ share) => (HIGH * (1 - share)).toFixed(1);
  const edge = (/** @type {"value" | "low" | "high"} */ what) => chances.map((each, n) => `${across(n)} ${down(each[what])}`);
  const here = chances.findIndex(({ ply }) => ply === at);
  const marker = here < 0 ? "" : `<path class="gk-chance-here" d="M${across(here)} 0V${HIGH}"/>`;
  const last = chances[chances.length - 1];
  const label = `${whose}: ${last.said} ${last.ply === ply ? "at the end" : "after the last decision"}`;
  return parseSvg(
    `<svg viewBox="0 0 ${WIDE} ${HIGH}" preserveAspectRatio="none">` +
      `<path class="gk-chance-even" d="M0 ${HIGH / 2}H${WIDE}"/>` +
      `<path class="gk-chance-band" d="M${[...edge("high"), ...edge("low").reverse()].join("L")}Z"/>` +
      `<path class="gk-chance-line" d="M${edge("value").join("L")}"/>${marker}</svg>`,
    label,
  );
}
