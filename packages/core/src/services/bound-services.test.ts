import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { defineStore } from '../ground/calls/store-types.ts';
import { ForbiddenError, UnavailableError } from '../ground/errors.ts';
import { accountPrincipal } from '../ports/access.ts';
import { memoryStorage } from '../storage/memory/index.ts';
import { createVitrine } from '../vitrine.ts';

const Products = defineStore({
  name: 'products',
  properties: { sku: { type: 'string', unique: true }, price: 'number' },
});

async function arrange() {
  const vitrine = await createVitrine({ storage: memoryStorage() });
  const { id } = await vitrine.accounts.ensure('A');
  return { vitrine, me: accountPrincipal(id), mine: vitrine.as(accountPrincipal(id)) };
}

test('calls act for the principal', verifies('library.as'), async () => {
  const { vitrine, me, mine } = await arrange();
  const products = await mine.stores.open(Products);
  const { price }: { price: number | null } = await products.add({ sku: 'A', price: 5 });
  expect(price).toBe(5);
  expect((await mine.records.get(products.id, 'A')).price).toBe(5);
  expect(await mine.records.list(products.id).all()).toEqual(
    await vitrine.records.list(me, products.id).all(),
  );
  expect((await mine.identity.whoAmI()).accountId).toBe(me.accountId);
  expect((await mine.accounts.usage()).resources.records.used).toBe(1);
  expect(mine.images.types()).toEqual(vitrine.images.types(me));
  const storeKey = { kind: 'store', accountId: me.accountId, storeId: products.id, key: null } as const;
  const theirs = vitrine.as(storeKey);
  expect((await theirs.stores.list().all()).map(({ id }) => id)).toEqual([products.id]);
  await expect(theirs.images.list()).rejects.toThrow(ForbiddenError);
});

test('every call that takes a principal is there, and no other', verifies('library.as'), async () => {
  const { vitrine, mine } = await arrange();
  const { thumbnails, publicImages, ...services } = vitrine;
  const withoutPrincipal = new Set([
    'accounts.create',
    'accounts.first',
    'accounts.ensure',
    'accounts.list',
    'accounts.changeLimits',
    'identity.authenticate',
    'fonts.openPreview',
    'timerFrames.preview',
    'timerPresets.preview',
    'liveImageDrafts.preview',
    ...['register', 'takesDocuments', 'open', 'exchange', 'revoke'].map((call) => `oauth.${call}`),
    'status.measure',
  ]);
  const namesOf = (object: object) =>
    Object.entries(object).flatMap(([name, service]) =>
      typeof service === 'object' ? Object.keys(service).map((call) => `${name}.${call}`) : [],
    );
  const expected = namesOf(services).filter(
    (name) => !name.startsWith('direct.') && !withoutPrincipal.has(name),
  );
  expect(expected.length).toBeGreaterThan(100);
  expect(namesOf(mine).sort()).toEqual(expected.sort());
  expect(Object.keys(mine)).not.toContain('thumbnails');
  // @ts-expect-error it takes no principal
  expect(mine.accounts.create).toBeUndefined();
});

test('what is no principal is refused', verifies('library.errors'), async () => {
  const { vitrine, me } = await arrange();
  for (const wrong of [undefined, null, me.accountId, {}]) {
    expect(() => vitrine.as(wrong as never)).toThrow('principal: Expected a principal, such as');
  }
});

test('after close, calls for a principal are refused too', async () => {
  const { vitrine, mine } = await arrange();
  const before = mine.stores.ensure({ name: 'S', properties: [{ name: 'p', type: 'string' }] });
  await vitrine.close();
  expect((await before).name).toBe('S');
  await expect(mine.stores.list()).rejects.toThrow(UnavailableError);
});
