import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { clientAddress } from './exchange.ts';

const PROXIES = ['10.0.0.0/8', '::1/128'];

function addressOf(peer: string | null, forwarded: string | null, trusted: readonly string[] = PROXIES) {
  const header = (name: string) => (name === 'x-forwarded-for' ? forwarded : null);
  return clientAddress({ peer, header }, trusted);
}

test(
  'returns the last address that no trusted proxy has if the peer is a trusted proxy',
  verifies('rate-limits.proxies'),
  () => {
    expect(addressOf('10.0.0.1', '192.0.2.7')).toBe('192.0.2.7');
    expect(addressOf('::ffff:10.0.0.1', '192.0.2.7, 10.1.1.1')).toBe('192.0.2.7');
    expect(addressOf('::1', '2001:db8::5')).toBe('2001:db8::5');
    expect(addressOf('10.0.0.1', null)).toBe('10.0.0.1');
    expect(addressOf('10.0.0.1', '10.0.0.9, 10.0.0.8')).toBe('10.0.0.9');
  },
);

test('ignores addresses that a client sends', verifies('rate-limits.proxies'), () => {
  expect(addressOf('192.0.2.1', '203.0.113.1')).toBe('192.0.2.1');
  expect(addressOf('192.0.2.1', '203.0.113.1', [])).toBe('192.0.2.1');
  expect(addressOf('10.0.0.1', '203.0.113.1, 192.0.2.7')).toBe('192.0.2.7');
  for (const garbage of ['', 'unknown', '192.0.2.7:80', 'x, , y']) {
    expect(addressOf('10.0.0.1', garbage)).toBe('10.0.0.1');
    expect(addressOf('10.0.0.1', `${garbage}, 192.0.2.7`)).toBe('192.0.2.7');
  }
});

test('returns null on a server without a peer address', () => {
  expect(addressOf(null, '192.0.2.7')).toBeNull();
});
