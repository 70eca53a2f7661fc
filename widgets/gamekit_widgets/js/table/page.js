/**
 * The page of a widget: everything but the board.
 *
 * Each part has its own place, and no place grows. The style sheet reserves the most room that each may
 * need, so that nothing moves under the pointer during a match.
 */

import { button, emblem, make, parseSvg } from "../elements.js";
import { choiceButtons, choicesHere, controlButton, curtain, paceMenu, palette, speedButtons, switches, typeLine, viewerMenu } from "./controls.js";
import { askedOn, legalMoves, messages, notesPad, rulesText, rungList } from "./messages.js";
import { chanceLine, moveList, slider, stepper } from "./moves.js";

/** @import { Control, Shown } from "./shown.d.ts" */

/** Buttons that stand in for a move: at an earlier board, and after the end. */
const NEXT = new Set(["latest", "here", "back", "new"]);
/** Buttons that answer a message, beside it. */
const ANSWERS = new Set(["play-on", "resign-now"]);
/** Buttons that begin another match. They stand apart from those of a turn. */
const APART = new Set(["ask", "go-on", "share"]);

/**
 * Make the page without the board and the cube, which other modules add.
 * @param {Shown} shown
 * @param {Element} [live] the present page
 */
export function page(shown, live) {
  const isAsking = Boolean(shown.form?.length);
  return make(
    "section",
    {
      class: `gk gk-is-${shown.kind}${shown.signs ? ` gk-${shown.signs}` : ""}${isAsking ? "" : backward(shown)}`,
      "aria-label": shown.title,
      tabindex: "-1", // so that a press beside its buttons keeps the focus here, too
      style: live?.getAttribute("style") ?? undefined, // what layout.js has measured
    },
    shown.trouble && make("p", { class: "gk-trouble", "data-key": "trouble", role: "alert" }, shown.trouble),
    isAsking && startForm(shown),
    make("div", { class: "gk-middle", "data-key": "middle", hidden: isAsking ? "" : undefined },
      isTable(shown) && head(shown),
      field(shown),
      side(shown, live),
    ),
    !isAsking && apart(shown, live),
  );
}

/**
 * While somebody looks back, the page shows the curve of chances.
 * @param {Shown} shown
 */
const backward = ({ scale = [] }) => (scale.length ? " gk-looks-back" : "");

/** @param {Shown} shown */
const isTable = ({ kind }) => kind === "table" || kind === "task";

/** The line for warnings of the clock, which clock.js fills. */
const warning = () =>
  make("p", { class: "gk-clock-warning", "data-key": "warning", "data-own": "", "aria-live": "polite" });

/** @param {Shown} shown */
function head(shown) {
  return make(
    "div",
    { class: "gk-head", "data-key": "head" },
    make("p", { class: "gk-title" }, make("b", {}, shown.title), make("span", { class: (shown.note ?? "").length > LONG_NOTE ? "gk-long" : undefined }, shown.note)),
    shown.task && make("p", { class: "gk-task", "data-key": "task" }, shown.task),
    shown.players && playerLine(shown.players, Boolean(shown.clock)),
    shown.clock && warning(),
  );
}

/**
 * @param {NonNullable<Shown["players"]>} players
 * @param {boolean} hasClocks
 */
function playerLine(players, hasClocks) {
  const each = players.map(({ name, who, active }, player) =>
    make(
      "span",
      { class: `gk-player${active ? " gk-active" : ""}`, "data-key": `player-${player}` },
      emblem(player),
      make("b", {}, name),
      who && make("i", {}, who),
      hasClocks && make("span", { class: "gk-clock", "data-own": "", role: "timer" }),
    ),
  );
  return make("div", { class: "gk-players" }, ...each);
}

/**
 * Return the prompt, or how the game ended. If there are several boards, each has its own until the end.
 * @param {Shown} shown
 */
function prompts(shown) {
  const asked = askedOn(shown);
  return asked.length === 0 ? [prompt(shown)] : asked.map(([own], board) => prompt({ ...shown, prompt: own }, board));
}

