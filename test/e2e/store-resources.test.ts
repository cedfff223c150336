import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { eras } from './tool-client.ts';
import { type ToolWorld, withToolServers } from './tool-world.ts';

const STORE = 'vitrine://stores/{store}';
const PROPERTY = 'vitrine://stores/{store}/properties/{property}';

/** Two stores, the second one of a name that needs encoding. Returns their ids. */
async function createStores({ vitrine, a }: Pick<ToolWorld, 'vitrine' | 'a'>) {
  const create = async (name: string, description: string | null) =>
    (
      await vitrine.stores.create(a.principal, {
        name,
        description,
        properties: [
          { name: 'sku', type: 'string', unique: true },
          { name: 'price net/€', type: 'number', description: 'in euros' },
          { name: 'Priority', type: 'string' },
        ],
      })
    ).id;
  return [await create('Products', 'Goods'), await create('Spare parts/old', null)] as const;
}

/** The tools have no part in how stores are kept, which the tests of HTTP do. */
withToolServers((arrange) => {
  test.each(eras)(
    'lists and reads stores and properties as resources, with the official client of the %s era',
    verifies('tools.resources'),
    async (era) => {
      const { vitrine, a, b, connect } = await arrange();
      const [products, parts] = await createStores({ vitrine, a });
      await vitrine.records.add(a.principal, products, { sku: 'A' });
      const client = await connect(era, a.key);
      const resources = await client.listResources();
      expect(resources).toMatchObject([
        { uri: `vitrine://stores/${parts}`, name: 'Spare parts/old', mimeType: 'application/json' },
        { uri: `vitrine://stores/${products}`, name: 'Products', description: 'Goods' },
      ]);
      expect(await client.listTemplates()).toEqual([STORE, PROPERTY]);
      const known = {
        storeId: products,
        name: 'Products',
        description: 'Goods',
        recordCount: 1,
        properties: [
          { name: 'sku', type: 'string', unique: true },
          { name: 'price net/€', type: 'number', description: 'in euros' },
          { name: 'Priority', type: 'string' },
        ],
        operators: {
          string: 'eq ne in contains startsWith endsWith empty notEmpty',
          number: expect.any(String),
          datetime: expect.any(String),
        },
      };
      expect(await client.readResource(`vitrine://stores/${products}`)).toEqual(known);
      expect(await client.readResource('vitrine://stores/Products')).toEqual(known);
      const price = `properties/${encodeURIComponent('price net/€')}`;
      const named = encodeURIComponent('Spare parts/old');
      expect(await client.readResource(`vitrine://stores/${named}/${price}`)).toEqual({
        store: { storeId: parts, name: 'Spare parts/old' },
        ...{ name: 'price net/€', type: 'number', description: 'in euros' },
        operators: 'eq ne in gt gte lt lte empty notEmpty',
      });

      const { id: foreign } = await vitrine.stores.create(b.principal, {
        name: 'Secret',
        properties: [{ name: 'sku', type: 'string' }],
      });
      for (const uri of [
        `vitrine://stores/${foreign}`,
        'vitrine://stores/Secret',
        'vitrine://stores/products',
        'vitrine://stores/Products/properties/price',
        'vitrine://stores/',
        'https://example.org/',
        `vitrine://stores/${'%00'}`,
      ]) {
        await expect(client.readResource(uri), uri).rejects.toThrow(/not found/i);
      }
      const own = await connect(era, await a.storeKey(parts));
      expect(await own.listResources()).toMatchObject([{ name: 'Spare parts/old' }]);
      await expect(own.readResource('vitrine://stores/Products')).rejects.toThrow(/not found/i);
      expect(await own.readResource(`vitrine://stores/${parts}`)).toMatchObject({ storeId: parts });
    },
  );

  test.each(eras)(
    'completes names of stores and of properties, with the official client of the %s era',
    verifies('tools.completion'),
    async (era) => {
      const { vitrine, a, connect } = await arrange();
      const [, parts] = await createStores({ vitrine, a });
      const client = await connect(era, a.key);
      const store = (text: string) => client.complete({ template: STORE, variable: 'store', text });
      expect(await store('')).toEqual(['Spare parts/old', 'Products']);
      expect(await store('PRO')).toEqual(['Products']);
      expect(await store('p')).toEqual(['Products', 'Spare parts/old']);
      expect(await store('x')).toEqual([]);
      const property = (text: string, filled?: Record<string, string>) =>
        client.complete({ template: PROPERTY, variable: 'property', text, ...(filled && { filled }) });
      expect(await property('pri', { store: 'Products' })).toEqual(['price net/€', 'Priority']);
      expect(await property('€', { store: parts })).toEqual(['price net/€']);
      expect(await property('', { store: 'Nothing' })).toEqual([]);
      expect(await property('')).toEqual([]);
      const own = await connect(era, await a.storeKey(parts));
      expect(await own.complete({ template: PROPERTY, variable: 'property', text: 's' })).toEqual(['sku']);
      expect(await client.complete({ template: 'other://{x}', variable: 'x', text: '' })).toEqual([]);
    },
  );

  test('reads resources page by page', verifies('tools.resources'), async () => {
    const { vitrine, a, connect } = await arrange();
    for (let i = 0; i < 60; i++) {
      await vitrine.stores.create(a.principal, {
        name: `Store ${i}`,
        properties: [{ name: 'n', type: 'number' }],
      });
    }
    const client = await connect('newest', a.key);
    const names = (await client.listResources()).map(({ name }) => name);
    expect(names).toEqual(Array.from({ length: 60 }, (_, i) => `Store ${59 - i}`));
  });
});
