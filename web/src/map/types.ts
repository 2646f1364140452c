/** What a map is given to draw; every map speaks of places by their id. */

export interface Place {
  id: string;
  x: number;
  y: number;
  name: string;
  terrain?: string;
  kind?: string;
  cost?: number;
  income?: number;
  development?: number;
  value?: number;
  part_of?: string;
}

export interface Link {
  id: string;
  from: string;
  to: string;
}

export interface BoardMap {
  game: string;
  board: string;
  layout: "flat" | "pointy" | "towns";
  places: Place[];
  links: Link[];
}

/** A locomotive of a company (its index) somewhere; `fresh` if the last move put it there. */
export interface Piece {
  company: number;
  fresh: boolean;
  ghost?: boolean;
}

/** A place that may be chosen now. */
export interface Lit {
  cost?: number;
  gain?: number;
  words?: string;
}

export interface Scene {
  pieces: Record<string, Piece[]>;
  /** Places with a house. */
  houses: string[];
  /** What is printed over a place instead of its income: the industrial track. */
  values: Record<string, number>;
  lit: Record<string, Lit>;
  /** Places that the present, unfinished move has taken, in order. */
  chosen: string[];
  /** Places that the last move touched. */
  last: string[];
}
