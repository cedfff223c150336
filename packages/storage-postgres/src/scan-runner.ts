import type { Row, Statement } from '@vitrine/storage-sql';
import type { Connection } from './connection.ts';
import type { ExclusiveGroup } from './exclusive-group.ts';

/**
 * Beside other scans the processors have enough to do, and starting a parallel worker costs some milliseconds of one. So
 * there only scans of some hundred thousand records get any.
 */
const BESIDE_OTHERS = 'SET parallel_setup_cost = 4000';
const ALONE = 'SET parallel_setup_cost TO DEFAULT';

/**
 * Runs scans, each on a connection of its own. One that finds no other under way in this process is planned with the server's
 * own settings, so it may have parallel workers; measured with 100,000 records: a first page by a number is answered a third
 * sooner, and 32 callers of it would have a quarter less of them.
 */
export function scanRunner(group: ExclusiveGroup): (statement: Statement) => Promise<readonly Row[]> {
  const settings = new WeakMap<Connection, string>();

  /** Goes ahead of the scan in the connection's pipeline. Engines that don't know the setting have no use for it. */
  function prepare(connection: Connection, setting: string): void {
    if ((settings.get(connection) ?? ALONE) === setting) return;
    settings.set(connection, setting);
    connection.execute({ text: setting, values: [] }).catch(() => undefined);
  }

  return (statement) => {
    const setting = group.load().underWay === 0 ? ALONE : BESIDE_OTHERS;
    return group.use((connection) => {
      prepare(connection, setting);
      return connection.execute(statement);
    });
  };
}
