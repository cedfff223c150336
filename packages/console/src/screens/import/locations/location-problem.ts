import type { AddLocationRequest, InferStoreResponse, MapResponse } from '@vitrine/client';
import { whyRefused } from '../../../../../core/src/imports/csv/csv-row.ts';
import { wordsOf } from '../../../requests/plain-words.ts';
import { locationTexts } from '../../../texts/en/maps/location.ts';
import { locationImportTexts } from '../../../texts/en/maps/location-import.ts';
import type { FileRow } from '../file/rows/file-rows.ts';
import { type LocationPlan, newFields, toLocation } from './location-columns.ts';

type Fields = MapResponse['fields'];

const { wrong } = locationImportTexts;

/** Returns the fields that the map has after the import. */
export function fieldsOf({ fields }: MapResponse, found: InferStoreResponse, plan: LocationPlan): Fields {
  const known = new Set(fields.map(({ name }) => name));
  return [...fields, ...newFields(found, plan).filter(({ name }) => !known.has(name))];
}

/** A row of the file as it is sent. */
export interface LocationRow {
  readonly location: AddLocationRequest;
  /** Why it is refused, as far as that is known without the server. Null: nothing is wrong. */
  readonly problem: string | null;
}

/** @param fields those that the map has after the import. */
export function readLocation(
  cells: FileRow,
  found: InferStoreResponse,
  plan: LocationPlan,
  fields: Fields,
): LocationRow {
  const location = toLocation(cells, found, plan, { fields });
  const row = { cells, problem: null, bareQuotes: 'none' } as const;
  const excess = whyRefused(row, found.properties.length, null);
  return { location, problem: excess === null ? problemOf(location, fields) : wordsOf(excess) };
}

/** Returns why a row can't be a location, as far as that is known without the server. Null: nothing is wrong. */
export function problemOf(
  { address, lat, lng, fields = {} }: AddLocationRequest,
  known: Fields,
): string | null {
  if (lat !== undefined && !isWithin(lat, 90)) return wrong.latitude;
  if (lng !== undefined && !isWithin(lng, 180)) return wrong.longitude;
  if ((lat === undefined) !== (lng === undefined)) return wrong.half;
  if (address === undefined && lat === undefined) return locationTexts.placeless;
  const types = new Map(known.map(({ name, type }) => [name, type]));
  const mismatch = Object.entries(fields ?? {}).find(
    ([name, value]) => value !== null && typeof value !== types.get(name),
  );
  return mismatch === undefined ? null : wrong.field(mismatch[0], types.get(mismatch[0]) === 'number');
}

function isWithin(degrees: unknown, most: number): boolean {
  return typeof degrees === 'number' && Math.abs(degrees) <= most;
}
