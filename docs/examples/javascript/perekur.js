// Perekur: whoever lays the wanted rank first. Keeps what this seat may know; decides what to lay.

const RANKS = "23456789TJQKA";
const LOWEST = 2;

export const rankOf = (card) => RANKS.indexOf(card[0]) + LOWEST;

export class Perekur {
  constructor(seat) {
    this.seat = seat;
    this.hand = [];
    this.wanted = LOWEST;
    this.last = null; // who laid last: that seat must let somebody else lay first
    this.over = false;
  }

  /** Start again from a view of the game. */
  view(game) {
    this.hand = [...(game.cards ?? [])];
    this.wanted = game.wanted;
    this.last = game.last ?? null;
    this.over = game.phase === "over";
  }

  happened(event) {
    switch (event.what) {
      case "dealt":
        this.hand = [...(event.cards ?? [])];
        this.wanted = LOWEST;
        this.last = null;
        this.over = false;
        break;
      case "laid":
        if (event.seat === this.seat) this.hand = this.hand.filter((card) => card !== event.card);
        this.wanted = event.wanted;
        this.last = event.seat;
        break;
      case "match_ended":
        this.over = true;
        break;
      default: // events of a later version count, and say nothing to this bot
    }
  }

  /** What to do in the race that is open now, or null. */
  claim() {
    if (this.over || this.last === this.seat) return null;
    const card = this.hand.find((held) => rankOf(held) === this.wanted);
    return card ? { do: "lay", card } : null;
  }
}
