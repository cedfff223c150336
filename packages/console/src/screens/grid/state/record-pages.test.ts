import type { AnyRow, AnyStore, Store } from '@vitrine/client';
import { expect, test, vi } from 'vitest';
import { RecordPages } from './record-pages.ts';

vi.mock('../view/first-view.ts', () => ({ FIRST_PAGE: 100 }));

const ROWS = 12_000;

test('rows far below are loaded anew with few looks at each, and the latest version of each is shown', async () => {
  let looks = 0;
  const rowOf = (at: number): AnyRow => ({
    get id() {
      looks += 1;
      return `r${at}`;
    },
    date_created: '2026-01-01',
    date_updated: '2026-01-01',
  });
  const store = {
    async query({ limit, cursor }: { limit: number; cursor?: string }) {
      const from = Number(cursor ?? 0);
      const to = Math.min(ROWS, from + limit);
      const items = Array.from({ length: to - from }, (_, place) => rowOf(from + place));
      return { items, ...(to < ROWS ? { cursor: String(to) } : {}) };
    },
  } as unknown as Store<AnyStore>;
  const load = (before: RecordPages | null) => {
    const pages = new RecordPages({
      store,
      request: { sortBy: 'id' },
      takeFirstPage: async () => null,
      versions: new Map(),
      before,
      whenNotEditing: () => null,
    });
    pages.need(ROWS - 40, ROWS);
    return pages;
  };
  const before = load(null);
  await expect.poll(() => before.isComplete.peek()).toBe(true);
  before.close();
  const pages = load(before);
  pages.replace({ id: 'r5', date_created: '2026-01-01', date_updated: '2026-01-02' } as AnyRow);
  looks = 0;
  await expect.poll(() => pages.isComplete.peek()).toBe(true);
  expect(looks).toBeLessThan(10 * ROWS);
  expect(pages.rowAt(5)?.date_updated).toBe('2026-01-02');
});

const version = (id: string, day = 1): AnyRow => ({
  id,
  date_created: '2026-01-01',
  date_updated: `2026-01-0${day}`,
});
const days = (pages: RecordPages) =>
  Array.from({ length: pages.known.peek() }, (_, index) => {
    const row = pages.rowAt(index);
    return `${row?.id} ${row?.date_updated.at(-1)}`;
  });

/** Opens a query whose pages come when they are let. */
function openPages(
  answers: readonly (readonly AnyRow[])[],
  versions: ReadonlyMap<string, AnyRow> = new Map(),
) {
  const waiting: (() => void)[] = [];
  const store = {
    async query({ cursor }: { cursor?: string }) {
      await new Promise<void>((resolve) => waiting.push(resolve));
      const at = Number(cursor ?? 0);
      return { items: answers[at], ...(at + 1 < answers.length ? { cursor: String(at + 1) } : {}) };
    },
  } as unknown as Store<AnyStore>;
  const request = { sortBy: 'id' };
  const takeFirstPage = async () => null;
  const pages = new RecordPages({
    ...{ store, request, takeFirstPage, versions },
    before: null,
    whenNotEditing: () => null,
  });
  pages.need(0, 10);
  const letNext = async () => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    waiting.shift()?.();
  };
  return { pages, letNext };
}

test('a page that was requested before a record was written has it as it was written', async () => {
  const versions = new Map<string, AnyRow>();
  const { pages, letNext } = openPages([[version('r1'), version('r2', 3)]], versions);
  versions.set('r1', version('r1', 2));
  versions.set('r2', version('r2', 2));
  await letNext();
  await expect.poll(() => days(pages)).toEqual(['r1 2', 'r2 3']);
});

test('a record that a later page has again is replaced in every place, also by what a server writes whose clock is behind', async () => {
  const { pages, letNext } = openPages([[version('r1', 2), version('r2')], [version('r1', 3)]]);
  await letNext();
  await letNext();
  await expect.poll(() => pages.isComplete.peek()).toBe(true);
  pages.replace(version('r1', 4));
  expect(days(pages)).toEqual(['r1 4', 'r2 1', 'r1 4']);
  pages.replace(version('r1', 1));
  expect(days(pages)).toEqual(['r1 1', 'r2 1', 'r1 1']);
});

test('records that were added while rows are read come below the last one, but for those that a page has', async () => {
  const { pages, letNext } = openPages([[version('r1')], [version('r2')]]);
  await letNext();
  await expect.poll(() => pages.known.peek()).toBe(1);
  for (const id of ['r2', 'new', 'r1']) pages.append(version(id));
  pages.replace(version('new', 2));
  await letNext();
  await expect.poll(() => days(pages)).toEqual(['r1 1', 'r2 1', 'new 2']);
});
