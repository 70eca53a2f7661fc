/**
 * The focus: which cell Tab and the arrow keys start from, and where it goes when what had it
 * has gone.
 */

/** Where the focus may go, best first. */
const WANTED = [
  ".gk-start :is(input, select)",
  ".gk-curtain button",
  ".gk-pass button",
  ".gk-place:not([inert]) .gk-due [data-cell][tabindex='0']",
  ".gk-place:not([inert]) > .gk-board:has(.gk-next) [data-cell][tabindex='0']",
  ".gk-choices button:not(.gk-on, .gk-off, .gk-was)",
  ".gk-place:not([inert]) > .gk-board [data-cell][tabindex='0']",
];

/**
 * Return the cells of a board.
 * @param {Element} board
 * @returns {SVGElement[]}
 */
export function cellsOf(board) {
  return [...board.querySelectorAll("[data-cell]")].filter((cell) => cell instanceof SVGElement);
}

/** The focus on one page. */
export class Focus {
  /** @param {Element} root the page */
  constructor(root) {
    this.root = root;
    this.label = ""; // of the cell that last had the focus
    /** @type {Element | null} */
    this.lent = null; // keeps the focus until something better comes
    /** @type {Element | null} */
    this.turn = null; // of the list, in the tab order
    root.addEventListener("focusin", ({ target }) => this.came(target));
  }

  /** @returns {Element | null} what has the focus, wherever it is */
  current() {
    const page = /** @type {Document | ShadowRoot} */ (this.root.getRootNode());
    return page.activeElement;
  }

  isHere() {
    return this.root.contains(this.current());
  }

  /** @returns {boolean} is the focus on a cell, and did keys bring it there? */
  isByKeys() {
    return this.isHere() && Boolean(this.current()?.matches("[data-cell]:focus-visible"));
  }

  /** @returns {boolean} of several boards, does the one that is due have the focus? */
  isOnDue() {
    return Boolean(this.current()?.closest(".gk-due"));
  }

  isLent() {
    return this.lent !== null && this.current() === this.lent;
  }

  /** Move the focus from something that has gone to something of use, or let it wait on some button. */
  take() {
    const best = WANTED.map((what) => this.root.querySelector(what)).find((found) => found && !found.closest("[hidden]"));
    const lent = this.lent?.isConnected ? this.lent : this.root.querySelector("button");
    const next = best ?? lent;
    this.lent = best ? null : lent;
    if (next instanceof HTMLElement || next instanceof SVGElement) {
      next.focus({ preventScroll: true });
    }
  }

  /** Put one cell of each board into the tab order: the last focused, or the first of use. */
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
