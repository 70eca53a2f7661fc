/**
 * The parts of a room's wall.
 */

import { button, emblem, make, parseSvg } from "../elements.js";
import { clockFace } from "../table/clock.js";
import { controlButton, menu } from "../table/controls.js";

/** @import { Control, Field, Times } from "../table/shown.d.ts" */

/**
 * The state that Python sends. `Overview` in wall.py explains the parts.
 * @typedef {{
 *   title: string, state: string, said: string, qr: string,
 *   door: {link: string, code: string, reach: string}, controls: Control[], clock: Field, times: Record<string, Times>, waiting: string[],
 *   task: Task | null, cards: Card[], scores: Score[], standings: Standing[],
 *   at_the_door: AtTheDoor[], news: string[], undo: string, help: string[],
 *   poll: Poll | null, podium: boolean,
 *   lost?: string, // why the room cannot be reached
 * }} Overview
 *
 * @typedef {{number: number, names: string[], mover: number | null, told: string, mark: string}} Card
 * @typedef {{name: string, text: string, is_out: boolean, solved: number, answers: Answer[]}} Task
 * @typedef {{name: string, mark: string, tries: number, seconds: number | null}} Answer
 * @typedef {{label: string, text: string, low: number, high: number}} Score
 * @typedef {{
 *   number: number, name: string, games: number, score: number, payoff: number | null, tasks: number,
 *   guesses: number, points: number, where: string, is_listed: boolean,
 * }} Standing
 */

/**
 * @typedef {{number: number, name: string, claims: string, is_used: boolean}} AtTheDoor
 * @typedef {{
 *   number: number, question: string, kind: string, low: number, high: number, unit: string,
 *   choices: string[], is_out: boolean, dots: number[][], people: number,
 *   truth: {text?: string, value?: number, low?: number, high?: number} | null, right: string[],
 * }} Poll
 */

const STATES = /** @type {Record<string, string>} */ ({
  open: "Waiting for people; press Start when they are in",
  running: "Play is under way",
  paused: "Paused",
  ended: "Ended",
});

/**
 * @param {Overview} shown
 * @param {HTMLElement} news
 * @param {HTMLElement | null | false} corner how to join, on a full screen
 * @param {boolean} isStage does the wall fill the screen?
 */
export function head({ title, state, said, lost, controls: all, clock }, news, corner, isStage) {
  const controls = lost ? all.map((control) => ({ ...control, why: lost })) : all;
  return make(
    "div",
    { class: "gk-wall-head", "data-key": "head" },
    make("p", { class: "gk-title" }, make("b", {}, title), STATES[state]),
    make(
      "div",
      { class: "gk-controls", role: "group", "aria-label": "Room" },
      ...controls.map(controlButton),
      button("stage", "", isStage ? "Leave full screen" : "Full screen", { "aria-pressed": String(isStage) }),
    ),
    state === "ended" || isStage || lost
      ? null
      : menu(clock.name, clock.label, clock.options.map(([name, words]) => [name, words, name === clock.value])),
    make(
      "div",
      { class: "gk-wall-told", "data-key": "told" },
      make("p", { class: "gk-wall-said", "data-key": "said", role: "status" }, lost || said),
      news,
    ),
    corner,
  );
}

