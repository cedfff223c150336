import type { QueryRecordsResponse, StoreDetail } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { addRecords, createStore, expectProblem, expectRefused, notFound, recordsPath } from './arrange.ts';
import type { Client, ClientResponse } from './client.ts';
import { onOneStorage } from './world.ts';

/** A walk through the records with `color: red`, by `n`, in pages of three. */
interface Walk {
  next(cursor: string | undefined, sortBy?: string): Promise<ClientResponse<QueryRecordsResponse>>;
}

const walks: Readonly<Record<'query' | 'list', (client: Client, store: StoreDetail) => Walk>> = {
  query: (client, store) => ({
    next: (cursor, sortBy = 'n') =>
      client.post(`${recordsPath(store)}/query`, {
        filters: [{ field: 'color', op: 'eq', value: 'red' }],
        sortBy,
        limit: 3,
        ...(cursor === undefined ? {} : { cursor }),
      }),
  }),
  list: (client, store) => ({
    next: (cursor, sortBy = 'n') => {
      const rest = cursor === undefined ? '' : `&cursor=${cursor}`;
      return client.get(`${recordsPath(store)}?limit=3&sortBy=${sortBy}${rest}`);
    },
  }),
};

const NUMBERS = Array.from({ length: 10 }, (_, n) => n);

onOneStorage((arrange) => {
  async function begin(kind: 'query' | 'list') {
    const world = await arrange();
    const { a } = world;
    const store = await createStore(a, {
      key: 'unique string',
      n: 'number',
      color: 'string',
      note: 'string',
    });
    await addRecords(
      a,
      store,
      NUMBERS.map((n) => ({ key: `k${n}`, n, color: 'red', note: 'x' })),
    );
    const walk = walks[kind](a, store);
    const { body } = await walk.next(undefined);
    expect(body.items.map(({ n }) => n)).toEqual([0, 1, 2]);
    /** Returns the pages after the first one. */
    async function rest(): Promise<QueryRecordsResponse['items']> {
      const items: QueryRecordsResponse['items'] = [];
      let { cursor } = body;
      while (cursor !== undefined) {
        const response = await walk.next(cursor);
        expect(response.status, response.text).toBe(200);
        items.push(...response.body.items);
        ({ cursor } = response.body);
      }
      return items;
    }
    return { ...world, store, path: `/v2/stores/${store.id}`, walk, cursor: body.cursor, rest };
  }

  describeEach((kind) => {
    test(
      `a walk by ${kind} continues when other properties are added, renamed and deleted`,
      verifies('query.pages', 'query.cursor'),
      async () => {
        const { a, path, rest } = await begin(kind);
        await a.post(`${path}/properties`, { name: 'size', type: 'number' });
        await a.post(`${path}/properties/note/rename`, { name: 'remark' });
        const items = await rest();
        expect(items.map(({ n }) => n)).toEqual(NUMBERS.slice(3));
        expect(items[0]).toMatchObject({ size: null, remark: 'x' });
        await a.delete(`${path}/properties/remark`);
        expect((await rest()).map(({ n, ...others }) => [n, 'remark' in others])).toEqual(
          NUMBERS.slice(3).map((n) => [n, false]),
        );
      },
    );

    test(
      `a walk by ${kind} continues under the new name of the property of its order, until that is deleted`,
      verifies('query.cursor'),
      async () => {
        const { a, path, walk, cursor } = await begin(kind);
        await a.post(`${path}/properties/n/rename`, { name: 'm' });
        const renamed = await walk.next(cursor, 'm');
        expect(renamed.body.items.map(({ m }) => m)).toEqual([3, 4, 5]);
        expectRefused(await walk.next(cursor), ['sortBy']);
        await a.delete(`${path}/properties/m`);
        expectRefused(await walk.next(cursor, 'm'), ['sortBy']);
        await a.post(`${path}/properties`, { name: 'n', type: 'number' });
        // The new property has the old name and none of the old values.
        expectRefused(await walk.next(cursor), ['cursor']);
      },
    );

    test(
      `a walk by ${kind} has each record once while others expire`,
      verifies('query.pages', 'stores.ttl.since-last-write'),
      async () => {
        const { a, path, store, rest, advance } = await begin(kind);
        await a.patch(path, { recordTtl: 60 });
        advance(50_000);
        await a.post(`${recordsPath(store)}/batch`, {
          records: [4, 8].map((n) => ({ key: `k${n}`, color: 'red' })),
        });
        advance(20_000);
        expect((await rest()).map(({ n }) => n)).toEqual([4, 8]);
      },
    );

    test(`a walk by ${kind} gets 404 when the store is deleted`, verifies('query.response'), async () => {
      const { a, path, walk, cursor } = await begin(kind);
      await a.delete(path);
      expectProblem(await walk.next(cursor), ...notFound);
    });
  });
});

function describeEach(define: (kind: 'query' | 'list') => void): void {
  for (const kind of ['query', 'list'] as const) define(kind);
}
