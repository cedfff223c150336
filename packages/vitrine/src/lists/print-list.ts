import { plain, type Terminal } from '../terminal/terminal.ts';
import { type Column, printTable } from './table.ts';
import { writeText } from './write-text.ts';

/** The flags of commands that list something. */
export interface ListFlags {
  readonly json?: boolean;
  /** The maximum number of items. Default: all. */
  readonly limit?: number;
}

/**
 * Prints a list as a table, or with `--json` as one JSON array with each item on a line of its own. Both are written
 * while the pages are read. If reading fails, the array has no end, so that nobody takes it for complete.
 *
 * @param toJson default: `JSON.stringify`.
 */
export async function printList<Item>(
  { stdout }: Pick<Terminal, 'stdout'>,
  { json }: Pick<ListFlags, 'json'>,
  columns: readonly Column<Item>[],
  pages: AsyncIterable<readonly Item[]> | Iterable<readonly Item[]>,
  toJson: (item: Item) => string = JSON.stringify,
): Promise<void> {
  if (json !== true) return printTable(stdout, columns, pages);
  let before = '[';
  for await (const page of pages) {
    if (page.length === 0) continue;
    const text = page.map((item) => plain(toJson(item))).join(',\n');
    if (!(await writeText(stdout, `${before}\n${text}`))) return;
    before = ',';
  }
  await writeText(stdout, before === '[' ? '[]\n' : '\n]\n');
}