/** @param {Overview} shown */
export function door({ door: { link, code, reach }, qr, state, waiting }) {
  if (state === "ended") return null;
  const href = addressOf(link);
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

/**
 * Return the whole address. Behind JupyterHub the link holds only the path.
 * @param {string} link
 */
export const addressOf = (link) => (link.startsWith("http") ? link : new URL(link, location.origin).href);

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
 * @param {number} watching the number of the large match
 */
export const cards = ({ cards: all, times }, watching) =>
  make(
    "div",
    { class: "gk-cards", "data-key": "cards", role: "group", "aria-label": "Matches" },
    ...all.map((card) => cardOf(card, card.number in times, watching === card.number)),
  );

const SMALLEST = 100; // pixels: the narrowest board that somebody at the back can follow
const SPENT = { wide: 26, high: 98 }; // pixels of a card around its board

/**
 * Return the grid with the largest boards that all fit. If they cannot all fit, the wall scrolls.
 * @param {number} count how many cards
 * @param {number} width of the space for them
 * @param {number} height
 * @param {number} aspect the width of a board divided by its height
 */
export function gridFor(count, width, height, aspect) {
  const most = Math.max(1, Math.floor(width / (SMALLEST + SPENT.wide)));
  let best = { columns: Math.min(count, most), rows: Math.ceil(count / most), side: 0 };
  for (let columns = 1; columns <= Math.min(count, most); columns++) {
    const rows = Math.ceil(count / columns);
    const side = Math.min(width / columns - SPENT.wide, (height / rows - SPENT.high) * aspect);
    if (side > best.side) best = { columns, rows, side };
  }
  return best;
}

/**
 * @param {Card} card
 * @param {boolean} isTimed
 * @param {boolean} isWatched
 */
function cardOf({ number, names, mover, told, mark }, isTimed, isWatched) {
  const label = make(
    "span",
    { class: "gk-card" },
    make("span", { class: "gk-card-names" }, ...names.map((name, player) =>
        make(
          "span",
          { class: player === mover ? "gk-card-name gk-active" : "gk-card-name" },
          emblem(player),
          make("span", {}, name),
          isTimed && timeOf(number, player),
        ),
      ),
    ),
    make("span", { class: "gk-card-board", "data-board": String(number), "data-own": "", "aria-hidden": "true" }),
    make("span", { class: "gk-card-told" }, told),
  );
  return button("watch", number, label, {
    class: `gk-of-${mark || "play"}`,
    "aria-pressed": String(isWatched),
  });
}

/**
 * Return a clock. Screen readers skip it, because it changes too often.
 * @param {number} number
 * @param {number} player
 */
const timeOf = (number, player) =>
  make("span", {
    class: "gk-card-clock", "data-clock": `${number}-${player}`, "data-own": "", "aria-hidden": "true",
  });

/**
 * Return the latest task: its board, and who has solved it.
 * @param {Overview} shown
 */
export function task({ task: latest }) {
  if (!latest) return null;
  const { name, text, is_out: isOut, solved, answers } = latest;
  return make(
    isOut ? "section" : "details", // folded once it is over
    { class: "gk-wall-task", "data-key": isOut ? name : `past ${name}` },
    make(
      isOut ? "p" : "summary",
      { class: "gk-task-head" },
      make("b", {}, text),
      make("span", { role: isOut ? "status" : undefined }, `Solved by ${solved} of ${answers.length}`),
    ),
    make(
      "div",
      { class: "gk-wall-in" },
      make("span", { class: "gk-task-board", "data-board": name, "data-own": "", "aria-hidden": "true" }),
      rows(["Name", "Solved", "Tries", "Time"], answers.map(answered)),
    ),
    isOut && button("click", "collect", "Collect"),
  );
}

const MARKS = /** @type {Record<string, string>} */ ({ solved: "yes", tried: "not yet" });

/** @param {Answer} answer */
const answered = ({ name, mark, tries, seconds }) =>
  [name, MARKS[mark] ?? "", String(tries || ""), seconds === null ? "" : clockFace(seconds)];

/**
 * @param {string[]} heads
 * @param {(string | Node)[][]} body
 * @param {(string | number)[]} [keys] of the rows, if their order changes
 */
function rows(heads, body, keys) {
  return make(
    "table",
    { class: "gk-rows" },
    make("thead", {}, make("tr", {}, ...heads.map((word) => make("th", { scope: "col" }, word)))),
    make(
      "tbody",
      {},
      ...body.map((row, place) =>
        make("tr", { "data-key": `row-${keys?.[place] ?? place}` }, ...row.map((word) => make("td", {}, word))),
      ),
    ),
  );
}

const NOT_HERE = new Set(["expected", "away"]);

/**
 * Return everybody: who is here, and their results once play has begun. A press on a name opens the actions for
 * that person.
 * @param {Overview} shown
 * @param {number} chosen the number of the person whose actions are open
 */
export function foot({ scores, standings, state, undo, lost }, chosen) {
  const person = state === "ended" ? undefined : standings.find(({ number }) => number === chosen);
  const actions = person && seatActions(person, standings);
  const here = standings.filter(({ where }) => !NOT_HERE.has(where)).length;
  return make(
    "div",
    { class: "gk-wall-foot", "data-key": "foot", inert: lost ? "" : undefined },
    ...scores.map(scoreLine),
    state !== "ended" && standings.length > 0 &&
      make("p", { "data-key": "here", role: "status" }, `${here} of ${standings.length} are here`),
    standings.length > 0 && (state === "open" ? arrivals(standings, chosen, actions) : results(standings, state, chosen, actions)),
    undo && button("click", "undo", `Undo ${undo}`),
  );
}

/**
 * Return who has come and who is expected.
 * @param {Standing[]} standings
 * @param {number} chosen
 * @param {HTMLElement} [actions]
 */
const arrivals = (standings, chosen, actions) =>
  make(
    "ul",
    { class: "gk-arrivals", "data-key": "arrivals" },
    ...standings.flatMap((one) => [
      make("li", { "data-key": `person-${one.number}` }, nameButton(one, one.number === chosen), hideButton(one)),
      actions && one.number === chosen ? make("li", { class: "gk-seat-row", "data-key": "actions" }, actions) : null,
    ].filter((each) => each !== null)),
  );

/**
 * @param {Standing[]} standings
 * @param {string} state
 * @param {number} chosen
 * @param {HTMLElement} [actions]
 */
function results(standings, state, chosen, actions) {
  const hasMore = standings.some(({ tasks, guesses }) => tasks + guesses > 0);
  const isTyped = state !== "ended" && standings.some(hideButton);
  const heads = ["Name", "Points", "Games", ...(hasMore ? ["Tasks", "Guesses"] : []), "Now", ...(isTyped ? ["Screen"] : [])];
  const table = rows(
    heads,
    standings.map((one) => [
      state === "ended" ? make("span", {}, one.name) : nameButton(one, one.number === chosen),
      String(one.points), `${one.score} of ${one.games}${paid(one)}`,
      ...(hasMore ? [String(one.tasks), String(one.guesses)] : []),
      one.where,
      ...(isTyped ? [hideButton(one) ?? ""] : []),
    ]),
    standings.map(({ number }) => number),
  );
  const row = actions && make("tr", { "data-key": "actions" }, make("td", { colspan: String(heads.length) }, actions));
  if (row) table.querySelector(`[data-key="row-${chosen}"]`)?.after(row);
  return table;
}

/**
 * @param {Standing} person
 * @param {boolean} isOpen
 */
const nameButton = ({ number, name, where }, isOpen) =>
  button("person", number, name, {
    class: NOT_HERE.has(where) ? "gk-person gk-not-here" : "gk-person",
    "aria-expanded": String(isOpen),
    "aria-description": where,
  });

/**
 * Return the button that hides a name, if its owner has typed the name.
 * @param {Standing} person
 */
const hideButton = ({ number, name, is_listed: isListed }) =>
  isListed || name === `Person ${number}`
    ? null
    : button("hide", number, "Hide name", { class: "gk-hide", "aria-label": `Hide name ${name}` });

/**
 * Return the actions for a person.
 * @param {Standing} person
 * @param {Standing[]} all
 */
function seatActions({ number, name }, all) {
  const others = all.filter((each) => each.number !== number);
  return make(
    "div",
    { class: "gk-seat-deeds", "data-key": `seat-${number}`, role: "group", "aria-label": name },
    make("b", {}, name),
    button("remove", number, "Remove"),
    make(
      "form",
      { class: "gk-rename", "data-what": String(number) },
      make("input", {
        name: "to", type: "text", required: "", value: name, autocomplete: "off",
        maxlength: "24", // as `LONGEST_NAME` in rooms/people.py
        spellcheck: "false", "aria-label": `New name of ${name}`,
      }),
      make("button", { type: "submit" }, "Rename"),
    ),
    button("helped", number, "Was helped"),
    seatMenu("reseat", number, `Who takes the seat of ${name}`, "Somebody else takes this seat …", others),
    seatMenu("merge", number, `Who ${name} really is`, "Is really …", others),
  );
}

/**
 * @param {string} action
 * @param {number} number
 * @param {string} label
 * @param {string} asked
 * @param {Standing[]} others
 */
const seatMenu = (action, number, label, asked, others) =>
  make(
    "select",
    { "data-do": action, "data-key": action, "data-what": String(number), "aria-label": label },
    make("option", { "data-key": "", value: "" }, asked),
    ...others.map((each) => make("option", { "data-key": String(each.number), value: String(each.number) }, each.name)),
  );

/**
 * Return somebody's payoffs, if a game has payoffs.
 * @param {Standing} one
 */
const paid = ({ payoff }) => (payoff === null ? "" : `, ${payoff > 0 ? "+" : ""}${payoff}`);

/** @param {Score} score */
function scoreLine({ label, text, low, high }) {
  const bar = make("span", { class: "gk-span", "aria-hidden": "true" });
  bar.style.setProperty("--low", String(low));
  bar.style.setProperty("--high", String(high));
  return make("p", { class: "gk-wall-score", "data-key": `score-${label}` }, make("span", {}, text), bar);
}
