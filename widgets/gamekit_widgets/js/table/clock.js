/**
 * The clocks of the players. They run between two messages from Python.
 */

/** @import { Report, Shown } from "./shown.d.ts" */

const LOW = 30; // seconds; with so few left, the page warns a player
const REFRESH = 200; // milliseconds
const PATIENCE = 1000; // milliseconds until it reports a flag again

/** Draws the clocks, and reports the one that reached zero, which Python then judges. */
export class Clocks {
  /**
   * @param {Element} root the page
   * @param {Report} report
   */
  constructor(root, report) {
    this.root = root;
    this.report = report;
    /** @type {Shown["clock"]} */
    this.clock = null;
    /** @type {string[]} */
    this.names = [];
    this.shownAt = 0; // when the times came
    this.reportedAt = 0;
    this.ticking = setInterval(() => this.tick(), REFRESH);
  }

  /** @param {Shown} shown the latest state */
  show({ clock, players = [] }) {
    this.clock = clock;
    this.names = players.map(({ name }) => name);
    this.shownAt = performance.now();
  }

  tick() {
    const { clock } = this;
    if (!clock) return;
    const seconds = (performance.now() - this.shownAt) / 1000;
    this.root.querySelectorAll(".gk-clock").forEach((face, player) => {
      const isRunning = clock.running === player;
      const [main, reserve] = elapse(clock.left[player], isRunning ? seconds : 0);
      face.textContent = clockText([main, reserve], clock.period);
      face.classList.toggle("gk-low", isRunning && main === 0);
      if (isRunning) this.judge(player, main + reserve);
    });
  }

  /**
   * @param {number} player whose clock runs
   * @param {number} left seconds
   */
  judge(player, left) {
    this.warn(left <= LOW ? this.names[player] : "");
    if (left > 0 || performance.now() - this.reportedAt <= PATIENCE) return;
    this.reportedAt = performance.now();
    this.report("flag", player);
  }

  /**
   * Say once that a player's time is running out.
   * @param {string | undefined} name the player, or nothing if there is time
   */
  warn(name) {
    const warning = this.root.querySelector(".gk-clock-warning");
    const text = name ? `${name}: less than ${LOW} seconds left.` : "";
    if (warning && warning.textContent !== text) warning.textContent = text;
  }

  close() {
    clearInterval(this.ticking);
  }
}

/**
 * Let time pass on a clock: first the time for the move runs out, then the reserve.
 * @param {[number, number]} left seconds for the move and in reserve
 * @param {number} seconds
 * @returns {[number, number]}
 */
export function elapse([main, reserve], seconds) {
  return [Math.max(0, main - seconds), Math.max(0, reserve - Math.max(0, seconds - main))];
}

/**
 * Write seconds as 1:05, rounded up, so that 0:00 means no time at all.
 * @param {number} seconds
 */
export function clockFace(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * Write the time that is left: the time that runs, and the reserve after it, in whole periods if the clock
 * has periods.
 * @param {[number, number]} left seconds for the move and in reserve
 * @param {number | null} period seconds
 */
export function clockText([main, reserve], period) {
  if (!period) return `${clockFace(main)} + ${clockFace(reserve)}`;
  const periods = Math.floor(reserve / period + 1e-6);
  const begun = reserve - periods * period; // the rest of a period that has begun
  return `${clockFace(begun > 1e-6 ? begun : main)} + ${periods} × ${period} s`;
}
