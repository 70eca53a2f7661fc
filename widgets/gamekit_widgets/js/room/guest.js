/**
 * The page of somebody in a room: first the door, then their table.
 */

import { patch } from "../table/patch.js";
import { View } from "../table/view.js";
import { CarriedModel } from "../table/carried.js";
import { door, head } from "./pages.js";
import { Socket } from "./socket.js";

/** @import { Frame, Place } from "./socket.js" */

const SAID = 6000; // milliseconds that a sentence stays
const KEPT = `gamekit-room:${location.pathname}`; // where the token is kept

const LOST = "The line to the room is lost. Trying again …";

/**
 * Where a line to the room begins.
 * @param {string} name
 */
const lineAt = (name) => new URL(name, document.baseURI).href.replace(/^http/, "ws");

/** Where the module is that draws the cube; a room has no other. */
const moduleAt = () => new URL("cube.js", document.baseURI).href;

/** One person's page. */
export class Guest {
  /** @param {HTMLElement} el */
  constructor(el) {
    this.el = el;
    this.token = localStorage.getItem(KEPT) ?? "";
    this.typed = { code: decodeURIComponent(location.hash.slice(1)), name: "" };
    this.isJoining = false; // the code has been sent, or will be
    this.isOpen = false;
    this.lost = LOST; // what is said while there is no line
    this.said = "";
    /** @type {Place | null} */
    this.place = null;
    /** @type {number | string | null} */
    this.match = null;
    el.addEventListener("submit", (event) => this.joined(event), { capture: true });
    el.addEventListener("click", (event) => this.clicked(event));
    this.socket = new Socket(lineAt("socket"), lineAt("back"), this);
    if (!this.token) this.atTheDoor("");
  }

  // --- the line ------------------------------------------------------------------------------

  /** What is said first: the key or, once it was typed, the code; before that there is no line. */
  greet = () => (this.token ? { back: this.token } : this.isJoining ? this.typed : null);

  /** @param {boolean} isOpen */
  changed = (isOpen) => {
    this.isOpen = isOpen;
    if (isOpen) this.lost = LOST;
    if (!isOpen && !this.place) this.wait(this.lost);
    this.show();
  };

  /**
   * Somebody waits to be let in, with a key or with what they typed.
   * @param {string} said
   */
  wait(said) {
    if (this.token) this.tell(said);
    else if (this.isJoining) this.showDoor(said);
  }

  /** @param {Frame} frame */
  came = (frame) => {
    if (frame.unknown || frame.gone) this.forget();
    if (frame.elsewhere || frame.gone) this.leave(frame.elsewhere ?? frame.gone ?? "");
    if (frame.door !== undefined) this.atTheDoor(frame.door);
    if (frame.busy) this.lost = `${frame.busy} Trying again …`;
    if (frame.closed) this.lost = frame.closed;
    if ((frame.busy || frame.closed) && !this.place) this.wait(this.lost);
    if (frame.you) this.isJoining = false;
    if (frame.you?.token) {
      this.token = frame.you.token;
      localStorage.setItem(KEPT, this.token);
    }
    if (frame.place) this.place = frame.place;
    if (this.place && this.place.match === null) this.clear();
    if (frame.shown) this.draw(frame.match ?? 0, frame.shown, Boolean(frame.whole));
    for (const content of frame.more ?? []) this.model?.tell("msg:custom", content);
    if (frame.say) this.say(frame.say);
    this.show();
  };

  /** @param {string} said */
  say(said) {
    this.said = said;
    clearTimeout(this.fading);
    this.fading = setTimeout(() => {
      this.said = "";
      this.show();
    }, SAID);
  }

  // --- the door ------------------------------------------------------------------------------

  /** The room does not know the key. Nothing else is a reason to forget it. */
  forget() {
    this.token = "";
    localStorage.removeItem(KEPT);
  }

  /**
   * @param {string} said why one is not let in
   */
  atTheDoor(said) {
    this.isJoining = false;
    this.place = null;
    this.clear();
    this.showDoor(said);
    this.socket?.hangUp();
  }

  /** @param {string} said */
  showDoor(said) {
    const is = this.el.querySelector(".gk-door-said");
    if (is) {
      is.textContent = said;
      return;
    }
    this.el.replaceChildren(door(said, this.typed));
    const empty = [...this.el.querySelectorAll("input")].find(({ value }) => !value);
    (empty ?? this.el.querySelector("input"))?.focus();
  }

  /** @param {Event} event */
  joined(event) {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.matches(".gk-door")) return;
    event.preventDefault();
    const typed = new FormData(form);
    this.typed = { code: String(typed.get("code")), name: String(typed.get("name")) };
    this.isJoining = true;
    this.showDoor("");
    this.socket.hangUp();
    this.socket.connect();
  }

  // --- the table -----------------------------------------------------------------------------

  /**
   * @param {number | string} match the match, or the task
   * @param {Record<string, unknown>} shown what has changed, or all of it
   * @param {boolean} isWhole
   */
  draw(match, shown, isWhole) {
    if (match !== this.match) this.clear();
    this.match = match;
    if (this.model && this.view) {
      if (isWhole) this.model.shown = {};
      this.model.take(shown);
      this.view.update();
      return;
    }
    const model = new CarriedModel((content) => this.socket.send({ ...content, match }), moduleAt);
    model.take(shown);
    this.model = model;
    this.view = new View(model, this.tableEl());
  }

  tableEl() {
    this.show();
    return /** @type {HTMLElement} */ (this.el.querySelector(".gk-room-table"));
  }

  /** Take the table away. */
  clear() {
    this.view?.close();
    this.view?.root.remove();
    this.view = this.model = undefined;
    this.match = null;
  }

  /** @param {string} said */
  leave(said) {
    this.clear();
    this.place = null;
    this.tell(said);
  }

  /** @param {string} said all that there is to be seen */
  tell(said) {
    const told = document.createElement("p");
    told.className = "gk gk-gone";
    told.setAttribute("role", "alert");
    told.textContent = said;
    this.el.replaceChildren(told);
  }

  /** @param {Event} event */
  clicked({ target }) {
    const wish = target instanceof Element ? target.closest(".gk-lobby button[data-do=room]") : null;
    if (wish) this.socket.send({ do: "room", what: wish.getAttribute("data-what") });
  }

  /** Show where one is. */
  show() {
    if (!this.place) return;
    const now = head(this.place, this.said, this.isOpen ? "" : this.lost);
    const live = this.el.querySelector(".gk-lobby");
    if (live) {
      patch(live, now);
      return;
    }
    const table = document.createElement("div");
    table.className = "gk-room-table";
    this.el.replaceChildren(now, table);
  }
}
