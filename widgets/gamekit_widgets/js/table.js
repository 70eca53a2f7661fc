/**
 * The browser side of Table, Task, Board and Replay.
 *
 * After every change Python sends one object with the whole state (`Shown` in browser_page.py). The view
 * patches the page to match, and keeps every element that stays. It knows no rules: it reports which cell
 * or button somebody used, or what they typed.
 */

import { inTurn, sent, widget } from "./connection.js";
import { begin, parseSvg, patch } from "./elements.js";
import { Clocks } from "./table/clock.js";
import { listen } from "./table/controls.js";
import { Focus, Keys } from "./table/keyboard.js";
import { Boards, placeHere, Viewport } from "./table/layout.js";
import { Notes, settleLegal, settleMore } from "./table/messages.js";
import { patchBoard, pauseAt, Queue, speedOf } from "./table/motion.js";
import { page } from "./table/page.js";
import { Drag, Finger, TWICE, Twice } from "./table/pointer.js";
import { Space } from "./table/space.js";

/** @import { Answer, Model } from "./connection.js" */
/** @import { Report, Shown } from "./table/shown.d.ts" */

/** @param {Element | null} button */
const enter = (button) => button instanceof HTMLElement && button.focus({ preventScroll: true });

const STOPPED = "The kernel of this notebook has stopped. Run the cell again.";
const THINKS = 60; // milliseconds between two thoughts, so that presses get through

/** The button that gets the focus back after a no. @type {Record<string, string>} */
const ASKERS = { cancel: "ask", "play-on": "resign" };

/** Reports about the board in view. While bots still move on it, one of these skips ahead. */
export const PRESSES = new Set(["press", "type", "click", "look", "leave", "skip"]);

