import { basename } from 'node:path';
import type { InferStoreResponse } from '@vitrine/core/contracts';
import { type AccountFlags, withAccount } from '../database/database.ts';
import { namingFlags } from '../lists/named-flags.ts';
import { type Column, printTable } from '../lists/table.ts';
import { readFileQuery, type SentFileFlags, withFlagNames } from '../terminal/file-options.ts';
import { openFile } from '../terminal/read-file.ts';
import { formatNumberOf, printLine, printNotice, type Terminal } from '../terminal/terminal.ts';

export interface InferFlags extends AccountFlags, SentFileFlags {
  readonly json?: boolean;
}

/** Runs `vitrine stores infer`: prints the properties that a store for a file would have. Stores nothing. */
export async function inferStore(terminal: Terminal, path: string, flags: InferFlags): Promise<void> {
  const { chunks } = await openFile(path);
  await withAccount(terminal, flags, async (vitrine, principal) => {
    const file = { name: basename(path), type: null, chunks };
    const inferred = await namingFlags(flags, () =>
      vitrine.imports.infer(principal, readFileQuery(flags), async () => file),
    );
    if (flags.json === true) {
      printLine(terminal.stdout, JSON.stringify(inferred));
      return;
    }
    await printTable(terminal.stdout, COLUMNS, [inferred.properties]);
    for (const notice of noticesOf(inferred)) printNotice(terminal, notice);
  });
}

const COLUMNS: readonly Column<InferStoreResponse['properties'][number]>[] = [
  { header: 'COLUMN', cell: ({ column }) => column },
  { header: 'PROPERTY', cell: ({ name }) => name },
  { header: 'TYPE', cell: ({ type }) => type },
  { header: 'CONFIDENCE', cell: ({ confidence }) => confidence },
  { header: 'EMPTY', cell: ({ empty }) => empty },
  { header: 'DISTINCT', cell: ({ distinct }) => (distinct ? 'yes' : 'no') },
  { header: 'SAMPLES', cell: ({ samples }) => samples.join(', ') },
];

function noticesOf({ format, encoding, rows, complete, ...found }: InferStoreResponse): string[] {
  const file = `${format.toUpperCase()} in ${encoding.toUpperCase()}`;
  const examined = `${formatNumberOf(rows, 'record')} examined${complete ? '' : ', of more'}`;
  return [
    `${file}, ${examined}`,
    ...found.warnings,
    ...found.undecided.map(({ message }) => withFlagNames(message)),
  ];
}
