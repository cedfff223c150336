import type { StoreDetail, StoreSummary } from '../contracts.ts';
import { createError } from '../errors.ts';
import type { DefinedProperty, StoreDefinition, StoreRef } from '../store-types.ts';
import type { CallOptions, Transport } from '../transport.ts';

interface Administration {
  list(
    request: { readonly q: string; readonly limit: number },
    options: CallOptions,
  ): AsyncIterable<StoreSummary>;
  get(store: StoreRef, options: CallOptions): Promise<StoreDetail>;
  readonly receive: Transport['receive'];
}

/** Returns the id of the oldest store with the name and the properties of the definition, or of a new one. */
export async function ensureStore(
  { name, description, recordTtl, properties }: StoreDefinition,
  { list, get, receive }: Administration,
  options: CallOptions,
): Promise<string> {
  const named: StoreDetail[] = [];
  for await (const store of list({ q: name, limit: 100 }, options)) {
    if (store.name === name) named.unshift(await get({ name, id: store.id }, options));
  }
  const isEqual = (store: StoreDetail): boolean => differences(store.properties, properties).length === 0;
  const equal = named.find(isEqual);
  if (equal !== undefined) return equal.id;
  const [oldest] = named;
  if (oldest !== undefined) {
    const found = differences(oldest.properties, properties);
    throw createError(
      'conflict',
      `The store "${name}" (${oldest.id}) has other properties. ${found.join(' ')}`,
      { errors: { properties: found } },
    );
  }
  const body = { name, description, recordTtl, properties };
  const create = (idempotencyKey?: string) =>
    receive('POST /v2/stores', { body, repeat: 'key' }, { ...options, idempotencyKey });
  // The same key for the same definition, so that of racing calls one creates the store and the others get it.
  const { body: created, headers } = await create(`ensure-${hash(JSON.stringify(body))}`);
  if (!headers.has('idempotent-replayed')) return created.id;
  // Unless a store that was created today has been deleted or changed since.
  for await (const store of list({ q: name, limit: 100 }, options)) {
    if (store.id === created.id && isEqual(await get(store, options))) return store.id;
  }
  return (await create()).body.id;
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}

function differences(existing: readonly DefinedProperty[], wanted: readonly DefinedProperty[]): string[] {
  const byName = new Map(existing.map((property) => [property.name, property]));
  const found = wanted.flatMap(({ name, type, unique = false, required = unique }) => {
    const property = byName.get(name);
    byName.delete(name);
    if (property === undefined) return [`The store has no property "${name}".`];
    const same =
      property.type === type && property.unique === unique && property.required === (required || unique);
    const { type: has, unique: isUnique, required: isRequired } = property;
    return same ? [] : [`"${name}" is ${has}, unique: ${isUnique}, required: ${isRequired} in the store.`];
  });
  return [...found, ...Array.from(byName.keys(), (name) => `The store also has "${name}".`)];
}
