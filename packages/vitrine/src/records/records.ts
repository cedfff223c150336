import { BATCH_MAX, recordEtag } from '@vitrine/core';
import type { StoreDetail, StoreRecordResponse } from '@vitrine/core/contracts';
import { recordToJson } from '@vitrine/core/server';
import { type AccountFlags, withAccount } from '../database/database.ts';
import { namingFlags } from '../lists/named-flags.ts';
import { type AccountAccess, openStore } from '../lists/named-resources.ts';
import { readPages } from '../lists/pages.ts';
import { printItem } from '../lists/print-item.ts';
import { type ListFlags, printList } from '../lists/print-list.ts';
import { CommandError, EXIT, type ExitCode } from '../terminal/command-error.ts';
import { type ConfirmFlags, confirmLoss } from '../terminal/confirm.ts';
import { formatCount, formatNumberOf, printLine, type Terminal } from '../terminal/terminal.ts';
import { recordColumns } from './record-columns.ts';
import { type OrderFlags, readOrder } from './record-filters.ts';
import { readPairs } from './record-values.ts';

export interface ListRecordsFlags extends AccountFlags, ListFlags, OrderFlags {}

/** The flag that names a record by its unique values. */
export interface KeyFlags {
  readonly key: readonly string[];
}

/** Runs `vitrine records list`: prints the records of a store, newest first or in the given order. */
export function listRecords(terminal: Terminal, storeGiven: string, flags: ListRecordsFlags): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const store = await openStore({ vitrine, principal }, storeGiven);
    const order = readOrder(flags);
    const pages = readPages(
      (query) => vitrine.records.list(principal, store.id, { ...query, ...order }),
      flags.limit,
    );
    await namingFlags(flags, () => printList(terminal, flags, recordColumns(store), pages, recordToJson));
  });
}

/** Runs `vitrine records get`: prints one record, found by its id or its key. */
export function getRecord(
  terminal: Terminal,
  storeGiven: string,
  recordId: string | undefined,
  flags: AccountFlags & KeyFlags & { readonly json?: boolean },
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const store = await openStore({ vitrine, principal }, storeGiven);
    const record = await findRecord({ vitrine, principal }, store, recordId, flags);
    const fields = recordColumns(store).map(({ header, cell }) => [header, cell(record)] as const);
    printItem(terminal, flags, record, [...fields, ['etag', recordEtag(record)]], recordToJson);
  });
}

export interface DeleteRecordsFlags extends AccountFlags, KeyFlags, ConfirmFlags {
  /** Entity tags of which the record must have one. */
  readonly ifMatch?: string;
  readonly purge?: boolean;
}

/** Runs `vitrine records delete`. Returns 0 if every record existed. */
export function deleteRecords(
  terminal: Terminal,
  storeGiven: string,
  recordIds: readonly string[],
  flags: DeleteRecordsFlags,
): Promise<ExitCode> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const store = await openStore({ vitrine, principal }, storeGiven);
    const ids = await idsToDelete({ vitrine, principal }, store, recordIds, flags);
    const of = `of ${formatCount(store.recordCount)} in store ${store.id} ${JSON.stringify(store.name)}`;
    await confirmLoss(
      terminal,
      `This deletes ${formatNumberOf(ids.length, 'record')} ${of}${describeLoss(store, flags)}.`,
      flags,
    );
    const deleted = await deleteEach({ vitrine, principal }, store.id, ids, flags);
    const missing = ids.length - deleted;
    printLine(
      terminal.stdout,
      `${formatCount(deleted)} deleted${missing === 0 ? '' : `, ${formatCount(missing)} did not exist`}`,
    );
    return missing === 0 ? EXIT.ok : EXIT.refused;
  });
}

/** Says whether deleted records can be brought back. */
function describeLoss({ history }: StoreDetail, { purge = false }: DeleteRecordsFlags): string {
  if (purge) return ' permanently, with their history';
  return history === null ? ' permanently' : '; "records restore" brings them back';
}

/** Deletes the records and returns how many existed. */
async function deleteEach(
  { vitrine, principal }: AccountAccess,
  storeId: string,
  ids: readonly string[],
  { ifMatch, purge = false }: DeleteRecordsFlags,
): Promise<number> {
  let deleted = 0;
  if (ifMatch !== undefined || purge) {
    for (const id of ids) {
      const { status } = await vitrine.records.delete(principal, storeId, id, { ifMatch }, { purge });
      if (status === 'deleted') deleted++;
    }
    return deleted;
  }
  for (let at = 0; at < ids.length; at += BATCH_MAX) {
    const batch = await vitrine.records.batchDelete(principal, storeId, {
      ids: ids.slice(at, at + BATCH_MAX),
    });
    deleted += batch.deleted;
  }
  return deleted;
}

async function idsToDelete(
  access: AccountAccess,
  store: StoreDetail,
  recordIds: readonly string[],
  flags: DeleteRecordsFlags,
): Promise<readonly string[]> {
  if (flags.ifMatch !== undefined && recordIds.length > 1) {
    throw new CommandError(EXIT.usage, '--if-match: Give one record, because an etag is of one record.');
  }
  if (flags.key.length === 0 && recordIds.length > 0) return [...new Set(recordIds)];
  if (recordIds.length > 0) throw new CommandError(EXIT.usage, 'Give record ids or --key, not both.');
  return [await findRecordId(access, store, undefined, flags)];
}

/** Returns the id of a record that is given by its id or its key. @throws CommandError, NotFoundError */
export async function findRecordId(
  access: AccountAccess,
  store: StoreDetail,
  recordId: string | undefined,
  flags: KeyFlags,
): Promise<string> {
  if (recordId !== undefined && flags.key.length === 0) return recordId;
  const { id } = await findRecord(access, store, recordId, flags);
  if (id === null) throw new Error('A stored record has an id.');
  return id;
}

function findRecord(
  { vitrine, principal }: AccountAccess,
  store: StoreDetail,
  recordId: string | undefined,
  { key }: KeyFlags,
): Promise<StoreRecordResponse> {
  if ((recordId === undefined) === (key.length === 0)) {
    throw new CommandError(
      EXIT.usage,
      'Give either a record id or the values of its key: --key <property=value>.',
    );
  }
  return recordId === undefined
    ? vitrine.records.lookup(principal, store.id, readPairs(store, '--key', key))
    : vitrine.records.get(principal, store.id, recordId);
}
