import type { AnyValue, Client } from '@vitrine/client';
import { afterAll, expect, test, vi } from 'vitest';
import { type Cell, cellOf, FakeServer, FIELDS, IDS } from '../../../../../test/console/fake-server.ts';
import {
  listeners,
  running,
  SharedLocks,
  SharedStorage,
  stubBrowser,
} from '../../../../../test/console/shared-tabs.ts';
import { seededRun } from '../../../../../test/seeded.ts';
import type { CellDraft } from './kept-drafts.ts';
import type { StoreEdits } from './store-edits.ts';

// Values are typed, typed back, typed again and removed at random while earlier ones are on their way, by one tab or two,
// and others write too. Requests wait until the test lets the server take them, lets the response arrive, or loses either.

const PLACE = { accountId: 'account', storeId: 'store' };
const PROGRAMS = Number(process.env.FUZZ_RUNS ?? 100);
const ACTS = 30;

stubBrowser();
// A tab sends again when the test says so.
vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
afterAll(() => {
  vi.useRealTimers();
});
const { sessionState } = await import('../../session/session.ts');
const { StoreEdits: Edits } = await import('./store-edits.ts');

/** Lets everything happen that waits for nothing but itself. */
async function settle(): Promise<void> {
  for (let round = 0; round < 30; round += 1) await Promise.resolve();
}

class Program {
  readonly server = new FakeServer();
  /** What was typed last into a cell, or chosen in a question about it. */
  readonly expected = new Map<Cell, AnyValue>();
  /** Values that somebody at this browser has seen in a cell. */
  readonly #seen = new Map<Cell, Set<AnyValue>>();
  /** Values that were typed into a cell. */
  readonly #typed = new Map<Cell, Set<AnyValue>>();
  /** The key of the draft that was typed last into a cell. */
  readonly #lastKeys = new Map<Cell, string>();
  readonly overwritten: string[] = [];
  readonly log: string[] = [];
  readonly #random: () => number;
  readonly #tabs: StoreEdits[] = [];
  readonly #locks = new SharedLocks();
  readonly #storage = new SharedStorage();
  readonly #client: Client;
  #opening = 0;
  #texts = 0;

