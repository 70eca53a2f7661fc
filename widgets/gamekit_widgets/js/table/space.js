/**
 * The two ways to see a game in a cube: in space, or flat, with its levels side by side. Python sends the
 * module that draws it in space only when somebody asks for it.
 */

import { linesThrough, nextOn } from "../cube/projection.js";
import { cellsOf, make } from "../elements.js";

/** @import { Answer, Model } from "../connection.js" */
/** @import { Cube } from "../cube.js" */
/** @import { InSpace, Report, Shown } from "./shown.d.ts" */

const LOST = "The browser can show only a few cubes at a time, and has closed this one.";
const FAILED = "The cube cannot be drawn here. The levels show the same position and take the same moves.";
const TURN = "Drag to turn";
const SHIFT = "Drag or press a piece";

/**
 * The position in space. When somebody asks for it, it takes the place of the board. The board stays in the
 * page, where screen readers and keys find it, and a key that goes there shows it again.
 */
export class Space {
  /**
   * @param {HTMLElement} place
   * @param {InSpace} solid
   * @param {Model<Shown>} model
   * @param {Report} report
   * @param {() => void} chosen called when somebody has chosen a way to see it
   */
  constructor(place, solid, model, report, chosen) {
    this.place = place;
    this.solid = solid;
    this.model = model;
    this.report = report;
    /** @type {Cube | null} */
    this.cube = null;
    this.isClosed = false;
    this.picture = make("div", { class: "gk-space", "aria-hidden": "true", hidden: "" });
    this.status = make("span", { role: "status" });
    this.resetting = make("button", { type: "button" }, "Reset view");
    this.resetting.addEventListener("click", () => this.cube?.reset());
    this.sights = [
      make("button", { type: "button", title: "The cube in 3D: drag to turn it" }, "3D"),
      make("button", { type: "button", title: "Its levels side by side" }, "Flat"),
    ];
    this.sights.forEach((button, n) => button.addEventListener("click", () => {
      this.see(n === 0);
      chosen();
    }));
    place.append(
      this.picture,
      make("div", { class: "gk-cube-foot" },
        make("span", { class: "gk-sights", role: "group", "aria-label": "Sight" }, ...this.sights),
        this.status, this.resetting),
    );
    const field = /** @type {Element} */ (place.parentElement);
    field.addEventListener("focusin", this.focused);
    this.light = new LitLines(field, () => this.solid);
    this.settle();
  }

  /** @param {InSpace} solid */
  show(solid) {
    this.solid = solid;
    void this.cube?.show(solid);
    this.light.shine();
    this.settle();
  }

  /**
   * Show the cube, or the levels.
   * @param {boolean} inSpace
   */
  see(inSpace) {
    this.picture.hidden = !inSpace;
    this.status.textContent = "";
    this.settle();
    if (inSpace) void this.open();
  }

  /** Show the levels when a key or a screen reader goes to a cell, because nobody could follow that in space. */
  focused = (/** @type {Event} */ { target }) => {
    const isCell = target instanceof SVGElement && target.matches("[data-cell]:focus-visible");
    if (isCell && !this.picture.hidden) this.see(false);
  };

  async open() {
    try {
      if (!this.cube) this.status.textContent = "Loading the cube …";
      const { cube } = await moduleFrom(this.model, this.solid.module);
      if (this.isClosed || this.picture.hidden) return;
      this.cube ??= this.begin(cube);
      await this.cube.show(this.solid);
      if (this.cube) this.settle();
    } catch {
      this.lose(FAILED);
    }
  }

  /** @param {typeof import("../cube.js").cube} cube */
  begin(cube) {
    const begun = cube(this.picture, (...labels) => this.press(labels));
    begun.onlost = () => this.lose(LOST);
    return begun;
  }

  /**
   * Press a cell, or both ends of a line once any other is let go.
   * @param {string[]} labels
   */
  press(labels) {
    const isHeld = this.solid.spots.some(({ state }) => state === "pressed");
    if (labels.length > 1 && isHeld) this.report("leave", "");
    for (const label of labels) this.report("press", label);
  }

