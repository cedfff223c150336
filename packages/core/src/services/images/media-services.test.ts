import { describe, expect, test } from 'vitest';
import { UnavailableError } from '../../ground/errors.ts';
import type { Media } from '../../media/media.ts';
import { accountPrincipal } from '../../ports/access.ts';
import type { FontFacts } from '../../storage/images/fonts.ts';
import { memoryStorage } from '../../storage/memory/index.ts';
import type { Caller } from '../../turns/caller.ts';
import { createVitrine } from '../../vitrine.ts';

const FACTS: FontFacts = {
  family: 'Test',
  style: 'Regular',
  fullName: 'Test Regular',
  weight: 400,
  italic: false,
  format: 'ttf',
  variable: false,
  glyphCount: 20,
  hasDigits: true,
  bytes: 4,
};

/** Accepts any bytes as a picture and a font, and counts drawings. */
function countingMedia() {
  let thumbnails = 0;
  let release = () => {};
  const callers: Caller[] = [];
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const media: Media = {
    readImage: async (bytes) => ({ bytes, format: 'png', width: 4, height: 3, animated: false }),
    async thumbnail(bytes, caller) {
      thumbnails++;
      callers.push(caller);
      await held;
      return Uint8Array.of(...bytes, 0);
    },
    readFont: async (bytes) => ({ facts: FACTS, sample: Uint8Array.of(...bytes, 1) }),
    builtinFonts: [],
    builtinSample: async () => new Uint8Array(),
    fetchFont: async () => ({ refused: 'The font cannot be fetched.' }),
    fetchPicture: async () => ({ result: 'none' }),
    renderTimer: async () => new Uint8Array(),
    checkTimer: async () => ({ warnings: [], estimatedBytes: 0 }),
    transparentPicture: () => new Uint8Array(),
    renderLive: async () => ({ format: 'png', bytes: new Uint8Array() }),
    checkLive: async () => ({ warnings: [], estimatedBytes: 0 }),
    close: async () => {},
  };
  return { media, thumbnails: () => thumbnails, callers, release };
}

async function open(media?: Media) {
  let now = Date.UTC(2026, 0, 1);
  const storage = memoryStorage();
  const vitrine = await createVitrine({
    storage,
    clock: () => now,
    ...(media === undefined ? {} : { media }),
  });
  const me = accountPrincipal((await vitrine.accounts.create('Test')).id);
  return {
    vitrine,
    storage,
    me,
    pass: (millis: number) => {
      now += millis;
    },
    hashes: async (bytes: Uint8Array) =>
      Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex'),
  };
}

const file = { bytes: Uint8Array.of(1, 2, 3, 4), name: 'x.png' };

/** Returns the token and the id in a URL. */
function partsOf(url: string): [token: string, id: string] {
  const [token = '', id = ''] = url.split('/').slice(-2);
  return [token, id];
}

