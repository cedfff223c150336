import { accountPrincipal, createVitrine, memoryStorage, type Vitrine } from '@vitrine/core';
import { startServer } from '@vitrine/http';
import { createMedia, type MediaOptions } from '@vitrine/media';
import {
  CONTACT_PROPERTIES,
  type Contact,
  makeContacts,
  makeProducts,
  PRODUCT_PROPERTIES,
  type Product,
} from './data.ts';
import { offerDesign } from './design.ts';
import { photo } from './photos.ts';

const PHOTOS = 12;
/** Records of a request. */
const BATCH = 100;

/** A contact with the URLs of its picture, as the export of the list has it. */
export interface MailedContact extends Pick<Contact, 'sku'> {
  readonly first_name: string | null;
  readonly liveUrl: string;
  readonly liveClickUrl: string;
}

/** A running shop whose mail can be sent. */
export interface Shop {
  readonly products: ReadonlyMap<string, Product>;
  readonly contacts: readonly MailedContact[];
  stop(): Promise<void>;
}

/**
 * Starts a server with products, photos, contacts and the live image, and exports the contacts with their URLs.
 *
 * @param options of the media, such as how long a drawing may take.
 * @throws UnavailableError if a busy machine can't draw the image in time.
 */
export async function openShop(count: number, options: MediaOptions = {}): Promise<Shop> {
  let baseUrl = '';
  const vitrine = await createVitrine({
    storage: memoryStorage(),
    media: createMedia(options),
    baseUrl: () => baseUrl,
  });
  const server = await startServer({ vitrine, port: 0 });
  baseUrl = server.url;
  try {
    return { ...(await fill(vitrine, count)), stop: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Adds all that the shop has. */
async function fill(vitrine: Vitrine, count: number): Promise<Omit<Shop, 'stop'>> {
  const me = accountPrincipal((await vitrine.accounts.ensure('Shop')).id);

  async function addAll(storeId: string, records: readonly object[]): Promise<void> {
    for (let first = 0; first < records.length; first += BATCH) {
      await vitrine.records.batchUpsert(me, storeId, { records: records.slice(first, first + BATCH) });
    }
  }

  const photos: string[] = [];
  for (let i = 0; i < PHOTOS; i++) {
    const file = { bytes: photo((360 / PHOTOS) * i), name: `photo-${i}.png` };
    photos.push((await vitrine.images.add(me, { file })).productionUrl);
  }
  const products = makeProducts(count, photos, Date.now());
  const productStore = await vitrine.stores.ensure(me, { name: 'Products', properties: PRODUCT_PROPERTIES });
  await addAll(productStore.id, products);
  const contactStore = await vitrine.stores.ensure(me, { name: 'Contacts', properties: CONTACT_PROPERTIES });
  await addAll(contactStore.id, makeContacts(products));

  const conversationId = 'example';
  const design = offerDesign(productStore.id);
  const { draftId } = await vitrine.liveImageDrafts.create(me, { conversationId, name: 'Offer', design });
  const { imageId } = await vitrine.liveImageDrafts.save(me, draftId, { conversationId });

  const { chunks } = await vitrine.records.exportMatching(me, contactStore.id, {
    ...{ format: 'json', liveLinks: imageId, fields: ['sku', 'first_name'] },
  });
  const parts: Uint8Array[] = [];
  for await (const { bytes } of chunks) parts.push(bytes);
  return {
    products: new Map(products.map((product) => [product.sku, product])),
    contacts: JSON.parse(Buffer.concat(parts).toString()),
  };
}