/**
 * @param {Shown} shown
 * @param {number} [board] that it is about
 */
function prompt({ prompt, mover, outcome }, board) {
  if (prompt === undefined) return null;
  const isLong = prompt.length > (outcome ? LONG_ENDING : LONG);
  return make(
    "div",
    { class: `gk-prompt${isLong ? " gk-long" : ""}`, "data-key": `prompt-${board ?? ""}`, "data-board": board?.toString(), role: "status" },
    emblem(mover),
    make(
      "p",
      {},
      outcome && make("b", { class: "gk-outcome", "data-key": "outcome" }, `${outcome}.`),
      outcome ? ` ${prompt}` : prompt, // read aloud, the two are one text
    ),
  );
}

const LONGEST_NAME = "40"; // letters of a name, as `LONGEST_NAME` in table/seats.py
const LONG_NOTE = 36; // letters that fit beside the players and their roles, on a phone
const [LONG, LONG_ENDING] = [72, 50]; // letters that fit, also after "You win."; longer prompts are smaller

/**
 * Return the place of the board, with the choices and the curtain over it.
 * @param {Shown} shown
 */
function field(shown) {
  const board = make("div", {
    class: "gk-place",
    "data-key": "place",
    "data-own": "",
    inert: shown.curtain ? "" : undefined,
  });
  return make(
    "div",
    { class: "gk-field", "data-key": "field" },
    board,
    make("p", { class: "gk-unseen", "data-key": "besides", role: "status" }, shown.besides),
    shown.solid && make("div", { class: "gk-cube", "data-key": "cube", "data-own": "" }),
    choicesHere(shown.choices),
    curtain(shown),
  );
}

/**
 * Return the part beside or below the board: the prompt and its buttons, then parts that people need less often.
 * @param {Shown} shown
 * @param {Element} [live] the page that is there
 */
function side(shown, live) {
  const isAsking = Boolean(shown.form?.length);
  return make(
    "div",
    { class: "gk-side", "data-key": "side" },
    !isAsking && strip(shown, live),
    isTable(shown) && !isAsking && controls(shown),
    log(shown, live),
    shown.kind === "replay" && replayFoot(shown),
    isTable(shown) && foot(shown, isAsking),
  );
}

/** @param {Shown} shown */
const named = (shown, /** @type {(name: string) => boolean} */ isWanted) =>
  (shown.controls ?? []).filter(({ name }) => isWanted(name)).map(controlButton);

/**
 * Return the prompt, the message and the buttons to press now.
 * @param {Shown} shown
 * @param {Element} [live] the page that is there
 */
function strip(shown, live) {
  return make(
    "div",
    { class: `gk-strip${shown.outcome ? ` gk-won-${shown.won ?? "none"}` : ""}`, "data-key": "strip" },
    ...prompts(shown),
    messages(shown, ...named(shown, (name) => ANSWERS.has(name))),
    shown.kind !== "replay" && press(shown, live),
  );
}

/**
 * Return the buttons to press now beside the board.
 * @param {Shown} shown
 * @param {Element} [live] the page that is there
 */
function press(shown, live) {
  const isOpen = shown.curtain && shown.veiled === false; // there is something to look at before the curtain
  const [beside, below] = shown.rows ?? [];
  const rows = `${beside === 1 ? " gk-one-row" : ""}${below === 1 ? " gk-one-row-below" : ""}`;
  return make(
    "div",
    { class: `gk-press${rows}`, "data-key": "press", role: "group", "aria-label": "Buttons for this turn", tabindex: "-1" },
    isOpen && shown.curtain && passButton(shown.curtain, shown.prompt),
    ...named(shown, (name) => NEXT.has(name)),
    choiceButtons(shown.choices, live),
    palette(shown.choices) ?? legalMoves(shown.message),
    switches(shown.choices, live),
  );
}

/**
 * Return the button that stands for the curtain while there is something to look at. It takes the focus as the
 * curtain does.
 * @param {Control} control
 * @param {string} [prompt]
 */
