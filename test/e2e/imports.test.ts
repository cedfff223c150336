import type { ImportResponse, ImportSummary, Page, StartImportResponse } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import {
  addRecord,
  createStore,
  expectProblem,
  expectRefused,
  notFound,
  propertiesOf,
  recordsPath,
} from './arrange.ts';
import type { Client, Form } from './client.ts';
import { onEveryStorage, type World } from './world.ts';

const WORDS = { sku: 'unique string', price: 'number', day: 'datetime', open: 'boolean' } as const;

const start = (client: Client, store: { id: string }, raw: string | Uint8Array, query = '') =>
  client.send<StartImportResponse>('POST', `/v2/stores/${store.id}/imports${query}`, {
    raw,
    headers: raw.toString().startsWith('[') ? {} : { 'content-type': 'text/csv' },
  });

const pathOf = (store: { id: string }, importId: string) => `/v2/stores/${store.id}/imports/${importId}`;

/** Starts an import and returns it after its end. */
async function run(
  { a, vitrine }: Pick<World, 'a' | 'vitrine'>,
  store: { id: string },
  raw: string | Uint8Array,
  query = '',
): Promise<ImportResponse> {
  const started = await start(a, store, raw, query);
  expect(started.status, started.text).toBe(202);
  for (let turn = 0; turn < 50; turn++) {
    await vitrine.runDueJobs();
    const { body } = await a.get<ImportResponse>(pathOf(store, started.body.importId));
    if (body.finishedAt !== null) return body;
  }
  throw new Error('The import did not end.');
}

const numbers = ({ status, read, created, updated, unchanged, refused }: ImportResponse) => ({
  status,
  numbers: [read, created, updated, unchanged, refused],
});

const recordsOf = async (a: Client, store: { id: string }) =>
  (await a.post<{ items: Record<string, unknown>[] }>(`${recordsPath(store)}/query`, { sortBy: 'sku' })).body
    .items;

/** Bytes of the largest file: 1 GiB. */
const LARGEST = 1024 ** 3;
const FILE = 'sku;price;day;open\na;1,50;31.12.2026;yes\nb;2;1.2.2026;no\nc;x;1.1.2026;\n;1;;\n';

