import { CursorExpiredError, NotFoundError } from '../../ground/errors.ts';
import { Alarm } from '../../jobs/alarm.ts';
import { sleep } from '../../jobs/sleep.ts';
import type { Millis, StoreRow } from '../../storage/index.ts';
import { createSharedCalls } from '../../turns/shared-calls.ts';
import type { ServiceContext } from '../calls/context.ts';
import { type ShownChanges, showChanges } from './change-reader.ts';
import type { LogReads } from './log-reads.ts';

/** Entries of a log that are read at once for those who follow it. */
export const TAIL_MAX = 100;
/** Upper bound of the JSON bytes of their records. */
export const TAIL_BYTES = 256 * 1024;
/** Milliseconds after which a change of another process is seen. */
const POLL_MS: Millis = 1_000;
/** Milliseconds after which a quiet log is read again, which also keeps it on. */
const READ_AGAIN_MS: Millis = 60_000;
/** Milliseconds between two reads of a log that is being written, so that its changes come together. */
const REST_MIN_MS: Millis = 20;
/** The same for each one who waits, because a part costs each of them much the same, however short it is. */
const REST_OF_EACH_MS: Millis = 0.3;
const REST_MAX_MS: Millis = 100;
/** Milliseconds for which the last part of a log is kept for those who were busy when it came. */
const KEPT_MS: Millis = 1_000;

/**
 * The ends of the logs that somebody waits for. All who wait in this process at the end of a log share one read, one
 * look-up of records and the changes as they are shown, so that a further reader costs next to nothing. One who has
 * fallen behind by more than the last part reads by itself until it is back at the end.
 */
export interface ChangeTails {
  /**
   * Returns the changes after an entry as soon as there are any. Those who wait together get the same list.
   * @param store as it was last known, for a store that is deleted meanwhile.
   * @throws NotFoundError for a deleted store without later entries.
   */
  next(store: StoreRow, after: number, withRecords: boolean, signal: AbortSignal): Promise<ShownChanges>;
}

/** The last changes that were read for those who wait. */
interface Part extends ShownChanges {
  /** The number of the entry before them. */
  readonly start: number;
  readonly readAt: number;
}

/** The end of one log, with records or without, while somebody waits there. */
interface Tail {
  readonly key: string;
  readonly storeId: string;
  readonly withRecords: boolean;
  readonly alarm: Alarm;
  /** The number of the entry after which the next part begins. */
  end: number;
  last: Part | null;
  /** Milliseconds between the last part and the next read. */
  rest: Millis;
  waiting: number;
  forgetting: NodeJS.Timeout | undefined;
}

export function createChangeTails(context: ServiceContext, logs: LogReads): ChangeTails {
  const { storage, closing } = context;
  const reading = createSharedCalls<ShownChanges | null>();
  const tails = new Map<string, Tail>();
  const keyOf = (storeId: string, withRecords: boolean) => `${storeId} ${withRecords}`;
  const unlisten = storage.changes.listen((storeId) => {
    for (const withRecords of [true, false]) tails.get(keyOf(storeId, withRecords))?.alarm.ring();
  });
  closing.addEventListener('abort', unlisten, { once: true });
  let isPolling = false;

  /** Looks for changes of other processes, with one statement for all logs, as long as somebody waits. */
  async function poll(): Promise<void> {
    if (isPolling) return;
    isPolling = true;
    for (;;) {
      await sleep(POLL_MS, closing);
      if (tails.size === 0 || closing.aborted) break;
      try {
        const storeIds = new Set([...tails.values()].map(({ storeId }) => storeId));
        const positions = await storage.changes.positions([...storeIds]);
        for (const { storeId, alarm, end } of tails.values()) {
          if (positions.get(storeId) !== end) alarm.ring();
        }
      } catch {
        // A storage that is unavailable now may be available a second later.
      }
    }
    isPolling = false;
  }

  /** Counts one who waits at the end of a log. */
  function join(storeId: string, withRecords: boolean, after: number): Tail {
    const key = keyOf(storeId, withRecords);
    const begun = { end: after, last: null, rest: 0, waiting: 0, forgetting: undefined };
    const tail = tails.get(key) ?? { key, storeId, withRecords, alarm: new Alarm(), ...begun };
    tails.set(key, tail);
    clearTimeout(tail.forgetting);
    tail.waiting++;
    void poll();
    return tail;
  }

  /** Forgets a log for which nobody waits, after those who were busy could have taken its last part. */
  function leave(tail: Tail): void {
    if (--tail.waiting > 0) return;
    const left = tail.last === null ? 0 : tail.last.readAt + KEPT_MS - performance.now();
    if (left <= 0) tails.delete(tail.key);
    else tail.forgetting = setTimeout(() => tails.delete(tail.key), left).unref();
  }

  /** Returns the changes after an entry, null if there are none yet. */
  async function read(
    store: StoreRow,
    after: number,
    withRecords: boolean,
    signal: AbortSignal,
  ): Promise<ShownChanges | null> {
    // Before the log, which has the deletion of a store that is gone by then.
    const isGone = (await storage.stores.get(store.accountId, store.id)) === null;
    const page = await logs.read(store, { after, limit: TAIL_MAX }).catch((error) => {
      // The log of a deleted store is removed at last.
      throw isGone && error instanceof CursorExpiredError ? new NotFoundError('store') : error;
    });
    if (page.rows.length > 0) {
      const selection = { where: null, withRecords, maxBytes: TAIL_BYTES };
      return showChanges(context, store, page, selection, { signal });
    }
    if (isGone) throw new NotFoundError('store');
    return null;
  }

  /** Reads the next part of a log as soon as there is one. */
  async function advance(tail: Tail, store: StoreRow, signal: AbortSignal): Promise<null> {
    const { alarm, last, rest, withRecords } = tail;
    if (last !== null) {
      const left = last.readAt + rest - performance.now();
      if (left > 0) await sleep(left, signal);
    }
    for (;;) {
      signal.throwIfAborted();
      const { rings } = alarm;
      const start = tail.end;
      const found = await read(store, start, withRecords, signal);
      if (found !== null) {
        tail.last = { ...found, start, readAt: performance.now() };
        tail.end = found.end;
        tail.rest = Math.min(REST_MAX_MS, Math.max(REST_MIN_MS, tail.waiting * REST_OF_EACH_MS));
        return null;
      }
      await alarm.sleep(READ_AGAIN_MS, signal, rings);
    }
  }

  return {
    async next(store, after, withRecords, signal) {
      const tail = join(store.id, withRecords, after);
      try {
        for (;;) {
          const kept = tail.last === null ? null : itemsAfter(tail.last, after);
          if (kept !== null) return kept;
          if (after < tail.end) {
            const key = `${tail.key} ${after}`;
            const missed = await reading(key, signal, (left) => read(store, after, withRecords, left));
            if (missed !== null) return missed;
          }
          await reading(tail.key, signal, (left) => advance(tail, store, left));
        }
      } finally {
        leave(tail);
      }
    },
  };
}

/** Returns what a part has after an entry. Null: the entry is none of it, or the part may be outdated. */
function itemsAfter(part: Part, after: number): ShownChanges | null {
  const { start, end, items, readAt } = part;
  if (after < start || after >= end || performance.now() - readAt > KEPT_MS) return null;
  return after === start ? part : { items: items.filter(({ version }) => version > after), end };
}
