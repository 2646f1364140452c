/** A move of the record as the single choices that make it, for the hints of a guide. */

export function atomsOf(game: string, move: string): string[] {
  const words = move.split(" ").filter(Boolean);
  const [verb = "", company = "", ...rest] = words;
  if (game !== "credit-mobilier") return verb === "bid" ? [move] : words;
  if (verb === "build") return [`build ${company}`, ...rest.map((link) => `lay ${link}`)];
  if (verb === "move") return [`move ${company}`, ...rest.map((link) => `step ${link}`)];
  return move ? [move] : [];
}
