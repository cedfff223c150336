import { signal } from '@preact/signals';
import type { AnyRow, AnyStore, Change, Store } from '@vitrine/client';
import { expect, test, vi } from 'vitest';
import { stubBrowser } from '../../../../../../test/console/shared-tabs.ts';
import type { GridState } from './grid-state.ts';
import { NO_NEWS } from './news.ts';
import { RecordPages } from './record-pages.ts';

vi.mock('../view/first-view.ts', () => ({ FIRST_PAGE: 100 }));
stubBrowser();
const { takeChange } = await import('./live-rows.ts');

const version = (id: string, day: number): AnyRow => ({
  id,
  date_created: '2026-01-01',
  date_updated: `2026-01-0${day}`,
  title: `title ${day}`,
});
const changeOf = (type: Change['type'], recordId: string, record?: AnyRow) =>
  ({ type, recordId, record }) as unknown as Change;

/** A grid whose only page comes when it is let. */
function openGrid(...items: readonly AnyRow[]) {
  const { promise, resolve } = Promise.withResolvers<{ items: readonly AnyRow[] }>();
  const pages = new RecordPages({
    store: { query: () => promise } as unknown as Store<AnyStore>,
    request: { sortBy: 'id' },
    takeFirstPage: async () => null,
    versions: new Map(),
    before: null,
    whenNotEditing: () => null,
  });
  pages.need(0, 10);
  const grid = {
    pages,
    gone: signal<ReadonlySet<string>>(new Set()),
    news: signal(NO_NEWS),
    editing: signal(null),
    marked: signal(new Set()),
    columns: [{ name: 'title', isSystem: false }],
    edits: { versions: new Map() },
  } as unknown as GridState;
  const letPage = async () => {
    resolve({ items });
    await expect.poll(() => pages.isLoading.peek()).toBe(false);
  };
  return { grid, letPage };
}

test('what others do to a record while its page is on its way is shown when it is there', async () => {
  const { grid, letPage } = openGrid(version('changed', 1), version('deleted', 1), version('restored', 1));
  takeChange(grid, changeOf('record.updated', 'changed', version('changed', 2)));
  takeChange(grid, changeOf('record.deleted', 'deleted'));
  takeChange(grid, changeOf('record.deleted', 'restored'));
  takeChange(grid, changeOf('record.created', 'restored', version('restored', 2)));
  await letPage();
  expect(grid.pages.rowAt(0)?.title).toBe('title 2');
  expect([...grid.gone.peek()]).toEqual(['deleted']);
  expect(grid.pages.rowAt(2)?.title).toBe('title 2');
});

test('a record that someone deletes and restores is not marked as deleted any more', async () => {
  const { grid, letPage } = openGrid(version('r1', 1), version('r2', 1));
  await letPage();
  takeChange(grid, changeOf('record.deleted', 'r1'));
  takeChange(grid, changeOf('record.deleted', 'r2'));
  expect([...grid.gone.peek()]).toEqual(['r1', 'r2']);
  takeChange(grid, changeOf('record.created', 'r1', version('r1', 2)));
  expect([...grid.gone.peek()]).toEqual(['r2']);
});

test('a change that tells what is shown already is no news', async () => {
  const { grid, letPage } = openGrid(version('r1', 2));
  await letPage();
  takeChange(grid, changeOf('record.created', 'r1', version('r1', 2)));
  takeChange(grid, changeOf('record.updated', 'r1', version('r1', 1)));
  expect(grid.news.peek()).toBe(NO_NEWS);
  expect(grid.marked.peek().size).toBe(0);
  expect(grid.pages.rowAt(0)?.title).toBe('title 2');
});
