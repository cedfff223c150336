import { CHANGES_KEPT, CHANGES_KEPT_FOR, HISTORY_BYTES_MAX } from '../ground/limits.ts';
import { propertyBecoming } from '../schema/type-change.ts';
import type { ChangeLogRow, Millis, Storage } from '../storage/index.ts';
import {
  changeTypeJob,
  DELIVERIES_KEPT,
  DELIVERY_BODIES_KEPT,
  IMPORTS_KEPT,
  type JobKind,
  type JobPayload,
  jobsOfStore,
  purgeMapJob,
  RESTORES_KEPT,
  storePurgeAt,
  UNUSED_FOR,
} from './job-kinds.ts';
import { trimImport } from './trim-import.ts';
import type { WorkContext } from './work-context.ts';

/**
 * The result of one step. `done`: the run is complete; a recurring job runs again after its interval. `more`: continue
 * with `next` at once. `later`: continue with `next` at `at`. Steps are idempotent, because a lease may end during one.
 */
export type StepResult<Payload> =
  | { readonly state: 'done' }
  | { readonly state: 'more'; readonly next: Payload }
  | { readonly state: 'later'; readonly next: Payload; readonly at: Millis };

type PayloadOf<Kind extends JobKind> = Extract<JobPayload, { kind: Kind }>;
type Steps = {
  [Kind in JobKind]: (context: WorkContext, payload: PayloadOf<Kind>) => Promise<StepResult<PayloadOf<Kind>>>;
};

/** Rows that a step examines. The writer needs a few milliseconds for them, so requests hardly wait. */
const STEP_ROWS = 500;
/** Rows that a step rewrites. A row has up to 256 kB, and rewriting it takes longer than deleting it. */
const STEP_REWRITTEN = 100;
/** Blobs that a step purges. A blob has up to 25 MB. */
const STEP_BLOBS = 4;
/** Restores that a step purges. One of a million records has ten thousand rows of results. */
const STEP_RESTORES = 1;
/** Stores or maps whose jobs a step enqueues. */
const STEP_REQUEUED = 100;
const EXPIRED_EVERY: Millis = 60_000;

/** Returns whether another call has more to trim. */
async function trimLog(storage: Storage, log: ChangeLogRow, now: Millis): Promise<boolean> {
  const since = now - CHANGES_KEPT_FOR;
  const isUnused = log.isLogged && !log.changes && log.history === null && log.usedAt < since;
  if (isUnused) await storage.changes.turnOff(log, since);
  const historySince = log.history === null ? null : now - log.history * 1_000;
  const kept = { since, most: CHANGES_KEPT, historySince, historyBytes: HISTORY_BYTES_MAX };
  return storage.changes.trim(log.id, kept, STEP_ROWS);
}

