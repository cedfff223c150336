import type { AnyRow, AnyValue } from '@vitrine/client';
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
  const lines = rows.map((row) => columns.map(({ name, type }) => showValue(row[name], type)));
  if (format === 'csv') return [names, ...lines].map((line) => line.map(quoteCsv).join(',')).join('\r\n');
  const rule = columns.map(({ type }) => (type === 'number' ? '---:' : '---'));
  const escaped = [names, ...lines].map((line) => line.map(escapeMarkdown));
  const [head = [], ...body] = escaped;
  return [head, rule, ...body].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

function quoteCsv(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function escapeMarkdown(cell: string): string {
  return cell
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll(/\r\n?|\n/g, '<br>');
}
