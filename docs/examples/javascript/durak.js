// Durak: picks one of the legal actions the server lists. Keeps no hand: `legal` has all it needs.

import { rankOf } from "./perekur.js";

const TRUMP_COSTS = 20; // more than any rank, so that trumps go last
// Lower is better: beat where we can, take where we must, throw in only what is cheap.
const LIKING = { attack: 0, beat: 0, transfer: 0, show_transfer: 0, throw_in: 0, pass: 14, take: 40 };

export class Durak {
  constructor(seat) {
    this.seat = seat;
    this.trump = "";
    this.over = false;
  }

  view(game) {
    this.trump = game.trump;
    this.over = game.phase === "over";
  }

  happened(event) {
    if (event.what === "durak_dealt") {
      this.trump = event.trump;
      this.over = false;
    }
    if (event.what === "match_ended") this.over = true;
  }

  /** The actions of `turn` this bot knows, the best first. */
  choices(turn) {
    const known = (turn?.legal ?? []).filter((action) => action.do in LIKING);
    return known.sort((one, other) => this.#cost(one) - this.#cost(other));
  }

  #cost(action) {
    const cards = action.cards ?? (action.card ? [action.card] : []);
    const price = (card) => rankOf(card) + (card[1] === this.trump ? TRUMP_COSTS : 0);
    return LIKING[action.do] + cards.reduce((sum, card) => sum + price(card), 0);
  }
}
