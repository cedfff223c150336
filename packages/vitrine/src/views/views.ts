import type { ViewResponse } from '@vitrine/core/contracts';
import { type AccountFlags, withAccount } from '../database/database.ts';
import { findId } from '../lists/find-named.ts';
import { namingFlags } from '../lists/named-flags.ts';
import { type AccountAccess, findStoreId } from '../lists/named-resources.ts';
import { readPages } from '../lists/pages.ts';
import { printItem } from '../lists/print-item.ts';
import { type ListFlags, printList } from '../lists/print-list.ts';
import type { Column } from '../lists/table.ts';
import { readSearch, readSort, type SearchFlags, type SortFlags } from '../records/record-filters.ts';
import { type ConfirmFlags, confirmLoss } from '../terminal/confirm.ts';
import { formatNumberOf, printLine, type Terminal } from '../terminal/terminal.ts';

export interface ListViewsFlags extends AccountFlags, ListFlags {
  readonly kind?: 'records' | 'chart';
}

export interface SaveViewFlags extends AccountFlags, SearchFlags, SortFlags {
  readonly json?: boolean;
}

/** Runs `vitrine views list`: prints the saved views of a store, newest first. */
export function listViews(terminal: Terminal, given: string, flags: ListViewsFlags): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const storeId = await findStoreId({ vitrine, principal }, given);
    const kind = flags.kind === undefined ? {} : { kind: flags.kind };
    const pages = readPages(
      (query) => vitrine.views.list(principal, storeId, { ...query, ...kind }),
      flags.limit,
    );
    await printList(terminal, flags, VIEW_COLUMNS, pages);
  });
}

const VIEW_COLUMNS: readonly Column<ViewResponse>[] = [
  { header: 'ID', cell: ({ id }) => id, whole: true },
  { header: 'KIND', cell: ({ kind }) => kind },
  { header: 'CHANGED', cell: (view) => view.date_updated },
  { header: 'NAME', cell: ({ name }) => name },
  { header: 'RECORDS', cell: describeQuery },
];

/** Returns what a view shows, in few words: `2 filters, "desk", by price desc`. */
function describeQuery({ query: { filters = [], q, sortBy, sortDir } }: ViewResponse): string {
  const keys = typeof sortBy === 'string' ? [{ field: sortBy, dir: sortDir }] : (sortBy ?? []);
  const order = keys.map(({ field, dir }) => (dir === 'desc' ? `${field} desc` : field)).join(', ');
  const parts = [
    ...(filters.length === 0 ? [] : [formatNumberOf(filters.length, 'filter')]),
    ...(q === undefined ? [] : [JSON.stringify(q)]),
    ...(order === '' ? [] : [`by ${order}`]),
  ];
  return parts.length === 0 ? 'all' : parts.join(', ');
}

/** Runs `vitrine views show`. */
export function showView(
  terminal: Terminal,
  given: string,
  view: string,
  flags: AccountFlags & { readonly json?: boolean },
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const access = { vitrine, principal };
    const storeId = await findStoreId(access, given);
    const viewId = await findViewId(access, storeId, view);
    printView(terminal, await vitrine.views.get(principal, storeId, viewId), flags);
  });
}

/** Runs `vitrine views save`: saves a view of records, or gives the one with this name another query. Its display stays. */
export function saveView(
  terminal: Terminal,
  given: string,
  name: string,
  flags: SaveViewFlags,
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const storeId = await findStoreId({ vitrine, principal }, given);
    const query = { ...readSearch(flags), ...readSort(flags) };
    const named = (await viewsOf({ vitrine, principal }, storeId)).filter((view) => view.name === name);
    const [same] = named;
    const view = await namingFlags(flags, () =>
      same === undefined
        ? vitrine.views.create(principal, storeId, { name, kind: 'records', query })
        : vitrine.views.update(principal, storeId, same.id, { query }),
    );
    printView(terminal, view, flags);
  });
}

/** Runs `vitrine views delete`. */
export function deleteView(
  terminal: Terminal,
  given: string,
  view: string,
  flags: AccountFlags & ConfirmFlags,
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const access = { vitrine, principal };
    const storeId = await findStoreId(access, given);
    const viewId = await findViewId(access, storeId, view);
    const { name } = await vitrine.views.get(principal, storeId, viewId);
    await confirmLoss(terminal, `This deletes the view ${JSON.stringify(name)} permanently.`, flags);
    await vitrine.views.delete(principal, storeId, viewId);
    printLine(terminal.stdout, `deleted  ${viewId}`);
  });
}

function printView(terminal: Terminal, view: ViewResponse, flags: { readonly json?: boolean }): void {
  printItem(terminal, flags, view, [
    ['id', view.id],
    ['name', view.name],
    ['kind', view.kind],
    ['records', describeQuery(view)],
    ['created', view.date_created],
    ['updated', view.date_updated],
  ]);
}

async function viewsOf({ vitrine, principal }: AccountAccess, storeId: string): Promise<ViewResponse[]> {
  const views: ViewResponse[] = [];
  for await (const page of readPages((query) => vitrine.views.list(principal, storeId, query)))
    views.push(...page);
  return views;
}

/** Returns the id of the view with the id or the name. @throws CommandError */
function findViewId(access: AccountAccess, storeId: string, given: string): Promise<string> {
  return findId(given, {
    noun: 'view',
    async *list() {
      yield await viewsOf(access, storeId);
    },
  });
}
