import type { z } from 'zod';
import { parseContract, rawMember } from '../../contracts/ground/contract.ts';
import { orderBy } from '../../contracts/records/records.ts';
import {
  CreateViewRequest,
  ListViewsQuery,
  UpdateViewRequest,
  type ViewQuery,
  type ViewResponse,
} from '../../contracts/stores/views.ts';
import { type Issue, NotFoundError, ValidationError } from '../../ground/errors.ts';
import { VIEWS_MAX } from '../../ground/limits.ts';
import { canBeStored } from '../../ground/stored-text.ts';
import { guardWrites, type Principal, requireAccountKey } from '../../ports/access.ts';
import { readFilters, readOrder } from '../../schema/queries/read-query.ts';
import type { NewView, StoreRow, ViewChange, ViewRef, ViewRow } from '../../storage/index.ts';
import { showDatetime } from '../../values/datetime.ts';
import type { ServiceContext } from '../calls/context.ts';
import { numberCursor, pageOf, pageStart } from '../calls/page.ts';
import { once, type RepeatableCall } from '../idempotency/idempotency.ts';
import { findFilterIssues, findSortIssues, throwIssues } from '../records/reads/record-selection.ts';
import { openStore } from '../stores/open-store.ts';
import type { ViewService } from './view-service.ts';

const CREATE: RepeatableCall<ViewResponse, unknown, ViewResponse> = {
  name: 'views.create',
  show: (_context, { plan }) => plan,
};

const FULL = `A store has at most ${VIEWS_MAX} views.`;

export function viewService(context: ServiceContext): ViewService {
  const { storage, clock, ids, cursorSecrets: secrets } = context;
  const { views } = storage;

  /** Returns the reference of a view. An id that can't be stored has none. */
  async function open(principal: Principal, storeId: string, id: string): Promise<[StoreRow, ViewRef]> {
    const store = await openStore(context, principal, storeId);
    if (!canBeStored(id)) throw new NotFoundError('view');
    return [store, { id, accountId: store.accountId, storeId: store.id }];
  }

  const service: ViewService = {
    create: (principal, storeId, request, options) =>
      once(context, CREATE, { principal, inputs: [storeId, request], options }, async (write) => {
        const store = await openStore(context, principal, storeId);
        requireAccountKey(principal);
        const given = parseContract(CreateViewRequest, request, findIssuesIn(store));
        const { name, kind, query = {}, display = {} } = given;
        requireReadable(store, query);
        const now = clock();
        const view: NewView = {
          id: ids.uuid(now),
          accountId: store.accountId,
          storeId: store.id,
          ...{ name, kind, query, display },
          createdAt: now,
          updatedAt: now,
        };
        const created = showView(view);
        const result = await write(created, (how) => views.insert(view, VIEWS_MAX, how));
        if (result === 'full') throw new ValidationError([{ path: '', message: FULL }]);
        return created;
      }),

    async list(principal, storeId, request = {}) {
      const { id, accountId } = await openStore(context, principal, storeId);
      const { limit, cursor, kind } = parseContract(ListViewsQuery, request);
      const scope = [accountId, 'ListViews', id, kind];
      const before = pageStart(secrets, scope, cursor);
      const slice = await views.list({ id, accountId }, { kind: kind ?? null, before, limit });
      const items = slice.rows.map(showView);
      return pageOf(items, limit, slice, (last: ViewRow) => numberCursor(secrets, scope, last.seq));
    },

    async get(principal, storeId, viewId) {
      const [, ref] = await open(principal, storeId, viewId);
      return showView(requireView(await views.get(ref)));
    },

    async update(principal, storeId, viewId, request) {
      const [store, ref] = await open(principal, storeId, viewId);
      requireAccountKey(principal);
      const view = requireView(await views.get(ref));
      const given = parseContract(UpdateViewRequest, request, findIssuesIn(store));
      if (given.query !== undefined) requireReadable(store, given.query);
      const members = Object.entries(given).filter(([, value]) => value !== undefined);
      if (members.length === 0) return showView(view);
      const change: ViewChange = Object.fromEntries(members);
      return showView(requireView(await views.update(ref, change, clock())));
    },

    async delete(principal, storeId, viewId) {
      const [, ref] = await open(principal, storeId, viewId);
      requireAccountKey(principal);
      if (!(await views.delete(ref))) throw new NotFoundError('view');
    },
  };
  return guardWrites(service, {
    create: 'writes',
    list: 'reads',
    get: 'reads',
    update: 'writes',
    delete: 'writes',
  });
}

/** Returns a function that finds the semantic errors of a query whose syntax may be wrong. */
function findIssuesIn(store: StoreRow): (input: unknown) => Issue[] {
  return (input) => {
    const query = rawMember(input, 'query');
    return [...findFilterIssues(store, query), ...findSortIssues(store, query, orderBy)].map(ofQuery);
  };
}

/** @throws ValidationError if the store does not allow the query now. */
function requireReadable(
  store: StoreRow,
  { filters, match, sortBy, sortDir }: z.output<typeof ViewQuery>,
): void {
  const { issues } = readFilters(store, filters, match);
  throwIssues([...issues, ...readOrder(store, sortBy, sortDir).issues].map(ofQuery));
}

function ofQuery({ path, message }: Issue): Issue {
  return { path: `query.${path}`, message };
}

function requireView(view: ViewRow | null): ViewRow {
  if (view === null) throw new NotFoundError('view');
  return view;
}

function showView({ id, name, kind, query, display, createdAt, updatedAt }: NewView): ViewResponse {
  return {
    id,
    name,
    kind,
    query: query as ViewQuery,
    display: display as Record<string, unknown>,
    date_created: showDatetime(createdAt),
    date_updated: showDatetime(updatedAt),
  };
}
