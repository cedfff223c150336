import { accountPrincipal, createVitrine, memoryStorage, UnavailableError } from '@vitrine/core';
import type { LiveDesignChanges } from '@vitrine/core/contracts';
import type { Storage } from '@vitrine/core/storage';
import { beforeAll, describe, expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { recordingMedia } from '../../../test/recording-media.ts';
import { createApp } from '../../app.ts';

const BASE = 'http://pictures.test';
const conversationId = 'c';
/** Milliseconds: the look-up of the image, and what a picture takes at most. */
const AT_MOST = 4_000;

type State = 'there' | 'stopped' | 'silent';

/** Returns a storage whose calls fail or never end once it is away. */
function leavingStorage() {
  const inner = memoryStorage();
  const storage: { state: State } = { state: 'there' };
  const guarded = <Facet extends object>(facet: Facet): Facet =>
    new Proxy(facet, {
      get(target, name, receiver) {
        const member = Reflect.get(target, name, receiver);
        if (typeof member !== 'function' || storage.state === 'there') return member;
        return () =>
          storage.state === 'silent'
            ? new Promise(() => {})
            : Promise.reject(new UnavailableError('The database is stopped.'));
      },
    });
  const { images, records, stores, blobs, accounts } = inner;
  const facets = {
    images: guarded(images),
    records: guarded(records),
    stores: guarded(stores),
    blobs: guarded(blobs),
    accounts: guarded(accounts),
  };
  return { storage, away: { ...inner, ...facets } satisfies Storage };
}

async function arrange() {
  const { storage, away } = leavingStorage();
  const { media } = recordingMedia();
  const vitrine = await createVitrine({ storage: away, media, baseUrl: BASE });
  const me = accountPrincipal((await vitrine.accounts.create('Test')).id);
  const addImage = async (byte: number) =>
    (await vitrine.images.add(me, { file: { bytes: Uint8Array.of(byte), name: 'x.png' } })).productionUrl;
  const saveLive = async (design: LiveDesignChanges) => {
    const { draftId } = await vitrine.liveImageDrafts.create(me, { conversationId, design });
    return vitrine.liveImageDrafts.save(me, draftId, { conversationId });
  };
  const { id: storeId } = await vitrine.stores.create(me, {
    name: 'Products',
    properties: [{ name: 'sku', type: 'string', unique: true }],
  });
  await vitrine.records.add(me, storeId, { sku: 'A-1' });
  const frame = await vitrine.timerFrames.create(me, { conversationId });
  const timer = await vitrine.timerFrames.save(me, frame.timerFrameId, { conversationId });
  const recordFrame = await vitrine.timerFrames.create(me, {
    conversationId,
    design: { target: { kind: 'record', storeId, key: { sku: '{{ sku }}' }, property: 'date_created' } },
  });
  const recordTimer = await vitrine.timerFrames.save(me, recordFrame.timerFrameId, { conversationId });
  const greeting = await saveLive({
    variables: { name: {} },
    layers: { title: { type: 'text', text: 'Hi {{ name }}' } },
    link: 'https://shop.example/{{ name }}',
  });
  const product = await saveLive({
    variables: { sku: {} },
    sources: { product: { kind: 'record', storeId, key: { sku: '{{ sku }}' } } },
    layers: { title: { type: 'text', text: '{{ product.sku | default: "none" }}' } },
    link: 'https://shop.example/{{ product.sku }}',
    fallback: { link: 'https://shop.example/' },
  });
  const app = createApp(vitrine);
  const open = async (url: string, method = 'GET') => {
    const response = await app.request(url, { method, redirect: 'manual' });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, bytes };
  };
  const urls = {
    image: await addImage(1),
    timer: timer.productionUrl,
    greeting: `${greeting.productionUrl}?name=Jana`,
    greetingLink: `${greeting.clickUrl}?name=Jana`,
    product: `${product.productionUrl}?sku=A-1`,
    productLink: `${product.clickUrl}?sku=A-1`,
    recordTimer: `${recordTimer.productionUrl}?sku=A-1`,
  };
  const unopened = {
    image: await addImage(2),
    product: `${product.productionUrl}?sku=A-2`,
    productLink: `${product.clickUrl}?sku=A-2`,
    recordTimer: `${recordTimer.productionUrl}?sku=A-2`,
  };
  const before = new Map<string, Awaited<ReturnType<typeof open>>>();
  for (const url of Object.values(urls)) before.set(url, await open(url));
  return { storage, open, urls, unopened, before };
}

