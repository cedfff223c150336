import type { StoreDetail, StoreSummary } from '@vitrine/core/contracts';
import { type AccountFlags, withAccount } from '../database/database.ts';
import { type AccountAccess, findDeletedStoreId, openStore } from '../lists/named-resources.ts';
import { readPages } from '../lists/pages.ts';
import { printItem } from '../lists/print-item.ts';
import { type ListFlags, printList } from '../lists/print-list.ts';
import { type Column, printTable } from '../lists/table.ts';
import { type ConfirmFlags, confirmLoss } from '../terminal/confirm.ts';
import { formatCount, formatNumberOf, printLine, type Terminal } from '../terminal/terminal.ts';

export interface ListStoresFlags extends AccountFlags, ListFlags {
  /** Part of the name. */
  readonly name?: string;
  readonly deleted?: boolean;
}

/** Runs `vitrine stores list`: prints the stores, or those that can be restored, newest first. */
export function listStores(terminal: Terminal, flags: ListStoresFlags): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const filter = flags.name === undefined ? {} : { q: flags.name };
    const status = flags.deleted === true ? 'DELETED' : 'ACTIVE';
    const pages = readPages(
      (query) => vitrine.stores.list(principal, { ...query, ...filter, status }),
      flags.limit,
    );
    await printList(
      terminal,
      flags,
      flags.deleted === true ? [...STORE_COLUMNS, DELETED_COLUMN] : STORE_COLUMNS,
      pages,
    );
  });
}

const STORE_COLUMNS: readonly Column<StoreSummary>[] = [
  { header: 'ID', cell: ({ id }) => id, whole: true },
  { header: 'CREATED', cell: (store) => store.date_created },
  { header: 'TTL', cell: ({ recordTtl }) => describeTtl(recordTtl), align: 'right' },
  { header: 'NAME', cell: ({ name }) => name },
  { header: 'DESCRIPTION', cell: ({ description }) => description },
];

const DELETED_COLUMN: Column<StoreSummary> = {
  header: 'DELETED',
  cell: ({ date_deleted }) => date_deleted ?? null,
};

function describeTtl(seconds: number | null): string | null {
  return seconds === null ? null : `${formatCount(seconds)} s`;
}

/** Runs `vitrine stores show`: prints a store with its properties. */
export function showStore(
  terminal: Terminal,
  given: string,
  flags: AccountFlags & { readonly json?: boolean },
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    await printStore(terminal, await openStore({ vitrine, principal }, given), flags);
  });
}

/** Prints a store with its properties. */
export async function printStore(
  terminal: Terminal,
  store: StoreDetail,
  flags: { readonly json?: boolean },
): Promise<void> {
  printItem(terminal, flags, store, [
    ['id', store.id],
    ['name', store.name],
    ['description', store.description ?? undefined],
    ['records', formatCount(store.recordCount)],
    ['record ttl', describeTtl(store.recordTtl) ?? 'never'],
    ['changes', store.changes ? 'logged' : 'logged while followed'],
    ['history', store.history ?? 'none'],
    ['created by', store.store_type],
    ['created', store.date_created],
    ['updated', store.date_updated],
  ]);
  if (flags.json === true) return;
  printLine(terminal.stdout, '');
  await printTable(terminal.stdout, PROPERTY_COLUMNS, [store.properties]);
}

const PROPERTY_COLUMNS: readonly Column<StoreDetail['properties'][number]>[] = [
  { header: 'PROPERTY', cell: ({ name }) => name },
  { header: 'TYPE', cell: ({ type, becoming }) => (becoming === undefined ? type : `${type} → ${becoming}`) },
  { header: 'RULE', cell: ({ unique, required }) => (unique ? 'key' : required ? 'required' : '') },
  { header: 'DESCRIPTION', cell: ({ description }) => description ?? '' },
];

/** Runs `vitrine stores delete`: deletes a store with its records. */
export function deleteStore(
  terminal: Terminal,
  given: string,
  flags: AccountFlags & ConfirmFlags,
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const { id: storeId, name, recordCount } = await openStore({ vitrine, principal }, given);
    const keys = await countKeys({ vitrine, principal }, storeId);
    const records = formatNumberOf(recordCount, 'record');
    const restricted = keys === 0 ? '' : ` ${formatNumberOf(keys, 'key')} for this store will reach nothing.`;
    const loss = `This deletes store ${storeId} ${JSON.stringify(name)} with ${records}. It can be restored for seven days.${restricted}`;
    await confirmLoss(terminal, loss, flags);
    await vitrine.stores.delete(principal, storeId);
    printLine(terminal.stdout, `deleted  ${storeId}`);
  });
}

/** Runs `vitrine stores restore`: restores a deleted store. */
export function restoreStore(terminal: Terminal, given: string, flags: AccountFlags): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const storeId = await findDeletedStoreId({ vitrine, principal }, given);
    const { recordCount } = await vitrine.stores.restore(principal, storeId);
    printLine(terminal.stdout, `restored  ${storeId}  ${formatNumberOf(recordCount, 'record')}`);
  });
}

/** Counts the keys that are restricted to the store. */
async function countKeys({ vitrine, principal }: AccountAccess, storeId: string): Promise<number> {
  let count = 0;
  for await (const page of readPages((query) => vitrine.apiKeys.list(principal, query))) {
    count += page.filter((key) => key.storeId === storeId).length;
  }
  return count;
}
