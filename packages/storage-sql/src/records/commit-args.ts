import type { RecordTransaction, TransactionWrite } from '@vitrine/core/storage';
import { authored } from '../authored.ts';
import { guardOf, liveOf, shapeOf, stateOf, writeOf } from './record-args.ts';
import type { CommitRecords, CommittedWrite } from './transactions/commit-records.ts';
import { givenRecords } from './writes/given-records.ts';

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
