/** Places in words, for screen readers and the card of a place. */

import { N_, t } from "../lib/words.svelte";
import type { Place } from "./types";

export const TERRAINS: Record<string, string> = {
  plain: N_("plain"),
  forest: N_("forest"),
  mountain: N_("mountain"),
  hill: N_("hill"),
  city: N_("city"),
  industry: N_("industrial city"),
  start: N_("start hex"),
  chicago: N_("city"),
  outskirts: N_("outskirts of Berlin"),
  berlin: N_("city"),
};

export function terrainWords(place: Place): string {
  const ground = place.terrain ?? "";
  if (place.kind === "outskirts") return t(TERRAINS["outskirts"] as string);
  if (place.kind === "city" || place.kind === "berlin") return t("city, {terrain}", { terrain: t(TERRAINS[ground] ?? ground) });
  return t(TERRAINS[ground] ?? ground);
}

export function placeWords(place: Place): string {
  return place.name ? t("{name}, {id}: {terrain}", { name: place.name, id: place.id, terrain: terrainWords(place) }) : t("{id}: {terrain}", { id: place.id, terrain: terrainWords(place) });
}
