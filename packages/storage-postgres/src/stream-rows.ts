import type { Row, Statement } from '@vitrine/storage-sql';
import type { Connection } from './connection.ts';
import { errorOf } from './errors.ts';
import type { ExclusiveGroup } from './exclusive-group.ts';

const CHUNK_ROWS = 500;

const BEGIN: Statement = { text: 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY', values: [] };
const FETCH: Statement = { text: `FETCH ${CHUNK_ROWS} FROM chunks`, values: [] };
const COMMIT: Statement = { text: 'COMMIT', values: [] };

/** The rows of a select in chunks, as of one moment, by a cursor on a connection that it has for itself until its end. */
export async function* streamRows(
  streamers: ExclusiveGroup,
  { text, values }: Statement,
): AsyncGenerator<readonly Row[]> {
  let connection: Connection | null = null;
  let finished = false;
  try {
    connection = await streamers.acquire();
    const declared = { text: `DECLARE chunks NO SCROLL CURSOR FOR ${text}`, values };
    const [, , first] = await Promise.all([
      connection.execute(BEGIN),
      connection.execute(declared),
      connection.execute(FETCH),
    ]);
    let rows = first;
    while (rows.length > 0) {
      yield rows;
      rows = rows.length < CHUNK_ROWS ? [] : await connection.execute(FETCH);
    }
    await connection.execute(COMMIT);
    finished = true;
  } catch (error) {
    throw errorOf(error);
  } finally {
    // Whoever stopped early leaves a transaction open: the connection goes with it.
    if (connection !== null) streamers.release(connection, !finished);
  }
}
