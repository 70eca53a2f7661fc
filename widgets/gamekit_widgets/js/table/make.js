/**
 * Making elements.
 */

/**
 * Write an element: `make("li", {class: "x"}, "text", child, ...)`; undefined attributes are left
 * out, and so are empty children.
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
  // Text beside elements gets an element of its own, which is what `patch` compares.
  const isMixed = children.some((child) => child instanceof Element);
  for (const child of children) {
    if (!child) continue;
    if (child instanceof Node) element.append(child);
    else if (isMixed) element.append(make("span", {}, child));
    else element.append(child);
  }
  return element;
}

/** @param {string} markup */
export function parseSvg(markup) {
  const template = document.createElement("template");
  template.innerHTML = markup;
  return /** @type {Element} */ (template.content.firstElementChild);
}

const SHAPES = ["M8 1L15.5 14H.5Z", "M8 0L16 8L8 16L0 8Z"];
const MARKS = ["M2.5 2.5L13.5 13.5M13.5 2.5L2.5 13.5", "M8 2A6 6 0 1 1 7.9 2Z"];

/**
 * The sign of a player: a shape or, in games of X and O, the mark; the style sheet knows which.
 * @param {number | null | undefined} player
 */
export function emblem(player) {
  if (player !== 0 && player !== 1) return null;
  return parseSvg(
    `<svg class="gk-emblem" viewBox="0 0 16 16" aria-hidden="true">` +
      `<path class="gk-emblem-shape gk-emblem-${player}" d="${SHAPES[player]}"/>` +
      `<path class="gk-emblem-mark gk-stroke-${player}" d="${MARKS[player]}"/></svg>`,
  );
}

/**
 * A button that reports itself: `data-do` is the deed, `data-what` its detail. One that cannot be
 * used now stays in place, can be focused, and says why when it is pressed.
 * @param {string} deed
 * @param {string | number} what
 * @param {string | Node} label
 * @param {Record<string, string | undefined>} [attributes]
 */
export function button(deed, what, label, attributes = {}) {
  return make(
    "button",
    { type: "button", "data-key": `${deed}-${what}`, "data-do": deed, "data-what": String(what), ...attributes },
    label,
  );
}
