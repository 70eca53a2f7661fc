/**
 * Buttons, numbers, menus and the line to type on.
 */

import { button, emblem, make } from "../elements.js";

/** @import { Control, Option, Shown } from "./shown.d.ts" */

/** @param {Control} control */
export const controlButton = ({ name, label, why }) =>
  button("click", name, label, {
    "aria-disabled": why ? "true" : undefined,
    title: why || undefined,
    class: name === "new" || name === "latest" ? "gk-main" : undefined,
  });

/**
 * Return buttons for moves that nobody makes on the board.
 * @param {Option[]} [choices]
 * @param {Element} [live] the page that is there
 */
export function choiceButtons(choices = [], live) {
  const moves = choices.filter(({ at, state }) => !at && !isSwitch(state)); // others open at their cell
  return steady("choices", "Moves to choose", moves, live);
}

/**
 * Return switches for ways of looking at the board.
 * @param {Option[]} [choices]
 * @param {Element} [live] the page that is there
 */
export const switches = (choices = [], live) =>
  steady("switches", "Shown on the board", choices.filter(({ state }) => isSwitch(state)), live);

/** @param {string} state */
const isSwitch = (state) => state === "on" || state === "off";

/**
 * Keep each button where it is. New ones come after it, and those that have gone leave their places
 * empty.
 * @param {string} name
 * @param {string} label
 * @param {Option[]} options
 * @param {Element} [live] the page that is there
 */
function steady(name, label, options, live) {
  if (options.length === 0) return null;
  const wanted = new Map(options.map((option) => [`press-${option.name}`, choiceButton(option)]));
  const before = [...(live?.querySelectorAll(`.gk-${name} > *`) ?? [])];
  const places = before.map((each) => {
    const key = each.getAttribute("data-key") ?? "";
    const button = wanted.get(key);
    wanted.delete(key);
    return button ?? emptied(each);
  });
  while (places.at(-1)?.matches(".gk-was")) places.pop(); // nothing comes after it that might move
  const attributes = { class: `gk-${name}`, "data-key": name, role: "group", "aria-label": label };
  return make("div", attributes, ...places, ...wanted.values());
}

/**
 * Return the place of a button that has gone.
 * @param {Element} button
 */
function emptied(button) {
  const place = /** @type {Element} */ (button.cloneNode(true));
  place.setAttribute("class", "gk-was");
  place.setAttribute("disabled", "");
  place.removeAttribute("data-do");
  return place;
}

/** @param {Option} choice */
const choiceButton = ({ name, label, state, board, title, form }) => {
  const isCompared = state === "played" || state === "better"; // people only look at it
  const isPressed = state === "on" || state === "pressed";
  return button("press", name, label, {
    "data-board": board || undefined,
    title: title || undefined,
    "aria-disabled": isCompared ? "true" : undefined,
    "aria-pressed": isPressed || state === "off" ? String(isPressed) : undefined,
    class: [state, form].filter(Boolean).map((what) => `gk-${what}`).join(" ") || undefined,
  });
};

/**
 * Return what hides the board from whoever is not to move.
 * @param {Shown} shown
 */
export function curtain({ curtain, veiled, prompt, mover }) {
  if (!curtain || veiled === false) return null;
  return make(
    "div",
    { class: "gk-curtain", "data-key": "curtain" },
    emblem(mover),
    make("p", {}, curtain.name === "lift" ? `${prompt}, then press` : prompt),
    button("click", curtain.name, curtain.label, { class: "gk-main" }),
  );
}

/** @param {Control[] | undefined} viewers */
export function viewerMenu(viewers) {
  if (!viewers?.length) return null;
  return menu("view", "Seen by", viewers.map(({ name, label, why }) => [name, label, Boolean(why)]));
}

/**
 * @param {string} deed
 * @param {string} label
 * @param {[string, string, boolean][]} choices the name and the words of each, and whether it is chosen
 */
export function menu(deed, label, choices) {
  const options = choices.map(([name, words, isChosen]) =>
    make("option", { "data-key": name, value: name, selected: isChosen ? "" : undefined }, words),
  );
  return make(
    "label",
    { class: "gk-viewer", "data-key": deed },
    label,
    make("select", { "data-do": deed }, ...options),
  );
}

/** @param {Shown} shown */
export function typeLine({ kind, typing }) {
  if (!typing) return null;
  const line = make("input", {
    type: "text",
    maxlength: "20000", // as `LONGEST` in page.py
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    size: "8",
    placeholder: typing,
    "aria-label": typing,
  });
  return make(
    "form",
    { class: "gk-type", "data-key": "type" },
    line,
    make("button", { type: "submit" }, kind === "task" ? "Answer" : "Play"),
  );
}
