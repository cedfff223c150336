import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { WorkingFolder } from '../e2e/command-line.ts';
import { picture } from '../e2e/samples.ts';
import { blocksIn, ROOT } from './code-blocks.ts';
import { runShell } from './shell.ts';

const README = 'README.md';
/** Enough for a server, two imports and an export. */
const TIMEOUT = 120_000;
const KEY = `account-${'r'.repeat(43)}`;
const [first = '', requests = '', pictures = '', files = '', install = ''] = blocksIn(README, 'sh', 5);
const [program = ''] = blocksIn(README, 'ts', 1);

test('the first command needs no clone, and the text names the two commands of a clone', () => {
  expect(first.split('#')[0]?.trim()).toBe('npx -y vitrine');
  expect(install.trim()).toBe('npm install @vitrine/core @vitrine/storage-sqlite');
  const text = readFileSync(join(ROOT, README), 'utf8');
  for (const command of ['start', 'test']) expect(text).toContain(`\`npx -y pnpm@12 ${command}\``);
});

test(
  'the requests and the commands work when pasted in sequence',
  async () => {
    const folder = new WorkingFolder();
    const served = await folder.serve([], { VITRINE_ACCOUNT_KEY: KEY });
    const here = (text: string) => text.replaceAll('http://127.0.0.1:8080', served.url);
    const [create = '', rest = ''] = requests.split(/^STORE=\w+$/m);

    const { id: store } = JSON.parse(await runShell(here(create), folder.path, { KEY }));
    const responses = await runShell(here(rest), folder.path, { KEY, STORE: store });
    expect(responses).toContain('"in stock":true');
    expect(responses).toMatch(/"items":\[\{"id":"A-1"/);

    await writeFile(join(folder.path, 'banner.png'), picture());
    const added = await runShell(here(pictures), folder.path, { KEY });
    expect(added).toContain(`"productionUrl":"${served.url}/i/`);
    const listed = await fetch(`${served.url}/v2/images`, { headers: { authorization: `Bearer ${KEY}` } });
    expect(await listed.json()).toMatchObject({ items: [{ folder: 'spring' }, { folder: 'spring' }] });

    await runShell(files, folder.path);
    const read = (name: string): Record<string, string>[] =>
      parse(readFileSync(join(folder.path, name)), { columns: true, bom: true });
    const codes = (name: string) => read(name).map(({ code }) => code);
    expect(codes('copy.csv').sort()).toEqual(codes('airports.csv').sort());
    expect((await served.stop()).code).toBe(0);
  },
  TIMEOUT,
);

test('the program runs unchanged, and a second run creates no second account, store or record', () => {
  const folder = new WorkingFolder();
  const text = program.replace("'shop.db'", JSON.stringify(join(folder.path, 'shop.db')));
  const counts = '{ items, accounts: await vitrine.accounts.list(), stores: await vitrine.stores.list(me) }';
  const printed = `${text}\nconsole.log(JSON.stringify(${counts})); await vitrine.close();`;
  const run = () =>
    execFileSync(
      process.execPath,
      ['--conditions=vitrine-source', '--input-type=module-typescript', '--eval', printed],
      { cwd: join(ROOT, 'test'), encoding: 'utf8' },
    );
  const made = JSON.parse(run());
  expect(made).toMatchObject({ items: [{ sku: 'A-1', price: 12.5 }], accounts: [{ name: 'Shop' }] });
  const again = JSON.parse(run());
  expect(again).toMatchObject({ accounts: made.accounts, stores: made.stores });
  expect(again.items).toHaveLength(1);
});
