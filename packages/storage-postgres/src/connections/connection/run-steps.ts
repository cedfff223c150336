import type { Row, Statement, Steps } from '@vitrine/storage-sql';
import type { Connection } from './connection.ts';
import { isLost, isTaken } from './errors.ts';

const BEGIN: Statement = { text: 'BEGIN', values: [] };
const COMMIT: Statement = { text: 'COMMIT', values: [] };
const ROLLBACK: Statement = { text: 'ROLLBACK', values: [] };

export type Execute = (statement: Statement) => Promise<readonly Row[]>;

/** Returns how to run statements of which those that draw insertion numbers run elsewhere. */
export function drawingBy(draw: Execute, execute: Execute): Execute {
  return (statement) => (statement.numbers === true ? draw(statement) : execute(statement));
}

/** Returns how to run statements of which those with `unlessTaken` return no rows if a key is taken. */
export function unlessTaken(execute: Execute): Execute {
  return async (statement) => {
    try {
      return await execute(statement);
    } catch (error) {
      if (statement.unlessTaken === true && isTaken(error)) return [];
      throw error;
    }
  };
}

/** Runs the remaining steps. Each statement is in a transaction of its own. */
export async function finish<Result>(
  steps: Steps<Result>,
  execute: Execute,
  first: IteratorResult<Statement, Result> = steps.next(),
): Promise<Result> {
  let step = first;
  while (!step.done) step = steps.next(await execute(step.value));
  return step.value;
}

/**
 * Runs the remaining steps in a transaction. If it fails, nothing was changed, unless the response to the commit was
 * lost.
 */
export async function transact<Result>(
  connection: Pick<Connection, 'execute'>,
  steps: Steps<Result>,
  first: Statement,
  check: () => Promise<void> = async () => undefined,
): Promise<Result> {
  try {
    const [, rows] = await Promise.all([connection.execute(BEGIN), connection.execute(first)]);
    const result = await finish(steps, connection.execute, steps.next(rows));
    await check();
    await connection.execute(COMMIT);
    return result;
  } catch (error) {
    if (!isLost(error)) await connection.execute(ROLLBACK).catch(() => undefined);
    throw error;
  }
}
