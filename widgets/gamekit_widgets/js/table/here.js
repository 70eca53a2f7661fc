/**
 * Choices about a cell open at the cell.
 */

import { button, make, parseSvg } from "./make.js";

/** @import { Option } from "./shown.d.ts" */

const APART = 4; // pixels between the cells around it and what opens there

/** @param {Option[] | undefined} choices */
export const atCells = (choices) => (choices ?? []).filter(({ at }) => at);

/** @param {Option[] | undefined} choices */
export function choicesHere(choices) {
  const here = atCells(choices);
  if (here.length === 0) return null;
  return make(
    "div",
    { class: "gk-here", "data-key": "here", "data-at": here[0].at, role: "group", "aria-label": `Choices for ${here[0].at}` },
    ...here.map(({ name, label, state, look }) =>
      button("press", name, look ? parseSvg(look) : label, {
        "aria-label": label,
        title: label,
        class: state ? `gk-${state}` : undefined,
      }),
    ),
  );
}

/**
 * Put what opens at a cell below it, or above it in the lower half of the board; the cells around it
 * stay in sight, for they are what the choice is about.
 * @param {Element} root the page
 */
export function placeHere(root) {
  const here = root.querySelector(".gk-here");
  if (!(here instanceof HTMLElement) || !(here.offsetParent instanceof HTMLElement)) return;
  const cell = root.querySelector(`[data-cell="${CSS.escape(here.dataset.at ?? "")}"]`);
  if (!cell) return;
  const field = here.offsetParent.getBoundingClientRect();
  const { left, right, top, bottom } = cell.getBoundingClientRect();
  here.style.visibility = right > left ? "" : "hidden"; // on a board that is not shown
  const half = here.offsetWidth / 2;
  const x = Math.min(Math.max((left + right) / 2 - field.left, half), field.width - half);
  const away = bottom - top + APART;
  const isLow = (top + bottom) / 2 > (field.top + field.bottom) / 2;
  const y = isLow ? top - field.top - here.offsetHeight - away : bottom - field.top + away;
  here.style.left = `${Math.round(x - half)}px`;
  here.style.top = `${Math.round(y)}px`;
}
