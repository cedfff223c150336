import { type Change, type ChangeTypePattern, isOfTypes } from '../../contracts/changes.ts';
import { NotFoundError } from '../../ground/errors.ts';
import type { Millis, StoreRow } from '../../storage/index.ts';
import type { ServiceContext } from '../calls/context.ts';
import { encodeChangePosition } from './change-position.ts';
import { type ShownChanges, showChanges } from './change-reader.ts';
import type { ChangeFeed } from './change-service.ts';
import { type ChangeTails, TAIL_BYTES, TAIL_MAX } from './change-tail.ts';
import { readLog } from './read-log.ts';

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
  tails: ChangeTails,
  store: StoreRow,
  { after: start, withRecords, types }: FeedStart,
): ChangeFeed {
  const { storage, cursorSecrets: secrets } = context;
  let after = start;
  let isCaughtUp = false;

  /** Returns entries that were there before, without waiting. Null: there are no more. */
  async function readEarlier(): Promise<ShownChanges | null> {
    if (isCaughtUp) return null;
    const rows = await readLog(context, store, after, TAIL_MAX);
    isCaughtUp = rows.length < TAIL_MAX;
    if (rows.length === 0) return null;
    const current = await storage.stores.get(store.accountId, store.id);
    const selection = { where: null, withRecords, maxBytes: TAIL_BYTES };
    return showChanges(context, current ?? store, rows, selection, {});
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
          const items = ofTypes(found.items, types);
          if (items.length > 0) return items;
        }
      } catch (error) {
        if (error instanceof NotFoundError) return null;
        throw error;
      }
    },
  };
}

/** Returns the changes of some types. The end of a store always belongs to them, because nothing follows it. */
export function ofTypes(
  changes: readonly Change[],
  types: readonly ChangeTypePattern[] | null,
): readonly Change[] {
  if (types === null) return changes;
  return changes.filter(({ type }) => type === 'store.deleted' || isOfTypes(type, types));
}

/** Returns what `run` returns, or null when the time is over or `until` aborts, whose signal it gets. */
export async function within<Result>(
  time: Millis,
  until: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | null> {
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = Number.isFinite(time) ? setTimeout(end, time) : undefined;
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
