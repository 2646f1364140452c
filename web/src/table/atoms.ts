/** The codes of single decisions, in words, and the keys for them. */

import type { BoardMap } from "../map/types";
import { COMPANIES } from "../lib/companies";
import { N_, t } from "../lib/words.svelte";

export interface Verb {
  atom: string;
  word: string;
  key: string;
  /** Part of every turn: shown even while it is not allowed. */
  usual?: true;
}

export const VERBS: Record<string, Verb[]> = {
  "chicago-express": [
    { atom: "auction", word: N_("Auction a share"), key: "a", usual: true },
    { atom: "build", word: N_("Build track"), key: "b", usual: true },
    { atom: "develop", word: N_("Develop a hex"), key: "d", usual: true },
  ],
  "german-railways": [
    { atom: "auction", word: N_("Auction a share"), key: "a", usual: true },
    { atom: "build", word: N_("Build track"), key: "b", usual: true },
    { atom: "pass", word: N_("Pass"), key: "p" },
    { atom: "propose-end", word: N_("Propose to end"), key: "e" },
    { atom: "agree", word: N_("Agree"), key: "y" },
    { atom: "refuse", word: N_("Refuse"), key: "n" },
  ],
  "credit-mobilier": [],
};

export function placeName(board: BoardMap, id: string): string {
  const place = board.places.find((p) => p.id === id);
  return place?.name ? place.name : id;
}

/** One atom for people. */
export function atomWords(game: string, board: BoardMap, atom: string): string {
  if (atom === "-") return t("Decline: turn the needle, do nothing");
  const verb = VERBS[game]?.find((one) => one.atom === atom);
  if (verb) return t(verb.word);
  const company = COMPANIES[game]?.find((one) => one.code === atom);
  if (company) return t(company.short);
  const [first = "", second = "", third = ""] = atom.split(" ");
  const colour = COMPANIES[game]?.find((one) => one.code === second);
  if (first === "build" && colour) return t("Build {company}", { company: t(colour.short) });
  if (first === "move" && colour) return t("Move {company}", { company: t(colour.short) });
  if (first === "buy" && colour) return t("Buy {company} × {n}", { company: t(colour.short), n: third });
  if (first === "dividend" && colour) return t("Dividend {company}, rounds: {n}", { company: t(colour.short), n: third });
  if (first === "lay" || first === "step") return second.split("-").map((id) => placeName(board, id)).join(" – ");
  if (atom === "pass") return t("Pass");
  return board.places.some((p) => p.id === atom) ? `${placeName(board, atom)}${placeName(board, atom) === atom ? "" : ` (${atom})`}` : atom;
}
