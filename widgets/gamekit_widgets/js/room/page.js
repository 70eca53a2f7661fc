/**
 * The parts of a room's page around the table: the door, the head, guesses and the rules.
 */

import { button, make, numberOf, parseSvg } from "../elements.js";

/** @import { Law } from "../table/shown.d.ts" */

/**
 * A person's place in the room, as `place_for` in browser_connection.py returns it.
 * @typedef {{
 *   title: string, you: string, match: number | string | null, text: string, state: string,
 *   buttons: {name: string, label: string}[], help: boolean, poll: Poll | null,
 * }} Place
 */

/** @typedef {{code: string, name: string, word?: string, as?: string}} Typed */

const LONGEST_NAME = "24"; // letters and signs, as `LONGEST_NAME` in rooms/people.py

/**
 * Return the door: a code and a name, and a word for people who were here before.
 * @param {string} said why the room does not let this person in
 * @param {Typed} typed
 * @param {string} taken the name, if somebody in the room already has it, or ""
 */
export function door(said, typed, taken) {
  const name = field("Your name", { name: "name", maxlength: LONGEST_NAME, required: "", value: typed.name });
  return make(
    "form",
    { class: "gk-door", "data-key": "door" },
    make("h1", {}, taken ? "Is that you?" : "Join the room"),
    field("Code", { name: "code", maxlength: "8", required: "", value: typed.code, autocapitalize: "characters" }),
    name,
    taken ? null : make("details", {}, make("summary", {}, "I was here before, on another device"), word(typed.word)),
    ...(taken ? isThatYou(taken, typed.word) : []),
    make("p", { class: "gk-door-said", role: "alert" }, said),
    taken ? null : make("button", { type: "submit", class: "gk-main" }, "Join"),
  );
}

/** @param {string} [value] */
const word = (value = "") =>
  field("Your word, such as plum-42", { name: "word", maxlength: "40", value, autocapitalize: "none" });

/**
 * @param {string} label
 * @param {Record<string, string>} attributes
 */
const field = (label, attributes) =>
  make(
    "label",
    {},
    label,
    make("input", { type: "text", autocomplete: "off", spellcheck: "false", ...attributes }),
  );

/**
 * Return three buttons for a name that somebody in the room already has.
 * @param {string} taken
 * @param {string} [typed] the word
 */
const isThatYou = (taken, typed) => [
  make("p", {}, `${taken} is already in this room.`),
  word(typed),
  make("button", { type: "submit", class: "gk-main" }, "This is my seat"),
  make("button", { type: "button", "data-as": "me" }, "It is mine, but I do not have the word"),
  make("button", { type: "button", "data-as": "another" }, "I am somebody else"),
];

/**
 * Return the head of the page, above the table. All sentences share one place, which is always there, so that
 * the board below does not move.
 * @param {Place} place
 * @param {string} said a sentence about the latest action
 * @param {string} lost why there is no connection to the room, or ""
 * @param {string} own the word with which another device takes this seat
 * @param {number} folded the number of the question whose answer this person has seen
 */
export function head({ title, you, text, buttons, state, help, poll }, said, lost, own, folded) {
  return make(
    "header",
    { class: "gk gk-lobby" },
    make("h1", { class: "gk-lobby-who", "data-key": "who" }, make("b", {}, you), title, own && ownWord(own)),
    make(
      "div",
      { class: "gk-controls", "data-key": "help", role: "group", "aria-label": "Help" },
      button("rules", "", "Rules"),
      state !== "ended" && button("help", "", help ? "I am fine now" : "I need help", { "aria-pressed": String(help) }),
    ),
    poll && !(poll.truth && poll.number === folded) ? guessForm(poll) : null,
    make(
      "div",
      { class: "gk-lobby-now", "data-key": "now" },
      make("p", { class: `gk-lobby-told${said && !lost ? " gk-lobby-said" : ""}`, "data-key": "told", role: "status" },
        lost || said || text),
      buttons.length > 0 && make("div", { class: "gk-controls", "data-key": "wishes", role: "group", "aria-label": "Room" },
        ...buttons.map(({ name, label }) => button("room", name, label))),
    ),
  );
}

/** @param {string} own */
const ownWord = (own) =>
  make(
    "small",
    { class: "gk-word", title: "With your name and this word, any device takes your seat back" },
    `Your word: ${own}`,
  );

/**
 * A question, as `Poll.for_person` in tasks_and_polls.py returns it.
 * @typedef {{
 *   number: number, question: string, kind: string, low: number, high: number, unit: string,
 *   choices: string[], how: string, yours: any, truth: {text?: string, value?: number} | null, right: boolean | null,
 * }} Poll
 */

const STEPS = 100; // places on the axis, as `STEPS` in questions.py
const LONGEST_GUESS = "200"; // letters, as `LONGEST_GUESS` in rooms/tasks_and_polls.py

/**
 * Return the question with its form, or with its answer.
 * @param {Poll} poll
 */
