import { NotFoundError } from '@vitrine/core';
import type { StoreDetail } from '@vitrine/core/contracts';
import { bodyContract, z } from '@vitrine/core/contracts';
import { operatorsOf } from '@vitrine/core/server';
import { describeReach, USER_DATA } from './descriptions.ts';
import { fitItems } from './result-size.ts';
import { aboutStore, requireStoreId, storeId } from './target-store.ts';
import { objectSchema, readArguments, type StoreTool, type ToolCall, textOrNull } from './tool.ts';

/** Maximum number of stores in a result for an account key. */
const STORES_MAX = 50;

const Arguments = bodyContract({ storeId });

const Property = z.object({
  name: z.string(),
  type: z.string(),
  required: z.boolean(),
  unique: z.boolean(),
  operators: z.array(z.string()).meta({ description: 'What op may be in a filter on this property.' }),
});

const Store = z.object({
  storeId: z.string(),
  name: z.string(),
  description: textOrNull,
  properties: z.array(Property),
  recordCount: z.number().meta({ type: 'integer' }),
});

const Result = z.object({
  scope: z.string().meta({ enum: ['account', 'store'] }),
  stores: z.array(Store),
  truncated: z.boolean().optional().meta({ description: 'Present when there are more stores than shown.' }),
  advice: z.string().optional(),
});

/** Returns the stores that the key can access, with everything that is needed to query them. */
export const storeAccess: StoreTool = {
  name: 'store_access',
  title: 'Stores and their properties',
  inputSchema: objectSchema(Arguments, 'input'),
  outputSchema: objectSchema(Result, 'output'),

  describe(audience) {
    const which =
      audience.scope === 'account'
        ? `Your key is for the whole account: without storeId the ${STORES_MAX} newest stores are described, with storeId that ` +
          'one. When you know the name of a store, store_list finds it faster.'
        : describeReach(audience);
    return [
      'Call this first. It tells what your key can read: for each store its storeId, name, description, record count and ' +
        'properties. For each property: name, type, whether it is required, whether it is part of the unique key, and the ' +
        'operators a filter may use on it. Never guess names of properties; take them from here.',
      which,
      audience.scope === 'account'
        ? 'Examples: {} or {"storeId": "<storeId from store_list>"}.'
        : 'Example: {}.',
      USER_DATA,
    ].join('\n');
  },

  async run(call, given) {
    const wanted = readArguments(Arguments, given).storeId;
    const scope = call.principal.kind;
    if (scope === 'store' || wanted !== undefined) {
      const single = requireStoreId(call, wanted);
      const store = await aboutStore(call, single, () =>
        call.vitrine.stores.get(call.principal, single, { signal: call.signal }),
      );
      return { scope, stores: [showStore(store)] };
    }
    const { stores, more } = await readNewest(call);
    const shown = fitItems(stores);
    const isCut = more || shown.length < stores.length;
    const advice =
      'There are more stores. Call store_list with part of a name, then store_access with its storeId.';
    return { scope, stores: shown, ...(isCut ? { truncated: true, advice } : {}) };
  },
};

async function readNewest({ vitrine, principal, signal }: ToolCall) {
  const page = await vitrine.stores.list(principal, { limit: STORES_MAX }, { signal });
  const stores: ReturnType<typeof showStore>[] = [];
  // Sequential: each read counts the store's records, and other callers wait for the same threads.
  for (const { id } of page.items) {
    try {
      stores.push(showStore(await vitrine.stores.get(principal, id, { signal })));
    } catch (error) {
      // The store was deleted after the list was read.
      if (!(error instanceof NotFoundError)) throw error;
    }
  }
  return { stores, more: page.cursor !== undefined };
}

function showStore({ id, name, description, properties, recordCount }: StoreDetail) {
  return {
    storeId: id,
    name,
    description,
    properties: properties.map(({ name: property, type, required, unique }) => ({
      name: property,
      type,
      required,
      unique,
      operators: operatorsOf(type),
    })),
    recordCount,
  };
}
