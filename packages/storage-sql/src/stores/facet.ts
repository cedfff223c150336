import { whenHere } from '@vitrine/core/adapter';
import type {
  AuthoredWrite,
  NewJob,
  NewStore,
  StoreRef,
  StoreRow,
  StoreStorage,
} from '@vitrine/core/storage';
import { authored } from '../change-log/logged-write.ts';
import type { SqlDriver } from '../driver.ts';
import { runWrite } from '../run-write.ts';
import { takePage } from '../statements/seq-page.ts';
import type { Row } from '../statements/sql.ts';
import type { InsertStore } from './operations.ts';
import { propertiesJson, storeRows } from './rows.ts';

export function sqlStores(driver: SqlDriver): StoreStorage {
  const rows = storeRows();

  function readOrNull(row: Row | null): StoreRow | null {
    return row === null ? null : rows.read(row);
  }

  return {
    async insert(store, enqueue = [], options = {}) {
      const caller = { account: store.accountId };
      const args = insertOf(store, enqueue, options);
      return rows.read(await runWrite(driver, 'insertStore', args, caller, options));
    },
    async insertUnlessNamed(store, enqueue = [], options = {}) {
      const caller = { account: store.accountId };
      const args = insertOf(store, enqueue, options);
      return readOrNull(await driver.run('insertStoreUnlessNamed', args, caller));
    },
    async findNamed(accountId, name, limit, options = {}) {
      const caller = { account: accountId, signal: options.signal };
      return (await driver.run('findNamedStores', { accountId, name, limit }, caller)).map(rows.read);
    },
    listWork: (after, limit) => driver.run('listStoreWork', { after, limit }),
    get: (accountId, id) =>
      whenHere(driver.look('getStoreVersion', { id, accountId }), (version) => {
        if (version === null) return null;
        return rows.known(id, version) ?? whenHere(driver.look('getStore', { id, accountId }), readOrNull);
      }),
    async list(accountId, { nameContains, before, limit }, options = {}) {
      const args = { accountId, nameContains, deletedAfter: null, before, limit };
      const caller = { account: accountId, signal: options.signal };
      const found = await driver.run('listStores', args, caller);
      return takePage(found, limit, rows.read);
    },
    async listDeleted(accountId, { nameContains, deletedAfter, before, limit }, options = {}) {
      const args = { accountId, nameContains, deletedAfter, before, limit };
      const caller = { account: accountId, signal: options.signal };
      const found = await driver.run('listStores', args, caller);
      return takePage(found, limit, rows.readDeleted);
    },
    async getDeleted(storeId) {
      const row = await driver.run('getDeletedStore', { storeId });
      return row === null ? null : rows.readDeleted(row);
    },
    async restore(ref, deletedAfter, now, enqueue, options) {
      const args = { ref: refOf(ref), deletedAfter, now, enqueue, ...authored(options) };
      return readOrNull(await driver.run('restoreStore', args, { account: ref.accountId }));
    },
    async update(ref, change, now, enqueue = [], options = {}) {
      return readOrNull(
        await driver.run(
          'updateStore',
          { ref: refOf(ref), change: { ...change }, now, enqueue, ...authored(options) },
          { account: ref.accountId },
        ),
      );
    },
    async changeSchema(ref, expectedVersion, change, now, options) {
      const changed = await driver.run(
        'changeStoreSchema',
        {
          ref: refOf(ref),
          expectedVersion,
          properties: propertiesJson(change.properties),
          freedSlots: JSON.stringify(change.freedSlots),
          requireEmpty: change.requireEmpty,
          now,
          enqueue: change.enqueue,
          ...authored(options),
        },
        { account: ref.accountId },
      );
      return typeof changed === 'string' ? changed : readOrNull(changed);
    },
    markDeleted: (ref, now, enqueue, options) =>
      driver.run(
        'markStoreDeleted',
        { ref: refOf(ref), now, enqueue, ...authored(options) },
        { account: ref.accountId },
      ),
    async releaseSlots(ref, slots) {
      if (slots.length > 0) await driver.run('releaseStoreSlots', { ref: refOf(ref), slots });
    },
    async removeDeleted(storeId) {
      await driver.run('removeDeletedStore', { storeId });
    },
  };
}

function insertOf(store: NewStore, enqueue: readonly NewJob[], options: AuthoredWrite): InsertStore {
  const { id, accountId, name, description, recordTtl, storeType, createdAt, updatedAt } = store;
  const { changes = false, history = null } = store;
  const properties = propertiesJson(store.properties);
  return {
    id,
    accountId,
    name,
    description,
    recordTtl,
    storeType,
    properties,
    createdAt,
    updatedAt,
    changes,
    history,
    enqueue,
    ...authored(options),
  };
}

/** Returns the reference of a row, because callers may pass whole rows. Only the reference crosses to the writer. */
function refOf({ id, accountId }: StoreRef): StoreRef {
  return { id, accountId };
}
