import {
  amongAtOnce,
  type FindAmongCandidates,
  type FoundRecords,
  findAmong,
  join,
  numberCell,
  onlyRow,
  type Sql,
  type SqlDialect,
  type Steps,
  sql,
  statement,
} from '@vitrine/storage-sql';
import { isLoggedSince } from './sqlite-changes.ts';

/** Entries of the log, of all stores, that are read at most. */
const ENTRIES_MAX = 512;
/** New records that are looked up beside the candidates. */
const NEW_MAX = 32;

/**
 * Returns what `findRecords` returns, from the candidates and the records that are new or have changed since. Null:
 * they are too many, or the snapshot of the steps is an older one.
 */
export function* findAmongCandidates(
  dialect: SqlDialect,
  args: FindAmongCandidates,
): Steps<FoundRecords | null> {
  const { candidates } = args;
  const most = amongAtOnce(dialect, args);
  if (most === null) return null;
  const others = yield* othersSince(dialect, args);
  if (others === null) return null;
  const seqs = new Set([...candidates.seqs, ...others]);
  if (seqs.size > most) return null;
  return yield* findAmong(dialect, args, [...seqs]);
}

/**
 * Returns the records of the store that are new or have changed. Null: there may be too many, or the snapshot is
 * older.
 */
function* othersSince(dialect: SqlDialect, args: FindAmongCandidates): Steps<readonly number[] | null> {
  const { position, lastSeq } = args.candidates;
  const since = Number(position);
  const isNew = join(dialect.inStore(args, { above: lastSeq }), ' AND ');
  const [first, last, isAdded] = onlyRow(
    yield statement(
      dialect,
      sql`
        SELECT
          (SELECT min(change) FROM changed_records),
          (SELECT max(change) FROM changed_records),
          EXISTS (SELECT 1 FROM records WHERE ${isNew})`,
    ),
  ).map(numberCell);
  if (first === undefined || last === undefined) throw new Error('the log of changes has no bounds');
  if (!isLoggedSince(since, first, last) || last > since + ENTRIES_MAX) return null;
  const added = isAdded === 0 ? [] : yield* readSeqs(dialect, newSeqs(isNew));
  if (added.length > NEW_MAX) return null;
  const changed = last === since ? [] : yield* readSeqs(dialect, changedSeqs(dialect, args, since));
  return [...added, ...changed];
}

function newSeqs(isNew: Sql): Sql {
  return sql`
    SELECT seq
    FROM records
    WHERE ${isNew}
    LIMIT ${NEW_MAX + 1}`;
}

function changedSeqs(dialect: SqlDialect, store: FindAmongCandidates, position: number): Sql {
  return sql`
    SELECT seq
    FROM changed_records
    WHERE change > ${position}
      AND ${join(dialect.inStore(store), ' AND ')}`;
}

function* readSeqs(dialect: SqlDialect, select: Sql): Steps<readonly number[]> {
  const rows = yield statement(dialect, select);
  return rows.map(([seq]) => numberCell(seq));
}
