/**
 * Motion on a board: pieces slide to their new places, appear or disappear, and then dice turn over or tumble.
 * Python's pictures come one after the other, at a pace that people can follow.
 */

import { patch } from "../elements.js";

/** @import { Shown } from "./shown.d.ts" */

const [SHORT, LONG] = [250, 500]; // milliseconds of a slide to a neighboring place, and to a far one
const GO = 300; // milliseconds until a piece has disappeared
export const TUMBLE = 360; // milliseconds until a die is at rest
const [TURN, TURNS] = [240, 2000]; // milliseconds to turn over one die, and the most for all of them
const MANY = 12; // if this many pieces appear or disappear, it is another board, not a move
const PIECE = ":is(.gk-token, .gk-chip, [class^=gk-emblem]):not(.gk-ghost, .gk-outline, .gk-faint)";
const SETTLE = 80; // milliseconds of rest after a movement
const REPLY = 300; // milliseconds from the end of a move to the beginning of the answer
const HELD = 1600; // milliseconds for a picture in which something was revealed or captured
/** @type {Record<string, number>} milliseconds between two moves of bots, as `PACES` in table/tabletop.py */
export const PACES = { slow: 2400, normal: 900, fast: 250 };
/** @type {Record<string, number>} of a replay, as `SPEEDS` in replay.py */
export const SPEEDS = { "½": 0.5, 1: 1, 2: 2, 4: 4 };
const BOARD = 2000; // milliseconds for which a replay shows a board

/** @typedef {[number, number]} Place */

/**
 * Read where a piece stands from its transform.
 * @param {string | null} transform
 * @returns {Place | null}
 */
export function whereabouts(transform) {
  const found = /^translate\((-?[\d.]+) (-?[\d.]+)\)$/.exec(transform ?? "");
  return found && [Number(found[1]), Number(found[2])];
}

/**
 * The state of a piece or a die. For a piece that leaves a line at its end and enters it at its beginning,
 * `around` says where it was, where it disappears, and where it reappears.
 * @typedef {{place: Place | null, roll: string | null, around: Place[]}} State
 */

/**
 * @param {Element} piece
 * @returns {State}
 */
const stateOf = (piece) => ({
  place: whereabouts(piece.getAttribute("transform")),
  roll: piece.getAttribute("data-roll"),
  around: places(piece.getAttribute("data-around")),
});

/** @param {string | null} written */
const places = (written) =>
  (written?.split(",") ?? []).map((each) => /** @type {Place} */ (each.split(" ").map(Number)));

/** @param {Element} board */
const piecesOn = (board) => [...board.querySelectorAll(".gk-pieces [data-key]:not([data-gone])")];

/**
 * Patch a board. Then pieces slide to their new places, revealed dice turn over, and rolled dice tumble, in
 * this order.
 * @param {Element} board
 * @param {Element} wanted
 * @param {number} [speed]
 * @returns {Played}
 */
export function patchBoard(board, wanted, speed = 1) {
  if (board.tagName !== wanted.tagName) {
    board.replaceWith(wanted);
    return { moved: 0, rested: 0 };
  }
  const pieces = piecesOn(board);
  const before = new Map(pieces.map((piece) => [piece.getAttribute("data-key"), stateOf(piece)]));
  const parents = new Map(pieces.map((piece) => [piece, piece.parentElement]));
  if (!isStill()) finish(board);
  patch(board, wanted);
  if (isStill()) return { moved: 0, rested: 0 };
  const { slid, rolled, turned, come } = changes(piecesOn(board), before);
  const gone = pieces.filter((piece) => !piece.isConnected && piece.matches(PIECE));
  const isMove = come.length < MANY && gone.length < MANY;
  const fades = isMove ? [...come.map(appear), ...gone.map((piece) => wither(piece, parents.get(piece)))] : [];
  const slides = slid.map(([piece, way]) => slide(piece, way));
  const settled = Math.max(0, ...slides, ...fades);
  const moved = settled + turnOver(turned, settled);
  for (const die of rolled) tumble(die, moved);
  if (speed !== 1) for (const animation of board.getAnimations({ subtree: true })) animation.playbackRate = speed;
  const rested = moved + (rolled.length > 0 ? TUMBLE : 0);
  return { moved: moved / speed, rested: rested / speed };
}

