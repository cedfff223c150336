import { describe, expect, test } from 'vitest';
import { processorTime } from '../../../../../test/processor-time.ts';
import { verifies } from '../../../../../test/requirements.ts';
import type { LiveDesignChanges } from '../../contracts/live/live-changes.ts';
import type { LiveImageDraftResponse } from '../../contracts/live/live-drafts.ts';
import { UnavailableError, ValidationError } from '../../ground/errors.ts';
import type { LiveScene } from '../../media/live-scene.ts';
import type { Media } from '../../media/media.ts';
import { accountPrincipal, type Principal } from '../../ports/access.ts';
import type { Geocoder } from '../../ports/geocoder.ts';
import { memoryStorage } from '../../storage/memory/index.ts';
import type { Storage } from '../../storage/storage.ts';
import { createVitrine, type Vitrine } from '../../vitrine.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const HOUR = 3_600_000;
const conversationId = 'chat-1';

/** A media engine that records what it draws. */
function recordingMedia(): Media & { readonly scenes: LiveScene[]; isBusy: boolean } {
  const unused = () => Promise.reject(new Error('not of live images'));
  const scenes: LiveScene[] = [];
  const facts = {
    ...{
      family: 'Inter',
      style: 'Regular',
      fullName: 'Inter',
      weight: 400,
      italic: false,
      format: 'ttf' as const,
    },
    ...{ variable: false, glyphCount: 200, hasDigits: true, bytes: 3 },
  };
  return {
    scenes,
    isBusy: false,
    readImage: async (bytes) => ({ bytes, format: 'png', width: 10, height: 10, animated: false }),
    thumbnail: unused,
    readFont: async () => ({ facts, sample: Buffer.from('sample') }),
    builtinFonts: [1, 2].map((id) => ({ id, facts })),
    builtinSample: unused,
    fetchPicture: async () => ({ result: 'none' }),
    fetchFont: unused,
    renderTimer: unused,
    checkTimer: unused,
    transparentPicture: (width, height) => Buffer.from(`${width}×${height}`),
    async renderLive(scene) {
      scenes.push(scene);
      return {
        format: scene.layers.some(({ type }) => type === 'timer') ? 'gif' : 'png',
        bytes: Buffer.from(scene.key),
      };
    },
    async checkLive(scene) {
      if (this.isBusy) throw new UnavailableError('Too many wait.');
      scenes.push(scene);
      return { warnings: [], estimatedBytes: 1_000 };
    },
    async close() {},
  };
}

interface World {
  readonly vitrine: Vitrine;
  readonly storage: Storage;
  readonly me: Principal;
  readonly other: Principal;
  readonly media: ReturnType<typeof recordingMedia>;
  /** The store Products, with the record A-1. */
  readonly storeId: string;
  setNow(now: number): void;
  draft(design: LiveDesignChanges): Promise<LiveImageDraftResponse>;
  save(draft: LiveImageDraftResponse): Promise<number>;
}

async function arrange(options: { readonly localGeocoder?: Geocoder } = {}): Promise<World> {
  let now = NOW;
  const storage = memoryStorage();
  const media = recordingMedia();
  const vitrine = await createVitrine({ storage, media, clock: () => now, ...options });
  const newAccount = async (name: string) => accountPrincipal((await vitrine.accounts.create(name)).id);
  const [me, other] = [await newAccount('Mine'), await newAccount('Other')];
  const { id: storeId } = await vitrine.stores.create(me, {
    name: 'Products',
    properties: [
      { name: 'sku', type: 'string', unique: true },
      { name: 'name', type: 'string' },
      { name: 'price', type: 'number' },
      { name: 'ends', type: 'datetime' },
      { name: 'page', type: 'url_link' },
      { name: 'photo', type: 'url_image' },
      { name: 'sister', type: 'string' },
    ],
  });
  await vitrine.records.add(me, storeId, {
    ...{ sku: 'A-1', name: 'Boots', price: 99.5, ends: '2026-12-01T00:00:00Z', sister: 'A-2' },
    ...{ page: 'https://shop.example/boots', photo: 'https://cdn.example/boots.png' },
  });
  await vitrine.records.add(me, storeId, {
    sku: 'A-2',
    name: '{{ sku | append: "!" }}',
    price: 5,
    ends: '2026-11-30',
  });
  return {
    ...{ vitrine, storage, me, other, media, storeId },
    setNow(next) {
      now = next;
    },
    draft: (design) => vitrine.liveImageDrafts.create(me, { conversationId, design }),
    save: async ({ draftId }) =>
      (await vitrine.liveImageDrafts.save(me, draftId, { conversationId })).imageId,
  };
}

