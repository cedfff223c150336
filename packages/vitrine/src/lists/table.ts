import type { Writable } from 'node:stream';
import { plain } from '../terminal/terminal.ts';
import { displayWidth, truncate } from './display-width.ts';
import { writeText } from './write-text.ts';

/** The value of a cell. Null is printed as `-`. */
export type Cell = string | number | bigint | boolean | null;

/** A column of a table. */
export interface Column<Item> {
  readonly header: string;
  readonly cell: (item: Item) => Cell;
  /** Default: `right` if the cells are numbers. Set it for numbers that `cell` formats as text. */
  readonly align?: 'left' | 'right';
  /** Never truncated, because it is copied into other commands: an id. */
  readonly whole?: boolean;
  /** Omitted on a terminal that is too narrow for all columns, because the others matter more. */
  readonly canBeOmitted?: boolean;
}

export type TableStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** The rows that decide the widths. Later rows are printed as they are read, so that a table of any length fits in memory. */
const MEASURED_ROWS = 1_000;
/** The width down to which a column is truncated, unless its header is longer. */
const NARROWEST = 8;
const GAP = '  ';

/**
 * Prints pages of items as aligned columns under a header. On a terminal that is too narrow, columns are omitted that
 * can be, then the widest columns are truncated until the lines fit; elsewhere the table is complete. Numbers are aligned to the right. Stops reading pages when the reader of
 * the output is gone.
 */
export async function printTable<Item>(
  stream: TableStream,
  columns: readonly Column<Item>[],
  pages: AsyncIterable<readonly Item[]> | Iterable<readonly Item[]>,
): Promise<void> {
  const measured: Cell[][] = [];
  let layout: Layout | null = null;
  for await (const page of pages) {
    const rows = page.map((item) => columns.map(({ cell }) => cell(item)));
    if (layout === null) {
      measured.push(...rows);
      if (measured.length < MEASURED_ROWS) continue;
      layout = new Layout(columns, measured, stream);
      if (!(await writeText(stream, layout.head() + layout.lines(measured)))) return;
    } else if (!(await writeText(stream, layout.lines(rows)))) return;
  }
  if (layout !== null) return;
  layout = new Layout(columns, measured, stream);
  await writeText(stream, layout.head() + layout.lines(measured));
}

/** The widths and alignments of a table's columns. */
class Layout {
  readonly #columns: readonly {
    /** The position of the cell in a row. */
    readonly index: number;
    readonly header: string;
    readonly width: number;
    readonly isRight: boolean;
  }[];
  /** The width of the terminal; null: no truncation. */
  readonly #available: number | null;

  constructor(
    given: readonly Column<never>[],
    rows: readonly (readonly Cell[])[],
    { isTTY, columns: available }: TableStream,
  ) {
    this.#available = isTTY === true && available !== undefined && available > 0 ? available : null;
    // Names of properties are headers, and untrusted input.
    const columns = given.map((column) => ({ ...column, header: plain(column.header) }));
    const natural = columns.map(({ header }, index) =>
      rows.reduce(
        (width, row) => Math.max(width, displayWidth(textOf(row[index] ?? null))),
        displayWidth(header),
      ),
    );
    const all = columns.map((column, index) => ({ ...column, index, natural: natural[index] ?? 0 }));
    const kept = this.#available === null ? all : omitColumns(all, this.#available);
    const widths = kept.map((column) => column.natural);
    const fitting =
      this.#available === null
        ? widths
        : fit(
            widths,
            kept.map(({ header, whole, natural }) =>
              whole === true ? natural : Math.max(NARROWEST, displayWidth(header)),
            ),
            this.#available - GAP.length * (kept.length - 1),
          );
    this.#columns = kept.map(({ header, align, index }, at) => ({
      index,
      header,
      width: fitting[at] ?? 0,
      isRight: align === undefined ? isNumeric(rows, index) : align === 'right',
    }));
  }

  head(): string {
    return this.#line(({ header }) => header);
  }

  lines(rows: readonly (readonly Cell[])[]): string {
    return rows.map((row) => this.#line(({ index }) => textOf(row[index] ?? null))).join('');
  }

  #line(textIn: (column: { readonly index: number; readonly header: string }) => string): string {
    const available = this.#available;
    const line = this.#columns
      .map(({ index, header, width, isRight }) => {
        const whole = textIn({ index, header });
        const text = available === null ? whole : truncate(whole, width);
        const padding = ' '.repeat(Math.max(0, width - displayWidth(text)));
        return isRight ? padding + text : text + padding;
      })
      .join(GAP)
      .trimEnd();
    return `${available === null ? line : truncate(line, available)}\n`;
  }
}

function textOf(cell: Cell): string {
  return cell === null ? '-' : plain(String(cell));
}

function isNumeric(rows: readonly (readonly Cell[])[], index: number): boolean {
  const types = new Set(rows.map((row) => typeof (row[index] ?? undefined)));
  types.delete('undefined');
  return types.size > 0 && types.isSubsetOf(new Set(['number', 'bigint']));
}

/** Removes columns that can be omitted, the last first, until the rest fits or none of them is left. */
function omitColumns<Kept extends { readonly natural: number; readonly canBeOmitted?: boolean }>(
  columns: readonly Kept[],
  available: number,
): readonly Kept[] {
  const kept = [...columns];
  const width = () => kept.reduce((sum, { natural }) => sum + natural, GAP.length * (kept.length - 1));
  for (let at = kept.length - 1; at >= 0 && width() > available; at--) {
    if (kept[at]?.canBeOmitted === true) kept.splice(at, 1);
  }
  return kept;
}

/** Returns widths of at most `available` in all, if the minimums allow it. Takes columns from the widest first. */
function fit(natural: readonly number[], minimums: readonly number[], available: number): number[] {
  const widths = [...natural];
  let excess = widths.reduce((sum, width) => sum + width, 0) - available;
  while (excess > 0) {
    let widest = -1;
    for (const [index, width] of widths.entries()) {
      if (width > (minimums[index] ?? 0) && width > (widths[widest] ?? 0)) widest = index;
    }
    if (widest === -1) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess--;
  }
  return widths;
}
