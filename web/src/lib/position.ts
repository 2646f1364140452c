/** The position of a table as the page shows it. Everything is read; nothing is worked out that a rule would have to. */

import { COMPANIES, type Company, companyOf } from "./companies";
import type { Entry, Preview, TableDoc } from "./api";
import type { BoardMap, Lit, Piece, Scene } from "../map/types";

export interface CompanyFacts {
  code: string;
  income?: number;
  sold: number;
  left: number;
  share?: number;
  after?: number;
  price?: number | null;
  treasury: number;
  locomotives?: number;
  open?: boolean;
  worth?: number;
  paying?: boolean;
  connected?: string[];
  needs?: number;
  cubes?: number;
  /** What one round of its dividends would pay each seat. */
  round?: number[];
}

export interface PlayerFacts {
  seat: number;
  cash: number;
  shares: number[];
  next?: number;
  income?: number;
  wealth?: number;
}

export interface Sale {
  company: string;
  opening?: number;
  high: number;
  leader: number | null;
  least: number;
  asked: number;
  bidders: number[];
  worth?: number;
  players?: { seat: number; now: number; bought: number; lost: number }[];
}

export interface Analysis {
  companies?: CompanyFacts[];
  players?: PlayerFacts[];
  end?: { dividends?: number | null; turns?: [number, number] | null; last?: number | null; triggers?: { reason: string; left: number; of?: number }[] };
  gauges?: { name: string; step: number; red: number }[];
  values?: Record<string, number>;
  houses_left?: number;
  sale?: Sale | null;
  /** Chances in the next drawing: to come first, and to get no turn at all. */
  bag?: { seat: number; tokens: number; first: number; none: number }[];
  order?: number[];
  at?: number;
  dice?: string[];
}

interface Reckoned {
  companies?: Record<string, unknown>[];
  players?: Record<string, unknown>[];
  ends?: { reason: string; left: number; of?: number }[];
  dividends_left?: number;
  turns_to_dividends?: [number, number];
  turns_left?: number;
  gauges?: { name: string; step: number; red: number }[];
  industry?: Record<string, number>;
  sale?: { others: number[]; buyer: number[] } | null;
  bag?: { tokens: number[]; first: number[]; turns: number[][] } | null;
  goods?: { outside: number; arrived: number }[];
}

const known = new WeakMap<TableDoc, Analysis>();

/** The position and what the server reckons about it, side by side for the cards. */
export function analysisOf(doc: TableDoc): Analysis {
  let analysis = known.get(doc);
  if (!analysis) known.set(doc, (analysis = assemble(doc)));
  return analysis;
}

const number = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

function assemble(doc: TableDoc): Analysis {
  const position = doc.position;
  if (!position) return {};
  const reckoned = (doc.analysis ?? {}) as Reckoned;
  const accounts = list<number>(position["accounts"]);
  const shares = list<number[]>(position["shares"]);
  const seats = shares.length;
  const tracks = list<string[]>(position["track"]);
  const codes = (COMPANIES[doc.game] ?? []).map((one) => one.code);
  const facts = codes.map((code, i): CompanyFacts => {
    const more = reckoned.companies?.[i] ?? {};
    const links = list<number>(more["links"]);
    const one: CompanyFacts = {
      code,
      sold: shares.reduce((sum, row) => sum + (row[i] ?? 0), 0),
      left: list<number>(position["unsold"])[i] ?? 0,
      treasury: accounts[1 + seats + i] ?? 0,
    };
    if (position["income"]) one.income = list<number>(position["income"])[i] ?? 0;
    if (position["locomotives"]) one.locomotives = list<number>(position["locomotives"])[i] ?? 0;
    if (doc.game === "chicago-express") one.open = (tracks[i]?.length ?? 0) > 0;
    if (typeof more["dividend"] === "number") one.share = more["dividend"];
    if (typeof more["dividend_after_sale"] === "number") one.after = more["dividend_after_sale"];
    if (typeof more["price"] === "number") one.price = more["price"];
    if (typeof more["value"] === "number") one.worth = more["value"];
    if (typeof more["missing"] === "number") {
      one.connected = links.map((other) => codes[other] ?? "");
      one.needs = more["missing"];
      one.paying = !(one.income && more["dividend"] === 0);
    }
    const goods = reckoned.goods?.[i];
    if (goods) one.cubes = goods.outside;
    if (Array.isArray(more["round"])) one.round = more["round"] as number[];
    return one;
  });
  const players = shares.map((row, seat): PlayerFacts => {
    const more = reckoned.players?.[seat] ?? {};
    const one: PlayerFacts = { seat, cash: accounts[1 + seat] ?? 0, shares: row };
    const [next, income, wealth] = [number(more["dividend"]), number(more["income"]), number(more["wealth"])];
    if (next !== undefined) one.next = next;
    if (income !== undefined) one.income = income;
    if (wealth !== undefined) one.wealth = wealth;
    return one;
  });
  const analysis: Analysis = {
    companies: facts,
    players,
    end: { dividends: reckoned.dividends_left ?? null, turns: reckoned.turns_to_dividends ?? null, last: reckoned.turns_left ?? null, triggers: reckoned.ends ?? [] },
    sale: saleOf(position["auction"], codes, facts, players, reckoned),
    order: list<number>(position["order"]),
  };
  if (reckoned.gauges) analysis.gauges = reckoned.gauges;
  if (reckoned.industry) analysis.values = reckoned.industry;
  if (typeof position["at"] === "number") analysis.at = position["at"];
  if (reckoned.bag) analysis.bag = reckoned.bag.tokens.map((tokens, seat) => ({ seat, tokens, first: reckoned.bag?.first[seat] ?? 0, none: reckoned.bag?.turns[seat]?.[0] ?? 0 }));
  if (position["roll"]) analysis.dice = list<string>(position["roll"]);
  return analysis;
}

