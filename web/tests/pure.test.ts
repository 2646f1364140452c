import { describe, expect, it } from "vitest";
import { atomsOf } from "../src/guides/atoms";
import { GUIDES } from "../src/guides/guides";
import type { Entry, Preview, TableDoc } from "../src/lib/api";
import { render } from "../src/lib/markdown";
import { analysisOf, effectsOf, hexScene, litPlaces, shortName, undone, winnersOf } from "../src/lib/position";
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

describe("a table as the page shows it", () => {
  const doc = {
    game: "chicago-express", status: "finished", you: [0], players: ["Ada", "Ben", "Bot 3 (easy)"], seats: [],
    result: { cash: [40, 90, 90], winners: [2, 3], reason: "houses" },
    position: {
      legal: [], accounts: [-120, 40, 50, 30, 12, 0, 5, 0, 0], shares: [[1, 0, 2, 0, 0], [0, 1, 0, 0, 0], [0, 0, 0, 1, 0]], unsold: [2, 3, 4, 4, 2],
      income: [7, 6, 5, 8, 0], locomotives: [19, 21, 25, 23, 11], track: [["R12"], ["Q15"], ["Q19"], ["S7"], []], houses: [],
      auction: [1, 0, 3, 5, 4, 2, 0],
    },
    analysis: {
      companies: [{ dividend: 7, dividend_after_sale: 4, price: 4, value: 20.5 }], players: [{ dividend: 13 }, { dividend: 6 }, { dividend: 8 }],
      sale: { others: [0, -3, 0], buyer: [3, 0, 3] }, ends: [{ reason: "houses", left: 3 }], dividends_left: 2.5, turns_to_dividends: [3, 5],
    },
  } as unknown as TableDoc;

  it("names the winners: a result numbers places from one", () => {
    expect(winnersOf(doc)).toEqual(["Ben", "Bot 3 (easy)"]);
    expect(winnersOf({ players: ["Ada"], result: null })).toEqual([]);
  });
  it("puts what the server reckons beside each company and player", () => {
    const { companies, players, end } = analysisOf(doc);
    expect(companies?.[0]).toMatchObject({ code: "PRR", sold: 1, left: 2, treasury: 12, income: 7, share: 7, after: 4, price: 4, worth: 20.5, open: true });
    expect(companies?.[4]).toMatchObject({ code: "WAB", open: false });
    expect(players?.map((one) => one.next)).toEqual([13, 6, 8]);
    expect(end).toMatchObject({ dividends: 2.5, turns: [3, 5], triggers: [{ reason: "houses", left: 3 }] });
  });
  it("tells for every seat what an auction does to its dividends", () => {
    const sale = analysisOf(doc).sale;
    expect(sale).toMatchObject({ company: "BO", least: 3, high: 4, leader: 2, asked: 0, bidders: [0, 2] });
    expect(sale?.players?.[1]).toEqual({ seat: 1, now: 6, bought: 6, lost: 3 });
  });
  it("keeps names apart where there is little room", () => {
    expect(shortName(doc, 2)).toBe("Bot 3");
    expect(shortName(doc, 2, 3)).toBe("B3");
    expect(shortName(doc, 1, 6)).toBe("Ben");
  });
  it("says what a move does without the bookkeeping after it", () => {
    const move = { words: ["The needle stands at 2.", "She builds."], events: [["needle", 0], ["track", 0]] };
    expect(effectsOf(move)).toBe("She builds.");
    expect(effectsOf({ words: ["The needle stands at 2."], events: [["needle", 0]] })).toBe("");
    expect(effectsOf(move, "track")).toBe("");
    expect(effectsOf({ words: ["The game begins."] })).toBe("The game begins.");
  });
  it("knows which entries of the log were taken back, also when moves are made anew", () => {
    const entry = (number: number, kind: string, moves: number): Entry => ({ number, at: 0, kind, moves });
    const log = [entry(1, "move", 1), entry(2, "move", 2), entry(3, "undo", 1), entry(4, "move", 2), entry(5, "chat", 9)];
    expect([...undone(log)]).toEqual([2]);
  });
  it("lights the places that the server allows and shows the pieces of a half-made build as ghosts", () => {
    const places = ["R12", "Q11", "P10"].map((id, i) => ({ id, x: i, y: 0, name: "" }));
    const board = { game: "chicago-express", board: "chicago-express", layout: "flat", places, links: [] } as unknown as BoardMap;
    const preview = { places: { P10: { cost: 1, gain: 2 } }, whole: false } as unknown as Preview;
    expect(litPlaces(board, ["P10", "stop"], preview)).toEqual({ P10: { cost: 1, gain: 2 } });
    const scene = hexScene(board, doc, [["track", 1, 0, 0, 1, 0, 7]], ["build", "PRR", "Q11"], preview, { P10: {} });
    expect(scene.pieces["Q11"]).toEqual([{ company: 0, fresh: false, ghost: true }]);
    expect(scene.pieces["R12"]?.[0]).toMatchObject({ company: 0, fresh: true });
    expect(scene.chosen).toEqual(["Q11"]);
    expect(scene.last).toEqual([]);
    expect(hexScene(board, doc, [["track", 1, 0, 0, 1, 0, 7]], [], null, {}).last).toEqual(["R12"]);
  });
});
