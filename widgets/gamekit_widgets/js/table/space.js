/**
 * The two sights of a game in a cube: in space, or flat, with its levels side by side.
 */

import { Light } from "./light.js";
import { make } from "../elements.js";
import { moduleFrom } from "./modules.js";

/** @import { Cube } from "../cube.js" */
/** @import { Model } from "../connection.js" */
/** @import { InSpace, Report, Shown } from "./shown.d.ts" */

const LOST = "The browser can show only a few cubes at a time, and has closed this one.";
const FAILED = "The cube cannot be drawn here. The levels show the same position and take the same moves.";
const TURN = "Drag to turn";
const SHIFT = "Drag a line, or press its ends";

/**
 * The position in space. It takes the place of the board for whoever asks for it. The board stays in
 * the page, where screen readers and keys find it, and a key that goes there shows it again.
 */
export class Space {
  /**
   * @param {HTMLElement} place
   * @param {InSpace} solid
   * @param {Model<Shown>} model
   * @param {Report} report
   * @param {() => void} chosen is called when somebody has chosen the other sight
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
    this.said = make("span", { role: "status" });
    this.resetting = make("button", { type: "button" }, "Reset view");
    this.resetting.addEventListener("click", () => this.cube?.reset());
    this.sights = [
      make("button", { type: "button", title: "The cube as a body: drag to turn it" }, "In space"),
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
        this.said, this.resetting),
    );
    const field = /** @type {Element} */ (place.parentElement);
    field.addEventListener("focusin", this.focused);
    this.light = new Light(field, () => this.solid);
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
    this.said.textContent = "";
    this.settle();
    if (inSpace) void this.open();
  }

  /** Show the levels to keys and screen readers, which go from cell to cell. Nobody could follow that in space. */
  focused = (/** @type {Event} */ { target }) => {
    const isCell = target instanceof SVGElement && target.matches("[data-cell]:focus-visible");
    if (isCell && !this.picture.hidden) this.see(false);
  };

  async open() {
    try {
      if (!this.cube) this.said.textContent = "Loading the cube …";
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
    this.said.textContent = why;
  }

  /** Say which sight this is, and what one can do with it. */
  settle() {
    const inSpace = !this.picture.hidden;
    this.sights.forEach((button, n) => button.setAttribute("aria-pressed", String(inSpace === (n === 0))));
    this.resetting.hidden = !inSpace || !this.cube;
    if (inSpace && this.cube) this.said.textContent = this.solid.lines.length > 0 ? SHIFT : TURN;
  }

  close() {
    this.isClosed = true;
    this.place.parentElement?.removeEventListener("focusin", this.focused);
    this.light.close();
    this.cube?.close();
    this.cube = null;
  }
}
