/**
 * Functions that make elements, and that change a page while they keep every element that stays.
 */

/**
 * Make an element: `make("li", {class: "x"}, "text", child, ...)`. It leaves out undefined
 * attributes and empty children.
 * @param {string} tag
 * @param {Record<string, string | undefined>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElement}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, value);
  }
  // Text beside elements gets an element of its own, because `patch` compares elements.
  const isMixed = children.some((child) => child instanceof Element);
  for (const child of children) {
    if (!child) continue;
    if (child instanceof Node) element.append(child);
    else if (isMixed) element.append(make("span", {}, child));
    else element.append(child);
  }
  return element;
}

/**
 * Make a picture. Its label may hold what a person wrote, so it never becomes markup.
 * @param {string} markup
 * @param {string} [label]
 */
export function parseSvg(markup, label) {
  const template = document.createElement("template");
  template.innerHTML = markup;
  const picture = /** @type {Element} */ (template.content.firstElementChild);
  if (label) {
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", label);
  }
  return picture;
}

/**
 * Return a number with as many digits as its axis needs, as `number_on` does in questions.py.
 * @param {number} value
 * @param {number} low
 * @param {number} high
 * @param {string} [unit]
 */
export function numberOf(value, low, high, unit) {
  const span = high - low;
  const digits = span >= 50 ? 0 : span >= 5 ? 1 : 2;
  const number = value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${number.replace("-", "−")}${unit ? ` ${unit}` : ""}`;
}

/**
 * Return the element with the focus on the page of an element, or in its shadow root.
 * @param {Element} element
 */
export const focusedBeside = (element) =>
  /** @type {Document | ShadowRoot} */ (element.getRootNode()).activeElement;

/**
 * Focus the cell of JupyterLab after the one that a widget is in.
 * @param {Element} widget
 * @returns {boolean} whether there is one
 */
export function focusNextCell(widget) {
  const next = widget.closest(".jp-Cell")?.nextElementSibling;
  if (!(next instanceof HTMLElement)) return false;
  next.focus({ preventScroll: true });
  return true;
}

/**
 * Show a new widget, and bring its output into sight if ▶ or Shift+Enter has just run its cell.
 * @param {Element} place
 * @param {Element} widget
 */
export function begin(place, widget) {
  const drawn = new ResizeObserver(() => {
    const next = widget.closest(".jp-CodeCell")?.nextElementSibling;
    const page = widget.closest(".jp-WindowedPanel-outer")?.getBoundingClientRect();
    const output = widget.closest(".jp-OutputArea");
    drawn.disconnect();
    if (!page || !output || !next?.matches(".jp-mod-active") || !navigator.userActivation?.isActive) return;
    const { top, bottom } = output.getBoundingClientRect(); // the reader may have scrolled away
    if (top < page.bottom && bottom > page.top) output.scrollIntoView({ block: "nearest" });
  });
  place.append(widget);
  drawn.observe(widget);
}

/**
 * Let Shift+Enter in a widget run the next cell of JupyterLab. A press in the widget has selected its own cell.
 * @param {KeyboardEvent} event
 * @param {Element} widget
 */
export function runsNext({ key, shiftKey, target }, widget) {
  const isWritten = target instanceof Element && target.matches("textarea"); // where it begins a line
  return key === "Enter" && shiftKey && !isWritten && focusNextCell(widget);
}

const SHAPES = ["M8 1L15.5 14H.5Z", "M8 0L16 8L8 16L0 8Z"];
const MARKS = ["M2.5 2.5L13.5 13.5M13.5 2.5L2.5 13.5", "M8 2A6 6 0 1 1 7.9 2Z"];

// The looks "bee" and "moth" of drawing/svg.py. A moth this small has no spots.
const INSECTS = [
  `<path class="gk-wing-0" d="M-6-6C-20-44-54-36-48-12C-44 4-20 6-6 2ZM6-6C20-44 54-36 48-12C44 4 20 6 6 2Z"/>
  <path class="gk-body-0" d="M0-36C14-36 13-20 12-16C24-10 24 32 0 48C-24 32-24-10-12-16C-13-20-14-36 0-36ZM-4-33L-15-48M4-33L15-48"/>
  <path class="gk-stripe" d="M-17 2Q0 8 17 2M-18 16Q0 22 18 16M-13 30Q0 35 13 30"/>`,
  `<path class="gk-wing-1" d="M-4-14C-16-34-40-44-50-38C-52-12-34 8-4 6ZM4-14C16-34 40-44 50-38C52-12 34 8 4 6ZM-4 6C-28 8-36 24-26 42C-12 42-4 26-4 6ZM4 6C28 8 36 24 26 42C12 42 4 26 4 6Z"/>
  <path class="gk-body-1" d="M0-26C9-26 8 30 0 36C-8 30-9-26 0-26ZM-2-24Q-8-40-20-46M2-24Q8-40 20-46"/>`,
];

/**
 * Return the signs of a player: a shape, a mark and an insect. The style sheet shows one of them.
 * @param {number | null | undefined} player
 * @param {string} [name] of the player, where nothing beside the sign says it
 */
export function emblem(player, name) {
  if (player !== 0 && player !== 1) return null;
  return parseSvg(
    `<svg class="gk-emblem" viewBox="0 0 16 16"${name ? "" : ' aria-hidden="true"'}>` +
      `<path class="gk-emblem-shape gk-emblem-${player}" d="${SHAPES[player]}"/>` +
      `<path class="gk-emblem-mark gk-stroke-${player}" d="${MARKS[player]}"/>` +
      `<g class="gk-emblem-insect" transform="translate(8 8) scale(.16)">${INSECTS[player]}</g></svg>`,
    name,
  );
}

/**
 * Return a button that reports its press: `data-do` is the action, `data-what` its detail. A disabled button
 * stays in place, can have the focus, and says why when somebody presses it.
 * @param {string} action
 * @param {string | number} what
 * @param {string | Node} label
 * @param {Record<string, string | undefined>} [attributes]
 */
export function button(action, what, label, attributes = {}) {
  return make(
    "button",
    { type: "button", "data-key": `${action}-${what}`, "data-do": action, "data-what": String(what), ...attributes },
    label,
  );
}

/**
 * Return the cells of a board.
 * @param {Element} board
 * @returns {SVGElement[]}
 */
export function cellsOf(board) {
  return [...board.querySelectorAll("[data-cell]")].filter((cell) => cell instanceof SVGElement);
}

/** @param {Element} element */
const keyOf = (element) => element.getAttribute("data-key") ?? element.tagName;

/**
 * Make one element like another, and keep every child that has the same key. The content of an element with
 * `data-own` belongs to another module. Elements with the same `data-same` have the same content.
 * @param {Element} live
 * @param {Element} wanted
 */
export function patch(live, wanted) {
  const same = wanted.getAttribute("data-same");
  if (live.isEqualNode(wanted) || (same && same === live.getAttribute("data-same"))) return;
  patchAttributes(live, wanted);
  if (wanted.hasAttribute("data-own")) return;
  if (live.children.length > 0 && wanted.children.length > 0) patchChildren(live, wanted);
  else if (wanted.children.length > 0) live.replaceChildren(...wanted.children);
  else if (live.textContent !== wanted.textContent) live.textContent = wanted.textContent;
}

/**
 * @param {Element} live
 * @param {Element} wanted
 */
function patchAttributes(live, wanted) {
  for (const { name } of [...live.attributes]) {
    // Only the page knows whether somebody has folded it.
    if (name !== "tabindex" && name !== "open" && !wanted.hasAttribute(name)) live.removeAttribute(name);
  }
  for (const { name, value } of [...wanted.attributes]) {
    // Only the page knows the tab order, which follows the focus.
    if (name !== "tabindex" && live.getAttribute(name) !== value) live.setAttribute(name, value);
  }
}

/**
 * @param {Element} live
 * @param {Element} wanted
 */
function patchChildren(live, wanted) {
  /** @type {Map<string, Element[]>} */
  const kept = new Map();
  for (const child of live.children) {
    const same = kept.get(keyOf(child));
    if (same) same.push(child);
    else kept.set(keyOf(child), [child]);
  }
  const children = [...wanted.children].map((next) => {
    const same = kept.get(keyOf(next))?.shift();
    if (same) patch(same, next);
    return same ?? next;
  });
  for (const left of kept.values()) for (const child of left) child.remove();
  arrange(live, children);
}

const AHEAD = 8; // how far to look for a child before moving it

/**
 * Bring children into this order with few moves, because each move costs the browser work. A child in the way
 * stays, because its turn comes later.
 * @param {Element} parent
 * @param {Element[]} children all its children, and new ones
 */
export function arrange(parent, children) {
  let cursor = parent.firstElementChild;
  for (const child of children) {
    let found = cursor;
    for (let ahead = 0; ahead < AHEAD && found && found !== child; ahead += 1) {
      found = found.nextElementSibling;
    }
    if (found === child) cursor = child.nextElementSibling;
    else parent.insertBefore(child, cursor);
  }
}
