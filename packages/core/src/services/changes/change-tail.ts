import { BoundedMap } from '../../ground/bounded-map.ts';
import { NotFoundError } from '../../ground/errors.ts';
import { sleep } from '../../jobs/sleep.ts';
import type { StoreRow } from '../../storage/index.ts';
import { createSharedWork } from '../../turns/shared-work.ts';
import type { ServiceContext } from '../calls/context.ts';
import { type ShownChanges, showChanges } from './change-reader.ts';
import { readLog } from './read-log.ts';

/** Entries of a log that are read at once for those who wait for them. */
export const TAIL_MAX = 100;
/** Upper bound of the JSON bytes of their records. */
const TAIL_BYTES = 256 * 1024;
/** Milliseconds after which a change of another process is seen. */
const POLL_MS = 1_000;
/** Milliseconds between two reads of a log that is being written, so that its changes come together. */
const REST_MS = 20;
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
   * @throws NotFoundError for a store that is deleted and has no later entries.
   */
  next(store: StoreRow, after: number, withRecords: boolean, signal: AbortSignal): Promise<ShownChanges>;
}

export function createChangeTails(context: ServiceContext): ChangeTails {
  const { storage, alarms } = context;
  const shared = createSharedWork<ShownChanges>();
  const readAt = new BoundedMap<string, number>(STORES_MAX);

  async function wait(
    known: StoreRow,
    after: number,
    withRecords: boolean,
    signal: AbortSignal,
  ): Promise<ShownChanges> {
    const alarm = alarms.of(known.id);
    await sleep((readAt.get(known.id) ?? 0) + REST_MS - performance.now(), signal);
    for (;;) {
      signal.throwIfAborted();
      const { rings } = alarm;
      const rows = await readLog(context, known, after, TAIL_MAX);
      const current = await storage.stores.get(known.accountId, known.id);
      if (rows.length > 0) {
        readAt.set(known.id, performance.now());
        const selection = { where: null, withRecords, maxBytes: TAIL_BYTES };
        return showChanges(context, current ?? known, rows, selection, { signal });
      }
      if (current === null) throw new NotFoundError('store');
      await alarm.sleep(POLL_MS, signal, rings);
    }
  }

  return {
    next: (store, after, withRecords, signal) =>
      shared(`${store.id} ${after} ${withRecords}`, signal, (abandoned) =>
        wait(store, after, withRecords, abandoned),
      ),
  };
}