function guessForm(poll) {
  const { number, question, how, yours, truth } = poll;
  const stage = truth ? "answer" : yours === null ? "open" : "made";
  return make(
    "form",
    { class: "gk-guess", "data-key": `guess-${number}-${stage}`, "data-number": String(number) },
    make("p", {}, make("b", {}, question)),
    ...(truth ? [] : inputs(poll)),
    make("p", { class: "gk-guess-told", role: "status" }, inSentences(poll)),
    truth ? null : make("button", { type: "submit", class: yours === null ? "gk-main" : undefined }, yours === null ? "That is my guess" : "Change my guess"),
    truth && make("button", { type: "button", "data-do": "fold", "data-what": String(number) }, "Close"),
    how && !truth && make("p", { class: "gk-guess-how" }, how),
  );
}

/** @param {Poll} poll */
function inputs({ kind, low, high, unit, choices, yours }) {
  if (kind === "choice") {
    return choices.map((text) =>
      make(
        "label",
        { class: "gk-guess-choice" },
        make("input", { type: "radio", name: "choice", value: text, required: "", checked: text === yours ? "" : undefined }),
        text,
      ),
    );
  }
  if (kind === "words") {
    return [make("textarea", { name: "words", rows: "2", required: "", maxlength: LONGEST_GUESS, "aria-label": "Your guess" }, yours ?? "")];
  }
  const middle = (low + high) / 2;
  const names = kind === "interval" ? ["Lower number", "Higher number"] : ["Your guess"];
  const at = kind === "interval" ? (yours ?? [low + (high - low) * 0.4, low + (high - low) * 0.6]) : [yours ?? middle];
  return names.map((name, n) =>
    make(
      "label",
      { class: "gk-guess-axis" },
      name,
      make("input", {
        type: "range", name: `end-${n}`, min: String(low), max: String(high), step: String((high - low) / STEPS), value: String(at[n]),
      }),
      make("output", { "data-own": "" }, numberOf(at[n], low, high, unit)),
    ),
  );
}

/** Return the guess and, once it is shown, the answer in sentences. @param {Poll} poll */
function inSentences({ kind, low, high, unit, yours, truth, right }) {
  /** @param {any} value */
  const inWords = (value) =>
    typeof value === "string" ? value : [value].flat().map((one) => numberOf(one, low, high, unit)).join(" to ");
  if (!truth) return yours === null ? "" : `You said ${inWords(yours)}. You can change it until the answer is shown.`;
  const answer = `The answer is ${truth.text ?? inWords(truth.value)}.`;
  if (yours === null) return answer;
  const verdict = kind === "words" ? "" : right ? " You were right." : " Not this time.";
  return `${answer} You said ${inWords(yours)}.${verdict}`;
}

/**
 * Write the value of a slider beside it.
 * @param {HTMLInputElement} slider
 * @param {Poll} poll
 */
export function followSlider(slider, { low, high, unit }) {
  const output = slider.parentElement?.querySelector("output");
  if (output) output.textContent = numberOf(Number(slider.value), low, high, unit);
}

/**
 * Return the answer in the form.
 * @param {HTMLFormElement} form
 */
export function guessIn(form) {
  const filled = new FormData(form);
  const text = filled.get("choice") ?? filled.get("words");
  if (text !== null) return String(text);
  const ends = [...form.querySelectorAll("input[type=range]")].map((slider) => Number(/** @type {HTMLInputElement} */ (slider).value));
  return ends.length === 1 ? ends[0] : ends.sort((a, b) => a - b);
}

/**
 * The rules, as `rules_card` in room_match.py returns them.
 * @typedef {{title: string, svg: string, short: string[], how: string, typed: string[], rules: Law[]}} Rules
 */

/**
 * Return the rules for a phone: a card with the most important ones, and the whole rulebook, folded.
 * @param {Rules} rules
 * @param {string} wanted the id of the rule to open, if there is one
 */
export function rulesDialog({ title, svg, short, how, typed, rules }, wanted) {
  const picture = make("div", { class: "gk-rules-board", "aria-hidden": "true" });
  picture.append(parseSvg(svg));
  return make(
    "dialog",
    { class: "gk gk-rules", "aria-label": `Rules of ${title}` },
    make("form", { method: "dialog" }, make("h2", {}, title), make("button", {}, "Close")),
    make("div", { class: "gk-rules-card" }, picture, make("ol", {}, ...short.map((text) => make("li", {}, text)))),
    make("h3", {}, "How to make a move"),
    how ? make("p", {}, `${how}.`) : null,
    typed.length > 0 && make("p", {}, "Or type it, for example: ", make("b", {}, typed.join(", "))),
    make(
      "details",
      { open: wanted ? "" : undefined },
      make("summary", {}, `All ${rules.length} rules`),
      ...rules.map((rule) => ruleOf(rule, rule.id === wanted)),
    ),
  );
}

/**
 * @param {Law} rule
 * @param {boolean} isWanted
 */
const ruleOf = ({ id, title, text }, isWanted) =>
  make(
    "p",
    { class: "gk-law", "aria-current": isWanted ? "true" : undefined },
    make("strong", {}, `${id} ${title}`),
    ` ${text}`,
  );
