import type { InferStoreResponse } from '@vitrine/client';
import { readSeparatorLine } from '../../../../../../core/src/imports/csv/separator-line.ts';

/** The cells of a row by the column. Null: the row has no such cell. */
export type FileRow = readonly (string | null)[];

const ROWS = 5;
const READ_BYTES = 128 * 1024;
const JSON_MAX = 4 * 1024 * 1024;

/** Returns the first rows of a file as text. Large JSON arrays have none. */
export async function readFirstRows(file: File, found: InferStoreResponse): Promise<readonly FileRow[]> {
  const isLines = found.format !== 'json';
  if (!isLines && file.size > JSON_MAX) return [];
  const rows = await readRows(file.slice(0, isLines ? READ_BYTES : JSON_MAX), found, ROWS);
  return rows.slice(0, ROWS);
}

/** Returns all rows of a file as text. */
export function readAllRows(file: File, found: InferStoreResponse): Promise<readonly FileRow[]> {
  return readRows(file, found, null);
}

/** @param max rows that are enough. Null: all are needed. */
async function readRows(
  file: Blob,
  found: InferStoreResponse,
  max: number | null,
): Promise<readonly FileRow[]> {
  const text = new TextDecoder(found.encoding).decode(await file.arrayBuffer());
  if (found.format === 'csv') return csvRows(text, found, max);
  const records = found.format === 'json' ? arrayOf(text) : text.split('\n').map(parse);
  return records
    .filter(isRecord)
    .map((record) =>
      found.properties.map(({ column }) => (Object.hasOwn(record, column) ? textOf(record[column]) : null)),
    );
}

async function csvRows(
  text: string,
  { delimiter, header, skipLines }: InferStoreResponse,
  max: number | null,
): Promise<readonly FileRow[]> {
  const { default: papa } = await import('papaparse');
  const start = Math.max(readSeparatorLine(text)?.length ?? 0, endOfLine(text, skipLines));
  const { data } = papa.parse<string[]>(text.slice(start), {
    delimiter: delimiter ?? ',',
    skipEmptyLines: 'greedy',
    ...(max === null ? {} : { preview: max + 1 }),
  });
  return header ? data.slice(1) : data;
}

/** Returns where a line ends. 0 for the line before the first one. */
function endOfLine(text: string, number: number): number {
  const breaks = /\r\n|\n|\r/g;
  for (let line = 0; line < number; line++) if (breaks.exec(text) === null) return text.length;
  return breaks.lastIndex;
}

function arrayOf(text: string): unknown[] {
  const value = parse(text);
  return Array.isArray(value) ? value : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string | null {
  if (value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
