import { createHash } from 'node:crypto';
import type { DeleteRecordResponse, StoreRecordResponse } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import {
  addRecord,
  createStore,
  expectProblem,
  expectRefused,
  notFound,
  type PropertyWords,
  recordPath,
  recordsPath,
  walk,
} from './arrange.ts';
import { onOneStorage } from './world.ts';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

onOneStorage((arrange) => {
  test(
    'gives records without a unique property a UUIDv7 as id, so that repeated rows are new records',
    verifies('records.id.always', 'records.id.random', 'records.id.random-duplicates'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { name: 'string' });
      const row = { name: 'same' };
      const { id } = await addRecord(a, store, row);
      expect(id).toMatch(UUID_V7);
      for (let i = 0; i < 2; i++) await a.post(`${recordsPath(store)}/batch`, { records: [row, row] });
      const ids = (await walk(a, store)).map((record) => record.id);
      expect(new Set(ids).size).toBe(5);
      for (const each of ids) expect(each).toMatch(UUID_V7);
    },
  );

  test(
    'uses one unique string as the id, byte for byte, and decodes the path once',
    verifies(
      'records.id.string',
      'records.id.path',
      'records.path.decoded-once',
      'records.id.same-rule',
      'operation.get-record',
      'operation.delete-record',
    ),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { sku: 'unique string', name: 'string' });
      const skus = [
        'AB-1',
        ' ab-1 ',
        'ab-1',
        'a/b',
        'a?b',
        'a#b',
        '100%',
        '%41',
        '%2F',
        'a+b',
        'a b',
        '😀',
        '\u00e9',
        'e\u0301',
        'ß',
        'SS',
        "it's",
        '"',
        '\\',
        'a\nb',
        '...',
        '.a',
        'null',
        '1',
        '01',
        'batch',
        'search',
        '__proto__',
        'k_1',
        '*',
        ';',
        'a&b=c',
        '\ufeff',
      ];
      for (const sku of skus) {
        const record = await addRecord(a, store, { sku, name: `of ${sku}` });
        expect(record.id).toBe(sku);
        expect((await a.get(recordPath(store, sku))).body).toEqual(record);
        expect((await a.post(`${recordsPath(store)}/lookup`, { sku })).body).toEqual(record);
      }
      expect(await walk(a, store)).toHaveLength(skus.length);
      for (const sku of skus.slice(0, 16)) {
        expect((await a.delete<DeleteRecordResponse>(recordPath(store, sku))).body).toEqual({
          id: sku,
          status: 'deleted',
        });
      }
      for (const sku of skus.slice(16)) {
        const { body } = await a.post(`${recordsPath(store)}/delete-by-key`, { sku });
        expect(body).toEqual({ id: sku, status: 'deleted' });
      }
      expect(await walk(a, store)).toEqual([]);
    },
  );

  test(
    'returns 400 for an invalid escape in a record path',
    verifies('records.path.bad-escape'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { sku: 'unique string' });
      for (const segment of ['%', '%4', '%zz', '%E0%A4%A', '%ff', 'a%']) {
        for (const method of ['GET', 'DELETE', 'PATCH']) {
          const response = await a.send(
            method,
            `${recordsPath(store)}/${segment}`,
            method === 'PATCH' ? { json: {} } : {},
          );
          expectProblem(response, 400, 'validation_failed');
        }
      }
    },
  );

  test(
    'serves a record with the id export by lookup, because its path returns the export',
    verifies('records.path.export'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { sku: 'unique string' });
      const added = await a.post<StoreRecordResponse>(recordsPath(store), { sku: 'export' });
      expect({ status: added.status, location: added.headers.get('location') }).toEqual({
        status: 201,
        location: null,
      });
      const record = added.body;
      expect((await a.get(recordPath(store, 'export'))).body).toEqual([record]);
      expect((await a.get(`${recordsPath(store)}/%65xport`)).body).toEqual([record]);
      expect((await a.post(`${recordsPath(store)}/lookup`, { sku: 'export' })).body).toEqual(record);
      expect((await a.delete(recordPath(store, 'export'))).body).toEqual({ id: 'export', status: 'deleted' });
    },
  );

  test.each<[PropertyWords, unknown, string]>([
    ['unique number', 12.5, '12.5'],
    ['unique number', -0, '0'],
    ['unique number', 1e21 + 0.5, 'refused'],
    ['unique number', 1.5e-7, '1.5e-7'],
    ['unique number', 9007199254740991, '9007199254740991'],
    ['unique boolean', true, 'true'],
    ['unique boolean', false, 'false'],
    ['unique datetime', '2026-01-02', '2026-01-02T00:00:00.000Z'],
    ['unique datetime', '2026-01-02T03:04:05+01:00', '2026-01-02T02:04:05.000Z'],
    ['unique url_link', 'HTTPS://Example.com/a?b#c', 'HTTPS://Example.com/a?b#c'],
    ['unique url_image', 'http://user:pass@example.com/%7Ea', 'http://user:pass@example.com/%7Ea'],
  ])(
    'uses the canonical text of one %s %j as the id',
    verifies('records.id.canonical'),
    async (words, key, id) => {
      const { a } = await arrange();
      const store = await createStore(a, { key: words });
      if (id === 'refused') {
        expectRefused(await a.post(recordsPath(store), { key }), ['key']);
        return;
      }
      const record = await addRecord(a, store, { key });
      expect(record.id).toBe(id);
      expect((await a.get(recordPath(store, id))).body).toEqual(record);
      expect((await a.post(`${recordsPath(store)}/lookup`, { key })).body).toEqual(record);
    },
  );

  test(
    'refuses a single key that has more than 512 bytes, or is empty, . or ..',
    verifies('records.id.limits'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { sku: 'unique string' });
      const link = await createStore(a, { link: 'unique url_link' });
      for (const sku of ['', '.', '..', 'x'.repeat(513), 'é'.repeat(257), '😀'.repeat(129), null]) {
        expectRefused(await a.post(recordsPath(store), { sku }), ['sku']);
        expectRefused(await a.post(`${recordsPath(store)}/validate`, { sku }), ['sku']);
        expectRefused(await a.post(`${recordsPath(store)}/lookup`, { sku }), ['sku']);
        expectRefused(await a.post(`${recordsPath(store)}/delete-by-key`, { sku }), ['sku']);
      }
      expectRefused(await a.post(recordsPath(link), { link: `http://a.example/${'x'.repeat(500)}` }), [
        'link',
      ]);
      for (const sku of ['x'.repeat(512), 'é'.repeat(256), '😀'.repeat(128)]) {
        const record = await addRecord(a, store, { sku });
        expect((await a.get(recordPath(store, sku))).body).toEqual(record);
      }
    },
  );

  test(
    'hashes several unique properties as pairs sorted by the code points of their names',
    verifies('records.id.composite', 'records.id.composite-limits'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, {
        '😀': 'unique boolean',
        shop: 'unique number',
        '～': 'unique datetime',
        Zone: 'unique string',
      });
      const values = { '😀': true, shop: 7, '～': '2026-01-02', Zone: '.' };
      const pairs = [
        ['Zone', '.'],
        ['shop', '7'],
        ['～', '2026-01-02T00:00:00.000Z'],
        ['😀', 'true'],
      ];
      const id = `k_${createHash('sha256').update(JSON.stringify(pairs)).digest('base64url')}`;
      const record = await addRecord(a, store, values);
      expect(record.id).toBe(id);
      expect((await a.post<StoreRecordResponse>(`${recordsPath(store)}/lookup`, values)).body).toEqual(
        record,
      );
      expect((await a.get(recordPath(store, id))).body).toEqual(record);
      expectRefused(await a.post(recordsPath(store), values), ['😀', 'shop', '～', 'Zone'], 'record_exists');
      expectRefused(await a.post(recordsPath(store), { ...values, Zone: '' }), ['Zone']);
      expect((await addRecord(a, store, { ...values, Zone: 'x'.repeat(600) })).id).toMatch(/^k_[\w-]{43}$/);
      expectProblem(await a.post(`${recordsPath(store)}/lookup`, { ...values, shop: 8 }), ...notFound);
    },
  );

  test(
    'distinguishes composite keys that are equal when concatenated',
    verifies('records.id.composite'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { x: 'unique string', y: 'unique string' });
      await addRecord(a, store, { x: 'a', y: 'bc' });
      await addRecord(a, store, { x: 'ab', y: 'c' });
      await addRecord(a, store, { x: 'bc', y: 'a' });
      expect(await walk(a, store)).toHaveLength(3);
    },
  );

  test(
    'accepts the derived id and dates in a body, and refuses another id',
    verifies('records.body.id', 'records.body.dates'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { sku: 'unique string', name: 'string' });
      const record = await addRecord(a, store, {
        id: 'a',
        sku: 'a',
        date_created: 'yesterday',
        date_updated: 5,
      });
      expect((await a.patch(recordPath(store, 'a'), record)).status).toBe(200);
      const upserted = await a.post(`${recordsPath(store)}/batch`, { records: [record] });
      expect(upserted.body).toMatchObject({ updated: 1, failed: 0 });
      expect((await a.get<StoreRecordResponse>(recordPath(store, 'a'))).body.date_created).toBe(
        record.date_created,
      );
      expect((await a.post(`${recordsPath(store)}/lookup`, record)).status).toBe(200);
      expectRefused(await a.post(recordsPath(store), { id: 'c', sku: 'b' }), ['id']);
      expectRefused(await a.post(recordsPath(store), { id: 5, sku: 'b' }), ['id']);
      expectRefused(await a.patch(recordPath(store, 'a'), { id: 'b', name: 'x' }), ['id']);
      expectRefused(await a.post(`${recordsPath(store)}/validate`, { id: 'c', sku: 'b' }), ['id']);
      const failed = await a.post(`${recordsPath(store)}/batch`, {
        records: [{ id: 'c', sku: 'a', name: 'x' }],
      });
      expect(failed.body).toMatchObject({ failed: 1, results: [{ errors: { id: [expect.any(String)] } }] });
      expect((await a.get(recordPath(store, 'a'))).body).toMatchObject({ name: null });
    },
  );

  test(
    'refuses a given id without unique properties, but accepts the equal one on PATCH',
    verifies('records.body.id-random'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { name: 'string' });
      const record = await addRecord(a, store, { name: 'one' });
      expectRefused(await a.post(recordsPath(store), { id: 'mine', name: 'x' }), ['id']);
      expectRefused(await a.post(recordsPath(store), record), ['id']);
      const { body } = await a.post(`${recordsPath(store)}/batch`, { records: [{ ...record, name: 'x' }] });
      expect(body).toMatchObject({
        failed: 1,
        results: [{ status: 'failed', errors: { id: [expect.any(String)] } }],
      });
      expect((await a.patch(recordPath(store, record.id), { ...record, name: 'two' })).body).toMatchObject({
        name: 'two',
      });
      expectRefused(await a.patch(recordPath(store, record.id), { id: 'mine', name: 'x' }), ['id']);
      expect(await walk(a, store)).toHaveLength(1);
    },
  );
});
