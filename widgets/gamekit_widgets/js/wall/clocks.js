/**
 * The clocks on the cards of a wall. They run between two messages from Python.
 */

import { clockText, elapse } from "../table/clock.js";

/** @import { Times } from "../table/shown.d.ts" */

const REFRESH = 500; // milliseconds

/** Draws every clock of a wall. Python alone decides who is out of time. */
export class CardClocks {
  /** @param {Element} root the wall */
  constructor(root) {
    this.root = root;
    /** @type {Map<string, {times: Times, said: string, at: number}>} of each match, and when it came */
    this.clocks = new Map();
    this.ticking = setInterval(() => this.tick(), REFRESH);
  }

  /** @param {Record<string, Times>} clocks by the number of the match */
  show(clocks) {
    const now = performance.now();
    const was = this.clocks;
    this.clocks = new Map();
    for (const [number, times] of Object.entries(clocks)) {
      const said = JSON.stringify(times);
      const same = was.get(number);
      this.clocks.set(number, same?.said === said ? same : { times, said, at: now });
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
 * @returns {[string, boolean]} what the clock shows, and whether the reserve runs
 */
function read({ running, left, period }, player, at) {
  const isRunning = running === player;
  const now = elapse(left[player], isRunning ? (performance.now() - at) / 1000 : 0);
  return [clockText(now, period), isRunning && now[0] === 0];
}
