import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LargestFirst, SharedCache, type Weighed } from './shared-cache.ts';

test('an account that fills the cache evicts its own values, the least recently used first', () => {
  const cache = new SharedCache<number>(100);
  cache.set('mine', 1, { account: 'a', bytes: 20 });
  for (let n = 0; n < 1_000; n++) cache.set(`flood ${n}`, n, { account: 'b', bytes: 10 });
  expect(cache.get('mine')).toBe(1);
  expect(cache.get('flood 991')).toBeUndefined();
  expect(cache.get('flood 992')).toBe(992);
  cache.set('flood 1000', 1_000, { account: 'b', bytes: 10 });
  expect([cache.get('flood 992'), cache.get('flood 993')]).toEqual([992, undefined]);
});

test('one account may use the whole cache, and gives way to others up to an equal share', () => {
  const cache = new SharedCache<number>(100);
  for (let n = 0; n < 10; n++) cache.set(`a${n}`, n, { account: 'a', bytes: 10 });
  expect(cache.bytes).toBe(100);
  for (let n = 0; n < 10; n++) cache.set(`b${n}`, n, { account: 'b', bytes: 10 });
  const kept = (name: string) =>
    Array.from({ length: 10 }, (_, n) => cache.get(`${name}${n}`)).filter((value) => value !== undefined);
  expect(kept('a')).toEqual([5, 6, 7, 8, 9]);
  expect(kept('b')).toEqual([5, 6, 7, 8, 9]);
});

test('a value is found by its key for all accounts, and one that exceeds the cache replaces nothing else', () => {
  const cache = new SharedCache<string>(100);
  cache.set('key', 'first', { account: 'a', bytes: 60 });
  cache.set('key', 'second', { account: 'b', bytes: 40 });
  expect([cache.get('key'), cache.bytes, cache.size]).toEqual(['second', 40, 1]);
  cache.set('large', 'no', { account: 'a', bytes: 101 });
  expect([cache.get('large'), cache.get('key')]).toEqual([undefined, 'second']);
});

test('counts its bytes in any order of calls', () => {
  const call = fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    account: fc.constantFrom('x', 'y', null),
    bytes: fc.integer({ min: 0, max: 60 }),
    what: fc.constantFrom('set', 'get', 'delete', 'deleteIf'),
  });
  fc.assert(
    fc.property(fc.array(call, { maxLength: 60 }), (calls) => {
      const cache = new SharedCache<{ key: string; bytes: number }>(100);
      for (const { key, account, bytes, what } of calls) {
        if (what === 'set') cache.set(key, { key, bytes }, { account, bytes });
        else if (what === 'deleteIf') cache.deleteIf((value) => value.bytes > bytes);
        else cache[what](key);
        const kept = ['a', 'b', 'c', 'd', 'e'].flatMap((one) => cache.get(one) ?? []);
        expect(cache.bytes).toBe(kept.reduce((sum, value) => sum + value.bytes, 0));
        expect(cache.bytes).toBeLessThanOrEqual(100);
        expect(cache.size).toBe(kept.length);
      }
    }),
  );
});

test('finds the item with the most bytes after any changes', () => {
  const call = fc.record({
    item: fc.integer({ min: 0, max: 20 }),
    bytes: fc.integer({ min: -30, max: 30 }),
    removes: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(call, { maxLength: 200 }), (calls) => {
      const heap = new LargestFirst();
      const items = new Map<number, Weighed>();
      for (const { item, bytes, removes } of calls) {
        const known = items.get(item);
        if (known === undefined) {
          const added = { bytes, at: 0 };
          items.set(item, added);
          heap.add(added);
        } else if (removes) {
          heap.remove(known);
          items.delete(item);
        } else heap.grow(known, bytes);
        expect(heap.largest?.bytes).toBe(
          items.size === 0 ? undefined : Math.max(...[...items.values()].map((one) => one.bytes)),
        );
      }
    }),
  );
});
