import type { StoreDetail } from '@vitrine/core/contracts';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import {
  addRecord,
  addRecords,
  createStore,
  expectProblem,
  expectRefused,
  notFound,
  recordsPath,
  walk,
} from './arrange.ts';
import type { Client } from './client.ts';
import { onEveryStorage } from './world.ts';

const exportOf = (client: Client, store: { id: string }, query = '') =>
  client.get(`${recordsPath(store)}/export${query}`);

async function rowsOf(client: Client, store: { id: string }, query = ''): Promise<string[][]> {
  const { text } = await exportOf(client, store, `?format=csv${query}`);
  return parse(text, { relaxColumnCount: false });
}

onEveryStorage((arrange) => {
  test(
    'exports json by default: one array of the records, newest first, as an attachment',
    verifies(
      'operation.export',
      'records.export.json',
      'records.export.default',
      'records.export.order',
      'records.export.attachment',
    ),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { name: 'string', n: 'number', live: 'boolean', at: 'datetime' });
      expect((await exportOf(a, store)).body).toEqual([]);
      await addRecords(a, store, [
        { name: 'x', n: 1.5, live: false, at: '2026-01-02' },
        {},
        { name: '=1+1' },
      ]);
      const { status, body, headers } = await exportOf(a, store);
      expect(status).toBe(200);
      expect(body).toEqual(await walk(a, store));
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      expect(headers.get('content-disposition')).toMatch(/^attachment/);
      expect(headers.get('vitrine-truncated')).toBeNull();
      for (const query of ['?format=json', '?format=', '?format=json&limit=']) {
        expect((await exportOf(a, store, query)).body).toEqual(body);
      }
      expectRefused(await exportOf(a, store, '?format=xml'), ['format']);
      expectProblem(await exportOf(a, { id: 'nowhere' }), ...notFound);
    },
  );

  test(
    'exports csv by RFC 4180 with CRLF and a header, unset values as empty cells and empty strings as ""',
    verifies('records.export.csv', 'records.export.csv-empty'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, {
        name: 'string',
        'say "hi", ok': 'string',
        n: 'number',
        live: 'boolean',
        at: 'datetime',
        link: 'url_link',
      });
      const hard = 'a,b;"c"\r\nd\ne 😀\t';
      const first = await addRecord(a, store, {
        name: hard,
        'say "hi", ok': '',
        n: -1.5,
        live: true,
        at: '2026-01-02',
        link: 'http://a.example/,',
      });
      const second = await addRecord(a, store, {});
      const { status, text, headers } = await exportOf(a, store, '?format=csv');
      expect(status).toBe(200);
      expect(headers.get('content-type')).toMatch(/^text\/csv; *charset=utf-8/i);
      expect(headers.get('content-disposition')).toMatch(/^attachment/);
      expect(text.startsWith('id,name,"say ""hi"", ok",n,live,at,link,date_created,date_updated\r\n')).toBe(
        true,
      );
      expect(text.endsWith('\r\n')).toBe(true);
      expect(
        text.replaceAll('\r\n', '').replace(hard.replaceAll('"', '""').replaceAll('\r\n', ''), ''),
      ).not.toMatch(/[\r\n]/);
      expect(text).toContain(`${second.id},,,,,,,${second.date_created},${second.date_updated}\r\n`);
      expect(text).toContain(',"",-1.5,true,2026-01-02T00:00:00.000Z,"http://a.example/,",');
      expect(parse(text)).toEqual([
        ['id', 'name', 'say "hi", ok', 'n', 'live', 'at', 'link', 'date_created', 'date_updated'],
        [second.id, '', '', '', '', '', '', second.date_created, second.date_updated],
        [
          first.id,
          hard,
          '',
          '-1.5',
          'true',
          '2026-01-02T00:00:00.000Z',
          'http://a.example/,',
          first.date_created,
          first.date_updated,
        ],
      ]);
    },
  );

  test('exports only the header of an empty store', verifies('records.export.csv'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { name: 'string' });
    expect((await exportOf(a, store, '?format=csv')).text).toBe('id,name,date_created,date_updated\r\n');
  });

  test(
    "prefixes text that a spreadsheet would run as a formula with ', but no numbers, and nothing with formulas=raw",
    verifies('records.export.guard', 'records.export.raw'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { '=cmd': 'string', n: 'number', '@x': 'number' });
      const texts = [
        '=1+1',
        '+1',
        '-1',
        '@SUM(A1)',
        '\tx',
        '\rx',
        "'",
        'a=1',
        ' =1',
        '=HYPERLINK("http://evil","x")',
      ];
      await addRecords(
        a,
        store,
        texts.toReversed().map((text) => ({ '=cmd': text, n: -5 })),
      );
      const [header, ...guarded] = await rowsOf(a, store);
      expect(header).toEqual(['id', "'=cmd", 'n', "'@x", 'date_created', 'date_updated']);
      const needsGuard = (text: string) => /^[=+\-@\t\r]/.test(text);
      expect(guarded.map((row) => row[1])).toEqual(
        texts.map((text) => (needsGuard(text) ? `'${text}` : text)),
      );
      expect(guarded.map((row) => row[2])).toEqual(texts.map(() => '-5'));
      const [rawHeader, ...raw] = await rowsOf(a, store, '&formulas=raw');
      expect(rawHeader?.slice(1, 4)).toEqual(['=cmd', 'n', '@x']);
      expect(raw.map((row) => row[1])).toEqual(texts);
      expectRefused(await exportOf(a, store, '?format=csv&formulas=never'), ['formulas']);
    },
  );

  test(
    'guards the id of a string key only, and exports one id column for the id exception',
    verifies('records.export.guard-id'),
    async () => {
      const { a } = await arrange();
      const text = await createStore(a, { sku: 'unique string' });
      await addRecord(a, text, { sku: '=1' });
      expect((await rowsOf(a, text))[1]?.slice(0, 2)).toEqual(["'=1", "'=1"]);
      const number = await createStore(a, { n: 'unique number' });
      await addRecord(a, number, { n: -1 });
      expect((await rowsOf(a, number))[1]?.slice(0, 2)).toEqual(['-1', '-1']);
      const { body: own } = await a.post<StoreDetail>('/v2/stores', {
        name: 'S',
        properties: [
          { name: 'n', type: 'number' },
          { name: 'id', type: 'string', unique: true },
        ],
      });
      await addRecord(a, own, { id: '+a', n: 1 });
      const [header, row] = await rowsOf(a, own);
      expect(header).toEqual(['id', 'n', 'date_created', 'date_updated']);
      expect(row?.slice(0, 2)).toEqual(["'+a", '1']);
      expect((await exportOf(a, own)).body).toMatchObject([{ id: '+a', n: 1 }]);
    },
  );

  test(
    'exports 10,000 records by default and at most, and reports whether more exist',
    verifies('records.export.limit', 'records.export.truncated', 'records.export.order'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { n: 'unique number' });
      await addRecords(
        a,
        store,
        Array.from({ length: 10_050 }, (_, n) => ({ n })),
      );
      for (const query of ['?format=json', '?format=json&limit=10000', '?format=json&limit=999999']) {
        const { body, headers } = await exportOf(a, store, query);
        const records = body as { n: number }[];
        expect(records).toHaveLength(10_000);
        expect(headers.get('vitrine-truncated')).toBe('true');
        expect(records.every(({ n }, index) => n === 10_049 - index)).toBe(true);
      }
      expect(await rowsOf(a, store)).toHaveLength(10_001);
      const few = await exportOf(a, store, '?limit=3');
      expect(few.headers.get('vitrine-truncated')).toBe('true');
      expect(few.body).toMatchObject([{ n: 10_049 }, { n: 10_048 }, { n: 10_047 }]);
      const ids = Array.from({ length: 50 }, (_, n) => String(n));
      await a.post(`${recordsPath(store)}/batch-delete`, { ids });
      expect((await exportOf(a, store)).headers.get('vitrine-truncated')).toBeNull();
      for (const limit of ['0', '-1', 'x', '1.5'])
        expectRefused(await exportOf(a, store, `?limit=${limit}`), ['limit']);
    },
  );
});
