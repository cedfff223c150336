import type { Slot, SlotCopy } from '@vitrine/core/storage';
import { columnList, columnReader, shapeNamed } from '../../layout/record-layout.ts';
import { mergeOverflow, writtenColumns, writtenValues } from '../../layout/record-values.ts';
import { numberCell, textOrNull } from '../../statements/cells.ts';
import { and, assignmentList, list } from '../../statements/clauses.ts';
import type { SqlDialect } from '../../statements/dialect.ts';
import { sql } from '../../statements/sql.ts';
import { type Steps, statement } from '../../statements/statement.ts';
import { isCurrent, type StoreGuard } from './store-guard.ts';

export interface CopyRecordSlot extends StoreGuard {
  readonly from: Slot;
  readonly to: Slot;
  readonly copies: readonly SlotCopy[];
}

/** Sets the slot `to` of those records whose slot `from` has the value of their copy. */
export function* copyRecordSlot(dialect: SqlDialect, args: CopyRecordSlot): Steps<'copied' | 'stale'> {
  if (!(yield* isCurrent(dialect, args))) return 'stale';
  const { from, to, copies } = args;
  const copiesBySeq = new Map(copies.map((copy) => [copy.seq, copy]));
  const numbers = [...copiesBySeq.keys()];
  if (numbers.length === 0) return 'copied';
  const shape = shapeNamed(to);
  const read = columnReader([from]);
  // The value comes first, because `columnReader` reads the cells from the first one.
  const rows = yield statement(
    dialect,
    sql`
      SELECT ${list([columnList(dialect, [from]), sql`seq`, ...(shape.overflows ? [dialect.overflowColumn] : [])])}
      FROM records
      WHERE ${and(dialect.inStore(args, { above: Math.min(...numbers) - 1, below: Math.max(...numbers) + 1 }))}
      ${dialect.forUpdate}`,
  );
  for (const row of rows) {
    const seq = numberCell(row[1]);
    const copy = copiesBySeq.get(seq);
    if (copy === undefined || read(row)[0] !== copy.value) continue;
    const written = writtenValues(shape, [copy.copy]);
    const assignments = writtenColumns(shape).map((column, i) => sql`${column} = ${written[i] ?? null}`);
    if (shape.overflows) {
      const overflow = mergeOverflow(textOrNull(row[2]), shape, [copy.copy]);
      assignments.push(sql`overflow = ${dialect.jsonValue(sql`${overflow}`)}`);
    }
    yield statement(
      dialect,
      sql`
        UPDATE records
        SET ${assignmentList(assignments)}
        WHERE store_id = ${dialect.storeKey(args)}
          AND seq = ${seq}`,
    );
  }
  return 'copied';
}