const sku = { variables: { sku: { sample: 'A-1' } } };

function product(storeId: string): LiveDesignChanges {
  return {
    ...sku,
    sources: { product: { kind: 'record', storeId, key: { sku: '{{ sku }}' } } },
    layers: { title: { type: 'text', text: '{{ product.name }} {{ product.price }}' } },
    link: '{{ product.page }}',
  };
}

/** Returns the issues of a refused call by their paths. */
async function issuesOf(call: Promise<unknown>): Promise<Record<string, string>> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ValidationError)) throw error ?? new Error('The call was not refused.');
  return Object.fromEntries(error.issues.map(({ path, message }) => [path, message]));
}

describe('sources of live images', () => {
  test(
    'a key finds one record, and no value of it is evaluated',
    verifies('live.sources.record', 'live.templates.data', 'live.values.origin'),
    async () => {
      const { vitrine, me, storeId, draft, save } = await arrange();
      const id = await save(await draft(product(storeId)));
      expect(await vitrine.liveImages.resolve(me, id, { variables: { sku: 'A-1' } })).toEqual({
        rule: null,
        values: {
          sku: { value: 'A-1', from: 'url' },
          'product.name': { value: 'Boots', from: 'record' },
          'product.price': { value: 99.5, from: 'record' },
          'product.page': { value: 'https://shop.example/boots', from: 'record' },
        },
        records: { product: 'A-1' },
        texts: { title: 'Boots 99.5' },
        link: 'https://shop.example/boots',
        warnings: [],
      });
      const second = await vitrine.liveImages.resolve(me, id, { variables: { sku: 'A-2' } });
      expect(second).toMatchObject({ texts: { title: '{{ sku | append: "!" }} 5' }, link: null });
      for (const given of ['B-9', '', '{{sku}}', 'x'.repeat(600)]) {
        expect(await vitrine.liveImages.resolve(me, id, { variables: { sku: given } })).toMatchObject({
          records: { product: null },
          values: { 'product.price': { value: null, from: 'missing' } },
          texts: { title: ' ' },
        });
      }
    },
  );

  test('the key names the unique properties of the store', verifies('live.sources.record'), async () => {
    const { vitrine, me, storeId, draft } = await arrange();
    const plain = await vitrine.stores.create(me, {
      name: 'Plain',
      properties: [{ name: 'n', type: 'number' }],
    });
    const { id } = await vitrine.records.add(me, plain.id, { n: 5 });
    const numbered = await vitrine.stores.create(me, {
      name: 'Numbered',
      properties: [
        { name: 'no', type: 'number', unique: true },
        { name: 'on', type: 'boolean', unique: true },
      ],
    });
    await vitrine.records.add(me, numbered.id, { no: 7, on: true });
    const source = (of: string, key: Record<string, string>) => ({
      variables: { x: { sample: '7' } },
      sources: { s: { kind: 'record' as const, storeId: of, key } },
    });
    const found = async (design: LiveDesignChanges, x: string) => {
      const { draftId } = await draft(design);
      const resolved = await vitrine.liveImageDrafts.resolve(me, draftId, {
        conversationId,
        variables: { x },
      });
      return resolved.records.s;
    };
    expect(await found(source(plain.id, { id: '{{ x }}' }), String(id))).toBe(id);
    expect(await found(source(numbered.id, { no: '{{ x }}', on: 'true' }), '7')).toMatch(/^k_/);
    expect(await found(source(numbered.id, { no: '{{ x }}', on: 'true' }), 'seven')).toBeNull();
    expect(await issuesOf(draft(source(storeId, {})))).toEqual({
      'design.sources.s.key': 'The key of this store is sku; name all of it.',
    });
    expect(await issuesOf(draft(source(storeId, { skuu: '' })))).toEqual({
      'design.sources.s.key.skuu': 'No part of the key of this store. Did you mean "sku"? Its key: sku.',
    });
  });

  test('filters find the first record in their order', verifies('live.sources.query'), async () => {
    const { vitrine, me, storeId, draft } = await arrange();
    const { draftId } = await draft({
      variables: { max: { sample: '1000' } },
      sources: {
        offer: {
          ...{ kind: 'query', storeId, sortBy: 'ends' },
          filters: [
            { field: 'ends', op: 'after', value: '{{ now }}' },
            { field: 'price', op: 'lte', value: '{{ max }}' },
          ],
        },
      },
      layers: { title: { type: 'text', text: '{{ offer.name }}' } },
    });
    const found = async (at: string, max?: string) => {
      const variables = max === undefined ? {} : { variables: { max } };
      const resolved = await vitrine.liveImageDrafts.resolve(me, draftId, {
        conversationId,
        at,
        ...variables,
      });
      return resolved.records.offer;
    };
    expect(await found('2026-11-21')).toBe('A-2');
    expect(await found('2026-11-30T12:00')).toBe('A-1');
    expect(await found('2026-12-02')).toBeNull();
    expect(await found('2026-11-30T12:00', '50')).toBeNull();
    expect(await found('2026-11-21', 'cheap')).toBeNull();
    expect(await found('2026-11-21', '')).toBeNull();
  });

  test(
    'a source uses values of another one, but not in a circle',
    verifies('live.sources.chain'),
    async () => {
      const { vitrine, me, storeId, draft } = await arrange();
      const of = (key: string) => ({ kind: 'record' as const, storeId, key: { sku: key } });
      const layers = { title: { type: 'text' as const, text: '{{ second.price }}' } };
      const { draftId } = await draft({
        ...sku,
        sources: { second: of('{{ first.sister }}'), first: of('{{ sku }}') },
        layers,
      });
      expect(await vitrine.liveImageDrafts.resolve(me, draftId, { conversationId })).toMatchObject({
        records: { first: 'A-1', second: 'A-2' },
        texts: { title: '5' },
      });
      const circle = draft({
        sources: { second: of('{{ first.sku }}'), first: of('{{ second.sku }}') },
        layers,
      });
      expect(Object.keys(await issuesOf(circle))).toEqual(['design.sources.second', 'design.sources.first']);
      const itself = draft({ sources: { second: of('{{ second.sku }}') }, layers });
      expect(Object.keys(await issuesOf(itself))).toEqual(['design.sources.second']);
    },
  );

  test(
    'recordId stands for the key of the first record source',
    verifies('live.sources.record-id'),
    async () => {
      const { vitrine, me, storeId, draft } = await arrange();
      const { draftId } = await draft(product(storeId));
      const resolve = (recordId: string) =>
        vitrine.liveImageDrafts.resolve(me, draftId, { conversationId, variables: {}, recordId });
      expect((await resolve('A-2')).records).toEqual({ product: 'A-2' });
      expect((await resolve('nobody')).records).toEqual({ product: null });
    },
  );

  test('a rule is seen as if it matched', verifies('live.rules.chosen'), async () => {
    const { vitrine, me, draft } = await arrange();
    const { draftId } = await draft({
      layers: { title: { type: 'text', text: 'In stock' } },
      rules: { 'sold out': { when: [{ client: ['outlook'] }], layers: { title: { text: 'Sold out' } } } },
    });
    const resolve = (rule?: string) =>
      vitrine.liveImageDrafts.resolve(me, draftId, { conversationId, ...(rule ? { rule } : {}) });
    expect(await resolve()).toMatchObject({ rule: null, texts: { title: 'In stock' } });
    expect(await resolve('sold out')).toMatchObject({ rule: 'sold out', texts: { title: 'Sold out' } });
    await expect(resolve('soldout')).rejects.toMatchObject({
      issues: [{ path: 'rule', message: expect.stringContaining('Did you mean "sold out"?') }],
    });
  });

  test(
    'a place is found by a geocoder without the network, once',
    verifies('live.sources.nearest'),
    async () => {
      const calls: string[] = [];
      const localGeocoder: Geocoder = {
        name: 'offline',
        callsPerSecond: null,
        async geocode(address) {
          calls.push(address);
          if (!address.startsWith('10001')) return null;
          return { lat: 40.75, lng: -73.99, precision: 'postcode', label: 'New York', ambiguous: false };
        },
      };
      const { vitrine, me, draft } = await arrange({ localGeocoder });
      const map = await vitrine.maps.create(me, {
        name: 'Shops',
        fields: [{ name: 'open', type: 'boolean' }],
      });
      const add = (name: string, lat: number) =>
        vitrine.locations.add(me, map.id, { name, lat, lng: -74, fields: { open: true } });
      await add('Far', 41.5);
      const near = await add('Near', 40.8);
      const design: LiveDesignChanges = {
        variables: { zip: { sample: '10001' }, lat: {}, lng: {} },
        sources: {
          shop: {
            kind: 'nearest',
            mapId: map.id,
            place: '{{ zip }}',
            country: 'US',
            maxDistance: 20,
            unit: 'km',
          },
          point: { kind: 'nearest', mapId: map.id, lat: '{{ lat }}', lng: '{{ lng }}' },
        },
        layers: {
          title: { type: 'text', text: '{{ shop.name }} {{ shop.distance | number: 1 }} km {{ shop.open }}' },
        },
      };
      const { draftId } = await draft(design);
      const resolve = (variables: Record<string, string>) =>
        vitrine.liveImageDrafts.resolve(me, draftId, { conversationId, variables });
      for (const _ of [1, 2]) {
        expect(await resolve({ zip: '10001' })).toMatchObject({
          records: { shop: near.id, point: null },
          texts: { title: 'Near 5.6 km true' },
        });
      }
      expect((await resolve({ zip: 'nowhere' })).records.shop).toBeNull();
      expect((await resolve({ lat: '41.5', lng: '-74' })).records.point).not.toBeNull();
      expect((await resolve({ lat: '141.5', lng: 'x' })).records.point).toBeNull();
      expect(calls).toEqual(['10001, US', 'nowhere, US']);
      const both = draft({
        sources: { shop: { kind: 'nearest', mapId: map.id, place: 'x', lat: '1', lng: '2' } },
      });
      expect(Object.keys(await issuesOf(both))).toEqual(['design.sources.shop.place']);
      expect(
        Object.keys(await issuesOf(draft({ sources: { shop: { kind: 'nearest', mapId: map.id } } }))),
      ).toEqual(['design.sources.shop.place']);
    },
  );

  test(
    'stores, maps, pictures and fonts of another account do not exist',
    verifies('live.design.ids'),
    async () => {
      const { vitrine, me, other, storeId } = await arrange();
      const map = await vitrine.maps.create(me, { name: 'Shops' });
      const image = await vitrine.images.add(me, { file: { bytes: Buffer.from('png'), name: 'a.png' } });
      const design: LiveDesignChanges = {
        sources: {
          product: { kind: 'record', storeId, key: { sku: 'A-1' } },
          shop: { kind: 'nearest', mapId: map.id, place: 'x' },
        },
        layers: {
          title: { type: 'text', fontId: 1_000, text: '{{ product.name }}' },
          photo: { type: 'image', imageId: image.id },
        },
        rules: { r: { imageId: 77, layers: { photo: { imageId: 78 } } } },
        fallback: { imageId: 79 },
      };
      const found = await issuesOf(vitrine.liveImageDrafts.create(other, { conversationId, design }));
      expect(Object.keys(found).sort()).toEqual([
        'design.fallback.imageId',
        'design.layers.photo.imageId',
        'design.layers.title.fontId',
        'design.rules.r.imageId',
        'design.rules.r.layers.photo.imageId',
        'design.sources.product.storeId',
        'design.sources.shop.mapId',
      ]);
    },
  );
});

