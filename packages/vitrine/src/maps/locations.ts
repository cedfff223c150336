import { NotFoundError } from '@vitrine/core';
import type { LocationResponse, SearchLocationsQuery, UpdateLocationRequest } from '@vitrine/core/contracts';
import { type AccountFlags, withAccount } from '../database/database.ts';
import { type AccountAccess, findMapId } from '../lists/named-resources.ts';
import { readPages } from '../lists/pages.ts';
import { printItem } from '../lists/print-item.ts';
import { type ListFlags, printList } from '../lists/print-list.ts';
import type { Column } from '../lists/table.ts';
import { CommandError, EXIT } from '../terminal/command-error.ts';
import { type ConfirmFlags, confirmLoss } from '../terminal/confirm.ts';
import { formatNumberOf, printLine, type Terminal } from '../terminal/terminal.ts';
import { toFieldValues } from './location-columns.ts';

/** A point in degrees. */
export interface Point {
  readonly lat: number;
  readonly lng: number;
}

export interface SearchLocationsFlags extends AccountFlags, ListFlags {
  readonly address?: string;
  readonly uniqueId?: string;
  readonly near?: Point;
  readonly radius?: number;
  readonly unit?: 'mi' | 'km';
  readonly field?: Readonly<Record<string, string>>;
}

export interface AddLocationFlags extends AccountFlags {
  readonly address?: string;
  readonly at?: Point;
  readonly uniqueId?: string;
  readonly name?: string;
  readonly field?: Readonly<Record<string, string>>;
  readonly json?: boolean;
}

export interface UpdateLocationFlags extends AddLocationFlags {
  /** Members to remove. */
  readonly clear: readonly ('address' | 'uniqueId' | 'name')[];
  /** Fields whose values to remove. */
  readonly clearField: readonly string[];
  /** Removes the coordinates, so that a server finds the address again. */
  readonly geocode?: boolean;
}

/** Runs `vitrine locations list`: prints the locations of a map, newest first. */
export function listLocations(
  terminal: Terminal,
  mapGiven: string,
  flags: AccountFlags & ListFlags,
): Promise<void> {
  return printLocations(terminal, mapGiven, {}, flags);
}

/** Runs `vitrine locations search`. Around a point it prints the nearest first, with their distances. */
export function searchLocations(
  terminal: Terminal,
  mapGiven: string,
  flags: SearchLocationsFlags,
): Promise<void> {
  const { address, uniqueId, near, radius, unit, field } = flags;
  const given = [address, uniqueId, near].filter((filter) => filter !== undefined);
  if (given.length > 1 || (given.length === 0 && field === undefined)) {
    throw new CommandError(EXIT.usage, 'Give one of --address, --unique-id and --near, or --field.');
  }
  for (const [flag, value] of [
    ['--radius', radius],
    ['--unit', unit],
  ]) {
    if (value !== undefined && near === undefined)
      throw new CommandError(EXIT.usage, `${flag} needs --near.`);
  }
  const query: SearchLocationsQuery = {
    ...(address === undefined ? {} : { address }),
    ...(uniqueId === undefined ? {} : { uniqueId }),
    ...near,
    ...(radius === undefined ? {} : { radius }),
    ...(unit === undefined ? {} : { unit }),
  };
  return printLocations(terminal, mapGiven, query, flags, field);
}

function printLocations(
  terminal: Terminal,
  mapGiven: string,
  filter: SearchLocationsQuery,
  flags: AccountFlags & ListFlags,
  values: Readonly<Record<string, string>> = {},
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const mapId = await findMapId({ vitrine, principal }, mapGiven);
    const { fields, unit } = await vitrine.maps.get(principal, mapId);
    const field = toFieldValues(fields, values);
    const pages = readPages(
      (query) => vitrine.locations.search(principal, mapId, { ...query, ...filter, field }),
      flags.limit,
    );
    const [id, ...others] = LOCATION_COLUMNS;
    const hasDistance = filter.lat !== undefined && id !== undefined;
    const columns = hasDistance ? [id, distanceColumn(filter.unit || unit), ...others] : LOCATION_COLUMNS;
    await printList(terminal, flags, columns, pages);
  });
}

function distanceColumn(unit: 'mi' | 'km'): Column<LocationResponse> {
  return { header: unit === 'mi' ? 'MILES' : 'KM', cell: ({ distance = null }) => distance };
}

const LOCATION_COLUMNS: readonly Column<LocationResponse>[] = [
  { header: 'ID', cell: ({ id }) => id, whole: true },
  { header: 'UNIQUE ID', cell: ({ uniqueId }) => uniqueId },
  { header: 'LAT', cell: ({ lat }) => lat },
  { header: 'LNG', cell: ({ lng }) => lng },
  { header: 'STATUS', cell: describeStatus },
  { header: 'NAME', cell: ({ name }) => name },
  { header: 'ADDRESS', cell: ({ address }) => address },
];

function describeStatus({ geocodeStatus, geocodePrecision, geocodeError }: LocationResponse): string {
  const details = [geocodePrecision, geocodeError].filter((detail) => detail !== null);
  return details.length === 0 ? geocodeStatus : `${geocodeStatus} (${details.join(', ')})`;
}

