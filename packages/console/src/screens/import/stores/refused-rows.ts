import type { Client, ImportResponse } from '@vitrine/client';
import type { SentSettings } from '../file/settings/sent-settings.ts';

/** A column of the file that a record needs, and its place among the cells. */
export interface RefusedColumn {
  readonly name: string;
  readonly property: string;
  readonly place: number;
}

export interface RefusedRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** The messages of the server by property; '' is the whole record. */
  readonly errors: ImportResponse['errors'][number]['errors'];
}

export interface RefusedRows {
  /** The header of the file. */
  readonly names: readonly string[];
  readonly columns: readonly RefusedColumn[];
  readonly rows: readonly RefusedRow[];
}

/** More is not read, because only the first records can be corrected here. */
const LENGTH_MAX = 2_000_000;

/** Reads the refused records that the import lists, as they are in the file. */
export async function readRefusedRows(
  client: Client,
  storeId: string,
  importId: string,
  errors: ImportResponse['errors'],
  { mapping = {} }: SentSettings,
): Promise<RefusedRows> {
  const stream = await client.stores.imports.refused({ name: storeId, id: storeId }, importId, {
    formulas: 'raw',
  });
  const [{ default: papa }, text] = await Promise.all([import('papaparse'), readStart(stream)]);
  const { data } = papa.parse<string[]>(text, { preview: errors.length + 1, skipEmptyLines: true });
  const [header = [], ...lines] = data.map((cells) => cells.slice(1));
  return {
    names: header,
    columns: header.flatMap((name, place) => {
      const property = mapping[name] === undefined ? name : mapping[name];
      return property === null ? [] : [{ name, property, place }];
    }),
    rows: errors.flatMap(({ line, errors: found }, at) => {
      const cells = lines[at];
      return cells === undefined ? [] : [{ line, cells, errors: found }];
    }),
  };
}

/** Returns the text of a refused record for a property. Null: no column of the file has it. */
export function cellOf({ columns, rows }: RefusedRows, line: number, property: string): string | null {
  const column = columns.find((each) => each.property === property);
  const row = rows.find((each) => each.line === line);
  return column === undefined || row === undefined ? null : (row.cells[column.place] ?? '');
}

async function readStart(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length < LENGTH_MAX) continue;
    await reader.cancel();
    return text;
  }
}
