// One seat at one table: gets it, gets ready, plays match after match, leaves.
// What must not be here: sockets (link.js), timing of races (races.js), choosing cards.

import { randomBytes } from "node:crypto";

import { Durak } from "./durak.js";
import { Link } from "./link.js";
import { Perekur } from "./perekur.js";
import { Races } from "./races.js";

const GAMES = { perekur: Perekur, durak: Durak };
const AGAIN_MS = 500; // before another look for a table
const RAW_REACTION_US = 180_000; // where our own stamps count; under 100 ms is a false start

export class Player {
  #link;
  #races;
  #game = null;
  #turn = null;
  #table = null;
  #seat = null;
  #seq = 0;
  #played = 0;
  #asking = false; // a `ready` is on its way

  /**
   * `wish`: table, game (to create it, else ""), options, matches, players (to wait for).
   * `told(text)` gets lines for people, `kept({name, token})` what to store, `ended(reason)`
   * the end.
   */
  constructor({ host, port, name, token, wish, told, kept, ended }) {
    Object.assign(this, { wish, told, kept, ended });
    this.#link = new Link({
      host, port, name, token,
      handle: (message) => this.#handle(message),
      welcomed: (welcome) => this.#welcomed(welcome),
      lost: () => this.#races.lost(),
      ended: (reason) => this.#ended(reason),
    });
    this.#races = new Races({
      send: (message) => this.#link.send(message),
      show: (reveal) => this.#show(reveal),
      decide: () => this.#game?.claim?.() ?? null,
      reactionUs: () => (this.#table?.options.bots_race === "raw" ? RAW_REACTION_US : 0),
    });
  }

  start() {
    this.#link.open();
  }

  async #welcomed({ name, token, table }) {
    this.kept({ name, token });
    this.#asking = false;
    if (table) await this.#link.ask({ type: "resume", seq: this.#seq });
    else await this.#findTable();
  }

  async #findTable() {
    const { table, game, options } = this.wish;
    let answer = await this.#link.ask({ type: "join_table", table });
    if (answer.code === "table/unknown" && game) {
      answer = await this.#link.ask({ type: "create_table", table, game, options });
    }
    if (answer.type === "view") return;
    this.told(`no seat at ${table} yet: ${answer.code}`);
    setTimeout(() => this.#findTable(), AGAIN_MS);
  }

  #handle(message) {
    switch (message.type) {
      case "view":
        this.#viewed(message);
        break;
      case "table":
        this.#seated(message);
        break;
      case "events":
        if (this.#counted(message)) this.#show(message);
        break;
      case "reveal":
        if (this.#counted(message)) this.#races.revealed(message);
        break;
      case "error":
        this.#refused(message);
        break;
      default: // answers somebody waited for, chat, and messages of a later version
    }
  }

  #viewed({ seq, table, seat, game, turn, race }) {
    this.#seq = seq;
    this.#seat = seat;
    const Game = GAMES[table.game];
    if (!Game) {
      this.told(`can't play ${table.game}`);
      this.#link.leave();
      return;
    }
    this.#game = new Game(seat);
    if (game) this.#game.view(game);
    this.#seated({ table, seat });
    this.#races.viewed(race);
    this.#turned(turn);
  }

  #seated({ table, seat }) {
    this.#table = table;
    this.#seat = seat ?? this.#seat;
    this.#getReady();
  }

  async #getReady() {
    const { playing, seats } = this.#table;
    const own = seats.find(({ seat }) => seat === this.#seat);
    if (this.#asking || playing || !own || own.ready || seats.length < this.wish.players) return;
    if (this.#played >= this.wish.matches) return;
    this.#asking = true;
    await this.#link.ask({ type: "ready", entropy: randomBytes(16) });
    this.#asking = false;
  }

  /** Whether the numbers have no gap; else the bot reconnects and asks for what it missed. */
  #counted({ seq, events = [] }) {
    if (seq - events.length === this.#seq) {
      this.#seq = seq;
      return true;
    }
    this.told(`event ${this.#seq + 1} is missing`);
    this.#link.again();
    return false;
  }

  #show({ events = [], verdict, turn }) {
    if (verdict?.winner !== undefined) this.told(`race ${verdict.race}: seat ${verdict.winner}`);
    for (const event of events) {
      this.#game?.happened(event);
      if (event.what === "match_ended") this.#matchEnded(event.outcome);
    }
    this.#turned(turn);
  }

  #matchEnded({ reason, losers = [] }) {
    this.#played += 1;
    const lost = losers.includes(this.#seat) ? "lost" : "not lost";
    this.told(`match ${this.#played} ended: ${reason}; ${lost}`);
    if (this.#played >= this.wish.matches) this.#link.leave();
  }

  #turned(turn) {
    this.#turn = turn;
    const choices = this.#game?.choices?.(turn) ?? [];
    if (choices.length > 0) this.#act(turn, choices);
  }

  /** Tries the choices in turn until one is taken, or the moment has passed. */
  async #act(turn, choices) {
    for (const action of choices) {
      if (turn !== this.#turn) return;
      const answer = await this.#link.ask({ type: "act", action });
      if (answer.type !== "error") return;
    }
  }

  #refused(error) {
    this.told(`refused: ${error.code} ${error.field ?? ""} ${error.expected ?? ""}`.trim());
    this.#races.refused(error);
    if (error.code === "table/not_at" && error.re === undefined) this.#findTable();
  }

  #ended(reason) {
    this.#races.stop();
    this.ended(reason);
  }
}
