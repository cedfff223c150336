import { ValidationError } from '@vitrine/core';
import type { StoreDetail, StoreRecordResponse } from '@vitrine/core/contracts';
import { recordToJson } from '@vitrine/core/server';
import { type AccountFlags, withAccount } from '../database/database.ts';
import { type AccountAccess, openStore } from '../lists/named-resources.ts';
import { printItem } from '../lists/print-item.ts';
import { CommandError, EXIT } from '../terminal/command-error.ts';
import { printNotice, type Terminal } from '../terminal/terminal.ts';
import { recordColumns } from './record-columns.ts';
import { readValues, type ValueFlags } from './record-values.ts';
import { findRecordId, type KeyFlags } from './records.ts';

export interface WriteRecordFlags extends AccountFlags, ValueFlags {
  readonly json?: boolean;
}

export interface ValidateRecordFlags extends WriteRecordFlags {
  readonly mode?: 'insertOnly' | 'upsert';
}

export interface PatchRecordFlags extends WriteRecordFlags, KeyFlags {
  /** Entity tags of which the record must have one. */
  readonly ifMatch?: string;
}

/** Runs `vitrine records add`: adds one record and prints it. */
export function addRecord(terminal: Terminal, given: string, flags: WriteRecordFlags): Promise<void> {
  return writeRecord(terminal, given, flags, async ({ vitrine, principal }, store) =>
    vitrine.records.add(principal, store.id, await readValues(store, flags)).catch(adviseCommand),
  );
}

/**
 * Runs `vitrine records validate`: prints the record that `records add`, or with `--mode upsert` an import, would
 * write, and on stderr what the upsert would do. Writes nothing.
 */
export function validateRecord(terminal: Terminal, given: string, flags: ValidateRecordFlags): Promise<void> {
  return writeRecord(terminal, given, flags, async ({ vitrine, principal }, store) => {
    const values = await readValues(store, flags);
    if (flags.mode !== 'upsert') {
      return vitrine.records.validate(principal, store.id, values).catch(adviseCommand);
    }
    const { record, outcome } = await vitrine.records.previewUpsert(principal, store.id, values);
    printNotice(terminal, `It would be ${outcome}.`);
    return record;
  });
}

/** Runs `vitrine records patch`: changes the given values of a record, found by its id or its key, and prints it. */
export function patchRecord(
  terminal: Terminal,
  given: string,
  recordId: string | undefined,
  flags: PatchRecordFlags,
): Promise<void> {
  return writeRecord(terminal, given, flags, async (access, store) => {
    const { ifMatch } = flags;
    const changes = await readValues(store, flags);
    const id = await findRecordId(access, store, recordId, flags);
    return access.vitrine.records.patch(access.principal, store.id, id, changes, { ifMatch });
  });
}

/** Throws the error with the command that changes an existing record, where the service names a request. */
function adviseCommand(error: unknown): never {
  if (!(error instanceof ValidationError) || error.code !== 'record_exists') throw error;
  const { path, message } = error.issues[0] ?? { path: '', message: error.message };
  const [fact = ''] = message.split(';');
  throw new CommandError(EXIT.refused, `${path}: ${fact}; change it with "vitrine records patch".`, {
    cause: error,
  });
}

async function writeRecord(
  terminal: Terminal,
  given: string,
  flags: AccountFlags & { readonly json?: boolean },
  write: (access: AccountAccess, store: StoreDetail) => Promise<StoreRecordResponse>,
): Promise<void> {
  await withAccount(terminal, flags, async (vitrine, principal) => {
    const store = await openStore({ vitrine, principal }, given);
    const record = await write({ vitrine, principal }, store);
    const fields = recordColumns(store).map(({ header, cell }) => [header, cell(record)] as const);
    printItem(terminal, flags, record, fields, recordToJson);
  });
}
