import {
  CHANGE_TYPES,
  type Change,
  type ChangeTypePattern,
  isOfTypes,
} from '../../contracts/changes/changes.ts';
import { NotFoundError, UnavailableError } from '../../ground/errors.ts';
import { sleep } from '../../jobs/sleep.ts';
import type { ChangeType, Millis, StoreRow } from '../../storage/index.ts';
import type { ServiceContext } from '../calls/context.ts';
import { encodeChangePosition } from './change-position.ts';
import { type ShownChanges, showChanges } from './change-reader.ts';
import type { ChangeReading } from './change-reading.ts';
import type { ChangeFeed } from './change-service.ts';
import { TAIL_BYTES, TAIL_MAX } from './change-tail.ts';

export interface FeedStart {
  /** The number of the last entry that is not returned. */
  readonly after: number;
  readonly withRecords: boolean;
  /** Null: all. */
  readonly types: readonly ChangeTypePattern[] | null;
}

/** Opens the feed of a store. */
export function openFeed(
  context: ServiceContext,
  { logs, tails }: ChangeReading,
  store: StoreRow,
  { after: start, withRecords, types }: FeedStart,
): ChangeFeed {
  const { cursorSecrets: secrets } = context;
  const wanted = types === null ? undefined : wantedTypes(types);
  let after = start;
  let isCaughtUp = false;

  /** Returns entries that were there before, without waiting. Null: there are no more. */
  async function readEarlier(): Promise<ShownChanges | null> {
    if (isCaughtUp) return null;
    const page = await logs.read(store, { after, limit: TAIL_MAX, types: wanted });
    isCaughtUp = !page.more;
    if (page.rows.length === 0) {
      after = page.position;
      return null;
    }
    const selection = { where: null, withRecords, maxBytes: TAIL_BYTES };
    return showChanges(context, store, page, selection, {});
  }

  return {
    get cursor() {
      return encodeChangePosition(secrets, store, after);
    },
    async next({ wait, until }) {
      const endsAt = performance.now() + wait;
      try {
        for (;;) {
          const found =
            (await readEarlier()) ??
            (await within(endsAt - performance.now(), until, (signal) =>
              tails.next(store, after, withRecords, signal),
            ));
          if (found === null) return [];
          after = found.end;
          // Feeds that want all of a part return the same list, so a server need write it once.
          const isWanted = ({ type }: Change) => wanted === undefined || wanted.includes(type);
          const items = found.items.every(isWanted) ? found.items : found.items.filter(isWanted);
          if (items.length > 0) return items;
        }
      } catch (error) {
        if (error instanceof NotFoundError) return null;
        throw error;
      }
    },
  };
}

/** Returns the next changes of a feed whenever they come, also if the storage is unavailable meanwhile. */
export async function nextChanges(feed: ChangeFeed, until: AbortSignal): Promise<readonly Change[] | null> {
  for (;;) {
    try {
      return await feed.next({ wait: Number.POSITIVE_INFINITY, until });
    } catch (error) {
      if (!(error instanceof UnavailableError) || until.aborted) throw error;
      await sleep(error.retryAfterSeconds * 1_000, until);
    }
  }
}

/** Returns the types that some types and groups stand for. The end of a store belongs to all, because nothing follows it. */
export function wantedTypes(patterns: readonly ChangeTypePattern[]): ChangeType[] {
  return CHANGE_TYPES.filter((type) => type === 'store.deleted' || isOfTypes(type, patterns));
}

/** Returns what `run` returns, or null when the time is over or `until` aborts, whose signal it gets. */
export async function within<Result>(
  time: Millis,
  until: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | null> {
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = Number.isFinite(time) ? setTimeout(end, Math.max(0, time)) : undefined;
  until?.addEventListener('abort', end, { once: true });
  if (until?.aborted === true) end();
  try {
    return await run(ending.signal);
  } catch (error) {
    if (error === ending.signal.reason) return null;
    throw error;
  } finally {
    clearTimeout(timer);
    until?.removeEventListener('abort', end);
  }
}
