import type { MapRef, Millis, NewJob, Slot, StoreRef } from '../storage/index.ts';

/** What waits in the queue: the kind says which handler, the payload says how far it got. */
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
  | { readonly kind: 'purge-geocode-answers'; readonly every: Millis }
  | { readonly kind: 'purge-blobs'; readonly every: Millis | null }
  | { readonly kind: 'purge-timer-frames' };

export type JobKind = JobPayload['kind'];

export const JOB_KINDS: readonly JobKind[] = [
  'purge-store',
  'purge-expired',
  'clear-slot',
  'purge-blobs',
  'purge-timer-frames',
  'purge-map',
  'purge-geocode-answers',
];

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

/** Unsets the values of a deleted property, then lets its slot be used again. */
export function clearSlotJob(store: StoreRef, slot: Slot, now: Millis): NewJob {
  const payload = {
    kind: 'clear-slot',
    accountId: store.accountId,
    storeId: store.id,
    slot,
    after: null,
  } as const;
  return newJob(payload, store.accountId, `clear-slot:${store.id}:${slot}`, now);
}

/** For how long bytes without a user are kept: whoever put them has that long to write the row that uses them. */
export const UNUSED_FOR: Millis = 3_600_000;
const DAY: Millis = 86_400_000;

/** Removes bytes that nothing uses any more, once those of now may go. */
export function purgeBlobsJob(now: Millis): NewJob {
  return newJob({ kind: 'purge-blobs', every: null }, null, 'purge-blobs', now + UNUSED_FOR + 1);
}

/** What comes back for ever, without anyone who asks for it. Enqueued by every worker; the keys see to it that each is there once. */
export function standingJobs(now: Millis): NewJob[] {
  return [
    newJob({ kind: 'purge-blobs', every: DAY }, null, 'purge-blobs:daily', now),
    newJob({ kind: 'purge-timer-frames' }, null, 'purge-timer-frames', now),
  ];
}

function newJob(payload: JobPayload, accountId: string | null, key: string, runAt: Millis): NewJob {
  return { kind: payload.kind, payload: JSON.stringify(payload), accountId, runAt, key };
}
