/**
 * The parts of a wall for lessons: who is at the door, who needs help, a guess for everybody, the podium, and how
 * to join, in the corner of a full screen.
 */

import { button, make, numberOf, parseSvg } from "../elements.js";
import { addressOf } from "./page.js";

/** @import { AtTheDoor, Overview, Poll, Standing } from "./page.js" */

/**
 * Return the people at the door. A full screen shows no name before its owner is in.
 * @param {Overview} shown
 * @param {boolean} isStage
 */
export function atTheDoor({ at_the_door: all }, isStage) {
  if (!all.length) return null;
  const many = `${all.length} ${all.length === 1 ? "person is" : "people are"} at the door`;
  return make(
    "section",
    { class: "gk-wall-knocking", "data-key": "at-the-door", "aria-label": "At the door" },
    make("p", { role: "status" }, isStage ? `${many}. Leave the full screen to let them in.` : many),
    ...(isStage ? [] : all.map(doorRow)),
  );
}

/** @param {AtTheDoor} person */
const doorRow = ({ number, name, claims, is_used: isUsed }) =>
  make(
    "p",
    { "data-key": `at-the-door-${number}` },
    make("b", {}, name),
    claims && `says: “I am ${claims}.”`,
    isUsed && make("span", { class: "gk-needy" }, `But another device is in the seat of ${claims} right now.`),
    button("admit", number, claims ? `Yes, give ${name} the seat of ${claims}` : `Let ${name} in`),
    button("remove", number, `Turn ${name} away`),
  );

/**
 * Return the latest news, who needs help, and who waits.
 * @param {Overview} shown
 */
export function news({ news: sentences, help, waiting, state }) {
  const needy = help.map((name) => make("b", {}, name));
  return make(
    "div",
    { class: "gk-wall-news", "data-key": "news" },
    make("p", { role: "status", class: "gk-news", "data-key": "said" }, sentences.join(" ")),
    needy.length > 0 && make("p", { class: "gk-needy", role: "status", "data-key": "help" }, "Needs help: ", ...between(needy)),
    state !== "open" && waiting.length > 0 && make("p", { "data-key": "waits" }, `Waiting for somebody: ${waiting.join(", ")}`),
  );
}

/** @param {Node[]} nodes */
const between = (nodes) => nodes.flatMap((node, n) => (n ? [", ", node] : [node]));

/**
 * Return the poll: its question, a dot for each guess, and the answer once it is revealed.
 * @param {Overview} shown
 */
export function poll({ poll: latest }) {
  if (!latest) return null;
  const { number, question: text, is_out: isOut, dots, people, kind, truth, right, choices } = latest;
  const status = isOut
    ? `${dots.length} of ${people} have guessed`
    : `The answer: ${truth?.text ?? inUnits(truth?.value ?? 0, latest)}`;
  return make(
    isOut ? "section" : "details",
    { class: "gk-wall-poll", "data-key": `poll-${number}-${isOut}`, open: isOut ? undefined : "" },
    make(isOut ? "p" : "summary", { class: "gk-task-head" }, make("b", {}, text), make("span", { role: isOut ? "status" : undefined }, status)),
    kind === "choice" ? choiceDots(choices, dots, truth?.text) : kind === "words" ? null : axis(latest),
    isOut && button("click", "reveal", "Show the answer"),
    !isOut && kind !== "words" && make("p", {}, right.length ? `Right: ${right.join(", ")}` : "Nobody was right."),
  );
}

/**
 * @param {number} value
 * @param {Poll} poll
 */
const inUnits = (value, { low, high, unit }) => numberOf(value, low, high, unit);

/**
 * @param {string[]} choices
 * @param {number[][]} dots
 * @param {string} [truth]
 */
const choiceDots = (choices, dots, truth) =>
  make(
    "ul",
    { class: "gk-dots" },
    ...choices.map((text, n) => {
      const many = dots.filter(([choice]) => choice === n).length;
      return make(
        "li",
        { class: text === truth ? "gk-is-true" : undefined },
        make("span", {}, text === truth ? `${text} ✓` : text),
        make("span", { role: "img", "aria-label": `${many} guesses` }, "●".repeat(many)),
      );
    }),
  );