const passButton = ({ name, label }, prompt) =>
  make(
    "div",
    { class: "gk-pass", "data-key": "pass", role: "group", "aria-label": prompt, tabindex: "-1" },
    button("click", name, label, { class: "gk-main" }),
  );

/**
 * Return the list of turns with the parts that take its place: an open rule, hints and the guide.
 * @param {Shown} shown
 * @param {Element} [live] the page that is there
 */
function log(shown, live) {
  const parts = [
    rulesText(shown, live),
    shown.rungs && rungList(shown.rungs),
    shown.moves?.length === 0 && shown.guide && make("p", { class: "gk-guide", "data-key": "guide", role: "group", "aria-label": "How to play", tabindex: "0" }, guidePicture(shown), make("b", {}, "How to play"), shown.guide),
    shown.moves && moveList(shown, live?.querySelector(".gk-moves") ?? null),
  ];
  return parts.some(Boolean) && make("div", { class: "gk-log", "data-key": "log" }, ...parts);
}

/**
 * Return the picture of the guide, if the game has one. Nobody presses on it.
 * @param {Shown} shown
 */
function guidePicture({ guide_picture: markup }) {
  if (!markup) return null;
  const picture = parseSvg(markup);
  picture.setAttribute("class", "gk-guide-picture");
  return picture;
}

/**
 * @param {Shown} shown
 * @param {boolean} isAsking
 */
function foot(shown, isAsking) {
  return make(
    "div",
    { class: "gk-foot", "data-key": "foot" },
    Boolean(shown.scale?.length) && chanceLine(shown),
    shown.moves && stepper(shown),
    !isAsking && typeLine(shown),
  );
}

/** @param {Shown} shown */
function replayFoot(shown) {
  return make(
    "div",
    { class: "gk-foot", "data-key": "replay-foot" },
    slider(shown),
    ...(shown.controls ?? []).map(controlButton),
    stepper(shown),
    speedButtons(shown.pace),
    viewerMenu(shown.viewers),
  );
}

/**
 * Return the buttons of every turn. They stay where they are, and disabled ones say why.
 * @param {Shown} shown
 */
function controls(shown) {
  return make(
    "div",
    { class: "gk-controls", "data-key": "controls", role: "group", "aria-label": shown.task ? "Task" : "Match" },
    ...named(shown, (name) => ![NEXT, APART, ANSWERS].some((place) => place.has(name))),
    paceMenu(shown.pace),
  );
}

/**
 * Return the part below everything: another match, how to play, and notes.
 * @param {Shown} shown
 * @param {Element} [live] the page that is there
 */
function apart(shown, live) {
  const guide = shown.guide && make("details", { class: "gk-notes gk-guide-fold", "data-key": "guide" },
    make("summary", {}, "How to play"), make("p", {}, guidePicture(shown), shown.guide));
  const parts = [...named(shown, (name) => APART.has(name)), notesPad(shown, live), guide];
  return parts.some(Boolean) && make("div", { class: "gk-apart", "data-key": "apart" }, ...parts);
}

/**
 * Return the form before a match.
 * @param {Shown} shown
 */
function startForm({ form, controls, message }) {
  const lines = (form ?? []).map(({ name, label, value, options }) => {
    const field = options.length
      ? make("select", { name }, ...options.map(([key, words]) =>
          make("option", { "data-key": key, value: key, selected: key === value ? "" : undefined }, words)))
      : make("input", { name, type: "text", value, required: "", autocomplete: "off", maxlength: LONGEST_NAME });
    return make("label", { "data-key": name }, make("span", {}, label), field);
  });
  return make(
    "form",
    { class: "gk-start", "data-key": "start", "aria-label": "New game" },
    make("div", { class: "gk-message", "data-key": "message", "aria-live": "polite" },
      message && make("div", { class: `gk-said gk-${message.kind}`, "data-key": "said" }, make("p", {}, message.text))),
    make("div", { class: "gk-questions", "data-key": "questions" }, ...lines),
    make("div", { class: "gk-controls", "data-key": "controls" },
      make("button", { type: "submit", class: "gk-main", "data-key": "begin" }, "Start"),
      ...(controls ?? []).map(controlButton)),
  );
}
