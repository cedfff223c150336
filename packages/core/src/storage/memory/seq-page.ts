import type { SeqPage, Slice } from '../rows.ts';

/** One page of rows, newest first, and whether more lie behind it. */
export function takePage<Row extends { readonly seq: number }>(
  rows: Iterable<Row>,
  page: SeqPage,
): Slice<Row> {
  const { before, limit } = page;
  const behind = [...rows].filter((row) => before === null || row.seq < before).sort((a, b) => b.seq - a.seq);
  return { rows: behind.slice(0, limit), more: behind.length > limit };
}
