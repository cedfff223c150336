import { ValidationError } from '../../ground/errors.ts';
import { MAX_RECORD_BYTES } from '../../ground/limits.ts';
import type { Slice } from '../../ground/rows.ts';
import { aggregate } from '../../query/aggregate.ts';
import { type Filter, NEWEST_FIRST } from '../../query/ast.ts';
import { isBehind, matches, positionOf, type StoredRecord, select } from '../../query/evaluate.ts';
import { withinBytes } from '../../query/record-weight.ts';
import { summarize } from '../../query/summarize.ts';
import { mergeValues, recordBytes } from '../../storage/imports/import-outcome.ts';
import type {
  RecordQuery,
  RecordRow,
  RecordStorage,
  SlotValues,
  StoreRow,
  UpsertOutcome,
  UpsertRecord,
  WriteOptions,
} from '../../storage/index.ts';
import { isInState } from '../../storage/records/record-state.ts';
import { recordToRow, rowToRecord } from '../../storage/records/stored-record.ts';
import type { SearchOptions } from '../../turns/caller.ts';
import type { HeldRecord, WorkingSet } from './working-set.ts';

/** Matching records of a store that the transaction has written, of which it computes sums and groups. */
const COMPUTED_MAX = 10_000;
const COMPUTED_AT_ONCE = 500;

/**
 * The records as a transaction sees them: those of the storage, with its own writes. A store that it has not written is
 * searched by the storage. Nothing is written until `commit`.
 */
