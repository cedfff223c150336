import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { Shop } from '../../test/command-line.ts';

let shop: Shop;
let storeId: string;
beforeEach(async () => {
  shop = await Shop.open();
  storeId = await shop.createStore([
    { name: 'sku', type: 'string', unique: true },
    { name: 'n', type: 'number' },
  ]);
});
afterEach(() => shop.close());

/** Sends a file, as a server receives it. Returns the id of its import. */
async function start(csv: string, dryRun?: 'true'): Promise<string> {
  async function* chunks() {
    yield Buffer.from(csv);
  }
  const query = dryRun === undefined ? {} : { dryRun };
  const file = { name: null, type: 'text/csv', chunks: chunks() };
  const { importId } = await shop.vitrine.imports.start(shop.principal, storeId, query, async () => file);
  return importId;
}

test(
  'imports are listed newest first and shown, and their refused records are written as CSV',
  verifies('cli.imports'),
  async () => {
    const { line, vitrine } = shop;
    expect(await line.succeed('imports', 'list', 'test', '--json')).toBe('[]\n');
    const done = await start('sku,n\na,1\nb,x\n');
    await vitrine.runDueJobs();
    const dry = await start('sku,n\na,2\n', 'true');

    const listed = (await line.succeed('imports', 'list', 'test')).trimEnd().split('\n');
    const header = /^ID +STATUS +READ {2}CREATED {2}UPDATED {2}UNCHANGED {2}REFUSED {2}SENT +ENDED$/;
    expect(listed[0]).toMatch(header);
    expect(listed[1]).toMatch(new RegExp(`^${dry} {2}queued, dry run +0 +0 +0 +0 +0 {2}\\S+Z {2}-$`));
    expect(listed[2]).toMatch(new RegExp(`^${done} {2}done +2 +1 +0 +0 +1 {2}\\S+Z {2}\\S+Z$`));
    const one = JSON.parse(await line.succeed('imports', 'list', storeId, '--limit', '1', '--json'));
    expect(one).toMatchObject([{ importId: dry, status: 'queued', dryRun: true }]);

    const shown = await line.succeed('imports', 'show', 'test', done);
    expect(shown).toMatch(/^status +done$/m);
    expect(shown).toMatch(/^refused +1$/m);
    expect(shown).not.toMatch(/^reason/m);
    const json = JSON.parse(await line.succeed('imports', 'show', 'test', done, '--json'));
    expect(json).toMatchObject({ importId: done, errors: [{ row: 2, line: 3 }] });

    const refused = await line.succeed('imports', 'refused', 'test', done);
    expect(refused).toMatch(/^error,sku,n\r\nn: Expected a number.*,b,x\r\n$/);
  },
);

test(
  'an import is started with a mapping, a mode and a dry run, for a server to run',
  verifies('cli.imports', 'cli.operations'),
  async () => {
    const { line, vitrine } = shop;
    const file = line.write('products.csv', 'code;n;Notiz\na;1,5;x\nb;2,5;y\n');
    const flags = ['--map', 'code=sku', '--ignore', 'Notiz'];
    const importOf = (json: string): string => JSON.parse(json).importId;
    const showAll = async (id: string) => {
      await vitrine.runDueJobs();
      return JSON.parse(await line.succeed('imports', 'show', 'test', id, '--json'));
    };
    const dry = importOf(
      await line.succeed('imports', 'start', 'test', file, ...flags, '--dry-run', '--json'),
    );
    expect(await showAll(dry)).toMatchObject({ status: 'done', dryRun: true, created: 2 });
    expect(await shop.records(storeId)).toEqual([]);

    const started = await line.run('imports', 'start', 'test', file, ...flags);
    const id = /^queued {2}(\S+)\n$/.exec(started.out)?.[1] ?? '';
    expect(started.err).toContain(`"vitrine imports show ${storeId} ${id}" shows its progress`);
    expect(await showAll(id)).toMatchObject({ status: 'done', created: 2 });
    expect(await shop.records(storeId)).toMatchObject([
      { sku: 'a', n: 1.5 },
      { sku: 'b', n: 2.5 },
    ]);
    const again = await line.succeed(
      'imports',
      'start',
      'test',
      file,
      ...flags,
      '--mode',
      'insertOnly',
      '--json',
    );
    expect(await showAll(importOf(again))).toMatchObject({ status: 'done', refused: 2 });
  },
);

test(
  'an import that can not begin names the flag that decides it, and nothing is left behind',
  verifies('cli.imports', 'import.undecided'),
  async () => {
    const { line } = shop;
    await shop.vitrine.stores.addProperty(shop.principal, storeId, { name: 'at', type: 'datetime' });
    const undecided = line.write('dates.csv', 'sku,at\na,03/04/2026\n');
    const start = (...args: string[]) => line.run('imports', 'start', 'test', ...args);
    expect(await start(undecided)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^error: --dates: .*Give --dates dmy or --dates mdy\.\n$/),
    });
    const unknown = line.write('unknown.csv', 'sku,colour\na,red\n');
    expect((await start(unknown)).err).toMatch(/^error: --map: .*"colour"/);
    expect((await start(unknown, '--map', 'colour=color')).err).toMatch(/^error: --map: .*"color"/);
    expect(await start(unknown, '--map', 'colour')).toMatchObject({ code: 64 });
    expect(await start(line.path('none.csv'))).toMatchObject({ code: 74 });
    expect(await line.succeed('imports', 'list', 'test', '--json')).toBe('[]\n');
    expect(
      JSON.parse(await line.succeed('imports', 'start', 'test', undecided, '--dates', 'dmy', '--json')),
    ).toMatchObject({ status: 'queued' });
  },
);

test(
  'an import is cancelled, then removed, and an unknown one is an error in one line',
  verifies('cli.imports'),
  async () => {
    const { line, vitrine, principal } = shop;
    const queued = await start('sku,n\na,1\n');
    expect(await line.succeed('imports', 'cancel', 'test', queued)).toBe(`cancelled  ${queued}\n`);
    await vitrine.runDueJobs();
    expect(await vitrine.records.count(principal, storeId, {})).toEqual({ count: 0 });
    const done = await start('sku,n\na,1\n');
    await vitrine.runDueJobs();
    expect(await line.succeed('imports', 'cancel', 'test', done)).toBe(`removed  ${done}\n`);
    for (const command of ['show', 'cancel', 'refused']) {
      expect(await line.run('imports', command, 'test', 'none')).toEqual({
        code: 1,
        out: '',
        err: 'error: No such import in this account.\n',
      });
    }
  },
);

test(
  'of many refused records the first ones are written, guarded, and stderr has the number of the others',
  verifies('cli.imports', 'import.refused.bounded', 'import.refused.formulas'),
  async () => {
    const { line, vitrine } = shop;
    const id = await start(`sku,n\n${Array.from({ length: 1_234 }, (_, i) => `=${i},x\n`).join('')}`);
    await vitrine.runDueJobs();
    const refused = await line.run('imports', 'refused', 'test', id);
    expect(refused.out.split('\r\n')).toHaveLength(1_002);
    expect(refused.out).toContain(",'=999,x\r\n");
    expect(refused.err).toBe('234 more records were refused; only the first ones are kept.\n');
    const raw = await line.run('imports', 'refused', 'test', id, '--formulas', 'raw');
    expect(raw.out).toContain(',=999,x\r\n');
  },
);