function saleOf(auction: unknown, codes: string[], companies: CompanyFacts[], players: PlayerFacts[], reckoned: Reckoned): Sale | null {
  const [lot, , least, bidders, high, leader, asked] = list<number>(auction);
  if (lot === undefined || least === undefined || bidders === undefined) return null;
  const sale: Sale = {
    company: codes[lot] ?? "",
    least,
    high: high ?? 0,
    leader: leader === undefined || leader < 0 ? null : leader,
    asked: asked ?? -1,
    bidders: players.map((one) => one.seat).filter((seat) => (bidders >> seat) & 1),
  };
  const worth = companies[lot]?.worth;
  if (worth !== undefined) sale.worth = worth;
  const effect = reckoned.sale;
  if (effect)
    sale.players = players.map(({ seat, next = 0 }) => ({ seat, now: next, bought: next + (effect.buyer[seat] ?? 0), lost: next + (effect.others[seat] ?? 0) }));
  return sale;
}

export function playerName(doc: TableDoc, seat: number): string {
  return doc.players[seat] ?? doc.seats[seat]?.name ?? `${seat + 1}`;
}

/** Who has won; a result numbers the places from one, as records do. */
export function winnersOf(table: { players: (string | null)[]; result: { winners: number[] } | null }): string[] {
  return (table.result?.winners ?? []).map((place) => table.players[place - 1] ?? `${place}`);
}

/** A name for narrow places: without what stands in brackets, and never two alike for bots that are numbered. */
export function shortName(doc: TableDoc, seat: number, most = 99): string {
  const name = playerName(doc, seat).replace(/ \(.*\)$/, "");
  const numbered = /^(.).*?(\d+)$/.exec(name);
  if (name.length <= most) return name;
  return numbered ? `${numbered[1] ?? ""}${numbered[2] ?? ""}` : name.slice(0, most);
}

const list = <T>(value: unknown): T[] => (Array.isArray(value) ? (value as T[]) : []);

const BOOKKEEPING = ["needle", "tokens", "drawn", "reset", "roll"];

/** What a move does, in words, without the bookkeeping that follows it and what is shown otherwise. */
export function effectsOf(said: { words?: string[]; events?: unknown[][] }, besides = ""): string {
  const silent = [...BOOKKEEPING, besides];
  return (said.words ?? []).filter((_, i) => !silent.includes(String(said.events?.[i]?.[0]))).join(" ");
}

/** Where the events of the last move happened. */
export function touched(board: BoardMap, events: unknown[][]): { laid: Map<string, number>; places: string[]; links: string[] } {
  const laid = new Map<string, number>();
  const places = new Set<string>();
  const links = new Set<string>();
  const place = (index: unknown): string | undefined => {
    const found = typeof index === "number" ? board.places[index] : undefined;
    return found ? (found.part_of ?? found.id) : undefined;
  };
  for (const event of events) {
    if (event[0] === "track") {
      const id = place(event[3]);
      if (id) laid.set(id, event[2] as number), places.add(id);
    } else if (event[0] === "house" || event[0] === "wabash") {
      const id = place(event[event[0] === "house" ? 2 : 1]);
      if (id) places.add(id);
    } else if (event[0] === "link") {
      const link = typeof event[3] === "number" ? board.links[event[3]]?.id : undefined;
      if (link) links.add(link);
    } else if (event[0] === "step") {
      const id = place(event[4]);
      if (id) places.add(id);
    }
  }
  return { laid, places: [...places], links: [...links] };
}

