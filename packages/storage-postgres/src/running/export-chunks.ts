import type { Caller } from '@vitrine/core';
import { requireWanted, type Turns } from '@vitrine/core/adapter';
import type { ExportedRecords } from '@vitrine/core/storage';
import type { Export, Row, Statement } from '@vitrine/storage-sql';
import type { Connection } from '../connections/connection/connection.ts';
import { errorOf } from '../connections/connection/errors.ts';
import type { ExclusivePool } from '../connections/pools/exclusive-pool.ts';

/** The rows of the first answer of the server, and of the largest one. */
const FIRST_ROWS = 4;
const ANSWER_ROWS = 500;
/** The bytes that an answer should have. */
const ANSWER_BYTES = 1024 * 1024;

const BEGIN: Statement = { text: 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY', values: [] };
const COMMIT: Statement = { text: 'COMMIT', values: [] };

/** Milliseconds after which an export goes on in a new snapshot, so that a slow reader does not keep vacuum from its work. */
const SNAPSHOT_MS = 60_000;

function fetch(rows: number): Statement {
  return { text: `FETCH ${rows} FROM exported`, values: [] };
}

/** Functions that end the exports in flight with an error. */
export type OpenExports = Set<(reason: unknown) => void>;

/**
 * Yields the chunks of an export, with a cursor on a connection of its own, in one snapshot for at most `snapshotMs`;
 * then it goes on after the last record in a new one. A cursor has no limit in bytes, so the number of rows that are
 * fetched follows from the bytes of the fetch before, and is at most four times its rows.
 */
export async function* exportChunks(
  { pool, turns, open }: { pool: ExclusivePool; turns: Turns; open: OpenExports },
  source: Export,
  caller: Caller,
  snapshotMs = SNAPSHOT_MS,
): AsyncGenerator<ExportedRecords> {
  const { signal } = caller;
  const turn = await turns.take(caller);
  let connection: Connection | null = null;
  let finished = false;
  let failure: { readonly reason: unknown } | null = null;

  function end(reason: unknown): void {
    failure ??= { reason };
    void connection?.cancel();
    connection?.destroy();
  }

  const leave = () => end(signal?.reason);
  open.add(end);
  signal?.addEventListener('abort', leave, { once: true });
  try {
    requireWanted(caller);
    connection = await pool.acquire();
    let asked = FIRST_ROWS;
    let rows = await begin(connection, source, asked, { isFirst: true });
    let begunAt = performance.now();
    for (;;) {
      for (const row of rows) {
        source.add(row);
        if (!source.isFull) continue;
        yield source.take();
        if (failure !== null) break;
      }
      if (failure !== null || rows.length < asked) break;
      asked = rowsOf(rows, asked);
      if (performance.now() - begunAt < snapshotMs) {
        rows = await connection.execute(fetch(asked));
        continue;
      }
      await connection.execute(COMMIT);
      rows = await begin(connection, source, asked, { isFirst: false });
      begunAt = performance.now();
    }
    if (failure === null) {
      await connection.execute(COMMIT);
      finished = true;
    }
  } catch (error) {
    if (failure === null) throw errorOf(error);
  } finally {
    open.delete(end);
    signal?.removeEventListener('abort', leave);
    // An export that ends early leaves its transaction open, so its connection is closed.
    if (connection !== null) pool.release(connection, !finished);
    turn.end();
  }
  if (failure !== null) throw (failure as { readonly reason: unknown }).reason;
  yield source.end();
}

/** Begins a snapshot. Returns the first rows that the export has not read. */
async function begin(
  connection: Connection,
  source: Export,
  asked: number,
  { isFirst }: { readonly isFirst: boolean },
): Promise<readonly Row[]> {
  const { text, values } = source.rest();
  const [, store, , rows] = await Promise.all([
    connection.execute(BEGIN),
    isFirst ? null : connection.execute(source.store()),
    connection.execute({ text: `DECLARE exported NO SCROLL CURSOR FOR ${text}`, values }),
    connection.execute(fetch(asked)),
  ]);
  if (store !== null) source.requireStore(store);
  return rows;
}

/** Returns the number of rows of the next answer. */
function rowsOf(rows: readonly Row[], asked: number): number {
  let bytes = 0;
  for (const row of rows) for (const cell of row) bytes += typeof cell === 'string' ? cell.length : 8;
  const fitting = Math.floor((ANSWER_BYTES * rows.length) / Math.max(bytes, 1));
  return Math.max(1, Math.min(fitting, asked * 4, ANSWER_ROWS));
}
