/**
 * A finger is blunt: whatever lies within its width may be meant.
 *
 * A touch beside a small cell presses it as well. One that may be meant for several cells shows them
 * larger, under the finger, and the next touch chooses.
 */

import { cellsOf } from "./focus.js";
import { make } from "./make.js";

const BLUNT = 44; // pixels: no target is smaller
const LARGE = 64; // pixels: how large the smallest of several cells is shown

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box in pixels */

/**
 * May a touch be meant for what is in this box?
 * @param {Box} box
 * @param {number} x
 * @param {number} y
 */
export function isNear({ left, top, right, bottom }, x, y) {
  return Math.max(Math.abs(x - (left + right) / 2), Math.abs(y - (top + bottom) / 2)) < BLUNT / 2;
}

/**
 * Return the part of a board around some cells, and how much larger it is to be shown.
 * @param {Box[]} boxes of these cells
 * @param {number} room how wide it may be shown
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

/** Hears the touches on one page before anybody else does. */
export class Finger {
  /** @param {Element} root the page */
  constructor(root) {
    this.root = root;
    this.isFinger = false;
    this.stopped = new AbortController();
    const how = { capture: true, signal: this.stopped.signal };
    root.addEventListener("pointerdown", (event) => {
      this.isFinger = /** @type {PointerEvent} */ (event).pointerType === "touch";
    }, how);
    root.addEventListener("click", (event) => this.came(/** @type {MouseEvent} */ (event)), how);
  }

  /** @param {MouseEvent} event */
  came(event) {
    // A screen reader, a key and this module itself say exactly what they press.
    if (!this.isFinger || event.detail === 0 || !(event.target instanceof Element)) return;
    if (this.choose(event.target) || this.touch(event.target, event.clientX, event.clientY)) {
      event.stopImmediatePropagation();
    }
  }

  /**
   * Press one of the cells that are shown larger, or put them away.
   * @param {Element} target
   * @returns {boolean} was the touch meant for that?
   */
  choose(target) {
    const near = this.root.querySelector(".gk-near");
    if (!near) return false;
    const isInside = near.contains(target);
    const label = target.closest("[data-meant]")?.getAttribute("data-meant");
    if (isInside && !label) return true;
    near.remove();
    const cell = label && this.root.querySelector(`.gk-place [data-cell="${CSS.escape(label)}"]`);
    if (cell) press(cell);
    return isInside || target.closest(".gk-place") !== null;
  }

  /**
   * Press what a touch on a board is meant for, where the browser cannot tell.
   * @param {Element} target
   * @param {number} x
   * @param {number} y
   * @returns {boolean} was there anything to do?
   */
  touch(target, x, y) {
    const board = target.closest(".gk-place > .gk-board, .gk-large");
    if (!(board instanceof SVGSVGElement)) return false;
    const hit = target.closest("[data-cell]");
    const meant = cellsOf(board).filter(
      (cell) => cell === hit || (cell.matches(".gk-next, .gk-pressed") && isNear(boxOf(cell), x, y)),
    );
    if (meant.length === 0 || (meant.length === 1 && meant[0] === hit)) return false;
    if (meant.length === 1) press(meant[0]);
    else this.show(board, meant, x, y);
    return true;
  }

  /**
   * Show some cells larger, with what was touched still under the finger if there is room.
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
    // Only for fingers: whoever uses keys or a screen reader is on the cell that is meant.
    const near = make("div", { class: "gk-near", "data-key": "near", "aria-hidden": "true", style });
    near.append(copyOf(board, cells, part));
    field.append(near);
  }

  close() {
    this.stopped.abort();
  }
}

/** @param {Element} cell */
const press = (cell) => cell.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true }));

/**
 * Copy a part of a board, on which only some cells can be pressed.
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
