import type { Client, MapResponse } from '@vitrine/client';
import { csvOf } from '../../components/files/csv.ts';
import { fileNameOf, saveFile } from '../../components/files/save-file.ts';

const PAGE_SIZE = 100;

/** Saves the locations of a map as a CSV, with the names by which an import takes all of their values. */
export async function saveLocations(client: Client, { id, name, fields }: MapResponse): Promise<void> {
  const locations = await client.locations.search(id, { limit: PAGE_SIZE }).all();
  const names = fields.map((field) => field.name);
  const rows = locations.map((location) => [
    location.uniqueId,
    location.name,
    location.address,
    location.lat,
    location.lng,
    ...names.map((field) => location.fields[field] ?? null),
  ]);
  const text = csvOf([['uniqueId', 'name', 'address', 'lat', 'lng', ...names], ...rows]);
  saveFile(new Blob([text], { type: 'text/csv' }), fileNameOf(name, 'csv'));
}
