/** The table's API (docs/api.md): types and one way to call it. */

import type { BoardMap } from "../map/types";
import { language } from "./words.svelte";

export interface Problem {
  code: string;
  detail: string;
  rule?: string;
  status: number;
  missed?: Entry[];
}

/** What the server refused, in the reader's words. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

/** The server did not answer at all. */
export class Unreachable extends Error {}

export interface Me {
  kind: "nobody" | "guest" | "account";
  name: string | null;
  mail: string | null;
}

export interface GameInfo {
  game: string;
  name: string;
  seats: [number, number];
  options: Record<string, string[]>;
  companies: string[];
  boards: string[];
}

export interface Catalogue {
  games: GameInfo[];
  bots: { level: string; plays: string }[];
  version: string;
}

export type SeatKind = "person" | "bot" | "open" | "invited";

export interface Seat {
  kind: SeatKind;
  name: string | null;
  bot: string | null;
  you: boolean;
  resigned: boolean;
  left: number | null;
}

export interface Entry {
  number: number;
  at: number;
  kind: string;
  seat?: number;
  by?: string;
  move?: string;
  moves?: number;
  to?: number;
  text?: string;
  table?: string;
  bot?: string;
  events?: unknown[][];
  words?: string[];
}

export interface Position {
  legal: string[];
  [key: string]: unknown;
}

export interface TableDoc {
  id: string;
  title: string;
  game: string;
  board: string;
  options: Record<string, string>;
  status: "open" | "running" | "finished" | "replay";
  visibility: string;
  host: boolean;
  clock: { kind: string; seconds: number; increment: number; bot: string };
  seats: Seat[];
  you: number[];
  number: number;
  moves: number;
  turn: { seat: number; deadline: number | null; asks: string } | null;
  undo: number | null;
  takeback: { seat: number; to: number; waiting: number[] } | null;
  limits: { seat: number; up_to: number; then: string }[];
  fairness: { scheme: string; commitment: string; seed: string | null } | null;
  position: Position | null;
  analysis: Record<string, unknown> | null;
  result: { cash: number[]; winners: number[]; reason: string } | null;
  rematch: string | null;
  origin: { table: string; at: number } | null;
  players: (string | null)[];
}

export interface Summary {
  id: string;
  title: string;
  game: string;
  status: string;
  players: (string | null)[];
  open: number;
  updated: number;
  moves: number;
  your_turn: boolean;
  you: number[];
  invited: boolean;
  asked: boolean;
  result: { cash: number[]; winners: number[] } | null;
}

export interface Preview {
  partial: string[];
  move: string;
  whole: boolean;
  complete: boolean;
  legal: string[];
  places: Record<string, { cost?: number; gain?: number; words?: string }>;
  spent: number;
  gained: number;
  company: string | null;
  /** By company and by seat: the changes that the move would make. */
  companies: { treasury: number; income: number }[];
  players: { cash: number; dividend: number }[];
  events: unknown[][];
  words: string[];
}

export interface HistoryMove {
  move: string;
  seat: number;
  number: number;
  events: unknown[][];
  words: string[];
  chart: Record<string, number[]>;
}

export type SeatWish = { kind: "me"; name?: string } | { kind: "bot"; bot: string } | { kind: "open" } | { kind: "invited"; name: string } | { kind: "keep"; seat: number };

/** The version of the server this page was loaded with; another one means: load the page again. */
let version: string | null = null;

export function meetVersion(found: string | null): void {
  if (found === null) return;
  if (version !== null && version !== found) {
    version = found;
    location.reload();
  }
  version = found;
}

export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const mark = path.includes("?") ? "&" : "?";
  let answer: Response;
  try {
    answer = await fetch(`/api/${path}${mark}lang=${language()}`, {
      method,
      headers: { "X-Cuberails": "1", ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  } catch (error) {
    throw new Unreachable(String(error));
  }
  // What is only read may come from the browser's store, and with it the version of some time ago.
  if (method !== "GET") meetVersion(answer.headers.get("X-Cuberails-Version"));
  if (answer.status === 204) return undefined as T;
  const data: unknown = await answer.json().catch(() => null);
  if (!answer.ok) {
    const problem = (data ?? {}) as Partial<Problem>;
    throw new Refused({ ...problem, code: problem.code ?? "unavailable", detail: problem.detail ?? `${answer.status} ${answer.statusText}`, status: answer.status });
  }
  return data as T;
}

export const get = <T>(path: string): Promise<T> => call<T>("GET", path);
export const post = <T>(path: string, body: unknown = {}): Promise<T> => call<T>("POST", path, body);
export const put = <T>(path: string, body: unknown): Promise<T> => call<T>("PUT", path, body);

const boards = new Map<string, Promise<BoardMap>>();

/** A map, fetched once. */
export function board(game: string, name: string): Promise<BoardMap> {
  const key = `${game}/${name}`;
  let known = boards.get(key);
  if (!known) {
    known = get<BoardMap>(`boards/${key}`).then(grouped);
    known.catch(() => boards.delete(key));
    boards.set(key, known);
  }
  return known;
}

/** A place that others are parts of is a part of itself, so that all of them are treated alike. */
function grouped(map: BoardMap): BoardMap {
  const wholes = new Set(map.places.map((p) => p.part_of));
  return { ...map, places: map.places.map((p) => (wholes.has(p.id) ? { ...p, part_of: p.id } : p)) };
}

let games: Promise<Catalogue> | undefined;
export function catalogue(): Promise<Catalogue> {
  games ??= get<Catalogue>("games").catch((error: unknown) => {
    games = undefined;
    throw error;
  });
  return games;
}

/** Become a guest, if nobody is signed in, so that every person can play at once. */
export async function someone(name: string): Promise<Me> {
  const me = await get<Me>("me");
  return me.kind === "nobody" ? post<Me>("guest", { name }) : me;
}

/** A new table, which begins at once if nobody is missing. The server promises its seed first; only then it hears our part of the chance. */
export async function createTable(game: string, seats: SeatWish[], more: Record<string, unknown> = {}): Promise<TableDoc> {
  const laid = await post<TableDoc>("tables", { game, seats, visibility: "link", ...more });
  const random = crypto.getRandomValues(new Uint8Array(8));
  const text = [...random].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const ready = laid.you.length ? await post<TableDoc>(`tables/${laid.id}/contribution`, { text }) : laid;
  const complete = ready.seats.every((seat) => seat.kind === "person" || seat.kind === "bot");
  return complete ? post<TableDoc>(`tables/${laid.id}/start`, {}) : ready;
}
