import { FREED_SLOT_RESTS } from '../limits.ts';
import type { MapRef, Millis, NewJob, Slot, StoreRef, StoreWork } from '../storage/index.ts';

/** The content of a job: its kind names the step to run, the rest says on what, and how far it got. */
export type JobPayload =
  | { readonly kind: 'purge-store'; readonly storeId: string }
  | {
      readonly kind: 'purge-expired';
      readonly accountId: string;
      readonly storeId: string;
      readonly after: number | null;
    }
  | {
      readonly kind: 'clear-slot';
      readonly accountId: string;
      readonly storeId: string;
      readonly slot: Slot;
      readonly after: number | null;
    }
  | { readonly kind: 'purge-map'; readonly accountId: string; readonly mapId: number }
  | { readonly kind: 'purge-geocode-answers' }
  /** `every` null: this one follows a deletion and does not come back. */
  | { readonly kind: 'purge-blobs'; readonly every: Millis | null }
  | { readonly kind: 'purge-timer-frames' }
  | { readonly kind: 'requeue-store-work'; readonly after: string | null }
  | { readonly kind: 'requeue-map-work'; readonly after: MapRef | null };

export type JobKind = JobPayload['kind'];

const HOUR: Millis = 3_600_000;
const DAY: Millis = 24 * HOUR;

/** Where a kind comes from: a change enqueues it, or every worker does, and it comes back after each run. */
type Origin<Kind extends JobKind> =
  | 'change'
  | {
      /** Milliseconds from the end of a run to the next one. */
      readonly every: Millis;
      readonly key: string;
      /** Each run begins with it. */
      readonly payload: Extract<JobPayload, { kind: Kind }>;
    };

/** Every kind, with its origin. A kind that nothing enqueues does not compile. */
const ORIGINS: { readonly [Kind in JobKind]: Origin<Kind> } = {
  'purge-store': 'change',
  'purge-expired': 'change',
  'clear-slot': 'change',
  'purge-map': 'change',
  'purge-blobs': { every: DAY, key: 'purge-blobs:daily', payload: { kind: 'purge-blobs', every: DAY } },
  'purge-timer-frames': {
    every: HOUR,
    key: 'purge-timer-frames',
    payload: { kind: 'purge-timer-frames' },
  },
  'purge-geocode-answers': {
    every: HOUR,
    key: 'purge-geocode-answers',
    payload: { kind: 'purge-geocode-answers' },
  },
  'requeue-store-work': {
    every: HOUR,
    key: 'requeue-store-work',
    payload: { kind: 'requeue-store-work', after: null },
  },
  'requeue-map-work': {
    every: HOUR,
    key: 'requeue-map-work',
    payload: { kind: 'requeue-map-work', after: null },
  },
};

export const JOB_KINDS = Object.keys(ORIGINS) as readonly JobKind[];

/** The kinds that changes enqueue. `purge-blobs` is recurring, and enqueued by the deletion of a font as well. */
export const KINDS_OF_CHANGES: readonly JobKind[] = JOB_KINDS.filter((kind) => ORIGINS[kind] === 'change');

/**
 * The recurring jobs, due now. Workers enqueue them at their start and every minute: a key is in the queue once, and one
 * whose job was buried is free, so the job comes back.
 */
export function standingJobs(now: Millis): NewJob[] {
  return Object.values(ORIGINS).flatMap((origin) =>
    origin === 'change' ? [] : [newJob(origin.payload, null, origin.key, now)],
  );
}

/** When a job whose run has ended is due again, and with what; null: it is over. */
export function nextRun(
  payload: JobPayload,
  now: Millis,
): { readonly at: Millis; readonly payload: JobPayload } | null {
  const origin = ORIGINS[payload.kind];
  if (origin === 'change' || (payload.kind === 'purge-blobs' && payload.every === null)) return null;
  return { at: now + origin.every, payload: origin.payload };
}

/** Removes the records of a deleted store, then the store. */
export function purgeStoreJob(store: StoreRef, now: Millis): NewJob {
  const payload = { kind: 'purge-store', storeId: store.id } as const;
  return newJob(payload, store.accountId, `purge-store:${store.id}`, now);
}

/** Removes expired records; comes back for as long as the store has a recordTtl. */
export function purgeExpiredJob(store: StoreRef, now: Millis): NewJob {
  const payload = {
    kind: 'purge-expired',
    accountId: store.accountId,
    storeId: store.id,
    after: null,
  } as const;
  return newJob(payload, store.accountId, `purge-expired:${store.id}`, now);
}

/** Removes the locations of a deleted map, then the map. */
export function purgeMapJob({ accountId, id }: MapRef, now: Millis): NewJob {
  const payload = { kind: 'purge-map', accountId, mapId: id } as const;
  return newJob(payload, accountId, `purge-map:${accountId}:${id}`, now);
}

/** Unsets the values of a deleted property once its slot has rested, then lets the slot be used again. */
export function clearSlotJob(store: StoreRef, slot: Slot, now: Millis): NewJob {
  const payload = {
    kind: 'clear-slot',
    accountId: store.accountId,
    storeId: store.id,
    slot,
    after: null,
  } as const;
  return newJob(payload, store.accountId, `clear-slot:${store.id}:${slot}`, now + FREED_SLOT_RESTS);
}

/** All jobs that a store needs as it is. */
export function jobsOfStore(store: StoreWork, now: Millis): NewJob[] {
  if (store.isDeleted) return [purgeStoreJob(store, now)];
  const expiring = store.recordTtl === null ? [] : [purgeExpiredJob(store, now)];
  return [...expiring, ...store.freedSlots.map((slot) => clearSlotJob(store, slot, now))];
}

/** For how long bytes without a user are kept: a caller that put them has that long to write the row that uses them. */
export const UNUSED_FOR: Millis = HOUR;

/** Removes bytes that nothing uses any more, at the time from which those of now may be removed. */
export function purgeBlobsJob(now: Millis): NewJob {
  return newJob({ kind: 'purge-blobs', every: null }, null, 'purge-blobs', now + UNUSED_FOR + 1);
}

function newJob(payload: JobPayload, accountId: string | null, key: string, runAt: Millis): NewJob {
  return { kind: payload.kind, payload: JSON.stringify(payload), accountId, runAt, key };
}
