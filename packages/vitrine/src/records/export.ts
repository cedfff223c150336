import { extname } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ExportRecordsRequest } from '@vitrine/core/contracts';
import { shownDocument } from '@vitrine/core/server';
import { type AccountFlags, withAccount } from '../database/database.ts';
import { namingFlags } from '../lists/named-flags.ts';
import { type AccountAccess, findLiveImageId, findStoreId } from '../lists/named-resources.ts';
import { readPages } from '../lists/pages.ts';
import { isSystemError } from '../terminal/command-error.ts';
import { writePrivateFile } from '../terminal/private-output.ts';
import { formatNumberOf, printLine, type Terminal } from '../terminal/terminal.ts';
import { readSearch, readSort, type SearchFlags, type SortFlags } from './record-filters.ts';

export interface ExportFlags extends AccountFlags, SearchFlags, SortFlags {
  /** The columns in their order. Empty: all. */
  readonly fields: readonly string[];
  readonly format?: 'csv' | 'json';
  readonly out?: string;
  readonly limit?: number;
  readonly formulas: 'guarded' | 'raw';
  /** The id or the name of the live image whose URLs each record gets. */
  readonly liveLinks?: string;
}

/** Runs `vitrine export`: writes the same content as the HTTP exports, without a limit of records. */
export function exportRecords(terminal: Terminal, given: string, flags: ExportFlags): Promise<void> {
  const { out } = flags;
  const format =
    flags.format ?? (out !== undefined && extname(out).toLowerCase() === '.csv' ? 'csv' : 'json');
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const storeId = await findStoreId({ vitrine, principal }, given);
    const access = { vitrine, principal };
    const parts = isSelective(flags)
      ? await openMatching(access, storeId, format, flags)
      : openAll(access, storeId, format, flags);
    let count = 0;
    const source = Readable.from(
      bytesOf(parts, (records) => {
        count += records;
      }),
    );
    if (out === undefined) {
      await writeTo(terminal.stdout, source);
      // Puts the count on its own line where both appear on a terminal.
      if (terminal.stdout.isTTY === true && format === 'json') terminal.stdout.write('\n');
    } else await writePrivateFile(out, source, '; omit --out to write to stdout');
    printLine(terminal.stderr, `${formatNumberOf(count, 'record')}${out === undefined ? '' : ` in ${out}`}`);
  });
}

function isSelective({ filter, search, sort, direction, fields, liveLinks }: ExportFlags): boolean {
  const lists = [filter, sort, fields];
  return (search ?? direction ?? liveLinks) !== undefined || lists.some(({ length }) => length > 0);
}

/** A part of the document, and the number of records in it. */
interface Part {
  readonly bytes: Uint8Array;
  readonly records: number;
}

/** Opens the records that match, from one snapshot. */
async function openMatching(
  access: AccountAccess,
  storeId: string,
  format: 'csv' | 'json',
  flags: ExportFlags,
): Promise<AsyncIterable<Part>> {
  const { formulas, fields, limit, liveLinks } = flags;
  const request: ExportRecordsRequest = {
    format,
    formulas,
    ...readSearch(flags),
    ...readSort(flags),
    ...(fields.length === 0 ? {} : { fields: [...fields] }),
    ...(liveLinks === undefined ? {} : { liveLinks: Number(await findLiveImageId(access, liveLinks)) }),
  };
  const options = limit === undefined ? {} : { limit };
  const { chunks } = await namingFlags(flags, () =>
    access.vitrine.records.exportMatching(access.principal, storeId, request, options),
  );
  return chunks;
}

/**
 * Opens all records. The service limits the time of an export, so this takes only its columns and lists the records
 * page by page, newest first. Skips records added meanwhile and repeats none.
 */
async function* openAll(
  { vitrine, principal }: AccountAccess,
  storeId: string,
  format: 'csv' | 'json',
  { formulas, limit }: ExportFlags,
): AsyncGenerator<Part, void> {
  const layout = await vitrine.records.export(principal, storeId, { format, formulas, limit: 1 });
  await layout.chunks.return?.();
  const document = shownDocument(layout);
  for await (const page of readPages((query) => vitrine.records.list(principal, storeId, query), limit)) {
    yield { bytes: Buffer.from(document.add(page)), records: page.length };
  }
  yield { bytes: Buffer.from(document.end()), records: 0 };
}

/** Yields the bytes of the parts, and reports the number of records of each. */
async function* bytesOf(
  parts: AsyncIterable<Part>,
  onPart: (records: number) => void,
): AsyncGenerator<Uint8Array, void> {
  for await (const { bytes, records } of parts) {
    onPart(records);
    yield bytes;
  }
}

/** Writes to a stream and leaves it open. A reader that stops early (`vitrine export … | head`) is not an error. */
async function writeTo(stream: Writable, source: Readable): Promise<void> {
  const leftOpen = new Writable({
    write: (chunk, _encoding, done) => {
      stream.write(chunk, done);
    },
  });
  try {
    await pipeline(source, leftOpen);
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'EPIPE') throw error;
  }
}
