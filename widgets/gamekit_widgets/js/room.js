/**
 * One person's page in a room: first the door, then their table.
 */

import { CarriedModel } from "./connection.js";
import { make, patch } from "./elements.js";
import { door, followSlider, guessIn, head, rulesDialog } from "./room/page.js";
import { Socket } from "./room/socket.js";
import { View } from "./table.js";

/** @import { Place, Rules, Typed } from "./room/page.js" */
/** @import { Frame } from "./room/socket.js" */
/** @import { Shown } from "./table/shown.d.ts" */

const SENTENCE = 6000; // milliseconds for which a sentence stays
const KEPT = `gamekit-room:${location.pathname}`; // the name of the token in the browser's storage
const KEPT_WORD = `${KEPT}:word`; // the name of the word that other devices need

const LOST = "No connection. Trying again …";
const WAITS = `${LOST} What you press waits.`; // beside a board

/**
 * Return the address of a socket of the room.
 * @param {string} name
 */
const lineAt = (name) => new URL(name, document.baseURI).href.replace(/^http/, "ws");

/**
 * Return the code in the link and, from a personal link, a name and a word. These two vanish from the address
 * at once.
 * @returns {Typed}
 */
function inLink() {
  const [code, ...more] = location.hash.slice(1).split("&");
  const own = new URLSearchParams(more.join("&"));
  if (own.has("word")) history.replaceState(null, "", `#${code}`);
  return { code: decodeURIComponent(code), name: own.get("name") ?? "", word: own.get("word") ?? "" };
}

/** The address of the module that draws the cube, the only one in a room. */
const moduleAt = () => new URL("cube.js", document.baseURI).href;

/** One person's page. */
class Guest {
  /** @param {HTMLElement} el */
  constructor(el) {
    this.el = el;
    this.token = localStorage.getItem(KEPT) ?? "";
    this.word = localStorage.getItem(KEPT_WORD) ?? "";
    this.typed = inLink();
    this.folded = 0; // the number of the question whose answer this person has seen
    this.taken = ""; // the person who already has the name
    this.isJoining = Boolean(this.typed.word); // does it send the code as soon as there is a connection?
    if (this.isJoining) this.token = ""; // this link opens a seat of its own
    this.isOpen = false;
    this.lost = LOST; // the sentence without a connection
    this.said = "";
    /** @type {Place | null} */
    this.place = null;
    /** @type {number | string | null} */
    this.match = null;
    el.addEventListener("submit", (event) => this.joined(event), { capture: true });
    el.addEventListener("click", (event) => this.clicked(event));
    el.addEventListener("input", (event) => this.slid(event));
    this.socket = new Socket(lineAt("socket"), lineAt("back"), this);
    if (this.isJoining) this.showDoor("");
    else if (!this.token) this.atTheDoor("");
  }

  // --- the connection ------------------------------------------------------------------------

  /** Return the first message: the key, or the code once somebody has typed it. Until then, do not connect. */
  greet = () => (this.token ? { back: this.token } : this.isJoining ? this.typed : null);

  /** @param {boolean} isOpen */
  changed = (isOpen) => {
    this.isOpen = isOpen;
    if (isOpen) this.lost = LOST;
    if (!isOpen && !this.place) this.wait(this.lost);
    this.show();
  };

  /**
   * Show that this person waits at the door, with a key or with a typed code.
   * @param {string} said
   */
  wait(said) {
    if (this.token) this.tell(said);
    else if (this.isJoining) this.showDoor(said);
  }

