import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { CommandLine } from '../../test/command-line.ts';

let vitrine: CommandLine;
beforeEach(() => {
  vitrine = new CommandLine();
});
afterEach(() => vitrine.remove());

async function createAccount(): Promise<string> {
  const made = await vitrine.succeed('accounts', 'create', '--name', 'Shop', '--json');
  return (JSON.parse(made) as { accountId: string }).accountId;
}

async function limitsOf(accountId: string, ...flags: string[]): Promise<Record<string, unknown>> {
  const shown = await vitrine.succeed('accounts', 'limits', accountId, '--json', ...flags);
  return (JSON.parse(shown) as { resources: Record<string, unknown> }).resources;
}

test(
  'shows, sets, removes and clears the quotas of an account',
  verifies('quotas.command-line', 'audit.log'),
  async () => {
    const accountId = await createAccount();
    expect(await limitsOf(accountId)).toMatchObject({
      keys: { used: 1, limit: null },
      records: { used: 0, limit: null },
    });
    const { code, out, err } = await vitrine.run(
      ...['accounts', 'limits', accountId, '--records', '100000', '--image-bytes', '0'],
    );
    expect(code).toBe(0);
    expect(out).toMatch(/records +0 +100,000\n/);
    expect(out).toMatch(/imageBytes +0 +0\n/);
    expect(out).toMatch(/keys +1 +off\n/);
    expect(JSON.parse(err)).toMatchObject({
      audit: true,
      event: 'limits.changed',
      accountId,
      limits: { records: 100_000, imageBytes: 0 },
    });
    expect(await limitsOf(accountId, '--records', 'off', '--stores', '3')).toMatchObject({
      records: { limit: null },
      stores: { limit: 3 },
      imageBytes: { limit: 0 },
    });
    expect(await limitsOf(accountId, '--clear', '--keys', '5')).toMatchObject({
      stores: { limit: null },
      imageBytes: { limit: null },
      keys: { limit: 5 },
    });
  },
);

test('refuses an invalid number and an unknown account', verifies('quotas.command-line'), async () => {
  const accountId = await createAccount();
  for (const value of ['-1', '1.5', 'many', '']) {
    const { code, err } = await vitrine.run('accounts', 'limits', accountId, '--records', value);
    expect(code).toBe(64);
    expect(err).toMatch(/whole number from 0, or "off"/);
  }
  const { code, err } = await vitrine.run('accounts', 'limits', 'nobody', '--records', '1');
  expect(code).toBe(1);
  expect(err).toMatch(/No such account/);
});

test(
  'restricts keys by flags and lists the restrictions',
  verifies('keys.expiry', 'keys.read-only'),
  async () => {
    await createAccount();
    const made = await vitrine.succeed(
      ...['keys', 'create', '--name', 'narrow', '--read-only', '--expires-at', '2999-01-01'],
      ...['--addresses', '192.0.2.0/24,::1', '--json'],
    );
    expect(JSON.parse(made)).toMatchObject({
      readOnly: true,
      expiresAt: '2999-01-01T00:00:00.000Z',
      addresses: ['192.0.2.0/24', '::1/128'],
    });
    expect(await vitrine.succeed('keys', 'list')).toContain(
      'read-only, until 2999-01-01T00:00:00.000Z, from 192.0.2.0/24 ::1/128',
    );
  },
);
