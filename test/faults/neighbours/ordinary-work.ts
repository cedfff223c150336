import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { type Account, addProducts, ask, makeOffer, makeTimer, productOf, upload } from './account.ts';

const RECORDS = 2_000;
const AT_ONCE = 4;
const PAUSE = 10;

/** The operation of a live image that shows its fallback. */
export const LATE_OFFER = 'offer, late';

/** Milliseconds of each request, by operation. */
export type Latencies = Record<string, number[]>;

export interface Workplace {
  readonly storeId: string;
  readonly mapId: number;
  readonly timer: string;
  readonly offer: string;
  readonly picture: Uint8Array;
}

/** Creates a store of 2,000 records, a timer, a live image of a record, a map and a picture to upload. */
export async function settle(account: Account): Promise<Workplace> {
  const storeId = await addProducts(account, RECORDS);
  const { id: mapId } = await ask<{ id: number }>(account, 'POST', '/admin/maps', { name: 'Shops' });
  const timer = await makeTimer(account, {});
  const offer = await makeOffer(account, storeId);
  const noise = Buffer.alloc(400 * 300 * 3, 'a picture of a product ');
  const picture = await sharp(noise, { raw: { width: 400, height: 300, channels: 3 } })
    .png()
    .toBuffer();
  return { storeId, mapId, timer, offer, picture };
}

/** The records that all calls of `work` have inserted, each with a key of its own. */
let inserted = 0;

/** Does ordinary work for some seconds, with four concurrent requests, and returns their latencies. */
export async function work(
  account: Account,
  { storeId, mapId, timer, offer, picture }: Workplace,
  seconds: number,
): Promise<Latencies> {
  const latencies: Latencies = {};
  const records = `/v2/stores/${storeId}/records`;
  let step = 0;
  const operations: readonly (readonly [string, (index: number) => Promise<unknown>])[] = [
    ['get', (i) => ask(account, 'GET', `${records}/sku-${i % RECORDS}`)],
    ['insert', () => ask(account, 'POST', records, productOf(1_000_000 + inserted++))],
    ['patch', (i) => ask(account, 'PATCH', `${records}/sku-${i % RECORDS}`, { price: i % 500 })],
    ['list', () => ask(account, 'GET', `${records}?limit=50`)],
    [
      'search',
      () =>
        ask(account, 'POST', `${records}/search`, {
          filters: [{ field: 'title', op: 'contains', value: '42 of' }],
          sortBy: 'price',
        }),
    ],
    [
      'count',
      () => ask(account, 'POST', `${records}/count`, { filters: [{ field: 'price', op: 'lt', value: 9 }] }),
    ],
    ['healthz', async () => (await fetch(`${account.url}/healthz`)).arrayBuffer()],
    ['timer', async () => (await fetch(`${account.url}${timer}`)).arrayBuffer()],
    ['offer', (i) => openOffer(`${account.url}${offer}?sku=sku-${i % RECORDS}&name=${i}`)],
    ['upload', () => upload(account, picture)],
    ['location', (i) => ask(account, 'POST', `/v2/maps/${mapId}/locations`, { lat: i % 80, lng: i % 170 })],
  ];
  const end = performance.now() + seconds * 1_000;

  async function worker(): Promise<void> {
    while (performance.now() < end) {
      const index = step++;
      const [operation, run] = operations[index % operations.length] as (typeof operations)[number];
      const from = performance.now();
      const outcome = await run(index);
      const name = outcome === LATE_OFFER ? LATE_OFFER : operation;
      latencies[name] ??= [];
      latencies[name].push(performance.now() - from);
      await wait(PAUSE);
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return latencies;
}

/** Opens a live image. Returns whether it shows its fallback, as it does when it is late. */
async function openOffer(url: string): Promise<typeof LATE_OFFER | null> {
  const picture = await fetch(url);
  await picture.arrayBuffer();
  return picture.headers.get('cache-control') === 'no-store' ? LATE_OFFER : null;
}
