import {
  ConflictError,
  type Issue,
  QuotaExceededError,
  UnavailableError,
  ValidationError,
} from '../../ground/errors.ts';
import { requireValid } from '../../schema/checked.ts';
import { addProperties } from '../../schema/property.ts';
import type { AuthoredWrite, NewJob, NewStore, PropertyRow, StoreRow } from '../../storage/index.ts';
import type { ServiceContext } from '../calls/context.ts';
import { NOT_EMPTY, requireSlots, writeSchema } from './schema-write.ts';
import type { EnsureOptions } from './store-service.ts';

/** Stores of one name that are compared, oldest first. */
const NAMED_MAX = 100;

/** Between the look-up and the write others may take the name and free it again, or change the store. */
const ATTEMPTS_MAX = 10;

/** For programs that the compiler does not check. @throws ValidationError at `migrate`. */
export function requireMigration(migrate: unknown): void {
  if (migrate === undefined || migrate === 'add') return;
  throw new ValidationError([{ path: 'migrate', message: 'Expected "add".' }]);
}

/**
 * Returns the oldest live store with the name and the properties of the row, or inserts the row. With `migrate`, the oldest
 * store that only lacks properties gets them.
 *
 * @throws ConflictError if the stores of that name have other properties.
 * @throws QuotaExceededError for `stores`.
 * @throws UnavailableError when others came first ten times.
 */
export async function findOrInsertStore(
  context: ServiceContext,
  row: NewStore,
  jobs: readonly NewJob[],
  { migrate, by }: AuthoredWrite & EnsureOptions,
): Promise<StoreRow> {
  const { storage, quotas } = context;
  const { accountId, name, properties } = row;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const named = await storage.stores.findNamed(accountId, name, NAMED_MAX);
    const equal = named.find((store) => findDifferences(store.properties, properties).length === 0);
    if (equal !== undefined) return equal;
    const [oldest] = named;
    if (oldest !== undefined) {
      const partial = migrate === undefined ? undefined : named.find((store) => isPart(store, properties));
      if (partial === undefined) throw schemaConflict(oldest, findDifferences(oldest.properties, properties));
      const whole = await addMissing(context, partial, properties, { by });
      if (whole !== null) return whole;
      continue;
    }
    const inserted = await quotas.share(accountId, 'stores', 1, async (granted, limit) => {
      if (granted === 0) throw new QuotaExceededError('stores', limit);
      const result = await storage.stores.insertUnlessNamed(row, jobs, { by });
      return { result, created: result === null ? 0 : 1 };
    });
    if (inserted !== null) return inserted;
  }
  throw new UnavailableError('Others are creating, changing and deleting stores of this name; try again.');
}

/** Returns whether the store lacks some of the wanted properties, and has no other difference. */
function isPart({ properties }: StoreRow, wanted: readonly PropertyRow[]): boolean {
  return findDifferences(properties, wanted).length === findMissing(properties, wanted).length;
}

/**
 * Adds the wanted properties that the store lacks, in one step. Null: others have changed or deleted it meanwhile.
 * @throws ConflictError for a unique one, if the store has a live record.
 */
async function addMissing(
  context: ServiceContext,
  store: StoreRow,
  wanted: readonly PropertyRow[],
  options: AuthoredWrite,
): Promise<StoreRow | null> {
  requireSlots(store);
  const missing = findMissing(store.properties, wanted);
  const pathOf = (index: number, member: string) =>
    `properties[${wanted.indexOf(missing[index] as PropertyRow)}].${member}`;
  const properties = requireValid(
    addProperties(store.properties, missing, store.freedSlots, pathOf, store.version + 1),
  );
  const requireEmpty = missing.some(({ unique }) => unique);
  const written = await writeSchema(context, store, { properties, requireEmpty }, options);
  if (written === 'stale') return null;
  if (written !== 'not_empty') return written;
  const refused = missing.flatMap(({ unique }, index) =>
    unique ? [{ path: pathOf(index, 'unique'), message: NOT_EMPTY }] : [],
  );
  throw schemaConflict(store, refused);
}

function findMissing(existing: readonly PropertyRow[], wanted: readonly PropertyRow[]): PropertyRow[] {
  const names = new Set(existing.map(({ name }) => name));
  return wanted.filter(({ name }) => !names.has(name));
}

function schemaConflict({ id, name }: StoreRow, issues: readonly Issue[]): ConflictError {
  return new ConflictError(`The store ${JSON.stringify(name)} (${id}) has other properties.`, issues);
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
