import type { AnyRow, AnyValue } from '@vitrine/client';
import { type CsvCell, csvOf } from '../../../components/files/csv.ts';
import { type Column, showValue } from '../../../records/value-types.ts';

export type CopyFormat = 'csv' | 'json' | 'markdown';

/** The copied cells: some columns of some records. */
interface Copied {
  readonly columns: readonly Pick<Column, 'name' | 'type'>[];
  readonly rows: readonly AnyRow[];
}

/** Returns records as a text with the names of their columns. */
export function copyAs(format: CopyFormat, { columns, rows }: Copied): string {
  if (format === 'json') {
    const objects = rows.map((row) =>
      Object.fromEntries(columns.map(({ name }): [string, AnyValue] => [name, row[name] ?? null])),
    );
    return JSON.stringify(objects, null, 2);
  }
  const names = columns.map(({ name }) => name);
  if (format === 'csv') {
    const cells = rows.map((row) => columns.map(({ name, type }) => cellOf(row[name], type)));
    return csvOf([names, ...cells]).replace(/\r\n$/, '');
  }
  const lines = rows.map((row) => columns.map(({ name, type }) => showValue(row[name], type)));
  const rule = columns.map(({ type }) => (type === 'number' ? '---:' : '---'));
  const escaped = [names, ...lines].map((line) => line.map(escapeMarkdown));
  const [head = [], ...body] = escaped;
  return [head, rule, ...body].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** Returns a value as it is shown. Numbers stay numbers, which begin no formula. */
function cellOf(value: AnyValue | undefined, type: Column['type']): CsvCell {
  if (value === undefined || value === null || typeof value === 'number') return value ?? null;
  return showValue(value, type);
}

function escapeMarkdown(cell: string): string {
  return cell
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll(/\r\n?|\n/g, '<br>');
}
