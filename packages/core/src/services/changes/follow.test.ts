import { afterEach, describe, expect, test, vi } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import type { CreateStoreRequest } from '../../contracts/stores/stores.ts';
import {
  accountPrincipal,
  createVitrine,
  type FollowedChange,
  memoryStorage,
  type Principal,
  UnavailableError,
  type Vitrine,
  type VitrineOptions,
} from '../../index.ts';

const storage = memoryStorage();
const opened: Vitrine[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  for (const vitrine of opened.splice(0)) {
    vi.spyOn(storage, 'close').mockResolvedValue();
    await vitrine.close();
  }
  vi.restoreAllMocks();
});

/** Opens a Vitrine on the storage that all tests share, so that several may be open at once, as in several processes. */
async function open(options: Partial<VitrineOptions> = {}): Promise<Vitrine> {
  const vitrine = await createVitrine({ storage, ...options });
  opened.push(vitrine);
  return vitrine;
}

async function newAccount(vitrine: Vitrine): Promise<Principal> {
  return accountPrincipal((await vitrine.accounts.create('test')).id);
}

function definition(): CreateStoreRequest {
  return { name: 'S', properties: [{ name: 'n', type: 'number' }] };
}

/** Collects the changes that `onChange` gets. */
function collector() {
  const changes: FollowedChange[] = [];
  const types = () => changes.map(({ type }) => type);
  return { changes, types, onChange: (found: readonly FollowedChange[]) => void changes.push(...found) };
}

describe('follow', () => {
  test('yields changes after a cursor and then as they happen', verifies('follow.library'), async () => {
    const vitrine = await open();
    const me = await newAccount(vitrine);
    const { id } = await vitrine.stores.create(me, definition());
    const { cursor } = await vitrine.changes.list(me, id);
    for (let n = 0; n < 250; n++) await vitrine.records.add(me, id, { n });
    const followed = vitrine.changes.follow(me, id, {
      since: cursor,
      include: 'record',
      types: ['record.*'],
    });
    for (let n = 0; n < 250; n++) expect((await followed.next()).value?.record?.n).toBe(n);
    const next = followed.next();
    await vitrine.stores.update(me, id, { name: 'Other' });
    await vitrine.records.add(me, id, { n: 250 });
    expect((await next).value?.record?.n).toBe(250);
    await followed.return();
  });

  test('yields the changes of other processes', verifies('follow.library'), async () => {
    const [vitrine, other] = [await open(), await open()];
    const me = await newAccount(vitrine);
    const { id } = await vitrine.stores.create(me, definition());
    const { cursor } = await vitrine.changes.list(me, id);
    // A process is not told of the writes of another one.
    vi.spyOn(storage.changes, 'listen').mockReturnValue(() => {});
    const deaf = await open();
    const next = deaf.changes.follow(me, id, { since: cursor }).next();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await other.records.add(me, id, { n: 1 });
    expect((await next).value?.type).toBe('record.created');
  });

  test(
    'throws the reason of its signal, and of the end of the Vitrine',
    verifies('follow.library'),
    async () => {
      const vitrine = await open();
      const me = await newAccount(vitrine);
      const { id } = await vitrine.stores.create(me, definition());
      const stop = new AbortController();
      const stopped = vitrine.changes.follow(me, id, { signal: stop.signal }).next();
      const closed = vitrine.changes.follow(me, id).next();
      stop.abort(new Error('enough'));
      await expect(stopped).rejects.toThrow('enough');
      vi.spyOn(storage, 'close').mockResolvedValue();
      await Promise.all([expect(closed).rejects.toThrow(UnavailableError), vitrine.close()]);
      expect(() => vitrine.changes.follow(me, id)).toThrow(UnavailableError);
    },
  );

  test('ends after the deletion of the store', verifies('feed.store-deleted'), async () => {
    const vitrine = await open();
    const me = await newAccount(vitrine);
    const { id } = await vitrine.stores.create(me, definition());
    const { cursor } = await vitrine.changes.list(me, id);
    const types: string[] = [];
    const done = (async () => {
      for await (const { type } of vitrine.changes.follow(me, id, { since: cursor })) types.push(type);
    })();
    await vitrine.records.add(me, id, { n: 1 });
    await vitrine.stores.delete(me, id);
    await done;
    expect(types).toEqual(['record.created', 'store.deleted']);
  });

  test('passes over what it does not want, also before its beginning', verifies('feed.types'), async () => {
    const vitrine = await open();
    const me = await newAccount(vitrine);
    const { id } = await vitrine.stores.create(me, definition());
    const { cursor } = await vitrine.changes.list(me, id);
    for (let n = 0; n < 250; n++) await vitrine.records.add(me, id, { n });
    const feed = await vitrine.changes.open(me, id, { since: cursor, types: 'store.*' });
    expect(await feed.next({ wait: 0 })).toEqual([]);
    expect(feed.cursor > cursor).toBe(true);
    expect((await vitrine.changes.list(me, id, { since: feed.cursor })).items).toEqual([]);
    await vitrine.stores.update(me, id, { name: 'Other' });
    expect((await feed.next({ wait: 10_000 }))?.map(({ type }) => type)).toEqual(['store.updated']);
  });

  test('shows no records of a deleted store', verifies('feed.store-deleted'), async () => {
    const vitrine = await open();
    const me = await newAccount(vitrine);
    const { id } = await vitrine.stores.create(me, definition());
    const feed = await vitrine.changes.open(me, id, { include: 'record' });
    await vitrine.records.add(me, id, { n: 1 });
    await vitrine.stores.delete(me, id);
    const changes = await feed.next({ wait: 0 });
    expect(changes?.map(({ type, record }) => [type, record])).toEqual([
      ['record.created', undefined],
      ['store.deleted', undefined],
    ]);
    expect(await feed.next({ wait: 0 })).toBeNull();
  });

  test('goes on when the storage is available again', verifies('follow.library'), async () => {
    const vitrine = await open();
    const me = await newAccount(vitrine);
    const { id } = await vitrine.stores.create(me, definition());
    const { cursor } = await vitrine.changes.list(me, id);
    const read = storage.changes.read.bind(storage.changes);
    const reads = vi.spyOn(storage.changes, 'read').mockImplementation(read);
    const followed = vitrine.changes.follow(me, id, { since: cursor });
    await vitrine.records.add(me, id, { n: 1 });
    await followed.next();
    reads
      .mockRejectedValueOnce(new UnavailableError('Away.'))
      .mockRejectedValueOnce(new UnavailableError('Away.'));
    const next = followed.next();
    await vitrine.records.add(me, id, { n: 2 });
    expect((await next).value?.type).toBe('record.created');
  });
});

