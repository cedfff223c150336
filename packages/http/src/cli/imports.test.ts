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
  'an import is cancelled once, and an unknown one is an error in one line',
  verifies('cli.imports'),
  async () => {
    const { line, vitrine, principal } = shop;
    const queued = await start('sku,n\na,1\n');
    expect(await line.succeed('imports', 'cancel', 'test', queued)).toBe(`cancelled  ${queued}\n`);
    await vitrine.runDueJobs();
    expect(await vitrine.records.count(principal, storeId, {})).toEqual({ count: 0 });
    const done = await start('sku,n\na,1\n');
    await vitrine.runDueJobs();
    expect(await line.succeed('imports', 'cancel', 'test', done)).toBe(`done  ${done}\n`);
    for (const command of ['show', 'cancel', 'refused']) {
      expect(await line.run('imports', command, 'test', 'none')).toEqual({
        code: 1,
        out: '',
        err: 'error: No such import in this account.\n',
      });
    }
  },
);
