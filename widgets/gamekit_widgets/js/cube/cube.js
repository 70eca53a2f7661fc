/**
 * A position in space, drawn by plotly.js. Python sends the figure (solid.py); this draws it, keeps
 * the camera, moves pieces to their new places and reports which cell was pressed.
 */

import { coloured, hasMoved, onTheWay, whereabouts } from "./figure.js";

/** @import { Figure, Point, Trace } from "./figure.js" */

/**
 * @typedef {{getCamera(): object, updateFx: () => void, glplot: {oncontextloss: () => void}}} Scene
 * @typedef {{points: {customdata?: string}[]}} Pointed
 * @typedef {HTMLElement & {
 *   on(name: string, heard: (event: Pointed) => void): void,
 *   _fullLayout?: {scene?: {_scene?: Scene}},
 * }} Graph
 * @typedef {{
 *   react(place: HTMLElement, data: object[], layout: object, config?: object): Promise<unknown>,
 *   relayout(place: HTMLElement, layout: object): Promise<unknown>,
 *   purge(place: HTMLElement): void,
 *   Plots: {resize(place: HTMLElement): Promise<unknown>},
 * }} Library
 */

const MOVE = 450; // milliseconds a piece takes to its new place
const STILL = 5; // pixels: a pointer that moves less has pressed, one that moves more has turned
const PATIENCE = 250; // milliseconds to wait for plotly to say what is under the pointer
const CONFIG = { displayModeBar: false, scrollZoom: false, doubleClick: false, showTips: false };

export class Cube {
  /**
   * @param {Library} plotly
   * @param {HTMLElement} place
   * @param {(label: string) => void} press
   */
  constructor(plotly, place, press) {
    this.plotly = plotly;
    this.place = /** @type {Graph} */ (place);
    this.press = press;
    /** @type {Figure | null} */
    this.figure = null;
    this.frame = 0; // of the animation that runs
    this.ground = ""; // the colour that tells themes apart
    /** @type {((label: string | undefined) => void) | null} */
    this.asked = null; // whoever waits to be told what is under the pointer
    this.stopped = new AbortController();
    /** Called when the browser has taken the picture away. */
    this.onlost = () => {};
    this.followPointer();
    this.followPage();
  }

  /** Tell a press from a turn. */
  followPointer() {
    const { signal } = this.stopped;
    /** @type {{id: number, x: number, y: number} | null} */
    let down = null;
    this.place.addEventListener("pointerdown", (event) => {
      const { pointerId: id, clientX: x, clientY: y, isPrimary, button } = event;
      down = isPrimary && button === 0 ? { id, x, y } : null;
      cancelAnimationFrame(this.frame);
    }, { signal });
    this.place.addEventListener("pointermove", ({ clientX, clientY }) => {
      if (down && Math.hypot(clientX - down.x, clientY - down.y) >= STILL) down = null;
    }, { signal });
    this.place.addEventListener("pointerup", ({ pointerId, clientX, clientY }) => {
      const isStill = down?.id === pointerId && Math.hypot(clientX - down.x, clientY - down.y) < STILL;
      down = null;
      if (isStill) void this.pressed();
    }, { signal });
  }

  /** Draw anew when the theme changes, or the size of the place. */
  followPage() {
    const { signal } = this.stopped;
    const repaint = () => this.palette()("--gk-ground") !== this.ground && void this.draw();
    const attributes = { attributeFilter: ["class", "data-jp-theme-light"] };
    this.themes = new MutationObserver(repaint);
    this.themes.observe(document.body, attributes);
    this.themes.observe(document.documentElement, attributes);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", repaint, { signal });
    this.sizes = new ResizeObserver(() => {
      if (this.figure && this.place.clientWidth > 0) void this.plotly.Plots.resize(this.place);
    });
    this.sizes.observe(this.place);
  }

