import type { Millis, StoreRow } from '../../ground/rows.ts';
import { NEWEST_FIRST } from '../../query/ast.ts';
import type {
  ReadRecord,
  RecordTransaction,
  StoreReads,
  TransactionWrite,
  UpsertRecord,
} from '../../storage/records/records.ts';
import type { Storage } from '../../storage/storage.ts';
import { findRows, NOW } from '../fixtures/arrange.ts';

/** Reads the records with these ids, as a transaction does. */
export async function readStates(
  { records }: Storage,
  store: StoreRow,
  ids: readonly string[],
  now: Millis = NOW,
): Promise<StoreReads> {
  const read = ids.map(async (id): Promise<ReadRecord> => ({ id, state: await records.get(store, id, now) }));
  return { store, records: await Promise.all(read) };
}

export function creates(store: StoreRow, ...records: UpsertRecord[]): TransactionWrite {
  return { store, by: null, now: NOW, kind: 'upsert', records, outcomes: records.map(() => 'created') };
}

export function updates(store: StoreRow, ...records: UpsertRecord[]): TransactionWrite {
  const changes = records.map((each) => ({ ...each, complete: false }));
  return {
    store,
    by: null,
    now: NOW,
    kind: 'upsert',
    records: changes,
    outcomes: records.map(() => 'updated'),
  };
}

export function deletes(store: StoreRow, ...ids: string[]): TransactionWrite {
  return { store, by: null, now: NOW, kind: 'delete', ids };
}

export function transaction(
  reads: readonly StoreReads[],
  writes: readonly TransactionWrite[],
  now: Millis = NOW,
): RecordTransaction {
  return { reads, writes: writes.map((write) => ({ ...write, now })), now };
}

/** Returns all records of the store, newest first. */
export function allOf(storage: Storage, store: StoreRow) {
  return findRows(
    storage,
    store,
    { where: { all: [] }, order: NEWEST_FIRST, after: null, limit: 1_000 },
    NOW,
  );
}
