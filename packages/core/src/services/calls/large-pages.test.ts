import { expect, test, vi } from 'vitest';
import { UnavailableError } from '../../ground/errors.ts';
import type { RecordRow } from '../../storage/index.ts';
import { createLargePages } from './large-pages.ts';

const PAGE = { storeId: 'store', accountId: 'account', limit: 100 };

function rowsOf(count: number, length: number): RecordRow[] {
  return Array.from({ length: count }, (_, i) => ({
    id: `r${i}`,
    seq: i,
    createdAt: 1,
    updatedAt: 1,
    values: ['x'.repeat(length)],
  }));
}

/** Reads a page that the test ends. */
function readSlowly(pages: ReturnType<typeof createLargePages>, page = PAGE) {
  const { promise, resolve } = Promise.withResolvers<{ rows: RecordRow[]; more: boolean }>();
  const read = vi.fn(() => promise);
  const result = pages.read(page, {}, read);
  return { read, result, finish: () => resolve({ rows: rowsOf(10, 100_000), more: true }) };
}

test('reads two large pages of an account at a time, concurrently with those of another account', async () => {
  const pages = createLargePages();
  const [first, second, third] = [readSlowly(pages), readSlowly(pages), readSlowly(pages)];
  const other = readSlowly(pages, { ...PAGE, accountId: 'other' });
  await vi.waitFor(() => expect(other.read).toHaveBeenCalled(), { timeout: 10_000 });
  expect([first, second, third].map(({ read }) => read.mock.calls.length)).toEqual([1, 1, 0]);
  first.finish();
  await vi.waitFor(() => expect(third.read).toHaveBeenCalled(), { timeout: 10_000 });
  for (const page of [second, third, other]) page.finish();
  await Promise.all([first.result, second.result, third.result, other.result]);
});

test('returns each large page in another turn of the event loop', async () => {
  const pages = createLargePages();
  const turns = await Promise.all(
    ['a', 'b', 'c'].map(async (accountId) => {
      await pages.read({ ...PAGE, accountId }, {}, async () => ({ rows: rowsOf(10, 100_000), more: true }));
      return performance.nodeTiming.uvMetricsInfo.loopCount;
    }),
  );
  expect(new Set(turns).size).toBe(3);
});

test('neither reserves nor waits once the records of the store are known to be small', async () => {
  const pages = createLargePages();
  const reserve = vi.fn();
  const read = async () => ({ rows: rowsOf(100, 20), more: false });
  await pages.read(PAGE, { reserve }, read);
  expect(reserve).toHaveBeenCalledTimes(1);
  const running = readSlowly(pages, { ...PAGE, storeId: 'wide' });
  await pages.read(PAGE, { reserve }, read);
  expect(reserve).toHaveBeenCalledTimes(1);
  running.finish();
  await running.result;
});

test('does not read a rejected page, and returns its turn', async () => {
  const pages = createLargePages();
  const read = vi.fn();
  const refuse = () => {
    throw new UnavailableError('No room.');
  };
  for (let i = 0; i < 3; i++) {
    await expect(pages.read(PAGE, { reserve: refuse }, read)).rejects.toThrow('No room.');
  }
  expect(read).not.toHaveBeenCalled();
});
