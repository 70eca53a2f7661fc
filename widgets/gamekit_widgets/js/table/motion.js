/**
 * What moves on a board: pieces slide to their new places, dice tumble.
 */

import { patch } from "./patch.js";

const SLIDE = 380; // milliseconds a piece takes to its new place
const TUMBLE = 520; // a die, to come to rest

/**
 * Read where a piece stands from its transform.
 * @param {string | null} transform
 * @returns {[number, number] | null}
 */
export function whereabouts(transform) {
  const found = /^translate\((-?[\d.]+) (-?[\d.]+)\)$/.exec(transform ?? "");
  return found && [Number(found[1]), Number(found[2])];
}

/** @typedef {{place: [number, number] | null, roll: string | null}} State of a piece or a die */

/**
 * @param {Element} piece
 * @returns {State}
 */
const stateOf = (piece) => ({
  place: whereabouts(piece.getAttribute("transform")),
  roll: piece.getAttribute("data-roll"),
});

/** @param {Element} board */
const piecesOn = (board) => [...board.querySelectorAll(".gk-pieces [data-key]")];

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
  const before = new Map(piecesOn(board).map((piece) => [piece.getAttribute("data-key"), stateOf(piece)]));
  patch(board, wanted);
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const piece of piecesOn(board)) {
    const was = before.get(piece.getAttribute("data-key"));
    const { place, roll } = stateOf(piece);
    if (was?.place && place && String(was.place) !== String(place)) slide(piece, was.place, place);
    if (roll !== null && roll !== was?.roll) tumble(piece);
  }
}

/**
 * @param {Element} piece
 * @param {[number, number]} from
 * @param {[number, number]} to
 */
function slide(piece, from, to) {
  const frames = [from, to].map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
  piece.animate(frames, { duration: SLIDE, easing: "cubic-bezier(.3,.7,.3,1)" });
}

/** @param {Element} die */
function tumble(die) {
  const frames = [
    { transform: "rotate(-300deg) scale(.7)" },
    { transform: "rotate(20deg) scale(1.12)", offset: 0.75 },
    { transform: "none" },
  ];
  die.animate(frames, { duration: TUMBLE, easing: "ease-out" });
}