describe('with a media engine', () => {
  test('makes one thumbnail for concurrent requests, and none for later ones', async () => {
    const { media, thumbnails, release } = countingMedia();
    const { vitrine, me } = await open(media);
    const parts = partsOf((await vitrine.images.add(me, { file })).thumbnailUrl);
    const asked = Array.from({ length: 20 }, async () => (await vitrine.thumbnails.open(...parts)).read());
    await expect.poll(thumbnails).toBe(1);
    release();
    for (const bytes of await Promise.all(asked)) expect([...bytes]).toEqual([1, 2, 3, 4, 0]);
    await (await vitrine.thumbnails.open(...parts)).read();
    expect(thumbnails()).toBe(1);
  });

  test('a thumbnail counts against the account of its image and is made only when it is read', async () => {
    const { media, callers, release } = countingMedia();
    release();
    const { vitrine, me } = await open(media);
    const parts = partsOf((await vitrine.images.add(me, { file })).thumbnailUrl);
    const thumbnail = await vitrine.thumbnails.open(...parts);
    expect(callers).toEqual([]);
    await thumbnail.read();
    expect(callers.map(({ account }) => account)).toEqual([me.accountId]);
  });

  test('an aborted read of a thumbnail does not abort others; the decode aborts after all of them', async () => {
    const { media, thumbnails, callers, release } = countingMedia();
    const { vitrine, me } = await open(media);
    const parts = partsOf((await vitrine.images.add(me, { file })).thumbnailUrl);
    const readers = [new AbortController(), new AbortController()];
    const reads = await Promise.all(
      readers.map(async ({ signal }) => {
        const thumbnail = await vitrine.thumbnails.open(...parts);
        return { read: thumbnail.read({ signal }).catch((error: Error) => error.message) };
      }),
    );
    await expect.poll(thumbnails).toBe(1);
    readers[0]?.abort(new Error('gone'));
    expect(await reads[0]?.read).toBe('gone');
    expect(callers[0]?.signal?.aborted).toBe(false);
    readers[1]?.abort(new Error('gone too'));
    expect(await reads[1]?.read).toBe('gone too');
    expect(callers[0]?.signal?.aborted).toBe(true);
    release();
  });

  test('a failed thumbnail is made on the next request', async () => {
    const { media, release } = countingMedia();
    release();
    let failures = 1;
    const { vitrine, me } = await open({
      ...media,
      async thumbnail(bytes, caller) {
        if (failures-- > 0) throw new UnavailableError('Too many are waiting.');
        return media.thumbnail(bytes, caller);
      },
    });
    const parts = partsOf((await vitrine.images.add(me, { file })).thumbnailUrl);
    const thumbnail = await vitrine.thumbnails.open(...parts);
    await expect(thumbnail.read()).rejects.toThrow('Too many are waiting.');
    expect(await thumbnail.read()).toHaveLength(5);
  });

  test('the bytes of a deleted font are removed after an hour, those that an image uses stay', async () => {
    const { media } = countingMedia();
    const { vitrine, me, storage, pass, hashes } = await open(media);
    const shared = { bytes: Uint8Array.of(9, 9), name: 'both' };
    const { id } = await vitrine.fonts.upload(me, { file });
    const other = await vitrine.fonts.upload(me, { file: shared });
    await vitrine.images.add(me, { file: shared });
    const [ofFont, ofBoth] = [await hashes(file.bytes), await hashes(shared.bytes)];
    await vitrine.fonts.delete(me, id);
    await vitrine.fonts.delete(me, other.id);
    expect(await vitrine.runDueJobs()).toBe(0);
    expect(await storage.blobs.get(ofFont)).not.toBeNull();
    pass(3_600_001);
    expect(await vitrine.runDueJobs()).toBe(1);
    expect(await storage.blobs.get(ofFont)).toBeNull();
    expect(await storage.blobs.get(await hashes(Uint8Array.of(1, 2, 3, 4, 1)))).toBeNull();
    expect(await storage.blobs.get(ofBoth)).not.toBeNull();
  });

  test('unused bytes are removed within a day', async () => {
    const { vitrine, storage, pass } = await open();
    await storage.blobs.put('a'.repeat(64), Uint8Array.of(1), Date.UTC(2026, 0, 1));
    const work = async () => {
      const stop = new AbortController();
      const working = vitrine.work({ signal: stop.signal, pollEvery: 5 });
      await new Promise((resolve) => setTimeout(resolve, 50));
      stop.abort();
      await working;
    };
    await work();
    expect(await storage.blobs.get('a'.repeat(64))).not.toBeNull();
    pass(86_400_001);
    await work();
    expect(await storage.blobs.get('a'.repeat(64))).toBeNull();
  });
});

test('without media, calls that need them throw `unavailable` with the reason, and all others work', async () => {
  const { vitrine, me } = await open();
  const missing = 'Vitrine runs without the package @vitrine/media';
  for (const call of [
    () => vitrine.images.add(me, { file }),
    () => vitrine.fonts.list(me),
    () => vitrine.fonts.upload(me, { file }),
    () => vitrine.fonts.addFromUrl(me, { url: 'https://example.com/font.ttf' }),
  ]) {
    const error = await call().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'unavailable', message: expect.stringContaining(missing) });
  }
  expect(await vitrine.images.list(me)).toEqual({ items: [], limit: 50 });
  expect(vitrine.images.types(me).items).toHaveLength(3);
  expect(await vitrine.publicImages.open('AAAAAAAAAAAA')).toBeNull();
  await expect(vitrine.images.get(me, 1)).rejects.toThrow('No such image.');
  await expect(vitrine.fonts.delete(me, 1_000)).rejects.toThrow('No such font.');
});
