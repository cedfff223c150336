import type { MapResponse } from '@vitrine/core/contracts';
import {
  type CsvRow,
  type DetectedColumn,
  type RecordPlan,
  readDegrees,
  readRecords,
  readTypedText,
  textFormOf,
} from '@vitrine/core/imports';
import { type SourceRow, showCells } from '../records/record-source.ts';
import { examineFile, explainProblems, withFlagNames } from '../terminal/file-options.ts';
import { type LocationColumns, type MatchedColumns, matchColumns } from './location-columns.ts';

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
  const { delimiter, quotes, skipLines } = file;
  const plan = { ...READ_ALONE, delimiter: delimiter ?? ',', quotes, skipLines, names: columns.header };
  const lists = readRecords(text, plan);
  for (;;) {
    const next = await explainProblems(path, () => lists.next());
    if (next.done === true) return;
    for (const { row, line, cells, problem } of next.value) {
      const present = cells ?? [];
      const body = toLocation(columns, present, file.columns);
      const source = () => showCells(columns.header, present);
      yield { row, line, body, problem: problem && withFlagNames(problem), source };
    }
  }
}

/** The cells of the rows are read here, because a location has no properties. */
const READ_ALONE: Omit<RecordPlan, 'delimiter' | 'quotes' | 'names'> = {
  ...{ format: 'csv', header: true, columns: [], skipped: [], formulas: 'raw', emptyAsNull: false },
};

function toLocation(
  { targets, addressParts }: MatchedColumns,
  cells: CsvRow['cells'],
  detected: readonly DetectedColumn[],
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  const fields: [string, unknown][] = [];
  for (const [index, { name, field }] of targets) {
    const [cell, column] = [cells[index] ?? '', detected[index]];
    if (column === undefined || cell.trim() === '') continue;
    if (field !== null) fields.push([name, readTypedText(cell, field, textFormOf(column))]);
    else body[name] = name === 'lat' || name === 'lng' ? (readDegrees(cell, name) ?? cell) : cell;
  }
  if (fields.length > 0) body.fields = Object.fromEntries(fields);
  const parts = addressParts.map((index) => (cells[index] ?? '').trim()).filter((part) => part !== '');
  if (parts.length > 0) body.address = parts.join(', ');
  return body;
}
