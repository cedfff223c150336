import { FREED_SLOT_RESTS } from '../ground/limits.ts';
import type {
  ImportRef,
  MapRef,
  Millis,
  NewJob,
  RestoreRef,
  Slot,
  StoreRef,
  StoreWork,
  WebhookRef,
} from '../storage/index.ts';

/** The payload of a job: `kind` selects the step to run, the other members hold its subject and its progress. */
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
  | {
      readonly kind: 'change-type';
      readonly accountId: string;
      readonly storeId: string;
      readonly slot: Slot;
      readonly after: number | null;
    }
  | {
      readonly kind: 'import';
      readonly accountId: string;
      readonly storeId: string;
      readonly importId: string;
    }
  | { readonly kind: 'purge-imports' }
  | {
      readonly kind: 'restore-records';
      readonly accountId: string;
      readonly storeId: string;
      readonly restoreId: string;
    }
  | { readonly kind: 'purge-restores' }
  | { readonly kind: 'purge-map'; readonly accountId: string; readonly mapId: number }
  | { readonly kind: 'purge-geocode-answers' }
  /** `every` null: the job follows a deletion and does not recur. */
  | { readonly kind: 'purge-blobs'; readonly every: Millis | null }
  | { readonly kind: 'purge-webhook'; readonly webhookId: string }
  | { readonly kind: 'purge-deliveries' }
  | { readonly kind: 'purge-timer-frames' }
  | { readonly kind: 'trim-changes'; readonly after: string | null }
  | { readonly kind: 'purge-idempotency-keys' }
  | { readonly kind: 'requeue-store-work'; readonly after: string | null }
  | { readonly kind: 'requeue-map-work'; readonly after: MapRef | null };

export type JobKind = JobPayload['kind'];

const HOUR: Millis = 3_600_000;
const DAY: Millis = 24 * HOUR;
const QUARTER: Millis = HOUR / 4;

/** The origin of a kind: a change enqueues it, or it is recurring and every worker enqueues it. */
type Origin<Kind extends JobKind> =
  | 'change'
  | {
      /** Milliseconds between the end of a run and the next run. */
      readonly every: Millis;
      readonly key: string;
      /** The payload at the start of each run. */
      readonly payload: Extract<JobPayload, { kind: Kind }>;
    };

