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
