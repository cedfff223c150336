import type {
  BatchUpsertRecordsResponse,
  CreateStoreRequest,
  Page,
  StoreDetail,
  StorePropertyRequest,
  StoreRecordRequest,
  StoreRecordResponse,
} from '@vitrine/core/contracts';
import type { PropertyType } from '@vitrine/core/storage';
import { expect } from 'vitest';
import type { Client, ClientResponse, Problem } from './client.ts';

/** A property in words: `'string'`, `'required number'` or `'unique string'`. */
export type PropertyWords = PropertyType | `required ${PropertyType}` | `unique ${PropertyType}`;

export function propertiesOf(words: Readonly<Record<string, PropertyWords>>): StorePropertyRequest[] {
  return Object.entries(words).map(([name, text]) => {
    const type = text.split(' ').at(-1) as PropertyType;
    return {
      name,
      type,
      ...(text.startsWith('required ') ? { required: true } : {}),
      ...(text.startsWith('unique ') ? { unique: true } : {}),
    };
  });
}

/** Creates a store with these properties in the client's account. */
export async function createStore(
  client: Client,
  words: Readonly<Record<string, PropertyWords>>,
  more: Partial<Omit<CreateStoreRequest, 'properties'>> = {},
): Promise<StoreDetail> {
  const request = { name: 'Products', ...more, properties: propertiesOf(words) };
  const { status, body } = await client.post<StoreDetail>('/v2/stores', request);
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}

export function recordsPath(store: { id: string }): string {
  return `/v2/stores/${store.id}/records`;
}

export function recordPath(store: { id: string }, recordId: string | null): string {
  return `${recordsPath(store)}/${encodeURIComponent(recordId ?? '')}`;
}

export async function addRecord(
  client: Client,
  store: { id: string },
  record: StoreRecordRequest,
): Promise<StoreRecordResponse> {
  const { status, body } = await client.post<StoreRecordResponse>(recordsPath(store), record);
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}

/** Adds any number of records in order, in batches. All must succeed. */
export async function addRecords(
  client: Client,
  store: { id: string },
  records: readonly StoreRecordRequest[],
): Promise<void> {
  for (let start = 0; start < records.length; start += 100) {
    const request = { records: records.slice(start, start + 100) };
    const { body } = await client.post<BatchUpsertRecordsResponse>(`${recordsPath(store)}/batch`, request);
    expect(body).toMatchObject({ failed: 0 });
  }
}

/** Returns every record of a store, page by page. */
export async function walk(
  client: Client,
  store: { id: string },
  query = '',
): Promise<StoreRecordResponse[]> {
  const found: StoreRecordResponse[] = [];
  let cursor: string | undefined;
  do {
    const more = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { status, body } = await client.get<Page<StoreRecordResponse>>(
      `${recordsPath(store)}?${query}${more}`,
    );
    expect({ status, body }).toMatchObject({ status: 200 });
    found.push(...body.items);
    cursor = body.cursor;
  } while (cursor !== undefined);
  return found;
}

/** Expects a 400 with errors at exactly these field paths. */
export function expectRefused(
  response: ClientResponse<unknown>,
  paths: readonly string[],
  code = 'validation_failed',
): void {
  const { status, body } = response as ClientResponse<Problem>;
  expect({ status, code: body?.code, paths: Object.keys(body?.errors ?? {}).sort() }, response.text).toEqual({
    status: 400,
    code,
    paths: [...paths].sort(),
  });
}

/** Expects a problem with this status and code. */
export function expectProblem(response: ClientResponse<unknown>, status: number, code: string): void {
  const { body } = response as ClientResponse<Problem>;
  expect({ status: response.status, code: body?.code }, response.text).toEqual({ status, code });
}

export const unauthorized = [401, 'unauthorized'] as const;
export const forbidden = [403, 'forbidden'] as const;
export const notFound = [404, 'not_found'] as const;
