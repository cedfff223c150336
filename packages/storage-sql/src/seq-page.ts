import type { Slice } from '@vitrine/core/storage';
import type { Row } from './sql.ts';

/** A page of rows out of `limit + 1` that were asked for. */
export function takePage<Item>(rows: readonly Row[], limit: number, read: (row: Row) => Item): Slice<Item> {
  return { rows: rows.slice(0, limit).map(read), more: rows.length > limit };
}