  /** @param {string} why */
  lose(why) {
    this.cube?.close();
    this.cube = null;
    this.see(false);
    this.status.textContent = why;
  }

  /** Mark the chosen way to see it, and say what people can do with the cube. */
  settle() {
    const inSpace = !this.picture.hidden;
    this.sights.forEach((button, n) => button.setAttribute("aria-pressed", String(inSpace === (n === 0))));
    this.resetting.hidden = !inSpace || !this.cube;
    if (inSpace && this.cube) this.status.textContent = this.solid.lines.length > 0 ? SHIFT : TURN;
  }

  close() {
    this.isClosed = true;
    this.place.parentElement?.removeEventListener("focusin", this.focused);
    this.light.close();
    this.cube?.close();
    this.cube = null;
  }
}

/**
 * The lit lines on the levels of a cube. The cell under the pointer, or with the focus, lights the lines
 * through it on all levels, and shows what a press on it would do.
 */
class LitLines {
  /**
   * @param {Element} field the board and what is around it
   * @param {() => InSpace} solid returns the present position
   */
  constructor(field, solid) {
    this.field = field;
    this.solid = solid;
    this.label = ""; // of the cell under the pointer
    this.stopped = new AbortController();
    for (const name of ["pointerover", "focusin"]) {
      field.addEventListener(name, ({ target }) => this.point(target), this.stopped);
    }
    for (const name of ["pointerleave", "focusout"]) {
      field.addEventListener(name, () => this.point(null), this.stopped);
    }
  }

  /** @param {EventTarget | null} target */
  point(target) {
    const cell = target instanceof Element ? target.closest("[data-cell]") : null;
    this.label = cell?.getAttribute("data-cell") ?? "";
    this.shine();
  }

  /** Light the lines of the present cell. */
  shine() {
    const { lines, spots } = this.solid();
    const number = spots.findIndex(({ label }) => label === this.label);
    const through = number < 0 ? [] : linesThrough(lines, spots, number);
    // of several lines through a piece, only the cells where it can go
    const goals = spots[number]?.state ? through.map((line) => nextOn(line, number)) : [];
    const lit = through.length > 1 ? goals : through.flat();
    const labels = new Set(lit.map((each) => spots[each].label));
    for (const cell of cellsOf(this.field)) cell.classList.toggle("gk-lit", labels.has(cell.dataset.cell ?? ""));
    for (const offer of this.field.querySelectorAll("[data-offer]")) {
      offer.classList.toggle("gk-shown", offer.getAttribute("data-offer") === this.label);
    }
  }

  close() {
    this.stopped.abort();
  }
}

/** @typedef {typeof import("../cube.js")} CubeModule */

const KEPT = Symbol.for("gamekit.modules");

/**
 * Modules from Python, by name. All tables on a page share them.
 * @type {Map<string, CubeModule>}
 */
const modules = (/** @type {{[KEPT]?: Map<string, CubeModule>}} */ (globalThis)[KEPT] ??= new Map());

/**
 * Return a module, asking Python for it if the page does not have it yet.
 * @param {Model<Shown>} model
 * @param {string} name
 * @returns {Promise<CubeModule>}
 */
export async function moduleFrom(model, name) {
  const known = modules.get(name);
  if (known) return known;
  if (model.module) {
    modules.set(name, await import(model.module(name)));
    return /** @type {CubeModule} */ (modules.get(name));
  }
  const source = await new Promise((resolve) => {
    /** @param {Answer} content */
    const heard = (content) => {
      if (content.module !== name) return;
      model.off("msg:custom", heard);
      resolve(content.source);
    };
    model.on("msg:custom", heard);
    model.send({ do: "module", what: name });
  });
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  try {
    modules.set(name, modules.get(name) ?? (await import(url)));
  } finally {
    URL.revokeObjectURL(url);
  }
  return /** @type {CubeModule} */ (modules.get(name));
}
