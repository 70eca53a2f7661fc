/**
 * Buttons, menus and the line for typed moves, and how the page reports what people click, choose or type.
 *
 * Python lists the buttons of a table and handles them: `controls` and `_buttons` in table/tabletop.py.
 */

import { button, emblem, make, parseSvg } from "../elements.js";
import { PACES, SPEEDS } from "./motion.js";

/** @import { Control, Option, Report, Shown } from "./shown.d.ts" */

/** @param {Control} control */
export const controlButton = ({ name, label, why }) =>
  button("click", name, label, {
    "aria-disabled": why ? "true" : undefined,
    title: why || undefined,
    "aria-description": why || undefined, // because nobody can read a title on a touch screen
    class: name === "new" || name === "latest" ? "gk-main" : undefined,
  });

/**
 * Return buttons for choices that open at no cell and have no picture.
 * @param {Option[]} [choices]
 * @param {Element} [live] the page that is there
 */
export function choiceButtons(choices = [], live) {
  const moves = choices.filter(({ at, look, state }) => !at && !look && !isSwitch(state));
  return steady("choices", "Moves to choose", moves, live);
}

/**
 * Return pictures to choose from, in a place of their own, where nobody presses twice by mistake.
 * @param {Option[]} [choices]
 */
export function palette(choices = []) {
  const looks = choices.filter(({ look }) => look);
  if (looks.length === 0) return null;
  const attributes = { class: "gk-palette", "data-key": "palette", role: "group", "aria-label": "Colors" };
  return make("div", attributes, ...looks.map((choice) => choiceButton(choice)));
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
 * Return a group of buttons in which each keeps its place. New buttons come last, and buttons that are gone
 * leave their places empty.
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
  while (places.at(-1)?.matches(".gk-was")) places.pop(); // at the end, no button would move
  const attributes = { class: `gk-${name}`, "data-key": name, role: "group", "aria-label": label };
  return make("div", attributes, ...places, ...wanted.values());
}

/**
 * Return the empty place of a button that is gone.
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
const choiceButton = ({ name, label, look, state, board, title, form }) => {
  const isCompared = state === "played" || state === "better"; // people only look at it
  const isPressed = state === "on" || state === "pressed";
  return button("press", name, look ? parseSvg(look) : label, {
    "data-board": board || undefined,
    "aria-label": look ? label : undefined,
    title: title || (look ? label : undefined),
    "aria-disabled": isCompared || form?.includes("disabled") ? "true" : undefined,
    "aria-pressed": isPressed || state === "off" ? String(isPressed) : undefined,
    class: `${state} ${form ?? ""}`.split(" ").filter(Boolean).map((what) => `gk-${what}`).join(" ") || undefined,
  });
};

/**
 * Return choices about a cell, which open at the cell.
 * @param {Option[]} [choices]
 */
export function choicesHere(choices = []) {
  const here = choices.filter(({ at }) => at);
  if (here.length === 0) return null;
  return make(
    "div",
    { class: "gk-here", "data-key": "here", "data-at": here[0].at, role: "group", "aria-label": `Choices for ${here[0].at}` },
    ...here.map((choice) => choiceButton(choice)),
  );
}

/**
 * Return the curtain, which hides the board until the person to move lifts it. It takes the focus itself, because
 * keys would press its button by mistake.
 * @param {Shown} shown
 */
export function curtain({ curtain, veiled, prompt, mover }) {
  if (!curtain || veiled === false) return null;
  const words = curtain.name === "lift" ? `${prompt}, who presses` : prompt;
  return make(
    "div",
    { class: "gk-curtain", "data-key": "curtain", role: "group", "aria-label": words, tabindex: "-1" },
    emblem(mover),
    make("p", {}, words),
    button("click", curtain.name, curtain.label, { class: "gk-main" }),
  );
}

/** @param {Control[] | undefined} viewers */
export function viewerMenu(viewers) {
  if (!viewers?.length) return null;
  return menu("view", "Seen by", viewers.map(({ name, label, why }) => [name, label, Boolean(why)]));
}

