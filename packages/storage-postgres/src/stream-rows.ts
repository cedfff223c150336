import { type Caller, requireWanted, type Turns } from '@vitrine/core/storage';
import type { Row, Statement } from '@vitrine/storage-sql';
import type { Connection } from './connection.ts';
import { errorOf } from './errors.ts';
import type { ExclusiveGroup } from './exclusive-group.ts';

/** Rows of the first chunk, and of the largest. */
const FIRST_ROWS = 4;
const CHUNK_ROWS = 500;
/** Bytes that a chunk should have. */
const CHUNK_BYTES = 1024 * 1024;

const BEGIN: Statement = { text: 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY', values: [] };
const COMMIT: Statement = { text: 'COMMIT', values: [] };

function fetch(rows: number): Statement {
  return { text: `FETCH ${rows} FROM chunks`, values: [] };
}

/** Streams that are under way; each can be ended. */
export type OpenStreams = Set<(reason: unknown) => void>;

/**
 * The rows of a select in chunks, as of one moment, by a cursor on a connection that it has for itself until its end. How
 * many rows are fetched follows from the bytes of those before, at most four times as many as then: a cursor has no
 * bound in bytes.
 */
export async function* streamRows(
  { group, turns, open }: { group: ExclusiveGroup; turns: Turns; open: OpenStreams },
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
    connection = await group.acquire();
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
    // Whoever stopped early leaves a transaction open: the connection goes with it.
    if (connection !== null) group.release(connection, !finished);
    turn.end();
  }
  if (failure !== null) throw (failure as { readonly reason: unknown }).reason;
}

/** How many rows to fetch after these. */
function rowsOf(rows: readonly Row[], asked: number): number {
  let bytes = 0;
  for (const row of rows) for (const cell of row) bytes += typeof cell === 'string' ? cell.length : 8;
  const fitting = Math.floor((CHUNK_BYTES * rows.length) / Math.max(bytes, 1));
  return Math.max(1, Math.min(fitting, asked * 4, CHUNK_ROWS));
}
