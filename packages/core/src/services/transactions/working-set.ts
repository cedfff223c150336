import { ValidationError } from '../../ground/errors.ts';
import type { StoredRecord } from '../../query/evaluate.ts';
import { weighRecord } from '../../query/record-weight.ts';
import { mergeValues } from '../../storage/imports/import-outcome.ts';
import type {
  Millis,
  RecordRow,
  RecordStorage,
  RecordTransaction,
  SlotValues,
  StoreRow,
  TransactionWrite,
  UpsertRecord,
  WriteOptions,
} from '../../storage/index.ts';
import { recordToRow, rowToRecord } from '../../storage/records/stored-record.ts';

/** The records that a transaction may read and write together, and the bytes of its writes (`weighRecord`). */
const RECORDS_MAX = 1_000;
const BYTES_MAX = 8 * 1024 * 1024;

/**
 * The numbers of records that a transaction creates begin here, above all that a storage gives. The storage gives others
 * when the transaction is committed.
 */
const FIRST_SEQ = 2 ** 52;

/** A record that the transaction uses. */
export interface HeldRecord {
  /** As the storage had it. Null: there was none. */
  readonly read: StoredRecord | null;
  /** As the transaction has left it. Null: there is none. */
  current: StoredRecord | null;
  isWritten: boolean;
}

/** A store that the transaction uses. */
interface HeldStore {
  readonly store: StoreRow;
  readonly records: Map<string, HeldRecord>;
}

/** The records of a store that the transaction has written. */
export type WrittenRecords = ReadonlyMap<string, HeldRecord>;

/**
 * What one attempt of a transaction has read and written. Nothing is in the storage until the transaction is committed.
 * All writes are made at once, in the order of the calls.
 */
export interface WorkingSet {
  /** The time of all reads, and of writes to records that nobody has changed since. */
  readonly now: Millis;
  /** Returns the record with the id. Of several calls with one id, the first reads the storage. */
  hold(store: StoreRow, id: string): Promise<HeldRecord>;
  /** Notes rows that a search has read. Those that the transaction knows stay as it knows them. */
  note(store: StoreRow, rows: readonly RecordRow[]): void;
  written(store: StoreRow): WrittenRecords;
  /** Begins the writes of a call, which are one write. Those of several calls are apart, so that the log has their order. */
  beginCall(): void;
  create(store: StoreRow, record: UpsertRecord, options: WriteOptions): void;
  /** Sets the values of a record after a change. */
  change(store: StoreRow, held: HeldRecord, id: string, change: SlotValues, options: WriteOptions): RecordRow;
  remove(store: StoreRow, ids: readonly string[], options: WriteOptions): void;
  /** The accounts whose records were used, the first one first. */
  accounts(): readonly string[];
  /** Returns how many records more the account has after the transaction. Negative: fewer. */
  createdIn(accountId: string): number;
  transaction(): RecordTransaction;
}

export function workingSet(storage: Pick<RecordStorage, 'get'>, now: Millis): WorkingSet {
  const stores = new Map<string, HeldStore>();
  const reading = new Map<string, Promise<HeldRecord>>();
  const writes: TransactionWrite[] = [];
  let count = 0;
  let bytes = 0;
  let seq = FIRST_SEQ;
  let joins = false;

  function recordsOf(store: StoreRow): Map<string, HeldRecord> {
    let held = stores.get(store.id);
    if (held === undefined) {
      held = { store, records: new Map() };
      stores.set(store.id, held);
    }
    return held.records;
  }

  function add(store: StoreRow, id: string, row: RecordRow | null): HeldRecord {
    const records = recordsOf(store);
    const known = records.get(id);
    if (known !== undefined) return known;
    if (++count > RECORDS_MAX) throw tooLarge('uses at most 1,000 records');
    const record = row === null ? null : rowToRecord(store, row);
    const held = { read: record, current: record, isWritten: false };
    records.set(id, held);
    return held;
  }

  async function read(store: StoreRow, id: string): Promise<HeldRecord> {
    return add(store, id, await storage.get(store, id, now));
  }

  function weigh({ id, values }: Pick<RecordRow, 'id' | 'values'>): void {
    bytes += weighRecord({ id, values });
    if (bytes > BYTES_MAX) throw tooLarge('writes at most 8 MiB');
  }

  function upsert(
    store: StoreRow,
    record: UpsertRecord,
    outcome: 'created' | 'updated',
    at: Millis,
    { by = null }: WriteOptions,
  ): void {
    const last = writes.at(-1);
    if (joins && last?.kind === 'upsert' && last.now === at) {
      (last.records as UpsertRecord[]).push(record);
      (last.outcomes as string[]).push(outcome);
    } else {
      writes.push({ kind: 'upsert', store, by, now: at, records: [record], outcomes: [outcome] });
    }
    joins = true;
  }

  return {
    now,
    hold(store, id) {
      const known = recordsOf(store).get(id);
      if (known !== undefined) return Promise.resolve(known);
      const key = `${store.id} ${id}`;
      let found = reading.get(key);
      if (found === undefined) {
        found = read(store, id);
        reading.set(key, found);
      }
      return found;
    },
    note(store, rows) {
      for (const row of rows) add(store, row.id, row);
    },
    written(store) {
      return new Map([...recordsOf(store)].filter(([, { isWritten }]) => isWritten));
    },
    beginCall() {
      joins = false;
    },
    create(store, record, options) {
      weigh(record);
      const held = add(store, record.id, null);
      const times = { createdAt: now, updatedAt: now };
      held.current = { id: record.id, seq: seq++, ...times, slots: mergeValues(new Map(), record) };
      held.isWritten = true;
      upsert(store, record, 'created', now, options);
    },
    change(store, held, id, change, options) {
      if (held.current === null) throw new Error('a record that is changed exists');
      weigh({ id, values: change.values });
      // Others may have changed it after the transaction began. Times of a record do not go back.
      const at = Math.max(now, held.current.updatedAt);
      held.current = { ...held.current, updatedAt: at, slots: mergeValues(held.current.slots, change) };
      held.isWritten = true;
      upsert(store, { id, complete: false, ...change }, 'updated', at, options);
      return recordToRow(store, held.current);
    },
    remove(store, ids, { by = null }) {
      if (ids.length === 0) return;
      let at = now;
      for (const id of ids) {
        const held = add(store, id, null);
        at = Math.max(at, held.current?.updatedAt ?? 0);
        held.current = null;
        held.isWritten = true;
      }
      writes.push({ kind: 'delete', store, by, now: at, ids });
    },
    accounts: () => [...new Set([...stores.values()].map(({ store }) => store.accountId))],
    createdIn(accountId) {
      let created = 0;
      for (const { store, records } of stores.values()) {
        if (store.accountId !== accountId) continue;
        for (const { read: before, current } of records.values()) {
          created += Number(current !== null) - Number(before !== null);
        }
      }
      return created;
    },
    transaction: () => ({
      reads: [...stores.values()].map(({ store, records }) => ({
        store,
        records: [...records].map(([id, { read: before }]) => ({
          id,
          state: before === null ? null : recordToRow(store, before),
        })),
      })),
      writes,
      now,
    }),
  };
}

function tooLarge(limit: string): ValidationError {
  return new ValidationError([{ path: '', message: `A transaction ${limit}.` }]);
}
