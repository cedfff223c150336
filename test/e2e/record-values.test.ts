import type { StoreRecordResponse } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { addRecord, createStore, expectRefused, recordPath, recordsPath, walk } from './arrange.ts';
import type { Problem } from './client.ts';
import { onOneStorage } from './world.ts';

const EVERY_TYPE = {
  text: 'string',
  count: 'number',
  live: 'boolean',
  at: 'datetime',
  picture: 'url_image',
  link: 'url_link',
} as const;

onOneStorage((arrange) => {
  test(
    'returns 201 with an added record and its Location',
    verifies(
      'operation.add-record',
      'records.add.created',
      'records.dynamic',
      'records.shape',
      'records.shape.unset',
    ),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { sku: 'unique string', ...EVERY_TYPE });
      const { status, body, headers } = await a.post<StoreRecordResponse>(recordsPath(store), {
        sku: 'a b/c',
        live: false,
        count: 0,
      });
      expect(status).toBe(201);
      expect(Object.keys(body)).toEqual([
        'id',
        'sku',
        'text',
        'count',
        'live',
        'at',
        'picture',
        'link',
        'date_created',
        'date_updated',
      ]);
      expect(body).toMatchObject({
        id: 'a b/c',
        sku: 'a b/c',
        text: null,
        count: 0,
        live: false,
        at: null,
        picture: null,
        link: null,
      });
      expect(body.date_updated).toBe(body.date_created);
      const location = headers.get('location') ?? '';
      expect(new URL(location, 'http://vitrine.test').pathname).toBe(recordPath(store, 'a b/c'));
      expect((await a.get(recordPath(store, 'a b/c'))).body).toEqual(body);
      const empty = await createStore(a, { text: 'string' });
      expect((await a.post(recordsPath(empty))).status).toBe(201);
    },
  );

  test(
    'returns 400 record_exists for an existing key, changes nothing and refers to the batch upsert',
    verifies('records.add.exists'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { sku: 'unique string', name: 'string' });
      const record = await addRecord(a, store, { sku: 'a', name: 'first' });
      const again = await a.post<Problem>(recordsPath(store), { sku: 'a', name: 'second' });
      expectRefused(again, ['sku'], 'record_exists');
      expect(again.text).toContain('batch');
      expect((await a.get(recordPath(store, 'a'))).body).toEqual(record);
    },
  );

  test(
    'does not coerce values of other JSON types',
    verifies(
      'records.values.no-coercion',
      'records.values.number',
      'records.values.integers',
      'problem.paths.record',
    ),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, EVERY_TYPE);
      const refused: Record<keyof typeof EVERY_TYPE, unknown[]> = {
        text: [5, true, {}, [], ['a']],
        count: ['5', true, {}, [1], 2 ** 53, -(2 ** 53), 1e300],
        live: ['true', 1, 0, 'yes', {}],
        at: [0, 1767225600000, true, {}, 'yesterday', 'null'],
        picture: [
          5,
          'example.com',
          '/a.png',
          '//example.com/a.png',
          'ftp://example.com',
          'javascript:alert(1)',
          'data:image/png;base64,AA',
          'http://',
          'https:example.com',
          'http://a b/',
        ],
        link: [
          5,
          'mailto:a@example.com',
          'http:/example.com',
          `http://example.com/${'x'.repeat(2048)}`,
          'http://[::1',
        ],
      };
      for (const [name, values] of Object.entries(refused)) {
        for (const value of values)
          expectRefused(await a.post(recordsPath(store), { [name]: value }), [name]);
      }
      for (const text of ['1e400', '-1e400', '123456789012345678901234567890']) {
        const response = await a.send('POST', recordsPath(store), {
          raw: `{"count":${text}}`,
          headers: { 'content-type': 'application/json' },
        });
        expectRefused(response, ['count']);
      }
      expect(await walk(a, store)).toEqual([]);
    },
  );

  test(
    'stores every digit of a number',
    verifies('records.values.number', 'records.values.negative-zero'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { count: 'number' });
      for (const count of [
        0,
        1,
        -1,
        0.1,
        5e-324,
        2.2250738585072014e-308,
        123456789.12345679,
        2 ** 53 - 1,
        -(2 ** 53 - 1),
        1e-7,
        4503599627370495.5,
      ]) {
        const { id } = await addRecord(a, store, { count });
        expect((await a.get<StoreRecordResponse>(recordPath(store, id))).body.count).toBe(count);
      }
      const { text } = await a.send('POST', recordsPath(store), {
        raw: '{"count":-0.0}',
        headers: { 'content-type': 'application/json' },
      });
      expect(text).toContain('"count":0,');
    },
  );

  test('refuses control characters in URLs in every write', verifies('records.values.url'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { sku: 'unique string', link: 'url_link', picture: 'url_image' });
    await addRecord(a, store, { sku: 'there' });
    const keyed = await createStore(a, { link: 'unique url_link' });
    for (const control of ['\0', '\u0001', '\t', '\n', '\r', '\u001f', '\u007f', '\u0080', '\u009f']) {
      for (const url of [`http://example.com/${control}`, `http://example.com/${control}a`]) {
        const record = { sku: 'new', link: url, picture: url };
        expectRefused(await a.post(recordsPath(store), record), ['link', 'picture']);
        expectRefused(await a.post(`${recordsPath(store)}/validate`, record), ['link', 'picture']);
        expectRefused(await a.patch(recordPath(store, 'there'), { link: url }), ['link']);
        const batch = await a.post(`${recordsPath(store)}/batch`, { records: [record] });
        expect(batch.body).toMatchObject({ failed: 1, results: [{ status: 'failed' }] });
        for (const path of ['lookup', 'delete-by-key']) {
          expectRefused(await a.post(`${recordsPath(keyed)}/${path}`, { link: url }), ['link']);
        }
        const filters = [{ field: 'link', op: 'eq', value: url }];
        const found = await a.post(`${recordsPath(store)}/search`, { filters });
        expect([200, 400]).toContain(found.status);
      }
    }
    expect(await walk(a, store)).toHaveLength(1);
  });

  test(
    'refuses strings over 65,536 characters, with U+0000 or with lone surrogates',
    verifies('records.values.string', 'records.values.text'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { text: 'string' });
      for (const text of ['x'.repeat(65_537), 'a\0b', '\0', '\ud800', 'a\udc00b', '\udc00\ud800']) {
        expectRefused(await a.post(recordsPath(store), { text }), ['text']);
      }
      for (const text of [
        '',
        ' ',
        'x'.repeat(65_536),
        '😀'.repeat(40_000),
        '\u0001\u007f',
        '\u2028',
        '\ufffd',
        '\ufeff',
        '\u00e9 e\u0301',
        "'; DROP TABLE records; --",
      ]) {
        const { id } = await addRecord(a, store, { text });
        expect((await a.get<StoreRecordResponse>(recordPath(store, id))).body.text).toBe(text);
      }
    },
  );

  test(
    'returns datetimes in UTC, reads those without an offset as UTC, and a date as midnight',
    verifies('records.values.datetime', 'records.values.datetime-fraction', 'records.values.datetime-forms'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { at: 'datetime' });
      const shown = {
        '2026-01-02': '2026-01-02T00:00:00.000Z',
        '2026-01-02T03:04:05': '2026-01-02T03:04:05.000Z',
        '2026-01-02T03:04:05Z': '2026-01-02T03:04:05.000Z',
        '2026-01-02T03:04': '2026-01-02T03:04:00.000Z',
        '2026-01-02 03:04:05': '2026-01-02T03:04:05.000Z',
        '2026-01-02t03:04z': '2026-01-02T03:04:00.000Z',
        '2026-01-02 03:04:05.25+05': '2026-01-01T22:04:05.250Z',
        '2026-01-02T03:04-0330': '2026-01-02T06:34:00.000Z',
        '2026-01-02 03:04:05 +0100': '2026-01-02T02:04:05.000Z',
        '2026-01-02 03:04:05 UTC': '2026-01-02T03:04:05.000Z',
        '2026-01-02T03:04:05.6789Z': '2026-01-02T03:04:05.678Z',
        '2026-01-02T03:04:05.9999999999': '2026-01-02T03:04:05.999Z',
        '2026-01-02T03:04:05.1+05:30': '2026-01-01T21:34:05.100Z',
        '2026-01-02T23:59:59-01:00': '2026-01-03T00:59:59.000Z',
        '2024-02-29': '2024-02-29T00:00:00.000Z',
        '1969-12-31T23:59:59.999Z': '1969-12-31T23:59:59.999Z',
        '0001-01-01': '0001-01-01T00:00:00.000Z',
        '9999-12-31T23:59:59.999Z': '9999-12-31T23:59:59.999Z',
      };
      for (const [at, expected] of Object.entries(shown))
        expect((await addRecord(a, store, { at })).at).toBe(expected);
      const refused = [
        '2026-02-30',
        '2025-02-29',
        '2026-13-01',
        '2026-00-10',
        '2026-01-00',
        '2026-01-02T24:00:00Z',
        '2026-06-30T23:59:60Z',
        '2026-W01-1',
        '2026-001',
        '2026-01-02T24:00',
        '2026-06-30 23:59:60 UTC',
        '2026-01-02 UTC',
        '2026-01-02T03:04:05 CET',
        '2026-01-02T03:04:05+010',
        '2026-01-02T03',
        '2026-1-2',
        '20260102',
        '02.01.2026',
        '2026-01-02T03:04:05+24:00',
        ' 2026-01-02',
        '+002026-01-02',
      ];
      for (const at of refused) expectRefused(await a.post(recordsPath(store), { at }), ['at']);
    },
  );

  test(
    'stores absolute http and https URLs byte for byte',
    verifies('records.values.url', 'records.values.url-bytes'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { picture: 'url_image', link: 'url_link' });
      const longest = `https://example.com/${'x'.repeat(2048 - 20)}`;
      for (const url of [
        'http://example.com',
        'HTTP://EXAMPLE.com:80/../a',
        'https://user:pass@example.com/',
        'https://例え.jp/ü?q=ä#ö',
        longest,
      ]) {
        expect(await addRecord(a, store, { picture: url, link: url })).toMatchObject({
          picture: url,
          link: url,
        });
      }
      expectRefused(await a.post(recordsPath(store), { link: `${longest}x` }), ['link']);
    },
  );

  test('refuses a record over 256 KiB', verifies('records.values.size'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { a: 'string', b: 'string', c: 'string', d: 'string', e: 'string' });
    const text = 'é'.repeat(32_768 - 100);
    const fits = await addRecord(a, store, { a: text, b: text, c: text });
    expectRefused(await a.post(recordsPath(store), { a: text, b: text, c: text, d: text, e: text }), ['']);
    expectRefused(await a.patch(recordPath(store, fits.id), { d: text, e: text }), ['']);
    const { body } = await a.post(`${recordsPath(store)}/batch`, {
      records: [{ a: text, b: text, c: text, d: text, e: text }, { a: 'small' }],
    });
    expect(body).toMatchObject({
      created: 1,
      failed: 1,
      results: [{ status: 'failed', errors: { '': [expect.any(String)] } }, { status: 'created' }],
    });
    expect((await a.get(recordPath(store, fits.id))).body).toEqual(fits);
  });

  test(
    'reads an empty string as null, except in strings, where it satisfies required',
    verifies('records.values.empty-is-null', 'records.values.empty-string'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { ...EVERY_TYPE, title: 'required string', amount: 'number' });
      const record = await addRecord(a, store, {
        text: '',
        count: '',
        live: '',
        at: '',
        picture: '',
        link: '',
        title: '',
      });
      expect(record).toMatchObject({
        text: '',
        count: null,
        live: null,
        at: null,
        picture: null,
        link: null,
        title: '',
      });
      const strict = await createStore(a, { amount: 'required number' });
      expectRefused(await a.post(recordsPath(strict), { amount: '' }), ['amount']);
    },
  );

  test('refuses a record without a required value', verifies('records.values.required'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, {
      sku: 'unique string',
      name: 'required string',
      live: 'required boolean',
    });
    expectRefused(await a.post(recordsPath(store), {}), ['sku', 'name', 'live']);
    expectRefused(await a.post(recordsPath(store)), ['sku', 'name', 'live']);
    expectRefused(await a.post(recordsPath(store), { sku: 'a', name: null, live: true }), ['name']);
    expect(await walk(a, store)).toEqual([]);
    await addRecord(a, store, { sku: 'a', name: 'b', live: false });
  });

  test(
    'returns 400 for an unknown key, and names the known ones',
    verifies('records.body.unknown-key'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { sku: 'unique string', price: 'number' });
      const response = await a.post<Problem>(recordsPath(store), { sku: 'a', colour: 'red', Price: 5 });
      expectRefused(response, ['colour', 'Price']);
      expect(response.body.errors?.colour?.[0]).toMatch(/sku.*price/);
      await addRecord(a, store, { sku: 'a' });
      expectRefused(await a.patch(recordPath(store, 'a'), { colour: 'red' }), ['colour']);
      expectRefused(await a.post(`${recordsPath(store)}/lookup`, { sku: 'a', colour: 'red' }), ['colour']);
    },
  );
});
