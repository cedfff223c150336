import { BoundedMap } from '../../ground/bounded-map.ts';
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
const REST_MS: Millis = 20;
/** Stores whose last read is remembered. */
const STORES_MAX = 10_000;

/**
 * The ends of the logs that somebody waits for. All who wait in this process behind the same entry of a store share one
 * read, one look-up of records and the changes as they are shown, so that a further reader costs next to nothing.
 */
export interface ChangeTails {
  /**
   * Returns the changes after an entry as soon as there are any.
   * @param store as it was last known, for a store that is deleted meanwhile.
   * @throws NotFoundError for a deleted store without later entries.
   */
  next(store: StoreRow, after: number, withRecords: boolean, signal: AbortSignal): Promise<ShownChanges>;
}

/** The end of one log, while somebody waits there. */
interface Waited {
  readonly alarm: Alarm;
  /** The number of the last entry that was seen. */
  last: number;
  waiting: number;
}

export function createChangeTails(context: ServiceContext, logs: LogReads): ChangeTails {
  const { storage, closing } = context;
  const shared = createSharedCalls<ShownChanges>();
  const readAt = new BoundedMap<string, number>(STORES_MAX);
  const waited = new Map<string, Waited>();
  const unlisten = storage.changes.listen((storeId) => waited.get(storeId)?.alarm.ring());
  closing.addEventListener('abort', unlisten, { once: true });
  let isPolling = false;

  /** Looks for changes of other processes, with one statement for all logs, as long as somebody waits. */
  async function poll(): Promise<void> {
    if (isPolling) return;
    isPolling = true;
    for (;;) {
      await sleep(POLL_MS, closing);
      if (waited.size === 0 || closing.aborted) break;
      try {
        const positions = await storage.changes.positions([...waited.keys()]);
        for (const [storeId, { alarm, last }] of waited) if (positions.get(storeId) !== last) alarm.ring();
      } catch {
        // A storage that is unavailable now may be available a second later.
      }
    }
    isPolling = false;
  }

  /** Counts one who waits at the end of a log. */
  function join(storeId: string, after: number): Waited {
    const end = waited.get(storeId) ?? { alarm: new Alarm(), last: after, waiting: 0 };
    end.waiting++;
    waited.set(storeId, end);
    void poll();
    return end;
  }

  function leave(storeId: string, end: Waited): void {
    if (--end.waiting === 0) waited.delete(storeId);
  }

  async function wait(
    store: StoreRow,
    after: number,
    withRecords: boolean,
    signal: AbortSignal,
  ): Promise<ShownChanges> {
    const { id, accountId } = store;
    const rest = (readAt.get(id) ?? 0) + REST_MS - performance.now();
    if (rest > 0) await sleep(rest, signal);
    const end = join(id, after);
    try {
      for (;;) {
        signal.throwIfAborted();
        const { rings } = end.alarm;
        // Before the log, which has the deletion of a store that is gone by then.
        const isGone = (await storage.stores.get(accountId, id)) === null;
        const page = await logs.read(store, { after, limit: TAIL_MAX }).catch((error) => {
          // The log of a deleted store is removed at last.
          throw isGone && error instanceof CursorExpiredError ? new NotFoundError('store') : error;
        });
        end.last = Math.max(end.last, page.position);
        if (page.rows.length > 0) {
          readAt.set(id, performance.now());
          const selection = { where: null, withRecords, maxBytes: TAIL_BYTES };
          return await showChanges(context, store, page, selection, { signal });
        }
        if (isGone) throw new NotFoundError('store');
        await end.alarm.sleep(READ_AGAIN_MS, signal, rings);
      }
    } finally {
      leave(id, end);
    }
  }

  return {
    next: (store, after, withRecords, signal) =>
      shared(`${store.id} ${after} ${withRecords}`, signal, (abandoned) =>
        wait(store, after, withRecords, abandoned),
      ),
  };
}
