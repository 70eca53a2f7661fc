/**
 * Pieces that people can drag. Dragging does nothing that presses cannot do.
 *
 * A piece beside the board moves with the pointer, even with a finger. A piece on the board needs a
 * mouse, because a finger there scrolls the page. Leaving its cell presses that cell, and letting go
 * presses the cell below.
 */

/** @import { Report } from "./shown.d.ts" */

const FAR = 6; // pixels; a pointer that moves less has pressed

/** @typedef {{cell: SVGElement, piece: SVGElement | null, x: number, y: number, isFar: boolean}} Held */

export class Drag {
  /**
   * @param {Element} root the page
   * @param {Report} report
   */
  constructor(root, report) {
    this.root = root;
    this.report = report;
    /** @type {string[]} */
    this.grips = []; // cells of the board from which a drag can start
    /** @type {Held | null} */
    this.held = null;
    /** @type {SVGElement | null} */
    this.from = null; // such a cell, while the mouse is down
    this.hasLeft = false;
    this.stopped = new AbortController();
    const { signal } = this.stopped;
    root.addEventListener("pointerdown", (event) => this.take(/** @type {PointerEvent} */ (event)), { signal });
    window.addEventListener("pointermove", (event) => this.move(event), { signal });
    window.addEventListener("pointerup", (event) => this.drop(event), { signal });
    window.addEventListener("pointercancel", () => this.letGo(), { signal });
  }

  /** @param {PointerEvent} event */
  take({ target, clientX: x, clientY: y, button, isPrimary, pointerType }) {
    const cell = target instanceof Element ? target.closest("[data-cell]") : null;
    if (!(cell instanceof SVGElement) || button !== 0 || !isPrimary) return;
    if (cell.dataset.drag === undefined) {
      const canGo = this.grips.includes(cell.dataset.cell ?? "");
      this.from = pointerType === "mouse" && canGo ? cell : null;
      this.hasLeft = false;
      return;
    }
    const piece = cell.closest("svg")?.querySelector(`[data-key="${CSS.escape(cell.dataset.drag)}"]`);
    this.held = { cell, piece: piece instanceof SVGElement ? piece : null, x, y, isFar: false };
  }

  /** @param {PointerEvent} event */
  move({ clientX, clientY }) {
    const { held, from } = this;
    if (from && !this.hasLeft && this.cellAt(clientX, clientY) !== from) {
      this.hasLeft = true;
      this.report("press", from.dataset.cell ?? "");
    }
    if (!held) return;
    const [right, down] = [clientX - held.x, clientY - held.y];
    held.isFar ||= Math.hypot(right, down) >= FAR;
    const scale = held.cell.ownerSVGElement?.getScreenCTM()?.a || 1;
    if (held.isFar && held.piece) held.piece.style.translate = `${right / scale}px ${down / scale}px`;
  }

  /** @param {PointerEvent} event */
  drop({ clientX, clientY }) {
    const { held, from, hasLeft } = this;
    this.letGo();
    if (!held?.isFar && !hasLeft) return;
    const below = this.cellAt(clientX, clientY);
    const onto = below?.dataset.cell ?? "";
    if (hasLeft && below !== from) this.report(below ? "press" : "leave", onto); // on it, it is a click
    if (!held?.isFar || !below || below === held.cell) return;
    if (held.cell.dataset.onto === onto) this.report("press", held.cell.dataset.cell ?? "");
    else if (!held.cell.dataset.onto) this.report("press", onto);
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  cellAt(x, y) {
    const page = /** @type {Document | ShadowRoot} */ (this.root.getRootNode());
    const cell = page.elementFromPoint(x, y)?.closest("[data-cell]");
    return cell instanceof SVGElement && this.root.contains(cell) ? cell : null;
  }

  letGo() {
    this.held?.piece?.style.removeProperty("translate");
    this.held = this.from = null;
    this.hasLeft = false;
  }

  close() {
    this.stopped.abort();
  }
}
