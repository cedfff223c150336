import type { Client } from '@vitrine/client';
import airports from '../../../../../examples/data/airports.csv';
import { NEW_STORE_HISTORY } from '../../records/keep-history.tsx';
import { openStore } from '../../requests/open-store.ts';

export interface SampleProgress {
  readonly done: number;
  readonly total: number;
}

/** Creates a store with the airports of the United States. Returns its id. */
export async function addSampleStore(
  client: Client,
  create: Client['stores']['create'],
  onProgress: (progress: SampleProgress) => void,
): Promise<string> {
  const response = await fetch(new URL(airports, import.meta.url));
  const records = readAirports(await response.text());
  const store = await create({
    name: 'Airports',
    description: 'Airports of the United States',
    history: NEW_STORE_HISTORY,
    properties: [
      { name: 'iata', type: 'string', unique: true, description: 'IATA code' },
      { name: 'name', type: 'string', required: true },
      { name: 'city', type: 'string' },
      { name: 'state', type: 'string' },
      { name: 'country', type: 'string' },
      { name: 'latitude', type: 'number' },
      { name: 'longitude', type: 'number' },
    ],
  });
  await openStore(client, store.id).upsertMany(records, {
    onProgress: ({ done }) => onProgress({ done, total: records.length }),
  });
  return store.id;
}

/** Reads the sample file. Some of its texts are quoted because they contain commas. */
function readAirports(text: string): Readonly<Record<string, string | number>>[] {
  const [head = '', ...lines] = text.trim().split(/\r?\n/);
  const names = head.split(',');
  return lines.map((line) => {
    const values = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
      ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '',
    );
    return Object.fromEntries(
      names.map((name, index) => {
        const value = values[index] ?? '';
        return [name, name === 'latitude' || name === 'longitude' ? Number(value) : value];
      }),
    );
  });
}
