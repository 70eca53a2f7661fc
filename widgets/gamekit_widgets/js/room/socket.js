/**
 * The connection to a room. It loses no message and sends none twice. It reconnects as long as its owner has a
 * first message.
 */

/** @import { Place, Rules } from "./page.js" */

/**
 * A message from a room. Parts may be missing.
 * @typedef {{
 *   door?: string, unknown?: boolean, busy?: string, closed?: string, gone?: string, elsewhere?: string, taken?: string, word?: string,
 *   rules?: Rules,
 *   you?: {run: string, heard: number, token?: string, word?: string},
 *   place?: Place, match?: number | string, shown?: Record<string, unknown>, whole?: boolean,
 *   more?: object[], heard?: number, say?: string,
 * }} Frame
 */

const FIRST_PAUSE = 500; // milliseconds before it tries to reconnect
const GROWTH = 1.6;
const LONGEST_PAUSE = 8000;
const CLOSED_PAUSE = 30_000; // milliseconds before it tries a closed room again
export const SILENCE = 2000; // milliseconds without an answer until the page says so
export const GIVING_UP = 20_000; // milliseconds until it tries another socket

/** The connection. It numbers messages, keeps each until the room has heard it, and reconnects by itself. */
export class Socket {
  /**
   * @param {string} url the way in without a key
   * @param {string} keyed the way in with a key
   * @param {{
   *   greet: () => object | null, came: (frame: Frame) => void, changed: (isOpen: boolean) => void,
   * }} owner gives the first message, if there is one, and handles frames and changes of the connection
   */
  constructor(url, keyed, owner) {
    this.url = url;
    this.keyed = keyed;
    this.owner = owner;
    this.number = 0;
    this.run = "";
    /** @type {{n: number}[]} */
    this.unheard = [];
    this.isIn = false; // does the room know this person?
    this.isSilent = false; // has the room not answered for a while?
    this.isEnded = false;
    this.pause = FIRST_PAUSE;
    this.connect();
    window.addEventListener("offline", () => this.hurry());
    window.addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => this.hurry());
  }

  connect() {
    clearTimeout(this.waiting);
    const first = this.owner.greet();
    if (!first || this.isEnded) return;
    this.hangUp();
    const socket = new WebSocket("back" in first ? this.keyed : this.url);
    this.socket = socket;
    socket.addEventListener("open", () => this.post(first));
    socket.addEventListener("message", ({ data }) => socket === this.socket && this.came(JSON.parse(data)));
    socket.addEventListener("close", () => this.lost(socket));
    this.due = setTimeout(() => this.lost(socket), GIVING_UP);
  }

  /** @param {WebSocket} socket */
  lost(socket) {
    if (socket !== this.socket || this.isEnded) return;
    this.hangUp();
    this.owner.changed(false);
    if (!this.owner.greet()) return;
    this.waiting = setTimeout(() => this.connect(), this.pause * (0.5 + Math.random()));
    this.pause = Math.max(this.pause, Math.min(LONGEST_PAUSE, this.pause * GROWTH));
  }

  /**
   * Reconnect at once when the browser has woken up or is online again. A socket may look open for minutes
   * after its network is gone, so ask whether the room still answers.
   */
  hurry() {
    if (this.isEnded || document.hidden) return;
    if (this.isIn && !this.isSilent) this.send({ do: "here", what: "" });
    else if (this.isSilent || !this.socket) this.connect();
  }

  /** Wait for an answer. If none comes, tell the owner, and in the end try another socket. */
  expect() {
    const { socket } = this;
    this.due ??= setTimeout(() => {
      this.isSilent = true;
      this.owner.changed(false);
      this.due = setTimeout(() => socket && this.lost(socket), GIVING_UP);
    }, SILENCE);
  }

  /** Stop waiting for an answer. */
  rest() {
    clearTimeout(this.due);
    this.due = undefined;
    this.isSilent = false;
  }

  /** Hang up for now. */
  hangUp() {
    const { socket } = this;
    this.rest();
    this.socket = undefined;
    this.isIn = false;
    socket?.close();
  }

  /** Hang up for good. */
  end() {
    this.isEnded = true;
    clearTimeout(this.waiting);
    this.hangUp();
  }

  /** @param {object} message */
  post(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /**
   * Send a message from somebody in the room. Without a connection it waits until they are back in.
   * @param {object} message
   */
  send(message) {
    const numbered = { ...message, n: ++this.number };
    this.unheard.push(numbered);
    if (!this.isIn) return;
    this.post(numbered);
    this.expect();
  }

  /** @param {Frame} frame */
  came(frame) {
    const wasSilent = this.isSilent;
    this.rest();
    if (wasSilent) this.owner.changed(true);
    if (frame.you) this.knows(frame.you);
    if (frame.heard) this.unheard = this.unheard.filter(({ n }) => n > (frame.heard ?? 0));
    if (frame.elsewhere || frame.gone) this.end();
    if (frame.closed) this.pause = CLOSED_PAUSE;
    this.owner.came(frame);
    if (this.isIn && this.unheard.length > 0) this.expect();
  }

  /**
   * Resend the messages that the room has not heard, now that it knows this person. After a crash of the room
   * nobody can say which it had heard, so drop them: the person sees the board as it is.
   * @param {{run: string, heard: number}} you
   */
  knows({ run, heard }) {
    this.unheard = this.run === run ? this.unheard.filter(({ n }) => n > heard) : [];
    this.run = run;
    this.number = Math.max(this.number, heard, ...this.unheard.map(({ n }) => n));
    this.isIn = true;
    this.pause = FIRST_PAUSE;
    this.owner.changed(true);
    for (const message of this.unheard) this.post(message);
  }
}
