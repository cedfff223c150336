import type { MapResponse } from '@vitrine/core/contracts';
import { CommandError, EXIT } from './command-error.ts';
import { type ConfirmFlags, confirmLoss } from './confirm.ts';
import { type AccountFlags, withAccount } from './database.ts';
import { readPages } from './lists/pages.ts';
import { printItem } from './lists/print-item.ts';
import { type ListFlags, printList } from './lists/print-list.ts';
import type { Column } from './lists/table.ts';
import { findMapId } from './named-resources.ts';
import { formatCount, formatNumberOf, printLine, type Terminal } from './terminal.ts';

export interface CreateMapFlags extends AccountFlags {
  readonly name: string;
  readonly searchRadius?: number;
  readonly maxResults?: number;
  readonly json?: boolean;
}

export interface UpdateMapFlags extends Omit<CreateMapFlags, 'name'> {
  readonly name?: string;
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

/** Runs `vitrine maps show`. */
export function showMap(
  terminal: Terminal,
  given: string,
  flags: AccountFlags & { readonly json?: boolean },
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const map = await vitrine.maps.get(principal, await findMapId({ vitrine, principal }, given));
    printMap(terminal, map, flags);
  });
}

/** Runs `vitrine maps update`: changes the given members. */
export function updateMap(terminal: Terminal, given: string, flags: UpdateMapFlags): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const { name, searchRadius, maxResults } = flags;
    if (name === undefined && searchRadius === undefined && maxResults === undefined) {
      throw new CommandError(EXIT.usage, 'Give what to change: --name, --search-radius or --max-results.');
    }
    const mapId = await findMapId({ vitrine, principal }, given);
    const map = await vitrine.maps.update(principal, mapId, {
      ...(name === undefined ? {} : { name }),
      ...(searchRadius === undefined ? {} : { searchRadius }),
      ...(maxResults === undefined ? {} : { maxResults }),
    });
    printMap(terminal, map, flags);
  });
}

/** Runs `vitrine maps delete`: deletes a map with its locations. They can't be restored. */
export function deleteMap(
  terminal: Terminal,
  given: string,
  flags: AccountFlags & ConfirmFlags,
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const mapId = await findMapId({ vitrine, principal }, given);
    const { name, locationCounts } = await vitrine.maps.get(principal, mapId);
    const locations = formatNumberOf(locationCounts.total, 'location');
    const loss = `This deletes map ${mapId} ${JSON.stringify(name)} with ${locations} permanently.`;
    await confirmLoss(terminal, loss, flags);
    await vitrine.maps.delete(principal, mapId);
    printLine(terminal.stdout, `deleted  ${mapId}`);
  });
}

function printMap(terminal: Terminal, map: MapResponse, flags: { readonly json?: boolean }): void {
  const { total, located, queued, failed } = map.locationCounts;
  printItem(terminal, flags, map, [
    ['id', map.id],
    ['name', map.name],
    ['search radius', `${formatCount(map.searchRadius)} miles`],
    ['max results', formatCount(map.maxResults)],
    ['locations', formatCount(total)],
    ['located', formatCount(located)],
    ['queued', formatCount(queued)],
    ['failed', formatCount(failed)],
    ['created', map.date_created],
    ['updated', map.date_updated],
  ]);
}
