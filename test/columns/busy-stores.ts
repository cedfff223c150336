import type { Filter, StoreRow } from '@vitrine/core/storage';
import { type ColumnCache, type ColumnReply, type ColumnRequest, storeInterests } from '@vitrine/storage-sql';
import { onTestFinished, vi } from 'vitest';

/** Milliseconds between two questions. */
const QUESTION_MS = 2;
/** Milliseconds that a scan takes which columns would save. */
const SCAN_MS = 10;
/** Pages of memory that a store with few records and one number takes: values, numbers of records, and which exist. */
const PAGES = 3;
const PAGE_BYTES = 65_536;

/** The memory for columns of which so many small stores need four times as much. */
export function quarterOfMemory(stores: number): number {
  return Math.floor((stores * PAGES) / 4) * PAGE_BYTES;
}

export interface BusyStores {
  readonly cache: ColumnCache;
  readonly stores: readonly StoreRow[];
  /** A filter of the column `n0`. */
  readonly where: Filter;
  /** Answers a question in a read transaction. */
  ask(asked: ColumnRequest): ColumnReply | Promise<ColumnReply>;
  /** Loads what is to be loaded. */
  work(): void | Promise<void>;
}

export interface BusyReport {
  readonly hits: number;
  /** The different counts that columns have answered. */
  readonly answers: readonly unknown[];
  /** The most memory at any time. */
  readonly bytes: number;
  readonly evictions: number;
}

/**
 * Counts in stores as the client of columns does, in the first ones more often than in the last ones. The clock of the
 * columns is set, so that what they find worth loading does not depend on the machine.
 */
export async function askBusyStores(
  { cache, stores, where, ask, work }: BusyStores,
  questions: number,
): Promise<BusyReport> {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const interests = storeInterests();
  const columns = new Set(['n0'] as const);
  const answers = new Set<unknown>();
  let hits = 0;
  let bytes = 0;
  for (let i = 0; i < questions; i++) {
    vi.advanceTimersByTime(QUESTION_MS);
    const store = stores[Math.floor(stores.length * ((i * 0.618034) % 1) ** 2)] as StoreRow;
    const interest = interests.of(store.seq);
    const args = { storeId: store.id, storeNumber: store.seq, expiredUpTo: null, where };
    const asked = {
      search: { name: 'countRecords', args },
      spent: interest.spent,
      saved: SCAN_MS,
      published: null,
    } as const;
    const isAsked = interest.isLoaded(columns) || interest.isDue();
    const reply = isAsked ? await ask(asked) : null;
    if (reply !== null && 'result' in reply) {
      answers.add(reply.result);
      interest.answered(columns);
      hits++;
    } else {
      if (reply !== null) {
        interest.lost();
        interest.declined({ ...reply.declined, after: 0 });
      }
      interest.scanned(SCAN_MS);
    }
    await work();
    bytes = Math.max(bytes, cache.use.bytes);
  }
  return { hits, answers: [...answers], bytes, evictions: cache.use.evictions };
}