describe.each(['stopped', 'silent'] as const)('while the storage is %s', (state) => {
  let world: Awaited<ReturnType<typeof arrange>>;
  const opened = new Map<string, Awaited<ReturnType<typeof world.open>>>();
  const unknown = { picture: `${BASE}/i/AAAAAAAAAAAA.png?x`, link: `${BASE}/l/AAAAAAAAAAAA` };

  // All at once, because each opening waits for the silent storage.
  beforeAll(async () => {
    world = await arrange();
    world.storage.state = state;
    const begin = performance.now();
    const { urls, unopened, open } = world;
    const all = [urls, unopened, unknown].flatMap((some) => Object.values(some));
    await Promise.all(
      ['GET', 'HEAD'].flatMap((method) =>
        all.map(async (url) => opened.set(`${method} ${url}`, await open(url, method))),
      ),
    );
    expect(performance.now() - begin).toBeLessThan(AT_MOST);
  });

  function resultOf(url: string, method = 'GET') {
    const result = opened.get(`${method} ${url}`);
    if (result === undefined) throw new Error(`${url} was not opened.`);
    return result;
  }

  test.each(['image', 'timer', 'recordTimer', 'greeting'] as const)(
    'the %s that was opened before is shown as it was',
    verifies('live.pictures.away'),
    (name) => {
      const { status, headers, bytes } = resultOf(world.urls[name]);
      const was = world.before.get(world.urls[name]);
      expect({ status, bytes }).toEqual({ status: 200, bytes: was?.bytes });
      for (const header of ['content-type', 'cache-control', 'etag'])
        expect(headers.get(header)).toBe(was?.headers.get(header));
    },
  );

  test(
    'a live image of data shows the last values, or without any its fallback, and no cache stores either',
    verifies('live.pictures.away', 'live.pictures.always'),
    () => {
      const { urls, unopened, before } = world;
      const seen = [urls.product, unopened.product].map((url) => resultOf(url));
      expect(seen.map(({ status, headers }) => [status, headers.get('cache-control')])).toEqual([
        [200, 'no-store'],
        [200, 'no-store'],
      ]);
      const was = before.get(urls.product)?.bytes;
      expect(seen[0]?.bytes).toEqual(was);
      expect(seen[1]?.headers.get('content-type')).toBe('image/gif');
      expect(seen[1]?.bytes).not.toEqual(was);
    },
  );

  test.each(['GET', 'HEAD'])(
    '%s of a picture that can not be found is a transparent pixel',
    verifies('live.pictures.away'),
    (method) => {
      const { unopened } = world;
      // HEAD of a timer draws nothing.
      const timers = method === 'HEAD' ? [] : [unopened.recordTimer];
      for (const url of [unopened.image, unknown.picture, ...timers]) {
        const { status, headers, bytes } = resultOf(url, method);
        expect({ status, type: headers.get('content-type'), cache: headers.get('cache-control') }).toEqual({
          ...{ status: 200, type: 'image/gif', cache: 'no-store' },
        });
        expect(Buffer.from(bytes).subarray(0, 10).toString('latin1')).toBe(
          method === 'HEAD' ? '' : 'GIF89a\x01\0\x01\0',
        );
      }
    },
  );

  test(
    'a click leads where the values say, else to the fallback, else to a page',
    verifies('live.pictures.away', 'live.clicks'),
    () => {
      const { urls, unopened, before } = world;
      const links = [urls.greetingLink, urls.productLink, unopened.productLink].map((url) => resultOf(url));
      expect(links.map(({ headers }) => headers.get('location'))).toEqual([
        before.get(urls.greetingLink)?.headers.get('location'),
        'https://shop.example/A-1',
        'https://shop.example/',
      ]);
      expect(links.map(({ status }) => status)).toEqual([302, 302, 302]);
      const { status, headers, bytes } = resultOf(unknown.link);
      expect(status).toBe(503);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(Buffer.from(bytes).toString()).toContain('try again');
    },
  );
});
