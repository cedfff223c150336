import { tabStorage } from './browser-storage.ts';

/** The key of this tab. It is gone when the tab closes. */
const TAB_ENTRY = 'vitrine.key';

const DATABASE = 'vitrine-console';
const TABLE = 'keys';
const DEVICE_ENTRY = 'key';

/** Returns the key that the tab or the device holds. */
export async function readKey(): Promise<string | null> {
  return tabStorage.read(TAB_ENTRY) ?? (await readDevice().catch(() => null));
}

/** Holds a key in the tab, and in the device if it should be remembered there. */
export async function holdKey(key: string, isRemembered: boolean): Promise<void> {
  tabStorage.write(TAB_ENTRY, key);
  // Without storage, as in some private windows, the key is held by the tab alone.
  if (isRemembered) await rememberKey(key).catch(() => {});
}

/** Holds a key in the device. Rejects if the browser keeps nothing, as in some private windows. */
export async function rememberKey(key: string): Promise<void> {
  await inTable('readwrite', (table) => table.put(key, DEVICE_ENTRY));
}

/** Removes the keys of the tab and the device. */
export async function dropKeys(): Promise<void> {
  tabStorage.write(TAB_ENTRY, null);
  await forgetDevice();
}

/** Removes a key that has ended. The device may remember another one, that of another tab. */
export async function dropEndedKey(key: string): Promise<void> {
  tabStorage.write(TAB_ENTRY, null);
  const remembered = await inTable('readonly', (table) => table.get(DEVICE_ENTRY)).catch(() => null);
  // The tab may hold the key of a session that has begun meanwhile.
  if (remembered === key) await forgetDevice();
}

async function forgetDevice(): Promise<void> {
  await inTable('readwrite', (table) => table.delete(DEVICE_ENTRY)).catch(() => {});
}

async function readDevice(): Promise<string | null> {
  const key: unknown = await inTable('readonly', (table) => table.get(DEVICE_ENTRY));
  if (typeof key !== 'string') return null;
  tabStorage.write(TAB_ENTRY, key);
  return key;
}

async function inTable<Result>(
  mode: IDBTransactionMode,
  run: (table: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(TABLE);
  const database = await finished(opening);
  try {
    return await finished(run(database.transaction(TABLE, mode).objectStore(TABLE)));
  } finally {
    database.close();
  }
}

function finished<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
