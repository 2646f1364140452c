/** The engraver's hand: hachures, trees and town plans as path data, the same for the same hex every time. */

import { round, SIDE, type Point } from "./geometry";

/** A small random source, seeded by a word, so that every tree stands where it stood yesterday. */
export function hand(word: string): () => number {
  let state = 2166136261;
  for (const letter of word) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822507);
    state = Math.imul(state ^ (state >>> 13), 3266489909);
    return ((state ^= state >>> 16) >>> 0) / 4294967296;
  };
}

/** Fine lines, and the bolder ones over them. */
export interface Strokes {
  fine: string;
  bold: string;
}

function join(parts: Strokes[]): Strokes {
  return { fine: parts.map((p) => p.fine).join(""), bold: parts.map((p) => p.bold).join("") };
}

function peak(x: number, y: number, width: number, height: number, random: () => number): Strokes {
  const top = { x: x + (random() - 0.5) * width * 0.16, y: y - height };
  const left = { x: x - width / 2, y };
  const right = { x: x + width / 2, y };
  let fine = "";
  const lines = Math.round(width / 2.6);
  for (let i = 0; i < lines; i++) {
    const t = (i + 0.3) / lines;
    const from = { x: top.x + (right.x - top.x) * t, y: top.y + (right.y - top.y) * t };
    const long = (1 - t) * height * (0.62 + random() * 0.2);
    fine += `M${round(from.x)} ${round(from.y)}l${round(-long * 0.2)} ${round(long)}`;
  }
  for (let i = 1; i < 3; i++) {
    const t = i / 3.4 + random() * 0.1;
    fine += `M${round(top.x + (left.x - top.x) * t + 1)} ${round(top.y + (left.y - top.y) * t + 1)}l${round(1.2)} ${round(height * 0.16)}`;
  }
  const bend = (random() - 0.5) * 3;
  return {
    fine,
    bold: `M${round(left.x)} ${round(left.y)}Q${round((left.x + top.x) / 2 + bend)} ${round((left.y + top.y) / 2)} ${round(top.x)} ${round(top.y)}L${round(right.x)} ${round(right.y)}`,
  };
}

function tree(x: number, y: number, size: number): Strokes {
  const r = size / 2;
  return {
    fine: `M${round(x + r * 0.1)} ${round(y - r * 0.9)}l0 ${round(r * 0.9)}M${round(x + r * 0.5)} ${round(y - r * 1.1)}l0 ${round(r)}`,
    bold: `M${round(x - r)} ${round(y)}c${round(-r * 0.5)} ${round(-r)} ${round(r * 0.1)} ${round(-r * 1.9)} ${round(r)} ${round(-r * 1.9)}s${round(r * 1.5)} ${round(r * 0.9)} ${round(r)} ${round(r * 1.9)}M${round(x)} ${round(y)}l0 ${round(r * 0.8)}`,
  };
}

function hill(x: number, y: number, width: number, random: () => number): Strokes {
  const height = width * 0.34;
  let fine = "";
  const lines = Math.round(width / 3);
  for (let i = 0; i <= lines; i++) {
    const t = i / lines;
    const px = x - width / 2 + width * t;
    const py = y - height * Math.sin(Math.PI * t);
    const long = height * (0.45 + random() * 0.35) * (0.5 + t * 0.6);
    fine += `M${round(px)} ${round(py)}l${round((t - 0.5) * 4)} ${round(long)}`;
  }
  return { fine, bold: `M${round(x - width / 2)} ${round(y)}Q${round(x)} ${round(y - 2 * height)} ${round(x + width / 2)} ${round(y)}` };
}

function tufts(at: Point, random: () => number): Strokes {
  let fine = "";
  for (let i = 0; i < 3; i++) {
    const x = at.x + (random() - 0.5) * SIDE * 1.1;
    const y = at.y + (random() - 0.5) * SIDE * 1.1;
    fine += `M${round(x - 2)} ${round(y)}l1 -2.4M${round(x)} ${round(y)}l0 -3M${round(x + 2)} ${round(y)}l-1 -2.4`;
  }
  return { fine, bold: "" };
}

/** What is drawn on a hex for its terrain, around its centre; `town` leaves room for the plan of one. */
export function terrain(kind: string, name: string, at: Point, town: boolean): Strokes {
  const random = hand(name);
  const jitter = (amount: number): number => (random() - 0.5) * amount;
  if (kind === "mountain") {
    const peaks: [number, number, number, number][] = town
      ? [[-21, -6, 18, 13], [20, -4, 19, 14]]
      : [[8, -9, 24, 18], [-13, -2, 26, 21], [14, 9, 24, 18], [-6, 17, 19, 13]];
    return join(peaks.map(([x, y, w, h]) => peak(at.x + x + jitter(4), at.y + y + jitter(3), w, h, random)));
  }
  if (kind === "forest") {
    const spots: [number, number][] = [[-18, -9], [-5, -14], [8, -9], [20, -13], [-23, 5], [-10, 3], [4, 5], [18, 3], [-14, 17], [0, 18], [13, 17]];
    return join(spots.map(([x, y]) => tree(at.x + x + jitter(5), at.y + y + jitter(4), 9 + random() * 2.5)));
  }
  if (kind === "hill") {
    const hills: [number, number, number][] = town ? [[-20, -8, 20], [20, -6, 20]] : [[-10, -7, 26], [13, 3, 26], [-9, 16, 24]];
    return join(hills.map(([x, y, w]) => hill(at.x + x + jitter(4), at.y + y + jitter(3), w, random)));
  }
  if (kind === "outskirts") {
    let bold = "";
    for (let i = 0; i < 7; i++) {
      const x = at.x + jitter(44);
      const y = at.y + jitter(40);
      bold += `M${round(x)} ${round(y)}l4 0l0 -3l-2 -2l-2 2Z`;
    }
    return { fine: "", bold };
  }
  return town ? { fine: "", bold: "" } : tufts(at, random);
}

/** The plan of a town: blocks of houses within a ring. */
export function townPlan(at: Point, name: string, size: number): string {
  const random = hand(`plan ${name}`);
  let path = "";
  const step = size / 3.2;
  for (let row = -2; row <= 2; row++) {
    for (let column = -2; column <= 2; column++) {
      const x = column * step;
      const y = row * step;
      if (Math.hypot(x, y) > size * 0.72 || random() < 0.14) continue;
      const w = step * (0.5 + random() * 0.28);
      const h = step * (0.5 + random() * 0.28);
      path += `M${round(at.x + x - w / 2)} ${round(at.y + y - h / 2)}h${round(w)}v${round(h)}h${round(-w)}Z`;
    }
  }
  return path;
}
