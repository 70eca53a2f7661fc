/**
 * What a room's page shows around the table: the door, and where one is.
 */

import { button, make } from "../table/make.js";

/** @import { Place } from "./socket.js" */

/**
 * The door: a code and a name.
 * @param {string} said why one is not let in
 * @param {{code: string, name: string}} typed
 */
export function door(said, { code, name }) {
  return make(
    "form",
    { class: "gk-door", "data-key": "door" },
    make("h1", {}, "Join the room"),
    make(
      "label",
      {},
      "Code",
      make("input", {
        name: "code", type: "text", maxlength: "8", required: "", value: code, autocomplete: "off",
        autocapitalize: "characters", spellcheck: "false",
      }),
    ),
    make(
      "label",
      {},
      "Your name",
      make("input", {
        name: "name", type: "text", maxlength: "24", required: "", value: name, autocomplete: "off",
        spellcheck: "false",
      }),
    ),
    make("p", { class: "gk-door-said", role: "alert" }, said),
    make("button", { type: "submit", class: "gk-main" }, "Join"),
  );
}

/**
 * Where one is: above the table.
 * @param {Place} place
 * @param {string} said a sentence about the latest thing done
 * @param {string} lost why there is no line to the room, if there is none
 */
export function head({ title, you, text, buttons }, said, lost) {
  return make(
    "header",
    { class: "gk gk-lobby" },
    make("h1", { class: "gk-lobby-who", "data-key": "who" }, make("b", {}, you), title),
    make("p", { class: "gk-lobby-told", "data-key": "told", role: "status" }, lost || text),
    make(
      "div",
      { class: "gk-controls", "data-key": "wishes", role: "group", "aria-label": "Room" },
      ...buttons.map(({ name, label }) => button("room", name, label)),
    ),
    make("p", { class: "gk-lobby-said", "data-key": "said", role: "status" }, said),
  );
}