/** What the map of a hex game shows: the position, the last move, and the move that is being put together. */
export function hexScene(board: BoardMap, doc: TableDoc, last: unknown[][], partial: string[], preview: Preview | null, lit: Record<string, Lit>): Scene {
  const position = doc.position ?? { legal: [] };
  const { laid, places } = touched(board, last);
  const pieces: Record<string, Piece[]> = {};
  const home = new Map(board.places.map((p) => [p.id, p.part_of ?? p.id]));
  list<string[]>(position["track"]).forEach((hexes, company) => {
    for (const hex of hexes) {
      const id = home.get(hex) ?? hex;
      const there = (pieces[id] ??= []);
      if (!there.some((piece) => piece.company === company)) there.push({ company, fresh: laid.get(id) === company });
    }
  });
  const builder = COMPANIES[doc.game]?.findIndex((one) => one.code === partial[1]) ?? -1;
  const chosen = partial[0] === "build" && builder >= 0 ? partial.slice(2).filter((atom) => home.has(atom)) : partial[0] === "develop" ? partial.slice(1).filter((atom) => home.has(atom)) : [];
  if (partial[0] === "build")
    for (const id of chosen) if (!pieces[id]?.some((piece) => piece.company === builder)) (pieces[id] ??= []).push({ company: builder, fresh: false, ghost: true });
  return {
    pieces,
    houses: list<string>(position["houses"]),
    values: analysisOf(doc).values ?? {},
    lit: preview?.whole ? {} : lit,
    chosen,
    last: partial.length ? [] : places,
  };
}

/** The places among the atoms that may follow, with what the server says about them. */
export function litPlaces(board: BoardMap, legal: string[], preview: Preview | null): Record<string, Lit> {
  const known = new Set(board.places.map((p) => p.id));
  const lit: Record<string, Lit> = {};
  for (const atom of legal) if (known.has(atom)) lit[atom] = preview?.places[atom] ?? {};
  return lit;
}

export function companies(doc: TableDoc): { company: Company; facts: CompanyFacts }[] {
  const all = analysisOf(doc).companies ?? [];
  return all.map((facts) => ({ company: companyOf(doc.game, facts.code), facts }));
}

/** The entries of the log that an undo has taken back, by their number. */
export function undone(entries: Entry[]): Set<number> {
  const gone = new Set<number>();
  let standing: Entry[] = [];
  for (const entry of entries) {
    if (entry.kind === "move") standing.push(entry);
    else if (entry.moves !== undefined && (entry.kind === "undo" || entry.kind === "agree" || entry.kind === "takeback")) {
      const most = entry.moves;
      for (const one of standing) if ((one.moves ?? 0) > most) gone.add(one.number);
      standing = standing.filter((one) => (one.moves ?? 0) <= most);
    }
  }
  return gone;
}

/** What the map of towns and links shows. */
export function linkScene(board: BoardMap, doc: TableDoc, last: unknown[][], partial: string[], legal: string[]): import("../map/links").LinkScene {
  const position = doc.position ?? { legal: [] };
  const { places, links } = touched(board, last);
  const cubes: Record<string, { colour: number; count: number }[]> = {};
  list<Record<string, number>>(position["cubes"]).forEach((row, colour) => {
    for (const [place, count] of Object.entries(row)) if (count > 0) (cubes[place] ??= []).push({ colour, count });
  });
  const owners: Record<string, number> = {};
  list<string[]>(position["links"]).forEach((names, company) => {
    for (const name of names) owners[name] = company;
  });
  const mover = COMPANIES[doc.game]?.findIndex((one) => one.code === partial[0]?.split(" ")[1]) ?? -1;
  for (const atom of partial.slice(1)) {
    const [verb, name = ""] = atom.split(" ");
    if (verb === "lay") owners[name] = mover;
    if (verb === "step") shift(cubes, mover, name);
  }
  return { cubes, owners, lit: legal, last: partial.length ? [] : links, lastPlaces: partial.length ? [] : places };
}

/** A cube of the move that is being put together, shown where it would stand. */
function shift(cubes: Record<string, { colour: number; count: number }[]>, colour: number, step: string): void {
  const [from = "", to = ""] = step.split("-");
  const leaving = cubes[from]?.find((one) => one.colour === colour);
  if (!leaving) return;
  leaving.count -= 1;
  cubes[from] = (cubes[from] ?? []).filter((one) => one.count > 0);
  const there = (cubes[to] ??= []);
  const known = there.find((one) => one.colour === colour);
  if (known) known.count += 1;
  else there.push({ colour, count: 1 });
}
