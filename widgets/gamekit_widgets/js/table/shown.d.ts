import type { Solid } from "../cube/figure.js";

/** What Python sends (`Shown` in browser_page.py). Every part but the first few may be left out. */
export interface Shown {
  kind: "table" | "task" | "board" | "replay";
  svg: string; // the board; of a game of many boards, an element with several
  title: string;
  reply?: boolean; // somebody else did this: what was there before is to be seen first
  held?: boolean; // something was revealed or caught: this is to be seen longer
  signs?: string; // what players are known by: "shapes", "marks" or "insects"
  solid?: InSpace | null; // the same in space
  task?: string;
  rungs?: string[]; // of the ladder of hints
  note?: string;
  prompt?: string;
  besides?: string; // what else only the picture says, for screen readers
  mover?: number | null;
  ending?: Law | null;
  outcome?: string; // how the game ended, in two words
  won?: "you" | "other" | number | null; // who won, as the page colors it
  message?: Message | null;
  players?: Player[];
  choices?: Option[];
  asked?: [string, string][]; // of each of several boards: its prompt and reminder
  rows?: [number, number]; // of buttons, beside the board or below it: there are never more
  grips?: string[]; // cells that can be dragged onto another with a mouse
  curtain?: Control | null;
  veiled?: boolean; // the curtain hides the board, not only its secrets
  controls?: Control[];
  moves?: Move[];
  at?: number; // the board after that many moves is shown
  ply?: number; // that many moves have been made; later ones were taken back
  guide?: string; // how to play, in a few sentences
  guide_picture?: string; // beside them, as SVG
  typing?: string;
  thinks_on?: number; // thoughts so far: ask for more unless there are none
  chances?: Chance[]; // once somebody looked back
  whose?: string; // chances they are, in words
  scale?: string[]; // what their line shows at its top, in its middle and at its bottom
  trouble?: string; // why the match is not being written down as it should
  clock?: Times | null;
  auto?: boolean;
  pace?: string;
  viewers?: Control[]; // whose eyes the board may be seen with; `why` marks the chosen ones
  form?: Field[];
  pad?: number | null;
}

export interface Law {
  id: string;
  title: string;
  text: string;
}

export interface Message {
  kind: string;
  text: string;
  law: Law | null;
  legal: string[];
  marks?: [string, string][]; // "played" or "better", and the words of the text that say it
}

export interface Player {
  name: string;
  who: string;
  active: boolean;
}

/** A turn: from its first to its last move. */
export interface Move {
  first: number;
  ply: number;
  player: number | null; // none where a die opened it for both
  name?: string; // the player's
  before: string; // what its player rolled
  text: string; // its notation
  words: string; // what was done, and what came of it
  sign?: string; // of its worst decision, once somebody looked back
  look?: number; // and the board before it
  better?: string; // what was better there, in words
}

/** A button; `why` says why it cannot be used now. */
export interface Control {
  name: string;
  label: string;
  why: string;
}

export interface Option {
  name: string;
  label: string;
  state: "" | "pressed" | "on" | "off" | "hinted" | "second" | "played" | "better";
  at: string; // the cell at which it opens
  look: string; // a picture instead of words
  board?: string; // the number of the board it belongs to, where there are several
  title?: string; // what it does, where the label cannot say all of it
  form?: "" | "narrow" | "third" | "main" | "narrow main" | "disabled" | "narrow disabled";
}

/** The chance to win after a decision, which was made after `ply` moves. */
export interface Chance {
  ply: number;
  value: number;
  low: number;
  high: number;
  said: string; // what the value stands for
  sign: string; // "?!", "?" or "??" for what surely was a mistake
}

/** Seconds for the move and in reserve, for each player. */
export interface Times {
  running: number | null;
  left: [number, number][];
  period: number | null;
}

/** Asked before a match: a menu of these options, or without any a line to type on. */
export interface Field {
  name: string;
  label: string;
  value: string;
  options: [string, string][];
}

/** A position in space, and the name of the module that draws it. */
export interface InSpace extends Solid {
  module: string;
}

/** Tells Python what was done. */
export type Report = (deed: string, what: string | number | object) => void;
