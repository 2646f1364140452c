/** The printed sheet of a hex board: everything that never changes, as few long paths. */

import { corners, place, polygon, SIDE, type Lie, type Point } from "./geometry";
import { terrain, townPlan } from "./engraving";
import { LANDS, line, type Label, type Land } from "./lands";
import type { Place } from "./types";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Sheet {
  lie: Lie;
  box: Box;
  coast: string;
  rivers: string;
  labels: (Label & Point)[];
  tints: [string, string][];
  outlines: string;
  fine: string;
  bold: string;
  towns: string;
  title: (Point & { width: number }) | null;
  compass: Point | null;
}

export const isTown = (p: Place): boolean =>
  ["city", "industry", "start", "chicago"].includes(p.terrain ?? "") || ["city", "berlin"].includes(p.kind ?? "");

/** Where a place stands in the drawing; the three hexes of Berlin have one middle. */
export function middle(p: Place): Point {
  return { x: p.x * SIDE, y: p.y * SIDE };
}

export function tintOf(p: Place): string {
  if (p.kind === "berlin") return "city";
  if (p.kind === "outskirts") return "outskirts";
  if (p.kind === "city") return "city";
  return p.terrain === "chicago" ? "start" : (p.terrain ?? "plain");
}

export function engrave(board: string, lie: Lie, places: Place[]): Sheet {
  const land = LANDS[board];
  const tints = new Map<string, string>();
  let [outlines, fine, bold, towns] = ["", "", "", ""];
  const shape = corners(lie);
  for (const p of places) {
    const at = middle(p);
    const tint = tintOf(p);
    tints.set(tint, (tints.get(tint) ?? "") + polygon(shape, at.x, at.y));
    if (p.part_of === undefined) outlines += polygon(shape, at.x, at.y);
    const town = isTown(p);
    const kind = p.kind === "outskirts" ? "outskirts" : p.kind === "berlin" ? "town" : (p.terrain ?? "plain");
    const strokes = terrain(kind, p.id, at, town);
    fine += strokes.fine;
    bold += strokes.bold;
    if (town) towns += townPlan(at, p.id, p.kind === "berlin" ? 26 : tint === "start" || (p.value ?? 0) > 1 ? 17 : 13);
  }
  outlines += outlineOfGroups(lie, places);
  return {
    lie,
    box: land ? boxOf(land) : around(places),
    coast: land ? coastOf(land) : "",
    rivers: land ? land.rivers.map((river) => line(lie, river, false)).join("") : "",
    labels: land ? land.labels.map((label) => ({ ...label, ...place(lie, ...label.at) })) : [],
    tints: [...tints].filter(([tint]) => tint !== "plain"),
    outlines, fine, bold, towns,
    title: land ? { ...place(lie, ...land.title.at), width: land.title.width } : null,
    compass: land ? place(lie, ...land.compass) : null,
  };
}

/** The outer line of hexes that are one place (Berlin): the edges that no two of them share. */
function outlineOfGroups(lie: Lie, places: Place[]): string {
  const shape = corners(lie);
  const edges = new Map<string, string>();
  for (const p of places) {
    if (p.part_of === undefined) continue;
    const at = middle(p);
    shape.forEach((from, i) => {
      const to = shape[(i + 1) % 6] as Point;
      const key = `${p.part_of} ${Math.round(at.x + (from.x + to.x) / 2)} ${Math.round(at.y + (from.y + to.y) / 2)}`;
      if (edges.has(key)) edges.delete(key);
      else edges.set(key, `M${at.x + from.x} ${at.y + from.y}L${at.x + to.x} ${at.y + to.y}`);
    });
  }
  return [...edges.values()].join("");
}

function boxOf(land: Land): Box {
  const low = place(land.lie, land.sheet.letters[0], land.sheet.numbers[0]);
  const high = place(land.lie, land.sheet.letters[1], land.sheet.numbers[1]);
  return { x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y };
}

export function around(places: Place[], margin = 70): Box {
  const xs = places.map((p) => p.x * SIDE);
  const ys = places.map((p) => p.y * SIDE);
  const [x, y] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return { x, y, width: Math.max(...xs) + margin - x, height: Math.max(...ys) + margin - y };
}

function coastOf(land: Land): string {
  return [land.coast, ...land.islands, ...land.lakes].map((ring) => line(land.lie, ring, true)).join("");
}
