/**
 * A position in space, drawn by plotly.js. Python sends this module on request (space.py). The module draws
 * the position, keeps the camera, moves pieces to their new places, and reports a pressed cell or the line of
 * a drag.
 */

import Plotly from "plotly.js-gl3d-dist-min";

import { colored, hasMoved, onTheWay, whereabouts } from "./cube/figure.js";
import { Overlay } from "./cube/overlay.js";
import { Pointer } from "./cube/pointer.js";
import { lineAlong, linesThrough, nextOn, projector, spotAt } from "./cube/projection.js";

/** @import { Figure, Point, Solid, Trace } from "./cube/figure.js" */
/** @import { Lit } from "./cube/overlay.js" */
/** @import { Camera } from "./cube/projection.js" */

/**
 * @typedef {{
 *   getCamera(): object, updateFx: () => void, dataScale: number[],
 *   camera: {view: {_controllerList: {angle?: {bounds: number[][]}}[]}},
 *   glplot: {oncontextloss: () => void, onrender: () => void, cameraParams: Camera},
 * }} Scene
 * @typedef {HTMLElement & {
 *   on(name: string, heard: () => void): void,
 *   _fullLayout?: {scene?: {_scene?: Scene}},
 * }} Graph
 * @typedef {{
 *   react(place: HTMLElement, data: object[], layout: object, config?: object): Promise<unknown>,
 *   relayout(place: HTMLElement, layout: object): Promise<unknown>,
 *   purge(place: HTMLElement): void,
 *   Plots: {resize(place: HTMLElement): Promise<unknown>},
 * }} Library
 */

// How far the cube can tilt, in radians above the horizon. At a lower angle the rows of a plate close up, and
// at a higher one each plate hides the next.
const [LOWEST, HIGHEST] = [0.28, 0.6];
const MOVE = 450; // milliseconds until a piece is in its new place
const PROCESSOR = /swiftshader|llvmpipe|softpipe|basic render/i; // renderers that use the processor
const CONFIG = { displayModeBar: false, scrollZoom: false, doubleClick: false, showTips: false };

/**
 * Return how many pixels to draw for each pixel of the picture, in either direction. Two make smoother lines,
 * but without a graphics card the cube turns three times as fast with one.
 */
function fineness() {
  const context = document.createElement("canvas").getContext("webgl");
  if (!context) return 1;
  const named = context.getExtension("WEBGL_debug_renderer_info")?.UNMASKED_RENDERER_WEBGL;
  const drawnBy = String(context.getParameter(named ?? context.RENDERER));
  context.getExtension("WEBGL_lose_context")?.loseContext(); // because a page has only a few
  return PROCESSOR.test(drawnBy) ? 1 : 2;
}

export class Cube {
  /**
   * @param {Library} plotly
   * @param {HTMLElement} place
   * @param {(...labels: string[]) => void} report takes the label of a pressed cell, or two labels after a drag
   */
  constructor(plotly, place, report) {
    this.plotly = plotly;
    this.place = /** @type {Graph} */ (place);
    this.report = report;
    /** @type {Solid | null} */
    this.solid = null;
    this.config = { ...CONFIG, plotGlPixelRatio: fineness() };
    /** @type {Lit | null} */
    this.lit = null;
    this.frame = 0; // the next frame of the animation
    this.seen = ""; // the camera for which the overlay was drawn
    this.ground = ""; // the color that tells themes apart
    this.stopped = new AbortController();
    /** Called when the browser has taken the picture away. */
    this.onlost = () => {};
    this.pointer = new Pointer(place, this, this.stopped.signal);
    this.followPage();
  }

  /** Redraw when the theme or the size of the place changes. */
  followPage() {
    const { signal } = this.stopped;
    const repaint = () => this.palette()("--gk-ground") !== this.ground && void this.draw();
    const attributes = { attributeFilter: ["class", "data-jp-theme-light"] };
    this.themes = new MutationObserver(repaint);
    this.themes.observe(document.body, attributes);
    this.themes.observe(document.documentElement, attributes);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", repaint, { signal });
    this.sizes = new ResizeObserver(() => {
      if (this.solid && this.place.clientWidth > 0) void this.plotly.Plots.resize(this.place);
    });
    this.sizes.observe(this.place);
  }

  // --- the pointer -----------------------------------------------------------------------------

  /** @param {{x: number, y: number}} pointer */
  cellAt(pointer) {
    const project = this.projector();
    return project && this.solid ? spotAt(this.solid.spots, project, this.solid.rise, pointer) : -1;
  }

  /** @param {number} cell */
  canDrag(cell) {
    return Boolean(this.solid?.lines.some((line) => line.includes(cell)));
  }

  /** @param {number} cell or -1 */
  point(cell) {
    if (cell === (this.lit?.number ?? -1) && !this.lit?.isChosen) return;
    const { lines = [], spots = [] } = this.solid ?? {};
    const through = cell < 0 ? [] : linesThrough(lines, spots, cell);
    this.light(cell < 0 ? null : { number: cell, lines: through, isChosen: false });
  }

  /** @param {number} cell */
  press(cell) {
    if (this.solid) this.report(this.solid.spots[cell].label);
  }

  /**
   * @param {number} cell where it began
   * @param {{x: number, y: number}} by
   */
  drag(cell, by) {
    const project = this.projector();
    if (!this.solid || !project) return;
    const { lines, spots } = this.solid;
    const line = lineAlong(lines.filter((each) => each.includes(cell)), spots, project, by);
    this.light(line ? { number: cell, lines: [line], isChosen: true } : null);
  }

