/** Towns and links: where they are drawn, and what of them may be chosen. Pure. */

import type { Point } from "./geometry";
import type { BoardMap, Link } from "./types";

export interface LinkScene {
  /** By place: the cubes there, by colour. */
  cubes: Record<string, { colour: number; count: number }[]>;
  /** By link: the company that built it. */
  owners: Record<string, number>;
  /** The atoms that may be chosen: "lay D3-C3", "step D3-C3". */
  lit: string[];
  last: string[];
  lastPlaces: string[];
}

const ACROSS = 170;
const DOWN = 118;

/** Every place in units of the drawing: columns and rows evenly apart, whatever units the board has. */
export function spread(board: BoardMap): Map<string, Point> {
  const rank = (values: number[]): Map<number, number> => new Map([...new Set(values)].sort((a, b) => a - b).map((value, i) => [value, i]));
  const gap = (values: number[]): number => {
    const sorted = [...rank(values).keys()];
    return Math.min(...sorted.slice(1).map((value, i) => value - (sorted[i] ?? 0)), Infinity);
  };
  const xs = board.places.map((p) => p.x);
  const ys = board.places.map((p) => p.y);
  const [dx, dy] = [gap(xs), gap(ys)];
  return new Map(board.places.map((p) => [p.id, { x: (p.x / (Number.isFinite(dx) ? dx : 1)) * ACROSS, y: (p.y / (Number.isFinite(dy) ? dy : 1)) * DOWN }]));
}

/** The lit atoms as links and steps of this board. */
export function steps(board: BoardMap, atoms: string[]): { links: { atom: string; link: Link }[]; steps: { atom: string; from: string; to: string }[] } {
  const links: { atom: string; link: Link }[] = [];
  const moves: { atom: string; from: string; to: string }[] = [];
  for (const atom of atoms) {
    const [verb, name = ""] = atom.split(" ");
    const link = verb === "lay" ? board.links.find((one) => one.id === name) : undefined;
    const [from, to] = name.split("-");
    if (link) links.push({ atom, link });
    else if (verb === "step" && from && to) moves.push({ atom, from, to });
  }
  return { links, steps: moves };
}
