import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

/** The sockets that were opened, the latest last. */
const opened = [];

class FakeSocket {
  static OPEN = 1;
  static CLOSED = 3;

  constructor(url) {
    Object.assign(this, { url, readyState: 0, sent: [], heard: {} });
    opened.push(this);
  }

  addEventListener(name, heard) {
    this.heard[name] = heard;
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  open() {
    this.readyState = FakeSocket.OPEN;
    this.heard.open();
  }

  come(frame) {
    this.heard.message({ data: JSON.stringify(frame) });
  }

  close() {
    this.readyState = FakeSocket.CLOSED;
    this.heard.close();
  }
}

globalThis.WebSocket = FakeSocket;
globalThis.window = { addEventListener() {} };
globalThis.document = { addEventListener() {}, hidden: false };
const { GIVING_UP, SILENCE, Socket } = await import("../../widgets/gamekit_widgets/js/room/socket.js");

let socket;
const said = []; // whether the room answers
let first; // what the page says first
const waits = []; // how long it waits before it tries again
const due = []; // what happens without an answer
globalThis.setTimeout = (act, pause) => {
  if (pause !== SILENCE && pause !== GIVING_UP) return waits.push(pause);
  due.push(act);
  return due.length;
};
globalThis.clearTimeout = (number) => {
  if (number) due[number - 1] = undefined;
};
/** Let the time pass in which an answer must come. */
const passes = () => due.splice(0).forEach((act) => act?.());
const last = () => opened[opened.length - 1];
const numbers = () => last().sent.flatMap(({ n }) => n ?? []);

/** Lose the line, and have it back. */
function again(you) {
  last().close();
  socket.hurry();
  last().open();
  last().come({ you });
}

beforeEach(() => {
  socket?.end();
  opened.length = 0;
  first = { back: "token" };
  waits.length = due.length = said.length = 0;
  const changed = (isOpen) => said.push(isOpen);
  socket = new Socket("ws://room/socket", "ws://room/back", { greet: () => first, came() {}, changed });
  last().open();
});

test("nothing is sent before the room knows who it is", () => {
  socket.send({ do: "press" });
  assert.deepEqual(last().sent, [{ back: "token" }]);
  socket.end();
});

test("what was not heard is said again, and what was heard is not", () => {
  last().come({ you: { run: "a", heard: 4 } });
  for (const what of ["A1", "B2", "C3"]) socket.send({ do: "press", what });
  assert.deepEqual(numbers(), [5, 6, 7]);
  last().come({ heard: 5, say: "" });
  again({ run: "a", heard: 6 });
  assert.deepEqual(numbers(), [7]);
  socket.send({ do: "press", what: "D4" });
  assert.deepEqual(numbers(), [7, 8]);
  socket.end();
});

test("after a crash of the room nothing is said again", () => {
  last().come({ you: { run: "a", heard: 0 } });
  socket.send({ do: "press", what: "A1" });
  again({ run: "b", heard: 0 });
  assert.deepEqual(numbers(), []);
  socket.send({ do: "press", what: "B2" });
  assert.deepEqual(numbers(), [2]);
  socket.end();
});

test("a seat that is open elsewhere is not asked for again", () => {
  last().come({ you: { run: "a", heard: 0 } });
  last().come({ elsewhere: "It is open in another window." });
  socket.hurry();
  assert.equal(opened.length, 1);
});

test("who has a key has a way in of their own", () => {
  assert.equal(last().url, "ws://room/back");
  first = { code: "ABCDEF", name: "Ann" };
  last().close();
  socket.connect();
  assert.equal(last().url, "ws://room/socket");
});

test("where it is crowded, pauses grow and differ from page to page until one is in", () => {
  for (let n = 0; n < 8; n++) {
    last().come({ busy: "Too many people are trying to join." });
    last().close();
    socket.connect();
    last().open();
  }
  assert.equal(waits.length, 8);
  assert.ok(waits[7] > 4 * waits[0], String(waits));
  assert.ok(waits.every((pause) => pause <= 12_000), String(waits));
  assert.equal(new Set(waits.map((pause, n) => pause / 1.6 ** n)).size, 8);
  last().come({ you: { run: "a", heard: 0 } });
  last().close();
  assert.ok(waits[8] <= 750, String(waits));
});

test("there is no line as long as there is nothing to say", () => {
  first = null;
  last().close();
  socket.hurry();
  assert.equal(opened.length, 1);
  assert.deepEqual(waits, []);
});

test("a room that was closed is asked for again, seldom", () => {
  last().come({ you: { run: "a", heard: 0 } });
  last().come({ closed: "The room has been closed." });
  last().close();
  assert.ok(waits[0] >= 15_000, String(waits));
});

test("who was taken out of a room does not come back by themselves", () => {
  last().come({ you: { run: "a", heard: 0 } });
  last().come({ gone: "The person who runs this room has removed you." });
  last().close();
  socket.hurry();
  assert.equal(opened.length, 1);
  assert.deepEqual(waits, []);
});

test("a room that does not answer is noticed, asked on another socket, and told everything once", () => {
  last().come({ you: { run: "a", heard: 0 } });
  socket.send({ do: "press", what: "A1" });
  last().come({ heard: 1 });
  passes();
  assert.deepEqual(said, [true], "nothing is due");
  socket.send({ do: "press", what: "B2" });
  socket.send({ do: "press", what: "C3" });
  passes();
  assert.deepEqual(said, [true, false]);
  last().come({ heard: 2 });
  assert.deepEqual(said, [true, false, true], "it was only slow");
  passes();
  passes();
  const stalled = last();
  socket.connect();
  last().open();
  last().come({ you: { run: "a", heard: 2 } });
  stalled.come({ elsewhere: "Your seat has been opened in another window." });
  assert.deepEqual(numbers(), [3]);
  assert.equal(opened.length, 2);
});

test("a browser that is offline or wakes up asks whether anybody answers", () => {
  last().come({ you: { run: "a", heard: 0 } });
  socket.hurry();
  assert.deepEqual(last().sent.at(-1), { do: "here", what: "", n: 1 });
  passes();
  assert.deepEqual(said, [true, false]);
  socket.hurry(); // online again
  assert.equal(opened.length, 2);
});
