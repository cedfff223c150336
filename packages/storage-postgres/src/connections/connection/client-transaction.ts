import { ValidationError } from '@vitrine/core/adapter';
import type { Row, Statement } from '@vitrine/storage-sql';
import pg from 'pg';
import { rowQuery, rowsOf } from './connection.ts';
import { isLost, isNoTable, isNoTransaction } from './errors.ts';
import type { Execute } from './run-steps.ts';

/**
 * Runs statements within the open transaction of an application's client. If they fail, the transaction is as it was before.
 * One call runs at a time on each client.
 */
export type InClientTransaction = <Result>(run: (execute: Execute) => Promise<Result>) => Promise<Result>;

/** The end of the last call on each client. */
const calls = new WeakMap<object, Promise<unknown>>();

// A savepoint is an error outside of a transaction, also for a pool, whose statements run on any of its connections.
const BEGIN = 'SAVEPOINT vitrine';
const END = 'RELEASE SAVEPOINT vitrine';
const UNDO = `ROLLBACK TO SAVEPOINT vitrine; ${END}`;

/**
 * Uses a client of `pg`, whose settings stay as they are. It adds no listeners and no prepared statements.
 *
 * @param schema of the tables. Null: that of the client.
 * @throws ValidationError at `client` for anything else, and from its calls if the client has no open transaction.
 */
export function clientTransaction(given: unknown, schema: string | null): InClientTransaction {
  const client = requireClient(given);

  async function guarded<Result>(send: () => Promise<Result>): Promise<Result> {
    try {
      return await send();
    } catch (error) {
      if (isNoTransaction(error)) throw refused('call it after BEGIN, and not after a statement that failed');
      if (isNoTable(error)) throw refused('its search_path does not find the tables of Vitrine');
      throw error;
    }
  }

  const execute = (statement: Statement): Promise<readonly Row[]> =>
    guarded(async () => rowsOf(await client.query(rowQuery(statement.text, statement.values))));

  const command = (text: string): Promise<unknown> => guarded(() => client.query(text));

  /** Begins the statements of a call. Returns the command that ends them. */
  async function begin(): Promise<string> {
    await command(BEGIN);
    if (schema === null) return END;
    const [before] = await execute({ text: "SELECT current_setting('search_path')", values: [] });
    await command(`SET LOCAL search_path = ${schema}`);
    return `SELECT set_config('search_path', ${pg.escapeLiteral(String(before?.[0]))}, true); ${END}`;
  }

  async function call<Result>(run: (execute: Execute) => Promise<Result>): Promise<Result> {
    const end = await begin();
    try {
      const result = await run(execute);
      await command(end);
      return result;
    } catch (error) {
      if (!isLost(error)) await command(UNDO);
      throw error;
    }
  }

  return (run) => {
    const before = calls.get(client) ?? Promise.resolve();
    const result = before.then(() => call(run));
    calls.set(
      client,
      result.catch(() => undefined),
    );
    return result;
  };
}

function requireClient(given: unknown): pg.ClientBase {
  const client = given as Partial<pg.ClientBase> | null;
  if (typeof client?.query !== 'function') throw refused('call it after BEGIN');
  return client as pg.ClientBase;
}

function refused(why: string): ValidationError {
  return new ValidationError([
    { path: 'client', message: `Expected a client of pg with an open transaction: ${why}.` },
  ]);
}
