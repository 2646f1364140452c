/** What the client says about each game in its own words. */

import { N_ } from "./words.svelte";

export interface GameWords {
  name: string;
  subtitle: string;
  pitch: string;
  /** How many seats a first game has. */
  seats: number;
}

export const GAMES: Record<string, GameWords> = {
  "chicago-express": {
    name: "Chicago Express",
    subtitle: N_("A map of the rail roads between the Atlantic and Chicago"),
    pitch: N_("Five companies race west. Buy their shares, spend their money, and be there when the dividends are paid."),
    seats: 3,
  },
  "german-railways": {
    name: "German Railways",
    subtitle: N_("The railways of the German states, with their connections"),
    pitch: N_("Eight companies, each with a power of its own. The poor move first, and every new connection pays."),
    seats: 3,
  },
  "credit-mobilier": {
    name: "Crédit Mobilier",
    subtitle: N_("The Union Pacific and its friends, from the east side to the coast"),
    pitch: N_("Roll five dice, lay links, push goods west, and empty a treasury before the others do."),
    seats: 3,
  },
};

export const OPTION_WORDS: Record<string, string> = {
  dividends: N_("When general dividends are paid"),
  "before-turn": N_("before the turn that finds two gauges on red"),
  "before-action": N_("at once, before the action is carried out"),
  order: N_("Tokens in the bag"),
  "by-income": N_("more for the poor"),
  "one-each": N_("one for each player (first games)"),
  "end-vote": N_("Players may agree to end the game"),
  off: N_("no"),
  on: N_("yes"),
};

export const LEVEL_WORDS: Record<string, string> = {
  easy: N_("easy"),
  medium: N_("medium"),
  hard: N_("hard"),
  expert: N_("expert"),
  random: N_("random"),
  lively: N_("lively"),
  greedy: N_("greedy"),
};

export const REASONS: Record<string, string> = {
  locomotives: N_("three companies have no locomotive left"),
  shares: N_("three companies have no share left"),
  houses: N_("no more than three houses are left"),
  detroit: N_("Detroit has reached 8"),
  connected: N_("every company is connected to two others"),
  impossible: N_("not every company can be connected to two others any more"),
  agreed: N_("the players agreed"),
  stalled: N_("three rounds passed without a share sold or a hex built"),
  goods: N_("goods of only two colours are left on the way"),
};

export const BOT_NAMES = ["Cornelius", "Leland", "Jay", "Hetty", "Collis", "Commodore", "Daniel"];
