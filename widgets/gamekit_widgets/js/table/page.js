/**
 * The page of a widget: everything but the board, as it should be.
 */

import { choiceButtons, controlButton, curtain, dials, typeLine, viewerMenu } from "./controls.js";
import { choicesHere } from "./here.js";
import { hintList, regretList, rungList } from "./hints.js";
import { button, emblem, make } from "./make.js";
import { messages } from "./message.js";
import { moveList, slider, stepper } from "./moves.js";
import { notesPad } from "./notes.js";
import { paceMenu } from "./pace.js";
import { startForm } from "./start.js";

/** @import { Shown } from "./shown.d.ts" */

/**
 * Make the page. The board and the cube are put into their places by themselves.
 * @param {Shown} shown
 * @param {Element} [live] what is there
 */
export function page(shown, live) {
  const isAsking = Boolean(shown.form?.length);
  return make(
    "section",
    {
      class: `gk gk-is-${shown.kind}${shown.signs ? ` gk-${shown.signs}` : ""}`,
      "aria-label": shown.title,
      style: live?.getAttribute("style") ?? undefined, // what the room says
    },
    isTable(shown) && head(shown),
    shown.clock && warning(),
    shown.trouble && make("p", { class: "gk-trouble", "data-key": "trouble", role: "alert" }, shown.trouble),
    isAsking && startForm(shown),
    shown.task && make("p", { class: "gk-task", "data-key": "task" }, shown.task),
    make("div", { class: "gk-middle", "data-key": "middle", hidden: isAsking ? "" : undefined },
      field(shown),
      side(shown, live),
    ),
    shown.kind === "replay" && replayFoot(shown),
    !isAsking && notesPad(shown),
  );
}

/** @param {Shown} shown */
const isTable = ({ kind }) => kind === "table" || kind === "task";

/** The line in which a clock warns by itself. */
const warning = () =>
  make("p", { class: "gk-warning", "data-key": "warning", "data-own": "", "aria-live": "polite" });

/** @param {Shown} shown */
function head(shown) {
  return make(
    "div",
    { class: "gk-head", "data-key": "head" },
    make("p", { class: "gk-title" }, make("b", {}, shown.title), shown.note),
    shown.players && playerLine(shown.players, Boolean(shown.clock)),
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

/** @param {Shown} shown */
function prompt({ prompt, mover }) {
  if (prompt === undefined) return null;
  return make(
    "div",
    { class: "gk-prompt", "data-key": "prompt", role: "status" },
    emblem(mover),
    make("p", {}, prompt),
  );
}

/**
 * The board, and what belongs to it.
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
    shown.solid && make("div", { class: "gk-cube", "data-key": "cube", "data-own": "" }),
    board,
    choicesHere(shown.choices),
    curtain(shown),
  );
}

/**
 * Beside or below the board: the strip that touches it, and what is needed less often. Nothing
 * here pushes the board away under the pointer.
 * @param {Shown} shown
 * @param {Element} [live] the page that is there
 */
function side(shown, live) {
  const isAsking = Boolean(shown.form?.length);
  return make(
    "div",
    { class: "gk-side", "data-key": "side" },
    !isAsking && strip(shown),
    isTable(shown) && !isAsking && controls(shown),
    hintList(shown.hints),
    regretList(shown.regrets),
    shown.rungs && rungList(shown.rungs),
    shown.moves && moveList(shown, live?.querySelector(".gk-moves") ?? null),
    shown.moves && stepper(shown),
    isTable(shown) && !isAsking && typeLine(shown),
  );
}

/**
 * Instead of the curtain, while there is something to be looked at.
 * @param {import("./shown.d.ts").Control} control
 */
const passButton = ({ name, label }) =>
  make("div", { class: "gk-pass", "data-key": "pass" }, button("click", name, label, { class: "gk-main" }));

/**
 * What is to be done, what was just said, and what can be pressed now.
 * @param {Shown} shown
 */
function strip(shown) {
  return make(
    "div",
    { class: `gk-strip${shown.outcome ? ` gk-won-${shown.mover ?? "none"}` : ""}`, "data-key": "strip" },
    shown.outcome && make("p", { class: "gk-outcome", "data-key": "outcome" }, shown.outcome),
    prompt(shown),
    messages(shown),
    shown.curtain && shown.veiled === false && passButton(shown.curtain),
    dials(shown.dials),
    choiceButtons(shown.choices),
  );
}

/** @param {Shown} shown */
function replayFoot(shown) {
  return make(
    "div",
    { class: "gk-foot", "data-key": "foot" },
    slider(shown),
    stepper(shown),
    ...(shown.controls ?? []).map(controlButton),
    viewerMenu(shown.viewers),
  );
}

/** @param {Shown} shown */
function controls(shown) {
  return make(
    "div",
    { class: "gk-controls", "data-key": "controls", role: "group", "aria-label": shown.task ? "Task" : "Match" },
    ...(shown.controls ?? []).map(controlButton),
    paceMenu(shown.pace),
  );
}
