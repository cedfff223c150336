import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { isContention } from '../../packages/storage-postgres/src/connections/connection/errors.ts';
import { runAgain } from '../../packages/storage-postgres/src/connections/connection/run-again.ts';

/** A separate database on the PostgreSQL of the test run. */
export interface TestDatabase {
  readonly url: string;
  /** The engine of the server. */
  readonly backend: 'postgres' | 'citus';
  /** Creates an empty schema. It serves as a database and is faster to create. */
  createSchema(): Promise<TestSchema>;
  /** Closes all connections with the application name, as an operator or a failing server would. */
  endConnections(applicationName: string): Promise<void>;
  drop(): Promise<void>;
}

export interface TestSchema {
  /** Opens the database with this schema as its search path. */
  readonly url: string;
}

interface DatabaseOptions {
  /** Whether the database has the tables of a storage on PostgreSQL, as after its `migrate`. Default: it is empty. */
  readonly migrated?: boolean;
}

/**
 * Creates a database on `TEST_DATABASE_URL`, or on a PostgreSQL that the test run starts. Call it once for each
 * test file in `beforeAll`, and `drop` in `afterAll`. Tests are never skipped: without a server they fail. On a Citus
 * cluster it is a schema, because a further database would need the extension and its nodes.
 */
export async function createTestDatabase({ migrated = false }: DatabaseOptions = {}): Promise<TestDatabase> {
  const server = await fromBroker('');
  if (inject('postgresBackend') === 'citus') return createCitusSchema(server);
  const name = `vitrine_test_${randomBytes(6).toString('hex')}`;
  const template = migrated ? await fromBroker('/template') : 'template0';
  await execute(server, `CREATE DATABASE ${name} TEMPLATE ${template} ENCODING 'UTF8'`);
  const url = new URL(server);
  url.pathname = name;
  const pool = new pg.Pool({ connectionString: url.href, max: 2 });
  pool.on('error', () => undefined);
  let schemas = 0;
  return {
    url: url.href,
    backend: 'postgres',
    async createSchema() {
      const schema = `s${++schemas}`;
      await pool.query(`CREATE SCHEMA ${schema}`);
      const own = new URL(url);
      own.searchParams.set('options', `-c search_path=${schema}`);
      return { url: own.href };
    },
    async endConnections(applicationName) {
      await pool.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND application_name = $2',
        [name, applicationName],
      );
    },
    async drop() {
      await pool.end();
      await dropDatabase(server, name);
    },
  };
}

async function createCitusSchema(server: string): Promise<TestDatabase> {
  const name = `vitrine_test_${randomBytes(6).toString('hex')}`;
  await execute(server, `CREATE SCHEMA ${name}`);
  const url = new URL(server);
  url.searchParams.set('options', `-c search_path=${name}`);
  return {
    url: url.href,
    backend: 'citus',
    createSchema: () => createCitusSchema(server),
    endConnections: () => Promise.reject(new Error('A schema has no connections of its own.')),
    drop: () => dropSchema(server, name),
  };
}

/**
 * Waits five seconds, as PostgreSQL does, for connections that close: `end` of a pool does not wait for its servers, and a
 * connection that is terminated before it has closed is an error of its pool. Connections that a test left open are terminated.
 */
async function dropDatabase(server: string, name: string): Promise<void> {
  try {
    await execute(server, `DROP DATABASE ${name}`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== IN_USE) throw error;
    await execute(server, `DROP DATABASE ${name} WITH (FORCE)`);
  }
}

/** The code of PostgreSQL for `object_in_use`. */
const IN_USE = '55006';

const DROPS_MAX = 5;

/** Files that run at the same time create and drop tables in all of the cluster, so one may lose a deadlock. */
function dropSchema(server: string, name: string): Promise<void> {
  return runAgain(
    (error, attempt) => isContention(error) && attempt < DROPS_MAX,
    () => execute(server, `DROP SCHEMA ${name} CASCADE`),
  );
}

/** Requests the URL of the server, or the name of the template. */
async function fromBroker(path: '' | '/template'): Promise<string> {
  const response = await fetch(`${inject('postgresBroker')}${path}`);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
