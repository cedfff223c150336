import { csvCell } from '../encoding/csv-cell.ts';
import { guardFormula } from '../values/formula-guard.ts';
import type { ExportLayout } from './export-layout.ts';
import { recordsToJson, type ShownRecord } from './record-json.ts';

type Layout = Pick<ExportLayout, 'columns' | 'format' | 'formulas' | 'textColumns'>;

/** A document of records that are read page by page: the same text as that of an export. */
export interface ShownDocument {
  /** Returns the text of the next records. */
  add(records: readonly ShownRecord[]): string;
  /** Returns the end of the text. */
  end(): string;
}

export function shownDocument(layout: Layout): ShownDocument {
  return layout.format === 'csv' ? csvDocument(layout) : jsonDocument();
}

function jsonDocument(): ShownDocument {
  let separator = '[';
  return {
    add(records) {
      if (records.length === 0) return '';
      const text = separator + recordsToJson(records).slice(1, -1);
      separator = ',';
      return text;
    },
    end: () => (separator === '[' ? '[]' : ']'),
  };
}

function csvDocument({ columns, formulas, textColumns }: Layout): ShownDocument {
  const isGuarding = formulas === 'guarded';
  let header = `${columns.map((name) => csvCell(isGuarding ? guardFormula(name) : name)).join(',')}\r\n`;

  function takeHeader(): string {
    const text = header;
    header = '';
    return text;
  }

  function showRow(record: ShownRecord): string {
    const cells = columns.map((name) => {
      const value = record[name];
      const isGuarded = isGuarding && typeof value === 'string' && textColumns.has(name);
      return csvCell(isGuarded ? guardFormula(value) : value);
    });
    // Readers skip blank lines (docs/rules.md#export).
    return `${cells.join(',') || csvCell('')}\r\n`;
  }

  return {
    add: (records) => takeHeader() + records.map(showRow).join(''),
    end: takeHeader,
  };
}
