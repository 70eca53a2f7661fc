/**
 * Changing a page into what it should be, while keeping every element that stays.
 */

/** @param {Element} element */
const keyOf = (element) => element.getAttribute("data-key") ?? element.tagName;

/**
 * Make one element like another, keeping every child that has the same key. The inside of
 * an element marked `data-own` belongs to another module. Elements with the same `data-same` are the same.
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
    // The page decides whether it is folded.
    if (name !== "tabindex" && name !== "open" && !wanted.hasAttribute(name)) live.removeAttribute(name);
  }
  for (const { name, value } of [...wanted.attributes]) {
    // The tab order follows the focus, which only the page knows.
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
 * Bring children into this order with few moves, because each costs the browser work. Skip those in
 * the way, whose turn comes later.
 * @param {Element} parent
 * @param {Element[]} children all that it holds, and new ones
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
