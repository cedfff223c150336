import { before } from '../kernels/neighbors.ts';
import { SCRATCH } from '../memory/column-memory.ts';
import { type MarkedBlock, type MatchingRows, markedBlocks } from './matching-rows.ts';
import type { OrderPlace } from './order-place.ts';
import { isForRows, keepPassing } from './row-test.ts';

/** Rows of a block below which each is tested by itself: testing all takes as long as testing so many. */
const FEW_ROWS = 512;

/** Numbers by which rows are ordered, and the place after which they are wanted. NaN: the row is not. */
export interface RowKeys extends Pick<OrderPlace, 'sign' | 'ties' | 'afterRow' | 'limit'> {
  /** Returns the address of the keys of a block. They last until the next one. */
  of(firstRow: number): number;
  /** Marks the keys from `low` to `high` of a block. */
  mark(firstRow: number, rows: number, low: number, high: number, mask: number): void;
  /** `sign` times the key of the place. */
  readonly after: number;
}

/**
 * Returns the first matching rows in the order of their keys. Once as many as wanted are held, a block's keys are compared with
 * the last one before the filter, because few rows are left then.
 */
export function firstRows(matching: MatchingRows, order: RowKeys): number[] {
  const { memory } = matching.rows;
  const { keys, keyRows } = SCRATCH;
  const { sign, ties, afterRow, limit } = order;
  const areSingle = isForRows(matching.test);
  let held = 0;

  /** Marks the rows of a block that may come before the last one that is held. Null: they are too many to test one by one. */
  function near(firstRow: number, rows: number, alive: number): MarkedBlock | null {
    if (!areSingle || held < limit) return null;
    const { kernels } = memory;
    const mask = SCRATCH.masks;
    const last = memory.numbers[keys >> 3] ?? Number.NaN;
    // Blocks come newest first, so an equal key comes before the last one only if ties are oldest first.
    const most = ties === 1 ? last : before(last);
    const [low, high] = sign === 1 ? [order.after, most] : [-most, -order.after];
    order.mark(firstRow, rows, low, high, mask);
    kernels.and(mask, alive, rows);
    if (kernels.count(mask, rows) > FEW_ROWS) return null;
    keepPassing(matching.test, memory, firstRow, rows, mask);
    return { firstRow, rows, mask };
  }

  for (const { firstRow, rows, mask } of markedBlocks(matching, near)) {
    held = memory.kernels.first(
      order.of(firstRow),
      mask,
      rows,
      firstRow,
      sign,
      ties,
      order.after,
      afterRow,
      limit,
      held,
      keys,
      keyRows,
    );
  }
  const entries = Array.from({ length: held }, (_, i) => ({
    key: memory.numbers[(keys >> 3) + i] ?? Number.NaN,
    row: memory.ints[(keyRows >> 2) + i] ?? 0,
  }));
  return entries.sort((a, b) => a.key - b.key || (a.row - b.row) * ties).map(({ row }) => row);
}
