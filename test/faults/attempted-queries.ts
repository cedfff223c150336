import { accountPrincipal, createVitrine } from '@vitrine/core';
import type { Storage } from '@vitrine/core/storage';

export interface Reader {
  readonly key: string;
  readonly storeId: string;
}

/** More than the 2,048 records that an attempt reads. */
const RECORDS = 4_000;
const LIMIT = 8;
const BATCH = 100;

/** Conditions that many records meet, so that an attempt usually finds the page. */
const CONDITIONS = [
  { field: 'tens', op: 'eq', value: 3, holds: (n: number) => n % 10 === 3 },
  { field: 'tens', op: 'in', value: [1, 2, 3], holds: (n: number) => [1, 2, 3].includes(n % 10) },
  { field: 'tens', op: 'gt', value: 4, holds: (n: number) => n % 10 > 4 },
  { field: 'third', op: 'ne', value: 'x1', holds: (n: number) => n % 3 !== 1 },
  { field: 'third', op: 'in', value: ['x0', 'x1'], holds: (n: number) => n % 3 !== 2 },
  { field: 'n', op: 'gte', value: 20, holds: (n: number) => n >= 20 },
  { field: 'n', op: 'lt', value: 3_900, holds: (n: number) => n < 3_900 },
] as const;

/** Every set of conditions. Failed attempts are remembered by the form of their filter, so there are many forms. */
const FORMS = Array.from({ length: 2 ** CONDITIONS.length - 1 }, (_, bits) =>
  CONDITIONS.filter((_, place) => ((bits + 1) >> place) % 2 === 1),
);

/** Creates accounts with a key and a store of numbered records each. Closes the storage. */
export async function arrangeReaders(storage: Storage, count: number): Promise<Reader[]> {
  const vitrine = await createVitrine({ storage });
  const readers: Reader[] = [];
  for (let at = 0; at < count; at++) {
    const { id } = await vitrine.accounts.create(`Reader ${at}`);
    const principal = accountPrincipal(id);
    const { key } = await vitrine.apiKeys.create(principal, { name: 'reader' });
    const properties = [
      { name: 'n', type: 'number' as const },
      { name: 'tens', type: 'number' as const },
      { name: 'third', type: 'string' as const },
    ];
    const store = await vitrine.stores.create(principal, { name: `Store ${at}`, properties });
    for (let from = 0; from < RECORDS; from += BATCH) {
      const records = Array.from({ length: BATCH }, (_, i) => ({
        n: from + i,
        tens: (from + i) % 10,
        third: `x${(from + i) % 3}`,
      }));
      await vitrine.records.batchUpsert(principal, store.id, { records });
    }
    readers.push({ key, storeId: store.id });
  }
  await vitrine.close();
  return readers;
}

/** What the readers of one account have seen. */
export interface Seen {
  /** Pages that were right. */
  right: number;
  /** Answers with 503 and `Retry-After`. */
  refused: number;
  /** Milliseconds of the slowest answer. */
  slowest: number;
  /** Descriptions of all other answers. */
  readonly faults: string[];
}

/** The readers that have begun: each begins with another filter. */
let readers = 0;

/** Reads the first pages of one filter after another until the signal aborts, and adds to what was seen. */
export async function readPages(url: string, reader: Reader, seen: Seen, ended: AbortSignal): Promise<void> {
  for (let at = readers++; !ended.aborted; at++) {
    await readFilter(url, reader, FORMS[at % FORMS.length] ?? [], seen);
  }
}

async function readFilter(
  url: string,
  { key, storeId }: Reader,
  conditions: readonly (typeof CONDITIONS)[number][],
  seen: Seen,
): Promise<void> {
  const filters = conditions.map(({ holds: _, ...filter }) => filter);
  const matching = Array.from({ length: RECORDS }, (_, i) => RECORDS - 1 - i).filter((n) =>
    conditions.every(({ holds }) => holds(n)),
  );
  let cursor: string | undefined;
  for (let from = 0; from < 3 * LIMIT; from += LIMIT) {
    const startedAt = performance.now();
    const response = await fetch(`${url}/v2/stores/${storeId}/records/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ filters, limit: LIMIT, ...(cursor === undefined ? {} : { cursor }) }),
    });
    const text = await response.text();
    seen.slowest = Math.max(seen.slowest, performance.now() - startedAt);
    const what = `${JSON.stringify(filters)} from ${from}: ${response.status}`;
    if (response.status === 503 && response.headers.get('retry-after') !== null) {
      seen.refused++;
      return;
    }
    if (response.status !== 200) {
      seen.faults.push(`${what} ${text}`);
      return;
    }
    const page = JSON.parse(text) as { items: { n: number }[]; cursor?: string };
    const found = page.items.map(({ n }) => n).join();
    const expected = matching.slice(from, from + LIMIT).join();
    const hasMore = matching.length > from + LIMIT;
    if (found !== expected || (page.cursor !== undefined) !== hasMore) {
      seen.faults.push(`${what} ${found} in place of ${expected}, cursor ${page.cursor}`);
      return;
    }
    seen.right++;
    if (!hasMore) return;
    cursor = page.cursor;
  }
}
