import type { SeqPage, Slice } from '../../../ground/rows.ts';

/** Returns one page of rows, newest first, and whether there are more after it. */
export function takePage<Row extends { readonly seq: number }>(
  rows: Iterable<Row>,
  page: SeqPage,
): Slice<Row> {
  const { before, limit } = page;
  const found = [...rows].filter((row) => before === null || row.seq < before).sort((a, b) => b.seq - a.seq);
  return { rows: found.slice(0, limit), more: found.length > limit };
}
