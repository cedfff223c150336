import type { AccountUsageResponse, ImportResponse, StartImportResponse } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { createStore, expectProblem, notFound } from './arrange.ts';
import type { Client } from './client.ts';
import { onOneStorage, type World } from './world.ts';

const FIELDS = { k: 'unique string', n: 'number' } as const;

interface StoreId {
  readonly id: string;
}

const importsOf = ({ id }: StoreId) => `/v2/stores/${id}/imports`;

function start(client: Client, store: StoreId, raw: string | Uint8Array, query = '') {
  const isJson = raw.toString().startsWith('[');
  const headers = { 'content-type': isJson ? 'application/json' : 'text/csv' };
  return client.send<StartImportResponse>('POST', `${importsOf(store)}${query}`, { raw, headers });
}

/** Runs an import and what follows it. Returns its path. */
async function run({ a, vitrine }: World, store: StoreId, raw: string, query = ''): Promise<string> {
  const started = await start(a, store, raw, query);
  expect(started.status, started.text).toBe(202);
  for (let turn = 0; turn < 20; turn++) await vitrine.runDueJobs();
  return `${importsOf(store)}/${started.body.importId}`;
}

async function bytesOf(client: Client): Promise<number> {
  return (await client.get<AccountUsageResponse>('/admin/usage')).body.resources.importBytes.used;
}

/** What an import needs for its plan and its place in the list. */
const PLAN_BYTES = 2_000;

