/**
 * The wall of a room on a page of its own, for a host without a notebook.
 */

import { Listeners } from "./connection.js";
import { make } from "./elements.js";
import wall from "./wall.js";

/** @import { Answer } from "./connection.js" */

const KEPT = `gamekit-wall:${location.pathname}`; // the name of the key in the storage of this window
const PAUSE = 1000; // milliseconds before it tries to reconnect

/** Python's end of a widget, across a socket. */
class Connection extends Listeners {
  /** @param {HTMLElement} el */
  constructor(el) {
    super();
    this.el = el;
    /** @type {Record<string, unknown>} */
    this.state = {};
    this.key = location.hash.slice(1) || sessionStorage.getItem(KEPT) || "";
    sessionStorage.setItem(KEPT, this.key);
    history.replaceState(null, "", location.pathname); // so that nobody reads the key from a projector
    this.connect();
  }

  connect() {
    const url = new URL("wall-line", document.baseURI).href.replace(/^http/, "ws");
    this.socket = new WebSocket(url);
    this.socket.addEventListener("open", () => this.socket?.send(JSON.stringify({ key: this.key })));
    this.socket.addEventListener("message", ({ data }) => this.came(JSON.parse(data)));
    this.socket.addEventListener("close", ({ code }) => this.lost(code));
  }

  /** @param {number} code 1008 if the key is wrong */
  lost(code) {
    if (code === 1008) this.say("This link does not open the wall. Use the one that was printed when the room opened.");
    else {
      setTimeout(() => this.connect(), PAUSE);
      this.say("The room cannot be reached. Trying again …");
    }
  }

  /** @param {string} said why there is no connection */
  say(said) {
    if (this.leave) this.show({ .../** @type {object} */ (this.state.shown), lost: said });
    else this.el.replaceChildren(make("p", { class: "gk", role: "alert" }, said));
  }

  /** @param {{shown?: unknown, message?: Answer}} frame */
  came({ shown, message }) {
    if (shown) this.show(shown);
    if (message) this.tell("msg:custom", message);
  }

  /** @param {object} shown */
  show(shown) {
    this.state.shown = shown;
    if (this.leave) this.tell("change:shown", {});
    else this.begin();
  }

  begin() {
    this.el.replaceChildren(make("h1", { class: "gk-unseen" }, document.title));
    this.leave = wall.render({ model: /** @type {any} */ (this), el: this.el });
  }

  /** @param {string} name */
  get(name) {
    return this.state[name];
  }

  /** @param {object} content */
  send(content) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(content));
  }
}

new Connection(/** @type {HTMLElement} */ (document.getElementById("wall")));
