/**
 * Shows Python's pictures one after the other, at a pace that people can follow.
 */

/** @import { Shown } from "./shown.d.ts" */

const SETTLE = 80; // milliseconds of rest after a movement
const REPLY = 300; // milliseconds from the end of a move to the beginning of the answer
const HELD = 1600; // milliseconds for a picture in which something was revealed or caught

/** @typedef {{moved: number, rested: number}} Played milliseconds until pieces, and dice, are at rest */

/**
 * Return how long a picture stays before the next one may follow.
 * @param {Shown} shown the picture
 * @param {Shown} next the one after it
 * @param {Played} played what moves in the picture
 */
export function stay(shown, next, { moved, rested }) {
  if (!next.reply) return 0; // whoever presses gets an answer at once
  if (shown.pace) return rested + SETTLE; // people who watch bots have chosen the pace
  return Math.max(rested + SETTLE, moved + (shown.held ? HELD : REPLY));
}

/** The pictures that wait, and the present one. */
export class Stage {
  /**
   * @param {Shown} first the present picture
   * @param {(shown: Shown) => Played} show
   */
  constructor(first, show) {
    this.seen = first;
    this.show = show;
    /** @type {Shown[]} */
    this.waiting = [];
    /** @type {Played} */
    this.played = { moved: 0, rested: 0 };
    this.since = 0; // when it appeared
    this.timer = 0;
  }

  /** @returns {boolean} does any picture still wait? */
  get isBehind() {
    return this.waiting.length > 0;
  }

  /** @param {Shown} shown */
  add(shown) {
    this.waiting.push(shown);
    if (this.waiting.length === 1) this.goOn();
  }

  /** Show the next picture once it is time for it. */
  goOn() {
    clearTimeout(this.timer);
    const [next] = this.waiting;
    if (!next) return;
    const due = this.since + (isStill() ? 0 : stay(this.seen, next, this.played));
    const wait = due - performance.now();
    if (wait > 0) {
      this.timer = setTimeout(() => this.goOn(), wait);
      return;
    }
    this.waiting.shift();
    this.put(next);
    this.goOn();
  }

  /** @param {Shown} shown */
  put(shown) {
    this.since = performance.now();
    this.seen = shown;
    this.played = this.show(shown);
  }

  /** Show the latest picture now. */
  skip() {
    const last = this.waiting.pop();
    this.waiting.length = 0;
    clearTimeout(this.timer);
    this.since = 0;
    if (last) this.put(last);
  }

  close() {
    clearTimeout(this.timer);
  }
}

/** Return whether the viewer wants less motion. If so, everything appears at once. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
