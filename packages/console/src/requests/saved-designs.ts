import type { CallOptions, Client, LiveImageDetail, Pages, TimerDetail } from '@vitrine/client';
import { forEachConcurrently } from './concurrency.ts';

/** A saved timer or live image with its design. */
export type SavedDesign =
  | ({ readonly kind: 'timer' } & TimerDetail)
  | ({ readonly kind: 'live' } & LiveImageDetail);

export interface SavedDesigns {
  readonly designs: readonly SavedDesign[];
  /** Whether the account has more of them. */
  readonly isCut: boolean;
}

/** Designs of a kind that are read: the interface has one request for each. */
const DESIGNS_MAX = 200;
const PAGE_SIZE = 100;
const CONCURRENT_MAX = 4;

interface Listed {
  readonly id: number;
  readonly date_updated: string;
}

/** The part of the client that reads one kind. */
interface Source<Detail> {
  list(request: { readonly limit: number }, options: CallOptions): Pages<Listed>;
  get(id: number, options: CallOptions): Promise<Detail>;
}

const known = new WeakMap<Client, Map<number, SavedDesign>>();

/** Loads the newest saved timers and live images with their designs. A design that has not changed is loaded once. */
export async function loadSavedDesigns(
  client: Client,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<SavedDesigns> {
  const held = known.get(client) ?? new Map<number, SavedDesign>();
  known.set(client, held);
  const wanted: (Listed & { readonly read: () => Promise<SavedDesign> })[] = [];
  let isCut = false;
  const want = async <Detail>(source: Source<Detail>, withKind: (detail: Detail) => SavedDesign) => {
    const found = await source.list({ limit: PAGE_SIZE }, { signal }).all(DESIGNS_MAX + 1);
    isCut ||= found.length > DESIGNS_MAX;
    for (const { id, date_updated } of found.slice(0, DESIGNS_MAX))
      wanted.push({ id, date_updated, read: async () => withKind(await source.get(id, { signal })) });
  };
  await want<TimerDetail>(client.timers, (timer) => ({ kind: 'timer', ...timer }));
  await want<LiveImageDetail>(client.liveImages, (live) => ({ kind: 'live', ...live }));
  let done = 0;
  await forEachConcurrently(wanted, CONCURRENT_MAX, async ({ id, date_updated, read }) => {
    if (held.get(id)?.date_updated !== date_updated) held.set(id, await read());
    done += 1;
    onProgress(done, wanted.length);
  });
  return { designs: wanted.flatMap(({ id }) => held.get(id) ?? []), isCut };
}
