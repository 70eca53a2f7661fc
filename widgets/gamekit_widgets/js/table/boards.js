/**
 * A game of several boards, one of which is large: the one that waits for a move, or another that
 * somebody pressed. It stays large when nothing waits. A phone shows only that one, and a tab for each.
 */

export class Boards {
  /**
   * @param {Element} root the page
   * @param {() => void} changed is called when another board may be the large one
   */
  constructor(root, changed) {
    this.root = root;
    this.changed = changed;
    this.due = -1;
    this.large = 0;
    this.stopped = new AbortController();
    const { signal } = this.stopped;
    root.addEventListener("click", (event) => this.pressed(event), { capture: true, signal });
    window.addEventListener("keydown", (event) => this.used(event), { capture: true, signal });
  }

  all() {
    return [...this.root.querySelectorAll(".gk-boards > .gk-board")];
  }

  /** Make the board that is due large, unless it was already due and somebody has pressed another. */
  settle() {
    const due = this.all().findIndex((board) => board.classList.contains("gk-due"));
    if (due !== this.due && due >= 0) this.large = due;
    this.due = due;
    this.show(this.large);
  }

  /** @param {number} number of the board, or -1 */
  show(number) {
    if (number >= 0) this.large = number;
    this.all().forEach((board, n) => {
      board.classList.toggle("gk-large", n === this.large);
      if (!board.querySelector("[data-cell]")) board.setAttribute("tabindex", "0"); // nothing else on it can have the focus
    });
    for (const tab of this.root.querySelectorAll(".gk-tabs [data-tab]")) {
      tab.setAttribute("aria-pressed", String(tab.getAttribute("data-tab") === String(this.large)));
    }
    // Choices belong to the large board, or to none.
    for (const part of this.root.querySelectorAll(".gk-press [data-board]")) {
      part.toggleAttribute("hidden", part.getAttribute("data-board") !== String(this.large));
    }
    this.changed();
  }

  /** @param {EventTarget | null} target */
  numberOf(target) {
    return this.all().findIndex((board) => target instanceof Node && board.contains(target));
  }

  /**
   * Make a small board large when somebody presses it, its tab or its line in the list of parts. The
   * press does no more.
   * @param {Event} event
   */
  pressed(event) {
    const tab = event.target instanceof Element ? event.target.closest("[data-tab]") : null;
    if (tab) return this.show(Number(tab.getAttribute("data-tab")));
    const number = this.numberOf(event.target);
    if (number < 0 || number === this.large) return;
    event.stopPropagation();
    this.show(number);
    const cell = this.all()[number].querySelector("[data-cell][tabindex='0']");
    if (cell instanceof SVGElement) cell.focus({ preventScroll: true });
  }

  /**
   * Make a small board large when a key does something on it. Tab only passes by.
   * @param {KeyboardEvent} event
   */
  used(event) {
    const [target] = event.composedPath();
    if (!["Tab", "Shift", "Escape"].includes(event.key)) this.show(this.numberOf(target));
  }

  close() {
    this.stopped.abort();
  }
}
