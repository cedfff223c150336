import { expect, test } from 'vitest';
import { atAddress } from './node-host.ts';

const CONFIG = {
  connectionString: 'postgres://user:p%40ss@coordinator:5433/shop?sslmode=require',
  lock_timeout: 10_000,
};

test.each([
  ['10.0.0.7', 'postgres://user:p%40ss@10.0.0.7:5434/shop?sslmode=require'],
  ['fd00::7', 'postgres://user:p%40ss@[fd00::7]:5434/shop?sslmode=require'],
])(
  'a node at %s is reached as the coordinator is: user, password, database and options, with general plans of reads',
  (host, expected) => {
    expect(atAddress(CONFIG, { host, port: 5434 })).toEqual({
      ...CONFIG,
      connectionString: expected,
      generalPlans: 'reads',
    });
  },
);

test('a node is reached at its own address if the URL of the coordinator is a local socket', () => {
  const connectionString = 'postgres:///shop?host=/var/run/postgresql&user=me';
  expect(atAddress({ connectionString }, { host: 'one', port: 5434 }).connectionString).toBe(
    'postgres://one:5434/shop?user=me',
  );
});