  /** @param {Frame} frame */
  came = (frame) => {
    if (frame.unknown) this.forget();
    this.taken = frame.taken ?? "";
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
    this.keepWord(frame.you?.word ?? frame.word);
    if (frame.place) {
      this.place = frame.place;
      this.said = ""; // the sentence was about the place before
    }
    if (this.place && this.place.match === null) this.clear();
    if (frame.shown) this.draw(frame.match ?? 0, frame.shown, Boolean(frame.whole));
    for (const content of frame.more ?? []) this.model?.tell("msg:custom", content);
    if (frame.rules) this.showRules(frame.rules);
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
    }, SENTENCE);
  }

  /** @param {string} [word] the word of the seat, which the room knows only as long as it runs */
  keepWord(word) {
    if (!word) return;
    this.word = word;
    localStorage.setItem(KEPT_WORD, word);
  }

  // --- the door ------------------------------------------------------------------------------

  /** Forget the key, because the room does not know it. */
  forget() {
    this.token = this.word = "";
    localStorage.removeItem(KEPT);
    localStorage.removeItem(KEPT_WORD);
  }

  /**
   * @param {string} said why the room does not let this person in
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
    if (is && this.taken === this.asked) {
      is.textContent = said;
      return;
    }
    this.asked = this.taken;
    this.el.replaceChildren(door(said, this.typed, this.taken));
    const inputs = [...this.el.querySelectorAll("input")];
    const empty = inputs.find((input) => !input.value && !input.closest("details"));
    (empty ?? this.el.querySelector("input"))?.focus();
  }

  /** @param {Event} event */
  joined(event) {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.matches(".gk-door, .gk-guess")) return;
    event.preventDefault();
    if (form.matches(".gk-door")) this.join(form);
    else this.socket.send({ do: "guess", what: [Number(form.dataset.number), guessIn(form)] });
  }

  /**
   * Say who this person is.
   * @param {HTMLFormElement} form
   * @param {string} [as] whether the person of the same name in the room is "me" or "another"
   */
  join(form, as) {
    const typed = new FormData(form);
    const [code, name, word] = ["code", "name", "word"].map((each) => String(typed.get(each) ?? ""));
    this.typed = { code, name, word: as ? "" : word, as };
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

  /** Remove the table. */
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
    this.el.querySelector(".gk-gone")?.append(make("button", { type: "button", class: "gk-main" }, "Try again"));
  }

  /** @param {string} said a sentence to show instead of the page */
  tell(said) {
    this.el.replaceChildren(make("div", { class: "gk gk-gone" }, make("p", { role: "alert" }, said)));
  }

  /** @param {Event} event */
  clicked({ target }) {
    const answer = target instanceof Element ? target.closest(".gk-door [data-as]") : null;
    if (answer instanceof HTMLButtonElement && answer.form) this.join(answer.form, answer.dataset.as);
    if (target instanceof Element && target.closest(".gk-gone button")) location.reload();
    const wish = target instanceof Element ? target.closest(".gk-lobby button[data-do]") : null;
    const action = wish?.getAttribute("data-do");
    if (action === "fold") this.fold(Number(wish?.getAttribute("data-what")));
    else if (action === "help") this.socket.send({ do: "help", what: !this.place?.help });
    else if (action === "rules") this.socket.send({ do: "rules", what: "" });
    else if (wish) this.socket.send({ do: "room", what: wish.getAttribute("data-what") });
  }

  /** @param {number} number of a question whose answer this person has seen */
  fold(number) {
    this.folded = number;
    this.show();
  }

  /** @param {Event} event */
  slid({ target }) {
    if (target instanceof HTMLInputElement && target.closest(".gk-guess") && this.place?.poll) {
      followSlider(target, this.place.poll);
    }
  }

  /**
   * Open the rules at the latest rule that a message quoted.
   * @param {Rules} rules
   */
  showRules(rules) {
    document.querySelector(".gk-rules")?.remove();
    const shown = /** @type {Shown | undefined} */ (this.model?.get("shown"));
    const dialog = rulesDialog(rules, shown?.message?.law?.id ?? shown?.ending?.id ?? "");
    document.body.append(dialog);
    /** @type {HTMLDialogElement} */ (dialog).showModal();
    dialog.querySelector("[aria-current]")?.scrollIntoView({ block: "center" });
  }

  /** Show the head of the page, with this person's place in the room. */
  show() {
    if (!this.place) return;
    const lost = this.isOpen ? "" : this.lost === LOST ? WAITS : this.lost;
    const now = head(this.place, this.said, lost, this.word, this.folded);
    const live = this.el.querySelector(".gk-lobby");
    if (live) patch(live, now);
    else this.el.replaceChildren(now, make("div", { class: "gk-room-table" }));
    this.el.querySelector(".gk-room-table")?.setAttribute("aria-busy", String(!this.isOpen));
  }
}

new Guest(/** @type {HTMLElement} */ (document.getElementById("room")));
