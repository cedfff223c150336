import { NotFoundError } from '@vitrine/core';
import type { ImportSummary } from '@vitrine/core/contracts';
import { type AccountFlags, withAccount } from '../database/database.ts';
import { findStoreId } from '../lists/named-resources.ts';
import { readPages } from '../lists/pages.ts';
import { printItem } from '../lists/print-item.ts';
import { type ListFlags, printList } from '../lists/print-list.ts';
import type { Column } from '../lists/table.ts';
import { writeText } from '../lists/write-text.ts';
import { formatCount, printLine, type Terminal } from '../terminal/terminal.ts';

/** Runs `vitrine imports list`: prints the imports of a store by the job of a server, newest first. */
export function listImports(
  terminal: Terminal,
  store: string,
  flags: AccountFlags & ListFlags,
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const storeId = await findStoreId({ vitrine, principal }, store);
    const pages = readPages((query) => vitrine.imports.list(principal, storeId, query), flags.limit);
    await printList(terminal, flags, IMPORT_COLUMNS, pages);
  });
}

const IMPORT_COLUMNS: readonly Column<ImportSummary>[] = [
  { header: 'ID', cell: ({ importId }) => importId, whole: true },
  { header: 'STATUS', cell: ({ status, dryRun }) => (dryRun ? `${status}, dry run` : status) },
  { header: 'READ', cell: ({ read }) => formatCount(read), align: 'right' },
  { header: 'CREATED', cell: ({ created }) => formatCount(created), align: 'right' },
  { header: 'UPDATED', cell: ({ updated }) => formatCount(updated), align: 'right' },
  { header: 'UNCHANGED', cell: ({ unchanged }) => formatCount(unchanged), align: 'right' },
  { header: 'REFUSED', cell: ({ refused }) => formatCount(refused), align: 'right' },
  { header: 'SENT', cell: ({ createdAt }) => createdAt, canBeOmitted: true },
  { header: 'ENDED', cell: ({ finishedAt }) => finishedAt, canBeOmitted: true },
];

/** Runs `vitrine imports show`. */
export function showImport(
  terminal: Terminal,
  store: string,
  importId: string,
  flags: AccountFlags & { readonly json?: boolean },
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const storeId = await findStoreId({ vitrine, principal }, store);
    const found = await vitrine.imports.get(principal, storeId, importId);
    printItem(terminal, flags, found, [
      ['id', found.importId],
      ['status', found.status],
      ['reason', found.reason],
      ['file', found.fileName],
      ['mode', found.mode],
      ['dry run', found.dryRun ? 'yes' : 'no'],
      ['read', formatCount(found.read)],
      ['created', formatCount(found.created)],
      ['updated', formatCount(found.updated)],
      ['unchanged', formatCount(found.unchanged)],
      ['refused', formatCount(found.refused)],
      ['bytes read', `${formatCount(found.bytesRead)} of ${formatCount(found.bytes)}`],
      ['sent', found.createdAt],
      ['started', found.startedAt],
      ['ended', found.finishedAt],
    ]);
  });
}

/** Runs `vitrine imports cancel`: ends the import, or removes one that has ended. Prints which of both. */
export function cancelImport(
  terminal: Terminal,
  store: string,
  importId: string,
  flags: AccountFlags,
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const storeId = await findStoreId({ vitrine, principal }, store);
    await vitrine.imports.cancel(principal, storeId, importId);
    const isRemoved = await vitrine.imports.get(principal, storeId, importId).then(() => false, toMissing);
    printLine(terminal.stdout, `${isRemoved ? 'removed' : 'cancelled'}  ${importId}`);
  });
}

function toMissing(error: unknown): true {
  if (error instanceof NotFoundError) return true;
  throw error;
}

/** Runs `vitrine imports refused`: writes the refused records as CSV to stdout, and to stderr how many are not kept. */
export function writeRefused(
  terminal: Terminal,
  store: string,
  importId: string,
  flags: AccountFlags & { readonly formulas: 'guarded' | 'raw' },
): Promise<void> {
  return withAccount(
    terminal,
    flags,
    async (vitrine, principal) => {
      const storeId = await findStoreId({ vitrine, principal }, store);
      const { formulas } = flags;
      const refused = await vitrine.imports.refused(principal, storeId, importId, { formulas });
      if (refused.more > 0) {
        const more = formatCount(refused.more);
        printLine(terminal.stderr, `${more} more records were refused; only the first ones are kept.`);
      }
      const { refusedCsv } = await import('@vitrine/http');
      for await (const text of refusedCsv(refused)) if (!(await writeText(terminal.stdout, text))) return;
    },
    { usesBlobs: true },
  );
}