  constructor(random: () => number, tabs: number) {
    this.#random = random;
    vi.stubGlobal('localStorage', this.#storage);
    vi.stubGlobal('navigator', { locks: this.#locks });
    listeners.clear();
    this.#client = { store: () => this.server.storeFor(this.#opening) } as unknown as Client;
    sessionState.value = { kind: 'signedIn', session: { client: this.#client } as never };
    for (let tab = 0; tab < tabs; tab += 1) this.#open(tab);
    for (const id of IDS)
      for (const field of FIELDS) this.#see(id, field, this.server.row(id)[field] ?? null);
    this.server.onReplaced = (cell, before) => {
      if (!this.#seen.get(cell)?.has(before)) this.overwritten.push(`${cell}: ${before}`);
    };
  }

  /** Opens a tab, or loads it anew: what it waited for is gone. */
  #open(tab: number): void {
    this.#opening = tab;
    this.server.waiting = this.server.waiting.filter((request) => request.tab !== tab);
    this.#locks.leave(tab);
    this.#storage.open(tab);
    running.run(tab, () => {
      const edits = new Edits(this.#client, PLACE.accountId, PLACE.storeId);
      this.#tabs[tab] = edits;
      for (const id of IDS) edits.receive(this.server.row(id));
    });
  }

  #see(id: string, field: string, value: AnyValue): void {
    const cell = cellOf(id, field);
    this.#seen.set(cell, (this.#seen.get(cell) ?? new Set()).add(value));
  }

  #pick<One>(from: readonly One[]): One {
    const one = from[Math.floor(this.#random() * from.length)];
    if (one === undefined) throw new Error('nothing to pick');
    return one;
  }

  /** Does something at random. @param isShared whether others write too. */
  async act(isShared: boolean): Promise<void> {
    const choice = this.#random();
    const tab = Math.floor(this.#random() * this.#tabs.length);
    if (choice < 0.4) this.#type(tab);
    else if (choice < 0.8 && this.server.waiting.length > 0) {
      this.server.step(this.#pick(this.server.waiting), this.#random() < 0.15);
    } else if (choice < 0.85) this.#hear(tab);
    else if (choice < 0.9) await this.#decide(tab);
    else if (choice < 0.93) {
      this.log.push(`${tab} loads anew`);
      this.#open(tab);
    } else if (choice < 0.96) running.run(tab, () => void this.#edits(tab).sendWaiting());
    else if (isShared) this.#writeElsewhere();
    await settle();
    // The tabs see what the other one has written, or later.
    if (this.#random() < 0.8) await this.#deliver();
  }

  #edits(tab: number): StoreEdits {
    const edits = this.#tabs[tab];
    if (edits === undefined) throw new Error('no such tab');
    return edits;
  }

  /** Types a new value, one that the cell had, or none. */
  #type(tab: number): void {
    const edits = this.#edits(tab);
    const [id, field] = [this.#pick(IDS), this.#pick(FIELDS)];
    const cell = cellOf(id, field);
    const draft = edits.drafts.of(id).get(field);
    const from = draft?.value ?? (draft === undefined ? (edits.versions.get(id)?.[field] ?? null) : null);
    this.#see(id, field, from);
    this.#texts += 1;
    const kind = this.#random();
    const value =
      kind < 0.5
        ? `text ${this.#texts}`
        : kind < 0.8
          ? this.#pick([...(this.server.had.get(cell) ?? []), from])
          : null;
    this.log.push(`${tab} types ${value} over ${from} into ${cell}`);
    this.expected.set(cell, value);
    this.#typed.set(cell, (this.#typed.get(cell) ?? new Set()).add(value));
    this.#see(id, field, value);
    running.run(tab, () => void edits.write([{ id, field, text: String(value ?? ''), value, from }]));
    this.#lastKeys.set(cell, edits.drafts.of(id).get(field)?.key ?? '');
  }

  /** The tab gets a record as the server has it now. */
  #hear(tab: number): void {
    const id = this.#pick(IDS);
    this.log.push(`${tab} hears of ${id}`);
    running.run(tab, () => this.#edits(tab).receive(this.server.row(id)));
  }

  #writeElsewhere(): void {
    const [id, field] = [this.#pick(IDS), this.#pick(FIELDS)];
    this.#texts += 1;
    this.log.push(`others write text ${this.#texts} into ${id} ${field}`);
    this.server.write(id, { [field]: `text ${this.#texts}` });
  }

  /** Answers a question about a record, either way. */
  async #decide(tab: number): Promise<void> {
    const edits = this.#edits(tab);
    const [conflict] = edits.conflicts.peek();
    if (conflict === undefined || conflict.theirs === null) return;
    const shown = edits.drafts.waitingOf(conflict.id);
    // While somebody reads the question, values may be typed in another tab, and come here or not yet.
    if (this.#random() < 0.3) this.#type((tab + 1) % this.#tabs.length);
    if (this.#random() < 0.5) await this.#deliver();
    if (!edits.conflicts.peek().includes(conflict)) return;
    const isMine = this.#random() < 0.5;
    const { id, theirs } = conflict;
    for (const field of FIELDS) this.#see(id, field, theirs[field] ?? null);
    this.log.push(`${tab} keeps ${isMine ? 'its own' : 'the other'} values of ${id}`);
    const isLast = ({ field, key }: CellDraft) => this.#lastKeys.get(cellOf(id, field)) === key;
    const givenUp = isMine ? [] : shown.filter(isLast).map(({ field }) => field);
    running.run(tab, () => void edits.settle(conflict, shown, isMine));
    // The question is over in all tabs before somebody can answer it in another one.
    await this.#drain();
    await this.#deliver();
    for (const field of givenUp) {
      const cell = cellOf(id, field);
      const kept = this.server.row(id)[field] ?? null;
      // Since the question was asked, the other tab may have stored what was typed before.
      if (kept === (theirs[field] ?? null) || this.#typed.get(cell)?.has(kept)) this.expected.set(cell, kept);
    }
  }

  async #deliver(): Promise<void> {
    for (const tab of this.#tabs.keys()) while (this.#storage.deliver(tab)) await settle();
  }

  /** Lets every request that waits be taken and answered, and those that follow. */
  async #drain(): Promise<void> {
    await settle();
    for (let next = this.server.waiting[0]; next !== undefined; next = this.server.waiting[0]) {
      this.server.step(next, false);
      await settle();
      await this.#deliver();
    }
  }

  /** Lets everything that waits be sent and answered, until nothing does. */
  async end(): Promise<void> {
    for (let round = 0; round < 200; round += 1) {
      await this.#drain();
      for (const [tab, edits] of this.#tabs.entries()) {
        await this.#decide(tab);
        running.run(tab, () => void edits.sendWaiting());
      }
      await settle();
      await this.#deliver();
      const isWaiting = this.#tabs.some((edits) => edits.drafts.records.peek().size > 0);
      if (this.server.waiting.length === 0 && !isWaiting) return;
    }
    throw new Error('It never ends.');
  }

  left(): number {
    return Object.keys(localStorage).length;
  }
}

async function runProgram(random: () => number, tabs: number, isShared: boolean): Promise<Program> {
  const program = new Program(random, tabs);
  for (let act = 0; act < ACTS; act += 1) await program.act(isShared);
  await program.end();
  return program;
}

test.each([1, 2])(
  'the last value that is typed into a cell is the one that is stored, by tabs: %i',
  async (tabs) => {
    const random = seededRun();
    for (let run = 0; run < PROGRAMS; run += 1) {
      const { server, expected, overwritten, log, left } = await runProgram(random, tabs, false);
      const story = `program ${run}:\n${log.join('\n')}`;
      for (const [cell, value] of expected) {
        const [id = '', field = ''] = cell.split(' ');
        expect(server.row(id)[field] ?? null, `${cell} after ${story}`).toBe(value);
      }
      expect(overwritten, story).toEqual([]);
      expect(left(), story).toBe(0);
    }
  },
);

test('a value that others have written is never replaced unseen', async () => {
  const random = seededRun();
  for (let run = 0; run < PROGRAMS; run += 1) {
    const { overwritten, log, left } = await runProgram(random, 2, true);
    const story = `program ${run}:\n${log.join('\n')}`;
    expect(overwritten, story).toEqual([]);
    expect(left(), story).toBe(0);
  }
});
