/**
 * The layout of the page: which part is in sight, which of several boards is in front, and where choices
 * about a cell open.
 */

import { isStill } from "./motion.js";

const LEAST = 320; // pixels; with less room the page scrolls
const OUTLINE = 6; // pixels around the element with the focus

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
 * Return the element that scrolls this one, the outermost if several do. Outputs of a notebook may scroll
 * too, but they are as high as their content.
 * @param {Element} element
 * @returns {Element | null} null if it is the page
 */
function scrollerOf(element) {
  let found = null;
  for (let parent = parentOf(element); parent; parent = parentOf(parent)) {
    if (parent === document.body || parent === document.documentElement) break;
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) found = parent;
  }
  return found;
}

/**
 * The visible part of a notebook. It writes its height and the shape of the board to the page as `--gk-room`
 * and `--gk-aspect`. From these the style sheet works out how large the board is.
 */
export class Viewport {
  /**
   * @param {HTMLElement} root the page
   * @param {() => void} changed called when there is more or less room than before
   */
  constructor(root, changed) {
    this.root = root;
    this.changed = changed;
    /** @type {Element | null} */
    this.scroller = null;
    this.observer = new ResizeObserver(() => this.measure());
    this.observer.observe(root);
    window.addEventListener("resize", this.measure);
    root.addEventListener("toggle", this.unfolded, { capture: true }); // it does not bubble
  }

  /** Show what somebody has unfolded, which may open below the window. @param {Event} event */
  unfolded = ({ target }) => {
    if (target instanceof HTMLDetailsElement && target.open) this.reveal(target, isStill() ? "instant" : "smooth");
  };

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
   * Take the shape of the present board, and the most rows of buttons that it may need.
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
   * @param {ScrollBehavior} [behavior]
   */
  reveal(wanted, behavior = "instant") {
    if (!wanted || this.holds(wanted)) return;
    const { top, bottom } = wanted.getBoundingClientRect();
    const seen = this.seen();
    wanted.scrollIntoView({ block: bottom - top > seen.bottom - seen.top ? "start" : "nearest", behavior });
  }

  /** @returns {{top: number, bottom: number}} the part of the window that shows the notebook */
  seen() {
    return this.scroller?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
  }

  /**
   * Is all of this element in sight, including the outline of the focus?
   * @param {Element} what
   */
  holds(what) {
    const { top, bottom } = what.getBoundingClientRect();
    const seen = this.seen();
    const margin = what.matches(":focus-visible") ? OUTLINE : 0;
    return top - margin >= seen.top && bottom + margin <= seen.bottom;
  }

  /**
   * Is at least a part of this element in sight?
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

/**
 * The boards of a game that has several, each with a tab. The one in front waits for a move, or somebody has
 * pressed its tab. It stays in front when no board waits.
 */
export class Boards {
  /**
   * @param {Element} root the page
   * @param {() => void} changed called when another board may be in front
   */
  constructor(root, changed) {
    this.root = root;
    this.changed = changed;
    this.due = -1;
    this.front = 0;
    this.wasMade = false;
    this.stopped = new AbortController();
    root.addEventListener("click", (event) => this.pressed(event), { capture: true, signal: this.stopped.signal });
  }

  all() {
    return [...this.root.querySelectorAll(".gk-boards > .gk-board")];
  }

  /** Show the board that is due, if that has changed or the move on the board in front is made. */
  settle() {
    const due = this.all().findIndex((board) => board.classList.contains("gk-due"));
    if (due >= 0 && (due !== this.due || (this.isMade() && !this.wasMade))) this.front = due;
    this.due = due;
    this.show(this.front);
  }

  /** Is the move on the board in front made? */
  isMade() {
    return this.root.querySelector(`.gk-tabs .gk-made[data-tab="${this.front}"]`) !== null;
  }

  /** @param {number} number of the board */
  show(number) {
    this.front = number;
    this.wasMade = this.isMade();
    this.all().forEach((board, n) => {
      board.classList.toggle("gk-large", n === number);
      if (!board.querySelector("[data-cell]")) board.setAttribute("tabindex", "0"); // it has no cell to take the focus
    });
    for (const tab of this.root.querySelectorAll(".gk-tabs [data-tab]")) {
      tab.setAttribute("aria-pressed", String(tab.getAttribute("data-tab") === String(number)));
    }
    // Show only the prompts and buttons of the board in front, and those of no board.
    for (const part of this.root.querySelectorAll(".gk-strip [data-board]")) {
      part.toggleAttribute("hidden", part.getAttribute("data-board") !== String(number));
    }
    this.changed();
  }

  /**
   * Bring the board of a pressed tab to the front. A hint is about the board that is due, so it brings that one.
   * @param {Event} event
   */
  pressed(event) {
    const button = event.target instanceof Element ? event.target.closest("[data-tab], [data-what=hint]") : null;
    const tab = button?.getAttribute("data-tab");
    if (tab) this.show(Number(tab));
    else if (button && this.due >= 0) this.show(this.due);
  }

