import type { Client, TimerDetail } from '@vitrine/client';
import { forEachConcurrently } from './concurrency.ts';

export interface SavedDesigns {
  readonly timers: readonly TimerDetail[];
  /** Whether the account has more timers. */
  readonly isCut: boolean;
}

/** Timers whose designs are read: the interface has one request for each. */
const TIMERS_MAX = 200;
const PAGE_SIZE = 100;
const CONCURRENT_MAX = 4;

const known = new WeakMap<Client, Map<number, TimerDetail>>();

/** Loads the newest saved timers with their designs. A design that has not changed is loaded once. */
export async function loadSavedDesigns(
  client: Client,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<SavedDesigns> {
  const held = known.get(client) ?? new Map<number, TimerDetail>();
  known.set(client, held);
  const found = await client.timers.list({ limit: PAGE_SIZE }, { signal }).all(TIMERS_MAX + 1);
  const wanted = found.slice(0, TIMERS_MAX);
  let done = 0;
  await forEachConcurrently(wanted, CONCURRENT_MAX, async ({ id, date_updated }) => {
    if (held.get(id)?.date_updated !== date_updated) held.set(id, await client.timers.get(id, { signal }));
    done += 1;
    onProgress(done, wanted.length);
  });
  return { timers: wanted.flatMap(({ id }) => held.get(id) ?? []), isCut: found.length > wanted.length };
}
