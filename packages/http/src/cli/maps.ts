import type { MapResponse } from '@vitrine/core/contracts';
import { type AccountFlags, withAccount } from './database.ts';
import { readPages } from './lists/pages.ts';
import { type ListFlags, printList } from './lists/print-list.ts';
import type { Column } from './lists/table.ts';
import { formatCount, printLine, type Terminal } from './terminal.ts';

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
export function listMaps(terminal: Terminal, flags: AccountFlags & ListFlags): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const pages = readPages((query) => vitrine.maps.list(principal, query), flags.limit);
    await printList(terminal, flags, MAP_COLUMNS, pages);
  });
}

const MAP_COLUMNS: readonly Column<MapResponse>[] = [
  { header: 'ID', cell: ({ id }) => id, whole: true },
  { header: 'LOCATIONS', cell: ({ locationCounts }) => formatCount(locationCounts.total), align: 'right' },
  { header: 'QUEUED', cell: ({ locationCounts }) => formatCount(locationCounts.queued), align: 'right' },
  { header: 'FAILED', cell: ({ locationCounts }) => formatCount(locationCounts.failed), align: 'right' },
  { header: 'NAME', cell: ({ name }) => name },
];
