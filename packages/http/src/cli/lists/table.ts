import type { Writable } from 'node:stream';
import { plain } from '../terminal.ts';
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
}

export type TableStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** The rows that decide the widths. Later rows are printed as they are read, so that a table of any length fits in memory. */
const MEASURED_ROWS = 1_000;
/** The width down to which a column is truncated, unless its header is longer. */
const NARROWEST = 8;
const GAP = '  ';

/**
 * Prints pages of items as aligned columns under a header. On a terminal the widest columns are truncated until the
 * lines fit; elsewhere the table is complete. Numbers are aligned to the right. Stops reading pages when the reader of
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
    readonly header: string;
    readonly width: number;
    readonly isRight: boolean;
  }[];
  /** The width of the terminal; null: no truncation. */
  readonly #available: number | null;

  constructor(
    columns: readonly Column<never>[],
    rows: readonly (readonly Cell[])[],
    { isTTY, columns: available }: TableStream,
  ) {
    this.#available = isTTY === true && available !== undefined && available > 0 ? available : null;
    const natural = columns.map(({ header }, index) =>
      rows.reduce(
        (width, row) => Math.max(width, displayWidth(textOf(row[index] ?? null))),
        displayWidth(header),
      ),
    );
    const widths =
      this.#available === null
        ? natural
        : fit(
            natural,
            columns.map(({ header, whole }, index) =>
              whole === true ? (natural[index] ?? 0) : Math.max(NARROWEST, displayWidth(header)),
            ),
            this.#available - GAP.length * (columns.length - 1),
          );
    this.#columns = columns.map(({ header, align }, index) => ({
      header,
      width: widths[index] ?? 0,
      isRight: align === undefined ? isNumeric(rows, index) : align === 'right',
    }));
  }

  head(): string {
    return this.#line(this.#columns.map(({ header }) => header));
  }

  lines(rows: readonly (readonly Cell[])[]): string {
    return rows.map((row) => this.#line(row.map(textOf))).join('');
  }

  #line(cells: readonly string[]): string {
    const available = this.#available;
    const line = this.#columns
      .map(({ width, isRight }, index) => {
        const whole = cells[index] ?? '';
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
