import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { runCli } from '../run-cli.ts';
import type { Terminal } from '../terminal/terminal.ts';

async function errorOf(...args: string[]): Promise<string> {
  let text = '';
  const stream = () =>
    new Writable({
      write(chunk, _, done) {
        text += String(chunk);
        done();
      },
    });
  const terminal = { env: {}, stdout: stream(), stderr: stream(), ask: null } as unknown as Terminal;
  expect(await runCli(args, terminal)).toBe(64);
  return text;
}

test.each([
  [['locations', 'import'], '"vitrine maps import"'],
  [['locations', 'import', 'shops.csv'], '"vitrine maps import"'],
  [['jobs', 'list'], '"vitrine server status"'],
  [['records', 'import'], '"vitrine import"'],
])('%j leads to a command of another group', verifies('console.F37'), async (args, suggested) => {
  const text = await errorOf(...args);
  expect(text).toContain('Did you mean');
  expect(text).toContain(suggested);
});

test.each([
  [['keys', 'lst'], "error: unknown command 'lst' (Did you mean list?)\n"],
  [['foo'], `error: unknown command 'foo'. "vitrine --help" lists all commands.\n`],
])('%j', async (args, text) => {
  expect(await errorOf(...args)).toBe(text);
});

test.each([
  [['live', 'url', 'Welcome', 'sku=A-1'], 'vitrine live url Greeting --value first_name=Jana'],
  [['live', 'url', 'Welcome', '--sku', 'A-1'], 'vitrine live url Greeting --value first_name=Jana'],
  [['live', 'url'], 'vitrine live url Greeting --value first_name=Jana'],
  [['serve', 'shop'], 'vitrine serve --port 9000 --database-url sqlite:./data/vitrine.db'],
])('%j has another form than the example that the error ends with', async (args, example) => {
  expect(await errorOf(...args)).toMatch(/^error: [^\n]+\. Example: [^\n]+\n$/);
  expect(await errorOf(...args)).toContain(`Example: ${example}`);
});
