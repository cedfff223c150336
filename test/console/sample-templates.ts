import {
  type Filling,
  fillTemplate,
} from '../../packages/console/src/screens/live-images/templates/fill-template.ts';
import { proposeProperties } from '../../packages/console/src/screens/live-images/templates/slots.ts';
import type { LiveTemplate } from '../../packages/console/src/screens/live-images/templates/template.ts';
import type { ConsoleServer } from './console-server.ts';
import type { SampleShop } from './sample-shop.ts';

/** Templates that show a product or a shop. The others have the values of the URL. */
const OF_DATA = ['product-card', 'price-with-stock', 'countdown', 'back-in-stock', 'nearest-shop'];

/** Returns a function that fills a template, in both sizes, with the products and shops of the sample. */
export async function templateFiller({ vitrine, principal }: ConsoleServer, { storeId, mapId }: SampleShop) {
  const store = await vitrine.stores.get(principal, storeId);
  const place = { currency: 'EUR', locale: 'en', timeZone: 'UTC', imageId: null, timer: null };
  const url: Filling = { ...place, store: null, properties: {}, record: null, map: null };
  const data: Filling = {
    ...{ ...place, store, properties: proposeProperties(store.properties), record: { sku: 'A-1' } },
    map: { id: mapId, unit: 'km', near: '10001, USA' },
  };
  return ({ name, wide, narrow }: LiveTemplate) => {
    const filling = OF_DATA.includes(name) ? data : url;
    return { wide: fillTemplate(wide, filling), narrow: fillTemplate(narrow, filling) };
  };
}
