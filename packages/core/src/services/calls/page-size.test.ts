import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { UnavailableError } from '../../ground/errors.ts';
import { recordToJson } from '../../schema/record-json.ts';
import type { RecordRow, StoreRow } from '../../storage/index.ts';
import { createLargePages, fitPage } from './page-size.ts';

const STORE = {
  properties: [
    { name: 'text', type: 'string', slot: 't0' },
    { name: '"quoted"', type: 'number', slot: 'n0' },
  ],
} as unknown as StoreRow;

function rows(count: number, text: string): RecordRow[] {
  return Array.from({ length: count }, (_, i) => ({
    id: `r${i}`,
    seq: i,
    createdAt: 0,
    updatedAt: 0,
    values: [text, i],
  }));
}

test('keeps all rows within the limit', () => {
  const { items, isCut } = fitPage(STORE, rows(10, 'short'), 100_000);
  expect([items.length, isCut]).toEqual([10, false]);
});

test('counts bytes of JSON: six for an escape, one for a letter', () => {
  for (const text of ['\u0001'.repeat(1_000), 'x'.repeat(1_000), 'é'.repeat(1_000)]) {
    const all = rows(20, text);
    const { items, isCut } = fitPage(STORE, all, 15_000);
    const bytes = (count: number) =>
      fitPage(STORE, all.slice(0, count), Number.MAX_SAFE_INTEGER)
        .items.map((item) => Buffer.byteLength(recordToJson(item)) + 1)
        .reduce((sum, each) => sum + each, 0);
    expect(isCut).toBe(true);
    expect(bytes(items.length)).toBeLessThanOrEqual(15_000);
    expect(bytes(items.length + 1)).toBeGreaterThan(15_000);
  }
});

test('keeps a first item that exceeds the limit', () => {
  const { items, isCut } = fitPage(STORE, rows(3, 'x'.repeat(1_000)), 10);
  expect([items.length, isCut]).toEqual([1, true]);
});

test('measures the bytes of the JSON for all names and values', () => {
  const name = fc.string({ minLength: 1, unit: 'grapheme' });
  const value = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('"', '\\', '\n', 'é', '😀'),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 1 }), fc.array(value), (names, values) => {
      const properties = names.map((each, i) => ({ name: each, type: 'string', slot: `t${i}` }));
      const store = { properties } as unknown as StoreRow;
      const row = { id: 'r', seq: 1, createdAt: 0, updatedAt: 0, values: values as RecordRow['values'] };
      const { items } = fitPage(store, [row], Number.MAX_SAFE_INTEGER);
      const bytes = items.reduce((sum, item) => sum + Buffer.byteLength(recordToJson(item)) + 1, 0);
      const count = (maxBytes: number) => fitPage(store, [row, row], maxBytes).items.length;
      expect(count(2 * bytes)).toBe(2);
      expect(count(2 * bytes - 1)).toBe(1);
    }),
  );
});

const PAGE = { storeId: 'store', accountId: 'account', limit: 100 };

/** Reads a page that the test ends. */
function readSlowly(pages: ReturnType<typeof createLargePages>, page = PAGE) {
  const { promise, resolve } = Promise.withResolvers<{ rows: RecordRow[]; more: boolean }>();
  const read = vi.fn(() => promise);
  const result = pages.read(page, {}, read);
  return { read, result, finish: () => resolve({ rows: rows(10, 'x'.repeat(100_000)), more: true }) };
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
      await pages.read({ ...PAGE, accountId }, {}, async () => ({
        rows: rows(10, 'x'.repeat(100_000)),
        more: true,
      }));
      return performance.nodeTiming.uvMetricsInfo.loopCount;
    }),
  );
  expect(new Set(turns).size).toBe(3);
});

test('neither reserves nor waits once the records of the store are known to be small', async () => {
  const pages = createLargePages();
  const reserve = vi.fn();
  const read = async () => ({ rows: rows(100, 'x'.repeat(20)), more: false });
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