/** One widget in one place: its page, and everything that runs on the page. */
export class View {
  /**
   * @param {Model<Shown>} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    this.model = model;
    this.shown = sent(model);
    this.root = page(this.shown);
    this.root.querySelector(".gk-place")?.append(parseSvg(this.shown.svg));
    const send = inTurn(model);
    this.send = (/** @type {string} */ action, /** @type {string | number | object} */ what) => send({ do: action, what });
    this.isMine = false; // does the next update answer something done here?
    this.asker = ""; // the button whose question was answered with no
    this.typed = { what: /** @type {unknown} */ (""), line: "", at: 0, ply: this.shown.ply }; // typed last; other text is not finished
    const { report } = this;
    this.queue = new Queue(this.shown, this.show);
    this.focus = new Focus(this.root);
    this.twice = new Twice(this.root); // before the part that stops a click
    this.finger = new Finger(this.root); // first of these, because the others need its reading of a touch
    this.boards = new Boards(this.root, () => placeHere(this.root));
    this.keys = new Keys(this.root, report);
    this.drag = new Drag(this.root, report);
    // Nobody presses anything for these reports, so the page does not scroll for the answer.
    this.notes = new Notes(this.root, this.send);
    this.clocks = new Clocks(this.root, this.send);
    /** @type {Space | null} */
    this.space = null;
    this.waiting = 0; // the timer for the next move of bots, or the next thought
    this.viewport = new Viewport(this.root, () => {
      placeHere(this.root);
      settleMore(this.root);
    });
    begin(el, this.root); // after the viewport, because observers run in turn and it gives the page its height
    listen(this.root, report);
    model.on("msg:custom", this.notes.came);
    model.on("msg:custom", this.copyLink);
    model.on("comm_live_update", this.stopped);
    this.clocks.show(this.shown);
    this.settle();
    this.scrollMoves();
    this.askForNext();
    // After a reload the times on the clocks are old, so ask for new ones.
    if (this.shown.clock) this.send("hello", "");
  }

  /** @type {Report} */
  report = (action, what) => {
    if (action === "skip" && !this.queue.isBehind) return; // a press on the plain board
    this.isMine = true;
    this.asker = (action === "click" && ASKERS[String(what)]) || "";
    if (this.queue.isBehind && PRESSES.has(action)) {
      this.queue.skip();
      // A press was meant for a board that is gone. A typed move is tried on the latest one.
      if (action !== "type") return;
      this.isMine = true;
    }
    if (action === "type") {
      const [at, { ply }, last] = [performance.now(), this.shown, this.typed];
      // The second Enter of two does not confirm a move that asks first.
      if (what && what === last.what && ply === last.ply && at - last.at < TWICE) return;
      this.typed = { what, line: this.line()?.value ?? "", at, ply };
    }
    this.send(action, what);
  };

  /** Queue what Python sent, and show it when its turn comes. */
  update = () => this.queue.add(sent(this.model));

  /** Say that the kernel has stopped. A notebook never brings a widget back to life. */
  stopped = () => this.queue.add({ ...sent(this.model), trouble: STOPPED });

  /**
   * Show this now.
   * @param {Shown} shown
   */
  show = (shown) => {
    const was = this.shown;
    this.shown = shown;
    this.clocks.show(shown);
    const hadFocus = this.focus.isHere();
    const wasOnDue = hadFocus && this.focus.isOnDue();
    const hasFallen = Boolean(shown.curtain && !was.curtain);
    patch(this.root, page(shown, this.root));
    const played = patchBoard(this.board(), parseSvg(shown.svg), speedOf(shown.pace));
    this.refill(was);
    this.settle();
    this.twice.guard();
    const isPassedBy = wasOnDue && !this.focus.isOnDue() && this.root.querySelector(".gk-due") !== null;
    if (hadFocus && (!this.focus.isHere() || hasFallen || isPassedBy || this.focus.isLent())) this.focus.take();
    if (hadFocus && this.asker) enter(this.root.querySelector(`[data-what=${this.asker}]`));
    this.asker = "";
    if (this.root.querySelector("[data-what=resign]:focus-visible")) enter(this.root.querySelector("[data-what=play-on]"));
    if (!was.choices?.some(({ at, look }) => at || look) && this.focus.isByKeys()) {
      enter(this.root.querySelector(":is(.gk-here, .gk-palette) > button"));
    }
    if (was.at !== shown.at || was.moves?.length !== shown.moves?.length) this.scrollMoves();
    if (this.isMine || (shown.reply && hadFocus)) this.reveal();
    this.isMine = false;
    this.askForNext(played.rested);
    return played;
  };

  /** Bring the focus, the curtain and the strip into sight. */
  reveal() {
    const wanted = [":focus", ".gk-curtain button", ".gk-strip"]; // the most important comes last
    const parts = wanted.flatMap((what) => this.root.querySelector(what) ?? []);
    // If the page must scroll, bring in everything at once, so that it need not scroll again.
    if (!parts.every((part) => this.viewport.holds(part))) this.viewport.reveal(this.root.querySelector(".gk-middle"));
    for (const part of parts) this.viewport.reveal(part);
  }

  /** Stop everything this view started. */
  close() {
    clearTimeout(this.waiting);
    this.clocks.close();
    this.viewport.close();
    this.queue.close();
    this.keys.close();
    this.drag.close();
    this.finger.close();
    this.boards.close();
    this.model.off("msg:custom", this.notes.came);
    this.model.off("msg:custom", this.copyLink);
    this.model.off("comm_live_update", this.stopped);
    this.space?.close();
  }

  /** Update everything that depends on the new page. */
  settle() {
    this.showSpace();
    this.boards.settle();
    this.drag.grips = this.shown.grips ?? [];
    this.viewport.fit(this.shown.rows);
    placeHere(this.root);
    settleLegal(this.root);
    settleMore(this.root);
    this.notes.ask();
    this.focus.rove();
    this.clocks.tick();
  }

  /**
   * Copy a link, or show it for people to copy if the browser does not let a page do that.
   * @param {Answer} answer
   */
  copyLink = ({ copy }) => {
    if (!copy) return;
    const show = () => prompt("Copy this link:", copy);
    if (navigator.clipboard) navigator.clipboard.writeText(copy).then(() => this.send("copied", ""), show);
    else show();
  };

  board() {
    return /** @type {Element} */ (this.root.querySelector(".gk-place > *"));
  }

  /** Show or remove the cube, depending on the game. */
  showSpace() {
    const place = this.root.querySelector(".gk-cube");
    if (this.space && this.space.place !== place) {
      this.space.close();
      this.space = null;
    }
    const { solid } = this.shown;
    if (!(place instanceof HTMLElement) || !solid) return;
    this.space ??= new Space(place, solid, this.model, this.report, () => this.reveal());
    this.space.show(solid);
  }

  /** @returns {HTMLInputElement | null} the line for typed moves */
  line() {
    return this.root.querySelector(".gk-type input");
  }

  /**
   * Update fields whose values people change, because `patch` compares only attributes.
   * @param {Shown} was
   */
  refill(was) {
    const line = this.line();
    if (line && was.ply !== this.shown.ply && line.value === this.typed.line) line.value = "";
    const range = this.root.querySelector("input[type=range]");
    if (range instanceof HTMLInputElement) range.value = String(this.shown.at);
    const menu = this.root.querySelector("select[data-do=view]");
    const chosen = this.shown.viewers?.find(({ why }) => why);
    if (menu instanceof HTMLSelectElement && chosen) menu.value = chosen.name;
  }

  /** Keep the shown move of the list in sight, without scrolling the page. */
  scrollMoves() {
    requestAnimationFrame(() => {
      const list = this.root.querySelector(".gk-moves");
      const line = list?.querySelector("[aria-current]")?.closest("li");
      if (!list) return;
      // A line in sight stays where it is, because somebody may have just pressed it.
      const [top, bottom] = line ? [line.offsetTop, line.offsetTop + line.clientHeight] : [0, 0];
      // A part of the list may be below the edge of the window.
      const high = Math.min(list.clientHeight, this.viewport.seen().bottom - list.getBoundingClientRect().top);
      const isSeen = top >= list.scrollTop && bottom <= list.scrollTop + high;
      if (!isSeen) list.scrollTop = top - Math.max(0, high - (bottom - top)) / 2;
    });
  }

  /**
   * Ask for the next move of bots that play by themselves, of a replay, or for more thoughts.
   * @param {number} [busy] milliseconds until everything is at rest, for which a replay waits
   */
  askForNext(busy = 0) {
    clearTimeout(this.waiting);
    if (this.shown.thinks_on) this.waiting = setTimeout(() => this.send("think", ""), THINKS);
    if (!this.shown.auto) return;
    this.waiting = setTimeout(() => {
      const isMissed = this.shown.kind === "replay" && !this.viewport.shows(this.board());
      if (isMissed) this.askForNext();
      else this.send("click", "step");
    }, pauseAt(this.shown.pace) + (this.shown.kind === "replay" ? busy : 0));
  }
}

// The mark lets a bundle that needs only the view leave this out.
export default /* @__PURE__ */ widget(View);