  /** Let go of a line, which presses a piece on it and the cell to which the piece goes. */
  drop() {
    const [line] = this.lit?.isChosen ? this.lit.lines : [];
    this.light(null);
    const { spots = [] } = this.solid ?? {};
    const piece = line?.find((number) => spots[number].state !== "");
    if (line && piece !== undefined) this.report(spots[piece].label, spots[nextOn(line, piece)].label);
  }

  /** @param {Lit | null} lit */
  light(lit) {
    this.lit = lit;
    this.place.style.setProperty("--gk-pointing", lit ? "pointer" : "grab");
    this.drawOver(true);
  }

  // --- drawing ---------------------------------------------------------------------------------

  /**
   * Show this position. Pieces move to their new places.
   * @param {Solid} solid
   */
  async show(solid) {
    const before = this.solid && whereabouts(this.solid.figure);
    cancelAnimationFrame(this.frame);
    this.solid = solid;
    this.lit &&= { ...this.lit, lines: linesThrough(solid.lines, solid.spots, this.lit.number), isChosen: false };
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (before && !isCalm && hasMoved(before, solid.figure)) await this.move(before, solid.figure);
    else await this.draw();
  }

  /**
   * Draw the pieces on their way until they arrive, or until another figure replaces this one.
   * @param {Map<string, Point>} before where they were
   * @param {Figure} figure
   */
  async move(before, figure) {
    const start = performance.now();
    const step = async () => {
      const share = Math.min(1, (performance.now() - start) / MOVE);
      const eased = share * share * (3 - 2 * share);
      await this.draw(onTheWay(before, figure, eased));
      if (share < 1 && this.solid?.figure === figure && !this.stopped.signal.aborted) {
        this.frame = requestAnimationFrame(step);
      }
    };
    await step();
  }

  /**
   * @param {Trace[]} [data] the figure's own, unless pieces are on their way
   */
  async draw(data = this.solid?.figure.data) {
    if (!this.solid || !data || this.stopped.signal.aborted) return;
    const isFirst = !this.place._fullLayout;
    const color = this.palette();
    this.ground = color("--gk-ground");
    const layout = colored(this.solid.figure.layout, color);
    // Keep the camera where somebody turned it. Plotly's own uirevision would reset it when a click follows
    // a turn.
    layout.scene.camera = this.scene()?.getCamera() ?? layout.scene.camera;
    await this.plotly.react(this.place, colored(data, color), layout, this.config);
    if (this.place.querySelector(".no-webgl")) throw new Error("This browser cannot draw in 3D.");
    if (isFirst && !this.stopped.signal.aborted) this.heed();
    this.drawOver(true);
  }

  /**
   * Draw the overlay for the present camera.
   * @param {boolean} isNew must it be drawn again even if the camera has not moved?
   */
  drawOver(isNew) {
    const project = this.projector();
    if (!project || !this.solid || !this.overlay) return;
    const seen = [[0, 0, 0], [1, 2, 3]].map((point) => Object.values(project(/** @type {Point} */ (point)))).join();
    if (!isNew && seen === this.seen) return;
    this.seen = seen;
    this.overlay.draw(this.solid, project, this.lit ?? this.begun());
  }

  /** @returns {Lit | null} the lines of a piece that is pressed, while the pointer is elsewhere */
  begun() {
    const { lines = [], spots = [] } = this.solid ?? {};
    const pressed = spots.flatMap(({ state }, number) => (state === "pressed" ? [number] : []));
    if (lines.length === 0 || pressed.length !== 1) return null;
    return { number: pressed[0], lines: linesThrough(lines, spots, pressed[0]), isChosen: false };
  }

  projector() {
    const scene = this.scene();
    const { clientWidth: width, clientHeight: height } = this.place;
    return scene?.dataScale && projector(scene.glplot.cameraParams, scene.dataScale, width, height);
  }

  /** Listen to the figure once it exists. */
  heed() {
    this.overlay = new Overlay(this.place);
    this.place.on("plotly_webglcontextlost", () => this.onlost());
    const scene = this.scene();
    if (!scene) return;
    const { glplot } = scene;
    const render = glplot.onrender;
    glplot.onrender = () => {
      render();
      this.drawOver(false);
    };
    const [lowest, highest] = scene.camera.view._controllerList.find(({ angle }) => angle)?.angle?.bounds ?? [[], []];
    lowest[1] = LOWEST; // the first angle turns around, without limits
    highest[1] = HIGHEST;
    // After a lost context, Plotly would wait in every frame, forever.
    glplot.oncontextloss = () => {};
    // It would also reset the drag mode whenever it draws, which stops a turn for a moment.
    scene.updateFx = () => {};
  }

  /** @returns {Scene | undefined} plotly's own scene, once it has drawn */
  scene() {
    return this.place._fullLayout?.scene?._scene;
  }

  /** @returns {(name: string) => string} the present colors of the style sheet, by name */
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

  /** Turn the cube back to its first position. */
  reset() {
    const camera = this.solid?.figure.layout.scene.camera;
    if (camera) void this.plotly.relayout(this.place, { "scene.camera": camera });
  }

  /** Free the place and the graphics of the browser. */
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

/**
 * Draw a cube in this place, and report the labels of each press.
 * @param {HTMLElement} place
 * @param {(...labels: string[]) => void} press
 */
export const cube = (place, press) => new Cube(Plotly, place, press);
