import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, defineStore } from '@vitrine/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand } from '../../packages/client/src/run-command.ts';
import { verifies } from '../requirements.ts';
import { startTestServer } from './servers.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-types-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs `vitrine-client` in this process. */
async function run(key: string | undefined, ...args: string[]) {
  const printed = { out: '', err: '' };
  const into = (name: 'out' | 'err') => ({
    write: (text: string) => {
      printed[name] += text;
    },
  });
  const code = await runCommand(args, {
    env: { VITRINE_KEY: key },
    stdout: into('out'),
    stderr: into('err'),
  });
  return { code, ...printed };
}

test('writes and checks the types of the stores of a server', verifies('packages.client-types'), async () => {
  const { url, key, stop } = await startTestServer('memory');
  try {
    const client = createClient({ url, key });
    await client.stores.ensure(defineStore({ name: 'products', properties: { price: 'number' } }));
    const file = join(folder, 'stores.ts');
    const types = (...more: string[]) => run(key, 'types', '--url', url, ...more);
    const printed = await types();
    expect(printed).toMatchObject({ code: 0, err: '' });
    expect(printed.out).toContain('export interface Products {');
    expect(await types('--out', file)).toEqual({
      code: 0,
      out: `${file}: the types of 1 store.\n`,
      err: '',
    });
    expect(readFileSync(file, 'utf8')).toBe(printed.out);
    expect(await types('--out', file, '--check')).toEqual({ code: 0, out: `${file} is current.\n`, err: '' });

    writeFileSync(file, printed.out.replace('"price": number', '"price": string'));
    const again = `Run \`vitrine-client types --url ${url} --out ${file}\` again.`;
    const stale = await types('--out', file, '--check');
    expect(stale.code).toBe(1);
    expect(stale.err).toMatch(/^error: .* is not current: line \d+ is `"price": string/);
    expect(stale.err).toContain(again);

    const refused = await run('account-unknown', 'types', '--url', url);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toMatch(new RegExp(`^error: ${url}: .*key`));
    const unwritable = await types('--out', join(file, 'stores.ts'));
    expect(unwritable).toMatchObject({ code: 74, out: '' });
  } finally {
    await stop();
  }
  expect(await run(key, 'types', '--url', url)).toEqual({
    code: 74,
    out: '',
    err: `error: Can't reach ${url}.\n`,
  });
});

test.each([
  [[], /--help/],
  [['typs'], /--help/],
  [['types', 'more'], /--help/],
  [['types'], /--url/],
  [['types', '--url', 'localhost:8080'], /http or https URL/],
  [['types', '--url', 'http://127.0.0.1:1', '--check'], /--out/],
  [['types', '--nonsense'], /--nonsense/],
])('refuses %j with 64 and one line', verifies('packages.client-types'), async (args, message) => {
  const { code, out, err } = await run('account-key', ...args);
  expect({ code, out }).toEqual({ code: 64, out: '' });
  expect(err).toMatch(message);
  expect(err).toMatch(/^error: .*\n$/);
});

test('needs a key, and shows its flags', verifies('packages.client-types'), async () => {
  expect(await run(undefined, 'types', '--url', 'http://127.0.0.1:1')).toMatchObject({
    code: 64,
    err: 'error: --url needs a key of the server in VITRINE_KEY.\n',
  });
  const help = await run(undefined, '--help');
  expect(help).toMatchObject({ code: 0, err: '' });
  for (const flag of ['--url', '--out', '--check', 'VITRINE_KEY']) expect(help.out).toContain(flag);
});
