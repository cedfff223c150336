import { SCRATCH } from '../memory/column-memory.ts';
import type { ArenaColumn } from '../texts/arena-column.ts';
import { type MatchingRows, markedBlocks } from './matching-rows.ts';
import type { OrderPlace } from './order-place.ts';

interface HeldRow {
  /** The prefix of the text, negative for a descending order. */
  readonly key: number;
  readonly row: number;
  readonly address: number;
}

/** Returns the first rows with a text after the place, in order: by the prefixes of texts, and where those are equal by texts. */
export function firstTexts(
  matching: MatchingRows,
  column: ArenaColumn,
  { sign, after, afterRow, limit }: OrderPlace,
): number[] {
  const { memory } = matching.rows;
  const { kernels } = memory;
  const position = { key: Number.NEGATIVE_INFINITY, row: afterRow, address: SCRATCH.position };
  if (after !== null) {
    memory.writeText(String(after), SCRATCH.position);
    position.key = sign * kernels.textPrefix(SCRATCH.position);
  }
  const held: HeldRow[] = [];

  /** Negative if the row comes before the other one. Ties are newest first. */
  function compare(one: HeldRow, other: HeldRow): number {
    return (
      one.key - other.key || sign * kernels.compareTexts(one.address, other.address) || other.row - one.row
    );
  }

  function add(found: HeldRow): void {
    let low = 0;
    let high = held.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = held[middle];
      if (other !== undefined && compare(other, found) < 0) low = middle + 1;
      else high = middle;
    }
    held.splice(low, 0, found);
    if (held.length > limit) held.pop();
  }

  for (const { firstRow, rows, mask } of markedBlocks(matching)) {
    column.writePrefixes(firstRow, rows);
    const marked = kernels.newest(mask, rows, rows, SCRATCH.rows);
    const { ints, numbers } = memory;
    for (let i = 0; i < marked; i++) {
      const place = ints[(SCRATCH.rows >> 2) + i] ?? 0;
      const key = sign * (numbers[(SCRATCH.blockKeys >> 3) + place] ?? Number.NaN);
      const last = held.length === limit ? held.at(-1) : undefined;
      // NaN is not greater or equal: the row is unset.
      if (!(key >= position.key) || (last !== undefined && key > last.key)) continue;
      const row = firstRow + place;
      const found = { key, row, address: column.textAddress(row) ?? SCRATCH.emptyText };
      if (compare(position, found) >= 0 || (last !== undefined && compare(found, last) >= 0)) continue;
      add(found);
    }
  }
  return held.map(({ row }) => row);
}
