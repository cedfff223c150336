import { type Caller, type ExportedRecords, requireWanted, type Turns } from '@vitrine/core/storage';
import type { Export, Row, Statement } from '@vitrine/storage-sql';
import type { Connection } from './connection.ts';
import { errorOf } from './errors.ts';
import type { ExclusivePool } from './exclusive-pool.ts';

/** The rows of the first answer of the server, and of the largest one. */
const FIRST_ROWS = 4;
const ANSWER_ROWS = 500;
/** The bytes that an answer should have. */
const ANSWER_BYTES = 1024 * 1024;

const BEGIN: Statement = { text: 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY', values: [] };
const COMMIT: Statement = { text: 'COMMIT', values: [] };

function fetch(rows: number): Statement {
  return { text: `FETCH ${rows} FROM exported`, values: [] };
}

/** Functions that end the exports in flight with an error. */
export type OpenExports = Set<(reason: unknown) => void>;

/**
 * Yields the chunks of an export, in one snapshot, with a cursor on a connection of its own. A cursor has no limit in
 * bytes, so the number of rows of an answer follows from the bytes of the answer before, and is at most four times its
 * rows.
 */
export async function* exportChunks(
  { pool, turns, open }: { pool: ExclusivePool; turns: Turns; open: OpenExports },
  { statement: { text, values }, encoder }: Export,
  caller: Caller,
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
    const declared = { text: `DECLARE exported NO SCROLL CURSOR FOR ${text}`, values };
    let asked = FIRST_ROWS;
    const [, , first] = await Promise.all([
      connection.execute(BEGIN),
      connection.execute(declared),
      connection.execute(fetch(asked)),
    ]);
    let rows = first;
    for (;;) {
      for (const row of rows) {
        encoder.add(row);
        if (!encoder.isFull) continue;
        yield encoder.take();
        if (failure !== null) break;
      }
      if (failure !== null || rows.length < asked) break;
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
    // An export that ends early leaves its transaction open, so its connection is closed.
    if (connection !== null) pool.release(connection, !finished);
    turn.end();
  }
  if (failure !== null) throw (failure as { readonly reason: unknown }).reason;
  yield encoder.end();
}

/** Returns the number of rows of the next answer. */
function rowsOf(rows: readonly Row[], asked: number): number {
  let bytes = 0;
  for (const row of rows) for (const cell of row) bytes += typeof cell === 'string' ? cell.length : 8;
  const fitting = Math.floor((ANSWER_BYTES * rows.length) / Math.max(bytes, 1));
  return Math.max(1, Math.min(fitting, asked * 4, ANSWER_ROWS));
}
