import { UnavailableError } from '@vitrine/core/storage';
import type { Row, Statement } from '@vitrine/storage-sql';
import type { Connection } from './connection.ts';
import { closedError } from './errors.ts';
import type { GroupLoad } from './group-figures.ts';

/** Statements that may be under way in one group. Beyond it the storage asks to come back later. */
const UNDER_WAY_MAX = 10_000;

/** Connections that statements share: each goes to the one with the least to do. */
export interface SharedGroup {
  execute(statement: Statement): Promise<readonly Row[]>;
  load(): GroupLoad;
  /** Waits for what is under way. */
  close(): Promise<void>;
}

/** Opens connections as they are needed, at most `size`; lost ones are replaced when the next statement comes. */
export function sharedGroup(size: number, open: (onEnd: () => void) => Promise<Connection>): SharedGroup {
  const connections = new Set<Connection>();
  let opening: Promise<Connection> | null = null;
  let underWay = 0;
  let closed = false;

  function leastBusy(): Connection | null {
    let best: Connection | null = null;
    for (const connection of connections) {
      if (best === null || connection.depth < best.depth) best = connection;
    }
    return best;
  }

  /** One at a time: while the server is away its absence is noticed once, not once a caller. */
  function openAnother(): Promise<Connection> {
    opening ??= openOne().finally(() => {
      opening = null;
    });
    return opening;
  }

  async function openOne(): Promise<Connection> {
    let made: Connection | null = null;
    made = await open(() => {
      if (made !== null) connections.delete(made);
    });
    if (closed) {
      made.destroy();
      throw closedError();
    }
    if (!made.ended) connections.add(made);
    return made;
  }

  function pick(): Connection | Promise<Connection> {
    const best = leastBusy();
    if (best === null) return openAnother();
    // Another connection is a matter of speed: the statement at hand neither waits for it nor fails with it.
    if (best.depth > 0 && connections.size < size) openAnother().catch(() => undefined);
    return best;
  }

  function replaceWorn(connection: Connection): void {
    if (connection.worn && connections.delete(connection)) connection.close().catch(() => undefined);
  }

  return {
    async execute(statement) {
      if (closed) throw closedError();
      if (underWay >= UNDER_WAY_MAX) throw new UnavailableError('Too much is waiting for the database.');
      underWay++;
      try {
        const connection = await pick();
        const answer = await connection.execute(statement);
        replaceWorn(connection);
        return answer;
      } finally {
        underWay--;
      }
    },
    load: () => ({ size, open: connections.size, underWay, waiting: 0 }),
    async close() {
      closed = true;
      await Promise.allSettled([...connections].map((connection) => connection.close()));
    },
  };
}
