/**
 * What a room's page shows around the table: the door, and where the person is.
 */

import { button, make } from "../elements.js";
import { guessForm } from "./guess.js";

/** @import { Place } from "./socket.js" */

/**
 * The door: a code and a name, and a word for whoever was here before.
 * @param {string} said why the room does not let this person in
 * @param {Typed} typed
 * @param {string} taken the name, if somebody in the room already has it, or nothing
 */
export function door(said, typed, taken) {
  const name = field("Your name", { name: "name", maxlength: "24", required: "", value: typed.name });
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

/**
 * @typedef {{code: string, name: string, word?: string, as?: string}} Typed
 */

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
  make("p", {}, `${taken} is in this room already.`),
  word(typed),
  make("button", { type: "submit", class: "gk-main" }, "This is my seat"),
  make("button", { type: "button", "data-as": "me" }, "It is mine, but I do not have the word"),
  make("button", { type: "button", "data-as": "another" }, "I am somebody else"),
];

/**
 * Return what stands above the table: where the person is.
 * @param {Place} place
 * @param {string} said a sentence about the latest action
 * @param {string} lost why there is no connection to the room, if there is none
 * @param {string} own the word with which another device takes this seat
 * @param {number} folded the number of the question whose answer this person has seen
 */
export function head({ title, you, text, buttons, state, help, poll }, said, lost, own, folded) {
  return make(
    "header",
    { class: "gk gk-lobby" },
    make("h1", { class: "gk-lobby-who", "data-key": "who" }, make("b", {}, you), title, own && ownWord(own)),
    make("p", { class: "gk-lobby-told", "data-key": "told", role: "status" }, lost || text),
    make(
      "div",
      { class: "gk-controls", "data-key": "wishes", role: "group", "aria-label": "Room" },
      ...buttons.map(({ name, label }) => button("room", name, label)),
      button("rules", "", "Rules"),
      state !== "ended" && button("help", "", help ? "I am fine now" : "I need help", { "aria-pressed": String(help) }),
    ),
    make("p", { class: "gk-lobby-said", "data-key": "said", role: "status" }, said),
    poll && !(poll.truth && poll.number === folded) ? guessForm(poll) : null,
  );
}

/** @param {string} own */
const ownWord = (own) =>
  make(
    "small",
    { class: "gk-word", title: "With your name and this word, any device takes your seat back" },
    `Your word: ${own}`,
  );
