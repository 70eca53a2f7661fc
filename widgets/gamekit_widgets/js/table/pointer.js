/**
 * Touches by fingers, and pieces that people drag.
 */

import { cellsOf, make } from "../elements.js";

/** @import { Report } from "./shown.d.ts" */

const BLUNT = 44; // pixels; a touch may mean anything within half of that
const UNSURE = 6; // pixels; a touch may mean any box that is farther than the nearest by less than this
const LARGE = 64; // pixels; the size of the smallest of several enlarged cells
const FAR = 6; // pixels; a pointer that moves less makes a press, not a drag

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box in pixels */

/**
 * Return the boxes that a touch may mean: the nearest, and others about as near.
 * @param {Box[]} boxes
 * @param {number} x
 * @param {number} y
 * @returns {number[]} their numbers, the nearest first; none if all are too far away
 */
export function meant(boxes, x, y) {
  const near = boxes.flatMap(({ left, top, right, bottom }, n) => {
    const [across, down] = [x - (left + right) / 2, y - (top + bottom) / 2].map(Math.abs);
    return Math.max(across, down) < BLUNT / 2 ? [{ n, far: Math.hypot(across, down) }] : [];
  });
  near.sort((one, other) => one.far - other.far);
  return near.filter(({ far }) => far - near[0].far < UNSURE).map(({ n }) => n);
}

/**
 * Return the part of a board around some cells, and how much to enlarge it.
 * @param {Box[]} boxes of these cells
 * @param {number} room how wide it may be
 * @returns {Box & {scale: number}}
 */
export function around(boxes, room) {
  const least = Math.min(...boxes.flatMap(({ left, top, right, bottom }) => [right - left, bottom - top]));
  const beside = least / 2;
  const left = Math.min(...boxes.map((box) => box.left)) - beside;
  const right = Math.max(...boxes.map((box) => box.right)) + beside;
  const top = Math.min(...boxes.map((box) => box.top)) - beside;
  const bottom = Math.max(...boxes.map((box) => box.bottom)) + beside;
  return { left, top, right, bottom, scale: Math.min(LARGE / least, room / (right - left)) };
}

/** @param {Element} cell */
const boxOf = (cell) => (cell.querySelector(".gk-shape") ?? cell).getBoundingClientRect();

/**
 * Handles touches on one page before anything else does. A finger is blunt, so a touch beside a small cell
 * means that cell, or the nearest of several. If several are about equally near, the page enlarges them
 * under the finger, and the next touch chooses.
 */
export class Finger {
  /** @param {Element} root the page */
  constructor(root) {
    this.root = root;
    /** @type {{x: number, y: number} | null} */
    this.down = null; // where a finger came down; the click that follows gives another place
    this.stopped = new AbortController();
    const how = { capture: true, signal: this.stopped.signal };
    root.addEventListener("pointerdown", (event) => {
      const { pointerType, clientX: x, clientY: y } = /** @type {PointerEvent} */ (event);
      this.down = pointerType === "touch" ? { x, y } : null;
    }, how);
    root.addEventListener("click", (event) => this.came(/** @type {MouseEvent} */ (event)), how);
  }

  /** @param {MouseEvent} event */
  came(event) {
    const { target, detail } = event;
    // A screen reader, a key and this module itself say exactly what they press.
    if (detail === 0 || !(target instanceof Element)) return;
    const isDone = this.choose(target) || (this.down !== null && this.touch(target, this.down));
    if (isDone) event.stopImmediatePropagation();
  }

  /**
   * Close the enlarged cells, and press the one that was touched there.
   * @param {Element} target
   * @returns {boolean} did the touch mean one of them?
   */
  choose(target) {
    const near = this.root.querySelector(".gk-near");
    if (!near) return false;
    const isMeant = near.contains(target) || target.closest(".gk-place") !== null;
    const label = target.closest("[data-meant]")?.getAttribute("data-meant");
    near.remove();
    const cell = label && this.root.querySelector(`.gk-place [data-cell="${CSS.escape(label)}"]`);
    if (cell) press(cell);
    return isMeant;
  }