test(
  'an opening costs less than a millisecond, because its design stays parsed',
  verifies('live.openings.cost'),
  async () => {
    const { vitrine, me, storeId, draft, save } = await arrange();
    const id = await save(await draft(product(storeId)));
    const { productionUrl } = await vitrine.images.get(me, id);
    const image = await vitrine.publicImages.open(productionUrl.slice(-12));
    if (image?.kind !== 'live') throw new Error('It is no live image.');
    const { signal } = new AbortController();
    const open = async (number: number) => {
      const query = new Map([['sku', number % 2 === 0 ? 'A-1' : `B-${number}`]]);
      return (await image.show({ query, client: 'gmail', signal })).key;
    };
    for (let number = 0; number < 200; number++) await open(number);
    const before = processorTime();
    for (let number = 0; number < 500; number++) await open(number);
    expect(processorTime() - before).toBeLessThan(500);
  },
);

describe('what is deleted after the save', () => {
  test('breaks no opening, and is a warning', verifies('live.design.gone'), async () => {
    const { vitrine, me, storeId, media, draft, save } = await arrange();
    const image = await vitrine.images.add(me, { file: { bytes: Buffer.from('png'), name: 'a.png' } });
    const id = await save(
      await draft({
        ...product(storeId),
        background: { imageId: image.id },
        rules: {
          cheap: {
            when: [{ field: 'product.price', op: 'lt', value: 10 }],
            link: 'https://shop.example/cheap',
          },
        },
        fallback: { link: 'https://shop.example/' },
      }),
    );
    const opened = async () => vitrine.liveImages.resolve(me, id, { variables: { sku: 'A-1' } });
    expect((await vitrine.liveImages.get(me, id)).warnings).toEqual([]);

    await vitrine.stores.deleteProperty(me, storeId, 'price');
    expect(await opened()).toMatchObject({ texts: { title: 'Boots ' }, link: 'https://shop.example/boots' });
    expect((await vitrine.liveImages.get(me, id)).warnings).toEqual([
      expect.stringMatching(/^design\.layers\.title\.text: product has no property "price"\./),
      expect.stringMatching(/^design\.rules\.cheap\.when\[0\]\.field: product has no property "price"\./),
    ]);

    await vitrine.stores.delete(me, storeId);
    await vitrine.images.delete(me, image.id);
    expect(await opened()).toMatchObject({
      records: { product: null },
      texts: { title: ' ' },
      link: 'https://shop.example/',
    });
    expect((await vitrine.liveImages.get(me, id)).warnings).toEqual([
      `design.sources.product.storeId: No store has the id "${storeId}".`,
      expect.stringMatching(
        /^design\.background\.imageId: The image \d+ is deleted\..* keeps what it has\.$/,
      ),
    ]);

    // A draft of it is changed and saved all the same, and keeps the picture.
    const again = await vitrine.liveImages.draft(me, id, { conversationId });
    const { draftId } = again;
    expect(again.warnings).toEqual([expect.stringContaining('design.sources.product.storeId')]);
    await vitrine.liveImageDrafts.update(me, draftId, { conversationId, changes: { width: 300 } });
    expect(await save(again)).toBe(id);
    expect(media.scenes.at(-1)).toMatchObject({ width: 300, background: { picture: expect.any(String) } });
    expect(
      await issuesOf(vitrine.liveImageDrafts.create(me, { conversationId, design: product(storeId) })),
    ).toHaveProperty(['design.sources.product.storeId']);
  });
});

