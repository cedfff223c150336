import { BATCH_MAX, nameHint, recordToJson } from '@vitrine/core';
import type { StoreDetail, StoreRecordRequest, StoreRecordResponse } from '@vitrine/core/contracts';
import { CommandError, EXIT, type ExitCode } from './command-error.ts';
import { type ConfirmFlags, confirmLoss } from './confirm.ts';
import { toValue } from './csv-columns.ts';
import { type AccountFlags, withAccount } from './database.ts';
import { readPages } from './lists/pages.ts';
import { printItem } from './lists/print-item.ts';
import { type ListFlags, printList } from './lists/print-list.ts';
import { type AccountAccess, openStore } from './named-resources.ts';
import { recordColumns } from './record-columns.ts';
import { type OrderFlags, readOrder } from './record-filters.ts';
import { formatCount, formatNumberOf, printLine, type Terminal } from './terminal.ts';

export interface ListRecordsFlags extends AccountFlags, ListFlags, OrderFlags {}

/** The flag that names a record by its unique values. */
interface KeyFlags {
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
    await printList(terminal, flags, recordColumns(store), pages, recordToJson);
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
    printItem(terminal, flags, record, fields, recordToJson);
  });
}

/** Runs `vitrine records delete`. Returns 0 if every record existed. */
export function deleteRecords(
  terminal: Terminal,
  storeGiven: string,
  recordIds: readonly string[],
  flags: AccountFlags & KeyFlags & ConfirmFlags,
): Promise<ExitCode> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const store = await openStore({ vitrine, principal }, storeGiven);
    const ids = await idsToDelete({ vitrine, principal }, store, recordIds, flags);
    const of = `of ${formatCount(store.recordCount)} in store ${store.id} ${JSON.stringify(store.name)}`;
    await confirmLoss(
      terminal,
      `This deletes ${formatNumberOf(ids.length, 'record')} ${of} permanently.`,
      flags,
    );
    let deleted = 0;
    for (let at = 0; at < ids.length; at += BATCH_MAX) {
      const batch = await vitrine.records.batchDelete(principal, store.id, {
        ids: ids.slice(at, at + BATCH_MAX),
      });
      deleted += batch.deleted;
    }
    const missing = ids.length - deleted;
    printLine(
      terminal.stdout,
      `${formatCount(deleted)} deleted${missing === 0 ? '' : `, ${formatCount(missing)} did not exist`}`,
    );
    return missing === 0 ? EXIT.ok : EXIT.refused;
  });
}

async function idsToDelete(
  access: AccountAccess,
  store: StoreDetail,
  recordIds: readonly string[],
  flags: KeyFlags,
): Promise<readonly string[]> {
  if (flags.key.length === 0 && recordIds.length > 0) return [...new Set(recordIds)];
  if (recordIds.length > 0) throw new CommandError(EXIT.usage, 'Give record ids or --key, not both.');
  const { id } = await findRecord(access, store, undefined, flags);
  return id === null ? [] : [id];
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
    ? vitrine.records.lookup(principal, store.id, readKey(store, key))
    : vitrine.records.get(principal, store.id, recordId);
}

/** Parses `--key name=value` with the types of the store's properties. @throws CommandError */
function readKey({ properties }: StoreDetail, pairs: readonly string[]): StoreRecordRequest {
  const key: Record<string, unknown> = {};
  for (const pair of pairs) {
    // A name may contain `=`: the longest property that fits is meant.
    const [property] = properties
      .filter(({ name }) => pair.startsWith(`${name}=`))
      .toSorted((a, b) => b.name.length - a.name.length);
    if (property === undefined) {
      const names = properties.map(({ name }) => name);
      const given = pair.split('=', 1)[0] ?? '';
      const message = `--key: Expected <property=value> with a property of the store, not ${JSON.stringify(pair)}.`;
      throw new CommandError(EXIT.usage, `${message}${nameHint(given, names)}`);
    }
    key[property.name] = toValue(pair.slice(property.name.length + 1), property.type, {
      formulas: 'raw',
      ignore: [],
    });
  }
  return key;
}
