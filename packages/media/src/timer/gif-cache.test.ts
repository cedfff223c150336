import { expect, test } from 'vitest';
import { GifCache } from './gif-cache.ts';

test('equal calls at one time make one, and later ones none', async () => {
  const cache = new GifCache(1_000);
  let made = 0;
  const make = async () => {
    made++;
    return new Uint8Array(10);
  };
  const gifs = await Promise.all(Array.from({ length: 20 }, () => cache.get('a', make)));
  expect(new Set(gifs).size).toBe(1);
  await cache.get('a', make);
  expect(made).toBe(1);
  await cache.get('b', make);
  expect(made).toBe(2);
});

test('a failure is told to all who wait, and the next call tries again', async () => {
  const cache = new GifCache(1_000);
  const failing = () => Promise.reject(new Error('no'));
  const both = await Promise.allSettled([cache.get('a', failing), cache.get('a', failing)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await cache.get('a', async () => new Uint8Array(3))).length).toBe(3);
});

test('what was not asked for the longest makes room', async () => {
  const cache = new GifCache(100);
  const making: string[] = [];
  const get = (key: string) =>
    cache.get(key, async () => {
      making.push(key);
      return new Uint8Array(40);
    });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key);
  expect(making).toEqual(['a', 'b', 'c', 'b']);
  const large = () => cache.get('large', async () => new Uint8Array(101));
  expect(await large()).not.toBe(await large());
});
