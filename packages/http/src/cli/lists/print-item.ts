import { printLine, type Terminal } from '../terminal.ts';
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
  const shown = fields.filter(([, value]) => value !== undefined);
  const width = Math.max(...shown.map(([label]) => label.length));
  for (const [label, value] of shown) {
    printLine(stdout, `${label.padEnd(width)}  ${value === null ? '-' : String(value)}`);
  }
}
