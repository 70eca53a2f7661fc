/**
 * Messages: refusals, news, and how the game ended. A message has two lines beside the board. *More* opens
 * the whole message, with the text of its rule, in the place of the list of turns. The hints of a task and a
 * player's notes are here, too.
 */

import { button, make } from "../elements.js";

/** @import { Answer } from "../connection.js" */
/** @import { Law, Message, Report, Shown } from "./shown.d.ts" */

/** @param {Law} law */
const lawLine = ({ id, title, text }) => make("p", { class: "gk-law" }, make("strong", {}, `${id} ${title}`), ` ${text}`);

/** More names the rule. @param {Law} law */
const endingLine = ({ text }) => make("p", { class: "gk-law" }, make("strong", {}, "Rule:"), ` ${text}`);

/** The label is the move as the list of turns writes it: "B1 to A1". @param {string} move */
const moveButton = (move) => button("type", move, move.replace(/ \.\.\.$/, "").replace(/(\d)-(?=[A-Z])/g, "$1 to "));

/**
 * Return how many letters of a text fit beside the board: whole sentences, unless one is too long.
 * @param {string} text
 */
function fitting(text) {
  const ends = [...text.matchAll(/\.(?= [A-Z])/g)].map(({ index }) => index + 1);
  if (text.length <= LONGEST_MESSAGE) return text.length;
  return ends.filter((end) => end > LONGEST_MESSAGE / 3 && end <= LONGEST_MESSAGE).at(-1) ?? text.length;
}

/**
 * Return the text, in which the words for a move have the color of the move on the board.
 * @param {Message} message
 * @param {number} [shown] letters; screen readers get the rest, too
 */
function sentence({ text, marks = [] }, shown = text.length) {
  const parts = [];
  let rest = text.slice(0, shown);
  for (const [look, words] of marks) {
    const [before, ...after] = rest.split(words);
    parts.push(before, make("span", { class: `gk-says-${look}` }, words));
    rest = after.join(words);
  }
  const unseen = text.slice(shown);
  return make("p", { "data-key": "text" }, ...parts, rest, unseen && make("span", { class: "gk-unseen" }, unseen));
}

const LONG = 72; // letters that fit in two lines
const LONGEST_MESSAGE = 120; // letters that fit in three smaller lines, as `LONGEST_MESSAGE` in table/tabletop.py
const NARROW = 44; // letters that fit in two lines on a phone

/** @param {number} letters */
const sized = (letters) => (letters > LONG ? " gk-long" : letters > NARROW ? " gk-medium" : "");

/**
 * Return the rule that ended the game, unless a look back needs its place.
 * @param {Shown} shown
 */
const quoted = ({ ending, chances = [] }) => (chances.length > 0 ? null : ending);

/** @param {Shown} shown */
const hasMore = (shown) =>
  Boolean(quoted(shown) || shown.message?.law || (shown.message?.text.length ?? 0) > LONGEST_MESSAGE);

/**
 * Return the prompts and reminders of several boards, unless the page has one prompt for all of them.
 * @param {Shown} shown
 */
export const askedOn = ({ asked = [], prompt }) => (asked.some(([own]) => own === prompt) ? asked : []);

/**
 * @param {Shown} shown
 * @param {...HTMLElement} answers buttons that answer the message
 */
export function messages(shown, ...answers) {
  const [{ message }, asked] = [shown, askedOn(shown)];
  const texts = message?.kind === "aim" && asked.length > 0
    ? asked.map(([, text], board) => words({ ...shown, message: { ...message, text } }, board))
    : [words(shown)];
  return make(
    "div",
    { class: "gk-message", "data-key": "message", "aria-live": "polite" },
    ...texts,
    ...answers,
    hasMore(shown) && button("unfold", "rule", "More"),
  );
}

/**
 * @param {Shown} shown
 * @param {number} [board] the number of their board, if there are several
 */
function words(shown, board) {
  const [{ message }, ending] = [shown, quoted(shown)];
  return make(
    "div",
    { class: "gk-sentences", "data-key": `words-${board ?? ""}`, "data-board": board?.toString() },
    ending && make("div", { class: `gk-ending${sized(ending.text.length + 6)}`, "data-key": "ending" }, endingLine(ending)),
    message && make(
      "div",
      { class: `gk-said gk-${message.kind}${sized(message.text.length)}`, "data-key": "said" },
      sentence(message, fitting(message.text)),
    ),
  );
}

/**
 * Return the moves that a refusal offers instead.
 * @param {Message | null} [message]
 */
