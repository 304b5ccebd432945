#!/usr/bin/env node
// The command: reads arguments, keeps the token, plays, leaves with a status.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

import { Player } from "./player.js";

const DEFAULT_PORT = 25236; // a server listens there unless its host says otherwise

const USAGE = `usage: node bot.js [HOST:PORT] [options]
  --name NAME        what others see (default: Node)
  --table TABLE      the table to join (default: kitchen)
  --game GAME        create the table for this game where it does not exist
  --option KEY=VALUE of a created table; may be repeated
  --players N        be ready when so many are seated (default: 1)
  --matches N        leave after so many matches (default: 1)
  --token-file FILE  keep name and token here, to be the same player next time`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: "string", default: "Node" },
    table: { type: "string", default: "kitchen" },
    game: { type: "string", default: "" },
    option: { type: "string", multiple: true, default: [] },
    players: { type: "string", default: "1" },
    matches: { type: "string", default: "1" },
    "token-file": { type: "string", default: "" },
    help: { type: "boolean", short: "h", default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}

/** The host and port of "host:port", "[::1]:port" or "host". */
function addressOf(text) {
  const [, host, port] = /^(.*?)(?::(\d+))?$/.exec(text);
  return { host: host.replace(/^\[(.*)\]$/, "$1"), port: Number(port ?? DEFAULT_PORT) };
}

/** An option's value as the type it has on the wire. */
function valueOf(text) {
  if (text === "true" || text === "false") return text === "true";
  return /^\d+$/.test(text) ? Number(text) : text;
}

const file = values["token-file"];
const kept = file && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};

new Player({
  ...addressOf(positionals[0] ?? "127.0.0.1"),
  name: kept.name ?? values.name,
  token: kept.token ? Buffer.from(kept.token, "hex") : undefined,
  wish: {
    table: values.table,
    game: values.game,
    options: Object.fromEntries(
      values.option.map((pair) => pair.split("=")).map(([key, value]) => [key, valueOf(value)]),
    ),
    players: Number(values.players),
    matches: Number(values.matches),
  },
  told: (text) => console.log(text),
  kept: ({ name, token }) => {
    if (!file) return;
    const text = JSON.stringify({ name, token: Buffer.from(token).toString("hex") });
    writeFileSync(file, text, { mode: 0o600 }); // the token is the proof that the name is ours
  },
  ended: (reason) => {
    if (reason) console.error(`ended: ${reason}`);
    process.exit(reason ? 1 : 0);
  },
}).start();
