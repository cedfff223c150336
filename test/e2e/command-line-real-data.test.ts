import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { ask, type Served, WorkingFolder } from './command-line.ts';

const KEY = 'a-key-that-the-operator-made-up-himself';

type Cells = Record<string, string>;

function readData(name: string): { path: string; rows: Cells[] } {
  const path = fileURLToPath(new URL(`../../examples/data/${name}`, import.meta.url));
  return { path, rows: parse(readFileSync(path), { columns: true }) };
}

async function numberOf(
  served: Served,
  storeId: string,
  op: string,
  field: string,
  filters: unknown[] = [],
): Promise<number> {
  const path = `/v2/stores/${storeId}/records/aggregate`;
  return (await ask<{ result: number }>(served, KEY, path, { op, field, filters })).result;
}

async function countOf(served: Served, storeId: string, filters: unknown[] = []): Promise<number> {
  return (await ask<{ count: number }>(served, KEY, `/v2/stores/${storeId}/records/count`, { filters }))
    .count;
}

test(
  'importing 3,376 airports twice next to a running server updates all, duplicates none and changes no value',
  verifies('cli.import', 'cli.import.resumable'),
  async () => {
    const { path, rows } = readData('airports.csv');
    expect(rows).toHaveLength(3_376);
    const folder = new WorkingFolder();
    const file = join(folder.path, 'airports.csv');
    copyFileSync(path, file);
    const served = await folder.serve([], { VITRINE_ACCOUNT_KEY: KEY });

    const created = await folder.run(['stores', 'create-from', file, '--key', 'iata', '--json']);
    const store = JSON.parse(created.out);
    expect(
      store.properties.map(({ name, type }: { name: string; type: string }) => `${name} ${type}`),
    ).toEqual([
      'iata string',
      'name string',
      'city string',
      'state string',
      'country string',
      'latitude number',
      'longitude number',
    ]);

    const inTexas = rows.filter(({ state }) => state === 'TX');
    const sum = (column: string) => rows.reduce((total, row) => total + Number(row[column]), 0);
    const max = (column: string) => Math.max(...rows.map((row) => Number(row[column])));
    const field = rows.filter(({ name }) => name?.toLowerCase().includes('field')).length;
    for (const outcome of ['3,376 created, 0 updated, 0 failed', '0 created, 3,376 updated, 0 failed']) {
      const { code, out } = await folder.run(['import', store.id, file]);
      expect(code).toBe(0);
      expect(out).toContain(`3,376 rows: ${outcome}`);
      expect(await countOf(served, store.id)).toBe(3_376);
      expect(await countOf(served, store.id, [{ field: 'state', op: 'eq', value: 'TX' }])).toBe(
        inTexas.length,
      );
      expect(await countOf(served, store.id, [{ field: 'name', op: 'contains', value: 'FIELD' }])).toBe(
        field,
      );
      expect(await numberOf(served, store.id, 'sum', 'latitude')).toBeCloseTo(sum('latitude'), 6);
      expect(await numberOf(served, store.id, 'sum', 'longitude')).toBeCloseTo(sum('longitude'), 6);
      expect(await numberOf(served, store.id, 'max', 'latitude')).toBe(max('latitude'));
    }

    for (const [command, read] of [
      [['export', store.id, '--format', 'csv'], (out: string) => parse(out, { columns: true }) as Cells[]],
      [['export', store.id], (out: string) => JSON.parse(out) as Cells[]],
    ] as const) {
      const exported = read((await folder.run([...command])).out);
      // Newest first; the columns of the file, as text again.
      const cells = exported
        .reverse()
        .map((record) =>
          Object.fromEntries(Object.keys(rows[0] ?? {}).map((name) => [name, String(record[name])])),
        );
      expect(cells).toEqual(rows);
    }
    expect((await served.stop()).code).toBe(0);
  },
);

test('one command turns 1,461 days of weather into a store with the dates and numbers of the file', async () => {
  const { path, rows } = readData('seattle-weather.csv');
  const folder = new WorkingFolder();
  const served = await folder.serve([], { VITRINE_ACCOUNT_KEY: KEY });
  const made = await folder.run([
    'stores',
    'create-from',
    path,
    '--key',
    'date',
    '--import',
    '--json',
    '--errors',
    join(folder.path, 'errors'),
  ]);
  expect(made.code).toBe(0);
  const { id } = JSON.parse(made.out);
  const of2013 = rows.filter(({ date }) => date?.startsWith('2013'));
  const rain = of2013.reduce((total, row) => total + Number(row.precipitation), 0);
  const between = [
    { field: 'date', op: 'after', value: '2012-12-31' },
    { field: 'date', op: 'before', value: '2014-01-01' },
  ];
  expect(await countOf(served, id, between)).toBe(365);
  expect(await numberOf(served, id, 'sum', 'precipitation', between)).toBeCloseTo(rain, 6);
  expect(await countOf(served, id, [{ field: 'weather', op: 'eq', value: 'snow' }])).toBe(
    rows.filter(({ weather }) => weather === 'snow').length,
  );
  expect((await served.stop()).code).toBe(0);
});
