import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './bench-database.ts';
import { printProfiles } from './cpu-profile.ts';
import type { Load } from './load/load.ts';
import type { Operation } from './operations.ts';
import { startOurs } from './served.ts';
import { provide, sideOf, walk } from './side.ts';

const MILLISECONDS = 4_000;

export interface ProfileOptions {
  readonly folder: string;
  readonly place: Place;
  readonly path: string;
  readonly records: number;
  readonly connections: number;
}

/**
 * Runs our server from its sources under `--cpu-prof`, once for each operation so that a profile contains little else,
 * and prints how its threads spent their time: thread 0 serves, the others write and scan.
 */
export async function profileOperations(
  load: Load,
  operations: readonly Operation[],
  { folder, place, path, records, connections }: ProfileOptions,
): Promise<void> {
  for (const operation of operations) {
    const profileTo = join(folder, operation.name.replaceAll(/\W+/g, '-'));
    mkdirSync(profileTo);
    const served = await startOurs({ place, source: true, profileTo }, path);
    try {
      const side = sideOf(served);
      await walk(side, operation);
      const most = operation.consumes?.concurrent;
      if (most !== undefined) await provide(side, operation, most);
      const { requests } = await load.run({
        port: served.port,
        key: served.key,
        path,
        operation: operation.name,
        context: { records, cursors: side.cursors },
        connections,
        milliseconds: MILLISECONDS,
        first: side.used[operation.name] ?? 0,
        most: most ?? Number.MAX_SAFE_INTEGER,
      });
      console.log(`\n## ${operation.name}: ${requests} requests`);
      await served.stop();
      printProfiles(profileTo, requests);
    } finally {
      await served.stop();
    }
  }
}
