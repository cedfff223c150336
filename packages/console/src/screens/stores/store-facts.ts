import type { Client, StoreDetail } from '@vitrine/client';
import { limitConcurrency } from '../../requests/concurrency.ts';
import { openStore } from '../../requests/open-store.ts';

/** What a card shows of a store besides its name. */
export interface StoreFacts {
  readonly detail: StoreDetail;
  /** The number of records that were changed on each of the last days, the present one last. */
  readonly changes: readonly number[];
  /** The time of the latest change of a record; null for a store without records. */
  readonly changedAt: string | null;
}

export const DAYS = 30;

const DAY_MS = 86_400_000;

/** Cards that load at the same time: the counts of large stores are expensive for the server. */
const CONCURRENT_MAX = 4;

const limited = limitConcurrency(CONCURRENT_MAX);

/** Loads the facts of a store, at most four stores at a time. */
export function loadFacts(client: Client, storeId: string, signal: AbortSignal): Promise<StoreFacts> {
  return limited(() => {
    signal.throwIfAborted();
    return load(client, storeId, signal);
  });
}

async function load(client: Client, storeId: string, signal: AbortSignal): Promise<StoreFacts> {
  const store = openStore(client, storeId);
  const now = Date.now();
  const [detail, latest, days] = await Promise.all([
    store.detail({ signal }),
    store.query({ sortBy: 'date_updated', sortDir: 'desc', limit: 1, fields: ['date_updated'] }, { signal }),
    store.summarize(
      {
        filters: [{ field: 'date_updated', op: 'after', value: new Date(now - DAYS * DAY_MS).toISOString() }],
        groupBy: [{ field: 'date_updated', bucket: 'day' }],
        measures: [{ op: 'count' }],
        limit: DAYS + 1,
      },
      { signal },
    ),
  ]);
  const changes = new Array<number>(DAYS).fill(0);
  const today = Math.floor(now / DAY_MS);
  for (const { key, count } of days.groups) {
    const place = DAYS - 1 - (today - Math.floor(Date.parse(String(key.date_updated)) / DAY_MS));
    if (place >= 0 && place < DAYS) changes[place] = count;
  }
  const changedAt = latest.items[0]?.date_updated;
  return { detail, changes, changedAt: typeof changedAt === 'string' ? changedAt : null };
}
