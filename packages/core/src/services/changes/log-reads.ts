import { BoundedMap } from '../../ground/bounded-map.ts';
import { CursorExpiredError, NotFoundError } from '../../ground/errors.ts';
import type { ChangeQuery, LoggedPage, Millis, StoreRow } from '../../storage/index.ts';
import type { ServiceContext } from '../calls/context.ts';

/** A log stays on for a week after its last use, so a use is noted once an hour. */
const MARK_EVERY: Millis = 3_600_000;
/** Stores whose last mark is remembered. */
const STORES_MAX = 10_000;

/** The logs of stores, for those who read them: a read keeps the log on. */
export interface LogReads {
  /** Turns the log on if it is off, and returns the number of its last entry. @throws NotFoundError */
  begin(store: StoreRow): Promise<number>;
  /** Returns the entries after one. @throws CursorExpiredError if some of them were removed or not logged. */
  read(store: StoreRow, query: ChangeQuery): Promise<LoggedPage>;
}

export function createLogReads({ storage, clock }: Pick<ServiceContext, 'storage' | 'clock'>): LogReads {
  const markedAt = new BoundedMap<string, Millis>(STORES_MAX);

  function needsMark(storeId: string, now: Millis): boolean {
    return now - (markedAt.get(storeId) ?? Number.NEGATIVE_INFINITY) >= MARK_EVERY;
  }

  return {
    async begin(store) {
      const now = clock();
      if (store.isLogged && !needsMark(store.id, now)) {
        const last = (await storage.changes.positions([store.id])).get(store.id);
        if (last !== undefined) return last;
      }
      const last = await storage.changes.turnOn(store, now);
      if (last === null) throw new NotFoundError('store');
      markedAt.set(store.id, now);
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
