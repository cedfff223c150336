import {
  type ChangeTracking,
  keptStatement,
  type Logged,
  onlyRow,
  type Row,
  type Sql,
  sql,
  statement,
  text,
  textCell,
} from '@vitrine/storage-sql';
import { isWithin } from './snapshot.ts';

/** The entries that are read at once. A reader that is further behind loads its columns again. */
const ENTRIES_MAX = 20_000;

/**
 * Starts to watch stores, or continues. Returns the number of each watch; one that has ended and begins again has
 * another.
 */
const watchStores = keptStatement<{ readonly storeIds: readonly string[] }>(
  (_, { storeIds }) => sql`
    INSERT INTO watched_stores (store_id, watch, renewed_at)
    SELECT store_id, pg_current_xact_id(), clock_timestamp()
    FROM unnest(CAST(${storeIds} AS text[])) AS given (store_id)
    ORDER BY store_id COLLATE "C"
    ON CONFLICT (store_id) DO UPDATE
    SET renewed_at = excluded.renewed_at
    RETURNING store_id, CAST(watch AS text)`,
);

/** Returns a transaction number that is higher than all that were assigned before. */
const DRAW = text('SELECT CAST(pg_current_xact_id() AS text)');

function snapshot(position: Sql): Sql {
  return sql`CAST(${position} AS pg_snapshot)`;
}

/** Returns the condition that an entry is after a position: that its transaction is not visible there. */
export function isAfter(position: Sql): Sql {
  return sql`
    xid >= pg_snapshot_xmin(${snapshot(position)})
      AND NOT pg_visible_in_snapshot(xid, ${snapshot(position)})`;
}

/** Returns the condition that an entry after a position was trimmed. */
export function hasLost(position: Sql): Sql {
  return sql`
    EXISTS (
      SELECT
      FROM trimmed_changes
      WHERE NOT (
        ${isWithin(sql`visible_in`, snapshot(position))}
      )
    )`;
}

/** Returns the query of the name of a store's log: its watch and the server. No row: there is none. */
export function nameOfLog(storeId: string): Sql {
  return sql`
    SELECT CAST(watch AS text) || ' ' || CAST(pg_postmaster_start_time() AS text)
    FROM watched_stores
    WHERE store_id = ${storeId}
      AND NOT pg_is_in_recovery()`;
}

/**
 * Reads the log in one snapshot. Returns rows of a kind and two texts: the snapshot and the server, whether no entry
 * after `since` was trimmed, watches by store, and entries by store.
 */
const readLog = keptStatement<{ readonly since: string | null; readonly storeIds: readonly string[] }>(
  (_, { since, storeIds }) => sql`
    SELECT
      'snapshot',
      CAST(pg_current_snapshot() AS text),
      CASE WHEN NOT pg_is_in_recovery() THEN CAST(pg_postmaster_start_time() AS text) END
    UNION ALL
    SELECT 'lost', '', ''
    WHERE ${hasLost(since)}
    UNION ALL
    SELECT 'watch', store_id, CAST(watch AS text)
    FROM watched_stores
    WHERE store_id = ANY(${storeIds})
    UNION ALL
    (
      SELECT 'change', store_id, CAST(seqs AS text)
      FROM record_changes
      WHERE ${isAfter(since)}
        AND store_id = ANY(${storeIds})
      LIMIT ${text(String(ENTRIES_MAX + 1))}
    )`,
);

/** The watch of a store, as this process knows it. */
interface Watch {
  readonly number: string;
  /** Transactions that may have written without seeing the watch have lower numbers. */
  readonly settledAt: number;
  /** Whether it replaces another watch, so that changes between them are not logged. */
  readonly isAnother: boolean;
}

/**
 * The log of changes of watched stores, which triggers write. A position is a snapshot, and the entries after it are
 * those of transactions that are not visible in it. All changes of a store are in the log once every transaction has
 * ended that may have written before the watch was visible to it.
 */
export function postgresChanges(): ChangeTracking {
  const watches = new Map<number, Watch>();
  let server: string | null = null;

  /** @param number that of the watch in the snapshot. */
  function loggedBy(store: number, number: string | undefined, xmin: number): Logged {
    const known = watches.get(store);
    if (known === undefined) return 'later';
    if (known.number !== number || known.isAnother) {
      watches.delete(store);
      return 'lost';
    }
    return xmin >= known.settledAt ? 'yes' : 'later';
  }

  return {
    logsNew: true,
    logOf(store) {
      const watch = watches.get(store);
      return watch === undefined || server === null ? null : `${watch.number} ${server}`;
    },
    *watch(dialect, stores) {
      const rows = yield watchStores(dialect, { storeIds: stores.map(({ storeId }) => storeId) });
      const numbers = new Map(rows.map(([id, watch]) => [id, textCell(watch)]));
      const settledAt = Number(textCell(onlyRow(yield statement(dialect, DRAW))[0]));
      for (const { storeId, storeNumber } of stores) {
        const number = numbers.get(storeId);
        const known = watches.get(storeNumber);
        if (number === undefined || known?.number === number) continue;
        watches.set(storeNumber, { number, settledAt, isAnother: known !== undefined });
      }
    },
    *read(dialect, since, stores) {
      const storeIds = stores.map(({ storeId }) => storeId);
      const rows = yield readLog(dialect, { since: since === null ? null : String(since), storeIds });
      const byKind = Map.groupBy(rows, ([kind]) => kind);
      const [, position, startedAt] = byKind.get('snapshot')?.[0] ?? [];
      if (startedAt == null) throw new Error('the server is a standby');
      const isOther = server !== null && server !== startedAt;
      server = textCell(startedAt);
      const entries = byKind.get('change') ?? [];
      const isComplete = since === null || (!isOther && !byKind.has('lost') && entries.length <= ENTRIES_MAX);
      const xmin = Number.parseInt(textCell(position), 10);
      const watchById = new Map((byKind.get('watch') ?? []).map(([, id, watch]) => [id, textCell(watch)]));
      const logged = new Map(
        stores.map(({ storeId, storeNumber }) => [
          storeNumber,
          loggedBy(storeNumber, watchById.get(storeId), xmin),
        ]),
      );
      for (const known of watches.keys()) if (!logged.has(known)) watches.delete(known);
      const numberById = new Map(stores.map(({ storeId, storeNumber }) => [storeId, storeNumber]));
      return {
        position: textCell(position),
        isComplete,
        changed: isComplete ? changesOf(entries, numberById) : [],
        loggedOf: (store) => logged.get(store) ?? 'later',
      };
    },
  };
}

function* changesOf(
  entries: readonly Row[],
  numberById: ReadonlyMap<string, number>,
): Generator<readonly [number, number]> {
  for (const [, id, seqs] of entries) {
    const store = numberById.get(textCell(id));
    if (store === undefined) continue;
    for (const seq of textCell(seqs).slice(1, -1).split(',')) yield [store, Number(seq)];
  }
}
