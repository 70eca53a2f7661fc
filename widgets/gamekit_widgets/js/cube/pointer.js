/**
 * The pointer on the cube: it points, presses a cell, drags along a line, or turns the cube.
 */

const TURNING = [
  ...["mousedown", "mousemove", "mouseover", "mouseout", "mouseenter", "mouseleave"],
  ...["touchstart", "touchmove"],
]; // events with which plotly turns the cube
const STILL = 5; // pixels; a pointer that moves less makes a press

/**
 * @typedef {{x: number, y: number}} Place in pixels from the upper left corner
 * @typedef {{
 *   cellAt(place: Place): number,
 *   canDrag(cell: number): boolean,
 *   point(cell: number): void,
 *   press(cell: number): void,
 *   drag(cell: number, by: Place): void,
 *   drop(): void,
 * }} Table the actions of the pointer; cell -1 is none
 */

export class Pointer {
  /**
   * Listen to the pointer, before plotly does.
   * @param {HTMLElement} place
   * @param {Table} table
   * @param {AbortSignal} signal
   */
  constructor(place, table, signal) {
    this.place = place;
    this.table = table;
    /** @type {{id: number, from: Place, cell: number, drags: boolean, isFar: boolean} | null} */
    this.down = null;
    this.isScrolling = false; // does a finger move up or down and scroll the page?
    place.addEventListener("pointerdown", (event) => this.began(event), { signal });
    place.addEventListener("pointermove", (event) => this.moved(event), { signal });
    window.addEventListener("pointerup", (event) => this.ended(event), { signal }); // outside the cube too
    place.addEventListener("pointercancel", () => this.left(), { signal });
    place.addEventListener("pointerleave", () => this.down || table.point(-1), { signal });

    const early = { capture: true, signal };
    // The cube does not turn during a drag along a line, or while the page scrolls.
    for (const name of TURNING) {
      place.addEventListener(name, (event) => {
        if (this.down?.drags || this.isScrolling) event.stopPropagation();
      }, early);
    }
    // Plotly would keep a wheel or a finger from scrolling the page.
    place.addEventListener("wheel", (event) => event.stopPropagation(), { ...early, passive: true });
    for (const name of ["touchstart", "touchmove", "touchend"]) {
      place.addEventListener(name, (event) => { event.preventDefault = () => {}; }, early);
    }
  }

  /** @param {PointerEvent} event */
  where({ clientX, clientY }) {
    const { left, top } = this.place.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  /** @param {PointerEvent} event */
  began(event) {
    const { pointerId: id, isPrimary, button } = event;
    this.isScrolling = false;
    if (!isPrimary || button !== 0) return;
    const from = this.where(event);
    const cell = this.table.cellAt(from);
    this.down = { id, from, cell, drags: cell >= 0 && this.table.canDrag(cell), isFar: false };
    if (this.down.drags) this.place.setPointerCapture(id);
  }

  /** @param {PointerEvent} event */
  moved(event) {
    const { down, table } = this;
    const { x, y } = this.where(event);
    if (!down) {
      if (event.pointerType !== "touch") table.point(table.cellAt({ x, y }));
      return;
    }
    const by = { x: x - down.from.x, y: y - down.from.y };
    if (!down.isFar && Math.hypot(by.x, by.y) < STILL) return;
    if (!down.isFar) {
      table.point(-1);
      this.isScrolling = event.pointerType === "touch" && !down.drags && Math.abs(by.y) > Math.abs(by.x);
    }
    down.isFar = true;
    if (down.drags) table.drag(down.cell, by);
  }

  /** @param {PointerEvent} event */
  ended({ pointerId }) {
    if (this.down?.id !== pointerId) return;
    const { cell, drags, isFar } = this.down;
    this.down = null;
    if (isFar && drags) this.table.drop();
    else if (!isFar && cell >= 0) this.table.press(cell);
  }

  /** A finger that scrolls the page has not pressed. */
  left() {
    this.down = null;
    this.table.point(-1);
  }
}