export function transactionRecords(storage: RecordStorage, working: WorkingSet): RecordStorage {
  const { now } = working;

  function isTooLarge(store: StoreRow, held: HeldRecord, change: SlotValues): boolean {
    const slots = mergeValues(held.current?.slots ?? new Map(), change);
    return recordBytes(store, slots) > MAX_RECORD_BYTES;
  }

  function upsertOne(
    store: StoreRow,
    held: HeldRecord,
    record: UpsertRecord,
    options: WriteOptions,
  ): UpsertOutcome {
    if (held.current === null) {
      if (!record.complete) return 'incomplete';
      working.create(store, record, options);
      return 'created';
    }
    const { id, slots, values } = record;
    if (isTooLarge(store, held, record)) return 'too_large';
    working.change(store, held, id, { slots, values }, options);
    return 'updated';
  }

  /**
   * Reads a page of the storage, with those written records that belong among its rows. `next`: the query for what follows.
   * Null: nothing does.
   */
  async function mergedPage(
    store: StoreRow,
    query: RecordQuery,
    options: SearchOptions | undefined,
  ): Promise<{ records: StoredRecord[]; next: RecordQuery | null }> {
    const { order } = query;
    const written = working.written(store);
    const read = await storage.find(store, { ...query, limit: query.limit + written.size }, now, options);
    const stored = read.rows.map((row) => rowToRecord(store, row));
    const own = [...written.values()].flatMap(({ current }) => current ?? []);
    const all = select({ ...query, limit: Number.POSITIVE_INFINITY }, [
      ...stored.filter(({ id }) => !written.has(id)),
      ...own,
    ]);
    const last = stored.at(-1);
    if (!read.more || last === undefined) return { records: all, next: null };
    const after = positionOf(last, order);
    return { records: all.filter((each) => !isBehind(after, each, order)), next: { ...query, after } };
  }

  async function find(
    store: StoreRow,
    query: RecordQuery,
    options: SearchOptions | undefined,
  ): Promise<Slice<RecordRow>> {
    const { limit, maxBytes } = query;
    const found: RecordRow[] = [];
    let next: RecordQuery | null = query;
    // A page may hold nothing but records that the transaction has deleted.
    while (next !== null && found.length <= limit && withinBytes(found, maxBytes).length === found.length) {
      const page: Awaited<ReturnType<typeof mergedPage>> = await mergedPage(store, next, options);
      found.push(...page.records.map((each) => recordToRow(store, each)));
      next = page.next;
    }
    const rows = withinBytes(found.slice(0, limit), maxBytes);
    return { rows, more: rows.length < found.length };
  }

  /** Returns all records that match. @throws ValidationError if they are too many to compute with. */
  async function matching(
    store: StoreRow,
    where: Filter,
    options: SearchOptions | undefined,
  ): Promise<StoredRecord[]> {
    const found: StoredRecord[] = [];
    let next: RecordQuery | null = { where, order: NEWEST_FIRST, after: null, limit: COMPUTED_AT_ONCE };
    while (next !== null) {
      const page: Awaited<ReturnType<typeof mergedPage>> = await mergedPage(store, next, options);
      found.push(...page.records);
      if (found.length > COMPUTED_MAX) throw tooMany();
      next = page.next;
    }
    return found;
  }

  const isWritten = (store: StoreRow) => working.written(store).size > 0;

  return {
    ...storage,
    async get(store, id) {
      const { current } = await working.hold(store, id);
      return current === null ? null : recordToRow(store, current);
    },
    async getAll(store, ids) {
      const held = await Promise.all([...new Set(ids)].map((id) => working.hold(store, id)));
      return held.flatMap(({ current }) => (current === null ? [] : [recordToRow(store, current)]));
    },
    async insert(store, record, _now, options = {}) {
      const held = await working.hold(store, record.id);
      if (held.current !== null) return 'exists';
      working.beginCall();
      working.create(store, { ...record, complete: true }, options);
      return 'created';
    },
    async upsert(store, records, _now, options = {}) {
      const held = await Promise.all(
        records.map(async (record) => ({ record, found: await working.hold(store, record.id) })),
      );
      working.beginCall();
      return held.map(({ record, found }) => upsertOne(store, found, record, options));
    },
    async patch(store, id, change, _now, { expected, ...options } = {}) {
      const held = await working.hold(store, id);
      if (held.current === null) return null;
      if (expected !== undefined && !isInState(recordToRow(store, held.current), expected)) return 'changed';
      if (isTooLarge(store, held, change)) return 'too_large';
      working.beginCall();
      return working.change(store, held, id, change, options);
    },
    async delete(store, ids, _now, options = {}) {
      const held = await Promise.all(
        [...new Set(ids)].map(async (id) => ({ id, found: await working.hold(store, id) })),
      );
      const live = held.filter(({ found }) => found.current !== null).map(({ id }) => id);
      working.remove(store, live, options);
      return live;
    },
    async deleteUnchanged(store, id, expected, _now, options = {}) {
      const { current } = await working.hold(store, id);
      if (current === null || !isInState(recordToRow(store, current), expected)) return 'changed';
      working.remove(store, [id], options);
      return 'deleted';
    },
    async find(store, query, _now, options) {
      const page = isWritten(store)
        ? await find(store, query, options)
        : await storage.find(store, query, now, options);
      working.note(store, page.rows);
      return page;
    },
    async count(store, where, _now, options) {
      const stored = await storage.count(store, where, now, options);
      const isMatch = (record: StoredRecord | null) => Number(record !== null && matches(where, record));
      const written = [...working.written(store).values()];
      return written.reduce((sum, { read, current }) => sum + isMatch(current) - isMatch(read), stored);
    },
    async aggregate(store, op, slot, where, _now, options) {
      if (!isWritten(store)) return storage.aggregate(store, op, slot, where, now, options);
      return aggregate(op, slot, await matching(store, where, options));
    },
    async summarize(store, query, _now, options) {
      if (!isWritten(store)) return storage.summarize(store, query, now, options);
      return summarize(query, await matching(store, query.where, options));
    },
  };
}

function tooMany(): ValidationError {
  const message =
    'More than 10,000 records match, in a store that the transaction has written. Compute before the first write.';
  return new ValidationError([{ path: '', message }]);
}