describe('onChange', () => {
  test(
    'gets all changes of the stores that the Vitrine uses, in order',
    verifies('follow.on-change'),
    async () => {
      const plain = await open();
      const me = await newAccount(plain);
      const earlier = await plain.stores.create(me, definition());
      await plain.records.add(me, earlier.id, { n: 0 });
      const { changes, types, onChange } = collector();
      const vitrine = await open({ onChange });
      await vitrine.records.add(me, earlier.id, { n: 1 });
      await expect.poll(types).toEqual(['record.created']);
      expect(changes[0]).toMatchObject({
        accountId: me.accountId,
        storeId: earlier.id,
        position: expect.any(String),
      });
      const { id } = await vitrine.stores.create(me, definition());
      for (let n = 0; n < 300; n++) await vitrine.records.add(me, id, { n });
      await plain.records.add(me, id, { n: 300 });
      await expect.poll(types).toHaveLength(303);
      const own = changes.filter(({ storeId }) => storeId === id);
      expect(own[0]?.type).toBe('store.created');
      expect(own.map(({ version }) => version)).toEqual(
        own.map(({ version }) => version).toSorted((a, b) => a - b),
      );
    },
  );

  test('gets changes to resume from by their position', verifies('follow.on-change'), async () => {
    const { changes, onChange } = collector();
    const vitrine = await open({ onChange });
    const me = await newAccount(vitrine);
    const { id } = await vitrine.stores.create(me, definition());
    await vitrine.records.add(me, id, { n: 1 });
    await vitrine.records.add(me, id, { n: 2 });
    await expect.poll(() => changes.length).toBe(3);
    const page = await vitrine.changes.list(me, id, { since: changes[1]?.position });
    expect(page.items.map(({ position }) => position)).toEqual([changes[2]?.position]);
  });

  test(
    'one call follows the other, and the error of one that fails goes to onError',
    verifies('follow.on-change'),
    async () => {
      const errors: unknown[] = [];
      let running = 0;
      let most = 0;
      let calls = 0;
      const vitrine = await open({
        onError: (error) => void errors.push(error),
        async onChange() {
          most = Math.max(most, ++running);
          await new Promise((resolve) => setTimeout(resolve, 5));
          running--;
          if (++calls % 2 === 1) throw new Error(`call ${calls}`);
        },
      });
      const me = await newAccount(vitrine);
      for (let index = 0; index < 5; index++) await vitrine.stores.create(me, definition());
      await expect.poll(() => calls).toBe(5);
      expect(most).toBe(1);
      await expect
        .poll(() => errors.map(String))
        .toEqual(['Error: call 1', 'Error: call 3', 'Error: call 5']);
    },
  );

  test('stores pay nothing without it', async () => {
    const vitrine = await open();
    const me = await newAccount(vitrine);
    const { id } = await vitrine.stores.create(me, definition());
    await vitrine.records.add(me, id, { n: 1 });
    expect((await storage.stores.get(me.accountId, id))?.isLogged).toBe(false);
  });
});
