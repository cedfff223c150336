import { basename, extname } from 'node:path';
import type { CreateStoreRequest, StoreDetail } from '@vitrine/core/contracts';
import { planRecords } from '@vitrine/core/imports';
import { type AccountFlags, withAccount } from '../database/database.ts';
import { type FileFlags, importInto } from '../imports/import.ts';
import { RefusedRows, refusedRowsPath } from '../imports/refused-rows.ts';
import { type Column, printTable } from '../lists/table.ts';
import { CommandError, EXIT, type ExitCode } from '../terminal/command-error.ts';
import { explainProblems } from '../terminal/file-options.ts';
import { printLine, printNotice, type Terminal } from '../terminal/terminal.ts';
import { planProperties, requireUniqueKeys } from './store-plan.ts';

export interface CreateFromFlags extends AccountFlags, FileFlags {
  readonly name?: string;
  readonly key: readonly string[];
  readonly type: readonly string[];
  readonly import?: boolean;
  readonly json?: boolean;
}

/**
 * Runs `vitrine stores create-from`. Returns 0 if the store was created and, with `--import`, every row was written.
 * Before it creates the store, it reads the whole file and checks everything that could prevent the import from
 * starting.
 */
export async function createStoreFrom(
  terminal: Terminal,
  path: string,
  flags: CreateFromFlags,
): Promise<ExitCode> {
  requireCsvName(path);
  const plan = await planProperties(path, flags, (notice) => printNotice(terminal, notice));
  await requireUniqueKeys(path, plan, flags);
  const properties = plan.properties.map(({ name, type, isKey }) => ({
    name,
    type,
    required: isKey,
    unique: isKey,
  }));
  if (flags.import === true) {
    const mapping = Object.fromEntries(flags.ignore.map((name) => [name, null]));
    await explainProblems(path, async () => planRecords(plan.file, properties, { mapping }));
    RefusedRows.check(refusedRowsPath(path, flags), path);
  }
  const request: CreateStoreRequest = {
    name: flags.name ?? basename(path, extname(path)),
    properties: properties.map(({ name, type, unique }) => ({ name, type, ...(unique ? { unique } : {}) })),
  };
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const store = await vitrine.stores.create(principal, request);
    if (flags.json === true) printLine(terminal.stdout, JSON.stringify(store));
    else await printStore(terminal, store);
    if (flags.import === true) {
      return importInto(
        terminal,
        { vitrine, principal, storeId: store.id },
        store,
        path,
        'csv',
        flags,
        plan.file,
      );
    }
    if (flags.json !== true) printLine(terminal.stdout, `next: vitrine import ${store.id} ${path}`);
    return EXIT.ok;
  });
}

async function printStore(terminal: Terminal, store: StoreDetail): Promise<void> {
  printLine(terminal.stdout, `store ${store.id}  ${store.name}`);
  await printTable(terminal.stdout, PROPERTY_COLUMNS, [store.properties]);
}

const PROPERTY_COLUMNS: readonly Column<StoreDetail['properties'][number]>[] = [
  { header: 'PROPERTY', cell: ({ name }) => name },
  { header: 'TYPE', cell: ({ type }) => type },
  { header: '', cell: ({ unique }) => (unique ? 'key' : '') },
];

/** Refuses JSON files by name: as CSV they would fail with a confusing message about quotes. @throws CommandError */
function requireCsvName(path: string): void {
  if (!/\.(json|ndjson|jsonl)$/i.test(path)) return;
  throw new CommandError(
    EXIT.usage,
    `"stores create-from" reads CSV, not ${extname(path).slice(1)}. Create the store first, then run "vitrine import <storeId> ${path}".`,
  );
}