onEveryStorage((arrange) => {
  test.each([
    ['optional text', 'string', ['x', null, 'y "z"', null]],
    ['required text', 'required string', ['x', '', 'y']],
    ['numbers', 'number', [1.5, null, -2, null]],
    ['booleans', 'boolean', [null, true, false]],
    ['dates', 'datetime', [null, '2026-01-02T00:00:00.000Z', null]],
    ['links', 'url_link', ['https://x.de/', null]],
    ['unset values only', 'string', [null, null]],
  ] as const)(
    'an export of one column of %s has a row for each record, and its import has the same values',
    verifies('export.one-column'),
    async (_, type, values) => {
      const world = await arrange();
      const { a } = world;
      const store = await createStore(a, { value: type });
      for (const value of values) await addRecord(a, store, { value });
      const request = { format: 'csv', fields: ['value'], sortBy: 'date_created' };
      const exported = await a.post(`${recordsPath(store)}/export`, request);
      const lines = exported.text.split('\r\n');
      expect(lines.slice(0, -1)).toHaveLength(values.length + 1);
      expect(lines.slice(0, -1)).not.toContain('');
      const copy = await createStore(a, { value: type });
      expect(numbers(await run(world, copy, exported.text, '?header=true'))).toEqual({
        status: 'done',
        numbers: [values.length, values.length, 0, 0, 0],
      });
      const again = await a.post(`${recordsPath(copy)}/export`, request);
      expect(again.text).toBe(exported.text);
      const read = await a.get<Page<{ value: unknown }>>(`${recordsPath(copy)}?sortDir=asc`);
      expect(read.body.items.map(({ value }) => value)).toEqual(values);
    },
  );

  test('a file of more than 1 GiB is 413, and no import is started', verifies('import.size'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, WORDS);
    const declare = (bytes: number) =>
      a.send('POST', `/v2/stores/${store.id}/imports`, {
        raw: FILE,
        headers: { 'content-type': 'text/csv', 'content-length': String(bytes) },
      });
    expectProblem(await declare(LARGEST + 1), 413, 'payload_too_large');
    const { body } = await a.get<Page<ImportSummary>>(`/v2/stores/${store.id}/imports`);
    expect(body.items).toEqual([]);
    expect((await declare(LARGEST)).status).toBe(202);
  });

  test(
    'imports a file by a job; the same file again is unchanged',
    verifies('import.start', 'import.progress'),
    async () => {
      const world = await arrange();
      const { a } = world;
      const store = await createStore(a, WORDS);
      const started = await start(a, store, FILE);
      expect(started.status).toBe(202);
      expect(started.body.status).toBe('queued');
      expect(started.headers.get('location')).toBe(pathOf(store, started.body.importId));
      const queued = (await a.get<ImportResponse>(pathOf(store, started.body.importId))).body;
      expect(numbers(queued)).toEqual({ status: 'queued', numbers: [0, 0, 0, 0, 0] });
      await world.vitrine.runDueJobs();
      const first = await run(world, store, FILE);
      expect(numbers(first)).toEqual({ status: 'done', numbers: [4, 0, 0, 2, 2] });
      const done = (await a.get<ImportResponse>(pathOf(store, started.body.importId))).body;
      expect(numbers(done)).toEqual({ status: 'done', numbers: [4, 2, 0, 0, 2] });
      expect(done).toMatchObject({ total: 4, dryRun: false, mode: 'upsert', bytes: FILE.length });
      expect(done.errors.map(({ row, line, errors }) => [row, line, Object.keys(errors)])).toEqual([
        [3, 4, ['price']],
        [4, 5, ['sku']],
      ]);
      const records = await recordsOf(a, store);
      expect(records).toMatchObject([
        { sku: 'a', price: 1.5, day: '2026-12-31T00:00:00.000Z', open: true },
        { sku: 'b', price: 2, day: '2026-02-01T00:00:00.000Z', open: false },
      ]);
      const changed = await run(world, store, FILE.replace('1,50', '1,75'));
      expect(numbers(changed)).toEqual({ status: 'done', numbers: [4, 0, 1, 1, 2] });
    },
  );

  test(
    'a dry run writes nothing and returns the same numbers and the changes',
    verifies('import.dry-run'),
    async () => {
      const world = await arrange();
      const { a } = world;
      const store = await createStore(a, { sku: 'unique string', n: 'number' });
      await addRecord(a, store, { sku: 'a', n: 1 });
      await addRecord(a, store, { sku: 'b', n: 2 });
      // Keys repeat within a batch and across batches.
      const many = Array.from({ length: 1_100 }, (_, i) => `k${i % 700},${i % 3}`).join('\n');
      const csv = `sku,n\na,5\nb,2\nc,x\na,6\n${many}\n`;
      const before = await recordsOf(a, store);
      const dry = await run(world, store, csv, '?dryRun=true');
      expect(await recordsOf(a, store)).toEqual(before);
      expect(dry.dryRun).toBe(true);
      expect(dry.changes?.slice(0, 2)).toEqual([
        { row: 1, id: 'a', changes: { n: { from: 1, to: 5 } } },
        { row: 4, id: 'a', changes: { n: { from: 5, to: 6 } } },
      ]);
      expect(dry.changes?.length).toBeLessThanOrEqual(100);
      const real = await run(world, store, csv);
      expect(numbers(dry)).toEqual(numbers(real));
      expect(real.changes).toBeUndefined();
      expect(dry.errors).toEqual(real.errors);
      expect(real.created).toBe(700);
    },
  );

  test(
    'a dry run with the properties of a store that does not exist makes none',
    verifies('import.trial'),
    async () => {
      const world = await arrange();
      const { a, b, withStoreKey } = world;
      const store = await createStore(a, WORDS);
      const trial = { id: 'new' };
      const properties = propertiesOf({ sku: 'unique string', price: 'number' });
      const of = (given: unknown) => `&properties=${encodeURIComponent(JSON.stringify(given))}`;
      // Keys repeat within a batch and across batches.
      const many = Array.from({ length: 1_100 }, (_, i) => `k${i % 700},${i}`).join('\n');
      const csv = `sku,price\n${many}\nx,one\nk0,0\n`;
      const done = await run(world, trial, csv, `?dryRun=true${of(properties)}`);
      expect(numbers(done)).toEqual({ status: 'done', numbers: [1_102, 700, 401, 0, 1] });
      expect(done).toMatchObject({ dryRun: true, changes: expect.arrayContaining([expect.anything()]) });
      expect(done.errors.map(({ line }) => line)).toEqual([1_102]);
      const refused = await a.get(`${pathOf(trial, done.importId)}/refused`);
      expect(refused.text).toContain('x,one');
      const listed = async (client: Client) =>
        (await client.get<Page<ImportSummary>>('/v2/stores/new/imports')).body.items;
      expect((await listed(a)).map(({ importId }) => importId)).toEqual([done.importId]);
      expect(await listed(b)).toEqual([]);
      expect((await a.get<Page<{ id: string }>>('/v2/stores')).body.items.map(({ id }) => id)).toEqual([
        store.id,
      ]);
      expectProblem(await a.get('/v2/stores/new'), ...notFound);

      const paths = async (query: string, place: { id: string } = trial) => {
        const response = await start(a, place, csv, query);
        expectProblem(response, 400, 'validation_failed');
        return Object.keys((response.body as unknown as { errors: object }).errors);
      };
      expect(await paths(of(properties).replace('&', '?'))).toEqual(['dryRun']);
      expect(await paths('?dryRun=true')).toEqual(['properties']);
      expect(await paths('?dryRun=true&properties={')).toEqual(['properties']);
      expect(await paths(`?dryRun=true${of([])}`)).toEqual(['properties']);
      expect(
        await paths(
          `?dryRun=true${of([
            { name: 'sku', type: 'text' },
            { name: 'id', type: 'number' },
          ])}`,
        ),
      ).toEqual(['properties[0].type', 'properties[1].name']);
      expect(await paths(`?dryRun=true${of(properties)}`, store)).toEqual(['properties']);
      const withKey = await withStoreKey(store.id);
      expectProblem(await start(withKey, trial, csv, `?dryRun=true${of(properties)}`), 404, 'not_found');

      expect((await a.send('DELETE', pathOf(trial, done.importId))).status).toBe(204);
      expect(await listed(a)).toEqual([]);
    },
  );

  test(
    'lists the imports of a store, newest first, in pages without errors and changes',
    verifies('import.list', 'import.keys'),
    async () => {
      const world = await arrange();
      const { a, b, withStoreKey } = world;
      const store = await createStore(a, WORDS);
      const other = await createStore(a, WORDS);
      await start(a, other, 'sku\nx\n');
      const done = await run(world, store, 'sku,price\na,1\nb,x\n');
      const ids = [done.importId];
      for (const sku of ['b', 'c', 'd', 'e']) {
        ids.unshift((await start(a, store, `sku\n${sku}\n`, '?dryRun=true')).body.importId);
      }
      const path = `/v2/stores/${store.id}/imports`;
      const key = await withStoreKey(store.id);
      const items: ImportSummary[] = [];
      let cursor: string | undefined;
      do {
        const query = cursor === undefined ? '?limit=2' : `?limit=2&cursor=${cursor}`;
        const page = await key.get<Page<ImportSummary>>(path + query);
        expect(page.status, page.text).toBe(200);
        expect(page.body.limit).toBe(2);
        items.push(...page.body.items);
        ({ cursor } = page.body);
        // An import that begins later is not on later pages.
        await start(a, store, 'sku\nlate\n');
      } while (cursor !== undefined);
      expect(items.map(({ importId }) => importId)).toEqual(ids);
      const { errors, ...summary } = done;
      expect(errors).toHaveLength(1);
      expect(items.at(-1)).toEqual(summary);
      expect(items[0]).toMatchObject({ status: 'queued', dryRun: true, read: 0 });

      const first = await a.get<Page<ImportSummary>>(`${path}?limit=1`);
      const foreign = `/v2/stores/${other.id}/imports?cursor=${first.body.cursor}`;
      expectRefused(await a.get(foreign), ['cursor']);
      expectRefused(await a.get(`${path}?limit=0&cursor=x`), ['limit']);
      expectProblem(await b.get(path), ...notFound);
      expectProblem(await key.get(`/v2/stores/${other.id}/imports?limit=0`), ...notFound);
    },
  );

  test('returns the refused records as CSV with their errors', verifies('import.refused'), async () => {
    const world = await arrange();
    const { a } = world;
    const store = await createStore(a, { sku: 'unique string', n: 'number' });
    const csv = await run(world, store, 'sku,n\nx,one\ny,1\n"z,""z",two\nw,1,2\n');
    const refused = await a.get(`${pathOf(store, csv.importId)}/refused`);
    expect(refused.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [header, ...lines] = refused.text.split('\r\n');
    expect(header).toBe('error,sku,n');
    expect(lines.slice(0, 3)).toEqual([
      expect.stringMatching(/^n: Expected a number.*,x,one$/),
      expect.stringMatching(/,"z,""z",two$/),
      expect.stringMatching(/,w,1,2$/),
    ]);
    const json = await run(world, store, '[{"sku":"x","n":"a"},\n7, {"sku":"q","n":1}]');
    expect(numbers(json).numbers).toEqual([3, 1, 0, 0, 2]);
    const rows = (await a.get(`${pathOf(store, json.importId)}/refused`)).text.split('\r\n');
    expect(rows[1]).toMatch(/,x,a$/);
    expect(rows[2]).toMatch(/,7$/);
  });

  test(
    'maps columns, refuses existing keys in insertOnly, and needs a decision before it writes',
    verifies('import.mapping', 'import.insert-only', 'import.undecided'),
    async () => {
      const world = await arrange();
      const { a } = world;
      const store = await createStore(a, WORDS);
      const mapping = encodeURIComponent(JSON.stringify({ Code: 'sku', Preis: 'price', Notiz: null }));
      const csv = 'Code,Preis,Notiz\na,1,x\nb,2,y\n';
      expect(numbers(await run(world, store, csv, `?mapping=${mapping}`)).numbers).toEqual([2, 2, 0, 0, 0]);
      const again = await run(world, store, `${csv}c,3,\nc,3,\n`, `?mapping=${mapping}&mode=insertOnly`);
      expect(numbers(again).numbers).toEqual([4, 1, 0, 0, 3]);
      expect(again.errors[0]?.errors).toEqual({ '': [expect.stringContaining('record_exists')] });
      const at = async (raw: string, query = '') => {
        const response = await start(a, store, raw, query);
        expectProblem(response, 400, 'validation_failed');
        return Object.keys((response.body as unknown as { errors: object }).errors);
      };
      expect(await at(csv)).toEqual(['mapping']);
      expect(await at('price\n1\n')).toEqual(['mapping']);
      expect(await at('sku,day\na,01/02/2026\n')).toEqual(['dates']);
      expect(await at('sku,day;x\na,1;2\n')).toEqual(['delimiter']);
      expect(await at('sku\na\n', '?mapping=[]&mode=x&dryRun=1')).toEqual(['mapping', 'mode', 'dryRun']);
      const decided = await run(world, store, 'sku,day\na,01/02/2026\n', '?dates=dmy');
      expect(numbers(decided).numbers).toEqual([1, 0, 1, 0, 0]);

      const priceOf = async (raw: string, query = '') => {
        expect(numbers(await run(world, store, `sku,price\n${raw}\n`, query)).numbers[4]).toBe(0);
        return (await a.get<{ price: number }>(`/v2/stores/${store.id}/records/a`)).body.price;
      };
      expect(await at('sku,price\na,"1,500"\n')).toEqual(['decimal']);
      expect(await priceOf('a,"1,500"', '?decimal=point')).toBe(1500);
      expect(await priceOf('a,"1,500"', '?decimal=comma')).toBe(1.5);
      expect(await priceOf('b,"1,000.50"\na,"2,500"')).toBe(2500);
      expect(await priceOf('a,"-1,234,567"')).toBe(-1_234_567);
    },
  );

  test(
    'a file that is broken within the examined part writes nothing',
    verifies('detect.broken', 'import.form'),
    async () => {
      const world = await arrange();
      const { a } = world;
      const store = await createStore(a, { a: 'number', b: 'string' });
      for (const raw of [
        'a,b\n1,x\n2,"y\n3,z\n',
        '[{"a":1},{"a":2},]',
        '[{"a":1},{"a":2},{"a"',
        '{"a":1}\n{"a":2},\n',
        '{"a":1}\n{oops\n',
      ]) {
        for (const query of ['', '?dryRun=true', '?mode=insertOnly']) {
          const headers = { 'content-type': 'application/octet-stream' };
          const path = `/v2/stores/${store.id}/imports${query}`;
          expectProblem(await a.send('POST', path, { raw, headers }), 400, 'validation_failed');
          const bytes = new TextEncoder().encode(raw);
          const form = [['file', { bytes, name: 'a.txt' }]] as const;
          expectProblem(await a.send('POST', path, { form }), 400, 'validation_failed');
        }
      }
      const { body } = await a.get<Page<ImportSummary>>(`/v2/stores/${store.id}/imports`);
      expect(body.items).toEqual([]);
    },
  );

  test('form fields beside the file are parameters of an import', verifies('import.form'), async () => {
    const { a, vitrine } = await arrange();
    const store = await createStore(a, { k: 'unique string', v: 'string' });
    await addRecord(a, store, { k: 'A', v: 'old' });
    const file = ['file', { bytes: new TextEncoder().encode('k,note\nA,new\n'), name: 's.csv' }] as const;
    const mapping = ['mapping', '{"note":"v"}'] as const;
    const send = (form: Form, query = '') =>
      a.send<StartImportResponse>('POST', `/v2/stores/${store.id}/imports${query}`, { form });
    for (const [form, found] of [
      [[file, mapping, ['dryRun', 'true']], { dryRun: true, updated: 1 }],
      [[['dryRun', 'true'], mapping, file], { dryRun: true, updated: 1 }],
      [[mapping, file, ['mode', 'insertOnly']], { mode: 'insertOnly', refused: 1 }],
      [[mapping, file, ['dryRun', 'true'], ['fileName', 'sales.csv']], { fileName: 'sales.csv' }],
    ] as const) {
      const started = await send(form);
      expect(started.status, started.text).toBe(202);
      await vitrine.runDueJobs();
      expect((await a.get(pathOf(store, started.body.importId))).body).toMatchObject({
        ...{ status: 'done', fileName: 's.csv' },
        ...found,
      });
      expect((await a.get(`${recordsPath(store)}/A`)).body).toMatchObject({ v: 'old' });
    }
    expectRefused(await send([file, mapping, ['dryrun', 'true']]), ['dryrun']);
    expectRefused(await send([file, mapping, ['dryRun', '1']]), ['dryRun']);
    expectRefused(await send([file, mapping, ['dryRun', 'true'], ['dryRun', 'true']]), ['dryRun']);
    expectRefused(await send([file, mapping], '?mapping={}'), ['mapping']);
    expectRefused(await send([['upload', file[1]], mapping]), ['upload']);
    expectRefused(await send([file]), ['mapping']);
  });

  test(
    'reads numbers, words and rows as spreadsheets write them, and asks where a number has two readings',
    verifies('import.values', 'import.rows', 'import.quotes', 'detect.decimal'),
    async () => {
      const world = await arrange();
      const { a } = world;
      const store = await createStore(a, WORDS);
      const rows = [
        'sku;price;day;open',
        'a;1\u202f234,50;2024-01-01 12:34:56.789+00;WAHR',
        'b;,5;2024-01-01 12:34 UTC;FAUX',
        'c; ;;',
        ';;;',
        'd;+3',
        '="5" pipe;-2,25;;Ja;;',
      ];
      expect(numbers(await run(world, store, rows.join('\r\n')))).toEqual({
        status: 'done',
        numbers: [5, 5, 0, 0, 0],
      });
      expect(await recordsOf(a, store)).toMatchObject([
        { sku: '="5" pipe', price: -2.25, open: true },
        { sku: 'a', price: 1234.5, day: '2024-01-01T12:34:56.789Z', open: true },
        { sku: 'b', price: 0.5, day: '2024-01-01T12:34:00.000Z', open: false },
        { sku: 'c', price: null, day: null, open: null },
        { sku: 'd', price: 3 },
      ]);
      for (const raw of ['sku;price\na;52.520\n', 'sku;price\na;-1,250\n', '[{"sku":"a","price":"1,500"}]']) {
        expectRefused(await start(a, store, raw), ['decimal']);
        expect(numbers(await run(world, store, raw, '?decimal=point')).numbers[4]).toBe(0);
      }
      const behind = await run(world, store, 'sku,price\n"a"x,1\nb,2\n');
      expect(numbers(behind).numbers).toEqual([2, 0, 1, 0, 1]);
      expect(behind.errors).toMatchObject([{ row: 1, line: 2 }]);
    },
  );

  test(
    'asks for quotes where one row has an odd quote, and refuses later rows with such quotes',
    verifies('import.quotes', 'import.undecided', 'import.form'),
    async () => {
      const world = await arrange();
      const { a, vitrine } = world;
      const store = await createStore(a, { sku: 'unique string', note: 'string' });
      const odd = 'sku,note\na,x\nb,5" z\nc,y\n';
      const asked = await start(a, store, odd);
      expectRefused(asked, ['quotes']);
      expect(asked.text).toMatch(/Line 3: .*quotes=text/);
      expectRefused(await start(a, store, odd, '?quotes=raw'), ['quotes']);
      expect((await a.get<Page<ImportSummary>>(`/v2/stores/${store.id}/imports`)).body.items).toEqual([]);
      expect(numbers(await run(world, store, odd, '?quotes=text')).numbers).toEqual([3, 3, 0, 0, 0]);
      const file = ['file', { bytes: new TextEncoder().encode(odd), name: 's.csv' }] as const;
      const form = [file, ['quotes', 'text']] as const;
      const path = `/v2/stores/${store.id}/imports`;
      const started = await a.send<StartImportResponse>('POST', path, { form });
      await vitrine.runDueJobs();
      expect((await a.get(pathOf(store, started.body.importId))).body).toMatchObject({ unchanged: 3 });

      const rows = Array.from({ length: 1_000 }, (_, i) => `k${i},v`).join('\n');
      const late = `sku,note\n${rows}\nx,say "hi"\ny,7" z\nz,v\n`;
      const undecided = await run(world, store, late);
      expect(numbers(undecided).numbers).toEqual([1_003, 1_002, 0, 0, 1]);
      expect(undecided.errors).toEqual([
        { row: 1_002, line: 1_003, errors: { '': [expect.stringContaining('quotes=text')] } },
      ]);
      const refused = await a.get(`${pathOf(store, undecided.importId)}/refused`);
      expect(refused.text).toContain('y,"7"" z"');
      expect(numbers(await run(world, store, late, '?quotes=text')).numbers).toEqual([1_003, 1, 0, 1_002, 0]);
      const decided = late.replace('k0,v\nk1,v', 'k0,1"\nk1,2"');
      expect(numbers(await run(world, store, decided)).numbers).toEqual([1_003, 0, 2, 1_001, 0]);
    },
  );

  test(
    'ends when it is cancelled, when the store loses a property, and when the file is broken later',
    verifies('import.end'),
    async () => {
      const world = await arrange();
      const { a, vitrine } = world;
      const store = await createStore(a, WORDS);
      const { body } = await start(a, store, 'sku,price\na,1\n');
      expect((await a.delete(pathOf(store, body.importId))).status).toBe(204);
      await vitrine.runDueJobs();
      const cancelled = (await a.get<ImportResponse>(pathOf(store, body.importId))).body;
      expect(numbers(cancelled)).toEqual({ status: 'cancelled', numbers: [0, 0, 0, 0, 0] });
      expect((await a.delete(pathOf(store, body.importId))).status).toBe(204);

      const rows = Array.from({ length: 2_000 }, (_, i) => `k${i},1`).join('\n');
      const broken = await run(world, store, `sku,price\n${rows}\n"open,1\n`);
      expect(numbers(broken)).toMatchObject({ status: 'failed', numbers: [2_000, 2_000, 0, 0, 0] });
      expect(broken.reason).toMatch(/Line 2002: the file ends inside a quoted cell/);

      const late = await start(a, store, 'sku,price\nz,1\n');
      expect((await a.delete(`/v2/stores/${store.id}/properties/price`)).status).toBe(200);
      await vitrine.runDueJobs();
      const failed = (await a.get<ImportResponse>(pathOf(store, late.body.importId))).body;
      expect(failed).toMatchObject({
        status: 'failed',
        created: 0,
        reason: expect.stringContaining('price'),
      });
    },
  );

  test(
    'takes both kinds of key, and is kept for 7 days after its end',
    verifies('import.keys', 'import.kept'),
    async () => {
      const world = await arrange();
      const { a, b, withStoreKey, advance, vitrine } = world;
      const store = await createStore(a, WORDS);
      const other = await createStore(a, WORDS);
      const key = await withStoreKey(store.id);
      const { importId } = (await start(key, store, 'sku\na\n')).body;
      expect((await key.get(pathOf(store, importId))).status).toBe(200);
      expectProblem(await start(key, other, 'sku\na\n'), ...notFound);
      expectProblem(await b.get(pathOf(store, importId)), ...notFound);
      expectProblem(await a.get(pathOf(other, importId)), ...notFound);
      await vitrine.runDueJobs();
      expect((await a.get<ImportResponse>(pathOf(store, importId))).body.status).toBe('done');
      advance(8 * 86_400_000);
      const { storage, now } = world;
      const endedBefore = now() - 7 * 86_400_000;
      for (;;) {
        const ended = await storage.imports.findRemovable({ endedBefore });
        if (ended === null) break;
        await storage.imports.trim(ended, 'all');
      }
      expectProblem(await a.get(pathOf(store, importId)), ...notFound);
    },
  );

  test(
    'records without a key are written once, whatever part of the job is repeated',
    verifies('import.resumes'),
    async () => {
      const world = await arrange();
      const { a } = world;
      const store = await createStore(a, { n: 'number' });
      const csv = `n\n${Array.from({ length: 3_000 }, (_, i) => i).join('\n')}\n`;
      const imported = await run(world, store, csv);
      expect(numbers(imported)).toEqual({ status: 'done', numbers: [3_000, 3_000, 0, 0, 0] });
      const request = {
        measures: [
          { op: 'sum', field: 'n' },
          { op: 'countDistinct', field: 'n' },
        ],
      };
      const { body } = await a.post<{ groups: unknown[] }>(`${recordsPath(store)}/summarize`, request);
      expect(body.groups).toMatchObject([
        { count: 3_000, values: { sum_n: 4_498_500, countDistinct_n: 3_000 } },
      ]);
    },
  );
});
