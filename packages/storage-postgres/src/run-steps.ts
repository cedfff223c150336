import type { Row, Statement, Steps } from '@vitrine/storage-sql';
import type { Connection } from './connection.ts';
import { isLost } from './errors.ts';

const BEGIN: Statement = { text: 'BEGIN', values: [] };
const COMMIT: Statement = { text: 'COMMIT', values: [] };
const ROLLBACK: Statement = { text: 'ROLLBACK', values: [] };

/** Runs the rest of a program; each statement is in a transaction of its own. */
export async function finish<Result>(
  program: Steps<Result>,
  execute: (statement: Statement) => Promise<readonly Row[]>,
  first: IteratorResult<Statement, Result> = program.next(),
): Promise<Result> {
  let step = first;
  while (!step.done) step = program.next(await execute(step.value));
  return step.value;
}

/** Runs the rest of a program in a transaction. When it fails nothing was done, unless the commit's answer was lost. */
export async function transact<Result>(
  connection: Pick<Connection, 'execute'>,
  program: Steps<Result>,
  first: Statement,
  check: () => Promise<void> = async () => undefined,
): Promise<Result> {
  try {
    const [, rows] = await Promise.all([connection.execute(BEGIN), connection.execute(first)]);
    const result = await finish(program, connection.execute, program.next(rows));
    await check();
    await connection.execute(COMMIT);
    return result;
  } catch (error) {
    if (!isLost(error)) await connection.execute(ROLLBACK).catch(() => undefined);
    throw error;
  }
}
