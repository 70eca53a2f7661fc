/**
 * The browser side of a room's wall (wall.py): every board small, one of them large, the people, and the
 * results.
 */

import { CarriedModel, inTurn, widget } from "./connection.js";
import { make, parseSvg, patch, runsNext } from "./elements.js";
import { View as TableView } from "./table.js";
import { clockText, elapse } from "./table/clock.js";
import { atTheDoor, corner, news, podium, poll } from "./wall/lesson.js";
import { cards, door, foot, gridFor, head, task } from "./wall/page.js";

/** @import { Model } from "./connection.js" */
/** @import { Times } from "./table/shown.d.ts" */
/** @import { Overview } from "./wall/page.js" */

const STOPPED = "The kernel of this notebook has stopped, and the room with it. Run the cell again.";
const SCROLLED = 180; // pixels: the height of a card if they do not all fit

/** The buttons about one person. */
const ONE_PERSON = new Set(["remove", "hide", "admit", "helped"]);

/** One wall on the page. */
class View {
  /**
   * @param {Model<Overview>} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    this.model = model;
    this.send = inTurn(model);
    /** @type {Record<string, string>} */
    this.boards = {};
    this.watching = 0; // the number of the large match
    this.person = 0; // the number of the person whose actions are open
    this.isStage = false; // does it fill the screen?
    this.isDoorLarge = false;
    this.wasOver = false; // did it show the podium before?
    this.wasLost = false; // was the room out of reach before?
    this.hasStopped = false; // have the kernel and the room stopped?
    this.isPrinting = false; // did somebody here ask for a page to print?
    this.root = make("section", { class: "gk gk-wall", tabindex: "-1" });
    el.append(this.root);
    this.root.addEventListener("click", (event) => this.clicked(event));
    this.root.addEventListener("change", (event) => this.chosen(event));
    this.root.addEventListener("submit", (event) => this.renamed(event));
    this.root.addEventListener("toggle", () => this.fit(), { capture: true }); // somebody has folded an answer
    this.clocks = new CardClocks(this.root);
    // The notebook may listen first, and it has shortcuts on plain letters.
    window.addEventListener("keydown", this.keyCame, { capture: true });
    document.addEventListener("fullscreenchange", this.screenChanged);
    window.addEventListener("resize", this.resized);
    model.on("msg:custom", this.came);
    model.on("comm_live_update", this.stopped);
    this.update();
    this.send({ do: "hello", what: "" });
  }

  /** @param {KeyboardEvent} event */
  keyCame = (event) => {
    if (!event.composedPath().includes(this.root) || event.key === "Tab") return;
    if (event.key === "Escape") this.watch(0);
    else if (this.isStage || !runsNext(event, this.root)) event.stopPropagation();
  };

  /** Note that the browser has left the full screen, perhaps by itself. */
  screenChanged = () => {
    if (!this.isStage || document.fullscreenElement) return;
    this.isStage = false;
    this.update();
  };

  /** Say that the kernel has stopped. A notebook never brings a widget back to life. */
  stopped = () => {
    this.hasStopped = true;
    this.update();
  };

  resized = () => {
    if (this.isStage) this.update();
  };

  /** Fill the screen with the wall, or give the screen back. */
  async toggleStage() {
    this.isStage = !this.isStage;
    this.update();
    try {
      if (this.isStage) await this.root.requestFullscreen();
      else if (document.fullscreenElement) await document.exitFullscreen();
    } catch {} // where a full screen is not allowed, the wall fills the window
  }

  close() {
    document.removeEventListener("fullscreenchange", this.screenChanged);
    window.removeEventListener("resize", this.resized);
    window.removeEventListener("keydown", this.keyCame, { capture: true });
    this.model.off("msg:custom", this.came);
    this.model.off("comm_live_update", this.stopped);
    this.clocks.close();
    this.table?.close();
  }

  /** Show what Python sent. */
  update = () => {
    const shown = { ...this.model.get("shown"), ...(this.hasStopped && { lost: STOPPED }) };
    if (!shown.door) return;
    const parts = [
      podium(shown),
      atTheDoor(shown, this.isStage),
      this.isStage ? null : door(shown),
      make("p", { class: "gk-spoken", "data-key": "spoken", "data-own": "", role: "status" }),
      make("div", { class: "gk-watched", "data-key": "watched", "data-own": "" }),
      poll(shown),
      task(shown),
      cards(shown, this.watching),
    ];
    const first = make(
      "div",
      { class: "gk-wall-first", "data-key": "first" },
      head(shown, news(shown), this.isStage && corner(shown, this.isDoorLarge), this.isStage),
      make("div", { class: "gk-wall-parts", "data-key": "parts", inert: shown.lost ? "" : undefined }, ...parts),
    );
    patch(
      this.root,
      make(
        "section",
        { class: `gk gk-wall${this.isStage ? " gk-stage" : ""}`, "aria-label": `Room: ${shown.title}` },
        first,
        foot(shown, this.person),
      ),
    );
    for (const number of Object.keys(this.boards)) this.put(number);
    this.fit();
    if (this.wasLost && !shown.lost) this.catchUp();
    this.wasLost = Boolean(shown.lost);
    this.clocks.show(shown.times);
    if (shown.podium && !this.wasOver && this.isStage) this.root.scrollTop = 0;
    this.wasOver = shown.podium;
    const menu = this.root.querySelector("select[data-do=clock]");
    if (menu instanceof HTMLSelectElement) menu.value = shown.clock.value; // somebody may have changed it elsewhere
  };

  /** Ask for the changes that this wall has missed without a connection. */
  catchUp() {
    this.send({ do: "hello", what: "" });
    if (this.watching) this.send({ do: "watch", what: this.watching });
  }

  /** Lay out the cards in the rest of a full screen. */
  fit() {
    const place = this.root.querySelector(".gk-cards");
    if (!this.isStage || !(place instanceof HTMLElement)) return;
    const aspects = [...place.querySelectorAll(".gk-card-board > svg")].map((board) => {
      const [wide, high] = (board.getAttribute("viewBox") ?? "").split(" ").slice(2).map(Number);
      return wide / high;
    });
    const aspect = aspects.reduce((sum, each) => sum + each, 0) / aspects.length || 1;
    const { columns, rows, side } = gridFor(place.children.length, place.clientWidth, innerHeight - place.offsetTop, aspect);
    place.style.setProperty("--gk-columns", String(columns));
    place.style.setProperty("--gk-rows", String(rows));
    place.style.setProperty("--gk-least", side > 0 ? "0" : `${SCROLLED}px`);
  }

  /**
   * Put a board on its card.
   * @param {string} number
   */
  put(number) {
    const place = this.root.querySelector(`[data-board="${number}"]`);
    const markup = this.boards[number];
    if (!place || !markup || this.drawn.get(place) === markup) return;
    this.drawn.set(place, markup);
    const board = parseSvg(markup);
    for (const cell of board.querySelectorAll("[tabindex]")) cell.removeAttribute("tabindex"); // the whole card is one button
    place.replaceChildren(board);
  }

  /** @type {WeakMap<Element, string>} the board in each place */
  drawn = new WeakMap();

  /** @param {any} content */
  came = (content) => {
    const { boards, watched, unwatched, shown, module, print: page } = content;
    if (page && this.isPrinting) this.print(page);
    if (module) this.seat?.tell("msg:custom", content);
    if (boards) {
      Object.assign(this.boards, boards);
      for (const number of Object.keys(boards)) this.put(number);
      this.fit();
    }
    if (watched && watched === this.watching) this.enlarge(shown);
    if (unwatched && unwatched === this.watching) this.send({ do: "watch", what: unwatched }); // another wall closed it
  };

  /** @param {Event} event */
  clicked({ target }) {
    if (!(target instanceof Element)) return;
    const button = target.closest("button[data-do]");
    if (!button || target.closest(".gk-watched .gk")) return;
    const what = button.getAttribute("data-what") ?? "";
    const action = button.getAttribute("data-do");
    if (action === "watch") this.watch(Number(what));
    else if (action === "person") this.choose(Number(what));
    else if (action === "stage") void this.toggleStage();
    else if (action === "corner") this.growDoor();
    else if (action === "print") this.askToPrint();
    else if (action && ONE_PERSON.has(action)) this.send({ do: action, what: Number(what) });
    else this.send({ do: "click", what });
  }

  growDoor() {
    this.isDoorLarge = !this.isDoorLarge;
    this.update();
  }

  askToPrint() {
    this.isPrinting = true;
    this.send({ do: "print", what: "" });
  }

  /**
   * Print another page, without leaving this one.
   * @param {string} markup
   */
  print(markup) {
    this.isPrinting = false;
    this.root.parentElement?.querySelector(".gk-printed")?.remove();
    const frame = /** @type {HTMLIFrameElement} */ (
      make("iframe", { class: "gk-printed", title: "The results, to print", srcdoc: markup })
    );
    frame.addEventListener("load", () => frame.contentWindow?.print());
    this.root.after(frame);
  }

  /** @param {number} number the number of the person whose actions to open or close */
  choose(number) {
    this.person = number === this.person ? 0 : number;
    this.update();
    this.root.querySelector(".gk-seat-deeds")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {Event} event */
  renamed(event) {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.matches(".gk-rename")) return;
    event.preventDefault();
    const what = { who: Number(form.dataset.what), to: String(new FormData(form).get("to")) };
    this.send({ do: "rename", what });
  }

  /** @param {Event} event */
  chosen({ target }) {
    if (!(target instanceof HTMLSelectElement)) return;
    if (target.dataset.do === "clock") this.send({ do: "clock", what: target.value });
    const action = target.dataset.do;
    if (action === "reseat" || action === "merge") {
      this.send({ do: action, what: { who: Number(target.dataset.what), to: Number(target.value) } });
      target.value = "";
    }
  }

  /** @param {number} number the number of the match to enlarge, 0 for none */
  watch(number) {
    this.table?.close();
    this.table = this.seat = undefined;
    if (this.watching) this.send({ do: "unwatch", what: this.watching });
    this.watching = number === this.watching ? 0 : number;
    this.root.querySelector(".gk-watched")?.replaceChildren();
    this.root.querySelector(".gk-spoken")?.replaceChildren();
    if (this.watching) this.send({ do: "watch", what: this.watching });
    this.update();
  }

  /** @param {Record<string, unknown>} shown the onlooker's page */
  enlarge(shown) {
    this.speak(shown);
    const place = /** @type {HTMLElement} */ (this.root.querySelector(".gk-watched"));
    if (this.seat && this.table) {
      this.seat.shown = shown;
      this.table.update();
      return;
    }
    this.seat = new CarriedModel((content) => this.asked(content));
    this.seat.take(shown);
    place.replaceChildren();
    this.table = new TableView(this.seat, place);
  }

  /**
   * Have screen readers say the latest move on the large board.
   * @param {Record<string, any>} shown
   */
  speak({ middle, late, early, players }) {
    const move = [...(early ?? []), ...(middle ?? []), ...(late ?? [])].at(-1);
    const spoken = this.root.querySelector(".gk-spoken");
    if (!spoken) return;
    const name = move && players?.[move.player]?.name;
    const text = !move ? "" : move.words ? `${name ?? ""} ${move.words}`.trim() : name ? `${name}: ${move.text}` : move.text;
    if (spoken.textContent !== text) spoken.textContent = text;
  }

  /**
   * Ask for the module that draws the cube. Onlookers may ask for nothing else.
   * @param {any} content
   */
  asked(content) {
    if (content.do === "module") this.send(content);
  }
}

