/** The companies as they are drawn: never by colour alone, but by shape and letter too. */

import { N_ } from "./words.svelte";

export type Shape = "keystone" | "disc" | "lozenge" | "shield" | "pennant" | "square" | "hexagon" | "cross" | "cube";

export interface Company {
  code: string;
  /** As it is written on cards. */
  short: string;
  name: string;
  letter: string;
  shape: Shape;
  /** The name of its colour in the style sheet: `--c-red`, and `--on-red` for what is printed on it. */
  colour: string;
}

const company = (code: string, short: string, name: string, letter: string, shape: Shape, colour: string): Company => ({
  code, short, name, letter, shape, colour,
});

export const COMPANIES: Record<string, Company[]> = {
  "chicago-express": [
    company("PRR", "PRR", "Pennsylvania Railroad", "P", "keystone", "red"),
    company("BO", "B&O", "Baltimore & Ohio", "B", "disc", "blue"),
    company("CO", "C&O", "Chesapeake & Ohio", "C", "lozenge", "yellow"),
    company("NYC", "NYC", "New York Central", "N", "shield", "green"),
    company("WAB", "Wabash", "Wabash", "W", "pennant", "black"),
  ],
  "german-railways": [
    company("PO", "PO", "Preußische Ostbahn", "P", "disc", "black"),
    company("NME", "NME", "Niederschlesisch-Märkische Eisenbahn", "N", "square", "brown"),
    company("KSS", "KSS", "Königlich-Sächsische Staatseisenbahnen", "S", "lozenge", "orange"),
    company("KBS", "KBS", "Königlich-Bayerische Staatseisenbahnen", "B", "shield", "blue"),
    company("MWB", "MWB", "Main-Weser-Bahn", "M", "hexagon", "yellow"),
    company("GBS", "GBS", "Großherzoglich Badische Staatseisenbahnen", "G", "pennant", "red"),
    company("CME", "CME", "Cöln-Mindener Eisenbahn-Gesellschaft", "C", "keystone", "purple"),
    company("BHE", "BHE", "Berlin-Hamburger Eisenbahn-Gesellschaft", "H", "cross", "green"),
  ],
  "credit-mobilier": [
    company("red", N_("Red"), N_("Red line"), N_("R"), "disc", "red"),
    company("green", N_("Green"), N_("Green line"), N_("G"), "square", "green"),
    company("yellow", N_("Yellow"), N_("Yellow line"), N_("Y"), "lozenge", "yellow"),
    company("blue", N_("Blue"), N_("Blue line"), N_("B"), "shield", "blue"),
    company("purple", "CM", "Crédit Mobilier", "CM", "keystone", "purple"),
  ],
};

export function companyOf(game: string, code: string | number): Company {
  const all = COMPANIES[game] ?? [];
  const found = typeof code === "number" ? all[code] : all.find((one) => one.code === code);
  return found ?? company(String(code), String(code), String(code), String(code).slice(0, 1), "disc", "black");
}

/** The outlines, in a box from -12 to 12. */
export const SHAPES: Record<Shape, string> = {
  keystone: "M-11-8.5L-7.5-11H7.5L11-8.5L8 10.5H-8Z",
  disc: "M0-11A11 11 0 1 1 0 11A11 11 0 1 1 0-11Z",
  lozenge: "M0-12L12 0L0 12L-12 0Z",
  shield: "M-10-10.5Q-5-8 0-11.5Q5-8 10-10.5V2Q10 9 0 12Q-10 9-10 2Z",
  pennant: "M-11.5-9.5H11.5L8 0L11.5 9.5H-11.5Z",
  square: "M-10-10H10V10H-10Z",
  hexagon: "M-11.5 0L-5.8-10.5H5.8L11.5 0L5.8 10.5H-5.8Z",
  cross: "M-5.5-11.5H5.5V-5.5H11.5V5.5H5.5V11.5H-5.5V5.5H-11.5V-5.5H-5.5Z",
  cube: "M-9.5-9.5H9.5V9.5H-9.5Z",
};
