import { expect, test } from 'vitest';
import { failedKeys } from './failed-keys.ts';

const ADDRESS = '192.0.2.1';

function limited(perMinute: number | null = 3) {
  const time = { now: 5_000 };
  const failures = failedKeys(perMinute, () => time.now);
  const isRefused = (hash: string, address = ADDRESS) => {
    try {
      failures.check(address, hash);
      return false;
    } catch (error) {
      expect(error).toMatchObject({ code: 'rate_limited' });
      return true;
    }
  };
  return { ...failures, isRefused, time };
}

test('rejects a client after its failures, for the rest of the minute', () => {
  const { failed, isRefused, time } = limited();
  for (let i = 0; i < 3; i++) {
    expect(isRefused(`wrong ${i}`)).toBe(false);
    failed(ADDRESS, `wrong ${i}`);
    time.now += 10_000;
  }
  expect(isRefused('another')).toBe(true);
  time.now += 29_999;
  expect(isRefused('another')).toBe(true);
  time.now += 1;
  expect(isRefused('another')).toBe(false);
});

test('accepts a key that was valid before from a rejected client, until the key fails', () => {
  const { failed, worked, isRefused } = limited();
  worked('right');
  for (let i = 0; i < 3; i++) failed(ADDRESS, 'wrong');
  expect(isRefused('wrong')).toBe(true);
  expect(isRefused('right')).toBe(false);
  failed(ADDRESS, 'right');
  expect(isRefused('right')).toBe(true);
});

test('counts clients separately: IPv4 by address, IPv6 by its /64', () => {
  const { failed, isRefused } = limited();
  for (const host of [1, 2, 3]) failed(`2001:db8::${host}`, 'wrong');
  expect(isRefused('x', '2001:db8::ffff')).toBe(true);
  expect(isRefused('x', '2001:db8:0:1::1')).toBe(false);
  expect(isRefused('x')).toBe(false);
});

test('bounds the number of cached clients', () => {
  const { failed, isRefused } = limited(1);
  failed(ADDRESS, 'wrong');
  for (let i = 0; i < 10_000; i++) failed(`10.0.${i >> 8}.${i & 255}`, 'wrong');
  expect(isRefused('x', '10.0.39.15')).toBe(true);
  expect(isRefused('x')).toBe(false);
});

test('rejects no client without a limit', () => {
  const { failed, isRefused, metrics } = limited(null);
  for (let i = 0; i < 100; i++) failed(ADDRESS, 'wrong');
  expect(isRefused('x')).toBe(false);
  expect(metrics().map(({ value }) => value)).toEqual([100, 0]);
});