/**
 * Finish all animations inside an element.
 * @param {Element} element
 */
export function finish(element) {
  for (const animation of element.getAnimations({ subtree: true })) animation.finish();
}

/**
 * Return the pieces that have moved, the dice that were rolled or turned over, and the pieces that are new.
 * @param {Element[]} pieces
 * @param {Map<string | null, State>} before
 */
function changes(pieces, before) {
  /** @type {[Element, Place[]][]} */
  const slid = [];
  /** @type {Element[]} */
  const rolled = [];
  /** @type {Element[]} */
  const come = [];
  let isTurned = false;
  for (const piece of pieces) {
    const was = before.get(piece.getAttribute("data-key"));
    const now = stateOf(piece);
    const isThrown = piece.querySelector("[data-roll]") !== null; // somebody lifts a die and throws it there
    if (now.roll !== null) {
      const isToTurn = piece.hasAttribute("data-turned");
      if (now.roll !== was?.roll && isToTurn) isTurned = true;
      else if (now.roll !== was?.roll) rolled.push(piece);
    } else if (!was) {
      if (piece.matches(PIECE)) come.push(piece);
    } else if (was.place && now.place && String(was.place) !== String(now.place) && !isThrown) {
      slid.push([piece, wayOf(was, now)]);
    }
  }
  return { slid, rolled, come, turned: isTurned ? pieces.filter((piece) => piece.hasAttribute("data-turned")) : [] };
}

/**
 * Return the places through which a piece goes: straight, or around the ends of its line. An undone move takes
 * the same way back.
 * @param {State} was
 * @param {State} now
 * @returns {Place[]}
 */
export function wayOf(was, now) {
  const [from, to] = [/** @type {Place} */ (was.place), /** @type {Place} */ (now.place)];
  if (String(now.around[0]) === String(from)) return [...now.around, to];
  if (String(was.around[0]) === String(to)) return [from, ...was.around.slice(1).reverse(), to];
  return [from, to];
}

/**
 * Return how long a piece takes for this distance.
 * @param {number} far in the units of the board, in which a cell is at most a hundred wide
 */
export const slideTime = (far) => Math.min(LONG, Math.max(SHORT, 150 + far));

/**
 * @param {Element} piece
 * @param {Place[]} way
 * @returns {number} milliseconds
 */
function slide(piece, way) {
  const isAround = way.length > 2;
  const frames = way.map(([x, y], n) => ({
    transform: `translate(${x}px, ${y}px)`,
    ...(isAround && { opacity: n === 0 || n === way.length - 1 ? 1 : 0, offset: [0, 0.5, 0.5, 1][n] }),
  }));
  const [[ax, ay], [bx, by]] = [way[0], way[way.length - 1]];
  const duration = isAround ? LONG : slideTime(Math.hypot(bx - ax, by - ay));
  piece.animate(frames, { duration, easing: isAround ? "linear" : "cubic-bezier(.3,.7,.3,1)" });
  return duration;
}

/** @param {Element} piece */
function appear(piece) {
  piece.animate([{ opacity: 0, offset: 0 }], { duration: SHORT, easing: "ease-out" });
  return SHORT;
}

/**
 * Let a piece that is gone disappear slowly.
 * @param {Element} piece
 * @param {Element | null | undefined} parent
 */
function wither(piece, parent) {
  if (!parent?.isConnected) return 0;
  parent.append(piece);
  piece.setAttribute("data-gone", ""); // a patch that needs the piece again removes this
  const going = piece.animate([{ opacity: 0, offset: 1 }], { duration: GO, easing: "ease-in" });
  going.onfinish = () => piece.hasAttribute("data-gone") && piece.remove();
  return GO;
}

