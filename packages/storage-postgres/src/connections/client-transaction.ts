import { ValidationError } from '@vitrine/core/adapter';
import type { Row, Statement } from '@vitrine/storage-sql';
import type pg from 'pg';
import { rowQuery, rowsOf } from './connection.ts';
import { isLost, isNoTransaction } from './errors.ts';

/** Statements within the open transaction of an application's client. */
export interface ClientTransaction {
  execute(statement: Statement): Promise<readonly Row[]>;
  /** Runs a write of several statements, one at a time. If it fails, the transaction is as it was before. */
  inSavepoint<Result>(write: () => Promise<Result>): Promise<Result>;
}

/** The end of the last write on each client. */
const writes = new WeakMap<object, Promise<unknown>>();

/**
 * Uses a client of `pg`, whose settings stay as they are. It adds no listeners and no prepared statements.
 * @throws ValidationError at `client` for anything else, and from its calls if the client has no open transaction.
 */
export function clientTransaction(given: unknown): ClientTransaction {
  const client = requireClient(given);
  /** Set when the client was found to have an open transaction. */
  let checked: Promise<void> | null = null;

  async function send(statement: Statement): Promise<readonly Row[]> {
    try {
      return rowsOf(await client.query(rowQuery(statement.text, statement.values)));
    } catch (error) {
      throw isNoTransaction(error) ? noTransaction() : error;
    }
  }

  const command = async (text: string): Promise<void> => {
    await send({ text, values: [] });
  };

  /** A savepoint is an error outside of a transaction, also for a pool, whose statements run on any of its connections. */
  async function check(): Promise<void> {
    await command('SAVEPOINT vitrine');
    await command('RELEASE SAVEPOINT vitrine');
  }

  async function execute(statement: Statement): Promise<readonly Row[]> {
    checked ??= check();
    await checked;
    return send(statement);
  }

  async function write<Result>(run: () => Promise<Result>): Promise<Result> {
    await command('SAVEPOINT vitrine');
    try {
      const result = await run();
      await command('RELEASE SAVEPOINT vitrine');
      return result;
    } catch (error) {
      if (!isLost(error)) {
        await command('ROLLBACK TO SAVEPOINT vitrine');
        await command('RELEASE SAVEPOINT vitrine');
      }
      throw error;
    }
  }

  return {
    execute,
    inSavepoint(run) {
      const before = writes.get(client) ?? Promise.resolve();
      const result = before.then(() => write(run));
      writes.set(
        client,
        result.catch(() => undefined),
      );
      return result;
    },
  };
}

function requireClient(given: unknown): pg.ClientBase {
  const client = given as Partial<pg.ClientBase> | null;
  if (typeof client?.query !== 'function') throw noTransaction();
  return client as pg.ClientBase;
}

function noTransaction(): ValidationError {
  return new ValidationError([
    { path: 'client', message: 'Expected a client of pg with an open transaction: call it after BEGIN.' },
  ]);
}
