/** A move put together by clicks: atoms chosen so far, what they lead to, and what may follow. The server knows the rules. */

import { type Preview, Refused } from "./api";

export interface Referee {
  preview(partial: string[]): Promise<Preview>;
  explain(partial: string[], atom: string): Promise<{ legal: boolean; rule?: string; words?: string }>;
  submit(move: string): Promise<boolean>;
}

export interface Why {
  rule: string;
  words: string;
}

export class Decision {
  partial = $state.raw<string[]>([]);
  preview = $state.raw<Preview | null>(null);
  why = $state.raw<Why | null>(null);
  busy = $state(false);
  private asked = 0;

  constructor(
    readonly first: string[],
    private referee: Referee,
  ) {
    // What may be chosen first is in the table's document; only the map needs to know more.
  }

  /** The atoms that may be chosen next. */
  get legal(): string[] {
    return this.partial.length ? (this.preview?.legal ?? []) : this.first;
  }

  get complete(): boolean {
    return this.partial.length > 0 && !this.busy && (this.preview?.complete ?? false);
  }

  async choose(atom: string): Promise<void> {
    if (this.busy || !this.legal.includes(atom)) return;
    await this.ask([...this.partial, atom]);
    // A step without a choice is taken at once: the only company, say. Declining is a choice.
    const next = this.preview?.legal ?? [];
    if (next.length === 1 && next[0] !== undefined && !this.preview?.complete && next[0] !== "stop") await this.ask([...this.partial, next[0]]);
  }

  async back(): Promise<void> {
    this.why = null;
    const shorter = this.partial.slice(0, -1);
    if (!shorter.length) return this.cancel();
    this.partial = shorter; // at once, so that two steps back in a row are two
    this.preview = null;
    await this.ask(shorter);
  }

  cancel(): void {
    this.asked++;
    this.partial = [];
    this.preview = null;
    this.why = null;
    this.busy = false;
  }

  /** Start again from these atoms. */
  async ask(partial: string[]): Promise<void> {
    const mine = ++this.asked;
    this.busy = true;
    this.why = null;
    try {
      const preview = await this.referee.preview(partial);
      if (mine !== this.asked) return;
      this.partial = partial;
      this.preview = preview;
    } catch (error) {
      if (mine === this.asked && error instanceof Refused) this.why = { rule: error.problem.rule ?? "", words: error.problem.detail };
      else if (!(error instanceof Refused)) throw error;
    } finally {
      if (mine === this.asked) this.busy = false;
    }
  }

  /** Say why something cannot be chosen. */
  async wonder(atom: string): Promise<void> {
    const answer = await this.referee.explain(this.partial, atom);
    if (!answer.legal) this.why = { rule: answer.rule ?? "", words: answer.words ?? "" };
  }

  async confirm(): Promise<boolean> {
    const move = this.preview?.move;
    if (!move || !this.complete) return false;
    return this.referee.submit(move);
  }
}
