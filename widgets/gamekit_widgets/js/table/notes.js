/**
 * The notes of a player. They are not part of what Python shows: the page asks for them and reports
 * what the player types.
 */

import { make } from "../elements.js";

/** @import { Answer } from "../connection.js" */
/** @import { Report, Shown } from "./shown.d.ts" */

/** @param {Shown} shown */
export function notesPad({ pad, players }) {
  if (pad === null || pad === undefined) return null;
  const name = players?.[pad]?.name ?? "";
  const whose = name === "You" ? "Your notes" : `Notes of ${name}`;
  return make(
    "details",
    { class: "gk-notes", "data-key": `notes-${pad}` },
    make("summary", {}, whose),
    make("textarea", {
      "data-own": "",
      "data-pad": String(pad),
      "aria-label": whose,
      rows: "5",
      maxlength: "20000", // as `LONGEST` in page.py
      spellcheck: "false",
    }),
  );
}

/** Fills the notepad on the page. */
export class Notes {
  /**
   * @param {Element} root the page
   * @param {Report} report
   */
  constructor(root, report) {
    this.root = root;
    this.report = report;
    /** @type {HTMLTextAreaElement | null} */
    this.pad = null; // whose notes it has asked for
  }

  /** Ask for the notes of a pad that is new here. */
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