/** Runs `vitrine locations show`: prints one location, found by its id or its uniqueId. */
export function showLocation(
  terminal: Terminal,
  mapGiven: string,
  given: string,
  flags: AccountFlags & { readonly json?: boolean },
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const mapId = await findMapId({ vitrine, principal }, mapGiven);
    printLocation(terminal, await findLocation({ vitrine, principal }, mapId, given), flags);
  });
}

/** Runs `vitrine locations add`: adds one location, by address or coordinates. */
export function addLocation(terminal: Terminal, mapGiven: string, flags: AddLocationFlags): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const { address, at, uniqueId, name, field } = flags;
    const mapId = await findMapId({ vitrine, principal }, mapGiven);
    const { fields } = await vitrine.maps.get(principal, mapId);
    const location = await vitrine.locations.add(principal, mapId, {
      ...(address === undefined ? {} : { address }),
      ...at,
      ...(uniqueId === undefined ? {} : { uniqueId }),
      ...(name === undefined ? {} : { name }),
      ...(field === undefined ? {} : { fields: toFieldValues(fields, field) }),
    });
    printLocation(terminal, location, flags);
  });
}

function printLocation(
  terminal: Terminal,
  location: LocationResponse,
  flags: { readonly json?: boolean },
): void {
  printItem(terminal, flags, location, [
    ['id', location.id],
    ['unique id', location.uniqueId],
    ['name', location.name],
    ['address', location.address],
    ['lat', location.lat],
    ['lng', location.lng],
    ['status', describeStatus(location)],
    ['confidence', location.geocodeConfidence ?? undefined],
    ['matched', location.geocodeMatched?.join(', ')],
    ...Object.entries(location.fields).map(([name, value]) => [name, String(value)] as const),
    ['created', location.date_created],
    ['updated', location.date_updated],
  ]);
}

/** Runs `vitrine locations update`: changes the given members of a location, found by its id or its uniqueId. */
export function updateLocation(
  terminal: Terminal,
  mapGiven: string,
  given: string,
  flags: UpdateLocationFlags,
): Promise<void> {
  const changes = changesOf(flags);
  const { field = {}, clearField } = flags;
  const hasFields = Object.keys(field).length > 0 || clearField.length > 0;
  if (Object.keys(changes).length === 0 && !hasFields) {
    const members = '--address, --at, --unique-id, --name, --field, --clear, --clear-field or --geocode';
    throw new CommandError(EXIT.usage, `Give what to change: ${members}.`);
  }
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const mapId = await findMapId({ vitrine, principal }, mapGiven);
    const { id } = await findLocation({ vitrine, principal }, mapId, given);
    const map = await vitrine.maps.get(principal, mapId);
    const fields = {
      ...Object.fromEntries(clearField.map((name) => [name, null])),
      ...toFieldValues(map.fields, field),
    };
    const request = hasFields ? { ...changes, fields } : changes;
    printLocation(terminal, await vitrine.locations.update(principal, mapId, id, request), flags);
  });
}

function changesOf({
  address,
  at,
  uniqueId,
  name,
  clear,
  geocode,
}: UpdateLocationFlags): UpdateLocationRequest {
  return {
    ...Object.fromEntries(clear.map((member) => [member, null])),
    ...(geocode === true ? { lat: null, lng: null } : {}),
    ...(address === undefined ? {} : { address }),
    ...at,
    ...(uniqueId === undefined ? {} : { uniqueId }),
    ...(name === undefined ? {} : { name }),
  };
}

/** Runs `vitrine locations delete`: deletes locations, found by their ids or uniqueIds. They can't be restored. */
export function deleteLocations(
  terminal: Terminal,
  mapGiven: string,
  given: readonly string[],
  flags: AccountFlags & ConfirmFlags,
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const mapId = await findMapId({ vitrine, principal }, mapGiven);
    // All of them are found before the first is deleted, so that a wrong one leaves everything as it is.
    const ids = new Set<string>();
    for (const text of given) ids.add((await findLocation({ vitrine, principal }, mapId, text)).id);
    const { name } = await vitrine.maps.get(principal, mapId);
    const count = formatNumberOf(ids.size, 'location');
    await confirmLoss(
      terminal,
      `This deletes ${count} of map ${mapId} ${JSON.stringify(name)} permanently.`,
      flags,
    );
    for (const id of ids) {
      await vitrine.locations.delete(principal, mapId, id);
      printLine(terminal.stdout, `deleted  ${id}`);
    }
  });
}

/** Returns the location with the id or the uniqueId. An id takes precedence. @throws CommandError */
async function findLocation(
  { vitrine, principal }: AccountAccess,
  mapId: string,
  given: string,
): Promise<LocationResponse> {
  try {
    return await vitrine.locations.get(principal, mapId, given);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
  // An empty filter would list all locations.
  const { items } =
    given === '' ? { items: [] } : await vitrine.locations.search(principal, mapId, { uniqueId: given });
  const [location] = items;
  if (location !== undefined) return location;
  const message = `No such location in map ${mapId}: none has the id or the uniqueId ${JSON.stringify(given)}.`;
  throw new CommandError(EXIT.refused, message);
}
