import { EVERYTHING, NEWEST_FIRST, type Position } from '../query/ast.ts';
import type { ApiKeyRow, Millis, RecordRow, SeqPage, Slice, Storage, StoreRow } from '../storage/index.ts';

const LIST_PAGE = 500;
const RECORD_PAGE = 200;
/** Keeps memory low: a few pages are in memory at once. */
const RECORD_PAGE_BYTES = 16 * 1024 * 1024;

/** Returns all API keys of an account, the oldest first. */
export function apiKeysOf(storage: Storage, accountId: string): Promise<ApiKeyRow[]> {
  return oldestFirst(
    (page) => storage.apiKeys.list(accountId, page),
    ({ seq: _, ...key }) => key,
    seqOf,
  );
}

/** Returns the ids of all stores of an account, the oldest first. Ids only: there may be very many stores. */
export function storeIdsOf(storage: Storage, accountId: string): Promise<string[]> {
  return oldestFirst(
    (page) => storage.stores.list(accountId, { nameContains: null, ...page }),
    ({ id }) => id,
    seqOf,
  );
}

/** Returns the ids of all images of an account, the lowest first. */
export function imageIdsOf(storage: Storage, accountId: string): Promise<number[]> {
  const every = { nameContains: null, type: null, active: null };
  return oldestFirst(
    (page) => storage.images.list(accountId, { ...every, ...page }),
    ({ id }) => id,
    ({ id }) => id,
  );
}

function seqOf({ seq }: { readonly seq: number }): number {
  return seq;
}

/** Reads all pages of a list sorted newest first. Returns what `keep` makes of the rows, the oldest first. */
export async function oldestFirst<Row, Kept>(
  list: (page: SeqPage) => Promise<Slice<Row>>,
  keep: (row: Row) => Kept,
  numberOf: (row: Row) => number,
): Promise<Kept[]> {
  const kept: Kept[] = [];
  let before: number | null = null;
  for (;;) {
    const { rows, more }: Slice<Row> = await list({ before, limit: LIST_PAGE });
    kept.push(...rows.map(keep));
    const last = rows.at(-1);
    if (!more || last === undefined) return kept.reverse();
    before = numberOf(last);
  }
}

/** Yields pages of the records after `after`, in insertion order. Reads the next page while the caller uses one. */
export async function* recordPages(
  storage: Storage,
  store: StoreRow,
  now: Millis,
  after: RecordRow | null = null,
): AsyncGenerator<RecordRow[]> {
  const order = { column: 'seq', direction: 'asc' } as const;
  const query = { where: EVERYTHING, order, limit: RECORD_PAGE, maxBytes: RECORD_PAGE_BYTES };
  const read = (position: Position | null) => storage.records.find(store, { ...query, after: position }, now);
  let next = read(positionOf(after));
  for (;;) {
    const { rows, more } = await next;
    if (rows.length === 0) return;
    if (more) {
      next = read(positionOf(rows.at(-1) ?? null));
      // The next iteration throws a failure. If the caller stops before that, it must not be an unhandled rejection.
      next.catch(() => undefined);
    }
    yield rows;
    if (!more) return;
  }
}

function positionOf(record: RecordRow | null): Position | null {
  return record === null ? null : { value: record.seq, seq: record.seq };
}

export async function newestRecord(
  storage: Storage,
  store: StoreRow,
  now: Millis,
): Promise<RecordRow | null> {
  const query = { where: EVERYTHING, order: NEWEST_FIRST, after: null, limit: 1 };
  const { rows } = await storage.records.find(store, query, now);
  return rows[0] ?? null;
}
