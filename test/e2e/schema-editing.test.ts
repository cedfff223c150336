import type { StoreDetail } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import {
  addRecord,
  createStore,
  expectProblem,
  expectRefused,
  notFound,
  recordPath,
  recordsPath,
  walk,
} from './arrange.ts';
import { onEveryStorage } from './world.ts';

/** Milliseconds. Longer than the pause before the slot of a deleted property is cleared and reused. */
const SLOT_PAUSE_OVER = 200_000;

onEveryStorage((arrange) => {
  test('adds a property after the others', verifies('operation.add-property'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { sku: 'unique string' });
    const description = 'in euro';
    const { status, body } = await a.post<StoreDetail>(`/v2/stores/${store.id}/properties`, {
      name: 'price',
      type: 'number',
      description,
    });
    expect(status).toBe(200);
    expect(body.properties).toEqual([
      { name: 'sku', type: 'string', required: true, unique: true, description: null },
      { name: 'price', type: 'number', required: false, unique: false, description },
    ]);
    expectProblem(await a.post('/v2/stores/nowhere/properties', { name: 'x', type: 'string' }), ...notFound);
    expectRefused(await a.post(`/v2/stores/${store.id}/properties`), ['name', 'type']);
  });

  test('accepts six property types', verifies('stores.property.types'), async () => {
    const { a } = await arrange();
    const types = ['string', 'number', 'boolean', 'datetime', 'url_image', 'url_link'];
    const properties = types.map((type) => ({ name: `of ${type}`, type }));
    const { status, body } = await a.post<StoreDetail>('/v2/stores', { name: 'All', properties });
    expect(status).toBe(201);
    expect(body.properties.map(({ type }) => type)).toEqual(types);
    for (const type of ['text', 'String', 'integer', '', null, 1, ['string']]) {
      expectRefused(await a.post('/v2/stores', { name: 'None', properties: [{ name: 'p', type }] }), [
        'properties[0].type',
      ]);
    }
  });

  test(
    'updates required and description of a property',
    verifies('operation.update-property', 'stores.property.updatable'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { sku: 'unique string', 'list price': 'number' });
      const path = `/v2/stores/${store.id}/properties/${encodeURIComponent('list price')}`;
      const updated = await a.patch<StoreDetail>(path, { required: true, description: 'net' });
      expect(updated.status).toBe(200);
      expect(updated.body.properties[1]).toMatchObject({
        name: 'list price',
        required: true,
        description: 'net',
      });
      expect((await a.patch<StoreDetail>(path, { description: null })).body.properties[1]).toMatchObject({
        required: true,
        description: null,
      });
      expect((await a.patch<StoreDetail>(path)).body.properties[1]).toMatchObject({
        required: true,
        description: null,
      });
      for (const name of ['price', 'LIST PRICE', 'list%20price', '__proto__']) {
        expectProblem(
          await a.patch(`/v2/stores/${store.id}/properties/${encodeURIComponent(name)}`, {}),
          ...notFound,
        );
      }
      expectRefused(await a.patch(path, { required: 'yes', description: 5, colour: 1 }), [
        'required',
        'description',
        'colour',
      ]);
    },
  );

  test(
    'accepts name, type and unique of a property if they are equal, and refuses different ones',
    verifies('stores.property.immutable', 'stores.property.update.equal'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { sku: 'unique string', price: 'number' });
      const path = `/v2/stores/${store.id}/properties`;
      const same = { name: 'price', type: 'number', unique: false, required: true };
      expect((await a.patch(`${path}/price`, same)).status).toBe(200);
      expectRefused(await a.patch(`${path}/price`, { name: 'cost', type: 'string', unique: true }), [
        'name',
        'type',
        'unique',
      ]);
      expectRefused(await a.patch(`${path}/sku`, { unique: false }), ['unique']);
      expect((await a.get<StoreDetail>(`/v2/stores/${store.id}`)).body.properties).toMatchObject([
        { name: 'sku', unique: true },
        { name: 'price', type: 'number', unique: false, required: true },
      ]);
    },
  );

  test(
    'accepts property names of 1 to 64 characters in NFC, without control characters or outer spaces',
    verifies(
      'stores.property.name.length',
      'stores.property.name.nfc',
      'stores.property.name.control',
      'stores.property.name.spaces',
    ),
    async () => {
      const { a } = await arrange();
      const create = (name: unknown) =>
        a.post<StoreDetail>('/v2/stores', { name: 'S', properties: [{ name, type: 'string' }] });
      const refused = [
        '',
        'x'.repeat(65),
        'e\u0301',
        'a\tb',
        'a\u007fb',
        'a\u0085b',
        '\0',
        '\ud800',
        ' a',
        'a ',
        '\u00a0a',
        5,
        null,
      ];
      for (const name of refused) expectRefused(await create(name), ['properties[0].name']);
      for (const name of [
        'x',
        '😀'.repeat(64),
        'two  words',
        '\u00e9',
        "it's",
        '$1',
        'a.b[0]',
        '#',
        '%41',
        '/',
        '?',
        '"',
        'toString',
      ]) {
        const { status, body } = await create(name);
        expect({ status, name: body.properties?.[0]?.name }).toEqual({ status: 201, name });
        const record = await addRecord(a, body, { [name]: 'value' });
        expect(record[name]).toBe('value');
        const path = `/v2/stores/${body.id}/properties/${encodeURIComponent(name)}`;
        expect((await a.patch(path, { description: 'found' })).status).toBe(200);
      }
    },
  );

  test(
    'ignores case for the uniqueness of property names, but matches them exactly in requests',
    verifies('stores.property.name.case', 'stores.property.name.exact'),
    async () => {
      const { a } = await arrange();
      const twice = [
        { name: 'Größe', type: 'string' },
        { name: 'GRÖSSE', type: 'string' },
        { name: 'gröẞe', type: 'number' },
      ];
      expectRefused(await a.post('/v2/stores', { name: 'S', properties: twice }), ['properties[2].name']);
      const store = await createStore(a, { Price: 'number' });
      expectRefused(await a.post(`/v2/stores/${store.id}/properties`, { name: 'price', type: 'number' }), [
        'name',
      ]);
      expectRefused(await a.post(recordsPath(store), { price: 1 }), ['price']);
      expectRefused(await a.get(`${recordsPath(store)}?sortBy=price`), ['sortBy']);
      const filters = [{ field: 'price', op: 'eq', value: 1 }];
      expectRefused(await a.post(`${recordsPath(store)}/search`, { filters }), ['filters[0].field']);
    },
  );

  test(
    'refuses reserved names in any case',
    verifies('stores.property.name.reserved', 'stores.property.name.reserved-case'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { name: 'string' });
      const reserved = [
        'id',
        'ID',
        'date_created',
        'Date_Created',
        'date_updated',
        '__proto__',
        '__PROTO__',
        'constructor',
        'Constructor',
        'prototype',
        '.',
        '..',
      ];
      for (const name of reserved) {
        expectRefused(await a.post('/v2/stores', { name: 'S', properties: [{ name, type: 'string' }] }), [
          'properties[0].name',
        ]);
        expectRefused(await a.post(`/v2/stores/${store.id}/properties`, { name, type: 'string' }), ['name']);
      }
    },
  );

  test(
    'accepts id as the only unique property if it is a string',
    verifies('stores.property.name.id'),
    async () => {
      const { a } = await arrange();
      const create = (properties: object[]) => a.post<StoreDetail>('/v2/stores', { name: 'S', properties });
      const id = { name: 'id', type: 'string', unique: true };
      const { status, body: store } = await create([{ name: 'name', type: 'string' }, id]);
      expect(status).toBe(201);
      const record = await addRecord(a, store, { id: 'a/b', name: 'one' });
      expect(record).toMatchObject({ id: 'a/b', name: 'one' });
      expect((await a.get(recordPath(store, 'a/b'))).body).toEqual(record);
      expect((await a.post(`${recordsPath(store)}/lookup`, { id: 'a/b' })).body).toEqual(record);
      expectRefused(await a.post(recordsPath(store), { name: 'none' }), ['id']);
      for (const properties of [
        [{ ...id, unique: false }],
        [{ ...id, type: 'number' }],
        [{ ...id, name: 'ID' }],
        [id, { name: 'sku', type: 'string', unique: true }],
      ]) {
        expectProblem(await create(properties), 400, 'validation_failed');
      }
      expectProblem(
        await a.post(`/v2/stores/${store.id}/properties`, { name: 'k', type: 'string', unique: true }),
        400,
        'validation_failed',
      );
    },
  );

  test(
    'implies required by unique, and refuses a contradiction',
    verifies('stores.property.unique.required', 'stores.property.unique.not-required'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { sku: 'unique string' });
      expect(store.properties[0]).toMatchObject({ unique: true, required: true });
      const contradiction = { name: 'k', type: 'string', unique: true, required: false };
      expectRefused(await a.post('/v2/stores', { name: 'S', properties: [contradiction] }), [
        'properties[0].required',
      ]);
      expectRefused(await a.post(`/v2/stores/${store.id}/properties`, contradiction), ['required']);
      expectRefused(await a.patch(`/v2/stores/${store.id}/properties/sku`, { required: false }), [
        'required',
      ]);
    },
  );

  test(
    'adds a unique property only if the store has no live record',
    verifies('stores.property.unique.add-empty', 'stores.property.unique.live'),
    async () => {
      const { a, advance } = await arrange();
      const store = await createStore(a, { name: 'string' }, { recordTtl: 60 });
      const path = `/v2/stores/${store.id}/properties`;
      const record = await addRecord(a, store, { name: 'one' });
      expectProblem(
        await a.post(path, { name: 'sku', type: 'string', unique: true }),
        400,
        'validation_failed',
      );
      expect((await a.get<StoreDetail>(`/v2/stores/${store.id}`)).body.properties).toHaveLength(1);
      await a.delete(recordPath(store, record.id));
      expect((await a.post(path, { name: 'sku', type: 'string', unique: true })).status).toBe(200);
      await addRecord(a, store, { name: 'two', sku: 'a' });
      expectProblem(
        await a.post(path, { name: 'shop', type: 'number', unique: true }),
        400,
        'validation_failed',
      );
      advance(61_000);
      expect((await a.post(path, { name: 'shop', type: 'number', unique: true })).status).toBe(200);
      expect((await addRecord(a, store, { name: 'two', sku: 'a', shop: 1 })).id).toMatch(/^k_/);
    },
  );

  test(
    'refuses to delete a unique property or the last property',
    verifies('stores.property.delete.unique-rejected', 'stores.property.delete.last-rejected'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { sku: 'unique string', name: 'string' });
      expectProblem(await a.delete(`/v2/stores/${store.id}/properties/sku`), 400, 'validation_failed');
      expect((await a.delete(`/v2/stores/${store.id}/properties/name`)).status).toBe(200);
      const single = await createStore(a, { name: 'string' });
      expectProblem(await a.delete(`/v2/stores/${single.id}/properties/name`), 400, 'validation_failed');
      expect((await a.get<StoreDetail>(`/v2/stores/${single.id}`)).body.properties).toHaveLength(1);
    },
  );

  test(
    'hides the values of a deleted property at once, and frees its name for another type, without values',
    verifies(
      'operation.delete-property',
      'stores.property.delete.values',
      'stores.property.delete.name-free',
    ),
    async () => {
      const { a, vitrine, advance } = await arrange();
      const store = await createStore(a, { sku: 'unique string', size: 'string', other: 'string' });
      await addRecord(a, store, { sku: 'a', size: 'XL', other: 'kept' });
      const path = `/v2/stores/${store.id}/properties`;
      const { status, body } = await a.delete<StoreDetail>(`${path}/size`);
      expect(status).toBe(200);
      expect(body.properties.map(({ name }) => name)).toEqual(['sku', 'other']);
      expectProblem(await a.delete(`${path}/size`), ...notFound);
      const records = recordsPath(store);
      expect((await a.get(recordPath(store, 'a'))).body).not.toHaveProperty('size');
      expectRefused(
        await a.post(`${records}/search`, { filters: [{ field: 'size', op: 'eq', value: 'XL' }] }),
        ['filters[0].field'],
      );
      expectRefused(await a.get(`${records}?sortBy=size`), ['sortBy']);
      expectRefused(await a.patch(recordPath(store, 'a'), { size: 'L' }), ['size']);
      expect((await a.get(`${records}/export?format=csv`)).text).not.toContain('XL');

      for (const type of ['number', 'string']) {
        await a.post(path, { name: 'size', type });
        expect((await a.get(recordPath(store, 'a'))).body).toMatchObject({ size: null, other: 'kept' });
        advance(SLOT_PAUSE_OVER);
        await vitrine.runDueJobs();
        expect((await a.get(recordPath(store, 'a'))).body).toMatchObject({ size: null, other: 'kept' });
        await a.delete(`${path}/size`);
      }
    },
  );

  test(
    'applies required to later writes only, also for an added property',
    verifies('stores.property.required.later', 'records.patch.touched'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { name: 'string', note: 'string' });
      const old = await addRecord(a, store, { note: 'old' });
      const path = `/v2/stores/${store.id}/properties`;
      expect((await a.patch(`${path}/name`, { required: true })).status).toBe(200);
      expect((await a.post(path, { name: 'price', type: 'number', required: true })).status).toBe(200);
      expect(await walk(a, store)).toEqual([{ ...old, price: null }]);
      expect((await a.patch(recordPath(store, old.id), { note: 'new' })).body).toMatchObject({
        name: null,
        note: 'new',
      });
      expectRefused(await a.patch(recordPath(store, old.id), { name: null }), ['name']);
      expectRefused(await a.post(recordsPath(store), { note: 'later' }), ['name', 'price']);
      expect(await walk(a, store)).toHaveLength(1);
    },
  );
});