/**
 * @param {string} action
 * @param {string} label
 * @param {[string, string, boolean][]} choices the name and the label of each, and whether it is chosen
 */
export function menu(action, label, choices) {
  const options = choices.map(([name, words, isChosen]) =>
    make("option", { "data-key": name, value: name, selected: isChosen ? "" : undefined }, words),
  );
  return make(
    "label",
    { class: "gk-viewer", "data-key": action },
    label,
    make("select", { "data-do": action }, ...options),
  );
}

/** @param {string | undefined} pace */
export function paceMenu(pace) {
  return pace ? menu("pace", "Speed", Object.keys(PACES).map((name) => [name, name, name === pace])) : null;
}

/** @param {string | undefined} pace */
export function speedButtons(pace) {
  const speeds = Object.entries(SPEEDS).sort(([, one], [, other]) => one - other);
  const buttons = speeds.map(([name]) =>
    button("pace", name, `${name}×`, { "aria-pressed": String(name === pace), "aria-label": `${name}× speed` }));
  return make("span", { class: "gk-speeds", "data-key": "speeds", role: "group", "aria-label": "Speed" }, ...buttons);
}

/** @param {Shown} shown */
export function typeLine({ kind, typing }) {
  if (!typing) return null;
  const line = make("input", {
    type: "text",
    maxlength: "20000", // as `LONGEST` in browser_page.py
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

/**
 * Report what people do on a page.
 * @param {Element} root the page
 * @param {Report} report
 */
export function listen(root, report) {
  root.addEventListener("click", ({ target }) => {
    if (target instanceof Element) clicked(target, root, report);
  });
  root.addEventListener("input", ({ target }) => changed(target, report));
  root.addEventListener("change", ({ target }) => {
    const form = target instanceof Element && target.closest(".gk-start");
    if (form instanceof HTMLFormElement) report("fill", Object.fromEntries(new FormData(form)));
  });
  root.addEventListener("submit", (event) => {
    event.preventDefault();
    submitted(event.target, root, report);
  });
}

/**
 * @param {Element} target
 * @param {Element} root the page
 * @param {Report} report
 */
function clicked(target, root, report) {
  const cell = target.closest("[data-cell]");
  if (cell instanceof SVGElement) {
    report("press", cell.dataset.cell ?? ""); // before the focus, which costs the browser a layout
    cell.focus({ preventScroll: true });
    return;
  }
  const used = target.closest("button[data-do]");
  if (!used && target.closest(".gk-place")) report(root.querySelector(".gk-here, .gk-palette") ? "leave" : "skip", "");
  if (!used) return;
  const action = used.getAttribute("data-do") ?? "";
  if (action === "unfold") {
    unfold(root);
    return;
  }
  const what = used.getAttribute("data-what") ?? "";
  report(action, action === "look" ? Number(what) : what);
}

/**
 * Open the text of the rule over the list of turns, or close it again.
 * @param {Element} root the page
 */
function unfold(root) {
  const rule = root.querySelector(".gk-rule");
  if (!(rule instanceof HTMLElement)) return;
  rule.hidden = !rule.hidden;
  const next = root.querySelector(rule.hidden ? ".gk-message button" : ".gk-rule button");
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}

/**
 * @param {EventTarget | null} target
 * @param {Report} report
 */
function changed(target, report) {
  if (target instanceof HTMLSelectElement && target.dataset.do) report(target.dataset.do, target.value);
  if (target instanceof HTMLTextAreaElement) {
    report("notes", { pad: Number(target.dataset.pad), text: target.value });
  }
  if (target instanceof HTMLInputElement && target.type === "range") {
    report("look", Number(target.value));
  }
}

/**
 * @param {EventTarget | null} form
 * @param {Element} root the page
 * @param {Report} report
 */
function submitted(form, root, report) {
  if (form instanceof HTMLFormElement && form.matches(".gk-start")) {
    report("answer", Object.fromEntries(new FormData(form)));
    return;
  }
  const typed = root.querySelector(".gk-type input");
  if (typed instanceof HTMLInputElement && typed.value.trim()) report("type", typed.value);
}
