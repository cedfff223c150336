import { keptStatement, numberCell, type SqlDialect, type Steps, sql } from '@vitrine/storage-sql';

const draw = keptStatement<{ readonly count: number }>(({ recordNumbers }, { count }) => {
  if (recordNumbers.kind !== 'drawn') throw new Error('numbers are drawn from a sequence');
  return sql`SELECT ${recordNumbers.draw} FROM generate_series(1, ${count})`;
});

/**
 * Draws insertion numbers in a statement of its own, which only the coordinator runs. Needs no transaction with the
 * statement that uses them: numbers that are not used leave a gap.
 */
export function* drawNumbers(dialect: SqlDialect, count: number): Steps<number[]> {
  if (count === 0) return [];
  const rows = yield { ...draw(dialect, { count }), alone: true, numbers: true };
  return rows.map((row) => numberCell(row[0]));
}