  /**
   * What was under the pointer before is of no use: a quick pointer is ahead of it. Letting go of
   * the button makes plotly look anew, and say what it found in one of the next frames.
   */
  async pressed() {
    const label = await new Promise((resolve) => {
      this.asked = resolve;
      // On a busy machine even that takes longer, but frames then are rare too.
      setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined))), PATIENCE);
    });
    this.asked = null;
    if (label) this.press(label);
  }

  /**
   * Show this figure; pieces that were elsewhere move there.
   * @param {Figure} figure
   */
  async show(figure) {
    const before = this.figure && whereabouts(this.figure);
    cancelAnimationFrame(this.frame);
    this.figure = figure;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (before && !isCalm && hasMoved(before, figure)) await this.move(before, figure);
    else await this.draw();
  }

  /**
   * Draw the pieces on their way, until they have arrived or another figure is shown.
   * @param {Map<string, Point>} before where they were
   * @param {Figure} figure
   */
  async move(before, figure) {
    const start = performance.now();
    const step = async () => {
      const share = Math.min(1, (performance.now() - start) / MOVE);
      const eased = share * share * (3 - 2 * share);
      await this.draw(onTheWay(before, figure, eased));
      if (share < 1 && this.figure === figure && !this.stopped.signal.aborted) {
        this.frame = requestAnimationFrame(step);
      }
    };
    await step();
  }

  /**
   * @param {Trace[]} [data] the figure's own, unless pieces are on their way
   */
  async draw(data = this.figure?.data) {
    if (!this.figure || !data || this.stopped.signal.aborted) return;
    const isFirst = !this.place._fullLayout;
    const colour = this.palette();
    this.ground = colour("--gk-ground");
    const layout = coloured(this.figure.layout, colour);
    // The camera stays where it was turned to. Plotly's own way of keeping it, uirevision, goes
    // back to the beginning when a click follows a turn.
    layout.scene.camera = this.scene()?.getCamera() ?? layout.scene.camera;
    await this.plotly.react(this.place, coloured(data, colour), layout, CONFIG);
    if (this.place.querySelector(".no-webgl")) throw new Error("This browser does not draw in space.");
    if (isFirst && !this.stopped.signal.aborted) this.heed();
  }

  /** Listen to the figure, once it is there. */
  heed() {
    // Under a finger plotly says "click" where it says "hover" under a mouse.
    for (const name of ["plotly_hover", "plotly_click"]) {
      this.place.on(name, ({ points }) => {
        this.place.style.setProperty("--gk-pointing", "pointer");
        this.asked?.(points[0]?.customdata);
      });
    }
    this.place.on("plotly_unhover", () => this.place.style.removeProperty("--gk-pointing"));
    this.place.on("plotly_webglcontextlost", () => this.onlost());
    const scene = this.scene();
    if (!scene) return;
    // Plotly would wait in every frame, for ever, for what browsers do not give back.
    scene.glplot.oncontextloss = () => {};
    // It would also set the way of turning anew whenever it draws; that stops a turn for a moment.
    scene.updateFx = () => {};
  }

  /** @returns {Scene | undefined} what plotly draws with, once it has drawn */
  scene() {
    return this.place._fullLayout?.scene?._scene;
  }

  /** @returns {(name: string) => string} what the colours of the style sheet are now */
  palette() {
    const probe = document.createElement("span");
    probe.hidden = true;
    this.place.parentElement?.append(probe);
    const known = new Map();
    queueMicrotask(() => probe.remove());
    return (name) => {
      if (!known.has(name)) {
        probe.style.color = `var(${name})`;
        known.set(name, getComputedStyle(probe).color);
      }
      return known.get(name);
    };
  }

  /** Turn the cube back to where it was at first. */
  turnBack() {
    if (this.figure) void this.plotly.relayout(this.place, { "scene.camera": this.figure.layout.scene.camera });
  }

  /** Give the place, and what the browser lent for the picture, back. */
  close() {
    this.stopped.abort();
    cancelAnimationFrame(this.frame);
    this.themes?.disconnect();
    this.sizes?.disconnect();
    const canvas = this.place.querySelector("canvas");
    canvas?.getContext("webgl")?.getExtension("WEBGL_lose_context")?.loseContext();
    this.plotly.purge(this.place);
    this.place.replaceChildren();
  }
}
