import {
  type Change,
  type ChangePage,
  type ChangeTypePattern,
  FollowChanges,
  ListChangesQuery,
  QueryChangesRequest,
} from '../../contracts/changes/changes.ts';
import { parseContract } from '../../contracts/ground/contract.ts';
import { PAGE_MAX_BYTES } from '../../ground/limits.ts';
import { guardWrites } from '../../ports/access.ts';
import type { Filter } from '../../query/ast.ts';
import { readFilters } from '../../schema/queries/read-query.ts';
import type { Millis, StoreRow } from '../../storage/index.ts';
import type { ServiceContext } from '../calls/context.ts';
import { findFilterIssues, throwIssues } from '../records/reads/record-selection.ts';
import { openStore } from '../stores/open-store.ts';
import { nextChanges, openFeed, wantedTypes, within } from './change-feed.ts';
import { decodeChangePosition, encodeChangePosition } from './change-position.ts';
import { showChanges } from './change-reader.ts';
import type { ChangeReading } from './change-reading.ts';
import type { ChangeService, WaitOptions } from './change-service.ts';

/** A request for changes, after it has been read. */
interface Asked {
  readonly since?: string | undefined;
  readonly limit: number;
  /** Seconds. */
  readonly wait: number;
  readonly include?: 'id' | 'record' | undefined;
  readonly types?: readonly ChangeTypePattern[] | undefined;
}

/** Milliseconds for which a request that does not wait looks for changes that it wants. */
const LOOK_MS = 5_000;

export function changeService(context: ServiceContext, reading: ChangeReading): ChangeService {
  const { closing, cursorSecrets: secrets } = context;
  const { logs, tails } = reading;

  /** Returns whether the log of the store goes on after an entry, as soon as it does. */
  async function hasMore(store: StoreRow, after: number, time: Millis, until: AbortSignal): Promise<boolean> {
    const found = await within(time, until, (signal) => tails.next(store, after, false, signal));
    return found !== null;
  }

  async function readPage(
    store: StoreRow,
    { since, limit, include, types, ...asked }: Asked,
    where: Filter | null,
    { until, waitWith = (run) => run(), ...options }: WaitOptions,
  ): Promise<ChangePage> {
    const pageAt = (end: number, items: readonly Change[]): ChangePage => ({
      items: [...items],
      cursor: encodeChangePosition(secrets, store, end),
      limit,
    });
    if (since === undefined) return pageAt(await logs.begin(store), []);
    let after = decodeChangePosition(secrets, store, since);
    const wanted = types === undefined ? undefined : wantedTypes(types);
    const selection = { where, withRecords: include === 'record', maxBytes: PAGE_MAX_BYTES };
    const ending = AbortSignal.any([closing, until ?? [], options.signal ?? []].flat());
    const startedAt = performance.now();
    const wait = asked.wait * 1_000;
    for (;;) {
      options.signal?.throwIfAborted();
      const page = await logs.read(store, { after, limit, types: wanted });
      const elapsed = performance.now() - startedAt;
      if (page.rows.length > 0) {
        const found = await showChanges(context, store, page, selection, options);
        after = found.end;
        if (found.items.length > 0 || elapsed > Math.max(wait, LOOK_MS)) return pageAt(after, found.items);
      } else {
        after = page.position;
        const isOver =
          elapsed >= wait || !(await waitWith(() => hasMore(store, after, wait - elapsed, ending)));
        if (isOver) return pageAt(after, []);
      }
    }
  }

  /** Returns where a feed begins, after it has turned the log on. */
  async function startOf(store: StoreRow, since: string | undefined): Promise<number> {
    if (since === undefined) return logs.begin(store);
    const after = decodeChangePosition(secrets, store, since);
    await logs.read(store, { after, limit: 1 });
    return after;
  }

  const service: ChangeService = {
    async list(principal, storeId, query = {}, options = {}) {
      const store = await openStore(context, principal, storeId);
      return readPage(store, parseContract(ListChangesQuery, query), null, options);
    },

    async query(principal, storeId, request = {}, options = {}) {
      const store = await openStore(context, principal, storeId);
      const { filters, match, ...asked } = parseContract(QueryChangesRequest, request, (input) =>
        findFilterIssues(store, input),
      );
      const { where, issues } = readFilters(store, filters, match);
      throwIssues(issues);
      return readPage(store, asked, filters === undefined ? null : where, options);
    },

    async open(principal, storeId, query = {}, options = {}) {
      const store = await openStore(context, principal, storeId);
      const { include, types = null, ...given } = parseContract(ListChangesQuery, query);
      const after = await startOf(store, options.since ?? given.since);
      return openFeed(context, reading, store, { after, withRecords: include === 'record', types });
    },

    async *follow(principal, storeId, { signal, ...options } = {}) {
      const store = await openStore(context, principal, storeId);
      const { since, include, types = null } = parseContract(FollowChanges, options);
      const after = await startOf(store, since);
      const feed = openFeed(context, reading, store, { after, withRecords: include === 'record', types });
      const until = signal === undefined ? closing : AbortSignal.any([signal, closing]);
      for (;;) {
        until.throwIfAborted();
        const changes = await nextChanges(feed, until);
        if (changes === null) return;
        until.throwIfAborted();
        yield* changes;
      }
    },
  };
  // Reading a log may turn it on, which changes nothing that anyone sees.
  return guardWrites(service, {
    list: 'reads',
    query: 'reads',
    follow: 'reads',
    open: 'reads',
  });
}
