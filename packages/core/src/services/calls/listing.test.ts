import { expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { listed, listing } from './listing.ts';

/** Lists the numbers from 1 to 5 in pages of two, and notes the cursors. */
function numbers() {
  const asked: (string | undefined)[] = [];
  const list = async (cursor?: string) => {
    asked.push(cursor);
    const from = Number(cursor ?? 1);
    const items = [from, from + 1].filter((number) => number <= 5);
    return from + 2 > 5 ? { items, limit: 2 } : { items, limit: 2, cursor: String(from + 2) };
  };
  return { list, asked };
}

test(
  'a list is a promise of its first page, which is requested at once',
  verifies('library.lists'),
  async () => {
    const { list, asked } = numbers();
    const page = listed(list);
    expect(asked).toEqual([undefined]);
    expect(page).toBeInstanceOf(Promise);
    expect(await page).toEqual({ items: [1, 2], limit: 2, cursor: '3' });
    expect(asked).toHaveLength(1);
  },
);

test(
  'a list yields its items and requests each page when it is needed',
  verifies('library.lists'),
  async () => {
    const { list, asked } = numbers();
    const found: number[] = [];
    for await (const number of listed(list)) {
      found.push(number);
      if (number === 2) expect(asked).toEqual([undefined]);
      if (number === 3) break;
    }
    expect(found).toEqual([1, 2, 3]);
    expect(asked).toEqual([undefined, '3']);
  },
);

test('all, first and pages read as much as they return', async () => {
  const { list, asked } = numbers();
  const one = listed(list);
  expect([await one.first(), await one.all(2)]).toEqual([1, [1, 2]]);
  expect(asked).toEqual([undefined]);
  expect(await one.all()).toEqual([1, 2, 3, 4, 5]);
  const sizes: number[] = [];
  for await (const { items } of one.pages()) sizes.push(items.length);
  expect(sizes).toEqual([2, 2, 1]);
});

test('an error of a page ends the iteration with it', async () => {
  const broken = listed(async (cursor) => {
    if (cursor !== undefined) throw new Error('gone');
    return { items: [1], limit: 1, cursor: 'next' };
  });
  const found: number[] = [];
  const reading = (async () => {
    for await (const number of broken) found.push(number);
  })();
  await expect(reading).rejects.toThrow('gone');
  expect(found).toEqual([1]);
  await expect(listed(() => Promise.reject(new Error('none'))).all()).rejects.toThrow('none');
});

test('an error of a list that is read later, or never, ends no process', async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', note);
  const broken = listed(() => Promise.reject(new Error('gone')));
  await new Promise((resolve) => setTimeout(resolve, 5));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
  await expect(broken.all()).rejects.toThrow('gone');
  await expect(broken).rejects.toThrow('gone');
});

test('the cursor goes into the query of the call, beside what the caller gave', async () => {
  const given: unknown[][] = [];
  const service = listing(
    {
      get: async (id: string) => ({ id }),
      async list(who: string, query: { cursor?: string; limit?: number } = {}, options = {}) {
        given.push([who, query, options]);
        return query.cursor === undefined
          ? { items: ['a'], limit: 1, cursor: 'next' }
          : { items: ['b'], limit: 1 };
      },
    },
    { list: 1 },
  );
  expect(await service.list('me', { limit: 1 }, { signal: null }).all()).toEqual(['a', 'b']);
  expect(await service.list('me').all()).toEqual(['a', 'b']);
  expect(given).toEqual([
    ['me', { limit: 1 }, { signal: null }],
    ['me', { limit: 1, cursor: 'next' }, { signal: null }],
    ['me', {}, {}],
    ['me', { cursor: 'next' }, {}],
  ]);
  expect(await service.get('x')).toEqual({ id: 'x' });
});