/** The origin of each kind. A kind without an origin does not compile. */
const ORIGINS: { readonly [Kind in JobKind]: Origin<Kind> } = {
  'purge-store': 'change',
  'purge-expired': 'change',
  'clear-slot': 'change',
  'change-type': 'change',
  import: 'change',
  'purge-imports': { every: HOUR, key: 'purge-imports', payload: { kind: 'purge-imports' } },
  'restore-records': 'change',
  'purge-restores': { every: HOUR, key: 'purge-restores', payload: { kind: 'purge-restores' } },
  'purge-map': 'change',
  'purge-webhook': 'change',
  'purge-deliveries': { every: HOUR, key: 'purge-deliveries', payload: { kind: 'purge-deliveries' } },
  'purge-blobs': { every: DAY, key: 'purge-blobs:daily', payload: { kind: 'purge-blobs', every: DAY } },
  'purge-timer-frames': {
    every: HOUR,
    key: 'purge-timer-frames',
    payload: { kind: 'purge-timer-frames' },
  },
  'trim-changes': {
    every: QUARTER,
    key: 'trim-changes',
    payload: { kind: 'trim-changes', after: null },
  },
  'purge-idempotency-keys': {
    every: HOUR,
    key: 'purge-idempotency-keys',
    payload: { kind: 'purge-idempotency-keys' },
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

/** The kinds that changes enqueue. `purge-blobs` is recurring, but the deletion of a font also enqueues it. */
export const KINDS_OF_CHANGES: readonly JobKind[] = JOB_KINDS.filter((kind) => ORIGINS[kind] === 'change');

/**
 * Returns the recurring jobs, due now. Workers enqueue them at their start and every minute. A key is in the queue at
 * most once; burying a job frees its key, so a buried recurring job is enqueued again.
 */
export function recurringJobs(now: Millis): NewJob[] {
  return Object.values(ORIGINS).flatMap((origin) =>
    origin === 'change' ? [] : [newJob(origin.payload, null, origin.key, now)],
  );
}

/** Returns when and with which payload a job runs again after a run has ended. Null: the job is complete. */
export function nextRun(
  payload: JobPayload,
  now: Millis,
): { readonly at: Millis; readonly payload: JobPayload } | null {
  const origin = ORIGINS[payload.kind];
  if (origin === 'change' || (payload.kind === 'purge-blobs' && payload.every === null)) return null;
  return { at: now + origin.every, payload: origin.payload };
}

/** How long a deleted store can be restored. */
export const DELETED_STORES_KEPT: Millis = 7 * DAY;

/**
 * Returns when a deleted store is purged. It is later than the last restore by more than the clocks of two servers differ, so
 * that no store is restored whose records are being removed.
 */
export function storePurgeAt(deletedAt: Millis): Millis {
  return deletedAt + DELETED_STORES_KEPT + HOUR;
}

/** Returns the job that purges the records of a deleted store, then the store. */
export function purgeStoreJob(store: StoreRef, deletedAt: Millis): NewJob {
  const payload = { kind: 'purge-store', storeId: store.id } as const;
  return newJob(payload, store.accountId, `purge-store:${store.id}`, storePurgeAt(deletedAt));
}

/** Returns the job that purges expired records. It recurs while the store has a `recordTtl`. */
export function purgeExpiredJob(store: StoreRef, now: Millis): NewJob {
  const payload = {
    kind: 'purge-expired',
    accountId: store.accountId,
    storeId: store.id,
    after: null,
  } as const;
  return newJob(payload, store.accountId, `purge-expired:${store.id}`, now);
}

/** Returns the job that reads the file of an import. */
export function importJob({ accountId, storeId, id }: ImportRef, now: Millis): NewJob {
  const payload = { kind: 'import', accountId, storeId, importId: id } as const;
  return newJob(payload, accountId, `import:${id}`, now);
}

/** How long ended imports are kept. */
export const IMPORTS_KEPT: Millis = 7 * DAY;

/** Returns the job that restores records in steps. */
export function restoreRecordsJob({ accountId, storeId, id }: RestoreRef, now: Millis): NewJob {
  const payload = { kind: 'restore-records', accountId, storeId, restoreId: id } as const;
  return newJob(payload, accountId, `restore-records:${id}`, now);
}

/** How long the results of restores are kept. */
export const RESTORES_KEPT: Millis = 7 * DAY;

/** Returns the job that purges the locations of a deleted map, then the map. */
export function purgeMapJob({ accountId, id }: MapRef, now: Millis): NewJob {
  const payload = { kind: 'purge-map', accountId, mapId: id } as const;
  return newJob(payload, accountId, `purge-map:${accountId}:${id}`, now);
}

/** How long ended deliveries of webhooks are kept, and their bodies. */
export const DELIVERIES_KEPT: Millis = 7 * DAY;
export const DELIVERY_BODIES_KEPT: Millis = 3 * DAY;

/** Returns the job that purges the deliveries of a deleted webhook. */
export function purgeWebhookJob({ accountId, id }: WebhookRef, now: Millis): NewJob {
  return newJob({ kind: 'purge-webhook', webhookId: id }, accountId, `purge-webhook:${id}`, now);
}

/**
 * Returns the job that unsets the values of a deleted property `FREED_SLOT_RESTS` after the deletion, then releases the
 * slot.
 */
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

/** Returns the job that converts the values of a property into a slot, which then holds the property. */
export function changeTypeJob(store: StoreRef, slot: Slot, now: Millis): NewJob {
  const payload = {
    kind: 'change-type',
    accountId: store.accountId,
    storeId: store.id,
    slot,
    after: null,
  } as const;
  return newJob(payload, store.accountId, `change-type:${store.id}:${slot}`, now);
}

/** Returns all jobs that a store needs in its current state. */
export function jobsOfStore(store: StoreWork, now: Millis): NewJob[] {
  if (store.deletedAt !== null) return [purgeStoreJob(store, store.deletedAt)];
  const expiring = store.recordTtl === null ? [] : [purgeExpiredJob(store, now)];
  return [...expiring, ...store.freedSlots.map((slot) => clearSlotJob(store, slot, now))];
}

/** How long unused blobs are kept. A caller that puts bytes must write the row that uses them within this time. */
export const UNUSED_FOR: Millis = HOUR;

/** Returns the job that purges unused blobs. It is due once blobs that are unused now may be purged. */
export function purgeBlobsJob(now: Millis): NewJob {
  return newJob({ kind: 'purge-blobs', every: null }, null, 'purge-blobs', now + UNUSED_FOR + 1);
}

function newJob(payload: JobPayload, accountId: string | null, key: string, runAt: Millis): NewJob {
  return { kind: payload.kind, payload: JSON.stringify(payload), accountId, runAt, key };
}
