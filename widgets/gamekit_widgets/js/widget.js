/**
 * What a notebook calls: anywidget renders a widget once for each place where it is shown.
 */

/** @import { Move } from "./table/shown.d.ts" */

/**
 * What Python sends besides what is shown, to whoever asked for it: a module, somebody's notes, a file
 * with its text, or a link to be copied.
 * @typedef {{
 *   module?: string, source?: string, pad?: number, notes?: string,
 *   to?: string, file?: string, text?: string, copy?: string,
 * }} Answer
 *
 * @typedef {{update: () => void, close(): void}} View one widget in one place
 */

/**
 * The widget's end of the line to Python. Where a module has an address, `module` gives it.
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
 * Return what sends one message after the other. marimo posts each by itself, so that a quick one
 * could pass the one before it; it gives a promise, which is kept once the message is there.
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
 * Return a function that does something once for all that changes together. Python sends the parts
 * of a change in one message, in no order; marimo tells of one after the other.
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
     * @returns {() => void} what to call when it is taken away
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
