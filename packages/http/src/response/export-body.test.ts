import { memoryStorage } from '@vitrine/core';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { type AppFixture, createFixture } from '../../test/app-fixture.ts';

async function fill(fixture: AppFixture, records: readonly Record<string, unknown>[]): Promise<void> {
  for (const json of records) {
    const response = await fixture.send('POST', `/v2/stores/${fixture.storeId}/records`, { json });
    expect(response.status).toBe(201);
  }
}

function exportOf(fixture: AppFixture, query = '', storeId = fixture.storeId): Promise<Response> {
  return fixture.send('GET', `/v2/stores/${storeId}/records/export${query}`);
}

async function createStore(fixture: AppFixture, properties: readonly object[]): Promise<string> {
  const response = await fixture.send('POST', '/v2/stores', { json: { name: 'S', properties } });
  return ((await response.json()) as { id: string }).id;
}

describe('JSON', () => {
  test('is one array of the same records as the list, newest first, as an attachment', async () => {
    const fixture = await createFixture();
    await fill(fixture, [{ sku: 'a' }, { sku: 'b', name: '=1', price: 2 }]);
    for (const query of ['', '?format=json', '?format=', '?limit=']) {
      const response = await exportOf(fixture, query);
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(response.headers.get('content-disposition')).toBe(
        `attachment; filename="${fixture.storeId}.json"`,
      );
      expect(response.headers.has('vitrine-truncated')).toBe(false);
      const { items } = (await (
        await fixture.send('GET', `/v2/stores/${fixture.storeId}/records`)
      ).json()) as {
        items: unknown[];
      };
      expect(await response.json()).toEqual(items);
    }
  });

  test('is [] for an empty store', async () => {
    expect(await (await exportOf(await createFixture())).text()).toBe('[]');
  });

  test('keeps the order of members, even for names that look like numbers', async () => {
    const fixture = await createFixture();
    const id = await createStore(
      fixture,
      ['b', '2024', '7'].map((name) => ({ name, type: 'string' })),
    );
    for (const b of ['x', 'y']) await fixture.send('POST', `/v2/stores/${id}/records`, { json: { b } });
    const order = /\{"id":"[^"]*","b":"[xy]","2024":null,"7":null,"date_created":/g;
    expect((await (await exportOf(fixture, '', id)).text()).match(order)).toHaveLength(2);
    const list = await fixture.send('GET', `/v2/stores/${id}/records`);
    expect((await list.text()).match(order)).toHaveLength(2);
  });
});