describe('drafts of live images', () => {
  test(
    'have limits, lives and races as those of timers, and their own count',
    verifies('live.drafts.shared'),
    async () => {
      const { vitrine, storage, me, draft, setNow, media } = await arrange();
      const first = await draft({});
      const { draftId } = first;
      const timer = {
        ...({
          kind: 'timer',
          id: 'tf_x',
          accountId: me.accountId,
          conversationId,
          name: 'T',
          design: '{}',
        } as const),
        ...{ createdAt: NOW, updatedAt: NOW, expiresAt: NOW + HOUR },
      };
      await storage.drafts.insert(timer, 100);
      for (let number = 0; number < 100; number++) await draft({});
      const ids = (await vitrine.liveImageDrafts.list(me)).map((one) => one.draftId);
      expect(ids).toHaveLength(100);
      expect(ids).not.toContain(draftId);
      expect(await storage.drafts.find('tf_x', NOW)).not.toBeNull();
      await expect(vitrine.liveImageDrafts.get(me, 'tf_x', { conversationId })).rejects.toMatchObject({
        code: 'not_found',
      });

      const { draftId: raced } = await draft({});
      const changes = Array.from({ length: 5 }, (_, at) => ({
        layers: { [`l${at}`]: { type: 'shape' as const } },
      }));
      await Promise.all(
        changes.map((change) =>
          vitrine.liveImageDrafts.update(me, raced, { conversationId, changes: change }),
        ),
      );
      const shown = await vitrine.liveImageDrafts.get(me, raced, { conversationId });
      expect(shown.revision).toBe(6);
      expect(Object.keys(shown.design.layers).sort()).toEqual(['l0', 'l1', 'l2', 'l3', 'l4']);
      expect(
        await issuesOf(
          vitrine.liveImageDrafts.update(me, raced, { conversationId, revision: 2, changes: {} }),
        ),
      ).toEqual({ revision: 'The draft is at revision 6 now; read it and decide again.' });

      expect(
        await issuesOf(vitrine.liveImageDrafts.save(me, raced, { conversationId, revision: 5 })),
      ).toEqual({
        revision: 'The draft is at revision 6 now; read it and decide again.',
      });

      const saved = await Promise.all(
        [6, undefined, 6].map((revision) =>
          vitrine.liveImageDrafts.save(me, raced, { conversationId, revision }),
        ),
      );
      expect(new Set(saved.map(({ imageId }) => imageId)).size).toBe(1);
      expect(
        await issuesOf(vitrine.liveImageDrafts.update(me, raced, { conversationId, changes: { width: 99 } })),
      ).toEqual({
        '': expect.stringMatching(/read-only/),
      });

      media.isBusy = true;
      await expect(draft({})).rejects.toBeInstanceOf(UnavailableError);
      expect(await vitrine.liveImageDrafts.list(me)).toHaveLength(100);
      setNow(NOW + 25 * HOUR);
      await expect(vitrine.liveImageDrafts.get(me, raced, { conversationId })).rejects.toMatchObject({
        code: 'not_found',
      });
    },
  );

  test(
    'of a live image change it under the same URL, or copy it',
    verifies('live.drafts.replace', 'live.drafts.from'),
    async () => {
      const { vitrine, me, storeId, draft, save } = await arrange();
      const id = await save(await draft({ ...product(storeId), link: null }));
      const before = await vitrine.images.get(me, id);
      const changed = await vitrine.liveImages.draft(me, id, { conversationId });
      expect(changed).toMatchObject({ liveImageId: id, revision: 1, status: 'draft' });
      const changes = { layers: { timer: { type: 'timer' as const } } };
      await vitrine.liveImageDrafts.update(me, changed.draftId, { conversationId, changes });
      expect(await save(changed)).toBe(id);
      const after = await vitrine.images.get(me, id);
      expect(after).toMatchObject({ productionUrl: before.productionUrl, format: 'gif', animated: true });
      expect(before).toMatchObject({ format: 'png', animated: false });
      expect((await vitrine.liveImages.get(me, id)).design.layers).toHaveProperty('timer');

      const other = await vitrine.liveImages.draft(me, id, { conversationId });
      const copy = await vitrine.liveImageDrafts.save(me, other.draftId, { conversationId, as: 'copy' });
      expect(copy.imageId).not.toBe(id);

      const from = await vitrine.liveImageDrafts.create(me, {
        conversationId,
        from: id,
        design: { width: 320 },
      });
      expect(from).toMatchObject({ liveImageId: null, name: 'Live image', design: { width: 320 } });
      expect(from.design.layers).toHaveProperty('timer');
      const made = await save(from);
      expect([id, copy.imageId]).not.toContain(made);
      expect((await vitrine.liveImages.get(me, id)).width).toBe(600);
      await expect(vitrine.liveImageDrafts.create(me, { from: 999 })).rejects.toMatchObject({
        code: 'not_found',
      });
    },
  );

  test('warn of keys that readers can guess', verifies('live.guessable'), async () => {
    const { vitrine, me, storeId, draft } = await arrange();
    const contacts = await vitrine.stores.create(me, {
      name: 'Contacts',
      properties: [{ name: 'mail', type: 'string', unique: true }],
    });
    const numbered = await vitrine.stores.create(me, {
      name: 'Numbered',
      properties: [{ name: 'no', type: 'number', unique: true }],
    });
    for (const no of [1, 2, 3]) {
      await vitrine.records.add(me, contacts.id, { mail: `reader${no}@example.com` });
      await vitrine.records.add(me, numbered.id, { no });
    }
    const of = (key: Record<string, string>, from: string, access: 'open' | 'signed' = 'open') =>
      draft({ variables: { x: {} }, sources: { s: { kind: 'record', storeId: from, key } }, access });
    expect((await of({ mail: '{{ x }}' }, contacts.id)).warnings).toEqual([
      expect.stringMatching(/^design\.sources\.s\.key\.mail: The keys look like e-mail addresses/),
    ]);
    expect((await of({ no: '{{ x }}' }, numbered.id)).warnings).toEqual([
      expect.stringMatching(/^design\.sources\.s\.key\.no: The keys look like numbers in a row/),
    ]);
    expect((await of({ sku: '{{ x }}' }, storeId)).warnings).toEqual([]);
    expect((await of({ mail: '{{ x }}' }, contacts.id, 'signed')).warnings).toEqual([]);
    expect((await of({ mail: 'reader1@example.com' }, contacts.id)).warnings).toEqual([]);
  });

  test('and openings say why a photo is not shown', verifies('live.photos.hosts'), async () => {
    const { vitrine, me, draft, save } = await arrange();
    const own = await vitrine.images.add(me, { file: { bytes: Buffer.from('png'), name: 'a.png' } });
    const far = 'https://cdn.example/boots.png';
    const made = await draft({
      layers: { far: { type: 'image', url: far }, own: { type: 'image', url: own.productionUrl } },
    });
    const unlisted = [
      `design.layers.far.url: ${far} is not shown, because cdn.example is not listed (PUT /admin/image-hosts).`,
    ];
    expect(made.warnings).toEqual(unlisted);
    const id = await save(made);
    const warnings = async () => (await vitrine.liveImages.resolve(me, id)).warnings;
    expect(await warnings()).toEqual(unlisted);
    await vitrine.imageHosts.set(me, { hosts: ['cdn.example'] });
    await vitrine.images.delete(me, own.id);
    expect(await warnings()).toEqual([
      `design.layers.far.url: ${far} is no picture, or did not come in time.`,
      `design.layers.own.url: ${own.productionUrl} is no picture of this server.`,
    ]);
  });

  test('have a limit of their size', verifies('live.design.limits'), async () => {
    const { draft } = await arrange();
    const parts = (count: number, part: object) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, part]));
    const found = await issuesOf(
      draft({
        variables: parts(11, {}),
        layers: parts(21, { type: 'shape' }),
        rules: parts(21, {}),
      } as LiveDesignChanges),
    );
    expect(found).toEqual({
      'design.variables': 'Expected at most 10 variables.',
      'design.layers': 'Expected at most 20 layers.',
      'design.rules': 'Expected at most 20 rules.',
    });
    const long = { layers: parts(20, { text: 'x'.repeat(2_000) }) };
    const layers = parts(20, { type: 'text' });
    expect(await issuesOf(draft({ layers, rules: parts(4, long) } as LiveDesignChanges))).toEqual({
      design: 'The design has more than 100000 characters as JSON.',
    });
  });
});
