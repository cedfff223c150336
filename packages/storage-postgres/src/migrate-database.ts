import type { Migration } from '@vitrine/core/storage';
import { type SqlEngine, startOperation } from '@vitrine/storage-sql';
import type { Connection } from './connections/connection/connection.ts';
import { isContention, isTaken, setupErrorOf } from './connections/connection/errors.ts';
import { RACES, runAgain } from './connections/connection/run-again.ts';
import { transact } from './connections/connection/run-steps.ts';
import { checkBackend, checkServer } from './connections/connection/server-check.ts';
import type { ExclusivePool } from './connections/pools/exclusive-pool.ts';
import type { BackendProfile } from './dialect/backends.ts';
import { checkNodes, hasCitus } from './nodes/citus-nodes.ts';
import type { NodeAddress } from './nodes/node-host.ts';

export interface MigrationOrder {
  readonly engine: SqlEngine;
  readonly profile: BackendProfile;
  readonly workers: ExclusivePool;
  /** Hosts, port and database, for messages. */
  readonly where: string;
  /** The schema of the tables. Null: it exists, and the connections find it. */
  readonly schema: string | null;
  /** Connects to a node of a cluster once. Rejects if it can't be reached from here. */
  reachNode(address: NodeAddress): Promise<void>;
}

export interface Migrated {
  readonly migration: Migration;
  /** Whether the database is a cluster, whose nodes hold the records. */
  readonly hasNodes: boolean;
}

/**
 * Checks the server and the nodes of its cluster, and brings the layout to the version of this program. Servers that start at
 * the same time may all call it: what lost a race is run again.
 *
 * @throws PostgresSetupError if a server is not supported or not set up, or can't be reached.
 */
export async function migrateDatabase({
  engine,
  profile,
  workers,
  where,
  schema,
  reachNode,
}: MigrationOrder): Promise<Migrated> {
  try {
    return await runAgain(
      (error, attempt) => isContention(error) && attempt <= RACES,
      () =>
        workers.use(async (connection) => {
          await checkServer(connection);
          if (schema !== null) await createSchema(connection, schema);
          const hasNodes = profile.distributed && (await hasCitus(connection));
          if (hasNodes) await checkNodes(connection, reachNode);
          const steps = startOperation(engine, 'migrateLayout', null);
          const first = steps.next();
          const migration = first.done
            ? first.value
            : await transact(connection, steps, first.value, () => checkBackend(connection, profile));
          return { migration, hasNodes };
        }),
    );
  } catch (error) {
    throw setupErrorOf(error, where);
  }
}

/** A user who may create none may use one that exists. */
async function createSchema({ execute }: Connection, schema: string): Promise<void> {
  const [row] = await execute({ text: 'SELECT to_regnamespace($1) IS NULL', values: [schema] });
  if (row?.[0] !== 't') return;
  try {
    await execute({ text: `CREATE SCHEMA IF NOT EXISTS ${schema}`, values: [] });
  } catch (error) {
    // Another server has created it at the same time.
    if (!isTaken(error)) throw error;
  }
}