const REFRESH = 500; // milliseconds

/** Draws every clock of a wall. Python alone decides who is out of time. */
class CardClocks {
  /** @param {Element} root the wall */
  constructor(root) {
    this.root = root;
    /** @type {Map<string, {times: Times, json: string, at: number}>} the clock of each match, and when it came */
    this.clocks = new Map();
    this.ticking = setInterval(() => this.tick(), REFRESH);
  }

  /** @param {Record<string, Times>} clocks by the number of the match */
  show(clocks) {
    const now = performance.now();
    const was = this.clocks;
    this.clocks = new Map();
    for (const [number, times] of Object.entries(clocks)) {
      const json = JSON.stringify(times);
      const same = was.get(number);
      this.clocks.set(number, same?.json === json ? same : { times, json, at: now });
    }
    this.tick();
  }

  tick() {
    for (const face of this.root.querySelectorAll(".gk-card-clock")) {
      const [number, player] = (face.getAttribute("data-clock") ?? "").split("-");
      const clock = this.clocks.get(number);
      const [text, isLow] = clock ? read(clock.times, Number(player), clock.at) : ["", false];
      if (face.textContent !== text) face.textContent = text;
      face.classList.toggle("gk-low", isLow);
    }
  }

  close() {
    clearInterval(this.ticking);
  }
}

/**
 * @param {Times} times
 * @param {number} player
 * @param {number} at when they came
 * @returns {[string, boolean]} the text of the clock, and whether the reserve runs
 */
function read({ running, left, period }, player, at) {
  const isRunning = running === player;
  const now = elapse(left[player], isRunning ? (performance.now() - at) / 1000 : 0);
  return [clockText(now, period), isRunning && now[0] === 0];
}

export default widget(View);
