import { expect, test, vi } from 'vitest';
import { FileCache } from './file-cache.ts';

const CALLER = { account: 'a' };

function gifCache(maxBytes: number): FileCache<Uint8Array> {
  return new FileCache(maxBytes, ({ byteLength }) => byteLength);
}

/** Returns the cached GIF, or makes it. */
async function get(
  cache: FileCache<Uint8Array>,
  key: string,
  make: () => Promise<Uint8Array>,
  account = 'a',
): Promise<Uint8Array> {
  return cache.find(key) ?? cache.make(key, { account }, make);
}

test('concurrent calls for a key share one GIF, and later ones find it', async () => {
  const cache = gifCache(1_000);
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

test('an account does not wait for the call of another one, but accounts share the cache', async () => {
  const cache = gifCache(1_000);
  const stuck = cache.make('a', { account: 'flood' }, () => new Promise(() => {}));
  void stuck;
  const gif = await get(cache, 'a', async () => new Uint8Array(10), 'other');
  expect(cache.find('a')).toBe(gif);
  expect(cache.bytes).toBe(10);
});

test('counts the bytes of a GIF once if two accounts make it concurrently', async () => {
  const cache = gifCache(1_000);
  const make = async () => new Uint8Array(10);
  await Promise.all([get(cache, 'a', make, 'one'), get(cache, 'a', make, 'two')]);
  expect(cache.bytes).toBe(10);
});

test('caches a GIF whose callers have left', async () => {
  const cache = gifCache(1_000);
  const leaving = new AbortController();
  const making = Promise.withResolvers<Uint8Array>();
  const left = cache.make('a', { ...CALLER, signal: leaving.signal }, () => making.promise);
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  making.resolve(new Uint8Array(10));
  await expect.poll(() => cache.find('a')).toHaveLength(10);
});

test('all concurrent callers get the error, and the next call tries again', async () => {
  const cache = gifCache(1_000);
  const failing = () => Promise.reject(new Error('no'));
  const both = await Promise.allSettled([get(cache, 'a', failing), get(cache, 'a', failing)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await get(cache, 'a', async () => new Uint8Array(3))).length).toBe(3);
});

test('evicts the least recently used GIF, and does not cache one that is too large', async () => {
  const cache = gifCache(100);
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

test('a GIF that is not read for 20 s is given back, and one that is read stays', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let now = 1_000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      now += 1_000;
      await vi.advanceTimersByTimeAsync(1_000);
    }
  };
  try {
    const cache = gifCache(1_000);
    await get(cache, 'read', async () => new Uint8Array(10));
    await get(cache, 'unread', async () => new Uint8Array(20));
    for (let round = 0; round < 4; round++) {
      await pass(5);
      expect(cache.find('read')).not.toBeNull();
    }
    expect(cache.bytes).toBe(10);
    await pass(21);
    expect(cache.bytes).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    clock.mockRestore();
    vi.useRealTimers();
  }
});
