/**
 * What people click, choose or type, and how the page reports it.
 */

/** @import { Report } from "./shown.d.ts" */

/**
 * Report what people do on a page.
 * @param {Element} root the page
 * @param {Report} report
 */
export function listen(root, report) {
  root.addEventListener("click", ({ target }) => {
    if (target instanceof Element) clicked(target, root, report);
  });
  root.addEventListener("input", ({ target }) => changed(target, report));
  root.addEventListener("submit", (event) => {
    event.preventDefault();
    submitted(event.target, root, report);
  });
}

/**
 * @param {Element} target
 * @param {Element} root the page
 * @param {Report} report
 */
function clicked(target, root, report) {
  const cell = target.closest("[data-cell]");
  if (cell instanceof SVGElement) {
    report("press", cell.dataset.cell ?? ""); // before the focus, which costs the browser a layout
    cell.focus({ preventScroll: true });
    return;
  }
  const used = target.closest("button[data-do]");
  if (!used && target.closest(".gk-place") && root.querySelector(".gk-here")) report("leave", "");
  if (!used) return;
  if (used.getAttribute("data-do") === "unfold") {
    unfold(root);
    return;
  }
  const deed = used.getAttribute("data-do") ?? "";
  const what = used.getAttribute("data-what") ?? "";
  report(deed, deed === "look" ? Number(what) : what);
}

/**
 * Open the text of the rule over the list of turns, or close it.
 * @param {Element} root the page
 */
function unfold(root) {
  const rule = root.querySelector(".gk-rule");
  if (!(rule instanceof HTMLElement)) return;
  rule.hidden = !rule.hidden;
  const next = root.querySelector(rule.hidden ? ".gk-message button" : ".gk-rule button");
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}

/**
 * @param {EventTarget | null} target
 * @param {Report} report
 */
function changed(target, report) {
  if (target instanceof HTMLSelectElement && target.dataset.do) report(target.dataset.do, target.value);
  if (target instanceof HTMLTextAreaElement) {
    report("notes", { pad: Number(target.dataset.pad), text: target.value });
  }
  if (target instanceof HTMLInputElement && target.type === "range") {
    report("look", Number(target.value));
  }
}

/**
 * @param {EventTarget | null} form
 * @param {Element} root the page
 * @param {Report} report
 */
function submitted(form, root, report) {
  if (form instanceof HTMLFormElement && form.matches(".gk-start")) {
    report("answer", Object.fromEntries(new FormData(form)));
    return;
  }
  const typed = root.querySelector(".gk-type input");
  if (typed instanceof HTMLInputElement && typed.value.trim()) report("type", typed.value);
}
