import type { LiveNearestSource } from '../../../contracts/live/live-sources.ts';
import { toMiles } from '../../../geo/units.ts';
import type { FindPlace } from '../../../geocoding/place-finder.ts';
import { ValidationError } from '../../../ground/errors.ts';
import { parseJsonNumber } from '../../../ground/json.ts';
import type { Millis, PropertyRow, StoreRow } from '../../../ground/rows.ts';
import { canBeStored } from '../../../ground/stored-text.ts';
import type { LiveEnvironment, SourcePlace } from '../../../live/check/live-environment.ts';
import type { CompiledLive } from '../../../live/design/compiled-design.ts';
import { type LookUp, lookUpOf, type Place } from '../../../live/opening/look-up.ts';
import type { SourceData, SourceResults } from '../../../live/values/source-data.ts';
import { scopeOf } from '../../../live/values/template-scope.ts';
import type { LiveValue } from '../../../live/values/variables.ts';
import { readFilters, readOrder } from '../../../schema/queries/read-query.ts';
import { readKey } from '../../../schema/read-id.ts';
import { schemaOf } from '../../../schema/store-schema.ts';
import type { MapRow } from '../../../storage/index.ts';
import { parseBoolean } from '../../../values/boolean-text.ts';
import type { ServiceContext } from '../../calls/context.ts';
import { dataOfLocation, dataOfRecord } from './source-records.ts';

/** What the sources of a design are read with. The rights are those of the account that owns the design. */
export interface SourceReading {
  readonly compiled: CompiledLive;
  readonly places: LiveEnvironment;
  readonly variables: ReadonlyMap<string, LiveValue>;
  readonly at: Millis;
  /** Stands for the key of the first source of the kind record. */
  readonly recordId: string | null;
  readonly findPlace: FindPlace;
  readonly signal: AbortSignal;
}

type ReadContext = Pick<ServiceContext, 'storage' | 'clock'>;

/**
 * Reads the sources of a design: a key costs one read, filters one search, a place one search of locations. A source
 * without a store, a map, a value or a match finds nothing.
 *
 * @throws UnavailableError if the storage is too busy.
 */
export async function readSources(context: ReadContext, reading: SourceReading): Promise<SourceResults> {
  const { compiled, places, variables, at, recordId } = reading;
  const { sources } = compiled.design;
  const found = new Map<string, SourceData | null>();
  const first = Object.keys(sources).find((name) => sources[name]?.kind === 'record');
  for (const name of compiled.sources) {
    const source = sources[name];
    const place = places.get(name) ?? null;
    if (source === undefined || place === null) found.set(name, null);
    else if (name === first && recordId !== null) {
      found.set(name, await getRecord(context, place, recordId));
    } else {
      const lookUp = lookUpOf(compiled, source, scopeOf(variables, found, at));
      found.set(name, lookUp === null ? null : await read(context, place, lookUp, reading));
    }
  }
  return found;
}

async function read(
  context: ReadContext,
  place: NonNullable<SourcePlace>,
  lookUp: LookUp,
  reading: SourceReading,
): Promise<SourceData | null> {
  if (lookUp.kind === 'nearest') {
    return 'fields' in place ? readNearest(context, place, lookUp, reading) : null;
  }
  if ('fields' in place) return null;
  if (lookUp.kind === 'record') {
    return readRecord(context, place, lookUp.key);
  }
  const { filters, source } = lookUp;
  const { where, issues } = readFilters(place, filters, source.match);
  const { order, issues: orderIssues } = readOrder(place, source.sortBy ?? undefined, source.sortDir);
  // A property was deleted, or a value is none of its type.
  if (issues.length > 0 || orderIssues.length > 0) return null;
  const query = { where, order, after: null, limit: 1 };
  const { rows } = await context.storage.records.find(place, query, context.clock(), {
    signal: reading.signal,
  });
  const [row] = rows;
  return row === undefined ? null : dataOfRecord(place, row);
}

/** Returns the record with a key. Null: there is none, or it is no key of the store. */
export async function readRecord(
  context: ReadContext,
  store: StoreRow,
  key: Readonly<Record<string, string>>,
): Promise<SourceData | null> {
  const id = idOf(store, key);
  return id === null ? null : getRecord(context, store, id);
}

async function getRecord(
  { storage, clock }: ReadContext,
  place: NonNullable<SourcePlace>,
  id: string,
): Promise<SourceData | null> {
  if ('fields' in place || !canBeStored(id)) return null;
  const row = await storage.records.get(place, id, clock());
  return row === null ? null : dataOfRecord(place, row);
}

/** Returns the id that a key identifies. Null: it is no key of the store. */
function idOf(store: StoreRow, key: Readonly<Record<string, string>>): string | null {
  const { unique } = schemaOf(store);
  if (unique.length === 0) return key.id ?? null;
  const body = Object.fromEntries(
    unique.map((property) => [property.name, typed(property, key[property.name])]),
  );
  try {
    return readKey(store, body);
  } catch (error) {
    if (error instanceof ValidationError) return null;
    throw error;
  }
}

/** Returns the JSON value of a text for a property: the URL has text only. */
function typed({ type }: PropertyRow, text: string | undefined): unknown {
  if (text === undefined) return null;
  if (type === 'number') return parseJsonNumber(text) ?? text;
  return type === 'boolean' ? (parseBoolean(text) ?? text) : text;
}

async function readNearest(
  { storage }: ReadContext,
  map: MapRow,
  { source, place }: { readonly source: LiveNearestSource; readonly place: Place },
  { findPlace, signal }: SourceReading,
): Promise<SourceData | null> {
  const center = 'address' in place ? await findPlace(place.address, signal) : place;
  if (center === null) return null;
  const unit = source.unit ?? map.unit;
  const radiusMiles =
    source.maxDistance === null ? toMiles(map.searchRadius, map.unit) : toMiles(source.maxDistance, unit);
  const query = { center, radiusMiles, after: null, limit: 1 };
  const { rows } = await storage.locations.near(map, query, { signal });
  const [row] = rows;
  return row === undefined ? null : dataOfLocation(map, row, unit);
}
