/** Sentences in the reader's language. English is the key; the others come from the library's catalogues. */

import names from "../words/languages.json";

/** The languages there are catalogues for, each by its own name. */
export const LANGUAGES: Record<string, string> = names;

type Words = Record<string, string>;

const catalogues = import.meta.glob<{ default: Words }>(["../words/*.json", "!../words/languages.json"]);

const spoken = $state<{ language: string; words: Words }>({ language: "en", words: {} });

/** Mark a sentence for translation without translating it yet. */
export function N_(sentence: string): string {
  return sentence;
}

/** The sentence in the present language, its {braces} filled. */
export function t(sentence: string, facts: Record<string, string | number> = {}): string {
  return fill(spoken.words[sentence] ?? sentence, facts);
}

export function fill(sentence: string, facts: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (all, name: string) => String(facts[name] ?? all));
}

export function language(): string {
  return spoken.language;
}

/** Speak another language, at once and next time. */
export async function speak(wanted: string): Promise<void> {
  const load = catalogues[`../words/${wanted}.json`];
  const words = load ? (await load()).default : {};
  spoken.words = words;
  spoken.language = wanted;
  document.documentElement.lang = wanted;
  localStorage.setItem("cuberails.language", wanted);
}

/** What was chosen before, else the first of the browser's that is known. */
export function preferred(): string {
  const stored = localStorage.getItem("cuberails.language");
  const wanted = [stored, ...navigator.languages.map((code) => code.slice(0, 2))];
  return wanted.find((code): code is string => code !== null && code in LANGUAGES) ?? "en";
}

/** A sum of money as the game's country writes it. */
export function money(game: string, amount: number | string): string {
  if (game === "german-railways") return t("{amount} Th.", { amount });
  return t("${amount}", { amount });
}
