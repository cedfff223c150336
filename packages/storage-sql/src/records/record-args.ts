import type {
  AuthoredWrite,
  Millis,
  NewRecord,
  RecordState,
  RecordTransaction,
  StoreRow,
  TransactionWrite,
} from '@vitrine/core/storage';
import { authored, logged } from '../change-log/logged-write.ts';
import { type Shape, shapeName, shapeNamed } from '../layout/record-layout.ts';
import type { LiveRecords } from '../statements/clauses.ts';
import type { CommitRecords, CommittedWrite } from './transactions/commit-records.ts';
import { givenRecords } from './writes/given-records.ts';
import type { StoreGuard } from './writes/store-guard.ts';

/** The arguments of operations on records, made from the rows that core passes. Only plain data crosses to the writer. */

const shapesByProperties = new WeakMap<StoreRow['properties'], Shape>();

/** Returns the shape of all properties of the store. */
export function shapeOf({ properties }: StoreRow): Shape {
  let shape = shapesByProperties.get(properties);
  if (shape === undefined) {
    shape = shapeNamed(shapeName(properties.map((property) => property.slot)));
    shapesByProperties.set(properties, shape);
  }
  return shape;
}

/** Returns which records of the store are live. */
export function liveOf({ id, seq, recordTtl }: StoreRow, now: Millis): LiveRecords {
  return { storeId: id, storeNumber: seq, expiredUpTo: recordTtl === null ? null : now - recordTtl * 1000 };
}

/** Returns the store with its version. */
export function guardOf({ id, seq, accountId, version }: StoreRow): StoreGuard {
  return { storeId: id, storeNumber: seq, accountId, version };
}

/** Returns what all writes to the store have. */
export function writeOf(store: StoreRow, now: Millis, options?: AuthoredWrite) {
  return {
    ...guardOf(store),
    now,
    expiredUpTo: liveOf(store, now).expiredUpTo,
    ...authored(options),
    ...logged(store),
  };
}

export function shaped({ id, slots, values }: NewRecord) {
  return { id, shape: shapeName(slots), values };
}

/** Callers may pass whole rows. Only the state crosses to the writer. */
export function stateOf({ seq, updatedAt, values }: RecordState): RecordState {
  return { seq, updatedAt, values };
}

/** Returns the arguments of the operation that commits a transaction. */
export function commitArgs({ reads, writes, now }: RecordTransaction): CommitRecords {
  const withAbsent = reads.filter(({ records }) => records.some(({ state }) => state === null));
  return {
    inTurn: [...new Set(withAbsent.map(({ store }) => store.accountId))].toSorted(),
    reads: reads.map(({ store, records }) => ({
      ...guardOf(store),
      expiredUpTo: liveOf(store, now).expiredUpTo,
      storeShape: shapeOf(store).name,
      records: records.map(({ id, state }) => ({ id, state: state === null ? null : stateOf(state) })),
    })),
    writes: writes.map(committedWrite),
  };
}

function committedWrite(write: TransactionWrite): CommittedWrite {
  const { store, now } = write;
  if (write.kind === 'delete') {
    const { ids } = write;
    const args = { ...liveOf(store, now), ids, now, isLogged: store.isLogged, ...authored(write) };
    return { name: 'deleteRecords', args };
  }
  const { records, outcomes } = write;
  const args = {
    ...writeOf(store, now, write),
    storeShape: shapeOf(store).name,
    records: givenRecords(records),
  };
  return { name: 'upsertRecords', args, outcomes };
}
