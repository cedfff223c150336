import {
  changedRows,
  isCurrent,
  keptStatement,
  keptStatements,
  numberCell,
  type RestoreRecords,
  reserveRecordNumbers,
  rowWrites,
  type Shape,
  type SqlDialect,
  type SqlValue,
  type Steps,
  shapeNamed,
  sql,
} from '@vitrine/storage-sql';
import { addCells, insertGiven, ROWS } from './given-rows.ts';

/** Inserts the rows whose ids are free, of equal ids the first one. */
const insert = keptStatements<
  { readonly shape: Shape; readonly count: number },
  { readonly cells: readonly SqlValue[] }
>({
  key: ({ shape, count }) => `${count} ${shape.name}`,
  build: (_, { cells }, { shape, count }) => sql`${insertGiven(shape, count, cells)} DO NOTHING`,
});

const selectNumbers = keptStatement<{ readonly first: number; readonly end: number }>(
  (_, { first, end }) => sql`
    SELECT seq
    FROM records
    WHERE seq >= ${first}
      AND seq < ${end}`,
);

/** Inserts records, several with a statement. A record with the number that was meant for it is new. */
export function* insertRows(
  dialect: SqlDialect,
  args: RestoreRecords,
): Steps<('created' | 'exists')[] | 'stale'> {
  const shape = shapeNamed(args.storeShape);
  if (shape.overflows) return yield* rowWrites.insertRecords(dialect, args);
  if (!(yield* isCurrent(dialect, args))) return 'stale';
  // Reserves none yet: records that exist need no numbers, and no other write takes them before the transaction ends.
  const first = yield* reserveRecordNumbers(dialect, args, 0);
  const outcomes: ('created' | 'exists')[] = [];
  let next = first;
  for (let at = 0; at < args.records.length; ) {
    const count = at + ROWS <= args.records.length ? ROWS : 1;
    const cells: SqlValue[] = [];
    args.records.slice(at, at + count).forEach((record, i) => {
      addCells(cells, shape, { number: next + i, ...record });
    });
    const inserted = changedRows(yield insert(dialect, { shape, count }, { cells }));
    const end = next + count;
    let used = inserted;
    if (inserted === 0 || inserted === count) {
      for (let i = 0; i < count; i++) outcomes.push(inserted === 0 ? 'exists' : 'created');
    } else {
      const rows = yield selectNumbers(dialect, { first: next, end });
      const numbers = new Set(rows.map(([number]) => numberCell(number)));
      for (let number = next; number < end; number++)
        outcomes.push(numbers.has(number) ? 'created' : 'exists');
      used = Math.max(...numbers) + 1 - next;
    }
    next += used;
    at += count;
  }
  if (next > first) yield* reserveRecordNumbers(dialect, args, next - first);
  return outcomes;
}
