import type { Change, ChangeTypePattern } from '@vitrine/core/contracts';
import { recordToJson } from '@vitrine/core/server';
import { type AccountFlags, withAccount } from '../database/database.ts';
import { findStoreId } from '../lists/named-resources.ts';
import { writeText } from '../lists/write-text.ts';
import { plain, printNotice, type Terminal } from '../terminal/terminal.ts';

export interface WatchFlags extends AccountFlags {
  /** A position that was printed before. */
  readonly since?: string;
  readonly types: readonly string[];
  readonly records?: boolean;
  readonly json?: boolean;
}

/** Runs `vitrine stores watch`: prints the changes of a store as they come, until a signal stops it or the store is deleted. */
export function watchStore(terminal: Terminal, given: string, flags: WatchFlags): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const storeId = await findStoreId({ vitrine, principal }, given);
    const signal = terminal.stopSignal();
    const changes = vitrine.changes.follow(principal, storeId, {
      signal,
      ...(flags.since === undefined ? {} : { since: flags.since }),
      ...(flags.types.length === 0 ? {} : { types: flags.types as readonly ChangeTypePattern[] }),
      include: flags.records === true ? 'record' : 'id',
    });
    let last: Change | undefined;
    try {
      for await (const change of changes) {
        last = change;
        if (!(await writeText(terminal.stdout, `${flags.json === true ? jsonOf(change) : lineOf(change)}\n`)))
          return;
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    if (last !== undefined) printNotice(terminal, `go on with --since ${last.position}`);
  });
}

function jsonOf({ record, ...change }: Change): string {
  const json = JSON.stringify(change);
  return plain(record === undefined ? json : `${json.slice(0, -1)},"record":${recordToJson(record)}}`);
}

function lineOf({
  at,
  type,
  recordId,
  changed,
  record,
  importId,
  created,
  updated,
  refused,
}: Change): string {
  const words = [at, type.padEnd(LONGEST_TYPE), recordId ?? importId, changed?.join(', ')];
  if (importId !== undefined) words.push(`${created} created, ${updated} updated, ${refused} refused`);
  if (record !== undefined) words.push(recordToJson(record));
  return plain(words.filter(Boolean).join('  ').trimEnd());
}

const LONGEST_TYPE = 'records.imported'.length;
