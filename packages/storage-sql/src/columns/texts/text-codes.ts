import type { ArenaColumn } from './arena-column.ts';
import type { TextColumn } from './text-column.ts';
import { UNSET } from './text-column.ts';

/** Codes for the texts of a column. */
export interface TextCodes {
  /** Returns the code of a row. `UNSET`: it has no value. */
  of(row: number): number;
  readonly values: readonly (string | null)[];
}

/** Returns the codes of a column, or assigns some to the texts of a wide one as rows are read. */
export function openCodes(column: TextColumn | ArenaColumn): TextCodes {
  if (column.kind === 'text') return { of: (row) => column.codeAt(row), values: column.values };
  const values: (string | null)[] = [null];
  const codes = new Map<string, number>();
  return {
    values,
    of(row) {
      const text = column.text(row);
      if (text === null) return UNSET;
      let code = codes.get(text);
      if (code === undefined) {
        code = values.push(text) - 1;
        codes.set(text, code);
      }
      return code;
    },
  };
}
