import type { DeletedRecord, RecordHistoryEntry } from '@vitrine/core/contracts';
import { type AccountFlags, withAccount } from '../database/database.ts';
import { findStoreId, openStore } from '../lists/named-resources.ts';
import { readPages } from '../lists/pages.ts';
import { type ListFlags, printList } from '../lists/print-list.ts';
import type { Column } from '../lists/table.ts';
import { findRecordId, type KeyFlags } from '../records/records.ts';
import { type ConfirmFlags, confirmLoss } from '../terminal/confirm.ts';
import { formatNumberOf, printLine, type Terminal } from '../terminal/terminal.ts';

type Values = RecordHistoryEntry['before'] | undefined;

/** Runs `vitrine records history`: prints the changes of a record, newest first. */
export function listHistory(
  terminal: Terminal,
  given: string,
  recordId: string | undefined,
  flags: AccountFlags & ListFlags & KeyFlags,
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const store = await openStore({ vitrine, principal }, given);
    const id = await findRecordId({ vitrine, principal }, store, recordId, flags);
    const pages = readPages((query) => vitrine.history.list(principal, store.id, id, query), flags.limit);
    await printList(terminal, flags, HISTORY_COLUMNS, pages);
  });
}

const HISTORY_COLUMNS: readonly Column<RecordHistoryEntry>[] = [
  { header: 'AT', cell: ({ at }) => at },
  { header: 'CHANGE', cell: ({ type }) => type.replace('record.', '') },
  { header: 'BY', cell: ({ by }) => by?.name ?? null },
  { header: 'VALUES', cell: ({ before, after }) => describeChange(before, after) },
  { header: 'POSITION', cell: ({ position }) => position, whole: true },
];

/** Describes the values that differ: `price 1 > 2`. */
function describeChange(before: Values, after: Values): string {
  const names = Object.keys({ ...before, ...after });
  return names
    .filter((name) => (before?.[name] ?? null) !== (after?.[name] ?? null))
    .map((name) => `${name} ${describe(before, name)} > ${describe(after, name)}`)
    .join(', ');
}

function describe(values: Values, name: string): string {
  const value = values?.[name] ?? null;
  return value === null ? '-' : JSON.stringify(value);
}

export interface DeletedRecordsFlags extends AccountFlags, ListFlags {
  /** Part of the id or of a text. */
  readonly match?: string;
}

/** Runs `vitrine records deleted`: prints the deleted records, the last deletion first. */
export function listDeleted(terminal: Terminal, given: string, flags: DeletedRecordsFlags): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const storeId = await findStoreId({ vitrine, principal }, given);
    const filter = flags.match === undefined ? {} : { q: flags.match };
    const pages = readPages(
      (query) => vitrine.history.listDeleted(principal, storeId, { ...query, ...filter }),
      flags.limit,
    );
    await printList(terminal, flags, DELETED_COLUMNS, pages);
  });
}

const DELETED_COLUMNS: readonly Column<DeletedRecord>[] = [
  { header: 'ID', cell: ({ id }) => id, whole: true },
  { header: 'DELETED', cell: ({ at }) => at },
  { header: 'BY', cell: ({ by }) => by?.name ?? null },
  { header: 'VALUES', cell: ({ values }) => describeChange(values, null) },
];

/** Runs `vitrine records purge`: removes deleted records from the history, these or all. */
export function purgeDeleted(
  terminal: Terminal,
  given: string,
  recordIds: readonly string[],
  flags: AccountFlags & ConfirmFlags,
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const { id: storeId, name } = await openStore({ vitrine, principal }, given);
    const what =
      recordIds.length === 0 ? 'all deleted records' : formatNumberOf(recordIds.length, 'deleted record');
    const loss = `This removes ${what} of store ${storeId} ${JSON.stringify(name)} permanently.`;
    await confirmLoss(terminal, loss, flags);
    const request = recordIds.length === 0 ? {} : { ids: [...recordIds] };
    let purged = 0;
    for (let more = true; more; ) {
      const step = await vitrine.history.purgeDeleted(principal, storeId, request);
      purged += step.purged;
      more = step.more;
    }
    printLine(terminal.stdout, `${formatNumberOf(purged, 'record')} purged`);
  });
}
