import { type Caller, requireWanted, type Turns } from '@vitrine/core/storage';
import type { Row, Statement } from '@vitrine/storage-sql';
import type { Connection } from './connection.ts';
import { errorOf } from './errors.ts';
import type { ExclusivePool } from './exclusive-pool.ts';

/** The rows of the first chunk, and of the largest one. */
const FIRST_ROWS = 4;
const CHUNK_ROWS = 500;
/** The bytes that a chunk should have. */
const CHUNK_BYTES = 1024 * 1024;

const BEGIN: Statement = { text: 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY', values: [] };
const COMMIT: Statement = { text: 'COMMIT', values: [] };

function fetch(rows: number): Statement {
  return { text: `FETCH ${rows} FROM chunks`, values: [] };
}

/** Functions that end the streams in flight with an error. */
export type OpenStreams = Set<(reason: unknown) => void>;

/**
 * Yields the rows of a select in chunks, in one snapshot, with a cursor on a connection of its own. A cursor has no
 * limit in bytes, so the number of rows of a chunk follows from the bytes of the chunk before, and is at most four
 * times its rows.
 */
export async function* streamRows(
  { pool, turns, open }: { pool: ExclusivePool; turns: Turns; open: OpenStreams },
  { text, values }: Statement,
  caller: Caller,
): AsyncGenerator<readonly Row[]> {
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
    const declared = { text: `DECLARE chunks NO SCROLL CURSOR FOR ${text}`, values };
    let asked = FIRST_ROWS;
    const [, , first] = await Promise.all([
      connection.execute(BEGIN),
      connection.execute(declared),
      connection.execute(fetch(asked)),
    ]);
    let rows = first;
    while (rows.length > 0) {
      yield rows;
      if (failure !== null) break;
      if (rows.length < asked) break;
      asked = rowsOf(rows, asked);
      rows = await connection.execute(fetch(asked));
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
    // A stream that ends early leaves its transaction open, so its connection is closed.
    if (connection !== null) pool.release(connection, !finished);
    turn.end();
  }
  if (failure !== null) throw (failure as { readonly reason: unknown }).reason;
}

/** Returns the number of rows of the next chunk. */
function rowsOf(rows: readonly Row[], asked: number): number {
  let bytes = 0;
  for (const row of rows) for (const cell of row) bytes += typeof cell === 'string' ? cell.length : 8;
  const fitting = Math.floor((CHUNK_BYTES * rows.length) / Math.max(bytes, 1));
  return Math.max(1, Math.min(fitting, asked * 4, CHUNK_ROWS));
}
