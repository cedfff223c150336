import { ConflictError, type Issue, QuotaExceededError, UnavailableError } from '../../ground/errors.ts';
import type { NewJob, NewStore, PropertyRow, StoreRow, WriteOptions } from '../../storage/index.ts';
import type { ServiceContext } from '../calls/context.ts';

/** Stores of one name that are compared, oldest first. */
const NAMED_MAX = 100;

/** Between the look-up and the insert the name may be taken, and freed again, by others. */
const ATTEMPTS_MAX = 10;

/**
 * Returns the oldest live store with the name and the properties of the row, or inserts the row.
 *
 * @throws ConflictError if the stores of that name have other properties.
 * @throws QuotaExceededError for `stores`.
 * @throws UnavailableError when others created and deleted the name ten times meanwhile.
 */
export async function findOrInsertStore(
  { storage, quotas }: ServiceContext,
  row: NewStore,
  jobs: readonly NewJob[],
  options: WriteOptions,
): Promise<StoreRow> {
  const { accountId, name, properties } = row;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const named = await storage.stores.findNamed(accountId, name, NAMED_MAX);
    const equal = named.find((store) => findDifferences(store.properties, properties).length === 0);
    if (equal !== undefined) return equal;
    const [oldest] = named;
    if (oldest !== undefined) throw schemaConflict(oldest, properties);
    const inserted = await quotas.share(accountId, 'stores', 1, async (granted, limit) => {
      if (granted === 0) throw new QuotaExceededError('stores', limit);
      const result = await storage.stores.insertUnlessNamed(row, jobs, options);
      return { result, created: result === null ? 0 : 1 };
    });
    if (inserted !== null) return inserted;
  }
  throw new UnavailableError('Stores of this name are being created and deleted by others; try again.');
}

function schemaConflict({ id, name, properties }: StoreRow, wanted: readonly PropertyRow[]): ConflictError {
  return new ConflictError(
    `The store ${JSON.stringify(name)} (${id}) has other properties.`,
    findDifferences(properties, wanted),
  );
}

/** Returns the differences between the properties of a store and those that are wanted, by property. */
function findDifferences(existing: readonly PropertyRow[], wanted: readonly PropertyRow[]): Issue[] {
  const existingByName = new Map(existing.map((property) => [property.name, property]));
  const wantedNames = new Set(wanted.map(({ name }) => name));
  const changed = wanted.flatMap((property, index) => {
    const path = `properties[${index}]`;
    const found = existingByName.get(property.name);
    if (found === undefined) {
      return [{ path, message: `The store has no property ${JSON.stringify(property.name)}.` }];
    }
    return (['type', 'required', 'unique'] as const)
      .filter((member) => found[member] !== property[member])
      .map((member) => ({
        path: `${path}.${member}`,
        message: `${JSON.stringify(property.name)} has ${JSON.stringify(found[member])} in the store.`,
      }));
  });
  const surplus = existing
    .filter(({ name }) => !wantedNames.has(name))
    .map(({ name }) => ({
      path: 'properties',
      message: `The store also has ${JSON.stringify(name)}.`,
    }));
  return [...changed, ...surplus];
}
