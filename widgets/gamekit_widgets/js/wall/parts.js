/**
 * What a room's wall is made of.
 */

import { controlButton } from "../table/controls.js";
import { button, emblem, make, parseSvg } from "../table/make.js";

/** @import { Control } from "../table/shown.d.ts" */

/**
 * What Python sends (overview.py).
 * @typedef {{
 *   title: string, state: string, said: string, qr: string,
 *   door: {link: string, code: string, reach: string}, controls: Control[], waiting: string[],
 *   cards: Card[], scores: Score[], standings: Standing[],
 * }} Overview
 *
 * @typedef {{number: number, names: string[], mover: number | null, told: string, mark: string}} Card
 * @typedef {{label: string, games: number, value: number, low: number, high: number}} Score
 * @typedef {{name: string, games: number, score: number, where: string}} Standing
 */

const STATES = /** @type {Record<string, string>} */ ({
  open: "Waiting for people; press Start when they are in",
  running: "Play is under way",
  paused: "Paused",
  ended: "Ended",
});

/** @param {Overview} shown */
export function head({ title, state, said, controls }) {
  return make(
    "div",
    { class: "gk-wall-head", "data-key": "head" },
    make("p", { class: "gk-title" }, make("b", {}, title), STATES[state]),
    make(
      "div",
      { class: "gk-controls", role: "group", "aria-label": "Room" },
      ...controls.map(controlButton),
    ),
    make("p", { class: "gk-wall-said", "data-key": "said", role: "status" }, said),
  );
}

/** @param {Overview} shown */
export function door({ door: { link, code, reach }, qr, state, waiting }) {
  if (state === "ended") return null;
  const href = new URL(link, location.origin).href;
  return make(
    "details",
    { class: "gk-wall-door", "data-key": "door", open: state === "open" ? "" : undefined },
    make("summary", {}, `Join with the code ${code}`),
    make(
      "div",
      { class: "gk-wall-in" },
      qr ? picture(qr) : null,
      make(
        "div",
        {},
        make("p", { class: "gk-code" }, code),
        make("p", {}, make("a", { href, target: "_blank", rel: "noopener" }, href.replace(/#.*/, ""))),
        make("p", { class: "gk-reach" }, reach),
        make("p", { "data-key": "waiting", role: "status" }, inside(waiting)),
      ),
    ),
  );
}

/** @param {string} qr */
function picture(qr) {
  const found = make("div", { class: "gk-qr", role: "img", "aria-label": "The link as a QR code", "data-same": "qr" });
  found.append(parseSvg(qr));
  return found;
}

/** @param {string[]} waiting */
const inside = (waiting) => (waiting.length ? `Waiting: ${waiting.join(", ")}` : "Nobody is waiting.");

/**
 * @param {Overview} shown
 * @param {number} watching the number of the match that is shown large
 */
export function cards({ cards: all }, watching) {
  return make(
    "div",
    { class: "gk-cards", "data-key": "cards", role: "group", "aria-label": "Matches" },
    ...all.map((card) => cardOf(card, watching === card.number)),
  );
}

/**
 * @param {Card} card
 * @param {boolean} isWatched
 */
function cardOf({ number, names, mover, told, mark }, isWatched) {
  const label = make(
    "span",
    { class: "gk-card" },
    make("span", { class: "gk-card-names" }, ...names.flatMap((name, player) => named(name, player, mover))),
    make("span", { class: "gk-card-board", "data-board": String(number), "data-own": "", "aria-hidden": "true" }),
    make("span", { class: "gk-card-told" }, told),
  );
  return button("watch", number, label, {
    class: `gk-of-${mark || "play"}`,
    "aria-pressed": String(isWatched),
  });
}

/**
 * @param {string} name
 * @param {number} player
 * @param {number | null} mover
 */
const named = (name, player, mover) => [
  make("span", { class: player === mover ? "gk-card-name gk-active" : "gk-card-name" }, emblem(player), name),
];

/** @param {Overview} shown */
export function foot({ scores, standings }) {
  if (!standings.length) return null;
  return make(
    "div",
    { class: "gk-wall-foot", "data-key": "foot" },
    ...scores.map(scoreLine),
    make(
      "table",
      { class: "gk-standings" },
      make(
        "thead",
        {},
        make("tr", {}, ...["Name", "Points", "Games", "Now"].map((word) => make("th", { scope: "col" }, word))),
      ),
      make(
        "tbody",
        {},
        ...standings.map(({ name, games, score, where }, place) =>
          make(
            "tr",
            { "data-key": `standing-${place}` },
            ...[name, String(score), String(games), where].map((word) => make("td", {}, word)),
          ),
        ),
      ),
    ),
  );
}

/** @param {Score} score */
function scoreLine({ label, games, value, low, high }) {
  const text =
    `${label}: who starts scores ${value.toFixed(2)}, ` +
    `${low.toFixed(2)} to ${high.toFixed(2)} (95 %), in ${games} ${games === 1 ? "game" : "games"}`;
  const bar = make("span", { class: "gk-span", "aria-hidden": "true" });
  bar.style.setProperty("--low", String(low));
  bar.style.setProperty("--high", String(high));
  bar.style.setProperty("--value", String(value));
  return make("p", { class: "gk-wall-score", "data-key": `score-${label}` }, make("span", {}, text), bar);
}
