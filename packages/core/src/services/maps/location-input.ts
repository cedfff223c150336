import type { UpdateLocationRequest } from '../../contracts/maps/locations.ts';
import type { Issue } from '../../ground/errors.ts';
import type { LocationChange } from '../../storage/index.ts';

/** Finds issues of a combination of members, not of their values. Takes the raw input, so that all issues are found. */
type FindIssues = (input: unknown) => Issue[];

const PLACELESS = 'Expected an address, or lat and lng.';

/** docs/rules.md#location: both coordinates or neither, and an address if there are none. */
export const findNewPlaceIssues: FindIssues = (input) => {
  // Input that is not an object has an issue of its own.
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return [];
  const hasLat = isSet(input, 'lat');
  const hasLng = isSet(input, 'lng');
  if (hasLat !== hasLng) return [missingPartner(hasLat ? 'lng' : 'lat')];
  return hasLat || isSet(input, 'address') ? [] : [{ path: 'address', message: PLACELESS }];
};

/** docs/rules.md#location: both coordinates or neither, both numbers or both null. */
export const findChangedPlaceIssues: FindIssues = (input) => {
  const [lat, lng] = [member(input, 'lat'), member(input, 'lng')];
  if ((lat === undefined) !== (lng === undefined)) return [missingPartner(lat === undefined ? 'lat' : 'lng')];
  if ((lat === null) === (lng === null)) return [];
  return [
    { path: lat === null ? 'lat' : 'lng', message: 'Expected lat and lng both as numbers, or both null.' },
  ];
};

/** Returns the issues of a change that would leave a location with neither coordinates nor an address. */
export function placelessIssues({ address, lat }: UpdateLocationRequest): Issue[] {
  const paths = [...(lat === null ? ['lat', 'lng'] : []), ...(address === null ? ['address'] : [])];
  return paths.map((path) => ({ path, message: PLACELESS }));
}

/** docs/rules.md#location-search: one filter at a time, a point has two coordinates, and a radius needs a point. */
export const findFilterIssues: FindIssues = (input) => {
  const issues: Issue[] = [];
  const [hasLat, hasLng] = [isSet(input, 'lat'), isSet(input, 'lng')];
  const filters = [
    ...(isSet(input, 'address') ? ['address'] : []),
    ...(isSet(input, 'uniqueId') ? ['uniqueId'] : []),
    ...(hasLat ? ['lat'] : []),
    ...(hasLng ? ['lng'] : []),
  ];
  if (filters.some((name) => !isPoint(name)) && filters.length > 1) {
    const message = 'Expected one filter at a time: address, or uniqueId, or lat with lng.';
    issues.push(...filters.map((path) => ({ path, message })));
  }
  if (hasLat !== hasLng) issues.push(missingPartner(hasLat ? 'lng' : 'lat'));
  for (const path of ['radiusMiles', 'radius']) {
    if (isSet(input, path) && !(hasLat && hasLng)) {
      issues.push({ path, message: 'Expected only with lat and lng.' });
    }
  }
  if (isSet(input, 'radiusMiles') && isSet(input, 'radius')) {
    issues.push({ path: 'radius', message: 'Expected either radius or radiusMiles.' });
  }
  return issues;
};

function isPoint(name: string): boolean {
  return name === 'lat' || name === 'lng';
}

/** Converts a validated request to a change. */
export function toChange({
  uniqueId,
  name,
  address,
  lat,
  lng,
}: Omit<UpdateLocationRequest, 'fields'>): LocationChange {
  const isPlaced = typeof lat === 'number' && typeof lng === 'number';
  return {
    ...(uniqueId === undefined ? {} : { uniqueId }),
    ...(name === undefined ? {} : { name }),
    ...(address === undefined ? {} : { address }),
    ...(lat === undefined ? {} : { place: isPlaced ? { lat: lat + 0, lng: lng + 0 } : null }),
  };
}

function missingPartner(path: 'lat' | 'lng'): Issue {
  return { path, message: 'Expected lat and lng together.' };
}

function isSet(input: unknown, name: string): boolean {
  const value = member(input, name);
  return value !== undefined && value !== null;
}

function member(input: unknown, name: string): unknown {
  return typeof input === 'object' && input !== null && Object.hasOwn(input, name)
    ? (input as Record<string, unknown>)[name]
    : undefined;
}
