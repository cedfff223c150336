import type { MapResponse } from '@vitrine/core/contracts';
import { quoteAll } from '@vitrine/core/imports';
import { nameHint } from '@vitrine/core/server';
import { type AccountFlags, withAccount } from '../database/database.ts';
import { findMapId } from '../lists/named-resources.ts';
import { readPages } from '../lists/pages.ts';
import { printItem } from '../lists/print-item.ts';
import { type ListFlags, printList } from '../lists/print-list.ts';
import type { Column } from '../lists/table.ts';
import { CommandError, EXIT } from '../terminal/command-error.ts';
import { type ConfirmFlags, confirmLoss } from '../terminal/confirm.ts';
import { formatCount, formatNumberOf, printLine, type Terminal } from '../terminal/terminal.ts';

export interface MapFieldFlag {
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean';
}

export interface CreateMapFlags extends AccountFlags {
  readonly name: string;
  readonly searchRadius?: number;
  readonly maxResults?: number;
  readonly unit?: 'mi' | 'km';
  readonly field?: readonly MapFieldFlag[];
  readonly json?: boolean;
}

export interface UpdateMapFlags extends Omit<CreateMapFlags, 'name'> {
  readonly name?: string;
  readonly removeField: readonly string[];
}

/** Runs `vitrine maps create`. */
export function createMap(terminal: Terminal, flags: CreateMapFlags): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const { name, field = [] } = flags;
    const map = await vitrine.maps.create(principal, { name, ...searchOf(flags), fields: [...field] });
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
    const { name, field = [], removeField } = flags;
    const isFieldChange = field.length > 0 || removeField.length > 0;
    const change = { ...(name === undefined ? {} : { name }), ...searchOf(flags) };
    if (Object.keys(change).length === 0 && !isFieldChange) {
      const known = '--name, --search-radius, --max-results, --unit, --field or --remove-field';
      throw new CommandError(EXIT.usage, `Give what to change: ${known}.`);
    }
    const mapId = await findMapId({ vitrine, principal }, given);
    const { fields } = await vitrine.maps.get(principal, mapId);
    const map = await vitrine.maps.update(principal, mapId, {
      ...change,
      ...(isFieldChange ? { fields: changeFields(fields, field, removeField) } : {}),
    });
    printMap(terminal, map, flags);
  });
}

/** Returns the given members of the search of a map. */
function searchOf({ searchRadius, maxResults, unit }: Omit<CreateMapFlags, 'name'>) {
  return {
    ...(searchRadius === undefined ? {} : { searchRadius }),
    ...(maxResults === undefined ? {} : { maxResults }),
    ...(unit === undefined ? {} : { unit }),
  };
}

/**
 * Returns the fields after additions and removals. @throws CommandError for a field to remove that is unknown, and for
 * one to add whose name is taken, because another type would delete its values.
 */
function changeFields(
  fields: readonly MapFieldFlag[],
  added: readonly MapFieldFlag[],
  removed: readonly string[],
): MapFieldFlag[] {
  const names = fields.map(({ name }) => name);
  const unknown = removed.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new CommandError(
      EXIT.refused,
      `The map has no field ${quoteAll(unknown)}.${nameHint(unknown[0] ?? '', names)}`,
    );
  }
  const left = fields.filter(({ name }) => !removed.includes(name));
  const taken = added.map(({ name }) => name).filter((name) => left.some((field) => field.name === name));
  if (taken.length > 0) {
    throw new CommandError(
      EXIT.refused,
      `The map already has a field ${quoteAll(taken)}. Use --remove-field first.`,
    );
  }
  return [...left, ...added];
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
    ['search radius', `${formatCount(map.searchRadius)} ${map.unit === 'km' ? 'km' : 'miles'}`],
    ['max results', formatCount(map.maxResults)],
    ['fields', map.fields.map(({ name, type }) => `${name} (${type})`).join(', ') || undefined],
    ['locations', formatCount(total)],
    ['located', formatCount(located)],
    ['queued', formatCount(queued)],
    ['failed', formatCount(failed)],
    ['created', map.date_created],
    ['updated', map.date_updated],
  ]);
}
