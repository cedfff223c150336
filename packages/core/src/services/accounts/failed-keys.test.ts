import { expect, test } from 'vitest';
import { failedKeys } from './failed-keys.ts';

const ADDRESS = '192.0.2.1';

function limited(perMinute: number | null = 3) {
  const time = { now: 5_000 };
  const failures = failedKeys(perMinute, () => time.now);
  const lookUps: string[] = [];
  /** Sends a key and returns the code of its refusal, or null. The keys that begin with `right` are valid. */
  const send = async (hash: string, address = ADDRESS): Promise<string | null> => {
    try {
      const isValid = await failures.lookUp(address, hash, () => {
        lookUps.push(hash);
        return hash.startsWith('right');
      });
      if (!isValid) return failures.failed(address, hash).code;
      failures.worked(hash);
      return null;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  return { ...failures, send, lookUps, time };
}

test('rejects the invalid keys of a client after its failures with 429, for the rest of the minute', async () => {
  const { send, time } = limited();
  for (let i = 0; i < 3; i++) {
    expect(await send(`wrong ${i}`)).toBe('unauthorized');
    time.now += 10_000;
  }
  expect(await send('another')).toBe('rate_limited');
  time.now += 29_999;
  expect(await send('a third')).toBe('rate_limited');
  time.now += 1;
  expect(await send('a fourth')).toBe('unauthorized');
});

test('accepts every valid key from a client over its limit: a known one, and one that was never seen', async () => {
  const { send } = limited();
  expect(await send('right')).toBeNull();
  for (let i = 0; i < 10; i++) await send(`wrong ${i}`);
  expect(await send('right')).toBeNull();
  expect(await send('right, but new')).toBeNull();
});

test('looks up a key that has failed once in a minute at most, if its client is over the limit', async () => {
  const { send, lookUps, time } = limited();
  for (let i = 0; i < 20; i++) await send('wrong');
  expect(lookUps).toHaveLength(3);
  time.now += 60_000;
  expect(await send('wrong')).toBe('unauthorized');
  expect(lookUps).toHaveLength(4);
});

test('looks unknown keys of a client over its limit up one after another, and refuses those beyond a hundred', async () => {
  const { lookUp, send } = limited();
  for (let i = 0; i < 3; i++) await send('wrong');
  const ends: (() => void)[] = [];
  const flood = Array.from({ length: 150 }, async (_, i) =>
    lookUp(ADDRESS, `random ${i}`, () => new Promise<void>((resolve) => ends.push(resolve))),
  );
  const outcomes = Promise.allSettled(flood);
  await new Promise((resolve) => setImmediate(resolve));
  expect(ends).toHaveLength(1);
  // Another client over its limit does not wait for the first one.
  for (let i = 0; i < 3; i++) await send('wrong', '192.0.2.2');
  expect(await send('right', '192.0.2.2')).toBeNull();
  const ending = setInterval(() => ends.shift()?.(), 0);
  expect((await outcomes).filter(({ status }) => status === 'rejected')).toHaveLength(49);
  clearInterval(ending);
});

test('counts clients separately: IPv4 by address, IPv6 by its /64', async () => {
  const { send } = limited();
  for (const host of [1, 2, 3]) await send('wrong', `2001:db8::${host}`);
  expect(await send('x', '2001:db8::ffff')).toBe('rate_limited');
  expect(await send('x', '2001:db8:0:1::1')).toBe('unauthorized');
  expect(await send('x')).toBe('unauthorized');
});

test('bounds the number of cached clients', async () => {
  const { send } = limited(1);
  await send('wrong');
  for (let i = 0; i < 10_000; i++) await send('wrong', `10.0.${i >> 8}.${i & 255}`);
  expect(await send('x', '10.0.39.15')).toBe('rate_limited');
  expect(await send('x')).toBe('unauthorized');
});

test('rejects no client without a limit', async () => {
  const { send, metrics } = limited(null);
  for (let i = 0; i < 100; i++) await send('wrong');
  expect(await send('x')).toBe('unauthorized');
  const values = metrics().filter(({ name }) => name.startsWith('vitrine_keys_'));
  expect(values.map(({ value }) => value)).toEqual([101, 0]);
});
