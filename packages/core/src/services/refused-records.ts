import { readCsv } from '../imports/csv-rows.ts';
import type { RecordPlan } from '../imports/record-plan.ts';
import type { ImportRow, RefusedRecord, Storage } from '../storage/index.ts';
import { chunkReader, type ImportPlan, type ReadChunk, readFile } from './import-file.ts';

/** Refused records as a table. */
export interface RefusedRows {
  readonly importId: string;
  /** `error`, then the columns of the file. */
  readonly columns: readonly string[];
  /** Rows of cells in lists. A row has as many cells as it has in the file. */
  readonly rows: AsyncGenerator<(string | null)[][], void>;
}

/** Refused records that are read at once. */
const PAGE = 100;
/** A record may lie in two chunks. */
const CHUNKS_KEPT = 2;

export function readRefused(storage: Storage, row: ImportRow): RefusedRows {
  const { records } = JSON.parse(row.plan) as ImportPlan;
  return { importId: row.id, columns: ['error', ...records.names], rows: pages(storage, row, records) };
}

async function* pages(
  storage: Storage,
  row: ImportRow,
  plan: RecordPlan,
): AsyncGenerator<(string | null)[][], void> {
  const readChunk = chunkReader(storage, CHUNKS_KEPT);
  let after = 0;
  for (;;) {
    const refused = await storage.imports.listRefused(row, after, PAGE);
    const rows: (string | null)[][] = [];
    for (const record of refused) {
      rows.push([describe(record), ...(await cellsOf(await textOf(readChunk, row, record), plan))]);
    }
    if (rows.length > 0) yield rows;
    if (refused.length < PAGE) return;
    after = refused.at(-1)?.row ?? after;
  }
}

/** `price: Expected a number.` */
function describe({ errors }: RefusedRecord): string {
  return Object.entries(JSON.parse(errors) as Record<string, string[]>)
    .flatMap(([path, messages]) => messages.map((message) => (path === '' ? message : `${path}: ${message}`)))
    .join(' ');
}

async function textOf(
  readChunk: ReadChunk,
  row: ImportRow,
  { bytes, length }: RefusedRecord,
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let read = 0;
  for await (const piece of readFile(readChunk, row.chunks, bytes)) {
    pieces.push(piece);
    read += piece.length;
    if (read >= length) break;
  }
  return Buffer.concat(pieces).subarray(0, length);
}

async function cellsOf(text: Buffer, plan: RecordPlan): Promise<(string | null)[]> {
  if (plan.format === 'csv') {
    for await (const rows of readCsv(single(text), plan.delimiter)) {
      // The first refused record may come with the header before it.
      const last = rows.at(-1);
      if (last !== undefined) return [...last.cells];
    }
    return [];
  }
  const element = text
    .toString()
    .replace(/^[\s,[]*/, '')
    .replace(/[\s,]*$/, '');
  const value = parse(element);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [element];
  const members = value as Readonly<Record<string, unknown>>;
  return plan.names.map((name) => {
    const member = Object.hasOwn(members, name) ? members[name] : null;
    return member === null || typeof member === 'string' ? member : JSON.stringify(member);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function* single(text: Buffer): AsyncGenerator<Uint8Array, void> {
  yield text;
}
