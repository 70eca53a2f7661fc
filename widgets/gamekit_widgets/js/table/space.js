/**
 * The cube beside the board.
 */

import { make } from "./make.js";
import { moduleFrom } from "./modules.js";

/** @import { Cube } from "../cube/cube.js" */
/** @import { Model } from "../widget.js" */
/** @import { InSpace, Shown } from "./shown.d.ts" */

const LOST =
  "The browser can show only a few cubes at a time, and has closed this one. The layers still work.";
const FAILED =
  "The cube cannot be drawn here. The layers show the same position and take the same moves.";

/** The position in space, beside the board that shows the same; drawn once it comes into sight. */
export class Space {
  /**
   * @param {HTMLElement} place
   * @param {InSpace} solid
   * @param {Model<Shown>} model
   * @param {(label: string) => void} press
   */
  constructor(place, solid, model, press) {
    this.place = place;
    this.solid = solid;
    this.model = model;
    this.press = press;
    /** @type {Cube | null} */
    this.cube = null;
    this.isClosed = false;
    // Whatever is here can be read and done on the board, which screen readers can read.
    this.picture = make("div", { class: "gk-space", "aria-hidden": "true" });
    this.said = make("span", { role: "status" }, "Loading the cube …");
    this.button = make("button", { type: "button", hidden: "" });
    this.button.addEventListener("click", () => (this.cube ? this.cube.turnBack() : void this.open()));
    place.append(this.picture, make("div", { class: "gk-cube-foot" }, this.said, this.button));
    this.sight = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) void this.open();
    });
    this.sight.observe(place);
  }

  /** @param {InSpace} solid */
  show(solid) {
    this.solid = solid;
    void this.cube?.show(solid.figure);
  }

  async open() {
    this.sight.disconnect();
    try {
      const { cube } = await moduleFrom(this.model, this.solid.module);
      if (this.isClosed || this.cube) return;
      this.cube = cube(this.picture, this.press);
      this.cube.onlost = () => this.lose(LOST);
      await this.cube.show(this.solid.figure);
      if (this.cube) this.say("Drag to turn", "Turn back");
    } catch {
      this.lose(FAILED);
    }
  }

  /** @param {string} why */
  lose(why) {
    this.cube?.close();
    this.cube = null;
    this.say(why, "Show the cube");
  }

  /**
   * @param {string} text
   * @param {string} label of the button
   */
  say(text, label) {
    this.said.textContent = text;
    this.button.textContent = label;
    this.button.hidden = false;
  }

  close() {
    this.isClosed = true;
    this.sight.disconnect();
    this.cube?.close();
    this.cube = null;
  }
}
