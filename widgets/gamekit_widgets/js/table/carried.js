/**
 * A table's model where no notebook carries it: a socket does in a room, a worker on the site.
 */

/** @import { Answer } from "../connection.js" */
/** @import { Move, Shown } from "./shown.d.ts" */

/** What one page shows, from what Python sends. */
export class CarriedModel {
  /**
   * @param {(content: object) => void} post sends what somebody does at the table
   * @param {(name: string) => string} [module] gives the address of a large module, if it has one
   */
  constructor(post, module) {
    this.post = post;
    this.module = module;
    /** @type {Record<string, unknown>} */
    this.shown = {};
    /** @type {Record<string, ((content: Answer) => void)[]>} */
    this.heard = {};
  }

  /**
   * Take what has changed. What has gone is null.
   * @param {Record<string, unknown>} changed
   */
  take(changed) {
    this.shown = { ...this.shown, ...changed };
  }

  /**
   * @param {string} name
   * @returns {any}
   */
  get(name) {
    if (name !== "shown") return /** @type {Move[] | undefined} */ (this.shown[name] ?? undefined);
    return /** @type {Shown} */ (/** @type {unknown} */ (this.shown));
  }

  /** @param {object} content */
  send(content) {
    this.post({ ...content, ply: this.shown.ply ?? 0 });
  }

  /**
   * @param {string} name
   * @param {(content: Answer) => void} heard
   */
  on(name, heard) {
    (this.heard[name] ??= []).push(heard);
  }

  /**
   * @param {string} name
   * @param {(content: Answer) => void} heard
   */
  off(name, heard) {
    this.heard[name] = (this.heard[name] ?? []).filter((one) => one !== heard);
  }

  /**
   * Tell whoever listens.
   * @param {string} name
   * @param {Answer} content
   */
  tell(name, content) {
    for (const heard of this.heard[name] ?? []) heard(content);
  }
}