const steps: Steps = {
  async 'purge-store'({ storage, clock }, payload) {
    const deleted = await storage.stores.getDeleted(payload.storeId);
    // The store has been restored, or restored and deleted again.
    if (deleted === null) return { state: 'done' };
    const at = storePurgeAt(deleted.deletedAt);
    if (at > clock()) return { state: 'later', next: payload, at };
    const purged = await storage.records.purge(payload.storeId, STEP_ROWS);
    if (purged > 0) return { state: 'more', next: payload };
    const left = await storage.imports.findRemovable({ storeId: payload.storeId });
    if (left !== null) {
      await storage.imports.finish(left, { status: 'failed', reason: 'The store was deleted.' }, clock());
      await trimImport({ storage, clock }, left, 'all');
      return { state: 'more', next: payload };
    }
    const { storeId } = payload;
    if ((await storage.restores.purge({ storeId }, STEP_RESTORES)) > 0)
      return { state: 'more', next: payload };
    if (await storage.changes.purge(storeId, STEP_ROWS)) return { state: 'more', next: payload };
    await storage.stores.removeDeleted(storeId);
    return { state: 'done' };
  },

  async 'purge-expired'({ storage, clock }, payload) {
    const store = await storage.stores.get(payload.accountId, payload.storeId);
    if (store === null || store.recordTtl === null) return { state: 'done' };
    const now = clock();
    const { next } = await storage.records.purgeExpired(store, payload.after, STEP_ROWS, now);
    if (next !== null) return { state: 'more', next: { ...payload, after: next } };
    return { state: 'later', next: { ...payload, after: null }, at: now + EXPIRED_EVERY };
  },

  async 'clear-slot'({ storage, clock }, payload) {
    const store = await storage.stores.get(payload.accountId, payload.storeId);
    if (store === null || !store.freedSlots.includes(payload.slot)) return { state: 'done' };
    if (propertyBecoming(store, payload.slot) !== undefined) {
      // In case that the job of the change was buried or lost.
      await storage.jobs.enqueue([changeTypeJob(store, payload.slot, clock())]);
      return { state: 'done' };
    }
    const cleared = await storage.records.clearSlots(store, [payload.slot], payload.after, STEP_REWRITTEN);
    if (cleared === 'stale') return { state: 'more', next: payload };
    if (cleared.next !== null) return { state: 'more', next: { ...payload, after: cleared.next } };
    await storage.stores.releaseSlots(store, [payload.slot]);
    return { state: 'done' };
  },

  async 'change-type'({ advanceTypeChange }, payload) {
    const advanced = await advanceTypeChange(payload, payload.after);
    return advanced === 'done' ? { state: 'done' } : { state: 'more', next: { ...payload, ...advanced } };
  },

  async import({ advanceImport }, payload) {
    const { accountId, storeId, importId: id } = payload;
    return (await advanceImport({ accountId, storeId, id })) === 'done'
      ? { state: 'done' }
      : { state: 'more', next: payload };
  },

  async 'purge-imports'({ storage, clock }, payload) {
    const ended = await storage.imports.findRemovable({ endedBefore: clock() - IMPORTS_KEPT });
    if (ended === null) return { state: 'done' };
    await trimImport({ storage, clock }, ended, 'all');
    return { state: 'more', next: payload };
  },

  async 'restore-records'({ advanceRestore }, payload) {
    const { accountId, storeId, restoreId: id } = payload;
    return (await advanceRestore({ accountId, storeId, id })) === 'done'
      ? { state: 'done' }
      : { state: 'more', next: payload };
  },

  async 'purge-restores'({ storage, clock }, payload) {
    const purged = await storage.restores.purge({ endedBefore: clock() - RESTORES_KEPT }, STEP_RESTORES);
    return purged > 0 ? { state: 'more', next: payload } : { state: 'done' };
  },

  async 'purge-map'({ storage }, payload) {
    const map = { accountId: payload.accountId, id: payload.mapId };
    const purged = await storage.locations.purge(map, STEP_ROWS);
    if (purged > 0) return { state: 'more', next: payload };
    await storage.maps.removeDeleted(map);
    return { state: 'done' };
  },

  async 'purge-webhook'({ storage }, payload) {
    const purged = await storage.webhookDeliveries.purgeOf(payload.webhookId, STEP_ROWS);
    return purged > 0 ? { state: 'more', next: payload } : { state: 'done' };
  },

  async 'purge-deliveries'({ storage: { webhookDeliveries }, clock }, payload) {
    const bodies = await webhookDeliveries.purgeBodies(clock() - DELIVERY_BODIES_KEPT, STEP_ROWS);
    const rows = await webhookDeliveries.purgeBefore(clock() - DELIVERIES_KEPT, STEP_ROWS);
    return bodies + rows > 0 ? { state: 'more', next: payload } : { state: 'done' };
  },

  async 'purge-geocode-answers'({ storage, clock }, payload) {
    const purged = await storage.geocoding.purgeAnswers(STEP_ROWS, clock());
    return purged > 0 ? { state: 'more', next: payload } : { state: 'done' };
  },

  async 'purge-blobs'({ storage, clock }, payload) {
    const purged = await storage.blobs.purgeUnused(clock() - UNUSED_FOR, STEP_BLOBS);
    return purged.length > 0 ? { state: 'more', next: payload } : { state: 'done' };
  },

  async 'purge-timer-frames'({ storage, clock }, payload) {
    const purged = await storage.drafts.purgeExpired(STEP_ROWS, clock());
    return purged > 0 ? { state: 'more', next: payload } : { state: 'done' };
  },

  /** Trims the log of one store, and turns it off if nobody has used it. */
  async 'trim-changes'({ storage, clock }, payload) {
    const [log] = await storage.changes.list(payload.after, 1);
    if (log === undefined) return { state: 'done' };
    const more = await trimLog(storage, log, clock());
    return { state: 'more', next: more ? payload : { ...payload, after: log.id } };
  },

  async 'purge-idempotency-keys'({ storage, clock }, payload) {
    const purged = await storage.idempotencyKeys.purgeExpired(STEP_ROWS, clock());
    return purged > 0 ? { state: 'more', next: payload } : { state: 'done' };
  },

  /** Enqueues jobs that were buried or lost. Jobs that are in the queue keep their places. */
  async 'requeue-store-work'({ storage, clock }, payload) {
    const stores = await storage.stores.listWork(payload.after, STEP_REQUEUED);
    await storage.jobs.enqueue(stores.flatMap((store) => jobsOfStore(store, clock())));
    const last = stores.at(-1);
    if (last === undefined) return { state: 'done' };
    return { state: 'more', next: { ...payload, after: last.id } };
  },

  async 'requeue-map-work'({ storage, clock }, payload) {
    const maps = await storage.maps.listDeleted(payload.after, STEP_REQUEUED);
    await storage.jobs.enqueue(maps.map((map) => purgeMapJob(map, clock())));
    const last = maps.at(-1);
    if (last === undefined) return { state: 'done' };
    return { state: 'more', next: { ...payload, after: last } };
  },
};

export function runStep(context: WorkContext, payload: JobPayload): Promise<StepResult<JobPayload>> {
  switch (payload.kind) {
    case 'purge-store':
      return steps['purge-store'](context, payload);
    case 'purge-expired':
      return steps['purge-expired'](context, payload);
    case 'clear-slot':
      return steps['clear-slot'](context, payload);
    case 'change-type':
      return steps['change-type'](context, payload);
    case 'import':
      return steps.import(context, payload);
    case 'purge-imports':
      return steps['purge-imports'](context, payload);
    case 'restore-records':
      return steps['restore-records'](context, payload);
    case 'purge-restores':
      return steps['purge-restores'](context, payload);
    case 'purge-map':
      return steps['purge-map'](context, payload);
    case 'purge-webhook':
      return steps['purge-webhook'](context, payload);
    case 'purge-deliveries':
      return steps['purge-deliveries'](context, payload);
    case 'purge-geocode-answers':
      return steps['purge-geocode-answers'](context, payload);
    case 'purge-blobs':
      return steps['purge-blobs'](context, payload);
    case 'purge-timer-frames':
      return steps['purge-timer-frames'](context, payload);
    case 'trim-changes':
      return steps['trim-changes'](context, payload);
    case 'purge-idempotency-keys':
      return steps['purge-idempotency-keys'](context, payload);
    case 'requeue-store-work':
      return steps['requeue-store-work'](context, payload);
    case 'requeue-map-work':
      return steps['requeue-map-work'](context, payload);
  }
}
