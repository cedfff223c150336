import type { Page, StoreDetail, StoreRecordRequest, StoreRecordResponse } from '@vitrine/core/contracts';
import type { ServerProcess } from './server-process.ts';

export const ACCOUNT_KEY = `account-${'k'.repeat(43)}`;

/** More than 24 numbers, so that a record has values in columns and in the overflow. All contain the same version. */
const NUMBERS = Array.from({ length: 26 }, (_, index) => `n${index}`);

/** The highest acknowledged and the highest sent version of a record. */
export interface Expected {
  acknowledged: number;
  sent: number;
}

const headers = { authorization: `Bearer ${ACCOUNT_KEY}`, 'content-type': 'application/json' };

/** Sends a request to a path under `/v2/stores`. Rejects if the server does not respond. */
export async function request<Body>(
  server: ServerProcess,
  method: string,
  path: string,
  json?: object,
): Promise<{ status: number; headers: Headers; body: Body }> {
  const init = json === undefined ? { method, headers } : { method, headers, body: JSON.stringify(json) };
  const response = await fetch(`${server.url}/v2/stores${path}`, init);
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
}

export async function createStore(server: ServerProcess): Promise<string> {
  const numbers = NUMBERS.map((name) => ({ name, type: 'number' }));
  const properties = [
    { name: 'key', type: 'string', unique: true },
    { name: 'text', type: 'string' },
    ...numbers,
  ];
  return (await request<StoreDetail>(server, 'POST', '', { name: 'Kill', properties })).body.id;
}

/** Returns a record in which every value contains the version. Different values indicate a partial write. */
export function recordOf(key: string, version: number): StoreRecordRequest {
  const text = `${version} `.repeat(40);
  return { key, text, ...Object.fromEntries(NUMBERS.map((name) => [name, version])) };
}

export async function readAll(server: ServerProcess, storeId: string): Promise<StoreRecordResponse[]> {
  const records: StoreRecordResponse[] = [];
  let cursor: string | undefined = '';
  while (cursor !== undefined) {
    const { body }: { body: Page<StoreRecordResponse> } = await request(
      server,
      'GET',
      `/${storeId}/records?limit=100&cursor=${cursor}`,
    );
    records.push(...body.items);
    cursor = body.cursor;
  }
  return records;
}

/**
 * Compares records with the expected versions. Then counts the found versions as acknowledged, because they must not be
 * lost later.
 */
export function compare(
  records: readonly StoreRecordResponse[],
  expected: ReadonlyMap<string, Expected>,
): string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const record of records) {
    const id = record.id ?? '';
    const version = Number(record.n0);
    const state = expected.get(id);
    if (seen.has(id)) faults.push(`${id} exists twice`);
    seen.add(id);
    if (state === undefined) {
      faults.push(`${id} was never sent`);
      continue;
    }
    const whole = recordOf(id, version);
    if (Object.entries(whole).some(([name, value]) => record[name] !== value))
      faults.push(`${id} is half-written`);
    if (version < state.acknowledged)
      faults.push(`${id} has version ${version}, but ${state.acknowledged} was acknowledged`);
    if (version > state.sent) faults.push(`${id} has version ${version}, but only ${state.sent} was sent`);
    state.acknowledged = version;
  }
  for (const [key, { acknowledged }] of expected) {
    if (acknowledged > 0 && !seen.has(key)) faults.push(`${key} was acknowledged and is lost`);
  }
  return faults;
}
