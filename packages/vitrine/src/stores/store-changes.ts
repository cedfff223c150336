import type { CreateStoreRequest, StoreDetail, UpdateStoreRequest } from '@vitrine/core/contracts';
import { type AccountFlags, withAccount } from '../database/database.ts';
import { findStoreId } from '../lists/named-resources.ts';
import { CommandError, EXIT } from '../terminal/command-error.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { readDefinition, readProperty } from './store-definition.ts';
import { printStore } from './stores.ts';

/** The flags of the members that a store may be created with and that may change later. */
interface StoreFlags extends AccountFlags {
  /** Empty: no description. */
  readonly description?: string;
  /** Seconds. */
  readonly ttl?: number | 'never';
  readonly changes?: 'yes' | 'no';
  /** ISO 8601. `never`: none. */
  readonly history?: string;
  readonly json?: boolean;
}

export interface CreateStoreFlags extends StoreFlags {
  readonly property: readonly string[];
  /** The path of a definition. */
  readonly from?: string;
}

export interface UpdateStoreFlags extends StoreFlags {
  readonly name?: string;
}

/** Runs `vitrine stores create`. Flags take precedence over the definition. */
export function createStore(
  terminal: Terminal,
  name: string | undefined,
  flags: CreateStoreFlags,
): Promise<void> {
  const properties = flags.property.map(readProperty);
  if ((properties.length === 0) === (flags.from === undefined)) {
    throw new CommandError(
      EXIT.usage,
      'Give either the properties, such as --property sku:string:unique, or --from with a definition.',
    );
  }
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const definition = flags.from === undefined ? { properties } : await readDefinition(flags.from);
    const store = await vitrine.stores.create(principal, {
      ...definition,
      ...(name === undefined ? {} : { name }),
      ...changesOf(flags),
      // The service refuses a definition without name or properties and says what is missing.
    } as CreateStoreRequest);
    await printStore(terminal, store, flags);
  });
}

/** Runs `vitrine stores update`: changes the given members. */
export function updateStore(terminal: Terminal, given: string, flags: UpdateStoreFlags): Promise<void> {
  const { name } = flags;
  const changes: UpdateStoreRequest = { ...(name === undefined ? {} : { name }), ...changesOf(flags) };
  if (Object.keys(changes).length === 0) {
    throw new CommandError(
      EXIT.usage,
      'Give what to change: --name, --description, --ttl, --changes or --history.',
    );
  }
  return changeStore(terminal, given, flags, (vitrine, principal, storeId) =>
    vitrine.stores.update(principal, storeId, changes),
  );
}

function changesOf({ description, ttl, changes, history }: StoreFlags): Omit<UpdateStoreRequest, 'name'> {
  return {
    ...(description === undefined ? {} : { description: description === '' ? null : description }),
    ...(ttl === undefined ? {} : { recordTtl: ttl === 'never' ? null : ttl }),
    ...(changes === undefined ? {} : { changes: changes === 'yes' }),
    ...(history === undefined ? {} : { history: history === 'never' ? null : history }),
  };
}

type Change = (...access: [...Parameters<Parameters<typeof withAccount>[2]>, string]) => Promise<StoreDetail>;

/** Changes the store with the id or the name, and prints it. */
export function changeStore(
  terminal: Terminal,
  given: string,
  flags: AccountFlags & { readonly json?: boolean },
  change: Change,
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const storeId = await findStoreId({ vitrine, principal }, given);
    await printStore(terminal, await change(vitrine, principal, storeId), flags);
  });
}
