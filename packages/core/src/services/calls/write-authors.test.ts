import { expect, test } from 'vitest';
import { accountPrincipal, type Principal } from '../../ports/access.ts';
import { recordEtag } from '../../schema/record-json.ts';
import { memoryStorage } from '../../storage/memory/index.ts';
import type { Storage } from '../../storage/storage.ts';
import type { AuthoredWrite } from '../../storage/writes/write-options.ts';
import { createVitrine } from '../../vitrine.ts';

/** The writes of which the log of changes says who makes them, with the place of their options. */
const AUTHORED = {
  stores: { insert: 2, insertUnlessNamed: 2, update: 4, changeSchema: 4, markDeleted: 3 },
  records: { insert: 3, upsert: 3, patch: 4, delete: 3, deleteUnchanged: 4 },
  imports: { advance: 4, finish: 3 },
} as const;

type Method = (...args: unknown[]) => unknown;

/** Returns a storage in memory, and the writes that it has received with their authors. */
function watchedStorage() {
  const memory = memoryStorage();
  const writes: [name: string, by: unknown][] = [];
  const watched = (facet: keyof typeof AUTHORED) =>
    new Proxy(memory[facet], {
      get(target, name) {
        const method = Reflect.get(target, name) as Method;
        const at = Reflect.get(AUTHORED[facet], name) as number | undefined;
        if (at === undefined) return method;
        return (...args: unknown[]) => {
          const { by = 'nobody said' } = args[at] as AuthoredWrite;
          writes.push([`${facet}.${String(name)}`, by]);
          return method(...args);
        };
      },
    });
  const storage = {
    ...memory,
    stores: watched('stores'),
    records: watched('records'),
    imports: watched('imports'),
  } as Storage;
  return { storage, writes };
}

/** Makes each write of stores and records, and an import. */
async function writeAll(storage: Storage, me: Principal): Promise<void> {
  const { stores, records, imports, runDueJobs } = await createVitrine({ storage });
  const once = { idempotencyKey: `of ${me.key?.id}` };
  await stores.ensure(me, { name: 'ensured', properties: [{ name: 'a', type: 'string' }] });
  const store = await stores.create(me, {
    name: 'store',
    properties: [
      { name: 'sku', type: 'string', unique: true },
      { name: 'n', type: 'number' },
    ],
  });
  await stores.update(me, store.id, { name: 'renamed' });
  await stores.addProperty(me, store.id, { name: 'c', type: 'string' });
  await records.add(me, store.id, { sku: 'a' });
  await records.add(me, store.id, { sku: 'b' }, once);
  await records.batchUpsert(me, store.id, { records: [{ sku: 'c' }] });
  const patched = await records.patch(me, store.id, 'a', { n: 1 });
  await records.delete(me, store.id, 'a', { ifMatch: recordEtag(patched) });
  await records.delete(me, store.id, 'b');
  await records.deleteByKey(me, store.id, { sku: 'c' });
  await records.batchDelete(me, store.id, { ids: ['x'] });
  await imports.start(me, store.id, {}, async () => ({
    name: null,
    type: 'application/x-ndjson',
    chunks: (async function* () {
      yield Buffer.from('{"sku":"imported"}\n');
    })(),
  }));
  await runDueJobs();
  await stores.delete(me, store.id);
}

test.each([
  ['a caller with a key', { id: 'key-1', name: 'Key' }],
  ['a caller without a key', null],
])('every write of stores and records, also by an import, carries the key of %s', async (_, key) => {
  const { storage, writes } = watchedStorage();
  const vitrine = await createVitrine({ storage });
  await writeAll(storage, { ...accountPrincipal((await vitrine.accounts.create('A')).id), key });
  const methods = Object.entries(AUTHORED).flatMap(([facet, names]) =>
    Object.keys(names).map((name) => `${facet}.${name}`),
  );
  expect(new Set(writes.map(([name]) => name))).toEqual(new Set(methods));
  for (const [, by] of writes) expect(by).toEqual(key);
});
