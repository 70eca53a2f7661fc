/**
 * Pieces that can be dragged. Nothing is done by dragging that could not be done by pressing.
 */

/** @import { Report } from "./shown.d.ts" */

const FAR = 6; // pixels: a pointer that moves less has pressed

/** @typedef {{cell: SVGElement, piece: SVGElement | null, x: number, y: number, isFar: boolean}} Held */

export class Drag {
  /**
   * @param {Element} root the page
   * @param {Report} report
   */
  constructor(root, report) {
    this.root = root;
    this.report = report;
    /** @type {Held | null} */
    this.held = null;
    this.stopped = new AbortController();
    const { signal } = this.stopped;
    root.addEventListener("pointerdown", (event) => this.take(/** @type {PointerEvent} */ (event)), { signal });
    window.addEventListener("pointermove", (event) => this.move(event), { signal });
    window.addEventListener("pointerup", (event) => this.drop(event), { signal });
    window.addEventListener("pointercancel", () => this.letGo(), { signal });
  }

  /** @param {PointerEvent} event */
  take({ target, clientX: x, clientY: y, button, isPrimary }) {
    const cell = target instanceof Element ? target.closest("[data-drag]") : null;
    if (!(cell instanceof SVGElement) || button !== 0 || !isPrimary) return;
    const piece = cell.closest("svg")?.querySelector(`[data-key="${CSS.escape(cell.dataset.drag ?? "")}"]`);
    this.held = { cell, piece: piece instanceof SVGElement ? piece : null, x, y, isFar: false };
  }

  /** @param {PointerEvent} event */
  move({ clientX, clientY }) {
    const { held } = this;
    if (!held) return;
    const [right, down] = [clientX - held.x, clientY - held.y];
    held.isFar ||= Math.hypot(right, down) >= FAR;
    const scale = held.cell.ownerSVGElement?.getScreenCTM()?.a || 1;
    if (held.isFar && held.piece) held.piece.style.translate = `${right / scale}px ${down / scale}px`;
  }

  /** @param {PointerEvent} event */
  drop({ clientX, clientY }) {
    const { held } = this;
    this.letGo();
    if (!held?.isFar) return;
    const page = /** @type {Document | ShadowRoot} */ (this.root.getRootNode());
    const below = page.elementFromPoint(clientX, clientY)?.closest("[data-cell]");
    if (!(below instanceof SVGElement) || below === held.cell || !this.root.contains(below)) return;
    const onto = below.dataset.cell ?? "";
    if (held.cell.dataset.onto === onto) this.report("press", held.cell.dataset.cell ?? "");
    else if (!held.cell.dataset.onto) this.report("press", onto);
  }

  letGo() {
    this.held?.piece?.style.removeProperty("translate");
    this.held = null;
  }

  close() {
    this.stopped.abort();
  }
}
