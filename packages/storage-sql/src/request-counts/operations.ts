import type { RequestCount, RequestTotals } from '@vitrine/core/storage';
import { write } from '../operation.ts';
import { numberCell, onlyRow } from '../statements/cells.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';

export const requestCountOperations = {
  addRequestCounts: write(addRequestCounts),
};

export interface AddRequestCounts {
  readonly window: number;
  readonly counts: readonly RequestCount[];
}

function* addRequestCounts(
  dialect: SqlDialect,
  { window, counts }: AddRequestCounts,
): Steps<RequestTotals[]> {
  yield statement(
    dialect,
    sql`
      DELETE FROM request_counts
      WHERE time_window < ${window - 1}`,
  );
  const totals = new Map<string, RequestTotals>();
  // In the same order for all callers, which prevents deadlocks.
  for (const { subject, count } of counts.toSorted((a, b) => (a.subject < b.subject ? -1 : 1))) {
    const added = yield statement(
      dialect,
      sql`
        INSERT INTO request_counts (time_window, subject, requests)
        VALUES (${window}, ${subject}, ${count})
        ON CONFLICT (time_window, subject) DO UPDATE
        SET requests = request_counts.requests + excluded.requests
        RETURNING requests`,
    );
    const [before] = yield statement(
      dialect,
      sql`
        SELECT requests
        FROM request_counts
        WHERE time_window = ${window - 1}
          AND subject = ${subject}`,
    );
    totals.set(subject, {
      current: numberCell(onlyRow(added)[0]),
      previous: before === undefined ? 0 : numberCell(before[0]),
    });
  }
  return counts.map(({ subject }) => totals.get(subject) ?? { current: 0, previous: 0 });
}
