import type { Change } from '../../contracts/changes/changes.ts';
import { CursorExpiredError } from '../../ground/errors.ts';
import type { StoreRow } from '../../storage/index.ts';
import type { ServiceContext, StoreFollower } from '../calls/context.ts';
import { nextChanges, openFeed } from './change-feed.ts';
import type { ChangeReading } from './change-reading.ts';

/** A change with its store, as `onChange` gets it. */
export interface FollowedChange extends Change {
  readonly accountId: string;
  readonly storeId: string;
}

/** Gets the changes of stores after their commit. The next ones come when its promise has settled. */
export type OnChange = (changes: readonly FollowedChange[]) => unknown;

/** Stores that are followed at once. Beyond that, the store that was followed first is left. */
const STORES_MAX = 10_000;

/** Follows each store that a call of this process uses, from that call on, and passes its changes to a function. */
export function storeFollower(
  context: ServiceContext,
  reading: ChangeReading,
  onChange: OnChange,
): StoreFollower {
  const { storage, closing, onError } = context;
  const leaving = new Map<string, AbortController>();
  const loggedAccounts = new Set<string>();
  let handled: Promise<void> = Promise.resolve();

  /** Calls the function after it has finished the changes before. Never rejects. */
  function handle(changes: readonly FollowedChange[]): Promise<void> {
    handled = handled.then(async () => {
      try {
        await onChange(changes);
      } catch (error) {
        onError(error);
      }
    });
    return handled;
  }

  async function run(store: StoreRow, start: number, signal: AbortSignal): Promise<void> {
    const { id: storeId, accountId } = store;
    const feedAfter = (after: number) =>
      openFeed(context, reading, store, { after, withRecords: false, types: null });
    let feed = feedAfter(start);
    while (!signal.aborted) {
      try {
        const changes = await nextChanges(feed, signal);
        if (changes === null) return;
        if (changes.length > 0) await handle(changes.map((change) => ({ ...change, accountId, storeId })));
      } catch (error) {
        onError(error);
        // A function that takes longer than the log is kept has lost changes.
        if (!(error instanceof CursorExpiredError)) return;
        feed = feedAfter(await reading.logs.begin(store));
      }
    }
  }

  function start(store: StoreRow, after: number): void {
    const { id } = store;
    if (closing.aborted || leaving.has(id)) return;
    const leave = new AbortController();
    leaving.set(id, leave);
    const [oldest] = leaving;
    if (leaving.size > STORES_MAX && oldest !== undefined) {
      leaving.delete(oldest[0]);
      oldest[1].abort();
    }
    run(store, after, AbortSignal.any([closing, leave.signal]))
      .catch(onError)
      .finally(() => {
        if (leaving.get(id) === leave) leaving.delete(id);
      });
  }

  async function begin(store: StoreRow): Promise<StoreRow> {
    start(store, await reading.logs.begin(store));
    // Turning the log on has moved the version of the store.
    return (await storage.stores.get(store.accountId, store.id)) ?? store;
  }

  return {
    open: (store) => (store.isLogged && leaving.has(store.id) ? store : begin(store)),
    async logNewStores(accountId) {
      if (loggedAccounts.has(accountId)) return;
      await storage.changes.logNewStores(accountId, true);
      loggedAccounts.add(accountId);
    },
    async add(store) {
      if (store.isLogged) start(store, 0);
      else await begin(store);
    },
  };
}
