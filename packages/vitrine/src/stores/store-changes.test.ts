import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { Shop } from '../../test/command-line.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await Shop.open();
});
afterEach(() => shop.close());

const PRODUCTS = ['--property', 'sku:string:unique', '--property', 'a:b:number:required'];

async function createProducts(): Promise<string> {
  return JSON.parse(await shop.line.succeed('stores', 'create', 'Products', ...PRODUCTS, '--json')).id;
}

async function stored(id: string) {
  return shop.vitrine.stores.get(shop.principal, id);
}

describe('stores create', () => {
  test('creates a store from flags', verifies('cli.stores'), async () => {
    const details = ['--description', 'For sale', '--ttl', '3600'];
    const out = await shop.line.succeed('stores', 'create', 'Products', ...PRODUCTS, ...details);
    const id = /^id +(\S+)$/m.exec(out)?.[1] ?? '';
    expect(await stored(id)).toMatchObject({
      name: 'Products',
      description: 'For sale',
      recordTtl: 3_600,
      properties: [
        { name: 'sku', type: 'string', unique: true, required: true },
        { name: 'a:b', type: 'number', unique: false, required: true },
      ],
    });
    expect(await shop.line.succeed('stores', 'show', id)).toBe(out);
  });

  test('creates a store from a definition or a printed store', verifies('cli.stores'), async () => {
    const properties = [{ name: 'code', type: 'string', description: 'In capitals' }];
    const file = shop.line.write(
      'definition.json',
      JSON.stringify({ name: 'Ports', recordTtl: 60, properties }),
    );
    const first = await shop.line.succeed('stores', 'create', '--from', file, '--json');
    expect(JSON.parse(first)).toMatchObject({ name: 'Ports', recordTtl: 60, properties });
    const printed = shop.line.write('printed.json', first);
    const copy = await shop.line.succeed(
      'stores',
      'create',
      'Copy',
      '--from',
      printed,
      '--ttl',
      'never',
      '--json',
    );
    expect(JSON.parse(copy)).toMatchObject({ name: 'Copy', recordTtl: null, properties });
    expect(JSON.parse(copy).id).not.toBe(JSON.parse(first).id);
  });

  test('says what is wrong', async () => {
    const errorOf = async (...args: string[]) => {
      const { code, out, err } = await shop.line.run('stores', 'create', ...args);
      expect(out).toBe('');
      expect(err).toMatch(/^error: .*\n$/);
      return `${code} ${err}`;
    };
    expect(await errorOf('Empty')).toMatch(/^64 .*--property sku:string:unique/);
    expect(await errorOf('Products', '--property', 'price:money')).toMatch(
      /^64 .*string, number, .*"price:money"/,
    );
    expect(await errorOf('--property', 'sku:string')).toMatch(/^1 error: name: /);
    expect(await errorOf('Products', ...PRODUCTS, '--ttl', 'soon')).toMatch(/^64 .*--ttl.*"never"/);
    expect(await errorOf('--from', shop.line.path('none.json'))).toMatch(/^74 .*no such file/);
    expect(await errorOf('--from', shop.line.write('bad.json', '{'))).toMatch(/^65 .*is not JSON/);
    expect(await errorOf('--from', shop.line.write('list.json', '[]'))).toMatch(/^65 .*not a JSON object/);
    const extra = shop.line.write('extra.json', '{"name":"a","properties":[],"colour":1}');
    expect(await errorOf('--from', extra)).toMatch(/^1 .*colour: /);
    expect((await shop.vitrine.stores.list(shop.principal)).items).toEqual([]);
  });
});

describe('stores update', () => {
  test('changes only the given members', verifies('cli.stores'), async () => {
    const id = await createProducts();
    await shop.line.succeed('stores', 'update', 'Products', '--description', 'For sale', '--ttl', '60');
    expect(await stored(id)).toMatchObject({ name: 'Products', description: 'For sale', recordTtl: 60 });
    const out = await shop.line.succeed(
      'stores',
      'update',
      id,
      '--name',
      'Goods',
      '--ttl',
      'never',
      '--json',
    );
    expect(JSON.parse(out)).toEqual(await stored(id));
    expect(JSON.parse(out)).toMatchObject({ name: 'Goods', description: 'For sale', recordTtl: null });
    await shop.line.succeed('stores', 'update', id, '--changes', 'yes', '--history', 'P30D');
    expect(await stored(id)).toMatchObject({ changes: true, history: 'P30D' });
    await shop.line.succeed('stores', 'update', id, '--changes', 'no', '--history', 'never');
    expect(await stored(id)).toMatchObject({ changes: false, history: null });
    await shop.line.succeed('stores', 'update', id, '--description', '');
    expect((await stored(id)).description).toBeNull();
    const { code, err } = await shop.line.run('stores', 'update', id);
    expect(`${code} ${err}`).toMatch(
      /^64 error: Give what to change: --name, --description, --ttl, --changes or --history\.\n$/,
    );
  });
});

describe('stores properties', () => {
  test('adds, changes, renames and deletes a property', verifies('cli.stores'), async () => {
    const id = await createProducts();
    const run = (...args: string[]) => shop.line.succeed('stores', 'properties', ...args);
    const propertyOf = async (name: string) => (await stored(id)).properties.find((it) => it.name === name);

    await run('add', 'Products', 'colour:string', '--description', 'Of the frame');
    expect(await propertyOf('colour')).toMatchObject({ required: false, description: 'Of the frame' });
    await run('update', 'Products', 'colour', '--required', '--description', '');
    expect(await propertyOf('colour')).toMatchObject({ required: true, description: null });
    await run('update', 'Products', 'colour', '--optional');
    expect(await propertyOf('colour')).toMatchObject({ required: false });
    const records = [
      { sku: '1', 'a:b': 1, colour: 'red' },
      { sku: '2', 'a:b': 1 },
    ];
    await shop.vitrine.records.batchUpsert(shop.principal, id, { records });
    expect(JSON.parse(await run('rename', 'Products', 'colour', 'color', '--json'))).toEqual(
      await stored(id),
    );
    expect(await shop.records(id)).toMatchObject([{ color: 'red' }, { color: null }]);

    const loss = `This deletes property "color" of store ${id} "Products" with 1 value permanently.`;
    expect(await shop.line.run('stores', 'properties', 'delete', 'Products', 'color')).toEqual({
      code: 64,
      out: '',
      err: `error: ${loss} Give --yes to confirm; there is no terminal to ask.\n`,
    });
    await run('delete', 'Products', 'color', '--yes');
    expect(await propertyOf('color')).toBeUndefined();
  });

  test('names a near property and what to change', async () => {
    await createProducts();
    const errorOf = async (...args: string[]) => {
      const { code, out, err } = await shop.line.run('stores', 'properties', ...args);
      expect(out).toBe('');
      return `${code} ${err}`;
    };
    const unknown =
      /^1 error: No such property in this store: "skv"\. Did you mean "sku"\? The store has: sku, a:b\.\n$/;
    expect(await errorOf('update', 'Products', 'skv', '--required')).toMatch(unknown);
    expect(await errorOf('rename', 'Products', 'skv', 'x')).toMatch(unknown);
    expect(await errorOf('delete', 'Products', 'skv', '--yes')).toMatch(unknown);
    expect(await errorOf('update', 'Products', 'sku')).toMatch(/^64 error: Give what to change: --required/);
    expect(await errorOf('update', 'Products', 'a:b', '--required', '--optional')).toMatch(/^64 /);
    expect(await errorOf('delete', 'Products', 'sku', '--yes')).toMatch(/\nerror: "sku" is unique/);
  });
});
