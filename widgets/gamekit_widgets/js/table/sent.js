/**
 * What Python has sent.
 */

/** @import { Model } from "../widget.js" */
/** @import { Shown } from "./shown.d.ts" */

/**
 * Return all that is to be shown. The list of moves comes in parts (see play.py), so that a move
 * does not send all those before it again.
 * @param {Model<Shown>} model
 * @returns {Shown}
 */
export function sent(model) {
  const parts = [model.get("early"), model.get("middle"), model.get("late")];
  const moves = parts.flatMap((part) => part ?? []);
  return parts.some(Boolean) ? { ...model.get("shown"), moves } : model.get("shown");
}