describe('CSV', () => {
  test('follows RFC 4180 with CRLF: an unset value is an empty cell, an empty string two quotes', async () => {
    const fixture = await createFixture();
    await fill(fixture, [{ sku: 'plain' }, { sku: 'q"u,o\nte\r', name: '', price: -1.5 }]);
    const response = await exportOf(fixture, '?format=csv');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${fixture.storeId}.csv"`);
    const text = await response.text();
    expect(text.startsWith('id,sku,name,price,date_created,date_updated\r\n')).toBe(true);
    expect(text.endsWith('\r\n')).toBe(true);
    expect(text).toContain('"q""u,o\nte\r","q""u,o\nte\r","",-1.5,');
    expect(text).toContain('\r\nplain,plain,,,');
    const rows: Record<string, string>[] = parse(text, { columns: true, record_delimiter: '\r\n' });
    expect(rows.map(({ sku }) => sku)).toEqual(['q"u,o\nte\r', 'plain']);
  });

  test('is the header for an empty store', async () => {
    const text = await (await exportOf(await createFixture(), '?format=csv')).text();
    expect(text).toBe('id,sku,name,price,date_created,date_updated\r\n');
  });

  const formulas = ['=1+1', '+1', '-1', '@a', '\ta', '\ra', '\na', '＝1', '＋1', '－1', '＠a', "'=1", "''@a"];

  test('guards text cells and text ids against formulas, and nothing else', async () => {
    const fixture = await createFixture();
    await fill(
      fixture,
      formulas.map((sku) => ({ sku, name: sku, price: -5 })),
    );
    const read = async (query: string): Promise<Record<string, string>[]> =>
      parse(await (await exportOf(fixture, query)).text(), { columns: true, record_delimiter: '\r\n' });
    const guarded = await read('?format=csv');
    expect(guarded.map(({ id }) => id)).toEqual(formulas.map((text) => `'${text}`).reverse());
    expect(guarded.every(({ id, sku, name }) => id === sku && sku === name)).toBe(true);
    expect(guarded.every(({ price }) => price === '-5')).toBe(true);
    const raw = await read('?format=csv&formulas=raw');
    expect(raw.map(({ id, name }) => [id, name])).toEqual(formulas.map((text) => [text, text]).reverse());
  });

  test('guards headers, and never the ids of a number key', async () => {
    const fixture = await createFixture();
    const id = await createStore(fixture, [
      { name: '-n', type: 'number', unique: true },
      { name: '=t', type: 'string' },
    ]);
    await fixture.send('POST', `/v2/stores/${id}/records`, { json: { '-n': -5, '=t': '-5' } });
    const text = await (await exportOf(fixture, '?format=csv', id)).text();
    expect(text).toMatch(/^id,'-n,'=t,date_created,date_updated\r\n-5,-5,'-5,/);
    expect(await (await exportOf(fixture, '?format=csv&formulas=raw', id)).text()).toMatch(/^id,-n,=t,/);
  });

  test('has one id column if a property is named id', async () => {
    const fixture = await createFixture();
    const id = await createStore(fixture, [
      { name: 'a', type: 'number' },
      { name: 'id', type: 'string', unique: true },
    ]);
    await fixture.send('POST', `/v2/stores/${id}/records`, { json: { id: '=x', a: 1 } });
    const text = await (await exportOf(fixture, '?format=csv', id)).text();
    expect(text).toMatch(/^id,a,date_created,date_updated\r\n'=x,1,/);
    const [record] = (await (await exportOf(fixture, '', id)).json()) as object[];
    expect(Object.keys(record ?? {})).toEqual(['id', 'a', 'date_created', 'date_updated']);
  });
});

test('Vitrine-Truncated tells that more records exist than the limit', async () => {
  const fixture = await createFixture();
  await fill(fixture, [{ sku: 'a' }, { sku: 'b' }]);
  const cut = await exportOf(fixture, '?limit=1');
  expect(cut.headers.get('vitrine-truncated')).toBe('true');
  expect(await cut.json()).toMatchObject([{ id: 'b' }]);
  expect((await exportOf(fixture, '?limit=2')).headers.has('vitrine-truncated')).toBe(false);
  for (const query of ['?format=xml', '?limit=0', '?formulas=x']) {
    expect((await exportOf(fixture, query)).status).toBe(400);
  }
});

describe('the scan of an export', () => {
  async function scanning() {
    const storage = memoryStorage();
    const seen = { chunks: 0, released: 0 };
    const fixture = await createFixture({ storage });
    await fill(fixture, [{ sku: 'a' }]);
    const { export: exportRecords } = storage.records;
    storage.records.export = async function* (...args) {
      try {
        for (;;) {
          seen.chunks += 1;
          yield* exportRecords.call(storage.records, ...args);
        }
      } finally {
        seen.released += 1;
      }
    };
    return { fixture, seen, storage };
  }

  test('waits for the reader, and is released when the reader cancels', async () => {
    const { fixture, seen } = await scanning();
    const response = await exportOf(fixture);
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.read();
    expect(seen.chunks).toBeLessThan(5);
    await reader?.cancel();
    expect(seen.released).toBe(1);
  });

  test('is released for HEAD', async () => {
    const { fixture, seen } = await scanning();
    expect((await fixture.send('HEAD', `/v2/stores/${fixture.storeId}/records/export`)).status).toBe(200);
    expect(seen.released).toBe(1);
  });

  test('leads to a problem if it fails before the first record', async () => {
    const { fixture, storage } = await scanning();
    // biome-ignore lint/correctness/useYield: an export that fails at once
    storage.records.export = async function* () {
      throw new Error('disk');
    };
    expect((await exportOf(fixture)).status).toBe(500);
    expect((await exportOf(fixture, '?format=csv')).status).toBe(500);
  });
});
