import { expect, test } from 'vitest';
import { GifCache } from './gif-cache.ts';

const CALLER = { account: 'a' };

/** A renderer: makes a picture that the cache does not have. */
async function get(
  cache: GifCache,
  key: string,
  make: () => Promise<Uint8Array>,
  account = 'a',
): Promise<Uint8Array> {
  return cache.find(key) ?? cache.make(key, { account }, make);
}

test('equal calls at one time make one, and later ones none', async () => {
  const cache = new GifCache(1_000);
  let made = 0;
  const make = async () => {
    made++;
    return new Uint8Array(10);
  };
  const gifs = await Promise.all(Array.from({ length: 20 }, () => get(cache, 'a', make)));
  expect(new Set(gifs).size).toBe(1);
  await get(cache, 'a', make);
  expect(made).toBe(1);
  await get(cache, 'b', make);
  expect(made).toBe(2);
  expect(cache.reads).toEqual({ hits: 20, misses: 2 });
});

test('an account waits for no call of another one, and finds what any has made', async () => {
  const cache = new GifCache(1_000);
  const stuck = cache.make('a', { account: 'flood' }, () => new Promise(() => {}));
  void stuck;
  const gif = await get(cache, 'a', async () => new Uint8Array(10), 'other');
  expect(cache.find('a')).toBe(gif);
  expect(cache.bytes).toBe(10);
});

test('what two accounts make at one time is counted once', async () => {
  const cache = new GifCache(1_000);
  const make = async () => new Uint8Array(10);
  await Promise.all([get(cache, 'a', make, 'one'), get(cache, 'a', make, 'two')]);
  expect(cache.bytes).toBe(10);
});

test('a GIF whose callers have left is kept for the next one', async () => {
  const cache = new GifCache(1_000);
  const leaving = new AbortController();
  const making = Promise.withResolvers<Uint8Array>();
  const left = cache.make('a', { ...CALLER, signal: leaving.signal }, () => making.promise);
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  making.resolve(new Uint8Array(10));
  await expect.poll(() => cache.find('a')).toHaveLength(10);
});

test('a failure is told to all who wait, and the next call tries again', async () => {
  const cache = new GifCache(1_000);
  const failing = () => Promise.reject(new Error('no'));
  const both = await Promise.allSettled([get(cache, 'a', failing), get(cache, 'a', failing)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await get(cache, 'a', async () => new Uint8Array(3))).length).toBe(3);
});

test('what was not asked for the longest makes room', async () => {
  const cache = new GifCache(100);
  const making: string[] = [];
  const ask = (key: string) =>
    get(cache, key, async () => {
      making.push(key);
      return new Uint8Array(40);
    });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(key);
  expect(making).toEqual(['a', 'b', 'c', 'b']);
  const large = () => get(cache, 'large', async () => new Uint8Array(101));
  expect(await large()).not.toBe(await large());
});
