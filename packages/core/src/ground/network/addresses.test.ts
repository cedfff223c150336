import { expect, test } from 'vitest';
import { clientOf, isInRanges, isRangeInRanges, readAddressRange } from './addresses.ts';

test.each([
  ['10.0.0.0/8', '10.0.0.0/8'],
  ['192.0.2.7', '192.0.2.7/32'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['2001:db8::/32', '2001:db8::/32'],
  ['2001:DB8:0:0::1', '2001:db8::1/128'],
])('%s is the range %s', (text, range) => {
  expect(readAddressRange(text)).toBe(range);
});

test.each([
  '',
  '10.0.0.1/8',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.1',
  '0x7f.0.0.1',
  '010.0.0.1',
  'localhost',
  'a/b',
  '::1/64',
  '1.2.3.4/-1',
])('"%s" is not a range', (text) => {
  expect(readAddressRange(text)).toBeNull();
});

test('ranges contain addresses of their own kind, and an IPv4 address mapped to IPv6 counts as IPv4', () => {
  const ranges = ['10.0.0.0/8', '2001:db8::/32'];
  for (const address of ['10.255.0.1', '::ffff:10.0.0.1', '2001:db8:1::1']) {
    expect(isInRanges(address, ranges), address).toBe(true);
  }
  for (const address of ['11.0.0.1', '::1', '2001:db9::1', '', 'unknown', '::ffff:11.0.0.1']) {
    expect(isInRanges(address, ranges), address).toBe(false);
  }
  expect(isInRanges('10.0.0.1', [])).toBe(false);
  expect(isInRanges('::1', ['0.0.0.0/0'])).toBe(false);
});

test('a range is within another one of the same or a larger size', () => {
  const ranges = ['10.0.0.0/8', '2001:db8::/32'];
  for (const range of ['10.0.0.0/8', '10.1.0.0/16', '10.1.2.3/32', '2001:db8:1::/48']) {
    expect(isRangeInRanges(range, ranges), range).toBe(true);
  }
  for (const range of ['0.0.0.0/0', '11.0.0.0/8', '2001::/16', '::/0']) {
    expect(isRangeInRanges(range, ranges), range).toBe(false);
  }
});

test('clientOf returns the IPv4 address, or the /64 of the IPv6 address', () => {
  expect(clientOf('192.0.2.1')).toBe('192.0.2.1');
  expect(clientOf('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(clientOf('2001:db8:1:2:3:4:5:6')).toBe(clientOf('2001:db8:1:2::1'));
  expect(clientOf('2001:db8:1:3::1')).not.toBe(clientOf('2001:db8:1:2::1'));
  expect(clientOf('unknown')).toBe('unknown');
});