  close() {
    this.stopped.abort();
  }
}

const AROUND = 9; // covering a neighbor or a piece is as bad as covering nine other cells
const APART = 4; // pixels between the cell's neighbors and its choices

/** @type {WeakMap<Element, Set<string>>} on each page, the cells that people could press before choices opened */
const before = new WeakMap();

/** @param {Element} cell */
const labelOf = (cell) => cell.getAttribute("data-cell") ?? "";

/**
 * Place the choices about a cell below it, or above it in the lower half of the board. The neighbors of the
 * cell and all pieces should stay in sight, because the choice is about them. If the choices would cover
 * these, or cells that people can press, they go to a side where they cover fewer, or farther away.
 * @param {Element} root the page
 */
export function placeHere(root) {
  const here = root.querySelector(".gk-here");
  if (!here) before.set(root, new Set([...root.querySelectorAll(".gk-next")].map(labelOf)));
  if (!(here instanceof HTMLElement) || !(here.offsetParent instanceof HTMLElement)) return;
  const cell = root.querySelector(`[data-cell="${CSS.escape(here.dataset.at ?? "")}"]`);
  if (!cell) return;
  const field = here.offsetParent.getBoundingClientRect();
  const at = cell.getBoundingClientRect();
  here.style.visibility = at.right > at.left ? "" : "hidden"; // hidden with its board
  const board = cell.closest(".gk-board");
  const shapes = [...(board?.querySelectorAll("[data-cell], .gk-edge, .gk-name, .gk-heading") ?? [])];
  const kept = shapes
    .filter((each) => !each.hasAttribute("data-cell") || before.get(root)?.has(labelOf(each)))
    .map((each) => each.getBoundingClientRect());
  const [wide, high] = [at.width / 2, at.height / 2];
  const around = shapes.map((each) => each.getBoundingClientRect())
    .filter((box) => overlaps(box, at.left - wide, at.top - high, 4 * wide, 4 * high));
  const things = [...(board?.querySelectorAll(".gk-pieces > .gk-token") ?? [])].map((each) => each.getBoundingClientRect());
  const [width, height] = [here.offsetWidth, here.offsetHeight];
  const own = board?.getBoundingClientRect() ?? field;
  const isRoomy = own.width > 2 * width; // on a small board it stays above or below the cell
  const room = isRoomy ? own : field;
  const [best] = sides(at, width, height, at.top + at.bottom > field.top + field.bottom)
    .slice(0, isRoomy ? undefined : 2)
    .map(([x, y]) => [clamped(x, room.left, room.right - width), clamped(y, room.top, room.bottom - height)])
    .map(([x, y], order) => ({ x, y, order, covers: [...kept, ...Array(AROUND).fill([...around, ...things]).flat()].filter((box) => overlaps(box, x, y, width, height)).length }))
    .sort((one, other) => one.covers - other.covers || one.order - other.order);
  here.style.left = `${Math.round(best.x - field.left)}px`;
  here.style.top = `${Math.round(best.y - field.top)}px`;
  lead(here, at, best.x, best.y);
}

/**
 * Draw a stem from the choices to their cell.
 * @param {HTMLElement} here
 * @param {DOMRect} cell
 * @param {number} x
 * @param {number} y
 */
function lead(here, cell, x, y) {
  const [right, bottom] = [x + here.offsetWidth, y + here.offsetHeight];
  /** @type {[string, number][]} */
  const gaps = [["above", cell.top - bottom], ["below", y - cell.bottom], ["left", cell.left - right], ["right", x - cell.right]];
  const [side, gap] = gaps.reduce((one, other) => (other[1] > one[1] ? other : one));
  const isUpright = side === "above" || side === "below";
  const along = isUpright ? (cell.left + cell.right) / 2 - x : (cell.top + cell.bottom) / 2 - y;
  here.dataset.side = side;
  here.style.setProperty("--gk-stem", `${Math.max(0, Math.round(gap))}px`);
  here.style.setProperty("--gk-along", `${Math.round(along)}px`);
}

/**
 * @param {number} value
 * @param {number} least
 * @param {number} most
 */
const clamped = (value, least, most) => Math.max(least, Math.min(value, most));

/**
 * Return the corners at which choices of this size may open on each side: one cell away from their cell, then
 * right beside it, then farther away. The preferred side comes first.
 * @param {DOMRect} cell
 * @param {number} width
 * @param {number} height
 * @param {boolean} isLow
 * @returns {[number, number][]}
 */
function sides({ left, right, top, bottom }, width, height, isLow) {
  const [middle, center] = [(left + right - width) / 2, (top + bottom - height) / 2];
  return [1, 0, 2, 3].map((cells) => cells * (bottom - top) + APART).flatMap((away) => {
    /** @type {[number, number][]} */
    const [above, below] = [[middle, top - height - away], [middle, bottom + away]];
    /** @type {[number, number][]} */
    const beside = [[right + away, center], [left - width - away, center]];
    return [...(isLow ? [above, below] : [below, above]), ...beside];
  });
}

/**
 * @param {DOMRect} box
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 */
const overlaps = (box, x, y, width, height) =>
  box.left < x + width - 2 && box.right > x + 2 && box.top < y + height - 2 && box.bottom > y + 2;
