import { plain, printLine, type Terminal } from '../terminal/terminal.ts';
import { displayWidth } from './display-width.ts';
import type { Cell } from './table.ts';

/** A line of a printed item. Undefined: the line is omitted. */
export type Field = readonly [label: string, value: Cell | undefined];

/**
 * Prints one item: each field on a line of its own, or with `--json` the item as one line of JSON.
 *
 * @param toJson default: `JSON.stringify`.
 */
export function printItem<Item>(
  { stdout }: Pick<Terminal, 'stdout'>,
  { json }: { readonly json?: boolean },
  item: Item,
  fields: readonly Field[],
  toJson: (item: Item) => string = JSON.stringify,
): void {
  if (json === true) {
    printLine(stdout, toJson(item));
    return;
  }
  const shown = fields
    .filter(([, value]) => value !== undefined)
    .map(([label, value]) => [plain(label), value] as const);
  const width = Math.max(...shown.map(([label]) => displayWidth(label)));
  for (const [label, value] of shown) {
    const padding = ' '.repeat(width - displayWidth(label));
    printLine(stdout, `${label}${padding}  ${value === null ? '-' : String(value)}`);
  }
}
