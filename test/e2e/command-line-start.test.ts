import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { ask, WorkingFolder } from './command-line.ts';

const KEY = /account-[\w-]{43}/g;
const GIVEN_KEY = 'a-key-that-the-operator-made-up-himself';

interface WhoAmI {
  readonly accountId: string;
  readonly accountName: string;
}

test('the first start creates an account, prints its key once, and prints a curl line that works when pasted', async () => {
  const folder = new WorkingFolder();
  const first = await folder.serve();
  await expect.poll(first.out).toContain('curl ');
  const key = first.out().match(KEY)?.[0] ?? '';
  const curl = /^curl .*$/m.exec(first.out())?.[0] ?? '';
  const store = JSON.parse(execFileSync('sh', ['-c', `${curl} --fail`], { encoding: 'utf8' }));
  expect(store).toMatchObject({ name: 'Guests', recordCount: 0 });
  expect(await ask<WhoAmI>(first, key, '/v2/whoami')).toMatchObject({ accountName: 'default' });
  const ended = await first.stop();
  expect(ended.code).toBe(0);
  expect(ended.out).toContain('synchronous=FULL');
  expect(ended.out).toContain(`\nAPI: ${first.url}/docs\n`);
  // Only the block that shows the key contains it: once alone, once in the link, once in the curl line.
  expect(ended.out.match(KEY)).toHaveLength(3);
  expect(ended.out).toContain(`\n  ${first.url}/console/#key=${key}\n`);
  expect(ended.err).not.toMatch(KEY);
  expect(ended.err).toContain('"msg":"stopped"');

  const second = await folder.serve();
  expect(await ask(second, key, `/v2/stores/${store.id}`)).toMatchObject({ name: 'Guests' });
  const again = await second.stop();
  expect(again.code).toBe(0);
  expect(again.out + again.err).not.toMatch(KEY);
  expect(again.out).not.toContain('curl');
});

test('a given account key works after the start, belongs to the first account, and is not printed', async () => {
  const folder = new WorkingFolder();
  const first = await folder.serve([], { VITRINE_ACCOUNT_KEY: GIVEN_KEY });
  const { accountId } = await ask<WhoAmI>(first, GIVEN_KEY, '/v2/whoami');
  const ended = await first.stop();
  expect(ended.out + ended.err).not.toMatch(KEY);
  expect(ended.out + ended.err).not.toContain(GIVEN_KEY);
  expect(ended.out).not.toContain('curl');

  // The flag takes precedence, a short key causes a warning, and the earlier key still works.
  const second = await folder.serve(['--account-key', 'short'], { VITRINE_ACCOUNT_KEY: GIVEN_KEY });
  expect(await ask<WhoAmI>(second, 'short', '/v2/whoami')).toMatchObject({ accountId });
  expect(await ask<WhoAmI>(second, GIVEN_KEY, '/v2/whoami')).toMatchObject({ accountId });
  expect((await second.stop()).err).toContain('VITRINE_ACCOUNT_KEY: the account key has 5 characters');
  expect(JSON.parse((await folder.run(['accounts', 'list', '--json'])).out)).toHaveLength(1);
});

test('a key that is used for something else stops the start', async () => {
  const folder = new WorkingFolder();
  await folder.run(['accounts', 'create', '--name', 'One']);
  const second = JSON.parse((await folder.run(['accounts', 'create', '--name', 'Two', '--json'])).out);
  const { code, err } = await folder.run(['serve', '--port', '0'], { VITRINE_ACCOUNT_KEY: second.key });
  expect(code).toBe(64);
  expect(err).toMatch(
    /^error: VITRINE_ACCOUNT_KEY \(--account-key\): .*already belongs to a store or to another account/m,
  );
  expect(err).not.toContain(second.key);
});

test('a server with a database in memory says so', async () => {
  const folder = new WorkingFolder();
  const served = await folder.serve(['--database-url', 'memory:'], { VITRINE_ACCOUNT_KEY: GIVEN_KEY });
  await ask<WhoAmI>(served, GIVEN_KEY, '/v2/whoami');
  const { code, out } = await served.stop();
  expect(code).toBe(0);
  expect(out).toContain('gone when this process ends');
  expect(existsSync(join(folder.path, 'data'))).toBe(false);
});

test('an invalid setting stops the start with 64 before any file is created', async () => {
  const folder = new WorkingFolder();
  const { code, out, err } = await folder.run(['serve'], { VITRINE_PORT: 'http' });
  expect(code).toBe(64);
  expect(out).toBe('');
  expect(err).toMatch(/^error: VITRINE_PORT \(--port\): [^\n]*\n$/);
  expect(existsSync(join(folder.path, 'data'))).toBe(false);
});

test(
  'a port in use stops the start with 74, before an account is created or a key printed',
  verifies('run.failed-start'),
  async () => {
    const folder = new WorkingFolder();
    const other = createServer().listen(0, '127.0.0.1');
    try {
      await new Promise((resolve) => other.once('listening', resolve));
      const { port } = other.address() as AddressInfo;
      const { code, out, err } = await folder.run(['serve', '--port', String(port)]);
      expect(code).toBe(74);
      expect(err).toBe(`error: Can't listen: port ${port} (VITRINE_PORT) is in use.\n`);
      expect(out).toBe('');
    } finally {
      other.close();
    }
    expect(JSON.parse((await folder.run(['accounts', 'list', '--json'])).out)).toEqual([]);
  },
);

test('keys created and revoked by a command take effect in a running server at once', async () => {
  const folder = new WorkingFolder();
  const served = await folder.serve([], { VITRINE_ACCOUNT_KEY: GIVEN_KEY });
  const created = JSON.parse((await folder.run(['keys', 'create', '--name', 'new', '--json'])).out);
  await ask<WhoAmI>(served, created.key, '/v2/whoami');
  expect((await folder.run(['keys', 'revoke', created.keyId])).code).toBe(0);
  await expect(ask<WhoAmI>(served, created.key, '/v2/whoami')).rejects.toThrow('401');
  expect((await served.stop()).code).toBe(0);
});
