import { numberCell, type Row, textCell } from '@vitrine/storage-sql';
import type { Connection } from '../connections/connection/connection.ts';
import { setupErrorOf } from '../connections/connection/errors.ts';
import { MIN_VERSION } from '../connections/connection/server-check.ts';
import { PostgresSetupError } from '../connections/connection/setup-error.ts';
import type { NodeAddress } from './node-host.ts';

/** Settings of a node, as one text: Citus returns one cell of each node. */
const SETTINGS = ['server_version_num', 'synchronous_commit', 'lock_timeout'] as const;

const CELL = SETTINGS.map((name) => `current_setting('${name}')`).join(" || ' ' || ");

/**
 * The other nodes, with their settings or the reason why they did not respond. The adapter's own settings hold for its
 * sessions on the coordinator only; Citus opens the sessions on workers, with the settings of their database.
 */
const READ_NODES = `SELECT nodename, nodeport, success, result, hasmetadata AND metadatasynced
FROM run_command_on_all_nodes($$SELECT ${CELL}$$)
JOIN pg_dist_node USING (nodeid)
WHERE groupid <> 0
ORDER BY nodeid`;

const HAS_CITUS = "SELECT 1 FROM pg_extension WHERE extname = 'citus'";

const HAS_COORDINATOR = 'SELECT 1 FROM pg_dist_node WHERE groupid = 0';

/** Returns whether the database has the extension. */
export async function hasCitus(connection: Connection): Promise<boolean> {
  const rows = await connection.execute({ text: HAS_CITUS, values: [] });
  return rows.length > 0;
}

/**
 * Checks the nodes of a Citus cluster: that each responds, has a supported version, commits to its disk before it
 * acknowledges, limits the wait for a lock, has the metadata of the cluster, and can be reached from here.
 *
 * @throws PostgresSetupError with the first problem in one line, and the statement that solves it.
 */
export async function checkNodes(
  connection: Connection,
  reach: (address: NodeAddress) => Promise<void>,
): Promise<void> {
  const ask = (text: string) => connection.execute({ text, values: [] });
  if ((await ask(HAS_COORDINATOR)).length === 0) {
    throw new PostgresSetupError(
      "The coordinator is not in its own metadata; run SELECT citus_set_coordinator_host('<its address>', <its port>) there.",
    );
  }
  for (const row of await ask(READ_NODES)) {
    const address = { host: textCell(row[0]), port: numberCell(row[1]) };
    const problem = problemOf(row) ?? (await problemOfReach(() => reach(address)));
    if (problem !== null) {
      throw new PostgresSetupError(`Citus worker ${address.host}:${address.port}: ${problem}.`);
    }
  }
}

async function problemOfReach(reach: () => Promise<void>): Promise<string | null> {
  try {
    await reach();
    return null;
  } catch (error) {
    const { cause, message } = setupErrorOf(error, 'the worker');
    const reason = cause instanceof Error ? cause.message : message;
    return `this server can't connect to it, which requests for its stores need (${reason})`;
  }
}

function problemOf([, , success, result, hasMetadata]: Row): string | null {
  const [version, commit, lockTimeout] = String(result).split(' ');
  if (success !== 't') return `it does not respond (${result})`;
  if (!(Number(version) >= MIN_VERSION)) {
    return `PostgreSQL ${Math.floor(MIN_VERSION / 10_000)} or newer is needed; it has version ${version}`;
  }
  if (commit === 'off') {
    return 'synchronous_commit is off, so acknowledged writes may be lost; run ALTER SYSTEM SET synchronous_commit = on and SELECT pg_reload_conf() there';
  }
  if (lockTimeout === '0') {
    return "lock_timeout is 0, so a write may wait for a lock for its whole deadline; run ALTER SYSTEM SET lock_timeout = '10s' and SELECT pg_reload_conf() there";
  }
  if (hasMetadata !== 't') {
    return 'it does not have the metadata of the cluster; run SELECT start_metadata_sync_to_all_nodes() on the coordinator';
  }
  return null;
}
