// Asking, hearing and asking again: what a lost line does to a move.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { script } from "./scripts.mjs";

const later = [];
const real = { setTimeout: globalThis.setTimeout, fetch: globalThis.fetch };
const awake = new Map();

class Line {
  static OPEN = 1;
  static CLOSED = 3;
  static all = [];
  readyState = 1;
  said = [];
  constructor(address) {
    this.address = new URL(address);
    Line.all.push(this);
  }
  send(text) {
    this.said.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
    this.onclose?.();
  }
  hear(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}
globalThis.WebSocket = Line;
const { ask, insist, Link, newKey, Refused } = await script("net");

const PACKET = { type: "packet", table: "t", seq: 3, moves: 3, scene: { items: [] }, sitters: [{ kind: "open" }, { kind: "me" }, { kind: "open" }] };
let heard, states, link;
const line = () => Line.all.at(-1);
document.documentElement.lang = "cs";
const query = () => Object.fromEntries(line().address.searchParams);

/** Timers are counted, not waited for. */
function still(act) {
  later.length = 0;
  globalThis.setTimeout = (then, wait) => later.push({ then, wait, gone: false });
  const clear = globalThis.clearTimeout;
  globalThis.clearTimeout = (number) => later[number - 1] && (later[number - 1].gone = true);
  const end = () => Object.assign(globalThis, { setTimeout: real.setTimeout, clearTimeout: clear });
  const done = act();
  return done?.then ? done.finally(end) : (end(), done);
}
const fetching = (...answers) => {
  const asked = [];
  globalThis.fetch = async (path, options) => {
    asked.push([path, options]);
    const answer = answers[Math.min(asked.length, answers.length) - 1];
    if (answer instanceof Error) throw answer;
    const [status, text] = answer;
    return { ok: status < 400, status, text: async () => text };
  };
  return asked;
};

beforeEach(() => {
  [heard, states, Line.all] = [[], [], []];
  globalThis.addEventListener = (name, act) => awake.set(name, act);
  link = new Link("t", (message) => heard.push(message), (state) => states.push(state), PACKET);
  globalThis.fetch = real.fetch;
});

test("a key has 32 digits and is another one each time", () => {
  const keys = new Set(Array.from({ length: 50 }, newKey));
  assert.equal(keys.size, 50);
  for (const key of keys) assert.match(key, /^[0-9a-f]{32}$/);
});

test("what is asked is read; what is posted is JSON, a text as it is", async () => {
  const asked = fetching([200, '{"a": 1}']);
  assert.deepEqual(await ask("/x"), { a: 1 });
  await ask("/x", { b: 2 });
  await ask("/x", "as it is");
  assert.deepEqual(asked, [["/x", {}], ["/x", { method: "POST", body: '{"b":2}' }], ["/x", { method: "POST", body: "as it is" }]]);
});

test("a refusal carries what the server said, or that it said nothing", async () => {
  fetching([409, '{"error": "too late", "clause": "X-1"}']);
  await assert.rejects(ask("/x"), (error) => error instanceof Refused && error.status === 409 && error.problem.clause === "X-1" && error.message === "too late");
  fetching([502, "<html>"]);
  await assert.rejects(ask("/x"), (error) => error.status === 502 && error.message === "The server gave no answer that can be read.");
});

test("while the line is down it is asked again seven times, ever later; a refusal is an answer", async () => {
  await still(async () => {
    globalThis.setTimeout = (then, wait) => (later.push({ wait }), then());
    const gone = fetching(new Error("down"));
    await assert.rejects(insist("/x", {}), /down/);
    assert.equal(gone.length, 7);
    assert.deepEqual(later.map(({ wait }) => wait), [300, 600, 1200, 2400, 4800, 9600]);
    const back = fetching(new Error("down"), [200, '{"ok": true}']);
    assert.deepEqual(await insist("/x", {}), { ok: true });
    assert.equal(back.length, 2);
    const refused = fetching([409, '{"error": "no"}']);
    await assert.rejects(insist("/x", {}), Refused);
    assert.equal(refused.length, 1);
  });
});

test("a line says what the page has, and through whose eyes", () => {
  assert.equal(line().address.pathname, "/api/tables/t/socket");
  assert.equal(line().address.protocol, "ws:");
  assert.deepEqual(query(), { language: "cs", seq: "3", free: "2" });
  new Link("t", () => {}, () => {}, { ...PACKET, seat: 0, sitters: undefined });
  assert.deepEqual(query(), { language: "cs", eyes: "0", seq: "3", free: "0", seat: "0" });
  const blind = new Link("t", () => {}, () => {}, null);
  assert.deepEqual(query(), { language: "cs" });
  blind.look(2);
  assert.deepEqual(line().said, [{ type: "look", eyes: 2 }]);
  blind.open();
  assert.deepEqual(query(), { language: "cs", eyes: "2" });
  location.protocol = "https:";
  blind.open();
  location.protocol = "http:";
  assert.equal(line().address.protocol, "wss:");
});

test("a whole packet is heard as it comes, and kept", () => {
  const packet = { ...PACKET, seq: 9 };
  line().hear(packet);
  assert.deepEqual(heard, [packet]);
  assert.deepEqual(link.packet, packet);
});

test("a change that fits is heard as a whole packet; one with a gap asks for everything", () => {
  const change = { type: "change", base: 3, seq: 4, moves: 4, scene: { new: [[0, { id: "a" }]] } };
  line().hear(change);
  assert.deepEqual([heard[0].type, heard[0].seq, heard[0].scene.items], ["packet", 4, [{ id: "a" }]]);
  assert.equal(link.packet.seq, 4);
  line().hear({ ...change, base: 7, seq: 8 });
  assert.equal(heard.length, 1);
  assert.deepEqual(line().said, [{ type: "look" }]);
});

test("who is here is heard and belongs to the packet; anything else is only heard", () => {
  line().hear({ type: "presence", sitters: [{ kind: "me" }] });
  assert.deepEqual(link.packet.sitters, [{ kind: "me" }]);
  line().hear({ type: "notice", text: "x", sitters: [] });
  assert.deepEqual(link.packet.sitters, [{ kind: "me" }]);
  assert.deepEqual(heard.map(({ type }) => type), ["presence", "notice"]);
  link.packet = null;
  line().hear({ type: "presence", sitters: [] });
  assert.equal(link.packet, null);
});

test("a move is sent and answered by its key", async () => {
  await still(async () => {
    const done = link.act({ type: "move", key: "k" });
    const refused = link.act({ type: "move", key: "r" });
    assert.deepEqual(line().said.map(({ key }) => key), ["k", "r"]);
    assert.deepEqual(later.map(({ wait }) => wait), [8000, 8000]);
    line().hear({ type: "done", key: "other" });
    line().hear({ type: "done", key: "k" });
    line().hear({ type: "refused", key: "r", status: 409, problem: { error: "no" } });
    assert.deepEqual(await done, PACKET);
    await assert.rejects(refused, (error) => error instanceof Refused && error.status === 409);
    assert.equal(link.deeds.size, 0);
    assert.deepEqual(later.map(({ gone }) => gone), [true, true], "nobody waits any more");
    assert.deepEqual(heard, []);
  });
});

test("without an answer, a line or a packet it is not known whether a move was done", async () => {
  await still(async () => {
    const slow = link.act({ type: "move", key: "slow" });
    later[0].then();
    assert.equal(await slow, null);
    const cut = link.act({ type: "move", key: "cut" });
    line().close();
    assert.equal(await cut, null);
    assert.equal(await link.act({ type: "move", key: "down" }), null);
    assert.equal(line().said.length, 2, "nothing is sent over a line that is down");
    const blind = new Link("t", () => {}, () => {}, null);
    assert.equal(await blind.act({ type: "move", key: "blind" }), null);
    assert.deepEqual(line().said, []);
  });
});

test("a lost line is told and opened again, ever later, at most after eight seconds", () => {
  still(() => {
    line().onopen();
    assert.deepEqual(states, ["open"]);
    const waits = [];
    for (let time = 0; time < 8; time++) {
      line().close();
      waits.push(Math.round(later.at(-1).wait));
      later.at(-1).then();
    }
    assert.deepEqual(waits, [400, 720, 1296, 2333, 4199, 7558, 8000, 8000]);
    assert.equal(Line.all.length, 9);
    assert.equal(states.at(-1), "lost");
    line().onopen();
    line().close();
    assert.equal(later.at(-1).wait, 400, "from the beginning again");
  });
});

test("when the browser is back on line a closed line is opened at once, an open one is left", () => {
  still(() => {
    awake.get("online")();
    assert.equal(Line.all.length, 1);
    line().readyState = Line.CLOSED;
    awake.get("online")();
    assert.equal(Line.all.length, 2);
  });
});

test("whoever leaves is not called back, and an old line that closes is none of ours", () => {
  still(() => {
    const old = line();
    link.open();
    old.close();
    assert.deepEqual([states, later.length], [[], 0]);
    const now = line();
    link.leave();
    assert.equal(now.readyState, Line.CLOSED);
    assert.deepEqual([states, later.length], [[], 0]);
    awake.get("online")();
    assert.equal(Line.all.length, 2);
    link.leave();
  });
});
