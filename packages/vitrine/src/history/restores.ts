import type { RestoreJob, RestoreResult } from '@vitrine/core/contracts';
import { type AccountFlags, withAccount } from '../database/database.ts';
import { namingFlags } from '../lists/named-flags.ts';
import { findStoreId } from '../lists/named-resources.ts';
import { readPages } from '../lists/pages.ts';
import { printItem } from '../lists/print-item.ts';
import { type ListFlags, printList } from '../lists/print-list.ts';
import type { Column } from '../lists/table.ts';
import { CommandError, EXIT } from '../terminal/command-error.ts';
import { formatCount, printLine, printNotice, type Terminal } from '../terminal/terminal.ts';

export interface RestoreFlags extends AccountFlags {
  /** The import whose changes are taken back. */
  readonly import?: string;
  /** The position after which all changes are taken back. */
  readonly since?: string;
  readonly json?: boolean;
}

/** Runs `vitrine records restore`: brings records back, or has a server do so if they are many. */
export function restoreRecords(
  terminal: Terminal,
  given: string,
  recordIds: readonly string[],
  flags: RestoreFlags,
): Promise<void> {
  const { import: importId, since } = flags;
  const members = { ids: recordIds.length === 0 ? undefined : [...recordIds], importId, since };
  const request = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
  if (Object.keys(request).length !== 1)
    throw new CommandError(EXIT.usage, 'Give record ids, --import or --since, and one of them only.');
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const storeId = await findStoreId({ vitrine, principal }, given);
    const restored = await namingFlags(flags, () => vitrine.history.restore(principal, storeId, request));
    if ('results' in restored) {
      await printList(terminal, flags, RESULT_COLUMNS, [restored.results]);
      return;
    }
    if (flags.json === true) {
      printLine(terminal.stdout, JSON.stringify(restored));
      return;
    }
    printLine(terminal.stdout, `${restored.status}  ${restored.restoreId}`);
    const follow = `"vitrine restores show ${storeId} ${restored.restoreId}" shows its progress`;
    printNotice(terminal, `a server that works on this database restores the records; ${follow}`);
  });
}

const RESULT_COLUMNS: readonly Column<RestoreResult>[] = [
  { header: 'ID', cell: ({ id }) => id, whole: true },
  { header: 'STATUS', cell: ({ status }) => status },
  { header: 'DROPPED VALUES', cell: ({ droppedValues }) => droppedValues ?? 0 },
];

/** Runs `vitrine restores show`. */
export function showRestore(
  terminal: Terminal,
  given: string,
  restoreId: string,
  flags: AccountFlags & { readonly json?: boolean },
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const storeId = await findStoreId({ vitrine, principal }, given);
    const found: RestoreJob = await vitrine.history.getRestore(principal, storeId, restoreId);
    printItem(terminal, flags, found, [
      ['id', found.restoreId],
      ['status', found.status],
      ['reason', found.reason],
      ...Object.entries(found.counts).map(([status, count]) => [status, formatCount(count)] as const),
      ['created', found.createdAt],
      ['ended', found.finishedAt],
    ]);
  });
}

/** Runs `vitrine restores results`: prints what became of each record. */
export function listRestoreResults(
  terminal: Terminal,
  given: string,
  restoreId: string,
  flags: AccountFlags & ListFlags,
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const storeId = await findStoreId({ vitrine, principal }, given);
    const pages = readPages(
      (query) => vitrine.history.listRestoreResults(principal, storeId, restoreId, query),
      flags.limit,
    );
    await printList(terminal, flags, RESULT_COLUMNS, pages);
  });
}
