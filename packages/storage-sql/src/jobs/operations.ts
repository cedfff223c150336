import type { JobCount } from '@vitrine/core/storage';
import { read, scan, write } from '../operation.ts';
import { numberCell, numberOrNull, textCell } from '../statements/cells.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { enqueueJobs } from '../statements/enqueue-jobs.ts';
import { sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';
import { listBuriedJobs, reviveJob } from './buried.ts';
import { buryJob, claimJobs, completeJob, extendJob, retryJob } from './claims.ts';

export const jobOperations = {
  buryJob: write(buryJob),
  claimJobs: write(claimJobs, { outdated: (_, jobs) => (jobs.length > 0 ? null : []) }),
  completeJob: write(completeJob),
  countJobs: scan(countJobs),
  enqueueJobs: write(enqueueJobs),
  extendJob: write(extendJob),
  listBuriedJobs: read(listBuriedJobs),
  retryJob: write(retryJob),
  reviveJob: write(reviveJob),
};

function* countJobs(dialect: SqlDialect, _: null): Steps<JobCount[]> {
  const rows = yield statement(
    dialect,
    sql`
      SELECT kind, claimed, count(*), min(due_at), count(due_at)
      FROM jobs
      GROUP BY claimed, kind`,
  );
  return rows.flatMap((row) => {
    const kind = textCell(row[0]);
    const claimed = numberCell(row[1]) === 1;
    const live = numberCell(row[4]);
    // Only buried jobs have no `due_at`. They are not claimed.
    const buried = numberCell(row[2]) - live;
    const oldestDueAt = claimed ? null : numberOrNull(row[3]);
    const counts: JobCount[] = [
      { kind, state: claimed ? 'running' : 'waiting', count: live, oldestDueAt },
      { kind, state: 'buried', count: buried, oldestDueAt: null },
    ];
    return counts.filter(({ count }) => count > 0);
  });
}
