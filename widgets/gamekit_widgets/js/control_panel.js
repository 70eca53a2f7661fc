/**
 * The browser side of a panel of controls (notebook_widgets.py).
 *
 * Python sends HTML for each part, and the value of every control. This module replaces the parts that have
 * changed, and reports which control somebody set or which button they used.
 */

import { inTurn, widget } from "./connection.js";
import { begin, focusNextCell, focusedBeside, make, numberOf, runsNext } from "./elements.js";

/** @import { Answer, Model } from "./connection.js" */

/**
 * @typedef {{
 *   title: string, parts: Record<string, string>, values: Record<string, number>,
 *   changed: string[], why: Record<string, string>,
 * }} Shown
 */

/** One panel on the page. */
class View {
  /**
   * @param {Model<Shown>} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    this.model = model;
    this.send = inTurn(model);
    // Its ids and groups of choices differ from those of other panels, each of which may have a module of its own.
    this.id = Math.random().toString(36).slice(2);
    /** @type {Set<string>} */
    this.used = new Set(); // buttons that somebody used here, so that their files are for this browser
    /** @type {Record<string, string>} */
    this.parts = {};
    this.root = document.createElement("section");
    this.root.className = "gk gk-control-panel";
    this.root.tabIndex = -1; // so that a press beside its buttons keeps the focus here, too
    begin(el, this.root);
    this.update();
    this.root.addEventListener("input", (event) => this.moved(event));
    this.root.addEventListener("change", (event) => this.set(event));
    this.root.addEventListener("click", (event) => this.clicked(event));
    model.on("msg:custom", this.came);
    // The notebook may listen first, and it has shortcuts on plain letters.
    window.addEventListener("keydown", this.keyCame, { capture: true });
  }

  /** @param {KeyboardEvent} event */
  keyCame = (event) => {
    const place = this.root.closest(".gk-lab:focus") ?? this.root; // the focus is on it after a press beside its panels
    if (event.composedPath().includes(place) && !runsNext(event, this.root)) event.stopPropagation();
  };

  /** Stop listening to the page. */
  close() {
    window.removeEventListener("keydown", this.keyCame, { capture: true });
    this.model.off("msg:custom", this.came);
  }

  /**
   * Take a file that Python sends after the press of a button, if that was here.
   * @param {Answer} answer
   */
  came = ({ to, file, text }) => {
    if (to && file && text && this.used.delete(to)) download(file, text);
  };

  /** Show what Python sent. */
  update = () => {
    const shown = this.model.get("shown");
    if (!shown.parts) return;
    this.root.setAttribute("aria-label", shown.title);
    const isDone = Object.entries(shown.parts).map(([name, html]) => this.put(name, html)).some(Boolean);
    for (const knob of this.root.querySelectorAll("[data-knob]")) {
      knob.classList.toggle("gk-changed", shown.changed.includes(knob.getAttribute("data-knob") ?? ""));
    }
    for (const control of this.controls()) {
      const value = shown.values[control.dataset.name ?? ""];
      // Python may answer an earlier step of a slider that somebody is moving, by pointer or by keys.
      if (value !== undefined && !control.matches(":active, [type=range]:focus")) turn(control, value);
      this.tell(control);
    }
    for (const button of this.root.querySelectorAll("button[data-click]")) {
      const why = shown.why[button.getAttribute("data-click") ?? ""];
      button.toggleAttribute("aria-disabled", false);
      if (why) button.setAttribute("aria-disabled", "true");
      button.setAttribute("title", why ?? "");
    }
    // Without a focus, Shift+Enter would do nothing. It moves last, because Chromium holds the focused cell in
    // place, and whatever grows above that cell would go up.
    if (isDone && !focusNextCell(this.root)) this.root.focus({ preventScroll: true });
  };

  /**
   * Replace a part of the panel, and return whether the focused button went with it.
   * @param {string} name
   * @param {string} html
   */
  put(name, html) {
    if (this.parts[name] === html) return false;
    let part = this.root.querySelector(`[data-part="${name}"]`);
    if (!part) {
      part = document.createElement("div");
      part.setAttribute("data-part", name);
      part.className = `gk-part-${name}`;
      if (name === "said" || name === "news") part.setAttribute("aria-live", "polite");
      this.root.append(part);
    }
    const isDone = !html && part.contains(focusedBeside(part));
    part.innerHTML = html.replaceAll(/(\s(?:id|for|name|aria-describedby)=")/g, `$1panel-${this.id}-`);
    this.parts[name] = html;
    return isDone;
  }

  /** @returns {(HTMLInputElement | HTMLSelectElement)[]} */
  controls() {
    return [...this.root.querySelectorAll("[data-name]")].filter(
      (control) => control instanceof HTMLInputElement || control instanceof HTMLSelectElement,
    );
  }

  /**
   * Write the number beside a slider.
   * @param {HTMLInputElement | HTMLSelectElement} control
   */
  tell(control) {
    const value = control.closest("[data-knob]")?.querySelector(".gk-value");
    if (value) value.textContent = valueOf(control);
  }

  /** @param {Event} event */
  moved({ target }) {
    if (target instanceof HTMLInputElement) this.tell(target);
    const isWritten = target instanceof HTMLTextAreaElement && target.dataset.write !== undefined;
    if (isWritten) this.send({ do: "write", what: target.value });
  }

  /** @param {Event} event */
  set({ target }) {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    const { on, off, name } = target.dataset;
    const isSwitch = target instanceof HTMLInputElement && target.type === "checkbox";
    const value = isSwitch ? (target.checked ? on : off) : target.value;
    if (!name || !value) return;
    if (this.parts.doing !== undefined) this.put("doing", "Changing …"); // until Python says what is happening
    this.send({ do: "set", what: `${name}=${value}` });
  }

  /**
   * Scroll to an element of the lab as soon as it appears, unless somebody goes elsewhere first.
   * @param {string} what its selector
   */
  bring(what) {
    const lab = this.root.closest(".gk-lab");
    if (!lab) return;
    const before = lab.querySelector(what);
    const watching = new MutationObserver(() => {
      const found = lab.querySelector(what);
      if (!found || found === before) return;
      watching.disconnect();
      requestAnimationFrame(() => found.scrollIntoView({ block: "nearest" }));
    });
    watching.observe(lab, { childList: true, subtree: true });
    const elsewhere = { capture: true, once: true, passive: true };
    for (const kind of ["pointerdown", "wheel", "touchmove", "keydown"]) addEventListener(kind, () => watching.disconnect(), elsewhere);
  }

  /** @param {Event} event */
  clicked({ target }) {
    const button = target instanceof Element ? target.closest("button[data-click]") : null;
    const name = button?.getAttribute("data-click");
    if (!name) return;
    const { parts, why } = this.model.get("shown");
    if (why[name] && parts.said !== undefined) {
      this.put("said", make("span", {}, why[name]).outerHTML); // until Python says something else
      return;
    }
    this.used.add(name);
    if (name === "show") this.bring(".gk-lab-pair");
    if (name === "run") this.bring(".gk-compared");
    this.send({ do: "click", what: name });
  }
}

/**
 * Set a control.
 * @param {HTMLInputElement | HTMLSelectElement} control
 * @param {number} value
 */
function turn(control, value) {
  if (control instanceof HTMLInputElement && control.type === "checkbox") {
    control.checked = String(value) === control.dataset.on;
  } else if (control instanceof HTMLInputElement && control.type === "radio") {
    control.checked = String(value) === control.value;
  } else if (control.value !== String(value)) {
    control.value = String(value);
  }
}

/**
 * Return the value of a slider: its own number, or the place on an axis from data-low to data-high.
 * @param {HTMLInputElement | HTMLSelectElement} control
 * @returns {string}
 */
function valueOf(control) {
  const { low, high, unit } = control.dataset;
  if (low === undefined || high === undefined || !("max" in control)) return control.value;
  const [from, to] = [Number(low), Number(high)];
  const value = from + ((to - from) * Number(control.value)) / Number(control.max);
  return numberOf(value, from, to, unit);
}

/**
 * Have the browser download a web page.
 * @param {string} name of the file
 * @param {string} text
 */
function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/html" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser reads it some time after the click
}

export default widget(View);
