import { BoundedMap } from '@vitrine/core/adapter';
import {
  type CachedTable,
  type OperationArgs,
  type OperationName,
  operationOf,
  runSteps,
  startOperation,
} from '@vitrine/storage-sql';
import { type Connection, fixed } from './connections/connection.ts';
import { sqliteEngine } from './dialect/sqlite-engine.ts';

const BEGIN = fixed('BEGIN');
const CHANGES = fixed('SELECT changes FROM look_ups');
const COMMIT = fixed('COMMIT');
const ROLLBACK = fixed('ROLLBACK');

const { nodeTiming } = performance;

/**
 * The reads after which a turn begins again, so that a caller that never yields to the event loop sees new commits too.
 */
const READS_AT_MOST = 128;
/** Of each table. */
const RESULTS_KEPT = 5_000;

export interface TurnReads {
  run(name: OperationName, args: OperationArgs<OperationName>): unknown;
  /** Ends the turn, so that later reads see everything that is committed now. */
  end(): void;
}

/**
 * Runs the reads of one turn of the event loop in one read transaction, so that SQLite's locks are taken once. Caches
 * the results of reads that are declared as cached. A turn whose results are all cached needs no transaction.
 *
 * A turn lasts from one poll for input to the next; libuv counts them. The driver also ends it when a write or a scan
 * has ended. So a read sees everything that was committed before its request arrived: the next request after the
 * revocation of a key or a change of a store sees it, in every process. Commits by other processes after the turn began
 * may be missed. Only pipelined requests on one connection can notice.
 *
 * Triggers increment a counter in the transaction of each change of a cached table (`createLookUps`). Every turn reads
 * the counter, and clears the cache if it has changed.
 */
export function turnReads(connection: Connection): TurnReads {
  /** Reads left in this turn. 0: no turn has begun. */
  let left = 0;
  /** The loop's count at the start of the turn. */
  let turn = 0;
  let inTransaction = false;
  let changes: unknown = null;
  /** Cached results by table and key. */
  const results: Record<CachedTable, Map<string, unknown>> = {
    api_keys: new BoundedMap(RESULTS_KEPT),
    images: new BoundedMap(RESULTS_KEPT),
    stores: new BoundedMap(RESULTS_KEPT),
  };

  /** Begins a turn. Clears the cache if a cached row may have changed since the turn before. */
  function begin(): void {
    end();
    turn = nodeTiming.uvMetricsInfo.loopCount;
    const seen = connection.execute(CHANGES)[0]?.[0];
    if (seen !== changes) {
      changes = seen;
      for (const ofTable of Object.values(results)) ofTable.clear();
    }
    left = READS_AT_MOST;
  }

  function end(): void {
    left = 0;
    if (!inTransaction) return;
    inTransaction = false;
    connection.execute(COMMIT);
  }

  function read(name: OperationName, args: OperationArgs<OperationName>): unknown {
    if (!inTransaction) {
      connection.execute(BEGIN);
      inTransaction = true;
      setImmediate(end);
    }
    return runSteps(startOperation(sqliteEngine, name, args), connection.execute);
  }

  function readCached(name: OperationName, args: OperationArgs<OperationName>): unknown {
    const { cached } = operationOf(name);
    if (cached === null) return read(name, args);
    const ofTable = results[cached.table];
    const key = cached.key(args);
    const found = ofTable.get(key);
    if (found !== undefined) return found;
    const result = read(name, args);
    // Absence is not cached, so that guessed keys take no memory. A result may contain a change since the counter was
    // read; the next turn then finds another count and evicts it.
    if (result !== null) {
      ofTable.set(key, Object.freeze(result));
    }
    return result;
  }

  /** Runs one read in the turn. */
  function inTurn<Result>(act: () => Result): Result {
    try {
      if (left === 0 || turn !== nodeTiming.uvMetricsInfo.loopCount) begin();
      left--;
      return act();
    } catch (error) {
      left = 0;
      inTransaction = false;
      if (connection.inTransaction) connection.execute(ROLLBACK);
      throw error;
    }
  }

  return {
    run: (name, args) => inTurn(() => readCached(name, args)),
    end,
  };
}
