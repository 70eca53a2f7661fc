/**
 * The levels of a cube side by side. The cell under the pointer, or with the focus, lights the lines
 * through it on all of them. What would come of pressing it is to be seen only then.
 */

import { linesThrough } from "../cube/projection.js";
import { cellsOf } from "./focus.js";

/** @import { InSpace } from "./shown.d.ts" */

export class Light {
  /**
   * @param {Element} field the board and what is around it
   * @param {() => InSpace} solid what the page shows now
   */
  constructor(field, solid) {
    this.field = field;
    this.solid = solid;
    this.label = ""; // of the cell under the pointer
    this.stopped = new AbortController();
    for (const name of ["pointerover", "focusin"]) {
      field.addEventListener(name, ({ target }) => this.point(target), this.stopped);
    }
    for (const name of ["pointerleave", "focusout"]) {
      field.addEventListener(name, () => this.point(null), this.stopped);
    }
  }

  /** @param {EventTarget | null} target */
  point(target) {
    const cell = target instanceof Element ? target.closest("[data-cell]") : null;
    this.label = cell?.getAttribute("data-cell") ?? "";
    this.shine();
  }

  /** Light the lines of the present cell. */
  shine() {
    const { lines, spots } = this.solid();
    const number = spots.findIndex(({ label }) => label === this.label);
    const lit = number < 0 ? [] : linesThrough(lines, spots, number).flat();
    const labels = new Set(lit.map((each) => spots[each].label));
    for (const cell of cellsOf(this.field)) cell.classList.toggle("gk-lit", labels.has(cell.dataset.cell ?? ""));
    for (const offer of this.field.querySelectorAll("[data-offer]")) {
      offer.classList.toggle("gk-shown", offer.getAttribute("data-offer") === this.label);
    }
  }

  close() {
    this.stopped.abort();
  }
}