/**
 * Turn dice over one after the other. Words appear when their turn comes.
 * @param {Element[]} pieces
 * @param {number} delay milliseconds until the first one turns
 * @returns {number} milliseconds for all
 */
function turnOver(pieces, delay) {
  const orders = pieces.map((piece) => Number(piece.getAttribute("data-turned")));
  const last = Math.max(0, ...orders);
  const step = Math.min(TURN, TURNS / Math.max(last, 1));
  pieces.forEach((piece, n) => {
    const timing = { duration: step, delay: delay + step * (orders[n] - 1), fill: /** @type {const} */ ("backwards") };
    const back = piece.querySelector(".gk-back");
    if (back) {
      piece.animate([{ transform: "none" }, { transform: "scaleX(0)" }, { transform: "none" }], timing);
      back.animate([{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0, offset: 0.5 }, { opacity: 0 }], timing);
    }
    const word = back ? piece.querySelector(".gk-said-of-die") : piece;
    word?.animate([{ opacity: 0 }, { opacity: 0, offset: 0.5 }, { opacity: 1 }], timing);
  });
  return step * last;
}

/**
 * @param {Element} die
 * @param {number} delay milliseconds until the throw, before which it is invisible
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

/**
 * Return how many times faster than usual pieces move.
 * @param {string | undefined} pace
 */
export const speedOf = (pace) => SPEEDS[pace ?? ""] ?? 1;

/**
 * Return the milliseconds between two moves.
 * @param {string | undefined} pace
 */
export function pauseAt(pace = "") {
  return pace in SPEEDS ? BOARD / SPEEDS[pace] : PACES[pace] ?? PACES.normal;
}

/** @typedef {{moved: number, rested: number}} Played milliseconds until pieces are at rest, and until dice are */

/**
 * Return how long a picture stays before the next one may follow.
 * @param {Shown} shown the picture
 * @param {Shown} next the one after it
 * @param {Played} played what moves in the picture
 */
export function stay(shown, next, { moved, rested }) {
  if (!next.reply) return 0; // a press gets its answer at once
  if (shown.pace) return rested + SETTLE; // people have chosen the pace themselves
  return Math.max(rested + SETTLE, moved + (shown.held ? HELD : REPLY));
}

/** The pictures that wait, and the one on the page. */
export class Queue {
  /**
   * @param {Shown} first the present picture
   * @param {(shown: Shown) => Played} show
   */
  constructor(first, show) {
    this.seen = first;
    this.show = show;
    /** @type {Shown[]} */
    this.waiting = [];
    /** @type {Played} */
    this.played = { moved: 0, rested: 0 };
    this.since = 0; // when it appeared
    this.timer = 0;
  }

  /** @returns {boolean} does any picture still wait? */
  get isBehind() {
    return this.waiting.length > 0;
  }

  /** @param {Shown} shown */
  add(shown) {
    this.waiting.push(shown);
    if (this.waiting.length === 1) this.showNext();
  }

  /** Show the next picture once it is time for it. */
  showNext() {
    clearTimeout(this.timer);
    const [next] = this.waiting;
    if (!next) return;
    const due = this.since + (isStill() ? 0 : stay(this.seen, next, this.played));
    const wait = due - performance.now();
    if (wait > 0) {
      this.timer = setTimeout(() => this.showNext(), wait);
      return;
    }
    this.waiting.shift();
    this.put(next);
    this.showNext();
  }

  /** @param {Shown} shown */
  put(shown) {
    this.since = performance.now();
    this.seen = shown;
    this.played = this.show(shown);
  }

  /** Show the latest picture now. */
  skip() {
    const last = this.waiting.pop();
    this.waiting.length = 0;
    clearTimeout(this.timer);
    this.since = 0;
    if (last) this.put(last);
  }

  close() {
    clearTimeout(this.timer);
  }
}

/** Does the viewer want less motion? Then everything appears at once. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
