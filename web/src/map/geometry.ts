/** Where things are on a map: pure, no drawing. One hex side is `SIDE` units long. */

export const SIDE = 40;
const HALF = Math.sqrt(3) / 2;

export interface Point {
  x: number;
  y: number;
}

/** How a board lays its hexes: "flat" has flat tops and letters for columns, "pointy" has letters for rows. */
export type Lie = "flat" | "pointy";

/** Column or row as a number (A = 0) and the number of a hex name such as "R12". */
export function split(name: string): [number, number] {
  return [name.charCodeAt(0) - 65, Number(name.slice(1))];
}

/** A place in hex coordinates, fractions allowed, in units of the drawing. */
export function place(lie: Lie, letter: number, number: number): Point {
  return lie === "flat" ? { x: 1.5 * SIDE * letter, y: HALF * SIDE * number } : { x: HALF * SIDE * number, y: 1.5 * SIDE * letter };
}

export function centre(lie: Lie, name: string): Point {
  return place(lie, ...split(name));
}

/** The corners of a hex around (0, 0); `inset` draws it smaller. */
export function corners(lie: Lie, inset = 0): Point[] {
  const radius = SIDE - inset;
  return Array.from({ length: 6 }, (_, i) => {
    const angle = ((lie === "flat" ? 0 : 30) + 60 * i) * (Math.PI / 180);
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
}

export function polygon(points: Point[], dx = 0, dy = 0): string {
  return `M${points.map((p) => `${round(p.x + dx)} ${round(p.y + dy)}`).join("L")}Z`;
}

/** A closed or open curve through points (Catmull-Rom as cubic Béziers). */
export function curve(points: Point[], closed: boolean): string {
  const n = points.length;
  const at = (i: number): Point => points[closed ? (i + n) % n : Math.max(0, Math.min(n - 1, i))] as Point;
  let path = `M${round(at(0).x)} ${round(at(0).y)}`;
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    path += `C${round(b.x + (c.x - a.x) / 6)} ${round(b.y + (c.y - a.y) / 6)} ${round(c.x - (d.x - b.x) / 6)} ${round(c.y - (d.y - b.y) / 6)} ${round(c.x)} ${round(c.y)}`;
  }
  return closed ? `${path}Z` : path;
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The neighbour of a hex that lies most in a direction; used by the arrow keys. */
export function towards(lie: Lie, from: string, dx: number, dy: number, names: readonly string[]): string {
  const here = centre(lie, from);
  let best = from;
  let least = Infinity;
  for (const name of names) {
    if (name === from) continue;
    const there = centre(lie, name);
    const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const across = Math.abs((there.x - here.x) * dy - (there.y - here.y) * dx);
    if (along <= 1 || across > along * 1.8) continue;
    const far = along + 1.5 * across;
    if (far < least) [best, least] = [name, far];
  }
  return best;
}

/** Places for `count` marks in the middle of a hex, and their size; `larger` where a place is more than one hex. */
export function seatsInHex(count: number, lie: Lie = "flat", larger = 1): { size: number; at: Point[] } {
  if (count <= 1) return { size: 34, at: [{ x: 0, y: 0 }] };
  const rows = count <= 3 ? [count] : [Math.ceil(count / 2), Math.floor(count / 2)];
  const widest = Math.max(...rows);
  const room = lie === "flat" ? 70 : 64;
  const size = larger * Math.min(count === 2 ? 27 : 23, room / widest);
  const at = rows.flatMap((inRow, row) =>
    Array.from({ length: inRow }, (_, i) => ({
      x: (i - (inRow - 1) / 2) * size,
      y: rows.length === 1 ? 0 : (row - 0.5) * size * 0.98,
    })),
  );
  return { size, at };
}
