import { expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import type { CreateStoreRequest } from '../../contracts/stores/stores.ts';
import { ConflictError, ForbiddenError, QuotaExceededError, ValidationError } from '../../ground/errors.ts';
import { accountPrincipal } from '../../ports/access.ts';
import { memoryStorage } from '../../storage/memory/index.ts';
import { createVitrine } from '../../vitrine.ts';

async function open() {
  const vitrine = await createVitrine({ storage: memoryStorage(), secret: 'secret of the test' });
  const account = await vitrine.accounts.ensure('Test');
  return { vitrine, account, me: accountPrincipal(account.id) };
}

const products: CreateStoreRequest = {
  name: 'Products',
  recordTtl: 60,
  properties: [
    { name: 'sku', type: 'string', unique: true },
    { name: 'price', type: 'number', description: 'net' },
  ],
};

test(
  'ensure creates a store once and finds it again, with its properties in any order',
  verifies('library.ensure-store'),
  async () => {
    const { vitrine, me } = await open();
    const created = await vitrine.stores.ensure(me, products);
    expect(created).toMatchObject({ name: 'Products', recordTtl: 60, recordCount: 0 });
    await vitrine.records.add(me, created.id, { sku: 'A-1' });
    const found = await vitrine.stores.ensure(me, {
      name: 'Products',
      properties: [
        { name: 'price', type: 'number' },
        { name: 'sku', type: 'string', unique: true, required: true },
      ],
    });
    expect(found).toEqual({ ...created, recordCount: 1 });
    expect((await vitrine.stores.list(me)).items).toHaveLength(1);
  },
);

test('ensure finds the oldest store with the properties among those of one name', async () => {
  const { vitrine, me } = await open();
  await vitrine.stores.create(me, { name: 'Products', properties: [{ name: 'other', type: 'string' }] });
  const second = await vitrine.stores.create(me, products);
  await vitrine.stores.create(me, products);
  expect((await vitrine.stores.ensure(me, products)).id).toBe(second.id);
});

test('ensure creates a new store after the deletion of the first', async () => {
  const { vitrine, me } = await open();
  const first = await vitrine.stores.ensure(me, products);
  await vitrine.stores.delete(me, first.id);
  const second = await vitrine.stores.ensure(me, products);
  expect(second.id).not.toBe(first.id);
  expect((await vitrine.stores.ensure(me, products)).id).toBe(second.id);
});

test(
  'ensure of a store with other properties throws conflict, names every difference and changes nothing',
  verifies('library.ensure-differences'),
  async () => {
    const { vitrine, me } = await open();
    const created = await vitrine.stores.ensure(me, products);
    const properties = [
      { name: 'sku', type: 'number', unique: true },
      { name: 'Price', type: 'number' },
      { name: 'note', type: 'string', required: true },
    ] as const;
    const error = await vitrine.stores
      .ensure(me, { name: 'Products', properties: [...properties] })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConflictError);
    expect(error).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(created.id),
      issues: [
        { path: 'properties[0].type', message: '"sku" has "string" in the store.' },
        { path: 'properties[1]', message: 'The store has no property "Price".' },
        { path: 'properties[2]', message: 'The store has no property "note".' },
        { path: 'properties', message: 'The store also has "price".' },
      ],
    });
    expect((await vitrine.stores.list(me)).items).toHaveLength(1);
  },
);

test(
  'ensure with migrate adds the missing properties in one step',
  verifies('library.ensure-migrate'),
  async () => {
    const { vitrine, me } = await open();
    const created = await vitrine.stores.ensure(me, products);
    await vitrine.records.add(me, created.id, { sku: 'A-1', price: 3 });
    const wider = {
      ...products,
      properties: [
        { name: 'note', type: 'string' as const },
        ...products.properties,
        { name: 'sold', type: 'boolean' as const, required: true, description: 'ever' },
      ],
    };
    await expect(vitrine.stores.ensure(me, wider)).rejects.toThrow(ConflictError);
    const migrated = await vitrine.stores.ensure(me, wider, { migrate: 'add' });
    expect(migrated).toMatchObject({ id: created.id, recordCount: 1 });
    expect(migrated.properties.map(({ name }) => name)).toEqual(['sku', 'price', 'note', 'sold']);
    expect(migrated.properties.at(-1)).toMatchObject({
      type: 'boolean',
      required: true,
      description: 'ever',
    });
    expect(await vitrine.records.get(me, created.id, 'A-1')).toMatchObject({
      price: 3,
      note: null,
      sold: null,
    });
    expect((await vitrine.stores.ensure(me, wider, { migrate: 'add' })).date_updated).toBe(
      migrated.date_updated,
    );
    expect(await vitrine.stores.ensure(me, wider)).toEqual(migrated);
  },
);

