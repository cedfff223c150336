import { BoundedMap } from '../../ground/collections.ts';
import { CursorExpiredError, NotFoundError } from '../../ground/errors.ts';
import type { ChangeQuery, LoggedPage, Millis, StoreRow } from '../../storage/index.ts';
import type { ServiceContext } from '../calls/context.ts';

/** A log stays on for a week after its last use, so a use is noted once an hour. */
const MARK_EVERY: Millis = 3_600_000;
/** Stores whose last mark is remembered. */
const STORES_MAX = 10_000;

/** The logs of stores, for those who read them: a read keeps the log on. */
export interface LogReads {
  /**
   * Turns the log on if it is off, and returns the number of its last entry. Calls that come while a call turns the log
   * of the same store on wait for it, so that a hundred readers that open at once need one transaction.
   * @throws NotFoundError
   */
  begin(store: StoreRow): Promise<number>;
  /** Returns the entries after one. @throws CursorExpiredError if some of them were removed or not logged. */
  read(store: StoreRow, query: ChangeQuery): Promise<LoggedPage>;
}

export function createLogReads({ storage, clock }: Pick<ServiceContext, 'storage' | 'clock'>): LogReads {
  const markedAt = new BoundedMap<string, Millis>(STORES_MAX);
  /** The calls that turn logs on now, by store. */
  const turning = new Map<string, Promise<number | null>>();

  function needsMark(storeId: string, now: Millis): boolean {
    return now - (markedAt.get(storeId) ?? Number.NEGATIVE_INFINITY) >= MARK_EVERY;
  }

  /** Returns the number of the last entry; null if there is no such store. */
  async function turnOn(store: StoreRow, now: Millis): Promise<number | null> {
    const turnedOn = storage.changes.turnOn(store, now);
    turning.set(store.id, turnedOn);
    try {
      const last = await turnedOn;
      if (last !== null) markedAt.set(store.id, now);
      return last;
    } finally {
      if (turning.get(store.id) === turnedOn) turning.delete(store.id);
    }
  }

  return {
    async begin(store) {
      const turned = turning.get(store.id);
      // An error is that of the other call.
      if (turned !== undefined) await turned.catch(() => {});
      const now = clock();
      if (!needsMark(store.id, now)) {
        const last = (await storage.changes.positions([store.id])).get(store.id);
        if (last !== undefined) return last;
      }
      const last = await turnOn(store, now);
      if (last === null) throw new NotFoundError('store');
      return last;
    },

    async read(store, query) {
      const page = await storage.changes.read(store.id, query);
      if (page === 'expired') throw new CursorExpiredError();
      const now = clock();
      if (needsMark(store.id, now)) {
        markedAt.set(store.id, now);
        await storage.changes.markUsed([store.id], now);
      }
      return page;
    },
  };
}
