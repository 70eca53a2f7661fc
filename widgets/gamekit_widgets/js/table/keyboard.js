/**
 * Keys: the arrows go from cell to cell, Enter and Space press one, Escape lets go. And the focus: where Tab
 * and the arrows start, and where the focus goes when its element is gone.
 */

import { cellsOf, focusedBeside, runsNext } from "../elements.js";
import { TWICE } from "./pointer.js";

/** @import { Report } from "./shown.d.ts" */

/** @typedef {{label: string, x: number, y: number}} Place */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Find where an arrow key leads: the nearest place in that direction, straight ahead preferred.
 * @param {Place[]} places
 * @param {string} from label
 * @param {string} key
 * @returns {string} the label of the place, or `from` if there is none
 */
export function neighbor(places, from, key) {
  if (key === "Home") return places[0]?.label ?? from;
  if (key === "End") return places[places.length - 1]?.label ?? from;
  const here = places.find((place) => place.label === from);
  const arrow = ARROWS[key];
  if (!here || !arrow) return from;
  const [ux, uy] = arrow;
  let best = from;
  let shortest = Infinity;
  for (const place of places) {
    const dx = place.x - here.x;
    const dy = place.y - here.y;
    const ahead = dx * ux + dy * uy;
    const aside = Math.abs(dx * uy) + Math.abs(dy * ux);
    // A hexagon has two neighbors above and below. Up and down then go along one axis.
    const length = ahead + 1.5 * aside + 0.001 * dx * uy;
    if (ahead > 1 && aside <= 2 * ahead && length < shortest) {
      shortest = length;
      best = place.label;
    }
  }
  return best;
}

/**
 * Walk through the list of turns.
 * @param {Element} from
 * @param {KeyboardEvent} event
 */
function step(from, event) {
  /** @type {Record<string, Element | null | undefined>} */
  const ends = {
    ArrowUp: from.previousElementSibling,
    ArrowDown: from.nextElementSibling,
    Home: from.parentElement?.firstElementChild,
    End: from.parentElement?.lastElementChild,
  };
  if (!(event.key in ends)) return;
  event.preventDefault();
  const to = ends[event.key]?.querySelector("button");
  if (to instanceof HTMLElement) to.focus();
}

/** @param {KeyboardEvent} event */
const isPress = ({ key }) => key === "Enter" || key === " ";

/** Listens for the keys of one page. */
export class Keys {
  /**
   * @param {Element} root the page
   * @param {Report} report
   */
  constructor(root, report) {
    this.root = root;
    this.report = report;
    this.since = -TWICE; // when a key pressed a cell
    // The notebook may listen first, and it has shortcuts on plain letters: "b" would insert a cell.
    window.addEventListener("keydown", this.came, { capture: true });
  }

  close() {
    window.removeEventListener("keydown", this.came, { capture: true });
  }

  /** @param {KeyboardEvent} event */
  came = (event) => {
    const [target] = event.composedPath(); // inside a shadow root too
    if (!(target instanceof Element) || !this.root.contains(target) || runsNext(event, this.root)) return;
    if (event.key !== "Tab" && event.key !== "Escape") event.stopPropagation();
    if (!event.ctrlKey && !event.metaKey && !event.altKey) this.pressed(event, target);
  };

  /**
   * @param {KeyboardEvent} event
   * @param {Element} target
   */
  pressed(event, target) {
    const no = this.root.querySelector("[data-do=click]:is([data-what=cancel], [data-what=play-on])");
    if (event.key === "Escape" && no) {
      event.stopPropagation();
      this.report("click", no.getAttribute("data-what") ?? "");
      return;
    }
    if (!isPress(event)) this.since = -TWICE; // whoever presses another key in between, presses on purpose
    // By now a held key may be on something else.
    if (event.key === "Enter" && event.repeat && !target.matches("textarea")) event.preventDefault();
    const cell = target.closest("[data-cell]");
    if (cell instanceof SVGElement) this.pressedOn(cell, event);
    if (target.closest(".gk-here, .gk-palette")) this.choose(target, event);
    const turn = target.closest(".gk-moves > li");
    if (turn) step(turn, event);
  }

  /**
   * Move through the choices about a cell, or close them.
   * @param {Element} from
   * @param {KeyboardEvent} event
   */
  choose(from, event) {
    if (event.key === "Escape") {
      event.stopPropagation();
      this.report("leave", "");
    }
    // The second press of two on a cell is not for the choice that has come meanwhile.
    if (isPress(event) && performance.now() - this.since < TWICE) event.preventDefault();
    const by = ARROWS[event.key];
    if (!by) return;
    event.preventDefault();
    const to = by[0] + by[1] > 0 ? from.nextElementSibling : from.previousElementSibling;
    if (to instanceof HTMLElement) to.focus();
  }

