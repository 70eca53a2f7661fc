/**
 * A page of the site for one game. The table shows at once, because the site's build has drawn it, while Python
 * wakes up in a worker.
 */

import { CarriedModel } from "./connection.js";
import { PRESSES, View } from "./table.js";

/** @import { Answer } from "./connection.js" */

/**
 * A message from the worker: its progress, the parts that have changed, or what went wrong.
 * @typedef {{
 *   stage?: string, part?: number, shown?: Record<string, unknown>, more?: Answer[], trouble?: string,
 * }} News
 */

/** One game on one page. */
class PlayPage {
  /** @param {HTMLElement} el */
  constructor(el) {
    this.el = el;
    /** @type {object[]} */
    this.waiting = []; // reports from before Python was awake
    this.isAwake = false;
    this.kept = ""; // the sentence after the first press
    this.stage = "";
    this.model = new CarriedModel((content) => this.send(content), () => at("cube.js"));
    this.model.take(JSON.parse(document.getElementById("opening")?.textContent ?? "{}"));
    this.view = new View(this.model, el);
    this.status = document.createElement("p");
    this.status.className = "gk-waking";
    this.status.setAttribute("role", "status");
    el.prepend(this.status);
    this.link = location.hash.slice(1);
    this.view.root.inert = this.link !== ""; // until the board of the link takes its place
    window.addEventListener("hashchange", () => location.reload());
    window.addEventListener("beforeunload", (event) => this.leave(event));
    this.wake();
  }

  /** Start Python. The first time, this takes some seconds. */
  wake() {
    this.tell("Waking up …", 0);
    this.worker = new Worker(at("worker.js"), { type: "module" });
    this.worker.addEventListener("message", ({ data }) => this.came(JSON.parse(data)));
    this.worker.addEventListener("error", ({ message }) => this.fail(message));
    const { game, python, wheel, memory } = this.el.dataset;
    this.worker.postMessage({
      game, link: this.link, site: at("../"), python: at(python ?? ""), wheel: at(wheel ?? ""),
      memory: at(memory ?? ""),
    });
  }

  /** @param {object} content */
  send(content) {
    if (this.isAwake) {
      this.worker?.postMessage(content);
      return;
    }
    this.waiting.push(content);
    if ("do" in content && PRESSES.has(String(content.do))) this.kept = "Your press is kept. ";
    this.status?.firstChild?.replaceWith(this.kept + this.stage);
  }

  /** @param {News} news */
  came({ stage, part, shown, more, trouble }) {
    if (trouble) this.fail(trouble);
    if (stage) this.tell(stage, part ?? 0);
    if (!shown) return;
    if (this.link && !this.isAwake) {
      this.open(shown);
    } else {
      this.model.take(shown);
      this.view.update();
    }
    for (const content of more ?? []) this.model.tell("msg:custom", content);
    if (!this.isAwake) this.awake();
  }

  /**
   * Ask before a match under way is lost, but not for the small board on the front page.
   * @param {Event} event
   */
  leave(event) {
    const { kind, moves, outcome } = this.view.shown;
    if (self === top && kind === "table" && moves?.length && !outcome) event.preventDefault();
  }

  /**
   * Show the page of a link instead of the opening: another table, a puzzle or a finished game.
   * @param {Record<string, unknown>} shown
   */
  open(shown) {
    this.model.shown = shown;
    this.view.close();
    this.view.root.remove();
    this.view = new View(this.model, this.el);
  }

  /** Send the reports from before Python was awake. */
  awake() {
    this.isAwake = true;
    this.status.remove();
    this.el.dataset.awake = "";
    for (const content of this.waiting.splice(0)) this.send(content);
  }

  /**
   * @param {string} stage
   * @param {number} part of the way, 0 to 1
   */
  tell(stage, part) {
    const bar = document.createElement("progress");
    bar.value = part;
    this.stage = stage;
    this.status.replaceChildren(this.kept + stage, bar);
  }

  /** @param {string} why */
  fail(why) {
    this.status.textContent = `This game cannot start in this browser: ${why}`;
    this.el.prepend(this.status);
  }
}

/**
 * Return the address of a file beside this script.
 * @param {string} name
 * @returns {string}
 */
function at(name) {
  return new URL(name, import.meta.url).href;
}

new PlayPage(/** @type {HTMLElement} */ (document.getElementById("play")));
navigator.serviceWorker?.register(new URL("service.js", import.meta.url));
