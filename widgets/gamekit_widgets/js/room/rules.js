/**
 * The rules on a phone: a card in five sentences, and the whole rulebook behind it.
 */

import { make, parseSvg } from "../elements.js";

/** @import { Law } from "../table/shown.d.ts" */

/**
 * What Python sends (rules_card.py).
 * @typedef {{title: string, svg: string, short: string[], how: string, typed: string[], rules: Law[]}} Rules
 */

/**
 * @param {Rules} rules
 * @param {string} wanted the id of the rule to open, if there is one
 */
export function rulesDialog({ title, svg, short, how, typed, rules }, wanted) {
  const picture = make("div", { class: "gk-rules-board", "aria-hidden": "true" });
  picture.append(parseSvg(svg));
  return make(
    "dialog",
    { class: "gk gk-rules", "aria-label": `Rules of ${title}` },
    make("form", { method: "dialog" }, make("h2", {}, title), make("button", {}, "Close")),
    make("div", { class: "gk-rules-card" }, picture, make("ol", {}, ...short.map((text) => make("li", {}, text)))),
    make("h3", {}, "How to make a move"),
    how ? make("p", {}, `${how}.`) : null,
    typed.length > 0 && make("p", {}, "Or type it, for example: ", make("b", {}, typed.join(", "))),
    make(
      "details",
      { open: wanted ? "" : undefined },
      make("summary", {}, `All ${rules.length} rules`),
      ...rules.map((rule) => ruleOf(rule, rule.id === wanted)),
    ),
  );
}

/**
 * @param {Law} rule
 * @param {boolean} isWanted
 */
const ruleOf = ({ id, title, text }, isWanted) =>
  make(
    "p",
    { class: "gk-law", "aria-current": isWanted ? "true" : undefined },
    make("strong", {}, `${id} ${title}`),
    ` ${text}`,
  );
