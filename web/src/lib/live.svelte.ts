/** A table as it happens: one stream, every entry once and in order, moves of others at a readable pace. */

import { type Entry, get, meetVersion, post, put, call, Refused, type TableDoc, Unreachable } from "./api";
import { pause } from "./settings.svelte";
import { language, t } from "./words.svelte";

interface Beat {
  entries: Entry[];
  doc: TableDoc | null;
}

export class Live {
  doc = $state.raw<TableDoc | null>(null);
  entries = $state.raw<Entry[]>([]);
  /** What the last beat brought: its events are animated, its words announced. */
  news = $state.raw<Entry[]>([]);
  /** Beats that have come but are not shown yet. */
  waiting = $state(0);
  connected = $state(true);
  problem = $state<{ text: string; rule: string; code: string } | null>(null);
  sending = $state(false);

  private queue: Beat[] = [];
  private gathered: Entry[] = [];
  private received = 0;
  private source: EventSource | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private online = (): void => this.connect();

  constructor(readonly id: string) {
    addEventListener("online", this.online);
  }

  async open(): Promise<void> {
    this.doc = await get<TableDoc>(`tables/${this.id}`);
    await this.readLog();
    this.connect();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.retry);
    this.source?.close();
    removeEventListener("online", this.online);
  }

  /** Everything again in the language that is spoken now. */
  async translate(): Promise<void> {
    this.skip();
    this.doc = await get<TableDoc>(`tables/${this.id}`);
    this.entries = [];
    this.received = 0;
    await this.readLog();
    this.connect();
  }

  private rest(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Show at once whatever is waiting. */
  skip(): void {
    this.rest();
    while (this.queue.length) this.beat();
  }

  private async readLog(): Promise<void> {
    for (;;) {
      const page = await get<{ entries: Entry[]; number: number }>(`tables/${this.id}/log?after=${this.received}&limit=500`);
      this.entries = [...this.entries, ...page.entries];
      this.received = Math.max(this.received, page.entries.at(-1)?.number ?? 0);
      if (!page.entries.length || this.received >= page.number) return;
    }
  }

  /** Listen (again), from the last entry received; as somebody else, if one has become somebody meanwhile. */
  connect(): void {
    if (this.closed) return;
    clearTimeout(this.retry);
    this.source?.close();
    const source = new EventSource(`/api/tables/${this.id}/stream?after=${this.received}&lang=${language()}`);
    this.source = source;
    source.addEventListener("hello", (event) => {
      this.connected = true;
      meetVersion((JSON.parse((event as MessageEvent<string>).data) as { version: string }).version);
      void this.refresh();
    });
    source.addEventListener("entry", (event) => {
      const entry = JSON.parse((event as MessageEvent<string>).data) as Entry;
      if (entry.number <= this.received) return;
      this.received = entry.number;
      this.gathered.push(entry);
      if (entry.kind === "chat") this.flush(null);
    });
    source.addEventListener("table", (event) => this.flush(JSON.parse((event as MessageEvent<string>).data) as TableDoc));
    source.addEventListener("gone", () => {
      this.problem = { text: t("This table was deleted."), rule: "", code: "gone" };
      this.close();
    });
    source.addEventListener("bye", () => this.again(300));
    source.onerror = () => {
      if (this.closed) return;
      this.connected = false;
      this.again(1200);
    };
  }

  private again(after: number): void {
    this.source?.close();
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.connect(), after);
  }

  /** After a reconnection: the document once more, in case nothing happened but we were away. */
  private async refresh(): Promise<void> {
    try {
      const doc = await get<TableDoc>(`tables/${this.id}`);
      if (!this.queue.length && doc.number === this.received && this.doc && doc.number >= this.doc.number) this.doc = doc;
    } catch {
      // the stream tells when the server is back
    }
  }

  private flush(doc: TableDoc | null): void {
    // The pace is for bots: what a person does is held back only behind moves that are still to be shown.
    const person = this.gathered.some((entry) => entry.kind !== "move" || entry.by === "person");
    if (person && !this.queue.length) this.rest();
    this.queue.push({ entries: this.gathered, doc });
    this.gathered = [];
    this.waiting = this.queue.length;
    if (this.timer === undefined) this.beat();
  }

  private beat(): void {
    const beat = this.queue.shift();
    this.waiting = this.queue.length;
    if (!beat) return;
    if (beat.entries.length) {
      this.entries = [...this.entries, ...beat.entries];
      this.news = beat.entries;
    }
    if (beat.doc) this.doc = beat.doc;
    const shown = beat.entries.some((entry) => entry.kind === "move");
    const wait = shown ? pause() : 0;
    if (wait) {
      this.timer = setTimeout(() => {
        this.timer = undefined;
        if (this.queue.length) this.beat();
      }, wait);
    } else if (this.queue.length) this.beat();
  }

  /** Send a move; after a broken connection the same request is sent again, which can never move twice. */
  async move(text: string): Promise<boolean> {
    const seen = this.doc?.number ?? 0;
    const mine = this.doc?.turn?.seat;
    this.sending = true;
    this.problem = null;
    try {
      for (let attempt = 0; ; attempt++) {
        try {
          await post(`tables/${this.id}/moves`, { seen, move: text });
          return true;
        } catch (error) {
          if (error instanceof Unreachable && attempt < 40 && !this.closed) {
            this.connected = false;
            await new Promise((done) => setTimeout(done, 700));
            continue;
          }
          if (attempt && error instanceof Refused && error.problem.code === "stale") {
            if (error.problem.missed?.some((entry) => entry.kind === "move" && entry.seat === mine && entry.move === text)) return true;
          }
          throw error;
        }
      }
    } catch (error) {
      this.fail(error);
      return false;
    } finally {
      this.sending = false;
    }
  }

  /** Anything else one can do at a table; errors are shown, not thrown. */
  async act(path: string, body: Record<string, unknown> = {}, method: "POST" | "PUT" | "DELETE" = "POST"): Promise<boolean> {
    this.problem = null;
    try {
      const answer = method === "PUT" ? await put<unknown>(`tables/${this.id}/${path}`, body) : await call<unknown>(method, `tables/${this.id}/${path}`, method === "POST" ? body : undefined);
      if (isTable(answer) && !this.queue.length) this.doc = answer;
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    }
  }

  fail(error: unknown): void {
    if (error instanceof Refused) {
      this.problem = { text: error.problem.detail, rule: error.problem.rule ?? "", code: error.problem.code };
      if (error.problem.code === "stale") this.skip();
    } else if (error instanceof Unreachable) {
      this.connected = false;
      this.problem = { text: t("The server does not answer; nothing is lost. Trying again…"), rule: "", code: "away" };
    } else throw error;
  }
}

function isTable(answer: unknown): answer is TableDoc {
  return typeof answer === "object" && answer !== null && "seats" in answer && "number" in answer;
}
