/**
 * The browser side of Table, Task, Board and Replay.
 *
 * Python sends one object with everything to be shown (`Shown` in surface.py) whenever something
 * changed, and this module patches the page to match, keeping every element that is still there.
 * It holds no rule: it reports which cell or button was used, or what was typed.
 */

/**
 * @typedef {{id: string, title: string, text: string}} Law
 * @typedef {{kind: string, text: string, law: Law | null, legal: string[]}} Message
 * @typedef {{name: string, who: string, active: boolean}} Player
 * @typedef {{ply: number, player: number, before: string, text: string}} Move
 * @typedef {{name: string, label: string, why: string}} Control
 * @typedef {{name: string, label: string, state: "" | "pressed" | "on" | "off"}} Option
 * @typedef {{name: string, label: string, value: number, low: number, high: number}} Setting
 * @typedef {{text: string, value: number, low: number, high: number}} Hint
 * @typedef {{running: number | null, left: [number, number][], period: number | null}} Times
 * @typedef {{name: string, label: string, value: string, options: [string, string][]}} Question
 * @typedef {{
 *   kind: "table" | "task" | "board" | "replay", svg: string, title: string, solid?: Solid | null,
 *   task?: string, rungs?: string[],
 *   note?: string, prompt?: string, mover?: number | null, ending?: Law | null,
 *   message?: Message | null, players?: Player[], choices?: Option[], dials?: Setting[],
 *   curtain?: Control | null, controls?: Control[],
 *   moves?: Move[], at?: number, ply?: number, typing?: string, hints?: Hint[],
 *   clock?: Times | null, auto?: boolean, pace?: string, viewers?: Control[],
 *   form?: Question[], pad?: number | null,
 * }} Shown
 * @typedef {{module: string, figure: object}} Solid
 * @typedef {{show(figure: object): Promise<void>, turnBack(): void, close(): void, onlost: () => void}} Cube
 * @typedef {{cube(place: HTMLElement, press: (label: string) => void): Cube}} CubeModule
 * @typedef {{label: string, x: number, y: number}} Place
 * @typedef {{
 *   get(name: string): any, send(content: object): void,
 *   on(name: string, callback: (content: any) => void): void,
 *   off(name: string, callback: (content: any) => void): void,
 * }} Model
 */

const SLIDE = 380; // milliseconds a piece takes to its new place
const TUMBLE = 520;
/** @type {Record<string, number>} milliseconds between two moves of bots that play by themselves */
const PACES = { slow: 2400, normal: 900, fast: 250 };
const LOW = 30; // seconds; who has no more is warned

// --- pure functions, tested by themselves ----------------------------------------------------

/**
 * Find where an arrow key leads: the nearest place in that direction, straight ahead preferred.
 * @param {Place[]} places
 * @param {string} from label
 * @param {string} key
 * @returns {string} the label of the place, or `from` where there is none
 */