onOneStorage((arrange) => {
  test(
    'keeps the first 1,000 refused records and counts the others',
    verifies('import.refused.bounded'),
    async () => {
      const world = await arrange();
      const store = await createStore(world.a, FIELDS);
      const rows = Array.from({ length: 1_700 }, (_, i) => `k${i},x`);
      const path = await run(world, store, `k,n\n${rows.join('\n')}\n`);
      const { body } = await world.a.get<ImportResponse>(path);
      expect(body).toMatchObject({ status: 'done', read: 1_700, refused: 1_700 });
      const { text, headers } = await world.a.get(`${path}/refused`);
      expect(text.split('\r\n').slice(1, -1)).toEqual(
        rows.slice(0, 1_000).map((row) => `n: Expected a number or null.,${row}`),
      );
      expect(headers.get('vitrine-truncated')).toBe('true');
      // Less than the file, though each record has its own row.
      expect(await bytesOf(world.a)).toBeLessThan(20_000 + 120 * 1_000 + PLAN_BYTES);
    },
  );

  test(
    'long messages of many properties keep no more than 64 KiB',
    verifies('import.refused.bounded'),
    async () => {
      const world = await arrange();
      const names = Array.from({ length: 30 }, (_, i) => `a long name of a property, number ${i}`);
      const store = await createStore(
        world.a,
        Object.fromEntries([['k', 'unique string'], ...names.map((name) => [name, 'number'])]),
      );
      // Each record has other wrong values, so that hardly two have equal messages.
      const records = Array.from({ length: 400 }, (_, i) => ({
        k: `k${i}`,
        ...Object.fromEntries(names.map((name, at) => [name, (i >> (at % 9)) % 2 === 0 ? 'x' : 1])),
      }));
      const path = await run(world, store, JSON.stringify(records));
      const { text, headers } = await world.a.get(`${path}/refused`);
      expect(text.split('\r\n').length).toBeGreaterThan(20);
      expect(headers.get('vitrine-truncated')).toBe('true');
      const file = JSON.stringify(records).length;
      expect(await bytesOf(world.a)).toBeLessThan(file + 64 * 1024 + 120 * 400 + PLAN_BYTES);
    },
  );

  test(
    'a file without refused records goes with the end of its import, and so do the drafts of a dry run',
    verifies('import.bytes', 'quotas.everything'),
    async () => {
      const world = await arrange();
      const { a } = world;
      const store = await createStore(a, FIELDS);
      const csv = `k,n\n${Array.from({ length: 3_000 }, (_, i) => `key number ${i},${i}`).join('\n')}\n`;
      await start(a, store, csv);
      expect(await bytesOf(a)).toBeGreaterThan(csv.length);
      const dry = await run(world, store, csv, '?dryRun=true');
      expect((await a.get<ImportResponse>(dry)).body).toMatchObject({ status: 'done', read: 3_000 });
      expect(await bytesOf(a)).toBeLessThan(2 * PLAN_BYTES);
      const cancelled = await start(a, store, csv, '?dryRun=true');
      const path = `${importsOf(store)}/${cancelled.body.importId}`;
      await a.delete(path);
      expect((await a.get<ImportResponse>(path)).body.status).toBe('cancelled');
      for (let turn = 0; turn < 5; turn++) await world.vitrine.runDueJobs();
      expect(await bytesOf(a)).toBeLessThan(3 * PLAN_BYTES);
    },
  );

  test(
    'a dry run finds out what happens to records that the file repeats, though it keeps only what the file gives',
    verifies('import.dry-run', 'import.bytes'),
    async () => {
      const world = await arrange();
      const { a } = world;
      const store = await createStore(a, { k: 'unique string', n: 'number', t: 'string' });
      const long = 'x'.repeat(20_000);
      await a.post(`/v2/stores/${store.id}/records/batch`, {
        records: Array.from({ length: 20 }, (_, i) => ({ k: `k${i}`, n: 0, t: long })),
      });
      const rows = (n: number) => Array.from({ length: 600 }, (_, i) => `k${i},${n}`).join('\n');
      const { body } = await start(a, store, `k,n\n${rows(1)}\n${rows(1)}\n${rows(2)}\n`, '?dryRun=true');
      // Before the drafts are removed.
      await world.vitrine.runDueJobs();
      expect(await bytesOf(a)).toBeLessThan(400_000);
      for (let turn = 0; turn < 5; turn++) await world.vitrine.runDueJobs();
      const path = `${importsOf(store)}/${body.importId}`;
      expect((await a.get<ImportResponse>(path)).body).toMatchObject({
        status: 'done',
        created: 580,
        updated: 620,
        unchanged: 600,
        refused: 0,
      });
    },
  );

  test(
    'DELETE removes an import that has ended, and a deleted store takes its imports with it',
    verifies('import.removed', 'import.bytes'),
    async () => {
      const world = await arrange();
      const { a, b, vitrine } = world;
      const [store, other] = [await createStore(a, FIELDS), await createStore(a, FIELDS)];
      const [removed, kept] = [await run(world, store, 'k,n\na,x\n'), await run(world, other, 'k,n\na,x\n')];
      expectProblem(await b.delete(removed), ...notFound);
      expect((await a.delete(removed)).status).toBe(204);
      expectProblem(await a.get(removed), ...notFound);
      expectProblem(await a.get(`${removed}/refused`), ...notFound);
      expectProblem(await a.delete(removed), ...notFound);
      expect((await a.get(`${kept}/refused`)).text).toContain('a,x');
      await a.delete(`/v2/stores/${other.id}`);
      // A deleted store is kept for seven days.
      world.advance(8 * 86_400_000);
      for (let turn = 0; turn < 10; turn++) await vitrine.runDueJobs();
      expect(await bytesOf(a)).toBe(0);
    },
  );

  test(
    'a file beyond importBytes is 403 and leaves nothing, and a dry run beyond it fails',
    verifies('quotas.everything', 'import.bytes'),
    async () => {
      const world = await arrange();
      const { a, vitrine, accountId } = world;
      const store = await createStore(a, FIELDS);
      await vitrine.accounts.changeLimits(accountId, { importBytes: 5_000_000 });
      const refused = await start(a, store, `k,n\n${'key,1\n'.repeat(1_000_000)}`);
      expectProblem(refused, 403, 'quota_exceeded');
      expect(refused.text).toContain('importBytes');
      expect(await bytesOf(a)).toBe(0);
      await vitrine.accounts.changeLimits(accountId, { importBytes: 60_000 });
      const csv = `k,n\n${Array.from({ length: 2_000 }, (_, i) => `key number ${i},${i}`).join('\n')}\n`;
      const dry = await run(world, store, csv, '?dryRun=true');
      const { body } = await a.get<ImportResponse>(dry);
      expect(body).toMatchObject({ status: 'failed', reason: expect.stringContaining('"importBytes"') });
      expect(await bytesOf(a)).toBeLessThan(PLAN_BYTES);
    },
  );

  test('an account has at most 100 imports that have not ended', verifies('import.unfinished'), async () => {
    const { a, b, vitrine, accountId } = await arrange();
    const [store, foreign] = [await createStore(a, FIELDS), await createStore(b, FIELDS)];
    for (let i = 0; i < 100; i++) expect((await start(a, store, `k,n\n${i},1\n`)).status).toBe(202);
    const refused = await start(a, store, 'k,n\na,1\n');
    expectProblem(refused, 403, 'quota_exceeded');
    expect(refused.text).toContain('queuedImports');
    expect((await start(b, foreign, 'k,n\na,1\n')).status).toBe(202);
    const { body } = await a.get<AccountUsageResponse>('/admin/usage');
    expect(body.resources.queuedImports).toEqual({ used: 100, limit: 100 });
    await vitrine.accounts.changeLimits(accountId, { queuedImports: 101 });
    expect((await start(a, store, 'k,n\na,1\n')).status).toBe(202);
  });

  test('fonts, maps and responses under idempotency keys count', verifies('quotas.everything'), async () => {
    const { a, vitrine, accountId } = await arrange();
    const store = await createStore(a, { t: 'string' });
    expect((await a.post('/v2/maps', { name: 'Shops' })).status).toBe(201);
    await vitrine.accounts.changeLimits(accountId, { maps: 1, idempotencyBytes: 300_000 });
    const map = await a.post('/v2/maps', { name: 'More' });
    expectProblem(map, 403, 'quota_exceeded');
    const add = (key: number) =>
      a.send('POST', `/v2/stores/${store.id}/records`, {
        json: { t: `${key}`.padEnd(20_000, 'x') },
        headers: { 'idempotency-key': `key ${key}` },
      });
    const first = await add(0);
    const statuses: number[] = [];
    for (let key = 1; key < 20; key++) statuses.push((await add(key)).status);
    expect(statuses.slice(0, 3)).toEqual([201, 201, 201]);
    expect(statuses.at(-1)).toBe(403);
    const { body } = await a.get<AccountUsageResponse>('/admin/usage');
    expect(body.resources.idempotencyBytes.used).toBeGreaterThan(40_000);
    // A replay writes nothing, and a request without a key keeps nothing.
    expect((await add(0)).body).toEqual(first.body);
    expect((await a.post(`/v2/stores/${store.id}/records`, { t: 'x' })).status).toBe(201);
    expect(body.resources.records.used).toBe(1 + statuses.filter((status) => status === 201).length);
  });

  test(
    'the CSV of refused records guards formulas, and an import of it gives the values of the file',
    verifies('import.refused.formulas'),
    async () => {
      const world = await arrange();
      const { a } = world;
      const store = await createStore(a, {
        k: 'unique string',
        n: 'number',
        '=sum': 'number',
        '-d': 'string',
      });
      const texts = ['=1+1', "'=1+1", '@SUM(A1)', '+1', '-1', '\tx', '\rx', '＝x', 'plain', "'plain", ''];
      const numbers = { n: -1.5, '=sum': -2 };
      const wrong = { ...numbers, n: '=HYPERLINK("http://evil.example/")' };
      const files = {
        json: JSON.stringify(texts.map((text, i) => ({ k: `${text}${i}`, ...wrong, '-d': text }))),
        csv: `k,n,'=sum,-d\r\n${texts
          .map((text, i) => [`${text}${i}`, wrong.n, -2, text].map(quoted).join(','))
          .join('\r\n')}\r\n`,
      };
      for (const [format, file] of Object.entries(files)) {
        const path = await run(world, store, file, `?format=${format}`);
        const { text } = await a.get(`${path}/refused`);
        expect(text).not.toMatch(/(^|,)"?[=@+\t\r＝]/m);
        expect(text.split('\r\n')[0]).toBe("error,k,n,'=sum,'-d");
        // The number of a number column stays a number.
        expect(text).toContain(',-2,');
        const raw = await a.get(`${path}/refused?formulas=raw`);
        expect(raw.text).toContain(',"=HYPERLINK(');

        const corrected = text.replaceAll(`"'${wrong.n.replaceAll('"', '""')}"`, '-1.5');
        const again = await run(world, store, corrected, '?mapping={"error":null}');
        expect((await a.get<ImportResponse>(again)).body).toMatchObject({
          status: 'done',
          created: texts.length,
        });
        const { body } = await a.post<{ items: Record<string, unknown>[] }>(
          `/v2/stores/${store.id}/records/query`,
          { sortBy: 'k' },
        );
        // A guarded CSV file has `'=1+1` for `=1+1`.
        const bare = (value: string) =>
          format === 'csv' ? value.replace(/^'(?='*[=+\-@\t\r\n＝])/, '') : value;
        const sorted = (values: unknown[]) => values.map((value) => JSON.stringify(value)).sort();
        expect(sorted(body.items.map((item) => [item['-d'], item.n, item['=sum']]))).toEqual(
          sorted(texts.map((value) => [bare(value), -1.5, -2])),
        );
        for (const item of body.items)
          await a.delete(`/v2/stores/${store.id}/records/${encodeURIComponent(String(item.id))}`);
      }
    },
  );
});

function quoted(cell: string | number): string {
  return typeof cell === 'number' ? String(cell) : `"${cell.replaceAll('"', '""')}"`;
}
