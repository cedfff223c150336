import type { StoreDetail } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { addRecords, createStore, expectRefused, recordsPath } from './arrange.ts';
import type { Client } from './client.ts';
import { onOneStorage } from './world.ts';

const COUNTRIES = Array.from({ length: 110 }, (_, i) => `c${i}`);

async function createSample(client: Client): Promise<StoreDetail> {
  const store = await createStore(client, {
    key: 'unique string',
    text: 'string',
    n: 'number',
    flag: 'boolean',
    at: 'datetime',
    link: 'url_link',
    picture: 'url_image',
  });
  const link = 'https://example.com/A';
  await addRecords(client, store, [
    { key: 'k1', text: 'Apple', n: 1, flag: true, at: '2026-01-02T23:59:59.999Z', link },
    { key: 'k2', text: 'apple', n: 2.5, flag: false, at: '2026-01-03', picture: 'http://example.com/a.png' },
    { key: 'k3', text: '', n: -1, at: '2026-01-04T12:00:00.005Z' },
    { key: 'k4' },
  ]);
  return store;
}

onOneStorage((arrange) => {
  test(
    'in matches where eq, for datetimes on, matches for one of the values',
    verifies('filter.in'),
    async () => {
      const { a } = await arrange();
      const store = await createSample(a);
      const cases: [field: string, values: unknown[], keys: string][] = [
        ['text', ['Apple', 'APPLE', 'pear'], 'k1'],
        ['text', ['apple', 'Apple', 'apple'], 'k1 k2'],
        ['text', [''], 'k3'],
        ['text', COUNTRIES.slice(0, 100), ''],
        ['text', [...COUNTRIES.slice(0, 99), 'Apple'], 'k1'],
        ['n', [1, '2.50', 7], 'k1 k2'],
        ['n', [-0, 1e300, 2 ** 53], ''],
        ['flag', [true], 'k1'],
        ['flag', ['false', true], 'k1 k2'],
        ['at', ['2026-01-02'], 'k1'],
        ['at', ['2026-01-03', '2026-01-04T13:00:00.005+01:00'], 'k2 k3'],
        ['at', ['2026-01-04T12:00:00Z', '2026-01-03T00:00:00Z'], 'k2'],
        ['link', ['https://example.com/A', 'x'], 'k1'],
        ['picture', ['http://example.com/a.png'], 'k2'],
        ['key', ['k3', 'k1', 'K2'], 'k1 k3'],
        ['id', ['k4', 'k2', 'nobody'], 'k2 k4'],
        ['date_created', ['1999-12-31', '1999-12-30'], ''],
      ];
      for (const [field, value, keys] of cases) {
        const filters = [{ field, op: 'in', value }];
        const found = await a.post<{ items: { id: string }[] }>(`${recordsPath(store)}/search`, {
          filters,
          sortBy: 'key',
        });
        const label = JSON.stringify(filters);
        expect(found.status, label).toBe(200);
        expect(found.body.items.map(({ id }) => id).join(' '), label).toBe(keys);
        const { body } = await a.post<{ count: number }>(`${recordsPath(store)}/count`, { filters });
        expect(body.count, label).toBe(found.body.items.length);
      }
      const filters = [{ field: 'text', op: 'in', value: ['Apple', 'apple'] }];
      const sum = await a.post(`${recordsPath(store)}/aggregate`, { field: 'n', op: 'sum', filters });
      expect(sum.body).toEqual({ field: 'n', op: 'sum', result: 3.5 });
      const more = [...filters, { field: 'n', op: 'in', value: [-1] }];
      const any = await a.post(`${recordsPath(store)}/count`, { filters: more, match: 'any' });
      expect(any.body).toEqual({ count: 3 });
    },
  );

  test('in refuses a wrong list, and each wrong element', verifies('filter.in.refused'), async () => {
    const { a } = await arrange();
    const store = await createSample(a);
    const refusals: [field: string, value: unknown, ...paths: string[]][] = [
      ['text', undefined, 'value'],
      ['text', null, 'value'],
      ['text', 'Apple', 'value'],
      ['text', '["Apple"]', 'value'],
      ['text', { 0: 'Apple' }, 'value'],
      ['text', [], 'value'],
      ['text', COUNTRIES.slice(0, 101), 'value'],
      ['text', ['a', 1, null, ['a']], 'value[1]', 'value[2]', 'value[3]'],
      ['text', ['a', 'x'.repeat(65_537)], 'value[1]'],
      ['n', [1, '', '01', true], 'value[1]', 'value[2]', 'value[3]'],
      ['flag', [true, 1], 'value[1]'],
      ['at', ['2026-02-30', '2026-01-01', 5], 'value[0]', 'value[2]'],
    ];
    for (const [field, value, ...paths] of refusals) {
      const filters = [
        { field: 'n', op: 'gt', value: 0 },
        { field, op: 'in', value },
      ];
      for (const operation of ['search', 'count', 'aggregate']) {
        const more = operation === 'aggregate' ? { field: 'n', op: 'sum' } : {};
        expectRefused(
          await a.post(`${recordsPath(store)}/${operation}`, { filters, ...more }),
          paths.map((path) => `filters[1].${path}`),
        );
      }
    }
  });
});
