/**
 * What moves on a board: pieces slide to their new places, dice tumble.
 */

import { patch } from "./patch.js";

const SLIDE = 380; // milliseconds a piece takes to its new place
const TUMBLE = 520;

/**
 * Read where a piece stands from its transform.
 * @param {string | null} transform
 * @returns {[number, number] | null}
 */
export function whereabouts(transform) {
  const found = /^translate\((-?[\d.]+) (-?[\d.]+)\)$/.exec(transform ?? "");
  return found && [Number(found[1]), Number(found[2])];
}

/** @param {Element} root */
const moving = (root) => [...root.querySelectorAll(".gk-pieces [data-key]")];

/**
 * Patch a board, then let what changed its place slide there and what was rolled tumble.
 * @param {Element} board
 * @param {Element} wanted
 */
export function patchBoard(board, wanted) {
  if (board.tagName !== wanted.tagName) {
    board.replaceWith(wanted);
    return;
  }
  /** @type {Map<string | null, {place: [number, number] | null, roll: string | null}>} */
  const before = new Map();
  for (const piece of moving(board)) {
    before.set(piece.getAttribute("data-key"), {
      place: whereabouts(piece.getAttribute("transform")),
      roll: piece.getAttribute("data-roll"),
    });
  }
  patch(board, wanted);
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const piece of moving(board)) {
    const was = before.get(piece.getAttribute("data-key"));
    const place = whereabouts(piece.getAttribute("transform"));
    if (was?.place && place && String(was.place) !== String(place)) {
      const [from, to] = [was.place, place].map(([x, y]) => `translate(${x}px, ${y}px)`);
      piece.animate([{ transform: from }, { transform: to }], {
        duration: SLIDE,
        easing: "cubic-bezier(.3,.7,.3,1)",
      });
    }
    const roll = piece.getAttribute("data-roll");
    if (roll !== null && roll !== was?.roll) {
      piece.animate(
        [
          { transform: "rotate(-300deg) scale(.7)" },
          { transform: "rotate(20deg) scale(1.12)", offset: 0.75 },
          { transform: "none" },
        ],
        { duration: TUMBLE, easing: "ease-out" },
      );
    }
  }
}
