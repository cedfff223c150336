import { createError, type VitrineError } from '../../errors.ts';
import type { CreateStoreRequest } from '../../generated/contracts.ts';
import type { DefinedProperty, StoreDefinition } from '../../generated/store-types.ts';
import type { Methods } from '../../methods.ts';
import type { CallOptions } from '../../transport.ts';
import { storesNamed } from './store-ids.ts';

/** Returns the id of the oldest store with the name and the properties of the definition, or of a new one. */
export async function ensureStore(
  definition: StoreDefinition,
  methods: Methods,
  options: CallOptions | undefined,
): Promise<string> {
  const { name, properties } = definition;
  /** @throws ConflictError if all stores with the name have other properties. */
  const find = async (): Promise<string | undefined> => {
    let conflict: VitrineError | undefined;
    for (const { id } of (await storesNamed(methods, name, options)).reverse()) {
      const store = await methods.call('GET /v2/stores/{storeId}', { params: { storeId: id } }, options);
      const found = differences(store.properties, properties);
      if (found.length === 0) return id;
      const message = `The store "${name}" (${id}) has other properties. ${found.join(' ')}`;
      conflict ??= createError('conflict', message, { errors: { properties: found } });
    }
    if (conflict) throw conflict;
    return undefined;
  };
  const existing = await find();
  if (existing) return existing;
  const body = bodyOf(definition);
  const create = async (idempotencyKey?: string): Promise<string> =>
    (await methods.call('POST /v2/stores', { body, repeat: 'key' }, { ...options, idempotencyKey })).id;
  // The same key for the same definition, so that of racing calls one creates the store and the others get it.
  await create(`ensure-${hash(JSON.stringify(body))}`);
  // The key may have returned a store that was created earlier, and has been deleted or renamed since.
  return (await find()) ?? create();
}

/** Returns what the server takes. A definition may also have members for the compiler and the client. */
export function bodyOf({
  name,
  description,
  recordTtl,
  changes,
  history,
  properties,
}: CreateStoreRequest | StoreDefinition): object {
  return { name, description, recordTtl, changes, history, properties };
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
