// The connection: connects, says hello, answers pings, comes back with its token when cut off.
// What must not be here: tables and games (player.js).

import { connect } from "node:net";

import { nowUs } from "./clock.js";
import { FrameReader, frameOf } from "./frames.js";

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 5_000;
const MOST_TRIES = 12; // about half a minute of a server that is away
// After these there is no use in trying again.
const FINAL = new Set(["session/superseded", "hello/version"]);

export class Link {
  #socket = null;
  #reader = null;
  #tries = 0;
  #lastId = 0;
  #waiting = new Map(); // id -> what to do with the answer
  #closing = "";
  #leaving = false;

  /**
   * `handle(message)` gets every message but pings, `welcomed(welcome)` each greeting, `lost()`
   * each loss, and `ended(reason)` the end, with "" for a wanted one.
   */
  constructor({ host, port, name, token, handle, welcomed, lost, ended }) {
    Object.assign(this, { host, port, name, token, handle, welcomed, lost, ended });
  }

  open() {
    this.#reader = new FrameReader();
    this.#closing = "";
    const socket = connect({ host: this.host, port: this.port, noDelay: true });
    this.#socket = socket;
    socket.on("connect", () => this.#greet());
    socket.on("data", (bytes) => this.#read(bytes));
    socket.on("error", (error) => (this.#closing ||= error.message));
    socket.on("close", () => this.#lost());
  }

  send(message) {
    if (this.#socket?.writable) this.#socket.write(frameOf(message));
  }

  /** Sends a request; resolves with its answer, an `error` message included. */
  ask(message) {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.send({ ...message, id });
    });
  }

  /** Leaves for good: gives up a seat it has. */
  leave() {
    this.#leaving = true;
    this.send({ type: "bye" });
  }

  /** Drops this connection and comes back, for instance after a missing number. */
  again() {
    this.#socket.destroy();
  }

  async #greet() {
    const { name, token } = this;
    const hello = { type: "hello", version: 1, name, bot: true, client: "perekur-example-js 1.0" };
    const answer = await this.ask({ ...hello, token });
    if (answer.type !== "welcome") return this.#refused(answer);
    this.#tries = 0;
    this.name = answer.name;
    this.token = answer.token;
    return this.welcomed(answer);
  }

  #refused(error) {
    this.#leaving = true;
    this.#closing = `${error.code}: ${error.text} ${error.expected ?? ""}`;
    this.#socket.end();
  }

  #read(bytes) {
    const receivedUs = nowUs(); // before anything else: a pong needs it
    try {
      for (const message of this.#reader.feed(bytes)) this.#take(message, receivedUs);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#socket.destroy(error);
    }
  }

  #take(message, receivedUs) {
    if (message.type === "ping") {
      this.send({
        type: "pong", ping: message.ping, received_us: receivedUs, sent_us: nowUs(),
      });
      return;
    }
    if (message.type === "closing") this.#closing = message.code;
    const answered = this.#waiting.get(message.re);
    this.#waiting.delete(message.re);
    if (answered) answered(message);
    this.handle(message);
  }

  #lost() {
    this.lost();
    this.#waiting.clear(); // their answers will not come any more
    if (this.#leaving || FINAL.has(this.#closing)) {
      this.ended(this.#leaving && !this.#closing ? "" : this.#closing);
    } else if (++this.#tries > MOST_TRIES) {
      this.ended(this.#closing || "the connection was lost");
    } else {
      const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (this.#tries - 1), LONGEST_WAIT_MS);
      setTimeout(() => this.open(), waitMs);
    }
  }
}
