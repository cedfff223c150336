import { bodyContract, type ListStoresQuery, type StoreDetail } from '@vitrine/core/contracts';
import { describeReach } from '../tools/descriptions.ts';
import { unlessMissing } from '../tools/missing.ts';
import { fitItems } from '../tools/result-size.ts';
import { describeStore, showShortly } from '../tools/shown-store.ts';
import { inputSchema, readArguments, resultSchema, type StoreTool, type ToolCall } from '../tools/tool.ts';
import { aboutStore, requireStoreId, storeId } from './target-store.ts';

/** Maximum number of stores in a result for an account key. */
const STORES_MAX = 50;

const Arguments = bodyContract({ storeId });

/**
 * Returns the stores that the key can access: one store with all that is needed to query it, several ones shortly. The only
 * store of an account is one store.
 */
export const storeAccess: StoreTool = {
  name: 'store_access',
  title: 'Stores and their properties',
  inputSchema: inputSchema(Arguments),
  outputSchema: resultSchema({ scope: 'string', stores: 'array' }, { operators: 'object' }),

  describe(audience) {
    const levels =
      audience.scope === 'account'
        ? `Without storeId: the ${STORES_MAX} newest stores with record counts and properties as "name: type". ` +
          'With storeId: all of that store, such as required properties and operators by type. '
        : 'It tells the record count of your store, its properties and the operators by type. ';
    return [
      `Call this first. ${levels}Descriptions may say what a property refers to. Never guess names of properties.`,
      ...describeReach(audience),
      audience.scope === 'account' ? 'Examples: {} or {"storeId": "<storeId>"}.' : 'Example: {}.',
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
      return { scope, ...describeOne(store) };
    }
    const { stores, more } = await countedStores(call, { limit: STORES_MAX });
    const [only] = stores;
    if (only !== undefined && stores.length === 1 && !more) return { scope, ...describeOne(only) };
    const shown = fitItems(stores.map(showShortly));
    const isCut = more || shown.length < stores.length;
    const advice =
      'There are more stores. Call store_list with part of a name, then store_access with its storeId.';
    return { scope, stores: shown, ...(isCut ? { truncated: true, advice } : {}) };
  },
};

function describeOne(store: StoreDetail) {
  const { operators, ...shown } = describeStore(store);
  return { stores: [shown], operators };
}

/** Returns the first page of stores with their properties and record counts, and whether more exist. */
export async function countedStores(
  { vitrine, principal, signal }: ToolCall,
  query: ListStoresQuery,
): Promise<{ readonly stores: readonly StoreDetail[]; readonly more: boolean }> {
  const page = await vitrine.stores.list(principal, query, { signal });
  const stores: StoreDetail[] = [];
  // Sequential: each read counts the store's records, and other callers wait for the same threads.
  for (const { id } of page.items) {
    const store = await unlessMissing(() => vitrine.stores.get(principal, id, { signal }));
    if (store !== null) stores.push(store);
  }
  return { stores, more: page.cursor !== undefined };
}
