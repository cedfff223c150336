import { VitrineError } from '../ground/errors.ts';
import { purgeExpiredJob } from '../jobs/job-kinds.ts';
import type { Clock } from '../ports/ports.ts';
import { EVERYTHING } from '../query/ast.ts';
import type { BlobHash, Millis, RecordRow, Storage, StoreRow } from '../storage/index.ts';
import { type Compared, compareStorages } from './compare.ts';
import { copiedProperty } from './copied-property.ts';
import { CopyError, difference } from './copy-error.ts';
import { copyImages } from './copy-images.ts';
import { copyMaps } from './copy-maps.ts';
import { beginCopy, completeCopy } from './copy-marker.ts';
import type { CopyRun } from './copy-run.ts';
import { copyViews } from './copy-views.ts';
import { copyWebhooks } from './copy-webhooks.ts';
import { apiKeysOf, newestRecord, recordPages, storeIdsOf } from './walk.ts';

export interface CopyOptions {
  /** Stops the copy after the current page with `CopyError` `stopped`. Another call continues from there. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined;
  /** Default `Date.now`. */
  readonly clock?: Clock | undefined;
}

export interface CopyProgress {
  readonly phase: 'copying' | 'comparing';
  /** Records of the phase so far, including those of an earlier call. */
  readonly records: number;
  /** Records of the source, counted at the start. Null when counting took too long. */
  readonly total: number | null;
}

/** The number of items of each kind, equal on both sides. */
export type CopyReport = Readonly<Compared>;

/**
 * Copies all live data into an empty storage, then compares both sides. Copies, each kind in its order:
 *
 * - accounts, API keys and the generated secret;
 * - stores with their properties, slots and views, records with their ids and times;
 * - images, fonts and drafts with their ids and blobs, whose SHA-256 is verified in the target;
 * - maps and locations with their ids. Locations that wait for geocoding are queued again;
 * - webhooks with their secrets. They deliver what changes in the target.
 *
 * Does not copy deleted stores, expired records, values of deleted properties, waiting jobs, imports and idempotency keys, which
 * protect retries that follow within seconds. A store with a `recordTtl` gets a new purge job. Records get new insertion numbers, so the copy rejects cursors of the source.
 *
 * May be called again after a crash at any point: continues after the last row in the target. `createVitrine` rejects
 * the target until the copy is complete. The source is only read, except that it gets a database id if it has none. The
 * copy is not a snapshot: concurrent writes to the source make it inconsistent, which the comparison nearly always
 * detects.
 *
 * @throws CopyError with the reason; `differs` when the two sides are not equal after the copy.
 */
export async function copyStorage(
  from: Storage,
  to: Storage,
  options: CopyOptions = {},
): Promise<CopyReport> {
  const { signal, onProgress, clock = Date.now } = options;
  await from.migrate();
  await to.migrate();
  await beginCopy(from, to);
  const now = clock();
  const total = await countRecords(from, now);

  const startPhase = (phase: CopyProgress['phase']) => {
    let records = 0;
    return (more: number) => {
      records += more;
      onProgress?.({ phase, records, total });
      if (signal?.aborted === true)
        throw new CopyError('stopped', 'The copy was stopped before it was complete.');
    };
  };
  await copyAccounts({ from, to, now, advance: startPhase('copying') });
  const report = await compareStorages({ from, to, now, onRecords: startPhase('comparing') });
  await completeCopy(to, clock());
  return report;
}

async function copyAccounts(run: CopyRun): Promise<void> {
  const { from, to } = run;
  const copiedBlobs = new Set<BlobHash>();
  for (const account of await from.accounts.list()) {
    if ((await to.accounts.get(account.id)) === null) await to.accounts.insert(account);
    for (const key of await apiKeysOf(from, account.id)) {
      if ((await to.apiKeys.findByHash(key.hash)) === null) await to.apiKeys.insert(key);
    }
    for (const storeId of await storeIdsOf(from, account.id)) await copyStore(run, account.id, storeId);
    await copyImages({ ...run, copiedBlobs }, account.id);
    await copyMaps(run, account.id);
    await copyWebhooks(run, account.id);
  }
}

async function copyStore(run: CopyRun, accountId: string, storeId: string): Promise<void> {
  const { from, to, now } = run;
  const source = await from.stores.get(accountId, storeId);
  if (source === null) throw difference(`Store ${storeId} was deleted during the copy.`);
  const existing = await to.stores.get(accountId, storeId);
  const target = existing ?? (await to.stores.insert(...newStoreOf(source, now)));
  const after = existing === null ? null : await lastCopied(run, source, target);
  await copyViews(run, source);
  run.advance(after === null ? 0 : ((await countStore(to, target, now)) ?? 0));
  for await (const page of recordPages(from, source, now, after)) {
    const restored = await to.records.restore(target, page);
    if (restored === 'stale') throw difference(`Store ${storeId} was changed in the target during the copy.`);
    run.advance(page.length);
  }
}

function newStoreOf(
  { version: _v, seq: _s, freedSlots: _f, isLogged: _l, properties: own, ...rest }: StoreRow,
  now: Millis,
) {
  const properties = own.map(copiedProperty);
  const store = { ...rest, properties };
  return [store, store.recordTtl === null ? [] : [purgeExpiredJob(store, now)]] as const;
}

/**
 * Returns the record of the source after which the copy continues: the newest one in the target. Pages are written
 * whole and in order, so every missing record comes after it.
 */
async function lastCopied(
  { from, to, now }: CopyRun,
  source: StoreRow,
  target: StoreRow,
): Promise<RecordRow | null> {
  const newest = await newestRecord(to, target, now);
  if (newest === null) return null;
  const inSource = await from.records.get(source, newest.id, now);
  if (inSource === null)
    throw difference(`A copied record of store ${source.id} is missing from the source.`);
  return inSource;
}

async function countRecords(storage: Storage, now: Millis): Promise<number | null> {
  let total = 0;
  for (const { id: accountId } of await storage.accounts.list()) {
    for (const storeId of await storeIdsOf(storage, accountId)) {
      const store = await storage.stores.get(accountId, storeId);
      const count = store === null ? 0 : await countStore(storage, store, now);
      if (count === null) return null;
      total += count;
    }
  }
  return total;
}

/** Returns null where the storage gives up on counting a very large store. The count is only for progress reports. */
async function countStore(storage: Storage, store: StoreRow, now: Millis): Promise<number | null> {
  try {
    return await storage.records.count(store, EVERYTHING, now);
  } catch (error) {
    if (error instanceof VitrineError) return null;
    throw error;
  }
}
