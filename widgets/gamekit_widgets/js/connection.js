/**
 * The connection to Python: the widget that a notebook renders, its messages, and a model for pages without a
 * notebook.
 */

/** @import { Move, Shown } from "./table/shown.d.ts" */

/**
 * A message from Python that is not part of `Shown`: a module, somebody's notes, a file with its text, or a
 * link to copy.
 * @typedef {{
 *   module?: string, source?: string, pad?: number, notes?: string,
 *   to?: string, file?: string, text?: string, copy?: string,
 * }} Answer
 *
 * @typedef {{update: () => void, close(): void}} View one widget in one place
 */

/**
 * The widget's end of the connection to Python. If a module has an address, `module` returns it.
 * @template Shown
 * @typedef {{
 *   get(name: "shown"): Shown, get(name: "early" | "middle" | "late"): Move[] | undefined,
 *   send(content: object): unknown,
 *   on(name: string, heard: (content: Answer) => void): void,
 *   off(name: string, heard: (content: Answer) => void): void,
 *   module?(name: string): string,
 * }} Model
 */

/**
 * Return a function that sends messages in order. marimo posts each message by itself and returns a promise,
 * so a quick message could overtake the one before it.
 * @param {{send(content: object): unknown}} model
 * @returns {(content: object) => void}
 */
export function inTurn(model) {
  /** @type {unknown} */
  let last;
  return (content) => {
    const send = () => model.send(content);
    last = last instanceof Promise ? last.then(send, send) : send();
  };
}

const PARTS = ["shown", "early", "middle", "late"];

/**
 * Return a function that acts only once for all parts that change together. Python sends them in one message,
 * and marimo reports them one after the other, in any order.
 * @param {() => void} act
 */
export function together(act) {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      act();
    });
  };
}

/**
 * Return the widget of a view. anywidget renders it once for each place on the page.
 * @template Shown the state that Python sends
 * @param {new (model: Model<Shown>, el: HTMLElement) => View} View
 */
export function widget(View) {
  return {
    /**
     * @param {{model: Model<Shown>, el: HTMLElement}} context
     * @returns {() => void} removes the widget
     */
    render({ model, el }) {
      const view = new View(model, el);
      const update = together(() => view.update());
      for (const part of PARTS) model.on(`change:${part}`, update);
      return () => {
        for (const part of PARTS) model.off(`change:${part}`, update);
        view.close();
      };
    },
  };
}

/**
 * Return the whole state. The list of moves comes in parts (see browser_page.py), so that a new move does not
 * resend all earlier ones.
 * @param {Model<Shown>} model
 * @returns {Shown}
 */
export function sent(model) {
  const parts = [model.get("early"), model.get("middle"), model.get("late")];
  const moves = parts.flatMap((part) => part ?? []);
  return parts.some(Boolean) ? { ...model.get("shown"), moves } : model.get("shown");
}

/** Listeners to events, by the name of the event. */
export class Listeners {
  /** @type {Record<string, ((content: Answer) => void)[]>} */
  heard = {};

  /**
   * @param {string} name
   * @param {(content: Answer) => void} heard
   */
  on(name, heard) {
    (this.heard[name] ??= []).push(heard);
  }

  /**
   * @param {string} name
   * @param {(content: Answer) => void} heard
   */
  off(name, heard) {
    this.heard[name] = (this.heard[name] ?? []).filter((one) => one !== heard);
  }

  /**
   * Tell all listeners.
   * @param {string} name
   * @param {Answer} content
   */
  tell(name, content) {
    for (const heard of this.heard[name] ?? []) heard(content);
  }
}

/** The model of a table without a notebook. In a room a socket carries its messages, on the site a worker does. */
export class CarriedModel extends Listeners {
  /**
   * @param {(content: object) => void} post sends the reports of the page
   * @param {(name: string) => string} [module] gives the address of a large module, if it has one
   */
  constructor(post, module) {
    super();
    this.post = post;
    this.module = module;
    /** @type {Record<string, unknown>} */
    this.shown = {};
  }

  /**
   * Take the parts that have changed. A part that is gone is null.
   * @param {Record<string, unknown>} changed
   */
  take(changed) {
    const all = Object.entries({ ...this.shown, ...changed });
    this.shown = Object.fromEntries(all.filter(([, part]) => part !== null));
  }

  /**
   * @param {string} name
   * @returns {any}
   */
  get(name) {
    if (name !== "shown") return /** @type {Move[] | undefined} */ (this.shown[name]);
    return /** @type {Shown} */ (/** @type {unknown} */ (this.shown));
  }

  /** @param {object} content */
  send(content) {
    this.post({ ...content, ply: this.shown.ply ?? 0 });
  }
}
