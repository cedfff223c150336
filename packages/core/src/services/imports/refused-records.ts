import { findJsonExcess } from '../../ground/json.ts';
import { readCsv } from '../../imports/csv/csv-rows.ts';
import type { RecordPlan } from '../../imports/record-plan.ts';
import { readTypedText } from '../../imports/values/typed-text.ts';
import type { ImportRow, RefusedRecord, Storage } from '../../storage/index.ts';
import { guardFormula, unguardFormula } from '../../values/formula-guard.ts';
import { importChunks, type ReadChunk } from '../calls/import-chunks.ts';
import { type ImportPlan, readFile } from './import-file.ts';

/** Refused records as a table. */
export interface RefusedRows {
  readonly importId: string;
  /** `error`, then the columns of the file. */
  readonly columns: readonly string[];
  /** Rows of cells in lists. A row has as many cells as it has in the file. */
  readonly rows: AsyncGenerator<(string | null)[][], void>;
  /** Refused records that are not kept, so that the rows lack them. */
  readonly more: number;
}

/** Refused records whose places are read at once. */
const PAGE = 100;
/** Bytes of the file after which a list of rows ends. A record may have 4 MiB. */
const LIST_BYTES = 256 * 1024;
/** A record may lie in two chunks. */
const CHUNKS_KEPT = 2;

/** @param formulas guarded: an import with `formulas=guarded` reads the cells as they are in the file. */
export function readRefused(
  storage: Storage,
  row: ImportRow,
  { formulas }: { readonly formulas: 'guarded' | 'raw' },
): RefusedRows {
  const { records } = JSON.parse(row.plan) as ImportPlan;
  const guard = formulas === 'raw' ? (text: string) => text : cellGuard(records);
  return {
    importId: row.id,
    columns: ['error', ...records.names.map((name) => guard(name))],
    rows: pages(storage, row, records, guard),
    more: row.refused - row.refusedKept,
  };
}

/** Returns the text of a cell as it is to be written. `index`: its column in the file. */
type Guard = (text: string, index?: number) => string;

/** Returns a function that guards text which a spreadsheet would run. Numbers of number columns stay numbers. */
function cellGuard({ format, columns, formulas }: RecordPlan): Guard {
  const columnByIndex = new Map(columns.map((column) => [column.index, column]));
  // The file of a guarded import may have guards already.
  const hasGuards = format === 'csv' && formulas === 'guarded';
  return (text, index) => {
    const column = index === undefined ? undefined : columnByIndex.get(index);
    if (column?.type === 'number' && typeof readTypedText(text, 'number', column) === 'number') return text;
    return guardFormula(hasGuards ? unguardFormula(text) : text);
  };
}

async function* pages(
  storage: Storage,
  row: ImportRow,
  plan: RecordPlan,
  guard: Guard,
): AsyncGenerator<(string | null)[][], void> {
  const { read: readChunk } = importChunks(storage, CHUNKS_KEPT);
  let after = 0;
  for (;;) {
    const refused = await storage.imports.listRefused(row, after, PAGE);
    let rows: (string | null)[][] = [];
    let bytes = 0;
    for (const record of refused) {
      const cells = await cellsOf(await textOf(readChunk, row, record), plan);
      const written = cells.map((cell, index) => (typeof cell === 'string' ? guard(cell, index) : cell));
      rows.push([guard(describe(record)), ...written]);
      bytes += record.length;
      if (bytes < LIST_BYTES) continue;
      yield rows;
      rows = [];
      bytes = 0;
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

/** Not the beginning of a file, where a record such as `sep=;` would name the delimiter. */
const INSIDE = { bytes: 1, line: 1 };

async function cellsOf(text: Buffer, plan: RecordPlan): Promise<(string | null)[]> {
  if (plan.format === 'csv') {
    for await (const rows of readCsv(single(text), plan.delimiter, INSIDE)) {
      // The first refused record may come with the header before it.
      const last = rows.at(-1);
      if (last !== undefined) return [...last.cells];
    }
    return [];
  }
  const element = withoutSeparators(text);
  const value = parse(element);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [element.toString()];
  const members = value as Readonly<Record<string, unknown>>;
  return plan.names.map((name) => {
    const member = Object.hasOwn(members, name) ? members[name] : null;
    return member === null || typeof member === 'string' ? member : JSON.stringify(member);
  });
}

/** Returns the element without what surrounds it in an array: white space, commas, and the bracket before the first. */
function withoutSeparators(text: Buffer): Buffer {
  let start = 0;
  let end = text.length;
  while (start < end && BEFORE_ELEMENT.includes(text[start] ?? 0)) start++;
  // An expression such as /[\s,]+$/ would take quadratic time for long white space inside of the element.
  while (end > start && AFTER_ELEMENT.includes(text[end - 1] ?? 0)) end--;
  return text.subarray(start, end);
}

const AFTER_ELEMENT = Buffer.from(' \t\r\n,');
const BEFORE_ELEMENT = Buffer.from(' \t\r\n,[');

/** Returns null for text that is not JSON, and for text that an import refuses without parsing it. */
function parse(element: Buffer): unknown {
  if (findJsonExcess(element) !== null) return null;
  try {
    return JSON.parse(element.toString());
  } catch {
    return null;
  }
}

async function* single(text: Buffer): AsyncGenerator<Uint8Array, void> {
  yield text;
}
