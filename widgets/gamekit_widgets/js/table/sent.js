/**
 * What Python has sent.
 */

/** @import { Model } from "../connection.js" */
/** @import { Shown } from "./shown.d.ts" */

/**
 * Return everything to show. The list of moves comes in parts (see page.py), so that a move does not
 * resend all earlier ones.
 * @param {Model<Shown>} model
 * @returns {Shown}
 */
export function sent(model) {
  const parts = [model.get("early"), model.get("middle"), model.get("late")];
  const moves = parts.flatMap((part) => part ?? []);
  return parts.some(Boolean) ? { ...model.get("shown"), moves } : model.get("shown");
}
