import { existsSync, mkdirSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { CommandLine, Shop } from '../test/command-line.ts';

let vitrine: CommandLine;
beforeEach(() => {
  vitrine = new CommandLine();
});
afterEach(() => vitrine.remove());

const KEY = /(account|store)-[\w-]{43}/g;

describe('usage', () => {
  test('prints help and version to stdout with exit code 0', async () => {
    for (const command of [
      'serve',
      'accounts',
      'accounts create',
      'keys create',
      'keys list',
      'keys revoke',
      'import',
    ]) {
      const { code, out } = await vitrine.run(...command.split(' '), '--help');
      expect(code).toBe(0);
      expect(out).toContain(`Usage: vitrine ${command}`);
    }
    expect((await vitrine.run('--help')).out).toContain('backup');
    expect((await vitrine.run('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test.each([
    [['srve'], /unknown command 'srve' \(Did you mean serve\?\)/],
    [['srve', '--help'], /unknown command 'srve' \(Did you mean serve\?\)/],
    [['foo', '-h'], /unknown command 'foo'/],
    [['keys', 'lst', '--help'], /unknown command 'lst' \(Did you mean list\?\)/],
    [['help', 'foo'], /unknown command 'foo'/],
    [['help', 'keys', 'foo'], /unknown command 'foo'/],
    [['serve', '--prot', '1'], /unknown option '--prot' \(Did you mean --port\?\)/],
    [['keys', 'lst'], /unknown command 'lst' \(Did you mean list\?\)/],
    [['accounts', 'create'], /Expected a name as the first argument/],
    [['import', 'store'], /missing required argument 'file'/],
    [['export', 'store', '--format', 'xml'], /Allowed choices are csv, json/],
    [['export', 'store', '--limit', '0'], /whole number from 1/],
    [['import', 'store', 'file.csv', '--delimiter', ';;'], /one ASCII character/],
    [['import', 'store', 'file.xlsx'], /--format: Can't tell the format/],
    [['serve', '--port', 'x'], /--port \(VITRINE_PORT\): Expected a whole number/],
    [['keys', 'list', '--database-url', 'memory:'], /--database-url .*persistent database/],
  ])('refuses %j with 64 and one line', async (args, message) => {
    const { code, out, err } = await vitrine.run(...args);
    expect(code).toBe(64);
    expect(err).toMatch(message);
    expect(err).toMatch(/^error: .*\n$/);
    expect(out).toBe('');
  });
});

describe('databases', () => {
  test('does not create a database for a command that only reads', async () => {
    const { code, err } = await vitrine.run('accounts', 'list');
    expect(code).toBe(65);
    expect(err).toMatch(/^error: .*VITRINE_DATABASE_URL.*no database at .*\n$/);
    expect(existsSync(vitrine.path('test.db'))).toBe(false);
  });

  test('refuses a file that is not a SQLite database with 65', async () => {
    const path = vitrine.write('foreign.db', 'not a database at all');
    const { code, err } = await vitrine.run('migrate', '--database-url', `sqlite:${path}`);
    expect(code).toBe(65);
    expect(err).toMatch(/^error: .*not a SQLite database.*\n$/);
  });

  test('refuses a path that cannot be created with 74', async () => {
    const file = vitrine.write('file', '');
    const { code, err } = await vitrine.run('migrate', '--database-url', `sqlite:${file}/sub/new.db`);
    expect(code).toBe(74);
    expect(err).toMatch(/^error: .*\n$/);
  });

  test(
    'creates the folders of a new database; a second migration changes nothing',
    verifies('cli.migrate'),
    async () => {
      const url = `sqlite:${vitrine.path('a/b/new.db')}`;
      expect(await vitrine.succeed('migrate', '--database-url', url)).toMatch(
        /^migrated from version 0 to \d+\n$/,
      );
      expect(await vitrine.succeed('migrate', '--database-url', url)).toMatch(
        /^up to date at version \d+\n$/,
      );
    },
  );

  test(
    'a check says whether a migration is due, and changes nothing',
    verifies('cli.migrate.check'),
    async () => {
      const path = vitrine.path('old.db');
      const check = () => vitrine.run('migrate', '--check', '--database-url', `sqlite:${path}`);
      expect((await check()).code).toBe(65);
      expect(existsSync(path)).toBe(false);
      await vitrine.succeed('migrate', '--database-url', `sqlite:${path}`);
      expect(await check()).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^up to date at version \d+\n$/),
      });
      const old = new DatabaseSync(path);
      old.exec('PRAGMA user_version = 24');
      old.close();
      for (const time of [1, 2]) {
        const due = { code: 1, out: expect.stringMatching(/^due from version 24 to \d+\n$/) };
        expect(await check(), `check ${time}`).toMatchObject(due);
      }
    },
  );

  test('prints stacks only at log level debug', async () => {
    expect((await vitrine.run('accounts', 'list')).err).not.toContain('    at ');
    vitrine.env.VITRINE_LOG_LEVEL = 'debug';
    expect((await vitrine.run('accounts', 'list')).err).toContain('    at ');
  });
});

describe('accounts and keys', () => {
  test(
    'creates an account with a key that is shown once, on stdout',
    verifies('cli.accounts', 'cli.accounts.create'),
    async () => {
      const created = await vitrine.run('accounts', 'create', '--name', 'Shop');
      expect(created.code).toBe(0);
      expect(created.out.match(KEY)).toHaveLength(1);
      expect(created.err).not.toMatch(KEY);
      const key = created.out.match(KEY)?.[0] ?? '';
      for (const command of ['accounts list', 'accounts list --json', 'keys list', 'keys list --json']) {
        const out = await vitrine.succeed(...command.split(' '));
        expect(out).not.toContain(key);
      }
      const accounts = JSON.parse(await vitrine.succeed('accounts', 'list', '--json'));
      expect(accounts).toEqual([
        { accountId: expect.any(String), name: 'Shop', date_created: expect.stringMatching(/Z$/) },
      ]);
    },
  );

  test(
    'creates keys for the account or one store, lists them newest first, and revokes them',
    verifies('cli.keys'),
    async () => {
      await vitrine.succeed('accounts', 'create', '--name', 'Shop');
      const file = vitrine.write('a.csv', 'name\nx\n');
      const store = JSON.parse(await vitrine.succeed('stores', 'create-from', file, '--json'));
      const account = JSON.parse(await vitrine.succeed('keys', 'create', '--name', 'a', '--json'));
      expect(account.key).toMatch(/^account-/);
      const out = await vitrine.succeed('keys', 'create', '--name', 's', '--store', store.id);
      expect(out).toMatch(/store-[\w-]{43}/);
      const listed = JSON.parse(await vitrine.succeed('keys', 'list', '--json'));
      expect(listed.map(({ name }: { name: string }) => name)).toEqual(['s', 'a', 'first key']);
      await vitrine.succeed('keys', 'revoke', account.keyId);
      expect(JSON.parse(await vitrine.succeed('keys', 'list', '--json'))).toHaveLength(2);
      expect(await vitrine.run('keys', 'revoke', account.keyId)).toMatchObject({
        code: 1,
        err: `error: No such key in this account: none has the id or the name "${account.keyId}".\n`,
      });
      expect(await vitrine.run('keys', 'create', '--name', 's', '--store', 'none')).toMatchObject({
        code: 1,
      });
    },
  );

  test('lists more keys than one page', async () => {
    const shop = await Shop.open();
    try {
      for (let i = 0; i < 101; i++) await shop.vitrine.apiKeys.create(shop.principal, { name: `key ${i}` });
      expect(JSON.parse(await shop.line.succeed('keys', 'list', '--json'))).toHaveLength(101);
    } finally {
      await shop.close();
    }
  });

  test('requires --account if there are several accounts', async () => {
    const first = JSON.parse(await vitrine.succeed('accounts', 'create', '--name', 'One', '--json'));
    const second = JSON.parse(await vitrine.succeed('accounts', 'create', '--name', 'Two', '--json'));
    const { code, err } = await vitrine.run('keys', 'list');
    expect(code).toBe(64);
    expect(err).toContain(`${first.accountId} (One), ${second.accountId} (Two)`);
    const keys = JSON.parse(await vitrine.succeed('keys', 'list', '--json', '--account', second.accountId));
    expect(keys.map(({ keyId }: { keyId: string }) => keyId)).toEqual([second.keyId]);
    expect((await vitrine.run('keys', 'list', '--account', 'none')).code).toBe(64);
    // Another account's key and store do not exist for this one.
    expect((await vitrine.run('keys', 'revoke', first.keyId, '--account', second.accountId)).code).toBe(1);
  });

  test('names the command that creates an account if there is none', async () => {
    await vitrine.succeed('migrate');
    const { code, err } = await vitrine.run('keys', 'list');
    expect(code).toBe(1);
    expect(err).toContain('vitrine accounts create');
  });

  test('escapes control characters in names', async () => {
    await vitrine.succeed('accounts', 'create', '--name', 'a\u001b[31mb');
    expect(await vitrine.succeed('accounts', 'list')).toContain('a\\u001b[31mb');
  });
});

describe('backup', () => {
  test('writes a copy that is a database, and refuses to overwrite', async () => {
    await vitrine.succeed('accounts', 'create', '--name', 'Shop');
    const copy = vitrine.path('copy.db');
    await vitrine.succeed('backup', copy);
    const list = ['accounts', 'list', '--json'];
    expect(await vitrine.succeed(...list, '--database-url', `sqlite:${copy}`)).toBe(
      await vitrine.succeed(...list),
    );
    const again = await vitrine.run('backup', copy);
    expect(again).toMatchObject({
      code: 74,
      err: expect.stringMatching(/exists; a backup never overwrites a file/),
    });
    mkdirSync(vitrine.path('folder'));
    expect((await vitrine.run('backup', vitrine.path('folder'))).code).toBe(74);
    expect((await vitrine.run('backup', vitrine.path('none/copy.db'))).code).toBe(74);
  });
});
