import type { ColumnConnection, Statement, Steps } from '@vitrine/storage-sql';
import type { Connection } from '../connections/connection/connection.ts';
import { finish } from '../connections/connection/run-steps.ts';

/** All statements until the end read the same snapshot. */
const BEGIN: Statement = { text: 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY', values: [] };
const COMMIT: Statement = { text: 'COMMIT', values: [] };

/** Returns a connection to the server that is written to as one that columns are read on. */
export function columnConnection(connection: Connection): ColumnConnection {
  const { execute } = connection;
  return {
    get ended() {
      return connection.ended;
    },
    async inSnapshot<Result>(steps: Steps<Result>): Promise<Result> {
      const begun = execute(BEGIN);
      try {
        const [, result] = await Promise.all([begun, finish(steps, execute)]);
        return result;
      } finally {
        execute(COMMIT).catch(() => undefined);
      }
    },
    inTransactions: (steps) => finish(steps, execute),
    destroy: () => connection.destroy(),
    close: () => connection.close(),
  };
}
