/**
 * What is said below the board: refusals with the rule they quote, news, and how the game ended.
 */

import { button, make } from "./make.js";

/** @import { Law, Message, Shown } from "./shown.d.ts" */

/** @param {Law} law */
function lawLine(law) {
  return make(
    "p",
    { class: "gk-law" },
    make("strong", {}, `${law.id} ${law.title}`),
    ` ${law.text}`,
  );
}

/** @param {Message | null | undefined} message */
export function messageBox(message) {
  if (!message) return null;
  const legal = message.legal.map((move) => button("type", move, move.replace(/ \.\.\.$/, ""), { class: "gk-move" }));
  return make(
    "div",
    { class: `gk-said gk-${message.kind}`, "data-key": "said" },
    make("p", { "data-key": "text" }, message.text),
    message.law && lawLine(message.law),
    legal.length > 0 && make("p", { class: "gk-legal", "data-key": "legal" }, "Legal:", ...legal),
  );
}

/** @param {Shown} shown */
export function messages({ message, ending }) {
  return make(
    "div",
    { class: "gk-message", "data-key": "message", "aria-live": "polite" },
    messageBox(message),
    ending && make("div", { class: "gk-ending", "data-key": "ending" }, lawLine(ending)),
  );
}
