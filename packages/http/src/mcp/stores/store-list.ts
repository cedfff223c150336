import { PAGE_MAX } from '@vitrine/core';
import { bodyContract, z } from '@vitrine/core/contracts';
import { quote } from '../../ground/quote.ts';
import { fitItems } from '../tools/result-size.ts';
import { inputSchema, readArguments, resultSchema, type StoreTool } from '../tools/tool.ts';
import { countedStores } from './store-access.ts';

const Arguments = bodyContract({
  q: z.string('Expected text.').optional().meta({ description: 'Part of the name.' }),
});

/** Finds stores by name. */
export const storeList: StoreTool = {
  name: 'store_list',
  title: 'Find stores by name',
  inputSchema: inputSchema(Arguments),
  outputSchema: resultSchema({ stores: 'array', truncated: 'boolean' }),

  describe({ ownStore }) {
    return [
      `Finds stores by name, newest first, at most ${PAGE_MAX}: storeId, name, description and recordCount.`,
      ...(ownStore === null ? [] : [`Your key reaches one store: ${quote(ownStore.name)}.`]),
      'Example: {"q": "products"}.',
    ].join('\n');
  },

  async run(call, given) {
    const { q } = readArguments(Arguments, given);
    const found = await countedStores(call, { limit: PAGE_MAX, q });
    const stores = fitItems(
      found.stores.map(({ id, name, description, recordCount }) => ({
        ...{ storeId: id, name, description, recordCount },
      })),
    );
    const truncated = found.more || stores.length < found.stores.length;
    const advice = 'More stores match. Pass a longer part of the name as q.';
    return { stores, truncated, ...(truncated ? { advice } : {}) };
  },
};
