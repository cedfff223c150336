import type { StoreRecordResponse } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { addRecords, createStore, expectProblem, expectRefused, notFound, recordsPath } from './arrange.ts';
import type { Client } from './client.ts';
import { onOneStorage } from './world.ts';

const exportOf = (client: Client, store: { id: string }, request: object = {}) =>
  client.post<Record<string, unknown>[]>(`${recordsPath(store)}/export`, request);

const WORDS = { key: 'unique string', text: 'string', n: 'number' } as const;
const RECORDS = [
  { key: 'k1', text: '=1+1', n: 3 },
  { key: '-k2', text: 'two', n: 1 },
  { key: 'k3', text: '', n: 2 },
  { key: 'k4' },
];

onOneStorage((arrange) => {
  test(
    'exports the matches in the order and with the columns that are asked for',
    verifies('export.matching', 'export.fields'),
    async () => {
      const { a, withStoreKey } = await arrange();
      const store = await createStore(a, WORDS);
      await addRecords(a, store, RECORDS);
      const whole = await a.get(`${recordsPath(store)}/export`);
      const same = await exportOf(await withStoreKey(store.id), store);
      expect(same.text).toBe(whole.text);
      expect(same.headers.get('content-disposition')).toBe(`attachment; filename="${store.id}.json"`);
      const filters = [{ field: 'n', op: 'in', value: [1, 2, 3] }];
      const sorted = await exportOf(a, store, { format: 'json', filters, sortBy: 'n', fields: ['n', 'key'] });
      expect(sorted.text).toBe('[{"n":1,"key":"-k2"},{"n":2,"key":"k3"},{"n":3,"key":"k1"}]');
      const request = { format: 'csv', filters, sortBy: 'n', sortDir: 'desc' };
      const csv = await exportOf(a, store, { ...request, fields: ['text', 'id'] });
      expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(csv.text).toBe('text,id\r\n\'=1+1,k1\r\n"",k3\r\ntwo,\'-k2\r\n');
      expect((await exportOf(a, store, { ...request, fields: ['n'] })).text).toBe('n\r\n3\r\n2\r\n1\r\n');
      const any = [...filters, { field: 'key', op: 'eq', value: 'k4' }];
      expect((await exportOf(a, store, { filters: any, match: 'any' })).body).toHaveLength(4);
      expect((await exportOf(a, store, { filters: any })).text).toBe('[]');
      expect((await exportOf(a, store, { format: 'csv', filters: any, fields: ['key'] })).text).toBe(
        'key\r\n',
      );
      expectRefused(
        await exportOf(a, store, {
          format: 'xml',
          filters: [{ field: 'colour', op: 'eq' }],
          sortBy: 'size',
          fields: ['n', 'n', 'x'],
          limit: 5,
        }),
        ['format', 'filters[0].field', 'sortBy', 'fields[1]', 'fields[2]', 'limit'],
      );
      expectRefused(await exportOf(a, store, { fields: [] }), ['fields']);
      expectProblem(await exportOf(a, { id: 'nowhere' }, { format: 'xml' }), ...notFound);
    },
  );

  test('guards text that a spreadsheet would evaluate', verifies('export.matching.formulas'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, WORDS);
    await addRecords(a, store, RECORDS.slice(0, 2));
    const cells = async (request: object) =>
      (await exportOf(a, store, { format: 'csv', fields: ['id', 'key', 'text', 'n'], ...request })).text;
    expect(await cells({})).toBe("id,key,text,n\r\n'-k2,'-k2,two,1\r\nk1,k1,'=1+1,3\r\n");
    expect(await cells({ formulas: 'raw' })).toBe('id,key,text,n\r\n-k2,-k2,two,1\r\nk1,k1,=1+1,3\r\n');
  });

  test('exports more than 10,000 records, in any order', verifies('export.matching'), async () => {
    const { a, vitrine, principal } = await arrange();
    const store = await createStore(a, { n: 'unique number', half: 'number' });
    for (let start = 0; start < 10_200; start += 100) {
      const records = Array.from({ length: 100 }, (_, i) => ({ n: start + i, half: (start + i) % 2 }));
      await vitrine.records.batchUpsert(principal, store.id, { records });
    }
    const all = await exportOf(a, store, { fields: ['n'] });
    expect(all.headers.has('vitrine-truncated')).toBe(false);
    expect(all.body.map(({ n }) => n)).toEqual(Array.from({ length: 10_200 }, (_, i) => 10_199 - i));
    const sorted = await exportOf(a, store, { sortBy: 'half', fields: ['n'] });
    const expected = [0, 1].flatMap((half) => Array.from({ length: 5_100 }, (_, i) => 10_198 - 2 * i + half));
    expect(sorted.body.map(({ n }) => n)).toEqual(expected);
    const record = (await exportOf(a, store, { filters: [{ field: 'n', op: 'eq', value: 5 }] })).body[0];
    expect(Object.keys(record as StoreRecordResponse)).toEqual([
      'id',
      'n',
      'half',
      'date_created',
      'date_updated',
    ]);
  });
});
