import type { Page } from '../../ground/calls/pages.ts';
import type { Secrets } from '../../ports/ports.ts';
import { type CursorScope, decodeCursor, encodeCursor } from '../../query/cursor.ts';
import type { Slice } from '../../storage/index.ts';

/**
 * Returns the number before which a page of a newest-first list begins. Null: it is the first page.
 * @throws ValidationError at `cursor` if it is not of this list.
 */
export function pageStart(secrets: Secrets, scope: CursorScope, cursor: string | undefined): number | null {
  return cursor === undefined ? null : decodeCursor(secrets, scope, cursor).seq;
}

/** Returns a page, with the cursor after its last row if more rows follow. */
export function pageOf<Row, Item>(
  items: Item[],
  limit: number,
  { rows, more }: Slice<Row>,
  cursorAfter: (last: Row) => string,
): Page<Item> {
  const last = rows.at(-1);
  return more && last !== undefined ? { items, limit, cursor: cursorAfter(last) } : { items, limit };
}

/** Returns the cursor after the row with this number in a newest-first list. */
export function numberCursor(secrets: Secrets, scope: CursorScope, number: number): string {
  return encodeCursor(secrets, scope, { value: null, seq: number });
}