export function neighbour(places, from, key) {
  if (key === "Home") return places[0]?.label ?? from;
  if (key === "End") return places[places.length - 1]?.label ?? from;
  const here = places.find((place) => place.label === from);
  const [ux, uy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[
    key
  ] ?? [0, 0];
  if (!here || (ux === 0 && uy === 0)) return from;
  let best = from;
  let shortest = Infinity;
  for (const place of places) {
    const dx = place.x - here.x;
    const dy = place.y - here.y;
    const ahead = dx * ux + dy * uy;
    const aside = Math.abs(dx * uy) + Math.abs(dy * ux);
    // The next row of hexagons is to both sides; up and down then go along one axis.
    const length = ahead + 1.5 * aside + 0.001 * dx * uy;
    if (ahead > 1 && aside <= 2 * ahead && length < shortest) {
      shortest = length;
      best = place.label;
    }
  }
  return best;
}

/**
 * Let time pass on a clock: first the time for the move runs out, then the reserve.
 * @param {[number, number]} left seconds for the move and in reserve
 * @param {number} seconds
 * @returns {[number, number]}
 */
export function elapse([main, reserve], seconds) {
  return [Math.max(0, main - seconds), Math.max(0, reserve - Math.max(0, seconds - main))];
}

/**
 * Write seconds as 1:05; what is left is rounded up, so that 0:00 means that it is over.
 * @param {number} seconds
 */
export function clockFace(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * Write what is left: the time that runs, and the reserve after it, in whole periods where it is
 * counted like that.
 * @param {[number, number]} left seconds for the move and in reserve
 * @param {number | null} period seconds
 */
export function clockText([main, reserve], period) {
  if (!period) return `${clockFace(main)} + ${clockFace(reserve)}`;
  const periods = Math.floor(reserve / period + 1e-6);
  const begun = reserve - periods * period; // what is left of a period that has begun
  return `${clockFace(begun > 1e-6 ? begun : main)} + ${periods} × ${period} s`;
}

/** @param {number} share */
export function percent(share) {
  return `${Math.round(100 * share)}%`;
}

/**
 * Read where a piece stands from its transform.
 * @param {string | null} transform
 * @returns {[number, number] | null}
 */
export function whereabouts(transform) {
  const found = /^translate\((-?[\d.]+) (-?[\d.]+)\)$/.exec(transform ?? "");
  return found && [Number(found[1]), Number(found[2])];
}

// --- patching ----------------------------------------------------------------------------------

/** @param {Element} element */
const keyOf = (element) => element.getAttribute("data-key") ?? element.tagName;

/**
 * Make one element like another, keeping every child that has the same key. What is inside an
 * element marked `data-own` is somebody else's; what has the same `data-same` is the same.
 * @param {Element} live
 * @param {Element} wanted
 */
export function patch(live, wanted) {
  const same = wanted.getAttribute("data-same");
  if (live.isEqualNode(wanted) || (same && same === live.getAttribute("data-same"))) return;
  for (const { name } of [...live.attributes]) {
    // Whether it is folded up is for the page to say.
    if (name !== "tabindex" && name !== "open" && !wanted.hasAttribute(name)) live.removeAttribute(name);
  }
  for (const { name, value } of [...wanted.attributes]) {
    // The tab order follows the focus, which only the page knows.
    if (name !== "tabindex" && live.getAttribute(name) !== value) live.setAttribute(name, value);
  }
  if (wanted.hasAttribute("data-own")) return;
  if (live.children.length === 0 || wanted.children.length === 0) {
    if (wanted.children.length > 0) live.replaceChildren(...wanted.children);
    else if (live.textContent !== wanted.textContent) live.textContent = wanted.textContent;
    return;
  }
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
 * Bring children into this order with few moves: each move costs the browser work. Those that
 * stand in the way are passed over; their turn comes.
 * @param {Element} parent
 * @param {Element[]} children all that it holds, and new ones
 */
function arrange(parent, children) {
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

/** @param {Element} root */
const moving = (root) => [...root.querySelectorAll(".gk-pieces [data-key]")];

/**
 * Patch a board, then let what changed its place slide there and what was rolled tumble.
 * @param {Element} board
 * @param {Element} wanted
 */
function patchBoard(board, wanted) {
  if (board.tagName !== wanted.tagName) {
    board.replaceWith(wanted);
    return;
  }
  /** @type {Map<string | null, {place: [number, number] | null, roll: string | null}>} */
  const before = new Map();
  for (const piece of moving(board)) {
    before.set(piece.getAttribute("data-key"), {
      place: whereabouts(piece.getAttribute("transform")),
      roll: piece.getAttribute("data-roll"),
    });
  }
  patch(board, wanted);
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const piece of moving(board)) {
    const was = before.get(piece.getAttribute("data-key"));
    const place = whereabouts(piece.getAttribute("transform"));
    if (was?.place && place && String(was.place) !== String(place)) {
      const [from, to] = [was.place, place].map(([x, y]) => `translate(${x}px, ${y}px)`);
      piece.animate([{ transform: from }, { transform: to }], {
        duration: SLIDE,
        easing: "cubic-bezier(.3,.7,.3,1)",
      });
    }
    const roll = piece.getAttribute("data-roll");
    if (roll !== null && roll !== was?.roll) {
      piece.animate(
        [
          { transform: "rotate(-300deg) scale(.7)" },
          { transform: "rotate(20deg) scale(1.12)", offset: 0.75 },
          { transform: "none" },
        ],
        { duration: TUMBLE, easing: "ease-out" },
      );
    }
  }
}

// --- making elements ---------------------------------------------------------------------------

/**
 * Write an element: `make("li", {class: "x"}, "text", child, ...)`; undefined attributes are left
 * out, and so are empty children.
 * @param {string} tag
 * @param {Record<string, string | undefined>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElement}
 */
function make(tag, attributes = {}, ...children) {
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
function parseSvg(markup) {
  const template = document.createElement("template");
  template.innerHTML = markup;
  return /** @type {Element} */ (template.content.firstElementChild);
}

const EMBLEMS = ["M8 1L15.5 14H.5Z", "M8 0L16 8L8 16L0 8Z"];

/** @param {number | null | undefined} player */
function emblem(player) {
  if (player !== 0 && player !== 1) return null;
  return parseSvg(
    `<svg class="gk-emblem" viewBox="0 0 16 16" aria-hidden="true">` +
      `<path class="gk-emblem-${player}" d="${EMBLEMS[player]}"/></svg>`,
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
function button(deed, what, label, attributes = {}) {
  return make(
    "button",
    { type: "button", "data-key": `${deed}-${what}`, "data-do": deed, "data-what": String(what), ...attributes },
    label,
  );
}

/** @param {Control} control */
const controlButton = ({ name, label, why }) =>
  button("click", name, label, {
    "aria-disabled": why ? "true" : undefined,
    title: why || undefined,
    class: name === "new" ? "gk-main" : undefined,
  });

/** @param {Option} choice */
const choiceButton = ({ name, label, state }) =>
  button("press", name, label, {
    "aria-pressed": state ? String(state !== "off") : undefined,
    class: state ? `gk-${state}` : undefined,
  });

/**
 * A number with a button on either side; its own keys are the arrows.
 * @param {Setting} dial
 */
function dialLine({ name, label, value, low, high }) {
  /** @type {(deed: string, sign: string, isOut: boolean) => HTMLElement} */
  const turn = (deed, sign, isOut) =>
    button(deed, name, sign, {
      tabindex: "-1",
      "aria-label": `${label}: ${deed}`,
      "aria-disabled": isOut ? "true" : undefined,
    });
  return make(
    "div",
    { class: "gk-dial", "data-key": `dial-${name}` },
    make("span", { class: "gk-dial-label", "aria-hidden": "true" }, label),
    turn("less", "−", value <= low),
    make(
      "span",
      {
        class: "gk-dial-value",
        "data-key": "value",
        "data-dial": name,
        role: "spinbutton",
        tabindex: "0",
        "aria-label": label,
        "aria-valuenow": String(value),
        "aria-valuemin": String(low),
        "aria-valuemax": String(high),
      },
      String(value),
    ),
    turn("more", "+", value >= high),
  );
}

/**
 * What hides the board from whoever is not to move.
 * @param {Shown} shown
 */
function curtain({ curtain, prompt, mover }) {
  if (!curtain) return null;
  return make(
    "div",
    { class: "gk-curtain", "data-key": "curtain" },
    emblem(mover),
    make("p", {}, curtain.name === "lift" ? `${prompt}, then press` : prompt),
    button("click", curtain.name, curtain.label, { class: "gk-main" }),
  );
}

/** @param {Law} law */
function lawLine(law) {
  return make(
    "p",
    { class: "gk-law" },
    make("strong", {}, `${law.id} ${law.title}`),
    ` ${law.text}`,
  );
}

/** @param {Message | null | undefined} message */
function messageBox(message) {
  if (!message) return null;
  const legal = message.legal.map((move) => button("type", move, move, { class: "gk-move" }));
  return make(
    "div",
    { class: `gk-said gk-${message.kind}`, "data-key": "said" },
    make("p", { "data-key": "text" }, message.text),
    message.law && lawLine(message.law),
    legal.length > 0 && make("p", { class: "gk-legal", "data-key": "legal" }, "Legal:", ...legal),
  );
}

/**
 * @param {Shown} shown
 * @returns {HTMLElement}
 */
function playerLine(shown) {
  const players = (shown.players ?? []).map(({ name, who, active }, player) =>
    make(
      "span",
      { class: `gk-player${active ? " gk-active" : ""}`, "data-key": `player-${player}` },
      emblem(player),
      make("b", {}, name),
      who && make("i", {}, who),
      shown.clock && make("span", { class: "gk-clock", "data-own": "", role: "timer" }),
    ),
  );
  return make("div", { class: "gk-players" }, ...players);
}

const ARROWS = {
  first: "M4 3V13M13 3L6 8L13 13Z",
  previous: "M12 3L4 8L12 13Z",
  next: "M4 3L12 8L4 13Z",
  last: "M12 3V13M3 3L10 8L3 13Z",
};

/** @param {Shown} shown */
function stepper(shown) {
  const { at = 0, ply = 0 } = shown;
  /** @type {[keyof typeof ARROWS, string, number][]} */
  const steps = [
    ["first", "First board", 0],
    ["previous", "Board before", Math.max(0, at - 1)],
    ["next", "Next board", Math.min(ply, at + 1)],
    ["last", "Last board", ply],
  ];
  return make(
    "div",
    { class: "gk-stepper", role: "group", "aria-label": "Step through the boards" },
    ...steps.map(([name, label, to]) =>
      button("look", to, parseSvg(`<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${ARROWS[name]}"/></svg>`), {
        "data-key": `step-${name}`,
        "aria-label": label,
        title: label,
        "aria-disabled": to === at ? "true" : undefined,
      }),
    ),
    make("span", { class: "gk-at" }, `${at} / ${ply}`),
  );
}

/**
 * The list grows with the game, so only the lines that changed are made.
 * @param {Shown} shown
 * @param {Element | null} live
 */
function moveList(shown, live) {
  const { moves = [], at = 0, ply = 0 } = shown;
  const lines = moves.map((move) => {
    const key = `move-${move.ply}`;
    const same = `${JSON.stringify(move)} ${move.ply > ply} ${move.ply === at}`;
    const line = live?.children[move.ply - 1];
    if (line?.getAttribute("data-same") === same) return make("li", { "data-key": key, "data-same": same });
    return make(
      "li",
      { "data-key": key, "data-same": same, class: move.ply > ply ? "gk-undone" : undefined },
      button(
        "look",
        move.ply,
        make("span", { class: "gk-line-inside" },
          make("span", { class: "gk-number" }, `${move.ply}`),
          emblem(move.player),
          make("span", { class: "gk-before" }, move.before || " "),
          make("span", { class: "gk-text" }, move.text),
        ),
        { "aria-current": move.ply === at ? "step" : undefined },
      ),
    );
  });
  return make("ol", { class: "gk-moves", "aria-label": "Moves" }, ...lines);
}

/** @param {Shown} shown */
function hintList(shown) {
  const hints = (shown.hints ?? []).map(({ text, value, low, high }) =>
    make(
      "li",
      { "data-key": `hint-${text}` },
      button(
        "type",
        text,
        make("span", { class: "gk-line-inside" },
          make("span", { class: "gk-text" }, text),
          make("span", { class: "gk-bar", style: `--gk-share: ${percent(value)}` }, " "),
          make("span", { class: "gk-chance" }, percent(value)),
          make("span", { class: "gk-interval" }, `${Math.round(100 * low)}–${percent(high)}`),
        ),
        { title: `Play ${text}` },
      ),
    ),
  );
  if (hints.length === 0) return null;
  return make(
    "div",
    { class: "gk-hints", "data-key": "hints" },
    make("p", {}, "Chance to win, estimated"),
    make("ol", { "aria-label": "Hints" }, ...hints),
  );
}

/** @param {string[]} rungs of the ladder of hints */
function rungList(rungs) {
  const lines = rungs.map((rung, number) => make("li", { "data-key": `rung-${number}` }, rung));
  return make("ol", { class: "gk-rungs", "data-key": "rungs", "aria-label": "Hints", "aria-live": "polite" }, ...lines);
}

/**
 * What is asked before a match.
 * @param {Shown} shown
 */
function startForm({ form, controls, message }) {
  const lines = (form ?? []).map(({ name, label, value, options }) => {
    const field = options.length
      ? make("select", { name }, ...options.map(([key, words]) =>
          make("option", { "data-key": key, value: key, selected: key === value ? "" : undefined }, words)))
      : make("input", { name, type: "text", value, required: "", autocomplete: "off", maxlength: "40" });
    return make("label", { "data-key": name }, make("span", {}, label), field);
  });
  return make(
    "form",
    { class: "gk-start", "data-key": "start", "aria-label": "New game" },
    make("div", { class: "gk-message", "data-key": "message", "aria-live": "polite" }, messageBox(message)),
    make("div", { class: "gk-questions", "data-key": "questions" }, ...lines),
    make("div", { class: "gk-controls", "data-key": "controls" },
      make("button", { type: "submit", class: "gk-main", "data-key": "begin" }, "Start"),
      ...(controls ?? []).map(controlButton)),
  );
}

/**
 * The notes of who is looking; what is in them comes and goes by itself, see `View.openPad`.
 * @param {Shown} shown
 */
function notesPad({ pad, players }) {
  if (pad === null || pad === undefined) return null;
  const name = players?.[pad]?.name ?? "";
  return make(
    "details",
    { class: "gk-notes", "data-key": `notes-${pad}` },
    make("summary", {}, `Notes of ${name}`),
    make("textarea", { "data-own": "", "data-pad": String(pad), "aria-label": `Notes of ${name}`, rows: "5", spellcheck: "false" }),
  );
}

/** @param {string | undefined} pace */
function paceMenu(pace) {
  if (!pace) return null;
  const options = Object.keys(PACES).map((name) =>
    make("option", { "data-key": name, value: name, selected: name === pace ? "" : undefined }, name),
  );
  return make("label", { class: "gk-viewer", "data-key": "pace" }, "Speed", make("select", { "data-do": "pace" }, ...options));
}

/** @param {Control[] | undefined} viewers */
function viewerMenu(viewers) {
  if (!viewers?.length) return null;
  const options = viewers.map(({ name, label, why }) =>
    make("option", { "data-key": name, value: name, selected: why ? "" : undefined }, label),
  );
  return make(
    "label",
    { class: "gk-viewer", "data-key": "viewer" },
    "Seen by",
    make("select", { "data-do": "view" }, ...options),
  );
}

/** @param {Shown} shown */
function slider(shown) {
  if (shown.kind !== "replay") return null;
  return make("input", {
    "data-key": "slider",
    "data-do": "look",
    type: "range",
    min: "0",
    max: String(shown.ply),
    value: String(shown.at),
    "aria-label": "Board after move",
  });
}

/** @param {Shown} shown */
function typeLine({ kind, typing }) {
  if (!typing) return null;
  return make(
    "form",
    { class: "gk-type", "data-key": "type" },
    make("label", {}, typing, make("input", { type: "text", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", size: "8" })),
    make("button", { type: "submit" }, kind === "task" ? "Answer" : "Play"),
  );
}

/**
 * Everything but the board, as it should be.
 * @param {Shown} shown
 * @param {Element} [live] what is there
 */
function page(shown, live) {
  const isTable = shown.kind === "table" || shown.kind === "task";
  const isAsking = Boolean(shown.form?.length);
  const head = isTable && make("div", { class: "gk-head", "data-key": "head" }, make("p", { class: "gk-title" }, make("b", {}, shown.title), shown.note), shown.players && playerLine(shown));
  const board = make("div", {
    class: "gk-place",
    "data-key": "place",
    "data-own": "",
    inert: shown.curtain ? "" : undefined,
  });
  const cube = shown.solid && make("div", { class: "gk-cube", "data-key": "cube", "data-own": "" });
  const dials = shown.dials?.length
    ? make("div", { class: "gk-dials", "data-key": "dials" }, ...shown.dials.map(dialLine))
    : null;
  const choices = shown.choices?.length
    ? make("div", { class: "gk-choices", "data-key": "choices", role: "group", "aria-label": "Moves to choose" },
        ...shown.choices.map(choiceButton))
    : null;
  const message = make(
    "div",
    { class: "gk-message", "data-key": "message", "aria-live": "polite" },
    messageBox(shown.message),
    shown.ending && make("div", { class: "gk-ending", "data-key": "ending" }, lawLine(shown.ending)),
  );
  const isOfMany = shown.svg.startsWith("<div"); // then it stands at the board that it is about
  // Beside or below the board, so that no explanation pushes the board away under the pointer.
  const side = make(
    "div",
    { class: "gk-side", "data-key": "side" },
    isOfMany ? null : message,
    hintList(shown),
    shown.rungs && rungList(shown.rungs),
    shown.moves && moveList(shown, live?.querySelector(".gk-moves") ?? null),
    shown.moves && stepper(shown),
  );
  return make(
    "section",
    { class: `gk gk-is-${shown.kind}`, "aria-label": shown.title },
    head,
    shown.clock && make("p", { class: "gk-warning", "data-key": "warning", "data-own": "", "aria-live": "polite" }),
    isAsking && startForm(shown),
    shown.task && make("p", { class: "gk-task", "data-key": "task" }, shown.task),
    shown.prompt !== undefined && !isAsking && make("div", { class: "gk-prompt", "data-key": "prompt", role: "status" },
        emblem(shown.mover), make("p", {}, shown.prompt)),
    make("div", { class: "gk-middle", "data-key": "middle", hidden: isAsking ? "" : undefined },
      make("div", { class: "gk-field", "data-key": "field" }, cube, board, curtain(shown), dials, choices, isOfMany ? message : null),
      side,
    ),
    shown.kind === "replay" && make("div", { class: "gk-foot", "data-key": "foot" }, slider(shown), stepper(shown), viewerMenu(shown.viewers)),
    isTable && !isAsking && make("div", { class: "gk-foot", "data-key": "foot" },
      make("div", { class: "gk-controls", role: "group", "aria-label": shown.task ? "Task" : "Match" }, ...(shown.controls ?? []).map(controlButton)),
      paceMenu(shown.pace),
      typeLine(shown),
    ),
    !isAsking && notesPad(shown),
  );
}

// --- the cube ----------------------------------------------------------------------------------

/**
 * Modules that came from Python, by name: however many tables a page has, it keeps one of each.
 * @type {Map<string, CubeModule>}
 */
const modules = (/** @type {any} */ (globalThis)[Symbol.for("gamekit.modules")] ??= new Map());

/**
 * Ask Python for a module that is too large to be sent where nobody looks at it.
 * @param {Model} model
 * @param {string} name
 * @returns {Promise<CubeModule>}
 */
async function moduleFrom(model, name) {
  const known = modules.get(name);
  if (known) return known;
  const source = await new Promise((resolve) => {
    /** @param {{module?: string, source?: string}} content */
    const heard = (content) => {
      if (content.module !== name) return;
      model.off("msg:custom", heard);
      resolve(content.source);
    };
    model.on("msg:custom", heard);
    model.send({ do: "module", what: name });
  });
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  try {
    modules.set(name, modules.get(name) ?? (await import(url)));
  } finally {
    URL.revokeObjectURL(url);
  }
  return /** @type {CubeModule} */ (modules.get(name));
}

/** The position in space, beside the board that shows the same; drawn once it comes into sight. */
class Space {
  /**
   * @param {HTMLElement} place
   * @param {Model} model
   * @param {(label: string) => void} press
   */
  constructor(place, model, press) {
    this.place = place;
    this.model = model;
    this.press = press;
    /** @type {Solid | null} */
    this.solid = null;
    /** @type {Cube | null} */
    this.cube = null;
    this.isClosed = false;
    // Whatever is here can be read and done on the board, which screen readers can read.
    this.picture = make("div", { class: "gk-space", "aria-hidden": "true" });
    this.said = make("span", { role: "status" }, "Loading the cube …");
    this.button = make("button", { type: "button", hidden: "" });
    this.button.addEventListener("click", () => (this.cube ? this.cube.turnBack() : void this.open()));
    place.append(this.picture, make("div", { class: "gk-cube-foot" }, this.said, this.button));
    this.sight = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) void this.open();
    });
    this.sight.observe(place);
  }

  /** @param {Solid} solid */
  show(solid) {
    this.solid = solid;
    void this.cube?.show(solid.figure);
  }

  async open() {
    this.sight.disconnect();
    try {
      const { cube } = await moduleFrom(this.model, this.solid?.module ?? "");
      if (this.isClosed || this.cube) return;
      this.cube = cube(this.picture, this.press);
      this.cube.onlost = () => this.lose("The browser shows only so many cubes at once, and has put this one away. The layers go on.");
      await this.cube.show(this.solid?.figure ?? {});
      if (this.cube) this.say("Drag to turn", "Turn back");
    } catch {
      this.lose("The cube cannot be drawn here. The layers show the same and take the same moves.");
    }
  }

  /** @param {string} why */
  lose(why) {
    this.cube?.close();
    this.cube = null;
    this.say(why, "Show the cube");
  }

  /**
   * @param {string} text
   * @param {string} label of the button
   */
  say(text, label) {
    this.said.textContent = text;
    this.button.textContent = label;
    this.button.hidden = false;
  }

  close() {
    this.isClosed = true;
    this.sight.disconnect();
    this.cube?.close();
    this.cube = null;
  }
}

// --- one view ----------------------------------------------------------------------------------

/** One widget on the page: the elements it keeps, and what is done to them. */
class View {
  /**
   * @param {Model} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    this.model = model;
    /** @type {Shown} */
    this.shown = model.get("shown");
    this.root = page(this.shown);
    /** @type {Element | null} */
    this.lent = null; // has the focus until there is something better
    this.focused = ""; // label of the cell that arrow keys start from
    this.sentAt = performance.now(); // when the clock's numbers came
    this.reportedAt = 0;
    /** @type {HTMLTextAreaElement | null} */
    this.pad = null; // the notes that were asked for
    this.heard = (/** @type {any} */ content) => this.notesCame(content);
    model.on("msg:custom", this.heard);
    this.root.querySelector(".gk-place")?.append(parseSvg(this.shown.svg));
    el.append(this.root);
    /** @type {Space | null} */
    this.space = null;
    this.showSpace();
    this.rove();
    this.scrollMoves();
    this.root.addEventListener("click", (event) => this.clicked(event));
    // The notebook, which may listen first, has shortcuts on plain letters: "b" would insert a cell.
    window.addEventListener("keydown", this.keyCame, { capture: true });
    this.root.addEventListener("submit", (event) => this.submitted(event));
    this.root.addEventListener("input", (event) => this.chosen(event));
    this.root.addEventListener("focusin", (event) => this.focusCame(event));
    this.openPad();
    this.ticking = setInterval(() => this.tick(), 200);
    this.waiting = 0;
    this.tick();
    this.goOn();
    // After a reload the numbers are old: ask for new ones.
    if (this.shown.clock) this.report("hello", "");
  }

  /** Show what Python sent. */
  update = () => {
    const was = this.shown;
    this.shown = this.model.get("shown");
    this.sentAt = performance.now();
    const hadFocus = this.hasFocus();
    const hasFallen = Boolean(this.shown.curtain && !was.curtain);
    patch(this.root, page(this.shown, this.root));
    patchBoard(this.board(), parseSvg(this.shown.svg));
    this.showSpace();
    this.refill(was);
    this.openPad();
    this.rove();
    if (hadFocus && (!this.hasFocus() || hasFallen || this.isLent())) this.takeFocus();
    if (was.at !== this.shown.at || was.moves?.length !== this.shown.moves?.length) {
      this.scrollMoves();
    }
    this.tick();
    this.goOn();
  };

  /** Stop everything this view started. */
  close() {
    clearInterval(this.ticking);
    clearTimeout(this.waiting);
    window.removeEventListener("keydown", this.keyCame, { capture: true });
    this.model.off("msg:custom", this.heard);
    this.space?.close();
  }

  /** The cube comes and goes with the game that is shown. */
  showSpace() {
    const place = this.root.querySelector(".gk-cube");
    if (this.space && this.space.place !== place) {
      this.space.close();
      this.space = null;
    }
    if (!(place instanceof HTMLElement) || !this.shown.solid) return;
    this.space ??= new Space(place, this.model, (label) => this.report("press", label));
    this.space.show(this.shown.solid);
  }

  /** Ask for the notes of a pad that is new here; they are no part of what is shown. */
  openPad() {
    const pad = this.root.querySelector("textarea");
    if (pad === this.pad) return;
    this.pad = pad;
    if (pad) this.report("pad", Number(pad.dataset.pad));
  }

  /** @param {{pad?: number, notes?: string}} content */
  notesCame({ pad, notes }) {
    if (this.pad && notes !== undefined && String(pad) === this.pad.dataset.pad && !this.pad.value) {
      this.pad.value = notes;
    }
  }

  hasFocus() {
    const page = /** @type {Document | ShadowRoot} */ (this.root.getRootNode());
    return this.root.contains(page.activeElement);
  }

  isLent() {
    const page = /** @type {Document | ShadowRoot} */ (this.root.getRootNode());
    return this.lent !== null && page.activeElement === this.lent;
  }

  /** What was used is gone: go on from where something can be done, or wait on some button. */
  takeFocus() {
    const wanted = [
      ".gk-start :is(input, select)",
      ".gk-curtain button",
      ".gk-place:not([inert]) .gk-due [data-cell][tabindex='0']",
      ".gk-dials [data-dial]",
      ".gk-place:not([inert]) > .gk-board [data-cell][tabindex='0']",
      ".gk-choices button",
    ];
    const best = wanted.map((what) => this.root.querySelector(what)).find((found) => found);
    const lent = this.lent?.isConnected ? this.lent : this.root.querySelector("button");
    const next = best ?? lent;
    this.lent = best ? null : lent;
    if (next instanceof HTMLElement || next instanceof SVGElement) {
      next.focus({ preventScroll: true });
    }
  }

  board() {
    return /** @type {Element} */ (this.root.querySelector(".gk-place > *"));
  }

  /**
   * What people typed or dragged is not in the attributes that `patch` compares.
   * @param {Shown} was
   */
  refill(was) {
    const typed = this.root.querySelector(".gk-type input");
    if (typed instanceof HTMLInputElement && was.ply !== this.shown.ply) typed.value = "";
    const range = this.root.querySelector("input[type=range]");
    if (range instanceof HTMLInputElement) range.value = String(this.shown.at);
    const menu = /** @type {HTMLSelectElement | null} */ (this.root.querySelector("select[data-do=view]"));
    const chosen = this.shown.viewers?.find(({ why }) => why);
    if (menu && chosen) menu.value = chosen.name;
  }

  /**
   * Tell Python what was done.
   * @param {string} deed
   * @param {string | number | object} what
   */
  report(deed, what) {
    this.model.send({ do: deed, what });
  }

  /**
   * @param {Element} board
   * @returns {SVGElement[]}
   */
  cells(board) {
    return [...board.querySelectorAll("[data-cell]")].filter((cell) => cell instanceof SVGElement);
  }

  /** One cell of each board is in the tab order: the last focused, or the first of use. */
  rove() {
    for (const board of this.root.querySelectorAll(".gk-board")) this.roveOn(this.cells(board));
  }

  /** @param {SVGElement[]} cells */
  roveOn(cells) {
    const current =
      cells.find((cell) => cell.dataset.cell === this.focused) ??
      cells.find((cell) => cell.classList.contains("gk-next")) ??
      cells[0];
    for (const cell of cells) {
      const tabindex = cell === current ? "0" : "-1";
      if (cell.getAttribute("tabindex") !== tabindex) cell.setAttribute("tabindex", tabindex);
    }
  }

  /** @param {Event} event */
  focusCame(event) {
    const cell = event.target instanceof Element ? event.target.closest("[data-cell]") : null;
    if (!cell) return;
    this.focused = cell.getAttribute("data-cell") ?? "";
    this.rove();
  }

  /** @param {Event} event */
  clicked(event) {
    if (!(event.target instanceof Element)) return;
    const cell = event.target.closest("[data-cell]");
    if (cell instanceof SVGElement) {
      this.report("press", cell.dataset.cell ?? ""); // first: a focus costs the browser a layout
      cell.focus({ preventScroll: true });
      return;
    }
    const used = event.target.closest("button[data-do]");
    if (!used) return;
    const deed = used.getAttribute("data-do") ?? "";
    const what = used.getAttribute("data-what") ?? "";
    this.report(deed, deed === "look" ? Number(what) : what);
  }

  /** @param {KeyboardEvent} event */
  keyCame = (event) => {
    const [target] = event.composedPath(); // also inside a shadow root
    if (!(target instanceof Element) || !this.root.contains(target)) return;
    if (event.key !== "Tab" && event.key !== "Escape") event.stopPropagation();
    if (!event.ctrlKey && !event.metaKey && !event.altKey) this.keyPressed(event, target);
  };

  /**
   * @param {KeyboardEvent} event
   * @param {Element} target
   */
  keyPressed(event, target) {
    if (event.key === "Escape" && target.closest(".gk-start")) {
      event.stopPropagation();
      this.report("click", "cancel");
    }
    const dial = target.getAttribute("data-dial");
    if (dial) this.turn(dial, event);
    const cell = target.closest("[data-cell]");
    if (!cell) return;
    const label = cell.getAttribute("data-cell") ?? "";
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (!event.repeat) this.report("press", label);
    } else if (event.key === "Escape") {
      this.escape(cell, event);
    } else {
      const cells = this.cells(cell.closest(".gk-board") ?? this.root);
      const places = cells.map(({ dataset }) => ({
        label: dataset.cell ?? "",
        x: Number(dataset.x),
        y: Number(dataset.y),
      }));
      const to = neighbour(places, label, event.key);
      if (to === label) return;
      event.preventDefault();
      cells.find(({ dataset }) => dataset.cell === to)?.focus();
    }
  }

  /**
   * @param {string} dial
   * @param {KeyboardEvent} event
   */
  turn(dial, event) {
    const deed = { ArrowUp: "more", ArrowRight: "more", ArrowDown: "less", ArrowLeft: "less" }[event.key];
    if (!deed) return;
    event.preventDefault();
    this.report(deed, dial);
  }

  /**
   * The first Escape lets go of what was pressed, the next one leaves the board.
   * @param {Element} cell
   * @param {KeyboardEvent} event
   */
  escape(cell, event) {
    if (this.root.querySelector(".gk-pressed")) {
      event.stopPropagation();
      this.report("leave", "");
    } else if (cell instanceof SVGElement) {
      cell.blur();
    }
  }

  /** @param {Event} event */
  submitted(event) {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement && event.target.matches(".gk-start")) {
      this.report("answer", Object.fromEntries(new FormData(event.target)));
      return;
    }
    const typed = this.root.querySelector(".gk-type input");
    if (typed instanceof HTMLInputElement && typed.value.trim()) this.report("type", typed.value);
  }

  /** @param {Event} event */
  chosen({ target }) {
    if (target instanceof HTMLSelectElement && target.dataset.do) this.report(target.dataset.do, target.value);
    if (target instanceof HTMLTextAreaElement) {
      this.report("notes", { pad: Number(target.dataset.pad), text: target.value });
    }
    if (target instanceof HTMLInputElement && target.type === "range") {
      this.report("look", Number(target.value));
    }
  }

  /** Keep the shown move of the list in sight, without scrolling the page. */
  scrollMoves() {
    requestAnimationFrame(() => {
      const list = this.root.querySelector(".gk-moves");
      const line = list?.querySelector("[aria-current]")?.closest("li");
      if (list) list.scrollTop = line ? line.offsetTop - list.clientHeight / 2 : 0;
    });
  }

  /** Draw the clocks; report the one that reached zero, which Python then judges. */
  tick() {
    const { clock } = this.shown;
    if (!clock) return;
    const seconds = (performance.now() - this.sentAt) / 1000;
    this.root.querySelectorAll(".gk-clock").forEach((face, player) => {
      const isRunning = clock.running === player;
      const [main, reserve] = elapse(clock.left[player], isRunning ? seconds : 0);
      face.textContent = clockText([main, reserve], clock.period);
      face.classList.toggle("gk-low", isRunning && main === 0);
      if (isRunning) this.warn(main + reserve <= LOW ? player : null);
      if (isRunning && main + reserve === 0 && performance.now() - this.reportedAt > 1000) {
        this.reportedAt = performance.now();
        this.report("flag", player);
      }
    });
  }

  /**
   * Say once that a player's time is running out.
   * @param {number | null} player
   */
  warn(player) {
    const warning = this.root.querySelector(".gk-warning");
    const name = player === null ? "" : this.shown.players?.[player]?.name;
    const text = name ? `${name}: less than ${LOW} seconds are left.` : "";
    if (warning && warning.textContent !== text) warning.textContent = text;
  }

  /** Ask for the next move of bots that play by themselves. */
  goOn() {
    clearTimeout(this.waiting);
    if (this.shown.auto) this.waiting = setTimeout(() => this.report("click", "step"), PACES[this.shown.pace ?? ""] ?? PACES.normal);
  }
}

/**
 * @param {{model: Model, el: HTMLElement}} context
 * @returns {() => void}
 */
function render({ model, el }) {
  const view = new View(model, el);
  model.on("change:shown", view.update);
  return () => {
    model.off("change:shown", view.update);
    view.close();
  };
}

export default { render };
