import { type ColumnConnection, runSteps, type Statement, type Steps } from '@vitrine/storage-sql';
import { type Connection, fixed } from '../connections/connection.ts';

const BEGIN = fixed('BEGIN');
const COMMIT = fixed('COMMIT');

export interface ColumnConnectionOptions {
  readonly connection: Connection;
  /** Throws when the time of the current work is up. */
  readonly requireTime: () => void;
  /** Runs work for whose end the exit of the process waits. */
  readonly whileBusy: <Result>(work: () => Result) => Result;
}

/** Returns the connection of a scan thread as one that columns are read on. The thread closes it. */
export function columnConnection({
  connection,
  requireTime,
  whileBusy,
}: ColumnConnectionOptions): ColumnConnection {
  function execute(statement: Statement) {
    requireTime();
    return connection.execute(statement);
  }

  return {
    ended: false,
    inSnapshot<Result>(steps: Steps<Result>): Result {
      return whileBusy(() => {
        connection.execute(BEGIN);
        try {
          return runSteps(steps, execute);
        } finally {
          // An error of the disk ends the transaction.
          if (connection.inTransaction) connection.execute(COMMIT);
        }
      });
    },
    inTransactions: (steps) => whileBusy(() => runSteps(steps, execute)),
    destroy: () => undefined,
    close: async () => undefined,
  };
}
