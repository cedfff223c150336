import type { Page, StoreRecordResponse, StoreSummary } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { isNightly } from '../nightly.ts';
import { verifies } from '../requirements.ts';
import { addRecords, createStore, expectRefused, recordPath, recordsPath, walk } from './arrange.ts';
import type { Client } from './client.ts';
import { onOneStorage } from './world.ts';

type RecordPage = Page<StoreRecordResponse>;

async function page(client: Client, store: { id: string }, query: string): Promise<RecordPage> {
  return (await client.get<RecordPage>(`${recordsPath(store)}?${query}`)).body;
}

const idsOf = (records: readonly StoreRecordResponse[]) => records.map(({ id }) => id);

onOneStorage((arrange) => {
  test(
    'returns every record once, in the same order for every page size',
    verifies('cursor.ties-and-nulls'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, {
        key: 'unique number',
        text: 'string',
        n: 'number',
        flag: 'boolean',
      });
      const sizes = isNightly ? [1, 7, 59] : [7, 59];
      const texts = ['', 'a', 'A', 'ä', '～', '😀', null];
      await addRecords(
        a,
        store,
        Array.from({ length: 60 }, (_, key) => ({
          key,
          text: texts[key % texts.length] ?? null,
          n: key % 4 === 0 ? null : (key * 7) % 5,
          flag: key % 3 === 0 ? null : key % 2 === 0,
        })),
      );
      for (const sort of ['', 'sortBy=text', 'sortBy=n', 'sortBy=flag', 'sortBy=date_created', 'sortBy=id']) {
        for (const direction of ['', '&sortDir=asc', '&sortDir=desc']) {
          const whole = idsOf((await page(a, store, `limit=100&${sort}${direction}`)).items);
          expect(new Set(whole).size).toBe(60);
          for (const limit of sizes) {
            expect(
              idsOf(await walk(a, store, `limit=${limit}&${sort}${direction}`)),
              `${sort}${direction} by ${limit}`,
            ).toEqual(whole);
          }
        }
      }
    },
  );

  test(
    'ignores rows inserted before the position, and keeps the position after deletions',
    verifies('cursor.inserts', 'cursor.deletes'),
    async () => {
      const { a } = await arrange();
      for (const sort of ['', 'sortBy=n&sortDir=asc', 'sortBy=n&sortDir=desc']) {
        const store = await createStore(a, { key: 'unique string', n: 'number' });
        await addRecords(
          a,
          store,
          Array.from({ length: 20 }, (_, n) => ({ key: `k${n}`, n: sort.endsWith('asc') ? n : 19 - n })),
        );
        const whole = idsOf(await walk(a, store, `limit=100&${sort}`));
        const first = await page(a, store, `limit=5&${sort}`);
        const before = sort.endsWith('asc') ? -1 : 100;
        await addRecords(a, store, [
          { key: 'x', n: before },
          { key: 'y', n: before },
        ]);
        // The record at the cursor, one before it and one after it.
        for (const index of [4, 2, 7]) await a.delete(recordPath(store, whole[index] ?? ''));
        const rest: (string | null)[] = [];
        let { cursor } = first;
        while (cursor !== undefined) {
          const next = await page(a, store, `limit=5&${sort}&cursor=${cursor}`);
          rest.push(...idsOf(next.items));
          cursor = next.cursor;
        }
        expect(rest, sort).toEqual(whole.slice(5).filter((id) => id !== whole[7]));
      }
    },
  );

  test(
    'loses no record in a walk by long texts with a common prefix',
    verifies('cursor.ties-and-nulls'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { key: 'unique number', text: 'string' });
      const base = '😀é'.repeat(3_000);
      await addRecords(
        a,
        store,
        Array.from({ length: 12 }, (_, key) => ({
          key,
          text: `${base}${String.fromCharCode(97 + ((key * 5) % 12))}`,
        })),
      );
      for (const direction of ['asc', 'desc']) {
        const whole = idsOf((await page(a, store, `limit=100&sortBy=text&sortDir=${direction}`)).items);
        const seen: (string | null)[] = [];
        let cursor: string | undefined = '';
        while (cursor !== undefined) {
          const next: RecordPage = await page(
            a,
            store,
            `limit=2&sortBy=text&sortDir=${direction}&cursor=${cursor}`,
          );
          seen.push(...idsOf(next.items));
          cursor = next.cursor;
          expect((cursor ?? '').length).toBeLessThan(8_000);
        }
        expect(seen).toEqual(whole);
      }
    },
  );

  test(
    'continues a walk long after its first page',
    verifies('cursor.no-expiry', 'cursor.opaque'),
    async () => {
      const { a, advance } = await arrange();
      const store = await createStore(a, { n: 'unique number' });
      await addRecords(a, store, [{ n: 1 }, { n: 2 }]);
      const { cursor } = await page(a, store, 'limit=1');
      expect(cursor).toMatch(/^[\w-]+$/);
      advance(400 * 86_400_000);
      expect(idsOf((await page(a, store, `limit=1&cursor=${cursor}`)).items)).toEqual(['1']);
    },
  );

  test(
    'returns 400 for a cursor with any byte changed, removed or added',
    verifies('cursor.tampered'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { text: 'string' });
      await addRecords(a, store, [{ text: 'x' }, { text: 'y' }]);
      const path = `${recordsPath(store)}?sortBy=text&limit=1`;
      const { cursor = '' } = (await a.get<RecordPage>(path)).body;
      expect((await a.get(`${path}&cursor=${cursor}`)).status).toBe(200);
      const tampered = [
        `${cursor}A`,
        `${cursor}=`,
        ` ${cursor}`,
        `A${cursor}`,
        cursor.slice(1),
        cursor.slice(0, -1),
        cursor.slice(0, 8),
        'A',
        '%00',
        '😀',
        cursor.toUpperCase(),
        cursor.repeat(3),
      ];
      for (let index = 0; index < cursor.length; index++) {
        const other = cursor[index] === 'A' ? 'B' : 'A';
        tampered.push(cursor.slice(0, index) + other + cursor.slice(index + 1));
      }
      for (const text of tampered)
        expectRefused(await a.get(`${path}&cursor=${encodeURIComponent(text)}`), ['cursor']);
    },
  );

  test(
    'accepts a cursor only for its account, operation, store, sort order and filter',
    verifies('cursor.foreign', 'cursor.other-operation', 'cursor.other-sort', 'cursor.other-filter'),
    async () => {
      const { a, b } = await arrange();
      const [mine, twin, foreign] = [
        await createStore(a, { n: 'number', m: 'number' }),
        await createStore(a, { n: 'number', m: 'number' }),
        await createStore(b, { n: 'number', m: 'number' }),
      ];
      await createStore(b, { n: 'number' });
      for (const [client, store] of [
        [a, mine],
        [a, twin],
        [b, foreign],
      ] as const)
        await addRecords(client, store, [{ n: 1 }, { n: 2 }, { n: 3 }]);
      const { cursor } = await page(a, mine, 'limit=1&sortBy=n');
      const good = `limit=1&sortBy=n&cursor=${cursor}`;
      expect((await a.get(`${recordsPath(mine)}?${good}`)).status).toBe(200);
      expect((await a.get(`${recordsPath(mine)}?${good}&sortDir=asc`)).status).toBe(200);
      expect((await a.get(`${recordsPath(mine)}?${good.replace('limit=1', 'limit=2')}`)).status).toBe(200);
      expectRefused(await a.get(`${recordsPath(mine)}?${good}&sortDir=desc`), ['cursor']);
      expectRefused(await a.get(`${recordsPath(mine)}?${good.replace('sortBy=n', 'sortBy=m')}`), ['cursor']);
      expectRefused(await a.get(`${recordsPath(mine)}?cursor=${cursor}`), ['cursor']);
      expectRefused(await a.get(`${recordsPath(twin)}?${good}`), ['cursor']);
      expectRefused(await b.get(`${recordsPath(foreign)}?${good}`), ['cursor']);
      expectRefused(await a.get(`/v2/stores?cursor=${cursor}`), ['cursor']);
      expectRefused(await a.get(`/admin/keys?cursor=${cursor}`), ['cursor']);
      const stores = (await a.get<Page<StoreSummary>>('/v2/stores?limit=1')).body;
      expect((await a.get(`/v2/stores?limit=1&cursor=${stores.cursor}`)).status).toBe(200);
      expectRefused(await b.get(`/v2/stores?limit=1&cursor=${stores.cursor}`), ['cursor']);
      expectRefused(await a.get(`/v2/stores?limit=1&q=Prod&cursor=${stores.cursor}`), ['cursor']);
      expectRefused(await a.get(`${recordsPath(mine)}?cursor=${stores.cursor}`), ['cursor']);
    },
  );

  test('returns each store of an account once', verifies('page.flow'), async () => {
    const { a, vitrine, principal } = await arrange();
    const made: string[] = [];
    for (let index = 0; index < 9; index++) {
      const properties = [{ name: 'n', type: 'number' as const }];
      made.unshift((await vitrine.stores.create(principal, { name: `Store ${index % 3}`, properties })).id);
    }
    const seen: string[] = [];
    let cursor: string | undefined = '';
    while (cursor !== undefined) {
      const { body }: { body: Page<StoreSummary> } = await a.get(
        `/v2/stores?limit=2&q=store&cursor=${cursor}`,
      );
      seen.push(...body.items.map(({ id }) => id));
      cursor = body.cursor;
    }
    expect(seen).toEqual(made);
  });
});
