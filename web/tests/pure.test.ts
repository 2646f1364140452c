import { describe, expect, it } from "vitest";
import { atomsOf } from "../src/guides/atoms";
import { GUIDES } from "../src/guides/guides";
import { render } from "../src/lib/markdown";
import { fill } from "../src/lib/words.svelte";
import { hand, terrain } from "../src/map/engraving";
import { centre, seatsInHex, towards } from "../src/map/geometry";
import { spread, steps } from "../src/map/links";
import type { BoardMap } from "../src/map/types";

describe("the map of hexes", () => {
  const names = ["A5", "A7", "B6", "B8", "C7"];
  it("puts neighbours one hex apart, whichever way the hexes lie", () => {
    for (const lie of ["flat", "pointy"] as const) {
      const [a, b] = [centre(lie, "B6"), centre(lie, "B8")];
      expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(40 * Math.sqrt(3), 3);
      const c = centre(lie, "C7");
      expect(Math.hypot(a.x - c.x, a.y - c.y)).toBeCloseTo(40 * Math.sqrt(3), 3);
    }
  });
  it("moves the cursor to the hex in the direction of the arrow, and stays where there is none", () => {
    expect(towards("flat", "B6", 0, 1, names)).toBe("B8");
    expect(towards("flat", "B6", -1, 0, names)).toMatch(/A[57]/);
    expect(towards("flat", "A5", -1, 0, names)).toBe("A5");
  });
  it.each([1, 2, 3, 4, 5, 6, 7, 8])("keeps %i locomotives within a hex, and apart", (count) => {
    const { size, at } = seatsInHex(count);
    expect(at).toHaveLength(count);
    for (const p of at) expect(Math.hypot(p.x, p.y) + size / 2).toBeLessThan(46);
    for (const [i, p] of at.entries()) for (const q of at.slice(i + 1)) expect(Math.hypot(p.x - q.x, p.y - q.y)).toBeGreaterThanOrEqual(size * 0.97);
  });
  it("draws the same hex the same way every time", () => {
    expect(terrain("forest", "J8", { x: 0, y: 0 }, false)).toEqual(terrain("forest", "J8", { x: 0, y: 0 }, false));
    expect(hand("a")()).not.toBe(hand("b")());
  });
});

describe("the map of towns", () => {
  const board: BoardMap = {
    game: "credit-mobilier", board: "b", layout: "towns",
    places: [{ id: "A1", x: 0, y: 0, name: "" }, { id: "B1", x: 1, y: 0, name: "" }, { id: "B2", x: 1, y: 1, name: "" }],
    links: [{ id: "B1-A1", from: "B1", to: "A1" }],
  };
  it("spreads columns and rows evenly", () => {
    const at = spread(board);
    expect(at.get("B1")).toEqual({ x: 170, y: 0 });
    expect(at.get("B2")).toEqual({ x: 170, y: 118 });
  });
  it("reads links and steps from the atoms, and nothing else", () => {
    expect(steps(board, ["lay B1-A1", "step B1-A1", "stop", "lay X-Y"])).toEqual({
      links: [{ atom: "lay B1-A1", link: board.links[0] }],
      steps: [{ atom: "step B1-A1", from: "B1", to: "A1" }],
    });
  });
});

describe("the rules pages", () => {
  it("gives every numbered rule an anchor and marks rulings", () => {
    const { html } = render("## B. Rules\n\n- **CE-7** First `a < b`, see CE-8.\n  more\n- **CE-8** **(ruling)** So.\n");
    expect(html).toContain('<li id="CE-7">');
    expect(html).toContain('<a href="#CE-8">CE-8</a>.');
    expect(html).toContain("a &lt; b");
    expect(html).toContain('<span class="ruling">ruling</span> So.');
    expect(html.match(/<ul>/g)).toHaveLength(1);
  });
  it("lets no markup through", () => {
    expect(render("<script>x</script> & [a](javascript:x)").html).not.toMatch(/<script|href="javascript/);
  });
});

describe("sentences", () => {
  it("fill their braces and leave unknown ones", () => {
    expect(fill("{who} bids ${n} {x}", { who: "Ada", n: 3 })).toBe("Ada bids $3 {x}");
  });
});

describe("guides", () => {
  it("spell a move as the single choices that make it", () => {
    expect(atomsOf("chicago-express", "build PRR Q11 P10")).toEqual(["build", "PRR", "Q11", "P10"]);
    expect(atomsOf("credit-mobilier", "build green D3-C3 C3-B3")).toEqual(["build green", "lay D3-C3", "lay C3-B3"]);
    expect(atomsOf("credit-mobilier", "buy red 2")).toEqual(["buy red 2"]);
    expect(atomsOf("german-railways", "bid 9")).toEqual(["bid 9"]);
  });
  it.each(Object.entries(GUIDES))("%s: the steps come in order and stay within the record", (_, guide) => {
    const ats = guide.steps.map((step) => step.at);
    expect(ats).toEqual([...new Set(ats)].sort((a, b) => a - b));
    expect(ats[0]).toBe(0);
    expect(ats.at(-1)).toBe(guide.moves.length);
    for (const step of guide.steps.filter((one) => one.act)) expect(guide.steps.some((one) => one.at === step.at + 1 || one.at > step.at)).toBe(true);
  });
});