export function legalMoves(message) {
  if (!message?.legal.length) return null;
  return make("p", { class: "gk-legal", "data-key": "legal" }, make("span", {}, "Allowed:"), ...message.legal.map(moveButton));
}

/**
 * Show the first of the offered moves, and a sign that there are others, if that fits.
 * @param {Element} root the page
 */
export function settleLegal(root) {
  const legal = root.querySelector(".gk-press > .gk-legal");
  const first = legal?.querySelector("button");
  if (!legal || !first) return;
  const isBelow = () => first.getBoundingClientRect().bottom > legal.getBoundingClientRect().bottom + 1;
  legal.classList.remove("gk-cut", "gk-tight");
  legal.classList.toggle("gk-cut", legal.scrollHeight > legal.clientHeight + 1);
  if (isBelow()) legal.classList.remove("gk-cut");
  legal.classList.toggle("gk-tight", isBelow());
}

/**
 * Mark the guide, or the buttons of a turn, if their place shows only a part of them.
 * @param {Element} root the page
 */
export function settleMore(root) {
  const places = root.querySelectorAll(".gk-log > .gk-guide, .gk-press:has(> .gk-choices:only-child)");
  for (const place of places) {
    place.classList.remove("gk-has-more"); // because the mark may have made it higher
    place.classList.toggle("gk-has-more", place.scrollHeight > place.clientHeight + 1);
  }
}

/**
 * Return the whole message, which opens over the list of turns.
 * @param {Shown} shown
 * @param {Element} [live] the page that is there
 */
export function rulesText(shown, live) {
  if (!hasMore(shown)) return null;
  const [{ message }, ending] = [shown, quoted(shown)];
  const key = `rule-${message?.text ?? ""}-${ending?.id ?? ""}`;
  const isOpen = [...(live?.querySelectorAll(".gk-rule:not([hidden])") ?? [])].some(
    (each) => each.getAttribute("data-key") === key,
  );
  return make(
    "div",
    { class: "gk-rule", "data-key": key, hidden: isOpen ? undefined : "" },
    message && sentence(message),
    message?.law && lawLine(message.law),
    ending && lawLine(ending),
    button("unfold", "rule", "Close", { "data-key": "close" }),
  );
}

/**
 * Return the notepad of the player whose view is shown, or its empty place between two turns and after the end.
 * @param {Shown} shown
 * @param {Element} [live] the page that is there
 */
export function notesPad({ pad, players, curtain }, live) {
  if (pad === null || pad === undefined) {
    const isEmpty = curtain || live?.querySelector("[data-key^=notes-]");
    return isEmpty ? make("details", { class: "gk-notes gk-was", "data-key": "notes-" }, make("summary", {}, "Notes")) : null;
  }
  const name = players?.[pad]?.name ?? "";
  const whose = name === "You" ? "Your private notes" : `${name}’s private notes`;
  return make(
    "details",
    { class: "gk-notes", "data-key": `notes-${pad}` },
    make("summary", {}, whose),
    make("textarea", {
      "data-own": "",
      "data-pad": String(pad),
      "aria-label": whose,
      rows: "5",
      maxlength: "20000", // as `LONGEST` in browser_page.py
      spellcheck: "false",
    }),
  );
}

/**
 * Fills the notepad on the page. `Shown` has no notes: the page asks for them and reports what the player
 * types.
 */
export class Notes {
  /**
   * @param {Element} root the page
   * @param {Report} report
   */
  constructor(root, report) {
    this.root = root;
    this.report = report;
    /** @type {HTMLTextAreaElement | null} */
    this.pad = null; // the notepad whose notes it has asked for
  }

  /** Ask for the notes of a new notepad. */
  ask() {
    const pad = this.root.querySelector("textarea");
    if (pad === this.pad) return;
    this.pad = pad;
    if (pad) this.report("pad", Number(pad.dataset.pad));
  }

  /** @param {Answer} answer */
  came = ({ pad, notes }) => {
    if (this.pad && notes !== undefined && String(pad) === this.pad.dataset.pad && !this.pad.value) {
      this.pad.value = notes;
    }
  };
}

/** @param {string[]} rungs the hints so far */
export function rungList(rungs) {
  const lines = rungs.map((rung, number) => make("li", { "data-key": `rung-${number}` }, rung));
  const attributes = { class: "gk-rungs", "data-key": "rungs", "aria-label": "Hints" };
  return make("ol", attributes, ...lines);
}
