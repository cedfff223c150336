import type { AddLocationRequest, InferStoreResponse, MapResponse } from '@vitrine/client';
import { mapsTexts } from '../../../texts/en/maps.ts';
import { type LocationPlan, newFields } from './location-columns.ts';

type Fields = MapResponse['fields'];

const { wrong } = mapsTexts.imports;

/** Returns the fields that the map has after the import. */
export function fieldsOf({ fields }: MapResponse, found: InferStoreResponse, plan: LocationPlan): Fields {
  const known = new Set(fields.map(({ name }) => name));
  return [...fields, ...newFields(found, plan).filter(({ name }) => !known.has(name))];
}

/** Returns why a row can't be a location, as far as that is known without the server. Null: nothing is wrong. */
export function problemOf(
  { address, lat, lng, fields = {} }: AddLocationRequest,
  known: Fields,
): string | null {
  if (lat !== undefined && !isWithin(lat, 90)) return wrong.latitude;
  if (lng !== undefined && !isWithin(lng, 180)) return wrong.longitude;
  if ((lat === undefined) !== (lng === undefined)) return wrong.half;
  if (address === undefined && lat === undefined) return mapsTexts.panel.placeless;
  const types = new Map(known.map(({ name, type }) => [name, type]));
  const mismatch = Object.entries(fields ?? {}).find(
    ([name, value]) => value !== null && typeof value !== types.get(name),
  );
  return mismatch === undefined ? null : wrong.field(mismatch[0], types.get(mismatch[0]) === 'number');
}

function isWithin(degrees: unknown, most: number): boolean {
  return typeof degrees === 'number' && Math.abs(degrees) <= most;
}
