/**
 * What a notebook calls: anywidget renders a widget once for each place where it is shown.
 */

/** @import { Move } from "./table/shown.d.ts" */

/**
 * What Python sends on request, besides what it shows: a module, somebody's notes, a file with its
 * text, or a link to copy.
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
 * Return a function that sends messages in order. marimo posts each by itself, so a quick one could
 * overtake the one before it. It returns a promise that resolves once the message has arrived.
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
 * Return a function that acts once for all parts that change together. Python sends them in one message,
 * in no order, and marimo reports them one after the other.
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
 * Make a widget of a view.
 * @template Shown what Python sends to be shown
 * @param {new (model: Model<Shown>, el: HTMLElement) => View} View
 */
export function widget(View) {
  return {
    /**
     * @param {{model: Model<Shown>, el: HTMLElement}} context
     * @returns {() => void} what to call when the widget goes away
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
