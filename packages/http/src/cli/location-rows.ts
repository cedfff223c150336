import type { MapResponse } from '@vitrine/core/contracts';
import { type CsvRow, readCsv, type TextForm, textFormOf } from '@vitrine/core/imports';
import { examineFile, explainProblems } from './file-options.ts';
import {
  type LocationColumns,
  type MatchedColumns,
  matchColumns,
  toDegrees,
  toFieldValue,
} from './location-columns.ts';
import { type SourceRow, showCells } from './record-source.ts';

/**
 * Yields the locations of a CSV file, ready to be added. An empty cell omits its member or field.
 *
 * @throws CommandError for unknown or ambiguous columns.
 */
export async function* readLocations(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  { fields }: Pick<MapResponse, 'fields'>,
  options: LocationColumns,
  onNotice: (notice: string) => void,
): AsyncGenerator<SourceRow, void> {
  const flags = { ...options, header: 'yes', format: 'csv' } as const;
  const { file, text } = await examineFile(path, chunks, flags, new Set(), onNotice);
  const columns = matchColumns(
    file.columns.map(({ column }) => column),
    fields,
    options,
  );
  const { header } = columns;
  const decimals = file.columns.map((column) => textFormOf(column).decimal);
  const lists = readCsv(text, file.delimiter ?? ',');
  let row = -1;
  for (;;) {
    const next = await explainProblems(path, () => lists.next());
    if (next.done === true) return;
    for (const { line, cells } of next.value) {
      row++;
      if (row === 0) continue;
      const problem =
        cells.length === header.length
          ? null
          : `Expected ${header.length} cells as in the header, not ${cells.length}.`;
      yield {
        row,
        line,
        body: toLocation(columns, cells, decimals),
        problem,
        source: () => showCells(header, cells),
      };
    }
  }
}

function toLocation(
  { targets, addressParts }: MatchedColumns,
  cells: CsvRow['cells'],
  decimals: readonly TextForm['decimal'][],
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  const fields: [string, unknown][] = [];
  for (const [index, { name, field }] of targets) {
    const cell = cells[index] ?? '';
    if (cell.trim() === '') continue;
    if (field !== null) fields.push([name, toFieldValue(cell, field, decimals[index])]);
    else body[name] = name === 'lat' || name === 'lng' ? toDegrees(cell, name) : cell;
  }
  if (fields.length > 0) body.fields = Object.fromEntries(fields);
  const parts = addressParts.map((index) => (cells[index] ?? '').trim()).filter((part) => part !== '');
  if (parts.length > 0) body.address = parts.join(', ');
  return body;
}
