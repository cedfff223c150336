import { basename } from 'node:path';
import type { StartImportQuery } from '@vitrine/core/contracts';
import { type AccountFlags, withAccount } from '../database/database.ts';
import { namingFlags } from '../lists/named-flags.ts';
import { findStoreId } from '../lists/named-resources.ts';
import { readFileQuery, type SentFileFlags } from '../terminal/file-options.ts';
import { openFile } from '../terminal/read-file.ts';
import { printLine, printNotice, type Terminal } from '../terminal/terminal.ts';

export interface StartImportFlags extends AccountFlags, SentFileFlags {
  readonly dryRun?: boolean;
  readonly mode?: 'upsert' | 'insertOnly';
  /** The properties of columns. */
  readonly map?: Readonly<Record<string, string>>;
  readonly ignore: readonly string[];
  readonly json?: boolean;
}

/** Runs `vitrine imports start`: stores a file, which a server that works on the database then imports. */
export async function startImport(
  terminal: Terminal,
  given: string,
  path: string,
  flags: StartImportFlags,
): Promise<void> {
  const query = readQuery(flags);
  const { chunks } = await openFile(path);
  await withAccount(
    terminal,
    flags,
    async (vitrine, principal) => {
      const storeId = await findStoreId({ vitrine, principal }, given);
      const file = { name: basename(path), type: null, chunks };
      const started = await namingFlags(flags, () =>
        vitrine.imports.start(principal, storeId, query, async () => file),
      );
      if (flags.json === true) {
        printLine(terminal.stdout, JSON.stringify(started));
        return;
      }
      printLine(terminal.stdout, `${started.status}  ${started.importId}`);
      const follow = `"vitrine imports show ${storeId} ${started.importId}" shows its progress`;
      printNotice(terminal, `a server that works on this database imports the file; ${follow}`);
    },
    { usesBlobs: true },
  );
}

function readQuery(flags: StartImportFlags): StartImportQuery {
  const { dryRun = false, mode, map, ignore } = flags;
  const ignored = Object.fromEntries(ignore.map((column) => [column, null]));
  return {
    ...readFileQuery(flags),
    mapping: JSON.stringify({ ...map, ...ignored }),
    ...(mode === undefined ? {} : { mode }),
    ...(dryRun ? { dryRun: 'true' } : {}),
  };
}
