/**
 * A guess that each person in the room makes on their own page.
 */

import { make } from "../elements.js";

/**
 * What Python sends (tasks_and_polls.py).
 * @typedef {{
 *   number: number, question: string, kind: string, low: number, high: number, unit: string,
 *   choices: string[], yours: any, truth: {text?: string, value?: number} | null, right: boolean | null,
 * }} Poll
 */

const STEPS = 100; // places on the axis

/**
 * Return the question with its form, or with its answer.
 * @param {Poll} poll
 */
export function guessForm(poll) {
  const { number, question, kind, yours, truth } = poll;
  const stage = truth ? "answer" : yours === null ? "open" : "made";
  return make(
    "form",
    { class: "gk-guess", "data-key": `guess-${number}-${stage}`, "data-number": String(number) },
    make("p", { class: "gk-guess-asked" }, make("b", {}, question)),
    ...(truth ? [] : inputs(poll)),
    make("p", { class: "gk-guess-told", role: "status" }, told(poll)),
    truth ? null : make("button", { type: "submit", class: yours === null ? "gk-main" : undefined }, yours === null ? "That is my guess" : "Change my guess"),
    truth && make("button", { type: "button", "data-do": "fold", "data-what": String(number) }, "Close"),
    kind === "interval" && !truth && make("p", { class: "gk-guess-how" }, "Mark an interval that you are 80% sure of."),
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
    return [make("textarea", { name: "words", rows: "2", required: "", maxlength: "200", "aria-label": "Your guess" }, yours ?? "")];
  }
  const middle = (low + high) / 2;
  const names = kind === "interval" ? ["Lower end", "Upper end"] : ["Your guess"];
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

/**
 * @param {number} value
 * @param {number} low
 * @param {number} high
 * @param {string} unit
 */
function numberOf(value, low, high, unit) {
  const span = high - low;
  const digits = span >= 50 ? 0 : span >= 5 ? 1 : 2;
  return `${value.toFixed(digits)}${unit ? ` ${unit}` : ""}`;
}

/** @param {Poll} poll */
function told({ kind, low, high, unit, yours, truth, right }) {
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
