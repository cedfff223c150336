import { photo } from '../../gallery/photo.ts';
import { type Account, ask, makeTimer, upload } from './account.ts';
import type { Assault, Attack } from './assault.ts';

const RECORDS = 1_005;
const TEXTS = 4;
const TEXT_LENGTH = 65_000;
const BATCH = 15;
const TIMERS = 100;
const ADDRESSES = 1_000;

/** Creates a store of 1,005 records of 260 kB and returns the path of its records. */
async function createWideStore(account: Account): Promise<string> {
  const names = Array.from({ length: TEXTS }, (_, index) => `text${index}`);
  const properties = [
    { name: 'key', type: 'string', unique: true },
    ...names.map((name) => ({ name, type: 'string' })),
  ];
  const store = await ask<{ id: string }>(account, 'POST', '/v2/stores', { name: 'Wide', properties });
  const text = 'lorem ipsum dolor sit amet '.repeat(3_000).slice(0, TEXT_LENGTH);
  const texts = Object.fromEntries(names.map((name) => [name, text]));
  for (let from = 0; from < RECORDS; from += BATCH) {
    const length = Math.min(BATCH, RECORDS - from);
    const records = Array.from({ length }, (_, index) => ({ key: `k${from + index}`, ...texts }));
    await ask(account, 'POST', `/v2/stores/${store.id}/records/batch`, { records });
  }
  return `/v2/stores/${store.id}/records`;
}

async function createTimers(account: Account): Promise<string[]> {
  const imageId = await upload(account, await photo('dusk'));
  const timers: string[] = [];
  for (let index = 0; index < TIMERS; index++) {
    timers.push(
      await makeTimer(account, {
        width: 1_200,
        height: 600,
        frames: 60,
        background: { imageId, color: `#${(0x101010 + index).toString(16)}` },
        digits: { size: 200 },
      }),
    );
  }
  return timers;
}

function stallUpload({ stall, head }: Assault): Promise<void> {
  const form =
    'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000000\r\n\r\n' +
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
  return stall('upload', head('POST /admin/images') + form);
}

/** Attacks that fill queues and buffers. */
export const QUEUE_ATTACKS: Readonly<Record<string, Attack>> = {
  '12 heavy counts, 40 unread pages, 6 stalled exports, 8 stalled uploads': async (account) => {
    const records = await createWideStore(account);
    const filters = Array.from({ length: 50 }, (_, index) => ({
      field: `text${index % TEXTS}`,
      op: 'contains',
      value: `not there ${index}`,
    }));
    const body = JSON.stringify({ filters, match: 'any' });
    return async (assault) => {
      const { repeat, send, stall, head } = assault;
      await Promise.all([
        repeat(12, () => send('count', `${records}/count`, { body })),
        repeat(40, () => stall('page', `${head(`GET ${records}?limit=100`)}\r\n`)),
        repeat(6, () => stall('export', `${head(`GET ${records}/export`)}\r\n`)),
        repeat(8, () => stallUpload(assault)),
      ]);
    };
  },

  'a stream of addresses and 100 heavy timers': async (account) => {
    const timers = await createTimers(account);
    const map = await ask<{ id: number }>(account, 'POST', '/admin/maps', { name: 'Shops' });
    return async ({ repeat, send }) => {
      await Promise.all([
        repeat(8, (place, round) => {
          const address = `${(round * 8 + place) % ADDRESSES} Main Street, Springfield ${round % 50}, US`;
          return send('address', `/v2/maps/${map.id}/locations`, { body: JSON.stringify({ address }) });
        }),
        repeat(TIMERS, (place) => send('timer', timers[place] ?? '')),
      ]);
    };
  },
};
