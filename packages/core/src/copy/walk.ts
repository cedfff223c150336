import { EVERYTHING, NEWEST_FIRST, type Position } from '../query/ast.ts';
import type { ApiKeyRow, Millis, RecordRow, SeqPage, Slice, Storage, StoreRow } from '../storage/index.ts';

const LIST_PAGE = 500;
const RECORD_PAGE = 200;
/** A few pages are in memory at once. */
const RECORD_PAGE_BYTES = 16 * 1024 * 1024;

/** All keys of an account, in the order in which they were made. */
export function apiKeysOf(storage: Storage, accountId: string): Promise<ApiKeyRow[]> {
  return oldestFirst(
    (page) => storage.apiKeys.list(accountId, page),
    ({ seq: _, ...key }) => key,
    seqOf,
  );
}

/** The ids of all stores of an account, in the order in which they were made. Ids only: there may be very many. */
export function storeIdsOf(storage: Storage, accountId: string): Promise<string[]> {
  return oldestFirst(
    (page) => storage.stores.list(accountId, { nameContains: null, ...page }),
    ({ id }) => id,
    seqOf,
  );
}

/** The numbers of all images of an account, the lowest first. */
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

/** All rows of a list that comes newest first, in the order in which they were made. */
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

/** The records of a store behind `after`, in the order of insertion. The next page is read while one is being used. */
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
      // A failure is thrown when its turn comes; a consumer that stops early never sees it.
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
