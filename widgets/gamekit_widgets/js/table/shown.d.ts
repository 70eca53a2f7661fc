import type { Solid } from "../cube/figure.js";

/** The state that Python sends. `Shown` in browser_page.py explains the parts. */
export interface Shown {
  kind: "table" | "task" | "board" | "replay";
  svg: string; // the board, or an element with several boards
  title: string;
  reply?: boolean;
  held?: boolean;
  signs?: string;
  solid?: InSpace | null;
  task?: string;
  rungs?: string[];
  note?: string;
  prompt?: string;
  besides?: string;
  mover?: number | null;
  ending?: Law | null;
  outcome?: string;
  won?: "you" | "other" | number | null;
  message?: Message | null;
  players?: Player[];
  choices?: Option[];
  asked?: [string, string][];
  rows?: [number, number];
  grips?: string[];
  curtain?: Control | null;
  veiled?: boolean;
  controls?: Control[];
  moves?: Move[];
  at?: number;
  ply?: number;
  guide?: string;
  guide_picture?: string;
  typing?: string;
  thinks_on?: number; // if it is not 0, the page asks for another thought
  chances?: Chance[];
  whose?: string;
  scale?: string[];
  trouble?: string;
  clock?: Times | null;
  auto?: boolean;
  pace?: string;
  viewers?: Control[];
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
  marks?: [string, string][];
}

export interface Player {
  name: string;
  who: string;
  active: boolean;
}

/** A turn, from its first to its last move. */
export interface Move {
  first: number;
  ply: number;
  player: number | null;
  name?: string;
  before: string;
  dealt: boolean;
  text: string;
  words: string;
  sign?: string;
  look?: number;
  better?: string;
}

/** A button. */
export interface Control {
  name: string;
  label: string;
  why: string;
}

export interface Option {
  name: string;
  label: string;
  state: "" | "pressed" | "on" | "off" | "hinted" | "second" | "played" | "better";
  at: string;
  look: string;
  board?: string;
  title?: string;
  form?: "" | "narrow" | "third" | "main" | "narrow main" | "disabled" | "narrow disabled";
}

/** A point of the line of a look back. */
export interface Chance {
  ply: number;
  value: number;
  low: number;
  high: number;
  said: string;
  sign: string;
}

/** Seconds for the move and in reserve, for each player. */
export interface Times {
  running: number | null;
  left: [number, number][];
  period: number | null;
}

/** A question before a match: a menu of these options or, without any, a text field. */
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

/** Tells Python what somebody did. */
export type Report = (action: string, what: string | number | object) => void;
