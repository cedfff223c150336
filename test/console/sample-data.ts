import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { ConsoleServer } from './console-server.ts';

/** The airports of the examples: 3,376 rows of text. */
const AIRPORTS_CSV = new URL('../../examples/data/airports.csv', import.meta.url);

/** Creates a store with the airports of the examples. Returns its id. */
export async function addAirports({ vitrine, principal }: ConsoleServer, count = 3_376): Promise<string> {
  const store = await vitrine.stores.create(principal, {
    name: 'Airports',
    description: 'Airports of the United States',
    properties: [
      { name: 'iata', type: 'string', unique: true },
      { name: 'name', type: 'string', required: true },
      { name: 'city', type: 'string' },
      { name: 'state', type: 'string' },
      { name: 'country', type: 'string' },
      { name: 'latitude', type: 'number' },
      { name: 'longitude', type: 'number' },
    ],
  });
  const rows: Record<string, string>[] = parse(readFileSync(AIRPORTS_CSV), { columns: true });
  const records = rows.slice(0, count).map(({ latitude, longitude, ...texts }) => ({
    ...texts,
    latitude: Number(latitude),
    longitude: Number(longitude),
  }));
  for (let from = 0; from < records.length; from += 100) {
    await vitrine.records.batchUpsert(principal, store.id, { records: records.slice(from, from + 100) });
  }
  return store.id;
}

/** Creates a store with every type of property and some awkward values. Returns its id. */
export async function addProducts(
  { vitrine, principal }: ConsoleServer,
  more: { readonly history?: string } = {},
): Promise<string> {
  const store = await vitrine.stores.create(principal, {
    name: 'Products',
    ...more,
    properties: [
      { name: 'sku', type: 'string', unique: true },
      { name: 'title', type: 'string', required: true },
      { name: 'price', type: 'number' },
      { name: 'available', type: 'boolean' },
      { name: 'released', type: 'datetime' },
      { name: 'picture', type: 'url_image' },
      { name: 'page', type: 'url_link' },
    ],
  });
  const titles = ['Walnut desk', 'Brass lamp', 'Linen chair', 'Oak shelf', 'Wool rug', 'Glass vase'];
  const records = Array.from({ length: 48 }, (_, index) => ({
    sku: `SKU-${String(index + 1).padStart(4, '0')}`,
    title: `${titles[index % titles.length]} ${index + 1}`,
    price: index % 7 === 6 ? null : Math.round(1_990 + index * 731.7) / 100,
    available: index % 3 === 0 ? null : index % 3 === 1,
    released: new Date(Date.UTC(2026, index % 12, 1 + (index % 27), 9)).toISOString(),
    page: `https://shop.example/p/${index + 1}`,
  }));
  await vitrine.records.batchUpsert(principal, store.id, { records });
  return store.id;
}

/** Creates a store with 500 orders over two years, without randomness. Returns its id. */
export async function addOrders({ vitrine, principal }: ConsoleServer): Promise<string> {
  const store = await vitrine.stores.create(principal, {
    name: 'Orders',
    properties: [
      { name: 'ordered', type: 'datetime', required: true },
      { name: 'channel', type: 'string' },
      { name: 'country', type: 'string' },
      { name: 'amount', type: 'number' },
      { name: 'gift', type: 'boolean' },
    ],
  });
  const channels = ['Shop', 'Shop', 'Web', 'Web', 'Web', 'Telephone', null];
  const countries = ['Germany', 'France', 'Italy', 'Spain', 'Poland', 'Austria', 'Netherlands'];
  const records = Array.from({ length: 500 }, (_, index) => ({
    ordered: new Date(Date.UTC(2024, 0, 1, 5) + index * index * 5_040_000 * 0.05).toISOString(),
    channel: channels[(index * 5) % channels.length],
    country: countries[(index * index) % countries.length],
    amount:
      index % 11 === 10 ? null : Math.round(2_000 + 1_900 * Math.sin(index / 9) + (index % 13) * 310) / 100,
    gift: index % 4 === 0,
  }));
  for (let from = 0; from < records.length; from += 100) {
    await vitrine.records.batchUpsert(principal, store.id, { records: records.slice(from, from + 100) });
  }
  return store.id;
}