test(
  'ensure with migrate leaves other differences a conflict and changes nothing',
  verifies('library.ensure-migrate'),
  async () => {
    const { vitrine, me } = await open();
    const created = await vitrine.stores.ensure(me, products);
    const note = { name: 'note', type: 'string' } as const;
    const [sku, price] = products.properties as [CreateStoreRequest['properties'][0], never];
    for (const properties of [
      [sku, note],
      [sku, { ...(price as object), type: 'string' }, note],
      [sku, price, { ...note, name: 'PRICE' }],
      [{ ...sku, unique: false, required: true }, price, note],
    ]) {
      const definition = { name: 'Products', properties } as CreateStoreRequest;
      await expect(vitrine.stores.ensure(me, definition, { migrate: 'add' })).rejects.toThrow();
    }
    await expect(
      vitrine.stores.ensure(me, { name: 'Products', properties: [sku, note] }, { migrate: 'add' }),
    ).rejects.toThrow(ConflictError);
    const other = { migrate: 'drop' } as never;
    await expect(vitrine.stores.ensure(me, products, other)).rejects.toThrow('migrate: Expected "add".');
    expect(await vitrine.stores.get(me, created.id)).toEqual(created);
  },
);

test('ensure with migrate adds a unique property only to an empty store', async () => {
  const { vitrine, me } = await open();
  const { id } = await vitrine.stores.ensure(me, products);
  const keyed = {
    ...products,
    properties: [...products.properties, { name: 'shop', type: 'string' as const, unique: true }],
  };
  await vitrine.records.add(me, id, { sku: 'A-1' });
  const refused = await vitrine.stores.ensure(me, keyed, { migrate: 'add' }).catch((error) => error);
  expect(refused).toBeInstanceOf(ConflictError);
  expect(refused.issues).toEqual([
    {
      path: 'properties[2].unique',
      message: expect.stringContaining('only be added while the store is empty'),
    },
  ]);
  await vitrine.records.delete(me, id, 'A-1');
  expect((await vitrine.stores.ensure(me, keyed, { migrate: 'add' })).properties).toHaveLength(3);
});

test('ensure checks definition, key and quota like create', async () => {
  const { vitrine, account, me } = await open();
  await expect(vitrine.stores.ensure(me, { name: ' ', properties: [] })).rejects.toThrow(ValidationError);
  const reader = { ...me, key: { id: 'k', name: 'k', readOnly: true as const } };
  await expect(vitrine.stores.ensure(reader, products)).rejects.toThrow(ForbiddenError);
  const store = { kind: 'store', accountId: account.id, storeId: 's', key: null } as const;
  await expect(vitrine.stores.ensure(store, products)).rejects.toThrow(ForbiddenError);
  await vitrine.accounts.changeLimits(account.id, { stores: 0 });
  await expect(vitrine.stores.ensure(me, products)).rejects.toThrow(QuotaExceededError);
});

test(
  'accounts.ensure returns the oldest account of the name',
  verifies('library.ensure-account'),
  async () => {
    const { vitrine, account } = await open();
    const given = await vitrine.accounts.create('Given');
    await vitrine.accounts.create('Given');
    expect((await vitrine.accounts.ensure('Given')).id).toBe(given.id);
    expect(await vitrine.accounts.ensure('Test')).toEqual(account);
    const racing = await Promise.all(Array.from({ length: 10 }, () => vitrine.accounts.ensure('Racing')));
    expect(new Set(racing.map(({ id }) => id)).size).toBe(1);
    expect(await vitrine.accounts.list()).toHaveLength(4);
    await expect(vitrine.accounts.ensure(' ')).rejects.toThrow(ValidationError);
  },
);
