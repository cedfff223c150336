import type { StoreRef } from '@vitrine/core/storage';
import { numberEntries } from '../change-log/number-entries.ts';
import { read, scan, write } from '../operation.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { storeKey } from '../stores/rows.ts';
import { changePositions, readChanges } from './read-changes.ts';
import {
  hasUnnumbered,
  readDeletedRecords,
  readFirstChanges,
  readHistoryStart,
  readLastChanges,
  readRecordHistory,
} from './read-history.ts';
import { purgeChanges, purgeHistory, trimChanges } from './remove.ts';
import { listChangeLogs, logNewStores, markChangesUsed, turnChangesOff, turnChangesOn } from './switch.ts';

const store = ({ storeId }: { readonly storeId: string }) => storeId;
const onNode = { store, onNode: 'log' } as const;
const storeOfRef = ({ ref }: { readonly ref: StoreRef }) => ref.id;

const changesStore = {
  table: 'stores',
  keys: ({ ref }: { readonly ref: StoreRef }) => [storeKey(ref)],
  othersForget: 'after',
} as const;

export const changeOperations = {
  readChanges: read(readChanges, onNode),
  changePositions: read(changePositions),
  numberChanges: write(
    (dialect: SqlDialect, args: { readonly storeId: string }) => numberEntries(dialect, args.storeId),
    onNode,
  ),
  hasUnnumbered: read(hasUnnumbered, onNode),
  readRecordHistory: read(readRecordHistory, onNode),
  readHistoryStart: read(readHistoryStart, onNode),
  readLastChanges: read(readLastChanges, onNode),
  readDeletedRecords: scan(readDeletedRecords, onNode),
  readFirstChanges: scan(readFirstChanges, onNode),
  purgeHistory: write(purgeHistory, { ...onNode, erases: true }),
  trimChanges: write(trimChanges, onNode),
  purgeChanges: write(purgeChanges, { store }),
  turnChangesOn: write(turnChangesOn, {
    store: storeOfRef,
    changes: { ...changesStore, when: (turned) => turned?.isNew === true },
  }),
  turnChangesOff: write(turnChangesOff, {
    store: storeOfRef,
    changes: { ...changesStore, when: (isOff) => isOff },
  }),
  markChangesUsed: write(markChangesUsed),
  listChangeLogs: read(listChangeLogs),
  logNewStores: write(logNewStores),
};
