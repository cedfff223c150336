import type { InferStoreResponse } from '@vitrine/client';
import { readSeparatorLine } from '../../../../core/src/imports/csv/separator-line.ts';

/** The cells of a row by the column. Null: the row has no such cell. */
export type FileRow = readonly (string | null)[];

const ROWS = 5;
const READ_BYTES = 128 * 1024;
const JSON_MAX = 4 * 1024 * 1024;

/** Returns the first rows of a file as text. Large JSON arrays have none. */
export async function readFirstRows(file: File, found: InferStoreResponse): Promise<readonly FileRow[]> {
  const isCsv = found.format !== 'json';
  if (!isCsv && file.size > JSON_MAX) return [];
  const bytes = await file.slice(0, isCsv ? READ_BYTES : JSON_MAX).arrayBuffer();
  const text = new TextDecoder(found.encoding).decode(bytes);
  if (found.format === 'csv') return csvRows(text, found);
  const records = found.format === 'json' ? arrayOf(text) : text.split('\n').slice(0, ROWS).map(parse);
  return records
    .filter(isRecord)
    .slice(0, ROWS)
    .map((record) =>
      found.properties.map(({ column }) => (Object.hasOwn(record, column) ? textOf(record[column]) : null)),
    );
}

async function csvRows(
  text: string,
  { delimiter, header, skipLines }: InferStoreResponse,
): Promise<FileRow[]> {
  const { default: papa } = await import('papaparse');
  const start = Math.max(readSeparatorLine(text)?.length ?? 0, endOfLine(text, skipLines));
  const { data } = papa.parse<string[]>(text.slice(start), {
    delimiter: delimiter ?? ',',
    skipEmptyLines: 'greedy',
    preview: ROWS + 1,
  });
  return header ? data.slice(1) : data.slice(0, ROWS);
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
