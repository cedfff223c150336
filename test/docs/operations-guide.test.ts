import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readServeConfig } from '../../packages/vitrine/src/settings/config.ts';
import { WorkingFolder } from '../e2e/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../postgres/database.ts';
import { blocksIn } from './code-blocks.ts';
import { runShell } from './shell.ts';

const [start = '', keys = '', backup = '', drill = '', bucket = '', copy = ''] = blocksIn(
  'docs/operations.md',
  'sh',
  6,
);
/** Enough for ten commands and two servers, each a process that loads everything from source. */
const TIMEOUT = 180_000;
const KEY = `account-${'o'.repeat(43)}`;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test(
  'every command works when pasted next to a running server: keys, backup, then the copy to PostgreSQL',
  async () => {
    expect(start.trim()).toBe('npx -y vitrine');
    const folder = new WorkingFolder();
    const served = await folder.serve([], { VITRINE_ACCOUNT_KEY: KEY });
    const request = async (path: string, body?: object) => {
      const response = await fetch(`${served.url}${path}`, {
        headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      });
      return (await response.json()) as { id: string; accountId: string };
    };
    const store = await request('/v2/stores', { name: 'S', properties: [{ name: 'p', type: 'string' }] });
    const { accountId } = await request('/v2/whoami');

    const [accounts = '', ...others] = keys.trimEnd().split('\n');
    expect(await runShell(accounts, folder.path)).toMatch(/account-/);
    // With two accounts each command names one, as the text below the block says.
    const run = (line: string, ...ids: string[]) => {
      const [command = ''] = line.split('#');
      const filled = command.trim().replace(/<(id|keyId)>/, () => ids.shift() ?? '');
      return runShell(`${filled} --account ${accountId}`, folder.path);
    };
    const [importer = '', kiosk = '', list = '', revoke = ''] = others;
    expect(await run(importer)).toMatch(/account-/);
    const made = await run(kiosk, store.id);
    expect(made).toMatch(/store-/);
    const listed = await run(list);
    expect(listed).toContain('importer');
    const keyId = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(
      listed.split('\n').find((line) => line.includes('kiosk')) ?? '',
    )?.[0];
    await run(revoke, keyId ?? 'none');
    expect(await run(list)).not.toContain('kiosk');

    const place = join(folder.path, 'backups');
    await runShell(`mkdir backups\n${backup.replace('/backups', place)}`, folder.path);
    expect(existsSync(join(place, `vitrine-${new Date().toLocaleDateString('sv')}.db`))).toBe(true);

    const compared = drill.replaceAll('/backups', place).replaceAll('<storeId>', store.id);
    // With one account the flag would not be needed.
    const drilled = compared.replaceAll(/^(.* export .*)$/gm, `$1 --account ${accountId}`);
    expect(await runShell(drilled, folder.path)).toMatch(/equal\n$/);

    expect((await served.stop()).code).toBe(0);
    const target = copy.replace(/postgres:\/\/\S+/, () => `'${database.url}'`);
    expect(target).not.toBe(copy);
    await runShell(target, folder.path);
    const moved = await folder.serve(['--database-url', database.url]);
    const response = await fetch(`${moved.url}/v2/stores/${store.id}`, {
      headers: { authorization: `Bearer ${KEY}` },
    });
    expect(response.status).toBe(200);
    expect((await moved.stop()).code).toBe(0);
  },
  TIMEOUT,
);

test('the server accepts the bucket settings', () => {
  const url = /VITRINE_BLOBS='([^']+)'/.exec(bucket)?.[1] ?? '';
  expect(readServeConfig({}, { VITRINE_BLOBS: url }).blobs).toMatchObject({ kind: 's3' });
  expect(bucket).toContain('AWS_ACCESS_KEY_ID=');
});

const systemd = ['/usr/bin/systemd-analyze', '/bin/systemd-analyze'].find((path) => existsSync(path));

test.runIf(systemd !== undefined)('systemd accepts the unit, and finds little exposed', () => {
  const [unit = ''] = blocksIn('docs/operations.md', 'ini', 1);
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-unit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'vitrine.service');
  writeFileSync(
    file,
    unit
      .replace('/usr/bin/node', process.execPath)
      // systemd looks for the user on this machine.
      .replace('User=vitrine', 'User=nobody'),
  );
  const analyze = (...args: string[]) =>
    execFileSync(systemd ?? '', args, { encoding: 'utf8', stdio: 'pipe' });
  analyze('verify', '--man=no', file);
  expect(analyze('security', '--offline=true', '--threshold=45', file)).toContain('OK');
});
