import {
  amongAtOnce,
  type FindAmongCandidates,
  type FoundRecords,
  foundIn,
  isRecord,
  nullList,
  type SqlDialect,
  type Steps,
  selectAmong,
  shapeNamed,
  sql,
  statement,
} from '@vitrine/storage-sql';
import { hasLost, isAfter, nameOfLog } from './change-log.ts';

/** New and changed records that are looked up beside the candidates. */
const CHANGED_MAX = 512;

/**
 * Returns what `findRecords` returns, from the candidates and the records that the log names since. One statement
 * reads the log and the page, so that both are of one snapshot. Null: they are too many, or the log is another one or
 * incomplete.
 */
export function* findAmongCandidates(
  dialect: SqlDialect,
  args: FindAmongCandidates,
): Steps<FoundRecords | null> {
  const { storeId, shape, candidates } = args;
  const { position, log, seqs } = candidates;
  const most = amongAtOnce(dialect, args);
  if (most === null || seqs.size > most) return null;
  const changedMost = Math.min(CHANGED_MAX, most - seqs.size);
  const since = sql`${String(position)}`;
  const listed = `{${[...seqs].join()}}`;
  const source = {
    from: sql`records`,
    within: [
      ...dialect.inStore(args),
      sql`seq = ANY((SELECT seqs FROM changed) || CAST(${listed} AS bigint[]))`,
    ],
  };
  const found = yield statement(
    dialect,
    sql`
      WITH changed AS MATERIALIZED (
        SELECT
          ARRAY(
            SELECT unnest(seqs)
            FROM record_changes
            WHERE ${isAfter(since)}
              AND store_id = ${storeId}
            LIMIT ${changedMost + 1}
          ) AS seqs
      )
      (
        ${selectAmong(dialect, args, source)}
      )
      UNION ALL
      (
        SELECT ${nullList(shapeNamed(shape))}
        FROM changed
        WHERE cardinality(seqs) > ${changedMost}
          OR ${hasLost(since)}
          OR (${nameOfLog(storeId)}) IS DISTINCT FROM ${log}
      )`,
  );
  return found.every(isRecord) ? foundIn(found, args) : null;
}