  /**
   * Press the cell that a touch on a board means, if it is not the cell under the touch.
   * @param {Element} target
   * @param {{x: number, y: number}} down
   * @returns {boolean} has it handled the touch?
   */
  touch(target, { x, y }) {
    const board = target.closest(".gk-place > .gk-board, .gk-large");
    const hit = target.closest("[data-cell]");
    if (!(board instanceof SVGSVGElement) || (hit && isWide(boxOf(hit)))) return false;
    const next = cellsOf(board).filter((cell) => cell.matches(".gk-next, .gk-pressed"));
    const cells = meant(next.map(boxOf), x, y).map((n) => next[n]);
    // Pieces beside the board are alike, so any will do.
    if (cells.length > 1 && cells[0].dataset.drag === undefined) this.show(board, cells, x, y);
    else if (cells.length > 0 && cells[0] !== hit) press(cells[0]);
    else return false;
    return true;
  }

  /**
   * Enlarge some cells, and keep the touched place under the finger if there is room.
   * @param {SVGSVGElement} board
   * @param {SVGElement[]} cells
   * @param {number} x
   * @param {number} y
   */
  show(board, cells, x, y) {
    const field = this.root.querySelector(".gk-field");
    if (!field) return;
    const room = field.getBoundingClientRect();
    const part = around(cells.map(boxOf), room.width);
    const [width, height] = [part.right - part.left, part.bottom - part.top].map((side) => side * part.scale);
    const left = x - room.left - (x - part.left) * part.scale;
    const top = y - room.top - (y - part.top) * part.scale;
    const style = [
      `width: ${width}px; height: ${height}px`,
      `left: ${Math.max(0, Math.min(left, room.width - width))}px`,
      `top: ${Math.max(0, Math.min(top, room.height - height))}px`,
    ].join("; ");
    // Only fingers need it. Keys and screen readers are on the very cell that people mean.
    const near = make("div", { class: "gk-near", "data-key": "near", "aria-hidden": "true", style });
    near.append(copyOf(board, cells, part));
    field.append(near);
  }

  close() {
    this.stopped.abort();
  }
}

/** Is this box as wide as a finger? @param {Box} box */
const isWide = ({ left, top, right, bottom }) => Math.min(right - left, bottom - top) >= BLUNT;

/** @param {Element} cell */
const press = (cell) => cell.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true }));

/**
 * Copy a part of a board, where only some cells react to a press.
 * @param {SVGSVGElement} board
 * @param {SVGElement[]} cells
 * @param {Box} part in pixels
 */
function copyOf(board, cells, { left, top, right, bottom }) {
  const copy = /** @type {Element} */ (board.cloneNode(true));
  const { a: scale, e, f } = board.getScreenCTM() ?? new DOMMatrix();
  const view = [left - e, top - f, right - left, bottom - top].map((length) => length / scale);
  copy.setAttribute("viewBox", view.join(" "));
  for (const name of ["role", "aria-label", "style"]) copy.removeAttribute(name);
  copy.classList.remove("gk-large", "gk-due");
  const labels = new Set(cells.map(({ dataset }) => dataset.cell));
  for (const cell of cellsOf(copy)) {
    if (labels.has(cell.dataset.cell)) cell.dataset.meant = cell.dataset.cell;
    for (const name of ["data-cell", "data-drag", "tabindex"]) cell.removeAttribute(name);
  }
  return copy;
}

/** @typedef {{cell: SVGElement, piece: SVGElement | null, x: number, y: number, isFar: boolean}} Held */

/**
 * Pieces that people can drag. Dragging does nothing that presses cannot do.
 *
 * A piece beside the board moves with the pointer, even with a finger. A piece on the board needs a
 * mouse, because a finger there scrolls the page. Leaving its cell presses that cell, and letting go
 * presses the cell below.
 */
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
    this.from = null; // the cell from which a drag has started, while the mouse is down
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

export const TWICE = 700; // milliseconds in which somebody who presses twice presses again

/** Guards buttons that come where another was pressed: the second press of two is not for them. */
export class Twice {
  /** @param {Element} root the page */
  constructor(root) {
    this.root = root;
    /** @type {{x: number, y: number, pressed: Element | null} | null} */
    this.last = null;
    root.addEventListener("click", (event) => {
      const { target, clientX: x, clientY: y, detail } = /** @type {MouseEvent} */ (event);
      this.last = detail > 0 && target instanceof Element ? { x, y, pressed: target.closest("button") } : null;
    }, { capture: true });
  }

  /** Let the button that now lies where the last press was take none for a while. */
  guard() {
    if (!this.last?.pressed) return;
    const page = /** @type {Document | ShadowRoot} */ (this.root.getRootNode());
    const here = page.elementFromPoint(this.last.x, this.last.y)?.closest("button");
    if (!here || here === this.last.pressed || !this.root.contains(here)) return;
    this.last = null;
    here.animate({ pointerEvents: ["none", "none"] }, TWICE);
  }
}
