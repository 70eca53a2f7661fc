/**
 * The room that a table has: the visible part of its notebook, and the shape of the board. From both
 * the style sheet decides how large the board is.
 */

const LEAST = 320; // pixels; in less room than this the page scrolls
const MARGIN = 6; // pixels around what comes into sight, for the outline of the focus

/**
 * Return the parent of an element, even across the border of a shadow root.
 * @param {Element} element
 * @returns {Element | null}
 */
function parentOf(element) {
  if (element.parentElement) return element.parentElement;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

/**
 * Return what scrolls the element, the outermost if several do. Outputs of a notebook may scroll too,
 * but they are as high as their content.
 * @param {Element} element
 * @returns {Element | null} null if it is the page
 */
export function scrollerOf(element) {
  let found = null;
  for (let parent = parentOf(element); parent; parent = parentOf(parent)) {
    if (parent === document.body || parent === document.documentElement) break;
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) found = parent;
  }
  return found;
}

/** Measures the room of one page, and keeps `--gk-room` and `--gk-aspect` on it. */
export class Room {
  /**
   * @param {HTMLElement} root the page
   * @param {() => void} changed is called when there is more or less room than before
   */
  constructor(root, changed) {
    this.root = root;
    this.changed = changed;
    /** @type {Element | null} */
    this.scroller = null;
    this.observer = new ResizeObserver(() => this.measure());
    this.observer.observe(root);
    window.addEventListener("resize", this.measure);
  }

  measure = () => {
    if (!this.root.isConnected) return;
    const scroller = scrollerOf(this.root);
    if (scroller !== this.scroller) {
      if (this.scroller) this.observer.unobserve(this.scroller);
      if (scroller) this.observer.observe(scroller);
      this.scroller = scroller;
    }
    const seen = Math.min(innerHeight, scroller?.clientHeight || innerHeight);
    this.set("--gk-room", `${Math.max(LEAST, seen)}px`);
    this.changed();
  };

  /**
   * Take the shape of the present board, and the most rows of buttons there may be.
   * @param {[number, number]} [rows]
   */
  fit([beside, below] = [1, 1]) {
    this.set("--gk-rows", String(beside));
    this.set("--gk-rows-below", String(below));
    const board = this.root.querySelector(".gk-place > svg");
    const [, , width, height] = (board?.getAttribute("viewBox") ?? "").split(" ").map(Number);
    if (width && height) this.set("--gk-aspect", String(Math.round((1000 * width) / height) / 1000));
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  set(name, value) {
    if (this.root.style.getPropertyValue(name) !== value) this.root.style.setProperty(name, value);
  }

  /**
   * Scroll as little as possible to bring this into sight.
   * @param {Element | null} wanted
   */
  reveal(wanted) {
    if (!wanted || this.holds(wanted)) return;
    const { top, bottom } = wanted.getBoundingClientRect();
    const seen = this.seen();
    wanted.scrollIntoView({ block: bottom - top > seen.bottom - seen.top ? "start" : "nearest" });
  }

  /** @returns {{top: number, bottom: number}} the part of the window that shows the notebook */
  seen() {
    return this.scroller?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
  }

  /**
   * Is all of this in sight?
   * @param {Element} what
   */
  holds(what) {
    const { top, bottom } = what.getBoundingClientRect();
    const seen = this.seen();
    return top - MARGIN >= seen.top && bottom + MARGIN <= seen.bottom;
  }

  /**
   * Is this in sight, all of it or a part?
   * @param {Element} what
   */
  shows(what) {
    const { top, bottom, height } = what.getBoundingClientRect();
    const seen = this.seen();
    return height > 0 && bottom > seen.top && top < seen.bottom;
  }

  close() {
    this.observer.disconnect();
    window.removeEventListener("resize", this.measure);
  }
}
