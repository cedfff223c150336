import { createWriteStream } from 'node:fs';
import { extname } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PAGE_MAX, type Principal, type StoreRecordResponse, type Vitrine } from '@vitrine/core';
import { draftPrivateFile, isNoFile, type PrivateDraft } from '@vitrine/core/private-file';
import { exportReply } from '../response/export-body.ts';
import { type AccountFlags, withAccount } from './database.ts';
import { CommandError, EXIT, fileError, isSystemError } from './failure.ts';
import { formatNumberOf, printLine, type Terminal } from './terminal.ts';

export interface ExportFlags extends AccountFlags {
  readonly format?: 'csv' | 'json';
  readonly out?: string;
  readonly limit?: number;
  readonly formulas: 'guarded' | 'raw';
}

/** `vitrine export`: what the HTTP export writes, without its limit of records. */
export function exportRecords(terminal: Terminal, storeId: string, flags: ExportFlags): Promise<void> {
  const { out, formulas, limit = Number.POSITIVE_INFINITY } = flags;
  const format =
    flags.format ?? (out !== undefined && extname(out).toLowerCase() === '.csv' ? 'csv' : 'json');
  return withAccount(terminal, flags, async (vitrine, principal) => {
    // The first page only says what the columns are; the records come page by page, so that there is no end to them.
    const { records: _firstPage, ...layout } = await vitrine.records.export(principal, storeId, {
      format,
      formulas,
      limit: 1,
    });
    let count = 0;
    const records = listAll(vitrine, principal, storeId, limit, (more) => {
      count += more;
    });
    const { body } = await exportReply({ ...layout, truncated: false, records });
    if (body === null || typeof body === 'string' || body instanceof Uint8Array)
      throw new Error('An export is a stream.');
    const source = Readable.fromWeb(body.open(() => {}));
    if (out === undefined) {
      await writeTo(terminal.stdout, source);
      // The count stands on a line of its own where a person reads both.
      if (terminal.stdout.isTTY === true && format === 'json') terminal.stdout.write('\n');
    } else await writeFile(out, source);
    printLine(terminal.stderr, `${formatNumberOf(count, 'record')}${out === undefined ? '' : ` in ${out}`}`);
  });
}

/** Newest first. Records added meanwhile are not in it, and none comes twice. */
async function* listAll(
  vitrine: Vitrine,
  principal: Principal,
  storeId: string,
  limit: number,
  onPage: (records: number) => void,
): AsyncGenerator<StoreRecordResponse[], void> {
  let left = limit;
  let cursor: string | undefined;
  do {
    const page = await vitrine.records.list(principal, storeId, {
      limit: Math.min(PAGE_MAX, left),
      ...(cursor === undefined ? {} : { cursor }),
    });
    onPage(page.items.length);
    yield page.items;
    left -= page.items.length;
    cursor = page.cursor;
  } while (cursor !== undefined && left > 0);
}

/** Stdout stays open for whoever writes next; `vitrine export … | head` is no error. */
async function writeTo(stream: Writable, source: Readable): Promise<void> {
  const unended = new Writable({
    write: (chunk, _encoding, done) => {
      stream.write(chunk, done);
    },
  });
  try {
    await pipeline(source, unended);
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'EPIPE') throw error;
  }
}

/**
 * The file gets its name when it is complete, so what bears the name is never a part of an export. It replaces an
 * earlier file of the name.
 */
async function writeFile(path: string, source: Readable): Promise<void> {
  if (isNoFile(path)) {
    source.destroy();
    throw new CommandError(
      EXIT.usage,
      `--out: ${path} is there and is not a file; without --out it goes to stdout.`,
    );
  }
  let draft: PrivateDraft | null = null;
  try {
    draft = draftPrivateFile(path);
    await pipeline(source, createWriteStream(draft.path, { fd: draft.fd, autoClose: false }));
    draft.publish({ replace: true });
  } catch (error) {
    source.destroy();
    throw isSystemError(error) ? fileError('write', path, error) : error;
  } finally {
    draft?.discard();
  }
}
