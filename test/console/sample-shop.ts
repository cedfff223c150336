import { type PictureName, pictureOf } from '../gallery/live/product-pictures.ts';
import type { ConsoleServer } from './console-server.ts';

const PRODUCTS = [
  ['A-1', 'Tote “Wave” in walnut leather', 149.9, 3, 'tote', '2027-11-30T22:00:00Z'],
  ['A-2', 'Brass lamp “Lido”', 89, 0, 'lamp', '2027-12-24T17:00:00Z'],
  ['A-3', 'Mug', 12.5, 48, 'mug', null],
  ['A-4', 'Headphones for long evenings, with a case and two cables', 229, 7, 'headphones', null],
] as const satisfies readonly (readonly [string, string, number, number, PictureName, string | null])[];

/** What a shop has. */
export interface SampleShop {
  readonly storeId: string;
  /** The ids of the records by their `sku`. */
  readonly records: ReadonlyMap<string, string>;
  readonly mapId: number;
  /** A picture that is not one of the products. */
  readonly imageId: number;
}

/** Creates a store of four products with photos of this server, a map of two shops, and a picture. */
export async function addShop({ vitrine, principal }: ConsoleServer): Promise<SampleShop> {
  const store = await vitrine.stores.create(principal, {
    name: 'Products',
    properties: [
      { name: 'sku', type: 'string', unique: true },
      { name: 'name', type: 'string', required: true },
      { name: 'price', type: 'number' },
      { name: 'stock', type: 'number' },
      { name: 'photo', type: 'url_image' },
      { name: 'page', type: 'url_link' },
      { name: 'offer_ends', type: 'datetime' },
    ],
  });
  const records = new Map<string, string>();
  // The newest record is the first of the list.
  for (const [sku, name, price, stock, picture, ends] of PRODUCTS.toReversed()) {
    const bytes = await pictureOf(picture);
    const image = await vitrine.images.add(principal, {
      file: { name: `${picture}.png`, bytes },
      name: picture,
      folder: 'Products',
    });
    const row = await vitrine.records.add(principal, store.id, {
      ...{ sku, name, price, stock, photo: image.productionUrl },
      page: `https://shop.example/p/${sku}`,
      offer_ends: ends,
    });
    records.set(sku, String(row.id));
  }
  const { id: mapId } = await vitrine.maps.create(principal, {
    name: 'Shops',
    unit: 'km',
    searchRadius: 100,
  });
  await vitrine.locations.add(principal, mapId, {
    ...{ name: 'Vitrine Fifth Avenue', address: '350 Fifth Avenue, New York', lat: 40.7484, lng: -73.9857 },
  });
  await vitrine.locations.add(principal, mapId, {
    ...{ name: 'Vitrine Newark', address: '1 Market Street, Newark', lat: 40.735, lng: -74.17 },
  });
  const bytes = await pictureOf('meadow');
  const { id: imageId } = await vitrine.images.add(principal, {
    file: { name: 'meadow.png', bytes },
    name: 'Meadow',
  });
  return { storeId: store.id, records, mapId, imageId };
}
