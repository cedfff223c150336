import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Shop } from '../../test/command-line.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await Shop.open();
});
afterEach(() => shop.close());

async function addStore(name: string): Promise<string> {
  const { id } = await shop.vitrine.stores.create(shop.principal, {
    name,
    description: name === 'Ports' ? 'Every harbour' : null,
    recordTtl: name === 'Ports' ? 86_400 : null,
    properties: [
      { name: 'code', type: 'string', unique: true },
      { name: 'depth', type: 'number', required: true },
      { name: 'open', type: 'boolean', description: 'All day' },
    ],
  });
  return id;
}

describe('stores list', () => {
  test('prints a table, JSON, and only the wanted stores', async () => {
    const ids = [await addStore('Airports'), await addStore('Ports')];
    const lines = (await shop.line.succeed('stores', 'list')).split('\n');
    expect(lines[0]).toMatch(/^ID +CREATED +TTL {2}NAME +DESCRIPTION$/);
    expect(lines[1]).toMatch(new RegExp(`^${ids[1]} +\\S+Z {2}86,400 s {2}Ports +Every harbour$`));
    expect(lines[2]).toMatch(new RegExp(`^${ids[0]} +\\S+Z +- {2}Airports {2}-$`));
    const all = JSON.parse(await shop.line.succeed('stores', 'list', '--json'));
    expect(all).toEqual((await shop.vitrine.stores.list(shop.principal)).items);
    const named = await shop.line.succeed('stores', 'list', '--json', '--name', 'AIR');
    expect(JSON.parse(named)).toMatchObject([{ name: 'Airports' }]);
    expect(JSON.parse(await shop.line.succeed('stores', 'list', '--json', '--limit', '1'))).toMatchObject([
      { name: 'Ports' },
    ]);
  });

  test('reads pages to the end', async () => {
    const properties = [{ name: 'a', type: 'string' } as const];
    for (let i = 0; i < 101; i++)
      await shop.vitrine.stores.create(shop.principal, { name: `store ${i}`, properties });
    expect(JSON.parse(await shop.line.succeed('stores', 'list', '--json'))).toHaveLength(101);
  });

  test('fits the table to the terminal and keeps ids', async () => {
    const id = await addStore('A very long name of a store with ports '.repeat(3).trim());
    shop.line.width = 80;
    const lines = (await shop.line.succeed('stores', 'list')).trimEnd().split('\n');
    expect(lines[1]).toContain(id);
    expect(lines[1]).toContain('…');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
  });
});

describe('stores show', () => {
  test('prints a store that is given by id or by name', async () => {
    const id = await addStore('Ports');
    const out = await shop.line.succeed('stores', 'show', 'Ports');
    expect(out).toMatch(/^name {9}Ports$/m);
    expect(out).toMatch(/^records {6}0$/m);
    expect(out).toMatch(
      /\n\nPROPERTY {2}TYPE {5}RULE {6}DESCRIPTION\ncode {6}string {3}key\ndepth {5}number {3}required\nopen {6}boolean {12}All day\n$/,
    );
    expect(await shop.line.succeed('stores', 'show', id)).toBe(out);
    expect(JSON.parse(await shop.line.succeed('stores', 'show', 'Ports', '--json'))).toEqual(
      await shop.vitrine.stores.get(shop.principal, id),
    );
  });

  test('lists the candidates of an ambiguous name, and a near name for an unknown one', async () => {
    const ids = [await addStore('Ports'), await addStore('Ports')];
    const ambiguous = await shop.line.run('stores', 'show', 'Ports');
    expect(ambiguous).toMatchObject({ code: 1, out: '' });
    expect(ambiguous.err).toMatch(
      new RegExp(
        `^error: 2 stores have the name "Ports"; give the id of one: ${ids[1]} \\(created [^)]+\\), ${ids[0]} `,
      ),
    );
    expect(await shop.line.run('stores', 'show', 'ports')).toMatchObject({
      code: 1,
      err: 'error: No such store in this account: none has the id or the name "ports". Did you mean "Ports"?\n',
    });
  });

  test('prefers an id to a name', async () => {
    const first = await addStore('Ports');
    await addStore(first);
    expect(await shop.line.succeed('stores', 'show', first)).toMatch(/^name {9}Ports$/m);
  });
});

describe('stores delete', () => {
  test('says what is lost and deletes after --yes or a confirmation', async () => {
    const id = await addStore('Ports');
    const other = await addStore('Airports');
    await shop.vitrine.records.batchUpsert(shop.principal, id, {
      records: Array.from({ length: 60 }, (_, i) => ({ code: `c${i}`, depth: i })),
    });
    await shop.vitrine.apiKeys.create(shop.principal, { name: 'kiosk', storeId: id });
    const loss = `This deletes store ${id} "Ports" with 60 records. It can be restored for seven days. 1 key for this store will reach nothing.`;

    expect(await shop.line.run('stores', 'delete', 'Ports')).toEqual({
      code: 64,
      out: '',
      err: `error: ${loss} Give --yes to confirm; there is no terminal to ask.\n`,
    });
    for (const answer of ['', 'n', 'no', 'yess']) {
      shop.line.answer = answer;
      expect(await shop.line.run('stores', 'delete', 'Ports')).toMatchObject({
        code: 1,
        err: `${loss}\nerror: Not confirmed; nothing was deleted.\n`,
      });
    }
    expect(await shop.records(id)).toHaveLength(60);
    shop.line.answer = ' Yes ';
    expect(await shop.line.succeed('stores', 'delete', 'Ports')).toBe(`deleted  ${id}\n`);
    shop.line.answer = null;
    expect(await shop.line.succeed('stores', 'delete', other, '--yes')).toBe(`deleted  ${other}\n`);
    expect((await shop.vitrine.stores.list(shop.principal)).items).toEqual([]);
    expect((await shop.line.run('stores', 'delete', id, '--yes')).err).toMatch(/No such store/);
  });

  test('lists the deleted stores and restores one by its name or its id', async () => {
    const id = await addStore('Harbours');
    await shop.vitrine.records.batchUpsert(shop.principal, id, { records: [{ code: 'a', depth: 1 }] });
    await shop.line.succeed('stores', 'delete', 'Harbours', '--yes');
    const listed = await shop.line.succeed('stores', 'list', '--deleted', '--name', 'harb');
    expect(listed).toContain('DELETED');
    expect(listed).toContain(id);
    expect(await shop.line.succeed('stores', 'restore', 'Harbours')).toBe(`restored  ${id}  1 record\n`);
    expect((await shop.line.run('stores', 'restore', id)).err).toMatch(/No such deleted store/);
    expect(await shop.line.succeed('stores', 'list')).not.toContain('DELETED');
  });
});
