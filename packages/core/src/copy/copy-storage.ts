import { VitrineError } from '../errors.ts';
import { purgeExpiredJob } from '../jobs/job-kinds.ts';
import type { Clock } from '../ports.ts';
import { EVERYTHING } from '../query/ast.ts';
import type { BlobHash, Millis, RecordRow, Storage, StoreRow } from '../storage/index.ts';
import { type Compared, compareStorages } from './compare.ts';
import { CopyError, difference } from './copy-error.ts';
import { copyImages } from './copy-images.ts';
import { copyMaps } from './copy-maps.ts';
import { beginCopy, completeCopy } from './copy-marker.ts';
import { apiKeysOf, newestRecord, recordPages, storeIdsOf } from './walk.ts';

export interface CopyOptions {
  /** Ends the copy behind the page under way, with `CopyError` `stopped`. Another call goes on there. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: CopyProgress) => void;
  /** Default `Date.now`. */
  readonly clock?: Clock;
}

export interface CopyProgress {
  readonly phase: 'copying' | 'comparing';
  /** Records of the phase, those of an earlier call included. */
  readonly records: number;
  /** Records of the source, as counted at the beginning; null when counting them took too long. */
  readonly total: number | null;
}

/** What both sides have in the end. */
export type CopyReport = Readonly<Compared>;

interface CopyRun {
  readonly from: Storage;
  readonly to: Storage;
  /** One for the whole run, so that a record that expires on the way is there, or not there, on both sides alike. */
  readonly now: Millis;
  /** @throws CopyError when the signal has come. */
  readonly advance: (records: number) => void;
}

/**
 * Copies everything that is alive into an empty storage, then reads both sides and compares them: accounts, API keys,
 * the generated secret, stores with their properties and slots, records with their ids and times, each in its order; images,
 * fonts and timer drafts with their numbers, ids and bytes, which are summed up in the target; maps with their numbers, and their
 * locations, of which those that wait for their address to be looked up wait anew.
 * Deleted stores, expired records, values of deleted properties and waiting jobs are left behind; stores with a
 * `recordTtl` get their purge job anew. Records are numbered anew, so cursors from before the copy are refused by it.
 *
 * May be called again after a crash at any point: it goes on where the target ends. Nothing can be served from the target
 * until the copy is complete (`createVitrine` refuses it). The source is only read, except for an id that it is given.
 * While others write to the source there is no one moment to copy; the comparison finds that out, in nearly every case.
 *
 * @throws CopyError with the reason, `differs` when the two sides are not equal in the end.
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
      if (signal?.aborted === true) throw new CopyError('stopped', 'The copy was stopped before its end.');
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
  }
}

async function copyStore(run: CopyRun, accountId: string, storeId: string): Promise<void> {
  const { from, to, now } = run;
  const source = await from.stores.get(accountId, storeId);
  if (source === null) throw difference(`Store ${storeId} was deleted during the copy.`);
  const existing = await to.stores.get(accountId, storeId);
  const target = existing ?? (await to.stores.insert(...newStoreOf(source, now)));
  const after = existing === null ? null : await whereToGoOn(run, source, target);
  run.advance(after === null ? 0 : ((await countStore(to, target, now)) ?? 0));
  for await (const page of recordPages(from, source, now, after)) {
    const restored = await to.records.restore(target, page);
    if (restored === 'stale') throw difference(`Store ${storeId} was changed in the target during the copy.`);
    run.advance(page.length);
  }
}

function newStoreOf({ version: _v, seq: _s, freedSlots: _f, ...store }: StoreRow, now: Millis) {
  return [store, store.recordTtl === null ? [] : [purgeExpiredJob(store, now)]] as const;
}

/** Pages arrive whole and in order, so all that is missing lies behind the target's newest record. */
async function whereToGoOn(
  { from, to, now }: CopyRun,
  source: StoreRow,
  target: StoreRow,
): Promise<RecordRow | null> {
  const newest = await newestRecord(to, target, now);
  if (newest === null) return null;
  const inSource = await from.records.get(source, newest.id, now);
  if (inSource === null)
    throw difference(`A record of store ${source.id} that was copied is gone from the source.`);
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

/** For progress only, so a database that gives up on counting a very large store is no reason to give up on the copy. */
async function countStore(storage: Storage, store: StoreRow, now: Millis): Promise<number | null> {
  try {
    return await storage.records.count(store, EVERYTHING, now);
  } catch (error) {
    if (error instanceof VitrineError) return null;
    throw error;
  }
}
