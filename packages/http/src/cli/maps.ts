import { type AccountFlags, withAccount } from './database.ts';
import { listAll } from './pages.ts';
import { formatCount, printLine, printTable, type Terminal } from './terminal.ts';

export interface CreateMapFlags extends AccountFlags {
  readonly name: string;
  readonly searchRadius?: number;
  readonly maxResults?: number;
  readonly json?: boolean;
}

/** Runs `vitrine maps create`. */
export function createMap(terminal: Terminal, flags: CreateMapFlags): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const { name, searchRadius, maxResults } = flags;
    const map = await vitrine.maps.create(principal, {
      name,
      ...(searchRadius === undefined ? {} : { searchRadius }),
      ...(maxResults === undefined ? {} : { maxResults }),
    });
    if (flags.json === true) printLine(terminal.stdout, JSON.stringify(map));
    else printLine(terminal.stdout, `map ${map.id}  ${map.name}`);
  });
}

/** Runs `vitrine maps list`: prints the maps, newest first. */
export function listMaps(terminal: Terminal, flags: AccountFlags & { json?: boolean }): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const maps = await listAll((cursor) =>
      vitrine.maps.list(principal, { limit: 100, ...(cursor === undefined ? {} : { cursor }) }),
    );
    if (flags.json === true) {
      printLine(terminal.stdout, JSON.stringify(maps));
      return;
    }
    const rows = maps.map(({ id, name, locationCounts: { total, queued, failed } }) => [
      String(id),
      formatCount(total),
      formatCount(queued),
      formatCount(failed),
      name,
    ]);
    printTable(terminal.stdout, ['ID', 'LOCATIONS', 'QUEUED', 'FAILED', 'NAME'], rows);
  });
}
