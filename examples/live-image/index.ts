import { accountPrincipal, createVitrine, memoryStorage } from '@vitrine/core';
import type { LiveDesignChanges } from '@vitrine/core/contracts';
import { startServer } from '@vitrine/http';
import { createMedia } from '@vitrine/media';
import { photo } from './photos.ts';

const COUNT = Number(process.argv[2] ?? 1_000);
const AT_ONCE = 4;
const PHOTOS = 10;

let baseUrl = '';
const vitrine = await createVitrine({
  storage: memoryStorage(),
  media: createMedia(),
  baseUrl: () => baseUrl,
});
const server = await startServer({ vitrine, port: 0 });
baseUrl = server.url;
const me = accountPrincipal((await vitrine.accounts.ensure('Shop')).id);

const photos: string[] = [];
for (let i = 0; i < PHOTOS; i++) {
  const file = { bytes: photo(25 * i, 120, 255 - 25 * i), name: `photo-${i}.png` };
  photos.push((await vitrine.images.add(me, { file })).productionUrl);
}

const products = await vitrine.stores.ensure(me, {
  name: 'Products',
  properties: [
    { name: 'sku', type: 'string', unique: true },
    { name: 'name', type: 'string' },
    { name: 'price', type: 'number' },
    { name: 'stock', type: 'number' },
    { name: 'photo', type: 'url_image' },
    { name: 'page', type: 'url_link' },
    { name: 'ends', type: 'datetime' },
  ],
});
const contacts = await vitrine.stores.ensure(me, {
  name: 'Contacts',
  properties: [
    { name: 'email', type: 'string', unique: true },
    { name: 'first_name', type: 'string' },
    { name: 'sku', type: 'string' },
  ],
});
const ends = new Date(Date.now() + 5 * 86_400_000).toISOString();
for (let first = 0; first < COUNT; first += 100) {
  const numbers = Array.from({ length: Math.min(100, COUNT - first) }, (_, i) => first + i);
  await vitrine.records.batchUpsert(me, products.id, {
    records: numbers.map((i) => ({
      ...{ sku: `P-${i}`, name: `Product ${i}`, price: 5 + (i % 100), stock: i % 5, ends },
      ...{ photo: photos[i % PHOTOS] ?? '', page: `https://shop.example/products/${i}` },
    })),
  });
  await vitrine.records.batchUpsert(me, contacts.id, {
    records: numbers.map((i) => ({
      ...{ email: `reader-${i}@mail.example`, sku: `P-${i}` },
      ...(i % 10 === 0 ? {} : { first_name: `Reader ${i}` }),
    })),
  });
}

const design: LiveDesignChanges = {
  ...{ width: 600, height: 120, locale: 'de-AT', timeZone: 'Europe/Vienna', access: 'signed' },
  variables: { sku: { sample: 'P-1' }, first_name: { default: 'friend', sample: 'Jana' } },
  sources: { product: { kind: 'record', storeId: products.id, key: { sku: '{{ sku }}' } } },
  layers: {
    photo: { type: 'image', order: 1, width: 120, height: 120, url: '{{ product.photo }}' },
    title: {
      ...{ type: 'text', order: 2, x: 140, y: 10, width: 260, height: 100 },
      text: 'Hi {{ first_name }}, {{ product.name }} is {{ product.price | money: "EUR" }}',
    },
    timer: {
      ...{ type: 'timer', order: 3, x: 410, y: 30, width: 180, height: 60 },
      design: {
        frames: 1,
        digits: { color: '#12204a' },
        separator: { color: '#12204a' },
        target: { kind: 'value', value: '{{ product.ends }}' },
      },
    },
  },
  rules: {
    'sold out': {
      order: 1,
      when: [{ field: 'product.stock', op: 'eq', value: 0 }],
      layers: { title: { text: '{{ product.name }} is sold out' }, timer: false },
      link: 'https://shop.example/similar/{{ sku }}',
    },
    cheap: {
      order: 2,
      when: [{ field: 'product.price', op: 'lt', value: 20 }],
      link: 'https://shop.example/bargains?for={{ first_name }}',
    },
  },
  link: '{{ product.page }}',
  fallback: { link: 'https://shop.example/' },
};
const conversationId = 'example';
const { draftId } = await vitrine.liveImageDrafts.create(me, { conversationId, name: 'Offer', design });
const { imageId } = await vitrine.liveImageDrafts.save(me, draftId, { conversationId });

const { chunks } = await vitrine.records.exportMatching(me, contacts.id, {
  ...{ format: 'json', liveLinks: imageId, fields: ['sku', 'first_name'] },
});
const parts: Uint8Array[] = [];
for await (const { bytes } of chunks) parts.push(bytes);
interface Contact {
  readonly sku: string;
  readonly first_name: string | null;
  readonly liveUrl: string;
  readonly liveClickUrl: string;
}
const list = JSON.parse(Buffer.concat(parts).toString()) as Contact[];

/** Returns where a click of a contact should lead, by the data. */
function expectedLink({ sku, first_name }: Contact): string {
  const number = Number(sku.slice(2));
  if (number % 5 === 0) return `https://shop.example/similar/${sku}`;
  const name = encodeURIComponent(first_name ?? 'friend');
  if (5 + (number % 100) < 20) return `https://shop.example/bargains?for=${name}`;
  return `https://shop.example/products/${number}`;
}

/** Opens a picture as a mail program does. One that came too late was a fallback, and is there now. */
async function openPicture(url: string, triesLeft = 10): Promise<Response> {
  const picture = await fetch(url);
  await picture.arrayBuffer();
  const isLate = picture.headers.get('cache-control') === 'no-store';
  return isLate && triesLeft > 0 ? openPicture(url, triesLeft - 1) : picture;
}

const counts = { pictures: 0, gifs: 0, clicks: 0, wrong: 0 };
async function openAll(waiting: Contact[]): Promise<void> {
  for (let contact = waiting.pop(); contact !== undefined; contact = waiting.pop()) {
    const picture = await openPicture(contact.liveUrl);
    const isPicture = picture.status === 200 && picture.headers.get('content-type')?.startsWith('image/');
    if (isPicture) counts.pictures++;
    if (picture.headers.get('content-type') === 'image/gif') counts.gifs++;
    const click = await fetch(contact.liveClickUrl, { redirect: 'manual' });
    if (click.headers.get('location') === expectedLink(contact)) counts.clicks++;
    else counts.wrong++;
  }
}
const waiting = [...list];
await Promise.all(Array.from({ length: AT_ONCE }, () => openAll(waiting)));

console.log(`contacts with URLs: ${list.length}`);
console.log(`pictures: ${counts.pictures}, of which ${counts.gifs} count down`);
console.log(`clicks to the right page: ${counts.clicks}, to another: ${counts.wrong}`);
await server.stop();
