import type { Slice } from '@vitrine/core/storage';
import type { Row } from './sql.ts';

/** Returns a page of at most `limit` items from rows that were selected with `LIMIT limit + 1`. */
export function takePage<Item>(rows: readonly Row[], limit: number, read: (row: Row) => Item): Slice<Item> {
  return { rows: rows.slice(0, limit).map(read), more: rows.length > limit };
}