const WIDTH = 600;
const STEP = 14; // pixels between dots

/** @param {Poll} poll */
function axis(poll) {
  const { dots, truth, low, high } = poll;
  /** @type {Map<number, number>} */
  const heights = new Map();
  const at = (/** @type {number} */ share) => 20 + (WIDTH - 40) * Math.max(0, Math.min(1, share));
  const marks = dots.map((ends, n) => {
    if (ends.length === 2) {
      const y = -14 - n * 9;
      return `<line class="gk-dot-line" x1="${at(ends[0])}" x2="${at(ends[1])}" y1="${y}" y2="${y}"/>`;
    }
    const place = Math.round((at(ends[0]) - 20) / STEP);
    const height = heights.get(place) ?? 0;
    heights.set(place, height + 1);
    return `<circle class="gk-dot" cx="${20 + place * STEP}" cy="${-12 - height * STEP}" r="6"/>`;
  });
  const rows = poll.kind === "interval" ? dots.length * 9 : Math.max(0, ...heights.values()) * STEP;
  const share = (/** @type {number} */ value) => (value - low) / (high - low);
  const answer = truth?.value === undefined ? "" :
    `<line class="gk-dot-range" x1="${at(share(truth.low ?? truth.value))}" x2="${at(share(truth.high ?? truth.value))}" y1="10" y2="10"/>` +
    `<path class="gk-dot-truth" d="M${at(share(truth.value))} 2l8 15h-16z"/>`;
  const words = `${dots.length} guesses between ${inUnits(low, poll)} and ${inUnits(high, poll)}`;
  const picture = make("div", { class: "gk-axis-of-all", "data-same": JSON.stringify([dots, truth]) });
  picture.append(
    parseSvg(
      `<svg viewBox="0 ${-30 - rows} ${WIDTH} ${rows + 52}">` +
        `<line class="gk-dot-axis" x1="20" x2="${WIDTH - 20}" y1="0" y2="0"/>${marks.join("")}${answer}</svg>`,
      words,
    ),
    make("p", { class: "gk-axis-ends" }, make("span", {}, inUnits(low, poll)), make("span", {}, inUnits(high, poll))),
  );
  return picture;
}

/**
 * Return the three best places. People with equal points share a place.
 * @param {Overview} shown
 */
export function podium({ podium: isShown, standings, state }) {
  if (state !== "ended") return null;
  const points = [...new Set(standings.map((one) => one.points))].filter((each) => each > 0).slice(0, 3);
  return make(
    "section",
    { class: "gk-podium", "data-key": "podium", "aria-label": "Podium" },
    isShown && points.length > 0 &&
      make("ol", {}, ...points.map((each, n) => step(n + 1, each, standings.filter((one) => one.points === each)))),
    make(
      "div",
      { class: "gk-controls", "data-key": "podium-buttons" },
      button("click", "podium", isShown ? "Hide the podium" : "Show the podium"),
      button("print", "", "Print the results"),
    ),
  );
}

/**
 * @param {number} place
 * @param {number} points
 * @param {Standing[]} people
 */
const step = (place, points, people) =>
  make(
    "li",
    { class: `gk-step gk-step-${place}`, "data-key": `step-${place}` },
    make("b", {}, people.map(({ name }) => name).join(", ")),
    make("span", { class: "gk-step-block" }, make("i", {}, String(place)), `${points} ${points === 1 ? "point" : "points"}`),
  );

/**
 * Return how to join, for the corner of a full screen. A press enlarges it.
 * @param {Overview} shown
 * @param {boolean} isLarge
 */
export function corner({ door: { link, code }, qr, state }, isLarge) {
  if (state === "ended") return null;
  const picture = make("span", { class: "gk-qr", "aria-hidden": "true", "data-same": "qr" });
  if (qr) picture.append(parseSvg(qr));
  const address = addressOf(link).replace(/#.*/, "");
  return make(
    "div",
    { class: `gk-corner${isLarge ? " gk-corner-large" : ""}`, "data-key": "corner" },
    button(
      "corner", "", make("span", {}, picture, make("b", {}, code), make("span", { class: "gk-corner-link" }, address)),
      { "aria-expanded": String(isLarge), title: isLarge ? "Make it small" : "Make it large" },
    ),
  );
}
