import { PAGE_MAX } from '@vitrine/core';
import { bodyContract, z } from '@vitrine/core/contracts';
import { quote } from '../ground/quote.ts';
import { USER_DATA } from './descriptions.ts';
import { fitItems } from './result-size.ts';
import { objectSchema, readArguments, type StoreTool, textOrNull } from './tool.ts';

const Arguments = bodyContract({
  q: z
    .string('Expected text.')
    .optional()
    .meta({ description: 'Part of the name, upper or lower case. Left out: every store.' }),
});

const Store = z.object({
  storeId: z.string(),
  name: z.string(),
  description: textOrNull,
});

const Result = z.object({
  stores: z.array(Store),
  truncated: z.boolean().meta({ description: 'More stores match than are shown.' }),
  advice: z.string().optional(),
});

/** Finds stores by name. */
export const storeList: StoreTool = {
  name: 'store_list',
  title: 'Find stores by name',
  inputSchema: objectSchema(Arguments, 'input'),
  outputSchema: objectSchema(Result, 'output'),

  describe(audience) {
    return [
      `Finds stores by name, newest first, at most ${PAGE_MAX}: storeId, name and description. Properties are not shown; ` +
        'call store_access with the storeId for them before you query.',
      ...(audience.ownStore === null
        ? []
        : [`Your key reaches one store: ${quote(audience.ownStore.name)}.`]),
      'Example: {"q": "products"}.',
      USER_DATA,
    ].join('\n');
  },

  async run({ vitrine, principal, signal }, given) {
    const { q } = readArguments(Arguments, given);
    const query = { limit: PAGE_MAX, ...(q === undefined ? {} : { q }) };
    const page = await vitrine.stores.list(principal, query, { signal });
    const found = page.items.map(({ id, name, description }) => ({ storeId: id, name, description }));
    const stores = fitItems(found);
    const truncated = page.cursor !== undefined || stores.length < found.length;
    const advice = 'More stores match. Pass a longer part of the name as q.';
    return { stores, truncated, ...(truncated ? { advice } : {}) };
  },
};
