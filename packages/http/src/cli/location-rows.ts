import type { MapResponse } from '@vitrine/core/contracts';
import { openCsv } from './csv-rows.ts';
import {
  type LocationColumns,
  type MatchedColumns,
  matchColumns,
  toDegrees,
  toFieldValue,
} from './location-columns.ts';
import type { CsvRow } from './read-csv.ts';
import { describeCells, readHeader, type SourceRow } from './record-source.ts';

/**
 * Yields the locations of a CSV file, ready to be added. An empty cell omits its member or field.
 *
 * @throws CommandError for unknown or ambiguous columns.
 */
export async function* readLocations(
  path: string,
  chunks: AsyncIterable<string>,
  { fields }: Pick<MapResponse, 'fields'>,
  options: LocationColumns,
  onNotice: (notice: string) => void,
): AsyncGenerator<SourceRow, void> {
  const { rows } = await openCsv(path, chunks, options.delimiter, onNotice);
  const columns = matchColumns(await readHeader(path, rows), fields, options);
  const { header } = columns;
  let row = 0;
  for await (const { line, cells } of rows) {
    row++;
    yield {
      row,
      line,
      body: toLocation(columns, cells),
      ...describeCells(header, cells),
    };
  }
}

function toLocation(
  { targets, addressParts }: MatchedColumns,
  cells: CsvRow['cells'],
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  const fields: [string, unknown][] = [];
  for (const [index, { name, field }] of targets) {
    const cell = cells[index] ?? '';
    if (cell.trim() === '') continue;
    if (field !== null) fields.push([name, toFieldValue(cell, field)]);
    else body[name] = name === 'lat' || name === 'lng' ? toDegrees(cell) : cell;
  }
  if (fields.length > 0) body.fields = Object.fromEntries(fields);
  const parts = addressParts.map((index) => (cells[index] ?? '').trim()).filter((part) => part !== '');
  if (parts.length > 0) body.address = parts.join(', ');
  return body;
}
