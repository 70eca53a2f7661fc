/**
 * What moves on a board: pieces slide to their new places or come to light, then dice tumble.
 */

import { patch } from "./patch.js";
import { isStill } from "./stage.js";

/** @import { Played } from "./stage.js" */

const SLIDE = 380; // milliseconds a piece takes to its new place
const TUMBLE = 520; // a die, to come to rest
const MANY = 12; // new pieces; so many are another board, not a move

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
 * Patch a board, then let what changed its place slide there, and after that let what was rolled
 * tumble: never two things at a time.
 * @param {Element} board
 * @param {Element} wanted
 * @returns {Played}
 */
export function patchBoard(board, wanted) {
  if (board.tagName !== wanted.tagName) {
    board.replaceWith(wanted);
    return { moved: 0, rested: 0 };
  }
  const before = new Map(piecesOn(board).map((piece) => [piece.getAttribute("data-key"), stateOf(piece)]));
  patch(board, wanted);
  if (isStill()) return { moved: 0, rested: 0 };
  finish(board);
  const { slid, rolled, come } = changes(piecesOn(board), before);
  for (const [piece, from, to] of slid) slide(piece, from, to);
  const isMove = come.length < MANY;
  if (isMove) for (const piece of come) appear(piece);
  const moved = slid.length > 0 || (isMove && come.length > 0) ? SLIDE : 0;
  for (const die of rolled) tumble(die, moved);
  return { moved, rested: moved + (rolled.length > 0 ? TUMBLE : 0) };
}

/**
 * End what still moves inside an element.
 * @param {Element} element
 */
export function finish(element) {
  for (const animation of element.getAnimations({ subtree: true })) animation.finish();
}

/**
 * Find what is at another place than before, what was rolled, and what is new.
 * @param {Element[]} pieces
 * @param {Map<string | null, State>} before
 */
function changes(pieces, before) {
  /** @type {[Element, [number, number], [number, number]][]} */
  const slid = [];
  /** @type {Element[]} */
  const rolled = [];
  /** @type {Element[]} */
  const come = [];
  for (const piece of pieces) {
    const was = before.get(piece.getAttribute("data-key"));
    const { place, roll } = stateOf(piece);
    const isThrown = piece.querySelector("[data-roll]") !== null; // a die is lifted, and thrown there
    if (roll !== null) {
      if (roll !== was?.roll) rolled.push(piece);
    } else if (!was) {
      if (piece.matches(".gk-token, .gk-chip, [class^=gk-emblem]")) come.push(piece);
    } else if (was.place && place && String(was.place) !== String(place) && !isThrown) {
      slid.push([piece, was.place, place]);
    }
  }
  return { slid, rolled, come };
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

/** @param {Element} piece */
function appear(piece) {
  piece.animate([{ opacity: 0 }, { opacity: 1 }], { duration: SLIDE, easing: "ease-out" });
}

/**
 * @param {Element} die
 * @param {number} delay milliseconds until it is thrown; it is not seen before
 */
function tumble(die, delay) {
  const frames = [
    { transform: "rotate(-300deg) scale(.7)", opacity: 0 },
    { opacity: 1, offset: 0.1 },
    { transform: "rotate(20deg) scale(1.12)", offset: 0.75 },
    { transform: "none", opacity: 1 },
  ];
  die.animate(frames, { duration: TUMBLE, delay, fill: "backwards", easing: "ease-out" });
}
