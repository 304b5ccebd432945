// Reveals and races: shows each at its moment, sends shown, ticks and claims.
// What must not be here: which card to lay (perekur.js).

import { callAt, nowUs } from "./clock.js";

const TICK_US = 25_000;

export class Races {
  #pending = []; // reveals whose moment has not come
  #timer = null;
  #race = null; // the open one: { race, nonce, shownUs }
  #ticking = null;
  #pressing = null;

  /**
   * `show(reveal)` is told each reveal at its time, `decide()` gives an action or null for the
   * race that has just opened, and `reactionUs()` how long to wait before the press.
   */
  constructor({ send, show, decide, reactionUs }) {
    Object.assign(this, { send, show, decide, reactionUs });
  }

  /** A reveal came: the race before it is over, what it tells is for its own moment. */
  revealed(reveal) {
    this.#close();
    for (const earlier of this.#pending) earlier.race = undefined;
    this.#pending.push(reveal);
    if (this.#pending.length === 1) this.#wait();
  }

  /** A view came: forget what was to be shown; `race` is open now, if there is one. */
  viewed(race) {
    this.stop();
    if (race) this.#open(race);
  }

  /** The connection is gone, and the race with it. What was to be shown is still shown. */
  lost() {
    this.#close();
    for (const reveal of this.#pending) reveal.race = undefined;
  }

  stop() {
    this.#close();
    this.#timer?.cancel();
    this.#pending = [];
  }

  /** A claim of ours was refused: while the race is open, try once more after the lock. */
  refused(error) {
    if (!this.#race || error.race !== this.#race.race || !error.locked_us) return;
    this.#pressAt(nowUs() + error.locked_us);
  }

  #wait() {
    this.#timer = callAt(this.#pending[0].at_us, () => {
      const reveal = this.#pending.shift();
      this.show(reveal);
      if (reveal.race) this.#open(reveal.race);
      if (this.#pending.length > 0) this.#wait();
    });
  }

  #open({ race, nonce }) {
    const shownUs = nowUs();
    this.#race = { race, nonce, shownUs };
    this.send({ type: "shown", race, shown_us: shownUs });
    this.#tickAt(shownUs + TICK_US);
    this.#pressAt(shownUs + this.reactionUs());
  }

  #tickAt(atUs) {
    this.#ticking = callAt(atUs, () => {
      this.send({ type: "tick", sent_us: nowUs() });
      this.#tickAt(Math.max(atUs + TICK_US, nowUs()));
    });
  }

  #pressAt(atUs) {
    this.#pressing?.cancel();
    const { race, nonce, shownUs } = this.#race;
    this.#pressing = callAt(atUs, () => {
      const action = this.decide();
      if (!action || !nonce) return;
      const claim = { type: "claim", race, nonce, action, shown_us: shownUs };
      this.send({ ...claim, pressed_us: nowUs() }); // stamped and written in one go
    });
  }

  #close() {
    this.#race = null;
    this.#ticking?.cancel();
    this.#pressing?.cancel();
    this.#ticking = this.#pressing = null;
  }
}
