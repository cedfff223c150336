import type { BackendProfile } from '../../dialect/backends.ts';
import type { Connection } from './connection.ts';
import { PostgresSetupError } from './setup-error.ts';

/** The oldest supported `server_version_num`: PostgreSQL 15. */
export const MIN_VERSION = 150_000;

/** Checks the server's version and encoding. @throws PostgresSetupError if the server is not supported. */
export async function checkServer(connection: Pick<Connection, 'execute'>): Promise<void> {
  const [row] = await connection.execute({
    text: "SELECT CAST(current_setting('server_version_num') AS integer), current_setting('server_version'), current_setting('server_encoding')",
    values: [],
  });
  const [number, version, encoding] = row ?? [];
  if (!(Number(number) >= MIN_VERSION)) {
    throw new PostgresSetupError(
      `PostgreSQL ${Math.floor(MIN_VERSION / 10_000)} or newer is needed; the server is ${version}.`,
    );
  }
  if (encoding !== 'UTF8') {
    throw new PostgresSetupError(`The database must have the encoding UTF8; it has ${encoding}.`);
  }
}

/**
 * Checks that the layout was created for this backend. @throws PostgresSetupError if it was created for another one.
 */
export async function checkBackend(connection: Connection, { backend }: BackendProfile): Promise<void> {
  const [row] = await connection.execute({
    text: "SELECT backend FROM layout WHERE name = 'vitrine'",
    values: [],
  });
  if (row?.[0] !== backend) {
    throw new PostgresSetupError(
      `The database was set up for the backend ${row?.[0]}, not ${backend}; their layouts differ.`,
    );
  }
}
