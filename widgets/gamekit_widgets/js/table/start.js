/**
 * The questions before a match.
 */

import { controlButton } from "./controls.js";
import { make } from "../elements.js";
import { messageBox } from "./messages.js";

/** @import { Shown } from "./shown.d.ts" */

/**
 * Return the form before a match.
 * @param {Shown} shown
 */
export function startForm({ form, controls, message }) {
  const lines = (form ?? []).map(({ name, label, value, options }) => {
    const field = options.length
      ? make("select", { name }, ...options.map(([key, words]) =>
          make("option", { "data-key": key, value: key, selected: key === value ? "" : undefined }, words)))
      : make("input", { name, type: "text", value, required: "", autocomplete: "off", maxlength: "40" });
    return make("label", { "data-key": name }, make("span", {}, label), field);
  });
  return make(
    "form",
    { class: "gk-start", "data-key": "start", "aria-label": "New game" },
    make("div", { class: "gk-message", "data-key": "message", "aria-live": "polite" }, messageBox(message)),
    make("div", { class: "gk-questions", "data-key": "questions" }, ...lines),
    make("div", { class: "gk-controls", "data-key": "controls" },
      make("button", { type: "submit", class: "gk-main", "data-key": "begin" }, "Start"),
      ...(controls ?? []).map(controlButton)),
  );
}