  /**
   * @param {SVGElement} cell
   * @param {KeyboardEvent} event
   */
  pressedOn(cell, event) {
    if (isPress(event)) {
      event.preventDefault();
      if (event.repeat) return;
      this.since = performance.now();
      this.report("press", cell.dataset.cell ?? "");
    } else if (event.key === "Escape") {
      this.escape(cell, event);
    } else {
      this.go(cell, event);
    }
  }

  /**
   * Go to another cell of the same board.
   * @param {SVGElement} from
   * @param {KeyboardEvent} event
   */
  go(from, event) {
    const cells = cellsOf(from.closest(".gk-board") ?? this.root);
    const places = cells.map(({ dataset }) => ({
      label: dataset.cell ?? "",
      x: Number(dataset.x),
      y: Number(dataset.y),
    }));
    const label = from.dataset.cell ?? "";
    const to = neighbor(places, label, event.key);
    if (to === label) return;
    event.preventDefault();
    cells.find(({ dataset }) => dataset.cell === to)?.focus();
  }

  /**
   * Let go of what was pressed or refused at the first Escape, and leave the board at the next.
   * @param {SVGElement} cell
   * @param {KeyboardEvent} event
   */
  escape(cell, event) {
    if (this.root.querySelector(".gk-pressed, .gk-refusal")) {
      event.stopPropagation();
      this.report("leave", "");
    } else {
      cell.blur();
    }
  }
}

/** Elements that may get the focus, best first. */
const WANTED = [
  ".gk-start :is(input, select)",
  ".gk-curtain",
  ".gk-pass",
  ".gk-place:not([inert]) .gk-due [data-cell][tabindex='0']",
  ".gk-place:not([inert]) > .gk-board:has(.gk-next) [data-cell][tabindex='0']",
  ".gk-press:has(.gk-choices button:not(.gk-was))", // not a button, which the same key would press
  ".gk-place:not([inert]) > .gk-board [data-cell][tabindex='0']",
];

/** The focus on one page. */
export class Focus {
  /** @param {Element} root the page */
  constructor(root) {
    this.root = root;
    this.label = ""; // of the cell that last had the focus
    /** @type {Element | null} */
    this.lent = null; // has the focus until a better element comes
    /** @type {Element | null} */
    this.turn = null; // the turn of the list that is in the tab order
    root.addEventListener("focusin", ({ target }) => this.came(target));
  }

  /** @returns {Element | null} the element with the focus, on this page or elsewhere */
  current() {
    return focusedBeside(this.root);
  }

  isHere() {
    return this.root.contains(this.current());
  }

  /** @returns {boolean} is the focus on a cell, and did keys bring it there? */
  isByKeys() {
    return this.isHere() && Boolean(this.current()?.matches("[data-cell]:focus-visible"));
  }

  /** @returns {boolean} is the focus on the board that is due, if there are several? */
  isOnDue() {
    return Boolean(this.current()?.closest(".gk-due"));
  }

  isLent() {
    return this.lent !== null && this.current() === this.lent;
  }

  /** Move the focus from an element that is gone to a useful one, or let it wait on some button. */
  take() {
    const best = WANTED.map((what) => this.root.querySelector(what)).find((found) => found && !found.closest("[hidden]"));
    const lent = this.lent?.isConnected ? this.lent : this.root.querySelector("button");
    const next = best ?? lent;
    this.lent = best ? null : lent;
    if (next instanceof HTMLElement || next instanceof SVGElement) {
      next.focus({ preventScroll: true });
    }
  }

  /** Put one cell of each board into the tab order: the last focused, or the first that can be pressed. */
  rove() {
    for (const board of this.root.querySelectorAll(".gk-board")) this.roveOn(cellsOf(board));
    this.roveOnMoves();
  }

  /** Put one turn of the list into the tab order: the focused one, or the one on the board. */
  roveOnMoves() {
    const list = this.root.querySelector(".gk-moves");
    const here = this.current();
    const wanted = here && list?.contains(here) ? here : list?.querySelector("[aria-current]") ?? list?.querySelector("button");
    if (wanted === this.turn) return;
    this.turn?.setAttribute("tabindex", "-1");
    this.turn = wanted ?? null;
    this.turn?.setAttribute("tabindex", "0");
  }

  /** @param {SVGElement[]} cells */
  roveOn(cells) {
    const current =
      cells.find((cell) => cell.dataset.cell === this.label) ??
      cells.find((cell) => cell.classList.contains("gk-next")) ??
      cells[0];
    for (const cell of cells) {
      const tabindex = cell === current ? "0" : "-1";
      if (cell.getAttribute("tabindex") !== tabindex) cell.setAttribute("tabindex", tabindex);
    }
  }

  /** @param {EventTarget | null} target */
  came(target) {
    const cell = target instanceof Element ? target.closest("[data-cell]") : null;
    if (!cell) {
      this.roveOnMoves();
      return;
    }
    this.label = cell.getAttribute("data-cell") ?? "";
    this.rove();
  }
}
