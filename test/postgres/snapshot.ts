import type { Steps } from '@vitrine/storage-sql';
import type { Connection } from '../../packages/storage-postgres/src/connections/connection/connection.ts';
import { finish } from '../../packages/storage-postgres/src/connections/connection/run-steps.ts';

/** Reads in one snapshot of a connection. */
export async function inSnapshot<Result>(
  { execute }: Pick<Connection, 'execute'>,
  read: () => Promise<Result>,
): Promise<Result> {
  await execute({ text: 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY', values: [] });
  const result = await read();
  await execute({ text: 'COMMIT', values: [] });
  return result;
}

/** Runs steps in one snapshot of a connection. */
export function stepsInSnapshot<Result>(connection: Pick<Connection, 'execute'>, steps: Steps<Result>) {
  return inSnapshot(connection, () => finish(steps, connection.execute));
}
