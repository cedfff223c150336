import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { Shop } from '../test/command-line.ts';

const CLI = fileURLToPath(new URL('./cli.ts', import.meta.url));

/** Prints the package of each resolved import, in worker threads too. Prints the entry of packages with several. */
const HOOK = `
  import { writeSync } from 'node:fs';
  import { isBuiltin, registerHooks } from 'node:module';
  // Published alone: this repository has better-sqlite3 itself.
  const IS_ABSENT = /^@vitrine\\/sqlite-/;
  registerHooks({
    resolve(specifier, context, next) {
      const name = /^(@[^/]+\\/)?[\\w-][^/]*/.exec(specifier)?.[0];
      if (name !== undefined && !/^(file|data):/.test(specifier) && !isBuiltin(specifier) && !IS_ABSENT.test(name)) {
        writeSync(2, 'loaded ' + (/^@vitrine\\/(core|http|storage-postgres)$/.test(name) ? specifier : name) + '\\n');
      }
      return next(specifier, context);
    },
  });
`;

/** Runs one command after another in a process that loads nothing else, and prints the status of each. */
const PROGRAM = `
  import { writeSync } from 'node:fs';
  const [{ runCli }, { processTerminal }] = await Promise.all([import('./run-cli.ts'), import('./terminal/terminal.ts')]);
  for (const args of JSON.parse(process.argv[1])) {
    const status = await runCli(args, processTerminal());
    writeSync(2, 'status ' + status + ' of ' + args[0] + '\\n');
  }
`;

/** What help and usage errors need. These entries import neither the services nor a driver. */
const USAGE = [
  '@vitrine/core/node',
  '@vitrine/core/server',
  '@vitrine/core/adapter',
  '@vitrine/http/program',
  '@vitrine/storage-postgres/options',
  'commander',
  'ipaddr.js',
];
/** The packages that every command on a SQLite database needs in addition to core. */
const SQLITE = [
  ...USAGE,
  '@vitrine/storage-sql',
  '@vitrine/storage-sqlite',
  'better-sqlite3',
  'lru-cache',
  'zod',
];

const shop = await Shop.open();
afterAll(() => shop.close());
const storeId = await shop.createStore([{ name: 'k', type: 'string', unique: true }]);
await shop.vitrine.maps.create(shop.principal, { name: 'Map' });
const json = shop.line.write('a.json', '[{"k":"a"}]');
const csv = shop.line.write('a.csv', 'k\nb\n');
const locations = shop.line.write('locations.csv', 'lat,lng\n1,2\n');

function loadedBy(...program: readonly string[]): {
  status: number | null;
  stderr: string;
  packages: Set<string>;
} {
  const hook = `data:text/javascript,${encodeURIComponent(HOOK)}`;
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--conditions=vitrine-source', '--import', hook, ...program],
    { encoding: 'utf8', env: { ...process.env, ...shop.line.env }, cwd: import.meta.dirname },
  );
  return {
    status,
    stderr,
    packages: new Set(stderr.matchAll(/^loaded (.*)$/gm).map(([, name = '']) => name)),
  };
}

test.each([
  ['--help', 0],
  ['--version', 0],
  ['serve --help', 0],
  ['import --help', 0],
  ['timers drafts save --help', 0],
  ['serve --nonsense', 64],
])('vitrine %s loads neither services nor databases', (line, code) => {
  const { status, packages } = loadedBy(CLI, ...line.split(' '));
  expect(status).toBe(code);
  expect(packages).toContain('commander');
  expect([...packages.difference(new Set(USAGE))]).toEqual([]);
});

test('commands load only the services and the SQLite storage', () => {
  const commands = [
    ['backup', shop.line.path('backup.db')],
    ['accounts', 'list'],
    ['accounts', 'limits', shop.principal.accountId],
    ['import', storeId, json],
    ['import', storeId, csv],
    ['maps', 'import', '1', locations],
    ['export', storeId],
    ['stores', 'list'],
    ['keys', 'list'],
    ['records', 'list', 'test'],
    ['images', 'list'],
    ['timers', 'drafts', 'list'],
    ['locations', 'list', 'Map'],
    ['copy', '--from', `sqlite:${shop.line.database}`, '--to', `sqlite:${shop.line.path('copy.db')}`],
  ];
  const program = ['--input-type=module', '--eval', PROGRAM, JSON.stringify(commands)];
  const { status, stderr, packages } = loadedBy(...program);
  expect({ status, stderr }).toMatchObject({ status: 0 });
  const ended = [...stderr.matchAll(/^status (.*)$/gm)].map(([, text]) => text);
  expect(ended).toEqual(commands.map(([name]) => `0 of ${name}`));
  expect(packages).toContain('better-sqlite3');
  const more = packages.difference(new Set(SQLITE));
  expect([...more].filter((name) => !name.startsWith('@vitrine/core'))).toEqual([]);
});

test.each([['accounts limits', 'pino', [shop.principal.accountId, '--stores', '5']]])(
  'vitrine %s also loads %s if needed, but no server',
  (command, more, args) => {
    const { status, stderr, packages } = loadedBy(CLI, ...command.split(' '), ...args);
    expect({ status, stderr }).toMatchObject({ status: 0 });
    expect(packages).toContain(more);
    for (const name of [
      'hono',
      '@hono/node-server',
      'sharp',
      'pg',
      '@vitrine/media',
      '@vitrine/storage-postgres',
    ]) {
      expect(packages).not.toContain(name);
    }
  },
);
