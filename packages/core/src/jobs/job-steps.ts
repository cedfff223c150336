import type { Millis } from '../storage/index.ts';
import {
  IMPORTS_KEPT,
  type JobKind,
  type JobPayload,
  jobsOfStore,
  purgeMapJob,
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
/** Stores or maps whose jobs a step enqueues. */
const STEP_REQUEUED = 100;
const EXPIRED_EVERY: Millis = 60_000;

const steps: Steps = {
  async 'purge-store'({ storage, clock }, payload) {
    const purged = await storage.records.purge(payload.storeId, STEP_ROWS);
    if (purged > 0) return { state: 'more', next: payload };
    const left = await storage.imports.findRemovable({ storeId: payload.storeId });
    if (left !== null) {
      await storage.imports.finish(left, { status: 'failed', reason: 'The store was deleted.' }, clock());
      await trimImport({ storage, clock }, left, 'all');
      return { state: 'more', next: payload };
    }
    await storage.stores.removeDeleted(payload.storeId);
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

  async 'clear-slot'({ storage }, payload) {
    const store = await storage.stores.get(payload.accountId, payload.storeId);
    if (store === null || !store.freedSlots.includes(payload.slot)) return { state: 'done' };
    const cleared = await storage.records.clearSlots(store, [payload.slot], payload.after, STEP_REWRITTEN);
    if (cleared === 'stale') return { state: 'more', next: payload };
    if (cleared.next !== null) return { state: 'more', next: { ...payload, after: cleared.next } };
    await storage.stores.releaseSlots(store, [payload.slot]);
    return { state: 'done' };
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

  async 'purge-map'({ storage }, payload) {
    const map = { accountId: payload.accountId, id: payload.mapId };
    const purged = await storage.locations.purge(map, STEP_ROWS);
    if (purged > 0) return { state: 'more', next: payload };
    await storage.maps.removeDeleted(map);
    return { state: 'done' };
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
    case 'import':
      return steps.import(context, payload);
    case 'purge-imports':
      return steps['purge-imports'](context, payload);
    case 'purge-map':
      return steps['purge-map'](context, payload);
    case 'purge-geocode-answers':
      return steps['purge-geocode-answers'](context, payload);
    case 'purge-blobs':
      return steps['purge-blobs'](context, payload);
    case 'purge-timer-frames':
      return steps['purge-timer-frames'](context, payload);
    case 'purge-idempotency-keys':
      return steps['purge-idempotency-keys'](context, payload);
    case 'requeue-store-work':
      return steps['requeue-store-work'](context, payload);
    case 'requeue-map-work':
      return steps['requeue-map-work'](context, payload);
  }
}
