import type { CreateStoreRequest } from '../contracts.ts';
import { createError } from '../errors.ts';
import type { Methods } from '../methods.ts';
import type { DefinedProperty, StoreDefinition } from '../store-types.ts';
import type { CallOptions } from '../transport.ts';
import { storesNamed } from './store-ids.ts';

/** Returns the id of the oldest store with the name and the properties of the definition, or of a new one. */
export async function ensureStore(
  definition: StoreDefinition,
  methods: Methods,
  options: CallOptions | undefined,
): Promise<string> {
  const { name, properties } = definition;
  /** Returns the stores with the name, oldest first, with what is different. */
  const compareStores = async () => {
    const compared: { readonly id: string; readonly found: string[] }[] = [];
    for (const { id } of await storesNamed(methods, name, options)) {
      const store = await methods.call('GET /v2/stores/{storeId}', { params: { storeId: id } }, options);
      compared.unshift({ id, found: differences(store.properties, properties) });
    }
    return compared;
  };
  const compared = await compareStores();
  const [oldest] = compared;
  const equal = compared.find(({ found }) => found.length === 0);
  if (equal !== undefined) return equal.id;
  if (oldest !== undefined) {
    const { id, found } = oldest;
    const message = `The store "${name}" (${id}) has other properties. ${found.join(' ')}`;
    throw createError('conflict', message, { errors: { properties: found } });
  }
  const body = bodyOf(definition);
  const create = (idempotencyKey?: string) =>
    methods.receive('POST /v2/stores', { body, repeat: 'key' }, { ...options, idempotencyKey });
  // The same key for the same definition, so that of racing calls one creates the store and the others get it.
  const { body: created, headers } = await create(`ensure-${hash(JSON.stringify(body))}`);
  // Unless a store that was created today has been deleted or changed since.
  const isCurrent =
    !headers.has('idempotent-replayed') ||
    (await compareStores()).some(({ id, found }) => id === created.id && found.length === 0);
  return isCurrent ? created.id : (await create()).body.id;
}

/** Returns what the server takes. A definition may also have members for the compiler and the client. */
export function bodyOf({
  name,
  description,
  recordTtl,
  properties,
}: CreateStoreRequest | StoreDefinition): object {
  return { name, description, recordTtl, properties };
}

/** Returns 32 bits that depend on every character. */
function hash(text: string): number {
  let value = 0;
  for (const character of text) value = Math.imul(value, 31) + (character.codePointAt(0) ?? 0);
  return value;
}

function differences(existing: readonly DefinedProperty[], wanted: readonly DefinedProperty[]): string[] {
  const [has, wants] = [existing.map(describe), wanted.map(describe)];
  return [
    ...wants.filter((text) => !has.includes(text)).map((text) => `Missing: ${text}`),
    ...has.filter((text) => !wants.includes(text)).map((text) => `In the store: ${text}`),
  ];
}

function describe({ name, type, unique = false, required = false }: DefinedProperty): string {
  return JSON.stringify({ name, type, unique, required: required || unique });
}
