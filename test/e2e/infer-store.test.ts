import type { InferStoreResponse } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { expectProblem, expectRefused } from './arrange.ts';
import type { Client, Form } from './client.ts';
import { onOneStorage } from './world.ts';

const infer = (client: Client, raw: string | Uint8Array, query = '', type = 'text/csv') =>
  client.send<InferStoreResponse>('POST', `/v2/stores/infer${query}`, {
    raw,
    headers: { 'content-type': type },
  });

const typesOf = ({ properties }: InferStoreResponse) =>
  Object.fromEntries(properties.map(({ name, type }) => [name, type]));

onOneStorage((arrange) => {
  test(
    'proposes the properties of a store, with which the store can be created at once',
    verifies('infer.response', 'detect.delimiter', 'detect.booleans'),
    async () => {
      const { a } = await arrange();
      const csv = 'Code;Name;Open;Since;Page;id\nA;Alpha;yes;2026-01-02;https://a.example/;1\nB;;no;;;2\n';
      const { status, body } = await infer(a, csv);
      expect(status).toBe(200);
      expect(body).toMatchObject({ format: 'csv', encoding: 'utf-8', delimiter: ';', header: true, rows: 2 });
      expect(body).toMatchObject({ complete: true, dates: null, undecided: [], warnings: [] });
      expect(typesOf(body)).toEqual({
        Code: 'string',
        Name: 'string',
        Open: 'boolean',
        Since: 'datetime',
        Page: 'url_link',
        source_id: 'number',
      });
      expect(body.mapping).toMatchObject({ Code: 'Code', id: 'source_id' });
      const [code, name] = body.properties;
      expect(code).toMatchObject({ column: 'Code', samples: ['A', 'B'], count: 2, empty: 0, distinct: true });
      expect(code?.confidence).toBeGreaterThan(0);
      expect(name).toMatchObject({ samples: ['Alpha'], count: 1, empty: 1, distinct: false });
      expect((await a.get<{ items: unknown[] }>('/v2/stores')).body.items).toEqual([]);
      const properties = body.properties.map(({ name, type }) => ({ name, type, unique: name === 'Code' }));
      expect((await a.post('/v2/stores', { name: 'New', properties })).status).toBe(201);
    },
  );

  test('accepts CSV, TSV, JSON arrays, NDJSON and one multipart file', verifies('infer.body'), async () => {
    const { a, withStoreKey, anonymous } = await arrange();
    const records = [
      { n: 1, s: 'a', b: true, d: '2026-01-02' },
      { n: 2.5, more: null },
    ];
    const types = { n: 'number', s: 'string', b: 'boolean', d: 'datetime', more: 'string' };
    const array = await infer(a, JSON.stringify(records, null, 2), '', 'application/json');
    expect(array.body).toMatchObject({ format: 'json', delimiter: null, rows: 2 });
    expect(typesOf(array.body)).toEqual(types);
    const lines = records.map((record) => JSON.stringify(record)).join('\n');
    const ndjson = await infer(a, lines, '', 'application/x-ndjson');
    expect(ndjson.body).toMatchObject({ format: 'ndjson', rows: 2 });
    expect(typesOf(ndjson.body)).toEqual(types);
    const tsv = await infer(a, 'a\tb\n1\tx\n', '', 'text/tab-separated-values');
    expect(tsv.body).toMatchObject({ delimiter: '\t', rows: 1 });
    const bytes = new TextEncoder().encode('a,b\n1,x\n');
    const form = [
      ['header', 'true'],
      ['file', { bytes, name: 'a.csv' }],
    ] as const;
    const multipart = await a.send<InferStoreResponse>('POST', '/v2/stores/infer', { form });
    expect(typesOf(multipart.body)).toEqual({ a: 'number', b: 'string' });
    for (const wrong of [[['note', 'x']], [form[1], ['other', form[1][1]]]] as const) {
      expectProblem(await a.send('POST', '/v2/stores/infer', { form: wrong }), 400, 'validation_failed');
    }
    expectProblem(await infer(a, 'x', '', 'image/png'), 415, 'unsupported_media_type');
    expectProblem(await a.send('POST', '/v2/stores/infer'), 400, 'validation_failed');
    expectProblem(await infer(a, 'PK\u0003\u0004'), 400, 'validation_failed');
    expectProblem(await infer(anonymous, 'a\n1\n'), 401, 'unauthorized');
    const { body: store } = await a.post<{ id: string }>('/v2/stores', {
      name: 'S',
      properties: [{ name: 'p', type: 'string' }],
    });
    expect((await infer(await withStoreKey(store.id), 'a,b\n1,2\n')).status).toBe(200);
  });

  test(
    'detects the encoding, the header, the decimal comma and the order of dates',
    verifies('detect.encoding', 'detect.header', 'detect.decimal', 'detect.dates'),
    async () => {
      const { a } = await arrange();
      const text = 'Name;Preis;Tag\nMüller;1,50;31.12.2026\nGröße;2;1.2.2026\n';
      const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
      for (const [bytes, encoding] of [
        [Buffer.from(text), 'utf-8'],
        [Buffer.from(`\ufeff${text}`), 'utf-8'],
        [utf16, 'utf-16le'],
        [utf16.subarray(2), 'utf-16le'],
        [Buffer.from(utf16).swap16(), 'utf-16be'],
        [Buffer.from(text, 'latin1'), 'windows-1252'],
      ] as const) {
        const { body } = await infer(a, bytes);
        expect(body).toMatchObject({ encoding, decimal: 'comma', dates: 'dmy', header: true });
        expect(typesOf(body)).toEqual({ Name: 'string', Preis: 'number', Tag: 'datetime' });
        expect(body.properties[0]?.samples).toEqual(['Müller', 'Größe']);
        expect(body.warnings).toHaveLength(encoding === 'windows-1252' ? 1 : 0);
      }
      const bare = await infer(a, '1,a,2026-01-02\n2,b,2026-01-03\n');
      expect(bare.body).toMatchObject({ header: false, rows: 2 });
      expect(typesOf(bare.body)).toEqual({ column_1: 'number', column_2: 'string', column_3: 'datetime' });
      expect((await infer(a, '1,2\n3,4\n', '?header=true')).body).toMatchObject({ header: true, rows: 1 });

      const grouped = (await infer(a, 'k,price\na,"1,000.50"\nb,"1,500"\n')).body;
      expect(typesOf(grouped)).toEqual({ k: 'string', price: 'number' });
      expect(grouped.properties[1]).toMatchObject({ decimal: 'point' });

      const unclear = 'k,day\na,01/02/2026\nb,03/04/2026\n';
      const open = (await infer(a, unclear)).body;
      expect(open.dates).toBe('undecided');
      expect(open.undecided).toMatchObject([
        { parameter: 'dates', columns: ['day'], message: expect.stringContaining('dates=dmy or dates=mdy') },
      ]);
      expect((await infer(a, unclear, '?dates=mdy')).body).toMatchObject({ dates: 'mdy', undecided: [] });
      const { body } = await infer(a, `${unclear}c,04/13/2026\n`);
      expect(body).toMatchObject({ dates: 'mdy', undecided: [] });
    },
  );

  test(
    'says in a warning what it reads in one way though another one is possible',
    verifies('detect.decimal', 'detect.header', 'import.quotes'),
    async () => {
      const { a } = await arrange();
      const found = async (raw: string, query = '') => {
        const { status, body } = await infer(a, raw, query);
        expect(status).toBe(200);
        return { types: typesOf(body), warnings: body.warnings };
      };
      for (const raw of [
        'city;lat\nA;52.520\nB;48.137\n',
        'city\tlat\nA\t52.520\nB\t48.137\n',
        'city;lat\nA;1,500\n',
        'city,lat\nA,"1,500"\n',
      ]) {
        const { types, warnings } = await found(raw);
        expect(types).toEqual({ city: 'string', lat: 'string' });
        expect(warnings).toEqual([expect.stringMatching(/"lat".*Give decimal=point or decimal=comma/)]);
        expect(await found(raw, '?decimal=point')).toEqual({
          types: { city: 'string', lat: 'number' },
          warnings: [],
        });
      }
      const years = await found('country,2019,2020\nDE,1.5,2\n');
      expect(years.types).toEqual({ country: 'string', 2019: 'number', 2020: 'number' });
      expect(years.warnings).toEqual([expect.stringContaining('header=false')]);
      const inches = await found('size,qty\n5" pipe,3\n6" pipe,4\n');
      expect(inches).toEqual({
        types: { size: 'string', qty: 'number' },
        warnings: [expect.stringMatching(/^Line 2: a quote inside a cell/)],
      });
      const one = 'size,qty\n5" pipe,3\n6,4\n';
      const asked = await infer(a, one);
      expectProblem(asked, 400, 'validation_failed');
      expect(asked.body).toMatchObject({
        errors: { quotes: [expect.stringMatching(/^Line 2: .*quotes=text/)] },
      });
      expect(await found(one, '?quotes=text')).toEqual({
        types: { size: 'string', qty: 'number' },
        warnings: [],
      });
    },
  );

  test(
    'a file that can not be read within the examined part is 400 with its line',
    verifies('detect.broken', 'infer.body'),
    async () => {
      const { a } = await arrange();
      const messages = async (raw: string | Uint8Array, type = 'application/octet-stream') => {
        const response = await infer(a, raw, '', type);
        expectProblem(response, 400, 'validation_failed');
        return Object.values(
          (response.body as unknown as { errors: Record<string, string[]> }).errors,
        ).flat();
      };
      const rows = Array.from({ length: 900 }, (_, i) => `${i},x\n`).join('');
      for (const [raw, line] of [
        ['a,b\n1,x\n2,"y\n3,z\n', 3],
        [`a,b\n${rows}1,"y\n`, 902],
        ['a\tb\n1\t"y\n', 2],
        ['[{"a":1},{"a":2},]', 1],
        ['[{"a":1},\n{"a":2},\n{"a"', 3],
        ['[{"a":1}]\n[', 2],
        ['{\n "a": 1\n}\n', 1],
        ['{"a":1}{"a":2}', 1],
        ['{"a":1}\n{"a":2},\n', 2],
        ['[1,2]', 1],
        ['["a","b"]\n', 1],
        ['[[1],[2]]', 1],
      ] as const) {
        expect(await messages(raw), raw.slice(0, 60)).toEqual([
          expect.stringMatching(new RegExp(`^Line ${line}: `)),
        ]);
      }
      expect(await messages('<!DOCTYPE html><table><tr><td>1</td></tr></table>')).toEqual([
        expect.stringContaining('HTML'),
      ]);
      const utf32 = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), Buffer.from('a\0\0\0')]);
      expect(await messages(utf32)).toEqual([expect.stringContaining('UTF-32')]);
      expect(await messages('  \n \n')).toEqual([expect.stringContaining('no header')]);
      expect((await infer(a, 'a;b\r\n1;2\r\n\u001a')).body).toMatchObject({ rows: 1, delimiter: ';' });
      // A header may look like an array.
      expect((await infer(a, '[a],[b]\n1,2\n')).body).toMatchObject({ format: 'csv', rows: 1 });
    },
  );

  test('a first line such as sep=; names the delimiter', verifies('detect.separator-line'), async () => {
    const { a } = await arrange();
    const text = 'sep=;\r\nname;price\r\nA;1,5\r\n';
    const bytes = [
      Buffer.from(text),
      Buffer.from(`\ufeff${text}`),
      Buffer.from(`\ufeff${text}`, 'utf16le'),
      Buffer.from(text.replace('sep=;', '"SEP=;";')),
      Buffer.from(text.replaceAll(';', '\t')),
      Buffer.from(text.replaceAll(';', '^')),
    ];
    for (const file of bytes) {
      expect(typesOf((await infer(a, file)).body)).toEqual({ name: 'string', price: 'number' });
    }
  });

  test('form fields beside the file are parameters, in any order', verifies('import.form'), async () => {
    const { a } = await arrange();
    const file = ['file', { bytes: new TextEncoder().encode('k;day\n1;1/2/2026\n'), name: 'a.csv' }] as const;
    const send = (form: Form, query = '') =>
      a.send<InferStoreResponse>('POST', `/v2/stores/infer${query}`, { form });
    for (const form of [
      [['dates', 'mdy'], file],
      [file, ['dates', 'mdy']],
    ] as const) {
      expect((await send(form)).body).toMatchObject({ dates: 'mdy', undecided: [] });
    }
    expectRefused(await send([file, ['mode', 'upsert']]), ['mode']);
    expectRefused(await send([['dates', 'mdy'], file, ['dates', 'dmy']]), ['dates']);
    expectRefused(await send([file, ['dates', 'ymd']]), ['dates']);
    expectRefused(await send([file, ['dates', 'mdy']], '?dates=mdy'), ['dates']);
    expectRefused(await send([file, ['encoding', 'windows-1252']]), ['encoding']);
    expectRefused(await send([['upload', file[1]]]), ['upload']);
    expectRefused(await send([file, file]), ['file']);
  });

  test('names the parameter that decides what cannot be detected', async () => {
    const { a } = await arrange();
    const at = async (raw: string | Uint8Array, query = '') => {
      const response = await infer(a, raw, query);
      expectProblem(response, 400, 'validation_failed');
      return Object.keys((response.body as unknown as { errors: object }).errors);
    };
    expect(await at('a,b;c\n1,2;3\n')).toEqual(['delimiter']);
    expect(await at(Buffer.from('M\xfcller', 'latin1'), '?encoding=utf-8')).toEqual(['encoding']);
    expect(await at('a\n1\n', '?dates=ymd&delimiter=ab')).toEqual(['delimiter', 'dates']);
    expect(await at('[{"a":1},oops]', '?format=csv')).toEqual(['']);
  });

  test('examines 1,000 rows and reads no more than the beginning', verifies('detect.sample'), async () => {
    const { a } = await arrange();
    const rows = Array.from({ length: 1_000 }, (_, i) => `${i},x`).join('\n');
    const { body } = await infer(a, `n,s\n${rows}\nnot a number,y\n`);
    expect(body).toMatchObject({ rows: 1_000, complete: false });
    expect(typesOf(body)).toEqual({ n: 'number', s: 'string' });
    const long = await infer(a, `n,s\n${'1,xxxxxxxxxx\n'.repeat(1_000_000)}`);
    expect(long.body).toMatchObject({ rows: 1_000, complete: false });
  });
});
