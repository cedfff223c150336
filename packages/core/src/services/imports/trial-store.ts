import { acceptedElements, formatPath, parseContract } from '../../contracts/ground/contract.ts';
import { StorePropertyRequest, StoreSchemaRequest } from '../../contracts/stores/stores.ts';
import { NotFoundError } from '../../ground/errors.ts';
import { PROPERTIES_MAX } from '../../ground/limits.ts';
import type { Principal } from '../../ports/access.ts';
import { requireValid } from '../../schema/checked.ts';
import { addProperties, findPropertyIssues } from '../../schema/property.ts';
import type { PropertyRow, StoreRow } from '../../storage/index.ts';
import type { ServiceContext } from '../calls/context.ts';
import { openStore } from '../stores/open-store.ts';
import { parameterError } from './upload-parameters.ts';

/**
 * The id in place of a store's for dry runs against a store that does not exist (docs/rules.md#imports). No store has it,
 * because ids have sixteen characters.
 */
const NEW_STORE = 'new';

/** Where a file is imported: a store, or none yet. */
export interface ImportPlace {
  readonly accountId: string;
  readonly storeId: string;
  /** Null: the store does not exist. */
  readonly store: StoreRow | null;
}

/** Returns the store of an import. @throws NotFoundError, also for a store key and `new`. */
export async function openImportPlace(
  context: ServiceContext,
  principal: Principal,
  storeId: string,
): Promise<ImportPlace> {
  const { accountId } = principal;
  if (storeId !== NEW_STORE)
    return { accountId, storeId, store: await openStore(context, principal, storeId) };
  if (principal.kind !== 'account') throw new NotFoundError('store');
  return { accountId, storeId, store: null };
}

interface TrialParameters {
  readonly properties?: string | undefined;
  readonly dryRun?: 'true' | 'false' | undefined;
}

/**
 * Returns the properties of a store that does not exist, as the request gives them, and null for a store that does.
 * @throws ValidationError for properties that no store could have, and if the parameters do not suit the place.
 */
export function readTrialProperties(
  { store }: ImportPlace,
  { properties, dryRun }: TrialParameters,
): readonly PropertyRow[] | null {
  if (store !== null) {
    if (properties === undefined) return null;
    throw parameterError('properties', 'Expected no properties: the store has its own.');
  }
  if (dryRun !== 'true')
    throw parameterError('dryRun', 'Expected true: without a store, nothing can be written.');
  if (properties === undefined)
    throw parameterError('properties', 'Expected the properties that the store would have.');
  const pathOf = (index: number, member: string) => formatPath(['properties', index, member]);
  const given = parseContract(StoreSchemaRequest, { properties: parse(properties) }, (input) =>
    findPropertyIssues(
      [],
      acceptedElements(StorePropertyRequest, input, 'properties', PROPERTIES_MAX),
      pathOf,
    ),
  );
  return requireValid(addProperties([], given.properties, [], pathOf));
}

/** Returns a store without records that is stored nowhere. */
export function trialStore(accountId: string, properties: readonly PropertyRow[]): StoreRow {
  return {
    id: NEW_STORE,
    accountId,
    name: '',
    description: null,
    recordTtl: null,
    storeType: 'library',
    changes: false,
    history: null,
    isLogged: false,
    version: 0,
    properties,
    freedSlots: [],
    seq: 0,
    createdAt: 0,
    updatedAt: 0,
  };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw parameterError('properties', 'Expected a JSON array of properties.');
  }
}
