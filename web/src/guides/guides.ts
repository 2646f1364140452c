/** The guided first games: a scripted record for each game, and what is said on the way. Seat 1 is the reader's. */

import { N_ } from "../lib/words.svelte";

export interface Step {
  /** Said when so many moves have been made. */
  at: number;
  say: string;
  /** The reader makes the next move; otherwise it is only watched. */
  act?: boolean;
}

export interface Guide {
  players: [string, ...string[]];
  moves: string[];
  steps: Step[];
}

export const GUIDES: Record<string, Guide> = {
  "chicago-express": {
    players: ["", "Ada", "Ben"],
    moves: [
      "bid 12", "pass", "pass",
      "pass", "bid 9", "pass",
      "pass", "bid 10", "pass",
      "bid 13", "pass", "pass",
      "build PRR Q11 P10 O9",
      "build BO P14 O13 N14",
      "auction PRR", "bid 4", "bid 5", "pass", "pass",
      "develop O9",
      "auction -",
      "auction -",
      "build PRR N10 M9 L10",
      "build BO M15 L14",
      "build NYC R6 Q7",
    ],
    steps: [
      { at: 0, act: true, say: N_("Welcome to Chicago Express. You never own a railway, only shares of it, and the richest player wins. First one share of each company is auctioned. The money you bid goes into the company's treasury: it will build with it. Bid $12 for the share of the Pennsylvania (PRR).") },
      { at: 3, act: true, say: N_("Ada and Ben pass: the share is yours. The PRR has $12 now, and an income of 7: each share will get that much of it. Now the Baltimore & Ohio. You won the last auction, so you are asked first. Keep your money this time: pass.") },
      { at: 4, say: N_("Ada buys the B&O, Ben the C&O and the NYC. Watch how the treasuries fill.") },
      { at: 12, act: true, say: N_("You hold the PRR, so the first turn is yours: one of three actions, each with a gauge. Build track for the PRR: Q11, P10, then Harrisburg (O9). Every lit hex shows what it costs; a city raises the income. Then confirm.") },
      { at: 13, say: N_("Harrisburg brings one more: the income of the PRR is 8, and the company paid, not you. Now the others take their turns.") },
      { at: 16, act: true, say: N_("Ben offers a second share of the PRR. If he gets it, the dividends are shared in two: look at the last columns of the auction desk. The opening price is low because of that. Bid $5.") },
      { at: 19, act: true, say: N_("Both others pass, and the money for your second share is the PRR's to build with. No dividends were lost to anybody. Your turn again. Develop Harrisburg (O9): a house is placed, and every company there earns one more.") },
      { at: 20, say: N_("Ada and Ben turn the auction gauge but decline to act. That is always allowed: gauges on red are what brings the dividends.") },
      { at: 22, act: true, say: N_("The auction gauge is on red. Build on west: N10, Altoona (M9) and L10. Mountains and forests hold one locomotive only, so what you take is closed to the others.") },
      { at: 23, say: N_("Two more builds, and the second gauge is on red.") },
      { at: 25, say: N_("Two gauges on red when a turn begins: general dividends. Every share was paid from the bank, the gauges went back to green, and Detroit took a step. When Detroit reaches 8, or shares, locomotives or houses run out, the next dividends end the game. Play on from here, or start a game of your own.") },
    ],
  },
  "german-railways": {
    players: ["", "Ada", "Ben"],
    moves: [
      "bid 9", "pass", "pass",
      "pass", "bid 5", "pass",
      "pass", "bid 8", "pass",
      "bid 8", "pass", "pass",
      "pass", "bid 10", "pass",
      "bid 4", "pass", "pass",
      "pass", "bid 5", "pass",
      "pass", "bid 6", "pass",
      "order 3 1 2",
      "build KSS K16 K14",
      "build MWB K12 K14",
      "pass",
      "order 2 1 3",
      "auction PO", "pass", "bid 1", "bid 2", "pass",
      "auction KSS", "bid 1", "bid 2", "pass", "bid 3", "pass",
      "build KBS R15 Q16 P15",
    ],
    steps: [
      { at: 0, act: true, say: N_("Welcome to German Railways. Eight companies, each with a power of its own; you own shares of them, and the most cash wins. One share of each is auctioned first, from 1 thaler. Bid 9 for the Ostbahn (PO): its income of 3 is the highest there is at the start.") },
      { at: 3, act: true, say: N_("It is yours. The 9 thalers are in the treasury of the PO. Here every share gets the full income of its company: a sale takes nothing from anybody. Now the NME. Pass, and keep your money for a while.") },
      { at: 4, say: N_("Ada takes the NME, Ben the KSS and the KBS. Watch the treasuries: only they pay for track.") },
      { at: 13, act: true, say: N_("The Main-Weser-Bahn (MWB) counts its best city twice, and it stands in Kassel, near everybody. Bid 10, so that it can build.") },
      { at: 15, act: true, say: N_("The other three are sold as well. The Baden railway (GBS) may lay one hex of each build for nothing. Bid 4.") },
      { at: 24, say: N_("The last two go to Ada and Ben. Now the bag. The poorer you are, the more of your tokens are in it: the highest income puts one, the next two, and so on. Three tokens are drawn, and that is the order of the turns.") },
      { at: 26, act: true, say: N_("Ben comes first, then you, then Ada. Ben builds the KSS to Erfurt. Two companies in one city are connected, and a new connection pays everybody, the company that made it twice. Build the MWB to Mühlhausen (K12) and Erfurt (K14), where the KSS is.") },
      { at: 27, say: N_("All eight companies paid their full income to every share, the MWB twice. You held three shares, and one of them was paid twice. Ada has nothing better to do than to pass.") },
      { at: 32, act: true, say: N_("A new order is drawn. Ada offers a second share of the PO. A share of the PO brings 3 at every dividend, and more when the company grows. Bid 2.") },
      { at: 34, act: true, say: N_("Ben gives up: the share is yours, and your income is higher, so you will have fewer tokens than the others. Now it is your turn. Offer a share yourself: one of the KSS.") },
      { at: 35, act: true, say: N_("You are the first bidder. Bid 1.") },
      { at: 38, act: true, say: N_("Ada bids more, Ben passes. A share of the KSS brings 2 now, and the KSS gets your money to build with. Bid 3.") },
      { at: 41, say: N_("Yours. Ben builds the KBS to Nürnberg: no new connection, so nothing is paid. The game ends when every company is connected to two others, or cannot be any more; the cards and the outlook tell how many connections are missing. Play on from here, or start a game of your own.") },
    ],
  },
  "credit-mobilier": {
    players: ["", "Ada", "Ben"],
    moves: [
      "setup A1=yellow A2=red A3=blue A4=yellow A5=green B1=green B2=yellow B3=red B4=blue B5=yellow C1=red C2=green C3=green C4=red C5=blue D1=yellow D2=blue D3=green D4=red D5=blue",
      "first 1",
      "roll green green orange purple red",
      "build green D3-C3 C3-B3 B3-A3",
      "roll blue blue green orange yellow",
      "buy blue 2",
      "roll green orange orange red yellow",
      "dividend purple 2",
      "roll green green green orange red",
      "buy green 3",
      "roll blue green purple red yellow",
      "move green D3-C3 C3-B3",
      "roll blue orange purple red yellow",
      "buy blue 1",
      "roll green orange orange purple yellow",
      "dividend green 2",
      "roll green green red red yellow",
      "buy red 2",
      "roll blue red red yellow yellow",
      "buy yellow 2",
      "roll green green red yellow yellow",
      "move green C3-B3 B3-A3",
    ],
    steps: [
      { at: 0, say: N_("Welcome to Crédit Mobilier. Four railway companies, and the Crédit Mobilier (CM) that is paid for building. A goods cube is drawn for every town, and a first player.") },
      { at: 3, act: true, say: N_("You rolled two green, a purple, an orange and a red. Choose one colour and one kind of action. Purple dice complete a colour: three actions in green. Build three green links, from Omaha on the east side: to Cheyenne, Ogden and Reno.") },
      { at: 4, say: N_("Two dollars for every link went to the treasury of the Crédit Mobilier, and everybody owns one share of it. Ada buys two shares of blue; Ben pays out the Crédit Mobilier, as orange dice allow.") },
      { at: 9, act: true, say: N_("Three green dice. Green will carry goods on the line you built: buy three shares of green, at $1 each.") },
      { at: 10, say: N_("Ada moves a green cube west, twice. Each step pays $2 to the company of the cube and $2 to the company of the link: all of it green's.") },
      { at: 15, act: true, say: N_("Green holds $8, and you own all its shares. Two orange dice, and green with purple: two rounds of dividends. Pay them out.") },
      { at: 16, say: N_("You got $6. Others buy what may pay later.") },
      { at: 21, act: true, say: N_("Two green dice. Fill the treasury again: move the green cube of Cheyenne to Ogden, and on to Reno.") },
      { at: 22, say: N_("The game ends at once when cubes of only two colours are left outside the Pacific Coast. Then the most money wins, so do not leave too much in the treasuries. Play on from here, or start a game of your own.") },
    ],
  },
};
