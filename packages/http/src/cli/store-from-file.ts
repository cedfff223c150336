import { basename, extname } from 'node:path';
import type { CreateStoreRequest, StoreDetail } from '@vitrine/core';
import { matchColumns } from './csv-columns.ts';
import { type AccountFlags, withAccount } from './database.ts';
import { CommandError, EXIT, type ExitCode } from './failure.ts';
import { type FileFlags, importInto, refusedRowsOf } from './import.ts';
import { RefusedRows } from './refused-rows.ts';
import { planProperties, requireKeys } from './store-plan.ts';
import { printLine, printNotice, printTable, type Terminal } from './terminal.ts';

export interface CreateFromFlags extends AccountFlags, FileFlags {
  readonly name?: string;
  readonly key: readonly string[];
  readonly type: readonly string[];
  readonly import?: boolean;
  readonly json?: boolean;
}

/**
 * `vitrine stores create-from`: 0 when all went well. The whole file is read, and everything that could keep an import
 * from beginning is checked, before the store is made.
 */
export async function createStoreFrom(
  terminal: Terminal,
  path: string,
  given: CreateFromFlags,
): Promise<ExitCode> {
  requireCsvName(path);
  const plan = await planProperties(path, given, (notice) => printNotice(terminal, notice));
  const flags = { ...given, delimiter: plan.delimiter };
  await requireKeys(path, plan, flags);
  const properties = plan.properties.map(({ name, type, isKey }) => ({ name, type, unique: isKey }));
  if (flags.import === true) {
    matchColumns(plan.header, { properties }, flags);
    RefusedRows.check(refusedRowsOf(path, flags), path);
  }
  const request: CreateStoreRequest = {
    name: flags.name ?? basename(path, extname(path)),
    properties: properties.map(({ name, type, unique }) => ({ name, type, ...(unique ? { unique } : {}) })),
  };
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const store = await vitrine.stores.create(principal, request);
    if (flags.json === true) printLine(terminal.stdout, JSON.stringify(store));
    else printStore(terminal, store);
    if (flags.import === true) {
      return importInto(terminal, { vitrine, principal, storeId: store.id }, store, path, 'csv', flags);
    }
    if (flags.json !== true) printLine(terminal.stdout, `next: vitrine import ${store.id} ${path}`);
    return EXIT.ok;
  });
}

function printStore(terminal: Terminal, store: StoreDetail): void {
  printLine(terminal.stdout, `store ${store.id}  ${store.name}`);
  const rows = store.properties.map(({ name, type, unique }) => [name, type, unique ? 'key' : '']);
  printTable(terminal.stdout, ['PROPERTY', 'TYPE', ''], rows);
}

/** JSON says nothing of columns, and would be refused for its quotes. */
function requireCsvName(path: string): void {
  if (!/\.(json|ndjson|jsonl)$/i.test(path)) return;
  throw new CommandError(
    EXIT.usage,
    `"stores create-from" reads CSV, not ${extname(path).slice(1)}: make the store first, then "vitrine import <storeId> ${path}".`,
  );
}
